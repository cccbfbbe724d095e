"""Tools that the tests of the rank-1 policies share: playing up to a moment, and plain versions."""

import math
from functools import partial

import numpy as np

from clickbandits.compiled import compiled
from clickbandits.experiments import replicate
from clickbandits.rank1 import MODEL, problem


def told(policy, horizon):
    """The policy with a horizon other than the one that is played."""
    return policy._replace(start=partial(_start_told, start=policy.start, told=horizon))


def _start_told(n_items, n_positions, examination, horizon, rng, *, start, told):
    return start(n_items, n_positions, examination, told, rng)


def assert_play_is_uniform(policy, horizon):
    """Check that the mean regret of 400 games is that of uniform play, within 4.5 standard errors."""
    regret = replicate(MODEL, problem([0.9, 0.1], [0.5, 0.2]), policy, [horizon], 1, 400)[:, 0]
    error = 0.45 * math.sqrt(horizon / 400)
    assert abs(regret.mean() - horizon * (0.45 - 0.5 * 0.35)) < 4.5 * error


def advance(policy, problem, horizon, rng, over):
    """Play with the policy until `over(state)` or the horizon; return the state and the round."""
    given = np.full(problem.examination.size, np.nan)
    state = policy.start(problem.attraction.size, given.size, given, horizon, rng)
    action, clicks = np.zeros(2, dtype=np.int64), np.zeros(1, dtype=np.int64)
    choose, update, draw = map(compiled, (policy.choose, policy.update, MODEL.draw))
    t = 0
    while t < horizon and not over(state):
        wanted = choose(state, t, action, rng)
        played = draw(*problem, action, wanted, horizon - t, rng, clicks)
        update(state, t, action, clicks, played, rng)
        t += played
    return state, t


def choices(policy, problem, horizon, rng):
    """Play one arm at a time; yield t, the arm, and the clicks, plays and last plays before it.

    The three arrays have one entry per arm; the last play of an arm that was never played is -1.
    """
    n_items, n_positions = problem.attraction.size, problem.examination.size
    state = policy.start(n_items, n_positions, np.full(n_positions, np.nan), horizon, rng)
    clicks, plays, last = np.zeros((3, n_items * n_positions))
    last -= 1
    action, click = np.zeros(2, dtype=np.int64), np.zeros(1, dtype=np.int64)
    choose, update, draw = map(compiled, (policy.choose, policy.update, MODEL.draw))
    for t in range(horizon):
        assert choose(state, t, action, rng) == 1
        arm = action[0] * n_positions + action[1]
        yield t, arm, clicks, plays, last
        draw(*problem, action, 1, horizon - t, rng, click)
        update(state, t, action, click, 1, rng)
        clicks[arm] += click[0]
        plays[arm] += 1
        last[arm] = t


def bernoulli_kl(p, q):
    terms = ((p, q), (1 - p, 1 - q))
    return sum(0.0 if a == 0 else math.inf if b <= 0 else a * math.log(a / b) for a, b in terms)


def bisect(inside, good, bad):
    """The boundary between a point inside and a point outside."""
    if inside(bad):
        return bad
    for _ in range(60):
        middle = (good + bad) / 2
        good, bad = (middle, bad) if inside(middle) else (good, middle)
    return good


def kl_interval(average, plays, delta):
    def inside(q):
        return plays * bernoulli_kl(average, q) <= delta

    return bisect(inside, average, 0.0), bisect(inside, average, 1.0)


def algorithm_1(attraction, examination, horizon, rng, delta, fresh=False):
    """Algorithm 1 as published, step by step; rows are items.

    Returns the regret after every step, and (h^U, h^V, the sums of both tables) at the end of each stage.
    """
    n_rows, n_columns = len(attraction), len(examination)
    rows, columns = list(range(n_rows)), list(range(n_columns))
    row_sum, column_sum = [0] * n_rows, [0] * n_columns
    best = max(attraction) * max(examination)
    regret, ends, length, stage = [], [], 0, 0
    uniform = iter(rng.random(4 * horizon).tolist())

    def step(i, j):
        regret.append((regret[-1] if regret else 0.0) + best - attraction[i] * examination[j])
        return next(uniform) < attraction[i] * examination[j]

    while True:
        before = 0 if fresh else length
        length = math.ceil(16 * 4**stage * math.log(horizon))
        if fresh:
            row_sum, column_sum = [0] * n_rows, [0] * n_columns
        for _ in range(length - before):
            j = columns[int(next(uniform) * n_columns)]
            for i in sorted(set(rows)):
                row_sum[i] += step(i, j)
                if len(regret) == horizon:
                    return np.array(regret), ends
            i = rows[int(next(uniform) * n_rows)]
            for j in sorted(set(columns)):
                column_sum[j] += step(i, j)
                if len(regret) == horizon:
                    return np.array(regret), ends
        for chart, sums in ((rows, row_sum), (columns, column_sum)):
            interval = {k: kl_interval(sums[k] / length, length, delta) for k in sorted(set(chart))}
            leader = max(interval, key=lambda k: (interval[k][0], -k))
            for place, k in enumerate(list(chart)):
                if interval[k][1] <= interval[leader][0]:
                    chart[place] = leader
        ends.append((tuple(rows), tuple(columns), tuple(row_sum), tuple(column_sum)))
        stage += 1
