"""Every policy of every paper satisfies the contract of policies."""

import hashlib
import importlib
import inspect
import json
import os
import pkgutil
import shutil
import subprocess
import sys
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import clickbandits
import compendium
from clickbandits import core
from clickbandits.core import UNTIL_NO_CLICK, Policy
from clickbandits.drawing import COLOURS
from clickbandits.experiments import replicate
from clickbandits.policies import CLICK_MODELS, POLICIES
from clickbandits.simulate import check_playable, game, generator
from compendium import claims

START = ["n_items", "n_positions", "examination", "horizon", "rng"]
CHOOSE = ["state", "t", "action", "rng"]
UPDATE = ["state", "t", "action", "clicks", "n_rounds", "rng"]

VECTORS = {  # the examination is not monotone if actions are lists
    "pbm": ([0.3, 0.9, 0.5, 0.1, 0.6], [0.5, 0.9, 0.3]),
    "rank1": ([0.2, 0.9, 0.4], [0.3, 0.8]),
    "mnl": ([0.3, 0.9, 0.5, 0.1, 0.6], [0.9, 0.5, 0.2]),
}
HORIZON = {"pbm": 3000, "rank1": 20_000, "mnl": 30_000}


@cache
def policies() -> dict:
    """Every `Policy` constant of the papers' modules in both packages, by paper and id.

    An accelerated policy has the id of the plain one, so its module is added to the id here.
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


ROOT = Path(__file__).resolve().parents[2]

every_policy = pytest.mark.parametrize(("paper", "id"), list(policies()))


def test_every_policy_of_the_library_is_listed():
    found = {policy.id: policy for policy in policies().values() if "(" not in policy.id}
    for name, (module, id, colour, *_) in POLICIES.items():
        policy = getattr(clickbandits, name)
        assert found.pop(id) is policy, name
        assert policy is getattr(importlib.import_module(f"clickbandits.{module}"), name)
        assert module.split(".")[0] in CLICK_MODELS and colour in COLOURS
    assert not found, "each of these policies needs a line in clickbandits/policies.py"


NEW_POLICY = """
from functools import partial
from ..core import Policy, one_cycle
from .ucb import choose, start, update
HALF_UCB = Policy("Half-UCB", partial(start, epsilon=-0.5), choose, update, first_rounds=one_cycle)
"""
SEEN = """
import sys
from clickbandits import HALF_UCB, drawing
from clicklogs.command import main
from compendium.sphinx import library_reference
assert HALF_UCB.id == "Half-UCB" and drawing.look("Half-UCB")["color"] == drawing.SKY
assert any("HALF_UCB" in line for line in library_reference.table())
assert any("pbm.half_ucb" in line for line in library_reference.pages("pbm"))
main(["policies"])
"""


def test_a_new_policy_is_one_file_one_entry_and_one_export(tmp_path):
    """The package, the command, the figures and the reference find a policy that these introduce."""
    for package in ("clickbandits", "clicklogs", "compendium"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "src" / package, tmp_path / package, ignore=ignored)
    (tmp_path / "clickbandits" / "pbm" / "half_ucb.py").write_text(NEW_POLICY)
    path = tmp_path / "clickbandits" / "policies.py"
    entry = '"HALF_UCB": Entry("pbm.half_ucb", "Half-UCB", "sky", "-", "explores half as much"),'
    path.write_text(path.read_text("utf-8").replace("POLICIES = {\n", f"POLICIES = {{\n    {entry}\n"))
    with open(tmp_path / "clickbandits" / "__init__.pyi", "a") as stub:
        stub.write("from .pbm.half_ucb import HALF_UCB as HALF_UCB\n")
    program = [sys.executable, "-c", SEEN]
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(program, env=environment, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "HALF_UCB" in done.stdout and "explores half as much" in done.stdout


@every_policy
def test_parameters_have_the_contracts_names(paper, id):
    policy = policies()[paper, id]

    def names(function):
        return list(inspect.signature(getattr(function, "py_func", function)).parameters)

    start = inspect.signature(policy.start).parameters
    assert [name for name in start if start[name].kind != inspect.Parameter.KEYWORD_ONLY] == START
    assert names(policy.choose) == CHOOSE
    assert names(policy.update) == UPDATE


def watched(draw, of_pairs):
    """The click model's `draw` in plain Python, which refuses actions that a policy must not take."""

    def watched_draw(attraction, examination, action, n_rounds, limit, rng, clicks):
        assert n_rounds >= 1 or n_rounds == UNTIL_NO_CLICK, "a stretch has at least one round"
        ends = (attraction.size, examination.size) if of_pairs else [attraction.size] * action.size
        for label, end in zip(action, ends, strict=True):
            assert 0 <= label < end, "a label is out of range"
        assert of_pairs or len(set(action)) == action.size, "an item is shown twice"
        played = draw(attraction, examination, action, n_rounds, limit, rng, clicks)
        assert 1 <= played <= limit, "the game ends at its horizon"
        return played

    return watched_draw


def what_is_wrong(paper, policy) -> str:
    """The error of `watched` in 2,000 rounds (300 if the policy has slow fits); interpreted only."""
    click_model, instance = model(paper), problem(paper)
    horizon = 300 if "UPB" in policy.id else 2000
    n_items, n_positions = instance.attraction.size, instance.examination.size
    rng = generator(0, 0, policy.id)
    given = instance.examination.copy()
    if not policy.knows_examination:
        given[:] = np.nan
    state = policy.start(n_items, n_positions, given, horizon, rng)
    action = np.full(click_model.action_size(instance), -1)
    clicks = np.zeros(click_model.clicks_size(instance), dtype=np.int64)
    draw = watched(click_model.draw, paper == "rank1")
    if not isinstance(state, tuple):
        return "a state is a tuple"
    try:
        core.play(
            draw,
            click_model.reward,
            policy.choose,
            policy.update,
            state,
            instance,
            1.0,
            np.array([horizon]),
            action,
            clicks,
            rng,
            np.empty(1),
        )
    except AssertionError as why:
        return str(why)
    return ""


@every_policy
def test_actions_are_in_range_and_stretches_positive(paper, id, interpreted):
    place = list(policies()).index((paper, id))
    assert interpreted["wrong"][place] == ""


@pytest.mark.parametrize(
    ("action", "n_rounds", "message"),
    [
        ([0, 1, 5], 1, "a label is out of range"),
        ([0, 1, -1], 1, "a label is out of range"),
        ([0, 1, 0], 1, "an item is shown twice"),
        ([0, 1, 2], 0, "at least one round"),
        ([0, 1, 2], 7, "ends at its horizon"),
    ],
)
def test_a_wrong_action_is_seen(action, n_rounds, message):
    draw = watched(lambda attraction, examination, action, n_rounds, *rest: n_rounds, False)
    with pytest.raises(AssertionError, match=message):
        draw(*problem("pbm"), np.array(action), n_rounds, 6, None, None)


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
        with pytest.raises(ValueError, match="is NaN: the policy used"):
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
    """For every policy, one digest of short games."""
    return [
        hashlib.sha256(replicate(model(paper), problem(paper), policy, [20, 300], 5, 2).tobytes()).hexdigest()
        for (paper, _), policy in policies().items()
    ]


@pytest.fixture(scope="module")
def interpreted() -> dict:
    """For every policy, the digest of its games in plain Python, and the error found in them."""
    root = Path(__file__).parents[2]
    program = (
        "import json\nfrom tests.clickbandits.test_policies import *\n"
        "wrong = [what_is_wrong(paper, policy) for (paper, _), policy in policies().items()]\n"
        "print(json.dumps({'digests': digests(), 'wrong': wrong}))"
    )
    seen = os.pathsep.join([str(root), *sys.path])
    printed = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": seen},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return json.loads(printed)


def test_interpreted_games_are_bit_identical_to_compiled_ones(interpreted):
    differing = [
        key
        for key, compiled, plain in zip(policies(), digests(), interpreted["digests"], strict=True)
        if compiled != plain
    ]
    assert not differing
