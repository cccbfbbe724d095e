r"""Bounds on the regret: Propositions 8 and 9, with their constants.

Grant and Leslie (2023) state orders. This module gives the constants of the published proofs, and those
of our repaired proofs, whose bounds hold for every horizon. α is attraction, λ examination, J and K are
the numbers of items and positions, T is the horizon, and S is a list's sum of λ_k α_{a_k}. Every function
raises ValueError if the horizon is not a number of at least 1, or if another argument is out of its range.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..core import Problem, vectors
from .concentration import predictable_factor
from .model import optimal_reward, problem

Vector = Sequence[float] | np.ndarray

ROOT_TERM = 6
"""U − α ≤ 6 √(αc/Λ) + (8 + 4√2) c/Λ if the index U is valid; c is log(Jl²/2)."""
LINEAR_TERM = 8 + 4 * math.sqrt(2)
LARGEST_SHAPE = 2 / (3 * math.sqrt(3))
"""The largest value of √S / (1 + S)^{3/2}, at S = 1/2."""


def _check(horizon: float, n_items: int = 1) -> None:
    if not 1 <= horizon <= 1e150:
        raise ValueError(f"horizon must be a number from 1 to 10^150; got {horizon}")
    if not isinstance(n_items, int | np.integer) or not 1 <= n_items < 2**63:
        raise ValueError(f"the number of items must be a whole number of at least 1; got {n_items!r}")


def _biases(examination: Vector) -> np.ndarray:
    return vectors([1.0], examination, "[0, 1]", "(0, 1]").examination


def printed_upper_bound(n_items: int, examination: Vector, horizon: float) -> float:
    """The bound at which the published proof of Proposition 8 arrives; its last step is false.

    [9(K+1) + 14 J K log(JT²/2) / λ_K] (log T + 1) + √(192 λ_1² log(JT²) JT / λ_K), with the
    largest bias λ_1 and the smallest λ_K.
    """
    _check(horizon, n_items)
    n_items, examination = int(n_items), _biases(examination)
    largest, smallest, n_positions = max(examination), min(examination), len(examination)
    early = 9 * (n_positions + 1)
    early += 14 * n_items * n_positions / smallest * math.log(n_items * horizon**2 / 2)
    late = 192 * largest**2 * math.log(n_items * horizon**2) * n_items * horizon / smallest
    return float(early * (math.log(horizon) + 1) + math.sqrt(late))


def invalid_epochs(n_indices: int, horizon: float) -> float:
    """A bound on the expected number of epochs up to T in which an index is not valid.

    There are `n_indices` indices, each of which is wrong with probability at most
    (8N + 2) / (n_indices l²) in epoch l, by the repaired Lemma 4; N is `predictable_factor`.
    """
    _check(horizon, n_indices)
    last = min(horizon, 10**5)
    epochs = np.arange(2.0, last + 1)
    paths = predictable_factor(epochs, np.maximum(n_indices, 2) * epochs**2 / 2)
    # beyond, N <= 1 + (3/4) l^{1/4}, so the rest sums to less than 8 l^{-3/4} + 10 / l
    rest = 2e-3 if horizon > last else 0.0
    return 1.0 + float(np.minimum(1, (8 * paths + 2) / epochs**2).sum()) + rest


def worst_list(game: Problem, horizon: float) -> float:
    """The loss of a policy that shows the worst list in every round."""
    _check(horizon)
    game = problem(*game)
    biases, attraction = np.sort(game.examination)[::-1], np.sort(game.attraction)
    worst = biases @ attraction[: biases.size]
    return float(horizon * (optimal_reward(game) - worst / (1 + worst)))


def upper_bound(game: Problem, horizon: float) -> float:
    """Our bound on the regret of Epoch-UCB on a problem, the repaired Proposition 8.

    Its term of largest order is 12 √S* / (1 + S*)^{3/2} √(JT log(JT²/2)), where S* belongs to the best list.
    """
    _check(horizon)
    game = problem(*game)
    n_items, biases = game.attraction.size, game.examination
    best = optimal_reward(game)
    level = max(0.0, math.log(n_items * horizon**2 / 2))  # negative for one item and one round
    ratio = biases.max() / biases.min()
    roots = 2 * math.sqrt(n_items * best * horizon)
    roots += np.sqrt(game.attraction).sum() * biases.max() / math.sqrt(biases.min())
    spread = max(math.e, biases.sum() * horizon / (n_items * biases.min()))
    tail = n_items * (math.log(spread) + ratio)
    first = math.ceil(n_items / biases.size)
    learning = ROOT_TERM * math.sqrt(level) * roots + LINEAR_TERM * level * tail
    return float(best * (first + invalid_epochs(n_items, horizon)) + (1 - best) * learning)


def flat_weight(examination: Vector) -> float:
    """M, the maximum over m of m times the m-th largest bias. S_{K,2} / 2 <= M, S_K / (1 + log K) <= M."""
    ordered = sorted(_biases(examination), reverse=True)
    return float(max(place * bias for place, bias in enumerate(ordered, start=1)))


class LowerBound(NamedTuple):
    """A loss that every policy has on some problem, and the problem.

    value : the regret up to the horizon, in the worse of two kinds of problems
    n_special : m; the two kinds have m and m − 1 special items
    base, bonus : β and γ; the attraction is β, for the K − m + 1 known items β + γ, for special ones β + 2γ
    """

    value: float
    n_special: int
    base: float
    bonus: float


def lower_bound(n_items: int, examination: Vector, horizon: float) -> LowerBound:
    """Our lower bound on the regret of any policy, the repaired Proposition 9.

    For J >= 4K and T >= 1000 J max(1, S_K) / M it exceeds √(M JT / max(1, S_K)) / 10.
    Raises ValueError unless there are more items than positions.
    """
    _check(horizon, n_items)
    ordered = np.sort(_biases(examination))[::-1]
    if n_items <= ordered.size:
        raise ValueError(f"items must outnumber positions; got {n_items} items, {ordered.size} positions")
    each = [_lower_bound(n_items, ordered, horizon, m) for m in range(1, ordered.size + 1)]
    return max(each, key=lambda bound: bound.value)


def _lower_bound(n_items: int, ordered: np.ndarray, horizon: float, n_special: int) -> LowerBound:
    total, flat, n = ordered.sum(), n_special * ordered[n_special - 1], n_items - ordered.size
    base = 1 / (2 * max(1.0, total))
    divergence = 1 / (2 * base * (1 + base * total))  # KL <= divergence (2γ)² λ
    unit = math.sqrt(n / (2 * divergence * flat * horizon))
    a = 1 + n_special / n
    bonus = min(2 / 3 * math.sqrt(3 * a) * unit, (1 - base) / 2)
    scaled = bonus / unit
    missed = ((math.sqrt(scaled**2 + 4 * a) - scaled) / (2 * a)) ** 2
    best = base * total + bonus * (total + ordered[:n_special].sum())
    value = bonus * horizon * flat * missed / (1 + best) ** 2
    return LowerBound(float(value), n_special, float(base), float(bonus))


def hard_problem(n_items: int, examination: Vector, horizon: float) -> Problem:
    """The problem with m special items to which `lower_bound` refers; special items first."""
    bound = lower_bound(n_items, examination, horizon)
    attraction = np.full(n_items, bound.base)
    attraction[: len(examination) + 1] += bound.bonus
    attraction[: bound.n_special] += bound.bonus
    return problem(attraction, examination)
