"""The statements of Katariya et al. (2017) about Figure 2 and its two queries, whose models are not public.

Surrogates of several families have the published L, p_max and μ of each query, and everything else is our
choice. They cannot decide whether a sentence is true for the queries, so these claims are open. A check
evaluates the sentence on every surrogate and shows that the result depends on the surrogate.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from clickbandits.experiments import Regret
from clickbandits.pbm.published import yandex_models
from clickbandits.rank1.bounds import hardness, theorem_1
from clickbandits.rank1.model import problem
from compendium.case import Case, Finding, Twin, check
from compendium.comparisons import INCONCLUSIVE, Comparison, all_of, below, final, joint_scale, positive
from compendium.estimates import Share
from compendium.rank1 import experiments, studies
from compendium.rank1.experiments import FAMILIES, LOG, PRINTED, QUERIES

READINGS = {"as printed": PRINTED, "log n": LOG}
PRINTED_NUMBERS = tuple(QUERIES.values())


def on_surrogates(
    case: Case, true: Callable[[dict[str, Regret], str], Comparison], readings=READINGS, families=FAMILIES
) -> Finding:
    """The finding of a claim about a query that is not public: "open" if surrogates disagree.

    `true` compares the regrets of a surrogate, by query, with a reading of Rank1ElimKL.
    """
    played = studies.figure_2(case.profile, families)
    compared = {
        f"{family}; δ {level}": true(regrets, ours)
        for (family, regrets), (level, ours) in itertools.product(played.items(), readings.items())
    }
    for name, one in compared.items():
        case.choice(name, one)
    signs = [one.sign(len(compared)) for one in compared.values()]
    case.number("true", "true for", Share(signs.count(1), len(signs)))
    case.number("false", "false for", Share(signs.count(-1), len(signs)))
    regrets = [regret for these in played.values() for regret in these.values()]
    case.family(joint_scale(regrets, (*readings.values(), "UCB1")))
    finding = case.finding()
    return replace(finding, verdict="open") if finding.verdict == "undecided" else finding


def less_than(*rivals: str, query: str) -> Callable[[dict[str, Regret], str], Comparison]:
    """Whether a reading of δ has less regret on a query than all rivals."""
    return lambda regrets, ours: all_of(*(below(regrets[query], ours, rival) for rival in rivals))


@check(
    "rank1:figure-2-numbers",
    holds="open",
    broken="holds",
    wanted=Twin(((19, 1.0, 0.42),), "holds"),
    gammas=[Twin(gammas, step="query-gammas") for gammas in ((13, 34), (15, 28))],
)
def figure_2_numbers(case, wanted=PRINTED_NUMBERS, gammas=(15, 34)):
    step = case.step("query-gammas")
    for number, average, peak, gamma in ((1, 13, 85, gammas[0]), (2, 28, 66, gammas[1])):
        factor = max(Fraction(average, 100), 1 - Fraction(peak, 100))
        step.must(f"γ of Query {number}", factor == Fraction(gamma, 100), **{f"query_{number}": factor})
    numbers = []
    for model in yandex_models().values():
        hard = hardness(model.problem)
        numbers.append((model.problem.attraction.size, round(hard.peak, 2), round(hard.average, 2)))
    missing = any(each not in numbers for each in wanted)
    case.must("the queries are not among the published models", missing)
    case.number("models", "published models", len(numbers))
    case.number("most", "most items of one of them", max(size for size, *_ in numbers))
    case.number("least", "smallest μ of one of them", min(average for *_, average in numbers))


@check("rank1:figure-2c-elimination", rivals=Twin(("Rank1Elim",), "holds"))
def figure_2c_elimination(case, rivals=("Rank1Elim", "UCB1Elim")):
    return on_surrogates(case, less_than(*rivals, query="Query 1"))


@check("rank1:figure-2c-ucb1", rival=Twin("Rank1Elim", "holds"))
def figure_2c_ucb1(case, rival="UCB1"):
    return on_surrogates(case, less_than(rival, query="Query 1"))


@check("rank1:figure-2d", readings=Twin({"log n": LOG}, "holds"))
def figure_2d(case, readings=READINGS):
    return on_surrogates(case, less_than("Rank1Elim", "UCB1Elim", "UCB1", query="Query 2"), readings)


@check(
    "rank1:figure-2-query-2-better",
    families=[Twin(FAMILIES[:4], "not reproduced"), Twin(FAMILIES[4:], "holds")],
)
def figure_2_query_2_better(case, families=FAMILIES):
    def less(regrets, ours):
        return positive(final(regrets["Query 1"], ours) - final(regrets["Query 2"], ours))

    return on_surrogates(case, less, families=families)


@check("rank1:figure-3-explanation", families=Twin(FAMILIES[2:5], "not reproduced"))
def figure_3_explanation(case, families=FAMILIES):
    def more_is_gained(regrets, ours):
        return positive(studies.gain(regrets["Query 2"], ours) - studies.gain(regrets["Query 1"], ours))

    return on_surrogates(case, more_is_gained, families=families)


@check("rank1:on-par-on-hard", rivals=Twin(("UCB1",), "holds"))
def on_par_on_hard(case, rivals=("UCB1", "KL-UCB"), times=2):
    def on_par(regrets, ours):
        hard = regrets["Query 1"]
        if not {*rivals} <= hard.values.keys():
            return INCONCLUSIVE  # the quick profile does not play KL-UCB
        return all_of(*(below(hard, ours, rival, times) for rival in rivals))

    return on_surrogates(case, on_par)


@check(
    "rank1:figure-2-scale",
    c=[Twin(Fraction(1)), Twin(Fraction(1), step="normalisation")],
    power=[Twin(1), Twin(1, step="normalisation")],
)
def figure_2_scale(case, c=Fraction(3, 2), power=-1):
    given = (Fraction(3, 5), Fraction(1, 5)), (Fraction(1, 2), Fraction(1, 4))
    scaled = [u * c for u in given[0]], [v * c**power for v in given[1]]
    clicks = [[u * v for u in us for v in vs] for us, vs in (given, scaled)]
    before, after = exact_hardness(*given), exact_hardness(*scaled)
    for each in (case, case.step("normalisation")):
        each.must("the same clicks", clicks[0] == clicks[1])
        for name, old, new in zip(("p_max", "μ", "γ"), before, after, strict=True):
            each.must(f"another {name}", old != new)
        each.number("before", "(p_max, μ, γ)", before)
        each.number("after", f"with the same clicks, c = {c}", after)
    old, new = (theorem_1(problem(*vectors), experiments.HORIZON) for vectors in (given, scaled))
    each.must("another bound, over that at c = 1", old != new, bound=new / old)
    # At one scale, where the largest examination is 1, both have the same three numbers.
    for us, vs in (given, scaled):
        largest = exact_hardness([u / max(us) for u in us], [v * max(us) for v in vs])
        case.must(f"p_max = 1 at the largest scale, from {max(us)}", largest[0] == 1)
    at_one, again = (
        exact_hardness([u * max(vs) for u in us], [v / max(vs) for v in vs]) for us, vs in (given, scaled)
    )
    case.must("the same numbers at one scale", at_one == again)
    case.number("at_one", "where the largest examination is 1", at_one)
    curve = studies.rescaled(experiments.surrogate("Query 1"), 101)["Theorem 1"]
    case.number("range", "largest over smallest bound, Query 1", float(curve.max() / curve.min()))


def exact_hardness(items, positions):
    """(p_max, μ, γ) of exact vectors."""
    peak = max(*items, *positions)
    average = min(sum(items) / len(items), sum(positions) / len(positions))
    return peak, average, max(average, 1 - peak)
