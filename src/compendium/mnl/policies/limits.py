"""Claims on where the policies of Figures 1 to 3 end up, beyond the figures' horizons."""

from __future__ import annotations

import math

from clickbandits.experiments import run
from clickbandits.mnl.epoch_ucb_upb import EPOCH_UCB_UPB
from clickbandits.mnl.model import optimal_reward
from clickbandits.mnl.top_rank import TOP_RANK
from compendium.comparisons import significant
from compendium.finding import Case, Finding, check
from compendium.mnl import experiments

from . import outcomes, studies
from .results import at_the_end


@check("mnl:upb-eventually-learns")
def upb_eventually_learns(profile):
    """Compares Epoch-UCB-UPB's regret a round in the last tenth with that in the first."""
    case = Case()
    for name, problem in experiments.PROBLEMS.items():
        regret = run(experiments.long_horizon(name, (EPOCH_UCB_UPB,), profile))
        (early, early_error), (late, late_error) = (
            studies.growth(regret, EPOCH_UCB_UPB.id, *ends) for ends in ((0.0, 0.1), (0.9, 1.0))
        )
        sign = significant(early - late, math.hypot(early_error, late_error))
        case.sign(f"({name}) less at the end", at_the_end(sign, profile))
        case.family({
            f"({name}) regret a round, first tenth": f"{early:.4f} ± {early_error:.4f}",
            f"({name}) regret a round, last tenth": f"{late:.4f} ± {late_error:.4f}",
            f"({name}) uniformly random list": outcomes.uniform_regret(problem),
            f"({name}) rounds": int(regret.rounds[-1]),
        })  # fmt: skip
    case.number("runs", "runs", regret.experiment.replications)
    return case.finding()


def linear(name, profile) -> Finding:
    """Whether TopRank's slope over the second half is the gap of the list in order, to 10 %."""
    case = Case()
    problem = experiments.PROBLEMS[name]
    gap = optimal_reward(problem) - outcomes.best_in_order(problem)
    regret = run(experiments.long_horizon(name, (TOP_RANK,), profile))
    slope, error = studies.growth(regret, "TopRank", 0.5, 1.0)
    near = significant(0.1 * gap - abs(slope - gap), error)
    case.sign("the slope is the gap, to 10 %", at_the_end(near, profile))
    case.number("gap", "gap of the list in the order of the positions", gap)
    case.number("slope", "regret a round over the second half", slope)
    case.number("error", "standard error", error)
    case.number("rounds", "rounds", int(regret.rounds[-1]))
    case.number("runs", "runs", regret.experiment.replications)
    return case.finding()


@check("mnl:figure-2-toprank-linear")
def figure_2_toprank_linear(profile):
    """Compares TopRank's slope on problem (b) with the gap of the list in the positions' order."""
    return linear("b", profile)


@check("mnl:figure-3-toprank-linear")
def figure_3_toprank_linear(profile):
    """Compares TopRank's slope on problem (c) with the gap of the list in the positions' order."""
    return linear("c", profile)


@check("mnl:toprank-finds-top-items")
def toprank_finds_top_items(profile):
    """Counts the runs in which TopRank's last list holds the most attractive items."""
    case = Case()
    runs = {"quick": 20, "paper": 200}[profile]
    for name, factor in (("b", 1), ("c", 1), ("c", 10)):
        horizon = factor * experiments.HORIZON[profile][name]
        share = outcomes.top_items_found(name, horizon, runs)
        error = math.sqrt(max(share * (1 - share), 1 / runs) / runs)
        shown = f"{share:.3f} ± {error:.3f}"
        case.family({f"({name}) share of runs, {horizon:,} rounds": shown})
        if factor == 1:
            # A share of one comes with the smallest error that `runs` runs can tell.
            sign = 1 if share == 1.0 else significant(share - 0.95, error)
            case.sign(f"({name}) in 95 % of runs", at_the_end(sign, profile))
    case.number("runs", "runs", runs)
    return case.finding()


@check("mnl:index-ties-leak")
def index_ties_leak(profile):
    """Compares the regret with items in the paper's order with a tenth of that, shuffled."""
    case = Case()
    leaked, honest = outcomes.leak(profile)
    error = math.hypot(honest.std(ddof=1), 10 * leaked.std(ddof=1)) / math.sqrt(honest.size)
    case.sign("less than a tenth", significant(honest.mean() - 10 * leaked.mean(), error))
    for key, label, values in (
        ("leaked", "regret, items in the paper's order", leaked),
        ("honest", "regret, labels shuffled", honest),
    ):
        spread = float(values.std(ddof=1) / math.sqrt(values.size))
        case.number(key, label, float(values.mean()))
        shuffled = "" if key == "leaked" else ", shuffled"
        case.number(f"{key}_error", f"standard error{shuffled}", spread)
    case.number("runs", "runs", honest.size)
    return case.finding()
