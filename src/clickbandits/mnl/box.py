"""Estimates of attraction and examination kept in a box, compiled.

With b_k = log λ_k, the best attraction of every item given b can be found separately. The items are
therefore profiled out, which leaves a problem in the K − 1 logarithms b_2, …, b_K. Newton's method solves
it. The objectives are those of `newton`, and attractions and examinations are truncated to the box
[floor, cap], which always has a best point.

The kernels assume float64 tables of shape (n_items, n_positions) and examination[0] = 1.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numba import njit

from ..core import kernel
from .newton import cholesky, solve


class Fit(NamedTuple):
    """The counts of a fit, its estimates, which change in place, its objective and its box.

    clicks, plays : shape (n_items, n_positions)
    attraction, examination : shapes (n_items,) and (n_positions,)
    deviance : whether the objective is the deviance or likelihood (50)
    floor, cap : the ends of the box
    """

    clicks: np.ndarray
    plays: np.ndarray
    attraction: np.ndarray
    examination: np.ndarray
    deviance: bool
    floor: float
    cap: float


class System(NamedTuple):
    """The equations for a step of the positions, with the items eliminated.

    shares : shape (n_items, n_positions), −∂ log α_j/∂ b_k, 0 for an attraction at an end of the box
    schur : shape (n_positions, n_positions), the lower triangle of the profile Hessian, or its factor
    score : shape (n_positions,)
    held : shape (n_positions,), the positions that do not move, which are position 0 and those at an end
        of the box whose score points outward
    part, weight : shape (n_positions,), work space
    """

    shares: np.ndarray
    schur: np.ndarray
    score: np.ndarray
    held: np.ndarray
    part: np.ndarray
    weight: np.ndarray


@njit(nogil=True)
def system_of(n_items, n_positions):
    """A system that is not filled yet."""
    return System(
        np.empty((n_items, n_positions)),
        np.empty((n_positions, n_positions)),
        np.empty(n_positions),
        np.empty(n_positions, dtype=np.bool_),
        np.empty(n_positions),
        np.empty(n_positions),
    )


@kernel
def best_attraction(fit, item, extra, shown, guess):
    """The best attraction of an item given the examinations, with one more click at `extra`.

    `extra` is a position, or −1 for none. The item has at least one click, including that one, and was
    shown in `shown` epochs, at least one.
    """
    clicks, plays, _, examination, deviance, floor, cap = fit
    value = guess
    if deviance or guess <= floor:
        scaled = 1.0 / examination[extra] if extra >= 0 else 0.0
        for k in range(examination.size):
            scaled += clicks[item, k] / examination[k]
        value = min(max(scaled / shown, floor), cap)
        if deviance:
            return value
    for _ in range(50):
        score = weight = 0.0
        for k in range(examination.size):
            count = clicks[item, k] + (1.0 if k == extra else 0.0)
            gamma = value * examination[k]
            seen = 1.0 / (1.0 + gamma)
            score += (count - gamma * plays[item, k]) * seen
            weight += (count + plays[item, k]) * gamma * seen * seen
        step = score / weight
        size = abs(step)
        if size > 1.0:
            step *= math.log(1.0 + size) / size
        value = min(max(value * math.exp(step), floor), cap)
        if size <= 1e-4 or (value == cap and step > 0.0) or (value == floor and step < 0.0):
            break  # Newton's method squares the error
    return value


@kernel
def cells(fit, item, extra, attraction, score, weight):
    """Fill the scores and weights of an item's cells, given its attraction; return the sum of the weights."""
    clicks, plays, _, examination, deviance, _, _ = fit
    total = 0.0
    for k in range(examination.size):
        count = clicks[item, k] + (1.0 if k == extra else 0.0)
        gamma = attraction * examination[k]
        if deviance:
            weight[k] = count / gamma
            score[k] = weight[k] - plays[item, k]
        else:
            seen = 1.0 / (1.0 + gamma)
            score[k] = (count - gamma * plays[item, k]) * seen
            weight[k] = (count + plays[item, k]) * gamma * seen * seen
        total += weight[k]
    return total


@kernel
def hessian(fit, system):
    """Fill the system with the profile Hessian itself."""
    _, _, attraction, examination, _, floor, cap = fit
    shares, schur, score, held, part, weight = system
    n_items, n_positions = shares.shape
    schur[:] = 0.0
    score[:] = 0.0
    for j in range(n_items):
        total = cells(fit, j, -1, attraction[j], part, weight)
        free = total > 0.0 and floor < attraction[j] < cap
        for k in range(n_positions):
            score[k] += part[k]
            schur[k, k] += weight[k]
            shares[j, k] = weight[k] / total if free else 0.0
        if free:
            for k in range(1, n_positions):
                for m in range(1, k + 1):
                    schur[k, m] -= shares[j, k] * weight[m]
    held[0] = True
    for k in range(1, n_positions):
        above = examination[k] >= cap and score[k] > 0.0
        below = examination[k] <= floor and score[k] < 0.0
        held[k] = above or below
        if held[k]:
            for m in range(1, n_positions):
                schur[max(k, m), min(k, m)] = 0.0
            schur[k, k] = 1.0


@njit(nogil=True)
def maximise(clicks, plays, attraction, examination, deviance, floor, cap, tolerance, limit):
    """Newton's method in b from the given values, which it replaces.

    Stops when no b_k moved by more than `tolerance`; returns the number of steps and the last
    step's largest move.
    """
    n_items, n_positions = clicks.shape
    fit = Fit(clicks, plays, attraction, examination, deviance, floor, cap)
    system = system_of(n_items, n_positions)
    _, schur, score, held, _, _ = system
    step, base = np.empty(n_positions), np.empty(n_positions)
    profile(fit, system)
    moved = math.inf
    for iteration in range(1, limit + 1):
        size = slope = 0.0
        for k in range(n_positions):
            base[k] = examination[k]
            step[k] = 0.0 if held[k] else score[k]
        solve(schur, step)
        for k in range(n_positions):
            size = max(size, abs(step[k]))
            slope += score[k] * step[k]
        fraction = 1.0 if size <= 1.0 else math.log(1.0 + size) / size
        # When an attraction reaches an end of the box, the curvature jumps, and a full step may
        # go far beyond the best point of its line; it then goes back to where the slope nearly vanishes.
        for _ in range(40):
            moved = ahead = 0.0
            for k in range(1, n_positions):
                examination[k] = min(max(base[k] * math.exp(fraction * step[k]), floor), cap)
                moved = max(moved, abs(math.log(examination[k] / base[k])))
            profile(fit, system)
            for k in range(1, n_positions):
                if floor < examination[k] < cap:
                    ahead += score[k] * step[k]
            if ahead >= -0.5 * slope:
                break
            fraction *= max(0.1, min(0.5, slope / (slope - ahead)))
        if moved <= tolerance:
            return iteration, moved
    return limit, moved


@kernel
def profile(fit, system):
    """Give every item that was shown its best attraction, and fill the system with the factor."""
    for j in range(fit.attraction.size):
        total = shown = 0.0
        for k in range(fit.examination.size):
            total += fit.clicks[j, k]
            shown += fit.plays[j, k]
        if total > 0.0:
            fit.attraction[j] = best_attraction(fit, j, -1, shown, fit.attraction[j])
        elif shown > 0.0:
            fit.attraction[j] = fit.floor
    hessian(fit, system)
    cholesky(system.schur)
