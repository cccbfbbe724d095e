"""The change of the estimates with one more click, the finite differences (15), compiled.

One more click in a cell moves the attraction of the cell's item by a jump, which is found exactly. It moves
the positions by little, which is found to first order, by the implicit function theorem. That gives all
differences of Grant and Leslie (2023), (15), at the cost of one factorisation. `finite_differences` finds
them as published, by a run of Algorithm 1 for every cell.

The kernels assume float64 tables of shape (n_items, n_positions) and examination[0] = 1.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from .box import Fit, best_attraction, cells, hessian, system_of
from .fixed_point import PAPER, iterate
from .newton import cholesky, solve


@njit(nogil=True)
def squared_sensitivity(clicks, plays, attraction, examination, deviance, floor, cap, squares):
    """Fill `squares` with β² of (16) for every item, at a best point of the box.

    β_j² is the sum, over the cells that were shown, of their plays times the squared change of α_j
    caused by one more click in the cell.
    """
    n_items, n_positions = clicks.shape
    fit = Fit(clicks, plays, attraction, examination, deviance, floor, cap)
    system = system_of(n_items, n_positions)
    shares = system.shares
    inverse = np.empty((n_positions, n_positions))
    moves = np.empty(n_positions)
    old, new, weight = np.empty(n_positions), np.empty(n_positions), np.empty(n_positions)
    spread = np.zeros((n_positions, n_positions))  # Σ Ñ Δb Δbᵀ over the cells
    invert(fit, system, inverse)
    for j in range(n_items):
        squares[j] = shown = 0.0
        for k in range(n_positions):
            shown += plays[j, k]
        base = attraction[j]
        before = cells(fit, j, -1, base, old, weight)
        for extra in range(n_positions):
            n_plays = plays[j, extra]
            if n_plays < 1.0:
                continue
            guess = base
            if floor < base < cap:  # one Newton step, from the sums that are known
                seen = 1.0 / (1.0 + base * examination[extra])
                guess *= 1.0 + min(0.5, seen / (before + seen * (1.0 - seen)))
            value = best_attraction(fit, j, extra, shown, guess)
            total = cells(fit, j, extra, value, new, weight)
            follows = usual = 0.0
            for k in range(1, n_positions):
                move = 0.0
                for m in range(1, n_positions):
                    move += inverse[k, m] * (new[m] - old[m])
                moves[k] = move
                follows += weight[k] * moves[k]
                usual += shares[j, k] * moves[k]
                for m in range(1, k + 1):
                    spread[k, m] += n_plays * moves[k] * moves[m]
            if floor < value < cap:
                value = min(max(value * math.exp(-follows / total), floor), cap)
            # The item itself moves by the jump; `usual` is its move in the sum below.
            jump, linear = value - base, base * usual
            squares[j] += n_plays * (jump * jump - linear * linear)
    for j in range(n_items):
        total = 0.0
        for k in range(1, n_positions):
            for m in range(1, k + 1):
                pair = shares[j, k] * shares[j, m] * spread[k, m]
                total += pair if k == m else 2.0 * pair
        squares[j] = max(0.0, squares[j] + attraction[j] * attraction[j] * total)


@njit(nogil=True)
def invert(fit, system, inverse):
    """Fill the system, and the inverse of the profile Hessian, with 0 for positions that are held."""
    hessian(fit, system)
    cholesky(system.schur)
    inverse[:] = 0.0
    for k in range(1, inverse.shape[0]):
        if not system.held[k]:
            inverse[k, k] = 1.0
            solve(system.schur, inverse[k])


@njit(nogil=True)
def finite_differences(clicks, plays, attraction, examination, floor, cap, tolerance, limit, squares):
    """Fill `squares` with β² of (16) as published, with a run of Algorithm 1 for every shown cell, (15)."""
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
