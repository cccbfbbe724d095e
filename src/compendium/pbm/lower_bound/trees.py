"""The tree of all histories of a small game, with exact probabilities.

A policy is a function of the history that returns its lists with their probabilities, so that a
tree holds adaptive and randomised play alike; every probability is a `Fraction`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from flint import arb

from compendium.balls import ball

from .exact import information_ball


class Round(NamedTuple):
    """What a round adds to a history: the list, the bits, and how likely the policy was to it."""

    action: tuple[int, ...]
    clicks: tuple[int, ...]
    choice: Fraction


History = tuple[Round, ...]


def pooled_policy(examination, n_items: int, mixed: Fraction) -> Callable:
    """A policy that adapts: items by the pooled estimate, or, with a probability, reversed."""

    def choose(history: History):
        clicks, views = [Fraction(0)] * n_items, [Fraction(0)] * n_items
        for past in history:
            for share, item, bit in zip(examination, past.action, past.clicks, strict=True):
                clicks[item] += bit
                views[item] += share
        value = [(c + Fraction(1, 2)) / (v + 1) for c, v in zip(clicks, views, strict=True)]
        ranking = sorted(range(n_items), key=lambda item: (-value[item], item))
        best, other = ranking[: len(examination)], ranking[::-1][: len(examination)]
        return [(tuple(best), 1 - mixed), (tuple(other), mixed)] if mixed else [(tuple(best), 1)]

    return choose


def histories(policy, n_positions: int, horizon: int, stop=lambda history: False):
    """Every history of the policy up to the horizon or to the stopping rule's first yes."""
    alive: list[History] = [()]
    for _ in range(horizon):
        grown: list[History] = []
        for past in alive:
            if past and stop(past):
                grown.append(past)
                continue
            for action, choice in policy(past):
                for bits in itertools.product((0, 1), repeat=n_positions):
                    grown.append((*past, Round(action, bits, Fraction(choice))))
        alive = grown
    return alive


def probability(history: History, attraction, examination) -> Fraction:
    """Probability of a history, the policy's own coins included."""
    total = Fraction(1)
    for past in history:
        total *= past.choice
        for share, item, bit in zip(examination, past.action, past.clicks, strict=True):
            chance = share * attraction[item]
            total *= chance if bit else 1 - chance
    return total


def likelihood_ratio(history: History, attraction, changed, examination) -> Fraction:
    """exp(ℓ(t)): the product of the clicks' probabilities under θ over those under λ."""
    total = Fraction(1)
    for past in history:
        for share, item, bit in zip(examination, past.action, past.clicks, strict=True):
            ours, theirs = share * attraction[item], share * changed[item]
            total *= ours / theirs if bit else (1 - ours) / (1 - theirs)
    return total


def expected_plays(tree, chances) -> dict[tuple[int, ...], Fraction]:
    """E N_a of every list that a tree shows."""
    plays: dict[tuple[int, ...], Fraction] = {}
    for history, chance in zip(tree, chances, strict=True):
        for past in history:
            plays[past.action] = plays.get(past.action, Fraction(0)) + chance
    return plays


# --- the small game of the checks -----------------------------------------------------------------

EXAMINATION = (Fraction(9, 10), Fraction(1, 2))
TRUTH = (Fraction(3, 5), Fraction(2, 5), Fraction(1, 5))
CHANGED = (Fraction(3, 5), Fraction(2, 5), Fraction(7, 10))  # in B(θ): only item 3 moves
BEST = (0, 1)
HORIZON = {"quick": 3, "paper": 4}


@cache
def small_game(horizon: int, mixed: Fraction = Fraction(1, 4)):
    """The tree of K = 3, L = 2 with its probabilities under θ and under λ."""
    tree = histories(pooled_policy(EXAMINATION, 3, mixed), 2, horizon)
    ours, theirs = (
        [probability(history, attraction, EXAMINATION) for history in tree]
        for attraction in (TRUTH, CHANGED)
    )
    return tree, ours, theirs


def total_information(plays) -> arb:
    """The right-hand side of (5), from the expected plays of the lists."""
    return sum(
        (
            ball(count) * information_ball(action, TRUTH, CHANGED, EXAMINATION)
            for action, count in plays.items()
        ),
        arb(0),
    )
