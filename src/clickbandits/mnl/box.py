"""Estimates of attraction and examination kept in a box, compiled.

With b_k = log λ_k, the best attraction of every item given b can be found separately. The items are
therefore profiled out, which leaves a problem in the K − 1 logarithms b_2, …, b_K. Newton's method solves
it. The objectives are those of `newton`, and attractions and examinations are truncated to the box
[floor, cap], which always has a best point.

The kernels assume float64 tables of shape (n_items, n_positions) and examination[0] = 1.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from ..core import kernel
from .newton import cholesky, solve


@kernel
def best_attraction(clicks, plays, item, extra, shown, examination, guess, deviance, floor, cap):
    """The best attraction of an item given the examinations, with one more click at `extra`.

    `extra` is a position, or −1 for none. The item has at least one click, including that one, and was
    shown in `shown` epochs, at least one.
    """
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
def cells(clicks, plays, item, extra, examination, attraction, deviance, score, weight):
    """Fill the scores and weights of an item's cells; return the sum of the weights."""
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
def hessian(
    clicks, plays, attraction, examination, deviance, floor, cap, shares, schur, score, held, part, weight
):
    """Fill the positions' profile Hessian (lower triangle), their scores, and `shares`.

    `shares[j, k]` is −∂ log α_j/∂ b_k, 0 for an attraction at an end of the box. Position 0, and a position
    at an end of the box whose score points outward, are `held`, that is, they do not move. `part` and
    `weight` are work space, with one value per position.
    """
    n_items, n_positions = clicks.shape
    schur[:] = 0.0
    score[:] = 0.0
    for j in range(n_items):
        total = cells(clicks, plays, j, -1, examination, attraction[j], deviance, part, weight)
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
    shares = np.empty((n_items, n_positions))
    schur, score = np.empty((n_positions, n_positions)), np.empty(n_positions)
    step, base = np.empty(n_positions), np.empty(n_positions)
    part, weight = np.empty(n_positions), np.empty(n_positions)
    held = np.empty(n_positions, dtype=np.bool_)
    table = clicks, plays, attraction, examination, deviance, floor, cap
    profile(*table, shares, schur, score, held, part, weight)
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
            profile(*table, shares, schur, score, held, part, weight)
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
def profile(
    clicks, plays, attraction, examination, deviance, floor, cap, shares, schur, score, held, part, weight
):
    """Give every item that was shown its best attraction, and fill the factor of `hessian`."""
    for j in range(attraction.size):
        total = shown = 0.0
        for k in range(examination.size):
            total += clicks[j, k]
            shown += plays[j, k]
        if total > 0.0:
            attraction[j] = best_attraction(
                clicks, plays, j, -1, shown, examination, attraction[j], deviance, floor, cap
            )
        elif shown > 0.0:
            attraction[j] = floor
    hessian(
        clicks, plays, attraction, examination, deviance, floor, cap, shares, schur, score, held, part, weight
    )
    cholesky(schur)
