"""A game recorded stage by stage follows the rules, and its averages have the right distribution."""

import numpy as np
import pytest

from clickbandits import RANK1_ELIM_KL
from clickbandits.bernoulli import kl_lower, kl_upper
from clickbandits.compiled import compiled
from clickbandits.rank1 import MODEL, problem, stage_table
from clickbandits.rank1.bounds import stage_end
from clickbandits.simulate import generator

SHOP = problem([0.8, 0.6, 0.4, 0.2], [0.9, 0.6, 0.3])


def last_steps(horizon, seed):
    """The step in which each row and column was last shown in a game."""
    policy, users = RANK1_ELIM_KL, generator(seed, 0, "users")
    rng = generator(seed, 0, policy.id)
    state = policy.start(4, 3, np.full(3, np.nan), horizon, rng)
    choose, update, draw = map(compiled, (policy.choose, policy.update, MODEL.draw))
    action, clicks = np.zeros(2, dtype=np.int64), np.zeros(1, dtype=np.int64)
    last, step = (np.zeros(4), np.zeros(3)), 0
    while step < horizon:
        planned = choose(state, step, action, rng)
        steps = draw(*SHOP, action, planned, horizon - step, users, clicks)
        update(state, step, action, clicks, steps, rng)
        step += steps
        for side, label in zip(last, action, strict=True):
            side[label] = step
    return last


@pytest.mark.parametrize("seed", [5, 20])
def test_who_leaves_is_who_the_played_policy_never_shows_again(seed):
    game = stage_table(SHOP, 10**6, seed)
    ends = game.groupby("stage")["step"].first()
    leaving = game.query("leaves")
    assert len(leaving) == 5
    last = dict(zip(("row", "column"), last_steps(10**6, seed), strict=True))
    for line in leaving.itertuples():
        shown = last[line.side][line.number - 1]
        assert ends.get(line.stage - 1, 0) < shown <= line.step
    for side in last.values():
        assert side[0] == 10**6 > ends.iloc[-1]  # those that were never eliminated


def test_stage_table_follows_algorithm_1():
    horizon = 10**6
    game = stage_table(SHOP, horizon, seed=5)
    budget = np.log(horizon) + 3 * np.log(np.log(horizon))
    step, before = 0, 0
    there = {"row": set(range(1, 5)), "column": {1, 2, 3}}
    for stage, lines in game.groupby("stage"):
        plays = stage_end(stage, horizon)
        assert set(lines["plays"]) == {plays}
        step += (plays - before) * sum(map(len, there.values()))
        assert set(lines["step"]) == {step} and step <= horizon
        for side, each in lines.groupby("side"):
            assert set(each["number"]) == there[side]
            np.testing.assert_allclose(each["lower"], kl_lower(each["average"], budget / plays))
            np.testing.assert_allclose(each["upper"], kl_upper(each["average"], budget / plays))
            assert (each["leaves"] == (each["upper"] <= each["lower"].max())).all()
            there[side] -= set(each.loc[each["leaves"], "number"])
        before = plays
    assert there == {"row": {1}, "column": {1}}
    assert (stage_end(stage + 1, horizon) - before) * 2 + step > horizon  # the next stage is cut off


def test_stage_table_has_the_right_means_before_and_after_an_elimination():
    # a mean of 300 games is off by more than 5 standard errors with probability below 6e-7
    games = [stage_table(SHOP, 10**6, seed) for seed in range(300)]
    first = np.array([game["average"].iloc[:4] for game in games])
    error = first.std(axis=0) / np.sqrt(len(games))
    assert (np.abs(first.mean(axis=0) - 0.6 * SHOP.attraction) < 5 * error).all()
    ends = []
    for game in games:  # when one column is left, its examination is the factor
        rows = game.query("side == 'row' and number == 1")
        alone = game.query("side == 'column'").groupby("stage").size().eq(1).idxmax()
        one, two = rows[rows["stage"].isin([alone, alone + 1])].to_dict("records")
        clicks = two["plays"] * two["average"] - one["plays"] * one["average"]
        ends.append(clicks / (two["plays"] - one["plays"]))
    error = np.std(ends) / np.sqrt(len(ends))
    assert abs(np.mean(ends) - 0.8 * 0.9) < 5 * error


def test_stage_table_says_what_it_needs():
    with pytest.raises(ValueError, match="horizon must be a whole number from 3 .* got 2"):
        stage_table(SHOP, 2)
    with pytest.raises(ValueError, match="seed must be a non-negative whole number; got -1"):
        stage_table(SHOP, 1000, seed=-1)
    assert stage_table(SHOP, 163).empty  # no stage ends
