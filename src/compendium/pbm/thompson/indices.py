"""Policies with indices: who is shown above the last position, if indices are independent or grow slowly."""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import sympy

from clickbandits.bernoulli import kl
from compendium.case import Twin, check

F = Fraction
LOW, MIDDLE, HIGH = range(3)  # below z, from z to below y, and y or more
SIZES = ((2, 1), (3, 2), (4, 2), (4, 3), (5, 3))  # items and positions


def shown_lists(n_items: int, n_positions: int):
    """All levels of the indices, with all lists that show the largest ones in order, ties in any order."""
    for levels in product((LOW, MIDDLE, HIGH), repeat=n_items):
        for order in permutations(range(n_items)):
            # an order within a level is one of indices that may differ
            if all(levels[a] >= levels[b] for a, b in zip(order, order[1:], strict=False)):
                yield levels, order[:n_positions]


@check(
    "pbm:ts-settled",
    last=[Twin("the last leader is anywhere"), Twin("the last leader is high")],
    others=Twin("anywhere"),
)
def ts_settled(case, last="the last leader is low", others="low"):
    above = shown = True
    for n_items, n_positions in SIZES:
        for levels, order in shown_lists(n_items, n_positions):
            leaders, border = levels[: n_positions - 1], levels[n_positions - 1]
            low = {"low": border == LOW, "high": border == HIGH}.get(last.split()[-1], True)
            if not (low and all(level == HIGH for level in leaders)):
                continue
            for k in range(n_positions, n_items):
                if k in order[:-1]:
                    above &= levels[k] == HIGH
                rest = [levels[j] for j in range(n_positions, n_items) if j != k]
                if levels[k] >= MIDDLE and (others == "anywhere" or all(level == LOW for level in rest)):
                    shown &= k in order
    case.must("who is shown above L has an index of y or more", above)
    case.must("who alone reaches z is shown", shown)


def drawn(rng: np.random.Generator) -> tuple[Fraction, Fraction, Fraction]:
    """A random distribution on the three levels, in twentieths."""
    low, middle = sorted(int(cut) for cut in rng.integers(1, 20, 2))
    return F(low, 20), F(middle - low, 20), F(20 - middle, 20)


@check("pbm:independent-indices", independent=Twin(False), where=Twin("shown"))
def independent_indices(case, independent=True, where="above L"):
    """The two inequalities from which the theorem follows by summation, by enumeration of all levels.

    If not `independent`, another suboptimal item copies the level of item k.
    """
    rng = np.random.default_rng(7)
    compared, above_bound, shown_bound = 0, True, True
    for n_items, n_positions in ((3, 2), (4, 2), (4, 3), (5, 3)):
        k = n_items - 1
        for _ in range(20):
            laws = [drawn(rng) for _ in range(n_items)]
            above = shown = F(0)
            for levels in product((LOW, MIDDLE, HIGH), repeat=n_items):
                chance = F(1)
                for law, level in zip(laws, levels, strict=True):
                    chance *= law[level]
                if not independent and n_items > n_positions + 1:
                    levels = (*levels[: k - 1], levels[k], levels[k])
                order = sorted(range(n_items), key=lambda item, at=levels: (-at[item], item))[:n_positions]
                settled = levels[n_positions - 1] == LOW
                settled &= all(level == HIGH for level in levels[: n_positions - 1])
                shown += chance * (k in order)
                above += chance * (settled and k in (order[:-1] if where == "above L" else order))
            settled = laws[n_positions - 1][LOW]
            for law in laws[: n_positions - 1]:
                settled *= law[HIGH]
            alone = F(1)
            for law in laws[n_positions:k]:
                alone *= law[LOW]
            reached = laws[k][MIDDLE] + laws[k][HIGH]
            above_bound &= above <= laws[k][HIGH]
            shown_bound &= shown >= settled * alone * reached
            compared += 1
    case.must("P(above L, settled) ≤ P(I_k ≥ y)", above_bound)
    case.must("P(shown) ≥ P(settled) P(others below z) P(I_k ≥ z)", shown_bound)
    case.number("compared", "random distributions", compared)


@check("pbm:ts-compensator", power=Twin(2))
def ts_compensator(case, power=1):
    b, x = sympy.symbols("b x", positive=True)
    click, none = b * (1 - x), -b * x
    variance = x * click**2 + (1 - x) * none**2
    rest = b * x**power - variance  # nonnegative for b and x in [0, 1], because b (1 - x) is at most 1
    case.zero("the conditional mean", x * click + (1 - x) * none)
    case.zero("b x less the conditional variance", rest - b * x * (1 - b * (1 - x)))


EXAMINATION = np.array([0.9, 0.6, 0.3])
ATTRACTION = np.array([0.45, 0.35, 0.25, 0.15, 0.05])


def displays_above(level: Callable[[int], float], rounds: int) -> tuple[int, int]:
    """Displays above L and at L of the two suboptimal items, if each has as many clicks as expected.

    The leaders' indices are their attractions. An index reaches q if the sum of N d(κθ, κq) is within the
    level, so that only the places of the items among the leaders matter.
    """
    best = ATTRACTION[:3]
    information = kl(EXAMINATION[None, None, :] * ATTRACTION[3:, None, None], EXAMINATION * best[:, None])
    plays = np.zeros((2, 3))
    above = at_last = 0
    for t in range(1, rounds + 1):
        reaches = (information * plays[:, None, :]).sum(2) <= level(t)  # (item, leader)
        overtaken = reaches.sum(1)  # the last leaders are overtaken first
        explored = [item for item in np.argsort(-overtaken, kind="stable") if overtaken[item]]
        order: list[tuple[float, int, int]] = [(-value, 0, -1) for value in best]
        for rank, item in enumerate(explored):
            top = best[3 - overtaken[item]]
            order.append((-top - 1e-9 * (2 - rank), 1, item))
        for position, (_, _, item) in enumerate(sorted(order)[:3]):
            if item >= 0:
                plays[item, position] += 1
                above += position < 2
                at_last += position == 2
    return above, at_last


def slow(t: int) -> float:
    """log t, which grows by less and less."""
    return math.log(t)


def doubling(t: int) -> float:
    """A level of about log t that is held for longer and longer periods and then doubled."""
    return 2.0 ** math.floor(math.log2(max(math.log(t), 1.0)))


@check("pbm:klucb-pays-last", level=Twin("doubling"))
def klucb_pays_last(case, level="slow"):
    """After 1,000 rounds the displays above L of expected clicks are all over, unless the level jumps."""
    grows = {"slow": slow, "doubling": doubling}[level]
    (early, some), (late, more) = (displays_above(grows, rounds) for rounds in (1_000, 10_000))
    case.must("no further display above L", early == late, early=early, late=late)
    case.must("further displays at L", more > some, some=some, more=more)


@check("pbm:ts-potential", small=Twin(False))
def ts_potential(case, small=True):
    """One round of the potential, whatever is shown, on a grid of its parameters."""
    least = F(1)
    for item_part, level, growth, size in product(
        (F(k, 10) for k in range(11)), (F(20), F(50)), (F(0), F(1, 8)), (F(1, 2), F(1))
    ):
        share = F(1, 5)  # η′; there are two items, d_- = 1/2 and d_+ = 1
        if not small:
            growth *= 4
        done = item_part * (1 - share) * level  # D_i, at most (1 - η′) f
        other = F(9, 10) * level
        before = sum(max((1 - share / 2) * level - d, F(0)) for d in (done, other))
        after = sum(max((1 - share / 2) * (level + growth) - d, F(0)) for d in (done + size, other))
        least = min(least, before - after)
    case.must("the potential falls by d_-/2 or more", least >= F(1, 4), least=least)
