r"""Bernoulli distributions: the divergence d(p, q) and its inverses, the KL-UCB bounds.

.. math:: d(p, q) = p \log\frac{p}{q} + (1 - p) \log\frac{1 - p}{1 - q}

Each public function validates its arguments, broadcasts them, and returns floats for scalars. The
kernel of the same name does the computation and does not check its arguments. Every quantity keeps
its relative accuracy when p and q are close to each other or to 0 or 1, because the divergence is
the sum of two non-negative terms and the inverse tracks both the mass that moves and the mass that
is left.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import ArrayLike

from .machine_code import kept

_NEAR = 0.25  # up to this relative change a series replaces the logarithm
_UNIT = 2.0**-52


@kept
def _term(mass: float, left: float, change: float) -> float:
    """mass log(mass / left) + change, where left = mass + change; never negative.

    A divergence is the sum of two such terms, because the changes of the two masses cancel. With
    x = change / mass and r = x / (2 + x), log(1 + x) = 2 (r + r³/3 + r⁵/5 + …) and x - 2 r = r x.
    """
    if mass == 0.0:
        return change
    if left <= 0.0:
        return math.inf
    if abs(change) < _NEAR * mass:
        x = change / mass
        r = x / (2.0 + x)
        s = r * r
        tail = s * (1 / 7 + s * (1 / 9 + s * (1 / 11 + s * (1 / 13 + s * (1 / 15 + s / 17)))))
        return mass * (r * x - 2.0 * r * s * (1 / 3 + s * (1 / 5 + tail)))
    log_ratio = math.log(mass / left) if mass < left else -math.log(left / mass)
    return mass * log_ratio + change


@kept
def kl_kernel(p: float, q: float) -> float:
    """d(p, q) of two numbers in [0, 1]."""
    return _term(p, q, q - p) + _term(1.0 - p, 1.0 - q, p - q)


@kept
def _entropy_part(mass: float, rest: float) -> float:
    """mass log(mass), where rest = 1 - mass."""
    if mass == 0.0:
        return 0.0
    return mass * (math.log1p(-rest) if rest < 0.5 else math.log(mass))


@kept
def _shift(growing: float, shrinking: float, budget: float) -> tuple[float, float]:
    """The mass that can move before the divergence from (growing, shrinking) exceeds the budget.

    Returns (moved, left), left = shrinking - moved, both with their relative accuracy. Newton's
    method runs in log(left). The divergence is convex in this variable, so from the second iterate on
    the method approaches the root from one side and needs no bracket. It starts from the expansion for
    small budgets or, for large ones, from the point at which a lower bound on the divergence,
    shrinking log(1 / left) minus a constant, equals the budget.
    """
    if budget == 0.0 or shrinking == 0.0:
        return 0.0, shrinking
    if budget == math.inf:
        return shrinking, 0.0
    tilt = budget * max(0.0, shrinking - growing) / 1.5
    moved = tilt + math.sqrt(tilt * tilt + 2.0 * budget * growing * shrinking)
    left = shrinking - moved
    if moved > 0.5 * shrinking:
        constant = _entropy_part(growing, shrinking)
        floor = shrinking * math.exp((constant - budget) / shrinking)
        left = max(left, floor)
        moved = shrinking - left
    if moved == 0.0 or left == 0.0:
        return moved, left
    for _ in range(64):
        excess = _term(growing, growing + moved, moved) + _term(shrinking, left, -moved) - budget
        step = excess / moved * (growing + moved)
        back = left * math.expm1(step)
        moved -= back
        left = shrinking - moved if moved < left else left + back
        if abs(back) <= 1e-8 * min(moved, left):  # the next step would be its square
            break
    return moved, left


@kept
def kl_upper_kernel(p: float, budget: float) -> float:
    """Largest q with d(p, q) <= budget."""
    moved, _ = _shift(p, 1.0 - p, budget)
    q = min(1.0, p + moved)
    step = _UNIT * q
    while kl_kernel(p, q) > budget:  # outside by a rounding error or two
        q = max(p, q - step)
        step *= 2.0
    return q


@kept
def kl_lower_kernel(p: float, budget: float) -> float:
    """Smallest q with d(p, q) <= budget."""
    _, q = _shift(1.0 - p, p, budget)
    step = max(_UNIT * q, 5e-324)
    while kl_kernel(p, q) > budget:
        q = min(p, q + step)
        step *= 2.0
    return q


def kl(p: ArrayLike, q: ArrayLike) -> Any:
    """Divergence d(p, q) from the Bernoulli distribution with mean p to the one with mean q.

    The divergence is extended by continuity. It is 0 if p = q, infinite if q is 0 or 1 and p differs
    from q, and never NaN.

    Parameters
    ----------
    p, q : array_like
        Means in [0, 1]; they broadcast.

    Returns
    -------
    float or ndarray

    Raises
    ------
    ValueError
        If a mean is outside [0, 1] or is NaN.
    """
    return _broadcast(kl_kernel, probabilities(p, "p"), probabilities(q, "q"))


def kl_upper(p: ArrayLike, budget: ArrayLike) -> Any:
    """Largest q in [0, 1] with d(p, q) <= budget, which is the upper KL confidence bound.

    Parameters
    ----------
    p : array_like
        Means in [0, 1].
    budget : array_like
        The largest divergence allowed, at least 0 and possibly infinite. KL-UCB uses the exploration
        term divided by the number of plays.

    Returns
    -------
    float or ndarray
        The bound up to rounding; the computed d(p, q) never exceeds the budget.

    Raises
    ------
    ValueError
        If a mean is outside [0, 1], a budget is negative, or either is NaN.
    """
    return _broadcast(kl_upper_kernel, probabilities(p, "p"), _budgets(budget))


def kl_lower(p: ArrayLike, budget: ArrayLike) -> Any:
    """Smallest q in [0, 1] with d(p, q) <= budget, which is the lower KL confidence bound.

    Parameters, return value and errors are those of `kl_upper`.
    """
    return _broadcast(kl_lower_kernel, probabilities(p, "p"), _budgets(budget))


@njit(nogil=True)
def _each(
    kernel: Callable, first: np.ndarray, second: np.ndarray, out: np.ndarray
) -> None:  # not cached, because it takes a function
    for place in range(out.size):
        out[place] = kernel(first[place], second[place])


def _broadcast(kernel: Callable, first: np.ndarray, second: np.ndarray) -> Any:
    if first.ndim == 0 and second.ndim == 0:
        return kernel(float(first), float(second))
    first, second = np.broadcast_arrays(first, second)
    out = np.empty(first.shape)
    _each(kernel, first.flatten(), second.flatten(), out.reshape(-1))
    return out


def _checked(values: ArrayLike, name: str, good: Callable, rule: str) -> np.ndarray:
    array = np.asarray(values, dtype=np.float64)
    bad = ~good(array)  # a NaN is never good
    if bad.any():
        raise ValueError(f"{name} must {rule}; got {array[bad].flat[0]}")
    return array


def probabilities(values: ArrayLike, name: str) -> np.ndarray:
    """The values as float64; ValueError, with the argument's name, if one is not in [0, 1]."""
    return _checked(values, name, lambda x: (x >= 0) & (x <= 1), "lie in [0, 1]")


def _budgets(values: ArrayLike) -> np.ndarray:
    return _checked(values, "budget", lambda x: x >= 0, "be at least 0")
