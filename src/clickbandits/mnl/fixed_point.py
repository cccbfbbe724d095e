"""One iteration of each fixed-point method, and the loop that repeats it, compiled.

The kernels assume float64 tables of shape (n_items, n_positions) and examination[0] = 1. An item or a
position that was never shown keeps its value.
"""

from __future__ import annotations

import math

import numpy as np

from ..machine_code import kept

PAPER, RELEASED, EM = 0, 1, 2
"""The iterations: Algorithm 1 as published, the same with λ_1 released, and the EM algorithm."""


# Compiling it into its loop, without a test of every divisor, takes a fifth of the time.
@kept(forceinline=True, error_model="numpy")
def algorithm_1_step(clicks, item_plays, position_plays, attraction, examination, first, floor, cap):
    """Equation (5), then equation (6), in place.

    The plays are needed only as sums over the cells of an item or of a position. `first` is the first
    position that is updated. It is 1 in the published algorithm, in which λ_1 stays at 1; with 0 all
    positions are updated, and everything is rescaled to λ_1 = 1 afterwards. The new values are truncated
    to [floor, cap]. A click ratio 0/0 counts as 0, as footnote 4 proposes.
    """
    n_items, n_positions = clicks.shape
    for k in range(first, n_positions):
        scaled = 0.0
        for j in range(n_items):
            if clicks[j, k] > 0.0:
                scaled += clicks[j, k] / attraction[j]
        if position_plays[k] > 0.0:
            examination[k] = min(max(scaled / position_plays[k], floor), cap)
    if first == 0:
        unit = examination[0]
        if unit == 0.0:
            raise ZeroDivisionError("nothing was clicked at the first position")
        for k in range(n_positions):
            examination[k] /= unit
    for j in range(n_items):
        scaled = 0.0
        for k in range(n_positions):
            if clicks[j, k] > 0.0:
                scaled += clicks[j, k] / examination[k]
        if item_plays[j] > 0.0:
            attraction[j] = min(max(scaled / item_plays[j], floor), cap)


@kept
def em_step(clicks, plays, attraction, examination):
    """One step of the EM algorithm (with two maximisation steps) of likelihood (50), in place.

    The clicks of a cell with Ñ plays are Poisson with mean γG, and G is gamma with shape Ñ. Given the
    clicks, G has mean (N + Ñ)/(1 + γ). With these means in place of G the likelihood is maximised over
    the positions and then over the items. Finally λ_1 is scaled to 1.
    """
    n_items, n_positions = clicks.shape
    for k in range(n_positions):
        seen = exposure = 0.0
        for j in range(n_items):
            gamma = attraction[j] * examination[k]
            seen += clicks[j, k]
            exposure += attraction[j] * (clicks[j, k] + plays[j, k]) / (1.0 + gamma)
        if exposure > 0.0:
            examination[k] = seen / exposure
    for j in range(n_items):
        seen = exposure = 0.0
        for k in range(n_positions):
            gamma = attraction[j] * examination[k]
            seen += clicks[j, k]
            exposure += examination[k] * (clicks[j, k] + plays[j, k]) / (1.0 + gamma)
        if exposure > 0.0:
            attraction[j] = seen / exposure
    unit = examination[0]
    for j in range(n_items):
        attraction[j] *= unit
    for k in range(n_positions):
        examination[k] /= unit


@kept(error_model="numpy")
def iterate(clicks, plays, attraction, examination, method, floor, cap, tolerance, limit):
    """Repeat a method's step from the given values, which it replaces.

    Stops when no value moved by more than `tolerance`, which is the rule of Algorithm 1. Returns the
    number of iterations and the largest move in the last one.
    """
    item_plays, position_plays = np.zeros(attraction.size), np.zeros(examination.size)
    for j in range(attraction.size):
        for k in range(examination.size):
            item_plays[j] += plays[j, k]
            position_plays[k] += plays[j, k]
    first = 1 if method == PAPER else 0
    old_attraction = np.empty(attraction.size)
    old_examination = np.empty(examination.size)
    moved = math.inf
    for iteration in range(1, limit + 1):
        for j in range(attraction.size):  # an assignment of the whole would take seconds to compile
            old_attraction[j] = attraction[j]
        for k in range(examination.size):
            old_examination[k] = examination[k]
        if method == EM:
            em_step(clicks, plays, attraction, examination)
        else:
            algorithm_1_step(clicks, item_plays, position_plays, attraction, examination, first, floor, cap)
        moved = 0.0
        for j in range(attraction.size):
            moved = max(moved, abs(attraction[j] - old_attraction[j]))
        for k in range(examination.size):
            moved = max(moved, abs(examination[k] - old_examination[k]))
        if moved <= tolerance:
            return iteration, moved
    return limit, moved
