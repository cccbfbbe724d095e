"""Section 2 and Appendix A: likelihood, information, bias and variance given the plays.

Each statement is true for plays fixed in advance, which an identity in symbols shows, and false
"conditionally on the past actions" of a policy that learns, which a game of three rounds shows:
the actions are then part of what the clicks decided.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import sympy as sp

from compendium.finding import Finding, check

from .game import (
    SMALL_ATTRACTION,
    SMALL_EXAMINATION,
    expected,
    first_estimate,
    printed_information,
    score,
    small_game,
    third_shows_first,
    third_shows_second,
)
from .setting import vanishes

THETA = sp.Symbol("theta", positive=True)
KAPPA = sp.symbols("kappa1:4", positive=True)
PLAYS = sp.symbols("N1:4", positive=True)
CLICKS = sp.symbols("S1:4", nonnegative=True)

FIXED = "More than three positions, in symbols: the sums for any number are the notebook's."


def log_likelihood():
    """Appendix A's display for one item and three positions, without its constant terms."""
    return sum(
        s * sp.log(k * THETA) + (n - s) * sp.log(1 - k * THETA)
        for s, n, k in zip(CLICKS, PLAYS, KAPPA, strict=True)
    )


def mean_clicks(expression):
    """An expression linear in the clicks at their means, N_l κ_l θ."""
    return expression.subs({s: n * k * THETA for s, n, k in zip(CLICKS, PLAYS, KAPPA, strict=True)})


def information():
    """The Fisher information as printed."""
    return sum(n * k / (THETA * (1 - k * THETA)) for n, k in zip(PLAYS, KAPPA, strict=True))


def fixed_moments() -> tuple[bool, bool]:
    """Whether mean and variance of (2) are as printed, in the law of clicks of N = (2, 1)."""
    kappa = (KAPPA[0], KAPPA[0], KAPPA[1])
    views, mean, square = sum(kappa), 0, 0
    for bits in product((0, 1), repeat=3):
        chance = sp.prod(
            [k * THETA if z else 1 - k * THETA for k, z in zip(kappa, bits, strict=True)]
        )
        mean += chance * sum(bits) / views
        square += chance * (sum(bits) / views) ** 2
    printed = sum(k * THETA * (1 - k * THETA) for k in kappa) / views**2
    return vanishes(mean - THETA), vanishes(square - mean**2 - printed)


@check("pbm:appendix-a-likelihood")
def appendix_a_likelihood(profile):
    games = small_game()
    given_second = [game for game in games if third_shows_second(game)]
    weight = sum(game.chance for game in given_second)
    # Item 1 was shown once and item 2 twice, and the second list of item 2 needs a click before.
    most_likely = max(given_second, key=lambda game: game.chance)
    conditional, joint = most_likely.chance / weight, most_likely.chance
    printed_sums_to_one = weight == 1
    proper = sum(game.chance for game in games) == 1
    found = not printed_sums_to_one and proper
    return Finding(
        "corrected" if found else "undecided",
        {
            "printed likelihood of the commonest course with A(3) = 2": joint,
            "its probability given the actions": conditional,
            "printed likelihoods given the actions add up to": weight,
        },
    )


@check("pbm:fisher-information")
def fisher_information(profile):
    curvature = mean_clicks(-sp.diff(log_likelihood(), THETA, 2))
    fixed = vanishes(curvature - information())
    games = small_game()
    total = expected(games, lambda game: score(game) ** 2)
    plays = expected(games, lambda game: game.plays[0][0])
    unbiased_score = expected(games, score) == 0
    mean = expected(games, score, given=third_shows_second)
    conditional = expected(games, lambda game: (score(game) - mean) ** 2, given=third_shows_second)
    adaptive = unbiased_score and total == printed_information(plays)
    fails = conditional != printed_information(1)
    verdict = "corrected" if fails else "holds"
    return Finding(
        verdict if fixed and adaptive else "refuted",
        {
            "printed, given A(3) = 2": printed_information(1),
            "information left given A(3) = 2": conditional,
            "information in everything seen": total,
            "formula with E[N]": printed_information(plays),
        },
    )


@check("pbm:equation-2")
def equation_2(profile):
    pooled = sum(CLICKS) / sum(n * k for n, k in zip(PLAYS, KAPPA, strict=True))
    linear = vanishes(mean_clicks(pooled) - THETA)
    games = small_game()
    mean = expected(games, first_estimate)
    verdict = "corrected" if mean != SMALL_ATTRACTION[0] else "holds"
    return Finding(
        verdict if linear and fixed_moments()[0] else "refuted",
        {
            "θ of item 1": SMALL_ATTRACTION[0],
            "mean of its estimate after three greedy rounds": mean,
            "given A(3) = 1": expected(games, first_estimate, given=third_shows_first),
            "given A(3) = 2": expected(games, first_estimate, given=third_shows_second),
        },
    )


@check("pbm:conditional-variance")
def conditional_variance(profile):
    games = small_game()
    theta, kappa = SMALL_ATTRACTION[0], SMALL_EXAMINATION[0]
    numbers = {}
    for third, plays, event in ((1, 2, third_shows_first), (2, 1, third_shows_second)):
        mean = expected(games, first_estimate, given=event)
        spread = expected(games, lambda g, mean=mean: (first_estimate(g) - mean) ** 2, given=event)
        numbers[f"printed, given A(3) = {third}"] = theta * (1 - kappa * theta) / (plays * kappa)
        numbers[f"variance given A(3) = {third}"] = spread
    printed, actual = list(numbers.values())[::2], list(numbers.values())[1::2]
    verdict = "corrected" if printed != actual else "holds"
    return Finding(verdict if fixed_moments()[1] else "refuted", numbers)


@check("pbm:no-average-of-increments")
def no_average_of_increments(profile):
    k1, k2 = KAPPA[:2]
    # one play fixes the increment, z / κ; two plays at two positions then contradict it
    average = (1 / k1 + 0 / k2) / 2
    pooled = 1 / (k1 + k2)
    differ = vanishes(average - pooled - (k2 - k1) / (2 * k1 * (k1 + k2)))
    example = (average - pooled).subs({k1: sp.Rational(9, 10), k2: sp.Rational(3, 10)})
    return Finding(
        "holds" if differ and example != 0 else "refuted",
        {
            "gap for κ = (9/10, 3/10), one click in two plays": Fraction(
                int(example.p), int(example.q)
            )
        },
    )
