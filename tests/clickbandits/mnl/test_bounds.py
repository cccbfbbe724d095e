"""The bounds on regret agree with exact values, and the inequalities in their proofs hold."""

import math
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clickbandits.experiments import Experiment, run
from clickbandits.mnl import bounds
from clickbandits.mnl.epoch_ucb import EPOCH_UCB
from clickbandits.mnl.model import MODEL, problem
from compendium.mnl.experiments import PROBLEMS
from compendium.mnl.regret_bounds.pairs_as_objects import object_bound

biases = st.lists(st.floats(0.01, 1), min_size=1, max_size=12)


def test_printed_bound_is_the_formula():
    value = bounds.printed_upper_bound(2, (1.0, 0.5), math.e)
    early = 9 * 3 + 14 * 2 * 2 / 0.5 * (2 + math.log(1))
    assert value == pytest.approx(2 * early + math.sqrt(192 * (math.log(2) + 2) * 2 * math.e * 2))


def test_upper_bound_by_hand():
    game = problem((1.0, 0.25), (1.0,))
    level, root = math.log(100), math.sqrt
    learning = 6 * root(level) * (2 * root(2 * 0.5 * 10) + 1.5)
    learning += (8 + 4 * root(2)) * level * 2 * (math.log(10 / 2) + 1)
    expected = 0.5 * (2 + bounds.invalid_epochs(2, 10)) + 0.5 * learning
    assert bounds.upper_bound(game, 10) == pytest.approx(expected, rel=1e-12)


def test_with_one_position_objects_are_items():
    game = problem((0.9, 0.5, 0.2), (1.0,))
    horizon = 3 * math.e**8
    gap = object_bound(game, horizon) - bounds.upper_bound(game, horizon)
    level = math.log(3 * horizon**2 / 2)
    # the only difference is log T + 1 in place of log(T/J) + 1
    assert gap * 1.9 == pytest.approx(bounds.LINEAR_TERM * level * 3 * math.log(3), rel=1e-9)


@given(biases, st.integers(1, 40), st.floats(2, 12))
@settings(max_examples=40)
def test_leading_term_does_not_depend_on_the_biases(examination, extra, power):
    game = problem([0.5] * (len(examination) + extra), examination)
    horizon = 10**power
    n_items, total = game.attraction.size, 0.5 * sum(examination)
    shape = math.sqrt(total) / (1 + total) ** 1.5
    leading = 12 * shape
    leading *= math.sqrt(n_items * horizon * math.log(n_items * horizon**2 / 2))
    assert leading <= bounds.upper_bound(game, horizon)
    assert shape <= bounds.LARGEST_SHAPE


def test_failures_are_summed_and_the_rest_is_bounded():
    short = [bounds.invalid_epochs(2, horizon) for horizon in (2, 10, 1000, 10**5)]
    assert short == sorted(short) and short[-1] < bounds.invalid_epochs(2, 10**12) < 7
    tail = np.arange(1e5 + 1, 2e6)
    assert ((8 * (0.75 * tail**0.25 + 1) + 2) / tail**2).sum() < 2e-3


@given(biases)
def test_flat_weight_is_between_its_bounds(examination):
    flat, total = bounds.flat_weight(examination), sum(examination)
    assert flat <= total * (1 + 1e-12)
    assert flat * (1 + math.log(len(examination))) >= total * (1 - 1e-12)
    assert 2 * flat >= sum(v * v for v in examination)
    rooms = [min(sorted(examination)[-m:]) * m for m in range(1, len(examination) + 1)]
    assert flat == pytest.approx(max(rooms))


@given(biases, st.integers(0, 30), st.floats(1, 9))
@settings(max_examples=50)
def test_lower_bound_is_attained_by_a_legal_problem(examination, extra, power):
    n_items, horizon = 4 * len(examination) + extra, 10**power
    found = bounds.lower_bound(n_items, examination, horizon)
    game = bounds.hard_problem(n_items, examination, horizon)
    assert 0 < found.value < bounds.worst_list(game, horizon)
    assert (game.attraction > found.base).sum() == len(examination) + 1
    scale = bounds.flat_weight(examination) / max(1.0, sum(examination))
    if horizon >= 1000 * n_items / scale:
        assert found.value >= math.sqrt(scale * n_items * horizon) / 10


def test_the_regret_identity_behind_the_lower_bound():
    scales = (Fraction(1), Fraction(1, 2), Fraction(1, 4))
    base, bonus, n_special = Fraction(1, 4), Fraction(1, 20), 2
    kinds = [2] * n_special + [1] * (3 - n_special + 1) + [0] * 4
    value = [base + kind * bonus for kind in kinds]
    best = sum(s * v for s, v in zip(scales, sorted(value, reverse=True), strict=False))
    for action in permutations(range(len(kinds)), 3):
        special = sum(s for s, i in zip(scales, action, strict=True) if kinds[i] == 2)
        plain = sum(s for s, i in zip(scales, action, strict=True) if kinds[i] == 0)
        shown = sum(s * value[i] for s, i in zip(scales, action, strict=True))
        assert best - shown == bonus * (sum(scales[:n_special]) - special + plain)
        cut = sum(min(s, scales[1]) for s, i in zip(scales, action, strict=True) if kinds[i] == 2)
        assert sum(scales[:2]) - special >= 2 * scales[1] - cut


def test_epoch_ucb_obeys_both_bounds_on_the_hard_problem():
    horizon = 4000  # the mean of 8 runs is 20 times the lower bound, with an error of 2 %
    game = bounds.hard_problem(16, (1.0, 0.5), horizon)
    regret = run(Experiment("test", MODEL, game, (EPOCH_UCB,), horizon, 8, 1, (horizon,)))
    mean = regret.mean(EPOCH_UCB.id)[-1]
    assert bounds.lower_bound(16, (1.0, 0.5), horizon).value < mean
    assert mean < min(bounds.upper_bound(game, horizon), bounds.worst_list(game, horizon))


def test_every_problem_of_the_paper_has_finite_bounds():
    for game in PROBLEMS.values():
        values = bounds.upper_bound(game, 1e4), object_bound(game, 1e4)
        assert np.isfinite(values).all() and values[0] < values[1]


@pytest.mark.parametrize("horizon", [0, 0.5, -3, math.nan, math.inf])
def test_a_horizon_below_one_round_and_too_few_items_are_refused(horizon):
    game = PROBLEMS["b"]
    for bound in (
        lambda: bounds.printed_upper_bound(4, game.examination, horizon),
        lambda: bounds.invalid_epochs(4, horizon),
        lambda: bounds.worst_list(game, horizon),
        lambda: bounds.upper_bound(game, horizon),
        lambda: bounds.lower_bound(4, game.examination, horizon),
        lambda: bounds.hard_problem(4, game.examination, horizon),
    ):
        with pytest.raises(ValueError, match="horizon must be a number from 1"):
            bound()
    with pytest.raises(ValueError, match="must outnumber positions; got 2 items, 2 positions"):
        bounds.lower_bound(2, (1.0, 0.5), 100)


def test_upper_bound_of_one_item_and_one_round_is_a_number():
    assert 0 <= bounds.upper_bound(problem([0.5], [1.0]), 1) < 1
