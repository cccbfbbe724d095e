"""Results computed from simulated regrets: growth, and tables for the figures and the claims."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pandas as pd

from clickbandits.experiments import Experiment, Regret, run
from clickbandits.mnl.epoch_ucb_upb import EPOCH_UCB_UPB
from clickbandits.mnl.top_rank import TOP_RANK
from compendium.comparisons import final
from compendium.estimates import Estimate
from compendium.mnl import experiments
from compendium.wording import named

SECOND_HALF = 0.5, 1.0
"""The part of a horizon over which a settled policy's regret is measured."""


def growth(regret: Regret, policy: str, first: float, last: float) -> Estimate:
    """Regret per round between two shares of the horizon."""
    ends = [int(np.searchsorted(regret.rounds, share * regret.rounds[-1])) for share in (first, last)]
    values, rounds = regret.values[policy][:, ends], regret.rounds[ends]
    return Estimate.of((values[:, 1] - values[:, 0]) / (rounds[1] - rounds[0]))


def table(regrets: dict[str, Regret]) -> pd.DataFrame:
    """Final regrets, one row per problem and policy, with mean, standard error and quartiles."""
    rows = []
    for name, regret in regrets.items():
        for policy in regret.values:
            low, middle, high = regret.quantile(policy, [0.25, 0.5, 0.75])[:, -1]
            end = final(regret, policy)
            rows.append(
                {
                    "problem": f"({name})",
                    "policy": policy,
                    "mean": round(end.value, 1),
                    "standard error": round(end.error, 1),
                    "first quartile": round(low, 1),
                    "median": round(middle, 1),
                    "third quartile": round(high, 1),
                    "rounds": int(regret.rounds[-1]),
                    "runs": len(regret.values[policy]),
                }
            )
    return pd.DataFrame(rows)


def side_by_side(regrets: dict[str, Regret]) -> pd.DataFrame:
    """Final regrets as "mean ± standard error", one row per policy, one column per problem."""
    rows = table(regrets)
    return _wide(rows, rows["mean"].astype(str) + " ± " + rows["standard error"].astype(str))


def spreads(regrets: dict[str, Regret]) -> pd.DataFrame:
    """Final regrets as "median (first to third quartile)", by policy and problem."""
    rows = table(regrets)
    low, high = rows["first quartile"].astype(str), rows["third quartile"].astype(str)
    return _wide(rows, rows["median"].astype(str) + " (" + low + " to " + high + ")")


def _wide(rows: pd.DataFrame, texts: pd.Series) -> pd.DataFrame:
    """Texts by problem and policy, one row per policy and one column per problem."""
    wide = rows.assign(text=texts).pivot(index="policy", columns="problem", values="text")
    wide = wide.loc[list(dict.fromkeys(rows["policy"]))].fillna("")
    return wide.rename(index=named).rename_axis(index="policy", columns=None)


def figures(profile: str, policies: tuple[str, ...] = (), names: str = "abc") -> dict[str, Regret]:
    """Figures 1 to 3 by problem, for all policies or only for the named ones."""
    regrets = {}
    for name in names:
        experiment = experiments.figure(name, profile)
        if policies:
            some = [policy for policy in experiment.policies if policy.id in policies]
            experiment = replace(experiment, policies=tuple(some))
        regrets[name] = run(experiment)
    return regrets


def choices(profile: str, names: str = "abc") -> dict[str, Regret]:
    """The study of the open choices, by problem."""
    return {name: run(experiments.open_choices(name, profile)) for name in names}


def literal_differences(profile: str) -> pd.DataFrame:
    """Final regret with implicit differences and with those of (15) as published, side by side."""
    rows = []
    for experiment in experiments.literal_differences(profile):
        regret = run(experiment)
        ours, literal = regret.values
        own, other = final(regret, ours), final(regret, literal)
        rows.append(
            {
                "problem": experiment.id[-1],
                "policy": ours,
                "rounds": experiment.horizon,
                "ours": own.value,
                "standard error": own.error,
                "literal": other.value,
                "standard error of the literal": other.error,
                "runs": experiment.replications,
            }
        )
    return pd.DataFrame(rows)


def panels() -> tuple[list[str], list[str]]:
    """The policies of the two rows of a figure, for known and for unknown biases."""
    return ([policy.id for policy in experiments.KNOWN], [policy.id for policy in experiments.UNKNOWN])


def long_horizons(profile: str) -> dict[str, Regret]:
    """TopRank and Epoch-UCB UPB at ten times the figures' horizons, by problem."""
    policies = (TOP_RANK, EPOCH_UCB_UPB)
    return {name: run(experiments.long_horizon(name, policies, profile)) for name in experiments.PROBLEMS}


def records(regrets: Iterable[Regret | Experiment]) -> dict:
    """The specifications of several experiments, for the record of one figure."""
    specified = [one.experiment if isinstance(one, Regret) else one for one in regrets]
    return {f"{one.id}, T = {one.horizon}": one.record() for one in specified}
