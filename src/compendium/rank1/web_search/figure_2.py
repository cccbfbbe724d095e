"""What Katariya et al. (2017) write about Figure 2: about two queries whose models are not public.

Two families of surrogates have exactly the printed L, p_max and μ of each query, and everything
else is ours. They cannot decide what is true of the queries: these claims are open, and a check
confirms what their limits tell of the surrogates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from clickbandits.experiments import Regret
from clickbandits.pbm.published import yandex_models
from clickbandits.rank1.bounds import hardness
from compendium.comparisons import (
    UNTOLD,
    Comparison,
    all_of,
    below,
    final,
    finals,
    joint_scale,
    positive,
)
from compendium.finding import Case, Finding, check, twin
from compendium.rank1 import experiments, studies
from compendium.rank1.experiments import LOG, PRINTED, QUERIES

FAMILIES = ("Zipf", "rank power")
READINGS = (PRINTED, LOG)
PRINTED_NUMBERS = tuple(QUERIES.values())


def queries(profile: str) -> Iterator[tuple[str, str, Regret]]:
    """(family, query, regret) of every surrogate."""
    for family in FAMILIES:
        for query, regret in studies.figure_2(profile, family).items():
            yield family, query, regret


def still_open(
    case: Case, compared: Mapping[str, Comparison], against: tuple[str, ...] = ()
) -> Finding:
    """The finding of a claim about a query that is not public: "open" where all is as told.

    The limits tell that the surrogates agree with the claim, but for the comparisons `against`,
    in which they contradict it. Where the simulation does not say so, "undecided".
    """
    for name, one in compared.items():
        told = Comparison(one.contradicts, one.agrees) if name in against else one
        case.sign(f"{name}: as told", told)
    found = case.finding(holds="open")
    return found if found.verdict == "open" else replace(found, verdict="undecided")


def compare(profile, chosen, rivals, against=()) -> Finding:
    """Whether each reading has less regret than all rivals on a query, by family."""
    case, compared = Case(), {}
    for family, query, regret in queries(profile):
        if query == chosen:
            case.family(finals(regret, 0, f"{family}, ", (*READINGS, *rivals)))
            for ours in READINGS:
                less = all_of(*(below(regret, ours, rival) for rival in rivals))
                compared[f"{family}, {ours}"] = less
    case.family(joint_scale([regret], (*READINGS, *rivals)))
    return still_open(case, compared, against)


@check("rank1:figure-2-numbers")
@twin("what is looked for", gives="holds", wanted=((19, 1.0, 0.42),))
def figure_2_numbers(profile, wanted=PRINTED_NUMBERS):
    """Looks for L, p_max and μ of the queries, to two digits, among the published models."""
    case, numbers = Case(), []
    for model in yandex_models().values():
        hard = hardness(model.problem)
        numbers.append((model.problem.attraction.size, round(hard.peak, 2), round(hard.average, 2)))
    missing = any(each not in numbers for each in wanted)
    case.must("the queries are not among the published models", missing)
    case.number("models", "published models", len(numbers))
    case.number("most", "most items of one of them", max(size for size, *_ in numbers))
    case.number("least", "smallest μ of one of them", min(average for *_, average in numbers))
    return case.finding(holds="open", broken="holds")


@check("rank1:figure-2c-elimination")
def figure_2c_elimination(profile):
    """Compares both readings of Rank1ElimKL with the elimination policies on Query 1."""
    return compare(profile, "Query 1", ("Rank1Elim", "UCB1Elim"))


@check("rank1:figure-2c-ucb1")
def figure_2c_ucb1(profile):
    """Compares both readings of Rank1ElimKL with UCB1 on Query 1."""
    return compare(profile, "Query 1", ("UCB1",), (f"Zipf, {PRINTED}",))


@check("rank1:figure-2d")
def figure_2d(profile):
    """Compares both readings of Rank1ElimKL with all rivals on Query 2."""
    against = tuple(f"{family}, {PRINTED}" for family in FAMILIES)
    return compare(profile, "Query 2", ("Rank1Elim", "UCB1Elim", "UCB1"), against)


@check("rank1:figure-2-query-2-better")
def figure_2_query_2_better(profile):
    """Compares the regrets of Rank1ElimKL on Query 2 and on Query 1, both readings."""
    case, compared = Case(), {}
    regrets = {(family, query): regret for family, query, regret in queries(profile)}
    for family in FAMILIES:
        for ours in READINGS:
            one, two = (final(regrets[family, query], ours) for query in QUERIES)
            name = f"{family}, {ours}"
            case.family({f"{name}, Query 2 less Query 1": f"{two - one:.0f}"})
            compared[name] = positive(one - two)
    case.family(joint_scale(regrets.values(), READINGS))
    return still_open(case, compared, tuple(compared))


@check("rank1:figure-3-explanation")
def figure_3_explanation(profile):
    """Compares the gain over UCB1 on Query 2 with that on Query 1, with log n."""
    case, gains = Case(), {}
    for family, query, regret in queries(profile):
        gains[family, query] = studies.gain(regret, LOG)
        case.family({f"gain in percent, {family}, {query}": f"{gains[family, query]:.1f}"})
    compared = {}
    for family in FAMILIES:
        one, two = (gains[family, query] for query in QUERIES)
        compared[family] = positive(two - one)
    case.family(joint_scale([regret], (LOG, "UCB1")))
    return still_open(case, compared, FAMILIES)


@check("rank1:on-par-on-hard")
def on_par_on_hard(profile):
    """Compares the regret of Rank1ElimKL with log n with twice that of KL-UCB, on Query 1."""
    case, compared, numbers = Case(), {}, {}
    for family, query, regret in queries(profile):
        if query != "Query 1":
            continue
        name, shown = f"regret over that of KL-UCB, {family}", "not played in this profile"
        compared[family] = UNTOLD
        if "KL-UCB" in regret.values:
            ours, theirs = final(regret, LOG), final(regret, "KL-UCB")
            shown, compared[family] = f"{ours / theirs:.2f}", positive(2 * theirs - ours)
        played = [policy for policy in (LOG, "KL-UCB") if policy in regret.values]
        numbers |= {name: shown} | joint_scale([regret], played)
    case.family(numbers)
    return still_open(case, compared, FAMILIES)


@check("rank1:figure-2-scale")
@twin("the scale c", gives="holds", c=Fraction(1))
@twin("the power of c on the second vector", gives="refuted", power=1)
def figure_2_scale(profile, c=Fraction(3, 2), power=-1):
    """Scales rows by c and columns by 1/c, exactly: the same clicks, other p_max, μ and γ.

    At one scale, where the largest examination is 1, both have the same three numbers.
    """
    case = Case()
    items, positions = (Fraction(3, 5), Fraction(1, 5)), (Fraction(1, 2), Fraction(1, 4))
    scaled = [u * c for u in items], [v * c**power for v in positions]
    clicks = [[u * v for u in us for v in vs] for us, vs in ((items, positions), scaled)]
    case.must("the same clicks", clicks[0] == clicks[1])
    before, after = exact_hardness(items, positions), exact_hardness(*scaled)
    for name, old, new in zip(("p_max", "μ", "γ"), before, after, strict=True):
        case.printed(f"the same {name}", old == new)
    at_one = [
        exact_hardness([u * max(vs) for u in us], [v / max(vs) for v in vs])
        for us, vs in ((items, positions), scaled)
    ]
    case.must("the same numbers at one scale", at_one[0] == at_one[1])
    # μ is the least of 2/5 and 3/8; at one scale, with items (3/10, 1/10), of 1/5 and 3/4
    case.must("by hand", before == (Fraction(3, 5), Fraction(3, 8), Fraction(2, 5)))
    case.must("at one scale by hand", at_one[0] == (1, Fraction(1, 5), Fraction(1, 5)))
    curve = studies.rescaled(experiments.surrogate("Query 1"), 101)["Theorem 1"]
    case.number("before", "(p_max, μ, γ)", before)
    case.number("after", f"with the same clicks, c = {c}", after)
    case.number("at_one", "where the largest examination is 1", at_one[0])
    case.number("range", "largest over smallest bound, Query 1", float(curve.max() / curve.min()))
    return case.finding()


def exact_hardness(items, positions):
    """(p_max, μ, γ) of exact vectors."""
    peak = max(*items, *positions)
    average = min(sum(items) / len(items), sum(positions) / len(positions))
    return peak, average, max(average, 1 - peak)
