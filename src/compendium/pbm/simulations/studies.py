"""Slopes, counts, and tables for figures and claims, computed from simulated regrets."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import pandas as pd

from clickbandits.core import Policy
from clickbandits.experiments import Experiment, Regret, run
from clickbandits.pbm.bounds import (
    exploration_information,
    exploration_positions,
    lower_bound,
    shared_position_bound,
)
from clickbandits.pbm.model import MODEL
from clickbandits.pbm.pie import PBM_PIE, PBM_PIE_ADAPTIVE
from clickbandits.pbm.ts import PBM_TS
from clickbandits.simulate import game, processors
from compendium.estimates import Estimate
from compendium.pbm import experiments


def increment(regret: Regret, policy: str) -> tuple[np.ndarray, float]:
    """Regret of each run over the last decade of rounds, and log of the decade's length.

    Returns a float64 array of shape (replications,), in expected clicks, and log(last / first).
    """
    rounds, values = regret.rounds, regret.values[policy]
    first = int(np.searchsorted(rounds, rounds[-1] / 10))
    return values[:, -1] - values[:, first], float(np.log(rounds[-1] / rounds[first]))


def slope(regret: Regret, policy: str) -> Estimate:
    """Growth of the mean regret for each unit of log t over the last decade."""
    grown, decade = increment(regret, policy)
    return Estimate.of(grown / decade)


def slopes(regrets: dict[str, Regret], policies: Iterable[str]) -> pd.DataFrame:
    """Slopes of policies on problems, with the constant of (6)."""
    rows = []
    for name, regret in regrets.items():
        constant = lower_bound(regret.experiment.problems[0])
        for policy in policies:
            estimate = slope(regret, policy)
            rows.append(
                {
                    "problem": name,
                    "policy": policy,
                    "slope": round(estimate.value, 3),
                    "standard error": round(estimate.error, 3),
                    "constant of (6)": round(constant, 4),
                    "slope / constant": round(estimate.value / constant, 3),
                    "runs": len(regret.values[policy]),
                }
            )
    return pd.DataFrame(rows).set_index("problem").rename_axis(None)


def long_horizons(profile: str) -> pd.DataFrame:
    """Regret at the horizon a policy was started for, one row per problem, horizon and policy.

    `last position` is the constant of Theorem 11 without its ε and η.
    """
    tables = []
    for experiment in experiments.long_horizons(profile) + experiments.attaining(profile):
        problem = experiment.problems[0]
        table = _ends(run(experiment), panel=experiment.id[-2:])
        table.insert(2, "horizon", experiment.horizon)
        table["lower bound"] = lower_bound(problem)
        table["last position"] = shared_position_bound(problem, problem.examination.size)
        tables.append(table)
    return pd.concat(tables, ignore_index=True)


def _ends(regret: Regret, **settings: object) -> pd.DataFrame:
    """Mean regret at the horizon, one row per policy, with the given settings."""
    rows = [
        {
            **settings,
            "policy": policy,
            "mean": regret.mean(policy)[-1],
            "standard error": regret.standard_error(policy)[-1],
            "replications": len(regret.values[policy]),
        }
        for policy in regret.values
    ]
    return pd.DataFrame(rows)


def estimate(row: pd.Series) -> Estimate:
    """The mean regret in a row of this module's tables."""
    return Estimate(float(row["mean"]), float(row["standard error"]), int(row["replications"]) - 1)


def long_slope(rows: pd.DataFrame) -> Estimate:
    """Growth of the regret of one policy for each unit of log T, from the third longest horizon.

    Different horizons are different runs, so their variances add.
    """
    first, last = rows.iloc[-3], rows.iloc[-1]
    return (estimate(last) - estimate(first)) / np.log(last["horizon"] / first["horizon"])


def number_of_positions(profile: str) -> pd.DataFrame:
    """Final regret of PBM-UCB and RBA-KL-UCB for every decay of κ and number of positions."""
    played = experiments.number_of_positions(profile).items()
    tables = [
        _ends(run(experiment), decay=decay, positions=n_positions)
        for (decay, n_positions), experiment in played
    ]
    return pd.concat(tables, ignore_index=True)


def records(specified: Iterable[Experiment]) -> dict:
    """The specifications of several experiments, for the record of one figure."""
    return {f"{one.id}, T = {one.horizon}": one.record() for one in specified}


COUNTS_HORIZON, COUNTS_RUNS = {"quick": 10**6, "paper": 10**10}, {"quick": 100, "paper": 500}
LATE_HORIZON, LATE_RUNS = {"quick": 10**5, "paper": 10**6}, {"quick": 20, "paper": 60}


def exploration_counts(profile: str) -> pd.DataFrame:
    """The positions at which the suboptimal items of Figure 1a's problem are explored, mean over runs.

    There is one row per policy, item and position (both 1-based, by decreasing attraction and
    examination), with N_{k,l}(T) / log T and the plan of (6), and both times d(κ_l θ_k, κ_l θ_L), which
    is the information in units of log T. The plan requires one unit for each item. The first K rounds,
    which show every item once at every position, are not counted.
    """
    problem, horizon = experiments.FIGURE_1A, COUNTS_HORIZON[profile]
    n_positions = problem.examination.size
    information = exploration_information(problem)
    asked = np.arange(1, n_positions + 1) == exploration_positions(problem)[:, None]
    runs = COUNTS_RUNS[profile]
    tables = []
    for policy in (PBM_PIE, PBM_PIE_ADAPTIVE):

        def counted(replication: int, policy: Policy = policy) -> np.ndarray:
            played = game(MODEL, (problem,), policy, np.array([horizon]), 1, replication)
            return experiments.play_counts(played, problem)[n_positions:] - 1

        with ThreadPoolExecutor(processors()) as threads:
            counts = np.array(list(threads.map(counted, range(runs)))) / np.log(horizon)
        mean, error = counts.mean(axis=0), counts.std(axis=0, ddof=1) / np.sqrt(runs)
        items, positions = np.indices(mean.shape)
        columns = {
            "item": n_positions + items + 1,
            "position": positions + 1,
            "N / log T": mean,
            "N / log T, standard error": error,
            "plan of (6)": asked / information,
            "information": mean * information,
            "standard error": error * information,
            "asked": asked,
        }
        table = pd.DataFrame({name: values.ravel() for name, values in columns.items()})
        tables.append(table.assign(policy=policy.id, horizon=horizon, replications=runs))
    return pd.concat(tables, ignore_index=True)


def thompson_displays(profile: str, position: int = -1) -> tuple[Estimate, int]:
    """The share of PBM-TS's displays of suboptimal items that are at one position, Figure 1a.

    The displays are those in the last decade of rounds; also returns the number of rounds.
    """
    counts, horizon = _late_displays(profile)
    share = counts[:, position].sum() / counts.sum()
    residual = counts[:, position] - share * counts.sum(axis=1)
    error = residual.std(ddof=1) / np.sqrt(len(counts)) / counts.sum(axis=1).mean()
    return Estimate(float(share), float(error), len(counts) - 1), horizon


@cache
def _late_displays(profile: str) -> tuple[np.ndarray, int]:
    """PBM-TS's displays of suboptimal items by run and position in the last decade, Figure 1a.

    The posterior stores failures, of which n displays at position l contain (1 - κ_l θ_k) n in
    expectation, under every policy. A shorter game is the start of a longer one, up to its last stretch.
    """
    horizon, runs = LATE_HORIZON[profile], LATE_RUNS[profile]
    problem = experiments.FIGURE_1A
    n_positions = problem.examination.size
    missed = 1 - np.outer(problem.attraction, problem.examination)[n_positions:]

    def displays(replication: int, rounds: int) -> np.ndarray:
        played = game(MODEL, (problem,), PBM_TS, np.array([rounds]), 1, replication)
        failures = np.empty_like(played.state.posterior.failures)
        failures[np.ix_(played.items, played.positions)] = played.state.posterior.failures
        return (failures[n_positions:] / missed).sum(axis=0)

    def late(replication: int) -> np.ndarray:
        return displays(replication, horizon) - displays(replication, horizon // 10)

    with ThreadPoolExecutor(processors()) as threads:
        return np.array(list(threads.map(late, range(runs)))), horizon
