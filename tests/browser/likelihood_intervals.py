"""Intervals of maximum likelihood, as the explorer of logs shows them.

The interval of an estimate between 0 and 1 uses the standard error from the observed information and
is normal on the scale of log(p / (1 - p)). At 0 and 1 no normal approximation exists. The interval
then consists of the values for which the log-likelihood, with the other vector fixed at its estimate,
is less than log 40 below its maximum. For an item without clicks, the end of the interval gives no
click at all a probability of 0.025.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq
from scipy.special import expit, logit, xlog1py, xlogy

NORMAL = 1.959963984540054
"""The 0.975 quantile of the normal distribution."""

DROP = float(np.log(40))


class Intervals(NamedTuple):
    """Estimates with 95 % intervals.

    value, low, high : float64 arrays
    """

    value: np.ndarray
    low: np.ndarray
    high: np.ndarray


def intervals(fitted, errors, clicks, plays) -> tuple[Intervals, Intervals]:
    """Intervals for attraction and examination.

    Parameters
    ----------
    fitted : Fit, identified
    errors : pair of arrays, from `standard_errors`
    clicks, plays : arrays, shape (n_items, n_positions), the data of the fit
    """
    unit, no_unit = fitted.examination == 1, np.zeros(clicks.shape[0], dtype=bool)
    return (
        _vector(fitted.attraction, errors[0], clicks, plays, fitted.examination, no_unit),
        _vector(fitted.examination, errors[1], clicks.T, plays.T, fitted.attraction, unit),
    )


def _vector(values, errors, clicks, plays, other, unit) -> Intervals:
    ends = []
    for place, (value, error) in enumerate(zip(values, errors, strict=True)):
        if unit[place]:
            ends.append((1.0, 1.0))
        elif 0 < value < 1 and np.isfinite(error):
            spread = NORMAL * error / (value * (1 - value))
            ends.append(tuple(expit(logit(value) + np.array([-spread, spread]))))
        elif value in (0, 1):
            ends.append(_at_border(value, clicks[place], plays[place], other))
        else:
            ends.append((0.0, 1.0))
    low, high = np.array(ends).T
    return Intervals(values, low, high)


def _at_border(value, clicks, plays, other):
    """The interval that begins at 0 or ends at 1, given the other vector."""
    missed = plays - clicks

    def level(p):
        return float((xlogy(clicks, p * other) + xlog1py(missed, -p * other)).sum())

    most, far = level(value), (1e-12 if value else 1 - 1e-12)
    if most - level(far) <= DROP:
        return 0.0, 1.0
    end = brentq(lambda p: most - level(p) - DROP, value, far)
    return (end, 1.0) if value else (0.0, end)
