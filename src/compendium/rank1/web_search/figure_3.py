"""What Katariya et al. (2017) write about Figure 3 and about practice, decided where it can be.

The 20 queries of the paper are not public. Played are the public fitted queries, or, without the
data folder, the two surrogates: the page says which. A verdict must not depend on it.
"""

from __future__ import annotations

from compendium.comparisons import below, final, finals, joint_scale, quotient, significant
from compendium.finding import Case, Finding, check
from compendium.rank1 import studies
from compendium.rank1.experiments import LOG, PRINTED, surrogate

from .figure_2 import FAMILIES, decided, queries

RIVALS = ("Rank1Elim", "UCB1Elim", "UCB1")


def lower_by(profile, rival, percent) -> Finding:
    """Whether the average regret of one reading is lower than the rival's by the percentage."""
    case = Case()
    regret = studies.averaged(studies.figure_3(profile))
    differs = []
    for ours in (PRINTED, LOG):
        ratio, error = quotient(final(regret, ours), final(regret, rival))
        lower = 100 * (1 - ratio)
        case.family({f"percent lower, {ours}": f"{lower:.1f} ± {100 * error:.1f}"})
        differs.append(significant(lower - percent, 100 * error) != 0)
    case.sign(f"lower by {percent} % in one of the readings", -1 if all(differs) else 0)
    case.number("runs", "runs per query", len(regret.values[PRINTED]))
    case.family({"source": studies.source(), "rounds": int(regret.rounds[-1])})
    return case.finding()


@check("rank1:figure-3-ucb1")
def figure_3_ucb1(profile):
    """Compares the average regrets of both readings with UCB1's, less the printed 10.9 %."""
    return lower_by(profile, "UCB1", 10.9)


@check("rank1:figure-3-rank1elim")
def figure_3_rank1elim(profile):
    """Compares the average regrets of both readings with Rank1Elim's, less the printed 79 %."""
    return lower_by(profile, "Rank1Elim", 79.0)


def lowest(profile, ours) -> Finding:
    """Whether a reading has the lowest average regret of all."""
    case = Case()
    regret = studies.averaged(studies.figure_3(profile))
    case.family(finals(regret, 0, policies=(ours, *RIVALS)))
    for rival in RIVALS:
        case.sign(f"below {rival}", below(regret, ours, rival))
    case.family(joint_scale([regret], (ours, *RIVALS)) | {"source": studies.source()})
    return case.finding()


@check("rank1:figure-3-lowest")
def figure_3_lowest(profile):
    """Compares the average regret of Rank1ElimKL, δ as printed, with those of the rivals."""
    return lowest(profile, PRINTED)


@check("rank1:figure-3-lowest-log")
def figure_3_lowest_log(profile):
    """Compares the average regret of Rank1ElimKL with log n with those of the rivals."""
    return lowest(profile, LOG)


@check("rank1:real-data-improvement")
def real_data_improvement(profile):
    """Compares both readings with Rank1Elim, on average and query by query."""
    case = Case()
    regrets = studies.figure_3(profile)
    average = studies.averaged(regrets)
    case.family({"queries": len(regrets), "source": studies.source()})
    for ours in (PRINTED, LOG):
        each = [below(regret, ours, "Rank1Elim") for regret in regrets.values()]
        case.family({f"queries significantly better, {ours}": each.count(1),
                     f"significantly worse, {ours}": each.count(-1)})  # fmt: skip
        case.sign(f"{ours} is better on average", below(average, ours, "Rank1Elim"))
        case.sign(f"{ours} is worse on no query", -1 if -1 in each else 1)
    case.family(joint_scale(regrets.values(), (PRINTED, LOG, "Rank1Elim")))
    return case.finding()


@check("rank1:almost-all-instances")
def almost_all_instances(profile):
    """Counts the problems of Figures 1 to 3 on which Rank1ElimKL loses to some rival."""
    case = Case()
    regrets = studies.figure_1(profile) | studies.figure_3(profile)
    regrets |= {(family, query): regret for family, query, regret in queries(profile)}
    wins = [min(below(regret, PRINTED, rival) for rival in RIVALS) for regret in regrets.values()]
    lost, total = wins.count(-1), len(wins)
    won_enough = 1 if wins.count(1) >= 0.9 * total else 0
    case.sign("wins on nine in ten problems", -1 if lost > 0.1 * total else won_enough)
    case.family({"problems": total, "won": wins.count(1), "lost to some": lost})
    case.family(joint_scale(regrets.values(), (PRINTED, "UCB1")))
    return case.finding()


@check("rank1:on-par-on-hard")
def on_par_on_hard(profile):
    """Compares the regret of Rank1ElimKL with log n with twice that of KL-UCB, on Query 1."""
    case, signs, numbers = Case(), {}, {}
    for family, query, regret in queries(profile):
        if query != "Query 1":
            continue
        name, shown = f"regret over that of KL-UCB, {family}", "not played in this profile"
        signs[family] = 0
        if "KL-UCB" in regret.values:
            ratio, error = quotient(final(regret, LOG), final(regret, "KL-UCB"))
            shown, signs[family] = f"{ratio:.2f} ± {error:.2f}", significant(2 - ratio, error)
        played = [policy for policy in (LOG, "KL-UCB") if policy in regret.values]
        numbers |= {name: shown} | joint_scale([regret], played)
    case.family(numbers)
    return decided(case, signs)


@check("rank1:often-smaller-mu")
def often_smaller_mu(profile):
    """Counts the queries with μ < 1 - p_max, at the scale where p_max is 1."""
    case = Case()
    table = studies.public_hardness()
    strict = int((table["μ"] < table["γ"]).sum())
    case.printed("in one query of ten", strict >= 0.1 * len(table))
    case.family({"queries": len(table), "with μ < 1 - p_max": strict})
    case.family({"source": studies.source()})
    return case.finding(fails="refuted")


@check("rank1:strict-improvement-at-best-scale")
def strict_improvement_at_best_scale(profile):
    """Finds the scale with the least bound for the two surrogates of Query 1."""
    case = Case()
    better = []
    for family in FAMILIES:
        curve = studies.rescaled(surrogate("Query 1", family), 401)
        best, printed = curve["Theorem 1"].idxmin(), (curve["c"] - 1).abs().idxmin()
        gap = float(curve["γ"][best] - curve["μ"][best])
        better.append(gap > 1e-9)
        ratio = float(curve["Theorem 1"][printed] / curve["Theorem 1"][best])
        case.family({f"γ - μ at the best scale, {family}": gap,
                     f"bound at the paper's scale over the best, {family}": ratio})  # fmt: skip
    case.printed("γ > μ at the best scale of one of them", any(better))
    return case.finding(fails="refuted")


@check("rank1:yandex-log")
def yandex_log(profile):
    """Names what was played in place of the log."""
    case = Case()
    case.must("something was played", studies.source())
    case.number("source", "models played in their place", studies.source())
    return case.finding(holds="open")
