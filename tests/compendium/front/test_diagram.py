"""The game on the front page is the game of the book, and the picture shows its numbers."""

import numpy as np
import pytest

from clickbandits.compiled import compiled
from clickbandits.core import play
from clickbandits.mnl import model as mnl
from clickbandits.mnl.epoch_ucb import EPOCH_UCB
from clickbandits.pbm import model as pbm
from clickbandits.pbm.pie import PBM_PIE
from compendium.front.diagram import diagram, stretches

GAMES = [
    (mnl.MODEL, mnl.problem([0.9, 0.6, 0.3], [1.0, 0.5]), EPOCH_UCB),
    (pbm.MODEL, pbm.problem([0.9, 0.4, 0.1], [0.9, 0.5]), PBM_PIE),
]


@pytest.mark.parametrize("model, game, policy", GAMES)
def test_it_is_the_compiled_game_step_by_step(model, game, policy):
    horizon = 200
    played = stretches(model, game, policy, horizon, seed=3)
    rng = np.random.default_rng(3)
    state = policy.start(3, 2, game.examination.copy(), horizon, rng)
    regret = np.empty(1)
    game = pbm.Problem(*map(np.copy, game))  # as `simulate` plays it: the same compiled loop
    compiled(play, model.draw, model.reward, policy.choose, policy.update)(
        state, game, model.optimal_reward(game), np.array([horizon]), np.zeros(2, dtype=np.int64),
        np.zeros(2, dtype=np.int64), rng, regret,
    )  # fmt: skip
    assert played.rounds.sum() == horizon
    assert played.regret.sum() == pytest.approx(regret[0], abs=1e-12)
    ends = played.first_round + played.rounds
    assert (ends[:-1].to_numpy() == played.first_round[1:].to_numpy()).all()


def test_the_diagram_names_the_stretch_it_shows():
    model, game, policy = GAMES[0]
    played = stretches(model, game, policy, 60, seed=0)
    drawing = diagram(game, policy.id, played)
    text = " ".join(item.get_text() for item in drawing.figure.axes[0].texts)
    costly = played[played.regret > 1e-12]
    row = costly.loc[costly.rounds.idxmax()]
    for word in ("problem", "policy", "stretch", "clicks", "regret", policy.id):
        assert word in text
    assert f"in {row.rounds} rounds" in text and f"{row.regret:.2f} clicks" in text
    assert f"items {row.action[0]}, {row.action[1]}" in text
    assert len(drawing.data) == len(played)
