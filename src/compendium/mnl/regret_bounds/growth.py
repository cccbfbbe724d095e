"""How the worst regret of Epoch-UCB grows with rounds, items and positions, measured.

The family: K special items among J, biases 1, 1/2, …, 1/K. All other items have attraction
β = 1/(2 S_K), the special ones γ more. The worst γ is of the order of g = √(J / (T M S_K)), where
`bounds.lower_bound` has it; a few multiples of g are played, and the worst is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import pandas as pd

from clickbandits.core import Problem
from clickbandits.experiments import Experiment, run
from clickbandits.mnl.bounds import flat_weight
from clickbandits.mnl.epoch_ucb import EPOCH_UCB
from clickbandits.mnl.model import MODEL, problem
from compendium.comparisons import Estimate

SEED = 20231109
MULTIPLES = {"quick": (8, 16), "paper": (6, 8, 12, 16, 24)}
RUNS = {"quick": 8, "paper": 12}
AXES = ("rounds", "items", "positions")


def harmonic(n_positions: int) -> np.ndarray:
    """The biases 1, 1/2, …, 1/K."""
    return 1 / np.arange(1.0, n_positions + 1)


def gap_problem(n_items: int, n_positions: int, horizon: int, multiple: float) -> Problem:
    """K special items, better than the others by a multiple of g, or by what is left to 1."""
    biases = harmonic(n_positions)
    total = biases.sum()
    gap = multiple * np.sqrt(n_items / (horizon * flat_weight(biases) * total))
    attraction = np.full(n_items, 1 / (2 * total))
    attraction[:n_positions] += gap
    return problem(np.minimum(1.0, attraction), biases)


def sizes(profile: str) -> dict[str, list[tuple[int, int, int]]]:
    """The (rounds, items, positions) of each axis."""
    if profile == "quick":
        return {
            "rounds": [(rounds, 24, 4) for rounds in (2000, 6000, 20_000)],
            "items": [(10_000, items, 2) for items in (12, 24, 48)],
            "positions": [(10_000, 48, positions) for positions in (1, 4, 16)],
        }
    return {
        "rounds": [(rounds, 24, 4) for rounds in (10_000, 30_000, 100_000, 200_000)],
        "items": [(100_000, items, 2) for items in (12, 24, 48, 96)],
        "positions": [(50_000, 48, positions) for positions in (1, 2, 4, 8, 16)],
    }


def experiment(rounds: int, items: int, positions: int, multiple: float, profile: str):
    """Epoch-UCB on one problem of the family."""
    game = gap_problem(items, positions, rounds, multiple)
    name = f"mnl:growth-{rounds}-{items}-{positions}-{multiple}"
    return Experiment(
        name, MODEL, (game,), (EPOCH_UCB,), rounds, RUNS[profile], SEED, (rounds,), chunk=4
    )


@cache
def worst_regrets(profile: str) -> pd.DataFrame:
    """One row a size: the largest mean regret over the multiples, with its standard error."""
    rows = []
    for axis, shapes in sizes(profile).items():
        for rounds, items, positions in shapes:
            played = [
                (run(experiment(rounds, items, positions, multiple, profile)), multiple)
                for multiple in MULTIPLES[profile]
            ]
            worst, multiple = max(played, key=lambda one: one[0].mean(EPOCH_UCB.id)[-1])
            rows.append(
                {
                    "axis": axis, "rounds": rounds, "items": items, "positions": positions,
                    "multiple": multiple, "mean": worst.mean(EPOCH_UCB.id)[-1],
                    "error": worst.standard_error(EPOCH_UCB.id)[-1],
                    "runs": RUNS[profile],
                }
            )  # fmt: skip
    return pd.DataFrame(rows)


def slope(sizes, values: Sequence[Estimate]) -> Estimate:
    """Least-squares slope of log values over log sizes.

    The errors are those of the values; that a straight line may not fit is not in them.
    """
    x = np.log(sizes)
    weights = (x - x.mean()) / ((x - x.mean()) ** 2).sum()
    return sum(weight * value.log() for weight, value in zip(weights, values, strict=True))


def measured_slope(table: pd.DataFrame, axis: str) -> Estimate:
    """Slope of the worst regret along an axis of `worst_regrets`."""
    part = table[table["axis"] == axis]
    return slope(part[axis], [estimate(row) for row in part.itertuples()])


def estimate(row) -> Estimate:
    """The worst mean regret in a row of `worst_regrets`."""
    return Estimate(row.mean, row.error, row.runs - 1)
