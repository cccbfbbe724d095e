"""A misinformed policy plays with the examination it was given, and its name shows this."""

import pickle
import re

import numpy as np
import pytest

from clickbandits.experiments import Experiment, replicate
from clickbandits.misinformed import misinformed
from clickbandits.pbm import MODEL, problem
from clickbandits.pbm.rba import RBA_KL_UCB
from clickbandits.pbm.ucb import PBM_UCB


def test_a_told_policy_plays_on_what_it_was_told():
    wrong = misinformed(PBM_UCB, (0.3, 0.6, 0.9), "told reversed")
    state = wrong.start(5, 3, np.array([0.9, 0.6, 0.3]), 100, np.random.default_rng(0))
    assert state.examination.tolist() == [0.3, 0.6, 0.9]
    assert state.positions.tolist() == [2, 1, 0]
    assert wrong.id == "PBM-UCB(told reversed)"
    assert pickle.loads(pickle.dumps(wrong)).id == wrong.id


def test_a_policy_that_is_told_nothing_cannot_be_misled():
    with pytest.raises(ValueError, match="RBA-KL-UCB"):
        misinformed(RBA_KL_UCB, (1, 1, 1), "told flat")


@pytest.mark.parametrize(
    ("told", "rule"),
    [
        ([], "one value per position; got"),
        ([3, 0.5], "must lie in (0, 1]; got 3.0 at position 1"),
        ([0.5], "one value per position, here 2; got [0.5]"),
        ([0.5] * 3, "one value per position, here 2; got [0.5, 0.5, 0.5]"),
    ],
)
def test_what_is_told_is_checked_before_the_first_round(told, rule):
    with pytest.raises(ValueError, match=re.escape(rule)):
        wrong = misinformed(PBM_UCB, told, "wrong")
        replicate(MODEL, problem((0.5, 0.4, 0.1), (0.9, 0.6)), wrong, [10], 0, 1)


def test_what_is_told_is_part_of_the_key():
    instance = problem((0.5, 0.4, 0.1), (0.9, 0.6, 0.3))

    def key(examination):
        policy = misinformed(PBM_UCB, examination, "wrong")
        return Experiment("x", MODEL, (instance,), (policy,), 10, 1, 0).key(policy)

    assert key((0.3, 0.6, 0.9)) == key(np.array([0.3, 0.6, 0.9])) != key((0.9, 0.9, 0.9))
