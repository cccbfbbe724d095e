"""Appendix B.3, the solution: Lemmas 15 and 16, (14) and Proposition 14.

A claim about all parameters is decided for the sizes enumerated by integers (see `exact`); the
notebook's counting argument does it for all sizes.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import partial

import sympy

from clickbandits.pbm import bounds
from compendium.balls import ball, kl_ball, precision
from compendium.finding import Case, check
from compendium.pbm.instances import EXAMINATION, FIGURE_1B

from .exact import deficit, exploring_list, gap, lists, number, ratio_balls, strangers
from .program import SIZES, random_problems


@check("pbm:lemma-16")
def lemma_16(profile):
    """Compares the integers of both sides for every list of the sizes enumerated."""
    case = Case()
    smallest, wrong_equality, equalities, checked = 0, 0, 0, 0
    for n_items, n_positions in SIZES[profile]:
        for action in lists(n_items, n_positions):
            parts = [exploring_list(k, place, n_positions) for k, place in strangers(action)]
            rest = deficit(action, n_items) - sum(deficit(part, n_items) for part in parts)
            smallest = min(smallest, int(rest.min()))
            equal = action == tuple(range(n_positions)) or action in parts
            wrong_equality += equal == bool(rest.any())
            equalities += bool(parts) and not rest.any()
            checked += 1
    case.must("no coefficient is negative", smallest >= 0)
    case.must("equality exactly at a* and the v_{k,l}", wrong_equality == 0)
    case.printed("strict for every suboptimal list besides the v_{k,l_k}", equalities == 0)
    case.number("lists", "lists", checked)
    case.number("smallest", "smallest coefficient", smallest)
    case.number("equalities", "equalities, all at some $v_{k,l}$", equalities)
    case.number("unexpected", "lists with an unexpected equality or none", wrong_equality)
    return case.finding()


@check("pbm:lemma-15")
def lemma_15(profile):
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
                    target[k]: told[k, place] / told[k, best[k]] * weight
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
def equation_14(profile):
    """Encloses what every list of Figure 1(b) costs beyond the v_{k,l_k} that replace it."""
    case = Case()
    cost_of = partial(gap, attraction=FIGURE_1B, examination=EXAMINATION)
    shown = exploring_list(3, 0, 3)  # α = v_{4,1}, where l_4 = 3
    parts = [exploring_list(item, place, 3) for item, place in strangers(shown)]
    alone = cost_of(shown) == sum(cost_of(part) for part in parts)
    with precision():
        least = {item: ratio_balls(FIGURE_1B, EXAMINATION, item)[2] for item in (3, 4)}

        def saved(action):
            """A list's gap less what the same information costs at the best position."""
            cost = ball(cost_of(action))
            for item, place in strangers(action):
                share = EXAMINATION[place]
                cost -= kl_ball(share * FIGURE_1B[item], share * FIGURE_1B[2]) * least[item]
            return cost

        own = saved(exploring_list(3, 2, 3))
        replaced = [
            action
            for action in lists(5, 3)
            if strangers(action) and action not in {exploring_list(k, 2, 3) for k in (3, 4)}
        ]
        savings = [saved(action) for action in replaced]
        case.must("c(θ) > c'(θ) for every list", all(saving > 0 for saving in savings))
        case.printed("(14) is strict at v_{4,1}", not alone)
        case.printed("every term is positive", not own.contains(0))
        case.number("equality", "(14) is an equality at $v_{4,1}$", alone)
        case.number("zero", "a term that is 0", own.contains(0))
        case.number("replaced", "lists replaced", len(replaced))
        case.number("saving", "smallest saving", number(min(savings, key=number)))
    return case.finding()


@check("pbm:proposition-14")
def proposition_14(profile):
    """Solves random programs for their supports, and certifies a change of sign between ratios."""
    case = Case()
    with precision():
        examination = (Fraction(9, 10), Fraction(1, 2))
        signs = []
        for first in (Fraction(48, 100), Fraction(49, 100)):
            top, bottom = ratio_balls((first, Fraction(2, 5), Fraction(1, 5)), examination, 2)
            signs.append(1 if top > bottom else -1 if top < bottom else 0)
    outside, count = 0, 60 if profile == "quick" else 400
    for instance in random_problems(count):
        program = bounds.exploration_program(instance)
        used = {
            tuple(int(item) for item in action)
            for action, plays in zip(program.actions, program.plays, strict=True)
            if plays > 1e-9 * program.plays.max()
        }
        n_positions = instance.examination.size
        best = {
            exploring_list(n_positions + row, int(position) - 1, n_positions)
            for row, position in enumerate(bounds.exploration_positions(instance))
        }
        outside += used != best
    case.must("the support is that of the minima", outside == 0)
    case.printed("no two ratios tie", sorted(signs) != [-1, 1])
    case.number("signs", r"sign of $r_{3,1}-r_{3,2}$ at $\theta_1=0.48$ and $0.49$", tuple(signs))
    case.number("instances", "instances", count)
    case.number("outside", "supports other than the minima", outside)
    return case.finding()
