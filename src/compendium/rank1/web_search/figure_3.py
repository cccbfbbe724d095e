"""What Katariya et al. (2017) write about Figure 3 and about practice, decided where it can be.

The 20 queries of the paper are not public. Played are the published models of 60 other queries of
the same challenge.
"""

from __future__ import annotations

import numpy as np

from clickbandits.core import Problem
from clickbandits.pbm.published import yandex_models
from clickbandits.rank1.bounds import hardness, inverse_gaps
from clickbandits.rank1.model import problem
from compendium.comparisons import (
    all_of,
    below,
    finals,
    joint_scale,
    some_of,
    within,
)
from compendium.finding import Case, Finding, check, twin
from compendium.rank1 import studies
from compendium.rank1.experiments import LOG, PRINTED, QUERIES, surrogate, with_mean

from .figure_2 import FAMILIES

RIVALS = ("Rank1Elim", "UCB1Elim", "UCB1")
EVEN = 0.5, 0.25
"""Items, and positions, of a problem whose scale is 1 by symmetry."""
LOST, OPEN, WON = -1, 0, 1
"""The signs of a comparison."""
OFTEN = 0.1
"""The share of the published models that would count as often."""
LEAST_PEAK = 0.6
"""The largest attraction of our third model of Query 1, below its p_max."""


def lower_by(profile, rival, percent, margin=3.0) -> Finding:
    """Whether a reading's average regret is lower by the percentage, give or take the margin.

    The margin is in percentage points.
    """
    case = Case()
    regret = studies.averaged(studies.figure_3(profile))
    near = []
    for ours in (PRINTED, LOG):
        gain = studies.gain(regret, ours, rival)
        case.family({f"percent lower, {ours}": f"{gain:.1f}"})
        near.append(within(gain, percent - margin, percent + margin))
    case.sign(f"lower by {percent} ± {margin} % in one of the readings", some_of(*near))
    case.number("runs", "runs per query", len(regret.values[PRINTED]))
    case.number("rounds", "rounds", int(regret.rounds[-1]))
    return case.finding()


@check("rank1:figure-3-ucb1")
@twin("the percentage", gives="holds", percent=17.2)
def figure_3_ucb1(profile, percent=10.9):
    """Compares the average regrets of both readings with UCB1's, less the printed 10.9 %."""
    return lower_by(profile, "UCB1", percent)


@check("rank1:figure-3-rank1elim")
@twin("the percentage", gives="holds", percent=49.5)
def figure_3_rank1elim(profile, percent=79.0):
    """Compares the average regrets of both readings with Rank1Elim's, less the printed 79 %."""
    return lower_by(profile, "Rank1Elim", percent)


def lowest(profile, ours, rivals) -> Finding:
    """Whether a reading has the lowest average regret of all."""
    case = Case()
    regret = studies.averaged(studies.figure_3(profile))
    case.family(finals(regret, 0, policies=(ours, *rivals)))
    for rival in rivals:
        case.sign(f"below {rival}", below(regret, ours, rival))
    case.family(joint_scale([regret], (ours, *rivals)))
    return case.finding()


@check("rank1:figure-3-lowest")
@twin("who is outperformed", gives="holds", rivals=("Rank1Elim", "UCB1Elim"))
def figure_3_lowest(profile, rivals=RIVALS):
    """Compares the average regret of Rank1ElimKL, δ as printed, with those of the rivals."""
    return lowest(profile, PRINTED, rivals)


@check("rank1:figure-3-lowest-log")
@twin("δ", gives="not reproduced", ours=PRINTED)
@twin("who has the lowest", gives="not reproduced", ours="UCB1Elim")
def figure_3_lowest_log(profile, ours=LOG, rivals=RIVALS):
    """Compares the average regret of Rank1ElimKL with log n with those of the rivals."""
    return lowest(profile, ours, rivals)


@check("rank1:real-data-improvement")
@twin("who is improved on", gives="not reproduced", rival="UCB1")
def real_data_improvement(profile, rival="Rank1Elim"):
    """Compares both readings with Rank1Elim, on average and query by query."""
    case = Case()
    regrets = studies.figure_3(profile)
    average = studies.averaged(regrets)
    case.family({"queries": len(regrets)})
    for ours in (PRINTED, LOG):
        compared = [below(regret, ours, rival) for regret in regrets.values()]
        each = [one.sign(len(regrets)) for one in compared]
        case.family({f"queries significantly better, {ours}": each.count(WON),
                     f"significantly worse, {ours}": each.count(LOST)})  # fmt: skip
        case.sign(f"{ours} is better on average", below(average, ours, rival))
        case.sign(f"{ours} is worse on no query", LOST if LOST in each else WON)
    case.family(joint_scale(regrets.values(), (PRINTED, LOG, rival)))
    return case.finding()


@check("rank1:almost-all-instances")
@twin("who is outperformed", gives="holds", rivals=("Rank1Elim",))
@twin("the share that is almost all", gives="holds", share=0.05)
def almost_all_instances(profile, rivals=RIVALS, share=0.9):
    """Counts the problems of Figures 1 and 3 on which Rank1ElimKL loses to some rival."""
    case = Case()
    regrets = studies.figure_1(profile) | studies.figure_3(profile)
    wins = [
        all_of(*(below(regret, PRINTED, rival) for rival in rivals)).sign(len(regrets))
        for regret in regrets.values()
    ]
    won, lost, total = wins.count(WON), wins.count(LOST), len(wins)
    won_enough = WON if won >= share * total else OPEN
    case.sign("wins on almost all problems", LOST if lost > (1 - share) * total else won_enough)
    case.family({"problems": total, "won": won, "lost to some": lost})
    case.family(joint_scale(regrets.values(), (PRINTED, "UCB1")))
    return case.finding()


@check("rank1:often-smaller-mu")
@twin("p_max of the two queries", gives="not reproduced", peaks=(0.9, 0.9))
@twin("the factor of 1 - p_max", gives="holds", factor=3)
def often_smaller_mu(profile, peaks=(QUERIES["Query 1"][1], QUERIES["Query 2"][1]), factor=1):
    """Compares μ with 1 - p_max: as printed, and for the published models at their best scale.

    (c ū, v̄/c) is the same problem: the scale is the one at which (1 - p_max)/μ is largest.
    """
    case = Case()
    averages = [average for _, _, average in QUERIES.values()]
    printed = [factor * (1 - peak) / mu for peak, mu in zip(peaks, averages, strict=True)]
    largest = [factor * largest_ratio(model.problem) for model in yandex_models().values()]
    smaller = sum(ratio > 1 for ratio in largest)
    in_print, in_models = min(printed) > 1, smaller >= OFTEN * len(largest)
    case.must("the printed queries and the published models disagree", in_print != in_models)
    case.number("printed", "(1 - p_max)/μ of Queries 1 and 2", tuple(round(r, 2) for r in printed))
    case.number("models", "published models", len(largest))
    case.number("smaller", "with μ < 1 - p_max at some scale", smaller)
    case.number("largest", "largest (1 - p_max)/μ of them, at any scale", max(largest))
    return case.finding(holds="open", broken="holds" if in_print else "not reproduced")


def largest_ratio(of: Problem) -> float:
    """The largest (1 - p_max)/μ over 2,001 admissible scales of a problem."""
    items, positions = of
    c = np.geomspace(positions.max(), 1 / items.max(), 2001)
    peak = np.maximum(c * items.max(), positions.max() / c)
    average = np.minimum(c * items.mean(), positions.mean() / c)
    return float(((1 - peak) / average).max())


def best_ratio(of: Problem) -> float:
    """Σ 1/Δ̄/(μγ), least over 401 admissible scales, over the least Σ 1/Δ̄/μ²."""
    items, positions = of
    slopes = []
    for c in np.geomspace(positions.max(), 1 / items.max(), 401):
        hard = hardness(problem(np.minimum(1, items * c), np.minimum(1, positions / c)))
        sums = inverse_gaps(hard.row_gaps, hard.column_gaps) / hard.average
        slopes.append((sums / hard.printed_factor, sums / hard.average))
    with_gamma, with_average = np.min(slopes, axis=0)
    return float(with_gamma / with_average)


@check("rank1:strict-improvement-at-best-scale")
@twin("p_max of Query 1", gives="refuted", peak=0.9)
@twin("which vector has the printed μ", gives="refuted", means=(0.13, 0.4))
def strict_improvement_at_best_scale(profile, peak=QUERIES["Query 1"][1], means=(0.2, 0.13)):
    """Finds the least bounds over all scales, with γ and with μ for it, of three models of Query 1.

    In the two surrogates the items have the printed p_max and μ; in the third, `peak` and the
    second of the `means` belong to the positions.
    """
    case = Case()
    size, largest, average = QUERIES["Query 1"]
    falling = 1 / np.arange(1.0, size + 1)
    items = with_mean(falling, LEAST_PEAK, means[0])
    ours = problem(items, with_mean(falling[:10], peak, means[1]))
    models = {family: surrogate("Query 1", family) for family in FAMILIES} | {"positions": ours}
    # Items (1/2, 1/4) at positions that are examined alike, scaled by c ≥ 1: p_max = c/2 and
    # μ = 3/(8c) with γ = max(μ, 1 - p_max), so that (1 - p_max)/μ is largest, 4/3, at c = 1.
    case.must("4/3 by hand", abs(largest_ratio(problem(EVEN, EVEN)) - 4 / 3) < 1e-9)
    # There Σ 1/Δ̄ is 8 (c + 1/c), and both bounds are least at c = 1: with μ = 3/8 and γ = 1/2.
    case.must("3/4 by hand", abs(best_ratio(problem(EVEN, EVEN)) - 3 / 4) < 1e-9)
    for name, model in models.items():
        hard, ratio = hardness(model), best_ratio(model)
        as_given = hard.average / hard.printed_factor
        wanted = (peak if name == "positions" else largest), average
        as_printed = np.allclose((hard.peak, hard.average), wanted)
        case.must(f"p_max and μ as printed, {name}", as_printed)
        case.must(f"γ improves the bound, {name}", as_given < 1)
        improved = ratio < 1 - 1e-9
        case.must(f"at the best scale, {name}", improved == (name == "positions"))
        case.number(f"given_{name}", f"bound with γ over that with μ, {name}", as_given)
        case.number(f"best_{name}", f"each at its best scale, {name}", ratio)
    return case.finding()
