"""A contest of policies gives what `replicate` gives, and asks for no store."""

import numpy as np
import pytest

from clickbandits import PBM_PIE, PBM_UCB, pbm, play, replicate

PROBLEM = pbm.problem([0.6, 0.5, 0.2], [0.9, 0.3])


def test_every_policy_plays_the_games_of_replicate(tmp_path, monkeypatch):
    monkeypatch.setenv("CLICKBANDITS_CACHE", str(tmp_path))
    regret = play(pbm.MODEL, PROBLEM, [PBM_UCB, PBM_PIE], horizon=50, replications=3, seed=4)
    assert list(regret.values) == ["PBM-UCB", "PBM-PIE"] and regret.rounds[-1] == 50
    for policy in (PBM_UCB, PBM_PIE):
        expected = replicate(pbm.MODEL, PROBLEM, policy, regret.rounds, 4, 3)
        np.testing.assert_array_equal(regret.values[policy.id], expected)
    assert not any(tmp_path.iterdir())


def test_one_policy_needs_no_list():
    assert list(play(pbm.MODEL, PROBLEM, PBM_UCB, 20, 2).values) == ["PBM-UCB"]


def test_what_cannot_be_played_is_refused():
    with pytest.raises(ValueError, match="the horizon must cover the 3 rounds"):
        play(pbm.MODEL, PROBLEM, PBM_UCB, horizon=2)
    with pytest.raises(ValueError, match="with different ids"):
        play(pbm.MODEL, PROBLEM, [PBM_UCB, PBM_UCB], horizon=20)
