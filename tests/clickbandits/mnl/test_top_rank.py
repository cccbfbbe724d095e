"""TopRank agrees with its exact distribution on two items and with its definition, and sorts into strata."""

import math

import numpy as np
import pytest

from clickbandits.compiled import compiled
from clickbandits.experiments import replicate
from clickbandits.mnl import MODEL, problem
from clickbandits.mnl.top_rank import TOP_RANK, stratify, top_rank, update
from clickbandits.pbm import model as pbm
from compendium.mnl.experiments import PROBLEMS
from compendium.mnl.policies.outcomes import games

C = 4 * math.sqrt(2 / math.pi) / math.erf(math.sqrt(2))


def exact_two_items(better, worse, horizon, delta):
    """The exact mean regret on one position with bias 1, by a walk on (lead of the better item, clicks)."""
    chance = {"better": better / (1 + better), "worse": worse / (1 + worse)}
    gap = chance["better"] - chance["worse"]
    walk, regret = {(0, 0): 1.0}, 0.0
    for left in range(horizon, 0, -1):
        after = {}
        for (lead, seen), mass in walk.items():
            regret += mass * gap / 2
            for step, click in ((1, chance["better"]), (-1, chance["worse"])):
                place = (lead + step, seen + 1)
                if abs(place[0]) >= math.sqrt(2 * place[1] * math.log(C * math.sqrt(place[1]) / delta)):
                    # The item that lags is never shown again.
                    regret += mass * click / 2 * (left - 1) * gap * (place[0] < 0)
                else:
                    after[place] = after.get(place, 0.0) + mass * click / 2
            none = 1 - (chance["better"] + chance["worse"]) / 2
            after[lead, seen] = after.get((lead, seen), 0.0) + mass * none
        walk = after
    return regret


@pytest.mark.parametrize(("delta", "horizon"), [(0.9, 60), (None, 200)])
def test_mean_regret_is_exact(delta, horizon):
    """The simulated mean regret is within 4.5 standard errors of the exact one.

    A correct policy fails with probability 7e-6; the seed is fixed.
    """
    exact = exact_two_items(1.0, 0.2, horizon, delta or 1 / horizon)
    played = replicate(MODEL, problem([1.0, 0.2], [1.0]), top_rank(delta), [horizon], 3, 2000)[:, 0]
    assert abs(played.mean() - exact) < 4.5 * played.std() / 2000**0.5


def defined_round(state, action, clicks):
    """One round as the paper defines it: U for every two items, then G, then the partition."""
    n_items = state.order.size
    clicked = np.zeros(n_items, dtype=np.int64)
    clicked[action] = clicks
    stratum = np.empty(n_items, dtype=np.int64)
    stratum[state.order] = state.ends
    difference = np.subtract.outer(clicked, clicked) * np.equal.outer(stratum, stratum)
    lead, seen = state.lead + difference, state.seen + abs(difference)
    wide = np.sqrt(2 * seen * np.log(C * np.sqrt(np.maximum(seen, 1)) / state.delta))
    below = state.below | ((seen > 0) & (lead >= wide)).T
    left, partition = set(range(n_items)), []
    while left:
        first = {item for item in left if not any(below[item, other] for other in left)}
        partition.append(first)
        left -= first
    return lead, seen, below, partition


def test_every_click_of_a_round_counts_as_in_the_definition():
    rng, seen_together = np.random.default_rng(5), 0
    choose, learn = compiled(TOP_RANK.choose), compiled(update)
    for _ in range(20):
        state = top_rank(0.5).start(5, 3, None, 10**6, rng)
        action, attraction = np.zeros(3, dtype=np.int64), rng.random(5)
        for t in range(150):
            if choose(state, t, action, rng) > 1:
                break
            clicks = (rng.random(3) < attraction[action]).astype(np.int64)
            seen_together += clicks.sum() > 1
            lead, seen, below, partition = defined_round(state, action, clicks)
            learn(state, t, action, clicks, 1, rng)
            assert (state.lead == lead).all() and (state.seen == seen).all()
            assert (state.below == below).all()
            starts = [0, *(len(stratum) for stratum in partition)]
            bounds = np.cumsum(starts)
            found = [set(state.order[a:b]) for a, b in zip(bounds, bounds[1:], strict=False)]
            assert found == partition
    assert seen_together > 100


@pytest.mark.parametrize(
    ("name", "regret"),
    [
        ("a", [36.92595167668111, 148.34393791471814]),
        ("b", [55.70219014777836, 217.99041507634155]),
        ("c", [130.63443110759, 206.76762028077613]),
    ],
)
def test_games_with_at_most_one_click_a_round_have_not_changed(name, regret):
    """Games with at most one click per round are the same as in an earlier version.

    That version compared the one clicked item with the others of its stratum.
    """
    played = replicate(MODEL, PROBLEMS[name], TOP_RANK, [1250, 5000], 7, 1)[0]
    assert played == pytest.approx(regret, rel=1e-12)


def test_it_learns_from_several_clicks_a_round():
    low = pbm.problem([0.45, 0.35, 0.25, 0.15, 0.05], [0.9, 0.6, 0.3])
    regret = replicate(pbm.MODEL, low, TOP_RANK, [20_000, 40_000], 0, 4)
    assert (regret[:, 1] - regret[:, 0] < regret[:, 0]).all()


def test_strata_are_the_minimal_items_that_are_left():
    state = TOP_RANK.start(5, 2, None, 100, None)
    for worse, better in ((0, 3), (1, 3), (0, 1), (4, 2)):
        state.below[worse, better] = True
    compiled(stratify)(state)
    assert list(state.order) == [2, 3, 1, 4, 0]
    assert list(state.ends) == [2, 2, 4, 4, 5]


def test_a_sorted_list_is_shown_for_ever():
    for game in games(TOP_RANK, "b", 20_000, 4):
        order = PROBLEMS["b"].attraction[game.items[game.state.order]]
        if list(game.state.ends[:3]) == [1, 2, 3]:
            assert list(order) == [0.2, 0.15, 0.1, 0.05]
            action = np.zeros(3, dtype=np.int64)
            choose, rng = compiled(TOP_RANK.choose), np.random.default_rng(0)
            assert choose(game.state, 5000, action, rng) == 15_000
            break
    else:
        raise AssertionError("no run was sorted out")


def test_relations_have_no_cycle():
    for game in games(TOP_RANK, "a", 20_000, 3):
        place = np.empty(6, dtype=int)
        place[game.state.order] = np.arange(6)
        worse, better = np.nonzero(game.state.below)
        assert worse.size and (game.state.ends[place[better]] <= place[worse]).all()


@pytest.mark.parametrize("delta", [0.0, 1.0, -0.1, math.nan])
def test_delta_is_a_probability(delta):
    with pytest.raises(ValueError, match=r"delta must lie in \(0, 1\); got"):
        top_rank(delta)
