"""The position-based model: validation, rewards, and the exact law of what it draws."""

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest
from scipy import stats

from clickbandits.core import UNTIL_NO_CLICK
from clickbandits.kept import kept
from clickbandits.pbm import MODEL, problem

FALSE_ALARM = 1e-6
"""Level of every test on random draws; their seeds are fixed."""


def drawn(example, action, n_rounds, limit, times, seed):
    rng = np.random.default_rng(seed)
    action, clicks = np.array(action), np.empty(len(action), dtype=np.int64)
    found, draw = Counter(), kept(MODEL.draw)
    for _ in range(times):
        rounds = draw(*example, action, n_rounds, limit, rng, clicks)
        found[(rounds, *clicks.tolist())] += 1
    return found


def law_until_no_click(chances, limit):
    """Probability of (rounds, clicks...) by playing round after round."""
    alive, ended = {(0,) * (1 + len(chances)): 1.0}, Counter()
    for _ in range(limit):
        grown = Counter()
        for state, weight in alive.items():
            for bits in product((0, 1), repeat=len(chances)):
                chance = np.prod([p if z else 1 - p for p, z in zip(chances, bits, strict=True)])
                after = (state[0] + 1, *(s + z for s, z in zip(state[1:], bits, strict=True)))
                (grown if any(bits) else ended)[after] += weight * chance
        alive = grown
    return ended + alive


def assert_law(found, law, times):
    """A chi-squared test at FALSE_ALARM, cells below five expected draws pooled."""
    assert set(found) <= {outcome for outcome, chance in law.items() if chance > 0}
    common = [outcome for outcome, chance in law.items() if chance * times >= 5]
    observed = [found[outcome] for outcome in common]
    expected = [law[outcome] * times for outcome in common]
    rest = times - sum(expected)
    if rest > 1e-6 * times:
        observed.append(times - sum(observed))
        expected.append(rest)
    statistic = sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))
    assert stats.chi2.sf(statistic, len(expected) - 1) > FALSE_ALARM


@pytest.mark.parametrize("limit", [1, 4])
def test_draws_until_no_click(limit):
    example = problem([0.5, 0.2, 0.9, 0.4], [0.9, 0.6, 0.8])
    chances = [0.9 * 0.5, 0.6 * 0.4, 0.8 * 0.2]
    law = law_until_no_click(chances, limit)
    assert sum(law.values()) == pytest.approx(1)
    found = drawn(example, [0, 3, 1], UNTIL_NO_CLICK, limit, 20_000, seed=1)
    assert_law(found, law, 20_000)


def test_draws_one_round_and_many():
    example = problem([0.5, 0.2, 0.9], [0.9, 0.6])
    one = {(1, a, b): (0.81 if a else 0.19) * (0.3 if b else 0.7) for a in (0, 1) for b in (0, 1)}
    assert_law(drawn(example, [2, 0], 1, 9, 20_000, seed=2), one, 20_000)
    many = {
        (4, a, b): stats.binom.pmf(a, 4, 0.81) * stats.binom.pmf(b, 4, 0.3)
        for a in range(5)
        for b in range(5)
    }
    assert_law(drawn(example, [2, 0], 7, 4, 20_000, seed=3), many, 20_000)


def test_draws_at_the_borders():
    certain, silent = problem([1, 1], [1, 1]), problem([0, 0], [1, 0.5])
    assert drawn(certain, [0, 1], UNTIL_NO_CLICK, 6, 3, seed=4) == {(6, 6, 6): 3}
    assert drawn(silent, [0, 1], UNTIL_NO_CLICK, 6, 3, seed=5) == {(1, 0, 0): 3}
    assert drawn(certain, [0, 1], 1, 6, 3, seed=6) == {(1, 1, 1): 3}
    mixed = problem([1, 0], [1, 1])
    assert drawn(mixed, [0, 1], UNTIL_NO_CLICK, 5, 2, seed=7) == {(5, 5, 0): 2}


def test_optimal_reward_is_the_best_of_all_lists():
    rng = np.random.default_rng(8)
    for _ in range(20):
        example = problem(rng.random(5).round(1), rng.integers(1, 11, 3) / 10)
        rewards = [MODEL.reward(*example, np.array(a)) for a in permutations(range(5), 3)]
        assert MODEL.optimal_reward(example) == pytest.approx(max(rewards), abs=1e-14)


def test_sizes():
    example = problem([0.3, 0.2, 0.1], [0.5, 0.4])
    assert MODEL.action_size(example) == MODEL.clicks_size(example) == 2


@pytest.mark.parametrize(
    ("attraction", "examination", "message"),
    [
        ([0.5, 1.2], [0.5], r"attraction must lie in \[0, 1\]; got 1\.2 at item 2"),
        ([0.5, float("nan")], [0.5], r"attraction must lie in \[0, 1\]; got nan at item 2"),
        ([0.5, 0.4], [0.0], r"examination must lie in \(0, 1\]; got 0\.0 at position 1"),
        ([0.5, 0.4], [0.9, 1.3], r"examination must lie in \(0, 1\]; got 1\.3 at position 2"),
        ([0.5], [0.9, 0.8], r"at most as many positions as items; got 2 positions and 1 items"),
        ([[0.5]], [0.9], r"attraction must be a vector"),
        ([], [0.9], r"attraction must be a vector"),
    ],
)
def test_refuses_bad_problems(attraction, examination, message):
    with pytest.raises(ValueError, match=message):
        problem(attraction, examination)
