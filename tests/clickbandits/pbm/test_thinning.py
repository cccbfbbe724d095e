"""The bounds of Thompson sampling's stretches hold for all clicks, and decided marks are posterior draws."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

from clickbandits.compiled import compiled
from clickbandits.pbm.sampler import draw
from clickbandits.pbm.thinning import (
    ABOVE,
    BARRIER,
    BELOW,
    CENTRE,
    CHANCE,
    HEIGHT,
    KNOT,
    LEFT,
    N_KNOTS,
    PLACE,
    SLOPE,
    SPREAD,
    Counts,
    bound_side,
    decision,
    locate,
)
from clickbandits.pbm.ts import BC_MP_TS, PBM_TS

EXAMINATION = np.array([0.9, 0.6, 0.02])
T = 20_000


def log_density(q, posterior):
    """log π without its constant."""
    return posterior.clicks[0] * np.log(q) + sum(
        failures * np.log1p(-seen * q)
        for failures, seen in zip(posterior.failures[0], posterior.examination, strict=True)
    )


def counts(state):
    return Counts(*(getattr(state.posterior, name) for name in Counts._fields))


def bounded(policy, clicks, plays, position, side, z):
    """A state whose item 0 is a leader at a position, or not shown (-1), with a bound at z deviations."""
    state = policy.start(2, 3, EXAMINATION, T, np.random.default_rng(0))
    known = np.zeros((2, 2, 3))
    known[:, 0] = clicks, plays
    policy.from_counts(state, *known, EXAMINATION)
    thinning = state.thinning
    thinning.items[PLACE, 0] = position
    compiled(locate)(thinning, counts(state), 0)
    away = z * thinning.items[SPREAD, 0]
    thinning.sides[0, side, BARRIER] = thinning.items[CENTRE, 0] + (away if side == ABOVE else -away)
    compiled(bound_side)(thinning, counts(state), 0, side, T)
    return state


CASES = [  # clicks and plays by position, the leader's position, the side, deviations, clicks in a stretch
    (PBM_TS, [400, 100, 2], [1000, 500, 300], 0, BELOW, 4.0, 0.0),
    (PBM_TS, [400, 100, 2], [1000, 500, 300], 0, BELOW, 4.0, 0.3),
    (PBM_TS, [400, 100, 2], [1000, 500, 300], 0, ABOVE, 3.5, 1.0),
    (PBM_TS, [400, 100, 2], [1000, 500, 300], 2, BELOW, 3.0, 0.01),
    (PBM_TS, [880, 10, 0], [1000, 20, 0], 0, BELOW, 2.5, 0.9),
    (PBM_TS, [3, 5, 0], [30, 40, 20], -1, ABOVE, 3.0, 0.0),
    (PBM_TS, [0, 0, 0], [30, 40, 20], -1, ABOVE, 4.0, 0.0),
    (PBM_TS, [0, 0, 30], [0, 0, 2000], 2, BELOW, 2.5, 0.01),
    (BC_MP_TS, [400, 100, 2], [1000, 500, 300], 0, BELOW, 4.0, 0.0),
    (BC_MP_TS, [400, 100, 2], [1000, 500, 300], 1, ABOVE, 3.5, 1.0),
    (BC_MP_TS, [400, 100, 2], [1000, 500, 300], 2, BELOW, 3.0, 0.01),
    (BC_MP_TS, [3, 5, 0], [30, 40, 20], -1, ABOVE, 3.0, 0.0),
]


def after_plays(state, policy, position, n, share):
    """The posterior of item 0 after n plays as a leader with this share of clicks."""
    if position >= 0 and n > 0:
        action, clicks = np.ones(3, dtype=np.int64), np.zeros(3, dtype=np.int64)
        action[position], clicks[position] = 0, round(share * n)
        compiled(policy.update)(state, T, action, clicks, n, None)
    return state.posterior


def posterior_beyond(posterior, barrier, side):
    """The posterior's probability beyond a barrier, and the distribution function of a draw there."""
    q = np.linspace(0, 1, 2_000_001)[1:-1]
    height = log_density(q, posterior)
    density = np.exp(height - height.max())
    beyond = q < barrier if side == BELOW else q > barrier
    below = np.cumsum(np.where(beyond, density, 0.0))
    return density[beyond].sum() / density.sum(), lambda x: np.interp(x, q, below / below[-1])


@pytest.mark.parametrize(("policy", "clicks", "plays", "position", "side", "z", "share"), CASES)
def test_a_mark_that_stands_is_a_posterior_draw_beyond_the_barrier(
    policy, clicks, plays, position, side, z, share
):
    # Each of two comparisons fails by chance about once in a million times.
    state = bounded(policy, clicks, plays, position, side, z)
    about, rng = state.thinning.sides[0, side], np.random.default_rng(1)
    posterior = after_plays(state, policy, position, int(min(about[LEFT], T)), share)
    crossing, law = posterior_beyond(posterior, about[BARRIER], side)
    one, decide, marks, p = compiled(draw), compiled(decision), 20_000, about[CHANCE]
    draws = np.empty(marks)
    for mark in range(marks):
        x = one(posterior, 0, rng)
        draws[mark] = decide(state.thinning, counts(state), 0, side, x, rng)
    stand = draws > 0
    assert crossing <= p < 1
    error = np.sqrt(marks * crossing / p * (1 - crossing / p))
    assert abs(stand.sum() - marks * crossing / p) < 5 * error + 1
    assert stats.kstest(draws[stand], law).pvalue > 1e-6


@pytest.mark.parametrize(("policy", "clicks", "plays", "position", "side", "z"), [case[:6] for case in CASES])
def test_bounds_hold_for_all_clicks(policy, clicks, plays, position, side, z):
    state = bounded(policy, clicks, plays, position, side, z)
    about = state.thinning.sides[0, side]
    knots, heights = about[KNOT : KNOT + N_KNOTS], about[HEIGHT : HEIGHT + N_KNOTS]
    b, slope, toward = about[BARRIER], about[SLOPE], 1 if side == BELOW else -1
    x = np.linspace(knots[0], knots[-1], 10**6)
    area = np.trapezoid(np.exp(np.interp(x, knots, heights)), x)
    assert about[CHANCE] == pytest.approx(1 / (slope * area), rel=1e-6)
    assert (toward * (knots - b) >= 0).all() and slope > 0
    far = b - toward * np.linspace(0, 8 / slope, 1000)[1:]
    far, near = far[(far > 0) & (far < 1)], np.linspace(knots[0], knots[-1], 1000)
    n = int(min(about[LEFT], T))
    for played, share in product((0, n // 3, n), (0.0, 0.1, 0.5, 0.9, 1.0)):
        again = bounded(policy, clicks, plays, position, side, z)
        reached = after_plays(again, policy, position, played, share)
        at_b = log_density(b, reached)
        assert (log_density(far, reached) - at_b <= -slope * abs(far - b) + 1e-9).all()
        assert (log_density(near, reached) - at_b >= np.interp(near, knots, heights) - 1e-9).all()
