"""Section 2 and Appendix A: likelihood, information, bias and variance given the plays.

Each statement is true for plays fixed in advance, as an identity in symbols shows. It is false
"conditionally on the past actions" of a policy that learns, because the clicks have decided some of
these actions. A small game shows this, with two items, one position and three greedy rounds. The first
two rounds show each item once, and only the third list depends on the clicks.
"""

from __future__ import annotations

import math
from collections import defaultdict
from fractions import Fraction
from itertools import product

import sympy as sp
from flint import arb

from compendium.balls import ball, precision
from compendium.case import Twin, check
from compendium.pbm.histories import Rule, Situation, courses, greedy, situations

THETA = sp.Symbol("theta", positive=True)
KAPPA = sp.symbols("kappa1:4", positive=True)
PLAYS = sp.symbols("N1:4", positive=True)
CLICKS = sp.symbols("S1:4", nonnegative=True)


# --- plays fixed in advance -----------------------------------------------------------------------


def over_positions(term):
    """Sum over the three symbolic positions of a function of (N, κ)."""
    return sum(term(n, k) for n, k in zip(PLAYS, KAPPA, strict=True))


def information():
    """The Fisher information as published."""
    return over_positions(lambda n, k: n * k / (THETA * (1 - k * THETA)))


def mean_clicks(expression):
    """An expression linear in the clicks at their means, N_l κ_l θ."""
    return expression.subs({s: n * k * THETA for s, n, k in zip(CLICKS, PLAYS, KAPPA, strict=True)})


def fixed_moments(factor=1):
    """Mean and variance of (2) minus the published ones, for the distribution of clicks with N = (2, 1).

    `factor` is that of the published variance.
    """
    kappa = (KAPPA[0], KAPPA[0], KAPPA[1])
    views, mean, square = sum(kappa), 0, 0
    for bits in product((0, 1), repeat=3):
        chance = sp.prod([k * THETA if z else 1 - k * THETA for k, z in zip(kappa, bits, strict=True)])
        mean += chance * sum(bits) / views
        square += chance * (sum(bits) / views) ** 2
    printed = sum(k * THETA * (1 - k * THETA) for k in kappa) / views**2
    return mean - THETA, square - mean**2 - sp.Rational(factor) * printed


# --- the small game -------------------------------------------------------------------------------

ATTRACTION = (Fraction(1, 2), Fraction(2, 5))
ONE_EXAMINATION = (Fraction(9, 10),)


def rule_of(learns: bool, third: int = 2) -> Rule:
    """Greedy play, or lists fixed in advance: item 1, item 2, and then item 1 or 2."""
    fixed = 0, 1, third - 1
    if learns:
        return greedy(2, ONE_EXAMINATION)
    return lambda t, clicks, plays: [((fixed[t - 1],), Fraction(1))]


def after_three_rounds(learns: bool = True, third: int = 2) -> list[Situation]:
    """Every situation after the rounds of the small game, with greedy play or with fixed lists."""
    tree = situations(ATTRACTION, ONE_EXAMINATION, 4, rule_of(learns, third))
    return [situation for situation in tree if situation.t == 4]


def expected(situations, value, given=lambda situation: True):
    """Exact expectation of a function of the situation, given an event; NaN for an empty one."""
    chosen = [situation for situation in situations if given(situation)]
    total = sum(situation.chance for situation in chosen) or math.nan
    return sum(situation.chance * value(situation) for situation in chosen) / total


def variance(situations, value, given):
    """Exact variance of a function of the situation, given an event."""
    mean = expected(situations, value, given)
    return expected(situations, lambda situation: (value(situation) - mean) ** 2, given)


def score(situation):
    """Derivative of the log-likelihood in the attraction of item 1."""
    theta, kappa = ATTRACTION[0], ONE_EXAMINATION[0]
    clicks, plays = situation.clicks[0][0], situation.plays[0][0]
    return (clicks - plays * kappa * theta) / (theta * (1 - kappa * theta))


def first_estimate(situation):
    """The pooled estimate of item 1."""
    return situation.clicks[0][0] / (situation.plays[0][0] * ONE_EXAMINATION[0])


def printed_information(plays):
    """The published Fisher information of item 1."""
    theta, kappa = ATTRACTION[0], ONE_EXAMINATION[0]
    return plays * kappa / (theta * (1 - kappa * theta))


# --- the checks -----------------------------------------------------------------------------------


def third_shows(item):
    """Whether the third list shows this item, 1-based."""
    return lambda situation: situation.plays[0][0] == 3 - item


def printed_likelihood(course, silence=ONE_EXAMINATION[0]):
    """The published likelihood of a course; `silence` is the examination in a non-click's factor."""
    total = Fraction(1)
    for past in course:
        theta, kappa = ATTRACTION[past.action[0]], ONE_EXAMINATION[0]
        total *= kappa * theta if past.clicks[0] else 1 - silence * theta
    return total


@check(
    "pbm:fisher-information",
    learns=[Twin(False, "holds"), Twin(False, "holds", "appendix-a-likelihood")],
    factor=Twin(Fraction(21, 20)),
    silence=Twin(1, step="appendix-a-likelihood"),
)
def fisher_information(case, learns=True, factor=1, silence=ONE_EXAMINATION[0]):
    likelihood = sum(
        s * sp.log(k * THETA) + (n - s) * sp.log(1 - k * THETA)
        for s, n, k in zip(CLICKS, PLAYS, KAPPA, strict=True)
    )
    games = after_three_rounds(learns)
    total = expected(games, lambda game: score(game) ** 2)
    plays = expected(games, lambda game: game.plays[0][0])
    conditional = variance(games, score, given=third_shows(2))
    curvature = mean_clicks(-sp.diff(likelihood, THETA, 2))
    formula = factor * printed_information(plays)
    case.zero("fixed plays: the mean of -ℓ'' is I(θ)", curvature - information())
    case.must("a policy that learns: the score has mean 0", expected(games, score) == 0)
    case.must("information in everything seen is I with E[N]", total == formula, total=total)
    printed = printed_information(1)
    case.printed("the formula given A(3) = 2", conditional == printed)
    case.number("printed", "printed, given A(3) = 2", printed)
    case.number("conditional", "information left given A(3) = 2", conditional)
    case.number("formula", "formula with E[N]", formula)

    step, joint = case.step("appendix-a-likelihood"), courses(ATTRACTION, ONE_EXAMINATION, 3, rule_of(learns))
    given: dict = defaultdict(Fraction)
    for course, chance in joint.items():
        given[tuple(past.action for past in course)] += chance
    wrong = sum(chance != printed_likelihood(course, silence) for course, chance in joint.items())
    # Item 1 was shown once and item 2 twice, and the second list of item 2 needs a click before.
    commonest = max((c for c in joint if c[2].action == c[1].action), key=joint.__getitem__)
    shown, likely = tuple(past.action for past in commonest), joint[commonest]
    step.must("it is the joint probability of every course", wrong == 0)
    step.printed("those given the actions add up to 1", set(given.values()) == {1}, sum=given[shown])
    step.number("joint", "printed likelihood of the commonest course with A(3) = 2", likely)
    step.number("conditional", "its probability given the actions", likely / given[shown])


@check(
    "pbm:equation-2",
    learns=[Twin(False, "holds", step) for step in ("", "conditional-variance", "independent-clicks")],
    factor=[
        *(Twin(Fraction(21, 20), step=step) for step in ("", "conditional-variance")),
        Twin(Fraction(19, 20), step="independent-clicks"),
    ],
)
def equation_2(case, learns=True, factor=1):
    pooled = sum(CLICKS) / over_positions(lambda n, k: n * k)
    games = after_three_rounds(learns)
    mean = expected(games, first_estimate)
    no_bias, no_excess = fixed_moments(factor)
    case.zero("fixed plays: the mean is θ", mean_clicks(pooled) - sp.Rational(factor) * THETA)
    case.zero("the mean is θ in the law of N = (2, 1)", no_bias)
    case.printed("the mean is θ after three greedy rounds", mean == ATTRACTION[0])
    case.number("theta", "θ of item 1", ATTRACTION[0])
    case.number("mean", "mean of its estimate after three greedy rounds", mean)

    step = case.step("conditional-variance")
    step.zero("the variance in the law of N = (2, 1)", no_excess)
    theta, kappa = ATTRACTION[0], ONE_EXAMINATION[0]
    for third, key in ((1, "first"), (2, "second")):
        told = after_three_rounds(learns, third), first_estimate, third_shows(third)
        case.number(key, f"given A(3) = {third}", expected(*told))
        printed = theta * (1 - kappa * theta) / ((3 - third) * kappa)
        spread = variance(*told)
        step.printed(f"the variance given A(3) = {third}", printed == spread, **{f"actual_{third}": spread})
        step.number(f"printed_{third}", f"printed, given A(3) = {third}", printed)

    step, joint = case.step("independent-clicks"), defaultdict(Fraction)
    for course, chance in courses(ATTRACTION, ONE_EXAMINATION, 3, rule_of(learns)).items():
        joint[tuple(past.clicks[0] for past in course)] += chance
    means = [sum(chance for bits, chance in joint.items() if bits[t]) for t in range(3)]
    dependent = sum(
        joint[bits] != math.prod(p if bit else 1 - p for p, bit in zip(means, bits, strict=True))
        for bits in product((0, 1), repeat=3)
    )
    means_of_exp = []
    with precision():
        for slope in (Fraction(-1), Fraction(-1, 10), Fraction(1, 10), Fraction(1)):
            mean = arb(0)
            for now in games:
                clicks, plays = now.clicks[0][0], now.plays[0][0]
                excess = clicks - plays * kappa * theta
                mean += ball(now.chance) * ball(slope * excess - factor * slope**2 * plays / 8).exp()
            step.must(f"exp(λM - λ²N/8) has mean at most 1, λ = {slope}", mean < 1)
            means_of_exp.append(float(mean.mid()))
    step.printed("the clicks of the three rounds are independent", dependent == 0)
    step.number("third", "chance of a click in round 3", means[2])
    given = joint[0, 1, 1] / (joint[0, 1, 0] + joint[0, 1, 1])
    step.number("given", "given no click, then one", given)
    step.number("largest", "largest mean of the supermartingale", max(means_of_exp))
