"""Claims on where the policies of Figures 1 to 3 end up, beyond the figures' horizons."""

from __future__ import annotations

from clickbandits.experiments import run
from clickbandits.mnl.epoch_ucb_upb import EPOCH_UCB_UPB
from clickbandits.mnl.model import optimal_reward
from clickbandits.mnl.top_rank import TOP_RANK
from compendium.comparisons import Estimate, positive, share_above, within
from compendium.finding import Case, Finding, check, twin
from compendium.mnl import experiments

from . import outcomes, studies
from .results import at_the_end


@check("mnl:upb-eventually-learns")
@twin("the share of what it loses at first", gives="not reproduced", share=0.5)
def upb_eventually_learns(profile, share=1):
    """Compares Epoch-UCB-UPB's regret a round in the last tenth with that in the first."""
    case = Case()
    for name, problem in experiments.PROBLEMS.items():
        regret = run(experiments.long_horizon(name, (EPOCH_UCB_UPB,), profile))
        early, late = (
            studies.growth(regret, EPOCH_UCB_UPB.id, *ends) for ends in ((0.0, 0.1), (0.9, 1.0))
        )
        case.sign(f"({name}) less at the end", at_the_end(positive(share * early - late), profile))
        case.family({
            f"({name}) regret a round, first tenth": f"{early:.4f}",
            f"({name}) regret a round, last tenth": f"{late:.4f}",
            f"({name}) uniformly random list": outcomes.uniform_regret(problem),
            f"({name}) rounds": int(regret.rounds[-1]),
        })  # fmt: skip
    case.number("runs", "runs", regret.experiment.replications)
    return case.finding()


def linear(name, profile, factor) -> Finding:
    """Whether TopRank's slope over the second half is `factor` times the gap of the list in order.

    To 10 %.
    """
    case = Case()
    problem = experiments.PROBLEMS[name]
    gap = optimal_reward(problem) - outcomes.best_in_order(problem)
    regret = run(experiments.long_horizon(name, (TOP_RANK,), profile))
    slope = studies.growth(regret, "TopRank", 0.5, 1.0)
    near = within(slope, 0.9 * factor * gap, 1.1 * factor * gap)
    case.sign("the slope is the gap, to 10 %", at_the_end(near, profile))
    case.number("gap", "gap of the list in the order of the positions", gap)
    case.number("slope", "regret a round over the second half", slope.value)
    case.number("error", "standard error", slope.error)
    case.number("rounds", "rounds", int(regret.rounds[-1]))
    case.number("runs", "runs", regret.experiment.replications)
    return case.finding()


@check("mnl:figure-2-toprank-linear")
@twin("the slope over the gap", gives="not reproduced", factor=1.15)
def figure_2_toprank_linear(profile, factor=1):
    """Compares TopRank's slope on problem (b) with the gap of the list in the positions' order."""
    return linear("b", profile, factor)


@check("mnl:figure-3-toprank-linear")
@twin("the slope over the gap", gives="not reproduced", factor=1.15)
def figure_3_toprank_linear(profile, factor=1):
    """Compares TopRank's slope on problem (c) with the gap of the list in the positions' order."""
    return linear("c", profile, factor)


@check("mnl:toprank-finds-top-items")
@twin("the problems", gives="holds", problems="b")
def toprank_finds_top_items(profile, problems="bc"):
    """Counts the runs in which TopRank's last list holds the most attractive items."""
    case = Case()
    runs = {"quick": 20, "paper": 200}[profile]
    for name, factor in (("b", 1), ("c", 1), ("c", 10)):
        horizon = factor * experiments.HORIZON[profile][name]
        found = outcomes.top_items_found(name, horizon, runs)
        case.family({f"({name}) runs, {horizon:,} rounds": found})
        if factor == 1 and name in problems:
            often = share_above(found, runs, 0.95)
            case.sign(f"({name}) in 95 % of runs", at_the_end(often, profile))
    case.number("runs", "runs", runs)
    return case.finding()


@check("mnl:index-ties-leak")
@twin("how many times less", gives="not reproduced", times=150)
def index_ties_leak(profile, times=10):
    """Compares the regret with items in the paper's order with a tenth of that, shuffled."""
    case = Case()
    leaked, honest = outcomes.leak(profile)
    in_order, shuffled = map(Estimate.of, (leaked, honest))
    case.sign("less than a tenth", positive(shuffled - times * in_order))
    case.number("leaked", "regret, items in the paper's order", in_order.value)
    case.number("leaked_error", "standard error", in_order.error)
    case.number("honest", "regret, labels shuffled", shuffled.value)
    case.number("honest_error", "standard error, shuffled", shuffled.error)
    case.number("runs", "runs", honest.size)
    return case.finding()
