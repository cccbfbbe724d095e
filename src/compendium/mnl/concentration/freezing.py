"""A learner that stops as soon as a bound for fixed lists fails, and its exact chance of that."""

import math

import numpy as np
from scipy.signal import lfilter


def short_of_the_mean(n: int, confidence: float) -> float:
    """P(i − S_i ≥ √(4i log C) for some i ≤ n) where all p_i are 1/2, so that V_i = 2i.

    Who sets p = 1 from the first such i on turns it into a failure at n. A sum of n or more falls
    short no more and is left out.
    """
    inside, found = np.zeros(n), 0.0
    inside[0] = 1
    for i in range(1, n + 1):
        inside = lfilter([0.5], [1, -0.5], inside)
        lost = max(0, math.floor(i - math.sqrt(4 * i * math.log(confidence))) + 1)
        found += inside[:lost].sum()
        inside[:lost] = 0
    return float(found)
