"""From Theorem 4's program to one constraint an item, and its value: (8) to (13), Corollary 5, (6).

Every step in the paper's Appendix B.3 that reads "f(θ) =" is an equality, not only a bound. The
proofs are the notebook's; what they rest on is checked here.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import sympy
from flint import arb
from scipy.optimize import linprog

from clickbandits import bernoulli
from clickbandits.core import Problem
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
    lists,
    number,
    strangers,
)

SIZES = {
    "quick": ((3, 2), (4, 2), (4, 3), (5, 3), (6, 4), (7, 3)),
    "paper": ((3, 2), (4, 2), (4, 3), (5, 3), (6, 4), (7, 3), (6, 2), (7, 4), (8, 5)),
}
"""(K, L) of which all lists are enumerated."""


def random_problems(count: int, seed: int = 20160607) -> Iterator[Problem]:
    """Problems with distinct values, decreasing, of two to six items and up to four positions."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        n_positions = int(rng.integers(1, 5))
        n_items = n_positions + int(rng.integers(1, 3))
        attraction = np.sort(rng.uniform(0.02, 0.98, n_items))[::-1]
        yield problem(attraction, np.sort(rng.uniform(0.05, 1.0, n_positions))[::-1])


FEW_ITEMS, SEEN = 5, 2000
"""The items of a small problem at most, and more random problems than must be seen for them."""


def small_problems(count: int) -> Iterator[Problem]:
    """The first `count` random problems of at most five items."""
    small = (each for each in random_problems(SEEN) if each.attraction.size <= FEW_ITEMS)
    return itertools.islice(small, count)


def gaps_of_lists(instance) -> tuple[np.ndarray, np.ndarray]:
    """All lists of a problem that is sorted, and their gaps."""
    attraction, examination = instance
    shown = np.array(list(lists(attraction.size, examination.size)))
    best = examination @ attraction[: examination.size]
    return shown, best - attraction[shown] @ examination


def told_by_clicks(examination, attraction, change):
    """d(κθ, κλ): what a showing tells about a change of the attraction."""
    return bernoulli.kl(examination * attraction, examination * change)


def value_with(instance, changes, best_is_free: bool = True) -> float:
    """Value of the program with the constraints of some changes of measure λ.

    Where `best_is_free` is false, the optimal list is charged like the cheapest of the others.
    """
    attraction, examination = instance
    shown, gaps = gaps_of_lists(instance)
    if not best_is_free:
        gaps[0] = gaps[1:].min()
    told = [
        told_by_clicks(examination, attraction[shown], change[shown]).sum(axis=1)
        for change in changes
    ]
    return linprog(gaps, A_ub=-np.array(told), b_ub=-np.ones(len(changes))).fun


SLOPE = DIVERGENCE.diff(Q) - KAPPA * (Q - P) / (Q * (1 - KAPPA * Q))
"""Zero: q → d(κp, κq) has the derivative κ(q - p) / (q (1 - κq)), positive beyond p."""


@check("pbm:equation-8")
@twin("the lists left out: every order of the best items", gives="refuted", orders=True)
def equation_8(profile, orders=False):
    """Looks for lists without a gap among all lists, by the integers of their gaps."""
    case = Case()
    others = 0
    for n_items, n_positions in SIZES[profile]:
        best = tuple(range(n_positions))
        left_out = set(itertools.permutations(best)) if orders else {best}
        free = {a for a in lists(n_items, n_positions) if not deficit(a, n_items).any()}
        others += len(free ^ left_out)
    deficits = [deficit(a, size[0]) for size in SIZES[profile] for a in lists(*size)]
    least = min(entry for each in deficits for entry in each.flat)
    case.must("only a* has no gap", others == 0)
    case.must("no gap is negative, that of a* is 0", least == 0)
    case.number("sizes", "sizes", len(SIZES[profile]))
    case.number("others", "lists without gap besides a*", others)
    return case.finding()


BEST = (0, 1, 2)
CHANGED = (*FIGURE_1B[:3], Fraction(1, 2), Fraction(3, 10))
"""The best items of Figure 1(b), and a λ with other values of the others."""


@check("pbm:equation-9")
@twin("the silent lists: a* alone", gives="refuted", orders=False)
def equation_9(profile, orders=True):
    """Finds d(p, p) = 0 in symbols, and on one instance the lists that tell nothing about a λ."""
    case = Case()
    case.must("d(κp, κp) = 0", DIVERGENCE.subs(Q, P) == 0)
    with precision():
        told = {
            action: information_ball(action, FIGURE_1B, CHANGED, EXAMINATION)
            for action in lists(len(CHANGED), len(EXAMINATION))
        }
        silent = [action for action, amount in told.items() if amount == 0]
        telling = sum(bool(amount > 0) for amount in told.values())
    of_the_best = sorted(itertools.permutations(BEST)) if orders else [BEST]
    case.must("silent are the orders of the best", silent == of_the_best)
    case.must("every other list tells something", telling == len(told) - len(silent))
    case.number("lists", "lists", len(told))
    case.number("silent", "lists that tell nothing", len(silent))
    case.number("orders", "orders of the best", len(of_the_best))
    return case.finding()


NEXT = 1 + 1e-9
"""A factor that increases an attraction by next to nothing."""


@check("pbm:corollary-5")
@twin("the constant of the constraint", gives="refuted", constant=Fraction(21, 20))
@twin("the constant of the constraint", gives="refuted", constant=Fraction(19, 20))
def corollary_5(profile, constant=1):
    """Differentiates the divergence, and tries random λ in B(θ) at the optimal c of (6)."""
    case = Case()
    increases = case.zero("d(κp, κq) increases in q", SLOPE)
    rng = np.random.default_rng(5)
    smallest = np.inf
    for instance in random_problems(40 if profile == "quick" else 400):
        attraction, examination = instance
        worst, rest = attraction[examination.size - 1], attraction[examination.size :]
        share = examination[bounds.exploration_positions(instance) - 1]
        needed = told_by_clicks(share, rest, worst)
        for attempt in range(20):
            moved = rng.uniform(0.001, 0.999, rest.size) if attempt else rest.copy()
            item = rng.integers(rest.size)  # µ* must increase; first by next to nothing
            moved[item] = rng.uniform(worst, 1.0) if attempt else worst * NEXT
            gained = told_by_clicks(share, rest, moved)
            smallest = min(smallest, float(np.sum(gained / needed)))
    case.must("no constraint of Theorem 4 is violated", 1 - smallest / constant < 1e-12)
    case.must("the closest one is met with equality", smallest / constant - 1 < 1e-6)
    case.number("increases", "divergence increases, symbolic", increases)
    case.number("smallest", "smallest constraint, at c of (6)", smallest)
    return case.finding()


@check("pbm:equation-10")
@twin("the value", gives="refuted", factor=1.05)
@twin("the value", gives="refuted", factor=0.95)
def equation_10(profile, factor=1):
    """Adds random changes of several items to the relaxed program, which must keep its value."""
    case = Case()
    rng = np.random.default_rng(9)
    ratios, count = [], 15 if profile == "quick" else 100
    for instance in small_problems(count):
        attraction, n_positions = instance.attraction, instance.examination.size
        changes = []
        for item in range(n_positions, attraction.size):
            border = attraction.copy()
            border[item] = attraction[n_positions - 1]
            several = attraction.copy()
            several[n_positions:] = rng.uniform(0.001, 0.999, attraction.size - n_positions)
            several[item] = rng.uniform(attraction[n_positions - 1], 1.0)
            changes += [border, several]
        value = value_with(instance, changes)
        ratios.append(value / (factor * bounds.lower_bound(instance)))
    largest = float(np.abs(np.subtract(ratios, 1)).max())
    case.zero("d(κp, κq) increases in q", SLOPE)
    case.must("the value stays", largest < 1e-6)
    case.number("instances", "instances", count)
    case.number("largest", "largest relative change of the value", largest)
    return case.finding()


def _gain_at_rank(n_positions: int, rank: int):
    """What µ* gains, from its definition, less the sum of positive terms of the text."""
    theta = sympy.symbols(f"theta1:{n_positions + 1}", positive=True)
    kappa = sympy.symbols(f"kappa1:{n_positions + 1}", positive=True)
    moved = sympy.Symbol("lambda_k", positive=True)
    ranked = [*theta[:rank], moved, *theta[rank : n_positions - 1]]
    gain = sum(k * (new - old) for k, new, old in zip(kappa, ranked, theta, strict=True))
    positive = kappa[rank] * (moved - theta[rank]) + sum(
        kappa[j] * (theta[j - 1] - theta[j]) for j in range(rank + 1, n_positions)
    )
    return sympy.expand(gain - positive)


def _optimum(attraction) -> Fraction:
    """µ* on the positions of Section 5.1."""
    best = sorted(attraction, reverse=True)
    return sum(k * t for k, t in zip(EXAMINATION, best, strict=False))


@check("pbm:equation-11")
@twin("the rank to be passed", gives="refuted", rank=2)
@twin("the rank to be passed", gives="refuted", rank=4)
def equation_11(profile, rank=3):
    """Finds what µ* gains when one item moves to a rank, in symbols, for up to five positions.

    On Figure 1(b) items 4 and 5 move just below, to and just beyond each attraction.
    """
    case = Case()
    for n_positions in range(1, 6):
        for landing in range(n_positions):
            name = f"the gain at rank {landing + 1} of {n_positions}"
            case.zero(name, _gain_at_rank(n_positions, landing))
    wrong = tried = 0
    little = Fraction("1e-9")
    for item, target, steps in itertools.product((3, 4), FIGURE_1B, (-1, 0, 1)):
        moved = list(FIGURE_1B)
        moved[item] = target + steps * little
        better = _optimum(moved) > _optimum(FIGURE_1B)
        wrong += better != (moved[item] > FIGURE_1B[rank - 1])
        tried += 1
    case.must("on Figure 1(b) µ* gains exactly beyond θ_L", wrong == 0)
    case.number("ranks", "ranks", 15)
    case.number("moves", "moves on Figure 1(b)", tried)
    return case.finding()


@check("pbm:equation-12")
@twin("the value at θ_L", gives="refuted", factor=Fraction(21, 20))
@twin("the value at θ_L", gives="refuted", factor=Fraction(19, 20))
def equation_12(profile, factor=1):
    """Differentiates the divergence, and encloses it on a sequence of λ_k that falls to θ_L."""
    case = Case()
    increases = case.zero("d(κp, κq) increases in q", SLOPE)
    with precision():
        p, q, share = FIGURE_1B[3], FIGURE_1B[2], EXAMINATION[2]
        steps = [
            kl_ball(share * p, share * (q + Fraction(f"1e-{digits}"))) for digits in range(1, 12)
        ]
        excess = steps[-1] / (ball(factor) * kl_ball(share * p, share * q)) - 1
        case.must("it falls with λ_k", sum(not b < a for a, b in itertools.pairwise(steps)) == 0)
        case.must("to its value at θ_L", 0 < excess < arb("1e-9"))
        case.number("increases", "derivative, symbolic", increases)
        case.number("excess", r"excess at $\theta_L+10^{-11}$", number(excess))
    return case.finding()


@check("pbm:equation-13")
@twin("the rank of the border", gives="refuted", rank=2)
@twin("the rank of the border", gives="refuted", rank=4)
def equation_13(profile, rank=3):
    """Computes, as fractions, what µ* gains with item 5 of Figure 1(b) at θ_L and just beyond."""
    case = Case()
    level = FIGURE_1B[rank - 1]
    at = _optimum((*FIGURE_1B[:4], level)) - _optimum(FIGURE_1B)
    little = Fraction("1e-9")
    beyond = _optimum((*FIGURE_1B[:4], level + little)) - _optimum(FIGURE_1B)
    case.must("nothing is gained at θ_L", at == 0)
    case.must("beyond it is κ_L times the step", beyond == EXAMINATION[2] * little)
    case.number("at", "improvement at the border", at)
    case.number("beyond", "improvement just beyond", beyond)
    return case.finding()


@check("pbm:theorem-6")
@twin("the constant", gives="refuted", factor=1.05)
@twin("the constant", gives="refuted", factor=0.95)
@twin("the position: the last one for every item", gives="refuted", position="last")
def theorem_6(profile, factor=1, position="cheapest"):
    """Enumerates the dual certificate in integers, and solves the program over all lists."""
    case = Case()
    smallest = min(
        int(
            (
                deficit(action, n_items)
                - sum(
                    deficit(exploring_list(item, place, n_positions), n_items)
                    for item, place in strangers(action)
                )
            ).min()
        )
        for n_items, n_positions in SIZES[profile]
        for action in lists(n_items, n_positions)
    )
    ratios = []
    for instance in random_problems(60 if profile == "quick" else 400):
        constant = factor * (
            bounds.lower_bound(instance)
            if position == "cheapest"
            else bounds.shared_position_bound(instance, instance.examination.size)
        )
        value = bounds.lower_bound_by_linear_program(instance)
        ratios.append(value / constant)
    relative = float(np.abs(np.subtract(ratios, 1)).max())
    case.must("the dual point is feasible (Lemma 16)", smallest >= 0)
    case.must("the program has the value (6)", relative < 1e-9)
    case.number("smallest", "smallest coefficient of the certificate", smallest)
    case.number("sizes", "sizes", len(SIZES[profile]))
    case.number("relative", "largest relative gap to the linear program", relative)
    return case.finding()


@check("pbm:equation-6")
@twin("the constant of Figure 1(b)", gives="refuted", constant_1b="5.592")
@twin("the constant of Figure 1(a)", gives="refuted", constant_1a="14.0603")
@twin("the position on Figure 1(a)", gives="refuted", position_1a=2)
def equation_6(profile, constant_1b="5.5919", constant_1a="14.0604", position_1a=1):
    """Encloses the constant of (6) and its minima for both instances of Figure 1."""
    case = Case()
    with precision():
        low, low_positions = bound_ball(FIGURE_1B, EXAMINATION)
        high, high_positions = bound_ball(FIGURE_1A, EXAMINATION)
        for name, value, digits in (("b", low, constant_1b), ("a", high, constant_1a)):
            rest = value - arb(digits)
            case.must(f"{digits}… for Figure 1({name})", 0 < rest < arb("1e-4"))
        case.must("last positions for Figure 1(b)", low_positions == [3, 3])
        case.must("first positions for Figure 1(a)", high_positions == [position_1a] * 2)
        case.number("constant", "constant", low.str(15, radius=False))
        case.number("positions", "positions", tuple(low_positions))
        case.number("constant_1a", "constant of Figure 1(a)", high.str(15, radius=False))
        case.number("positions_1a", "positions of Figure 1(a)", tuple(high_positions))
    return case.finding()
