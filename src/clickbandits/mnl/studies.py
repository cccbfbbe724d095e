"""What is computed from simulated regrets, and from the lists that policies end with."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import permutations

import numpy as np
import pandas as pd

from clickbandits.core import Policy, Problem, play
from clickbandits.experiments import Regret, run
from clickbandits.mnl import experiments
from clickbandits.mnl.model import MODEL
from clickbandits.mnl.top_rank import TOP_RANK
from clickbandits.simulate import Game, game, generator, processors


def final(regret: Regret, policy: str) -> tuple[float, float]:
    """Mean regret at the horizon and its standard error."""
    return float(regret.mean(policy)[-1]), float(regret.standard_error(policy)[-1])


def growth(regret: Regret, policy: str, first: float, last: float) -> tuple[float, float]:
    """Regret a round between two shares of the horizon, and its standard error."""
    ends = [
        int(np.searchsorted(regret.rounds, share * regret.rounds[-1])) for share in (first, last)
    ]
    values, rounds = regret.values[policy][:, ends], regret.rounds[ends]
    grown = (values[:, 1] - values[:, 0]) / (rounds[1] - rounds[0])
    return float(grown.mean()), float(grown.std(ddof=1) / np.sqrt(grown.size))


def table(regrets: dict[str, Regret]) -> pd.DataFrame:
    """Final regrets: one row a problem and policy, mean, standard error, quartiles."""
    rows = []
    for name, regret in regrets.items():
        for policy in regret.values:
            low, middle, high = regret.quantile(policy, [0.25, 0.5, 0.75])[:, -1]
            mean, error = final(regret, policy)
            rows.append(
                {
                    "problem": f"({name})", "policy": policy, "mean": round(mean, 1),
                    "standard error": round(error, 1), "first quartile": round(low, 1),
                    "median": round(middle, 1), "third quartile": round(high, 1),
                    "rounds": int(regret.rounds[-1]), "runs": len(regret.values[policy]),
                }
            )  # fmt: skip
    return pd.DataFrame(rows)


def side_by_side(regrets: dict[str, Regret]) -> pd.DataFrame:
    """Final regrets as "mean ± standard error", one row a policy, one column a problem."""
    rows = table(regrets)
    shown = rows["mean"].astype(str) + " ± " + rows["standard error"].astype(str)
    wide = rows.assign(shown=shown).pivot(index="policy", columns="problem", values="shown")
    return wide.loc[list(dict.fromkeys(rows["policy"]))].fillna("").reset_index()


def choices(profile: str) -> dict[str, Regret]:
    """The study of the open choices, by problem."""
    return {name: run(experiments.open_choices(name, profile)) for name in experiments.PROBLEMS}


def literal_differences(profile: str) -> pd.DataFrame:
    """Final regret with our differences and with those of (15) as printed, side by side."""
    rows = []
    for experiment in experiments.literal_differences(profile):
        regret = run(experiment)
        ours, literal = regret.values
        (mean, error), (other, other_error) = final(regret, ours), final(regret, literal)
        rows.append(
            {
                "problem": experiment.id[-1], "policy": ours, "rounds": experiment.horizon,
                "ours": mean, "standard error": error,
                "literal": other, "standard error of the literal": other_error,
                "runs": experiment.replications,
            }
        )  # fmt: skip
    return pd.DataFrame(rows)


def uniform_regret(problem: Problem) -> float:
    """Expected regret of a round whose list is drawn uniformly, from 20,000 such lists."""
    rng = np.random.default_rng(experiments.SEED)
    lists = [rng.permutation(problem.attraction.size) for _ in range(20_000)]
    rewards = [MODEL.reward(*problem, shown[: problem.examination.size]) for shown in lists]
    return MODEL.optimal_reward(problem) - float(np.mean(rewards))


def exact_rewards(problem: Problem) -> list[tuple[Fraction, tuple[int, ...]]]:
    """The exact click probability of every list, best first; attractions as decimals."""
    attraction, examination = (
        [Fraction(str(value)) for value in vector.tolist()] for vector in problem
    )
    found = []
    for shown in permutations(range(len(attraction)), len(examination)):
        total = sum(
            (seen * attraction[item] for seen, item in zip(examination, shown, strict=True)),
            Fraction(0),
        )
        found.append((total / (1 + total), shown))
    return sorted(found, reverse=True)


def best_in_order(problem: Problem) -> float:
    """Expected clicks of the k-th most attractive item at the k-th position of the list."""
    items = np.argsort(-problem.attraction, kind="stable")[: problem.examination.size]
    return float(MODEL.reward(*problem, items))


def games(policy: Policy, name: str, horizon: int, runs: int) -> list[Game]:
    """Games of one policy on problem "a", "b" or "c", with their final states."""

    def one(replication):
        return game(
            MODEL, (experiments.PROBLEMS[name],), policy, np.array([horizon]), experiments.SEED,
            replication,
        )  # fmt: skip

    with ThreadPoolExecutor(processors()) as threads:
        return list(threads.map(one, range(runs)))


def top_items_found(name: str, horizon: int, runs: int) -> float:
    """Share of TopRank's runs whose last K places hold K best items and no stratum crosses."""
    problem = experiments.PROBLEMS[name]
    n_positions = problem.examination.size
    worst = np.sort(problem.attraction)[-n_positions]
    found = [
        (problem.attraction[one.items[one.state.order[:n_positions]]] >= worst).all()
        and one.state.ends[n_positions - 1] == n_positions
        for one in games(TOP_RANK, name, horizon, runs)
    ]
    return float(np.mean(found))


def unshuffled(policy: Policy, problem: Problem, horizon: int, runs: int) -> np.ndarray:
    """Final regrets where the policy sees the items in the problem's order: labels leak."""
    regrets = np.empty((runs, 1))
    for replication in range(runs):
        rng = generator(experiments.SEED, replication, policy.id)
        state = policy.start(
            problem.attraction.size, problem.examination.size, problem.examination.copy(), horizon,
            rng,
        )  # fmt: skip
        action, clicks = np.zeros((2, problem.examination.size), dtype=np.int64)
        play(
            MODEL.draw, MODEL.reward, policy.choose, policy.update, state, problem,
            MODEL.optimal_reward(problem), np.array([horizon]), action, clicks, rng,
            regrets[replication],
        )  # fmt: skip
    return regrets[:, 0]
