"""A policy that takes a wrong examination vector for the true one."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from .core import Policy, vectors


def misinformed(policy: Policy, examination: ArrayLike, how: str) -> Policy:
    """The policy, started with an examination vector other than that of the problem.

    Parameters
    ----------
    policy : Policy
        One that knows the examination.
    examination : array_like, shape (n_positions,)
        The examination that the policy takes for the truth, in (0, 1].
    how : str
        The error in it, for the policy's id, as in "PBM-UCB(told flat)".

    Raises
    ------
    ValueError
        If the policy takes no examination vector, or if a value is out of its range. A game raises it
        if the vector does not have one value per position.

    Examples
    --------
    >>> from clickbandits import PBM_UCB
    >>> from clickbandits.misinformed import misinformed
    >>> misinformed(PBM_UCB, [0.6, 0.6], "told flat")
    <Policy PBM-UCB(told flat)>
    """
    if not isinstance(policy, Policy):
        raise ValueError(f"a Policy is needed, such as clickbandits.PBM_UCB; got {policy!r}")
    if not policy.knows_examination:
        raise ValueError(f"only a policy that knows the examination can be misled; got {policy.id}")
    vector = tuple(vectors([1.0], examination, "[0, 1]", "(0, 1]").examination.tolist())
    start = partial(_start, honest=policy.start, wrong=vector)
    return policy._replace(id=f"{policy.id}({how})", start=start)


def _start(n_items, n_positions, examination, horizon, rng, *, honest, wrong):
    if len(wrong) != n_positions:
        raise ValueError(
            f"the vector that a policy is told must have one value per position, here {n_positions}; "
            f"got {list(wrong)}"
        )
    return honest(n_items, n_positions, np.array(wrong), horizon, rng)
