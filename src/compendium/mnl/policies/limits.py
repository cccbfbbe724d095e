"""Claims on where the policies of Figures 1 to 3 end up, beyond the figures' horizons."""

from __future__ import annotations

import math

from clickbandits.experiments import run
from clickbandits.mnl.epoch_ucb_upb import EPOCH_UCB_UPB
from clickbandits.mnl.model import optimal_reward
from clickbandits.mnl.top_rank import TOP_RANK
from compendium.claims import Finding, claim, significant
from compendium.comparisons import AGREES
from compendium.mnl import experiments

from . import outcomes, studies
from .results import at_the_figures_horizon


@claim(
    "mnl:upb-eventually-learns",
    location="Section 6",
    statement="Epoch-UCB UPB does eventually learn the optimal actions.",
    verdict="holds",
    evidence="simulated",
    limits="Read as: at ten times the figures' horizons it loses less a round over the last tenth "
    "than over the first, on every problem; what a uniformly random list loses is among the "
    "numbers, and on (a) Epoch-UCB UPB still loses most of that. A limit cannot be simulated. The "
    "previews do not decide it.",
)
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


@claim(
    "mnl:figure-2-toprank-linear",
    location="Section 6, Figure 2",
    statement="On problem (b) TopRank incurs a linear regret, as it repeatedly orders the top "
    "items suboptimally.",
    verdict="holds",
    evidence="simulated",
    limits="At ten times the figure's horizon the slope is within a tenth of the exact gap of "
    "the list that puts the items in their order at positions 1, 2, 3.",
)
def figure_2_toprank_linear(profile):
    return _linear("b", profile)


@claim(
    "mnl:figure-3-toprank-linear",
    location="Section 6, Figure 3",
    statement="On problem (c) TopRank incurs a linear regret, as it repeatedly orders the top "
    "items suboptimally.",
    verdict="holds",
    evidence="simulated",
    limits="At ten times the figure's horizon; the slope is six times smaller than on (b). At "
    "8,000 rounds TopRank is still sorting: the linear part shows only later.",
)
def figure_3_toprank_linear(profile):
    return _linear("c", profile)


@claim(
    "mnl:toprank-finds-top-items",
    location="Section 6",
    statement="In problems (b) and (c) TopRank can identify the top $K$ items reliably.",
    verdict="not reproduced",
    evidence="simulated",
    limits="Read as: at the figure's horizon no stratum mixes the $K$ best items with others, in "
    "19 of 20 runs. So it is on (b), and on (c) at ten times the horizon, but not on (c) in "
    "8,000 rounds, where the items of attractiveness 0.8 often share a stratum with worse ones. "
    "The previews do not decide it.",
)
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


@claim(
    "mnl:index-ties-leak",
    location="Section 6, problem (c) (ours)",
    statement="With indices cut at 1, ties broken by the lowest index and the items in the "
    "paper's order, optimal ones first, an optimistic policy seems to solve problem (c) at once; "
    "with shuffled labels it does not.",
    verdict="holds",
    evidence="simulated",
    limits="The sharp radius on problem (c).",
)
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
