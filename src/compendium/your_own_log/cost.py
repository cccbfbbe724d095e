"""What learning to rank the items of a log would cost: a game on the fitted model."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from clickbandits.core import Problem
from clickbandits.experiments import Experiment, Regret, run
from clickbandits.pbm.model import MODEL, problem
from clickbandits.pbm.pie import PBM_PIE, PBM_PIE_ADAPTIVE
from clickbandits.pbm.rba import RBA_KL_UCB
from clickbandits.pbm.ts import PBM_TS
from clickbandits.pbm.ucb import PBM_UCB
from compendium.your_own_log.study import Study

POLICIES = (RBA_KL_UCB, PBM_UCB, PBM_PIE, PBM_PIE_ADAPTIVE, PBM_TS)
HORIZON = {"quick": 10_000, "paper": 100_000}
SEED = 20161205

MIN_VIEWS = 100
"""A candidate was shown so often, each display weighted by its position's examination."""

MOST_CANDIDATES = 40


class Game(NamedTuple):
    """What the policies would choose from.

    problem : Problem or None, the fitted model of the candidates
    items, positions : int64 arrays, of the part that was estimated, by decreasing estimate
    left_out : tuple of str, what is not in the game and why, or why there is none; Markdown
    """

    problem: Problem | None
    items: np.ndarray
    positions: np.ndarray
    left_out: tuple[str, ...]


def game(study: Study) -> Game:
    """The candidates and positions that the log tells enough about, best first."""
    fitted = study.fitted
    _, plays = study.table
    said = []
    positions = np.argsort(-fitted.examination, kind="stable")
    if dark := int((fitted.examination == 0).sum()):
        positions = positions[: positions.size - dark]
        said.append(f"{dark} of {fitted.examination.size} positions: never clicked")
    views = plays @ fitted.examination
    items = np.argsort(-fitted.attraction, kind="stable")
    if rare := int((views < MIN_VIEWS).sum()):
        items = items[views[items] >= MIN_VIEWS]
        said.append(
            f"{rare} of {views.size} items: shown less often than {MIN_VIEWS} times, counting each "
            "display by its position's examination"
        )
    if items.size > MOST_CANDIDATES:
        said.append(f"{items.size - MOST_CANDIDATES} items: not among the best {MOST_CANDIDATES}")
        items = items[:MOST_CANDIDATES]
    if items.size < 2:
        return Game(None, items, positions, (*said, "There is no choice between two items."))
    if positions.size > items.size:
        said.append(f"{positions.size - items.size} positions: there are {items.size} items only")
        positions = positions[: items.size]
    played = problem(fitted.attraction[items], fitted.examination[positions])
    return Game(played, items, positions, tuple(said))


def experiment(played: Game, profile: str) -> Experiment:
    """The policies on the candidates; fewer runs for larger games."""
    assert played.problem is not None
    size = played.items.size * played.positions.size
    runs = {"quick": 20, "paper": int(np.clip(4000 // size, 20, 100))}[profile]
    return Experiment("log:cost", MODEL, (played.problem,), POLICIES, HORIZON[profile], runs, SEED,
                      chunk=10)  # fmt: skip


def play(played: Game, profile: str) -> Regret | None:
    """The regret of the policies; None where there is nothing to choose."""
    return None if played.problem is None else run(experiment(played, profile))


def runs(regret: Regret | None) -> int:
    """How many times every policy was played."""
    return 0 if regret is None else regret.experiment.replications
