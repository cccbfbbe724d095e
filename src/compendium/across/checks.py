"""What the chapter proves of policies in worlds they were not made for, step by step."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import sympy

from clickbandits.core import Problem
from clickbandits.pbm import model as pbm
from clickbandits.pbm.pie import PBM_PIE
from clickbandits.pbm.ucb import PBM_UCB
from clickbandits.simulate import replicate
from compendium.comparisons import Estimate, positive
from compendium.finding import Case, check, twin

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


@check("across:wrong-law")
@twin("told the true examination to the power", gives="refuted", power=2)
@twin("the least difference of two attractions", gives="refuted", apart=0)
def wrong_law(profile, n_problems: int = 60, power=1, apart=1):
    """Expands the proof's two identities, and tries all lists of random problems, exactly."""
    case = Case()
    above, below, k, total = sympy.symbols("above below k total", positive=True)
    logit = above * (1 + total) - below * (1 + total + k * (above - below))
    case.zero("rounds under MNL", logit - (above - below) * (1 + total - k * below))
    epochs = above * (1 - k * below) - below * (1 - k * above)
    case.zero("epochs under PBM", epochs - (above - below))
    # of two places with the weights 1/2 and 1/4: an epoch has 1 / (1/2 · 3/4) rounds under PBM
    found = [Fraction(1, 2), Fraction(1, 4)]
    expected = {("pbm", "round"): 1, ("pbm", "epoch"): Fraction(8, 3),
                ("mnl", "round"): Fraction(4, 7), ("mnl", "epoch"): 1}  # fmt: skip
    factors = {each: lists.factor(*each, found) for each in expected}
    case.must("the clicks of a trial over the weights by hand", factors == expected)
    source, wrong, compared, left_out = random.Random(8), 0, 0, 0
    for _ in range(n_problems):
        problem = random_problem(source, source.choice((3, 4, 5)), source.choice((1, 2, 3)))
        attraction, examination = problem
        if apart == 0:
            attraction[0] = attraction[1]
        told = [seen**power for seen in examination]
        for law in LAWS:
            for trial in TRIALS:
                if trial == "epoch" and law == "pbm" and examination[0] == 1:
                    left_out += 1  # estimates of sure clicks have no limit; attractions are below 1
                    continue
                found = lists.self_confirming(attraction, examination, told, law, trial)
                wrong += list(found) != [tuple(lists.best_list(*problem))]
                compared += 1
        left_out -= examination[0] == 1
    case.must("one law and trial is left out where the first position is sure", left_out == 0)
    case.must("the best list alone confirms itself", wrong == 0)
    case.number("compared", "problems × laws × trials", compared)
    case.number("wrong", "other outcomes than the best list alone", wrong)
    return case.finding()


@check("across:told-wrong")
@twin("the share of the right order", gives="refuted", claimed=Fraction(2, 3))
@twin("the second examination that is called too steep", gives="refuted", steep=Fraction(9, 20))
@twin("the second examination that is called too flat", gives="refuted", flat=Fraction(11, 20))
def wrong_examination(
    profile, claimed=Fraction(3, 4), steep=Fraction(1, 4), flat=Fraction(99, 100)
):
    """Differentiates h in symbols, and computes balance and self-confirming lists of an example."""
    case = Case()
    f, k1, k2, s1, s2 = sympy.symbols("f k1 k2 s1 s2", positive=True)
    ratio = (f * k1 + (1 - f) * k2) / (f * s1 + (1 - f) * s2)
    slope = sympy.factor(sympy.diff(ratio, f) * (f * s1 + (1 - f) * s2) ** 2)
    case.zero("the slope of h", slope - (k1 * s2 - k2 * s1))
    attraction = (Fraction(65, 100), Fraction(49, 100))
    seen = (Fraction(1), Fraction(1, 2))
    one = Fraction(1)
    share = lists.balance(attraction[0] / attraction[1], seen, (one, steep)) or one
    gap = (attraction[0] - attraction[1]) * (seen[0] - seen[1])
    found = {
        told: lists.self_confirming(attraction, seen, (one, told), "pbm", "round")
        for told in (steep, flat)
    }
    case.must("the share of the right order, told too steep", share == claimed)
    flattened = lists.balance(attraction[0] / attraction[1], seen, (one, flat))
    case.must("told too flat no mixture is balanced", flattened is None)
    case.must("told too steep no list confirms itself", not found[steep])
    case.must("told too flat both do", len(found[flat]) == 2)
    right, wrong = (sum(a * k for a, k in zip(order, seen, strict=True))
                    for order in (attraction, attraction[::-1]))  # fmt: skip
    lost = {(0, 1): 0, (1, 0): 1 - wrong / right}
    case.must("where the wrong order loses clicks", found[flat] == lost)
    case.number("share", f"share of the right order, told (1, {steep})", share)
    case.number("loss", "clicks lost a round", (1 - share) * gap)
    case.number("steep", f"self-confirming lists, told (1, {steep})", len(found[steep]))
    case.number("flat", f"self-confirming lists, told (1, {flat})", len(found[flat]))
    return case.finding()


@check("across:sure-click")
@twin("the clicks lost a round, at least", gives="refuted", least=Fraction(1, 14))
@twin("the chance of a click on the best item", gives="refuted", chance=Fraction(99, 100))
def sure_click(profile, least=Fraction(1, 15), chance=1):
    """Averages over all first lists what those with a sure click lose, in fractions."""
    case = Case()
    loss, best = studies.sure_click(chance)
    case.must("the loss of those that are never left", loss >= least)
    case.must("it is no more than that", loss == least)
    case.number("loss", "clicks lost a round, at least", loss)
    case.number("best", "clicks of the best list a round", best)
    return case.finding()


@check("across:pairs-under-logit")
@twin("the weight of a click in the denominator", gives="refuted", odds=0)
@twin("which of two attractions is the larger", gives="refuted", way=-1)
def pairs_under_logit(profile, odds=1, way=1):
    """Factors a minor and a difference of two rows in symbols, for all attractions and κ."""
    case = Case()
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
    case.number(
        "minor", "a minor of the problem of low attractions", Fraction(str(minor.subs(example)))
    )
    return case.finding()


@check("across:scale")
@twin("told the true examination, scaled, to the power", gives="refuted", power=2)
@twin("the policy", gives="refuted", policy="PBM-PIE")
def scale(profile, power=1, policy="PBM-UCB"):
    """Scales the index in symbols, and plays five games for each of three scales."""
    case = Case()
    c, clicks = sympy.symbols("c S", positive=True)
    plays, seen = sympy.symbols("N1:4", positive=True), sympy.symbols("kappa1:4", positive=True)

    def views(scale):
        return sum(n * scale * k for n, k in zip(plays, seen, strict=True))

    case.zero("every estimate is divided by c", clicks / views(1) - c * clicks / views(c))
    square = sum(plays) / (2 * views(1) ** 2) - c**2 * sum(plays) / (2 * views(c) ** 2)
    case.zero("so is every width", square)
    problem = pbm.problem(experiments.LOW[0], UNEQUAL)
    played = {"PBM-UCB": PBM_UCB, "PBM-PIE": PBM_PIE}[policy]

    def told(scale, power):
        def start(n_items, n_positions, examination, horizon, rng):
            vector = scale * examination**power
            return played.start(n_items, n_positions, vector, horizon, rng)

        # the same id, so that all draw the same random numbers
        return replicate(pbm.MODEL, problem, played._replace(start=start), ROUNDS, 3, 5)

    truth = told(1, 1)
    for scale_ in (0.5, 0.3, 0.7):
        equal = (truth == told(scale_, power)).all(axis=1)
        case.must(f"every game is the same, c = {scale_}", equal.all())
        case.number(f"equal_{scale_}", f"games with equal regret, c = {scale_}", int(equal.sum()))
    case.number("games", "games", len(truth))
    return case.finding()


@check("across:first-position-last")
@twin("the share of that loss", gives="not reproduced", share=1.5)
def first_position_last(profile, share=0.99):
    """Compares late losses with what the list in the printed order loses."""
    case = Case()
    judged = "TopRank(one click)", "RBA-KL-UCB"
    late = studies.turned_table(profile, judged)
    problem = Problem(*map(np.array, experiments.TURNED))
    for world, law in (("PBM", "pbm"), ("MNL", "mnl")):
        exact = 100 * lists.loss_in_printed_order(*problem, law)
        case.family({f"loss of the list under {world}, %": exact})
        for policy in judged:
            row = late[(late["policy"] == policy) & (late["world"] == world)].iloc[0]
            lost = Estimate(row["late loss"], row["late loss error"], row["runs"] - 1)
            case.sign(f"{policy} under {world}", positive(lost - share * exact))
            case.family({f"late loss of {policy} under {world}, %": row["late loss"]})
    return case.finding()
