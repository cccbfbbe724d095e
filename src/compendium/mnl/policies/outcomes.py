"""The ends of games: the lists on which policies settle, and the loss of these lists."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import permutations

import numpy as np
import pandas as pd

from clickbandits.compiled import compiled
from clickbandits.core import Policy, Problem, play
from clickbandits.experiments import replicate, run
from clickbandits.mnl.epoch_ucb import EPOCH_UCB, epoch_ucb
from clickbandits.mnl.model import MODEL, optimal_reward
from clickbandits.mnl.top_rank import top_rank
from clickbandits.simulate import Game, game, generator, processors
from compendium.estimates import Estimate
from compendium.mnl import experiments

from . import studies


def uniform_regret(problem: Problem) -> float:
    """Expected regret of a round with a uniformly drawn list, from 20,000 such lists."""
    rng = np.random.default_rng(experiments.SEED)
    lists = [rng.permutation(problem.attraction.size) for _ in range(20_000)]
    rewards = [MODEL.reward(*problem, shown[: problem.examination.size]) for shown in lists]
    return optimal_reward(problem) - float(np.mean(rewards))


def share_of_uniform(name: str, profile: str) -> Estimate:
    """The loss of Epoch-UCB per round over the second half of the horizon of Figure 3, as a share of the
    loss of a uniformly random list."""
    regret = run(experiments.short_horizon(name, (EPOCH_UCB,), profile))
    rate = studies.growth(regret, EPOCH_UCB.id, *studies.SECOND_HALF)
    return rate / uniform_regret(experiments.PROBLEMS[name])


def exact_rewards(problem: Problem) -> list[tuple[Fraction, tuple[int, ...]]]:
    """The exact click probability of every list, best first, with attractions as decimals."""
    attraction, examination = ([Fraction(str(value)) for value in vector.tolist()] for vector in problem)
    rewards = []
    for shown in permutations(range(len(attraction)), len(examination)):
        total = sum(
            (seen * attraction[item] for seen, item in zip(examination, shown, strict=True)), Fraction(0)
        )
        rewards.append((total / (1 + total), shown))
    return sorted(rewards, reverse=True)


def best_in_order(problem: Problem) -> float:
    """Expected clicks of the k-th most attractive item at the k-th position of the list."""
    items = np.argsort(-problem.attraction, kind="stable")[: problem.examination.size]
    return float(MODEL.reward(*problem, items))


def games(policy: Policy, name: str, horizon: int, runs: int) -> list[Game]:
    """Games of one policy on problem "a", "b" or "c", with their final states."""

    def one(replication):
        return game(
            MODEL, (experiments.PROBLEMS[name],), policy, np.array([horizon]), experiments.SEED, replication
        )

    with ThreadPoolExecutor(processors()) as threads:
        return list(threads.map(one, range(runs)))


def top_items_found(name: str, horizon: int, runs: int, delta: float | None = None, alone=False) -> int:
    """Number of TopRank's runs whose last K places hold K best items and no stratum crosses.

    If `alone`, each of the K items must have its own stratum. δ is 1/T by default.
    """
    problem = experiments.PROBLEMS[name]
    n_positions = problem.examination.size
    worst = np.sort(problem.attraction)[-n_positions]
    at_top = [
        (problem.attraction[one.items[one.state.order[:n_positions]]] >= worst).all()
        and one.state.ends[n_positions - 1] == n_positions
        and not (alone and (np.diff(one.state.ends[:n_positions]) == 0).any())
        for one in games(top_rank(delta), name, horizon, runs)
    ]
    return int(np.sum(at_top))


def unshuffled(policy: Policy, problem: Problem, horizon: int, runs: int) -> np.ndarray:
    """Final regrets if the items are labelled in the order of the problem, which leaks information."""
    regrets = np.empty((runs, 1))
    for replication in range(runs):
        rng = generator(experiments.SEED, replication, policy.id)
        state = policy.start(
            problem.attraction.size, problem.examination.size, problem.examination.copy(), horizon, rng
        )
        action, clicks = np.zeros((2, problem.examination.size), dtype=np.int64)
        compiled(play, MODEL.draw, MODEL.reward, policy.choose, policy.update)(
            state,
            problem,
            optimal_reward(problem),
            np.array([horizon]),
            action,
            clicks,
            rng,
            regrets[replication],
        )
    return regrets[:, 0]


def leak(profile: str, cut: bool) -> tuple[np.ndarray, np.ndarray]:
    """Final regrets on problem (c) with the sharp radius, truncated at 1 or not (`cut`), in the paper's order
    and shuffled."""
    policy = epoch_ucb("sharp", clip=cut)
    problem, horizon = experiments.PROBLEMS["c"], experiments.HORIZON[profile]["c"]
    runs = 100 if profile == "paper" else 20
    shuffled = replicate(MODEL, problem, policy, [horizon], experiments.SEED, runs)
    return unshuffled(policy, problem, horizon, runs), shuffled[:, 0]


def stuck(rounds: np.ndarray, values: np.ndarray, loss: float) -> np.ndarray:
    """Which runs are stuck, as one bool per run, from their regrets of shape (runs, rounds).

    A run is stuck if it loses more than five times as much as the median, and over the last quarter more
    than half of `loss` per round.
    """
    first, ends = int(np.searchsorted(rounds, 0.75 * rounds[-1])), values[:, -1]
    rate = (ends - values[:, first]) / (rounds[-1] - rounds[first])
    return (ends > 5 * np.median(ends)) & (rate > loss / 2)


def order_gaps() -> dict[str, float]:
    """The loss per round of the best list in the order of the positions, by problem."""
    return {
        name: optimal_reward(problem) - best_in_order(problem)
        for name, problem in experiments.PROBLEMS.items()
    }


def worst_run(policy: Policy, profile: str) -> pd.DataFrame:
    """The end of the run with the largest regret of an Epoch-UCB UPB on problem (b), one row per item.

    Truth, estimate, β, index, epochs, and the position at which
    the item is shown in the end (1-based; "-" for none).
    """
    regret = run(experiments.often(policy.id, profile))
    problem, horizon = experiments.PROBLEMS["b"], regret.experiment.horizon
    worst = int(np.argmax(regret.values[policy.id][:, -1]))
    ended = game(MODEL, (problem,), policy, np.array([horizon]), experiments.SEED, worst)
    state = ended.state
    action = np.zeros(problem.examination.size, dtype=np.int64)
    compiled(policy.choose)(state, horizon, action, np.random.default_rng(0))  # which draws nothing
    place = {int(item): position for position, item in enumerate(action)}
    rows = [
        {
            "attractiveness": problem.attraction[ended.items[item]],
            "estimate": round(float(state.attraction[item]), 4),
            "β": round(float(np.sqrt(state.squares[item])), 4),
            "index": round(float(state.index[item]), 4),
            "epochs": int(state.plays[item].sum()),
            "shown at position": place[item] + 1 if item in place else "-",
            "its bias": problem.examination[place[item]] if item in place else "-",
            "estimated bias": round(float(state.examination[place[item]]), 4) if item in place else "-",
        }
        for item in np.argsort(ended.items)
    ]
    return pd.DataFrame(rows)
