"""The game loop and the ranking that all policies share."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numba import njit
from numba.core.errors import TypingError

from clickbandits.compiled import compiled
from clickbandits.core import UNTIL_NO_CLICK, kernel, play, rank, vectors
from clickbandits.rank1.stages import once_a_stage

VALUES = st.floats(-10, 10) | st.just(np.inf) | st.sampled_from([0.0, 1.0])


@given(st.integers(1, 12).flatmap(lambda n: arrays(np.float64, n, elements=VALUES)), st.data())
def test_rank_is_a_stable_sort(index, data):
    ranked = np.empty(data.draw(st.integers(1, index.size)), dtype=np.int64)
    compiled(rank)(index, ranked)
    assert ranked.tolist() == np.argsort(-index, kind="stable")[: ranked.size].tolist()


@pytest.mark.parametrize("place", [0, 2, 4])
def test_rank_raises_on_a_nan(place):
    index = np.arange(5.0)
    index[place] = np.nan
    with pytest.raises(ValueError, match="an index is NaN"):
        compiled(rank)(index, np.empty(1, dtype=np.int64))


@pytest.mark.parametrize(
    ("attraction", "message"),
    [
        ([0.5, 1.3], r"attraction must lie in \[0, 1\]; got 1.3 at item 2"),
        ([-0.1], r"attraction must lie in \[0, 1\]; got -0.1 at item 1"),
        ([np.nan, 0.1], r"attraction must lie in \[0, 1\]; got nan at item 1"),
        ([], "one value per item; got shape"),
        ([[0.1, 0.2]], "one value per item; got shape"),
    ],
)
def test_vectors_are_refused_with_rule_and_value(attraction, message):
    with pytest.raises(ValueError, match=message):
        vectors(attraction, [1.0], "[0, 1]", "(0, 1]")


def test_an_open_end_is_open():
    with pytest.raises(ValueError, match=r"examination must lie in \(0, 1\]; got 0.0 at position"):
        vectors([0.0], [0.0], "[0, 1]", "(0, 1]")


@njit
def draw(attraction, examination, action, n_rounds, limit, rng, clicks):
    """A toy model without clicks, in which an open-ended stretch takes three rounds."""
    played = 3 if n_rounds == UNTIL_NO_CLICK else n_rounds
    return min(played, limit)


@njit
def reward(attraction, examination, action):
    return attraction[action[0]]


@njit
def choose(state, t, action, rng):
    action[0] = state[0]
    return state[1]


@njit
def update(state, t, action, clicks, n_rounds, rng):
    state[0] = 1 - state[0]
    state[2] += n_rounds


@pytest.mark.parametrize(("stretch", "length"), [(1, 1), (4, 4), (100, 100), (UNTIL_NO_CLICK, 3)])
def test_regret_is_exact_at_every_checkpoint_inside_a_stretch(stretch, length):
    # Two arms alternate for `length` rounds each; the arm with label 0 has a gap of 0.5.
    checkpoints = np.array([1, 2, 3, 7, 20])
    regret = np.empty(5)
    state = np.array([0, stretch, 0])
    problem = (np.array([0.25, 0.75]), np.ones(1))
    buffers = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    rng = np.random.default_rng(0)
    play(draw, reward, choose, update, state, problem, 0.75, checkpoints, *buffers, rng, regret)
    losing = (np.arange(20) // length) % 2 == 0
    assert regret.tolist() == [0.5 * losing[:rounds].sum() for rounds in checkpoints]
    assert state[2] == 20, "the last stretch is cut at the horizon"


@pytest.mark.parametrize("compiler", [kernel, once_a_stage])
def test_inner_functions_are_compiled_without_reference_counts_and_wrappers(compiler):
    # numba ignores an unknown option, so time would be lost without a message.
    def allocate(n):
        return np.zeros(n)

    def count(arrays):
        taken = arrays[0]
        return taken.size

    assert njit(allocate)(3).tolist() == [0, 0, 0]
    with pytest.raises(TypingError, match="zeros"):
        compiler(allocate)(3)
    compiled = compiler(count)
    assert compiled((np.zeros(3), np.zeros(2))) == 3
    for code in compiled.inspect_llvm().values():
        assert "NRT_" not in code and "@_ZN7cpython" not in code and "@cfunc" not in code
    assert "@_ZN7cpython" in "".join(compiled._outer.inspect_llvm().values())


@pytest.mark.parametrize("compiler", [kernel, once_a_stage])
def test_python_may_call_an_inner_function_that_others_have_called(compiler):
    @compiler
    def checked_root(x):
        if x < 0:
            raise ValueError("below 0")
        return x**0.5

    @compiler
    def total(pair, y):
        return checked_root(pair[0]) + pair[1] + y

    assert total((4.0, 1), 0.5) == 3.5 and total((9, 1), 1) == 5.0
    assert checked_root(4.0) == 2.0 and checked_root(25) == 5.0
    with pytest.raises(ValueError, match="below 0"):
        total((-1.0, 0), 0.0)
    with pytest.raises(ValueError, match="below 0"):
        checked_root(-1)
    copy = pickle.loads(pickle.dumps(rank))
    ranked = np.empty(2, dtype=np.int64)
    copy(np.array([0.1, 0.3, 0.2]), ranked)
    assert ranked.tolist() == [1, 2]
