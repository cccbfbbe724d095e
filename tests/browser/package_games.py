"""Games of the package's policies, round by round, with the random numbers of the explorer, in plain Python.

The script reads games from standard input as a JSON list of the arguments of `play`. For each game it
writes the lists shown, with items from 0, the regret, and the clicks by position of each call of `update`.
"""

import json
import os
import sys
from functools import partial

os.environ["NUMBA_DISABLE_JIT"] = "1"  # compiled code accepts only the generators of numpy

import numpy as np
from tests.browser.random_numbers import Generator
from tests.clickbandits.pbm.long_games import PLAIN, choose_ucb

from clickbandits import mnl
from clickbandits.core import Policy
from clickbandits.core import play as play_package
from clickbandits.pbm import problem, ucb
from clickbandits.pbm.model import MODEL
from clickbandits.pbm.pie import pbm_pie
from clickbandits.pbm.ts import PBM_TS
from compendium.front.game import GREEDY

POLICIES = {
    "PBM-UCB": PLAIN[ucb.PBM_UCB],
    "PBM-TS": PLAIN[PBM_TS],
    "PBM-PIE": pbm_pie(skip=False),
    "greedy": Policy("greedy", partial(ucb.start, epsilon=-1.0), choose_ucb, ucb.update),
}
AS_PUBLISHED = {"PBM-TS": PBM_TS, "greedy": GREEDY}
"""The policies that play for the visitors of the front page, with whatever stretches they choose."""


def reader(lists):
    """A policy that shows the lists of a reader."""

    def choose(state, t, action, rng):
        action[:] = lists[t]
        return 1

    return Policy("reader", lambda *_: None, choose, lambda *_: None)


def met(visitors, items):
    """A click model's draw for visitors of whom everything is known, and who are met in this order."""
    coming = iter(visitors)

    def draw(attraction, examination, action, n_rounds, limit, rng, clicks):
        clicks[:] = 0
        for _ in range(min(n_rounds, limit)):
            looks, likes = next(coming)
            clicks += looks & likes[items[action]]
        return min(n_rounds, limit)

    return draw


def arrival(attraction, examination, count, seed):
    """Where each visitor looks and what each likes."""
    random = Generator(seed, 1).random
    for _ in range(count):
        yield [np.array([random() < chance for chance in some]) for some in (examination, attraction)]


def play(policy, attraction, examination, checkpoints, seed, game, visitors=0, told=None, law="PBM"):
    """Play one game of the package; the labels are shuffled first, as in the explorer, but not for a reader.

    `policy` is a name, or the lists of a reader. So many `visitors` are drawn beforehand, or none. The policy
    may be `told` another examination, and `law` is the click model.
    """
    model = {"PBM": MODEL, "MNL": mnl.MODEL}[law]
    rng, items, draw = Generator(seed, game), np.arange(len(attraction)), model.draw
    if isinstance(policy, list):
        policy = reader(policy)
    else:
        items, policy = rng.permutation(items.size), (AS_PUBLISHED if visitors else POLICIES)[policy]
    if visitors:
        draw = met(arrival(attraction, examination, visitors, seed), items)
    shown = problem(np.array(attraction)[items], examination)
    given = np.array(told) if told else shown.examination
    state = policy.start(items.size, given.size, given, checkpoints[-1], rng)
    lists, clicked = [], []

    def update(state, t, action, clicks, n_rounds, rng):
        lists.extend([items[action].tolist()] * n_rounds)
        clicked.append(clicks.tolist())
        policy.update(state, t, action, clicks, n_rounds, rng)

    regret = np.empty(len(checkpoints))
    action, clicks = np.zeros((2, given.size), dtype=np.int64)
    play_package(
        draw,
        model.reward,
        policy.choose,
        update,
        state,
        shown,
        model.optimal_reward(shown),
        np.array(checkpoints),
        action,
        clicks,
        rng,
        regret,
    )
    return lists, regret.tolist(), clicked


if __name__ == "__main__":
    json.dump([play(*game) for game in json.load(sys.stdin)], sys.stdout)
