"""What the chapter proves of policies in worlds they were not made for, step by step."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import numpy as np
import sympy

from clickbandits.core import Problem
from clickbandits.pbm import model as pbm
from clickbandits.pbm.pie import PBM_PIE
from clickbandits.pbm.ucb import PBM_UCB
from clickbandits.simulate import replicate
from compendium.case import check, wrong
from compendium.comparisons import INCONCLUSIVE, within
from compendium.estimates import Estimate

from . import experiments, lists, studies
from .lists import LAWS, TRIALS

UNEQUAL = 0.9, 0.6137, 0.3071
"""Sums of these examinations differ, so that no two items tie but by equal counts."""
ROUNDS = 200, 2000
"""When the regret of two games is compared."""


def random_problem(source: random.Random, n_items: int, n_positions: int):
    """Distinct rational attractions in (0, 1), and decreasing examinations in (0, 1]."""
    attraction = [Fraction(n, 40) for n in source.sample(range(1, 40), n_items)]
    examination = [Fraction(n, 40) for n in source.sample(range(1, 41), n_positions)]
    return attraction, sorted(examination, reverse=True)


@check("across:wrong-law", power=wrong(2), apart=wrong(0))
def wrong_law(case, power=1, apart=1):
    above, below, k, total = sympy.symbols("above below k total", positive=True)
    logit = above * (1 + total) - below * (1 + total + k * (above - below))
    case.zero("rounds under MNL", logit - (above - below) * (1 + total - k * below))
    epochs = above * (1 - k * below) - below * (1 - k * above)
    case.zero("epochs under PBM", epochs - (above - below))
    source = random.Random(8)
    alone = []
    for _ in range(60):
        n_items = source.choice((1, 2, 3, 4, 5))
        problem = random_problem(source, n_items, source.randint(1, min(3, n_items)))
        attraction, examination = problem
        if apart == 0:
            attraction[0] = attraction[-1]
        belief = [seen**power for seen in examination]
        for law, trial in itertools.product(LAWS, TRIALS):
            confirmed = lists.self_confirming(attraction, examination, belief, law, trial)
            alone.append(list(confirmed) == [tuple(lists.best_list(*problem))])
    case.number("compared", "problems × laws × trials", len(alone))
    others = len(alone) - sum(alone)
    case.must("other outcomes than the best list alone", others == 0, wrong=others)


@check(
    "across:told-wrong",
    claimed=wrong(Fraction(2, 3)),
    steep=wrong(Fraction(9, 20)),
    flat=wrong(Fraction(11, 20)),
)
def wrong_examination(case, claimed=Fraction(3, 4), steep=Fraction(1, 4), flat=Fraction(99, 100)):
    f, k1, k2, s1, s2 = sympy.symbols("f k1 k2 s1 s2", positive=True)
    ratio = (f * k1 + (1 - f) * k2) / (f * s1 + (1 - f) * s2)
    slope = sympy.factor(sympy.diff(ratio, f) * (f * s1 + (1 - f) * s2) ** 2)
    case.zero("the slope of h", slope - (k1 * s2 - k2 * s1))
    attraction = (Fraction(65, 100), Fraction(49, 100))
    seen = (Fraction(1), Fraction(1, 2))
    one = Fraction(1)
    share, flattened = (
        lists.balance(attraction[0] / attraction[1], seen, (one, second)) for second in (steep, flat)
    )
    share = share or one
    name = f"share of the right order, told (1, {steep})"
    case.must(name, share == claimed, share=share)
    gap = (attraction[0] - attraction[1]) * (seen[0] - seen[1])
    case.number("loss", "clicks lost a round", (1 - share) * gap)
    case.must("told too flat no mixture is balanced", flattened is None)
    none, both = (
        lists.self_confirming(attraction, seen, (one, second), "pbm", "round") for second in (steep, flat)
    )
    case.must(f"self-confirming lists, told (1, {steep})", not none, steep=len(none))
    case.must(f"self-confirming lists, told (1, {flat})", len(both) == 2, flat=len(both))
    right, turned = (
        sum(a * k for a, k in zip(order, seen, strict=True)) for order in (attraction, attraction[::-1])
    )
    lost = {(0, 1): 0, (1, 0): 1 - turned / right}
    case.must("where the wrong order loses clicks", both == lost)


@check("across:sure-click", least=wrong(Fraction(1, 14)), chance=wrong(Fraction(99, 100)))
def sure_click(case, least=Fraction(1, 15), chance=1):
    loss, best = studies.sure_click(chance)
    case.must("clicks lost a round, at least", loss == least, loss=loss)
    case.number("best", "clicks of the best list a round", best)


@check("across:pairs-under-logit", odds=wrong(0), way=wrong(-1))
def pairs_under_logit(case, odds=1, way=1):
    a, b, k, m, more = sympy.symbols("a b k m more", positive=True)  # rows a, b; columns k, m

    def law(weight):
        return weight / (1 + odds * weight)

    minor = law(a * k) * law(b * m) - law(a * m) * law(b * k)
    denominator = sympy.Mul(*(1 + w for w in (a * k, b * m, a * m, b * k)))
    zeros = a * b * k * m * (a - b) * (m - k) / denominator
    case.zero("a minor is 0 only where two rows or two columns agree", minor - zeros)
    apart = sympy.factor(law(a * k) - law(b * k)).subs(a, b + way * more)
    case.must("the better row is better in every column", sympy.simplify(apart).is_positive)
    attraction, examination = ([Fraction(str(x)) for x in vector] for vector in experiments.LOW)
    case.must("so are the problem's, in their order", attraction == sorted(set(attraction))[::-1])
    example = dict(zip((a, b, k, m), (*attraction[:2], *examination[:2]), strict=True))
    value = Fraction(str(minor.subs(example)))
    case.number("minor", "a minor of the problem of low attractions", value)


@check("across:scale", power=wrong(2), policy=wrong("PBM-PIE"))
def scale(case, power=1, policy="PBM-UCB"):
    c, clicks = sympy.symbols("c S", positive=True)
    plays, seen = sympy.symbols("N1:4", positive=True), sympy.symbols("kappa1:4", positive=True)

    def views(scale):
        return sum(n * scale * k for n, k in zip(plays, seen, strict=True))

    case.zero("every estimate is divided by c", clicks / views(1) - c * clicks / views(c))
    square = sum(plays) / (2 * views(1) ** 2) - c**2 * sum(plays) / (2 * views(c) ** 2)
    case.zero("so is every width", square)
    problem = pbm.problem(experiments.LOW[0], UNEQUAL)
    played = {"PBM-UCB": PBM_UCB, "PBM-PIE": PBM_PIE}[policy]

    def games(scale, power):
        def start(n_items, n_positions, examination, horizon, rng):
            vector = scale * examination**power
            return played.start(n_items, n_positions, vector, horizon, rng)

        # the same id, so that all draw the same random numbers
        return replicate(pbm.MODEL, problem, played._replace(start=start), ROUNDS, 3, 5)

    truth = games(1, 1)
    case.number("games", "games", len(truth))
    for each in (0.5, 0.3, 0.7):
        equal = (truth == games(each, power)).all(axis=1)
        name = f"games with equal regret, c = {each}"
        case.must(name, equal.all(), **{f"equal_{each}": int(equal.sum())})


@check(
    "across:first-position-last",
    exactly=wrong(Fraction(1, 5)),
    share=wrong(1.5, "not reproduced"),
    most=wrong(0.99, "not reproduced"),
)
def first_position_last(case, exactly=Fraction(4, 23), share=0.95, most=1.05):
    judged = "TopRank", "RBA-KL-UCB"
    rational = [[Fraction(str(x)) for x in vector] for vector in experiments.TURNED]
    lost = lists.loss_in_printed_order(*rational, "pbm")
    case.must("lost by the list in the printed order", lost == exactly, exactly=lost)
    source = random.Random(9)  # with increasing examinations another list is better
    for n_items, n_positions, law in itertools.product((2, 3, 5), (2, 3), LAWS):
        if n_positions <= n_items:
            attraction, examination = random_problem(source, n_items, n_positions)
            lost = lists.loss_in_printed_order(attraction, examination[::-1], law)
            case.must(f"not the best of {n_items} at {n_positions} positions, {law}", lost > 0)
    late = studies.turned_table(case.profile, judged)
    problem = Problem(*map(np.array, experiments.TURNED))
    for world, law in (("PBM", "pbm"), ("MNL", "mnl")):
        exact = 100 * lists.loss_in_printed_order(*problem, law)
        case.family({f"loss of the list under {world}, %": exact})
        for policy in judged:
            row = late[(late["policy"] == policy) & (late["world"] == world)].iloc[0]
            lost = Estimate(row["late loss"], row["late loss error"], row["runs"] - 1)
            near = within(lost, share * exact, most * exact)
            long = experiments.HORIZON[case.profile] == experiments.HORIZON["paper"]
            case.sign(f"{policy} under {world}", near if long else INCONCLUSIVE)
            case.family({f"late loss of {policy} under {world}, %": row["late loss"]})
