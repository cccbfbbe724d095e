"""The precision of the estimates, for many epochs and for few."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pandas as pd

from clickbandits.mnl.identifiability import has_maximiser, obstacle_to_algorithm_1
from compendium.case import Twin, check
from compendium.comparisons import positive
from compendium.estimates import Estimate

from .efficiency import (
    PROBLEMS,
    SMALL,
    asymptotic_covariance,
    expected_information,
    finite_sample,
    relative_efficiency,
)


@check(
    "mnl:algorithm-1-efficiency",
    estimator=Twin("exact likelihood"),
    first=Twin(0.64),
    lost=Twin(0.07, step="composite-efficiency"),
    alone=Twin(0.13, step="composite-efficiency"),
    naive_over=Twin(1.01, step="composite-efficiency"),
)
def algorithm_1_efficiency(case, estimator="Algorithm 1", first=0.63, lost=0.071, alone=0.133, naive_over=1):
    composite = case.step("composite-efficiency")
    values, claimed = [], []
    for name, game in PROBLEMS.items():
        table = relative_efficiency(game)
        claimed += list(table[table.estimator == estimator].efficiency)
        for row in table[table.estimator == "Algorithm 1"].itertuples():
            setting = f"{name}, {row.block}"
            case.number(setting, f"efficiency of Algorithm 1, {setting}", row.efficiency)
            values.append(row.efficiency)
        least = table[table.estimator == "likelihood (50)"].efficiency.min()
        slope, _ = expected_information(game, "likelihood (50)")
        naive = np.diag(np.linalg.inv(slope))
        true, exact = (
            np.diag(asymptotic_covariance(game, each)) for each in ("likelihood (50)", "exact likelihood")
        )
        for key, words, number, bound in (
            ("efficiency", "efficiency of (50)", least, 1 - lost),
            ("single", "efficiency for a single parameter", (exact / true).min(), 1 - alone),
            ("naive", "naive over true variance", (naive / true).min(), naive_over),
        ):
            composite.must(f"least {words}, {name}", number >= bound, **{f"{key} {name}": number})
    case.must("not efficient on any problem", np.max(claimed) < 0.99)
    stated = [first, 0.98, 0.71, 0.78, 0.82, 0.52]
    case.must("as stated, in per cent", [round(value, 2) for value in values] == stated)


@cache
def _samples(profile: str, epochs: int) -> pd.DataFrame:
    """The simulated errors of the estimators, of which a twin takes the same ones."""
    return finite_sample(SMALL, epochs, 10_000 if profile == "paper" else 400, seed=2023)


@check("mnl:finite-sample-efficiency", worse=Twin("exact likelihood", "not reproduced"))
def finite_sample_efficiency(case, worse="Algorithm 1"):
    for epochs in (120, 480):
        table = _samples(case.profile, epochs)
        for row in table[table.estimator == "Algorithm 1"].itertuples():
            setting = f"{epochs} epochs, {row.block}"
            excess = Estimate(row.excess, row.excess_error, row.used - 1)
            more = positive(excess if worse == "Algorithm 1" else -excess)
            case.sign(f"excess mean squared error, {setting}", more, **{f"excess, {setting}": row.excess})
            case.number(f"error, {setting}", f"standard error, {setting}", row.excess_error)
        case.family({f"replications, {epochs} epochs": int(row.used)})


@check(
    "mnl:estimates-have-no-mean",
    clicked=Twin(True, "holds"),
    stated=Twin((Fraction(3, 100), Fraction(17, 50))),
)
def estimates_have_no_mean(case, clicked=False, stated=(Fraction(3, 100), Fraction(7, 20))):
    a, b, v, m = Fraction(3, 5), Fraction(3, 10), Fraction(1, 2), 10

    def patterns(first, second):
        """Chances of no click and of some in the two cells of a list, after m epochs."""
        none = 1 / (1 + first + second) ** m
        one, two = 1 / (1 + first) ** m, 1 / (1 + second) ** m
        seen = 1 - one - two + none
        chances = none, one - none, two - none, seen
        return list(zip(product(range(2), repeat=2), chances, strict=True))

    outcomes, meant = [], []
    # lists (1, 2) and (2, 1)
    for ((c11, c22), p), ((c21, c12), q) in product(patterns(a, b * v), patterns(b, a * v)):
        clicks = np.array([[c11, c12], [c21, c22]], dtype=float)
        plays = np.full_like(clicks, m)
        none = not has_maximiser(clicks, plays), bool(obstacle_to_algorithm_1(clicks, plays))
        outcomes.append((p * q, *none))
        meant += none if clicks.all() or not clicked else ()
    case.printed("there always is an estimate", not any(meant))
    for place, name in enumerate(("(50)", "Algorithm 1")):
        chance = sum(chance for chance, *none in outcomes if none[place])
        near = round(100 * chance) == 100 * stated[place]
        case.must(f"probability of no estimate, {name}", near, **{name: float(chance)})
