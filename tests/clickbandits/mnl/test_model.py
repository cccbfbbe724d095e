"""The multinomial logit click model: its law, its epochs, its border."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2, nbinom

from clickbandits.core import UNTIL_NO_CLICK
from clickbandits.kept import kept
from clickbandits.mnl import MODEL, problem
from clickbandits.mnl.model import optimal_action

PROBLEM = problem([0.9, 0.2, 0.5], [0.6, 1.0])
ACTION = np.array([2, 0])
WEIGHTS = np.array([0.3, 0.9])
draw = kept(MODEL.draw)


def drawn(n_rounds, limit, repeats, seed):
    """Rounds played and clicks of repeated stretches, shape (repeats, 3)."""
    rng, clicks = np.random.default_rng(seed), np.zeros(2, dtype=np.int64)
    return np.array(
        [(draw(*PROBLEM, ACTION, n_rounds, limit, rng, clicks), *clicks) for _ in range(repeats)]
    )


def chi_square_fits(observed, probabilities):
    """Whether counts fit a law at a false-alarm rate of 1e-6; cells below 5 are pooled."""
    probabilities = np.asarray(probabilities)
    expected = probabilities * observed.sum()
    small = expected < 5
    observed = np.append(observed[~small], observed[small].sum())
    expected = np.append(expected[~small], expected[small].sum())
    filled = expected > 0
    statistic = ((observed - expected)[filled] ** 2 / expected[filled]).sum()
    return statistic < chi2.isf(1e-6, filled.sum() - 1)


def test_reward_and_best_list():
    total = 0.6 * 0.5 + 1.0 * 0.9
    assert MODEL.reward(*PROBLEM, ACTION) == pytest.approx(total / (1 + total), rel=1e-15)
    best = max(
        MODEL.reward(*PROBLEM, np.array(shown)) for shown in itertools.permutations(range(3), 2)
    )
    assert MODEL.optimal_reward(PROBLEM) == best
    assert optimal_action(PROBLEM).tolist() == [2, 0]


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.floats(0.01, 1), min_size=4, max_size=5),
    st.lists(st.floats(0.01, 1), min_size=1, max_size=4),
)
def test_no_list_beats_the_best_one(attraction, examination):
    game = problem(attraction, examination)
    lists = itertools.permutations(range(len(attraction)), len(examination))
    best = max(MODEL.reward(*game, np.array(shown)) for shown in lists)
    assert MODEL.optimal_reward(game) == pytest.approx(best, rel=1e-14)


def test_rounds_are_multinomial():
    table = drawn(3, 100, 20_000, seed=1)
    assert (table[:, 0] == 3).all()
    none = 1 / (1 + WEIGHTS.sum())
    shares = np.array([none, *(WEIGHTS * none)])
    cells = [(a, b) for a in range(4) for b in range(4 - a)]
    law = [
        np.prod([shares[0] ** (3 - a - b), shares[1] ** a, shares[2] ** b])
        * (6 / np.prod([float(np.prod(range(1, n + 1))) for n in (a, b, 3 - a - b)]))
        for a, b in cells
    ]
    assert sum(law) == pytest.approx(1)
    counts = np.array([((table[:, 1] == a) & (table[:, 2] == b)).sum() for a, b in cells])
    assert chi_square_fits(counts, law)


def test_an_epoch_has_geometric_clicks_and_one_round_without():
    table = drawn(UNTIL_NO_CLICK, 10**9, 20_000, seed=2)
    assert (table[:, 0] == table[:, 1:].sum(axis=1) + 1).all()
    for column, weight in ((1, WEIGHTS[0]), (2, WEIGHTS[1])):
        law = nbinom.pmf(np.arange(60), 1, 1 / (1 + weight))
        assert chi_square_fits(np.bincount(table[:, column], minlength=60)[:60], law)
    covariance = np.cov(table[:, 1], table[:, 2])[0, 1]
    assert abs(covariance - WEIGHTS.prod()) < 0.06  # 6 standard errors of about 0.01


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_a_cut_epoch_is_played_as_round_by_round(limit):
    """Against all sequences of at most `limit` rounds; false-alarm rate 1e-6 a case."""
    none = 1 / (1 + WEIGHTS.sum())
    law = {}
    for length in range(limit + 1):
        for places in itertools.product((0, 1), repeat=length):
            chance = np.prod([WEIGHTS[k] * none for k in places]) if length else 1.0
            rounds = limit if length == limit else length + 1
            cell = (rounds, places.count(0), places.count(1))
            law[cell] = law.get(cell, 0) + chance * (1 if length == limit else none)
    assert sum(law.values()) == pytest.approx(1)
    table = drawn(UNTIL_NO_CLICK, limit, 20_000, seed=3 + limit)
    counts = np.array([(table == np.array(cell)).all(axis=1).sum() for cell in law])
    assert counts.sum() == len(table)
    assert chi_square_fits(counts, list(law.values()))


def test_a_stretch_of_rounds_is_cut_at_the_limit():
    assert (drawn(5, 2, 50, seed=9)[:, 0] == 2).all()


def test_extreme_weights_neither_fail_nor_lose_clicks():
    game = problem([1.0, 1e-300, 1.0, 1e-17], [1.0, 1.0, 1e-16, 1.0])
    rng, clicks = np.random.default_rng(0), np.zeros(4, dtype=np.int64)
    for _ in range(200):
        played = draw(*game, np.array([0, 1, 2, 3]), UNTIL_NO_CLICK, 10**9, rng, clicks)
        assert clicks.sum() == played - 1


@pytest.mark.parametrize(
    "attraction, examination, words",
    [
        ([0.5, 0.0], [1.0], r"attraction must lie in \(0, 1\]; got 0.0 at item 2"),
        ([0.5, 0.2], [1.3], r"examination must lie in \(0, 1\]; got 1.3 at position 1"),
        ([0.5, np.nan], [1.0], "got nan at item 2"),
        ([0.5], [1.0, 0.5], "got 2 positions and 1 items"),
    ],
)
def test_the_border_names_rule_and_value(attraction, examination, words):
    with pytest.raises(ValueError, match=words):
        problem(attraction, examination)
