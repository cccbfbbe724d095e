"""The chapter on simulations shows games as they are played and names the rounds that it compares."""

import numpy as np
import pytest

from clickbandits import RBA_KL_UCB, pbm
from clickbandits.experiments import Regret
from compendium.pbm import experiments
from compendium.pbm.simulations import figures, reported
from compendium.pbm.simulations.race import race


def test_the_strip_counts_what_was_shown_and_lost():
    problem = pbm.problem((0.6, 0.4, 0.1), (0.9, 0.5))
    game = race([RBA_KL_UCB], problem, (1, 3, 20), seed=2)
    assert game["rounds"].unique().tolist() == [1, 3, 20]
    shares = game.groupby(["rounds", "position"])["share"].sum()
    assert shares.tolist() == pytest.approx([1.0] * 6)
    first = game[(game["rounds"] == 1) & (game["share"] == 1)].sort_values("position")
    assert first["lost"].iloc[0] == pytest.approx(pbm.gap(problem, first["item"].to_numpy() - 1))
    # the first three rounds show every item once at every position
    assert game[game["rounds"] == 3]["share"].to_numpy() == pytest.approx(1 / 3)
    assert figures.moments(game).data is game


def test_a_ratio_names_the_round_at_which_it_was_stored(monkeypatch):
    regret = Regret(
        experiments.figure_2("paper"),
        np.array([1, 9_000, 12_000, 100_000]),
        {
            policy: np.outer([0.9, 1.0, 1.1], [1.0, 50 * factor, 60 * factor, 100 * factor])
            for policy, factor in {"RBA-KL-UCB": 5, "PBM-UCB": 7, "PBM-PIE": 2, "PBM-TS": 1}.items()
        },
    )
    monkeypatch.setattr(reported, "run", lambda experiment: regret)
    found = reported.figure_2_rba_better_than_ucb("paper")
    labels = [label for label in found.labels.values() if "over" in label]
    assert [label.rpartition(", ")[2] for label in labels] == ["12,000 rounds", "100,000 rounds"]
