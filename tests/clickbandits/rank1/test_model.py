"""The rank-1 click model: its borders, and the law of its stretches."""

import numpy as np
import pytest
from scipy import stats

from clickbandits import rank1
from clickbandits.core import UNTIL_NO_CLICK
from clickbandits.kept import kept
from clickbandits.rank1.model import optimal_reward, reward

draw = kept(rank1.MODEL.draw)
PROBLEM = rank1.problem([0.2, 0.9, 1.0], [0.5, 1.0])


def stretch(item, position, n_rounds, limit, rng):
    clicks = np.full(1, -7, dtype=np.int64)
    played = draw(*PROBLEM, np.array([item, position]), n_rounds, limit, rng, clicks)
    return played, int(clicks[0])


@pytest.mark.parametrize(
    ("attraction", "examination", "message"),
    [
        ([0.5, 1.2], [1.0], r"attraction must lie in \[0, 1\]; got 1.2 at item 2"),
        ([0.5], [0.3, -0.1], r"examination must lie in \[0, 1\]; got -0.1 at position 2"),
        ([float("nan")], [0.3], "attraction must lie in"),
        ([], [0.3], "attraction must be a vector"),
        ([0.5], [[0.3]], "examination must be a vector"),
    ],
)
def test_bad_problems_are_refused(attraction, examination, message):
    with pytest.raises(ValueError, match=message):
        rank1.problem(attraction, examination)


def test_zeros_ties_and_any_sizes_are_problems():
    assert rank1.problem([0.0], [1.0, 1.0, 0.0]).examination.shape == (3,)


def test_model_states_its_sizes_and_rewards():
    assert (rank1.MODEL.action_size(PROBLEM), rank1.MODEL.clicks_size(PROBLEM)) == (2, 1)
    assert rank1.MODEL.permutes_positions
    assert reward(*PROBLEM, np.array([1, 0])) == 0.9 * 0.5
    assert optimal_reward(PROBLEM) == 1.0


def test_sure_clicks_never_end_before_the_limit():
    rng = np.random.default_rng(0)
    assert stretch(2, 1, UNTIL_NO_CLICK, 9, rng) == (9, 9)
    assert stretch(2, 1, 4, 9, rng) == (4, 4)
    assert stretch(2, 1, 40, 9, rng) == (9, 9)


def test_laws_of_both_stretches():
    """Chi-square against the binomial and the cut geometric law; false alarms below 2e-6."""
    rng = np.random.default_rng(20170319)
    n, limit, click = 20_000, 5, 0.45
    clicks = [stretch(1, 0, 6, 100, rng)[1] for _ in range(n)]
    expected = stats.binom.pmf(np.arange(7), 6, click) * n
    assert stats.chisquare(np.bincount(clicks, minlength=7), expected).pvalue > 1e-6

    stretches = [stretch(1, 0, UNTIL_NO_CLICK, limit, rng) for _ in range(n)]
    assert all(c == r - 1 or c == r == limit for r, c in stretches)
    clicks = np.bincount([c for _, c in stretches], minlength=limit + 1)
    expected = np.append((1 - click) * click ** np.arange(limit), click**limit) * n
    assert stats.chisquare(clicks, expected).pvalue > 1e-6
