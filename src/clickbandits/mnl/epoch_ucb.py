r"""Epoch-UCB: optimism for known position biases (Grant and Leslie 2023, Algorithm 2).

A list is shown until a round without a click. Let :math:`\Lambda_j` be the sum of the biases over the
epochs of item j, and :math:`\bar\alpha_j` its clicks divided by :math:`\Lambda_j`. Epoch l shows the items
with the largest

.. math::
    \bar\alpha_j + \sqrt{\frac{b \min(1, 2 \bar\alpha_j)\, c}{\Lambda_j}}
    + \frac{b\, c}{\Lambda_j},

the largest at the position of largest bias. Algorithm 2 has b = 4 and c = log(Jl²/2), and Epoch-UCB-W has
the weaker b = 48 of Agrawal et al. (2019). The sharp variant is not in the paper; it uses the smaller of
the two radii that the tails of geometric sums allow.
"""

from __future__ import annotations

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from ..core import UNTIL_NO_CLICK, Policy, by_examination, kernel, rank


class State(NamedTuple):
    """The knowledge of Epoch-UCB.

    coefficient : b
    root_log : whether c is log(√J l + 1), as in Agrawal et al. (2019), and not log(Jl²/2)
    sharp : whether the sharp radius replaces the published one
    clip : whether an index is truncated at 1, the largest attractiveness
    positions : positions, with the largest bias first
    epochs : how many epochs were shown, shape (1,)
    clicks, exposure : clicks and Λ, shape (n_items,)
    index, ranked : work space
    """

    coefficient: float
    root_log: bool
    sharp: bool
    clip: bool
    examination: np.ndarray
    positions: np.ndarray
    epochs: np.ndarray
    clicks: np.ndarray
    exposure: np.ndarray
    index: np.ndarray  # type: ignore[assignment]  # hides tuple.index
    ranked: np.ndarray


def start(n_items, n_positions, examination, horizon, rng, *, coefficient, root_log, sharp, clip) -> State:
    """The initial state, without data."""
    return State(
        coefficient=coefficient,
        root_log=root_log,
        sharp=sharp,
        clip=clip,
        examination=examination,
        positions=by_examination(examination),
        epochs=np.zeros(1, dtype=np.int64),
        clicks=np.zeros(n_items),
        exposure=np.zeros(n_items),
        index=np.zeros(n_items),
        ranked=np.zeros(n_positions, dtype=np.int64),
    )


@kernel
def choose(state, t, action, rng):
    """Show the items with the largest index until a round without a click."""
    n_items, epoch = state.index.size, state.epochs[0] + 1.0
    if state.root_log:
        level = math.log(math.sqrt(n_items) * epoch + 1.0)
    else:
        level = max(0.0, math.log(0.5 * n_items * epoch * epoch))
    for item in range(n_items):
        state.index[item] = index_kernel(
            state.clicks[item], state.exposure[item], level, state.coefficient, state.sharp
        )
        if state.clip and state.index[item] < math.inf:
            state.index[item] = min(1.0, state.index[item])
    rank(state.index, state.ranked)
    for place in range(action.size):
        action[state.positions[place]] = state.ranked[place]
    return UNTIL_NO_CLICK


@kernel
def index_kernel(clicks, exposure, level, coefficient, sharp):
    """The index of one item at c = `level`; infinite for an item that was never shown."""
    if exposure == 0.0:
        return math.inf
    estimate, unit = clicks / exposure, level / exposure
    if sharp:
        gaussian = math.sqrt(4.0 * unit)
        empirical = 2.0 * unit + 2.0 * math.sqrt(unit * (unit + estimate))
        return estimate + min(gaussian, empirical)
    scaled = coefficient * unit
    return estimate + math.sqrt(scaled * min(1.0, 2.0 * estimate)) + scaled


@kernel
def update(state, t, action, clicks, n_rounds, rng):
    """Count the epoch. One that is cut off at the horizon is counted, too, because nothing follows it."""
    state.epochs[0] += 1
    for position in range(action.size):
        item = action[position]
        state.clicks[item] += clicks[position]
        state.exposure[item] += state.examination[position]


RADII = {"printed": "Epoch-UCB", "sharp": "Epoch-UCB-sharp", "weak": "Epoch-UCB-W"}


def epoch_ucb(radius: str = "printed", log_of: str = "", clip: bool = False) -> Policy:
    """Epoch-UCB with one of three radii.

    Parameters
    ----------
    radius : "printed", "sharp" or "weak"
        The radius of Algorithm 2, the sharp one, or that of Epoch-UCB-W.
    log_of : "Jl²/2" or "√J l + 1", optional
        The argument of the logarithm c. The default is the second for the weak radius (from its own
        source, because the term is not legible in our copy of the paper) and the first for the others.
    clip : bool
        Whether the index of an item that was shown is truncated at 1.

    Raises ValueError if a parameter has another value.
    """
    if radius not in RADII:
        raise ValueError(f"radius must be one of {', '.join(RADII)}; got {radius!r}")
    usual = "√J l + 1" if radius == "weak" else "Jl²/2"
    log_of = log_of or usual
    if log_of not in ("Jl²/2", "√J l + 1"):
        raise ValueError(f'log_of must be "Jl²/2" or "√J l + 1"; got {log_of!r}')
    changes = [f"log of {log_of}"] * (log_of != usual) + ["clipped at 1"] * clip
    settings = partial(
        start,
        coefficient=48.0 if radius == "weak" else 4.0,
        root_log=log_of == "√J l + 1",
        sharp=radius == "sharp",
        clip=clip,
    )
    name = RADII[radius] + (f"({', '.join(changes)})" if changes else "")
    return Policy(name, settings, choose, update)


EPOCH_UCB = epoch_ucb()
EPOCH_UCB_SHARP = epoch_ucb("sharp")
EPOCH_UCB_W = epoch_ucb("weak")
