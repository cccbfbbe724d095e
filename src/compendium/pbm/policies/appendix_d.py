"""PBM-UCB's regret analysis, Appendix D: the events of one round, Fact 17 and Lemma 18."""

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from typing import NamedTuple

import numpy as np
import sympy
from flint import arb

from compendium.case import Twin, check
from compendium.estimates import Share
from compendium.pbm.histories import in_turn, pbm_ucb, situations, top, views
from compendium.pbm.instances import EXAMINATION, FIGURE_1B

from . import regret_bounds
from .regret_bounds import permutation_gap, smallest_gap

EPSILON = 0.01
RATE = 1 + EPSILON
"""The factor of log t in δ."""
NOISE = 0.3, 1.0, 3.0
"""Distances of the clicks of random tables from the truth, in Poisson standard deviations."""
SIZES = (3, 2), (4, 2), (5, 3)
"""Items and positions of random problems."""
MANY = 100
"""A statement is tested on more cases than these."""


SMALL_GAMES = (((0.95, 0.05), (0.9,), 16), ((0.9, 0.5, 0.1), (0.9, 0.3), 6))
"""θ, κ and the rounds of games that are played in full."""


class Table(NamedTuple):
    """A problem, and the counts of its items before round t of a game up to the horizon."""

    attraction: tuple
    examination: tuple
    t: int
    horizon: int
    clicks: tuple
    plays: tuple

    def estimates(self):
        """θ̂ of each item."""
        seen = views(self.plays, self.examination)
        return [sum(s) / v for s, v in zip(self.clicks, seen, strict=True)]

    def bonuses(self, t):
        """B_{t,k} of each item, or B⁺ with the horizon for t."""
        budget = RATE * math.log(t)
        seen = views(self.plays, self.examination)
        return [math.sqrt(sum(n) * budget / 2) / v for n, v in zip(self.plays, seen, strict=True)]

    def chosen(self):
        """PBM-UCB's list."""
        pairs = zip(self.estimates(), self.bonuses(self.t), strict=True)
        return top([estimate + bonus for estimate, bonus in pairs], len(self.examination))

    def missed(self):
        """The items whose estimate is off by more than their bonus."""
        rows = zip(self.estimates(), self.attraction, self.bonuses(self.t), strict=True)
        return {k for k, (near, theta, bonus) in enumerate(rows) if abs(near - theta) > bonus}

    def gap(self, action):
        """Δ of a list."""
        return regret_bounds.gap(action, self.attraction, self.examination)

    def reach(self, action, t):
        """Σ κ_l B_{t,k} over the items of a list, or with B⁺ for the horizon."""
        bonus = self.bonuses(t)
        return sum(k * bonus[item] for k, item in zip(self.examination, action, strict=True))

    def in_f(self, action, factor=2):
        """The event F_t, 0 < Δ <= 2 Σ κ_l B⁺; the appendix omits the 2 at one place."""
        return 0 < self.gap(action) <= factor * self.reach(action, self.horizon)

    def rare(self, action, places, factor=8):
        """The items shown at most 8 (1 + ε) log T (κ_1 + … )² / (κ_L Δ)² times before.

        The sum runs over the first so many positions, all of them for the set S_t and l of them in H_t.
        """
        ratio = sum(self.examination[:places]) / (self.examination[-1] * self.gap(action))
        limit = factor * RATE * math.log(self.horizon) * ratio**2
        return {item for item in action if sum(self.plays[item]) <= limit}


def tables(count: int, seed=9) -> Iterator[Table]:
    """Problems and counts at which to test statements about one round.

    Small games in full, then random tables with up to ten thousand plays per position, whose clicks
    are near the truth or far from it.
    """
    for attraction, examination, rounds in SMALL_GAMES:
        rule = pbm_ucb(len(attraction), examination, EPSILON)
        for now in situations(attraction, examination, rounds, rule):
            if now.t > len(attraction):
                yield Table(attraction, examination, now.t, rounds, now.clicks, now.plays)
    rng = np.random.default_rng(seed)
    for _ in range(count):
        attraction = sorted(rng.uniform(0.02, 0.98, 4).tolist(), reverse=True)
        examination = sorted(rng.uniform(0.2, 1.0, 2).tolist(), reverse=True)
        means = np.outer(attraction, examination)
        plays = np.power(10, rng.uniform(0, 4, means.shape)).astype(int)
        noise = rng.normal(0, rng.choice(NOISE), means.shape) * np.sqrt(plays * means)
        clicks = np.clip(np.round(plays * means + noise), 0, plays).astype(int)
        t = int(plays.sum())
        vectors = tuple(attraction), tuple(examination)
        yield Table(*vectors, t, 2 * t, clicks.tolist(), plays.tolist())


def forced_round(n_items=16, n_positions=8) -> tuple[Table, tuple]:
    """The last of the first K rounds and its list, which shows only bad items and none of the good ones.

    Every display of the eight best items so far was clicked, none of the others', and all intervals
    hold.
    """
    rows = [in_turn(t, n_items, n_positions) for t in range(1, n_items + 1)]
    order = [*(k for k in range(n_items) if k not in rows[-1]), *rows[-1]]  # best first
    plays = [[sum(row[place] == k for row in rows[:-1]) for place in range(n_positions)] for k in order]
    clicks = [row if k < n_positions else [0] * n_positions for k, row in enumerate(plays)]
    attraction = (0.999,) * n_positions + (0.001,) * n_positions
    examination = tuple(1 - 1e-6 * place for place in range(n_positions))
    table = Table(attraction, examination, n_items, n_items, tuple(clicks), tuple(plays))
    return table, tuple(range(n_positions, n_items))


@check("pbm:initialisation", fewer=Twin(1))
def initialisation(case, fewer=0):
    once, everywhere = [], []
    for n_positions, n_items in combinations_with_replacement(range(1, 9), 2):
        rows = [in_turn(t, n_items, n_positions) for t in range(1, n_items + 1 - fewer)]
        once += [len(set(row)) == n_positions for row in rows]
        everywhere += [len({row[place] for row in rows}) == n_items for place in range(n_positions)]
    case.must("a list shows an item once", all(once))
    case.must("every item stands at every position", all(everywhere))
    n_items = len(FIGURE_1B)
    rows = [in_turn(t, n_items, len(EXAMINATION)) for t in range(1, n_items + 1)]
    lost = sum(regret_bounds.gap(row, FIGURE_1B, EXAMINATION) for row in rows)
    case.number("lost", "regret of these rounds in Figure 1(b)", lost)


@check("pbm:ucb-sorting", order=Twin(-1))
def ucb_sorting(case, order=1):
    rng = np.random.default_rng(4)
    gains = []
    for n_positions in sorted((1, 2, 3, 4) * 6):
        index = [Fraction(int(x), 7) for x in rng.integers(0, 12, 5)]
        scales = sorted(Fraction(int(x), 9) for x in rng.integers(1, 10, n_positions))[::-1]
        values = {
            action: sum(s * index[item] for s, item in zip(scales, action, strict=True))
            for action in permutations(range(5), n_positions)
        }
        shown = values[top(index, n_positions)[::order]]
        gains += [value - shown for value in values.values()]
    most = max(0, *gains)
    case.must("largest gain over the sorted list is 0, its own", max(gains) == 0, gain=most)
    case.number("lists", "lists compared", len(gains))


def broken_path(rounds, event="the items shown", every=4):
    """Both sides of Fact 17 on one path: K = 2, L = 1, κ = 9/10, θ = (8/10, 3/10).

    The first item is never clicked, the second at every fourth display, so its interval holds.
    The left side counts the rounds in which no interval fails, of the items shown or of all.
    """
    clicks, plays = [[0], [0]], [[1], [1]]
    left = right = 0.0
    for t in range(3, rounds + 1):
        table = Table((0.8, 0.3), (0.9,), t, rounds, clicks, plays)
        action = table.chosen()
        lost = table.gap(action)
        looked_at = action if event == "the items shown" else range(2)
        if lost > 0 and table.missed().isdisjoint(looked_at):
            left += lost
        if table.in_f(action):
            right += lost
        for item in action:
            plays[item][0] += 1
            clicks[item][0] += item == 1 and plays[item][0] % every == 0
    return left, right


@check(
    "pbm:fact-17",
    event=Twin("all items", "holds"),
    factor=[Twin(1.5), Twin(1.5, step="fact-17-factor")],
    where=Twin("all"),
    printed=Twin(2, "holds", "fact-17-factor"),
)
def fact_17(case, event="the items shown", factor=2, where="after the first K", printed=1):
    rounds = 2000
    left, right = broken_path(rounds, event)
    case.printed("Fact 17 on the path", left <= right, left=left)
    case.number("right", "right side on the path", right)
    case.number("rounds", "rounds of the path", rounds)
    first, forced = forced_round()
    shown = [(first, forced)] if where == "all" else []  # with a gap, where all intervals hold
    for table in tables(2000):
        action = table.chosen()
        if not table.missed() and table.gap(action) > 1e-12:
            shown.append((table, action))
    outside, short = (sum(not table.in_f(a, each) for table, a in shown) for each in (factor, printed))
    case.must("no list shown is outside F where all intervals hold", outside == 0, outside=outside)
    case.must(f"more than {MANY} such situations", len(shown) > MANY, applies=len(shown))
    case.must(
        "a list of the first K rounds need not be in F, though all intervals hold",
        not first.missed() and not first.in_f(forced),
        forced=first.gap(forced),
    )
    case.number("reached", "its 2 Σ κ B⁺", 2 * first.reach(forced, first.horizon))
    step = case.step("fact-17-factor")
    step.printed("no gap is above Σ κ B⁺", short == 0, short=short)
    step.must("no gap is above 2 Σ κ B⁺", outside == 0, beyond=outside)
    now = sum(table.gap(action) > factor * table.reach(action, table.t) for table, action in shown)
    step.must("nor above 2 Σ κ B, which is less", now == 0)
    step.number("situations", "situations", len(shown))


def at_limit(n_positions, places, factor, more, best=0.9, rest=0.5, horizon=10**6):
    """A list whose items were shown at least as often as G and H allow, each at the last position.

    The first `places` - 1 of them were shown as often as H allows, the others as often as G allows.
    Examinations are equal, which is the worst case.
    """
    attraction, examination = [best] * n_positions + [rest], [float(EXAMINATION[0])] * n_positions
    action = (*range(n_positions)[:-1], n_positions)
    ratio = 1 / (examination[-1] * regret_bounds.gap(action, attraction, examination))
    level = factor * RATE * math.log(horizon) * ratio**2
    few, many = (math.floor(level * sum(examination[:last]) ** 2) + more for last in (places, n_positions))
    unseen = [0] * (n_positions - 1)
    rows = [[*unseen, few if item < places - 1 else many] for item in range(n_positions + 1)]
    return Table(attraction, examination, horizon, horizon, rows, rows), action


AT_LIMITS = (2, 1), (2, 2), (400, 20)
"""Positions and l of the lists at the limits of G and H."""


@check("pbm:appendix-d-inclusion", factor=Twin(7))
def appendix_d_inclusion(case, factor=8):
    a, last, lost, total = sympy.symbols("a kappa_L Delta s", positive=True)
    plays_at_limit = factor * a * total**2 / (last * lost) ** 2
    share = sympy.sqrt(2 * a) / last / sympy.sqrt(plays_at_limit)
    case.zero("an item at the limit has 2B⁺ = Δ / 2s", share - lost / (2 * total))
    covered = [
        len(table.rare(action, len(action), factor)) >= places or bool(table.rare(action, places, factor))
        for table in tables(600)
        for action in permutations(range(len(table.attraction)), len(table.examination))
        if table.gap(action) > 1e-12 and table.in_f(action)
        for places in range(1, len(action) + 1)
    ]
    for n_positions, places in AT_LIMITS:
        (table, action), (less, _) = (at_limit(n_positions, places, factor, more) for more in (1, 0))
        rare, before = (each.rare(action, n_positions, factor) for each in (table, less))
        name = f"{n_positions} positions, l = {places}"
        case.must(f"just outside G, {name}", len(rare) < places)
        case.must(f"just outside H, {name}", not table.rare(action, places, factor))
        case.must(f"one showing less and all are in S, {name}", before == set(action))
        case.must(f"there not in F, {name}", not table.in_f(action))
        # each at the limit of its set: 2 Σ κ B⁺ has the part (l - 1) / 2l of Δ, and the others'
        of_h = Fraction(places - 1, 2 * places)
        edge = 2 / float(of_h + Fraction(n_positions - places + 1, 2 * n_positions))
        case.must(f"by how much, {name}", less.in_f(action, edge) and not table.in_f(action, edge))
    outside = covered.count(False)
    case.must("F ⊂ G ∪ H: none is outside", outside == 0, outside=outside)
    case.must(f"cases in F are more than {MANY}", len(covered) > MANY, cases=len(covered))


@cache
def worst_sum(constant, gaps, first):
    """Lemma 18's sum from n = first on if the largest gap that still counts is played always."""
    total, n = Fraction(0), first
    while counted := [g for g in gaps if n * g * g <= constant]:
        total, n = total + max(counted), n + 1
    return total


@check("pbm:lemma-18", fails="refuted", factor=Twin(Fraction(9, 5)), least=Twin(Fraction(1, 4)))
def lemma_18(case, factor=2, least=1):
    alone = worst_sum(Fraction(1, 4), (Fraction(1),), 0)
    n = sympy.Symbol("n", positive=True)
    # and 2 / (√n + √(n-1)) >= 1 / √n
    step = 2 * sympy.sqrt(n) - 2 * sympy.sqrt(n - 1) - 2 / (sympy.sqrt(n) + sympy.sqrt(n - 1))
    case.zero("the sum of 1 / √n telescopes", sympy.radsimp(step))
    rng = np.random.default_rng(18)
    later, ratios = [], []  # from the second display on, and from the first with Δ_max
    for _ in range(60):
        gaps = tuple(Fraction(int(x), 40) for x in rng.integers(3, 40, 4))
        constant = Fraction(int(rng.integers(1, 60)), 16)
        most = factor * constant / min(gaps)
        later.append(worst_sum(constant, gaps, 1) / most)
        ratios.append(worst_sum(constant, gaps, 0) / (most + max(gaps)))
    many = tuple(Fraction(x, 1000) for x in range(100, 1001))  # close to a continuum of gaps
    near = worst_sum(Fraction(2), many, 1) / (factor * Fraction(2) / min(many))
    case.reading("rounds in which the item has been shown before", max(*later, near) <= 1)
    case.reading("all rounds, the first showing included", alone <= Fraction(1, 2), sum=alone)
    case.must("with Δ_max more, the first showing included", max(ratios) <= 1, ratio=float(max(ratios)))
    c, low, high, x = sympy.symbols("C low high x", positive=True)
    root = sympy.integrate(sympy.sqrt(c / x), (x, c / high**2, c / low**2))
    whole = high + high * c / high**2 + root  # Δ_max + ∫ min(Δ_max, √(C / x))
    case.zero(
        "the sum from n = 0 on is 2C / Δ_min + Δ_max - C / Δ_max", whole - (2 * c / low + high - c / high)
    )
    for gaps in ((Fraction(1, 2),), (Fraction(1), Fraction(1, 2)), many):
        constant = least * max(gaps) ** 2
        share = worst_sum(constant, gaps, 0) / (2 * constant / min(gaps))
        case.must(f"the printed bound where C is at least Δ_max², {len(gaps)} gaps", share <= 1)
        case.must(f"an equality for one gap, {len(gaps)} gaps", (share == 1) == (len(gaps) == 1))
    # the constant of G_t is 8 (1 + ε) log T (Σκ)² / κ_L², and Δ_max is at most Σκ
    case.must("8 log 2 > 1", 8 * arb(2).log() > 1)
    case.number("printed", "printed bound", Fraction(1, 2))
    case.number("near", "largest ratio from the second showing on, 901 gaps", float(near))


@check("pbm:lemma-18-smallest-gap", printed=Twin("item L", "holds"), outside=Twin(False))
def lemma_18_smallest_gap(case, printed="all k ≤ L", outside=True):
    theta, scales = sympy.symbols("t1:6"), (*sympy.symbols("k1:4"), sympy.Integer(0))
    coefficients, differences = [], []
    for action in permutations(range(5), 3):
        lost = sum(scales[p] * (theta[p] - theta[item]) for p, item in enumerate(action))
        for i, j in product(range(1, 4), range(1, 5)):  # i ≤ L and j < K
            coefficients.append(min(i, j) - sum(item < j for item in action[:i]))
            lost -= coefficients[-1] * (scales[i - 1] - scales[i]) * (theta[j - 1] - theta[j])
        differences.append(sympy.expand(lost))
    case.must("c_ij ≥ 0", min(coefficients) == 0)
    case.zero("the decomposition of a gap", *differences)
    rng = np.random.default_rng(181)
    wrong, printed_wrong = 0, []
    for n_items, n_positions in SIZES * 12:
        high = rng.choice([Fraction(x, 100) for x in range(1, 100)], n_items, replace=False)
        far = rng.choice([Fraction(x, 40) for x in range(1, 40)], n_positions, replace=False)
        problem = sorted(high)[::-1], sorted(far)[::-1]
        for item in range(n_items):
            least = min(
                regret_bounds.gap(action, *problem)
                for action in permutations(range(n_items), n_positions)
                if item in action and action != tuple(range(n_positions))
            )
            printed_gap = permutation_gap(*problem)
            ours = smallest_gap(item, *problem) if outside or item >= n_positions else printed_gap
            wrong += least != ours
            if item < n_positions and (printed == "all k ≤ L" or item == n_positions - 1):
                printed_wrong.append(least != printed_gap)
    case.must("the repaired smallest gap, nowhere wrong", wrong == 0, wrong=wrong)
    case.printed(
        "the printed smallest gap, wrong in no random problem (items × problems)",
        not any(printed_wrong),
        printed_wrong=Share(sum(printed_wrong), len(printed_wrong)),
    )
    example = [Fraction(x, 100) for x in (90, 50, 30, 29, 10)], EXAMINATION
    printed_gap, true = permutation_gap(*example), smallest_gap(0, *example)
    label = "printed smallest gap (θ = .9, .5, .3, .29, .1; κ = .9, .6, .3)"
    case.number("printed", label, printed_gap)
    case.number("true", "true smallest gap", true)
