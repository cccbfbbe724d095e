"""(6) beside cruder bounds and other models': multiple plays (3), Remark 7, weighted cascades."""

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
from compendium.finding import Case, check, twin
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
from .positions import convexity
from .program import SIZES, gaps_of_lists, random_problems, small_problems, value_with


@check("pbm:gap-decomposition")
@twin("the level: θ of item L - 1", gives="refuted", above=1)
def gap_decomposition(profile, above=0):
    """Compares the integers of both sides for every list of the sizes enumerated."""
    case = Case()
    smallest, checked = 0, 0
    for n_items, n_positions in SIZES[profile]:
        for action in lists(n_items, n_positions):
            lower = sum(least_gap(*part, n_items, n_positions, above) for part in strangers(action))
            smallest = min(smallest, int((deficit(action, n_items) - lower).min()))
            checked += 1
    case.must("no coefficient is negative", smallest >= 0)
    case.number("lists", "lists", checked)
    case.number("smallest", "smallest coefficient", smallest)
    return case.finding()


def _shared_ball(attraction, examination, place: int):
    """κ_l Σ_k (θ_L - θ_k) / d(κ_l θ_k, κ_l θ_L), enclosed."""
    share, worst = examination[place], attraction[len(examination) - 1]
    return sum(
        ball(share * (worst - theta)) / kl_ball(share * theta, share * worst)
        for theta in attraction[len(examination) :]
    )


@check("pbm:reversed-inequality")
@twin("the position of the lower bound", gives="holds", printed=1)
@twin("the position of our lower bound", gives="refuted", lower=2)
@twin("the position of our upper bound", gives="refuted", upper=1)
def reversed_inequality(profile, printed=3, lower=1, upper=3):
    """Encloses (6) and both bounds on Figure 1(a) and on two instances of our own."""
    case = Case()
    with precision():
        constant, _ = bound_ball(FIGURE_1A, EXAMINATION)
        last, first = (_shared_ball(FIGURE_1A, EXAMINATION, place) for place in (2, 0))
        theta = tuple(Fraction(text) for text in ("0.5001", "0.5", "0.1"))
        simple = theta, (Fraction("1"), Fraction("0.5"))
        simple_constant, simple_last = bound_ball(*simple)[0], _shared_ball(*simple, 1)
        wide = (*(1 - Fraction(1, 10**12) - Fraction(m, 10**15) for m in range(3)), Fraction(1, 2))
        kappa = (1, Fraction(3, 5), Fraction(3, 10))
        share = bound_ball(wide, kappa)[0] / _shared_ball(wide, kappa, 2)
        low, claimed, high = (
            _shared_ball(FIGURE_1A, EXAMINATION, place - 1) for place in (lower, printed, upper)
        )
        low_simple = _shared_ball(*simple, lower - 1)
        # the library's, by floating-point numbers
        figure = problem([*map(float, FIGURE_1A)], [*map(float, EXAMINATION)])
        for place, value in ((1, first), (3, last)):
            near = abs(value / bounds.shared_position_bound(figure, place) - 1) < 1e-9
            case.must(f"the library's bound by position {place}", near)
        case.must("as little as 1/64 of the printed bound", share < ball(Fraction(1, 64)))
        case.must("the first position bounds (6) below, Figure 1(a)", low < constant)
        case.must("and on an instance of two positions", low_simple < simple_constant)
        case.must("the last bounds it above", constant < high)
        constant_1b, _ = bound_ball(FIGURE_1B, EXAMINATION)
        high_1b = _shared_ball(FIGURE_1B, EXAMINATION, upper - 1)
        case.must("equal where every minimum is at L: Figure 1(b)", constant_1b.overlaps(high_1b))
        case.printed("the last position bounds (6) below, Figure 1(a)", not constant < claimed)
        case.number("constant", "constant of (6), Figure 1(a)", number(constant))
        case.number("last", "printed lower bound", number(last))
        case.number("first", "corrected lower bound", number(first))
        case.number("simple", "θ = (0.5001, 0.5, 0.1), κ = (1, 0.5): (6)", number(simple_constant))
        case.number("simple_last", "and printed", number(simple_last))
        case.number("share", "smallest (6) over printed seen", number(share))
    return case.finding()


@check("pbm:crude-bounds")
@twin("the order of (6) and the last position", gives="refuted", order=(0, 1, 3, 2))
@twin("the order of (3) and the first position", gives="refuted", order=(1, 0, 2, 3))
def crude_bounds(profile, order=(0, 1, 2, 3)):
    """Finds κ/g(κ) decreasing, in symbols, and compares the chain's bounds on random problems."""
    case = Case()
    decreasing = all(convexity(case).values())
    least, most = [np.inf] * 3, [0.0] * 3
    for instance in random_problems(200 if profile == "quick" else 2000):
        values = (
            bounds.uncensored_bound(instance),
            bounds.shared_position_bound(instance, 1),
            bounds.lower_bound(instance),
            bounds.shared_position_bound(instance, instance.examination.size),
        )
        chain = [values[place] for place in order]
        ratios = [later / earlier for earlier, later in itertools.pairwise(chain)]
        least = [min(pair) for pair in zip(least, ratios, strict=True)]
        most = [max(pair) for pair in zip(most, ratios, strict=True)]
    case.must("the chain is in order", min(least) >= 1 - 1e-12)
    case.must("each of them is somewhere 3/2 of the one before", min(most) > 1.5)
    case.number("decreasing", "κ/g(κ) decreases, symbolic", decreasing)
    case.number("least", "smallest ratios along the chain", tuple(least))
    case.number("most", "largest ratios along the chain", tuple(most))
    return case.finding()


@check("pbm:equation-3")
@twin("the constant", gives="refuted", factor=1.05)
@twin("the constant", gives="refuted", factor=0.95)
def equation_3(profile, factor=1):
    """Compares the gaps of v_{k,l} at κ ≡ 1 in integers, and both bounds on random problems."""
    case = Case()
    wrong = 0
    for n_items, n_positions in SIZES[profile]:
        for item, place in itertools.product(range(n_positions, n_items), range(n_positions)):
            last = deficit(exploring_list(item, place, n_positions), n_items)[-1]  # only ε_L = 1
            wrong += (last != least_gap(item, 0, n_items, n_positions)[-1]).any()
    ratios = []
    for instance in random_problems(50):
        flat = problem(instance.attraction, np.ones(instance.examination.size))
        ratios.append(bounds.lower_bound(flat) / (factor * bounds.uncensored_bound(instance)))
    largest = float(np.abs(np.subtract(ratios, 1)).max())
    case.must("the gap is θ_L - θ_k at every position", wrong == 0)
    case.must("(6) at κ ≡ 1 is (3)", largest < 1e-12)
    case.number("wrong", "gaps that differ", int(wrong))
    case.number("largest", "largest relative difference", largest)
    return case.finding()


@check("pbm:no-ranking-term")
@twin("the price of a*", gives="refuted", best_is_free=False)
def no_ranking_term(profile, best_is_free=True):
    """Encloses what a* tells against a swap, and adds such λ to the program: the value stays."""
    case = Case()
    with precision():
        told = []
        for j in (0, 1):
            swapped = list(FIGURE_1A)
            swapped[j], swapped[j + 1] = swapped[j + 1], swapped[j]
            told.append(information_ball((0, 1, 2), FIGURE_1A, swapped, EXAMINATION))
        case.must("a* tells against a swap", all(amount > 0 for amount in told))
        for j, amount in enumerate(told):
            (high, low), shares = FIGURE_1A[j : j + 2], EXAMINATION[j : j + 2]
            by_hand = kl_ball(shares[0] * high, shares[0] * low)
            by_hand += kl_ball(shares[1] * low, shares[1] * high)
            case.must(f"position by position, items {j + 1} and {j + 2}", by_hand.overlaps(amount))
    ratios, count = [], 15 if profile == "quick" else 80
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
    largest = float(np.abs(np.subtract(ratios, 1)).max())
    case.must("constraints on swaps leave the value", largest < 1e-6)
    case.number("told", "what a* tells against a swap", number(min(told, key=number)))
    case.number("instances", "instances", count)
    case.number("largest", "largest relative change by constraints on swaps", largest)
    return case.finding()


def _uncensored_program(instance) -> float:
    """The linear program of Corollary 5 with the information of Remark 7."""
    attraction, examination = instance
    n_positions = examination.size
    shown, gaps = gaps_of_lists(instance)
    suboptimal = range(n_positions, attraction.size)
    told = [
        (shown == k) @ examination * bernoulli.kl(attraction[k], attraction[n_positions - 1])
        for k in suboptimal
    ]
    return linprog(gaps, A_ub=-np.array(told), b_ub=-np.ones(len(suboptimal))).fun


@check("pbm:remark-7")
@twin("the constant", gives="refuted", factor=1.05)
@twin("the constant", gives="refuted", factor=0.95)
@twin("the information: that of clicks", gives="refuted", looks_are_seen=False)
def remark_7(profile, factor=1, looks_are_seen=True):
    """Finds the information in symbols, the best position in integers, and solves programs."""
    case = Case()
    log = sympy.log
    outcomes = ((KAPPA * P, KAPPA * Q), (KAPPA * (1 - P), KAPPA * (1 - Q)), (1 - KAPPA, 1 - KAPPA))
    told = sum(ours * (log(ours) - log(theirs)) for ours, theirs in outcomes)
    linear = KAPPA * DIVERGENCE.subs(KAPPA, 1)
    symbolic = case.zero(
        "the information is κ d(p, q)",
        sympy.expand_log((told if looks_are_seen else DIVERGENCE) - linear, force=True),
    )
    wrong = 0
    for n_items, n_positions in SIZES[profile]:
        for item, place in itertools.product(range(n_positions, n_items), range(n_positions)):
            excess = deficit(exploring_list(item, place, n_positions), n_items) - least_gap(
                item, place, n_items, n_positions
            )
            wrong += excess.min() < 0 or (place == n_positions - 1) == bool(excess.any())
    ratios = [
        _uncensored_program(instance) / (factor * bounds.uncensored_bound(instance))
        for instance in small_problems(15)
    ]
    largest = float(np.abs(np.subtract(ratios, 1)).max())
    case.must("the last position alone is best", wrong == 0)
    case.must("the program has the value (3)", largest < 1e-9)
    case.number("symbolic", "information, symbolic", symbolic)
    case.number("wrong", "ratios below the last position's", int(wrong))
    case.number("largest", "largest relative gap to the linear program", largest)
    return case.finding()


@check("pbm:remark-7-order")
@twin("what is seen: the clicks alone", gives="refuted", looks_are_seen=False)
def remark_7_order(profile, looks_are_seen=True):
    """Differentiates both log-likelihoods in κ and θ, in symbols."""
    case = Case()
    share, theta, seen, clicked = sympy.symbols("kappa theta y z", positive=True)
    log = sympy.log
    uncensored = (
        seen * log(share)
        + (1 - seen) * log(1 - share)
        + clicked * log(theta)
        + (seen - clicked) * log(1 - theta)
    )
    censored = clicked * log(share * theta) + (1 - clicked) * log(1 - share * theta)
    case.zero(
        "the uncensored chances of a click, of a look alone and of neither",
        sympy.expand_log(uncensored.subs({seen: 1, clicked: 1}) - log(share * theta)),
        uncensored.subs({seen: 1, clicked: 0}) - log(share) - log(1 - theta),
        uncensored.subs({seen: 0, clicked: 0}) - log(1 - share),
    )
    case.zero(
        "the censored ones of a click and of none",
        censored.subs(clicked, 1) - log(share * theta),
        censored.subs(clicked, 0) - log(1 - share * theta),
    )
    claimed = uncensored if looks_are_seen else censored
    separates = case.zero("κ and θ separate where looks are seen", claimed.diff(share, theta))
    mixed = case.must(
        "they do not where they are not", sympy.simplify(censored.diff(share, theta)) != 0
    )
    case.number("separates", "uncensored likelihood separates", separates)
    case.number("mixed", "censored one does not", mixed)
    return case.finding()


def _cascade(action, attraction, weights) -> tuple[Fraction, dict[int, Fraction]]:
    """A list's expected reward in the weighted cascade, and how likely each item is seen."""
    seen, reward, reached = Fraction(1), Fraction(0), {}
    for item, weight in zip(action, weights, strict=True):
        reached[item] = seen
        reward += seen * weight * attraction[item]
        seen *= 1 - attraction[item]
    return reward, reached


@check("pbm:weighted-cascade-bound")
@twin("the weights: halved from each position to the next", gives="holds",
      weights=(Fraction(9, 5), Fraction(9, 10)))  # fmt: skip
@twin("the share of w_L in w_l >= w_{l+1} + w_L", gives="refuted", margin=0)
@twin("the factor of w_L", gives="refuted", factor=Fraction(21, 20))
def weighted_cascade_bound(profile, weights=(1, Fraction(9, 10)), margin=1, factor=1):
    """Computes an example below the bound, and the inequality for random instances, exactly."""
    case = Case()
    theta = Fraction(1, 2), Fraction(2, 5), Fraction(1, 5)
    best = _cascade((0, 1), theta, weights)[0]
    spent = best - _cascade((2, 0), theta, weights)[0]  # item 3 is seen in every round
    printed = weights[1] * (theta[1] - theta[2])  # both times log T / d(θ_3, θ_2)
    # by hand: w_1 / 2 + w_2 / 5 less w_1 / 5 + 2 w_2 / 5, and w_2 / 5
    by_hand = (3 * weights[0] - 2 * weights[1]) / 10, weights[1] / 5
    case.must("both sides of the example by hand", (spent, printed) == by_hand)
    rng = random.Random(7)
    slack, loose, met, due, checked = Fraction(1), 0, 0, 0, 0
    for _ in range(20 if profile == "quick" else 200):
        n_positions = rng.randint(1, 3)
        n_items = n_positions + rng.randint(1, 2)
        theta_r = sorted((Fraction(rng.randint(1, 99), 100) for _ in range(n_items)), reverse=True)
        weights_r = [Fraction(rng.randint(1, 9), 10)]
        while len(weights_r) < n_positions:
            growth = margin * weights_r[-1] + Fraction(rng.randint(0, 3), 10)
            weights_r.insert(0, weights_r[0] + growth)
        worst = theta_r[n_positions - 1]
        optimum = _cascade(range(n_positions), theta_r, weights_r)[0]
        last = {
            exploring_list(k, n_positions - 1, n_positions) for k in range(n_positions, n_items)
        }
        due += n_items - n_positions
        for action in lists(n_items, n_positions):
            reward, reached = _cascade(action, theta_r, weights_r)
            needed = sum(reached[k] * (worst - theta_r[k]) for k, _ in strangers(action))
            needed *= factor * weights_r[-1]
            slack = min(slack, optimum - reward - needed)
            met += action in last
            loose += action in last and optimum - reward != needed
            checked += 1
    case.must("no list costs less, and some cost as much", slack == 0)
    case.must("the v_{k,L} cost as much", loose == 0)
    case.must("each of them was met", met == due)
    case.printed("no list costs less without the condition", spent >= printed)
    case.number(
        "spent", "regret for a unit of information, θ = (1/2, 2/5, 1/5), w = (1, 9/10)", spent
    )
    case.number("printed", "printed", printed)
    case.number("checked", "lists checked under the condition", checked)
    case.number("slack", "smallest slack", slack)
    return case.finding()
