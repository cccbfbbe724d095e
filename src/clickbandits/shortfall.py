"""The rule by which a fit has converged: its shortfall is at most a tolerance, in nats.

The shortfall of a fit is an upper bound on the distance of its objective from the best value, which a
certificate computes, and not the size of the last step. Above 10^9 clicks the tolerance is one per 10^9
clicks, because doubles near 1 are too coarse. With F displays without a click among N, the nearest double
costs up to about 10^-32 N² / F nats.
"""

from __future__ import annotations

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
