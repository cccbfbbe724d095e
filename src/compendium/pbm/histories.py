"""Every history of a small game, with its exact probability: the trees of the appendices.

Many statements of the regret analyses are about the counts at a round, so that histories with
the same counts are merged, where `tree` keeps courses apart, and policies may randomise. A table
is a tuple with one tuple of positions per item.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from clickbandits.pbm.confidence import reaches, ucb_index


class Situation(NamedTuple):
    """What a learner knows before round t (the paper's t, from 1), and how likely that is."""

    t: int
    clicks: tuple
    plays: tuple
    chance: Fraction


Rule = Callable[[int, tuple, tuple], list]
"""Of (t, clicks, plays): the actions with their probabilities, as pairs."""


def situations(attraction, examination, horizon: int, rule: Rule) -> Iterator[Situation]:
    """All situations of rounds 1, ..., horizon under a rule.

    With `Fraction` parameters the probabilities are exact; those of one round sum to one.
    """
    empty = ((0,) * len(examination),) * len(attraction)
    level = {(empty, empty): Fraction(1)}
    for t in range(1, horizon + 1):
        below: dict = defaultdict(Fraction)
        for (clicks, plays), chance in level.items():
            yield Situation(t, clicks, plays, chance)
            if t == horizon:
                continue
            for action, share in rule(t, clicks, plays):
                for outcome in product((0, 1), repeat=len(action)):
                    likely = chance * share
                    for scale, item, click in zip(examination, action, outcome, strict=True):
                        seen = scale * attraction[item]
                        likely *= seen if click else 1 - seen
                    after = _add(clicks, action, outcome), _add(plays, action, (1,) * len(action))
                    below[after] += likely
        level = below


def _add(table, action, amounts):
    rows = [list(row) for row in table]
    for position, (item, amount) in enumerate(zip(action, amounts, strict=True)):
        rows[item][position] += amount
    return tuple(tuple(row) for row in rows)


def in_turn(t, n_items, n_positions):
    """The action of round t of the first n_items rounds: a row of the cyclic Latin square."""
    return tuple((t - 1 + position) % n_items for position in range(n_positions))


def views(plays, examination):
    """Ñ of each item."""
    return [sum(n * scale for n, scale in zip(row, examination, strict=True)) for row in plays]


def estimates(clicks, plays, examination) -> list:
    """The pooled estimate S / Ñ of each item, every one played."""
    return [
        sum(row) / Fraction(seen)
        for row, seen in zip(clicks, views(plays, examination), strict=True)
    ]


def top(index, number) -> tuple:
    """The items of largest index, ties to the lowest item."""
    return tuple(sorted(range(len(index)), key=lambda item: (-index[item], item))[:number])


def pbm_ucb(n_items, examination, epsilon) -> Rule:
    """PBM-UCB after a cyclic initialisation, as in Section 4 with δ = (1 + ε) log t."""

    def rule(t, clicks, plays):
        if t <= n_items:
            return [(in_turn(t, n_items, len(examination)), Fraction(1))]
        delta = (1 + epsilon) * math.log(t)
        index = [ucb_index(s, n, examination, delta) for s, n in zip(clicks, plays, strict=True)]
        return [(top(index, len(examination)), Fraction(1))]

    return rule


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
        if t <= n_items:
            return [(in_turn(t, n_items, len(examination)), Fraction(1))]
        leaders, candidates = leaders_and_candidates(t, clicks, plays, examination, epsilon)
        if not candidates:
            return [(leaders, Fraction(1))]
        share = Fraction(1, 2 * len(candidates))
        explored = [((*leaders[:-1], item), share) for item in candidates]
        return [(leaders, Fraction(1, 2)), *explored]

    return rule
