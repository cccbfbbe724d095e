"""Appendix B.3, the solution: Lemmas 15 and 16, (14) and Proposition 14.

A claim about all parameters is decided for the sizes enumerated by integers (see `exact`); the
notebook's counting argument does it for all sizes.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import partial

import numpy as np
import sympy
from flint import arb

from clickbandits.pbm import bounds
from clickbandits.pbm.model import problem
from compendium.balls import ball, kl_ball, precision
from compendium.finding import Case, check, twin
from compendium.pbm.instances import EXAMINATION, FIGURE_1B

from .exact import deficit, exploring_list, gap, lists, number, ratio_balls, strangers
from .program import SIZES, random_problems


@check("pbm:lemma-16")
@twin("the lists left out: every v_{k,l}", gives="holds", minimisers_only=False)
@twin("the lists of equality", gives="refuted", equal_at="a* alone")
@twin("the lists of equality", gives="refuted", equal_at="lists of one suboptimal item")
def lemma_16(profile, minimisers_only=True, equal_at="a* and the v_{k,l}"):
    """Compares the integers of both sides for every list of the sizes enumerated."""
    case = Case()
    smallest, wrong_equality, equalities, checked = 0, 0, 0, 0
    suboptimal = sum(k - n for k, n in SIZES[profile])
    exploring = sum((k - n) * n for k, n in SIZES[profile])
    spared = suboptimal if minimisers_only else exploring  # lists the lemma exempts
    for n_items, n_positions in SIZES[profile]:
        for action in lists(n_items, n_positions):
            parts = [exploring_list(k, place, n_positions) for k, place in strangers(action)]
            rest = deficit(action, n_items) - sum(deficit(part, n_items) for part in parts)
            smallest = min(smallest, int(rest.min()))
            equal = (
                action == tuple(range(n_positions))
                or {
                    "a* alone": False,
                    "a* and the v_{k,l}": action in parts,
                    "lists of one suboptimal item": len(parts) == 1,
                }[equal_at]
            )
            wrong_equality += equal == bool(rest.any())
            equalities += bool(parts) and not rest.any()
            checked += 1
    case.must("no coefficient is negative", smallest >= 0)
    case.must(f"equality exactly at {equal_at}", wrong_equality == 0)
    case.must("at all v_{k,l} of the sizes", equalities == exploring)
    case.printed("strict for every suboptimal list besides the v_{k,l_k}", equalities <= spared)
    case.number("lists", "lists", checked)
    case.number("smallest", "smallest coefficient", smallest)
    case.number("equalities", "equalities, all at some $v_{k,l}$", equalities)
    case.number("unexpected", "lists with an unexpected equality or none", wrong_equality)
    return case.finding()


@check("pbm:lemma-15")
@twin("the proportion, upside down", gives="refuted", power=-1)
def lemma_15(profile, power=1):
    """Moves the weight of every list in symbols of information, for (K, L) = (4, 2) and (5, 3)."""
    case = Case()
    moved = unequal = 0
    for n_items, n_positions in ((4, 2), (5, 3)):
        grid = list(itertools.product(range(n_items), range(n_positions)))
        told = dict(zip(grid, sympy.symbols(f"d:{len(grid)}", positive=True), strict=True))
        weight = sympy.Symbol("c", positive=True)

        def kept(plays, item, told=told):
            """The left-hand side of (13)."""
            return sum(
                amount * told[item, action.index(item)]
                for action, amount in plays.items()
                if item in action
            )

        suboptimal = range(n_positions, n_items)
        for choice in itertools.product(range(n_positions), repeat=len(suboptimal)):
            best = dict(zip(suboptimal, choice, strict=True))
            target = {k: exploring_list(k, place, n_positions) for k, place in best.items()}
            for action in set(lists(n_items, n_positions)) - set(target.values()):
                instead = {
                    target[k]: (told[k, place] / told[k, best[k]]) ** power * weight
                    for k, place in strangers(action)
                }
                unequal += sum(
                    kept({action: weight}, k) - kept(instead, k) != 0 for k in suboptimal
                )
                moved += 1
    case.must("every constraint (13) keeps its left-hand side", unequal == 0)
    case.number("moves", "moves", moved)
    case.number("unequal", "unequal", unequal)
    return case.finding()


@check("pbm:equation-14")
@twin("the lists α: two suboptimal items, both away from l_k", gives="holds", away=True)
@twin("the lists α: the v_{k,l_k} as well", gives="refuted", minimisers=True)
def equation_14(profile, away=False, minimisers=False):
    """Encloses what every list of Figure 1(b) costs beyond the v_{k,l_k} that replace it."""
    case = Case()
    cost_of = partial(gap, attraction=FIGURE_1B, examination=EXAMINATION)
    alphas = [action for action in lists(5, 3) if strangers(action)]
    if not minimisers:
        alphas = [a for a in alphas if a not in {exploring_list(k, 2, 3) for k in (3, 4)}]
    covered = [a for a in alphas if set(a[:2]) == {3, 4}] if away else alphas
    with precision():
        least = {item: ratio_balls(FIGURE_1B, EXAMINATION, item)[2] for item in (3, 4)}

        def term(item, place):
            """A term of the sum in (14): the gap less that of the same information at l_k = 3."""
            share = EXAMINATION[place]
            told = kl_ball(share * FIGURE_1B[item], share * FIGURE_1B[2])
            return ball(cost_of(exploring_list(item, place, 3))) - told * least[item]

        equal, zero, savings, neither, dearer, negative = 0, 0, [], 0, 0, 0
        for action in alphas:
            parts = sum(cost_of(exploring_list(*part, 3)) for part in strangers(action))
            terms = [term(*part) for part in strangers(action)]
            strict = cost_of(action) > parts
            positive = [bool(value > 0) for value in terms]
            savings.append(ball(cost_of(action) - parts) + sum(terms, arb(0)))
            neither += not strict and not any(positive)
            dearer += cost_of(action) < parts
            negative += sum(
                not (value > 0 or (place == 2 and value.contains(0)))
                for (_, place), value in zip(strangers(action), terms, strict=True)
            )
            equal += action in covered and not strict
            zero += action in covered and not all(positive)
        case.must("c(θ) > c'(θ) for every list", sum(not saving > 0 for saving in savings) == 0)
        case.must("(14) with ≥ for every list", dearer == 0)
        case.must("no term is negative: it is 0 at l_k = 3, positive elsewhere", negative == 0)
        case.must("the sum is strict, or a term positive, for every list", neither == 0)
        explore = {exploring_list(k, place, 3) for k in (3, 4) for place in (0, 1, 2)}
        case.must("(14) is an equality at v_{k,l} alone", equal == len(explore & {*covered}))
        # a term is 0 where a suboptimal item is at l_k = 3
        case.must("lists with a term that is 0", zero == sum(a[2] in (3, 4) for a in covered))
        case.printed("(14) is strict", equal == 0)
        case.printed("every term is positive", zero == 0)
        case.number("equality", "lists at which (14) is an equality", equal)
        case.number("zero", "lists with a term that is 0", zero)
        case.number("replaced", "lists replaced", len(alphas))
        case.number("saving", "smallest saving", number(min(savings, key=number)))
    return case.finding()


@check("pbm:proposition-14")
@twin("the problems: θ₁ from 0.47 to 0.48, without a tie", gives="holds", ends=(47, 48))
@twin("the position of the support", gives="refuted", position="last")
def proposition_14(profile, ends=(48, 49), position="cheapest"):
    """Solves random programs for their supports, and certifies a tie by a change of sign.

    At the tie, mixtures of both positions have the value of the program.
    """
    case = Case()
    with precision():
        examination = (Fraction(9, 10), Fraction(1, 2))
        signs = []
        for first in ends:
            attraction = Fraction(first, 100), Fraction(2, 5), Fraction(1, 5)
            top, bottom = ratio_balls(attraction, examination, 2)
            signs.append(1 if top > bottom else -1 if top < bottom else 0)
    tie = problem((0.484608421154150, 0.4, 0.2), (0.9, 0.5))
    value, gaps = bounds.lower_bound_by_linear_program(tie), bounds.exploration_gaps(tie)[0]
    for share in (0.0, 0.5, 1.0):  # of the information from the first position
        plays = np.array([share, 1 - share]) / bounds.exploration_information(tie)[0]
        near = abs(plays @ gaps / value - 1) < 1e-9
        case.must(f"at the tie between them {share:g} at the first position is a solution", near)
    outside, count = 0, 60 if profile == "quick" else 400
    for instance in random_problems(count):
        program = bounds.exploration_program(instance)
        used = {
            tuple(int(item) for item in action)
            for action, plays in zip(program.actions, program.plays, strict=True)
            if plays > 1e-9 * program.plays.max()
        }
        n_positions = instance.examination.size
        places = bounds.exploration_positions(instance)
        if position == "last":
            places = np.full_like(places, n_positions)
        best = {
            exploring_list(n_positions + row, int(place) - 1, n_positions)
            for row, place in enumerate(places)
        }
        outside += used != best
    case.must("the support is that of the minima", outside == 0)
    case.printed("no two ratios tie", sorted(signs) != [-1, 1])
    case.number("signs", r"sign of $r_{3,1}-r_{3,2}$ at $\theta_1=0.48$ and $0.49$", tuple(signs))
    case.number("instances", "instances", count)
    case.number("outside", "supports other than the minima", outside)
    return case.finding()
