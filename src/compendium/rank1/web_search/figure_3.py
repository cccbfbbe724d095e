"""What Katariya et al. (2017) write about Figure 3 and about practice, decided where it can be.

The 20 queries of the paper are not public. Played are the public fitted queries, or, without the
data folder, the two surrogates: the page says which. A verdict must not depend on it.
"""

from __future__ import annotations

from compendium.comparisons import AGREES, below, final, quotient, significant
from compendium.finding import Finding, check
from compendium.rank1 import studies
from compendium.rank1.experiments import LOG, PRINTED, surrogate
from compendium.rank1.needle.results import scale

from .figure_2 import FAMILIES, agreement, queries

LIMITS = (
    "On the public fitted queries, which are smaller than the paper's, or on surrogates: the page "
    "says which. Two million steps. With δ as printed and with log n."
)


def _lower_by(profile, rival, percent) -> Finding:
    """Whether the average regret of one reading is lower than the rival's by the percentage."""
    regret = studies.averaged(studies.figure_3(profile))
    numbers: dict[str, object] = {}
    signs = []
    for ours in (PRINTED, LOG):
        ratio, error = quotient(final(regret, ours), final(regret, rival))
        lower = 100 * (1 - ratio)
        numbers[f"percent lower, {ours}"] = f"{lower:.1f} ± {100 * error:.1f}"
        signs.append(abs(significant(lower - percent, 100 * error)))
    numbers |= {"runs per query": len(regret.values[PRINTED]), "source": studies.source()}
    numbers |= {"rounds": int(regret.rounds[-1])}
    return Finding("not reproduced" if min(signs) else "undecided", numbers)


@check("rank1:figure-3-ucb1")
def figure_3_ucb1(profile):
    return _lower_by(profile, "UCB1", 10.9)


@check("rank1:figure-3-rank1elim")
def figure_3_rank1elim(profile):
    return _lower_by(profile, "Rank1Elim", 79.0)


def _lowest(profile, ours) -> Finding:
    """Whether a reading has the lowest average regret of all."""
    regret = studies.averaged(studies.figure_3(profile))
    rivals = ("Rank1Elim", "UCB1Elim", "UCB1")
    numbers = {}
    for policy in (ours, *rivals):
        mean, error = final(regret, policy)
        numbers[policy] = f"{mean:.0f} ± {error:.0f}"
    sign = min(below(regret, ours, rival) for rival in rivals)
    numbers |= scale({"average": regret}, (ours, *rivals)) | {"source": studies.source()}
    return Finding(AGREES[sign], numbers)


@check("rank1:figure-3-lowest")
def figure_3_lowest(profile):
    return _lowest(profile, PRINTED)


@check("rank1:figure-3-lowest-log")
def figure_3_lowest_log(profile):
    return _lowest(profile, LOG)


@check("rank1:real-data-improvement")
def real_data_improvement(profile):
    regrets = studies.figure_3(profile)
    average = studies.averaged(regrets)
    numbers, signs = {"queries": len(regrets), "source": studies.source()}, []
    for ours in (PRINTED, LOG):
        each = [below(regret, ours, "Rank1Elim") for regret in regrets.values()]
        numbers[f"queries significantly better, {ours}"] = each.count(1)
        numbers[f"significantly worse, {ours}"] = each.count(-1)
        signs += [below(average, ours, "Rank1Elim"), -1 if -1 in each else 1]
    return Finding(AGREES[min(signs)], numbers | scale(regrets, (PRINTED, LOG, "Rank1Elim")))


@check("rank1:almost-all-instances")
def almost_all_instances(profile):
    regrets = studies.figure_1(profile) | studies.figure_3(profile)
    regrets |= {(family, query): regret for family, query, regret in queries(profile)}
    wins = [
        min(below(regret, PRINTED, rival) for rival in ("Rank1Elim", "UCB1Elim", "UCB1"))
        for regret in regrets.values()
    ]
    lost, total = wins.count(-1), len(wins)
    verdict = "not reproduced" if lost > 0.1 * total else "holds"
    if verdict == "holds" and wins.count(1) < 0.9 * total:
        verdict = "undecided"
    numbers = {"problems": total, "won": wins.count(1), "lost to some": lost}
    return Finding(verdict, numbers | scale(regrets, (PRINTED, "UCB1")))


@check("rank1:on-par-on-hard")
def on_par_on_hard(profile):
    numbers, signs = {}, []
    for family, query, regret in queries(profile):
        if query != "Query 1":
            continue
        name, played = f"regret over that of KL-UCB, {family}", [LOG, "KL-UCB"]
        if "KL-UCB" in regret.values:
            ratio, error = quotient(*(final(regret, policy) for policy in played))
            numbers[name] = f"{ratio:.2f} ± {error:.2f}"
            signs.append(significant(2 - ratio, error))
        else:
            numbers[name], played = "not played in this profile", [LOG]
        numbers |= scale({query: regret}, played)
    return Finding(agreement(signs) if signs else "undecided", numbers)


@check("rank1:often-smaller-mu")
def often_smaller_mu(profile):
    table = studies.public_hardness()
    strict = int((table["μ"] < table["γ"]).sum())
    numbers = {"queries": len(table), "with μ < 1 - p_max": strict, "source": studies.source()}
    return Finding("refuted" if strict < 0.1 * len(table) else "holds", numbers)


@check("rank1:strict-improvement-at-best-scale")
def strict_improvement_at_best_scale(profile):
    numbers, better = {}, []
    for family in FAMILIES:
        curve = studies.rescaled(surrogate("Query 1", family), 401)
        best, printed = curve["Theorem 1"].idxmin(), (curve["c"] - 1).abs().idxmin()
        gap = float(curve["γ"][best] - curve["μ"][best])
        better.append(gap > 1e-9)
        numbers[f"γ - μ at the best scale, {family}"] = gap
        numbers[f"bound at the paper's scale over the best, {family}"] = float(
            curve["Theorem 1"][printed] / curve["Theorem 1"][best]
        )
    return Finding("holds" if any(better) else "refuted", numbers)


@check("rank1:yandex-log")
def yandex_log(profile):
    return Finding("open", {"models played in their place": studies.source()})
