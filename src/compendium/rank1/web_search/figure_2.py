"""What Katariya et al. (2017) write about Figure 2, decided on surrogates of its two queries.

The models of Queries 1 and 2 are not public. Two families of surrogates have exactly the printed
L, p_max and μ, and everything else is ours: a claim about the queries is decided only where both
families agree, and is open where they do not.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from clickbandits.rank1.bounds import hardness
from compendium import published
from compendium.comparisons import AGREES, below, final, quotient, significant
from compendium.finding import Finding, check
from compendium.rank1 import experiments, studies
from compendium.rank1.experiments import LOG, PRINTED
from compendium.rank1.needle.results import scale

FAMILIES = ("Zipf", "rank power")
LIMITS = (
    "On surrogates with the printed L, p_max and μ (two families, which must agree), two million "
    "steps; qualitative."
)


def queries(profile: str):
    """(family, query, regret) of every surrogate."""
    for family in FAMILIES:
        for query, parts in experiments.figure_2(profile, family).items():
            yield family, query, studies.together(parts)


def agreement(signs: list[int]) -> str:
    """The verdict of several surrogates: open where one says yes and another no."""
    if 1 in signs and -1 in signs:
        return "open"
    return AGREES[min(signs)] if -1 in signs or 0 not in signs else "undecided"


def compare(profile, chosen, ours, rivals) -> Finding:
    """Whether a reading has less regret than all rivals on a query, by family."""
    numbers, signs = {}, []
    for family, query, regret in queries(profile):
        if query == chosen:
            for policy in (ours, *rivals):
                mean, error = final(regret, policy)
                numbers[f"{family}, {policy}"] = f"{mean:.0f} ± {error:.0f}"
            signs.append(min(below(regret, ours, rival) for rival in rivals))
    return Finding(agreement(signs), numbers | scale({chosen: regret}, (ours, *rivals)))


@check("rank1:figure-2-numbers")
def figure_2_numbers(profile):
    worst = 0.0
    for family in FAMILIES:
        for query, (n_items, largest, mean) in published.YANDEX_QUERIES.items():
            problem = experiments.surrogate(query, family)
            hard = hardness(problem)
            worst = max(worst, abs(hard.average - mean), abs(hard.peak - largest))
            worst = max(worst, abs(problem.attraction.size - n_items))
    return Finding("holds" if worst < 1e-12 else "refuted", {"largest difference": worst})


@check("rank1:figure-2c-elimination")
def figure_2c_elimination(profile):
    return compare(profile, "Query 1", PRINTED, ("Rank1Elim", "UCB1Elim"))


@check("rank1:figure-2c-ucb1")
def figure_2c_ucb1(profile):
    return compare(profile, "Query 1", PRINTED, ("UCB1",))


@check("rank1:figure-2c-ucb1-log")
def figure_2c_ucb1_log(profile):
    return compare(profile, "Query 1", LOG, ("UCB1",))


@check("rank1:figure-2d")
def figure_2d(profile):
    return compare(profile, "Query 2", PRINTED, ("Rank1Elim", "UCB1Elim", "UCB1"))


@check("rank1:figure-2d-log")
def figure_2d_log(profile):
    return compare(profile, "Query 2", LOG, ("Rank1Elim", "UCB1Elim", "UCB1"))


@check("rank1:figure-2-query-2-better")
def figure_2_query_2_better(profile):
    regrets = {(family, query): regret for family, query, regret in queries(profile)}
    numbers, signs = {}, []
    for family in FAMILIES:
        for ours in (PRINTED, LOG):
            (one, first), (two, second) = (
                final(regrets[family, query], ours) for query in published.YANDEX_QUERIES
            )
            error = math.hypot(first, second)
            numbers[f"{family}, {ours}, Query 2 less Query 1"] = f"{two - one:.0f} ± {error:.0f}"
            signs.append(significant(one - two, error))
    return Finding(agreement(signs), numbers | scale(regrets, (PRINTED, LOG)))


def gain(regret, ours) -> tuple[float, float]:
    """By how many percent a policy's regret is below UCB1's, and the standard error."""
    ratio, error = quotient(final(regret, ours), final(regret, "UCB1"))
    return 100 * (1 - ratio), 100 * error


@check("rank1:figure-3-explanation")
def figure_3_explanation(profile):
    numbers, signs, gains = {}, [], {}
    for family, query, regret in queries(profile):
        gains[family, query] = gain(regret, LOG)
        numbers[f"gain in percent, {family}, {query}"] = "{:.1f} ± {:.1f}".format(
            *gains[family, query]
        )
    for family in FAMILIES:
        (one, first), (two, second) = (gains[family, query] for query in published.YANDEX_QUERIES)
        signs.append(significant(two - one, math.hypot(first, second)))
    return Finding(agreement(signs), numbers | scale({query: regret}, (LOG, "UCB1")))


@check("rank1:figure-2-scale")
def figure_2_scale(profile):
    items, positions = (Fraction(3, 5), Fraction(1, 5)), (Fraction(1, 2), Fraction(1, 4))
    c = Fraction(3, 2)
    scaled = [u * c for u in items], [v / c for v in positions]
    same = all(
        u * v == scaled[0][i] * scaled[1][j]
        for i, u in enumerate(items)
        for j, v in enumerate(positions)
    )
    before, after = _numbers(items, positions), _numbers(*scaled)
    curve = studies.rescaled(experiments.surrogate("Query 1"), 101)["Theorem 1"]
    numbers = {
        "(p_max, μ, γ)": before,
        "of the same problem, c = 3/2": after,
        "largest over smallest bound, Query 1": float(curve.max() / curve.min()),
    }
    return Finding("refuted" if same and all(np.not_equal(before, after)) else "holds", numbers)


def _numbers(items, positions):
    """(p_max, μ, γ) of exact vectors."""
    peak = max(*items, *positions)
    average = min(sum(items) / len(items), sum(positions) / len(positions))
    return peak, average, max(average, 1 - peak)
