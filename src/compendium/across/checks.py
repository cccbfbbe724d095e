"""What the chapter proves of policies in worlds they were not made for, step by step."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import sympy

from clickbandits.core import Problem
from clickbandits.pbm import model as pbm
from clickbandits.pbm.ucb import PBM_UCB
from clickbandits.simulate import replicate
from compendium.finding import Case, check

from . import experiments, lists, studies
from .lists import LAWS, TRIALS


def random_problem(source: random.Random, n_items: int, n_positions: int):
    """Distinct rational attractions in (0, 1), and decreasing examinations in (0, 1]."""
    attraction = [Fraction(n, 40) for n in source.sample(range(1, 40), n_items)]
    examination = [Fraction(n, 40) for n in source.sample(range(1, 41), n_positions)]
    return attraction, sorted(examination, reverse=True)


@check("across:wrong-law")
def wrong_law(profile, n_problems: int = 60):
    """Expands the proof's two identities, and tries all lists of random problems, exactly."""
    case = Case()
    above, below, k, total = sympy.symbols("above below k total", positive=True)
    logit = above * (1 + total) - below * (1 + total + k * (above - below))
    case.zero("rounds under MNL", logit - (above - below) * (1 + total - k * below))
    epochs = above * (1 - k * below) - below * (1 - k * above)
    case.zero("epochs under PBM", epochs - (above - below))
    source, wrong, compared = random.Random(8), 0, 0
    for _ in range(n_problems):
        problem = random_problem(source, source.choice((3, 4, 5)), source.choice((1, 2, 3)))
        attraction, examination = problem
        for law in LAWS:
            for trial in TRIALS:
                if trial == "epoch" and law == "pbm" and examination[0] == 1:
                    continue  # estimates of sure clicks have no limit; attractions are below 1
                found = lists.self_confirming(attraction, examination, examination, law, trial)
                wrong += list(found) != [tuple(lists.best_list(*problem))]
                compared += 1
    case.must("the best list alone confirms itself", wrong == 0)
    case.number("compared", "problems × laws × trials", compared)
    case.number("wrong", "other outcomes than the best list alone", wrong)
    return case.finding()


@check("across:told-wrong")
def wrong_examination(profile):
    """Differentiates h in symbols, and computes balance and self-confirming lists of an example."""
    case = Case()
    f, k1, k2, s1, s2 = sympy.symbols("f k1 k2 s1 s2", positive=True)
    ratio = (f * k1 + (1 - f) * k2) / (f * s1 + (1 - f) * s2)
    slope = sympy.factor(sympy.diff(ratio, f) * (f * s1 + (1 - f) * s2) ** 2)
    case.zero("the slope of h", slope - (k1 * s2 - k2 * s1))
    attraction = (Fraction(65, 100), Fraction(49, 100))
    seen = (Fraction(1), Fraction(1, 2))
    share = lists.balance(attraction[0] / attraction[1], seen, (Fraction(1), Fraction(1, 4)))
    gap = (attraction[0] - attraction[1]) * (seen[0] - seen[1])
    flat = lists.self_confirming(attraction, seen, (Fraction(1), Fraction(99, 100)), "pbm", "round")
    steep = lists.self_confirming(attraction, seen, (Fraction(1), Fraction(1, 4)), "pbm", "round")
    case.must("the share of the right order, told too steep", share == Fraction(3, 4))
    case.must("told too steep no list confirms itself", not steep)
    case.must("told too flat both do", len(flat) == 2)
    case.number("share", "share of the right order, told (1, 1/4)", share)
    case.number("loss", "clicks lost a round", (1 - share) * gap)
    case.number("steep", "self-confirming lists, told (1, 1/4)", len(steep))
    case.number("flat", "self-confirming lists, told (1, 99/100)", len(flat))
    return case.finding()


@check("across:sure-click")
def sure_click(profile):
    """Averages over all first lists what those with a sure click lose, in fractions."""
    case = Case()
    loss, best = studies.sure_click()
    case.must("some are not the best list", loss > 0)
    case.number("loss", "clicks lost a round, at least", loss)
    case.number("best", "clicks of the best list a round", best)
    return case.finding()


@check("across:pairs-under-logit")
def pairs_under_logit(profile):
    """Differentiates w/(1 + w), and compares the rows of one problem, in fractions."""
    case = Case()
    w = sympy.symbols("w", positive=True)
    slope = sympy.simplify(sympy.diff(w / (1 + w), w) * (1 + w) ** 2)
    attraction, examination = ([Fraction(str(x)) for x in vector] for vector in experiments.LOW)
    logit = [[a * k / (1 + a * k) for k in examination] for a in attraction]
    minor = logit[0][0] * logit[1][1] - logit[0][1] * logit[1][0]
    ordered = all(
        above > below
        for rows in zip(logit, logit[1:], strict=False)
        for above, below in zip(*rows, strict=True)
    )
    case.must("w/(1 + w) increases", slope == 1)
    case.must("better rows are better in every column", ordered)
    case.must("the rank is not one", minor != 0)
    case.number("slope", "slope × (1 + w)²", str(slope))
    case.number("minor", "a 2 × 2 minor, 0 if the rank were one", minor)
    return case.finding()


@check("across:scale")
def scale(profile):
    """Plays PBM-UCB twice, told the examination and half of it, and compares the bits."""
    case = Case()
    problem = pbm.problem(*experiments.LOW)
    start = PBM_UCB.start

    def halved(n_items, n_positions, examination, horizon, rng):
        return start(n_items, n_positions, 0.5 * examination, horizon, rng)

    played, again = (  # the same id, so that both draw the same random numbers
        replicate(pbm.MODEL, problem, PBM_UCB._replace(start=told), [200, 2000], 3, 5)
        for told in (start, halved)
    )
    equal = (played == again).all(axis=1)
    case.must("every game is the same", equal.all())
    case.number("equal", "games with equal regret", int(equal.sum()))
    case.number("games", "of", len(played))
    return case.finding()


@check("across:first-position-last")
def first_position_last(profile):
    """Compares late losses with what the last list loses, up to three standard errors."""
    case = Case()
    late = studies.turned_table(profile)
    problem = Problem(*map(np.array, experiments.TURNED))
    for world, law in (("PBM", "pbm"), ("MNL", "mnl")):
        exact = 100 * lists.loss_in_printed_order(*problem, law)
        case.family({f"loss of the list under {world}, %": exact})
        for policy in ("TopRank(one click)", "RBA-KL-UCB"):
            row = late[(late["policy"] == policy) & (late["world"] == world)].iloc[0]
            enough = row["late loss"] >= exact - 3 * row["late loss error"] - 1e-9
            case.must(f"{policy} under {world}", enough)
            case.family({f"late loss of {policy} under {world}, %": row["late loss"]})
    return case.finding()
