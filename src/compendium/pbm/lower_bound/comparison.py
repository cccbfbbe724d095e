"""(6) compared with cruder bounds and with other models: (3), Remark 7, weighted cascades."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import numpy as np
import sympy
from scipy.optimize import linprog

from clickbandits import bernoulli
from clickbandits.pbm import bounds
from clickbandits.pbm.model import problem
from compendium.balls import ball, kl_ball, precision
from compendium.case import Twin, check
from compendium.pbm.instances import EXAMINATION, FIGURE_1A, FIGURE_1B

from .exact import (
    DIVERGENCE,
    KAPPA,
    P,
    Q,
    bound_ball,
    deficit,
    exploring_list,
    information_ball,
    least_gap,
    lists,
    number,
    strangers,
)
from .program import SIZES, gaps_of_lists, largest_excess, random_problems, small_problems, value_with


def _shared_ball(attraction, examination, place: int):
    """κ_l Σ_k (θ_L - θ_k) / d(κ_l θ_k, κ_l θ_L), enclosed."""
    share, worst = examination[place], attraction[len(examination) - 1]
    return sum(
        ball(share * (worst - theta)) / kl_ball(share * theta, share * worst)
        for theta in attraction[len(examination) :]
    )


@check("pbm:reversed-inequality", printed=Twin(1, "holds"), lower=Twin(2), upper=Twin(1))
def reversed_inequality(case, printed=3, lower=1, upper=3):
    theta = tuple(Fraction(text) for text in ("0.5001", "0.5", "0.1"))
    simple = theta, (Fraction("1"), Fraction("0.5"))
    wide = (*(1 - Fraction(1, 10**12) - Fraction(m, 10**15) for m in range(3)), Fraction(1, 2))
    kappa = (1, Fraction(3, 5), Fraction(3, 10))
    with precision():
        constant, _ = bound_ball(FIGURE_1A, EXAMINATION)
        shared = [_shared_ball(FIGURE_1A, EXAMINATION, place) for place in range(3)]
        simple_constant, _ = bound_ball(*simple)
        share = bound_ball(wide, kappa)[0] / _shared_ball(wide, kappa, 2)
        case.must(
            "(6) over the printed bound may be less than 1/64",
            share < ball(Fraction(1, 64)),
            share=number(share),
        )
        case.must("the first position bounds (6) below, Figure 1(a)", shared[lower - 1] < constant)
        low_simple = _shared_ball(*simple, lower - 1)
        case.must("and on an instance of two positions", low_simple < simple_constant)
        case.must("the last bounds it above", constant < shared[upper - 1])
        constant_1b, _ = bound_ball(FIGURE_1B, EXAMINATION)
        high_1b = _shared_ball(FIGURE_1B, EXAMINATION, upper - 1)
        case.must("equal where every minimum is at L: Figure 1(b)", constant_1b.overlaps(high_1b))
        case.printed("the last position bounds (6) below, Figure 1(a)", not constant < shared[printed - 1])
        case.number("constant", "constant of (6), Figure 1(a)", number(constant))
        case.number("last", "printed lower bound", number(shared[2]))
        case.number("first", "corrected lower bound", number(shared[0]))
        case.number("simple", "θ = (0.5001, 0.5, 0.1), κ = (1, 0.5): (6)", number(simple_constant))
        case.number("simple_last", "and printed", number(_shared_ball(*simple, 1)))


@check("pbm:crude-bounds", order=[Twin((0, 1, 3, 2)), Twin((1, 0, 2, 3))])
def crude_bounds(case, order=(0, 1, 2, 3)):
    ratios = []  # of neighbours in the chain
    for instance in random_problems(200 if case.profile == "quick" else 2000):
        values = (
            bounds.uncensored_bound(instance),
            bounds.shared_position_bound(instance, 1),
            bounds.lower_bound(instance),
            bounds.shared_position_bound(instance, instance.examination.size),
        )
        chain = [values[place] for place in order]
        ratios.append([later / earlier for earlier, later in itertools.pairwise(chain)])
    least, most = (tuple(map(extreme, zip(*ratios, strict=True))) for extreme in (min, max))
    case.must("the smallest ratios along the chain are 1 or more", min(least) >= 1 - 1e-12, least=least)
    case.must("the largest ratios along the chain are above 3/2", min(most) > 1.5, most=most)


@check("pbm:no-ranking-term", best_is_free=Twin(False))
def no_ranking_term(case, best_is_free=True):
    with precision():
        information = []
        for j in (0, 1):
            swapped = list(FIGURE_1A)
            swapped[j], swapped[j + 1] = swapped[j + 1], swapped[j]
            information.append(information_ball((0, 1, 2), FIGURE_1A, swapped, EXAMINATION))
        least = min(information, key=number)
        case.must("the best list tells of a swap", least > 0, told=number(least))
    ratios, count = [], 15 if case.profile == "quick" else 80
    for instance in small_problems(count):
        attraction, n_positions = instance.attraction, instance.examination.size
        changes = []
        for item in range(attraction.size - 1):
            changed = attraction.copy()
            if item < n_positions - 1:
                changed[[item, item + 1]] = changed[[item + 1, item]]
            else:
                changed[item + 1] = attraction[n_positions - 1]
            changes.append(changed)
        value = value_with(instance, changes, best_is_free)
        ratios.append(value / bounds.lower_bound(instance))
    largest = largest_excess(ratios)
    case.must("constraints on swaps leave the value, but for rounding", largest < 1e-6, largest=largest)
    case.number("instances", "instances", count)


@check(
    "pbm:remark-7",
    factor=[Twin(1.05), Twin(0.95), Twin(1.05, step="equation-3")],
    looks_are_seen=[Twin(False), Twin(False, step="remark-7-order")],
)
def remark_7(case, factor=1, looks_are_seen=True):
    log = sympy.log
    outcomes = ((KAPPA * P, KAPPA * Q), (KAPPA * (1 - P), KAPPA * (1 - Q)), (1 - KAPPA, 1 - KAPPA))
    information = sum(ours * (log(ours) - log(theirs)) for ours, theirs in outcomes)
    excess = (information if looks_are_seen else DIVERGENCE) - KAPPA * DIVERGENCE.subs(KAPPA, 1)
    case.zero("the information is κ d(p, q)", sympy.expand_log(excess, force=True))
    wrong = unequal = 0
    for n_items, n_positions in SIZES[case.profile]:
        for item, place in itertools.product(range(n_positions, n_items), range(n_positions)):
            own = deficit(exploring_list(item, place, n_positions), n_items)
            excess = own - least_gap(item, place, n_items, n_positions)
            wrong += excess.min() < 0 or (place == n_positions - 1) == bool(excess.any())
            # without hidden looks only ε_L = 1
            unequal += (own[-1] != least_gap(item, 0, n_items, n_positions)[-1]).any()
    ratios = []
    for instance in small_problems(15):
        attraction, examination = instance
        shown, gaps = gaps_of_lists(instance)
        level, rest = attraction[examination.size - 1], range(examination.size, attraction.size)
        information = [(shown == k) @ examination * bernoulli.kl(attraction[k], level) for k in rest]
        value = linprog(gaps, A_ub=-np.array(information), b_ub=-np.ones(len(information))).fun
        ratios.append(value / (factor * bounds.uncensored_bound(instance)))
    case.must("no other position is as good as the last", wrong == 0, wrong=int(wrong))
    largest = largest_excess(ratios)
    case.must("the program has the value (3), but for rounding", largest < 1e-9, largest=largest)

    step, ratios = case.step("equation-3"), []
    for instance in random_problems(50):
        flat = problem(instance.attraction, np.ones(instance.examination.size))
        ratios.append(bounds.lower_bound(flat) / (factor * bounds.uncensored_bound(instance)))
    step.must("no gap differs from θ_L - θ_k at any position", unequal == 0, wrong=int(unequal))
    largest = largest_excess(ratios)
    step.must("(6) at κ ≡ 1 is (3), but for rounding", largest < 1e-12, largest=largest)

    step = case.step("remark-7-order")
    seen, clicked = sympy.symbols("y z", positive=True)
    looks = seen * log(KAPPA) + (1 - seen) * log(1 - KAPPA)
    uncensored = looks + clicked * log(P) + (seen - clicked) * log(1 - P)
    censored = clicked * log(KAPPA * P) + (1 - clicked) * log(1 - KAPPA * P)
    step.zero(
        "the uncensored chances of a click, of a look alone and of neither",
        sympy.expand_log(uncensored.subs({seen: 1, clicked: 1}) - log(KAPPA * P)),
        uncensored.subs({seen: 1, clicked: 0}) - log(KAPPA) - log(1 - P),
        uncensored.subs({seen: 0, clicked: 0}) - log(1 - KAPPA),
    )
    step.zero(
        "the censored ones of a click and of none",
        censored.subs(clicked, 1) - log(KAPPA * P),
        censored.subs(clicked, 0) - log(1 - KAPPA * P),
    )
    claimed = uncensored if looks_are_seen else censored
    step.zero("κ and θ separate where looks are seen", claimed.diff(KAPPA, P))
    step.must("they do not where they are not", sympy.simplify(censored.diff(KAPPA, P)) != 0)


def _cascade(action, attraction, weights) -> tuple[Fraction, dict[int, Fraction]]:
    """A list's expected reward in the weighted cascade, and the probability that each item is seen."""
    seen, reward, reached = Fraction(1), Fraction(0), {}
    for item, weight in zip(action, weights, strict=True):
        reached[item] = seen
        reward += seen * weight * attraction[item]
        seen *= 1 - attraction[item]
    return reward, reached


@check(
    "pbm:weighted-cascade-bound",
    weights=Twin((Fraction(9, 5), Fraction(9, 10)), "holds"),
    margin=Twin(0),
    factor=Twin(Fraction(21, 20)),
)
def weighted_cascade_bound(case, weights=(1, Fraction(9, 10)), margin=1, factor=1):
    theta = Fraction(1, 2), Fraction(2, 5), Fraction(1, 5)
    best = _cascade((0, 1), theta, weights)[0]
    spent = best - _cascade((2, 0), theta, weights)[0]  # item 3 is seen in every round
    printed = weights[1] * (theta[1] - theta[2])  # both times log T / d(θ_3, θ_2)
    rng = random.Random(7)
    slacks, of_last = [], []
    for _ in range(20 if case.profile == "quick" else 200):
        n_positions = rng.randint(1, 3)
        n_items = n_positions + rng.randint(1, 2)
        theta_r = sorted((Fraction(rng.randint(1, 99), 100) for _ in range(n_items)), reverse=True)
        weights_r = [Fraction(rng.randint(1, 9), 10)]
        while len(weights_r) < n_positions:
            growth = margin * weights_r[-1] + Fraction(rng.randint(0, 3), 10)
            weights_r.insert(0, weights_r[0] + growth)
        worst, optimum = (theta_r[n_positions - 1], _cascade(range(n_positions), theta_r, weights_r)[0])
        rest = range(n_positions, n_items)
        last = {exploring_list(item, n_positions - 1, n_positions) for item in rest}
        for action in lists(n_items, n_positions):
            reward, reached = _cascade(action, theta_r, weights_r)
            needed = sum(reached[k] * (worst - theta_r[k]) for k, _ in strangers(action))
            slacks.append(optimum - reward - factor * weights_r[-1] * needed)
            of_last += slacks[-1:] if action in last else []
    case.must("the smallest slack of a list is 0", min(slacks) == 0, slack=min(slacks))
    case.must("the v_{k,L} cost as much", not any(of_last))
    case.printed("no list costs less without the condition", spent >= printed)
    label = "regret for a unit of information, θ = (1/2, 2/5, 1/5), w = (1, 9/10)"
    case.number("spent", label, spent)
    case.number("printed", "printed", printed)
    case.number("checked", "lists checked under the condition", len(slacks))
