"""MNL-bandit and its assignment kernel agree with scipy and with a search over all lists."""

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from clickbandits.compiled import compiled
from clickbandits.mnl.assignment import assign, workspace
from clickbandits.mnl.mnl_bandit import MNL_BANDIT

from .epochs import assert_agreement


def total(value, action):
    return sum(value[item, position] for position, item in enumerate(action))


@settings(max_examples=150, deadline=None)
@given(st.integers(1, 7), st.integers(0, 5), st.integers(0, 10**6), st.booleans())
def test_the_assignment_is_scipys(n_positions, more, seed, ties):
    rng = np.random.default_rng(seed)
    shape = (n_positions + more, n_positions)
    value = rng.integers(0, 4, shape).astype(float) if ties else rng.normal(size=shape) * 10
    action = np.zeros(n_positions, dtype=np.int64)
    assign(value, action, workspace(*shape))
    assert len(set(action)) == n_positions
    best = value[linear_sum_assignment(value, maximize=True)].sum()
    assert total(value, action) == pytest.approx(best, abs=1e-9)


def index(clicks, plays, epoch, n_pairs):
    if plays == 0:
        return math.inf
    mean, level = clicks / plays, max(0, math.log(n_pairs * epoch**2 / 2))
    return mean + math.sqrt(4 * min(1, 2 * mean) * level / plays) + 4 * level / plays


def test_mean_regret_is_exact():
    """With one position, where only equal indices tie, the simulated mean regret is the exact one."""

    def law(epoch, clicks, plays):
        values = [index(*pair, epoch, 3) for pair in zip(clicks[:, 0], plays[:, 0], strict=True)]
        return [values.index(max(values))]

    assert_agreement(MNL_BANDIT, law, [0.9, 0.1, 0.5], np.array([0.8]), 9)


def test_an_epoch_shows_a_list_of_largest_total_index():
    rng = np.random.default_rng(3)
    state = MNL_BANDIT.start(4, 3, None, 100, rng)
    action, clicks = np.zeros((2, 3), dtype=np.int64)
    counts, plays = np.zeros((2, 4, 3))
    choose, update = compiled(MNL_BANDIT.choose), compiled(MNL_BANDIT.update)
    for epoch in range(1, 80):
        choose(state, 0, action, rng)
        values = np.array([[index(counts[j, k], plays[j, k], epoch, 12) for k in range(3)] for j in range(4)])
        fresh = np.isinf(values)

        def worth(shown, values=values, fresh=fresh):
            """Sort key that puts pairs without displays first, and then orders by the indices."""
            pairs = list(enumerate(shown))
            return (
                sum(fresh[item, k] for k, item in pairs),
                round(sum(values[item, k] for k, item in pairs if not fresh[item, k]), 9),
            )

        assert worth(action) == max(worth(shown) for shown in permutations(range(4), 3))
        clicks[:] = rng.geometric(0.7, 3) - 1
        counts[action, range(3)] += clicks
        plays[action, range(3)] += 1
        update(state, 0, action, clicks, 1, rng)
    assert (plays > 0).all()
