"""The simulated experiments of Katariya et al. (2017), Section 5, and what we add to them.

Every function takes the profile: "paper" has the paper's runs or more, "quick" a few. Our text of the
paper shows no axes. The two million steps are those of its first author's public program, and other
horizons are played, too. Policies differ in their number of runs (the paper has 20, and 5 for the
queries) because a run of elimination costs milliseconds and a run of KL-UCB a second.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import brentq

from clickbandits.core import Problem
from clickbandits.experiments import Experiment, spaced_checkpoints
from clickbandits.pbm import published
from clickbandits.rank1.buckets import KL_UCB, UCB1
from clickbandits.rank1.elim import RANK1_ELIM, RANK1_ELIM_KL, rank1_elim_kl
from clickbandits.rank1.model import MODEL, problem
from clickbandits.rank1.ucb1_elim import UCB1_ELIM

from .program import PROGRAM

HORIZON = 2_000_000
SEED = 20170819
SIZES = (32, 64, 128)
OTHER_HORIZONS = {"quick": (500_000, HORIZON), "paper": (500_000, 10**6, HORIZON, 5 * 10**6)}
POINTS = 100
"""Of every curve."""
HALF, LONG, LONGER, LONGEST, SHORT = 500_000, 5_000_000, 20_000_000, 10**9, 10_000
"""Horizons at which policies of elimination are played again, and one too short to eliminate."""
PRINTED, LOG = RANK1_ELIM_KL.id, "Rank1ElimKL(budget=log)"
ELIMINATION = (RANK1_ELIM_KL, rank1_elim_kl("log"), RANK1_ELIM, UCB1_ELIM)
GROUPS = (ELIMINATION, 100), ((UCB1,), 5), ((KL_UCB,), 2)
"""Policies that play the same number of runs, and how many of their runs are one piece of work."""
RUNS = {
    "figure 1": {"paper": (400, 20, 4), "quick": (100, 5, 3)},
    "other horizons": {"paper": (200, 10, 0), "quick": (40, 2, 0)},
    "longer": {"paper": (200, 0, 0), "quick": (100, 0, 0)},
    "short": {"paper": (200, 10, 0), "quick": (40, 5, 0)},
    "figure 2": {"paper": (100, 10, 2), "quick": (16, 2, 0)},
    "figure 3": {"paper": (20, 5, 0), "quick": (4, 2, 0)},
}
"""Runs of every group, in their order, by study and profile; with 0 runs none is played."""

QUERIES = {"Query 1": (871, 0.85, 0.13), "Query 2": (807, 0.66, 0.28)}
"""Section 5.2: items, largest probability, μ (the smaller of the two means)."""
EXAMINATION = np.arange(1.0, 11.0) ** -0.5
"""Ours, of ten positions, over the largest."""
EXPONENTS = 0.0, 20.0
"""Between which the exponent of our attractions is sought."""


def needle(size: int, high: float = 0.75, low: float = 0.25) -> Problem:
    """(8) with K = L = `size`: one mean is p + Δ = `high`, the others are p = `low`."""
    means = [high] + [low] * (size - 1)
    return problem(means, means)


def _parts(id: str, problem: Problem, profile: str, study: str, horizon: int = HORIZON) -> list[Experiment]:
    """One experiment for each group of policies that play the same number of runs."""
    checkpoints = spaced_checkpoints(horizon, POINTS, "linear")
    return [
        Experiment(id, MODEL, (problem,), policies, horizon, number, SEED, checkpoints, chunk)
        for (policies, chunk), number in zip(GROUPS, RUNS[study][profile], strict=True)
        if number
    ]


def figure_1(profile: str) -> dict[int, list[Experiment]]:
    """Figures 1a to 1c, by K = L, with KL-UCB, which the paper leaves out."""
    return {size: _parts(f"rank1:figure-1-{size}", needle(size), profile, "figure 1") for size in SIZES}


def readings(profile: str) -> dict[int, list[Experiment]]:
    """Figures 1a to 1c, by K = L, with Rank1ElimKL as in its first author's program, too."""
    runs, checkpoints = RUNS["figure 1"][profile][0], spaced_checkpoints(HORIZON, POINTS, "linear")
    return {
        size: [
            *parts,
            Experiment(
                parts[0].id, MODEL, (needle(size),), (PROGRAM,), HORIZON, runs, SEED, checkpoints, 100
            ),
        ]
        for size, parts in figure_1(profile).items()
    }


def other_horizons(profile: str) -> dict[int, list[Experiment]]:
    """The problem of Figure 1a at other horizons, by horizon."""
    problem = needle(SIZES[0])
    return {
        horizon: _parts(f"rank1:horizon-{horizon}", problem, profile, "other horizons", horizon)
        for horizon in OTHER_HORIZONS[profile]
    }


def longer(profile: str, horizon: int = LONGER) -> dict[int, list[Experiment]]:
    """Figure 1 at another horizon, elimination alone, by K = L."""
    return {size: _parts(f"rank1:longer-{size}", needle(size), profile, "longer", horizon) for size in SIZES}


def _longest(id: str, problem: Problem, policies: tuple, profile: str) -> list[Experiment]:
    """Policies of elimination at the longest horizon, whose end alone is kept."""
    runs = RUNS["longer"][profile][0]
    return [Experiment(id, MODEL, (problem,), policies, LONGEST, runs, SEED, (LONGEST,), 100)]


def longest(profile: str) -> dict[int, list[Experiment]]:
    """Figures 1a to 1c, so long that Theorem 1 says something: two policies, by K = L."""
    policies = RANK1_ELIM_KL, UCB1_ELIM
    return {size: _longest(f"rank1:longest-{size}", needle(size), policies, profile) for size in SIZES}


def short(profile: str) -> list[Experiment]:
    """The problem of Figure 1a, so short that elimination has not begun to eliminate."""
    return _parts(f"rank1:horizon-{SHORT}", needle(SIZES[0]), profile, "short", SHORT)


def surrogate(query: str, family: str = "Zipf") -> Problem:
    """A model with the numbers that the paper prints for a query: L, p_max and μ.

    Items are rows and positions columns. The attraction of the j-th of L items is
    p_max j^-α ("Zipf"), or p_max ((L - j + 1) / L)^β ("rank power"), with the exponent for which
    its mean is μ; the examination of the k-th of ten positions is p_max k^-1/2, of larger mean.

    Raises
    ------
    ValueError
        Where the family is none of these.
    """
    n_items, largest, mean = QUERIES[query]
    rank = np.linspace(1, n_items, n_items)
    bases = {"Zipf": np.reciprocal(rank), "rank power": rank[::-1] / n_items}
    if family not in bases:
        raise ValueError(f"family must be one of {', '.join(bases)}; got {family!r}")
    attraction = with_mean(bases[family], largest, mean)
    return problem(attraction, largest * EXAMINATION)


def with_mean(shape: np.ndarray, largest: float, mean: float) -> np.ndarray:
    """`largest` times the power of the shape, whose values lie in (0, 1], that has this mean."""
    share = mean / largest
    exponent = brentq(lambda power: np.mean(shape**power) - share, *EXPONENTS, xtol=1e-15)
    return largest * shape**exponent


def figure_2(profile: str, family: str = "Zipf") -> dict[str, list[Experiment]]:
    """Figures 2c and 2d on surrogates, by query."""
    return {
        query: _parts(
            f"rank1:figure-2-{family}-{query}".replace(" ", "-"),
            surrogate(query, family),
            profile,
            "figure 2",
        )
        for query in QUERIES
    }


def figure_2_longest(profile: str, family: str) -> dict[str, list[Experiment]]:
    """Rank1ElimKL on the surrogates of Figure 2 at the longest horizon, by query."""
    return {
        query: _longest(
            f"rank1:longest-{family}-{query}".replace(" ", "-"),
            surrogate(query, family),
            ELIMINATION[:2],
            profile,
        )
        for query in QUERIES
    }


def figure_3(profile: str) -> dict[str, list[Experiment]]:
    """Figure 3, by query: the published models of other queries of the same challenge."""
    models = published.yandex_models()
    chosen = list(models)[1:4] if profile == "quick" else list(models)  # the first is the slowest
    return {
        query: _parts(f"rank1:figure-3-{query}".replace(" ", "-"), models[query].problem, profile, "figure 3")
        for query in chosen
    }
