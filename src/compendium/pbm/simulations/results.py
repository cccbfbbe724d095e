"""What Lagrée et al. (2016) write about their simulations and leave open, decided by ours."""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np

from clickbandits.core import Problem
from clickbandits.experiments import Regret, run
from clickbandits.pbm.bounds import lower_bound
from clickbandits.pbm.model import reward
from compendium.comparisons import below, final, finals, scale, significant
from compendium.finding import Case, check
from compendium.pbm import experiments

from . import studies


@check("pbm:figure-1b-ts-below-bound")
def figure_1b_ts_below_bound(profile):
    """Compares the mean regret of PBM-TS with (6)·log t at every checkpoint from round 1,000 on."""
    case = Case()
    regret = run(experiments.figure_1b(profile))
    bound = lower_bound(experiments.FIGURE_1B) * np.log(regret.rounds)
    late = regret.rounds >= 1000
    gaps = (bound - regret.mean("PBM-TS"))[late]
    errors = regret.standard_error("PBM-TS")[late]
    case.sign("below the bound at each", min(map(significant, gaps, errors)))
    case.number("gap", "smallest gap to the bound from round 1,000 on", float(gaps.min()))
    case.family(finals(regret))
    case.family(scale(regret))
    case.number("bound", "(6)·log T", float(bound[-1]))
    return case.finding()


@check("pbm:figure-1b-pie-comparable-to-ts")
def figure_1b_pie_comparable_to_ts(profile):
    """Compares PBM-PIE's factor to PBM-TS with its factor to the better of the other two."""
    case = Case()
    regret = run(experiments.figure_1b(profile))
    (pie, pie_error), (ts, ts_error) = final(regret, "PBM-PIE"), final(regret, "PBM-TS")
    rival = min(("PBM-UCB", "RBA-KL-UCB"), key=lambda policy: final(regret, policy)[0])
    other, other_error = final(regret, rival)
    difference = math.log(other / pie) - abs(math.log(pie / ts))
    error = math.hypot(2 * pie_error / pie, ts_error / ts, other_error / other)
    at_the_end = regret.rounds[-1] >= 10**5
    nearer = significant(difference, error) if at_the_end else 0
    case.sign("nearer to PBM-TS, at the figure's horizon", nearer)
    case.number("ratio", "regret of PBM-PIE over PBM-TS", pie / ts)
    case.family(finals(regret))
    case.family(scale(regret))
    return case.finding()


def outperformed(case: Case, regret: Regret) -> Case:
    """Whether PBM-PIE and PBM-TS are both below both of the others."""
    for good in ("PBM-PIE", "PBM-TS"):
        for bad in ("PBM-UCB", "RBA-KL-UCB"):
            case.sign(f"{good} below {bad}", below(regret, good, bad))
    case.family(finals(regret))
    case.family(scale(regret))
    return case


@check("pbm:figure-1b-others-above")
def figure_1b_others_above(profile):
    """Compares the final means of PBM-PIE and PBM-TS with those of PBM-UCB and RBA-KL-UCB."""
    return outperformed(Case(), run(experiments.figure_1b(profile))).finding()


@check("pbm:figure-1a-mean")
def figure_1a_mean(profile):
    """Compares the final means of PBM-TS and BC-MP-TS."""
    case = Case()
    regret = run(experiments.figure_1a(profile))
    case.sign("PBM-TS below BC-MP-TS", below(regret, "PBM-TS", "BC-MP-TS"))
    case.family(finals(regret))
    case.family(scale(regret))
    return case.finding()


def second_best_gap(problem: Problem) -> float:
    """What the second-best list loses a round."""
    lists = permutations(range(problem.attraction.size), problem.examination.size)
    rewards = sorted(reward(*problem, np.array(shown)) for shown in lists)
    return rewards[-1] - rewards[-2]


@check("pbm:figure-1a-tail")
def figure_1a_tail(profile):
    """Compares the shares of runs that lose half of the second-best gap in the last rounds."""
    case = Case()
    regret = run(experiments.figure_1a(profile))
    gap = second_best_gap(regret.experiment.problems[0])
    stuck, errors = {}, []
    for policy, values in regret.values.items():
        grown, _ = studies.increment(regret, policy)
        stuck[policy] = float(np.mean(grown > 0.5 * gap * 0.9 * regret.rounds[-1]))
        errors.append(math.sqrt(max(stuck[policy], 1 / len(values)) / len(values)))
        case.number(policy, f"share of stuck runs, {policy}", stuck[policy])
    error = math.hypot(*errors)
    more = significant(stuck["BC-MP-TS"] - stuck["PBM-TS"], error)
    case.sign("more runs of BC-MP-TS are stuck", more)
    case.number("error", "standard error of the difference", error)
    case.family(scale(regret))
    return case.finding()


@check("pbm:conjecture-ts")
def conjecture_ts(profile):
    """Measures the slope of PBM-TS over (6) on Figures 1a and 1b; no slope proves optimality."""
    case = Case()
    for panel in ("1b", "1a"):
        regret = run(getattr(experiments, f"figure_{panel}")(profile))
        constant = lower_bound(regret.experiment.problems[0])
        slope, error = (value / constant for value in studies.slope(regret, "PBM-TS"))
        case.must(f"a slope on Figure {panel}", math.isfinite(slope))
        case.number(f"slope_{panel}", f"slope over (6), figure {panel}", slope)
        case.number(f"error_{panel}", f"standard error, figure {panel}", error)
    case.family(scale(regret))
    return case.finding(holds="open")


@check("pbm:figure-2-rba-better-than-ucb")
def figure_2_rba_better_than_ucb(profile):
    """Compares the final means of RBA-KL-UCB and PBM-UCB on the fitted queries."""
    case = Case()
    regret = run(experiments.figure_2(profile))
    case.sign("RBA-KL-UCB below PBM-UCB", below(regret, "RBA-KL-UCB", "PBM-UCB"))
    case.family(finals(regret))
    case.family(scale(regret))
    return case.finding()


@check("pbm:figure-2-both-outperformed")
def figure_2_both_outperformed(profile):
    """Compares PBM-PIE and PBM-TS with PBM-UCB and RBA-KL-UCB on the fitted queries."""
    return outperformed(Case(), run(experiments.figure_2(profile))).finding()


@check("pbm:figure-1b-pie-matches-bound")
def figure_1b_pie_matches_bound(profile):
    """Compares the slope of PBM-PIE between the two longest horizons with 1.01 times (6)."""
    case = Case()
    table = studies.long_horizons(profile)
    rows = table[table["panel"] == "1b"]
    slope, error = studies.long_slope(rows)
    target = 1.01 * float(rows["lower bound"].iloc[0])
    # The slope nears its limit from above, and no horizon of a preview is long enough to tell.
    long_enough = rows["horizon"].max() >= 10**9
    near = significant(0.15 * target - abs(slope - target), error) if long_enough else 0
    case.sign("within 15 % of the target, at a long horizon", near)
    case.number("slope", "slope", slope)
    case.number("error", "standard error", error)
    case.number("target", "1.01 · (6)", target)
    case.number("horizon", "longest horizon", float(rows["horizon"].max()))
    case.number("runs", "runs a horizon", int(rows["replications"].iloc[0]))
    return case.finding()


@check("pbm:adaptive-total-regret")
def adaptive_total_regret(profile):
    """Compares the regrets of PBM-PIE and of our variant at the longest horizon of Figure 1a."""
    case = Case()
    table = studies.long_horizons(profile)
    ours = table[table["panel"] == "1a"]
    rows = ours[ours["horizon"] == ours["horizon"].max()].set_index("policy")
    last, adaptive = rows.loc["PBM-PIE"], rows.loc["PBM-PIE-ADAPTIVE"]
    error = math.hypot(last["standard error"], adaptive["standard error"])
    difference = float(last["mean"] - adaptive["mean"])
    # At shorter horizons the variant still pays for having started more cautiously.
    saved = significant(difference, error) if last["horizon"] >= 10**12 else 0
    case.sign("the variant saves regret, at a long horizon", saved)
    case.number("saved", "regret saved", difference)
    case.number("error", "standard error", error)
    case.number("horizon", "horizon", float(last["horizon"]))
    return case.finding()


@check("pbm:too-few-positions")
def too_few_positions(profile):
    """Compares PBM-UCB and RBA-KL-UCB for two decays of κ and four numbers of positions."""
    case = Case()
    table = studies.number_of_positions(profile).set_index(["decay", "positions", "policy"])
    rounds = experiments.HORIZON[profile]
    for decay, number in dict.fromkeys((decay, number) for decay, number, _ in table.index):
        ucb, rba = (table.loc[(decay, number, name)] for name in ("PBM-UCB", "RBA-KL-UCB"))
        error = math.hypot(ucb["standard error"], rba["standard error"])
        if (decay, number) == (0.5, 8):
            lower = significant(rba["mean"] - ucb["mean"], error) if rounds >= 10**5 else 0
            case.sign("PBM-UCB below where there are eight positions", lower)
        ratio = f"{ucb['mean'] / rba['mean']:.2f} ± {error / rba['mean']:.2f}"
        case.family({f"PBM-UCB over RBA-KL-UCB, decay {decay:g}, L = {number}": ratio})
    case.family({"rounds": rounds, "runs": int(table["replications"].iloc[0])})
    return case.finding()


@check("pbm:robust-to-examination-errors")
def robust_to_examination_errors(profile):
    """Compares three policies, told κ with errors of 5 and 20 %, with themselves told the truth."""
    case = Case()
    regret = run(experiments.examination_errors(profile))
    for policy in ("PBM-UCB", "PBM-PIE", "PBM-TS"):
        honest, honest_error = final(regret, policy)
        for error in (0.05, 0.2):
            told, told_error = final(regret, f"{policy}(kappa error={error:g})")
            ratio = told / honest
            case.family({f"{policy}, regret ratio at {error:.0%}": ratio})
            if error == 0.05:
                spread = ratio * math.hypot(told_error / told, honest_error / honest)
                case.family({f"{policy}, standard error at {error:.0%}": spread})
                case.sign(f"{policy} loses less than a quarter", significant(1.25 - ratio, spread))
    case.family(scale(regret))
    return case.finding()


@check("pbm:adaptive-exploration")
def adaptive_exploration(profile):
    """Compares where PBM-PIE and our variant gather their information with what (6) asks."""
    case = Case()
    table = studies.exploration_counts(profile)
    share, errors = {}, {}
    for policy, rows in table.groupby("policy"):
        total = rows["information"].sum()
        share[policy] = float(rows["information"][rows["asked"]].sum() / total)
        errors[policy] = float(np.linalg.norm(rows["standard error"]) / total)
        case.family({f"{policy}, share at the positions of (6)": share[policy],
                     f"{policy}, standard error": errors[policy]})  # fmt: skip
    last, ours = "PBM-PIE", "PBM-PIE-ADAPTIVE"
    case.sign("PBM-PIE: less than half", significant(0.5 - share[last], errors[last]))
    case.sign("the variant: more than half", significant(share[ours] - 0.5, errors[ours]))
    case.number("horizon", "horizon", int(table["horizon"].iloc[0]))
    case.number("runs", "runs", int(table["replications"].iloc[0]))
    return case.finding()
