"""Games that show where PBM-TS explores and what it pays for it, on a problem with a cheap top.

On this problem the first position is the cheapest for the only suboptimal item, so the constant of
the lower bound (6) is below C_L, the price of exploring at the last position.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from clickbandits.experiments import Experiment, run
from clickbandits.pbm.model import MODEL, problem
from clickbandits.pbm.pie import pbm_pie
from clickbandits.pbm.ts import PBM_TS

from .counting import COUNTED, SHIFT

PROBLEM = problem([0.6, 0.5, 0.1], [1.0, 0.2])
HORIZON = {"quick": 10**5, "paper": 10**6}
RUNS = {"quick": 20, "paper": 200}
KNOWN_RUNS = {"quick": 10, "paper": 100}
"""Games in which the leaders are known; 100 give the slope with a standard error of about 0.02."""
SEED = 20161205

PIE = pbm_pie(log_of="t"), pbm_pie(log_of="t", position="optimal")
"""PBM-PIE and the variant that explores at the cheapest position, with δ = 1.01 log t."""


def regret(profile: str) -> tuple[Experiment, Experiment]:
    """PBM-TS, and more runs of the two PBM-PIE, whose games take milliseconds.

    A game of 10^6 rounds of PBM-TS takes 0.15 seconds. After 200 of them the standard error of the
    mean regret is about 4 %.
    """
    rounds, runs = HORIZON[profile], RUNS[profile]
    return (
        Experiment("pbm:thompson-regret", MODEL, PROBLEM, (PBM_TS,), rounds, runs, SEED, chunk=20),
        Experiment("pbm:thompson-pie", MODEL, PROBLEM, PIE, rounds, 10 * runs, SEED, chunk=500),
    )


def regrets(profile: str) -> pd.DataFrame:
    """Mean regret of each policy by round, with its standard error and the number of runs."""
    return pd.concat([run(experiment).frame() for experiment in regret(profile)], ignore_index=True)


def displays(profile: str) -> Experiment:
    """PBM-TS plays the same games again, and the displays of the worst item are counted."""
    rounds = HORIZON[profile]
    tens = tuple(10**power for power in range(1, len(str(rounds))))
    return Experiment(
        "pbm:thompson-displays",
        COUNTED,
        PROBLEM,
        (PBM_TS,),
        rounds,
        RUNS[profile],
        SEED,
        checkpoints=tens,
        chunk=20,
    )


def display_counts(profile: str) -> pd.DataFrame:
    """Displays of item 3 above the last position and at it, by round: mean and standard error."""
    counted = run(displays(profile))
    above, last = np.divmod(counted.values["PBM-TS"], SHIFT)
    return pd.DataFrame(
        {
            "round": counted.rounds,
            "above": above.mean(axis=0),
            "above, standard error": above.std(axis=0, ddof=1) / np.sqrt(len(above)),
            "last": last.mean(axis=0),
            "last, standard error": last.std(axis=0, ddof=1) / np.sqrt(len(last)),
            "runs": len(above),
        }
    )


def records(profile: str) -> dict:
    """The specifications of the games in the figure of regrets."""
    return {experiment.id: experiment.record() for experiment in regret(profile)} | {
        "games with known leaders": KNOWN_RUNS[profile]
    }
