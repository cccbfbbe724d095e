"""From Theorem 4's program to one constraint per item and its value: (8)-(13), Corollary 5, (6).

Every step in the paper's Appendix B.3 that reads "f(θ) =" is an equality, not only a bound. The
notebook has the proofs; this module checks the facts that they use.
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
from compendium.case import Twin, check
from compendium.pbm.instances import EXAMINATION, FIGURE_1A, FIGURE_1B

from .exact import DIVERGENCE, KAPPA, P, Q, bound_ball, deficit, information_ball, lists, number

SIZES = {
    "quick": ((3, 2), (4, 2), (4, 3), (5, 3), (6, 4), (7, 3)),
    "paper": ((3, 2), (4, 2), (4, 3), (5, 3), (6, 4), (7, 3), (6, 2), (7, 4), (8, 5)),
}
"""(K, L) for which all lists are enumerated."""


def random_problems(count: int, seed: int = 20160607) -> Iterator[Problem]:
    """Problems with distinct values, decreasing, of two to six items and up to four positions."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        n_positions = int(rng.integers(1, 5))
        n_items = n_positions + int(rng.integers(1, 3))
        attraction = np.sort(rng.uniform(0.02, 0.98, n_items))[::-1]
        yield problem(attraction, np.sort(rng.uniform(0.05, 1.0, n_positions))[::-1])


FEW_ITEMS, SEEN = 5, 2000
"""The largest number of items of a small problem, and enough random problems to contain them."""


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
    """d(κθ, κλ), the information in one display about a change of the attraction."""
    return bernoulli.kl(examination * attraction, examination * change)


def value_with(instance, changes, best_is_free: bool = True) -> float:
    """Value of the program with the constraints of some changes of measure λ.

    If `best_is_free` is false, the optimal list is charged like the cheapest of the others.
    """
    attraction, examination = instance
    shown, gaps = gaps_of_lists(instance)
    if not best_is_free:
        gaps[0] = gaps[1:].min()
    information = [
        told_by_clicks(examination, attraction[shown], change[shown]).sum(axis=1) for change in changes
    ]
    return linprog(gaps, A_ub=-np.array(information), b_ub=-np.ones(len(changes))).fun


def largest_excess(ratios) -> float:
    """The largest distance of ratios from 1."""
    return float(np.abs(np.subtract(ratios, 1)).max())


SLOPE = DIVERGENCE.diff(Q) - KAPPA * (Q - P) / (Q * (1 - KAPPA * Q))
"""Zero if q → d(κp, κq) has the derivative κ(q - p) / (q (1 - κq)), which is positive beyond p."""


@check("pbm:equation-8", orders=Twin(True))
def equation_8(case, orders=False):
    others, deficits = 0, []
    for n_items, n_positions in SIZES[case.profile]:
        best = tuple(range(n_positions))
        left_out = set(itertools.permutations(best)) if orders else {best}
        of_size = {action: deficit(action, n_items) for action in lists(n_items, n_positions)}
        others += len({action for action, each in of_size.items() if not each.any()} ^ left_out)
        deficits += of_size.values()
    case.must("no list besides a* is without a gap", others == 0, others=others)
    case.must("no gap is negative, that of a* is 0", min(each.min() for each in deficits) == 0)


BEST = (0, 1, 2)
CHANGED = (*FIGURE_1B[:3], Fraction(1, 2), Fraction(3, 10))
"""The best items of Figure 1(b), and a λ with other values of the others."""
NEXT, LITTLE = 1 + 1e-9, Fraction("1e-9")
"""A factor that increases an attraction by a tiny amount, and a tiny amount."""


def _optimum(attraction) -> Fraction:
    """µ* on the positions of Section 5.1."""
    best = sorted(attraction, reverse=True)
    return sum(k * t for k, t in zip(EXAMINATION, best, strict=False))


def _constraint(item: int, share: Fraction, level: Fraction) -> tuple[bool, arb, arb]:
    """d(κθ_k, κλ_k) of Figure 1(b) close to λ_k = level: whether it falls, near it, and there."""
    p, rivals = FIGURE_1B[item], [level + Fraction(f"1e-{n}") for n in range(1, 12)]
    sides = [kl_ball(share * p, share * rival) for rival in rivals]
    falls = all(later < earlier for earlier, later in itertools.pairwise(sides))
    return falls, sides[-1], kl_ball(share * p, share * level)


@check(
    "pbm:corollary-5",
    factor=[Twin(Fraction(n, 20), step=step) for step in ("", "equation-12") for n in (21, 19)],
    orders=Twin(False, step="equation-9"),
    rank=[Twin(2, step="equation-13"), Twin(4, step="equation-13")],
)
def corollary_5(case, factor=1, orders=True, rank=3):
    case.zero("d(κp, κq) increases in q", SLOPE)
    rng = np.random.default_rng(5)
    constraints = []
    for instance in random_problems(40 if case.profile == "quick" else 400):
        attraction, examination = instance
        worst, rest = attraction[examination.size - 1], attraction[examination.size :]
        share = examination[bounds.exploration_positions(instance) - 1]
        needed = told_by_clicks(share, rest, worst)
        for attempt in range(20):
            moved = rng.uniform(0.001, 0.999, rest.size) if attempt else rest.copy()
            item = rng.integers(rest.size)  # µ* must increase; first by a tiny amount
            moved[item] = rng.uniform(worst, 1.0) if attempt else worst * NEXT
            constraints.append(float(np.sum(told_by_clicks(share, rest, moved) / needed)))
    smallest = min(constraints)
    case.must("no constraint of Theorem 4 is violated", 1 - smallest / factor < 1e-12)
    case.must("least constraint, an equality", smallest / factor - 1 < 1e-6, smallest=smallest)

    step = case.step("equation-9")
    step.must("d(κp, κp) = 0", DIVERGENCE.subs(Q, P) == 0)
    with precision():
        information = {
            action: information_ball(action, FIGURE_1B, CHANGED, EXAMINATION)
            for action in lists(len(CHANGED), len(EXAMINATION))
        }
        silent = [action for action, amount in information.items() if amount == 0]
        telling = sum(bool(amount > 0) for amount in information.values())
    of_the_best = sorted(itertools.permutations(BEST)) if orders else [BEST]
    step.must("silent are the orders of the best", silent == of_the_best, orders=len(of_the_best))
    step.must("every other list tells something", telling == len(information) - len(silent))
    step.number("lists", "lists", len(information))

    step = case.step("equation-12")
    step.zero("d(κp, κq) increases in q", SLOPE)
    with precision():
        falls, near, limit = _constraint(3, EXAMINATION[2], FIGURE_1B[2])
        excess = near / (ball(factor) * limit) - 1
        step.must("it falls with λ_k", falls)
        step.must("excess at θ_L + 10^-11", 0 < excess < arb("1e-9"), excess=number(excess))

    step = case.step("equation-13")
    level = FIGURE_1B[rank - 1]
    at, beyond = (_optimum((*FIGURE_1B[:4], q)) - _optimum(FIGURE_1B) for q in (level, level + LITTLE))
    step.must("nothing is gained at θ_L", at == 0, at=at)
    step.must("beyond it the gain is κ_L times the step", beyond == EXAMINATION[2] * LITTLE, beyond=beyond)
    with precision():  # the left side for plays of v_{5,1}, once and never
        falls, near, limit = _constraint(4, EXAMINATION[0], level)
        step.must("the left side falls with λ_5, and stays above", falls and near > limit)
        close = abs(near - limit) < arb("1e-9")
        step.must("and comes within 10⁻⁹ of that at θ_L", close, limit=number(limit))


@check("pbm:equation-10", factor=[Twin(1.05), Twin(0.95)])
def equation_10(case, factor=1):
    rng = np.random.default_rng(9)
    ratios, count = [], 15 if case.profile == "quick" else 100
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
        ratios.append(value_with(instance, changes) / (factor * bounds.lower_bound(instance)))
    largest = largest_excess(ratios)
    case.zero("d(κp, κq) increases in q", SLOPE)
    case.must("the value stays", largest < 1e-6)
    case.number("instances", "instances", count)
    case.number("largest", "largest relative change of the value", largest)


@check("pbm:equation-11", rank=[Twin(2), Twin(4)])
def equation_11(case, rank=3):
    moved = sympy.Symbol("lambda_k", positive=True)
    for landing, n in itertools.combinations(range(6), 2):
        theta, kappa = (sympy.symbols(f"{name}1:{n + 1}", positive=True) for name in ("theta", "kappa"))
        ranked = [*theta[:landing], moved, *theta[landing : n - 1]]
        # from its definition, and as the sum of positive terms of the text
        gain = sum(k * (new - old) for k, new, old in zip(kappa, ranked, theta, strict=True))
        positive = kappa[landing] * (moved - theta[landing])
        positive += sum(kappa[j] * (theta[j - 1] - theta[j]) for j in range(landing + 1, n))
        case.zero(f"the gain at rank {landing + 1} of {n}", sympy.expand(gain - positive))
    wrong = tried = 0
    for item, target, steps in itertools.product((3, 4), FIGURE_1B, (-1, 0, 1)):
        moved = list(FIGURE_1B)
        moved[item] = target + steps * LITTLE
        better = _optimum(moved) > _optimum(FIGURE_1B)
        wrong += better != (moved[item] > FIGURE_1B[rank - 1])
        tried += 1
    case.must("on Figure 1(b) µ* gains exactly beyond θ_L, at every move", wrong == 0, moves=tried)


@check("pbm:theorem-6", factor=Twin(1.05), position=Twin("last"))
def theorem_6(case, factor=1, position="cheapest"):
    ratios = []
    for instance in random_problems(60 if case.profile == "quick" else 400):
        constant = (
            bounds.lower_bound(instance)
            if position == "cheapest"
            else bounds.shared_position_bound(instance, instance.examination.size)
        )
        ratios.append(bounds.lower_bound_by_linear_program(instance) / (factor * constant))
    relative = largest_excess(ratios)
    case.must("the program has the value (6)", relative < 1e-9)
    case.number("relative", "largest relative gap to the linear program", relative)


@check("pbm:theorem-6-distinct", factor=Twin(1.05))
def theorem_6_distinct(case, factor=1):
    ratios, distinct = [], True
    for instance in small_problems(20 if case.profile == "quick" else 200):
        attraction, size = instance.attraction, instance.examination.size
        place = size - 1
        room = np.abs(np.diff([1.0, *attraction]))[place : place + 2].min()
        rivals = np.tile(attraction, (attraction.size - size, 1))
        raised = attraction[place] + 1e-6 * room
        rivals[np.arange(len(rivals)), np.arange(size, attraction.size)] = raised
        distinct &= all(np.unique(rival).size == rival.size for rival in rivals)
        ratios.append(value_with(instance, rivals) / (factor * bounds.lower_bound(instance)))
    case.must("no rival has two equal attractions", distinct)
    least = min(ratios)
    case.must("the program of these rivals has the value (6) in the limit", least > 1 - 1e-4)
    case.must("and never more", max(ratios) < 1 + 1e-9)
    case.number("least", "least value over (6), q a millionth of the next gap above θ_L", least)


@check("pbm:equation-6", constant_1b=Twin("5.5929"), constant_1a=Twin("14.0603"), position_1a=Twin(2))
def equation_6(case, constant_1b="5.5919", constant_1a="14.0604", position_1a=1):
    with precision():
        low, positions = bound_ball(FIGURE_1B, EXAMINATION)
        high, positions_1a = bound_ball(FIGURE_1A, EXAMINATION)
        for name, value, digits, key in (
            ("b", low, constant_1b, "constant"),
            ("a", high, constant_1a, "constant_1a"),
        ):
            decimals = {key: float(value.str(15, radius=False))}
            rest = value - arb(digits)
            case.must(f"{digits}… for Figure 1({name})", 0 < rest < arb("1e-4"), **decimals)
    case.must("last positions for Figure 1(b)", positions == (3, 3), positions=positions)
    first = positions_1a == (position_1a,) * 2
    case.must("first positions for Figure 1(a)", first, positions_1a=positions_1a)
