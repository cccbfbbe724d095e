r"""The expectation-maximisation algorithm for both vectors, which the papers use.

A display without a click hides whether the position was examined and whether the item is attractive.
Started inside the cube, the algorithm converges to the global maximum. A value of 0 or 1 stays as it is
forever, so a start on a face of the cube can end below it.
"""

from __future__ import annotations

import numpy as np

from .certificate import largest_shortfall


def em_step(theta, kappa, clicks, plays):
    r"""One step of expectation-maximisation.

    A display without a click hides whether the position was examined and the item attractive; it
    counts for each with its probability given no click, :math:`κ (1 - θ) / (1 - κ θ)` and
    :math:`θ (1 - κ) / (1 - κ θ)`. The new vectors are shares of all displays.
    """
    return _em_step(theta, kappa, 1 - theta, 1 - kappa, clicks, plays)[:2]


def _em_step(theta, kappa, theta_rest, kappa_rest, clicks, plays):
    """One step of the two vectors and of their complements to 1.

    A value that rounds to 1 could never leave 1 again, so the complements are separate vectors.
    """
    missed = plays - clicks
    silence = theta_rest[:, None] + theta[:, None] * kappa_rest
    rest = np.divide(missed, silence, where=missed > 0, out=np.zeros_like(silence))
    displays = plays.sum(axis=1), plays.sum(axis=0)
    return (
        (clicks + rest * theta[:, None] * kappa_rest).sum(axis=1) / displays[0],
        (clicks + rest * kappa * theta_rest[:, None]).sum(axis=0) / displays[1],
        theta_rest * rest.sum(axis=1) / displays[0],
        kappa_rest * rest.sum(axis=0) / displays[1],
    )


def climb(clicks, plays, start, limit, tolerance):
    """Steps until a certificate is small; returns the vectors, the log-likelihoods and the stopping rule."""
    missed = plays - clicks
    state = (*start, 1 - start[0], 1 - start[1])
    history, check = [_value(state, clicks, missed)], 1
    for step in range(1, limit + 1):
        before = state
        state = _em_step(*state, clicks, plays)
        history.append(_value(state, clicks, missed))
        still = all((new == old).all() for new, old in zip(state, before, strict=True))
        if still or step >= check:
            if still or largest_shortfall(*state[:2], clicks, plays) <= tolerance:
                return *state[:2], np.array(history), "no step" if still else "certificate"
            check = step + max(1, step // 10)
    return *state[:2], np.array(history), "max_iterations"


def _value(state, clicks, missed) -> float:
    """The log-likelihood, precise even if a probability is nearly 1."""
    theta, kappa, theta_rest, kappa_rest = state
    silence = theta_rest[:, None] + theta[:, None] * kappa_rest
    with np.errstate(divide="ignore"):
        seen = np.log(theta[:, None] * kappa, where=clicks > 0, out=np.zeros_like(silence))
        unseen = np.log(silence, where=missed > 0, out=np.zeros_like(silence))
    return float((clicks * seen + missed * unseen).sum())
