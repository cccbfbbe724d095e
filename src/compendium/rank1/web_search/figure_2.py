"""What Katariya et al. (2017) write about Figure 2, decided on surrogates of its two queries.

The models of Queries 1 and 2 are not public. Two families of surrogates have exactly the printed
L, p_max and μ, and everything else is ours: a claim about the queries is decided only where both
families agree, and is open where they do not.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from clickbandits.experiments import Regret
from clickbandits.rank1.bounds import hardness
from compendium import published
from compendium.comparisons import below, final, finals, joint_scale, significant
from compendium.finding import Case, Finding, check
from compendium.rank1 import experiments, studies
from compendium.rank1.experiments import LOG, PRINTED

FAMILIES = ("Zipf", "rank power")


def queries(profile: str) -> Iterator[tuple[str, str, Regret]]:
    """(family, query, regret) of every surrogate."""
    for family in FAMILIES:
        for query, regret in studies.figure_2(profile, family).items():
            yield family, query, regret


def decided(case: Case, signs: dict[str, int]) -> Finding:
    """The finding of a claim about the queries: open where one surrogate says yes, another no.

    One that contradicts decides against the claim, even where another cannot tell.
    """
    clash = 1 in signs.values() and -1 in signs.values()
    for name, sign in signs.items():
        case.sign(name, 1 if clash else sign)
    return case.finding(holds="open" if clash else "holds")


def compare(profile, chosen, ours, rivals) -> Finding:
    """Whether a reading has less regret than all rivals on a query, by family."""
    case, signs = Case(), {}
    for family, query, regret in queries(profile):
        if query == chosen:
            case.family(finals(regret, 0, f"{family}, ", (ours, *rivals)))
            signs[family] = min(below(regret, ours, rival) for rival in rivals)
    case.family(joint_scale([regret], (ours, *rivals)))
    return decided(case, signs)


@check("rank1:figure-2-numbers")
def figure_2_numbers(profile):
    """Compares L, p_max and μ of the four surrogates with the printed numbers."""
    case = Case()
    worst = 0.0
    for family in FAMILIES:
        for query, (n_items, largest, mean) in published.YANDEX_QUERIES.items():
            problem = experiments.surrogate(query, family)
            hard = hardness(problem)
            gaps = (problem.attraction.size - n_items, hard.peak - largest, hard.average - mean)
            for name, gap in zip(("L", "p_max", "μ"), map(abs, gaps), strict=True):
                case.must(f"{name} of {query}, {family}", gap < 1e-12)
                worst = max(worst, gap)
    case.number("difference", "largest difference", worst)
    return case.finding()


@check("rank1:figure-2c-elimination")
def figure_2c_elimination(profile):
    """Compares Rank1ElimKL, δ as printed, with the elimination policies on Query 1."""
    return compare(profile, "Query 1", PRINTED, ("Rank1Elim", "UCB1Elim"))


@check("rank1:figure-2c-ucb1")
def figure_2c_ucb1(profile):
    """Compares Rank1ElimKL, δ as printed, with UCB1 on Query 1."""
    return compare(profile, "Query 1", PRINTED, ("UCB1",))


@check("rank1:figure-2c-ucb1-log")
def figure_2c_ucb1_log(profile):
    """Compares Rank1ElimKL with log n with UCB1 on Query 1."""
    return compare(profile, "Query 1", LOG, ("UCB1",))


@check("rank1:figure-2d")
def figure_2d(profile):
    """Compares Rank1ElimKL, δ as printed, with all rivals on Query 2."""
    return compare(profile, "Query 2", PRINTED, ("Rank1Elim", "UCB1Elim", "UCB1"))


@check("rank1:figure-2d-log")
def figure_2d_log(profile):
    """Compares Rank1ElimKL with log n with all rivals on Query 2."""
    return compare(profile, "Query 2", LOG, ("Rank1Elim", "UCB1Elim", "UCB1"))


@check("rank1:figure-2-query-2-better")
def figure_2_query_2_better(profile):
    """Compares the regrets of Rank1ElimKL on Query 2 and on Query 1, both readings."""
    case, signs = Case(), {}
    regrets = {(family, query): regret for family, query, regret in queries(profile)}
    for family in FAMILIES:
        for ours in (PRINTED, LOG):
            (one, first), (two, second) = (
                final(regrets[family, query], ours) for query in published.YANDEX_QUERIES
            )
            error, name = math.hypot(first, second), f"{family}, {ours}"
            case.family({f"{name}, Query 2 less Query 1": f"{two - one:.0f} ± {error:.0f}"})
            signs[name] = significant(one - two, error)
    case.family(joint_scale(regrets.values(), (PRINTED, LOG)))
    return decided(case, signs)


@check("rank1:figure-3-explanation")
def figure_3_explanation(profile):
    """Compares the gain over UCB1 on Query 2 with that on Query 1, with log n."""
    case, gains = Case(), {}
    for family, query, regret in queries(profile):
        gains[family, query] = studies.gain(regret, LOG)
        shown = "{:.1f} ± {:.1f}".format(*gains[family, query])
        case.family({f"gain in percent, {family}, {query}": shown})
    signs = {}
    for family in FAMILIES:
        (one, first), (two, second) = (gains[family, query] for query in published.YANDEX_QUERIES)
        signs[family] = significant(two - one, math.hypot(first, second))
    case.family(joint_scale([regret], (LOG, "UCB1")))
    return decided(case, signs)


@check("rank1:figure-2-scale")
def figure_2_scale(profile):
    """Scales rows by 3/2 and columns by 2/3: the same problem, with other numbers in the bound."""
    case = Case()
    items, positions = (Fraction(3, 5), Fraction(1, 5)), (Fraction(1, 2), Fraction(1, 4))
    c = Fraction(3, 2)
    scaled = [u * c for u in items], [v / c for v in positions]
    same = all(
        u * v == scaled[0][i] * scaled[1][j]
        for i, u in enumerate(items)
        for j, v in enumerate(positions)
    )
    before, after = exact_hardness(items, positions), exact_hardness(*scaled)
    for name, old, new in zip(("p_max", "μ", "γ"), before, after, strict=True):
        case.printed(f"{name} is a property of the problem", old == new or not same)
    curve = studies.rescaled(experiments.surrogate("Query 1"), 101)["Theorem 1"]
    case.number("before", "(p_max, μ, γ)", before)
    case.number("after", "of the same problem, c = 3/2", after)
    case.number("range", "largest over smallest bound, Query 1", float(curve.max() / curve.min()))
    return case.finding(fails="refuted")


def exact_hardness(items, positions):
    """(p_max, μ, γ) of exact vectors."""
    peak = max(*items, *positions)
    average = min(sum(items) / len(items), sum(positions) / len(positions))
    return peak, average, max(average, 1 - peak)
