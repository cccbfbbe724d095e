"""Games that show where PBM-TS explores and what it pays for it.

On the worked example the first position is the cheapest for the only suboptimal item, so the constant
of the lower bound (6) is below C_L, the price of exploring at the last position. On the problem of
Figure 1(a) it is, too; on that of Figure 1(b) the last position is the cheapest.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from clickbandits.core import Problem
from clickbandits.experiments import Experiment, run
from clickbandits.pbm.model import MODEL, problem
from clickbandits.pbm.pie import pbm_pie
from clickbandits.pbm.ts import PBM_TS

from ..instances import EXAMINATION, FIGURE_1A, FIGURE_1B
from . import known_leaders
from .counting import COUNTED, SHIFT

PROBLEM = problem([0.6, 0.5, 0.1], [1.0, 0.2])
FIGURES = {
    name: problem(np.array(attraction, float), np.array(EXAMINATION, float))
    for name, attraction in (("figure-1a", FIGURE_1A), ("figure-1b", FIGURE_1B))
}
HORIZON = {"quick": 10**5, "paper": 10**8}
RUNS = {"quick": 20, "paper": 4000}
"""Games on the worked example, after which the growth of PBM-TS has a standard error of about 0.01 clicks."""
DISPLAY_RUNS = {"quick": 20, "paper": 400}
FIGURE_RUNS = {"quick": 5, "paper": 600}
"""Games on the problems of Figure 1."""
KNOWN_RUNS = {"quick": 10, "paper": 100}
"""Games in which the leaders are known; 100 give the slope with a standard error of about 0.02."""
SEED = 20161205

PIE = pbm_pie(log_of="t"), pbm_pie(log_of="t", position="optimal")
"""PBM-PIE and the variant that explores at the cheapest position, with δ = 1.01 log t."""


def games(profile: str) -> dict[str, Experiment]:
    """The games of each problem in which the regret is computed."""
    played = {"regret": (PROBLEM, RUNS)} | {name: (given, FIGURE_RUNS) for name, given in FIGURES.items()}
    return {
        name: Experiment(
            f"pbm:thompson-{name}",
            MODEL,
            (given,),
            (PBM_TS, *PIE),
            HORIZON[profile],
            runs[profile],
            SEED,
            chunk=100,
        )
        for name, (given, runs) in played.items()
    }


def played(name: str, profile: str) -> pd.DataFrame:
    """Mean regret of each policy by round, and its slope in log t over the last decade of rounds.

    Both have a standard error.
    """
    regret = run(games(profile)[name])
    exponents = np.log10(regret.rounds)
    parts = regret.frame().groupby("policy", sort=False)
    return pd.concat(
        part.assign(**known_leaders.slope_of(regret.values[policy], exponents, exponents[-1] - 1))
        for policy, part in parts
    )


def known(profile: str) -> pd.DataFrame:
    """The same in the worked example for PBM-TS that knows the leaders, up to 10^60 rounds."""
    return known_leaders.regrets(PROBLEM, np.arange(0, 61, 5), KNOWN_RUNS[profile], SEED)


def panels(profile: str) -> dict[str, tuple[Problem, pd.DataFrame, float]]:
    """By title a problem, the regrets on it, and the round at which the lines of C and C_L begin."""
    return {
        "the worked example": (PROBLEM, played("regret", profile), 1e4),
        "the worked example, leaders known": (PROBLEM, known(profile), 1e20),
        "Figure 1(a), $C<C_L$": (FIGURES["figure-1a"], played("figure-1a", profile), 1e4),
        "Figure 1(b), $C=C_L$": (FIGURES["figure-1b"], played("figure-1b", profile), 1e4),
    }


def displays(profile: str) -> Experiment:
    """PBM-TS plays some of the same games again, and the displays of the worst item are counted."""
    rounds = HORIZON[profile]
    tens = tuple(10**power for power in range(1, len(str(rounds))))
    return Experiment(
        "pbm:thompson-displays",
        COUNTED,
        (PROBLEM,),
        (PBM_TS,),
        rounds,
        DISPLAY_RUNS[profile],
        SEED,
        checkpoints=tens,
        chunk=10,
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
    return {each.id: each.record() for each in games(profile).values()} | {
        "games with known leaders": KNOWN_RUNS[profile]
    }
