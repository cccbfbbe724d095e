"""What is computed from the games: shares of the best reward that were lost, by world and policy.

A loss is in per cent of the clicks that the best list would have had. The late loss counts the
second half of the rounds only: it falls towards zero where a policy learns and stays where it
does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import numpy as np
import pandas as pd

from clickbandits.core import vectors
from clickbandits.experiments import Experiment, run
from clickbandits.pbm import published
from compendium.estimates import Estimate

from . import experiments, lists
from .lists import MODELS
from .without_chance import settle

BELIEFS = {"the truth": experiments.EXAMINATION} | experiments.WRONG
"""What policies are told, by name."""


def losses(parts: list[Experiment]) -> pd.DataFrame:
    """One row a policy: loss and late loss with standard errors, and the number of runs."""
    rows = []
    for part in parts:
        regret, problem = run(part), part.problems[0]
        best = part.model.optimal_reward(problem)
        half = int(np.searchsorted(regret.rounds, part.horizon // 2))
        for policy, values in regret.values.items():
            whole = 100 * values[:, -1] / (best * part.horizon)
            grown = values[:, -1] - values[:, half]
            late = 100 * grown / (best * (part.horizon - regret.rounds[half]))
            row = {"policy": policy, "runs": len(values), "rounds": part.horizon}
            for name, shares in (("loss", whole), ("late loss", late)):
                mean = Estimate.of(shares)
                row |= {name: mean.value, f"{name} error": mean.error}
            rows.append(row)
    return pd.DataFrame(rows)


def over_queries(queries: dict[str, list[Experiment]]) -> pd.DataFrame:
    """The mean over queries; its standard error is that of the runs.

    With one run a query it is taken from the spread between the queries, which makes it larger.
    """
    every = pd.concat([losses(parts) for parts in queries.values()], ignore_index=True)
    rows = []
    for policy, group in every.groupby("policy", sort=False):
        runs, rounds = int(group["runs"].sum()), group["rounds"].iloc[0]
        row = {"policy": policy, "runs": runs, "rounds": rounds}
        for name in ("loss", "late loss"):
            mean, within = Estimate.of(group[name]), group[f"{name} error"]
            own = np.sqrt((within**2).sum()) / len(group)
            error = mean.error if within.isna().any() else own
            row |= {name: mean.value, f"{name} error": error}
        rows.append(row)
    return pd.DataFrame(rows)


def matrix(profile: str) -> pd.DataFrame:
    """Every policy in every world, in long form."""
    tables = {name: losses(parts) for name, parts in experiments.synthetic(profile).items()}
    tables |= {name: over_queries(queries) for name, queries in experiments.public(profile).items()}
    tables |= {name: losses(parts) for name, parts in experiments.pairs(profile).items()}
    return pd.concat([rows.assign(world=world) for world, rows in tables.items()], ignore_index=True)


def by_model(games: dict[str, list[Experiment]]) -> pd.DataFrame:
    """Some experiments by click model, in long form."""
    return pd.concat([losses(parts).assign(world=model) for model, parts in games.items()], ignore_index=True)


def value(rows: pd.DataFrame, policy: str, world: str, column: str = "loss") -> float:
    """One number of a table in long form."""
    chosen = rows[(rows["policy"] == policy) & (rows["world"] == world)]
    if len(chosen) != 1:
        raise KeyError(f"one row is wanted for {policy} in {world!r}; got {len(chosen)}")
    return float(chosen[column].iloc[0])


def exact_losses() -> pd.DataFrame:
    """Without any simulation, by problem: how long epochs are, and what wrong orders lose.

    Of the public models the median, and the extremes where they say more.
    """
    rows = []
    named = {
        "low": [vectors(*experiments.LOW, "[0, 1]", "(0, 1]")],
        "high": [vectors(*experiments.HIGH, "[0, 1]", "(0, 1]")],
        "KDD": [model.problem for model in published.kdd_models().values()],
        "Yandex": [model.problem for model in published.yandex_models().values()],
    }
    for name, problems in named.items():
        plain = [(theta.tolist(), kappa.tolist()) for theta, kappa in problems]
        disordered = [seen for _, seen in plain if seen != sorted(seen, reverse=True)]
        row = {"problems": name, "number": len(plain), "positions out of order": len(disordered)}
        for model in MODELS:
            epochs = [_epoch(*problem, model) for problem in plain]
            row[f"rounds an epoch, {model.upper()}"] = float(np.median(epochs))
        order = [100 * lists.loss_in_printed_order(*problem, "pbm") for problem in plain]
        row["lost by the printed order, %"] = float(np.median(order))
        row["at most, %"] = max(order)
        for model in MODELS:
            slot = [100 * lists.loss_of_one_slot(*problem, model) for problem in plain]
            row[f"lost by one slot, {model.upper()}, %"] = float(np.median(slot))
        errors = [100 * lists.tolerance(*problem) for problem in plain]
        row["tolerated error of κ, %"] = float(np.median(errors))
        rows.append(row)
    return pd.DataFrame(rows)


def _epoch(attraction: np.ndarray, examination: np.ndarray, model: str) -> float:
    """The mean number of rounds of an epoch of the best list; infinite after a sure click."""
    shown = lists.best_list(attraction, examination)
    weights = lists.weights(attraction, examination, shown)
    silence = np.prod([1 - w for w in weights]) if model == "pbm" else 1 / (1 + sum(weights))
    return float(1 / silence) if silence > 0 else np.inf


def told_table(profile: str) -> pd.DataFrame:
    """Late losses by policy (`base`) and by what it was told, at home, on the low attractions."""
    wrong = by_model(experiments.wrong_examination(profile))
    wrong["base"] = wrong["policy"].str.split("(").str[0]
    wrong["told"] = wrong["policy"].str.extract(r"told ([^)]*)\)", expand=False)
    homes = experiments.synthetic(profile)
    right = by_model({model: homes[f"{model}, low"] for model in ("PBM", "MNL")})
    pairs = wrong[["base", "world"]].drop_duplicates().rename(columns={"base": "policy"})
    right = right.merge(pairs, on=["policy", "world"]).assign(told="the truth")
    right["base"] = right["policy"]
    return pd.concat([right, wrong], ignore_index=True)


def settled(model: str = "pbm") -> dict[str, np.ndarray]:
    """By what is told: what counting settles at without chance, in per cent, a value a first list.

    At home: rounds under "pbm", epochs under "mnl", on the low attractions.
    """
    trial = {"pbm": "round", "mnl": "epoch"}[model]
    return {name: 100 * settle(*experiments.LOW, vector, model, trial) for name, vector in BELIEFS.items()}


def confirming_lists() -> pd.DataFrame:
    """By what is told: the lists that confirm themselves, and the loss without chance."""
    ends = {model: settled(model) for model in MODELS}
    rows = []
    for name, vector in BELIEFS.items():
        confirmed = lists.self_confirming(*experiments.LOW, vector, "pbm", "round")
        row = {
            "told": name,
            "κ̂": ", ".join(map(str, vector)),
            "lists that confirm themselves": len(confirmed),
        }
        for model in MODELS:
            low, middle, high = np.quantile(ends[model][name], [0, 0.5, 1])
            ended = f"{low:.2f} to {high:.2f}, median {middle:.2f}"
            row[f"without chance, {model.upper()}, %"] = ended
        rows.append(row)
    return pd.DataFrame(rows)


def right_lists() -> pd.DataFrame:
    """Told the truth under the wrong model: where counting settles from every first list."""
    rows = []
    for name in ("LOW", "HIGH"):
        problem = getattr(experiments, name)
        for model, trial in (("mnl", "round"), ("pbm", "epoch")):
            attraction, examination = problem
            lost = 100 * settle(attraction, examination, examination, model, trial)
            rows.append(
                {
                    "attractions": name.lower(),
                    "clicks": model.upper(),
                    "a trial is": f"a {trial}" if trial == "round" else f"an {trial}",
                    "first lists": lost.size,
                    "of these settle at the best list": int((lost < 1e-9).sum()),
                    "largest loss in the second half, %": round(lost.max(), 2),
                }
            )
    return pd.DataFrame(rows)


def sure_click(chance: Fraction | int = 1) -> tuple[Fraction, Fraction]:
    """What an epoch policy loses a round for ever, at least, after a first list drawn uniformly.

    Of the first lists that hold a sure click none is ever left; `chance` is the attraction of the
    item that is clicked surely. Beside it the best list's clicks. Exact.
    """
    attraction, examination = ([Fraction(str(x)) for x in vector] for vector in experiments.SURE)
    attraction[0] *= chance
    best = sum(lists.weights(attraction, examination, lists.best_list(attraction, examination)))
    loss, every = Fraction(0), list(permutations(range(len(attraction)), len(examination)))
    for shown in every:
        weights = lists.weights(attraction, examination, shown)
        if max(weights) == 1:
            loss += (best - sum(weights)) / len(every)
    return loss, best


def turned_table(profile: str, policies: Sequence[str] = ()) -> pd.DataFrame:
    """Losses where the last position is the best, by click model; of some policies, or of all.

    The others are not played.
    """
    games = {
        model: [
            replace(part, policies=kept)
            for part in parts
            if (kept := tuple(one for one in part.policies if not policies or one.id in policies))
        ]
        for model, parts in experiments.turned(profile).items()
    }
    return by_model(games)
