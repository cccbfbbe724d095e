"""An independent maximum of the likelihood in 45 digits, and small tables that are hard to fit."""

from typing import NamedTuple

import numpy as np
from mpmath import mp, mpf
from scipy.optimize import linprog

DIGITS = 45


class Maximum(NamedTuple):
    """Bounds on the largest log-likelihood, and (log θ, log κ) at the lower one."""

    lower: mpf
    upper: mpf
    logs: list


def maximum(clicks, plays, gap=1e-13) -> Maximum:
    """The maximum by a barrier method, with a dual bound; every item and every position has clicks.

    The barrier adds μ times the logarithms of the distances to the border, and μ falls to `gap`. The expected
    clicks at the end are scaled down until no sum exceeds that of the clicks, and bound the maximum.
    """
    with mp.workdps(DIGITS):
        n_items, n_positions = np.shape(clicks)
        cells = [
            (i, n_items + j, mpf(float(plays[i][j])) - mpf(float(clicks[i][j])))
            for i in range(n_items)
            for j in range(n_positions)
            if plays[i][j] > clicks[i][j]
        ]
        exact = [[mpf(float(count)) for count in row] for row in clicks]
        sums = [sum(row) for row in exact] + [sum(column) for column in zip(*exact, strict=True)]

        def likelihood(logs):
            silent = sum(f * mp.log(-mp.expm1(logs[i] + logs[j])) for i, j, f in cells)
            return sum(s * x for s, x in zip(sums, logs, strict=True)) + silent

        def value(logs, weight):
            if max(logs) >= 0:
                return -mp.inf
            return likelihood(logs) + weight * sum(mp.log(-x) for x in logs)

        logs, weight = [mpf(-1)] * len(sums), max(sums)
        while True:
            logs = _climbed(logs, weight, sums, cells, value)
            if weight * len(sums) < gap:
                break
            weight /= 20
        expected = {(i, j): f / mp.expm1(-logs[i] - logs[j]) for i, j, f in cells}
        for axis in (0, 1):
            present = [sum(e for cell, e in expected.items() if cell[axis] == i) for i in range(len(sums))]
            for cell in expected:
                i = cell[axis]
                expected[cell] *= min(mpf(1), sums[i] / present[i])
        upper = sum(
            e * mp.log(e / (e + f)) + f * mp.log(f / (e + f))
            for (_, _, f), e in zip(cells, expected.values(), strict=True)
        )
        return Maximum(likelihood(logs), mpf(upper), logs)


def _climbed(logs, weight, sums, cells, value):
    """Newton's method for one weight of the barrier."""
    for _ in range(500):
        slope = [s + weight / x for s, x in zip(sums, logs, strict=True)]
        matrix = [[mpf(0)] * len(logs) for _ in logs]
        for i, x in enumerate(logs):
            matrix[i][i] = weight / x**2
        for i, j, f in cells:
            odds = 1 / mp.expm1(-logs[i] - logs[j])
            for one in (i, j):
                slope[one] -= f * odds
                for two in (i, j):
                    matrix[one][two] += f * odds * (1 + odds)
        step = _solved(matrix, slope)
        promised = sum(a * b for a, b in zip(slope, step, strict=True))
        if promised < weight * mpf(10) ** -18:
            return logs
        length, here = mpf(1), value(logs, weight)
        while value([a + length * b for a, b in zip(logs, step, strict=True)], weight) < (
            here + length * promised / 10
        ):
            length /= 2
        logs = [a + length * b for a, b in zip(logs, step, strict=True)]
    raise ArithmeticError("the barrier method did not converge")


def _solved(matrix, right):
    """Gaussian elimination for a positive definite matrix."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i, pivot in enumerate(rows):
        for row in rows[i + 1 :]:
            factor = row[i] / pivot[i]
            if factor:
                row[i:] = [a - factor * b for a, b in zip(row[i:], pivot[i:], strict=True)]
    solution = [mpf(0)] * len(rows)
    for i in reversed(range(len(rows))):
        known = sum(rows[i][j] * solution[j] for j in range(i + 1, len(rows)))
        solution[i] = (rows[i][-1] - known) / rows[i][i]
    return solution


def exact_log_likelihood(theta, kappa, clicks, plays):
    """The log-likelihood of two vectors of doubles, in 45 digits."""
    with mp.workdps(DIGITS):
        total = mpf(0)
        for (i, j), count in np.ndenumerate(plays):
            seen, missed = mpf(float(clicks[i][j])), mpf(float(count)) - mpf(float(clicks[i][j]))
            chance = mpf(float(theta[i])) * mpf(float(kappa[j]))
            total += seen * mp.log(chance) if seen else 0
            total += missed * mp.log(1 - chance) if missed else 0
        return total


def largest_range(clicks, plays) -> float:
    """The largest range of log (θ_k κ_l) over all most likely models, by linear programs.

    All of them have the same products in the cells with a display without a click, and a value is 1 in all
    of them if the likelihood pulls it there.
    """
    found = maximum(clicks, plays)
    logs = np.array([float(x) for x in found.logs])
    n_items, size, missed = len(clicks), logs.size, np.subtract(plays, clicks)
    both = np.zeros((*np.shape(clicks), size))
    for i, j in np.ndindex(np.shape(clicks)):
        both[i, j, [i, n_items + j]] = 1.0
    fixed = both[missed > 0]
    odds = missed / np.expm1(-np.add.outer(logs[:n_items], logs[n_items:]))
    pulls = np.concatenate([(clicks - odds).sum(axis=1), (clicks - odds).sum(axis=0)])
    bounds = [(0 if pull > 1e-6 else None, 0) for pull in pulls]
    ranges = []
    for row in both.reshape(-1, size):
        ends = [
            linprog(sign * row, A_eq=fixed, b_eq=fixed @ np.where(pulls > 1e-6, 0, logs), bounds=bounds)
            for sign in (1, -1)
        ]
        low, high = (np.inf if end.status == 3 else -end.fun for end in ends)
        ranges.append(low + high)
    return max(ranges)


def hostile(rng, largest=12.0):
    """Clicks and plays of at most 4 by 4 cells, with counts from 1 to 10^12.

    The kinds are any counts, almost only clicks, skewed draws from the model, blocks that are joined only by
    cells that are always clicked, sparse tables, and tables of all or nothing with a few exceptions.
    """
    shape, top = rng.integers(1, 5, 2), 10.0 ** rng.uniform(0.7, largest)
    plays, clicks = (np.floor(top ** rng.random(shape)) for _ in range(2))
    kind = rng.integers(6)
    if kind == 0:
        clicks = np.floor(plays * rng.random(shape) ** rng.choice([0.1, 1, 5]))
    elif kind == 1:
        missed = np.floor(plays ** rng.choice([0.3, 1])) * (rng.random(shape) < 0.7)
        plays = clicks + missed
    elif kind == 2:
        theta, kappa = (rng.random(size) ** rng.choice([0.2, 1, 4]) for size in shape)
        theta[rng.integers(theta.size)] = rng.choice([1, 0.99, 1 - 1e-6])
        clicks = rng.binomial(plays.astype(np.int64), np.outer(theta, kappa)).astype(float)
    elif kind == 3:
        always = np.add.outer(np.arange(shape[0]), np.arange(shape[1])) % 2 == 1
        clicks = np.where(always, plays, np.floor(plays * rng.random(shape)))
    elif kind == 4:
        plays *= rng.random(shape) < 0.5
        clicks = np.floor(plays * rng.random(shape))
    else:
        clicks = plays * (rng.random(shape) < 0.6)
        odd = rng.random(shape) < 0.4
        clicks[odd] = np.clip(clicks[odd] + rng.choice([-1, 1], odd.sum()), 0, plays[odd])
    return clicks, plays
