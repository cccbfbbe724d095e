"""Policies that learn from counts learn the same from late clicks, and other policies are refused."""

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from tests.clickbandits.test_policies import every_policy, policies, problem
from tests.clicklogs.test_player import click, new

from clickbandits import PBM_TS, PBM_TS_JUMPS, PBM_UCB, mnl, pbm, rank1, replicate
from clickbandits.compiled import compiled
from clicklogs import Player, fit_log, from_frame, late

COUNTING = [key for key, policy in policies().items() if policy.from_counts]
RNG = np.random.default_rng
ROOT = Path(__file__).resolve().parents[2]


def learnt(paper, id, order, disturb=0):
    """The state of a policy after 120 random pages in some order, and the pages.

    None if the policy cannot learn from them, as when it needs whole epochs or stages in their order.
    """
    policy, shown = policies()[paper, id], problem(paper)
    model = model_of(paper)
    rng, ours = RNG(5), RNG(6)
    examination = shown.examination if policy.knows_examination else shown.examination * np.nan
    state = policy.start(shown.attraction.size, examination.size, examination.copy(), 5000, ours)
    choose, update = (getattr(kernel, "py_func", kernel) for kernel in (policy.choose, policy.update))
    if choose(state, 0, np.zeros(model.action_size(shown), dtype=np.int64), ours) != 1:
        return None
    pages = []
    for _ in range(120):
        items = rng.permutation(shown.attraction.size)
        action = items[: model.action_size(shown)].copy()
        if paper == "rank1":
            action = np.array([items[0], rng.integers(examination.size)])
        clicks = np.zeros(model.clicks_size(shown), dtype=np.int64)
        getattr(model.draw, "py_func", model.draw)(*shown, action, 1, 1, rng, clicks)
        pages.append((action, clicks))
    first = policy.first_rounds(shown.attraction.size, examination.size)
    for t, place in enumerate(RNG(order).permutation(120)):
        try:
            for _ in range(disturb):
                choose(state, first + t if t > 90 else 0, pages[place][0].copy(), ours)
            update(state, first + t, *pages[place], 1, ours)
        except (IndexError, ZeroDivisionError):
            return None
    return state, pages


def model_of(paper):
    return {"pbm": pbm, "rank1": rank1, "mnl": mnl}[paper].MODEL


def shows(policy, state, model, shown):
    """The next actions of a policy, or the counts of its exact posterior if it has one."""
    if hasattr(state, "posterior"):
        return [state.posterior.clicks.tolist(), state.posterior.failures.round(9).tolist()]
    choose, rng, lists = getattr(policy.choose, "py_func", policy.choose), RNG(8), []
    action = np.zeros(model.action_size(shown), dtype=np.int64)
    for t in range(1000, 1100):
        choose(state, t, action, rng)
        lists.append(action.tolist())
    return lists


def numbers(state):
    """The arrays of a state by their names, without its work space."""
    fields = zip(state._fields, state, strict=True)
    space = ("index", "ranked")
    return {name: value for name, value in fields if isinstance(value, np.ndarray) and name not in space}


@every_policy
def test_who_has_from_counts_is_who_learns_from_counts(paper, id):
    """A policy has `from_counts` exactly if neither the order of pages nor its choices affect its state."""
    if paper != "rank1":
        check_who_learns_from_counts(paper, id)
        return
    # Compiled elimination does not check its indices, so random pages would break it.
    check = f"test_late.check_who_learns_from_counts({paper!r}, {id!r})"
    program = [sys.executable, "-c", f"from tests.clicklogs import test_late; {check}"]
    interpreted = {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    done = subprocess.run(program, env=os.environ | interpreted, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def check_who_learns_from_counts(paper, id):
    policy = policies()[paper, id]
    shown, model = problem(paper), model_of(paper)
    one, other = learnt(paper, id, 1), learnt(paper, id, 2, disturb=3)
    takes_any = one is not None and other is not None
    if policy.from_counts is None:
        counts_are_all = takes_any and shows(policy, one[0], model, shown) == shows(
            policy, other[0], model, shown
        )
        assert not counts_are_all, f"{id} learns from counts alone and should have from_counts"
        return
    assert takes_any
    counts = np.zeros((2, shown.attraction.size, shown.examination.size))
    for action, clicks in one[1]:
        if paper == "rank1":
            counts[:, action[0], action[1]] += clicks[0], 1
        else:
            counts[0, action, range(action.size)] += clicks
            counts[1, action, range(action.size)] += 1
    given = shown.examination if policy.knows_examination else shown.examination * np.nan
    fresh = policy.start(shown.attraction.size, given.size, given.copy(), 5000, RNG(6))
    policy.from_counts(fresh, *counts, given)
    wanted = shows(policy, one[0], model, shown)
    assert wanted == shows(policy, other[0], model, shown) == shows(policy, fresh, model, shown)
    # One problem's lists can be right with wrong estimates, so the numbers are compared, too.
    for name, value in numbers(one[0]).items():
        np.testing.assert_allclose(numbers(fresh)[name], value, rtol=1e-12, err_msg=f"{id}: {name}")


def test_a_policy_that_knows_more_than_counts_is_refused_in_one_sentence():
    for name in ("RBA_KL_UCB", "EPOCH_UCB", "TOP_RANK", "RANK1_ELIM"):
        with pytest.raises(ValueError, match="cannot learn from clicks that come late or never, because"):
            Player(name, 5, 3, horizon=1000)
    with pytest.raises(ValueError, match="cannot learn from clicks that come late"):
        late.replicate(pbm.MODEL, problem("pbm"), policies()["pbm", "RBA-KL-UCB"], [10], 1, 1)


def regret(player, shown, n_pages, rng):
    model, total = player.model, 0.0
    for _ in range(n_pages):
        page = player.choose()
        player.update(page, click(model, shown, page, rng))
        total += model.optimal_reward(shown) - model.reward(*shown, np.array(page.items))
    return total


@pytest.mark.parametrize("policy", [PBM_TS, PBM_UCB])
def test_a_fit_is_worth_its_pages(policy):
    """A policy that starts from a log of random lists loses less than one that starts without it.

    With twenty games each, the differences were 7 and 17 standard errors; the seeds are fixed.
    """
    shown, cold, warm = problem("pbm"), [], []
    for seed in range(20):
        rng = RNG(seed)
        plays = np.full((5, 3), 200)  # a log of 1,000 random lists
        clicks = rng.binomial(plays, np.outer(*shown))
        prior = SimpleNamespace(clicks=clicks, plays=plays, examination=shown.examination)
        cold.append(regret(new("pbm", policy, shown, None, seed), shown, 500, rng))
        warm.append(regret(Player(policy, prior=prior, seed=seed), shown, 500, rng))
    gain = np.array(cold) - warm
    assert gain.mean() > 4 * gain.std(ddof=1) / np.sqrt(20) and np.mean(warm) < np.mean(cold) / 2


def test_a_fit_of_a_log_is_a_start():
    shown = pd.DataFrame(
        {
            "item_id": list("ttccjj"),
            "position": [1, 2] * 3,
            "click": [60, 30, 20, 8, 10, 6],
            "plays": [100] * 6,
            "query": "q",
        }
    )
    fit = fit_log(from_frame(shown, plays="plays", query="query"))
    player = Player("PBM_UCB", prior=fit)
    assert player.items == ["t", "c", "j"] and player.choose().items[0] == "t"
    assert player.examination == pytest.approx(fit.examination)
    assert sum(counts[1].sum() for counts in player.counts.values()) == 600
    assert Player("PBM_UCB", items=["j", "new", "t"], prior=fit).items == ["j", "new", "t"]
    both = pd.concat([shown, shown.assign(query="r", item_id=list("uuvvww"))])
    fit = fit_log(from_frame(both, plays="plays", query="query"))
    with pytest.raises(ValueError, match=r"2 queries, .*prior=fit.counts_of\(query\)"):
        Player("PBM_UCB", prior=fit)
    assert Player("PBM_UCB", prior=fit.counts_of("r")).items == ["u", "v", "w"]


def test_a_prior_that_is_not_counts_is_refused_in_words():
    prior = SimpleNamespace(clicks=np.ones((3, 2)), plays=np.ones((3, 2)), examination=[1.0, 0.5])
    for change, message in (
        ({"plays": np.zeros((3, 2))}, "clicks must lie between 0 and plays"),
        ({"plays": np.ones((3, 1))}, "must have the same shape"),
        ({"items": ["tea", "jam"]}, "2 names for 3 items"),
        ({"examination": [1.0, np.nan]}, "examination must lie in"),
        ({"examination": [1.0, 0.5, 0.2]}, "the counts have 2 positions"),
    ):
        with pytest.raises(ValueError, match=message):
            Player("PBM_TS", prior=SimpleNamespace(**vars(prior) | change))


def test_the_first_rounds_go_round_until_each_was_reported():
    player = Player("PBM_UCB", items=5, examination=[0.9, 0.5, 0.2])
    pages = [player.choose() for _ in range(10)]
    assert [page.items for page in pages[:5]] == [page.items for page in pages[5:]]
    for page in pages[:4]:
        player.update(page, [1, 1, 1])
    assert player.choose().items == pages[4].items
    assert player.give_up(pages=1) == 6  # they were never shown, so they come once more
    assert player.choose().items == pages[4].items


@pytest.mark.parametrize(("policy", "horizon"), [(PBM_TS, 250), (PBM_TS_JUMPS, 700)])
def test_without_delay_the_games_are_those_of_replicate(policy, horizon):
    # PBM-TS plays in stretches from round 256 on, with other random numbers than round by round.
    given = pbm.MODEL, problem("pbm"), policy, [100, horizon], 3, 3
    np.testing.assert_allclose(late.replicate(*given), replicate(*given), rtol=1e-12)


@pytest.mark.parametrize(("paper", "id"), COUNTING)
@pytest.mark.parametrize(("delay", "batch"), [(0, 1), (30, 1), (0, 20), (7, 5)])
def test_compiled_games_are_those_of_a_player(paper, id, delay, batch):
    policy, shown, horizon = policies()[paper, id], problem(paper), 300
    model = model_of(paper)
    compiled_regret, rng, sizes = np.empty(1), RNG(9), (shown.attraction.size, shown.examination.size)
    given = shown.examination * (1.0 if policy.knows_examination else np.nan)
    state = policy.start(*sizes, given, horizon, rng)
    action, seen = (np.zeros(size(shown), np.int64) for size in (model.action_size, model.clicks_size))
    begun = shown, state, action, seen, rng
    late._game(model, policy, np.array([horizon]), delay, batch, *begun, compiled_regret)
    player = new(paper, policy, shown, horizon, RNG(9))
    waiting, reported, total = [], 0, 0.0
    for t in range(horizon):
        while reported < t and (reported // batch + 1) * batch + delay <= t:
            player.update(*waiting[reported])
            reported += 1
        page = player.choose()
        action = np.array([*page.items, *([] if page.position is None else [page.position])])
        clicks = np.zeros(model.clicks_size(shown), dtype=np.int64)
        compiled(model.draw)(*shown, action, 1, 1, player._rng, clicks)
        waiting.append((page, clicks))
        total += model.optimal_reward(shown) - model.reward(*shown, action)
    assert total == pytest.approx(compiled_regret[0], abs=1e-9)


def test_delay_costs_more_the_longer_it_is():
    means = [
        late.replicate(pbm.MODEL, problem("pbm"), PBM_TS, [2000], 1, 60, d).mean() for d in (0, 200, 1000)
    ]
    assert all(a < b for a, b in pairwise(means))
    # The delay costs at most about the loss of random lists on the pages of the delay.
    shown, rng = problem("pbm"), RNG(0)
    blind = pbm.MODEL.optimal_reward(shown) - np.mean(
        [pbm.MODEL.reward(*shown, rng.permutation(5)[:3]) for _ in range(2000)]
    )
    assert means[2] - means[0] < 1.1 * 1000 * blind


@pytest.mark.parametrize(("change", "message"), [({"delay": -1}, "delay"), ({"batch": 0}, "batch")])
def test_a_delay_that_cannot_be_is_refused(change, message):
    with pytest.raises(ValueError, match=f"{message} must be a whole number"):
        late.replicate(pbm.MODEL, problem("pbm"), PBM_TS, [10], 1, 1, **change)
