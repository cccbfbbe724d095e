r"""The expectation-maximisation algorithm for both vectors, which the papers use.

A display without a click hides whether the position was examined and whether the item is attractive.
Started inside the cube, the algorithm converges to the global maximum. A value of 0 or 1 stays as it is
forever, so a start on a face of the cube can end below it.
"""

from __future__ import annotations

import numpy as np

LARGEST_START = 0.95
"""The largest value from which a fit starts, because near 1 the steps of EM are small."""


def start(clicks, plays):
    """Multiples of the click rates of items and positions, drawn a little towards one half.

    Both vectors have the same largest entry, inside the cube, and about as many clicks are expected
    as were seen.
    """
    theta = (clicks.sum(axis=1) + 0.5) / (plays.sum(axis=1) + 1)
    kappa = (clicks.sum(axis=0) + 0.5) / (plays.sum(axis=0) + 1)
    overall = (clicks.sum() + 0.5) / (plays.sum() + 1)
    largest = min(LARGEST_START, float(np.sqrt(theta.max() * kappa.max() / overall)))
    return theta * largest / theta.max(), kappa * largest / kappa.max()


def em_step(theta, kappa, clicks, plays):
    r"""One step of expectation-maximisation.

    A display without a click hides whether the position was examined and the item attractive; it
    counts for each with its probability given no click, :math:`κ (1 - θ) / (1 - κ θ)` and
    :math:`θ (1 - κ) / (1 - κ θ)`. The new vectors are shares of all displays. Without displays, an item or
    a position keeps its value.
    """
    return _em_step(theta, kappa, 1 - theta, 1 - kappa, clicks, plays)[:2]


def _em_step(theta, kappa, theta_rest, kappa_rest, clicks, plays):
    """One step of the two vectors and of their complements to 1.

    A value that rounds to 1 could never leave 1 again, so the complements are separate vectors.
    """
    missed = plays - clicks
    silence = theta_rest[:, None] + theta[:, None] * kappa_rest
    rest = np.divide(missed, silence, where=missed > 0, out=np.zeros_like(silence))
    items, positions = plays.sum(axis=1), plays.sum(axis=0)
    return (
        _share((clicks + rest * theta[:, None] * kappa_rest).sum(axis=1), items, theta),
        _share((clicks + rest * kappa * theta_rest[:, None]).sum(axis=0), positions, kappa),
        _share(theta_rest * rest.sum(axis=1), items, theta_rest),
        _share(kappa_rest * rest.sum(axis=0), positions, kappa_rest),
    )


def _share(part, displays, before):
    """The share of the displays; without displays the value from before."""
    return np.divide(part, displays, where=displays > 0, out=np.array(before, dtype=np.float64))


def climb(clicks, plays, start, limit, certified):
    """Steps until `certified` accepts the vectors.

    Returns the logarithms of both vectors, the log-likelihoods and the rule that stopped.
    """
    missed = plays - clicks
    state = (*start, 1 - start[0], 1 - start[1])
    history, check = [_value(state, clicks, missed)], 1
    for step in range(1, limit + 1):
        before = state
        state = _em_step(*state, clicks, plays)
        history.append(_value(state, clicks, missed))
        still = all((new == old).all() for new, old in zip(state, before, strict=True))
        if still or step >= check:
            logs = _logs(state)
            if still or certified(*logs):
                return *logs, np.array(history), "no step" if still else "certificate"
            check = step + max(1, step // 10)
    return *_logs(state), np.array(history), "max_iterations"


def _logs(state):
    """The logarithms of both vectors, precise even if a value is nearly 1."""
    return [
        np.where(value > 0.5, np.log1p(-np.minimum(rest, 0.5)), np.log(value))
        for value, rest in zip(state[:2], state[2:], strict=True)
    ]


def _value(state, clicks, missed) -> float:
    """The log-likelihood, precise even if a probability is nearly 1."""
    theta, kappa, theta_rest, kappa_rest = state
    silence = theta_rest[:, None] + theta[:, None] * kappa_rest
    with np.errstate(divide="ignore"):
        seen = np.log(theta[:, None] * kappa, where=clicks > 0, out=np.zeros_like(silence))
        unseen = np.log(silence, where=missed > 0, out=np.zeros_like(silence))
    return float((clicks * seen + missed * unseen).sum())
