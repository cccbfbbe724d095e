"""Every history of a small game with its exact probability, as a tree.

A policy is a rule that maps the round and the counts so far to lists with their probabilities, so a
tree can contain adaptive and randomised play. Many statements of the regret analyses are about the
counts at a round; for these `situations` merges histories with the same counts. Statements about
likelihoods are about the course of a game, and `courses` keeps the courses apart. A table of counts is
a tuple with one tuple of positions per item.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from clickbandits.pbm.confidence import reaches, ucb_index

ATTRACTION = (Fraction(9, 10), Fraction(1, 2), Fraction(1, 10))
TWO_EXAMINATIONS = (Fraction(9, 10), Fraction(3, 10))
"""A small game with three items and two positions, which several checks enumerate."""


class Situation(NamedTuple):
    """The knowledge of a learner before round t (the paper's t, from 1), and its probability."""

    t: int
    clicks: tuple
    plays: tuple
    chance: Fraction


class Round(NamedTuple):
    """The list that a round shows, and its clicks."""

    action: tuple[int, ...]
    clicks: tuple[int, ...]


Course = tuple[Round, ...]
"""A game, round by round."""

Rule = Callable[[int, tuple, tuple], list]
"""A function of (t, clicks, plays) that returns pairs of an action and its probability."""


def situations(attraction, examination, horizon: int, rule: Rule) -> Iterator[Situation]:
    """All situations of rounds 1, ..., horizon under a rule.

    With `Fraction` parameters the probabilities are exact; those of one round sum to one.
    """
    for t, level in enumerate(_levels(attraction, examination, horizon - 1, rule), start=1):
        for (clicks, plays, _), chance in level.items():
            yield Situation(t, clicks, plays, chance)


def courses(
    attraction, examination, rounds: int, rule: Rule, stop: Callable[[Course], bool] = lambda course: False
) -> dict[Course, Fraction]:
    """Every course of a game up to a round, or until a stopping rule first returns true.

    With `Fraction` parameters the probabilities are exact; they sum to one.
    """
    *_, last = _levels(attraction, examination, rounds, rule, stop)
    return {course: chance for (_, _, course), chance in last.items()}


def _levels(attraction, examination, rounds, rule, stop=None) -> Iterator[dict]:
    """Probabilities of (clicks, plays, course) after 0, ..., rounds rounds; no courses without `stop`."""
    empty = ((0,) * len(examination),) * len(attraction)
    level = {(empty, empty, ()): Fraction(1)}
    yield level
    for t in range(1, rounds + 1):
        below: dict = defaultdict(Fraction)
        for (clicks, plays, course), chance in level.items():
            if course and stop(course):
                below[clicks, plays, course] += chance
                continue
            for action, share in rule(t, clicks, plays):
                for outcome in product((0, 1), repeat=len(action)):
                    likely = chance * share
                    for scale, item, click in zip(examination, action, outcome, strict=True):
                        seen = scale * attraction[item]
                        likely *= seen if click else 1 - seen
                    below[
                        _add(clicks, action, outcome),
                        _add(plays, action, (1,) * len(action)),
                        (*course, Round(action, outcome)) if stop else (),
                    ] += likely
        level = below
        yield level


def _add(table, action, amounts):
    rows = [list(row) for row in table]
    for position, (item, amount) in enumerate(zip(action, amounts, strict=True)):
        rows[item][position] += amount
    return tuple(tuple(row) for row in rows)


def expected_plays(game: dict[Course, Fraction]) -> dict[tuple[int, ...], Fraction]:
    """E N_a of every list that the courses of a game show."""
    plays: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for course, chance in game.items():
        for past in course:
            plays[past.action] += chance
    return plays


def in_turn(t, n_items, n_positions):
    """The action of round t of the first n_items rounds: a row of the cyclic Latin square."""
    return tuple((t - 1 + position) % n_items for position in range(n_positions))


def views(plays, examination):
    """Ñ of each item."""
    return [sum(n * scale for n, scale in zip(row, examination, strict=True)) for row in plays]


def estimates(clicks, plays, examination) -> list:
    """The pooled estimate S / Ñ of each item, if all items have been played."""
    return [sum(row) / Fraction(seen) for row, seen in zip(clicks, views(plays, examination), strict=True)]


def top(index, number) -> tuple:
    """The items of largest index, ties to the lowest item."""
    return tuple(sorted(range(len(index)), key=lambda item: (-index[item], item))[:number])


def _initialised(n_items, examination, rule: Rule) -> Rule:
    """Show every item once at every position, and then follow a rule."""

    def from_the_start(t, clicks, plays):
        if t <= n_items:
            return [(in_turn(t, n_items, len(examination)), Fraction(1))]
        return rule(t, clicks, plays)

    return from_the_start


def greedy(n_items, examination) -> Rule:
    """Show every item once at every position, and then the items of largest pooled estimate."""

    def rule(t, clicks, plays):
        return [(top(estimates(clicks, plays, examination), len(examination)), Fraction(1))]

    return _initialised(n_items, examination, rule)


def mixing(examination, share: Fraction) -> Rule:
    """Show the items by (S + 1/2) / (Ñ + 1), or with probability `share` from the worst up."""

    def rule(t, clicks, plays):
        value = [
            (sum(row) + Fraction(1, 2)) / (seen + 1)
            for row, seen in zip(clicks, views(plays, examination), strict=True)
        ]
        ranking, length = top(value, len(value)), len(examination)
        lists = [(ranking[:length], 1 - share), (ranking[::-1][:length], share)]
        return lists if share else lists[:1]

    return rule


def pbm_ucb(n_items, examination, epsilon) -> Rule:
    """PBM-UCB after a cyclic initialisation, as in Section 4 with δ = (1 + ε) log t."""

    def rule(t, clicks, plays):
        delta = (1 + epsilon) * math.log(t)
        index = [ucb_index(s, n, examination, delta) for s, n in zip(clicks, plays, strict=True)]
        return [(top(index, len(examination)), Fraction(1))]

    return _initialised(n_items, examination, rule)


def leaders_and_candidates(t, clicks, plays, examination, epsilon):
    """PBM-PIE's leaders L(t), best first, and its exploration set B(t), with δ = (1 + ε) log t."""
    estimate = estimates(clicks, plays, examination)
    leaders = top(estimate, len(examination))
    level = estimate[leaders[-1]]
    delta = (1 + epsilon) * math.log(t)
    return leaders, [
        item
        for item in range(len(estimate))
        if item not in leaders and reaches(level, clicks[item], plays[item], examination, delta)
    ]


def pbm_pie(n_items, examination, epsilon) -> Rule:
    """PBM-PIE (Algorithm 1) after a cyclic initialisation, with δ = (1 + ε) log t."""

    def rule(t, clicks, plays):
        leaders, candidates = leaders_and_candidates(t, clicks, plays, examination, epsilon)
        if not candidates:
            return [(leaders, Fraction(1))]
        share = Fraction(1, 2 * len(candidates))
        explored = [((*leaders[:-1], item), share) for item in candidates]
        return [(leaders, Fraction(1, 2)), *explored]

    return _initialised(n_items, examination, rule)
