"""The three click models have the exact distribution of draws, rewards, and edge cases."""

import math
from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest
from scipy import stats

from clickbandits import mnl, pbm, rank1
from clickbandits.compiled import compiled
from clickbandits.core import UNTIL_NO_CLICK
from clickbandits.mnl.model import optimal_action

FALSE_ALARM = 1e-6
"""The level of every test on random draws; the seeds are fixed."""

MODELS = {"pbm": pbm.MODEL, "rank1": rank1.MODEL, "mnl": mnl.MODEL}
GAMES = {  # a problem, and the action that is shown
    "pbm": (pbm.problem([0.5, 0.2, 0.9, 0.4], [0.9, 0.6, 0.8]), (0, 3, 1)),
    "rank1": (rank1.problem([0.2, 0.9, 1.0], [0.5, 1.0]), (1, 0)),
    "mnl": (mnl.problem([0.9, 0.2, 0.5], [0.6, 1.0]), (2, 0)),
}
every_model = pytest.mark.parametrize("name", MODELS)


def one_round(name):
    """The probability of each outcome of a round, from the definition of the model."""
    (attraction, examination), action = GAMES[name]
    if name == "rank1":
        chance = attraction[action[0]] * examination[action[1]]
        return {(0,): 1 - chance, (1,): chance}
    weights = [seen * attraction[item] for seen, item in zip(examination, action, strict=True)]
    if name == "pbm":
        return {
            bits: math.prod(p if bit else 1 - p for bit, p in zip(bits, weights, strict=True))
            for bits in product((0, 1), repeat=len(weights))
        }
    total = 1 + sum(weights)
    clicked = {tuple(row): w / total for row, w in zip(np.eye(2, dtype=int), weights, strict=True)}
    return {(0, 0): 1 / total} | clicked


def law(name, n_rounds, limit):
    """The probability of each (rounds, clicks, ...) of a stretch, from one round after the other."""
    until, one = n_rounds == UNTIL_NO_CLICK, one_round(name)
    alive, ended = {(0,) * (1 + len(next(iter(one)))): 1.0}, Counter()
    for _ in range(limit if until else min(n_rounds, limit)):
        grown = Counter()
        for state, weight in alive.items():
            for clicks, chance in one.items():
                after = (state[0] + 1, *(a + b for a, b in zip(state[1:], clicks, strict=True)))
                (ended if until and not any(clicks) else grown)[after] += weight * chance
        alive = grown
    return ended + alive


def drawn(model, game, action, n_rounds, limit, times=1, seed=0):
    rng, draw, found = np.random.default_rng(seed), compiled(model.draw), Counter()
    action, clicks = np.array(action), np.full(model.clicks_size(game), -7)
    for _ in range(times):
        rounds = draw(*game, action, n_rounds, limit, rng, clicks)
        found[(rounds, *clicks.tolist())] += 1
    return found


@pytest.mark.parametrize(
    ("name", "n_rounds", "limit"),
    [
        *product(MODELS, [1], [9]),
        *product(MODELS, [3, 7], [4]),
        *product(MODELS, [UNTIL_NO_CLICK], [1, 2, 4]),
        ("rank1", UNTIL_NO_CLICK, 10**9),
        ("mnl", UNTIL_NO_CLICK, 10**9),
    ],
)
def test_a_stretch_has_the_law_of_its_rounds(name, n_rounds, limit):
    """A stretch has the distribution of its single rounds.

    The chi-squared test pools outcomes with fewer than five expected draws.
    """
    times, chances = 20_000, law(name, n_rounds, min(limit, 80))
    assert sum(chances.values()) == pytest.approx(1)
    found = drawn(MODELS[name], *GAMES[name], n_rounds, limit, times, seed=limit % 97 + n_rounds)
    assert set(found) <= set(chances)
    common = [outcome for outcome, chance in chances.items() if chance * times >= 5]
    observed = [found[outcome] for outcome in common]
    expected = [chances[outcome] * times for outcome in common]
    rest = times - sum(expected)
    if rest > 1e-6 * times:
        observed.append(times - sum(observed))
        expected.append(rest)
    statistic = sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))
    assert stats.chi2.sf(statistic, len(expected) - 1) > FALSE_ALARM


def test_sure_clicks_end_at_the_limit_and_silence_at_once():
    sure, silent = pbm.problem([1, 1], [1, 1]), pbm.problem([0, 0], [1, 0.5])
    mixed, pairs = pbm.problem([1, 0], [1, 1]), GAMES["rank1"][0]
    for model, game, action, n_rounds, limit, outcome in (
        (pbm.MODEL, sure, (0, 1), UNTIL_NO_CLICK, 6, (6, 6, 6)),
        (pbm.MODEL, silent, (0, 1), UNTIL_NO_CLICK, 6, (1, 0, 0)),
        (pbm.MODEL, sure, (0, 1), 1, 6, (1, 1, 1)),
        (pbm.MODEL, mixed, (0, 1), UNTIL_NO_CLICK, 5, (5, 5, 0)),
        (rank1.MODEL, pairs, (2, 1), UNTIL_NO_CLICK, 9, (9, 9)),
        (rank1.MODEL, pairs, (2, 1), 4, 9, (4, 4)),
        (rank1.MODEL, pairs, (2, 1), 40, 9, (9, 9)),
    ):
        assert drawn(model, game, action, n_rounds, limit, 3) == {outcome: 3}


def test_extreme_weights_neither_fail_nor_lose_clicks():
    game = mnl.problem([1.0, 1e-300, 1.0, 1e-17], [1.0, 1.0, 1e-16, 1.0])
    for played, *clicks in drawn(mnl.MODEL, game, range(4), UNTIL_NO_CLICK, 10**9, 200):
        assert sum(clicks) == played - 1


@every_model
def test_rewards_are_mean_clicks_and_the_optimal_one_is_the_best_of_all_actions(name):
    model, (game, action) = MODELS[name], GAMES[name]
    mean = sum(chance * sum(clicks) for clicks, chance in one_round(name).items())
    assert model.reward(*game, np.array(action)) == pytest.approx(mean, rel=1e-14)
    assert model.action_size(game) == len(action)
    rng = np.random.default_rng(8)
    for coarse in [True, False] * 20:  # many ties, or none
        sizes = rng.integers(1, 11, 8) / 10 if coarse else rng.uniform(0.01, 1, 8)
        game = model.problem(sizes[:5], sizes[5:])
        actions = product(range(5), range(3)) if name == "rank1" else permutations(range(5), 3)
        rewards = [model.reward(*game, np.array(shown)) for shown in actions]
        assert model.optimal_reward(game) == pytest.approx(max(rewards), rel=1e-14)


def test_what_only_one_model_has():
    assert optimal_action(GAMES["mnl"][0]).tolist() == [2, 0]
    assert [model.permutes_positions for model in MODELS.values()] == [False, True, False]
    assert rank1.problem([0.0], [1.0, 1.0, 0.0]).examination.shape == (3,)  # more positions than items


def test_every_list_of_a_problem():
    theta, kappa = (0.2, 0.7, 0.45), (0.3, 0.9)
    game = pbm.problem(theta, kappa)
    clicks = {
        shown: kappa[0] * theta[shown[0]] + kappa[1] * theta[shown[1]] for shown in permutations(range(3), 2)
    }
    for shown, expected in clicks.items():
        assert pbm.expected_clicks(game, shown) == pytest.approx(expected, rel=1e-15)
        assert pbm.gap(game, shown) == pytest.approx(max(clicks.values()) - expected, abs=1e-15)
    assert pbm.gap(game, (2, 1)) == 0


@pytest.mark.parametrize("shown", [(0, 1), (0, 0, 1), (0, 1, 5), (-1, 0, 1), (0.0, 1.0, 2.0)])
def test_a_list_that_cannot_be_shown_is_refused(shown):
    with pytest.raises(ValueError, match="a list"):
        pbm.gap(GAMES["pbm"][0], shown)


@pytest.mark.parametrize(
    ("names", "attraction", "examination", "message"),
    [
        ("pbm rank1", [0.5, 1.2], [0.5], r"attraction must lie in \[0, 1\]; got 1\.2 at item 2"),
        ("mnl", [0.5, 0.0], [1.0], r"attraction must lie in \(0, 1\]; got 0\.0 at item 2"),
        ("pbm rank1 mnl", [0.5, math.nan], [0.5], "attraction must lie in .*got nan at item 2"),
        ("pbm", [0.5, 0.4], [0.0], r"examination must lie in \(0, 1\]; got 0\.0 at position 1"),
        ("pbm mnl", [0.5, 0.4], [0.9, 1.3], r"in \(0, 1\]; got 1\.3 at position 2"),
        ("rank1", [0.5], [0.3, -0.1], r"examination must lie in \[0, 1\]; got -0\.1 at position 2"),
        ("pbm mnl", [0.5], [0.9, 0.8], "as many positions as items; got 2 positions and 1 items"),
        ("pbm rank1 mnl", [[0.5]], [0.9], "attraction must be a vector"),
        ("pbm rank1 mnl", [], [0.9], "attraction must be a vector"),
        ("pbm rank1 mnl", [0.5], [[0.3]], "examination must be a vector"),
    ],
)
def test_the_border_names_rule_and_value(names, attraction, examination, message):
    for name in names.split():
        with pytest.raises(ValueError, match=message):
            MODELS[name].problem(attraction, examination)
