"""Policies and click models of one's own: each mistake ends in a sentence, and no correct one is refused."""

import math
from functools import partial
from typing import NamedTuple

import numpy as np
import pytest
from numba import njit
from tests.clickbandits.test_policies import model, policies, problem

from clickbandits import (
    PBM_TS,
    PBM_UCB,
    UCB1,
    check_policy,
    checked,
    core,
    mnl,
    pbm,
    play,
    rank1,
    replicate,
    simulate,
)
from clickbandits.core import UNTIL_NO_CLICK, ClickModel, Policy, kernel, n_shown, rank
from clickbandits.misinformed import misinformed

PROBLEM = pbm.problem([0.6, 0.5, 0.2, 0.1], [0.9, 0.3])


class State(NamedTuple):
    examination: np.ndarray
    clicks: np.ndarray
    score: np.ndarray


def start(n_items, n_positions, examination, horizon, rng):
    return State(examination, *np.zeros((2, n_items)))


@kernel
def choose(state, t, action, rng):
    for item in range(state.score.size):
        state.score[item] = state.clicks[item] / (t + 1.0) + rng.random()
    rank(state.score, action)
    return 1


@kernel
def update(state, t, action, clicks, n_rounds, rng):
    for position in range(action.size):
        state.clicks[action[position]] += clicks[position]


OWN = Policy("mine", start, choose, update)


def choosing(**changes):
    """The policy whose `choose` changes the first places of the action, or the number of rounds."""
    shown, rounds, late = changes.get("shown", ()), changes.get("rounds", 1), changes.get("late", 0)
    shown = tuple(shown) or None

    @kernel
    def other(state, t, action, rng):
        choose(state, t, action, rng)
        if shown is not None and t >= late:
            for place in range(len(shown)):
                action[place] = shown[place]
        return rounds if t >= late else 1

    return OWN._replace(choose=other)


@kernel
def forgets(state, t, action, rng):
    action[0] = 3
    return 1


@kernel
def reads_beyond(state, t, action, rng):
    choose(state, t, action, rng)
    return 1 + int(0 * state.clicks[action[0] + state.clicks.size])


@kernel
def writes_beyond(state, t, action, rng):
    if t > 1500:
        state.score[state.score.size + 2] = 0.5
    return choose(state, t, action, rng)


@kernel
def uses_examination(state, t, action, rng):
    for item in range(state.score.size):
        state.score[item] = state.examination[0] + item
    rank(state.score, action)
    return 1


@kernel
def keeps_a_list(state, t, action, rng):
    seen = [str(item) for item in range(3)]
    return choose(state, t, action, rng) + 0 * len(seen)


@kernel
def says_nothing(state, t, action, rng):
    choose(state, t, action, rng)


@kernel
def three_arguments(state, t, action):
    return 1


@kernel
def raises(state, t, action, rng):
    if t == 20:
        raise RuntimeError
    return choose(state, t, action, rng)


def counting_in(kind):
    """The policy whose clicks are of this type."""

    def other(n_items, n_positions, examination, horizon, rng):
        return start(n_items, n_positions, examination, horizon, rng)._replace(clicks=np.zeros(n_items, kind))

    return OWN._replace(start=other)


def as_a_list(n_items, n_positions, examination, horizon, rng):
    return [np.zeros(n_items)]


def with_a_list(n_items, n_positions, examination, horizon, rng):
    return State(examination, [0.0] * n_items, np.zeros(n_items))


MISTAKES = {
    "an item twice": (
        choosing(shown=(2, 2)),
        r"in round 1 of game 1: `choose` shows item 2 twice, in \[2, 2\]",
    ),
    "an item too many": (choosing(shown=(4,)), "left 4 at place 0 of `action`, .* an item from 0 to 3"),
    "a far item": (choosing(shown=(1, 10**7)), "left 10000000 at place 1"),
    "a negative item": (choosing(shown=(-1,)), "left -1 at place 0"),
    "no rounds": (choosing(rounds=0), "`choose` must return for how many rounds .* got 0"),
    "negative rounds": (choosing(rounds=-5), "at least 1, or UNTIL_NO_CLICK; got -5"),
    "half a round": (choosing(rounds=1.5), "a whole number of at least 1, .* got 1.5"),
    "nothing returned": (OWN._replace(choose=says_nothing), "a whole number of at least 1, .* got None"),
    "a place forgotten": (OWN._replace(choose=forgets), "left -1 at place 1 .* Fill every place"),
    "reads outside": (
        OWN._replace(choose=reads_beyond),
        r"in round 1 of game 1: an index is outside of its array \(in `reads_beyond`, line \d+: return 1",
    ),
    "an unknown examination": (
        OWN._replace(choose=uses_examination, knows_examination=False),
        r"an index is NaN: .* \(in `uses_examination`, line \d+: rank",
    ),
    "a list as a state": (OWN._replace(start=as_a_list), "NamedTuple of arrays and .* the state is a list"),
    "a list in a state": (OWN._replace(start=with_a_list), "but its field clicks is a list"),
    # numba would read its bytes in the wrong order if it had compiled the loop before
    "foreign bytes": (counting_in(np.dtype(float).newbyteorder()), "its field clicks is an array of [<>]f8"),
    "half precision": (counting_in(np.float16), "its field clicks is an array of float16"),
    "extended precision": (
        counting_in(np.longdouble),
        "its field clicks is an array of (longdouble|float128)",
    ),
    "an error without a text": (
        OWN._replace(choose=raises),
        r"in round 21 of game 1: RuntimeError \(in `raises`, line",
    ),
    "not compiled": (OWN._replace(choose=choose.py_func), "`choose` of mine is not compiled; write @kernel"),
    "other arguments": (
        OWN._replace(choose=three_arguments),
        r"must have the arguments \(state, t, action, rng\)",
    ),
    "a name": ("PBM_UCB", "a Policy is needed, .* got 'PBM_UCB'"),
    "no start": (OWN._replace(start=None), "`start` of mine must be a function"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_in_a_policy_ends_in_a_sentence(name):
    policy, message = MISTAKES[name]
    with pytest.raises(ValueError, match=message):
        replicate(pbm.MODEL, PROBLEM, policy, [50], 1, 2)
    with pytest.raises(ValueError, match=message):
        check_policy(pbm.MODEL, PROBLEM, policy)


def test_what_numba_cannot_compile_ends_in_a_sentence():
    policy = OWN._replace(choose=keeps_a_list)
    with pytest.raises(ValueError, match="numba cannot compile mine and the click model pbm: .*"):
        play(pbm.MODEL, PROBLEM, policy, 50, 1)


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        (choosing(shown=(3, 3), late=2000), r"in round 2,001 of game 1: `choose` shows item 3 twice"),
        (choosing(rounds=0, late=2000), "in round 2,001 of game 1: `choose` must return"),
        (OWN._replace(choose=writes_beyond), "a function wrote outside of an array"),
    ],
)
def test_a_mistake_that_comes_late_is_seen_in_compiled_games(policy, message):
    with pytest.raises(ValueError, match=message):
        play(pbm.MODEL, PROBLEM, policy, 3000, 1)


def test_guards_change_no_number():
    for problems in ((PROBLEM,), (PROBLEM, pbm.problem([0.9, 0.1, 0.3, 0.2], [0.2, 0.8]))):
        arguments = pbm.MODEL, problems, OWN, np.array([1, 10, 3000]), 4, range(3)
        assert checked.play_range(*arguments).tobytes() == simulate.play_range(*arguments).tobytes()
        assert replicate(*arguments).tobytes() == simulate.play_range(*arguments).tobytes()


def test_sixty_four_items_apart_are_different_items():
    many = pbm.problem(np.linspace(0.9, 0.1, 70), [0.9, 0.3])
    replicate(pbm.MODEL, many, choosing(shown=(3, 67)), [50], 1, 1)
    with pytest.raises(ValueError, match="item 67 twice"):
        replicate(pbm.MODEL, many, choosing(shown=(67, 67)), [50], 1, 1)


@pytest.mark.parametrize(("paper", "id"), list(policies()))
def test_no_policy_of_the_library_is_refused_in_plain_python(paper, id):
    policy, instance = policies()[paper, id], problem(paper)
    horizon = np.array([100 if "UPB" in policy.id else 1000])
    checked.check_parts(model(paper), policy)
    checked._play_in_python(model(paper), (instance,), policy, horizon, 2, 1000)
    assert checked.owned(model(paper), policy)


@kernel
def epochs(state, t, action, rng):
    choose(state, t, action, rng)
    return UNTIL_NO_CLICK


@kernel
def stretches(state, t, action, rng):
    choose(state, t, action, rng)
    return 7 * t + 10**6


def correct():
    one, square = pbm.problem([0.5], [0.5]), pbm.problem([0.5, 0.3, 0.1], [1.0, 0.5, 0.9])
    opening = OWN._replace(first_rounds=lambda n_items, n_positions: n_items)
    yield from ((pbm.MODEL, each, OWN) for each in (one, square, PROBLEM))
    yield mnl.MODEL, PROBLEM, OWN._replace(choose=epochs)
    yield pbm.MODEL, square, OWN._replace(choose=stretches)
    yield pbm.MODEL, PROBLEM, opening
    yield pbm.MODEL, PROBLEM, OWN._replace(knows_examination=False)


def test_correct_policies_pass():
    for click_model, instance, policy in correct():
        check_policy(click_model, instance, policy, horizon=300)


@kernel
def with_log_0(state, t, action, rng):
    bonus = math.exp(math.log(t * 1.0))
    return choose(state, t, action, rng) + int(0 * bonus)


def test_mathematics_follows_numba_and_not_python():
    """log 0 is -inf in compiled code, so a policy may compute it; the mistake after it is still seen."""
    checked._play_in_python(pbm.MODEL, (PROBLEM,), OWN._replace(choose=with_log_0), np.array([20]), 1, 20)
    assert math.isinf(checked._as_numba(math.log, 0.0)) and math.isnan(checked._as_numba(math.sqrt, -1.0))


# Click models.
@njit(nogil=True)
def cascade_reward(attraction, examination, action):
    missed = 1.0
    for item in action:
        missed *= 1.0 - attraction[item]
    return 1.0 - missed


@njit(nogil=True)
def cascade_draw(attraction, examination, action, n_rounds, limit, rng, clicks):
    rounds = min(max(n_rounds, 1), limit)
    for position in range(clicks.size):
        clicks[position] = 0
    for _ in range(rounds):
        for position in range(action.size):
            if rng.random() < attraction[action[position]]:
                clicks[position] += 1
                break
    return rounds


@njit(nogil=True)
def too_long(attraction, examination, action, n_rounds, limit, rng, clicks):
    return cascade_draw(attraction, examination, action, n_rounds, limit, rng, clicks) + limit


@njit(nogil=True)
def too_many(attraction, examination, action, n_rounds, limit, rng, clicks):
    rounds = cascade_draw(attraction, examination, action, n_rounds, limit, rng, clicks)
    clicks[1] = rounds + 1
    return rounds


@njit(nogil=True)
def forgets_clicks(attraction, examination, action, n_rounds, limit, rng, clicks):
    clicks[0] = 0
    return min(n_rounds, limit)


@njit(nogil=True)
def half_a_round(attraction, examination, action, n_rounds, limit, rng, clicks):
    return 1.5 * cascade_draw(attraction, examination, action, n_rounds, limit, rng, clicks)


@njit(nogil=True)
def changes_the_problem(attraction, examination, action, n_rounds, limit, rng, clicks):
    attraction[0] *= 0.9
    return cascade_draw(attraction, examination, action, n_rounds, limit, rng, clicks)


@njit(nogil=True)
def double_reward(attraction, examination, action):
    return 2.0 * cascade_reward(attraction, examination, action)


@njit(nogil=True)
def half_reward(attraction, examination, action):
    return 0.5 * cascade_reward(attraction, examination, action)


def cascade_best(problem):
    return 1 - np.prod(1 - np.sort(problem.attraction)[::-1][: problem.examination.size])


def of_sorted_only(problem):
    return 1 - np.prod(1 - problem.attraction[: problem.examination.size])


CASCADE = ClickModel("cascade", cascade_draw, cascade_reward, cascade_best, n_shown, n_shown, pbm.problem)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"draw": too_long}, r"`draw` of the click model cascade played 1,\d+ rounds; asked for 1 rounds"),
        ({"draw": too_many}, "`draw` of the click model cascade left 2 at place 1 of `clicks`"),
        ({"draw": forgets_clicks}, "left -1 at place 1 of `clicks`, .* Fill every place"),
        ({"draw": half_a_round}, "`draw` of .* cascade must return the number of rounds .*; got 1.5"),
        ({"draw": changes_the_problem}, r"read-only \(in `changes_the_problem`, line \d+: attraction\[0\]"),
        ({"problem": None}, "`problem` of cascade must be a function; got None"),
        ({"action_size": 2}, "`action_size` of cascade must be a function; got 2"),
        (
            {"action_size": lambda _: 1.5},
            "`action_size` of .* must return a whole number of at least 1; got .*1.5",
        ),
        (
            {"clicks_size": lambda _: 0},
            "`clicks_size` of .* must return a whole number of at least 1; got .*0",
        ),
        (
            {"optimal_reward": lambda _: None},
            "`optimal_reward` of .* must return a finite number .* got None",
        ),
        ({"optimal_reward": lambda _: np.inf}, "must return a finite number of at least 0; got .*inf"),
        ({"reward": double_reward}, "and the optimal one .* so the regret would be below zero"),
        ({"optimal_reward": of_sorted_only}, "so the regret would be below zero"),
        ({"reward": cascade_reward.py_func}, "`reward` of cascade is not compiled"),
        ({"reward": half_reward}, r"the reward of \[.*\] is 0.\d+, but `draw` gives 0.\d+ clicks per round"),
    ],
)
def test_a_mistake_in_a_click_model_ends_in_a_sentence(changes, message):
    check_policy(CASCADE, PROBLEM, OWN)
    with pytest.raises(ValueError, match=message):
        check_policy(CASCADE._replace(**changes), PROBLEM, OWN)


def test_a_policy_for_lists_is_not_played_on_pairs_nor_the_other_way_round():
    pairs = rank1.problem([0.6, 0.5], [0.9, 0.3, 0.2])
    for click_model, instance, policy in ((rank1.MODEL, pairs, PBM_TS), (pbm.MODEL, PROBLEM, UCB1)):
        with pytest.raises(ValueError, match="cannot play on in round"):
            replicate(click_model, instance, policy, [500], 1, 2)


def test_what_belongs_to_the_library_is_known(monkeypatch):
    told = misinformed(PBM_UCB, [0.5, 0.5], "told flat")
    assert checked.owned(pbm.MODEL, PBM_UCB) and checked.owned(pbm.MODEL, told)
    assert not checked.owned(CASCADE, PBM_UCB)
    for changes in (
        {"choose": choose},
        {"start": partial(start)},
        {"knows_examination": False},
        {"first_rounds": lambda *_: 0},
    ):
        assert not checked.owned(pbm.MODEL, PBM_UCB._replace(**changes)), changes
    monkeypatch.setattr(checked, "check_first", lambda *_: pytest.fail("the library's policy is checked"))
    play(pbm.MODEL, PROBLEM, [PBM_UCB, told], 20, 1)


def test_a_policy_is_checked_once_for_problems_of_one_size(monkeypatch):
    played = []
    monkeypatch.setattr(checked, "_play_in_python", lambda *arguments: played.append(arguments[-1]))
    monkeypatch.setattr(checked, "_passed", set())
    for games in (1, 10**6, 1):
        checked.check_first(pbm.MODEL, (PROBLEM,), OWN, np.array([1000]), games)
    checked.check_first(pbm.MODEL, (pbm.problem([0.5, 0.4], [0.5]),), OWN, np.array([1000]), 10**6)
    assert played == [50, 1000]


@kernel
def through_a_module(state, t, action, rng):
    state.score[0] = np.exp(-rng.random())
    core.rank(state.score, action)
    return 1 + 0 * int(math.log(t * 1.0) < 0.0)


def test_kernels_that_are_reached_through_a_module_run_in_plain_python(monkeypatch):
    calls = []
    monkeypatch.setattr(core.rank, "py_func", lambda index, ranked: calls.append(index), raising=False)
    policy = OWN._replace(choose=through_a_module)
    with pytest.raises(ValueError, match="left -1 at place 0"):
        checked._play_in_python(pbm.MODEL, (PROBLEM,), policy, np.array([9]), 1, 9)
    assert len(calls) == 1


def test_a_fault_of_the_click_model_is_not_blamed_on_start():
    def size(problem):
        raise RuntimeError("no size")

    model, problems = pbm.MODEL._replace(action_size=size), (pbm.problem([0.5, 0.2], [0.9]),)
    with pytest.raises(RuntimeError, match="^no size$"):
        checked.started(model, problems, PBM_UCB, 100, 1, 0)
