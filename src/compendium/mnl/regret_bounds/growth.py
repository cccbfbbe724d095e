"""How the worst regret of Epoch-UCB grows with rounds, items and positions, measured.

The family has K special items among J and the biases 1, 1/2, …, 1/K. All other items have attraction
β = 1/(2 S_K), and the special ones γ more. The worst γ is of the order of g = √(J / (T M S_K)), as in
`bounds.lower_bound`; a few multiples of g are simulated.

It is not known which of them is the worst, because the largest of several simulated means is too
large on average, and its own standard error does not show this. A statement about the worst regret
must therefore hold for *every* choice of multiples, one per size, that the data leave possible
(`worst_slope`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product

import numpy as np
import pandas as pd

from clickbandits.core import Problem
from clickbandits.experiments import Experiment, run
from clickbandits.mnl.bounds import flat_weight
from clickbandits.mnl.epoch_ucb import EPOCH_UCB
from clickbandits.mnl.model import MODEL, problem
from compendium.comparisons import LEVEL, Comparison, final, positive
from compendium.estimates import Estimate

SEED = 20231109
MULTIPLES = {"quick": (8, 16), "paper": (6, 8, 12, 16, 24)}
RUNS = {"quick": 8, "paper": 12}
AXES = ("rounds", "items", "positions")
SPARED = LEVEL / 20
"""The part of a verdict's error probability for leaving out some true worst multiple."""


def harmonic(n_positions: int) -> np.ndarray:
    """The biases 1, 1/2, …, 1/K."""
    return np.reciprocal(np.arange(1.0, n_positions + 1))


def gap_problem(n_items: int, n_positions: int, horizon: int, multiple: float) -> Problem:
    """K special items, better than the others by a multiple of g, or by the difference to 1 if smaller."""
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
    return Experiment(name, MODEL, (game,), (EPOCH_UCB,), rounds, RUNS[profile], SEED, (rounds,), chunk=4)


@cache
def played(rounds: int, items: int, positions: int, profile: str) -> dict[float, Estimate]:
    """The final regret at one size, by multiple."""
    return {
        multiple: final(run(experiment(rounds, items, positions, multiple, profile)), EPOCH_UCB.id)
        for multiple in MULTIPLES[profile]
    }


@cache
def worst_regrets(profile: str) -> pd.DataFrame:
    """One row per size: the largest mean regret over the multiples, with its standard error.

    These are the drawn values. The error is that of the single mean and ignores the choice.
    """
    rows = []
    for axis, shapes in sizes(profile).items():
        for rounds, items, positions in shapes:
            regrets = played(rounds, items, positions, profile)
            multiple = max(regrets, key=lambda one: regrets[one].value)
            rows.append(
                {
                    "axis": axis,
                    "rounds": rounds,
                    "items": items,
                    "positions": positions,
                    "multiple": multiple,
                    "mean": regrets[multiple].value,
                    "error": regrets[multiple].error,
                    "runs": RUNS[profile],
                }
            )
    return pd.DataFrame(rows)


def possibly_worst(regrets: Sequence[Estimate], spared: float) -> list[Estimate]:
    """Those of several means that none of the others clearly exceeds.

    The one whose expectation is largest is left out with a probability of at most `spared`, because
    each other one exceeds it clearly with at most an equal part of this probability.
    """
    level = spared / max(1, len(regrets) - 1)
    return [
        one
        for one in regrets
        if not any(positive(other - one).agrees <= level for other in regrets if other is not one)
    ]


def worst_slope(profile: str, axis: str, statement: Callable[[Estimate], Comparison]) -> Comparison:
    """Whether a statement holds for the slope of the worst regret along an axis.

    The statement is tested for the slope through every choice of possibly worst multiples. The least
    favourable answer counts, in either direction, and the probability `SPARED` that the true choice
    is not among them is added (Berger and Boos 1994).
    """
    shapes = sizes(profile)[axis]
    candidates = [
        possibly_worst(list(played(*shape, profile).values()), SPARED / len(shapes)) for shape in shapes
    ]
    place = dict(zip(("rounds", "items", "positions"), zip(*shapes, strict=True), strict=True))
    answers = [statement(slope(place[axis], choice)) for choice in product(*candidates)]
    return Comparison(
        min(1.0, max(one.agrees for one in answers) + SPARED),
        min(1.0, max(one.contradicts for one in answers) + SPARED),
    )


def slope(sizes, values: Sequence[Estimate]) -> Estimate:
    """Least-squares slope of log values over log sizes.

    The errors are those of the values; they do not cover the misfit of a straight line.
    """
    x = np.log(sizes)
    weights = (x - x.mean()) / ((x - x.mean()) ** 2).sum()
    return sum(weight * value.log() for weight, value in zip(weights, values, strict=True))


def measured_slope(table: pd.DataFrame, axis: str) -> Estimate:
    """Slope of the largest means along an axis of `worst_regrets`, as they are drawn."""
    part = table[table["axis"] == axis]
    return slope(part[axis], [Estimate(row.mean, row.error, row.runs - 1) for row in part.itertuples()])
