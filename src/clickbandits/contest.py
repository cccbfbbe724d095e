"""Some policies on one problem, in one call: nothing is stored, everything is drawn anew."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor

import numpy as np

from .core import ClickModel, Policy, Problem
from .experiments import Experiment, Regret
from .simulate import as_problems, replicate


def play(
    model: ClickModel,
    problem: Problem | Sequence[Problem],
    policies: Policy | Sequence[Policy],
    horizon: int,
    replications: int = 100,
    seed: int = 0,
    executor: Executor | None = None,
) -> Regret:
    """Play some policies on a problem and return the regret of each.

    Parameters
    ----------
    model : ClickModel
        How clicks arise: `pbm.MODEL`, `mnl.MODEL` or `rank1.MODEL`.
    problem : Problem or sequence of Problem
        Of several, one is drawn uniformly in each replication.
    policies : Policy or sequence of Policy
        Who plays: of this library, or your own.
    horizon : int
        How many rounds a game has.
    replications : int
        How many independent games each policy plays. All policies meet the same problems.
    seed : int
        Non-negative; the same seed gives the same numbers.
    executor : concurrent.futures.Executor, optional
        Who computes; by default as many threads as there are processors.

    Returns
    -------
    Regret
        In expected clicks: `mean(policy)`, `standard_error(policy)`, `frame()`; draw it by
        `regret_curves(axes, regret)`.

    Raises
    ------
    ValueError
        Where the game cannot be played as asked, before the first round.

    See Also
    --------
    clickbandits.experiments.run : The same, with finished parts stored on disk.

    Examples
    --------
    >>> from clickbandits import PBM_UCB, pbm, play
    >>> problem = pbm.problem([0.6, 0.5, 0.2], [0.9, 0.3])
    >>> regret = play(pbm.MODEL, problem, PBM_UCB, horizon=1000, replications=20, seed=1)
    >>> print(regret.mean("PBM-UCB")[-1].round(1))
    25.7
    """
    policies = (policies,) if isinstance(policies, Policy) else tuple(policies)
    game = Experiment("play", model, as_problems(problem), policies, horizon, replications, seed)
    values = {
        policy.id: replicate(
            game.model, game.problems, policy, game.checkpoints, seed, replications, executor
        )
        for policy in game.policies
    }
    return Regret(game, np.array(game.checkpoints), values)
