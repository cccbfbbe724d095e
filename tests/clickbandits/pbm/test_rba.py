"""RBA-KL-UCB agrees with its plain version."""

import math
from functools import cache
from itertools import product

import numpy as np
import pytest
from scipy.optimize import brentq

from clickbandits.bernoulli import kl_upper
from clickbandits.compiled import compiled
from clickbandits.pbm import MODEL
from clickbandits.pbm.rba import RBA_KL_UCB

from .long_games import PROBLEMS
from .trees import assert_agreement, bernoulli_kl, by_value, count, cyclic_start


@cache
def kl_ucb(rewards, choices, budget):
    mean = rewards / choices
    if mean == 1.0:
        return 1.0
    excess = lambda q: choices * bernoulli_kl(mean, q) - budget  # noqa: E731
    return brentq(excess, mean, 1 - 1e-15, xtol=1e-14)


def rba_law(t, memory):
    """The actions of the plain version with their chances; a note is (choices, which of them were shown)."""
    lists, counts = memory
    if t < len(lists):
        return [(1.0, lists[t], (lists[t], (1,) * len(lists[t])))]
    law = [(1.0, (), (), ())]
    for position in range(len(counts[0])):
        cells = [row[position] for row in counts]
        choice = by_value([kl_ucb(s, n, math.log(t + 1)) for s, n in cells])[0]
        longer = []
        for chance, action, choices, shown in law:
            free = [item for item in range(len(counts)) if item not in action]
            options = [choice] if choice in free else free
            longer += [
                (chance / len(options), (*action, k), (*choices, choice), (*shown, choice in free))
                for k in options
            ]
        law = longer
    return [(chance, action, (choices, shown)) for chance, action, choices, shown in law]


def rba_learn(memory, note, clicks):
    choices, shown = note
    return count(memory, choices, [c * paid for c, paid in zip(clicks, shown, strict=True)])


@pytest.mark.parametrize(
    ("attraction", "examination", "horizon"),
    [([0.7, 0.4], (0.75,), 12), ([0.2, 0.9, 0.5], (0.375, 0.875), 6), ([0.9, 0.3], (0.5, 1.0), 7)],
)
def test_mean_regret_is_the_trees(attraction, examination, horizon):
    start = cyclic_start(len(attraction), range(len(examination)))
    assert_agreement(RBA_KL_UCB, attraction, examination, horizon, start, rba_law, rba_learn)


@pytest.mark.parametrize(("seed", "largest"), [(0, 0.6), (1, 0.6), (2, 0.05), (3, 1.0)])
def test_every_choice_has_the_largest_index(seed, largest):
    rng = np.random.default_rng(seed)
    attraction, examination = rng.random(6) * largest, np.array([0.9, 0.5, 0.7])
    state = RBA_KL_UCB.start(6, 3, np.full(3, np.nan), 4000, rng)
    action, clicks = np.zeros((2, 3), dtype=np.int64)
    choose, update, draw = map(compiled, (RBA_KL_UCB.choose, RBA_KL_UCB.update, MODEL.draw))
    for t in range(4000):
        if t >= 6:
            index = kl_upper(state.rewards / state.choices, math.log(t + 1) / state.choices)
        choose(state, t, action, rng)
        if t >= 6:
            assert (state.chosen == index.argmax(axis=0)).all()
        draw(attraction, examination, action, 1, 1, rng, clicks)
        update(state, t, action, clicks, 1, rng)


@pytest.mark.parametrize("name", PROBLEMS)
def test_no_clicks_can_change_the_choices_before_the_certificate_ends(name):
    attraction, examination = PROBLEMS[name]
    rng, n_positions, horizon = np.random.default_rng(3), examination.size, 12_000
    choose, update, draw = map(compiled, (RBA_KL_UCB.choose, RBA_KL_UCB.update, MODEL.draw))
    action, again, clicks = np.zeros((3, n_positions), dtype=np.int64)
    state = RBA_KL_UCB.start(attraction.size, n_positions, examination * np.nan, horizon, rng)
    t, longest = 0, 0
    while t < horizon:
        rounds = choose(state, t, action, rng)
        longest = max(longest, rounds)
        for later, clicked in product(
            {1, rounds // 2, rounds - 1} - {0}, product((0, 1), repeat=n_positions)
        ):
            if rounds > 1:
                copy = type(state)(*map(np.copy, state))
                update(copy, t, action, later * np.array(clicked), later, rng)
                copy.certain_until[:], copy.base[:] = 0, np.inf  # so that every index is computed again
                choose(copy, t + later, again, rng)
                assert (again == action).all() and (copy.chosen == state.chosen).all()
        played = draw(attraction, examination, action, rounds, horizon - t, rng, clicks)
        update(state, t, action, clicks, played, rng)
        t += played
    assert longest >= 10 or not name.startswith("Figure")
