"""What Lagrée et al. (2016) write about their simulations, decided by ours."""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np

from clickbandits.core import Problem
from clickbandits.experiments import Regret, run
from clickbandits.pbm.bounds import lower_bound
from clickbandits.pbm.model import reward
from compendium.comparisons import AGREES, below, final, significant
from compendium.finding import Finding, check
from compendium.pbm import experiments

from . import studies


def scale(regret: Regret) -> dict:
    """Horizon and number of runs, which every simulated finding names."""
    values = next(iter(regret.values.values()))
    return {"rounds": int(regret.rounds[-1]), "runs": len(values)}


def finals(regret: Regret) -> dict:
    """Every policy's final mean regret with its standard error, for a finding."""
    shown = {policy: "{:.2f} ± {:.2f}".format(*final(regret, policy)) for policy in regret.values}
    return shown | scale(regret)


@check("pbm:figure-1b-ts-below-bound")
def figure_1b_ts_below_bound(profile):
    regret = run(experiments.figure_1b(profile))
    bound = lower_bound(experiments.FIGURE_1B) * np.log(regret.rounds)
    late = regret.rounds >= 1000
    gaps = (bound - regret.mean("PBM-TS"))[late]
    signs = [
        significant(gap, error)
        for gap, error in zip(gaps, regret.standard_error("PBM-TS")[late], strict=True)
    ]
    numbers = {"smallest gap to the bound from round 1,000 on": float(gaps.min())}
    return Finding(AGREES[min(signs)], numbers | finals(regret) | {"(6)·log T": float(bound[-1])})


@check("pbm:figure-1b-pie-comparable-to-ts")
def figure_1b_pie_comparable_to_ts(profile):
    regret = run(experiments.figure_1b(profile))
    (pie, pie_error), (ts, ts_error) = final(regret, "PBM-PIE"), final(regret, "PBM-TS")
    rival = min(("PBM-UCB", "RBA-KL-UCB"), key=lambda policy: final(regret, policy)[0])
    other, other_error = final(regret, rival)
    difference = math.log(other / pie) - abs(math.log(pie / ts))
    relative = [2 * pie_error / pie, ts_error / ts, other_error / other]
    sign = significant(difference, math.hypot(*relative))
    verdict = AGREES[sign] if regret.rounds[-1] >= 10**5 else "undecided"
    return Finding(verdict, {"regret of PBM-PIE over PBM-TS": pie / ts} | finals(regret))


@check("pbm:figure-1b-others-above")
def figure_1b_others_above(profile):
    regret = run(experiments.figure_1b(profile))
    return Finding(AGREES[_outperformed(regret)], finals(regret))


def _outperformed(regret: Regret) -> int:
    """Whether PBM-PIE and PBM-TS are both below both of the others."""
    return min(
        below(regret, good, bad)
        for good in ("PBM-PIE", "PBM-TS")
        for bad in ("PBM-UCB", "RBA-KL-UCB")
    )


@check("pbm:figure-1a-mean")
def figure_1a_mean(profile):
    regret = run(experiments.figure_1a(profile))
    return Finding(AGREES[below(regret, "PBM-TS", "BC-MP-TS")], finals(regret))


def second_best_gap(problem: Problem) -> float:
    """What the second-best list loses a round."""
    lists = permutations(range(problem.attraction.size), problem.examination.size)
    rewards = sorted(reward(*problem, np.array(shown)) for shown in lists)
    return rewards[-1] - rewards[-2]


@check("pbm:figure-1a-tail")
def figure_1a_tail(profile):
    regret = run(experiments.figure_1a(profile))
    gap = second_best_gap(regret.experiment.problems[0])
    stuck, error = {}, {}
    for policy, values in regret.values.items():
        grown, _ = studies.increment(regret, policy)
        share = np.mean(grown > 0.5 * gap * 0.9 * regret.rounds[-1])
        stuck[policy] = float(share)
        error[policy] = math.sqrt(max(share, 1 / len(values)) / len(values))
    difference = stuck["BC-MP-TS"] - stuck["PBM-TS"]
    numbers = {f"share of stuck runs, {policy}": share for policy, share in stuck.items()}
    return Finding(
        AGREES[significant(difference, math.hypot(*error.values()))],
        numbers | {"standard error of the difference": math.hypot(*error.values())} | scale(regret),
    )


@check("pbm:conjecture-ts")
def conjecture_ts(profile):
    numbers = {}
    for name in ("figure_1b", "figure_1a"):
        regret = run(getattr(experiments, name)(profile))
        slope, error = studies.slope(regret, "PBM-TS")
        constant = lower_bound(regret.experiment.problems[0])
        title = name.replace("_", " ")
        numbers[f"slope over (6), {title}"] = slope / constant
        numbers[f"standard error, {title}"] = error / constant
    return Finding("open", numbers | scale(regret))


@check("pbm:figure-2-rba-better-than-ucb")
def figure_2_rba_better_than_ucb(profile):
    regret = run(experiments.figure_2(profile))
    return Finding(AGREES[below(regret, "RBA-KL-UCB", "PBM-UCB")], finals(regret))


@check("pbm:figure-2-both-outperformed")
def figure_2_both_outperformed(profile):
    regret = run(experiments.figure_2(profile))
    return Finding(AGREES[_outperformed(regret)], finals(regret))
