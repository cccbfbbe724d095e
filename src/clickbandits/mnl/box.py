"""Estimates of attraction and examination kept in a box, and their finite differences, compiled.

With b_k = log λ_k every item's best attraction given b can be found by itself, so that the items
are profiled out and a problem in the K − 1 logarithms b_2, …, b_K is left. Newton's method solves
it; the objectives are those of `newton`, and attractions and examinations are cut to the box
[floor, cap], which always has a best point.

A click more in one cell moves its own item's attraction by a jump, found exactly, and the
positions by little: to first order, by the implicit function theorem. That gives all finite
differences (15) of Grant and Leslie (2023) at the price of one factorisation.

Kernels trust: float64 tables of shape (n_items, n_positions), examination[0] = 1.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from clickbandits.mnl.fixed_point import PAPER, iterate
from clickbandits.mnl.newton import solve


@njit(nogil=True, cache=True)
def best_attraction(clicks, plays, item, extra, examination, guess, deviance, floor, cap):
    """The best attraction of an item given the examinations, with a click more at `extra`.

    `extra` is a position, or −1 for none. An item that was never shown keeps the guess.
    """
    scaled = shown = 0.0
    for k in range(examination.size):
        count = clicks[item, k] + (1.0 if k == extra else 0.0)
        scaled += count / examination[k]
        shown += plays[item, k]
    if shown == 0.0:
        return guess
    if scaled == 0.0:
        return floor
    value = scaled / shown
    if deviance:
        return min(max(value, floor), cap)
    value = min(max(guess if extra < 0 else value, floor), cap)
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
        moved = min(max(value * math.exp(step), floor), cap)
        done = abs(moved - value) <= 1e-9 * value
        value = moved
        if done:
            break
    return value


@njit(nogil=True, cache=True)
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


@njit(nogil=True, cache=True)
def factor(
    clicks, plays, attraction, examination, deviance, floor, cap, shares, schur, score, held
):
    """Fill the Cholesky factor of the positions' profile Hessian, their scores, and `shares`.

    `shares[j, k]` is −∂ log α_j/∂ b_k, 0 for an attraction at an end of the box. Position 0, and
    a position at an end of the box that wants to leave it, are `held`: they do not move.
    """
    n_items, n_positions = clicks.shape
    part, weight = np.empty(n_positions), np.empty(n_positions)
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
    cholesky(schur)


@njit(nogil=True, cache=True)
def cholesky(matrix):
    """Replace the lower triangle from row 1 on by its Cholesky factor, as `newton.factor`."""
    for k in range(1, matrix.shape[0]):
        for m in range(1, k + 1):
            total = matrix[k, m]
            for i in range(1, m):
                total -= matrix[k, i] * matrix[m, i]
            if m < k:
                matrix[k, m] = total / matrix[m, m]
            else:
                matrix[k, k] = math.sqrt(total) if total > 0.0 else 1.0


@njit(nogil=True, cache=True)
def maximise(clicks, plays, attraction, examination, deviance, floor, cap, tolerance, limit):
    """Newton's method in b from the given values, which it replaces.

    Stops where no b_k moved by more than `tolerance`; returns the number of steps and the last
    step's largest move.
    """
    n_items, n_positions = clicks.shape
    shares = np.empty((n_items, n_positions))
    schur, score = np.empty((n_positions, n_positions)), np.empty(n_positions)
    held = np.empty(n_positions, dtype=np.bool_)
    moved, last, damping = math.inf, math.inf, 1.0
    for iteration in range(1, limit + 1):
        for j in range(n_items):
            attraction[j] = best_attraction(
                clicks, plays, j, -1, examination, attraction[j], deviance, floor, cap
            )
        if moved <= tolerance:
            return iteration, moved
        factor(
            clicks, plays, attraction, examination, deviance, floor, cap, shares, schur, score,
            held,
        )  # fmt: skip
        for k in range(n_positions):
            if held[k]:
                score[k] = 0.0
        solve(schur, score)
        size = 0.0
        for k in range(1, n_positions):
            size = max(size, abs(score[k]))
        step = 1.0 if size <= 1.0 else math.log(1.0 + size) / size
        # Where an attraction reaches an end of the box the curvature jumps, and full steps may
        # go back and forth across it for ever.
        damping = 0.5 * damping if size >= last else min(1.0, 2.0 * damping)
        step, last = step * damping, size
        moved = 0.0
        for k in range(1, n_positions):
            new = min(max(examination[k] * math.exp(step * score[k]), floor), cap)
            moved = max(moved, abs(math.log(new / examination[k])))
            examination[k] = new
    return limit, moved


@njit(nogil=True, cache=True)
def sensitivity(clicks, plays, attraction, examination, deviance, floor, cap, squares):
    """Fill `squares` with β² of (16) for every item, at a best point of the box.

    β_j² sums, over the cells that were shown, their plays times the squared change of α_j that
    one more click there makes.
    """
    n_items, n_positions = clicks.shape
    shares = np.empty((n_items, n_positions))
    schur, moves = np.empty((n_positions, n_positions)), np.empty(n_positions)
    held = np.empty(n_positions, dtype=np.bool_)
    old, new = np.empty(n_positions), np.empty(n_positions)
    weight = np.empty(n_positions)
    spread = np.zeros((n_positions, n_positions))  # Σ Ñ Δb Δbᵀ over the cells
    factor(clicks, plays, attraction, examination, deviance, floor, cap, shares, schur, moves, held)
    for j in range(n_items):
        squares[j] = 0.0
        cells(clicks, plays, j, -1, examination, attraction[j], deviance, old, weight)
        for extra in range(n_positions):
            n_plays = plays[j, extra]
            if n_plays < 1.0:
                continue
            value = best_attraction(
                clicks, plays, j, extra, examination, attraction[j], deviance, floor, cap
            )
            total = cells(clicks, plays, j, extra, examination, value, deviance, new, weight)
            for k in range(n_positions):
                moves[k] = 0.0 if held[k] else new[k] - old[k]
            solve(schur, moves)
            follows = usual = 0.0
            for k in range(1, n_positions):
                follows += weight[k] / total * moves[k]
                usual += shares[j, k] * moves[k]
                for m in range(1, k + 1):
                    spread[k, m] += n_plays * moves[k] * moves[m]
            if floor < value < cap:
                value = min(max(value * math.exp(-follows), floor), cap)
            # The item itself moves by the jump; `usual` is what the sum below would say.
            jump, linear = value - attraction[j], attraction[j] * usual
            squares[j] += n_plays * (jump * jump - linear * linear)
    for j in range(n_items):
        total = 0.0
        for k in range(1, n_positions):
            for m in range(1, k + 1):
                pair = shares[j, k] * shares[j, m] * spread[k, m]
                total += pair if k == m else 2.0 * pair
        squares[j] = max(0.0, squares[j] + attraction[j] * attraction[j] * total)


@njit(nogil=True, cache=True)
def finite_differences(
    clicks, plays, attraction, examination, floor, cap, tolerance, limit, squares
):
    """Fill `squares` with β² of (16) as printed: Algorithm 1 again for every cell shown, (15)."""
    n_items, n_positions = clicks.shape
    squares[:] = 0.0
    for j in range(n_items):
        for extra in range(n_positions):
            if plays[j, extra] >= 1.0:
                new, seen = attraction.copy(), examination.copy()
                clicks[j, extra] += 1.0
                iterate(clicks, plays, new, seen, PAPER, floor, cap, tolerance, limit)
                clicks[j, extra] -= 1.0
                for i in range(n_items):
                    squares[i] += plays[j, extra] * (new[i] - attraction[i]) ** 2
