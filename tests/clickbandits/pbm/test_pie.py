"""PBM-PIE agrees with its plain version, and the rounds it skips change nothing, whatever is clicked."""

import math
import os
import subprocess
import sys
from functools import cache, partial
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from clickbandits.compiled import compiled
from clickbandits.experiments import replicate
from clickbandits.pbm import MODEL, problem
from clickbandits.pbm.bounds import exploration_positions
from clickbandits.pbm.pie import PBM_PIE_ADAPTIVE, best_place, pbm_pie

from .test_index import definition
from .trees import assert_agreement, bernoulli_kl, by_value, count, cyclic_start, placed, pooled


@cache
def index_7(row, examination, delta):
    return definition([(*cell, seen) for cell, seen in zip(row, examination, strict=True)], delta)


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
                    k * (estimate[i] - estimate[j]) for k, i, j in zip(seen, leaders, moved, strict=True)
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
        ([0.2, 0.9, 0.5], (0.375, 0.875), 6, {"position": "optimal", "log_of": "t and log t"}),
    ],
)
def test_mean_regret_is_the_trees(attraction, examination, horizon, changes):
    factor = 1 + changes.get("epsilon", 0.01)
    log_of = changes.get("log_of", "horizon")

    def delta(t):
        log = math.log(horizon if log_of == "horizon" else t + 1)
        if log_of == "t and log t":
            return log + (3 * len(examination) + 2) * math.log(log)
        return factor * log

    law = partial(
        pie_law, examination=examination, delta=delta, adaptive=changes.get("position") == "optimal"
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
        assert [1 + compiled(best_place)(state, item) for item in state.ranked[4:]] == best.tolist()


INSTANCES = {
    "Figure 1b": problem([0.45, 0.35, 0.25, 0.15, 0.05], [0.9, 0.6, 0.3]),
    "any order": problem([0.3, 0.9, 0.5, 0.85], [0.5, 1.0]),
    "one position": problem([0.6, 0.5, 0.1], [0.7]),
    "no choice of items": problem([0.8, 0.3, 0.5], [0.9, 0.2, 0.5]),
}
VARIANTS = [{}, {"log_of": "t"}, {"position": "optimal"}, {"position": "optimal", "log_of": "t and log t"}]


@pytest.mark.parametrize("name", INSTANCES)
@pytest.mark.parametrize("changes", VARIANTS)
def test_no_clicks_can_change_the_list_before_the_certificate_ends(name, changes):
    attraction, examination = INSTANCES[name]
    policy, rng = pbm_pie(**changes), np.random.default_rng(5)
    choose, update, draw = map(compiled, (policy.choose, policy.update, MODEL.draw))
    n_positions = examination.size
    action, again, clicks = np.zeros((3, n_positions), dtype=np.int64)
    horizon = 40_000 if changes.get("log_of") == "t and log t" else 6000  # it explores for longer
    state = policy.start(attraction.size, n_positions, examination.copy(), horizon, rng)
    t, skipped = 0, 0
    while t < horizon:
        n_rounds = choose(state, t, action, rng)
        if n_rounds > 1:
            skipped += n_rounds
            corners = [n_rounds - 1, 1, n_rounds // 2], product((0, 1), repeat=n_positions)
            for later, clicked in product(*map(list, corners)):
                copy = type(state)(*map(np.copy, state))._replace(skip=False)
                for field in ("epsilon", "log_log", "horizon", "explore_at_optimal"):
                    copy = copy._replace(**{field: getattr(state, field)})
                update(copy, t, action, later * np.array(clicked), later, rng)
                before = rng.bit_generator.state
                assert choose(copy, t + later, again, rng) == 1
                assert (again == action).all()
                assert rng.bit_generator.state == before, (
                    "B(t) is not empty, because a random number was drawn"
                )
        played = draw(attraction, examination, action, n_rounds, horizon - t, rng, clicks)
        update(state, t, action, clicks, played, rng)
        t += played
    assert skipped > 200


@pytest.mark.parametrize("name", INSTANCES)
@pytest.mark.parametrize("changes", VARIANTS)
def test_skipping_does_not_change_the_law_of_the_regret(name, changes):
    # Kolmogorov's test at 1e-6 for 24 pairs gives a false alarm in 40,000 runs of the suite.
    checkpoints, games = [300, 3000], 400
    regret, plain = (
        replicate(MODEL, INSTANCES[name], pbm_pie(skip=skip, **changes), checkpoints, 2, games)
        for skip in (True, False)
    )
    for one, other in zip(regret.T, plain.T, strict=True):
        assert stats.ks_2samp(one, other).pvalue > 1e-6


def digests():
    """Digests of short games of the variants."""
    variants = [*VARIANTS, {"skip": False, "epsilon": 1.0}]
    problems = list(INSTANCES.values())
    return [
        replicate(MODEL, problems, pbm_pie(**changes), [20, 400], 3, 4).tobytes().hex()
        for changes in variants
    ]


def test_interpreted_variants_play_bit_identical_games():
    root = Path(__file__).parents[3]
    seen = os.pathsep.join([str(root), *sys.path])
    printed = subprocess.run(
        [sys.executable, "-c", f"from {__name__} import digests; print(*digests())"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": seen},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert printed.split() == digests()


def test_the_rate_without_epsilon_takes_none():
    with pytest.raises(ValueError, match='log_of="t and log t" takes no epsilon; got 1.0'):
        pbm_pie(epsilon=1.0, log_of="t and log t")
    assert pbm_pie(log_of="t and log t").id == "PBM-PIE(log_of=t and log t)"
