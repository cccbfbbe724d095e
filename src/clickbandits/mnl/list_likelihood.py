"""The exact likelihood of epochs, from counts by list.

An epoch of list a with clicks n has the likelihood Π γ_k^{n_k} / (1 + S)^{1 + Σn} with
γ_k = λ_k α_{a_k} and S = Σ γ_k (Grant and Leslie 2023, Section 2.1). In log coordinates it is concave,
because a log-sum-exp is convex, and the counts of all epochs with the same list can be added.
"""

from __future__ import annotations

import math

import numpy as np

from ..machine_code import kept


@kept
def list_log_likelihood(lists, epochs, clicks, attraction, examination):
    """The log-likelihood of counts by list, of shapes (n_lists, K), (n_lists,), (n_lists, K)."""
    total = 0.0
    for i in range(lists.shape[0]):
        weight, seen = 0.0, 0.0
        for k in range(lists.shape[1]):
            gamma = attraction[lists[i, k]] * examination[k]
            weight += gamma
            if clicks[i, k] > 0.0:
                seen += clicks[i, k]
                total += clicks[i, k] * math.log(gamma)
        total -= (epochs[i] + seen) * math.log1p(weight)
    return total


@kept
def list_derivatives(lists, epochs, clicks, attraction, examination, score, information):
    """Fill the score and the observed information in (log α, log λ), sizes J + K."""
    n_items, n_positions = attraction.size, examination.size
    score[:] = 0.0
    information[:] = 0.0
    share = np.empty(n_positions)
    for i in range(lists.shape[0]):
        weight, rounds = 0.0, epochs[i]
        for k in range(n_positions):
            share[k] = attraction[lists[i, k]] * examination[k]
            weight += share[k]
            rounds += clicks[i, k]
        for k in range(n_positions):
            share[k] /= 1.0 + weight
        for k in range(n_positions):
            residual = clicks[i, k] - rounds * share[k]
            item, position = lists[i, k], n_items + k
            score[item] += residual
            score[position] += residual
            for m in range(n_positions):
                value = -rounds * share[k] * share[m]
                if k == m:
                    value += rounds * share[k]
                information[item, lists[i, m]] += value
                information[item, n_items + m] += value
                information[position, lists[i, m]] += value
                information[position, n_items + m] += value


@kept
def maximise_lists(lists, epochs, clicks, attraction, examination, tolerance, limit):
    """Newton's method from the given values, which it replaces; examination[0] stays.

    The steps are shortened as in `newton.maximise`. Here r is the largest spread, over the lists, of the
    moves of log γ together with 0 for no click, because the third derivative of a log-sum-exp is at most
    the spread times the second. Returns the number of steps and the size of the last step.
    """
    n_items = attraction.size
    n_all = n_items + examination.size
    score = np.empty(n_all)
    information = np.empty((n_all, n_all))
    size = math.inf
    for iteration in range(1, limit + 1):
        list_derivatives(lists, epochs, clicks, attraction, examination, score, information)
        information[n_items, :] = 0.0
        information[:, n_items] = 0.0
        information[n_items, n_items] = 1.0
        score[n_items] = 0.0
        step = np.linalg.solve(information, score)
        size = 0.0
        for i in range(lists.shape[0]):
            low = high = 0.0
            for k in range(examination.size):
                move = step[lists[i, k]] + step[n_items + k]
                low, high = min(low, move), max(high, move)
            size = max(size, high - low)
        scale = 1.0 if size <= 1.0 else math.log(1.0 + size) / size
        for j in range(n_items):
            attraction[j] *= math.exp(scale * step[j])
        for k in range(examination.size):
            examination[k] *= math.exp(scale * step[n_items + k])
        if size <= tolerance:
            return iteration, size
    return limit, size
