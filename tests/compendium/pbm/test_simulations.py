"""The strip of moments at the beginning of the chapter on simulations shows the game as it is played."""

import pytest

from clickbandits import RBA_KL_UCB, pbm
from compendium.pbm.simulations import figures
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
