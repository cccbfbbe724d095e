"""The verdict of a check changes if a part on which it depends is broken."""

import importlib
from fractions import Fraction
from math import factorial
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

from clickbandits.geometric import (
    central_moment_coefficients,
    cumulant_coefficients,
    derangements,
    lower_tail,
)
from clickbandits.mnl.bounds import lower_bound
from compendium import claims
from compendium.mnl.regret_bounds.lower import divergence

BREAKS = [
    # claim, module, name, and the replacement
    ("lemma-1", "geometric_moments.counts", "geometric_pgf", lambda p, z: p / (1 - z * p)),
    ("epoch-length", "geometric_moments.counts", "geometric_pgf", lambda p, z: p * z),
    (
        "negative-multinomial",
        "geometric_moments.counts",
        "negative_multinomial",
        lambda counts, weights: Fraction(1, 2),
    ),
    (
        "lemma-13",
        "geometric_moments.cumulants",
        "cumulant_coefficients",
        lambda n: cumulant_coefficients(max(n - 1, 1)),
    ),
    ("equation-20", "geometric_moments.cumulants", "bell_weight", lambda parts: 1),
    ("no-closed-form", "geometric_moments.cumulants", "stirling", lambda n, i: 1),
    ("derangements", "geometric_moments.cumulants", "derangements", lambda m: m),
    ("nearest-integer", "geometric_moments.cumulants", "derangements", lambda m: m),
    ("definition-14", "geometric_moments.alternating_sums", "is_aps", lambda *a: True),
    ("equation-25", "geometric_moments.alternating_sums", "step_alternates", lambda: False),
    ("equation-31", "geometric_moments.alternating_sums", "h", lambda n, i: 1),
    (
        "lemma-15",
        "geometric_moments.alternating_sums",
        "central_moment_coefficients",
        lambda n: (0, -1, *[2] * (n - 1)),
    ),
    (
        "property-1",
        "geometric_moments.alternating_sums",
        "aps_sequences",
        lambda n, use: [(1, 1)[:n], (2, 1)[:n]],
    ),
    ("property-2", "geometric_moments.alternating_sums", "multiply", lambda a, b: (5, *a, *b)),
    ("appendix-a4-terms", "geometric_moments.alternating_sums", "h", lambda n, i: 0),
    ("cumulant-bound", "geometric_moments.cumulants", "factorial", lambda n: factorial(n) - (n > 5)),
    ("moment-bound", "geometric_moments.cumulants", "derangements", lambda n: derangements(n) - (n > 3)),
    ("sub-gamma-constant", "geometric_moments.sub_gamma", "stays_below", lambda mean, c: True),
    ("martingale-tails", "geometric_moments.sub_gamma", "largest_chance", lambda threshold, sign: 0.4),
    ("variance-radius", "geometric_moments.sub_gamma", "variance_click_radius", lambda a, e, s, c: 0.0 * e),
    ("lemma-12", "geometric_moments.cumulants", "derangements", lambda n: derangements(n) - (n > 3)),
    ("equation-28", "geometric_moments.alternating_sums", "derangements", lambda n: derangements(n) + 1),
    (
        "equation-29",
        "geometric_moments.alternating_sums",
        "central_moment_coefficients",
        lambda n: (1, *central_moment_coefficients(n)[1:]),
    ),
    ("equation-30", "geometric_moments.bound", "is_aps", lambda a: False),
    ("equation-21", "geometric_moments.bound", "derangements", lambda n: derangements(n) + 1),
    ("equation-18", "geometric_moments.bound", "derangements", lambda n: derangements(n) + n),
    ("equation-18-constant", "geometric_moments.bound", "derangements", lambda n: derangements(n) - 1),
    ("lower-tail", "concentration.tails", "lower_radius", lambda v, c: np.sqrt(v * np.log(c) / 4)),
    ("upper-tail", "concentration.tails", "upper_radius", lambda v, c: np.sqrt(v * np.log(c) / 4)),
    ("theorem-3-fixed", "concentration.tails", "printed_radius", lambda v, c: np.sqrt(v) / 4),
    ("equation-8-fixed", "concentration.predictable", "ends_by_clicks", lambda m, c, under=8: (m, m)),
    ("lemma-11", "concentration.tails", "above", lambda n, p, threshold: 1.0),
    ("lemma-11", "concentration.tails", "stats", SimpleNamespace(binom=stats.norm)),
    (
        "theorem-3",
        "concentration.predictable",
        "exact_crossing_probability",
        lambda n, c, *wider: Fraction(1, int(c)),
    ),
    ("theorem-3", "concentration.predictable", "predictable_factor", lambda n, c: np.zeros(np.shape(n))),
    ("equation-8", "concentration.predictable", "covers", lambda: False),
    ("fair-case", "concentration.predictable", "domination", lambda: False),
    ("lemma-4-union-bound", "concentration.estimator", "factor_within_epochs", lambda *_: False),
    ("equation-9", "concentration.estimator", "lemma_4_radius", lambda a, e, c: 0.0),
    ("equation-10", "concentration.estimator", "lemma_4_click_radius", lambda a, e, c: 0.0),
    ("equation-11", "concentration.estimator", "worst_case", lambda event, epochs: 0.5),
    ("theorem-16", "concentration.entropy", "sharp_constant", lambda p, b: 0.1),
    ("entropy-chain-rule", "concentration.entropy", "entropy", lambda g: sum(g) * 0),
    ("equation-34", "concentration.entropy", "herbst_constant", lambda p: 1.5),
    ("theorem-5", "concentration.smooth", "theorem_5_bound", lambda d, s, b, p: np.exp(-d)),
    ("theorem-5-slope", "concentration.smooth", "theorem_5_bound", lambda d, s, b, p: np.exp(-d)),
    ("theorem-5-slots", "concentration.smooth", "theorem_5_bound", lambda d, s, b, p: 1.0 + 0 * d),
    ("theorem-5-adaptive", "concentration.smooth", "theorem_5_bound", lambda d, s, b, p: 1.0),
    ("corollary-6-constants", "concentration.smooth", "herbst_constant", lambda p: 9.5),
    ("corollary-6-unbiased", "concentration.smooth", "lower_tail", lambda n, p, s: lower_tail(n, p, s) - 1),
    (
        "lemma-17",
        "regret_bounds.lower",
        "divergence",
        lambda *weights: tuple(2 * value for value in divergence(*weights)),
    ),
    (
        "lower-bound-sharper",
        "regret_bounds.lower",
        "lower_bound",
        lambda *game: (bound := lower_bound(*game))._replace(value=4 * bound.value),
    ),
    ("equation-53", "regret_bounds.pairs_as_objects", "minors", lambda _: (0, 2)),
    ("proposition-10", "regret_bounds.upper", "proposition_10_bounds", lambda *_: (1.0, 1.0)),
]


@pytest.mark.parametrize(
    ("id", "module", "name", "broken"), BREAKS, ids=[f"{row[0]}-{row[2]}" for row in BREAKS]
)
def test_a_broken_part_changes_the_verdict(id, module, name, broken, monkeypatch):
    monkeypatch.setattr(importlib.import_module(f"compendium.mnl.{module}"), name, broken)
    with np.errstate(all="ignore"):
        whole = claims.finding(claims.decided_by(f"mnl:{id}"), "quick")
    result = whole.steps.get(f"mnl:{id}", whole)
    assert result.verdict != claims.CLAIMS.statement(f"mnl:{id}").verdict, dict(result.numbers)
