"""PBM-UCB agrees with its plain version."""

import math
from functools import partial
from itertools import product

import numpy as np
import pytest

from clickbandits.compiled import compiled
from clickbandits.pbm import MODEL
from clickbandits.pbm.ucb import PBM_UCB, pbm_ucb

from .long_games import PROBLEMS
from .trees import assert_agreement, by_value, count, cyclic_start, placed, pooled


def ucb_law(t, memory, *, examination, epsilon):
    lists, counts = memory
    if t < len(lists):
        return [(1.0, lists[t], lists[t])]
    delta, index = (1 + epsilon) * math.log(t + 1), []
    for row in counts:
        s, n, views = pooled(row, examination)
        index.append(s / views + math.sqrt(n / views) * math.sqrt(delta / (2 * views)))
    action = placed(by_value(index), by_value(examination))
    return [(1.0, action, action)]


@pytest.mark.parametrize(
    ("attraction", "examination", "horizon", "epsilon"),
    [
        ([0.7, 0.4], (0.75,), 12, 0.01),
        ([0.2, 0.9, 0.5], (0.375, 0.875), 6, 0.01),
        ([0.9, 0.3], (0.5, 1.0), 6, 2.0),
    ],
)
def test_mean_regret_is_the_trees(attraction, examination, horizon, epsilon):
    policy = PBM_UCB if epsilon == 0.01 else pbm_ucb(epsilon)
    law = partial(ucb_law, examination=examination, epsilon=epsilon)
    start = cyclic_start(len(attraction), by_value(examination))
    assert_agreement(policy, attraction, examination, horizon, start, law, count)


def test_the_name_tells_the_parameter():
    assert pbm_ucb().id == PBM_UCB.id == "PBM-UCB"
    assert pbm_ucb(0.010001).id == "PBM-UCB(epsilon=0.010001)"


@pytest.mark.parametrize("epsilon", [0.0, -1.0, math.nan, math.inf])
def test_epsilon_is_positive(epsilon):
    with pytest.raises(ValueError, match="epsilon must be positive; got"):
        pbm_ucb(epsilon)


def test_the_index_is_the_printed_one():
    rng, examination = np.random.default_rng(0), np.array([0.3, 0.9])
    state = PBM_UCB.start(4, 2, examination, 100, rng)
    action, clicks = np.zeros((2, 2), dtype=np.int64)
    counts = np.zeros((4, 2, 2))
    choose, update = compiled(PBM_UCB.choose), compiled(PBM_UCB.update)
    for t in range(60):
        choose(state, t, action, rng)
        if t >= 4:
            law = ucb_law(t, ((), counts.tolist()), examination=examination, epsilon=0.01)
            assert tuple(action) == law[0][1]
            s, n, views = np.array([pooled(row, examination) for row in counts.tolist()]).T
            bonus = np.sqrt(n / views) * np.sqrt(1.01 * np.log(t + 1) / (2 * views))
            np.testing.assert_allclose(state.index, s / views + bonus, rtol=1e-12)
        clicks[:] = rng.random(2) < 0.4
        counts[action, [0, 1]] += np.stack([clicks, np.ones(2)], axis=1)
        update(state, t, action, clicks, 1, rng)


@pytest.mark.parametrize("name", PROBLEMS)
def test_no_clicks_can_change_the_list_before_the_certificate_ends(name):
    attraction, examination = PROBLEMS[name]
    rng, n_positions, horizon = np.random.default_rng(3), examination.size, 8000
    choose, update, draw = map(compiled, (PBM_UCB.choose, PBM_UCB.update, MODEL.draw))
    action, again, clicks = np.zeros((3, n_positions), dtype=np.int64)
    state = PBM_UCB.start(attraction.size, n_positions, examination.copy(), horizon, rng)
    t, longest = 0, 0
    while t < horizon:
        rounds = choose(state, t, action, rng)
        longest = max(longest, rounds)
        for later, clicked in product(
            {1, rounds // 2, rounds - 1} - {0}, product((0, 1), repeat=n_positions)
        ):
            if rounds > 1:
                copy = type(state)(*map(np.copy, state))._replace(epsilon=state.epsilon)
                update(copy, t, action, later * np.array(clicked), later, rng)
                choose(copy, t + later, again, rng)
                assert (again == action).all()
        played = draw(attraction, examination, action, rounds, horizon - t, rng, clicks)
        update(state, t, action, clicks, played, rng)
        t += played
    assert longest >= 10 or not name.startswith("Figure")
