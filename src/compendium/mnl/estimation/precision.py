"""Claims on the precision and the bias of the estimates, for many epochs and for few."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from clickbandits.mnl import problem
from clickbandits.mnl.identifiability import has_maximiser, obstacle_to_algorithm_1
from compendium.finding import Finding, check

from .efficiency import (
    asymptotic_covariance,
    expected_information,
    finite_sample,
    relative_efficiency,
)

PROBLEMS = {
    "(a)": problem([0.3, 0.28, 0.26, 0.24, 0.22, 0.2], [1, 0.3, 0.2, 0.1]),
    "(b)": problem([0.05, 0.1, 0.15, 0.2], [1, 0.2, 0.9]),
    "(c)": problem([1.0] * 4 + [0.8] * 2 + [0.1] * 24, [1, 0.9, 0.7, 0.3, 0.5, 0.7]),
}
"""The problems of Section 6."""

SMALL = problem([0.9, 0.6, 0.3], [1, 0.5])
"""Three items and two positions, where few epochs can be simulated often."""


@cache
def sample(n_epochs: int, profile: str):
    """The simulated errors at one number of epochs, by estimator and block."""
    return finite_sample(SMALL, n_epochs, 10_000 if profile == "paper" else 400, seed=2023)


@check("mnl:algorithm-1-efficiency")
def algorithm_1_efficiency(profile):
    numbers, largest = {}, 0.0
    for name, game in PROBLEMS.items():
        table = relative_efficiency(game)
        for row in table[table.estimator == "Algorithm 1"].itertuples():
            numbers[f"efficiency of Algorithm 1, {name}, {row.block}"] = row.efficiency
            largest = max(largest, row.efficiency)
    values = np.array(list(numbers.values()))
    stated = np.round(values, 2).tolist() == [0.63, 0.98, 0.71, 0.78, 0.82, 0.52]
    return Finding("corrected" if largest < 1 and stated else "refuted", numbers)


@check("mnl:composite-efficiency")
def composite_efficiency(profile):
    worst, safe, numbers = 1.0, np.inf, {}
    for name, game in PROBLEMS.items():
        table = relative_efficiency(game)
        least = table[table.estimator == "likelihood (50)"].efficiency.min()
        slope, _ = expected_information(game, "likelihood (50)")
        naive = np.diag(np.linalg.inv(slope))
        ratio = naive / np.diag(asymptotic_covariance(game, "likelihood (50)"))
        numbers[f"least efficiency of (50), {name}"] = least
        numbers[f"least naive over true variance, {name}"] = ratio.min()
        worst, safe = min(worst, least), min(safe, ratio.min())
    return Finding("holds" if worst > 0.925 and safe > 1 else "refuted", numbers)


@check("mnl:finite-sample-efficiency")
def finite_sample_efficiency(profile):
    numbers, verdicts = {}, []
    for n_epochs in (120, 480):
        table = sample(n_epochs, profile)
        for row in table[table.estimator == "Algorithm 1"].itertuples():
            key = f"{n_epochs} epochs, {row.block}"
            numbers[f"excess mean squared error, {key}"] = row.excess
            numbers[f"standard error, {key}"] = row.excess_error
            verdicts.append(np.sign(row.excess) * (abs(row.excess) > 3 * row.excess_error))
        numbers[f"replications, {n_epochs} epochs"] = int(table.used.iloc[0])
    if min(verdicts) < 0:
        return Finding("refuted", numbers)
    return Finding("holds" if min(verdicts) > 0 else "undecided", numbers)


@check("mnl:estimates-have-no-mean")
def estimates_have_no_mean(profile):
    a, b, v, m = Fraction(3, 5), Fraction(3, 10), Fraction(1, 2), 10

    def empty(first, second):
        """Chances of no click and of some in the two cells of a list, after m epochs."""
        none = 1 / (1 + first + second) ** m
        one, two = 1 / (1 + first) ** m, 1 / (1 + second) ** m
        seen = 1 - one - two + none
        return {(0, 0): none, (0, 1): one - none, (1, 0): two - none, (1, 1): seen}

    plays = np.full((2, 2), float(m))
    chances = {"(50)": Fraction(0), "Algorithm 1": Fraction(0)}
    for (c11, c22), p in empty(a, b * v).items():  # list (1, 2)
        for (c21, c12), q in empty(b, a * v).items():  # list (2, 1)
            clicks = np.array([[c11, c12], [c21, c22]], dtype=float)
            chances["(50)"] += p * q * (not has_maximiser(clicks, plays))
            chances["Algorithm 1"] += p * q * bool(obstacle_to_algorithm_1(clicks, plays))
    numbers = {f"probability of no estimate, {name}": float(p) for name, p in chances.items()}
    stated = [round(float(p), 2) for p in chances.values()] == [0.03, 0.35]
    return Finding("corrected" if stated else "refuted", numbers)


@check("mnl:finite-sample-bias")
def finite_sample_bias(profile):
    numbers, verdicts = {}, []
    for n_epochs in (120, 480):
        table = sample(n_epochs, profile)
        for row in table[table.estimator == "Algorithm 1"].itertuples():
            size = (
                SMALL.attraction.size if row.block == "attraction" else SMALL.examination.size - 1
            )
            allowed = 0.15 * (row.mse / size) ** 0.5
            key = f"{n_epochs} epochs, {row.block}"
            numbers[f"bias, {key}"] = row.bias
            numbers[f"standard error, {key}"] = row.bias_error
            numbers[f"15 % of the deviation, {key}"] = allowed
            margin = allowed - abs(row.bias)
            verdicts.append(np.sign(margin) * (abs(margin) > 3 * row.bias_error))
    if min(verdicts) < 0:
        return Finding("refuted", numbers)
    return Finding("holds" if min(verdicts) > 0 else "undecided", numbers)
