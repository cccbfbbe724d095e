"""The rule by which a fit has converged: its shortfall is at most a tolerance, in nats.

The shortfall of a fit is an upper bound on the distance of its objective from the best value, which a
certificate computes, and not the size of the last step. Above 10^9 clicks the tolerance is one per 10^9
clicks, because doubles near 1 are too coarse. With F displays without a click among N, the nearest double
costs up to about 10^-32 N² / F nats.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

LARGE = 1e9
"""The number of clicks from which the tolerance is relative."""


def allowed(tolerance: float, clicks: float) -> float:
    """The largest shortfall, in nats, with which a fit to so many clicks has converged.

    Examples
    --------
    >>> allowed(1e-10, 500), allowed(1e-10, 3e9)
    (1e-10, 3e-10)
    """
    return tolerance * max(1.0, clicks / LARGE)


def settings(tolerance: Any, limit: Any, name: str = "limit") -> tuple[float, int]:
    """The tolerance and the most steps of a fit, for compiled code.

    Raises ValueError unless they are a number and a whole number, both of at least 0.
    """
    if not isinstance(tolerance, int | float | np.floating | np.integer) or not tolerance >= 0:
        raise ValueError(f"tolerance must be a number of at least 0, in nats; got {tolerance!r}")
    if not isinstance(limit, int | np.integer) or limit < 0:
        raise ValueError(f"{name} must be a whole number of at least 0; got {limit!r}")
    return float(min(tolerance, sys.float_info.max)), int(min(limit, 2**62))
