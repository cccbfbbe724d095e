"""What Grant and Leslie (2023) write about Figures 1 to 3, and our variants, decided by playing."""

from __future__ import annotations

import numpy as np
from scipy import stats

from clickbandits.experiments import Regret
from compendium.comparisons import (
    UNTOLD,
    Comparison,
    Estimate,
    all_of,
    below,
    finals,
    least_to_most,
    positive,
    share_above,
    within,
)
from compendium.finding import Case, Finding, check, twin

from . import outcomes, studies

SEVEN = (
    "Epoch-UCB", "PBM-UCB", "Epoch-UCB-W", "TopRank", "Epoch-UCB*-UPB", "Epoch-UCB-UPB",
    "MNL-bandit",
)  # fmt: skip
"""The policies of the paper's figures, in their order; PBUCB is PBM-UCB."""
MOST = 0.95
"""The share of runs that are not stuck, and the level of an interval on a page."""
EIGHT = np.array([4, 12, 16]), np.array([[0, 0, 1]] * 5 + [[0, 3, 5.1], [0, 3.5, 5.1], [0, 2, 5]])
"""Rounds, and regrets of eight runs, of which the sixth is stuck where a list loses 1 a round.

It loses 5.1, the median is 1, and 2.1 of it in the last quarter, more than 4/2; the seventh loses
only 1.6 there, and the last no more than 5 in all.
"""
STAR, STAR_50 = "Epoch-UCB*-UPB", "Epoch-UCB*-UPB(maximiser of (50))"


def all_finals(regrets: dict[str, Regret]) -> dict:
    """Every final mean and standard error by problem, with rounds and runs, for a finding."""
    numbers: dict[str, str] = {}
    for name, regret in regrets.items():
        numbers |= finals(regret, 1, f"({name}) ")
        runs = len(next(iter(regret.values.values())))
        numbers[f"({name}) rounds, runs"] = f"{regret.rounds[-1]:,}, {runs}"
    return numbers


def at_the_end(comparison: Comparison, profile: str) -> Comparison:
    """The comparison; a preview, which is shorter, cannot tell what a figure shows at its end."""
    return comparison if profile == "paper" else UNTOLD


def all_below(regrets, lower, higher, profile, factor: float = 1.0) -> Finding:
    """Whether some policies' finals are below `factor` times some others', on every problem.

    `profile` "paper" decides whatever was played: for differences that a preview shows, too.
    """
    case = Case()
    for name, regret in regrets.items():
        for one in lower:
            for other in (policy for policy in higher if policy not in lower):
                less = at_the_end(below(regret, one, other, factor), profile)
                case.sign(f"({name}) {one} below {other}", less)
    case.family(all_finals(regrets))
    return case.finding()


@check("mnl:figures-best-policies")
@twin(
    "the policies that they are compared with", gives="holds",
    others=("Epoch-UCB-W", "Epoch-UCB-UPB", "MNL-bandit"),
)  # fmt: skip
def figures_best_policies(profile, others=SEVEN):
    """Compares Epoch-UCB and PBM-UCB with the other five policies on the three problems."""
    case = Case()
    regrets = studies.figures(profile, SEVEN)
    known = ("Epoch-UCB", "PBM-UCB")
    for name, regret in regrets.items():
        both = all_of(*(below(regret, one, other)
                        for one in known for other in others if other not in known))  # fmt: skip
        case.sign(f"({name}) both below the others", at_the_end(both, profile))
        case.family({f"({name}) another policy is below one of them": both.sign() < 0})
    case.family(all_finals(regrets))
    return case.finding()


@check("mnl:figures-improved-coefficients")
@twin("the share of Epoch-UCB-W's regret", gives="not reproduced", share=0.45)
def figures_improved_coefficients(profile, share=2 / 3):
    """Compares Epoch-UCB with two thirds of Epoch-UCB-W's regret on the three problems."""
    case = Case()
    regrets = studies.figures(profile, ("Epoch-UCB", "Epoch-UCB-W"))
    for name, regret in regrets.items():
        less = below(regret, "Epoch-UCB", "Epoch-UCB-W", share)
        told = less if less.sign() > 0 else at_the_end(less, profile)
        case.sign(f"({name}) a third less", told)
    case.family(all_finals(regrets))
    return case.finding()


@check("mnl:figures-w-worse-than-toprank")
@twin("the problem", gives="not reproduced", problem="b")
def figures_w_worse_than_toprank(profile, problem="a"):
    """Compares TopRank with Epoch-UCB-W on problem (a), and shows it for the other two."""
    case = Case()
    regrets = studies.figures(profile, ("Epoch-UCB-W", "TopRank"))
    for name, regret in regrets.items():
        less = below(regret, "TopRank", "Epoch-UCB-W")
        if name == problem:
            case.sign(f"({name}) TopRank below Epoch-UCB-W", at_the_end(less, profile))
        case.family({f"({name}) TopRank is below": less.sign() > 0})
    case.family(all_finals(regrets))
    return case.finding()


@check("mnl:figures-upb-conservative")
@twin("the policy of largest regret", gives="not reproduced", last="Epoch-UCB-W")
def figures_upb_conservative(profile, last="Epoch-UCB-UPB"):
    """Compares Epoch-UCB-UPB with every other policy on the three problems."""
    regrets = studies.figures(profile, SEVEN)
    return all_below(regrets, [policy for policy in SEVEN if policy != last], (last,), profile)


@check("mnl:figures-star-close-to-best")
@twin("the factor", gives="not reproduced", factor=0.9)
def figures_star_close_to_best(profile, factor=1.5):
    """Compares Epoch-UCB*-UPB with one and a half times the regret of the policies that know λ."""
    regrets = studies.figures(profile, (STAR, "Epoch-UCB", "PBM-UCB"))
    return all_below(regrets, (STAR,), ("Epoch-UCB", "PBM-UCB"), profile, factor)


@check("mnl:figure-1-toprank-performs-well")
@twin("the policies that it is compared with", gives="not reproduced", others=("Epoch-UCB",))
def figure_1_toprank_performs_well(profile, others=("MNL-bandit", "Epoch-UCB-UPB", "Epoch-UCB-W")):
    """Compares TopRank with three policies on problem (a)."""
    regrets = studies.figures(profile, ("TopRank", *others), "a")
    return all_below(regrets, ("TopRank",), others, profile)


@check("mnl:figure-3-mnl-bandit-explores")
@twin("the policy that explores", gives="not reproduced", explores=STAR)
def figure_3_mnl_bandit_explores(profile, explores="MNL-bandit"):
    """Compares MNL-bandit's regret a round in the second half with five times the star's."""
    case = Case()
    regrets = studies.figures(profile, (STAR, "MNL-bandit"), "c")
    rates = {policy: studies.growth(regret, policy, *studies.SECOND_HALF)
             for regret in regrets.values() for policy in regret.values}  # fmt: skip
    (settled,) = rates.keys() - {explores}
    more = positive(rates[explores] - 5 * rates[settled])
    case.sign("more than five times", at_the_end(more, profile))
    case.family({f"{policy}, regret a round in the second half": f"{rate:.4f}"
                 for policy, rate in rates.items()})  # fmt: skip
    case.family(all_finals(regrets))
    return case.finding()


@check("mnl:problem-c-learned-quickly")
@twin("the problem that is learned most quickly", gives="not reproduced", quickest="b")
def problem_c_learned_quickly(profile, quickest="c"):
    """Compares the share of uniform play's regret on problem (c) with those on (a) and (b)."""
    case = Case()
    shares = {name: outcomes.share_of_uniform(name, profile) for name in "abc"}
    for name in shares.keys() - {quickest}:
        case.sign(f"less than on ({name})", positive(shares[name] - shares[quickest]))
    case.family({f"({name}) share": f"{share:.3f}" for name, share in shares.items()})
    case.number("runs", "runs", round(shares["c"].freedom) + 1)
    return case.finding()


@check("mnl:sharp-radius-pays")
@twin("the factor", gives="not reproduced", factor=0.6)
def sharp_radius_pays(profile, factor=1):
    """Compares Epoch-UCB with the sharp radius with Epoch-UCB on the three problems."""
    regrets = studies.figures(profile, ("Epoch-UCB", "Epoch-UCB-sharp"))
    return all_below(regrets, ("Epoch-UCB-sharp",), ("Epoch-UCB",), "paper", factor)


@check("mnl:estimator-pays")
@twin("the factor", gives="not reproduced", factor=0.4)
def estimator_pays(profile, factor=1):
    """Compares the star with the maximiser of (50) with the star on the three problems."""
    regrets = studies.figures(profile, (STAR, STAR_50))
    return all_below(regrets, (STAR_50,), (STAR,), profile, factor)


@check("mnl:star-beats-printed-radius")
@twin("the factor", gives="not reproduced", factor=0.4)
def star_beats_printed_radius(profile, factor=1):
    """Compares the star with the maximiser of (50) with the two policies that know λ."""
    regrets = studies.figures(profile, (STAR_50, "Epoch-UCB", "PBM-UCB"))
    return all_below(regrets, (STAR_50,), ("Epoch-UCB", "PBM-UCB"), profile, factor)


@check("mnl:star-stuck-runs")
@twin("the policy", gives="not reproduced", policy="Epoch-UCB")
def star_stuck_runs(profile, policy=STAR_50):
    """Counts the runs on problem (b) that lose the second-best list's gap to the end."""
    case = Case()
    case.must("one of eight by hand", np.flatnonzero(outcomes.stuck(*EIGHT, 1)).tolist() == [5])
    stuck, ends, second = outcomes.stuck_runs(policy, profile)
    seen = 1 if stuck else -1
    case.sign("a run was stuck", seen if profile == "paper" else 0)
    rare = share_above(ends.size - stuck, ends.size, MOST)
    case.sign("fewer than one in twenty are", at_the_end(rare, profile))
    low, high = stats.binomtest(stuck, ends.size).proportion_ci(MOST, "exact")
    case.number("stuck", "stuck runs", stuck)
    case.number("share", "95 % interval of their share", f"{low:.2%} to {high:.2%}")
    case.number("second", "loss of the second-best list a round", second)
    case.number("largest", "largest regret", float(ends.max()))
    case.number("median", "median regret", float(np.median(ends)))
    case.number("runs", "runs", ends.size)
    return case.finding()


@check("mnl:clipping-costs")
@twin("who is below", gives="not reproduced", lower="(clipped at 1)", higher="")
def clipping_costs(profile, lower="", higher="(clipped at 1)"):
    """Compares two policies with their versions clipped at 1 on problem (c)."""
    case = Case()
    regret = studies.choices(profile, "c")["c"]
    for name in ("Epoch-UCB", "Epoch-UCB-sharp"):
        less = below(regret, name + lower, name + higher)
        case.sign(f"{name}{lower} below {name}{higher}", at_the_end(less, profile))
    case.family(all_finals({"c": regret}))
    return case.finding()


@check("mnl:implicit-differences")
@twin("the margin", gives="holds", margin=2)
@twin("how many times the literal's the regret is", gives="not reproduced", times=1.5)
def implicit_differences(profile, margin=0.1, times=1):
    """Compares the policies with implicit and with literal differences, row by row."""
    case = Case()
    table = studies.literal_differences(profile)
    errors = table["standard error"], table["standard error of the literal"]
    for row, error, of_literal in zip(table.itertuples(), *errors, strict=True):
        name = f"({row.problem}) {row.policy}, {row.rounds:,} rounds"
        ours, literal = (
            Estimate(row.ours, error, row.runs - 1),
            Estimate(row.literal, of_literal, row.runs - 1),
        )
        case.family({name: f"{row.ours:.1f} against {row.literal:.1f}, ratio {ours / literal:.2f}"})
        most, least = (times * (1 + side * margin) * literal for side in (1, -1))
        case.sign(f"{name}: the same", within(ours, least, most))
    case.number("runs", "runs", least_to_most(table["runs"]))
    return case.finding()
