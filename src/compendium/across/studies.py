"""Tables of the share of the best reward that was lost, computed from the games.

A loss is in per cent of the clicks that the best list would have had. The late loss counts only the
second half of the rounds. It falls towards zero if the policy learns, and does not if it has stopped
learning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

import numpy as np
import pandas as pd

from clickbandits.core import vectors
from clickbandits.experiments import Experiment, run
from clickbandits.pbm import published
from compendium.estimates import Estimate

from . import experiments, lists
from .lists import MODELS
from .without_chance import settle

BELIEFS = {"the truth": experiments.THREE_EXAMINATIONS} | experiments.WRONG
"""The examinations that policies are told, by name."""


def lost_shares(parts: list[Experiment]) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """The loss and late loss of every run in per cent, by policy."""
    shares = {}
    for part in parts:
        regret, problem = run(part), part.problems[0]
        best = part.model.optimal_reward(problem)
        half = int(np.searchsorted(regret.rounds, part.horizon // 2))
        for policy, values in regret.values.items():
            whole = 100 * values[:, -1] / (best * part.horizon)
            grown = values[:, -1] - values[:, half]
            shares[policy] = whole, 100 * grown / (best * (part.horizon - regret.rounds[half]))
    return shares


def over_queries(runs: Sequence[np.ndarray]) -> Estimate:
    """The mean over queries of the mean over the runs of each query, with the error of the runs.

    If queries have one run each, the error is taken from the spread between the queries, which makes
    it larger.
    """
    means = [Estimate.of(each) for each in runs]
    if len(means) > 1 and any(len(each) < 2 for each in runs):
        return Estimate.of(np.array([mean.value for mean in means]))
    return mean_of(means)


def mean_of(several: Sequence[Estimate]) -> Estimate:
    """The mean of independent estimates."""
    return sum(several[1:], several[0]) / len(several)


def losses(queries: Sequence[list[Experiment]]) -> pd.DataFrame:
    """Loss and late loss with standard errors over some queries, and the runs, one row per policy."""
    shares = [lost_shares(parts) for parts in queries]
    rows = []
    for policy in shares[0]:
        runs = sum(len(query[policy][0]) for query in shares)
        row = {"policy": policy, "runs": runs, "rounds": queries[0][0].horizon}
        for column, name in enumerate(("loss", "late loss")):
            mean = over_queries([query[policy][column] for query in shares])
            row |= {name: mean.value, f"{name} error": mean.error}
        rows.append(row)
    return pd.DataFrame(rows)


def lists_by_world(profile: str, horizons: Mapping[str, int]) -> dict[str, list[list[Experiment]]]:
    """The games of the worlds of lists, by world, with one entry per query."""
    worlds = {world: [parts] for world, parts in experiments.synthetic(profile, horizons).items()}
    public = experiments.public(profile, horizons)
    return worlds | {world: list(queries.values()) for world, queries in public.items()}


def matrix(profile: str) -> pd.DataFrame:
    """Every policy in every world, in long form."""
    worlds = lists_by_world(profile, experiments.HORIZON)
    worlds |= {world: [parts] for world, parts in experiments.pairs(profile).items()}
    return pd.concat([losses(each).assign(world=world) for world, each in worlds.items()], ignore_index=True)


class Question(NamedTuple):
    """A state of knowledge, with the policies that need no more and the possible click models."""

    name: str
    policies: tuple[str, ...]
    models: tuple[str, ...]


def advice(profile: str, questions: Sequence[Question], traps: Mapping[str, Mapping]) -> pd.DataFrame:
    """The mean loss over the possible worlds, one row per horizon, question and policy that is played.

    The best policy is the one of smallest mean loss among those without a trap; `traps` holds the
    others by question. `behind` is the mean of the paired differences from the best policy: the r-th
    runs of two policies have the same labels and, on public models, the same query. `play` holds for
    the best policy and for those without a trap that are behind it by less than two standard errors.
    """
    rows = []
    for horizons in (experiments.HORIZON, experiments.LONG):
        worlds = {
            world: [{policy: shares[0] for policy, shares in lost_shares(parts).items()} for parts in each]
            for world, each in lists_by_world(profile, horizons).items()
        }
        for question in questions:
            possible = [queries for world, queries in worlds.items() if world[:3] in question.models]
            trapped = traps[question.name]
            played = [policy for policy in question.policies if policy in possible[0][0]]
            loss = {policy: _mean_loss(possible, policy) for policy in played}
            best = min((one for one in loss if one not in trapped), key=lambda one: loss[one].value)
            for policy, mean in sorted(loss.items(), key=lambda one: one[1].value):
                behind = Estimate(0.0) if policy == best else _mean_loss(possible, policy, best)
                rows.append(
                    {
                        "you know": question.name,
                        "rounds": horizons[profile],
                        "policy": policy,
                        "loss": mean.value,
                        "loss error": mean.error,
                        "behind": behind.value,
                        "behind error": behind.error,
                        "trap": trapped.get(policy, ""),
                        "play": policy not in trapped and behind.value <= 2 * behind.error,
                    }
                )
    return pd.DataFrame(rows)


def _mean_loss(worlds: Sequence[Sequence[dict]], policy: str, other: str = "") -> Estimate:
    """The mean over worlds of the loss of a policy, or of its paired difference from another one."""
    means = []
    for queries in worlds:
        runs = [query[policy] for query in queries]
        if other:
            paired = zip(runs, (query[other] for query in queries), strict=True)
            runs = [one[: len(two)] - two[: len(one)] for one, two in paired]
        means.append(over_queries(runs))
    return mean_of(means)


def duel(profile: str, first: str = "RBA-KL-UCB", second: str = "TopRank") -> pd.DataFrame:
    """The paired difference between the losses of two policies, by world of lists and horizon.

    A positive difference means that the first one loses more; `won` counts the queries, or problems,
    on which it does.
    """
    rows = []
    for horizons in (experiments.HORIZON, experiments.LONG):
        for world, queries in lists_by_world(profile, horizons).items():
            shares = [lost_shares(parts) for parts in queries]
            differences = [query[first][0] - query[second][0] for query in shares]
            mean = over_queries(differences)
            row = {"world": world, "rounds": horizons[profile]}
            row |= {"difference": mean.value, "difference error": mean.error}
            won = sum(bool(each.mean() > 0) for each in differences)
            rows.append(row | {"won": won, "queries": len(queries)})
    return pd.DataFrame(rows)


def by_model(games: dict[str, list[Experiment]]) -> pd.DataFrame:
    """Some experiments by click model or world, in long form."""
    return pd.concat([losses([parts]).assign(world=name) for name, parts in games.items()], ignore_index=True)


def value(rows: pd.DataFrame, policy: str, world: str, column: str = "loss") -> float:
    """One number of a table in long form."""
    chosen = rows[(rows["policy"] == policy) & (rows["world"] == world)]
    if len(chosen) != 1:
        raise KeyError(f"one row is wanted for {policy} in {world!r}; got {len(chosen)}")
    return float(chosen[column].iloc[0])


def exact_losses() -> pd.DataFrame:
    """The length of epochs and the loss of wrong orders by problem, exactly and without simulation.

    The public models are represented by their median, and the loss of the printed order also by its
    maximum.
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
            row[f"rounds per epoch, {model.upper()}"] = float(np.median(epochs))
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
    """Late losses by policy (`base`), world and examination that the policy was told (`told`)."""
    wrong = by_model(experiments.wrong_examination(profile))
    wrong["base"] = wrong["policy"].str.split("(").str[0]
    wrong["told"] = wrong["policy"].str.extract(r"told ([^)]*)\)", expand=False)
    right = by_model(experiments.synthetic(profile))
    pairs = wrong[["base", "world"]].drop_duplicates().rename(columns={"base": "policy"})
    right = right.merge(pairs, on=["policy", "world"]).assign(told="the truth")
    right["base"] = right["policy"]
    return pd.concat([right, wrong], ignore_index=True)


def settled(model: str = "pbm", level: str = "low") -> dict[str, np.ndarray]:
    """The loss at which counting settles without chance, in per cent, by the told examination.

    There is one value per first list. Trials are rounds under "pbm" and epochs under "mnl".
    """
    trial, problem = {"pbm": "round", "mnl": "epoch"}[model], experiments.LEVELS[level]
    return {name: 100 * settle(*problem, vector, model, trial) for name, vector in BELIEFS.items()}


def settled_by_level() -> dict[str, dict[str, np.ndarray]]:
    """`settled` for position-based clicks, by problem."""
    return {level: settled("pbm", level) for level in experiments.LEVELS}


def confirming_lists() -> pd.DataFrame:
    """The lists that confirm themselves and the loss without chance, by the told examination.

    The problem is the one of low attractions.
    """
    ends = {model: settled(model) for model in MODELS}
    rows = []
    for name, vector in BELIEFS.items():
        confirmed = lists.self_confirming(*experiments.LOW, vector, "pbm", "round")
        row = {
            "told": name,
            "κ̂": ", ".join(f"{view:.3g}" for view in vector),
            "lists that confirm themselves": len(confirmed),
        }
        for model in MODELS:
            low, middle, high = np.quantile(ends[model][name], [0, 0.5, 1])
            ended = f"{low:.2f} to {high:.2f}, median {middle:.2f}"
            row[f"without chance, {model.upper()}, %"] = ended
        rows.append(row)
    return pd.DataFrame(rows)


def right_lists() -> pd.DataFrame:
    """The lists that counting settles on from every first list, with the truth and the wrong model."""
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
                    "ending at the best list": int((lost < 1e-9).sum()),
                    "largest loss in the second half, %": round(lost.max(), 2),
                }
            )
    return pd.DataFrame(rows)


def sure_click(chance: Fraction | int = 1) -> tuple[Fraction, Fraction]:
    """A lower bound on the loss per round of an epoch policy, and the clicks of the best list; exact.

    The first list is drawn uniformly, and a list that holds a sure click is never left. `chance` is
    the attraction of the item that is clicked for sure.
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
    """Losses if the last position is the best, by click model, of some policies or of all.

    Policies that are not asked for are not played.
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
