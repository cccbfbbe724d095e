"""Rank1ElimKL with the δ of its first author's public program."""

import math

import numpy as np
import pytest

from clickbandits.bernoulli import kl_lower, kl_upper
from clickbandits.compiled import compiled
from compendium.rank1.program import PROGRAM

CLICKS = 60, 20
"""The clicks of two rows in a stage of 100 rounds."""


def gap(t):
    """The distance between the two rows' intervals with δ = log t + log log t."""
    budget = (math.log(t) + math.log(math.log(t))) / 100
    return kl_lower(CLICKS[0] / 100, budget) - kl_upper(CLICKS[1] / 100, budget)


@pytest.mark.parametrize("t", [100, 500, 800, 900, 1000, 10**5])
def test_the_number_of_the_last_step_decides_who_leaves(t):
    state = PROGRAM.start(2, 1, np.ones(1), 100, np.random.default_rng(1))
    state.item_clicks[:] = CLICKS
    state.total[0], state.pulls[0], state.n_items[0], state.n_positions[0] = 100, 5, 2, 1
    compiled(PROGRAM.update)(state, t - 4, np.zeros(2, int), np.zeros(1, int), 5, None)
    assert (state.item_map[1] == 0) == (gap(t) >= 0)
    assert gap(500) > 0 > gap(1000)
