"""Final regrets, ratios and averages of simulated regrets, for figures and claims."""

from __future__ import annotations

import itertools
import math
from functools import cache

import numpy as np
import pandas as pd

from clickbandits.core import Problem
from clickbandits.experiments import Experiment, Regret, run
from clickbandits.pbm import published
from clickbandits.rank1.bounds import hardness, theorem_1, theorem_1_repaired
from clickbandits.rank1.model import MODEL
from clickbandits.simulate import game
from compendium.comparisons import final
from compendium.estimates import Estimate

from . import experiments


def together(parts: list[Experiment]) -> Regret:
    """The regret of all policies of an experiment that is played in parts."""
    regrets = [run(part) for part in parts]
    values = {policy: regret.values[policy] for regret in regrets for policy in regret.values}
    return Regret(regrets[0].experiment, regrets[0].rounds, values)


def figure_1(profile: str) -> dict[int, Regret]:
    """The regrets of Figure 1, by K = L."""
    return {size: together(parts) for size, parts in experiments.figure_1(profile).items()}


def readings(profile: str) -> dict[int, Regret]:
    """The regrets of Figure 1 with Rank1ElimKL as in its first author's program, by K = L."""
    return {size: together(parts) for size, parts in experiments.readings(profile).items()}


def longer(profile: str, horizon: int = experiments.LONGER) -> dict[int, Regret]:
    """The regrets of elimination on Figure 1 at another horizon, by K = L."""
    return {size: together(parts) for size, parts in experiments.longer(profile, horizon).items()}


def longest(profile: str) -> dict[int, Regret]:
    """The regrets of elimination on Figure 1 at a horizon of 10⁹, by K = L."""
    return {size: together(parts) for size, parts in experiments.longest(profile).items()}


def figure_2(profile: str, families: tuple[str, ...] = experiments.FAMILIES) -> dict[str, dict[str, Regret]]:
    """The regrets of Figures 2c and 2d on the surrogates of some families, by family and by query."""
    regrets = {each: together(parts) for each, parts in experiments.figure_2(profile, families).items()}
    return {
        family: {query: regrets[f"{family}; {query}"] for query in experiments.QUERIES} for family in families
    }


def gain(regret: Regret, ours: str, rival: str = "UCB1") -> Estimate:
    """The percentage by which a policy's regret is below another's."""
    return 100 * (1 - final(regret, ours) / final(regret, rival))


def final_grid(regrets: dict[int, Regret]) -> pd.DataFrame:
    """Final mean regret ± standard error, one row per policy, one column per K = L."""
    columns = {
        f"K = L = {size}": {policy: f"{final(regret, policy):,.0f}" for policy in regret.values}
        for size, regret in regrets.items()
    }
    return pd.DataFrame(columns)


def scaling(regrets: dict[int, Regret]) -> pd.DataFrame:
    """Growth of the final regret when K and L double, as a ratio with its error and its exponent."""
    rows = []
    sizes = sorted(regrets)
    for small, large in zip(sizes, sizes[1:], strict=False):
        for policy in regrets[small].values:
            grown = final(regrets[large], policy) / final(regrets[small], policy)
            rows.append(
                {
                    "policy": policy,
                    "from": small,
                    "to": large,
                    "ratio": round(grown.value, 3),
                    "standard error": round(grown.error, 3),
                    "exponent": round(math.log2(grown.value), 2),
                }
            )
    return pd.DataFrame(rows)


def bounds(regrets: dict[int, Regret]) -> pd.DataFrame:
    """Theorem 1, as published and sharpened, beside the simulated regret of Rank1ElimKL."""
    rows = []
    for size, regret in regrets.items():
        (problem,), horizon = regret.experiment.problems, regret.experiment.horizon
        end = final(regret, experiments.PRINTED)
        mean, error = end.value, end.error
        printed, sharpened = theorem_1(problem, horizon), theorem_1_repaired(problem, horizon)
        rows.append(
            {
                "K = L": size,
                "regret": round(mean),
                "standard error": round(error),
                "Theorem 1": round(printed),
                "sharpened": round(sharpened),
                "Theorem 1 / regret": round(printed / mean, 1),
                "sharpened / regret": round(sharpened / mean, 1),
            }
        )
    return pd.DataFrame(rows)


def by_horizon(profile: str) -> dict[int, Regret]:
    """The regrets on the problem of Figure 1a, by horizon."""
    return {n: together(parts) for n, parts in experiments.other_horizons(profile).items()}


def other_horizons(profile: str) -> pd.DataFrame:
    """Final regrets on the problem of Figure 1a by horizon, and the two ratios of the text."""
    rows = []
    for horizon, regret in by_horizon(profile).items():
        for reading in (experiments.PRINTED, experiments.LOG):
            ours = final(regret, reading)
            row = {"horizon": horizon, "reading": reading}
            for rival in ("Rank1Elim", "UCB1"):
                ratio = final(regret, rival) / ours
                row |= {f"{rival} / ours": ratio.value, f"{rival}, standard error": ratio.error}
            rows.append(row)
    return pd.DataFrame(rows)


@cache
def cost(profile: str) -> pd.DataFrame:
    """Number of draws per run of Rank1ElimKL, by horizon and K = L."""
    powers = {"quick": (4, 6, 9), "paper": (3, 4, 5, 6, 7, 8, 9, 10, 12)}[profile]
    rows = []
    for size in experiments.SIZES:
        for power in powers:
            played = game(
                MODEL,
                (experiments.needle(size),),
                experiments.ELIMINATION[0],
                np.array([10**power]),
                experiments.SEED,
                0,
            )
            rows.append(
                {
                    "K = L": size,
                    "horizon": 10**power,
                    "stages": int(played.state.stage[0]) + 1,
                    "draws": int(played.state.blocks[0]),
                }
            )
    return pd.DataFrame(rows)


def query_curves() -> pd.DataFrame:
    """The sorted probabilities of the surrogates, for Figures 2a and 2b."""
    parts = []
    for query, family in itertools.product(experiments.QUERIES, experiments.FAMILIES):
        problem = experiments.surrogate(query, family)
        for name, values in zip(("attraction", "examination"), problem, strict=True):
            ranked = np.sort(values)[::-1]
            parts.append(
                pd.DataFrame(
                    {
                        "query": query,
                        "family": family,
                        "vector": name,
                        "rank": np.arange(1, ranked.size + 1),
                        "probability": ranked,
                    }
                )
            )
    return pd.concat(parts, ignore_index=True)


def rescaled(problem: Problem, number: int = 201) -> pd.DataFrame:
    """μ, p_max, γ and Theorem 1's bound of (c·ū, v̄/c), the same problem, over all c."""
    least, most = float(problem.examination.max()), 1.0 / float(problem.attraction.max())
    rows = []
    for c in np.geomspace(least, most, number):
        same = MODEL.problem(
            np.minimum(1.0, problem.attraction * c), np.minimum(1.0, problem.examination / c)
        )
        hard = hardness(same)
        rows.append(
            {
                "c": c,
                "μ": hard.average,
                "p_max": hard.peak,
                "γ": hard.printed_factor,
                "1 / (μγ)": 1 / (hard.average * hard.printed_factor),
                "Theorem 1": theorem_1(same, experiments.HORIZON),
            }
        )
    return pd.DataFrame(rows)


def figure_3(profile: str) -> dict[str, Regret]:
    """The regrets of Figure 3, by query."""
    return {query: together(parts) for query, parts in experiments.figure_3(profile).items()}


def averaged(regrets: dict[str, Regret]) -> Regret:
    """The average over queries, whose run r is the average of the queries' runs r."""
    first = next(iter(regrets.values()))
    values = {
        policy: np.mean([regret.values[policy] for regret in regrets.values()], axis=0)
        for policy in first.values
    }
    return Regret(first.experiment, first.rounds, values)


def public_hardness() -> pd.DataFrame:
    """Sizes, μ, p_max and γ of every query of Figure 3, with the most examined position scaled to 1."""
    rows = []
    for query, model in published.yandex_models().items():
        items, positions = model.problem
        most = positions.max()
        attraction = np.minimum(1.0, items * most)
        hard = hardness(MODEL.problem(attraction, positions / most))
        rows.append(
            {
                "query": query,
                "items": items.size,
                "μ": hard.average,
                "p_max": hard.peak,
                "γ": hard.printed_factor,
            }
        )
    return pd.DataFrame(rows)


def records(specified: dict) -> dict:
    """The specifications of experiments played in parts, for the record of one figure."""
    return {
        f"{name}, {', '.join(policy.id for policy in part.policies)}": part.record()
        for name, parts in specified.items()
        for part in parts
    }


def by_query(regrets: dict[str, Regret]) -> pd.DataFrame:
    """Regret of both readings of Rank1ElimKL over that of UCB1, one row per query and reading."""
    rows = []
    for query, regret in regrets.items():
        for reading in (experiments.PRINTED, experiments.LOG):
            ratio = final(regret, reading) / final(regret, "UCB1")
            rows.append(
                {
                    "query": query,
                    "items": regret.experiment.problems[0].attraction.size,
                    "reading": reading,
                    "ratio": ratio.value,
                    "standard error": ratio.error,
                }
            )
    return pd.DataFrame(rows)
