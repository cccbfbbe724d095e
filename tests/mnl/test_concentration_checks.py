"""The checks of both chapters can fail: break what one rests on, and its verdict changes."""

import importlib
from fractions import Fraction

import numpy as np
import pytest

from clickbandits.claims import CLAIMS, finding
from clickbandits.geometric import (
    central_moment_coefficients,
    cumulant_coefficients,
    derangements,
    lower_tail,
    upper_tail,
)

CLAIMS_FOLDER = "clickbandits.mnl.claims"
BREAKS = [
    # claim, module, name, what stands in its place
    ("lemma-1", "geometric_moments_counts", "geometric_pgf", lambda p, z: p / (1 - z * p)),
    ("epoch-length", "geometric_moments_counts", "geometric_pgf", lambda p, z: p * z),
    ("slots-independent", "geometric_moments_counts", "negative_multinomial",
     lambda counts, weights: Fraction(1, 2)),
    ("lemma-13", "geometric_moments_cumulants", "cumulant_coefficients",
     lambda n: cumulant_coefficients(max(n - 1, 1))),
    ("equation-20", "geometric_moments_cumulants", "bell_weight", lambda parts: 1),
    ("no-closed-form", "geometric_moments_cumulants", "stirling", lambda n, i: 1),
    ("derangements", "geometric_moments_cumulants", "derangements", lambda m: m),
    ("nearest-integer", "geometric_moments_cumulants", "derangements", lambda m: m),
    ("definition-14", "geometric_moments_signs", "is_aps", lambda a: True),
    ("equation-25", "geometric_moments_signs", "step_alternates", lambda: False),
    ("equation-31", "geometric_moments_signs", "h", lambda n, i: 1),
    ("lemma-15", "geometric_moments_signs", "central_moment_coefficients",
     lambda n: (0, -1, *[2] * (n - 1))),
    ("property-1", "geometric_moments_products", "aps_sequences",
     lambda n, m: [(1, 1)[:n], (2, 1)[:n]]),
    ("property-2", "geometric_moments_products", "multiply", lambda a, b: (5, *a, *b)),
    ("appendix-a4-terms", "geometric_moments_products", "h", lambda n, i: 0),
    ("lemma-12", "geometric_moments_bound", "derangements", lambda n: derangements(n) - (n > 3)),
    ("equation-28", "geometric_moments_bound", "derangements", lambda n: derangements(n) + 1),
    ("equation-29", "geometric_moments_bound", "central_moment_coefficients",
     lambda n: (1, *central_moment_coefficients(n)[1:])),
    ("equation-30", "geometric_moments_bound", "is_aps", lambda a: False),
    ("equation-21", "geometric_moments_bound", "derangements", lambda n: derangements(n) + 1),
    ("equation-18", "geometric_moments_bernstein", "derangements", lambda n: derangements(n) + n),
    ("equation-18-constant", "geometric_moments_bernstein", "derangements",
     lambda n: derangements(n) - 1),
    ("lower-tail", "concentration_tails", "lower_radius", lambda v, c: np.sqrt(v * np.log(c) / 4)),
    ("upper-tail", "concentration_tails", "upper_radius", lambda v, c: np.sqrt(v * np.log(c) / 4)),
    ("theorem-3-fixed", "concentration_tails", "printed_radius", lambda v, c: np.sqrt(v) / 4),
    ("equation-8-fixed", "concentration_tails", "click_radius", lambda s, c: np.sqrt(s)),
    ("lemma-11", "concentration_tails", "above", lambda n, p, threshold: 1.0),
    ("theorem-3", "concentration_predictable", "exact_crossing_probability", lambda n, c: 2 / c),
    ("theorem-3", "concentration_predictable", "predictable_factor",
     lambda n, c: np.zeros(np.shape(n))),
    ("equation-8", "concentration_predictable", "covers", lambda: False),
    ("fair-case", "concentration_predictable", "domination", lambda: False),
    ("lemma-4-union-bound", "concentration_estimator", "factor_within_epochs", lambda: False),
    ("equation-9", "concentration_estimator", "lemma_4_radius", lambda a, e, c: 0.0),
    ("equation-10", "concentration_estimator", "lemma_4_click_radius", lambda a, e, c: 0.0),
    ("equation-11", "concentration_estimator", "worst_case", lambda event, epochs: 0.5),
    ("theorem-16", "concentration_entropy", "log_sobolev_constant", lambda p, b: 0.1),
    ("theorem-16", "concentration_entropy", "sharp_constant", lambda p, b: 0.1),
    ("entropy-chain-rule", "concentration_entropy", "entropy", lambda w, g: sum(g) * 0),
    ("equation-33", "concentration_entropy", "herbst_constant", lambda p: 6.285),
    ("equation-34", "concentration_entropy", "herbst_constant", lambda p: 4.0),
    ("theorem-5", "concentration_smooth", "theorem_5_bound", lambda d, s, b, p: np.exp(-d)),
    ("theorem-5-slope", "concentration_smooth", "theorem_5_bound", lambda d, s, b, p: np.exp(-d)),
    ("theorem-5-slots", "concentration_smooth", "theorem_5_bound",
     lambda d, s, b, p: 1.0 + 0 * d),
    ("theorem-5-adaptive", "concentration_smooth", "theorem_5_bound", lambda d, s, b, p: 1.0),
    ("corollary-6-constants", "concentration_smooth", "herbst_constant", lambda p: 9.5),
    ("corollary-6", "concentration_smooth", "upper_tail", lambda n, p, s: upper_tail(n, p, s) / 9),
    ("corollary-6-unbiased", "concentration_smooth", "lower_tail",
     lambda n, p, s: lower_tail(n, p, s) - 1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("id", "module", "name", "broken"), BREAKS, ids=[f"{row[0]}-{row[2]}" for row in BREAKS]
)
def test_a_broken_part_changes_the_verdict(id, module, name, broken, monkeypatch):
    monkeypatch.setattr(importlib.import_module(f"{CLAIMS_FOLDER}.{module}"), name, broken)
    with np.errstate(all="ignore"):
        found = finding(f"mnl:{id}", "quick")
    assert found.verdict != CLAIMS[f"mnl:{id}"].verdict, dict(found.numbers)
