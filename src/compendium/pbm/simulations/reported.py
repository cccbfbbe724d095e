"""Statements of Lagrée et al. (2016) about their simulations, and open questions, decided by ours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations, product

import numpy as np

from clickbandits.core import Problem
from clickbandits.experiments import Regret, run
from clickbandits.pbm.bounds import exploration_ratios, lower_bound, shared_position_bound
from clickbandits.pbm.model import reward
from clickbandits.pbm.pie import PBM_PIE_ATTAINING
from compendium.case import Case, Twin, check
from compendium.comparisons import (
    INCONCLUSIVE,
    Comparison,
    all_of,
    below,
    final,
    finals,
    more_often,
    positive,
    scale,
    share_above,
    within,
)
from compendium.estimates import Estimate
from compendium.pbm import experiments

from . import studies


@check(
    "pbm:figure-1b-ts-below-bound",
    policy=Twin("PBM-PIE", "not reproduced"),
    share=Twin(0.5, "not reproduced"),
)
def figure_1b_ts_below_bound(case, policy="PBM-TS", share=1):
    regret = run(experiments.figure_1b(case.profile))
    bound = lower_bound(experiments.FIGURE_1B) * np.log(regret.rounds)
    for first in (100, 1000, 10_000):
        late = regret.rounds >= first
        runs = regret.values[policy].T[late]
        gaps = [share * value - Estimate.of(run) for value, run in zip(bound[late], runs, strict=True)]
        case.choice(f"from round {first:,} on", all_of(*map(positive, gaps)))
    case.number("gap", "smallest gap to the bound from round 10,000 on", min(gap.value for gap in gaps))
    case.family(finals(regret) | scale(regret))
    case.number("bound", "(6)·log T", float(bound[-1]))


def ends(horizon: int, profile: str) -> dict[str, Estimate]:
    """The regret of each policy of Figure 1b at a horizon, in games with this horizon.

    Only PBM-PIE is given its horizon. The other policies' games of 100,000 rounds begin like shorter
    ones, and their regrets are interpolated, linearly in log t, between two checkpoints.
    """
    long = run(experiments.figure_1b(profile))
    after = max(1, int(np.searchsorted(long.rounds, horizon)))
    last, following = np.log(long.rounds[after - 1 : after + 1])
    share = (math.log(horizon) - last) / (following - last)
    regrets = {
        policy: Estimate.of((1 - share) * runs[:, after - 1] + share * runs[:, after], "clicks")
        for policy, runs in long.values.items()
    }
    if horizon < long.rounds[-1]:
        regrets["PBM-PIE"] = final(run(experiments.pie_in_figure_1b(horizon, profile)), "PBM-PIE")
    return regrets


def nearer(regrets: dict[str, Estimate], pair: Sequence[str]) -> Comparison:
    """Whether two of several regrets are nearer to each other than either is to any other one."""
    differences = []
    for (one, two), rival in product((pair, pair[::-1]), regrets.keys() - {*pair}):
        beside, away = (math.copysign(1, (regrets[k] - regrets[one]).value) for k in (two, rival))
        rest = regrets[rival] * away - regrets[two] * beside + regrets[one] * (beside - away)
        differences.append(positive(rest))
    return all_of(*differences)


BEST = ("PBM-PIE", "PBM-TS")


def outperformed(case: Case, regret: Regret, best: Sequence[str]) -> None:
    """Whether some policies are all below all of the others."""
    for good, bad in product(best, (policy for policy in regret.values if policy not in best)):
        case.sign(f"{good} below {bad}", below(regret, good, bad))
    case.family(finals(regret))
    case.family(scale(regret))


@check(
    "pbm:figure-1b-pie-comparable-to-ts",
    pair=Twin(("RBA-KL-UCB", "PBM-TS"), "not reproduced"),
    best=Twin(("PBM-PIE", "PBM-UCB"), "not reproduced", "figure-1b-others-above"),
)
def figure_1b_pie_comparable_to_ts(case, pair=BEST, best=BEST):
    regret = run(experiments.figure_1b(case.profile))
    for horizon in experiments.HORIZONS_1B:
        played = horizon <= regret.rounds[-1]
        clicks = ends(horizon, case.profile) if played else {}
        logs = {policy: regret.log() for policy, regret in clicks.items()}
        for axis, values in (("a linear", clicks), ("a logarithmic", logs)):
            outcome = nearer(values, pair) if played else INCONCLUSIVE
            case.choice(f"horizon {horizon:,}, distances on {axis} axis", outcome)
        if played:
            ratio = (clicks[pair[0]] / clicks[pair[1]]).value
            case.number(f"ratio {horizon}", f"regret of {pair[0]} over {pair[1]}, horizon {horizon:,}", ratio)
    case.number("ratio", f"regret of {pair[0]} over {pair[1]}", ratio)
    case.family(finals(regret) | scale(regret))
    outperformed(case.step("figure-1b-others-above"), regret, best)


def second_best_gap(problem: Problem) -> float:
    """The loss of the second-best list per round."""
    lists = permutations(range(problem.attraction.size), problem.examination.size)
    rewards = sorted(reward(*problem, np.array(shown)) for shown in lists)
    return rewards[-1] - rewards[-2]


@check("pbm:figure-1a-exploration", policies=Twin(("PBM-TS", "BC-MP-TS"), "not reproduced"))
def figure_1a(case, policies=("BC-MP-TS", "PBM-TS")):
    more, fewer = policies
    regret = run(experiments.figure_1a(case.profile))
    runs, others = (regret.values[policy][:, -1] for policy in policies)
    case.reading("the mean regret is larger", below(regret, fewer, more))
    loses_more = share_above(int((runs > others).sum()), len(runs), 0.5)
    case.reading("a run loses more, more often than not", loses_more)
    gap = second_best_gap(regret.experiment.problems[0])
    stuck = {}
    for policy, values in regret.values.items():
        grown, _ = studies.increment(regret, policy)
        count = int((grown > 0.5 * gap * 0.9 * regret.rounds[-1]).sum())
        stuck[policy] = (count, len(values))
        case.number(f"stuck {policy}", f"stuck runs, {policy}", count)
        for share, name in ((0.5, "median"), (0.99, "99th percentile")):
            label = f"{name} of the regret, {policy}"
            case.number(f"{name} {policy}", label, float(np.quantile(values[:, -1], share)))
    compared = more_often(*stuck[more], *stuck[fewer])
    case.reading("more runs still lose much in the last decade of rounds", compared)
    case.sign("the reading of the claim", compared)  # so the swapped policies are refuted in it
    case.number("chance", "chance of as many, were both as often stuck", compared.agrees)
    case.family(finals(regret) | scale(regret))


@check("pbm:conjecture-ts-slopes", share=Twin(0.5, "not reproduced"), position=Twin(3, "not reproduced"))
def conjecture_ts_slopes(case, share=1, position=1):
    for panel in ("1b", "1a"):
        regret = run(getattr(experiments, f"figure_{panel}")(case.profile))
        slope = studies.slope(regret, "PBM-TS") / lower_bound(regret.experiment.problems[0])
        case.sign(f"not above (6) on Figure {panel}", positive(share - slope))
        case.number(f"slope_{panel}", f"slope over (6), figure {panel}", slope.value)
        case.number(f"error_{panel}", f"standard error, figure {panel}", slope.error)
    case.family(scale(regret))
    last, horizon = studies.thompson_displays(case.profile, -position)
    # although the first is optimal in (6)
    case.sign(
        "share of the last decade's exploration at the last position, above 9/10, figure 1a",
        positive(last - 0.9),
        last=last,
    )
    case.number("horizon", "its rounds", horizon)
    problem = experiments.FIGURE_1A
    cost = shared_position_bound(problem, problem.examination.size) / lower_bound(problem)
    case.number("cost", "cost of exploring at the last position over (6), figure 1a", cost)


@check(
    "pbm:figure-2-rba-better-than-ucb",
    Twin({"lower": "PBM-UCB", "higher": "RBA-KL-UCB"}, "not reproduced"),
    lower=Twin("PBM-PIE", "not reproduced"),
)
def figure_2_rba_better_than_ucb(case, lower="RBA-KL-UCB", higher="PBM-UCB"):
    regret = run(experiments.figure_2(case.profile))
    case.sign(f"{lower} below {higher}", below(regret, lower, higher))
    near, slightly = [], []
    for rounds in (10_000, 100_000):
        played = rounds <= regret.rounds[-1]
        place = int(np.searchsorted(regret.rounds, rounds)) if played else -1
        at = {policy: Estimate.of(runs[:, place], "clicks") for policy, runs in regret.values.items()}
        logs = {policy: each.log() for policy, each in at.items()}
        near.append(nearer(logs, (lower, higher)) if played else INCONCLUSIVE)
        slightly.append(positive(1.25 * at[lower] - at[higher]) if played else INCONCLUSIVE)
        if played:
            ratio = (at[higher] / at[lower]).value
            stored = f"{regret.rounds[place]:,} rounds"  # the first checkpoint that is not earlier
            case.number(f"ratio {rounds}", f"regret of {higher} over {lower}, {stored}", ratio)
    case.reading("slightly: nearer to each other than to the other two, as ratios", all_of(*near))
    case.reading("slightly: PBM-UCB loses at most a quarter more", all_of(*slightly))
    case.family(finals(regret) | scale(regret))


@check("pbm:figure-2-both-outperformed", best=Twin(("PBM-PIE", "PBM-UCB"), "not reproduced"))
def figure_2_both_outperformed(case, best=BEST):
    outperformed(case, run(experiments.figure_2(case.profile)), best)


@check("pbm:figure-1b-pie-matches-bound", multiple=[Twin(1.5, "not reproduced"), Twin(0.7, "not reproduced")])
def figure_1b_pie_matches_bound(case, multiple=1.01):
    table = studies.long_horizons(case.profile)
    rows = table[table["panel"] == "1b"]
    slope = studies.long_slope(rows)
    target = multiple * float(rows["lower bound"].iloc[0])
    # The slope nears its limit from above, and no horizon of a preview is long enough to tell.
    long_enough = rows["horizon"].max() >= 10**9
    longest = rows.iloc[-1]
    curve = studies.estimate(longest) / math.log(longest["horizon"])
    for name, estimate in (("the slope in log T", slope), ("the regret itself, over log T", curve)):
        near = within(estimate, 0.85 * target, 1.15 * target) if long_enough else INCONCLUSIVE
        case.reading(f"{name}: within 15 % of 1.01 times (6)", near)
    case.number("slope", "slope", slope.value)
    case.number("error", "standard error", slope.error)
    case.number("curve", "regret over log T at the longest horizon", curve.value)
    ratios = exploration_ratios(experiments.FIGURE_1B)
    elsewhere = max(ratios[1]) - min(ratios[1])  # of item 5
    case.number(
        "elsewhere",
        "(6) with item 5 at its dearest position, over (6)",
        float(1 + elsewhere / lower_bound(experiments.FIGURE_1B)),
    )
    case.number("target", f"{multiple} · (6)", target)
    case.number("horizon", "longest horizon", float(rows["horizon"].max()))
    case.number("runs", "runs of each of the two horizons", int(rows["replications"].iloc[-1]))


LAST, ADAPTIVE = "PBM-PIE", "PBM-PIE-ADAPTIVE"


AT_LAST = experiments.ATTAINING_AT_LAST.id
ATTAINING = PBM_PIE_ATTAINING.id


@check(
    "pbm:adaptive-total-regret",
    Twin({"lower": LAST, "higher": ADAPTIVE}, "not reproduced"),
    Twin({"attains": AT_LAST, "at_last": ATTAINING}, "not reproduced", "attaining-total-regret"),
)
def adaptive_total_regret(case, lower=ADAPTIVE, higher=LAST, attains=ATTAINING, at_last=AT_LAST):
    table = studies.long_horizons(case.profile)
    of_1a = table[table["panel"] == "1a"].set_index(["horizon", "policy"])
    horizon = int(table["horizon"][table["policy"] == ADAPTIVE].max())
    saved = studies.estimate(of_1a.loc[(horizon, higher)]) - studies.estimate(of_1a.loc[(horizon, lower)])
    # At shorter horizons the variant still pays for having started more cautiously.
    saves = positive(saved) if horizon >= 10**12 else INCONCLUSIVE
    case.sign(f"regret saved by {lower}, at a long horizon", saves, saved=saved.value)
    case.number("error", "standard error", saved.error)
    case.number("horizon", "horizon", float(horizon))

    step = case.step("attaining-total-regret")
    regret = run(experiments.attaining_or_last(case.profile))
    saved, rounds = final(regret, at_last) - final(regret, attains), int(regret.rounds[-1])
    # At shorter horizons the first rounds, whose estimates are rough, decide.
    saves = positive(saved) if rounds >= 10**8 else INCONCLUSIVE
    step.sign("regret saved by exploring at the plug-in position, at 10⁸ rounds", saves, saved=saved.value)
    step.number("saved_error", "its standard error", saved.error)
    share = final(regret, at_last) / final(regret, attains)
    step.number("share", "the other's regret over its own", share.value)
    step.number("saved_runs", "runs of each", len(regret.values[attains]))
    step.number("saved_rounds", "rounds", float(rounds))
    horizon = int(table["horizon"][table["policy"] == ATTAINING].max())
    ours, log = of_1a.loc[(horizon, ATTAINING)], math.log(horizon)
    delta = log + 11 * math.log(log)
    ratio = studies.estimate(ours) / (float(ours["lower bound"]) * delta)
    step.number("ratio", "regret over (6) · δ_T, at the longest horizon", ratio.value)
    step.number("error", "standard error", ratio.error)
    step.number("over", "regret over (6) · log T", ratio.value * delta / log)
    step.number("horizon", "horizon", float(horizon))
    step.number("runs", "runs", int(ours["replications"]))


DECAYS = {0.5: "examinations that halve", 0.8: "examinations that fall by a fifth"}


@check("pbm:too-few-positions", decays=Twin((0.5,), "not reproduced"))
def too_few_positions(case, decays=(0.5, 0.8), lower="PBM-UCB", higher="RBA-KL-UCB"):
    table = studies.number_of_positions(case.profile).set_index(["decay", "positions", "policy"])
    rounds = experiments.HORIZON[case.profile]
    for decay, number in dict.fromkeys((decay, number) for decay, number, _ in table.index):
        low, high = (studies.estimate(table.loc[(decay, number, name)]) for name in (lower, higher))
        if number == 8 and decay in decays:
            less = positive(high - low) if rounds >= 10**5 else INCONCLUSIVE
            case.choice(f"{DECAYS[decay]} from position to position", less)
        case.family({f"{lower} over {higher}, decay {decay:g}, L = {number}": low / high})
    case.family({"rounds": rounds, "runs": int(table["replications"].iloc[0])})


@check("pbm:robust-to-examination-errors", factor=Twin(0.8, "not reproduced"))
def robust_to_examination_errors(case, factor=1.25):
    regret = run(experiments.examination_errors(case.profile))
    for error in (0.05, 0.2):
        less = []
        for policy in ("PBM-UCB", "PBM-PIE", "PBM-TS"):
            honest, misinformed = final(regret, policy), final(regret, f"{policy}(kappa error={error:g})")
            ratio = misinformed / honest
            case.family({f"{policy}, regret ratio at {error:.0%}": ratio.value})
            case.family({f"{policy}, standard error at {error:.0%}": ratio.error})
            less.append(positive(factor * honest - misinformed))
        case.reading(f"errors of {error:.0%}: no policy loses a quarter more", all_of(*less))
    case.family(scale(regret))


@check("pbm:adaptive-exploration", Twin({"elsewhere": ADAPTIVE, "there": LAST}, "not reproduced"))
def adaptive_exploration(case, elsewhere=LAST, there=ADAPTIVE):
    table = studies.exploration_counts(case.profile)
    share = {}
    for policy, rows in table.groupby("policy"):
        total = rows["information"].sum()
        value = float(rows["information"][rows["asked"]].sum() / total)
        # of a quotient, to first order; counts of a run can be dependent, so errors are added
        weights = np.where(rows["asked"], 1 - value, value)
        error = float((weights * rows["standard error"]).sum() / total)
        share[policy] = Estimate(value, error, int(rows["replications"].iloc[0]) - 1)
        case.family({f"{policy}, share at the positions of (6)": value, f"{policy}, standard error": error})
    case.sign(f"{elsewhere}: less than half", positive(0.5 - share[elsewhere]))
    case.sign(f"{there}: more than half", positive(share[there] - 0.5))
    case.number("horizon", "horizon", int(table["horizon"].iloc[0]))
    case.number("runs", "runs", int(table["replications"].iloc[0]))
