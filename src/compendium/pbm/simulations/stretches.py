"""Games in stretches, with their distribution in a small case, the bounds, and the steps of a game."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import sympy
from numba import njit
from sympy import Poly, Rational

from clickbandits.bernoulli import kl
from clickbandits.compiled import compiled
from clickbandits.core import Policy, Problem
from clickbandits.pbm import MODEL
from clickbandits.simulate import generator
from compendium.case import Twin, check

Counts = tuple[tuple[int, int], tuple[int, int]]
"""Clicks and failures of the leader and of the other item."""
BEGIN: Counts = ((2, 1), (0, 3))
ATTRACTION, SEEN, BARRIER = (Rational(3, 4), Rational(1, 4)), Rational(1, 2), Rational(2, 5)
LENGTH, ROUNDS = 2, 4
"""The rounds for which a bound holds, and those of the game."""
Q = sympy.Symbol("q")


@cache
def integral(clicks: int, failures: int) -> Poly:
    """The integral from 0 of the density q^S (1 - κq)^F, scaled to 1 on (0, 1)."""
    whole = Poly(Q**clicks * (1 - SEEN * Q) ** failures, Q, domain="QQ").integrate()
    return whole.mul_ground(1 / whole.eval(1))


@cache
def crosses(counts: tuple[int, int], item: int) -> Rational:
    """The probability that the leader (item 0) draws less, or the other item more, than the barrier."""
    below = integral(*counts).eval(BARRIER)
    return 1 - below if item else below


@cache
def other_wins(counts: Counts, crossing: tuple[bool, ...]) -> Rational:
    """The probability that just these items cross, and the other item's draw is larger."""
    leader, other = (integral(*own) for own in counts)
    if all(crossing):
        return crosses(counts[0], 0) * crosses(counts[1], 1)
    if not any(crossing):
        return Rational(0)
    begin, end = (0, BARRIER) if crossing[0] else (BARRIER, 1)
    both = (other.diff() * (leader - leader.eval(begin))).integrate()
    return both.eval(end) - both.eval(begin)


PATTERNS = tuple(product((False, True), repeat=2))


def clicked(counts: Counts, shown: int) -> Iterator[tuple[tuple[int, int], Counts, Rational]]:
    """Both outcomes of a round that shows an item, each with the counts after it and its probability."""
    for click in (0, 1):
        after = list(counts)
        after[shown] = (counts[shown][0] + click, counts[shown][1] + 1 - click)
        chance = SEEN * ATTRACTION[shown]
        yield (shown, click), (after[0], after[1]), chance if click else 1 - chance


def plain_law() -> dict[tuple, Rational]:
    """The probability of every history of the game in which every round draws both attractions."""
    law = {(): (BEGIN, Rational(1))}
    for _ in range(ROUNDS):
        longer = {}
        for history, (counts, chance) in law.items():
            other = sum(other_wins(counts, crossing) for crossing in PATTERNS)
            for shown, share in ((0, 1 - other), (1, other)):
                for seen, after, click in clicked(counts, shown):
                    longer[(*history, seen)] = (after, chance * share * click)
        law = longer
    return {history: chance for history, (_, chance) in law.items()}


class Stretches:
    """The same game in stretches, its distribution, and the largest probability of a mark that stands."""

    def __init__(self, failures: int, decided: str, rest: str) -> None:
        self.failures, self.decided, self.rest = failures, decided, rest
        self.law: dict[tuple, Rational] = defaultdict(lambda: Rational(0))
        self.most = Rational(0)
        self.begins: list[dict] = [{} for _ in range(ROUNDS)]  # by round: the counts and the probability
        self.begins[0][()] = BEGIN, Rational(1)
        for begins in self.begins:
            for history, (counts, chance) in begins.items():
                self.stretch(history, counts, chance)

    def stretch(self, history: tuple, counts: Counts, chance: Rational) -> None:
        """Bound both sides for `LENGTH` plays, draw the number of rounds without a mark, and go on."""
        (clicks, failures), other = counts
        bounds = crosses((clicks, failures + self.failures), 0), crosses(other, 1)
        unmarked = (1 - bounds[0]) * (1 - bounds[1])
        for rounds in range(LENGTH + 1):
            ends = rounds == LENGTH  # the bound, before any mark
            again = self.rest == "drawn again" and rounds > 1
            for before, reached, click in self.leader_rounds(history, counts, 1 if again else rounds):
                share = chance * click * unmarked**rounds
                if ends or again or len(before) == ROUNDS:
                    self.go_on(before, reached, share if ends else share * (1 - unmarked))
                else:
                    self.marked_round(before, counts, reached, bounds, share)

    def go_on(self, history: tuple, counts: Counts, chance: Rational) -> None:
        if len(history) == ROUNDS:
            self.law[history] += chance
        else:
            _, before = self.begins[len(history)].get(history, (counts, 0))
            self.begins[len(history)][history] = counts, before + chance

    def leader_rounds(self, history: tuple, counts: Counts, rounds: int) -> Iterator:
        """All clicks of rounds that show the leader, cut by the horizon."""
        if rounds == 0 or len(history) == ROUNDS:
            yield history, counts, Rational(1)
            return
        for seen, after, click in clicked(counts, 0):
            for *reached, chance in self.leader_rounds((*history, seen), after, rounds - 1):
                yield *reached, chance * click

    def marked_round(self, history: tuple, begin: Counts, counts: Counts, bounds: tuple, chance) -> None:
        """Decide the marks of a round that has one or two, and show the items that the draws rank first."""
        now = counts if self.decided == "with the present counts" else begin
        for marks, crossing in product(PATTERNS, PATTERNS):
            if not any(marks) or any(cross and not mark for cross, mark in zip(crossing, marks, strict=True)):
                continue
            share, given = chance, Rational(1)
            for item in (0, 1):
                stands = crosses(now[item], item) / bounds[item]
                self.most = max(self.most, stands)
                share *= bounds[item] if marks[item] else 1 - bounds[item]
                if marks[item]:
                    share *= stands if crossing[item] else 1 - stands
                true = crosses(counts[item], item)
                given *= true if crossing[item] else 1 - true
            other = other_wins(counts, crossing) / given
            for shown, part in ((0, 1 - other), (1, other)):
                for seen, after, click in clicked(counts, shown):
                    self.go_on((*history, seen), after, share * part * click)


@check(
    "pbm:stretches",
    failures=Twin(0),
    decided=Twin("with the counts of the first round"),
    rest=Twin("drawn again"),
)
def stretches(case, failures=LENGTH, decided="with the present counts", rest="kept"):
    """If the rest is drawn again, the caller shows one round, and only a mark in the next one is kept."""
    plain, game = plain_law(), Stretches(failures, decided, rest)
    equal = plain.keys() == game.law.keys() and all(plain[each] == game.law[each] for each in plain)
    case.must("every history has the same probability", equal, histories=len(plain))
    case.must("no mark stands with a probability above 1", game.most <= 1)
    case.number("other", "probability that item 2 is shown in round 1", float(other_first(plain)))


def other_first(law: dict[tuple, Rational]) -> Rational:
    return sum(chance for history, chance in law.items() if history[0][0] == 1)


SIDES = (  # examinations, clicks, failures by position, the leader's position or -1, deviations, plays
    ((0.9, 0.6, 0.02), 502, (600, 400, 298), 0, -4.0, 150),
    ((0.9, 0.6, 0.02), 502, (600, 400, 298), 0, 3.5, 100),
    ((0.9, 0.6, 0.02), 502, (600, 400, 298), 2, -3.0, 900),
    ((0.9, 0.6, 0.02), 890, (120, 10, 0), 0, -2.5, 6),
    ((0.9, 0.6, 0.02), 8, (27, 35, 20), -1, 3.0, 0),
    ((0.9, 0.6, 0.02), 0, (30, 40, 20), -1, 4.0, 0),
    ((1.0,), 30, (1970,), 0, -2.5, 40),
    ((1.0,), 3000, (30,), 0, 2.0, 25),
    ((0.01,), 3, (500,), 0, -1.5, 40),
)
GRID = np.linspace(0.0, 1.0, 100_001)[1:-1]


def log_density(q, clicks, failures, examination):
    return clicks * np.log(q) + sum(
        lost * np.log1p(-seen * q) for lost, seen in zip(failures, examination, strict=True)
    )


def side_gaps(side, rate: float, added: float) -> tuple[float, float, float]:
    """How far both conditions of a mark exceed certainty, and P(a mark stands) - P(crossing).

    The first two are logarithms, at most 0 if both are probabilities for all reachable counts. `rate` is
    the slope of the tangent over the true one, `added` the part of the plays that the corner contains.
    """
    examination, clicks, failures, position, z, plays = side
    density = log_density(GRID, clicks, failures, examination)
    weight = np.exp(density - density.max())
    mean = (weight * GRID).sum() / weight.sum()
    spread = math.sqrt((weight * (GRID - mean) ** 2).sum() / weight.sum())
    b = GRID[np.abs(GRID - mean - z * spread).argmin()]
    far = b > GRID if z < 0 else b < GRID
    corner, lost = clicks, list(failures)
    if position >= 0 and z < 0:
        lost[position] += added * plays
    elif position >= 0:
        corner += added * plays
    rise = log_density(GRID, corner, lost, examination) - log_density(b, corner, lost, examination)
    slope = corner / b - sum(f * k / (1 - k * b) for f, k in zip(lost, examination, strict=True))
    slope *= -np.sign(z) * rate
    knots = np.clip(mean + spread * np.arange(-2, 3), 0.02 * mean, mean + 0.98 * (1 - mean))
    knots = np.maximum(knots, b) if z < 0 else np.minimum(knots, b)
    heights = np.interp(knots, GRID, rise)
    near = (knots[0] <= GRID) & (knots[-1] >= GRID)
    secants = np.interp(GRID, knots, heights)
    step = np.diff(heights)
    means = np.divide(np.expm1(step), step, out=np.ones_like(step), where=step != 0)
    area = (np.diff(knots) * np.exp(heights[:-1]) * means).sum()
    p = 1 / (slope * area)
    worst_far, worst_near, difference = -math.inf, -math.inf, 0.0
    for played, share in product((0, plays // 2, plays), (0.0, 0.3, 1.0)):
        won, now = clicks + round(share * played), list(failures)
        if position >= 0:
            now[position] += played - round(share * played)
        ratio = log_density(GRID, won, now, examination) - log_density(b, won, now, examination)
        worst_far = max(worst_far, (ratio + slope * abs(GRID - b))[far].max())
        worst_near = max(worst_near, (secants - ratio)[near].max())
        mass = np.exp(ratio - ratio.max())
        away = np.trapezoid(np.where(far, np.exp(ratio), 0.0), GRID) * slope
        stands = away * np.trapezoid(np.where(near, np.exp(secants), 0.0), GRID)
        stands /= np.trapezoid(mass, GRID) * math.exp(ratio.max())
        difference = max(difference, abs(p * stands / (mass[far].sum() / mass.sum()) - 1))
    return worst_far, worst_near, difference


@check("pbm:stretch-marks", rate=Twin(1.1), added=Twin(0))
def stretch_marks(case, rate=1, added=1):
    gaps = np.array([side_gaps(side, rate, added) for side in SIDES])
    case.must("an exponential distance is kept with a probability", gaps[:, 0].max() < 1e-6)
    case.must("a posterior draw is kept with a probability", gaps[:, 1].max() < 1e-6)
    case.must("p · P(a mark stands) is P(crossing)", gaps[:, 2].max() < 2e-3, sides=len(SIDES))


@check("pbm:stretch-corner-beta", failures=Twin("κ"))
def stretch_corner_beta(case, failures="1 - κ"):
    """The failures max(Ñ - S, 0) of BC-MP-TS, between those of its corners after every number of plays."""
    inside = compared = 0
    for clicks, views, tenths, plays in product(range(4), range(0, 60, 7), range(1, 11), (1, 3)):
        seen, views = Rational(tenths, 10), Rational(views, 10)
        now = max(views - clicks, 0)
        drop = 1 - seen if failures == "1 - κ" else seen
        most, least = now + plays * seen, max(now - plays * drop, 0)
        for played in range(plays + 1):
            for won in range(played + 1):
                after = max(views + played * seen - clicks - won, 0)
                inside += bool(least <= after <= most)
                compared += 1
    case.must("failures after any clicks are between those of the corners", inside == compared)


def width(plays, views):
    return math.sqrt(plays / 2) / views


@check("pbm:ucb-certificate", least=Twin("at the end"), most=Twin("always at the beginning"))
def ucb_certificate(case, least="at either end", most="depends on the sign"):
    plays, views, seen, m = sympy.symbols("N V kappa m", positive=True)
    shape = sympy.log(sympy.sqrt(plays + m) / (views + m * seen))
    slope = views - 2 * seen * plays - seen * m
    sign = 2 * (plays + m) * (views + m * seen)
    case.zero("the sign of the derivative", sympy.diff(shape, m) * sign - slope)
    holds, compared = True, 0
    for n_plays, share, k, ahead in product((1, 5, 40), (0.05, 0.3, 0.9), (0.05, 0.3, 0.9), (1, 4, 9)):
        n_views, end = n_plays * share, n_plays * share + ahead * k
        low = min(width(n_plays, n_views), width(n_plays + ahead, end))
        if least == "at the end":
            low = width(n_plays + ahead, end)
        rises = n_views > 2 * k * n_plays and most != "always at the beginning"
        high = width(n_plays + ahead if rises else n_plays, n_views)
        for clicks in {0, n_plays // 2, n_plays}:
            bottom = clicks / end + low
            top = max(clicks / n_views, (clicks + ahead) / end) + high
            for played in range(ahead + 1):
                for won in range(played + 1):
                    now = n_views + played * k
                    index = (clicks + won) / now + width(n_plays + played, now)
                    holds &= bottom - 1e-9 <= index <= top + 1e-9
                    compared += 1
    case.must("the index after any clicks is between its bounds", holds, compared=compared)


def spent(rewards: float, choices: float, level: float) -> float:
    """N d(S / N, c), or 0 if the mean is not below the level."""
    mean = rewards / choices
    return choices * float(kl(mean, level)) if mean < level else 0.0


@check("pbm:rba-certificate", at=Twin("the beginning"))
def rba_certificate(case, at="the end"):
    choices, rewards, level = sympy.symbols("N S c", positive=True)
    total = rewards * sympy.log(rewards / (choices * level)) + (choices - rewards) * sympy.log(
        (choices - rewards) / (choices * (1 - level))
    )
    growth = sympy.log((choices - rewards) / (choices * (1 - level)))
    case.zero("growth in a choice without a click", sympy.diff(total, choices) - growth)
    fall = sympy.log(rewards / (choices * level)) - growth
    case.zero("change with the rewards", sympy.diff(total, rewards) - fall)
    bounded = True
    for n, c, ahead in product((1, 3, 20), (0.05, 0.4, 0.9), (1, 5, 8)):
        for s in {0, n // 3, n}:
            most = spent(s, n + ahead, c) if at == "the end" else spent(s, n, c)
            for played in range(ahead + 1):
                for won in range(played + 1):
                    bounded &= spent(s + won, n + played, c) <= most + 1e-9
    case.must("no clicks spend more than none at all", bounded)


@njit(nogil=True, inline="always")  # compiled with the functions of a policy, as `core.play` is
def _count(draw, choose, update, state, problem, rounds, action, clicks, rng, steps):
    """Play one game up to the last of some rounds, and fill in the steps up to each of them."""
    attraction, examination = problem
    t, reached, taken = np.int64(0), 0, 0
    while reached < rounds.size:
        wanted = choose(state, t, action, rng)
        played = draw(attraction, examination, action, wanted, rounds[-1] - t, rng, clicks)
        update(state, t, action, clicks, played, rng)
        t += played
        taken += 1
        while reached < rounds.size and rounds[reached] <= t:
            steps[reached] = taken
            reached += 1


def courses(policies: Sequence[Policy], problem: Problem, rounds: np.ndarray, seed: int) -> pd.DataFrame:
    """The steps (single rounds and stretches) of one game per policy, up to each of some rounds."""
    n_items, n_positions = problem.attraction.size, problem.examination.size
    parts = []
    for policy in policies:
        given = problem.examination * (1.0 if policy.knows_examination else np.nan)
        rng = generator(seed, 0, policy.id)
        state = policy.start(n_items, n_positions, given, int(rounds[-1]), rng)
        action, clicks = np.zeros((2, n_positions), dtype=np.int64)
        steps = np.zeros(rounds.size, dtype=np.int64)
        loop = compiled(_count, MODEL.draw, policy.choose, policy.update)
        loop(state, problem, rounds, action, clicks, rng, steps)
        parts.append(pd.DataFrame({"policy": policy.id, "rounds": rounds, "steps": steps}))
    return pd.concat(parts, ignore_index=True)


def gains() -> pd.DataFrame:
    """Processor time round by round over that in stretches, measured by `benchmarks/test_long_games.py`.

    `ratios.csv` has the numbers of one machine; copy them from the results of a new run.
    """
    measured = pd.read_csv(Path(__file__).with_name("ratios.csv"))
    table = measured.pivot(index=["policy", "problem"], columns="rounds", values="ratio")
    return table.rename(columns="{:,} rounds".format).round(1)
