"""The steps of the proofs about policies in worlds that they were not made for."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import numpy as np
import sympy

from clickbandits.core import Problem
from clickbandits.experiments import replicate
from clickbandits.pbm import model as pbm
from clickbandits.pbm.pie import PBM_PIE
from clickbandits.pbm.ucb import PBM_UCB
from compendium.case import Twin, check
from compendium.comparisons import INCONCLUSIVE, within
from compendium.estimates import Estimate

from . import experiments, lists, studies
from .lists import MODELS, TRIALS

UNEQUAL = 0.9, 0.6137, 0.3071
"""Sums of these examinations differ, so two items tie only if their counts are equal."""
ROUNDS = 200, 2000
"""The rounds at which the regret of two games is compared."""
OUT_OF_ORDER = Fraction(2, 5), Fraction(4, 5)
"""Two examinations that increase with the position."""


def random_problem(source: random.Random, n_items: int, n_positions: int):
    """Distinct rational attractions in (0, 1), and decreasing examinations in (0, 1]."""
    attraction = [Fraction(n, 40) for n in source.sample(range(1, 40), n_items)]
    examination = [Fraction(n, 40) for n in source.sample(range(1, 41), n_positions)]
    return attraction, sorted(examination, reverse=True)


@check("across:wrong-law", power=Twin(2), examination=Twin(OUT_OF_ORDER), outsiders=Twin(0))
def wrong_law(case, power=1, examination=OUT_OF_ORDER[::-1], outsiders=1):
    above, below, k, total = sympy.symbols("above below k total", positive=True)
    logit = above * (1 + total) - below * (1 + total + k * (above - below))
    case.zero("rounds under MNL", logit - (above - below) * (1 + total - k * below))
    epochs = above * (1 - k * below) - below * (1 - k * above)
    case.zero("epochs under PBM", epochs - (above - below))
    confirms = lists.confirms_itself if outsiders else lists.keeps_its_order
    source = random.Random(8)
    problems = [((Fraction(1, 2), Fraction(2, 5)), examination)]  # a small example, and random ones
    for _ in range(60):
        n_items = source.choice((1, 2, 3, 4, 5))
        problems.append(random_problem(source, n_items, source.randint(1, min(3, n_items))))
    alone = []
    for problem in problems:
        belief, numbered = [seen**power for seen in problem[1]], range(len(problem[1]))
        for model, trial in itertools.product(MODELS, TRIALS):
            confirmed = [
                list(shown)
                for shown in itertools.permutations(range(len(problem[0])), len(numbered))
                if confirms(*problem, belief, shown, model, trial, order=numbered)
            ]
            alone.append(confirmed == [lists.best_list(*problem)])
    case.number("compared", "problems × click models × trials", len(alone))
    others = len(alone) - sum(alone)
    case.must("other outcomes than the best list alone", others == 0, wrong=others)


@check("across:told-wrong", claimed=Twin(Fraction(2, 3)), stable=Twin(1), edge=Twin(-1))
def wrong_examination(case, claimed=Fraction(3, 4), stable=2, edge=1):
    f, k1, k2, s1, s2 = sympy.symbols("f k1 k2 s1 s2", positive=True)
    ratio = (f * k1 + (1 - f) * k2) / (f * s1 + (1 - f) * s2)
    slope = sympy.factor(sympy.diff(ratio, f) * (f * s1 + (1 - f) * s2) ** 2)
    case.zero("the slope of h", slope - (k1 * s2 - k2 * s1))
    attraction = (Fraction(65, 100), Fraction(49, 100))
    seen, one = (Fraction(1), Fraction(1, 2)), Fraction(1)
    steep, flat = (one, Fraction(1, 4)), (one, Fraction(99, 100))
    case.must("told too steep, D(1) < 0", difference(1, attraction, seen, steep) < 0)
    case.must("told too flat, D(0) < 0", difference(0, attraction, seen, flat) < 0)
    share, flattened = (
        lists.balance(attraction[0] / attraction[1], seen, belief) for belief in (steep, flat)
    )
    name = f"share of the right order, told (1, {steep[1]})"
    case.must(name, share == claimed, share=share)
    gap = (attraction[0] - attraction[1]) * (seen[0] - seen[1])
    case.number("loss", "clicks lost per round", (1 - share) * gap)
    case.must("told too flat, D has no root in [1/2, 1]", flattened is None)
    none, both = (lists.self_confirming(attraction, seen, belief, "pbm", "round") for belief in (steep, flat))
    case.must(f"self-confirming lists, told (1, {steep[1]})", not none, steep=len(none))
    case.must(f"self-confirming lists, told (1, {flat[1]})", len(both) == stable, flat=len(both))
    right, turned = (
        sum(a * k for a, k in zip(order, seen, strict=True)) for order in (attraction, attraction[::-1])
    )
    lost = {(0, 1): 0, (1, 0): 1 - turned / right}
    case.must("the wrong order loses clicks", both == lost)
    source, agree = random.Random(10), []
    for _ in range(200):
        attraction, seen = random_problem(source, 2, 2)
        attraction, belief = sorted(attraction, reverse=True), random_problem(source, 2, 2)[1]
        confirmed = {*lists.self_confirming(attraction, seen, belief, "pbm", "round")}
        # an order confirms itself if and only if D has its sign
        right, turned = (difference(share, attraction, seen, belief) for share in (1, 0))
        named = {order for order, holds in (((0, 1), right > 0), ((1, 0), edge * turned < 0)) if holds}
        agree.append(confirmed == named)
    case.number("problems", "random problems and beliefs", len(agree))
    case.must("orders that confirm themselves are those that D names", all(agree))


def difference(share, attraction, seen, belief):
    """D(f) of the theorem: by how much item 1 looks better if a share f has the right order."""

    def looks(attraction, share):
        """The estimate of an item that has the first position in this share of the rounds."""
        views, believed = (share * first + (1 - share) * second for first, second in (seen, belief))
        return attraction * views / believed

    return looks(attraction[0], share) - looks(attraction[1], 1 - share)


@check("across:sure-click", least=Twin(Fraction(1, 14)), chance=Twin(Fraction(99, 100)))
def sure_click(case, least=Fraction(1, 15), chance=1):
    loss, best = studies.sure_click(chance)
    case.must("clicks lost per round are at least as stated", loss >= least, loss=loss)
    case.number("best", "clicks of the best list per round", best)


@check("across:scale", power=Twin(2), policy=Twin("PBM-PIE"))
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
    exactly=Twin(Fraction(1, 5)),
    share=Twin(1.5, "not reproduced"),
    most=Twin(0.99, "not reproduced"),
)
def first_position_last(case, exactly=Fraction(4, 23), share=0.95, most=1.05):
    judged = "TopRank", "RBA-KL-UCB"
    rational = [[Fraction(str(x)) for x in vector] for vector in experiments.TURNED]
    lost = lists.loss_in_printed_order(*rational, "pbm")
    case.must("lost by the list in the printed order", lost == exactly, exactly=lost)
    source = random.Random(9)  # with increasing examinations another list is better
    for n_items, n_positions, model in itertools.product((2, 3, 5), (2, 3), MODELS):
        if n_positions <= n_items:
            attraction, examination = random_problem(source, n_items, n_positions)
            lost = lists.loss_in_printed_order(attraction, examination[::-1], model)
            case.must(f"not the best of {n_items} at {n_positions} positions, {model}", lost > 0)
    late = studies.turned_table(case.profile, judged)
    problem = Problem(*map(np.array, experiments.TURNED))
    for world in ("PBM", "MNL"):
        exact = 100 * lists.loss_in_printed_order(*problem, world.lower())
        case.family({f"loss of the list under {world}, %": exact})
        for policy in judged:
            row = late[(late["policy"] == policy) & (late["world"] == world)].iloc[0]
            lost = Estimate(row["late loss"], row["late loss error"], row["runs"] - 1)
            near = within(lost, share * exact, most * exact)
            long = experiments.HORIZON[case.profile] == experiments.HORIZON["paper"]
            case.sign(f"{policy} under {world}", near if long else INCONCLUSIVE)
            case.family({f"late loss of {policy} under {world}, %": row["late loss"]})
