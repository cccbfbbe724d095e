"""PBM-PIE against its plain version; skipping against not skipping."""

import math
from functools import cache, partial

import numpy as np
import pytest
from scipy.optimize import brentq

from clickbandits.pbm import problem
from clickbandits.pbm.bounds import exploration_positions
from clickbandits.pbm.pie import PBM_PIE_ADAPTIVE, best_place, pbm_pie

from .trees import assert_agreement, bernoulli_kl, by_value, count, cyclic_start, placed, pooled


@cache
def index_7(row, examination, delta):
    """Equation (7) by a fine search for the minimiser and by bisection."""

    def phi(q):
        return sum(
            n * bernoulli_kl(s / n, seen * q)
            for (s, n), seen in zip(row, examination, strict=True)
            if n
        )

    least = 0.5
    for width in (0.5, 1e-2, 1e-4, 1e-6, 1e-8):
        near = np.clip(np.linspace(least - width, least + width, 501), 0, 1)
        least = near[int(np.argmin(phi(near)))]
    if phi(1.0) <= delta or phi(least) > delta:
        return 1.0 if phi(1.0) <= delta else least
    return brentq(lambda q: min(phi(q), 1e9) - delta, least, 1.0, xtol=1e-13)


def pie_law(t, memory, *, examination, delta, adaptive=False):
    lists, counts = memory
    if t < len(lists):
        return [(1.0, lists[t], lists[t])]
    places = by_value(examination)
    seen = [examination[place] for place in places]
    sums = [pooled(row, examination) for row in counts]
    estimate = [s / views for s, _, views in sums]
    ranked = by_value(estimate)
    leaders, last = ranked[: len(places)], len(places) - 1
    bar = estimate[leaders[last]] - 1e-9  # membership up to the rounding of the index
    waiting = [k for k in ranked[len(places) :] if index_7(counts[k], examination, delta(t)) >= bar]
    plain = placed(leaders, places)
    law = [(0.5 if waiting else 1.0, plain, plain)]
    for item in waiting:
        shown = last
        if adaptive:
            worst, ratios = estimate[leaders[last]], {}
            for place in range(len(places)):
                moved = leaders[:place] + [item] + leaders[place:last]
                lost = sum(
                    k * (estimate[i] - estimate[j])
                    for k, i, j in zip(seen, leaders, moved, strict=True)
                )
                learnt = bernoulli_kl(seen[place] * estimate[item], seen[place] * worst)
                ratios[place] = lost / learnt if learnt > 0 else math.inf
            shown = min(ratios, key=lambda place: (round(ratios[place], 9), -place))
        action = placed(leaders[:shown] + [item] + leaders[shown:last], places)
        law.append((0.5 / len(waiting), action, action))
    return law


@pytest.mark.parametrize(
    ("attraction", "examination", "horizon", "changes"),
    [
        ([0.8, 0.3], (0.875,), 16, {}),
        ([0.8, 0.3], (0.875,), 12, {"log_of": "t"}),
        ([0.2, 0.9, 0.5], (0.375, 0.875), 6, {}),
        ([0.2, 0.9, 0.5], (0.375, 0.875), 6, {"position": "optimal", "log_of": "t"}),
        ([0.2, 0.9, 0.5], (0.375, 0.875), 6, {"skip": False, "epsilon": 1.0}),
        ([0.9, 0.3], (0.5, 1.0), 7, {"position": "optimal"}),
    ],
)
def test_mean_regret_is_the_trees(attraction, examination, horizon, changes):
    factor = 1 + changes.get("epsilon", 0.01)
    of_t = changes.get("log_of") == "t"
    law = partial(
        pie_law,
        examination=examination,
        delta=lambda t: factor * math.log(t + 1 if of_t else horizon),
        adaptive=changes.get("position") == "optimal",
    )
    start = cyclic_start(len(attraction), by_value(examination))
    assert_agreement(pbm_pie(**changes), attraction, examination, horizon, start, law, count)


@pytest.mark.parametrize("seed", range(5))
def test_the_adaptive_place_attains_the_lower_bound_of_the_estimates(seed):
    rng = np.random.default_rng(seed)
    for _ in range(20):
        attraction, examination = rng.random(6), rng.permutation([1.0, 0.7, 0.4, 0.1])
        state = PBM_PIE_ADAPTIVE.start(6, 4, examination, 100, rng)
        state.estimate[:] = attraction
        state.ranked[:] = np.argsort(-attraction)
        best = exploration_positions(problem(attraction, examination))
        assert [1 + best_place(state, item) for item in state.ranked[4:]] == best.tolist()
