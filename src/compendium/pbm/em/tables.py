"""Tables of clicks on which the statements about EM are tested, and an independent maximum.

Evenly spread counts hide difficulties. The tables here are therefore skewed (a system showed its good items
mostly at the bottom), sparse (most cells are empty) or at the border (some items were always or never
clicked, and some cells were never shown).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

KINDS = ("skewed", "sparse", "border")


class Table(NamedTuple):
    """A log as a table in which every item and every position has displays.

    clicks, plays : float64 arrays, shape (n_items, n_positions)
    """

    clicks: np.ndarray
    plays: np.ndarray

    @property
    def missed(self) -> np.ndarray:
        return self.plays - self.clicks


def skewed_log() -> Table:
    """The chapter's example: the expected clicks of θ = (.8, .1) and κ = (.9, .5).

    The good item was shown 100 times at the top and 2,000 times at the bottom, and the bad one vice versa.
    """
    plays = np.array([[100.0, 2000.0], [2000.0, 100.0]])
    return Table(plays * np.outer((0.8, 0.1), (0.9, 0.5)), plays)


@cache
def tables(kind: str, count: int = 8) -> tuple[Table, ...]:
    """Random tables of one kind of `KINDS`, the same in every run."""
    drawn: list[Table] = []
    rng = np.random.default_rng([2016, KINDS.index(kind)])
    while len(drawn) < count:
        shape = int(rng.integers(2, 6)), int(rng.integers(2, 5))
        theta, kappa = np.sort(rng.random(shape[0])), np.sort(rng.uniform(0.1, 1, shape[1]))[::-1]
        plays = np.full(shape, 200.0)
        if kind == "skewed":
            away = np.abs(np.linspace(0, shape[1] - 1, shape[0])[:, None] - np.arange(shape[1]))
            plays = np.ceil(2000 * 10 ** (-1.5 * away))
        elif kind == "sparse":
            plays *= rng.random(shape) < 0.5
        else:
            theta[0], theta[-1] = 0.0, 1.0
            plays *= rng.random(shape) < 0.8
        clicks = rng.binomial(plays.astype(int), np.outer(theta, kappa)).astype(float)
        if kind == "border":
            clicks[-1, 0] = plays[-1, 0]
        if clicks.any() and plays.any(axis=1).all() and plays.any(axis=0).all():
            drawn.append(Table(clicks, plays))
    return tuple(drawn)


def everywhere() -> Iterator[Table]:
    """The tables of all kinds."""
    for kind in KINDS:
        yield from tables(kind)


def starts(table: Table, number: int) -> tuple[np.ndarray, np.ndarray]:
    """A random start strictly inside the cube."""
    rng = np.random.default_rng([11, number])
    return tuple(rng.uniform(0.02, 0.98, size) for size in table.plays.shape)  # type: ignore[return-value]


def convex_maximum(table: Table) -> float:
    """The maximum of the log-likelihood by a general optimiser, in log θ and log κ.

    It shares no code with the library and runs L-BFGS-B from two starts on the concave function. Values
    below e^-60 are taken for 0.
    """
    clicks, missed = table.clicks, table.missed
    size = clicks.shape[0]

    def negative(logs):
        x = np.minimum(logs[:size, None] + logs[size:], -1e-13)
        odds = missed / np.expm1(-x)
        slope = clicks - odds
        value = (clicks * x + missed * np.log(-np.expm1(x))).sum()
        return -value, -np.concatenate([slope.sum(axis=1), slope.sum(axis=0)])

    options = {"maxiter": 20_000, "maxfun": 100_000, "ftol": 1e-16, "gtol": 1e-11}
    count = sum(clicks.shape)
    minima = [
        minimize(negative, np.full(count, at), jac=True, bounds=[(-60, 0)] * count, options=options).fun
        for at in (-0.3, -2.0)
    ]
    return -min(minima)
