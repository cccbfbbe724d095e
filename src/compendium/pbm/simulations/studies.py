"""What is computed from simulated regrets: slopes, counts, and tables for figures and claims."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

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
from clickbandits.simulate import game, processors
from compendium import published
from compendium.pbm import experiments


def increment(regret: Regret, policy: str) -> tuple[np.ndarray, float]:
    """Regret of each run over the last decade of rounds, and log of the decade's length.

    Returns a float64 array of shape (replications,), in expected clicks, and log(last / first).
    """
    rounds, values = regret.rounds, regret.values[policy]
    first = int(np.searchsorted(rounds, rounds[-1] / 10))
    return values[:, -1] - values[:, first], float(np.log(rounds[-1] / rounds[first]))


def slope(regret: Regret, policy: str) -> tuple[float, float]:
    """Growth of the mean regret for each unit of log t over the last decade; standard error."""
    grown, decade = increment(regret, policy)
    return float(grown.mean() / decade), float(grown.std(ddof=1) / np.sqrt(grown.size) / decade)


def slopes(regrets: dict[str, Regret], policies: Iterable[str]) -> pd.DataFrame:
    """Slopes of policies on problems, beside the constant of (6)."""
    rows = []
    for name, regret in regrets.items():
        constant = lower_bound(regret.experiment.problems[0])
        for policy in policies:
            value, error = slope(regret, policy)
            rows.append(
                {
                    "problem": name,
                    "policy": policy,
                    "slope": round(value, 3),
                    "standard error": round(error, 3),
                    "constant of (6)": round(constant, 4),
                    "slope / constant": round(value / constant, 3),
                    "runs": len(regret.values[policy]),
                }
            )
    return pd.DataFrame(rows).set_index("problem").rename_axis(None)


def long_horizons(profile: str) -> pd.DataFrame:
    """Regret of PBM-PIE at the horizon it was started for, one row a problem, horizon and policy.

    `last position` is the constant of Theorem 11 without its ε and η.
    """
    rows = []
    for experiment in experiments.long_horizons(profile):
        regret = run(experiment)
        problem = experiment.problems[0]
        for policy in regret.values:
            rows.append(
                {
                    "panel": experiment.id[-2:],
                    "policy": policy,
                    "horizon": experiment.horizon,
                    "mean": regret.mean(policy)[-1],
                    "standard error": regret.standard_error(policy)[-1],
                    "replications": len(regret.values[policy]),
                    "lower bound": lower_bound(problem),
                    "last position": shared_position_bound(problem, problem.examination.size),
                }
            )
    return pd.DataFrame(rows)


def long_slope(rows: pd.DataFrame) -> tuple[float, float]:
    """Growth of the regret of one policy for each unit of log T, from the third longest horizon.

    Different horizons are different runs, so the standard error adds their variances.
    """
    first, last = rows.iloc[-3], rows.iloc[-1]
    log_ratio = np.log(last["horizon"] / first["horizon"])
    error = np.hypot(first["standard error"], last["standard error"])
    return float((last["mean"] - first["mean"]) / log_ratio), float(error / log_ratio)


def number_of_positions(profile: str) -> pd.DataFrame:
    """Final regret of PBM-UCB and RBA-KL-UCB for every decay of κ and number of positions."""
    rows = []
    for (decay, n_positions), experiment in experiments.number_of_positions(profile).items():
        regret = run(experiment)
        for policy in regret.values:
            rows.append(
                {
                    "decay": decay,
                    "positions": n_positions,
                    "policy": policy,
                    "mean": regret.mean(policy)[-1],
                    "standard error": regret.standard_error(policy)[-1],
                    "replications": len(regret.values[policy]),
                }
            )
    return pd.DataFrame(rows)


def source_of_figure_2() -> str:
    """Where the parameters of the queries come from: published fits or surrogates."""
    return ", ".join(sorted({model.source for model in published.kdd_models().values()}))


def records(specified: Iterable[Experiment]) -> dict:
    """The specifications of several experiments, for the record of one figure."""
    return {f"{one.id}, T = {one.horizon}": one.record() for one in specified}


COUNTS_HORIZON = {"quick": 10**6, "paper": 10**10}


def exploration_counts(profile: str) -> pd.DataFrame:
    """Where the suboptimal items of Figure 1a's problem are explored, mean over runs.

    One row a policy, item and position (both 1-based, by decreasing attraction and examination):
    N_{k,l}(T) / log T beside the plan of (6), and the same times d(κ_l θ_k, κ_l θ_L), the
    information in units of log T, of which the plan asks one unit for each item. The first K
    rounds, which show every item once at every position, are not counted.
    """
    problem, horizon = experiments.FIGURE_1A, COUNTS_HORIZON[profile]
    n_positions = problem.examination.size
    information = exploration_information(problem)
    asked = np.arange(1, n_positions + 1) == exploration_positions(problem)[:, None]
    runs = {"quick": 100, "paper": 500}[profile]
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
