"""The precision and the bias of the estimates, for many epochs and for few."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations, product

import numpy as np

from clickbandits.mnl.identifiability import has_maximiser, obstacle_to_algorithm_1
from clickbandits.mnl.model import problem
from compendium.comparisons import Estimate, positive, within
from compendium.finding import Case, check, twin

from .efficiency import (
    ESTIMATORS,
    PROBLEMS,
    SMALL,
    asymptotic_covariance,
    expected_information,
    finite_sample,
    relative_efficiency,
    slope_and_variance,
)


@cache
def _samples(profile: str) -> list[tuple]:
    """The simulated errors of Algorithm 1, a row for each number of epochs and each block."""
    replications = 10_000 if profile == "paper" else 400
    tables = (finite_sample(SMALL, epochs, replications, seed=2023) for epochs in (120, 480))
    return [row for table in tables for row in table[table.estimator == "Algorithm 1"].itertuples()]


def _estimate(row, what: str) -> Estimate:
    """A mean of `finite_sample` with its standard error."""
    return Estimate(getattr(row, what), getattr(row, f"{what}_error"), row.used - 1)


@check("mnl:algorithm-1-efficiency")
@twin("the estimator of the print", gives="holds", printed="exact likelihood")
@twin("the efficiency for the attractions of (a)", gives="refuted", first=0.64)
def algorithm_1_efficiency(profile, printed="Algorithm 1", first=0.63):
    """Computes the asymptotic efficiency of Algorithm 1 on problems (a), (b) and (c)."""
    case = Case()
    values, claimed = [], []
    for name, game in PROBLEMS.items():
        table = relative_efficiency(game)
        claimed += list(table[table.estimator == printed].efficiency)
        for row in table[table.estimator == "Algorithm 1"].itertuples():
            label = f"efficiency of Algorithm 1, {name}, {row.block}"
            case.number(f"{name}, {row.block}", label, row.efficiency)
            values.append(row.efficiency)
    case.printed("efficient", np.min(claimed) > 1 - 1e-9)
    stated = [first, 0.98, 0.71, 0.78, 0.82, 0.52]
    case.must("as stated, in per cent", [round(value, 2) for value in values] == stated)
    return case.finding()


def information_by_lists(game, estimator: str) -> np.ndarray:
    """A and B of an epoch, list by list: what `expected_information` adds up by kinds."""
    (n_items,), (n_positions,) = game.attraction.shape, game.examination.shape
    epochs = []
    for shown in permutations(range(n_items), n_positions):
        gamma = game.attraction[list(shown)] * game.examination
        # log γ = log α + log λ
        ends = np.hstack([np.eye(n_items)[list(shown)], np.eye(n_positions)])
        epochs.append(ends.T @ np.array(slope_and_variance(estimator, gamma)) @ ends)
    total = np.mean(epochs, axis=0)
    free = [i for i in range(total.shape[-1]) if i != n_items]
    return total[:, free][:, :, free]


TWINS = problem([0.9, 0.9, 0.3, 0.2], [1, 0.5, 0.4])
"""A problem with two items of one kind."""


@check("mnl:composite-efficiency")
@twin("the share of the data that it loses", gives="refuted", lost=0.07)
@twin("by which factor the naive variance is larger", gives="refuted", naive_over=1.01)
def composite_efficiency(profile, lost=0.071, naive_over=1):
    """Computes the efficiency of (50) and its naive variance on problems (a), (b) and (c)."""
    case = Case()
    for estimator in ESTIMATORS:
        pair = (way(TWINS, estimator) for way in (expected_information, information_by_lists))
        case.must(f"A and B, list by list, {estimator}", np.allclose(*pair, rtol=1e-12))
    for name, game in PROBLEMS.items():
        table = relative_efficiency(game)
        least = table[table.estimator == "likelihood (50)"].efficiency.min()
        slope, _ = expected_information(game, "likelihood (50)")
        naive = np.diag(np.linalg.inv(slope))
        ratio = naive / np.diag(asymptotic_covariance(game, "likelihood (50)"))
        case.must(f"it loses at most {lost:.1%}, {name}", least >= 1 - lost)
        case.must(f"the naive variance is too large, {name}", ratio.min() > naive_over)
        case.number(f"efficiency {name}", f"least efficiency of (50), {name}", least)
        case.number(f"naive {name}", f"least naive over true variance, {name}", ratio.min())
    return case.finding()


@check("mnl:finite-sample-efficiency")
@twin("which estimator is less precise", gives="not reproduced", worse="exact likelihood")
def finite_sample_efficiency(profile, worse="Algorithm 1"):
    """Simulates squared errors in pairs on the same data, 120 and 480 epochs of random lists."""
    case = Case()
    for row in _samples(profile):
        setting = f"{row.epochs} epochs, {row.block}"
        excess = _estimate(row, "excess")
        of_worse = excess if worse == "Algorithm 1" else -excess
        case.sign(f"less precise, {setting}", positive(of_worse))
        case.number(f"excess, {setting}", f"excess mean squared error, {setting}", row.excess)
        case.number(f"error, {setting}", f"standard error, {setting}", row.excess_error)
        if row.block == "examination":
            case.family({f"replications, {row.epochs} epochs": int(row.used)})
    return case.finding()


@check("mnl:estimates-have-no-mean")
@twin("whether all cells have a click", gives="holds", clicked=True)
@twin("the chance of no estimate", gives="refuted", stated=(Fraction(3, 100), Fraction(17, 50)))
def estimates_have_no_mean(profile, clicked=False, stated=(Fraction(3, 100), Fraction(7, 20))):
    """Adds up, in fractions, the chances of all patterns of clicked cells without an estimate."""
    case = Case()
    a, b, v, m = Fraction(3, 5), Fraction(3, 10), Fraction(1, 2), 10

    def patterns(first, second):
        """Chances of no click and of some in the two cells of a list, after m epochs."""
        none = 1 / (1 + first + second) ** m
        one, two = 1 / (1 + first) ** m, 1 / (1 + second) ** m
        seen = 1 - one - two + none
        chances = none, one - none, two - none, seen
        return list(zip(product(range(2), repeat=2), chances, strict=True))

    always, found = True, []
    # lists (1, 2) and (2, 1)
    for ((c11, c22), p), ((c21, c12), q) in product(patterns(a, b * v), patterns(b, a * v)):
        clicks = np.array([[c11, c12], [c21, c22]], dtype=float)
        plays = np.full_like(clicks, m)
        none = not has_maximiser(clicks, plays), bool(obstacle_to_algorithm_1(clicks, plays))
        if clicks.all() or not clicked:
            always &= none == (False, False)
        found.append((p * q, *none))
    case.must("the chances add up to 1", sum(chance for chance, *_ in found) == 1)
    chances = {
        "(50)": sum(chance for chance, none, _ in found if none),
        "Algorithm 1": sum(chance for chance, _, none in found if none),
    }
    # (50) has a maximiser where a list has clicks on both its cells; Algorithm 1 needs both lists
    first = 1 / Fraction(8, 5) ** 10 + 1 / Fraction(23, 20) ** 10 - 1 / Fraction(7, 4) ** 10
    second = 2 / Fraction(13, 10) ** 10 - 1 / Fraction(8, 5) ** 10
    case.must("none by (50), by hand", chances["(50)"] == first * second)
    by_hand = 1 - (1 - first) * (1 - second)
    case.must("none by Algorithm 1, by hand", chances["Algorithm 1"] == by_hand)
    case.printed("there always is an estimate", always)
    for (name, chance), near in zip(chances.items(), stated, strict=True):
        case.must(f"none in {float(near):.0%}, {name}", round(100 * chance) == 100 * near)
        case.number(name, f"probability of no estimate, {name}", float(chance))
    return case.finding()


@check("mnl:finite-sample-bias")
@twin("the share of the deviation", gives="not reproduced", share=0.07)
def finite_sample_bias(profile, share=0.15):
    """Simulates the bias of the logarithms after 120 and 480 epochs of random lists."""
    case = Case()
    sizes = {"attraction": SMALL.attraction.size, "examination": SMALL.examination[1:].size}
    for row in _samples(profile):
        allowed = share * (row.mse / sizes[row.block]) ** 0.5
        setting = f"{row.epochs} epochs, {row.block}"
        small = within(_estimate(row, "bias"), -allowed, allowed)
        case.sign(f"below 15 % of the deviation, {setting}", small)
        case.number(f"bias, {setting}", f"bias, {setting}", row.bias)
        case.number(f"error, {setting}", f"standard error, {setting}", row.bias_error)
        case.number(f"allowed, {setting}", f"15 % of the deviation, {setting}", allowed)
    return case.finding()
