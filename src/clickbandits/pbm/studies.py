"""What is computed from simulated regrets: slopes, counts, and tables for figures and claims."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd

from clickbandits.experiments import Regret, run
from clickbandits.pbm import experiments
from clickbandits.pbm.bounds import exploration_information, exploration_positions, lower_bound
from clickbandits.pbm.model import MODEL
from clickbandits.simulate import game, processors


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


def slopes(regrets: dict[str, Regret], policies) -> pd.DataFrame:
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
    return pd.DataFrame(rows)


def number_of_positions(profile: str) -> pd.DataFrame:
    """Final regret of PBM-UCB and RBA-KL-UCB for every number of positions."""
    rows = []
    for n_positions, experiment in experiments.number_of_positions(profile).items():
        regret = run(experiment)
        for policy in regret.values:
            rows.append(
                {
                    "positions": n_positions,
                    "policy": policy,
                    "mean": regret.mean(policy)[-1],
                    "standard error": regret.standard_error(policy)[-1],
                    "replications": len(regret.values[policy]),
                }
            )
    return pd.DataFrame(rows)


def number_of_positions_record(profile: str) -> dict:
    """The specifications behind `number_of_positions`."""
    specified = experiments.number_of_positions(profile)
    return {f"L = {number}": experiment.record() for number, experiment in specified.items()}


def exploration_counts(profile: str) -> pd.DataFrame:
    """N_{k,l}(T) / log T of the suboptimal items, mean over runs, beside the plan of (6).

    The first K rounds, which show every item once at every position, are not counted. One row a
    policy, item and position (both 1-based, by decreasing attraction and examination).
    """
    experiment = experiments.exploration_position(profile)
    problem = experiment.problems[0]
    n_positions = problem.examination.size
    plan = np.zeros((problem.attraction.size - n_positions, n_positions))
    best = exploration_positions(problem) - 1
    information = exploration_information(problem)
    plan[np.arange(len(plan)), best] = 1 / information[np.arange(len(plan)), best]
    runs = {"quick": 100, "paper": 500}[profile]
    checkpoints = np.array([experiment.horizon])
    rows = []
    for policy in experiment.policies[:2]:

        def counted(replication, policy=policy):
            played = game(MODEL, experiment.problems, policy, checkpoints, 1, replication)
            return experiments.play_counts(played, problem)[n_positions:] - 1

        with ThreadPoolExecutor(processors()) as threads:
            counts = np.array(list(threads.map(counted, range(runs)))) / np.log(experiment.horizon)
        error = counts.std(axis=0, ddof=1) / np.sqrt(runs)
        for (item, position), mean in np.ndenumerate(counts.mean(axis=0)):
            rows.append(
                {
                    "policy": policy.id,
                    "item": n_positions + item + 1,
                    "position": position + 1,
                    "mean": mean,
                    "standard error": error[item, position],
                    "replications": runs,
                    "bound": plan[item, position],
                }
            )
    return pd.DataFrame(rows)
