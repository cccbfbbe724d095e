"""What Grant and Leslie (2023) write about Figures 1 to 3, and our variants, decided by playing."""

from __future__ import annotations

import math

import numpy as np

from clickbandits.experiments import Regret
from compendium.comparisons import below, finals, significant
from compendium.finding import Case, Finding, check

from . import outcomes, studies

SEVEN = (
    "Epoch-UCB", "PBM-UCB", "Epoch-UCB-W", "TopRank", "Epoch-UCB*-UPB", "Epoch-UCB-UPB",
    "MNL-bandit",
)  # fmt: skip
"""The policies of the paper's figures, in their order; PBUCB is PBM-UCB."""
STAR, STAR_50 = "Epoch-UCB*-UPB", "Epoch-UCB*-UPB(maximiser of (50))"


def all_finals(regrets: dict[str, Regret]) -> dict:
    """Every final mean and standard error by problem, with rounds and runs, for a finding."""
    numbers: dict[str, str] = {}
    for name, regret in regrets.items():
        numbers |= finals(regret, 1, f"({name}) ")
        runs = len(next(iter(regret.values.values())))
        numbers[f"({name}) rounds, runs"] = f"{regret.rounds[-1]:,}, {runs}"
    return numbers


def at_the_end(sign: int, profile: str) -> int:
    """The sign; a preview, which is shorter, cannot tell what a figure shows at its end."""
    return sign if profile == "paper" else 0


def all_below(regrets, lower, higher, profile, factor: float = 1.0) -> Finding:
    """Whether some policies' finals are below `factor` times some others', on every problem.

    `profile` "paper" decides whatever was played: for differences that a preview shows, too.
    """
    case = Case()
    for name, regret in regrets.items():
        for one in lower:
            for other in (policy for policy in higher if policy not in lower):
                sign = at_the_end(below(regret, one, other, factor), profile)
                case.sign(f"({name}) {one} below {other}", sign)
    case.family(all_finals(regrets))
    return case.finding()


@check("mnl:figures-best-policies")
def figures_best_policies(profile):
    """Compares Epoch-UCB and PBM-UCB with the other five policies on the three problems."""
    case = Case()
    regrets = studies.figures(profile, SEVEN)
    known = ("Epoch-UCB", "PBM-UCB")
    for name, regret in regrets.items():
        sign = min(below(regret, one, other)
                   for one in known for other in SEVEN if other not in known)  # fmt: skip
        case.sign(f"({name}) both below the others", at_the_end(sign, profile))
        case.family({f"({name}) another policy is below one of them": sign < 0})
    case.family(all_finals(regrets))
    return case.finding()


@check("mnl:figures-improved-coefficients")
def figures_improved_coefficients(profile):
    """Compares Epoch-UCB with two thirds of Epoch-UCB-W's regret on the three problems."""
    case = Case()
    regrets = studies.figures(profile, ("Epoch-UCB", "Epoch-UCB-W"))
    for name, regret in regrets.items():
        sign = below(regret, "Epoch-UCB", "Epoch-UCB-W", 2 / 3)
        case.sign(f"({name}) a third less", sign if sign > 0 else at_the_end(sign, profile))
    case.family(all_finals(regrets))
    return case.finding()


@check("mnl:figures-w-worse-than-toprank")
def figures_w_worse_than_toprank(profile):
    """Compares TopRank with Epoch-UCB-W on the three problems."""
    case = Case()
    regrets = studies.figures(profile, ("Epoch-UCB-W", "TopRank"))
    for name, regret in regrets.items():
        sign = below(regret, "TopRank", "Epoch-UCB-W")
        case.sign(f"({name}) TopRank below Epoch-UCB-W", at_the_end(sign, profile))
        case.family({f"({name}) TopRank is below": sign > 0})
    case.family(all_finals(regrets))
    return case.finding()


@check("mnl:figures-upb-conservative")
def figures_upb_conservative(profile):
    """Compares Epoch-UCB-UPB with every other policy on the three problems."""
    regrets = studies.figures(profile, SEVEN)
    others = [policy for policy in SEVEN if policy != "Epoch-UCB-UPB"]
    return all_below(regrets, others, ("Epoch-UCB-UPB",), profile)


@check("mnl:figures-star-close-to-best")
def figures_star_close_to_best(profile):
    """Compares Epoch-UCB*-UPB with one and a half times the regret of the policies that know λ."""
    regrets = studies.figures(profile, (STAR, "Epoch-UCB", "PBM-UCB"))
    return all_below(regrets, (STAR,), ("Epoch-UCB", "PBM-UCB"), profile, 1.5)


@check("mnl:figure-1-toprank-performs-well")
def figure_1_toprank_performs_well(profile):
    """Compares TopRank with three policies on problem (a)."""
    others = ("MNL-bandit", "Epoch-UCB-UPB", "Epoch-UCB-W")
    regrets = studies.figures(profile, ("TopRank", *others), "a")
    return all_below(regrets, ("TopRank",), others, profile)


@check("mnl:figure-3-mnl-bandit-explores")
def figure_3_mnl_bandit_explores(profile):
    """Compares MNL-bandit's regret a round in the second half with five times the star's."""
    case = Case()
    regrets = studies.figures(profile, (STAR, "MNL-bandit"), "c")
    rates = {policy: studies.growth(regret, policy, 0.5, 1.0)
             for regret in regrets.values() for policy in regret.values}  # fmt: skip
    (star, star_error), (bandit, bandit_error) = rates[STAR], rates["MNL-bandit"]
    sign = significant(bandit - 5 * star, math.hypot(bandit_error, 5 * star_error))
    case.sign("more than five times", at_the_end(sign, profile))
    case.family({f"{policy}, regret a round in the second half": f"{rate:.4f} ± {error:.4f}"
                 for policy, (rate, error) in rates.items()})  # fmt: skip
    case.family(all_finals(regrets))
    return case.finding()


@check("mnl:problem-c-learned-quickly")
def problem_c_learned_quickly(profile):
    """Compares the share of uniform play's regret on problem (c) with those on (a) and (b)."""
    case = Case()
    shares = {name: outcomes.share_of_uniform(name, profile) for name in "abc"}
    share, error = shares["c"]
    for name in "ab":
        sign = significant(shares[name][0] - share, math.hypot(error, shares[name][1]))
        case.sign(f"less than on ({name})", sign)
    case.family({f"({name}) share": f"{share:.3f} ± {error:.3f}"
                 for name, (share, error) in shares.items()})  # fmt: skip
    case.number("runs", "runs", {"quick": 20, "paper": 200}[profile])
    return case.finding()


@check("mnl:sharp-radius-pays")
def sharp_radius_pays(profile):
    """Compares Epoch-UCB with the sharp radius with Epoch-UCB on the three problems."""
    regrets = studies.figures(profile, ("Epoch-UCB", "Epoch-UCB-sharp"))
    return all_below(regrets, ("Epoch-UCB-sharp",), ("Epoch-UCB",), "paper")


@check("mnl:estimator-pays")
def estimator_pays(profile):
    """Compares the star with the maximiser of (50) with the star on the three problems."""
    regrets = studies.figures(profile, (STAR, STAR_50))
    return all_below(regrets, (STAR_50,), (STAR,), profile)


@check("mnl:star-beats-printed-radius")
def star_beats_printed_radius(profile):
    """Compares the star with the maximiser of (50) with the two policies that know λ."""
    regrets = studies.figures(profile, (STAR_50, "Epoch-UCB", "PBM-UCB"))
    return all_below(regrets, (STAR_50,), ("Epoch-UCB", "PBM-UCB"), profile)


@check("mnl:star-stuck-runs")
def star_stuck_runs(profile):
    """Counts the runs on problem (b) that lose the second-best list's gap to the end."""
    case = Case()
    stuck, error, second = outcomes.stuck_share("b", STAR_50, profile)
    ends = studies.figures(profile, (STAR_50,), "b")["b"].values[STAR_50][:, -1]
    case.sign("some run is stuck", at_the_end(1 if stuck > 0 else 0, profile))
    case.number("stuck", "share of stuck runs", stuck)
    case.number("error", "standard error", error)
    case.number("second", "loss of the second-best list a round", second)
    case.number("largest", "largest regret", float(ends.max()))
    case.number("median", "median regret", float(np.median(ends)))
    case.number("runs", "runs", ends.size)
    return case.finding()


@check("mnl:clipping-costs")
def clipping_costs(profile):
    """Compares two policies with their versions clipped at 1 on problem (c)."""
    case = Case()
    regret = studies.choices(profile, "c")["c"]
    for name in ("Epoch-UCB", "Epoch-UCB-sharp"):
        sign = below(regret, name, f"{name}(clipped at 1)")
        case.sign(f"{name} below its clipped version", at_the_end(sign, profile))
    case.family(all_finals({"c": regret}))
    return case.finding()


@check("mnl:implicit-differences")
def implicit_differences(profile):
    """Compares the policies with implicit and with literal differences, row by row."""
    case = Case()
    table = studies.literal_differences(profile)
    spread = np.hypot(table["standard error"], table["standard error of the literal"])
    for row, error in zip(table.itertuples(), spread, strict=True):
        name = f"({row.problem}) {row.policy}, {row.rounds:,} rounds"
        shown = f"{row.ours:.1f} against {row.literal:.1f}, difference ± {error:.1f}"
        case.family({name: shown})
        far = abs(row.ours - row.literal) > 3 * error + 0.1 * row.literal
        told = 3 * error < 0.5 * row.literal
        case.sign(f"{name}: the same", -1 if far else int(told))
    case.number("runs", "runs", int(table["runs"].iloc[0]))
    return case.finding()
