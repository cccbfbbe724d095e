r"""The regret lower bound of the position-based model (Lagrée et al. 2016, Section 3).

Showing the suboptimal item k at position l, the best items around it in order, is the list
v_{k,l} = (1, ..., l-1, k, l, ..., L-1). It costs the gap and brings the information

.. math::
    \Delta_{v_{k,l}} = \sum_{m=l}^{L} (\kappa_m - \kappa_{m+1})(\theta_m - \theta_k),
    \qquad d(\kappa_l \theta_k, \kappa_l \theta_L), \qquad \kappa_{L+1} = 0,

and the constant of (6) is the sum over the suboptimal items of the smallest ratio of the two.

All functions follow the same rules at the borders. An item is *suboptimal* if its attraction is
strictly below the L-th largest. An item that ties with the L-th is in an optimal list, so nothing
must be learnt about it, and it has no term. If the L-th largest attraction is 1, no change of
measure exists (Theorem 6 assumes attractions inside (0, 1)); the value is then that of the formula,
its limit from below. If double precision cannot distinguish two items at some position, their ratio
is infinite there.
"""

from __future__ import annotations

import itertools
import math
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.optimize import linprog
from scipy.sparse import coo_array

from ..bernoulli import kl
from ..core import Problem, pair
from .model import problem as validated

TIE = 1e-12
"""Relative difference below which ratios count as tied; far above their rounding errors."""

RARE = 2.0**-60
"""Click probabilities below this are rescaled, because information per click no longer depends on them."""

MOST_ACTIONS = 50_000
"""Largest number of lists for which the linear program is set up."""


def _ordered(problem: Problem) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The vectors in decreasing order and the attractions of the suboptimal items among them."""
    attraction, examination = (np.sort(vector)[::-1] for vector in validated(*pair(problem)))
    return attraction, examination, attraction[attraction < attraction[examination.size - 1]]


def exploration_gaps(problem: Problem) -> np.ndarray:
    """Gaps of the lists v_{k,l}, in expected clicks.

    Returns
    -------
    ndarray, shape (n_suboptimal, n_positions)
        Suboptimal items by decreasing attraction, positions by decreasing examination. The gaps
        keep their relative accuracy because every term of the sum is positive.
    """
    attraction, examination, suboptimal = _ordered(problem)
    drops = examination - np.append(examination[1:], 0.0)
    terms = drops * (attraction[: examination.size] - suboptimal[:, None])
    return np.cumsum(terms[:, ::-1], axis=1)[:, ::-1]


def exploration_information(problem: Problem) -> np.ndarray:
    """Information in one display, d(κ_l θ_k, κ_l θ_L) in nats, shaped like `exploration_gaps`."""
    attraction, examination, suboptimal = _ordered(problem)
    worst = attraction[examination.size - 1]
    return np.asarray(kl(examination * suboptimal[:, None], examination * worst))


def exploration_ratios(problem: Problem) -> np.ndarray:
    """The price r_{k,l}, the gap divided by the information, shaped like `exploration_gaps`."""
    attraction, examination, suboptimal = _ordered(problem)
    worst = attraction[examination.size - 1]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ratios = exploration_gaps(problem) / exploration_information(problem)
        for position in np.flatnonzero(examination * worst < RARE):
            below = (
                np.append(examination[position:], 0.0) * 2.0**900
            )  # exact; otherwise differences underflow
            shares = (below[:-1] - below[1:]) / below[0]
            lift = _lift(worst)
            gaps = attraction[position : examination.size] * lift - suboptimal[:, None] * lift
            ratios[:, position] = gaps @ shares / kl(suboptimal * lift, worst * lift)
    return ratios


def _lift(attraction: float) -> float:
    """The power of two that takes an attraction to `RARE`, up to a factor of 2.

    For rare clicks d(cκθ, cκθ') = c d(κθ, κθ') to double precision, so gap and information can be computed at
    larger probabilities, at which neither underflows.
    """
    return 2.0 ** (math.frexp(RARE)[1] - math.frexp(attraction)[1])


def lower_bound(problem: Problem) -> float:
    """The constant of (6): no uniformly efficient policy has a regret below it times log T.

    Parameters
    ----------
    problem : Problem
        Attractions in [0, 1] and examinations in (0, 1], in any order, ties allowed.

    Returns
    -------
    float
        0 if no item is suboptimal.

    Raises
    ------
    ValueError
        If the problem is not one of the position-based model.

    Notes
    -----
    Lagrée et al. (2016), Theorem 6; the module docstring gives the rules for ties and borders.

    Examples
    --------
    >>> from clickbandits import lower_bound, pbm
    >>> problem = pbm.problem([0.6, 0.5, 0.2], [0.9, 0.3])
    >>> print(round(lower_bound(problem), 2))  # times log T: in expected clicks
    2.03
    """
    return float(exploration_ratios(problem).min(axis=1).sum())


def exploration_positions(problem: Problem) -> np.ndarray:
    """The position at which exploring each suboptimal item costs least per unit of information.

    Returns
    -------
    ndarray of int, shape (n_suboptimal,)
        For each suboptimal item, by decreasing attraction, the 1-based rank of the position among
        the positions by decreasing examination. In a tie it is the highest position. Ratios that
        exceed the smallest by less than `TIE`, relatively, count as tied so that rounding cannot
        decide. Positions of equal examination have identical ratios, to the last bit.

    Raises
    ------
    ValueError
        If the problem is not one of the position-based model.
    """
    ratios = exploration_ratios(problem)
    smallest = ratios.min(axis=1, keepdims=True)
    return 1 + np.argmax(ratios <= smallest * (1.0 + TIE), axis=1)


def shared_position_bound(problem: Problem, position: int) -> float:
    r"""The crude version of (6) with :math:`\kappa_l \sum_k (\theta_L - \theta_k) / d` at one l.

    `position` is 1-based, by decreasing examination. The value is at most (6) at the first position,
    and at least (6) at the last, where it is the constant of PBM-PIE's Theorem 11.
    """
    attraction, examination, suboptimal = _ordered(problem)
    if position not in range(1, examination.size + 1):
        raise ValueError(f"positions run from 1 to {examination.size}; got {position}")
    share = examination[position - 1]
    worst = attraction[examination.size - 1]
    return _crude_bound(suboptimal, worst, share)


def _crude_bound(suboptimal: np.ndarray, worst: float, share: float) -> float:
    """The sum of κ (θ_L - θ_k) / d(κ θ_k, κ θ_L) over the suboptimal items, for an examination κ."""
    scale = share if share * worst >= RARE else _lift(worst)
    low, high = scale * suboptimal, scale * worst
    with np.errstate(divide="ignore"):
        return float(np.sum(scale * (worst - suboptimal) / kl(low, high)))


def uncensored_bound(problem: Problem) -> float:
    """The constant of (3), if examinations are seen (Remark 7) or every position is examined."""
    attraction, examination, suboptimal = _ordered(problem)
    return _crude_bound(suboptimal, attraction[examination.size - 1], 1.0)


def composition(problem: Problem) -> pd.DataFrame:
    """The terms of (6), one row per suboptimal item, by decreasing attraction.

    Columns: rank of the item, attraction, position (1-based), gap, information, term.
    """
    attraction, examination, suboptimal = _ordered(problem)
    rows = np.arange(suboptimal.size) * examination.size + exploration_positions(problem) - 1
    table = exploration_table(problem).iloc[rows].reset_index(drop=True)
    table.insert(1, "attraction", suboptimal)
    return table.rename(columns={"price": "term"})


def exploration_table(problem: Problem) -> pd.DataFrame:
    """The cost, information and price of trying each suboptimal item at each position.

    Parameters
    ----------
    problem : Problem
        Attractions in [0, 1] and examinations in (0, 1], in any order, ties allowed.

    Returns
    -------
    DataFrame
        One row per item and position, both from 1, items by decreasing attraction and positions by
        decreasing examination; columns item, position, gap (clicks), information (nats) and price,
        the ratio of the two (clicks per nat).

    Raises
    ------
    ValueError
        If the problem is not one of the position-based model.

    Examples
    --------
    >>> from clickbandits.pbm import bounds, problem
    >>> table = bounds.exploration_table(problem([0.6, 0.5, 0.2], [0.9, 0.3]))
    >>> print(table.round(2).to_string(index=False))
     item  position  gap  information  price
        3         1 0.33         0.16   2.03
        3         2 0.09         0.04   2.27
    """
    attraction, examination, suboptimal = _ordered(problem)
    first = attraction.size - suboptimal.size + 1
    ranks = np.arange(first, attraction.size + 1)
    positions = np.arange(1, examination.size + 1)
    return pd.DataFrame(
        {
            "item": np.repeat(ranks, examination.size),
            "position": np.tile(positions, suboptimal.size),
            "gap": exploration_gaps(problem).ravel(),
            "information": exploration_information(problem).ravel(),
            "price": exploration_ratios(problem).ravel(),
        }
    )


class Program(NamedTuple):
    """A solution of the linear program (12)-(13).

    value : the optimal value
    actions : int array, shape (n_actions, n_positions); 0-based ranks of the items by position
    plays : float array, shape (n_actions,); the coefficients c, plays per unit of log T
    """

    value: float
    actions: np.ndarray
    plays: np.ndarray


def exploration_program(problem: Problem) -> Program:
    """Solve (12)-(13) by HiGHS over all K!/(K-L)! lists; errors as `lower_bound_by_linear_program`.

    The unknown of a list is its number of plays times the largest information it brings, and costs are
    in units of the smallest one, because the solver's tolerances are absolute.
    """
    attraction, examination, suboptimal = _ordered(problem)
    n_items, n_positions = attraction.size, examination.size
    n_actions = math.perm(n_items, n_positions)
    if n_actions > MOST_ACTIONS:
        raise ValueError(
            f"the linear program is set up for at most {MOST_ACTIONS} lists; "
            f"{n_items} items at {n_positions} positions make {n_actions}"
        )
    actions = np.array(list(itertools.permutations(range(n_items), n_positions)))
    gained = exploration_information(problem)
    idle = Program(0.0, actions, np.zeros(n_actions))
    if suboptimal.size == 0 or np.isinf(gained).any():  # infinite where 1 is compared with less
        return idle
    first = n_items - suboptimal.size
    action, position = np.nonzero(actions >= first)
    item = actions[action, position] - first
    information = gained[item, position]
    scale = np.zeros(n_actions)
    np.maximum.at(scale, action, information)
    useful = np.flatnonzero(scale)
    gaps = examination @ attraction[:n_positions] - attraction[actions[useful]] @ examination
    cost = gaps / scale[useful]
    column = np.searchsorted(useful, action)
    shape = suboptimal.size, useful.size
    constraints = coo_array((information / scale[action], (item, column)), shape=shape).tocsr()
    solved = linprog(
        cost / cost.min(),
        A_ub=-constraints,
        b_ub=-np.ones(suboptimal.size),
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    if solved.status != 0:
        raise ArithmeticError(f"HiGHS found no solution: {solved.message}")
    plays = np.zeros(n_actions)
    plays[useful] = solved.x / scale[useful]
    return Program(float(solved.fun * cost.min()), actions, plays)


def lower_bound_by_linear_program(problem: Problem) -> float:
    """The constant of (6) as the value of the linear program (12)-(13), without Proposition 14.

    Raises
    ------
    ValueError
        If the problem is not one of the position-based model, or has more than
        `MOST_ACTIONS` lists.
    """
    return exploration_program(problem).value
