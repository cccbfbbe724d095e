"""The game's place on the front page has the problem and the numbers that the package computes for it."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from clickbandits import PBM_TS, lower_bound, pbm
from clickbandits.experiments import replicate
from compendium.front import game

ROOT = Path(__file__).resolve().parents[3]
PROBLEM = pbm.problem([0.8, 0.5, 0.1], [0.9, 0.4])


def test_the_page_has_the_numbers_of_the_package(monkeypatch):
    script = (ROOT / "book" / "assets" / "explorer_visitors.js").read_text("utf-8")
    assert f"COUNT = {game.VISITORS};" in script and f"over {game.GAMES:,} games" in script
    monkeypatch.setattr(game, "GAMES", 400)
    data = json.loads(re.search("data-problem='(.*)'", game.board(PROBLEM).data)[1])
    assert [data["attraction"], data["examination"]] == [values.tolist() for values in PROBLEM]
    assert data["constant"] == lower_bound(PROBLEM)
    for average, policy in zip(data["average"], (PBM_TS, game.GREEDY), strict=True):
        other = replicate(pbm.MODEL, PROBLEM, policy, [game.VISITORS], seed=2, replications=400)
        # The difference of two means of 400 games; a false alarm is rarer than 1 in 10,000.
        assert abs(average - other.mean()) < 4 * np.sqrt(2 / 400) * other.std()


@pytest.mark.parametrize("vectors", [([0.5, 0.8, 0.1], [0.9, 0.4]), ([0.8, 0.5, 0.1], [0.4, 0.9])])
def test_the_best_item_and_position_come_first(vectors):
    with pytest.raises(ValueError, match="decrease"):
        game.board(pbm.problem(*vectors))
