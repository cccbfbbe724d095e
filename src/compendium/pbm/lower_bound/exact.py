r"""Exact tools of the chapter on the lower bound: balls for numbers, counts for inequalities.

*Counts.* With :math:`\varepsilon_m = \kappa_m - \kappa_{m+1}` and
:math:`\delta_j = \theta_j - \theta_{j+1}` (the last ones :math:`\kappa_L` and :math:`\theta_K`),
exchanging sums gives, for every list a,

.. math:: \mu_a = \sum_{m,j} \varepsilon_m \delta_j \, \#\{l \le m : a_l \le j\}, \qquad
    \Delta_a = \sum_{m,j} \varepsilon_m \delta_j \,
        \bigl(\min(m, j) - \#\{l \le m : a_l \le j\}\bigr).

An inequality between gaps therefore holds for *all* decreasing κ and θ if it holds for the integers
in the brackets, and it is strict for all strictly decreasing ones if it is strict for some integer.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import sympy
from flint import arb

from compendium.balls import ball, kl_ball

KAPPA, P, Q = sympy.symbols("kappa p q", positive=True)
DIVERGENCE = KAPPA * P * sympy.log(P / Q) + (1 - KAPPA * P) * (
    sympy.log(1 - KAPPA * P) - sympy.log(1 - KAPPA * Q)
)
"""g(κ) = d(κp, κq), in symbols."""


# --- balls ---------------------------------------------------------------------------------------


def gap(action, attraction, examination) -> Fraction:
    """Gap of a list, 0-based, from its definition; κ decreases."""
    best = sorted(attraction, reverse=True)
    return sum(
        share * (top - attraction[item]) for share, top, item in zip(examination, best, action, strict=False)
    )


def ratio_balls(attraction, examination, item: int) -> list[arb]:
    """The ratios r_{k,l} of one item (0-based), one ball per position; both vectors decrease."""
    n_positions, worst = len(examination), attraction[len(examination) - 1]
    return [
        ball(gap(exploring_list(item, position, n_positions), attraction, examination))
        / kl_ball(share * attraction[item], share * worst)
        for position, share in enumerate(examination)
    ]


def certified_position(balls: list[arb]) -> int:
    """The 1-based place of the ball that is certainly the smallest; 0 if none is."""
    for place, candidate in enumerate(balls):
        if all(candidate < other for rank, other in enumerate(balls) if rank != place):
            return place + 1
    return 0


def bound_ball(attraction, examination) -> tuple[arb, tuple[int, ...]]:
    """The constant of (6) and the certified positions of its minima."""
    total, positions = arb(0), []
    for item in range(len(examination), len(attraction)):
        balls = ratio_balls(attraction, examination, item)
        positions.append(certified_position(balls))
        total += balls[positions[-1] - 1]
    return total, tuple(positions)


def information_ball(action, attraction, changed, examination) -> arb:
    """I_a(θ, λ) of a list."""
    terms = (
        kl_ball(share * attraction[item], share * changed[item])
        for share, item in zip(examination, action, strict=True)
    )
    return sum(terms, arb(0))


def mean_of(pairs) -> arb:
    """Σ chance times value, or number times value."""
    return sum((ball(chance) * value for chance, value in pairs), arb(0))


def total_information(plays, attraction, changed, examination) -> arb:
    """Σ_a I_a(θ, λ) n_a of the (expected) numbers of plays of lists."""
    return mean_of(
        (count, information_ball(action, attraction, changed, examination)) for action, count in plays.items()
    )


def number(enclosure: arb) -> float:
    """The midpoint of a ball, for display."""
    return float(enclosure.mid())


# --- counts --------------------------------------------------------------------------------------


def deficit(action, n_items: int) -> np.ndarray:
    """The integers min(m, j) - #{l <= m : a_l <= j}, shape (n_positions, n_items), of a list."""
    rows = np.arange(1, len(action) + 1)[:, None]
    columns = np.arange(1, n_items + 1)
    shown = np.cumsum((np.asarray(action) + 1)[:, None] <= columns, axis=0)
    return np.minimum(rows, columns) - shown


def least_gap(item: int, place: int, n_items: int, n_positions: int, above: int = 0) -> np.ndarray:
    """The integers of κ_l (θ_{L-above} - θ_k), to compare with a gap's, shaped like `deficit`."""
    m = np.arange(n_positions)[:, None]
    j = np.arange(n_items)
    return ((place <= m) & (j >= n_positions - 1 - above) & (j < item)).astype(int)


def exploring_list(item: int, position: int, n_positions: int) -> tuple[int, ...]:
    """The list v_{k,l}, 0-based."""
    return (*range(position), item, *range(position, n_positions - 1))


def strangers(action) -> list[tuple[int, int]]:
    """The suboptimal items of a list with their positions, 0-based."""
    return [(item, place) for place, item in enumerate(action) if item >= len(action)]


def lists(n_items: int, n_positions: int) -> Iterator[tuple[int, ...]]:
    """All K!/(K-L)! lists."""
    return itertools.permutations(range(n_items), n_positions)
