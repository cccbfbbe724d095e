"""The simulated experiments of Katariya et al. (2017), Section 5, and our additional ones.

Every function takes the profile: "paper" has at least as many runs as the paper, "quick" a few. The figures
in our copy of the paper lack axes, so we took the two million steps from its first author's public program,
and we play other horizons, too. Policies differ in their number of runs (the paper has 20, and 5 for the
queries) because a run of elimination takes milliseconds and a run of KL-UCB a second.
"""

from __future__ import annotations

from dataclasses import replace

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
"""The number of points of every curve."""
HALF, LONG, LONGER, LONGEST, SHORT = 500_000, 5_000_000, 20_000_000, 10**9, 10_000
"""Further horizons for the elimination policies, the last one too short for any elimination."""
PRINTED, LOG = RANK1_ELIM_KL.id, "Rank1ElimKL(budget=log)"
ELIMINATION = (RANK1_ELIM_KL, rank1_elim_kl("log"), RANK1_ELIM, UCB1_ELIM)
GROUPS = (ELIMINATION, 100), ((UCB1,), 5), ((KL_UCB,), 2)
"""Policies that play the same number of runs, and the number of runs that are computed together."""
RUNS = {
    "figure 1": {"paper": (400, 20, 4), "quick": (100, 5, 3)},
    "other horizons": {"paper": (200, 10, 0), "quick": (40, 2, 0)},
    "longer": {"paper": (200, 0, 0), "quick": (100, 0, 0)},
    "short": {"paper": (200, 10, 0), "quick": (40, 5, 0)},
    "figure 2": {"paper": (40, 5, 2), "quick": (16, 2, 0)},
    "figure 3": {"paper": (20, 5, 0), "quick": (4, 2, 0)},
}
"""Runs of every group, in this order, by study and profile; a group with 0 runs is not played."""

QUERIES = {"Query 1": (871, 0.85, 0.13), "Query 2": (807, 0.66, 0.28)}
"""Section 5.2: items, largest probability, μ (the smaller of the two means)."""
STEEP = np.arange(1.0, 11.0) ** -0.5
"""An examination of ten positions that falls faster than any of the published ones, over the largest."""
EXPONENTS = 0.0, 20.0
"""The range in which the exponent of a surrogate's probabilities is sought."""
FAMILIES = (
    "items, Zipf",
    "items, rank power",
    "items, Zipf, published examination",
    "items, published shapes",
    "positions, many good items",
    "positions, few good items",
)
"""The surrogates of a query, named by the side that has the published numbers and by our choices."""


def needle(size: int, high: float = 0.75, low: float = 0.25) -> Problem:
    """(8) with K = L = `size`, in which one mean is p + Δ = `high` and the others are p = `low`."""
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
    """Figures 1a to 1c, by K = L, including KL-UCB, which the paper omits."""
    return {size: _parts(f"rank1:figure-1-{size}", needle(size), profile, "figure 1") for size in SIZES}


def readings(profile: str) -> dict[int, list[Experiment]]:
    """Figures 1a to 1c, by K = L, including Rank1ElimKL as in its first author's program."""
    return {
        size: [*parts, replace(parts[0], policies=(PROGRAM,))] for size, parts in figure_1(profile).items()
    }


def other_horizons(profile: str) -> dict[int, list[Experiment]]:
    """The problem of Figure 1a at other horizons, by horizon."""
    problem = needle(SIZES[0])
    return {
        horizon: _parts(f"rank1:horizon-{horizon}", problem, profile, "other horizons", horizon)
        for horizon in OTHER_HORIZONS[profile]
    }


def longer(profile: str, horizon: int = LONGER) -> dict[int, list[Experiment]]:
    """Figure 1 at another horizon, with elimination policies only, by K = L."""
    return {size: _parts(f"rank1:longer-{size}", needle(size), profile, "longer", horizon) for size in SIZES}


def longest(profile: str) -> dict[int, list[Experiment]]:
    """Figures 1a to 1c for two policies, so long that Theorem 1 is not vacuous, by K = L, at the end only."""
    policies, runs = (RANK1_ELIM_KL, UCB1_ELIM), RUNS["longer"][profile][0]
    return {
        size: [
            Experiment(
                f"rank1:longest-{size}",
                MODEL,
                (needle(size),),
                policies,
                LONGEST,
                runs,
                SEED,
                (LONGEST,),
                100,
            )
        ]
        for size in SIZES
    }


def short(profile: str) -> list[Experiment]:
    """The problem of Figure 1a at a horizon too short for any elimination."""
    return _parts(f"rank1:horizon-{SHORT}", needle(SIZES[0]), profile, "short", SHORT)


def surrogate(query: str, family: str = FAMILIES[0]) -> Problem:
    """A model with the numbers L, p_max and μ that the paper gives for a query.

    Items are rows and positions columns. The paper's μ and p_max belong to the items in the first four
    families and to the ten positions in the other two. The attraction of item j is the power of 1/j (Zipf) or
    of (L - j + 1)/L (rank power) that has the required maximum and mean; the published shape is the median of
    the published attractions. The examination is p_max k^-1/2, p_max times the median of the published
    examinations, or a power of 1/k. If the numbers belong to the positions, the items have the largest
    attraction .5 and the mean .3 (many good items), or .6 and μ + .05 (few).

    Raises
    ------
    ValueError
        If the family is not one of `FAMILIES`.
    """
    if family not in FAMILIES:
        raise ValueError(f"family must be one of {', '.join(FAMILIES)}; got {family!r}")
    n_items, largest, mean = QUERIES[query]
    rank = np.arange(1.0, n_items + 1)
    if family.startswith("positions"):
        top, average = (0.5, 0.3) if "many" in family else (0.6, mean + 0.05)
        return problem(with_mean(1 / rank, top, average), with_mean(1 / rank[:10], largest, mean))
    shape, examination = 1 / rank, STEEP
    if "published" in family:
        published_shape, examination = published_shapes(n_items)
        shape = published_shape if "shapes" in family else shape
    elif "power" in family:
        shape = rank[::-1] / n_items
    return problem(with_mean(shape, largest, mean), largest * examination)


def published_shapes(n_items: int) -> tuple[np.ndarray, np.ndarray]:
    """Median attractions (of this many items) and examinations of the published models, over the largest."""
    models = [model.problem for model in published.yandex_models().values()]
    places = (np.arange(n_items, 0, -1) - 0.5) / n_items
    attraction, examination = (
        np.median([of(vectors) for vectors in models], axis=0)
        for of in (lambda each: np.quantile(each[0], places), lambda each: -np.sort(-each[1]) / each[1].max())
    )
    return attraction / attraction[0], examination


def with_mean(shape: np.ndarray, largest: float, mean: float) -> np.ndarray:
    """`largest` times the power of the shape, whose values lie in (0, 1], that has this mean."""
    share = mean / largest
    exponent = brentq(lambda power: np.mean(shape**power) - share, *EXPONENTS, xtol=1e-15)
    return largest * shape**exponent


def figure_2(profile: str, families: tuple[str, ...] = FAMILIES) -> dict[str, list[Experiment]]:
    """Figures 2c and 2d on the surrogates of some families, by family and query."""
    return {
        f"{family}; {query}": _parts(
            f"rank1:figure-2-{query[-1]}", surrogate(query, family), profile, "figure 2"
        )
        for family in families
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
