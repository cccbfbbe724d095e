"""The games of the race agree with those of the package's policies, list by list."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

HERE = Path(__file__).parent
POLICIES = ["PBM-UCB", "PBM-TS", "PBM-PIE", "greedy"]
INSTANCES = [
    ([0.45, 0.35, 0.25, 0.15, 0.05], [0.9, 0.6, 0.3]),
    ([0.95, 0.85, 0.75, 0.65, 0.55], [0.9, 0.6, 0.3]),
    ([0.2, 0.9, 0.2, 0.0], [0.3, 1.0]),  # the best position is not the first; ties
    ([0.6, 0.4], [0.5, 0.8]),  # every item is shown
    ([1.0, 1.0, 0.5], [1.0]),  # clicks are certain
    ([0.05, 0.04, 0.03, 0.02, 0.05, 0.01], [0.8, 0.4, 0.2, 0.1]),
]


def package_games(asked):
    """The lists, regret and clicks of games of the package."""
    reference = subprocess.run(
        [sys.executable, HERE / "package_games.py"],
        input=json.dumps(asked),
        env=dict(os.environ, NUMBA_DISABLE_JIT="1", PYTHONPATH=str(HERE.parents[1])),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(reference.stdout)


@pytest.fixture
def on_page(loaded):
    return loaded("explorer_formulas.js", "explorer_games.js")


def test_the_lists_and_the_regret_are_those_of_the_package(on_page):
    asked = [
        [policy, attraction, examination, [1, 10, 250], 7 * place, place]
        for place, (attraction, examination) in enumerate(INSTANCES)
        for policy in POLICIES
    ]
    asked += [[policy, *INSTANCES[0], [10, 1500], 2016, 3] for policy in POLICIES[:3]]
    found = on_page(f"""{json.dumps(asked)}.map(game => {{
        const {{ lists, regret }} = games.play(...game);
        return [Array.from(lists), regret];
    }})""")
    for game, (lists, regret), wanted in zip(asked, found, package_games(asked), strict=True):
        shown = np.reshape(lists, (-1, len(game[2])))
        np.testing.assert_array_equal(shown, wanted[0], err_msg=str(game))
        np.testing.assert_allclose(regret, wanted[1], rtol=1e-9, atol=1e-9, err_msg=str(game))


@pytest.mark.parametrize("law", ["PBM", "MNL"])
def test_a_policy_that_is_told_something_else_plays_as_in_the_package(on_page, law):
    told = [[0.6, 0.6], [0.8, 0.4], [0.96, 0.24]]
    asked = [
        ["PBM-UCB", [0.5, 0.4], [0.8, 0.4], [10, 700], i, i, 0, some, law] for i, some in enumerate(told)
    ]
    asked.append(["PBM-TS", *INSTANCES[0], [10, 300], 5, 1, 0, INSTANCES[0][1], law])
    found = on_page(f"""{json.dumps(asked)}.map(game => {{
        game[6] = null;
        const {{ regret, lists, clicks }} = games.play(...game);
        return [Array.from(lists), regret, Array.from(clicks)];
    }})""")
    for (lists, regret, clicks), wanted in zip(found, package_games(asked), strict=True):
        size = len(wanted[0][0])
        assert np.reshape(lists, (-1, size)).tolist() == wanted[0]
        assert np.reshape(clicks, (-1, size)).tolist() == wanted[2]
        np.testing.assert_allclose(regret, wanted[1], rtol=1e-12, atol=1e-12)


def test_visitors_who_are_drawn_beforehand_are_those_of_the_package(on_page):
    """The policies are the package's own; those of greedy's stretches are added in another order."""
    asked = [
        [policy, [0.8, 0.5, 0.1], [0.9, 0.4], list(range(1, 51)), seed, 2, 50]
        for seed in range(20)
        for policy in ("PBM-TS", "greedy")
    ]
    found = on_page(f"""{json.dumps(asked)}.map(([policy, theta, kappa, rounds, seed, game, count]) => {{
        const clicked = games.visitors(theta, kappa, count, seed, 1);
        const {{ lists, regret }} = games.play(policy, theta, kappa, rounds, seed, game, clicked);
        return [Array.from(lists), regret];
    }})""")
    for (lists, regret), wanted in zip(found, package_games(asked), strict=True):
        assert np.reshape(lists, (-1, 2)).tolist() == wanted[0]
        np.testing.assert_allclose(regret, wanted[1], rtol=1e-13, atol=1e-13)


def test_the_policies_are_those_that_are_compared(on_page):
    assert on_page("games.policies") == POLICIES


def test_the_random_numbers_are_uniform_and_differ_from_game_to_game(on_page):
    drawn = on_page("""[[0, 0], [0, 1], [1, 0], [9999, 7]].map(([seed, game]) => {
        const { random } = games.generator(seed, game);
        return Array.from({ length: 2000 }, random);
    })""")
    drawn = np.array(drawn)
    assert drawn.min() >= 0 and drawn.max() < 1
    # Each of the five tests has a false-alarm rate of 1 in 10,000.
    assert min(stats.kstest(row, "uniform").pvalue for row in drawn) > 1e-4
    assert stats.kstest(drawn.ravel(), "uniform").pvalue > 1e-4
    assert np.abs(np.corrcoef(drawn) - np.eye(4)).max() < 0.1


def test_the_draws_have_their_laws(on_page):
    """The draws have their distributions; with equal lists, the games then have those of the package."""
    normal, exponential = on_page("""(() => {
        const { normal, exponential } = games.generator(5, 0);
        return [normal, exponential].map(f => Array.from({ length: 10000 }, f));
    })()""")
    assert stats.kstest(normal, stats.norm().cdf).pvalue > 1e-4
    assert stats.kstest(exponential, stats.expon().cdf).pvalue > 1e-4


def test_every_order_of_the_labels_is_as_likely(on_page):
    orders = on_page("""Array.from({ length: 6000 }, (_, game) =>
        games.generator(1, game).permutation(3).join(""))""")
    counts = np.unique(orders, return_counts=True)[1]
    assert counts.size == 6 and stats.chisquare(counts).pvalue > 1e-4
