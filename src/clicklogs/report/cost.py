"""The cost of learning to rank the items of a log, from games on the fitted model."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from clickbandits import experiments
from clickbandits.core import Problem
from clickbandits.experiments import Regret, replicate
from clickbandits.pbm.model import MODEL, problem
from clickbandits.pbm.pie import PBM_PIE, PBM_PIE_ADAPTIVE
from clickbandits.pbm.rba import RBA_KL_UCB
from clickbandits.pbm.ts import PBM_TS
from clickbandits.pbm.ucb import PBM_UCB

from .study import Study

POLICIES = (RBA_KL_UCB, PBM_UCB, PBM_PIE, PBM_PIE_ADAPTIVE, PBM_TS)
HORIZON, QUICK_HORIZON = 100_000, 10_000
SEED = 20161205

MIN_VIEWS = 100
"""The fewest displays of a candidate, each weighted by the examination of its position."""

MOST_CANDIDATES = 40


class Game(NamedTuple):
    """The items and positions from which the policies choose.

    problem : Problem or None, the fitted model of the candidates
    items, positions : int64 arrays, places in the part that was estimated, by decreasing estimate
    left_out : tuple of str, the parts left out of the game, and why, or why there is no game
    """

    problem: Problem | None
    items: np.ndarray
    positions: np.ndarray
    left_out: tuple[str, ...]


def game(study: Study) -> Game:
    """The candidates and positions about which the log contains enough information, best first."""
    attraction, examination = study.attraction.value, study.examination.value
    clicks, plays = study.table
    if any(finding.withholds == "ranking" for finding in study.findings):
        some = np.arange(attraction.size), np.arange(examination.size)
        return Game(None, *some, ("Everything, because the rows of the log mislead.",))
    left_out = []
    positions = np.argsort(-examination, kind="stable")
    if dark := int((clicks.sum(axis=0) == 0).sum()):
        positions = positions[clicks.sum(axis=0)[positions] > 0]
        left_out.append(f"{dark} of {examination.size} positions: never clicked")
    views = plays @ examination
    items = np.argsort(-attraction, kind="stable")
    if rare := int((views < MIN_VIEWS).sum()):
        items = items[views[items] >= MIN_VIEWS]
        left_out.append(
            f"{rare} of {views.size} items: shown less often than {MIN_VIEWS} times, when each display "
            "is weighted by the examination of its position"
        )
    if items.size > MOST_CANDIDATES:
        left_out.append(f"{items.size - MOST_CANDIDATES} items: not among the best {MOST_CANDIDATES}")
        items = items[:MOST_CANDIDATES]
    if items.size < 2:
        return Game(None, items, positions, (*left_out, "There is no choice between two items."))
    if positions.size > items.size:
        left_out.append(f"{positions.size - items.size} positions: there are only {items.size} items")
        positions = positions[: items.size]
    played = problem(attraction[items], examination[positions])
    return Game(played, items, positions, tuple(left_out))


class Best(NamedTuple):
    """The policy to run.

    policy : str
    rival : str, the next best policy if the simulation cannot tell the two apart, otherwise ""
    low, high : float, clicks lost up to the horizon in all but the best and worst 2.5 % of games. Each
        game is played on a model refitted to a table drawn from the fit, so the range includes the
        noise of the game and of the log
    """

    policy: str
    rival: str
    low: float
    high: float


def play(played: Game, quick: bool = False) -> Regret:
    """The regret of the policies on the candidates, with fewer runs for larger games."""
    assert played.problem is not None
    size = played.items.size * played.positions.size
    runs = 20 if quick else int(np.clip(4000 // size, 20, 100))
    horizon = QUICK_HORIZON if quick else HORIZON
    return experiments.play(MODEL, played.problem, POLICIES, horizon, runs, SEED)


def best(regret: Regret, problems: tuple[Problem, ...]) -> Best:
    """The policy that loses least up to the horizon, and its losses on the refitted models."""
    planned = regret.experiment
    order = sorted(planned.policies, key=lambda policy: regret.mean(policy.id)[-1])
    first, second = (policy.id for policy in order[:2])
    apart = regret.mean(second)[-1] - regret.mean(first)[-1]
    noise = np.hypot(regret.standard_error(first)[-1], regret.standard_error(second)[-1])
    lost = replicate(planned.model, problems, order[0], [planned.horizon], planned.seed, planned.replications)
    low, high = np.quantile(lost, [0.025, 0.975])
    return Best(first, "" if apart > 2 * noise else second, float(low), float(high))
