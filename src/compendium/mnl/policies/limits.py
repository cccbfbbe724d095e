"""Claims on where the policies of Figures 1 to 3 end up, beyond the figures' horizons."""

from __future__ import annotations

import math

from clickbandits.experiments import run
from clickbandits.mnl.epoch_ucb_upb import EPOCH_UCB_UPB
from clickbandits.mnl.model import optimal_reward
from clickbandits.mnl.top_rank import TOP_RANK
from compendium.comparisons import AGREES, significant
from compendium.finding import Finding, check
from compendium.mnl import experiments

from . import outcomes, studies
from .results import at_the_figures_horizon


@check("mnl:upb-eventually-learns")
def upb_eventually_learns(profile):
    signs, numbers = [], {}
    for name, problem in experiments.PROBLEMS.items():
        regret = run(experiments.long_horizon(name, (EPOCH_UCB_UPB,), profile))
        (early, early_error), (late, late_error) = (
            studies.growth(regret, EPOCH_UCB_UPB.id, *ends) for ends in ((0.0, 0.1), (0.9, 1.0))
        )
        signs.append(significant(early - late, math.hypot(early_error, late_error)))
        numbers[f"({name}) regret a round, first tenth"] = f"{early:.4f} ± {early_error:.4f}"
        numbers[f"({name}) regret a round, last tenth"] = f"{late:.4f} ± {late_error:.4f}"
        numbers[f"({name}) uniformly random list"] = outcomes.uniform_regret(problem)
        numbers[f"({name}) rounds"] = int(regret.rounds[-1])
    numbers["runs"] = regret.experiment.replications
    return Finding(at_the_figures_horizon(min(signs), profile), numbers)


def _linear(name, profile):
    """Verdict and numbers for TopRank's slope on one problem."""
    problem = experiments.PROBLEMS[name]
    gap = optimal_reward(problem) - outcomes.best_in_order(problem)
    regret = run(experiments.long_horizon(name, (TOP_RANK,), profile))
    slope, error = studies.growth(regret, "TopRank", 0.5, 1.0)
    sign = significant(0.1 * gap - abs(slope - gap), error)
    numbers = {
        "gap of the list in the order of the positions": gap,
        "regret a round over the second half": slope,
        "standard error": error,
        "rounds": int(regret.rounds[-1]),
        "runs": regret.experiment.replications,
    }
    return Finding(at_the_figures_horizon(sign, profile), numbers)


@check("mnl:figure-2-toprank-linear")
def figure_2_toprank_linear(profile):
    return _linear("b", profile)


@check("mnl:figure-3-toprank-linear")
def figure_3_toprank_linear(profile):
    return _linear("c", profile)


@check("mnl:toprank-finds-top-items")
def toprank_finds_top_items(profile):
    runs = {"quick": 20, "paper": 200}[profile]
    numbers, signs = {}, []
    for name, factor in (("b", 1), ("c", 1), ("c", 10)):
        horizon = factor * experiments.HORIZON[profile][name]
        share = outcomes.top_items_found(name, horizon, runs)
        error = math.sqrt(max(share * (1 - share), 1 / runs) / runs)
        numbers[f"({name}) share of runs, {horizon:,} rounds"] = f"{share:.3f} ± {error:.3f}"
        if factor == 1:
            # A share of one comes with the smallest error that `runs` runs can tell.
            signs.append(1 if share == 1.0 else significant(share - 0.95, error))
    return Finding(at_the_figures_horizon(min(signs), profile), numbers | {"runs": runs})


@check("mnl:index-ties-leak")
def index_ties_leak(profile):
    leaked, honest = outcomes.leak(profile)
    sign = significant(
        honest.mean() - 10 * leaked.mean(),
        math.hypot(honest.std(ddof=1), 10 * leaked.std(ddof=1)) / math.sqrt(honest.size),
    )
    numbers = {
        "regret, items in the paper's order": float(leaked.mean()),
        "standard error": float(leaked.std(ddof=1) / math.sqrt(leaked.size)),
        "regret, labels shuffled": float(honest.mean()),
        "standard error, shuffled": float(honest.std(ddof=1) / math.sqrt(honest.size)),
        "runs": honest.size,
    }
    return Finding(AGREES[sign], numbers)
