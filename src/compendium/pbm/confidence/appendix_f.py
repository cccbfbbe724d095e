"""Appendix F: deviations at stopping times, and Lemma 22 on repeated exploration."""

import math
from fractions import Fraction

import numpy as np
import sympy
from flint import arb
from scipy.stats import binom

from compendium.finding import Case, check
from compendium.pbm.histories import (
    ATTRACTION,
    EXAMINATION,
    leaders_and_candidates,
    pbm_pie,
    situations,
)

from .coverage import POSITIONS, ever_crosses, missed_tables, most_misses


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
    """Maximises the supermartingale's exponent over λ, in symbols."""
    case = Case()
    tilt, n, eta = sympy.symbols("lambda n eta", positive=True)
    exponent = tilt * n * eta - n * tilt**2 / 8
    best = sympy.solve(sympy.diff(exponent, tilt), tilt) == [4 * eta]
    proved = case.zero("the exponent at λ = 4η", exponent.subs(tilt, 4 * eta) - 2 * n * eta**2)
    proved &= case.must("λ = 4η is best", best)
    case.number("proved", "exponent at λ = 4η is 2 N η²", proved)
    return case.finding()


@check("pbm:equation-16")
def equation_16(profile):
    """Computes the chance of a deviation under the worst stopping rule at one position."""
    case = Case()
    instances = [(0.5, 0.1, 50), (0.2, 0.1, 50), (0.9, 0.15, 20)]
    instances += [(0.5, 0.05, 300)] if profile == "paper" else []
    for mean, eta, least in instances:
        exact = ever_deviates(mean, least, eta, least * 10)
        bound = 2 * math.exp(-2 * least * eta**2)
        name = f"κθ = {mean:g}, η = {eta:g}, s = {least}"
        case.must(f"the worst stopping rule is within the bound, {name}", exact <= bound)
        case.number(f"worst, {name}", f"worst stopping rule ({name})", float(exact))
        case.number(f"bound, {name}", f"bound ({name})", bound)
    return case.finding()


@check("pbm:equation-17")
def equation_17(profile):
    """Computes the chance of a deviation under the worst learner of two positions."""
    case = Case()
    plays = 28 if profile == "paper" else 16
    attraction = 0.5
    for eta, least in ((0.3, 8), (0.45, 12)):

        def misses(clicks, shown, eta=eta, least=least):
            views = sum(n * scale for n, scale in zip(shown, POSITIONS, strict=True))
            enough = sum(shown) >= least
            return enough and abs(sum(clicks) / views - attraction) >= eta

        table = missed_tables(plays, misses)
        worst = most_misses(np.array(POSITIONS) * attraction, plays, table)
        bound = 2 * math.exp(-2 * least * POSITIONS[-1] ** 2 * eta**2)
        name = f"η = {eta:g}, s = {least}"
        case.must(f"the worst learner is within the bound, {name}", worst <= bound)
        case.number(f"worst, {name}", f"worst learner ({name})", float(worst))
        case.number(f"bound, {name}", f"bound ({name})", bound)
    return case.finding()


def explored_at_random(share, mean, scale, eta, rounds):
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
    """Verifies the sums, tosses a coin of share 1/2, and computes independent showings exactly."""
    case = Case()
    c, x, u = sympy.symbols("c x u", positive=True)
    # the sum over s >= 1 of e^(-s u) is 1 / (e^u - 1) <= 1 / u; here u = c²/2, and u = c/x twice
    ours = 1 + 1 / (c**2 / 2) + 2 / (c / x)
    excess = 2 / c * (2 / c + x) - ours
    case.zero("the printed bound exceeds ours by 2 / c² - 1", excess - (2 / c**2 - 1))
    case.zero("e^u - 1 - u is least at 0", sympy.diff(sympy.exp(u) - 1 - u, u).subs(u, 0))
    # a coin tossed once decides whether the item is shown in every round of H or in none: the
    # share is 1/2, yet after a first play that is its only one the estimate stays 0 or 1 / κ
    scale, theta, eta = 0.9, 0.5, 0.25
    stays_bad = 0.5 if min(theta, 1 / scale - theta) >= eta else 0.0
    bound = 2 / 0.5 * (2 / 0.5 + 1 / (scale * eta) ** 2)
    rounds_to_exceed = math.ceil(bound / stays_bad) + 1
    case.printed("the bound with an average share", rounds_to_exceed * stays_bad <= bound)
    worst = max(
        explored_at_random(share, theta, scale, eta, 400)
        / (1 + 2 / share**2 + 2 / share / (scale * eta) ** 2)
        for share in (0.2, 0.5, 0.9, 1.0)
    )
    case.must("our bound where each round shows the item independently", worst <= 1)
    case.number("bound", "bound with an unconditional share c = 1/2", bound)
    case.number("rounds", "exceeded after rounds of H", rounds_to_exceed)
    label = "largest exact number over our bound (independent showings)"
    case.number("worst", label, worst)
    return case.finding()


@check("pbm:lemma-22-hypothesis")
def lemma_22_hypothesis(profile):
    """Takes the leaders' chances to be shown in every situation of a small game of six rounds."""
    case = Case()
    rule = pbm_pie(3, EXAMINATION, 0.01)
    both, last_shares, others_shares = 0, [], []
    for now in situations(ATTRACTION, EXAMINATION, 6, rule):
        if now.t > 3:
            leaders, candidates = leaders_and_candidates(*now[:3], EXAMINATION, 0.01)
            actions = rule(*now[:3])
            both += bool(set(leaders) & set(candidates))
            last_shares.append(sum(p for a, p in actions if leaders[-1] in a))
            others_shares.append(sum(p for a, p in actions if leaders[0] in a))
    case.printed("a leader is in B(t)", both > 0)
    case.must("the last leader is shown half the time", min(last_shares) >= Fraction(1, 2))
    case.must("one above it always", min(others_shares) == 1)
    case.number("situations", "situations", len(last_shares))
    case.number("both", "with a leader in B(t)", both)
    case.number("last", "least chance that the last leader is shown", min(last_shares))
    case.number("others", "and a leader above it", min(others_shares))
    return case.finding()


@check("pbm:appendix-f-views")
def appendix_f_views(profile):
    """Expands Ñ - κ_L N for three decreasing positions: every coefficient is positive."""
    case = Case()
    n = sympy.symbols("n1:4", nonnegative=True)
    drops = sympy.symbols("d1:3", nonnegative=True)
    last = sympy.Symbol("kappa_L", positive=True)
    scales = (last + drops[0] + drops[1], last + drops[1], last)
    excess = sympy.expand(sum(a * b for a, b in zip(n, scales, strict=True)) - last * sum(n))
    case.must("Ñ ≥ κ_L N", all(value > 0 for value in sympy.Poly(excess, *n, *drops).coeffs()))
    factor = (arb(3) / 9) ** 2  # Figure 1's positions
    case.number("factor", "the factor for κ = (0.9, 0.6, 0.3)", float(factor.mid()))
    return case.finding()
