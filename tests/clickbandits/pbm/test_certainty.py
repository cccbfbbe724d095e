"""PBM-PIE may skip ahead: its certificate under the worst clicks, and the law of its regret."""

import os
import subprocess
import sys
from itertools import product

import numpy as np
import pytest
from scipy import stats

from clickbandits.pbm import MODEL, problem
from clickbandits.pbm.pie import pbm_pie
from clickbandits.simulate import replicate

INSTANCES = {
    "Figure 1b": problem([0.45, 0.35, 0.25, 0.15, 0.05], [0.9, 0.6, 0.3]),
    "any order": problem([0.3, 0.9, 0.5, 0.85], [0.5, 1.0]),
    "one position": problem([0.6, 0.5, 0.1], [0.7]),
    "no choice of items": problem([0.8, 0.3, 0.5], [0.9, 0.2, 0.5]),
}
VARIANTS = [{}, {"log_of": "t"}, {"position": "optimal"}]


@pytest.mark.parametrize("name", INSTANCES)
@pytest.mark.parametrize("changes", VARIANTS)
def test_no_clicks_can_change_the_list_before_the_certificate_ends(name, changes):
    attraction, examination = INSTANCES[name]
    policy, rng = pbm_pie(**changes), np.random.default_rng(5)
    n_positions = examination.size
    action, again, clicks = np.zeros((3, n_positions), dtype=np.int64)
    state = policy.start(attraction.size, n_positions, examination, 6000, rng)
    t, skipped = 0, 0
    while t < 6000:
        n_rounds = policy.choose(state, t, action, rng)
        if n_rounds > 1:
            skipped += n_rounds
            corners = [n_rounds - 1, 1, n_rounds // 2], product((0, 1), repeat=n_positions)
            for later, clicked in product(*map(list, corners)):
                copy = type(state)(*map(np.copy, state))._replace(skip=False)
                for field in ("epsilon", "horizon", "explore_at_optimal"):
                    copy = copy._replace(**{field: getattr(state, field)})
                policy.update(copy, t, action, later * np.array(clicked), later, rng)
                before = rng.bit_generator.state
                assert policy.choose(copy, t + later, again, rng) == 1
                assert (again == action).all()
                assert rng.bit_generator.state == before, "B(t) is not empty: a coin was thrown"
        played = MODEL.draw(attraction, examination, action, n_rounds, 6000 - t, rng, clicks)
        policy.update(state, t, action, clicks, played, rng)
        t += played
    assert skipped > 200


@pytest.mark.parametrize("name", INSTANCES)
@pytest.mark.parametrize("changes", VARIANTS)
def test_skipping_does_not_change_the_law_of_the_regret(name, changes):
    # Kolmogorov's test at 1e-6 for 24 pairs: a false alarm in 40,000 runs of the suite.
    checkpoints, games = [300, 3000], 400
    regret, plain = (
        replicate(MODEL, INSTANCES[name], pbm_pie(skip=skip, **changes), checkpoints, 2, games)
        for skip in (True, False)
    )
    for one, other in zip(regret.T, plain.T, strict=True):
        assert stats.ks_2samp(one, other).pvalue > 1e-6


def digests():
    """Short games of the variants, as bytes."""
    variants = [*VARIANTS, {"skip": False, "epsilon": 1.0}]
    problems = list(INSTANCES.values())
    return [
        replicate(MODEL, problems, pbm_pie(**changes), [20, 400], 3, 4).tobytes().hex()
        for changes in variants
    ]


def test_interpreted_variants_play_bit_identical_games():
    printed = subprocess.run(
        [sys.executable, "-c", "from tests.pbm.test_certainty import digests; print(*digests())"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.getcwd()},
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert printed.split() == digests()
