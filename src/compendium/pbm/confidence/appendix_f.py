"""Appendix F: deviations at stopping times, and Lemma 22 on repeated exploration."""

import math
from fractions import Fraction

import numpy as np
import sympy
from scipy.stats import binom

from compendium.case import Twin, check
from compendium.pbm.histories import ATTRACTION, TWO_EXAMINATIONS, leaders_and_candidates, pbm_pie, situations

from .coverage import ever_crosses, missed_tables, most_misses


def ever_deviates(mean, least_plays, distance, rounds):
    """Probability that a click rate is ever off by a distance, from a least number of plays on.

    This is the largest probability over all stopping rules, since the worst one stops at the deviation. The
    probability of a deviation after the given rounds is bounded by Hoeffding's inequality and added.
    """

    def crosses(plays, clicks):
        return (plays >= least_plays) & (np.abs(clicks - plays * mean) >= plays * distance)

    later = 2 * math.exp(-2 * (rounds + 1) * distance**2) / -math.expm1(-2 * distance**2)
    return ever_crosses(mean, rounds, crosses)[rounds] + later


DEVIATIONS = (0.5, 0.1, 50), (0.2, 0.1, 50), (0.9, 0.15, 20), (0.5, 0.2, 200), (0.5, 0.05, 300)
"""κθ, η and the least number of plays."""


@check(
    "pbm:lemma-21",
    factor=Twin(sympy.Rational(21, 10)),
    tail=Twin(2.4, step="equation-16"),
    last=Twin(0, step="equation-17"),
    first=Twin(-1, step="equation-17-crude"),
    power=Twin(1, step="equation-17-crude"),
)
def lemma_21(case, factor=2, tail=2.0, last=-1, first=0, power=2):
    tilt, n, eta = sympy.symbols("lambda n eta", positive=True)
    exponent = tilt * n * eta - n * tilt**2 / 8
    case.must("λ = 4η is best", sympy.solve(sympy.diff(exponent, tilt), tilt) == [4 * eta])
    case.zero("the exponent there is 2 N η²", exponent.subs(tilt, 4 * eta) - factor * n * eta**2)

    step = case.step("equation-16")
    for mean, distance, least in DEVIATIONS:
        exact = float(ever_deviates(mean, least, distance, least * 10))
        bound = 2 * math.exp(-tail * least * distance**2)
        name = f"κθ = {mean:g}, η = {distance:g}, s = {least}"
        within = f"worst stopping rule, within the bound ({name})"
        step.must(within, exact <= bound, **{f"worst, {name}": exact})
        step.number(f"bound, {name}", f"bound ({name})", bound)

    examination, theta, distance, least = (0.9, 0.6), 0.5, 0.4, 12

    def misses(clicks, shown):
        views = sum(n * scale for n, scale in zip(shown, examination, strict=True))
        return sum(shown) >= least and abs(sum(clicks) / views - theta) >= distance - 1e-12

    worst = float(most_misses(np.array(examination) * theta, 28, missed_tables(28, misses)))
    bound, top = (2 * math.exp(-2 * least * (examination[at] * distance) ** 2) for at in (last, first))
    step = case.step("equation-17")
    step.must("the bound is below one", bound < 1)
    step.must("the worst learner is within the bound (η = 0.4, s = 12)", worst <= bound, worst=worst)
    plays, (kappa, *drops) = sympy.symbols("n1:4", positive=True), sympy.symbols("k d1:3", positive=True)
    scales = kappa + sum(drops), kappa + drops[1], kappa
    views = sum(a * b for a, b in zip(plays, scales, strict=True))
    step.must("Ñ ≥ κ_L N", sympy.expand(views - scales[last] * sum(plays)).is_nonnegative)
    step.number("bound", "bound (η = 0.4, s = 12)", bound)

    step = case.step("equation-17-crude")
    step.must("the worst learner is not within it (η = 0.4, s = 12)", worst > top, worst=worst, top=top)
    s, highest = sympy.symbols("s kappa_1", positive=True)
    # with all plays at the top Ñ = κ_1 N, and (16) applies with κ_1 η
    at_top = 2 * s * (highest * n / n * eta) ** 2
    step.zero("the exponents' ratio", at_top / (2 * s * kappa**2 * eta**2) - (highest / kappa) ** power)


def explored_at_random(share, mean, scale, eta, rounds):
    """Expected bad rounds of H if each shows the item with a fixed probability, at one position.

    The sum over the first rounds of H is exact; an item that was never shown counts as bad.
    """
    plays = np.arange(1, rounds + 1)
    high = binom.sf(np.ceil(plays * scale * (mean + eta) - 1e-9) - 1, plays, scale * mean)
    low = binom.cdf(np.floor(plays * scale * (mean - eta) + 1e-9), plays, scale * mean)
    bad = np.concatenate([[1.0], high + low])
    return sum(binom.pmf(np.arange(s + 1), s, share) @ bad[: s + 1] for s in range(rounds))


def bad_rounds(coin, rounds, theta, scale, eta):
    """Expected bad rounds of H if a fair coin, tossed every round or once, decides whether to show the item.

    A coin that is tossed once decides for all rounds. An item shown in none of them keeps the estimate of its
    first play, 0 or 1 / κ.
    """
    if coin == "every round":
        return explored_at_random(0.5, theta, scale, eta, rounds)
    kept = [(1 - scale * theta, 0.0), (scale * theta, 1 / scale)]
    return 0.5 * rounds * sum(chance for chance, value in kept if abs(value - theta) >= eta)


@check("pbm:lemma-22", given_the_past=Twin("once"), fails="refuted")
def lemma_22(case, given_the_past="every round"):
    c, x, u = sympy.symbols("c x u", positive=True)
    # the sum over s >= 1 of e^(-s u) is 1 / (e^u - 1) <= 1 / u; here u = c²/2, and u = c/x twice
    bound = 1 + 1 / (c**2 / 2) + 2 / (c / x)
    excess = 2 / c * (2 / c + x) - bound
    case.zero("the printed bound exceeds ours by 2 / c² - 1", excess - (2 / c**2 - 1))
    rest = sympy.exp(u) - 1 - u
    case.zero("e^u - 1 - u and its slope are 0 at 0", rest.subs(u, 0), rest.diff(u).subs(u, 0))
    case.must("and it is convex", rest.diff(u, 2).is_positive)
    scale, theta, eta, rounds = 0.9, 0.5, 0.25, 400
    spread = 1 / (scale * eta) ** 2
    most = 2 / 0.5 * (2 / 0.5 + spread)
    # a coin tossed once: both 0 and 1 / 0.9 are off, so half of all rounds are bad
    average, conditional = (bad_rounds(coin, rounds, theta, scale, eta) for coin in ("once", given_the_past))
    case.reading("the share c given the past, in each round of H", conditional <= most)
    case.reading("the share c on average over all that may have happened", average <= most)
    worst = max(
        explored_at_random(share, theta, scale, eta, rounds) / float(bound.subs({c: share, x: spread}))
        for share in (0.2, 0.5, 0.9, 1.0)
    )
    case.must(
        "largest exact number over our bound, at most 1 (independent showings)", worst <= 1, worst=worst
    )
    case.number("bound", "bound with an unconditional share c = 1/2", most)
    case.number("seen", f"bad rounds of {rounds} where the coin is tossed once", average)


@check("pbm:lemma-22-hypothesis", in_b=Twin(False, "holds"), share=Twin(Fraction(11, 20)))
def lemma_22_hypothesis(case, in_b=True, share=Fraction(1, 2)):
    rule = pbm_pie(3, TWO_EXAMINATIONS, 0.01)
    both, shares = 0, []  # of the leaders, best first
    for now in situations(ATTRACTION, TWO_EXAMINATIONS, 6, rule):
        if now.t > 3:
            leaders, candidates = leaders_and_candidates(*now[:3], TWO_EXAMINATIONS, 0.01)
            both += bool(set(leaders) & set(candidates))
            shares.append([sum(p for a, p in rule(*now[:3]) if item in a) for item in leaders])
    others, last = map(min, zip(*shares, strict=True))
    case.printed("leaders are in B(t) as it says", both == (len(shares) if in_b else 0))
    case.must("the last leader is shown half the time at least", last >= share, last=last)
    case.must("a leader above it always", others == 1, others=others)
    case.number("situations", "situations", len(shares))
    case.number("both", "with a leader in B(t)", both)
