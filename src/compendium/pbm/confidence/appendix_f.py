"""Claims on Appendix F: deviations at stopping times, and Lemma 22 on repeated exploration."""

import math
from fractions import Fraction

import numpy as np
import sympy
from flint import arb
from scipy.stats import binom

from compendium.finding import Finding, check
from compendium.pbm.histories import leaders_and_candidates, pbm_pie, situations

from .coverage import ever_crosses, missed_tables, most_misses


def ever_deviates(mean, least_plays, distance, rounds):
    """Chance that a click rate is ever off by a distance, from a least number of plays on.

    The largest chance over all stopping rules: one stops where the deviation is seen. What comes
    after the given rounds is bounded by Hoeffding's inequality and added.
    """

    def crosses(plays, clicks):
        return (plays >= least_plays) & (np.abs(clicks - plays * mean) >= plays * distance)

    later = 2 * math.exp(-2 * (rounds + 1) * distance**2) / -math.expm1(-2 * distance**2)
    return ever_crosses(mean, rounds, crosses)[rounds] + later


@check("pbm:lemma-21")
def lemma_21(profile):
    tilt, n, eta = sympy.symbols("lambda n eta", positive=True)
    exponent = (tilt * n * eta - n * tilt**2 / 8).subs(tilt, 4 * eta)
    best = sympy.solve(sympy.diff(tilt * eta - tilt**2 / 8, tilt), tilt)
    proved = sympy.simplify(exponent - 2 * n * eta**2) == 0 and best == [4 * eta]
    return Finding("holds" if proved else "refuted", {"exponent at λ = 4η is 2 N η²": proved})


@check("pbm:equation-16")
def equation_16(profile):
    cases = [(0.5, 0.1, 50), (0.2, 0.1, 50), (0.9, 0.15, 20)]
    cases += [(0.5, 0.05, 300)] if profile == "paper" else []
    numbers, holds = {}, True
    for mean, eta, least in cases:
        rounds = least * 10
        exact, bound = ever_deviates(mean, least, eta, rounds), 2 * math.exp(-2 * least * eta**2)
        name = f"κθ = {mean:g}, η = {eta:g}, s = {least}"
        numbers[f"worst stopping rule ({name})"] = float(exact)
        numbers[f"bound ({name})"] = bound
        holds &= exact <= bound
    return Finding("holds" if holds else "refuted", numbers)


@check("pbm:equation-17")
def equation_17(profile):
    plays = 28 if profile == "paper" else 16
    positions, attraction = (0.9, 0.3), 0.5
    numbers, holds = {}, True
    for eta, least in ((0.3, 8), (0.45, 12)):

        def misses(clicks, shown, eta=eta, least=least):
            views = sum(n * scale for n, scale in zip(shown, positions, strict=True))
            enough = sum(shown) >= least
            return enough and abs(sum(clicks) / views - attraction) >= eta

        table = missed_tables(plays, misses)
        worst = most_misses(np.array(positions) * attraction, plays, table)
        bound = 2 * math.exp(-2 * least * positions[-1] ** 2 * eta**2)
        numbers[f"worst learner (η = {eta:g}, s = {least})"] = float(worst)
        numbers[f"bound (η = {eta:g}, s = {least})"] = bound
        holds &= worst <= bound
    return Finding("holds" if holds else "refuted", numbers)


def _explored_at_random(share, mean, scale, eta, rounds):
    """Expected bad rounds of H when each shows the item with a fixed chance, at one position.

    The exact sum over the first rounds of H; an item that was never shown counts as bad.
    """
    plays = np.arange(1, rounds + 1)
    high = binom.sf(np.ceil(plays * scale * (mean + eta) - 1e-9) - 1, plays, scale * mean)
    low = binom.cdf(np.floor(plays * scale * (mean - eta) + 1e-9), plays, scale * mean)
    bad = np.concatenate([[1.0], high + low])
    total = 0.0
    for s in range(rounds):
        total += binom.pmf(np.arange(s + 1), s, share) @ bad[: s + 1]
    return total


@check("pbm:lemma-22")
def lemma_22(profile):
    c, x, u = sympy.symbols("c x u", positive=True)
    # the sum over s >= 1 of e^(-s u) is 1 / (e^u - 1) <= 1 / u; here u = c²/2, and u = c/x twice
    ours = 1 + 1 / (c**2 / 2) + 2 / (c / x)
    printed = 2 / c * (2 / c + x)
    slack = sympy.simplify(printed - ours - (2 / c**2 - 1)) == 0  # at least 1 for c <= 1
    convex = sympy.diff(sympy.exp(u) - 1 - u, u).subs(u, 0) == 0
    # a coin tossed once decides whether the item is shown in every round of H or in none: the
    # share is 1/2, yet after a first play that is its only one the estimate stays 0 or 1 / κ
    scale, theta, eta = 0.9, 0.5, 0.25
    stays_bad = 0.5 if min(theta, 1 / scale - theta) >= eta else 0.0
    bound = 2 / 0.5 * (2 / 0.5 + 1 / (scale * eta) ** 2)
    rounds_to_exceed = math.ceil(bound / stays_bad) + 1
    exceeded = rounds_to_exceed * stays_bad > bound
    worst = 0.0
    for share in (0.2, 0.5, 0.9, 1.0):
        exact = _explored_at_random(share, theta, scale, eta, 400)
        worst = max(worst, exact / (1 + 2 / share**2 + 2 / share / (scale * eta) ** 2))
    shown = slack and convex and exceeded and worst <= 1
    return Finding(
        "corrected" if shown else "refuted",
        {
            "bound with an unconditional share c = 1/2": bound,
            "exceeded after rounds of H": rounds_to_exceed,
            "largest exact number over our bound (independent showings)": worst,
        },
    )


@check("pbm:lemma-22-hypothesis")
def lemma_22_hypothesis(profile):
    examination = (Fraction(9, 10), Fraction(3, 10))
    attraction = (Fraction(9, 10), Fraction(1, 2), Fraction(1, 10))
    rule = pbm_pie(3, examination, 0.01)
    both, last_share, others_share, seen = 0, Fraction(1), Fraction(1), 0
    for now in situations(attraction, examination, 6, rule):
        if now.t <= 3:
            continue
        leaders, candidates = leaders_and_candidates(*now[:3], examination, 0.01)
        actions = rule(*now[:3])
        both += bool(set(leaders) & set(candidates))
        last_share = min(last_share, sum(p for a, p in actions if leaders[-1] in a))
        others_share = min(others_share, sum(p for a, p in actions if leaders[0] in a))
        seen += 1
    shown = both == 0 and last_share >= Fraction(1, 2) and others_share == 1
    return Finding(
        "corrected" if shown else "refuted",
        {
            "situations": seen,
            "with a leader in B(t)": both,
            "least chance that the last leader is shown": last_share,
            "and a leader above it": others_share,
        },
    )


@check("pbm:appendix-f-views")
def appendix_f_views(profile):
    n = sympy.symbols("n1:4", nonnegative=True)
    drops = sympy.symbols("d1:3", nonnegative=True)
    last = sympy.Symbol("kappa_L", positive=True)
    scales = (last + drops[0] + drops[1], last + drops[1], last)
    excess = sympy.expand(sum(a * b for a, b in zip(n, scales, strict=True)) - last * sum(n))
    nonnegative = all(value > 0 for value in sympy.Poly(excess, *n, *drops).coeffs())
    factor = (arb(3) / 9) ** 2  # Figure 1's positions
    return Finding(
        "holds" if nonnegative else "refuted",
        {"the factor for κ = (0.9, 0.6, 0.3)": float(factor.mid())},
    )
