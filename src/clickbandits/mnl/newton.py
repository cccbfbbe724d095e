"""Newton's method for item × position tables in log coordinates, compiled.

Let γ = attraction × examination, with coordinates log α_j and log λ_k. Two objectives on a table of
clicks N and plays Ñ are concave and have the same arrow-shaped Hessian:

    likelihood (50)        Σ N log γ - (N + Ñ) log(1 + γ)     score (N - γÑ)/(1 + γ)
    minus the deviance     Σ -N/γ - Ñ log γ                   score N/γ - Ñ

The Hessian couples items with positions only, so the items are eliminated one by one, which leaves a
matrix of size K - 1. A step costs O(J K² + K³). Along a step that moves no log γ by more than r the
curvature changes at most by a factor exp(r) in both objectives. A full step raises the objective if
r ≤ 1, and log(1 + r)/r of it does for every r, so no line search is needed.

The kernels assume float64 tables of shape (n_items, n_positions) and examination[0] = 1. An item or a
position without weight keeps its value.
"""

from __future__ import annotations

import math

import numpy as np

from ..machine_code import kept

LIKELIHOOD, DEVIANCE = False, True
"""The objective of a kernel, given by its argument `deviance`."""


@kept
def start(clicks, plays, attraction, examination):
    """Fill the start that all methods share, the click rates of the margins with examination[0] = 1."""
    n_items, n_positions = clicks.shape
    all_clicks = all_plays = 0.0
    first_clicks = first_plays = 0.0
    for k in range(n_positions):
        seen = shown = 0.0
        for j in range(n_items):
            seen += clicks[j, k]
            shown += plays[j, k]
        if k == 0:
            first_clicks, first_plays = seen + 0.5, shown + 0.5
        examination[k] = (seen + 0.5) / (shown + 0.5) * first_plays / first_clicks
        all_clicks += seen
        all_plays += shown
    scale = first_clicks / first_plays * (all_plays + 0.5) / (all_clicks + 0.5)
    for j in range(n_items):
        seen = shown = 0.0
        for k in range(n_positions):
            seen += clicks[j, k]
            shown += plays[j, k]
        attraction[j] = (seen + 0.5) / (shown + 0.5) * scale
    examination[0] = 1.0


@kept
def value(clicks, plays, attraction, examination, deviance):
    """Log-likelihood (50), or the deviance; a term without its count is 0."""
    total = 0.0
    for j in range(clicks.shape[0]):
        for k in range(clicks.shape[1]):
            gamma = attraction[j] * examination[k]
            if deviance:
                if clicks[j, k] > 0.0:
                    total += clicks[j, k] / gamma
                if plays[j, k] > 0.0:
                    total += plays[j, k] * math.log(gamma)
            else:
                if clicks[j, k] > 0.0:
                    total += clicks[j, k] * math.log(gamma)
                total -= (clicks[j, k] + plays[j, k]) * math.log1p(gamma)
    return total


@kept
def factor(clicks, plays, attraction, examination, deviance, weights, items, schur, score):
    """Fill the weights, the items' diagonal, the factor of the Schur complement, and the scores.

    Their shapes are (J, K), (J,), (K, K), (J + K,). Position 0 is the reference, and its row of `schur` is
    not used. The lower triangle of `schur` becomes the Cholesky factor of the positions' block after the
    items are eliminated; the positions' part of `score` becomes the reduced right-hand side.
    """
    n_items, n_positions = clicks.shape
    schur[:] = 0.0
    score[:] = 0.0
    for j in range(n_items):
        diagonal = residual = 0.0
        for k in range(n_positions):
            gamma = attraction[j] * examination[k]
            if deviance:
                weight = clicks[j, k] / gamma
                part = weight - plays[j, k]
            else:
                seen = 1.0 / (1.0 + gamma)
                part = (clicks[j, k] - gamma * plays[j, k]) * seen
                weight = (clicks[j, k] + plays[j, k]) * gamma * seen * seen
            weights[j, k] = weight
            diagonal += weight
            residual += part
            score[n_items + k] += part
            schur[k, k] += weight
        items[j] = diagonal
        score[j] = residual
        if diagonal > 0.0:
            for k in range(1, n_positions):
                share = weights[j, k] / diagonal
                score[n_items + k] -= share * residual
                for m in range(1, k + 1):
                    schur[k, m] -= share * weights[j, m]
    cholesky(schur)


@kept
def cholesky(matrix):
    """Replace the lower triangle from row 1 on by its Cholesky factor."""
    for k in range(1, matrix.shape[0]):
        for m in range(1, k + 1):
            total = matrix[k, m]
            for i in range(1, m):
                total -= matrix[k, i] * matrix[m, i]
            if m < k:
                matrix[k, m] = total / matrix[m, m]
            else:
                matrix[k, k] = math.sqrt(total) if total > 0.0 else 1.0


@kept
def solve(schur, vector):
    """Solve in place with the Cholesky factor, entries 1, 2, ... of `vector`."""
    for k in range(1, vector.size):
        for m in range(1, k):
            vector[k] -= schur[k, m] * vector[m]
        vector[k] /= schur[k, k]
    for k in range(vector.size - 1, 0, -1):
        for m in range(k + 1, vector.size):
            vector[k] -= schur[m, k] * vector[m]
        vector[k] /= schur[k, k]


@kept
def maximise(clicks, plays, attraction, examination, deviance, tolerance, limit):
    """Newton's method from the given values, which it replaces.

    Stops after a step that moved no log γ by more than `tolerance`. Returns the number of steps and the
    size of the last step. The objective rises in every step.
    """
    n_items, n_positions = clicks.shape
    weights = np.empty((n_items, n_positions))
    items = np.empty(n_items)
    schur = np.empty((n_positions, n_positions))
    score = np.empty(n_items + n_positions)
    size = math.inf
    for iteration in range(1, limit + 1):
        factor(clicks, plays, attraction, examination, deviance, weights, items, schur, score)
        positions = score[n_items:]
        positions[0] = 0.0
        solve(schur, positions)
        low = high = 0.0
        for k in range(1, n_positions):
            low, high = min(low, positions[k]), max(high, positions[k])
        size = 0.0
        for j in range(n_items):
            if items[j] > 0.0:
                for k in range(1, n_positions):
                    score[j] -= weights[j, k] * positions[k]
                score[j] /= items[j]
                size = max(size, abs(score[j] + low), abs(score[j] + high))
        step = 1.0 if size <= 1.0 else math.log(1.0 + size) / size
        for j in range(n_items):
            if items[j] > 0.0:
                attraction[j] *= math.exp(step * score[j])
        for k in range(1, n_positions):
            examination[k] *= math.exp(step * positions[k])
        if size <= tolerance:
            return iteration, size
    return limit, size


@kept
def differentiate(clicks, plays, attraction, examination, deviance, slopes):
    """Fill `slopes[i, j, k]` with ∂α_i/∂N at item j, position k, at a maximiser.

    This uses the implicit function theorem with one factorisation. ∂(log θ)/∂N_jk is the column H⁻¹ x_jk
    times 1/(1 + γ) for the likelihood and 1/γ for the deviance. The shape of `slopes` is (n_items, n_items,
    n_positions).
    """
    n_items, n_positions = clicks.shape
    weights = np.empty((n_items, n_positions))
    items = np.empty(n_items)
    schur = np.empty((n_positions, n_positions))
    score = np.empty(n_items + n_positions)
    factor(clicks, plays, attraction, examination, deviance, weights, items, schur, score)
    factors = np.empty((n_items, n_positions))
    for j in range(n_items):
        for k in range(n_positions):
            gamma = attraction[j] * examination[k]
            factors[j, k] = 1.0 / gamma if deviance else 1.0 / (1.0 + gamma)
            weights[j, k] = weights[j, k] / items[j] if items[j] > 0.0 else 0.0
    column = np.empty(n_positions)
    for i in range(n_items):
        column[0] = 0.0
        for k in range(1, n_positions):
            column[k] = -weights[i, k]
        solve(schur, column)  # the positions' part of row i of the inverse
        for j in range(n_items):
            inverse = 0.0
            for k in range(1, n_positions):
                inverse -= weights[j, k] * column[k]
            if i == j and items[i] > 0.0:
                inverse += 1.0 / items[i]
            for k in range(n_positions):
                slopes[i, j, k] = attraction[i] * (inverse + column[k]) * factors[j, k]
