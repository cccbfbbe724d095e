"""The smallest game of a policy that learns: what "given the past actions" means there.

Two items, one position, three greedy rounds. The first two rounds show each item once, and only
the third list depends on the clicks, so that a few fractions tell everything.
"""

from __future__ import annotations

from fractions import Fraction

from compendium.pbm.histories import Situation, greedy, situations


def expected(situations, value, given=lambda situation: True):
    """Exact expectation of a function of the situation, given an event."""
    chosen = [situation for situation in situations if given(situation)]
    total = sum(situation.chance for situation in chosen)
    return sum(situation.chance * value(situation) for situation in chosen) / total


SMALL_ATTRACTION = (Fraction(1, 2), Fraction(2, 5))
SMALL_EXAMINATION = (Fraction(9, 10),)


def small_game() -> list[Situation]:
    """Every situation after three greedy rounds."""
    rule = greedy(2, SMALL_EXAMINATION)
    tree = situations(SMALL_ATTRACTION, SMALL_EXAMINATION, 4, rule)
    return [situation for situation in tree if situation.t == 4]


def third_shows_first(situation):
    return situation.plays[0][0] == 2


def third_shows_second(situation):
    return situation.plays[0][0] == 1


def score(situation):
    """Derivative of the log-likelihood in the attraction of item 1, in the small game."""
    theta, kappa = SMALL_ATTRACTION[0], SMALL_EXAMINATION[0]
    clicks, plays = situation.clicks[0][0], situation.plays[0][0]
    return (clicks - plays * kappa * theta) / (theta * (1 - kappa * theta))


def first_estimate(situation):
    """The pooled estimate of item 1 in the small game."""
    return situation.clicks[0][0] / (situation.plays[0][0] * SMALL_EXAMINATION[0])


def printed_information(plays):
    """The printed Fisher information of item 1 in the small game."""
    theta, kappa = SMALL_ATTRACTION[0], SMALL_EXAMINATION[0]
    return plays * kappa / (theta * (1 - kappa * theta))
