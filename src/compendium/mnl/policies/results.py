"""What Grant and Leslie (2023) write about Figures 1 to 3, decided by our simulations."""

from __future__ import annotations

import math

from clickbandits.experiments import Regret
from compendium.comparisons import AGREES, below, final, significant
from compendium.finding import Finding, check

from . import outcomes, studies

SEVEN = (
    "Epoch-UCB", "PBM-UCB", "Epoch-UCB-W", "TopRank", "Epoch-UCB*-UPB", "Epoch-UCB-UPB",
    "MNL-bandit",
)  # fmt: skip
"""The policies of the paper's figures, in their order; PBUCB is PBM-UCB."""


def finals(regrets: dict[str, Regret]) -> dict:
    """Every final mean and standard error by problem, with rounds and runs, for a finding."""
    numbers = {}
    for name, regret in regrets.items():
        for policy in regret.values:
            mean, error = final(regret, policy)
            numbers[f"({name}) {policy}"] = f"{mean:.1f} ± {error:.1f}"
        runs = len(next(iter(regret.values.values())))
        numbers[f"({name}) rounds, runs"] = f"{regret.rounds[-1]:,}, {runs}"
    return numbers


def at_the_figures_horizon(sign: int, profile: str) -> str:
    """The verdict; a preview, which is shorter, does not decide what a figure shows at its end."""
    return AGREES[sign] if profile == "paper" else "undecided"


@check("mnl:figures-best-policies")
def figures_best_policies(profile):
    regrets = studies.figures(profile, SEVEN)
    signs = {
        name: min(
            below(regret, known, other)
            for known in ("Epoch-UCB", "PBM-UCB")
            for other in SEVEN
            if other not in ("Epoch-UCB", "PBM-UCB")
        )
        for name, regret in regrets.items()
    }
    fails = {f"({name}) another policy is below one of them": signs[name] < 0 for name in signs}
    return Finding(at_the_figures_horizon(min(signs.values()), profile), fails | finals(regrets))


@check("mnl:figures-improved-coefficients")
def figures_improved_coefficients(profile):
    regrets = studies.figures(profile, ("Epoch-UCB", "Epoch-UCB-W"))
    signs = [below(regret, "Epoch-UCB", "Epoch-UCB-W", 2 / 3) for regret in regrets.values()]
    verdict = at_the_figures_horizon(min(signs), profile) if min(signs) < 0 else AGREES[min(signs)]
    return Finding(verdict, finals(regrets))


@check("mnl:figures-w-worse-than-toprank")
def figures_w_worse_than_toprank(profile):
    regrets = studies.figures(profile, ("Epoch-UCB-W", "TopRank"))
    signs = {
        f"({name}) TopRank is below": below(regret, "TopRank", "Epoch-UCB-W") > 0
        for name, regret in regrets.items()
    }
    sign = min(below(regret, "TopRank", "Epoch-UCB-W") for regret in regrets.values())
    return Finding(at_the_figures_horizon(sign, profile), signs | finals(regrets))


@check("mnl:figures-upb-conservative")
def figures_upb_conservative(profile):
    regrets = studies.figures(profile, SEVEN)
    sign = min(
        below(regret, other, "Epoch-UCB-UPB")
        for regret in regrets.values()
        for other in SEVEN
        if other != "Epoch-UCB-UPB"
    )
    return Finding(at_the_figures_horizon(sign, profile), finals(regrets))


@check("mnl:figures-star-close-to-best")
def figures_star_close_to_best(profile):
    regrets = studies.figures(profile, ("Epoch-UCB*-UPB", "Epoch-UCB", "PBM-UCB"))
    sign = min(
        below(regret, "Epoch-UCB*-UPB", known, 1.5)
        for regret in regrets.values()
        for known in ("Epoch-UCB", "PBM-UCB")
    )
    return Finding(at_the_figures_horizon(sign, profile), finals(regrets))


@check("mnl:figure-1-toprank-performs-well")
def figure_1_toprank_performs_well(profile):
    others = ("MNL-bandit", "Epoch-UCB-UPB", "Epoch-UCB-W")
    regrets = studies.figures(profile, ("TopRank", *others), "a")
    sign = min(below(regrets["a"], "TopRank", other) for other in others)
    return Finding(at_the_figures_horizon(sign, profile), finals(regrets))


@check("mnl:figure-3-mnl-bandit-explores")
def figure_3_mnl_bandit_explores(profile):
    regrets = studies.figures(profile, ("Epoch-UCB*-UPB", "MNL-bandit"), "c")
    rates = {policy: studies.growth(regret, policy, 0.5, 1.0)
             for regret in regrets.values() for policy in regret.values}  # fmt: skip
    (star, star_error), (bandit, bandit_error) = rates["Epoch-UCB*-UPB"], rates["MNL-bandit"]
    sign = significant(bandit - 5 * star, math.hypot(bandit_error, 5 * star_error))
    numbers = {f"{policy}, regret a round in the second half": f"{rate:.4f} ± {error:.4f}"
               for policy, (rate, error) in rates.items()}  # fmt: skip
    return Finding(at_the_figures_horizon(sign, profile), numbers | finals(regrets))


@check("mnl:problem-c-learned-quickly")
def problem_c_learned_quickly(profile):
    shares = {name: outcomes.share_of_uniform(name, profile) for name in "abc"}
    (share, error) = shares["c"]
    sign = min(
        significant(shares[name][0] - share, math.hypot(error, shares[name][1])) for name in "ab"
    )
    numbers = {f"({name}) share": f"{share:.3f} ± {error:.3f}"
               for name, (share, error) in shares.items()}  # fmt: skip
    runs = {"runs": {"quick": 20, "paper": 200}[profile]}
    return Finding(AGREES[sign], numbers | runs)
