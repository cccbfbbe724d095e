"""Section 2 and Appendix A: likelihood, information, bias and variance given the plays.

Each statement is true for plays fixed in advance, which an identity in symbols shows, and false
"conditionally on the past actions" of a policy that learns, which a small game shows: the actions
are then part of what the clicks decided. It has two items, one position and three greedy rounds.
The first two show each item once, and only the third list depends on the clicks.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import sympy as sp

from compendium.finding import Case, check
from compendium.pbm.histories import Situation, greedy, situations

from .setting import rational

THETA = sp.Symbol("theta", positive=True)
KAPPA = sp.symbols("kappa1:4", positive=True)
PLAYS = sp.symbols("N1:4", positive=True)
CLICKS = sp.symbols("S1:4", nonnegative=True)


# --- plays fixed in advance -----------------------------------------------------------------------


def over_positions(term):
    """Sum over the three symbolic positions of a function of (N, κ)."""
    return sum(term(n, k) for n, k in zip(PLAYS, KAPPA, strict=True))


def information():
    """The Fisher information as printed."""
    return over_positions(lambda n, k: n * k / (THETA * (1 - k * THETA)))


def mean_clicks(expression):
    """An expression linear in the clicks at their means, N_l κ_l θ."""
    return expression.subs({s: n * k * THETA for s, n, k in zip(CLICKS, PLAYS, KAPPA, strict=True)})


def fixed_moments():
    """Mean and variance of (2) less the printed ones, in the law of the clicks of N = (2, 1)."""
    kappa = (KAPPA[0], KAPPA[0], KAPPA[1])
    views, mean, square = sum(kappa), 0, 0
    for bits in product((0, 1), repeat=3):
        chance = sp.prod(
            [k * THETA if z else 1 - k * THETA for k, z in zip(kappa, bits, strict=True)]
        )
        mean += chance * sum(bits) / views
        square += chance * (sum(bits) / views) ** 2
    printed = sum(k * THETA * (1 - k * THETA) for k in kappa) / views**2
    return mean - THETA, square - mean**2 - printed


# --- the small game -------------------------------------------------------------------------------

ATTRACTION = (Fraction(1, 2), Fraction(2, 5))
EXAMINATION = (Fraction(9, 10),)


def small_game() -> list[Situation]:
    """Every situation after three greedy rounds."""
    tree = situations(ATTRACTION, EXAMINATION, 4, greedy(2, EXAMINATION))
    return [situation for situation in tree if situation.t == 4]


def expected(situations, value, given=lambda situation: True):
    """Exact expectation of a function of the situation, given an event."""
    chosen = [situation for situation in situations if given(situation)]
    total = sum(situation.chance for situation in chosen)
    return sum(situation.chance * value(situation) for situation in chosen) / total


def third_shows_first(situation):
    return situation.plays[0][0] == 2


def third_shows_second(situation):
    return situation.plays[0][0] == 1


def score(situation):
    """Derivative of the log-likelihood in the attraction of item 1."""
    theta, kappa = ATTRACTION[0], EXAMINATION[0]
    clicks, plays = situation.clicks[0][0], situation.plays[0][0]
    return (clicks - plays * kappa * theta) / (theta * (1 - kappa * theta))


def first_estimate(situation):
    """The pooled estimate of item 1."""
    return situation.clicks[0][0] / (situation.plays[0][0] * EXAMINATION[0])


def printed_information(plays):
    """The printed Fisher information of item 1."""
    theta, kappa = ATTRACTION[0], EXAMINATION[0]
    return plays * kappa / (theta * (1 - kappa * theta))


# --- the checks -----------------------------------------------------------------------------------


@check("pbm:appendix-a-likelihood")
def appendix_a_likelihood(profile):
    """Adds up the printed likelihoods of the small game, in all and given A(3) = 2."""
    case = Case()
    games = small_game()
    given_second = [game for game in games if third_shows_second(game)]
    weight = sum(game.chance for game in given_second)
    # Item 1 was shown once and item 2 twice, and the second list of item 2 needs a click before.
    joint = max(game.chance for game in given_second)
    case.must("the joint probabilities add up to 1", sum(game.chance for game in games) == 1)
    case.printed("those given the actions add up to 1", weight == 1)
    case.number("joint", "printed likelihood of the commonest course with A(3) = 2", joint)
    case.number("conditional", "its probability given the actions", joint / weight)
    case.number("sum", "printed likelihoods given the actions add up to", weight)
    return case.finding(broken="undecided")


@check("pbm:fisher-information")
def fisher_information(profile):
    """Differentiates Appendix A's likelihood twice, in symbols, and follows the small game."""
    case = Case()
    likelihood = sum(
        s * sp.log(k * THETA) + (n - s) * sp.log(1 - k * THETA)
        for s, n, k in zip(CLICKS, PLAYS, KAPPA, strict=True)
    )
    games = small_game()
    total = expected(games, lambda game: score(game) ** 2)
    plays = expected(games, lambda game: game.plays[0][0])
    mean = expected(games, score, given=third_shows_second)
    conditional = expected(games, lambda game: (score(game) - mean) ** 2, given=third_shows_second)
    curvature = mean_clicks(-sp.diff(likelihood, THETA, 2))
    case.zero("fixed plays: the mean of -ℓ'' is I(θ)", curvature - information())
    case.must("a policy that learns: the score has mean 0", expected(games, score) == 0)
    case.must("its square has the mean I with E[N]", total == printed_information(plays))
    case.printed("the formula given A(3) = 2", conditional == printed_information(1))
    case.number("printed", "printed, given A(3) = 2", printed_information(1))
    case.number("conditional", "information left given A(3) = 2", conditional)
    case.number("total", "information in everything seen", total)
    case.number("formula", "formula with E[N]", printed_information(plays))
    return case.finding()


@check("pbm:equation-2")
def equation_2(profile):
    """Computes the mean of the estimate for fixed plays, in symbols, and in the small game."""
    case = Case()
    pooled = sum(CLICKS) / over_positions(lambda n, k: n * k)
    games = small_game()
    mean = expected(games, first_estimate)
    case.zero("fixed plays: the mean is θ", mean_clicks(pooled) - THETA)
    case.zero("the mean is θ in the law of N = (2, 1)", fixed_moments()[0])
    case.printed("the mean is θ after three greedy rounds", mean == ATTRACTION[0])
    case.number("theta", "θ of item 1", ATTRACTION[0])
    case.number("mean", "mean of its estimate after three greedy rounds", mean)
    for key, third, event in (("first", 1, third_shows_first), ("second", 2, third_shows_second)):
        case.number(key, f"given A(3) = {third}", expected(games, first_estimate, given=event))
    return case.finding()


@check("pbm:conditional-variance")
def conditional_variance(profile):
    """Computes the variance for N = (2, 1) fixed, in symbols, and given A(3) in the small game."""
    case = Case()
    games = small_game()
    theta, kappa = ATTRACTION[0], EXAMINATION[0]
    case.zero("the variance in the law of N = (2, 1)", fixed_moments()[1])
    for third, plays, event in ((1, 2, third_shows_first), (2, 1, third_shows_second)):
        printed = theta * (1 - kappa * theta) / (plays * kappa)
        mean = expected(games, first_estimate, given=event)
        spread = expected(games, lambda g, mean=mean: (first_estimate(g) - mean) ** 2, given=event)
        case.printed(f"the variance given A(3) = {third}", printed == spread)
        case.number(f"printed_{third}", f"printed, given A(3) = {third}", printed)
        case.number(f"actual_{third}", f"variance given A(3) = {third}", spread)
    return case.finding()


@check("pbm:no-average-of-increments")
def no_average_of_increments(profile):
    """Computes what the average of increments and (2) differ by on two plays, in symbols."""
    case = Case()
    k1, k2 = KAPPA[:2]
    # one play fixes the increment, z / κ; two plays at two positions then contradict it
    gap = (1 / k1 + 0 / k2) / 2 - 1 / (k1 + k2)
    example = gap.subs({k1: sp.Rational(9, 10), k2: sp.Rational(3, 10)})
    case.zero("they differ by (κ₂ - κ₁) / (2κ₁ (κ₁ + κ₂))", gap - (k2 - k1) / (2 * k1 * (k1 + k2)))
    case.must("they differ in the example", example != 0)
    case.number("gap", "gap for κ = (9/10, 3/10), one click in two plays", rational(example))
    return case.finding()
