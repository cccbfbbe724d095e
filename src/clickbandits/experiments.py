"""An experiment is data; running it computes the parts that are not yet in the store.

``run(experiment)`` returns the regret of every policy. If it is killed, no finished chunk is lost, and
the next run continues from there. ``play`` does the same in one call and stores nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike
from tqdm import tqdm

from . import checked, store
from .core import ClickModel, Policy, Problem
from .simulate import (
    as_problems,
    check_playable,
    check_seed,
    checked_checkpoints,
    play_range,
    processors,
    spread,
)
from .source import source_digest

if TYPE_CHECKING:
    import pandas as pd


def spaced_checkpoints(horizon: int, number: int = 60, spacing: str = "log") -> tuple[int, ...]:
    """About `number` rounds from 1 (or horizon / number) to the horizon, evenly spaced.

    `spacing` is "log" or "linear". Raises ValueError if it is neither, or a number is not whole and positive.
    """
    check_whole("horizon", horizon)
    check_whole("number", number)
    if spacing == "log":
        rounds = np.geomspace(1, horizon, number)
    elif spacing == "linear":
        rounds = np.linspace(horizon / number, horizon, number)
    else:
        raise ValueError(f'spacing must be "log" or "linear"; got {spacing!r}')
    return tuple(sorted({int(rounded) for rounded in np.round(rounds)} - {0} | {int(horizon)}))


def check_whole(name: str, value: Any, least: int = 1) -> None:
    """Refuse what is not a whole number, or is too small or too large for compiled code."""
    if not isinstance(value, int | np.integer) or value < least:
        raise ValueError(f"{name} must be a whole number of at least {least}; got {value!r}")
    if value >= 2**63:
        raise ValueError(f"{name} must be below 2^63, because compiled code counts no further; got {value}")


def which_games(replications: int | range) -> range:
    """The numbers of the games; refuses what is neither a number of games nor a range of them."""
    if not isinstance(replications, range):
        check_whole("replications", replications)
        replications = range(replications)
    if not replications or min(replications[0], replications[-1]) < 0:
        raise ValueError(f"replications must be at least 1, or a range from 0 or more; got {replications!r}")
    return replications


@dataclass(frozen=True)
class Experiment:
    """The frozen specification of a simulation.

    Parameters
    ----------
    id : str
        For example "pbm:figure-1b"; also names the figure.
    model : ClickModel
    problems : Problem or sequence of Problem
        If there are several, one is drawn uniformly in each replication.
    policies : sequence of Policy
    horizon : int
        Number of rounds.
    replications : int
        Independent games of each policy.
    seed : int
        Non-negative; the same seed gives the same numbers.
    checkpoints : sequence of int, optional
        Rounds at which the regret is kept, the horizon last; by default 60, evenly spaced in
        log t.
    chunk : int
        Replications per stored file.

    Raises
    ------
    ValueError
        If the experiment cannot be run as specified, before the first draw.

    Examples
    --------
    >>> from clickbandits import PBM_TS, PBM_UCB, Experiment, pbm
    >>> problem = pbm.problem([0.6, 0.5, 0.2], [0.9, 0.3])
    >>> game = Experiment("shop", pbm.MODEL, problem, [PBM_UCB, PBM_TS], 1000, 20, seed=1)
    >>> len(game.checkpoints), game.checkpoints[-1]
    (49, 1000)
    """

    id: str
    model: ClickModel
    problems: tuple[Problem, ...]
    policies: tuple[Policy, ...]
    horizon: int
    replications: int
    seed: int
    checkpoints: tuple[int, ...] = ()
    chunk: int = 100

    def __post_init__(self) -> None:
        for name in ("horizon", "replications", "chunk"):
            check_whole(name, getattr(self, name))
        check_seed(self.seed)
        rounds = checked_checkpoints(
            self.checkpoints if np.size(self.checkpoints) else spaced_checkpoints(self.horizon)
        )
        if rounds[-1] != self.horizon:
            raise ValueError(f"the last checkpoint must be the horizon {self.horizon}; got {rounds[-1]}")
        checked.check_kind(self.model, ClickModel)
        if isinstance(self.policies, str | Policy) or not isinstance(self.policies, Iterable):
            raise ValueError(f"policies must be a sequence such as (PBM_UCB, PBM_TS); got {self.policies!r}")
        problems, policies = as_problems(self.problems), []
        for policy in self.policies:
            checked.check_parts(self.model, policy)
            policies.append(policy)
        names = [policy.id for policy in policies]
        if not names or len(set(names)) < len(names) or not all(isinstance(name, str) for name in names):
            raise ValueError(
                f"at least one policy is needed, and their ids must be distinct texts; got {names}"
            )
        for policy in policies:
            check_playable(self.model, problems, policy, int(self.horizon))
        problems = tuple(Problem(*self.model.problem(*each)) for each in problems)
        object.__setattr__(self, "problems", problems)
        object.__setattr__(self, "policies", tuple(policies))
        object.__setattr__(self, "checkpoints", tuple(rounds.tolist()))

    def __repr__(self) -> str:
        return (
            f"Experiment {self.id}: {self.replications:,} games of {self.horizon:,} rounds of "
            + ", ".join(policy.id for policy in self.policies)
        )

    def chunks(self) -> list[range]:
        """The ranges of replications that are stored together."""
        starts = range(0, self.replications, self.chunk)
        return [range(start, min(start + self.chunk, self.replications)) for start in starts]

    def key(self, policy: Policy) -> str:
        """A digest of everything that the numbers of one policy depend on."""
        start = getattr(policy.start, "func", policy.start)  # a factory's partial, or a function
        functions = [self.model.draw, self.model.reward, self.model.optimal_reward]
        functions += [start, policy.choose, policy.update]
        modules = {function.__module__ for function in functions} | {"clickbandits.simulate"}
        specification = {
            "model": self.model.id,
            "policy": policy.id,
            "start": policy.start,
            "problems": [[vector.tolist() for vector in problem] for problem in self.problems],
            "checkpoints": self.checkpoints,
            "seed": int(self.seed),
            "numpy": np.__version__.split(".")[:2],
        }
        if not checked.owned(self.model, policy):  # a policy of the library has its modules and its id
            specification["start"] = _described((self.model, policy._replace(from_counts=None)), modules)
            modules.add("clickbandits.checked")
        return source_digest(modules, json.dumps(specification, sort_keys=True, default=_plain))

    def record(self) -> dict:
        """The specification in plain words, for the record of a figure."""
        return {
            "experiment": self.id,
            "model": self.model.id,
            "problems": [[vector.tolist() for vector in problem] for problem in self.problems],
            "policies": [policy.id for policy in self.policies],
            "horizon": int(self.horizon),
            "replications": int(self.replications),
            "seed": int(self.seed),
        }


def _plain(setting: Any) -> Any:
    """A parameter of a policy, as JSON can write it: an array, or a function with its own."""
    if isinstance(setting, partial):
        return [setting.func, setting.args, setting.keywords]
    if isinstance(setting, np.ndarray | np.generic):
        return setting.tolist()
    if callable(setting):
        return f"{setting.__module__}.{setting.__qualname__}"
    raise TypeError(f"a parameter must be a number, text, an array or a function; got {setting!r}")


def _described(value: Any, modules: set[str], within: tuple = ()) -> Any:
    """Functions with their code, closures, default arguments and parameters, as JSON can write them.

    The modules of all functions are added to `modules`.
    """
    deeper = partial(_described, modules=modules, within=(*within, id(value)))
    if isinstance(value, partial):
        return ["partial", deeper(value.func), deeper(value.args), deeper(value.keywords)]
    if hasattr(value, "py_func"):
        return ["compiled", deeper(value.py_func), repr(sorted(value.targetoptions.items()))]
    if isinstance(value, FunctionType):
        modules.add(value.__module__)
        cells = [
            cell.cell_contents for cell in value.__closure__ or () if id(cell.cell_contents) not in within
        ]
        parts = value.__code__, value.__defaults__, value.__kwdefaults__, cells
        return [f"{value.__module__}.{value.__qualname__}", *map(deeper, parts)]
    if isinstance(value, CodeType):
        parts = value.co_names, value.co_varnames, value.co_freevars, value.co_consts
        return [value.co_code.hex(), *map(deeper, parts)]
    if isinstance(value, np.ndarray):
        return [str(value.dtype), value.shape, hashlib.sha256(value.tobytes()).hexdigest()]
    if isinstance(value, tuple | list | set | frozenset):
        return [
            type(value).__name__,
            *map(deeper, sorted(value, key=repr) if hasattr(value, "union") else value),
        ]
    if isinstance(value, dict):
        return [[deeper(each) for each in pair] for pair in value.items()]
    if isinstance(value, np.generic):
        return value.item()
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if hasattr(value, "__dict__") and not hasattr(value, "__name__"):  # an object that can be called
        modules.add(type(value).__module__)
        return [type(value).__qualname__, deeper(vars(value))]
    return f"{getattr(value, '__module__', '')}.{getattr(value, '__name__', repr(value))}"


@dataclass(frozen=True)
class Regret:
    """The regret of every policy of an experiment, in expected clicks.

    experiment : Experiment
    rounds : int64 array, shape (n_checkpoints,)
    values : by policy id, float64 arrays of shape (replications, n_checkpoints)
    """

    experiment: Experiment
    rounds: np.ndarray
    values: dict[str, np.ndarray]

    def __repr__(self) -> str:
        ends = (
            f"\n{policy}: {self.mean(policy)[-1]:.1f} ± {self.standard_error(policy)[-1]:.1f}"
            for policy in self.values
        )
        return f"Regret at the end, mean ± standard error; {self.experiment}" + "".join(ends)

    def mean(self, policy: str) -> np.ndarray:
        """Mean regret at the checkpoints."""
        return self.values[policy].mean(axis=0)

    def standard_error(self, policy: str) -> np.ndarray:
        """Standard error of the mean; NaN for a single replication."""
        values = self.values[policy]
        if len(values) < 2:
            return np.full(self.rounds.size, np.nan)
        return values.std(axis=0, ddof=1) / np.sqrt(len(values))

    def quantile(self, policy: str, level: float | Sequence[float]) -> np.ndarray:
        """Quantiles over the replications at the checkpoints."""
        return np.quantile(self.values[policy], level, axis=0)

    def frame(self) -> pd.DataFrame:
        """One row per policy and checkpoint: mean, standard error, deciles, median, quartiles."""
        import pandas as pd

        levels = [0.1, 0.25, 0.5, 0.75, 0.9]
        names = "first decile", "first quartile", "median", "third quartile", "last decile"
        parts = []
        for policy, values in self.values.items():
            columns = {
                "policy": policy,
                "round": self.rounds,
                "mean": self.mean(policy),
                "standard error": self.standard_error(policy),
                "replications": len(values),
            }
            quantiles = self.quantile(policy, levels)
            parts.append(pd.DataFrame(columns | dict(zip(names, quantiles, strict=True))))
        return pd.concat(parts, ignore_index=True)

    def final_frame(self) -> pd.DataFrame:
        """One row per policy and replication: the regret at the horizon."""
        import pandas as pd

        parts = [
            pd.DataFrame({"policy": policy, "replication": range(len(values)), "regret": values[:, -1]})
            for policy, values in self.values.items()
        ]
        return pd.concat(parts, ignore_index=True)


def play(
    model: ClickModel,
    problem: Problem | Sequence[Problem],
    policies: Policy | Sequence[Policy],
    horizon: int,
    replications: int = 100,
    seed: int = 0,
    executor: Executor | None = None,
) -> Regret:
    """Play some policies on a problem and return the regret of each; nothing is stored.

    Parameters
    ----------
    model : ClickModel
        How clicks arise: `pbm.MODEL`, `mnl.MODEL` or `rank1.MODEL`.
    problem : Problem or sequence of Problem
        If there are several, one is drawn uniformly in each replication.
    policies : Policy or sequence of Policy
        The policies that play, from this library or your own.
    horizon : int
        How many rounds a game has.
    replications : int
        How many independent games each policy plays. All policies meet the same problems.
    seed : int
        Non-negative; the same seed gives the same numbers.
    executor : concurrent.futures.Executor, optional
        The executor that runs the games, by default as many threads as there are processors.

    Returns
    -------
    Regret
        In expected clicks: `mean(policy)`, `standard_error(policy)`, `frame()`; draw it by
        `regret_curves(axes, regret)`.

    Raises
    ------
    ValueError
        If the game cannot be played as asked, before the first round.

    See Also
    --------
    clickbandits.experiments.run : The same, with finished parts stored on disk.

    Examples
    --------
    >>> from clickbandits import PBM_UCB, pbm, play
    >>> problem = pbm.problem([0.6, 0.5, 0.2], [0.9, 0.3])
    >>> regret = play(pbm.MODEL, problem, PBM_UCB, horizon=1000, replications=20, seed=1)
    >>> print(regret.mean("PBM-UCB")[-1].round(1))
    26.4
    """
    chosen: Any = (policies,) if isinstance(policies, Policy) else policies  # checked by Experiment
    game = Experiment("play", model, as_problems(problem), chosen, horizon, replications, seed)
    plays = [_games_of(game, policy, replications) for policy in game.policies]
    _check_executor(executor)
    values = {
        policy.id: spread(play_some, range(replications), executor)
        for policy, play_some in zip(game.policies, plays, strict=True)
    }
    return Regret(game, np.array(game.checkpoints), values)


def replicate(
    model: ClickModel,
    problem: Problem | Sequence[Problem],
    policy: Policy,
    checkpoints: ArrayLike,
    seed: int,
    replications: int | range,
    executor: Executor | None = None,
) -> np.ndarray:
    """Play independent games and return their pseudo-regret at the checkpoints.

    Parameters
    ----------
    model : ClickModel
        The model from which clicks are drawn.
    problem : Problem or sequence of Problem
        The problem; if there are several, one is drawn uniformly in each replication.
    policy : Policy
        The policy that plays.
    checkpoints : increasing integers
        The rounds after which the regret is recorded; the last one is the horizon.
    seed : int
        Non-negative.
    replications : int or range
        The number of replications, or which of them to play.
    executor : concurrent.futures.Executor, optional
        The executor that runs the games, by default as many threads as there are processors.

    Returns
    -------
    float64 array, shape (replications, n_checkpoints)
        In expected clicks; the same for every executor.

    Raises
    ------
    ValueError
        If an argument breaks a rule, before the first draw, or if a policy or click model of your own
        breaks one while it plays.

    Examples
    --------
    >>> from clickbandits import PBM_UCB, pbm, replicate
    >>> problem = pbm.problem([0.6, 0.5, 0.2], [0.9, 0.3])
    >>> regret = replicate(pbm.MODEL, problem, PBM_UCB, [100, 1000], seed=1, replications=20)
    >>> regret.mean(axis=0).round(1)
    array([ 8.1, 26.4])
    """
    which = which_games(replications)
    rounds = checked_checkpoints(checkpoints)
    problems, checkpoints = as_problems(problem), tuple(rounds.tolist())
    game = Experiment("replicate", model, problems, (policy,), int(rounds[-1]), len(which), seed, checkpoints)
    _check_executor(executor)
    return spread(_games_of(game, policy, len(which)), which, executor)


def _check_executor(executor: Any) -> None:
    if executor is not None and not hasattr(executor, "submit"):
        raise ValueError(f"executor must be one of concurrent.futures, or None for threads; got {executor!r}")


def _games_of(experiment: Experiment, policy: Policy, games: int) -> Callable[[range], np.ndarray]:
    """The function that plays some replications; a policy that is not the library's is checked first."""
    model, problems = experiment.model, experiment.problems
    rounds, plays = np.array(experiment.checkpoints, dtype=np.int64), play_range
    if not checked.owned(model, policy):
        checked.check_first(model, problems, policy, rounds, games)
        plays = checked.play_range
    return partial(plays, model, problems, policy, rounds, experiment.seed)


def run(experiment: Experiment, executor: Executor | None = None) -> Regret:
    """Play the games that are missing from the store, and return the regret of every policy.

    `executor` is anything with the interface of `concurrent.futures.Executor`, by default as many
    threads as there are processors. A process pool and Dask's `client.get_executor()` give the same
    bytes. The store is the folder `.cache`, or the one that the variable CLICKBANDITS_CACHE names.

    Examples
    --------
    >>> from clickbandits import PBM_UCB, Experiment, pbm, run
    >>> problem = pbm.problem([0.6, 0.5, 0.2], [0.9, 0.3])
    >>> game = Experiment("shop", pbm.MODEL, problem, [PBM_UCB], 1000, 20, seed=1)
    >>> print(run(game).mean("PBM-UCB")[-1].round(1))
    26.4
    """
    _check_executor(executor)
    if not isinstance(experiment, Experiment):
        raise ValueError(f"an Experiment is needed; got {experiment!r}. `play` plays without one")
    if executor is None:
        with ThreadPoolExecutor(processors()) as threads:
            return run(experiment, threads)
    rounds, chunks = np.array(experiment.checkpoints, dtype=np.int64), experiment.chunks()
    parts: dict[tuple, np.ndarray] = {}
    missing: dict[tuple, tuple[Path, str, range, Callable[[range], np.ndarray]]] = {}
    for policy in experiment.policies:
        key, absent = experiment.key(policy), {}
        for which in chunks:
            path = store.folder() / key[:32] / f"{which.start:07d}-{which.stop:07d}.npz"
            stored = store.load(path, key, which, rounds.size)
            if stored is None:
                absent[policy.id, which.start] = path, key, which
            else:
                parts[policy.id, which.start] = stored
        if absent:
            play_some = _games_of(experiment, policy, sum(len(which) for _, _, which in absent.values()))
            missing |= {place: (*chunk, play_some) for place, chunk in absent.items()}
    futures = {}
    try:
        for place in _from_somewhere(list(missing)):
            futures[executor.submit(_load_or_play, *missing[place], rounds.size)] = place
        finished = as_completed(futures)
        for future in tqdm(finished, experiment.id, len(futures), unit="chunk", disable=None):
            place = futures[future]
            path, key, which, _ = missing[place]
            parts[place] = future.result()
            if not path.exists():
                store.save(path, key, which, parts[place])
    except BaseException:
        for future in futures:
            future.cancel()
        raise
    values = {
        policy.id: np.concatenate([parts[policy.id, which.start] for which in chunks])
        for policy in experiment.policies
    }
    return Regret(experiment, rounds, values)


def _from_somewhere(places: list) -> list:
    """The chunks in a circle that each process enters at another place, so that processes share the work."""
    first = os.getpid() % len(places) if places else 0
    return places[first:] + places[:first]


def _load_or_play(
    path: Path, key: str, which: range, play_some: Callable[[range], np.ndarray], n_checkpoints: int
) -> np.ndarray:
    """Play one chunk, or read it if another process has stored it in the meantime."""
    stored = store.load(path, key, which, n_checkpoints)
    return play_some(which) if stored is None else stored
