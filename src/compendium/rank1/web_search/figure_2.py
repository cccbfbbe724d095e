"""What Katariya et al. (2017) write about Figure 2: about two queries whose models are not public.

Two families of surrogates have exactly the printed L, p_max and μ of each query, and everything
else is ours. They cannot decide what is true of the queries: these claims are open, and a check
confirms what their limits tell of the surrogates.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from fractions import Fraction

from clickbandits.experiments import Regret
from clickbandits.pbm.published import yandex_models
from clickbandits.rank1.bounds import hardness
from compendium.case import Case, Finding, check, wrong
from compendium.comparisons import Comparison, all_of, below, final, finals, joint_scale, positive
from compendium.estimates import Estimate
from compendium.rank1 import experiments, studies
from compendium.rank1.experiments import LOG, PRINTED, QUERIES

FAMILIES = ("Zipf", "rank power")
READINGS = (PRINTED, LOG)
PRINTED_NUMBERS = tuple(QUERIES.values())
NOT_PLAYED = Estimate(math.nan, math.nan, unit="clicks")
"""The regret of a policy that a profile does not play: no comparison with it can tell."""


def queries(profile: str) -> dict[tuple[str, str], Regret]:
    """The regret on every surrogate, by family and query."""
    return {
        (family, query): regret
        for family in FAMILIES
        for query, regret in studies.figure_2(profile, family).items()
    }


def still_open(case: Case, compared: Mapping[str, Comparison], against: tuple[str, ...] = ()) -> Finding:
    """The finding of a claim about a query that is not public: "open" where all is as told.

    The limits tell that the surrogates agree with the claim, but for the comparisons `against`,
    in which they contradict it. Where the simulation contradicts the limits, "not reproduced".
    """
    for name, one in compared.items():
        expected = Comparison(one.contradicts, one.agrees) if name in against else one
        case.sign(f"{name}: as told", expected)
    return case.finding(holds="open")


def compare(case, chosen, rivals, against=()) -> Finding:
    """Whether each reading has less regret than all rivals on a query, by family."""
    compared = {}
    for family in FAMILIES:
        regret = studies.figure_2(case.profile, family)[chosen]
        case.family(finals(regret, f"{family}, ", (*READINGS, *rivals)))
        for ours in READINGS:
            compared[f"{family}, {ours}"] = all_of(*(below(regret, ours, rival) for rival in rivals))
    case.family(joint_scale([regret], (*READINGS, *rivals)))
    return still_open(case, compared, against)


@check("rank1:figure-2-numbers", holds="open", broken="holds", wanted=wrong(((19, 1.0, 0.42),), "holds"))
def figure_2_numbers(case, wanted=PRINTED_NUMBERS):
    numbers = []
    for model in yandex_models().values():
        hard = hardness(model.problem)
        numbers.append((model.problem.attraction.size, round(hard.peak, 2), round(hard.average, 2)))
    missing = any(each not in numbers for each in wanted)
    case.must("the queries are not among the published models", missing)
    case.number("models", "published models", len(numbers))
    case.number("most", "most items of one of them", max(size for size, *_ in numbers))
    case.number("least", "smallest μ of one of them", min(average for *_, average in numbers))


@check("rank1:figure-2c-elimination", against=wrong((f"Zipf, {PRINTED}",), gives="not reproduced"))
def figure_2c_elimination(case, against=()):
    return compare(case, "Query 1", ("Rank1Elim", "UCB1Elim"), against)


@check("rank1:figure-2c-ucb1", against=wrong((), "not reproduced"))
def figure_2c_ucb1(case, against=(f"Zipf, {PRINTED}",)):
    return compare(case, "Query 1", ("UCB1",), against)


@check("rank1:figure-2d", against=wrong((), "not reproduced"))
def figure_2d(case, against=tuple(f"{family}, {PRINTED}" for family in FAMILIES)):
    return compare(case, "Query 2", ("Rank1Elim", "UCB1Elim", "UCB1"), against)


@check("rank1:figure-2-query-2-better", more=wrong(("Query 2", "Query 1"), "not reproduced"))
def figure_2_query_2_better(case, more=("Query 1", "Query 2")):
    regrets, compared = queries(case.profile), {}
    longest = {
        (family, query): regret
        for family in FAMILIES
        for query, regret in studies.figure_2_longest(case.profile, family).items()
    }
    for family, ours in itertools.product(FAMILIES, READINGS):
        for played, when in ((regrets, ""), (longest, ", n = 1e9")):
            one, two = (final(played[family, query], ours) for query in more)
            name = f"{family}, {ours}{when}"
            case.family({f"{name}, {more[1]} less {more[0]}": two - one})
            compared[name] = positive(one - two)
    for family in FAMILIES:
        case.family({f"{PRINTED} on Query 2, {family}": final(regrets[family, "Query 2"], PRINTED)})
        case.family({f"uniform play, {family}": round(uniform_play("Query 2", family))})
    case.family(joint_scale(regrets.values(), READINGS))
    return still_open(case, compared, tuple(compared))


def uniform_play(query: str, family: str) -> float:
    """What pairs drawn uniformly lose on a surrogate by the horizon of the figures."""
    items, positions = experiments.surrogate(query, family)
    lost = items.max() * positions.max() - items.mean() * positions.mean()
    return float(experiments.HORIZON * lost)


@check("rank1:figure-3-explanation", against=wrong((), "not reproduced"))
def figure_3_explanation(case, against=FAMILIES):
    regrets = queries(case.profile)
    gains = {each: studies.gain(regret, LOG) for each, regret in regrets.items()}
    case.family({f"gain in percent, {family}, {query}": gain for (family, query), gain in gains.items()})
    compared = {family: positive(gains[family, "Query 2"] - gains[family, "Query 1"]) for family in FAMILIES}
    case.family(joint_scale(regrets.values(), (LOG, "UCB1")))
    return still_open(case, compared, against)


@check("rank1:on-par-on-hard", times=wrong(4, "not reproduced"))
def on_par_on_hard(case, times=2):
    compared = {}
    for family in FAMILIES:
        regret = studies.figure_2(case.profile, family)["Query 1"]
        ours = final(regret, LOG)
        theirs = final(regret, "KL-UCB") if "KL-UCB" in regret.values else NOT_PLAYED
        case.family({f"regret over that of KL-UCB, {family}": ours / theirs})
        compared[family] = positive(times * theirs - ours)
    played = [policy for policy in (LOG, "KL-UCB") if policy in regret.values]
    case.family(joint_scale([regret], played))
    return still_open(case, compared, FAMILIES)


@check("rank1:figure-2-scale", c=wrong(Fraction(1)), power=wrong(1))
def figure_2_scale(case, c=Fraction(3, 2), power=-1):
    # At one scale, where the largest examination is 1, both have the same three numbers.
    given = (Fraction(3, 5), Fraction(1, 5)), (Fraction(1, 2), Fraction(1, 4))
    scaled = [u * c for u in given[0]], [v * c**power for v in given[1]]
    clicks = [[u * v for u in us for v in vs] for us, vs in (given, scaled)]
    case.must("the same clicks", clicks[0] == clicks[1])
    before, after = exact_hardness(*given), exact_hardness(*scaled)
    for name, old, new in zip(("p_max", "μ", "γ"), before, after, strict=True):
        case.must(f"another {name}", old != new)
    for us, vs in (given, scaled):
        largest = exact_hardness([u / max(us) for u in us], [v * max(us) for v in vs])
        case.must(f"p_max = 1 at the largest scale, from {max(us)}", largest[0] == 1)
    at_one, again = (
        exact_hardness([u * max(vs) for u in us], [v / max(vs) for v in vs]) for us, vs in (given, scaled)
    )
    case.must("the same numbers at one scale", at_one == again)
    case.number("before", "(p_max, μ, γ)", before)
    case.number("after", f"with the same clicks, c = {c}", after)
    case.number("at_one", "where the largest examination is 1", at_one)
    curve = studies.rescaled(experiments.surrogate("Query 1"), 101)["Theorem 1"]
    case.number("range", "largest over smallest bound, Query 1", float(curve.max() / curve.min()))


def exact_hardness(items, positions):
    """(p_max, μ, γ) of exact vectors."""
    peak = max(*items, *positions)
    average = min(sum(items) / len(items), sum(positions) / len(positions))
    return peak, average, max(average, 1 - peak)
