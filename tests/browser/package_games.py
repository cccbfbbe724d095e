"""Games of the package's policies, round by round, with the random numbers of the explorer, in plain Python.

The script reads games from standard input as a JSON list of [policy, attraction, examination,
checkpoints, seed, game]. For each game it writes the lists shown, with items from 0, and the regret.
"""

import json
import math
import os
import sys
from functools import partial

os.environ["NUMBA_DISABLE_JIT"] = "1"  # compiled code accepts only the generators of numpy

import numpy as np
from tests.clickbandits.pbm.long_games import PLAIN, choose_ucb

from clickbandits.core import Policy
from clickbandits.core import play as play_package
from clickbandits.pbm import problem, ucb
from clickbandits.pbm.model import MODEL
from clickbandits.pbm.pie import pbm_pie
from clickbandits.pbm.rba import RBA_KL_UCB
from clickbandits.pbm.ts import PBM_TS

WORD = 0xFFFFFFFF


def mixed(word):
    """A word of 32 well-mixed bits."""
    z = word & WORD
    z = (z ^ z >> 16) * 0x85EBCA6B & WORD
    z = (z ^ z >> 13) * 0xC2B2AE35 & WORD
    return z ^ z >> 16


class Generator:
    """xoshiro128++, and the distributions that the policies draw from, as in explorer_games.js."""

    def __init__(self, seed, game):
        begin = mixed(seed + 1) + game
        self.words = [mixed(begin + i * 0x9E3779B9) for i in range(1, 5)]

    def word(self):
        def turned(x, by):
            return (x << by | x >> 32 - by) & WORD

        a, b, c, d = self.words
        out = turned(a + d & WORD, 7) + a & WORD
        shifted = b << 9 & WORD
        c ^= a
        d ^= b
        self.words = [a ^ d, b ^ c, c ^ shifted, turned(d, 11)]
        return out

    def random(self):
        return ((self.word() >> 5) * 2**26 + (self.word() >> 6)) / 2**53

    def standard_exponential(self):
        return -math.log(1 - self.random())

    def standard_normal(self):
        return math.sqrt(2 * self.standard_exponential()) * math.cos(2 * math.pi * self.random())

    def permutation(self, size):
        order = np.arange(size)
        for i in range(size - 1, 0, -1):
            j = int((i + 1) * self.random())
            order[[i, j]] = order[[j, i]]
        return order


def choose_any(state, t, action, rng):
    """Choose a list, each with the same probability."""
    pool = list(range(state))
    for place in range(action.size):
        drawn = place + int((state - place) * rng.random())
        pool[place], pool[drawn] = pool[drawn], pool[place]
        action[place] = pool[place]
    return 1


POLICIES = {
    "PBM-UCB": PLAIN[ucb.PBM_UCB],
    "PBM-TS": PLAIN[PBM_TS],
    "PBM-PIE": pbm_pie(skip=False),
    "RBA-KL-UCB": PLAIN[RBA_KL_UCB],
    "greedy": Policy("greedy", partial(ucb.start, epsilon=-1.0), choose_ucb, ucb.update),
    "uniform": Policy("uniform", lambda n_items, *_: n_items, choose_any, lambda *_: None),
}


def play(policy, attraction, examination, checkpoints, seed, game):
    """Play one game of the package; the labels are shuffled first, as in the explorer."""
    rng, policy = Generator(seed, game), POLICIES[policy]
    items = rng.permutation(len(attraction))
    shown = problem(np.array(attraction)[items], examination)
    given = shown.examination if policy.knows_examination else np.full(len(examination), np.nan)
    state = policy.start(items.size, given.size, given, checkpoints[-1], rng)
    lists = []

    def update(state, t, action, clicks, n_rounds, rng):
        assert n_rounds == 1
        lists.append(items[action].tolist())
        policy.update(state, t, action, clicks, n_rounds, rng)

    regret = np.empty(len(checkpoints))
    action, clicks = np.zeros((2, given.size), dtype=np.int64)
    play_package(
        MODEL.draw,
        MODEL.reward,
        policy.choose,
        update,
        state,
        shown,
        MODEL.optimal_reward(shown),
        np.array(checkpoints),
        action,
        clicks,
        rng,
        regret,
    )
    return lists, regret.tolist()


if __name__ == "__main__":
    json.dump([play(*game) for game in json.load(sys.stdin)], sys.stdout)
