"""What PBM-UCB's analysis says of one round, for the checks of Appendix D."""

import math

import numpy as np

from clickbandits.pbm.regret_bounds import gap
from compendium.pbm.histories import pbm_ucb, situations, top, views

EPSILON = 0.01


def widths(plays, examination, t):
    """PBM-UCB's bonus B_{t,k} of each item."""
    budget = (1 + EPSILON) * math.log(t)
    seen = views(plays, examination)
    return [math.sqrt(sum(n) * budget / 2) / v for n, v in zip(plays, seen, strict=True)]


def errors(clicks, plays, attraction, examination):
    """|θ̂_k - θ_k| of each item."""
    seen = views(plays, examination)
    return [abs(sum(s) / v - theta) for s, v, theta in zip(clicks, seen, attraction, strict=True)]


def chosen(clicks, plays, examination, t):
    """PBM-UCB's list."""
    seen = views(plays, examination)
    wide = widths(plays, examination, t)
    index = [sum(s) / v + b for s, v, b in zip(clicks, seen, wide, strict=True)]
    return top(index, len(examination))


def in_f(action, plays, attraction, examination, horizon, factor=2):
    """The event F_t: 0 < Δ <= 2 Σ κ_l B⁺ (with 1 in place of 2 where the appendix forgets it)."""
    wide = widths(plays, examination, horizon)
    lost = gap(action, attraction, examination)
    reach = sum(scale * wide[item] for scale, item in zip(examination, action, strict=True))
    return 0 < lost <= factor * reach


def appendix_d_tables(count, seed=9):
    """Problems and counts at which to test statements about one round: (problem, t, counts).

    Small games in full, then random tables with up to ten thousand plays a position, whose clicks
    are near the truth or far from it.
    """
    for attraction, examination, rounds in (
        ((0.95, 0.05), (0.9,), 16),
        ((0.9, 0.5, 0.1), (0.9, 0.3), 6),
    ):
        rule = pbm_ucb(len(attraction), examination, EPSILON)
        for now in situations(attraction, examination, rounds, rule):
            if now.t > len(attraction):
                yield attraction, examination, now.t, rounds, now.clicks, now.plays
    rng = np.random.default_rng(seed)
    for _ in range(count):
        attraction = sorted(rng.uniform(0.02, 0.98, 4).tolist(), reverse=True)
        examination = sorted(rng.uniform(0.2, 1.0, 2).tolist(), reverse=True)
        plays = (10 ** rng.uniform(0, 4, (4, 2))).astype(int)
        means = np.outer(attraction, examination)
        noise = rng.normal(0, rng.choice([0.3, 1.0, 3.0]), (4, 2)) * np.sqrt(plays * means)
        clicks = np.clip(np.round(plays * means + noise), 0, plays).astype(int)
        t = int(plays.sum())
        yield attraction, examination, t, 2 * t, clicks.tolist(), plays.tolist()


def kept_intervals(clicks, plays, attraction, examination, t):
    """Whether every item's estimate is within its bonus: the complement of the repaired E_t."""
    off = errors(clicks, plays, attraction, examination)
    return all(e <= w for e, w in zip(off, widths(plays, examination, t), strict=True))


def rarely_shown(action, plays, attraction, examination, horizon, places):
    """Positions whose item was shown at most 8 (1 + ε) log T (κ_1 + … )² / (κ_L Δ)² times.

    The sum has the first so many positions: all of them for the set S_t, l of them in H_t.
    """
    lost = gap(action, attraction, examination)
    limit = 8 * (1 + EPSILON) * math.log(horizon)
    limit *= (sum(examination[:places]) / (examination[-1] * lost)) ** 2
    return [position for position, item in enumerate(action) if sum(plays[item]) <= limit]
