"""Replications have the same bytes in every process, permute the labels, and refuse bad input."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from scipy import stats

from clickbandits import pbm
from clickbandits.experiments import replicate
from clickbandits.pbm.ucb import PBM_UCB
from clickbandits.simulate import game, generator

PROBLEM = pbm.problem([0.45, 0.35, 0.25, 0.15, 0.05], [0.9, 0.6, 0.3])
ROUNDS = np.array([10, 100, 400])


def test_shape_and_order_of_the_result():
    regret = replicate(pbm.MODEL, PROBLEM, PBM_UCB, ROUNDS, seed=1, replications=3)
    assert regret.shape == (3, 3)
    assert (np.diff(regret, axis=1) >= 0).all(), "the pseudo-regret falls"


def test_a_replication_depends_on_its_number_only():
    every = replicate(pbm.MODEL, PROBLEM, PBM_UCB, ROUNDS, 1, 9)
    with ThreadPoolExecutor(3) as threads:
        assert replicate(pbm.MODEL, PROBLEM, PBM_UCB, ROUNDS, 1, 9, threads).tobytes() == (every.tobytes())
    some = replicate(pbm.MODEL, PROBLEM, PBM_UCB, ROUNDS, 1, range(4, 6))
    assert some.tobytes() == every[4:6].tobytes()


def test_checkpoints_only_look():
    every = replicate(pbm.MODEL, PROBLEM, PBM_UCB, np.arange(1, 401), 1, 2)
    assert (every[:, ROUNDS - 1] == replicate(pbm.MODEL, PROBLEM, PBM_UCB, ROUNDS, 1, 2)).all()


def test_the_problem_is_drawn_uniformly_and_alike_for_all_policies():
    problems = [pbm.problem([0.1 * place + 0.1, 0.05], [1.0]) for place in range(4)]
    renamed = PBM_UCB._replace(id="another name")
    drawn = [
        [game(pbm.MODEL, problems, policy, np.array([2]), 3, r).problem for r in range(400)]
        for policy in (PBM_UCB, renamed)
    ]
    assert drawn[0] == drawn[1]
    # The false-alarm rate would be 1e-4 if the seed were not fixed.
    assert stats.chisquare(np.bincount(drawn[0], minlength=4)).pvalue > 1e-4


def test_labels_are_a_fresh_uniform_permutation():
    firsts = [
        game(pbm.MODEL, [PROBLEM], PBM_UCB, np.array([5]), 0, replication).items.tolist()
        for replication in range(500)
    ]
    assert all(sorted(items) == [0, 1, 2, 3, 4] for items in firsts)
    # The test of the places of item 0 would have a false-alarm rate of 1e-4 if the seed were not fixed.
    counts = np.bincount([items.index(0) for items in firsts], minlength=5)
    assert stats.chisquare(counts).pvalue > 1e-4


def test_a_relabelled_problem_has_the_same_law():
    relabelled = pbm.problem(PROBLEM.attraction[[3, 0, 4, 2, 1]], PROBLEM.examination)
    one = replicate(pbm.MODEL, PROBLEM, PBM_UCB, [400], 1, 800)
    other = replicate(pbm.MODEL, relabelled, PBM_UCB, [400], 2, 800)
    # The false-alarm rate would be 1e-4 if the seeds were not fixed.
    assert stats.ks_2samp(one[:, 0], other[:, 0]).pvalue > 1e-4


def test_words_and_replications_have_streams_of_their_own():
    draws = {
        generator(seed, replication, word).integers(2**62)
        for seed in (0, 1)
        for replication in range(10)
        for word in ("problem", "labels", "PBM-UCB")
    }
    assert len(draws) == 60


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"checkpoints": []}, "checkpoints must be a list of whole numbers"),
        ({"checkpoints": [0, 50]}, "checkpoints must increase strictly from 1"),
        ({"checkpoints": [50, 50]}, "checkpoints must increase strictly"),
        ({"checkpoints": [10.5]}, "checkpoints must be a list of whole numbers"),
        ({"checkpoints": [4]}, "the horizon must cover the 5 rounds in which PBM-UCB initialises"),
        ({"replications": 0}, "replications must be a whole number of at least 1; got 0"),
        ({"seed": -1}, "seed must be a non-negative whole number; got -1"),
        ({"seed": 1.5}, "seed must be a non-negative whole number; got 1.5"),
        ({"problem": []}, "at least one problem is needed"),
        ({"problem": range(10**18)}, "a problem is a pair of attractions and examinations; got 0"),
        (
            {"model": pbm.MODEL._replace(problem=lambda *_: None)},
            "a problem is a pair of attractions and examinations; got None",
        ),
        (
            {"policy": PBM_UCB._replace(first_rounds=lambda *_: None)},
            "first_rounds of PBM-UCB must return a whole number; got None",
        ),
    ],
)
def test_bad_input_is_refused_before_the_first_draw(change, message):
    arguments = {
        "model": pbm.MODEL,
        "problem": PROBLEM,
        "policy": PBM_UCB,
        "checkpoints": [50],
        "seed": 0,
        "replications": 2,
    } | change
    with pytest.raises(ValueError, match=message):
        replicate(**arguments)
