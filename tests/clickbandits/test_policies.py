"""The contract that every policy of every paper keeps."""

import hashlib
import importlib
import inspect
import os
import pkgutil
import subprocess
import sys
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import clickbandits
import compendium
from clickbandits.core import UNTIL_NO_CLICK, Policy
from clickbandits.simulate import check_playable, game, generator, replicate
from compendium import claims

START = ["n_items", "n_positions", "examination", "horizon", "rng"]
CHOOSE = ["state", "t", "action", "rng"]
UPDATE = ["state", "t", "action", "clicks", "n_rounds", "rng"]

VECTORS = {  # examination not monotone where a list is shown
    "pbm": ([0.3, 0.9, 0.5, 0.1, 0.6], [0.5, 0.9, 0.3]),
    "rank1": ([0.2, 0.9, 0.4], [0.3, 0.8]),
    "mnl": ([0.3, 0.9, 0.5, 0.1, 0.6], [0.9, 0.5, 0.2]),
}
HORIZON = {"pbm": 3000, "rank1": 20_000, "mnl": 30_000}


@cache
def policies() -> dict:
    """Every `Policy` constant of the papers' modules in both rooms, by paper and id.

    An accelerated policy has the id of the plain one, and has its module added here.
    """
    found = {}
    for room, paper in product((clickbandits, compendium), claims.PAPERS):
        package = importlib.import_module(f"{room.__name__}.{paper}")
        for info in pkgutil.iter_modules(package.__path__):
            module = importlib.import_module(f"{package.__name__}.{info.name}")
            for value in vars(module).values():
                if isinstance(value, Policy) and value not in found.values():
                    known = (paper, value.id) in found
                    name = f"{value.id} ({module.__name__})" if known else value.id
                    found[paper, name] = value
    return found


def model(paper):
    return importlib.import_module(f"clickbandits.{paper}").MODEL


def problem(paper):
    return model(paper).problem(*VECTORS[paper])


every_policy = pytest.mark.parametrize(("paper", "id"), list(policies()))


@every_policy
def test_parameters_have_the_contracts_names(paper, id):
    policy = policies()[paper, id]

    def names(function):
        return list(inspect.signature(getattr(function, "py_func", function)).parameters)

    start = inspect.signature(policy.start).parameters
    assert [name for name in start if start[name].kind != inspect.Parameter.KEYWORD_ONLY] == START
    assert names(policy.choose) == CHOOSE
    assert names(policy.update) == UPDATE


@every_policy
def test_actions_are_in_range_and_stretches_positive(paper, id):
    policy, click_model, instance = policies()[paper, id], model(paper), problem(paper)
    n_items, n_positions = instance.attraction.size, instance.examination.size
    horizon = 2000
    rng = generator(0, 0, id)
    given = instance.examination.copy()
    if not policy.knows_examination:
        given[:] = np.nan
    state = policy.start(n_items, n_positions, given, horizon, rng)
    assert hasattr(state, "_fields") or isinstance(state, tuple)
    action = np.full(click_model.action_size(instance), -1)
    clicks = np.zeros(click_model.clicks_size(instance), dtype=np.int64)
    t = 0
    while t < horizon:
        wanted = policy.choose(state, t, action, rng)
        assert wanted >= 1 or wanted == UNTIL_NO_CLICK
        if paper == "rank1":
            assert 0 <= action[0] < n_items and 0 <= action[1] < n_positions
        else:
            assert len(set(action)) == n_positions and set(action) <= set(range(n_items))
        played = click_model.draw(
            instance.attraction, instance.examination, action, wanted, horizon - t, rng, clicks
        )
        policy.update(state, t, action, clicks, played, rng)
        t += played
    assert t == horizon


@every_policy
def test_the_same_seed_gives_the_same_regret(paper, id):
    arguments = model(paper), problem(paper), policies()[paper, id], [50, 500], 3
    every = replicate(*arguments, 4)
    assert every.tobytes() == replicate(*arguments, 4).tobytes()
    assert every[1:3].tobytes() == replicate(*arguments, range(1, 3)).tobytes()


@every_policy
def test_a_leak_of_the_examination_vector_raises(paper, id):
    policy, click_model = policies()[paper, id], model(paper)
    if policy.knows_examination:
        ignorant = policy._replace(knows_examination=False)
        with pytest.raises(ValueError, match="an index is NaN"):
            game(click_model, [problem(paper)], ignorant, np.array([500]), 0, 0)


@every_policy
def test_regret_is_below_uniform_play(paper, id):
    instance, click_model, policy = problem(paper), model(paper), policies()[paper, id]
    rng = np.random.default_rng(0)
    rewards = []
    for _ in range(500):
        if paper == "rank1":
            action = np.array([rng.integers(3), rng.integers(2)])
        else:
            action = rng.permutation(5)[:3]
        rewards.append(click_model.reward(*instance, action))
    uniform = click_model.optimal_reward(instance) - np.mean(rewards)
    horizon = HORIZON[paper]
    regret = replicate(click_model, instance, policy, [horizon], 7, 10)
    assert regret.mean() < 0.8 * uniform * horizon


@every_policy
def test_a_horizon_below_the_initialisation_is_refused(paper, id):
    policy, instance = policies()[paper, id], problem(paper)
    needed = policy.first_rounds(instance.attraction.size, instance.examination.size)
    if needed > 1:
        with pytest.raises(ValueError, match="initialises"):
            check_playable(model(paper), (instance,), policy, needed - 1)
    replicate(model(paper), instance, policy, [max(needed, 1)], 0, 1)


def digests() -> list[str]:
    """One digest of short games for every policy."""
    return [
        hashlib.sha256(
            replicate(model(paper), problem(paper), policy, [20, 300], 5, 2).tobytes()
        ).hexdigest()
        for (paper, _), policy in policies().items()
    ]


def test_interpreted_games_are_bit_identical_to_compiled_ones():
    root = Path(__file__).parents[2]
    program = "from tests.clickbandits.test_policies import digests; print(*digests())"
    seen = os.pathsep.join([str(root), *sys.path])
    printed = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": seen},
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    differing = [
        key
        for key, compiled, interpreted in zip(policies(), digests(), printed.split(), strict=True)
        if compiled != interpreted
    ]
    assert not differing
