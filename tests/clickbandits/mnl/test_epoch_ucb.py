"""Epoch-UCB and its variants agree with plain versions."""

import math
from functools import partial

import numpy as np
import pytest

from clickbandits.compiled import compiled
from clickbandits.mnl.epoch_ucb import EPOCH_UCB, EPOCH_UCB_SHARP, EPOCH_UCB_W, epoch_ucb

from .epochs import assert_agreement, placed


def index(clicks, exposure, level, radius):
    """The index by the published formulas, and by the sharp radius as the smaller of two upper bounds."""
    if exposure == 0:
        return math.inf
    mean = clicks / exposure
    if radius == "sharp":
        # The larger root of α - 2 √(c/Λ) √α - mean = 0, and its value at α = 1 under the root.
        root = math.sqrt(level / exposure) + math.sqrt(level / exposure + mean)
        return min(root**2, mean + math.sqrt(4 * level / exposure))
    factor = 48 if radius == "weak" else 4
    adaptive = math.sqrt(factor * min(1, 2 * mean) * level / exposure)
    return mean + adaptive + factor * level / exposure


def law(epoch, clicks, plays, *, examination, radius, clip=False):
    n_items = len(clicks)
    level = max(0, math.log(n_items * epoch**2 / 2))
    if radius == "weak":
        level = math.log(math.sqrt(n_items) * epoch + 1)
    exposure = plays @ examination
    values = [index(*both, level, radius) for both in zip(clicks.sum(axis=1), exposure, strict=True)]
    if clip:
        values = [min(value, 1) if value < math.inf else value for value in values]
    return placed(values, examination)


@pytest.mark.parametrize(
    ("policy", "radius", "clip"),
    [
        (EPOCH_UCB, "printed", False),
        (EPOCH_UCB_SHARP, "sharp", False),
        (EPOCH_UCB_W, "weak", False),
        (epoch_ucb(clip=True), "printed", True),
    ],
)
def test_mean_regret_is_exact(policy, radius, clip):
    for attraction, examination, horizon in (
        ([1.0, 0.1], np.array([0.5]), 9),
        ([0.9, 0.2, 0.4], np.array([0.3, 1.0]), 6),
    ):
        plain = partial(law, examination=examination, radius=radius, clip=clip)
        assert_agreement(policy, plain, attraction, examination, horizon)


@pytest.mark.parametrize("radius", ["printed", "sharp", "weak"])
def test_the_index_is_the_formula(radius):
    rng, examination = np.random.default_rng(1), np.array([0.5, 1.0, 0.75])
    policy = epoch_ucb(radius)
    state = policy.start(5, 3, examination, 100, rng)
    action, clicks = np.zeros((2, 3), dtype=np.int64)
    counts, plays = np.zeros((2, 5, 3))
    choose, update = compiled(policy.choose), compiled(policy.update)
    for epoch in range(1, 60):
        choose(state, 0, action, rng)
        assert list(action) == law(epoch, counts, plays, examination=examination, radius=radius)
        clicks[:] = rng.geometric(0.6, 3) - 1
        counts[action, range(3)] += clicks
        plays[action, range(3)] += 1
        update(state, 0, action, clicks, 1, rng)


def test_parameters_are_checked_and_named():
    assert epoch_ucb("weak", log_of="Jl²/2").id == "Epoch-UCB-W(log of Jl²/2)"
    assert epoch_ucb("printed", log_of="Jl²/2").id == EPOCH_UCB.id == "Epoch-UCB"
    with pytest.raises(ValueError, match="radius must be one of printed, sharp, weak; got 'x'"):
        epoch_ucb("x")
    with pytest.raises(ValueError, match="log_of must be"):
        epoch_ucb(log_of="l")
