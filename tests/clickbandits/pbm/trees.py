"""Small games in two ways: the whole tree of a policy in plain Python, and many simulated games.

The tree includes the policy's own randomisation and gives the exact mean regret after every round. A
comparison with the mean of 6,000 games fails by chance about once in 150,000 times; all tests
together make fewer than 200 comparisons.
"""

import math
from itertools import permutations, product

import numpy as np
from scipy.special import rel_entr

from clickbandits.compiled import compiled
from clickbandits.core import Problem, play
from clickbandits.pbm import MODEL, problem


def assert_agreement(policy, attraction, examination, horizon, start, law, learn, games=6000):
    """Check that the simulated mean regret agrees with the exact one in every round; return the exact one."""
    exact = tree_regret(attraction, examination, horizon, start, law, learn)
    played = played_regret(policy, attraction, examination, horizon, games)
    error = played.std(axis=0) / math.sqrt(games)
    apart = abs(played.mean(axis=0) - exact)
    assert (apart <= 4.5 * error + 1e-9).all(), apart / (error + 1e-12)
    return exact


def tree_regret(attraction, examination, horizon, start, law, learn):
    """The exact mean regret after 1, ..., horizon rounds.

    `start` lists (chance, memory), `law(t, memory)` lists (chance, action, note), and `learn(memory,
    note, clicks)` returns the next memory. Games with the same memory are counted together.
    """
    best = MODEL.optimal_reward(problem(attraction, examination))
    games, regret = dict(map(reversed, start)), np.zeros(horizon)
    for t in range(horizon):
        after = {}
        for memory, weight in games.items():
            for chance, action, note in law(t, memory):
                clicked = [seen * attraction[k] for seen, k in zip(examination, action, strict=True)]
                regret[t] += weight * chance * (best - sum(clicked))
                for clicks in product((0, 1), repeat=len(action)):
                    parts = [p if c else 1 - p for c, p in zip(clicks, clicked, strict=True)]
                    then = learn(memory, note, clicks)
                    after[then] = after.get(then, 0.0) + weight * chance * math.prod(parts)
        games = after
    return np.cumsum(regret)


def played_regret(policy, attraction, examination, horizon, games):
    """Regrets of simulated games without shuffled labels, shape (games, horizon)."""
    # Copies can be written to as in `simulate.game`, so the same loop is compiled only once.
    instance = Problem(*map(np.copy, problem(attraction, examination)))
    rng = np.random.default_rng(1)
    known = instance.examination if policy.knows_examination else np.full(len(examination), np.nan)
    regret, checkpoints = np.empty((games, horizon)), np.arange(1, horizon + 1)
    loop = compiled(play, MODEL.draw, MODEL.reward, policy.choose, policy.update)
    best = MODEL.optimal_reward(instance)
    action, clicks = np.zeros((2, len(examination)), dtype=np.int64)
    for row in regret:
        state = policy.start(len(attraction), len(examination), known, horizon, rng)
        loop(state, instance, best, checkpoints, action, clicks, rng, row)
    return regret


# Memories: (lists of the first rounds, ((clicks, plays) by item and position)).


def empty(n_items, n_positions):
    return ((((0, 0),) * n_positions),) * n_items


def count(memory, action, clicks):
    lists, counts = memory
    rows = [list(row) for row in counts]
    for position, item in enumerate(action):
        old_clicks, old_plays = rows[item][position]
        rows[item][position] = (old_clicks + clicks[position], old_plays + 1)
    return lists, tuple(map(tuple, rows))


def cyclic_start(n_items, places):
    """Every order of the items, whose lists slide over the positions in the order `places`."""
    chance = 1 / math.factorial(n_items)
    for order in permutations(range(n_items)):
        lists = [[0] * len(places) for _ in order]
        for t, place in product(range(n_items), range(len(places))):
            lists[t][places[place]] = order[(t + place) % n_items]
        yield chance, (tuple(map(tuple, lists)), empty(n_items, len(places)))


def by_value(values):
    """The places by decreasing value; values that agree to nine digits are in the order of places."""
    return sorted(range(len(values)), key=lambda place: (-round(values[place], 9), place))


def placed(items, places):
    action = [0] * len(places)
    for item, place in zip(items[: len(places)], places, strict=True):
        action[place] = item
    return tuple(action)


def pooled(row, examination):
    """The sums S, N and Ñ of an item."""
    views = sum(n * seen for (_, n), seen in zip(row, examination, strict=True))
    return sum(s for s, _ in row), sum(n for _, n in row), views


def bernoulli_kl(p, q):
    return rel_entr(p, q) + rel_entr(1 - p, 1 - q)
