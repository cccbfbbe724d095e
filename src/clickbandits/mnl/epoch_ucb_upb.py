r"""Epoch-UCB for unknown position biases (Grant and Leslie 2023, Algorithm 3).

A list is shown until a round without a click. Before epoch l, attractions α and biases λ (with
λ₁ = 1) are estimated from the counts, and the items with the largest

.. math::
    \alpha_j + \sqrt{36\, \beta_j^2 \log(J l^2)} \quad\text{(Epoch-UCB UPB)} \qquad\text{or}\qquad
    \alpha_j + \tfrac12 \sqrt{\beta_j^2 \log(\sqrt{J} l)} \quad\text{(Epoch-UCB* UPB)}

are shown, the largest at the position of largest estimated bias. :math:`\beta_j^2` is the sum, over the
cells that were shown, of their number of epochs times the squared change of :math:`\alpha_j` caused by one
more click in the cell, (15) and (16). The estimates are the limit of Algorithm 1 or the maximiser of (50),
kept in [1e-4, 1] (footnote 4, Section 1.1).
"""

from __future__ import annotations

import math
from functools import partial
from typing import NamedTuple

import numpy as np
from numba import njit

from ..core import UNTIL_NO_CLICK, Policy, kernel, rank
from .box import maximise
from .fixed_point import PAPER, iterate
from .sensitivity import finite_differences, squared_sensitivity

FLOOR, CAP = 1e-4, 1.0
TOLERANCE, LIMIT = 1e-6, 1000
FINE_TOLERANCE, FINE_LIMIT = 1e-7, 1000
"""Finite differences are of the order of 1/Ñ, and ξ has to be well below that."""


class State(NamedTuple):
    """The knowledge of Epoch-UCB UPB.

    star : whether the multiplier is that of Epoch-UCB* UPB
    newton : whether the estimates maximise (50), rather than being the limit of Algorithm 1
    literal : whether every difference (15) is found by its own run of Algorithm 1
    epochs : how many epochs were shown, shape (1,)
    clicks, plays : counts of clicks and epochs, shape (n_items, n_positions)
    attraction, examination : the estimates, at which the next fit starts
    squares : β² of (16), shape (n_items,)
    index, ranked, positions : work space
    """

    star: bool
    newton: bool
    literal: bool
    epochs: np.ndarray
    clicks: np.ndarray
    plays: np.ndarray
    attraction: np.ndarray
    examination: np.ndarray
    squares: np.ndarray
    index: np.ndarray  # type: ignore[assignment]  # hides tuple.index
    ranked: np.ndarray
    positions: np.ndarray


def start(n_items, n_positions, examination, horizon, rng, *, star, newton, literal) -> State:
    """The initial state, without data; the first fit starts at α = 1/2 and λ = 1."""
    return State(
        star=star,
        newton=newton,
        literal=literal,
        epochs=np.zeros(1, dtype=np.int64),
        clicks=np.zeros((n_items, n_positions)),
        plays=np.zeros((n_items, n_positions)),
        attraction=np.full(n_items, 0.5),
        examination=np.ones(n_positions),
        squares=np.zeros(n_items),
        index=np.zeros(n_items),
        ranked=np.zeros(n_positions, dtype=np.int64),
        positions=np.zeros(n_positions, dtype=np.int64),
    )


@kernel
def choose(state, t, action, rng):
    """Show the items with the largest index until a round without a click."""
    n_items, epoch = state.index.size, state.epochs[0] + 1.0
    if state.star:
        factor = 0.25 * math.log(math.sqrt(n_items) * epoch)
    else:
        factor = 36.0 * math.log(n_items * epoch * epoch)
    for item in range(n_items):
        shown = 0.0
        for position in range(action.size):
            shown += state.plays[item, position]
        bonus = math.sqrt(factor * state.squares[item])
        state.index[item] = state.attraction[item] + bonus if shown > 0.0 else math.inf
    rank(state.index, state.ranked)
    rank(state.examination, state.positions)
    for place in range(action.size):
        action[state.positions[place]] = state.ranked[place]
    return UNTIL_NO_CLICK


@njit(nogil=True)  # not `kernel`: the fits allocate their work space
def update(state, t, action, clicks, n_rounds, rng):
    """Count the epoch, and estimate again, starting from the last estimates."""
    state.epochs[0] += 1
    for position in range(action.size):
        state.clicks[action[position], position] += clicks[position]
        state.plays[action[position], position] += 1.0
    counts = state.clicks, state.plays
    estimates = state.attraction, state.examination
    if state.newton:
        maximise(*counts, *estimates, False, FLOOR, CAP, TOLERANCE, LIMIT)
    elif state.literal:
        iterate(*counts, *estimates, PAPER, FLOOR, CAP, FINE_TOLERANCE, FINE_LIMIT)
        finite_differences(*counts, *estimates, FLOOR, CAP, FINE_TOLERANCE, FINE_LIMIT, state.squares)
        return
    else:
        iterate(*counts, *estimates, PAPER, FLOOR, CAP, TOLERANCE, LIMIT)
    squared_sensitivity(*counts, *estimates, not state.newton, FLOOR, CAP, state.squares)


def epoch_ucb_upb(
    multiplier: str = "printed", estimator: str = "algorithm_1", differences: str = "implicit"
) -> Policy:
    """Epoch-UCB for unknown position biases.

    Parameters
    ----------
    multiplier : "printed" or "star"
        The bonus of Algorithm 3, √(36 β² log(Jl²)), or of Epoch-UCB* UPB, ½ √(β² log(√J l)).
    estimator : "algorithm_1" or "newton"
        The limit of Algorithm 1, or the maximiser of (50).
    differences : "implicit" or "literal"
        Whether (15) is found by the implicit function theorem (see `sensitivity`) or, for
        Algorithm 1 only, by running it again for every cell.

    Raises ValueError if a parameter has another value.
    """
    for name, value, allowed in (
        ("multiplier", multiplier, ("printed", "star")),
        ("estimator", estimator, ("algorithm_1", "newton")),
        ("differences", differences, ("implicit", "literal")),
    ):
        if value not in allowed:
            raise ValueError(f"{name} must be one of {', '.join(allowed)}; got {value!r}")
    newton, literal = estimator == "newton", differences == "literal"
    if newton and literal:
        raise ValueError("literal differences are available for Algorithm 1 only; got estimator 'newton'")
    changes = ["maximiser of (50)"] * newton + ["literal differences"] * literal
    name = "Epoch-UCB*-UPB" if multiplier == "star" else "Epoch-UCB-UPB"
    name += f"({', '.join(changes)})" if changes else ""
    settings = partial(start, star=multiplier == "star", newton=newton, literal=literal)
    return Policy(name, settings, choose, update, knows_examination=False)


EPOCH_UCB_UPB = epoch_ucb_upb()
EPOCH_UCB_UPB_STAR = epoch_ucb_upb("star")
