"""A learner that stops as soon as a bound for fixed lists fails, and the exact probability of this."""

import math
from fractions import Fraction
from itertools import accumulate

import numpy as np
from scipy.signal import lfilter

from clickbandits.mnl.concentration import printed_radius, upper_radius


def short_of_the_mean(n: int, confidence: float) -> float:
    """P(i − S_i ≥ √(4i log C) for some i ≤ n) if all p_i are 1/2, so V_i = 2i.

    A rule that sets p = 1 from the first such i on turns it into a failure at n. A sum of n or more
    can no longer be too small and is left out.
    """
    inside, chance = np.zeros(n), 0.0
    inside[0] = 1
    for i in range(1, n + 1):
        inside = lfilter([0.5], [1, -0.5], inside)
        lost = max(0, math.floor(i - math.sqrt(4 * i * math.log(confidence))) + 1)
        chance += inside[:lost].sum()
        inside[:lost] = 0
    return float(chance)


def above_the_mean(n: int, confidence: float) -> float:
    """P(S_i − i ≥ √(4i log C) + log C/log 2 for some i ≤ n) if all p_i are 1/2."""
    ends = [math.ceil(i + upper_radius(2.0 * i, confidence)) for i in range(1, n + 1)]
    inside = np.zeros(max(ends))
    inside[0] = 1
    for end in ends:
        inside = lfilter([0.5], [1, -0.5], inside)
        inside[end:] = 0
    return 1 - float(inside.sum())


def exact_crossing_probability(n: int, confidence: float, wider: float = 1.0) -> Fraction:
    """A lower bound on the last value of `crossing_probability`, exactly, by counting paths.

    `wider` multiplies the variance.

    With p = 1/2 a path to the sum s after i steps has weight 2^{−(i+s)}, so a step of the
    dynamic program is a cumulative sum of integers. The boundary is rounded outwards by 10⁻⁹,
    far more than its error, so every path that is counted as crossing does cross.
    """
    paths, lowest = [1], 0
    radii = printed_radius(2.0 * wider * np.arange(1, n + 1), confidence) + 1e-9
    for i, radius in enumerate(radii, start=1):
        highest = math.floor(i + radius)
        paths += [0] * (highest - lowest + 1 - len(paths))
        first = max(0, math.ceil(i - radius))
        paths = list(accumulate(paths))[first - lowest :]
        lowest = first
    weights = range(len(paths) - 1, -1, -1)
    scaled = sum(count << shift for count, shift in zip(paths, weights, strict=True))
    return 1 - Fraction(scaled, 1 << (n + lowest + len(paths) - 1))
