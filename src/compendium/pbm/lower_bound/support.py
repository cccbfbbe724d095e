"""The solution in Appendix B.3: Lemmas 15 and 16, (14) and Proposition 14.

A claim about all parameters is decided by integers for the enumerated sizes (see `exact`); the
counting argument in the notebook covers all sizes.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import partial

import numpy as np
import sympy

from clickbandits.pbm import bounds
from clickbandits.pbm.model import problem
from compendium.balls import ball, kl_ball, precision
from compendium.case import Twin, check
from compendium.pbm.instances import EXAMINATION, FIGURE_1B

from .exact import deficit, exploring_list, gap, least_gap, lists, number, ratio_balls, strangers
from .program import SIZES, random_problems


@check(
    "pbm:lemma-16",
    minimisers_only=Twin(False, "holds"),
    equal_at=[Twin("a* alone"), Twin("lists of one suboptimal item")],
    shift=Twin(1, step="gap-increases"),
    above=Twin(1, step="gap-decomposition"),
)
def lemma_16(case, minimisers_only=True, equal_at="a* and the v_{k,l}", shift=0, above=0):
    sizes = SIZES[case.profile]
    suboptimal, exploring = sum(k - n for k, n in sizes), sum((k - n) * n for k, n in sizes)
    spared = suboptimal if minimisers_only else exploring  # lists the lemma exempts
    smallest, rests, unexpected, equalities = [], [], 0, 0
    for n_items, action in ((k, action) for k, n in sizes for action in lists(k, n)):
        parts = strangers(action)
        explore = [exploring_list(*part, len(action)) for part in parts]
        own = deficit(action, n_items)
        rest = own - sum(deficit(each, n_items) for each in explore)
        smallest.append(int(rest.min()))
        crude = sum(least_gap(*part, n_items, len(action), above) for part in parts)
        rests.append(int((own - crude).min()))
        equal = {
            "a* alone": False,
            "a* and the v_{k,l}": action in explore,
            "lists of one suboptimal item": len(parts) == 1,
        }[equal_at] or action == tuple(range(len(action)))
        unexpected += equal == bool(rest.any())
        equalities += bool(parts) and not rest.any()
    least = min(smallest)
    case.must("the smallest coefficient is at least 0", least >= 0, smallest=least)
    case.must(f"equality exactly at {equal_at}", unexpected == 0)
    case.must("equalities, at all v_{k,l}", equalities == exploring, equalities=equalities)
    case.printed("strict for every suboptimal list besides the v_{k,l_k}", equalities <= spared)
    case.number("lists", "lists", len(smallest))
    case.number("unexpected", "lists with an unexpected equality or none", unexpected)

    step, wrong, checked = case.step("gap-increases"), 0, 0
    for n_positions in range(1, 7):
        for item, place in itertools.product(range(n_positions, 8), range(n_positions)):
            gain = deficit(exploring_list(item, place, n_positions), 8)
            if place + 1 < n_positions:
                gain = gain - deficit(exploring_list(item, place + 1, n_positions), 8)
            m, j = np.indices(gain.shape)
            wrong += (gain != ((m == place) & (place + shift <= j) & (j < item))).any()
            checked += 1
    step.must("no step differs from (κ_l - κ_{l+1})(θ_l - θ_k)", wrong == 0, wrong=int(wrong))
    step.number("lists", "lists", checked)

    step, crudest = case.step("gap-decomposition"), min(rests)
    step.must("the smallest coefficient is at least 0", crudest >= 0, smallest=crudest)
    step.number("lists", "lists", len(rests))


@check("pbm:lemma-15", power=Twin(-1))
def lemma_15(case, power=1):
    moved = unequal = 0
    for n_items, n_positions in ((4, 2), (5, 3)):
        grid = list(itertools.product(range(n_items), range(n_positions)))
        divergence = dict(zip(grid, sympy.symbols(f"d:{len(grid)}", positive=True), strict=True))
        weight = sympy.Symbol("c", positive=True)

        def kept(plays, item, divergence=divergence):
            """The left-hand side of (13)."""
            return sum(
                amount * divergence[item, action.index(item)]
                for action, amount in plays.items()
                if item in action
            )

        suboptimal = range(n_positions, n_items)
        for choice in itertools.product(range(n_positions), repeat=len(suboptimal)):
            best = dict(zip(suboptimal, choice, strict=True))
            target = {k: exploring_list(k, place, n_positions) for k, place in best.items()}
            for action in set(lists(n_items, n_positions)) - set(target.values()):
                instead = {
                    target[k]: (divergence[k, place] / divergence[k, best[k]]) ** power * weight
                    for k, place in strangers(action)
                }
                unequal += sum(kept({action: weight}, k) - kept(instead, k) != 0 for k in suboptimal)
                moved += 1
    case.must("no constraint (13) changes its left-hand side", unequal == 0, unequal=unequal)
    case.number("moves", "moves", moved)


@check("pbm:equation-14", away=Twin(True, "holds"), minimisers=Twin(True))
def equation_14(case, away=False, minimisers=False):
    cost_of = partial(gap, attraction=FIGURE_1B, examination=EXAMINATION)
    alphas = [action for action in lists(5, 3) if action != (0, 1, 2)]
    if not minimisers:
        alphas = [a for a in alphas if a not in {exploring_list(k, 2, 3) for k in (3, 4)}]
    covered = [a for a in alphas if set(a[:2]) == {3, 4}] if away else alphas
    explore = {(k, place): exploring_list(k, place, 3) for k in (3, 4) for place in (0, 1, 2)}
    with precision():
        least = {item: ratio_balls(FIGURE_1B, EXAMINATION, item)[2] for item in (3, 4)}
        term = {}  # of the sum in (14): the gap minus that of the same information at l_k = 3
        for (item, place), action in explore.items():
            share = EXAMINATION[place]
            divergence = kl_ball(share * FIGURE_1B[item], share * FIGURE_1B[2])
            term[item, place] = ball(cost_of(action)) - divergence * least[item]
        rest = {a: cost_of(a) - sum(cost_of(explore[part]) for part in strangers(a)) for a in alphas}
        terms = {a: [term[part] for part in strangers(a)] for a in alphas}
        savings = [ball(rest[a]) + sum(terms[a]) for a in alphas]
        case.must("c(θ) > c'(θ) for every list", all(saving > 0 for saving in savings))
        case.must("(14) with ≥ for every list", min(rest.values()) >= 0)
        case.must(
            "no term is negative: it is 0 at l_k = 3, positive elsewhere",
            all(value > 0 or (place == 2 and value.contains(0)) for (_, place), value in term.items()),
        )
        equal = sum(not rest[a] > 0 for a in covered)
        at_explore = equal == len({*explore.values()} & {*covered})
        case.must("(14) is an equality at v_{k,l} alone", at_explore, equality=equal)
        zero = sum(not all(value > 0 for value in terms[a]) for a in covered)
        # a term is 0 if a suboptimal item is at l_k = 3
        at_last = zero == sum(a[2] in (3, 4) for a in covered)
        case.must("lists with a term that is 0", at_last, zero=zero)
        case.printed("(14) is strict", equal == 0)
        case.printed("every term is positive", zero == 0)
        case.number("replaced", "lists replaced", len(alphas))
        case.number("saving", "smallest saving", number(min(savings, key=number)))


@check("pbm:proposition-14", fails="refuted", position=Twin("last"))
def proposition_14(case, position="cheapest"):
    with precision():
        signs = []
        for first in (48, 49):
            attraction = Fraction(first, 100), Fraction(2, 5), Fraction(1, 5)
            top, bottom = ratio_balls(attraction, (Fraction(9, 10), Fraction(1, 2)), 2)
            signs.append((top > bottom) - (top < bottom))
    tie = problem((0.484608421154150, 0.4, 0.2), (0.9, 0.5))
    value, gaps = bounds.lower_bound_by_linear_program(tie), bounds.exploration_gaps(tie)[0]
    for share in (0.0, 0.5, 1.0):  # of the information from the first position
        plays = np.array([share, 1 - share]) / bounds.exploration_information(tie)[0]
        near = abs(plays @ gaps / value - 1) < 1e-9
        case.must(f"at the tie between them {share:g} at the first position is a solution", near)
    outside, count = 0, 60 if case.profile == "quick" else 400
    for instance in random_problems(count):
        program = bounds.exploration_program(instance)
        used = {
            tuple(map(int, action))
            for action, plays in zip(program.actions, program.plays, strict=True)
            if plays > 1e-9 * program.plays.max()
        }
        n_positions = instance.examination.size
        places = bounds.exploration_positions(instance)
        if position == "last":
            places = np.full_like(places, n_positions)
        best = {
            exploring_list(n_positions + row, int(place) - 1, n_positions) for row, place in enumerate(places)
        }
        outside += used != best
    case.reading("l_k is any position where the minimum is attained", outside == 0, outside=outside)
    case.reading("l_k is one position, the only minimiser", sorted(signs) != [-1, 1])
    case.number("signs", r"sign of $r_{3,1}-r_{3,2}$ at $\theta_1=0.48$ and $0.49$", tuple(signs))
    case.number("instances", "instances", count)
