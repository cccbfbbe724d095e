"""A policy that takes a wrong examination vector for the true one."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from .core import Policy


def misinformed(policy: Policy, examination: ArrayLike, how: str) -> Policy:
    """The policy, started with an examination vector other than that of the problem.

    Parameters
    ----------
    policy : Policy
        One that knows the examination.
    examination : array_like, shape (n_positions,)
        The examination that the policy takes for the truth.
    how : str
        The error in it, for the policy's id, as in "PBM-UCB(told flat)".

    Raises
    ------
    ValueError
        If the policy takes no examination vector.
    """
    if not policy.knows_examination:
        raise ValueError(f"only a policy that knows the examination can be misled; got {policy.id}")
    vector = tuple(map(float, np.asarray(examination, dtype=np.float64)))
    start = partial(_start, honest=policy.start, wrong=vector)
    return policy._replace(id=f"{policy.id}({how})", start=start)


def _start(n_items, n_positions, examination, horizon, rng, *, honest, wrong):
    return honest(n_items, n_positions, np.array(wrong), horizon, rng)
