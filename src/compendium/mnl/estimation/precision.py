"""The precision and the bias of the estimates, for many epochs and for few."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from clickbandits.mnl.identifiability import has_maximiser, obstacle_to_algorithm_1
from compendium.comparisons import significant
from compendium.finding import Case, check

from .efficiency import (
    PROBLEMS,
    SMALL,
    asymptotic_covariance,
    expected_information,
    finite_sample,
    relative_efficiency,
)


@cache
def _samples(profile: str) -> list[tuple]:
    """The simulated errors of Algorithm 1, a row for each number of epochs and each block."""
    replications = 10_000 if profile == "paper" else 400
    tables = (finite_sample(SMALL, epochs, replications, seed=2023) for epochs in (120, 480))
    return [row for table in tables for row in table[table.estimator == "Algorithm 1"].itertuples()]


@check("mnl:algorithm-1-efficiency")
def algorithm_1_efficiency(profile):
    """Computes the asymptotic efficiency of Algorithm 1 on problems (a), (b) and (c)."""
    case = Case()
    values = []
    for name, game in PROBLEMS.items():
        table = relative_efficiency(game)
        for row in table[table.estimator == "Algorithm 1"].itertuples():
            label = f"efficiency of Algorithm 1, {name}, {row.block}"
            case.number(f"{name}, {row.block}", label, row.efficiency)
            values.append(row.efficiency)
    case.printed("efficient", max(values) >= 1)
    rounded = np.round(values, 2).tolist()
    case.must("as stated, in per cent", rounded == [0.63, 0.98, 0.71, 0.78, 0.82, 0.52])
    return case.finding()


@check("mnl:composite-efficiency")
def composite_efficiency(profile):
    """Computes the efficiency of (50) and its naive variance on problems (a), (b) and (c)."""
    case = Case()
    for name, game in PROBLEMS.items():
        table = relative_efficiency(game)
        least = table[table.estimator == "likelihood (50)"].efficiency.min()
        slope, _ = expected_information(game, "likelihood (50)")
        naive = np.diag(np.linalg.inv(slope))
        ratio = naive / np.diag(asymptotic_covariance(game, "likelihood (50)"))
        case.must(f"it loses at most 7 %, {name}", least > 0.925)
        case.must(f"the naive variance is too large, {name}", ratio.min() > 1)
        case.number(f"efficiency {name}", f"least efficiency of (50), {name}", least)
        case.number(f"naive {name}", f"least naive over true variance, {name}", ratio.min())
    return case.finding()


@check("mnl:finite-sample-efficiency")
def finite_sample_efficiency(profile):
    """Simulates squared errors in pairs on the same data, 120 and 480 epochs of random lists."""
    case = Case()
    for row in _samples(profile):
        setting = f"{row.epochs} epochs, {row.block}"
        case.sign(f"less precise, {setting}", significant(row.excess, row.excess_error))
        case.number(f"excess, {setting}", f"excess mean squared error, {setting}", row.excess)
        case.number(f"error, {setting}", f"standard error, {setting}", row.excess_error)
        if row.block == "examination":
            case.family({f"replications, {row.epochs} epochs": int(row.used)})
    return case.finding()


@check("mnl:estimates-have-no-mean")
def estimates_have_no_mean(profile):
    """Adds up, in fractions, the chances of all patterns of clicked cells without an estimate."""
    case = Case()
    a, b, v, m = Fraction(3, 5), Fraction(3, 10), Fraction(1, 2), 10

    def patterns(first, second):
        """Chances of no click and of some in the two cells of a list, after m epochs."""
        none = 1 / (1 + first + second) ** m
        one, two = 1 / (1 + first) ** m, 1 / (1 + second) ** m
        seen = 1 - one - two + none
        return {(0, 0): none, (0, 1): one - none, (1, 0): two - none, (1, 1): seen}

    plays = np.full((2, 2), float(m))
    chances = {"(50)": Fraction(0), "Algorithm 1": Fraction(0)}
    for (c11, c22), p in patterns(a, b * v).items():  # list (1, 2)
        for (c21, c12), q in patterns(b, a * v).items():  # list (2, 1)
            clicks = np.array([[c11, c12], [c21, c22]], dtype=float)
            chances["(50)"] += p * q * (not has_maximiser(clicks, plays))
            chances["Algorithm 1"] += p * q * bool(obstacle_to_algorithm_1(clicks, plays))
    case.printed("there always is an estimate", not any(chances.values()))
    for (name, chance), stated in zip(chances.items(), (3, 35), strict=True):
        case.must(f"none in {stated} %, {name}", round(100 * chance) == stated)
        case.number(name, f"probability of no estimate, {name}", float(chance))
    return case.finding()


@check("mnl:finite-sample-bias")
def finite_sample_bias(profile):
    """Simulates the bias of the logarithms after 120 and 480 epochs of random lists."""
    case = Case()
    sizes = {"attraction": SMALL.attraction.size, "examination": SMALL.examination.size - 1}
    for row in _samples(profile):
        allowed = 0.15 * (row.mse / sizes[row.block]) ** 0.5
        setting = f"{row.epochs} epochs, {row.block}"
        margin = allowed - abs(row.bias)
        case.sign(f"below 15 % of the deviation, {setting}", significant(margin, row.bias_error))
        case.number(f"bias, {setting}", f"bias, {setting}", row.bias)
        case.number(f"error, {setting}", f"standard error, {setting}", row.bias_error)
        case.number(f"allowed, {setting}", f"15 % of the deviation, {setting}", allowed)
    return case.finding()
