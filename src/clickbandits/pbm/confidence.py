r"""Two upper confidence bounds for an item's attraction (Lagrée et al. 2016, Section 4).

PBM-UCB's comes from Hoeffding's inequality for the pooled estimator S / Ñ, where Ñ sums the
examination probabilities of the plays. Equation (7)'s comes from a divergence that keeps the
positions apart,

.. math:: \Phi(q) = \sum_l N_l \, d(S_l / N_l, \kappa_l q),

and is the largest q right of Φ's minimiser with Φ(q) at most δ. Counts are those of one item:
`(clicks, plays)`, each of shape (n_positions,).
"""

from __future__ import annotations

import math

from ..bernoulli import kl_kernel


def ucb_index(clicks, plays, examination, delta) -> float:
    """PBM-UCB's bound, S / Ñ + sqrt(N δ / 2) / Ñ; raises ValueError for an item never played."""
    views = sum(n * scale for n, scale in zip(plays, examination, strict=True))
    if not views > 0:
        raise ValueError(f"an index needs a play; got plays {tuple(plays)}")
    return float(sum(clicks) / views) + math.sqrt(sum(plays) * delta / 2) / float(views)


def ucb_misses(clicks, plays, views, attraction, delta) -> bool:
    """Whether PBM-UCB's bound is at most the attraction, decided without a square root.

    With `Fraction` arguments the decision is exact: Ñ θ - S >= 0 and 2 (Ñ θ - S)² >= N δ.
    """
    shortfall = views * attraction - clicks
    return shortfall >= 0 and 2 * shortfall * shortfall >= plays * delta


def divergence(q, clicks, plays, examination) -> float:
    """Φ(q) of equation (7), for q in [0, 1]; positions without plays drop out."""
    return sum(
        n * kl_kernel(s / n, float(scale * q))
        for s, n, scale in zip(clicks, plays, examination, strict=True)
        if n
    )


def divergence_slope(q, clicks, plays, examination):
    """Φ'(q) for q in (0, 1): exact for `Fraction` arguments; Φ' increases, since Φ is convex."""
    return sum(
        scale * (n - s) / (1 - scale * q) - s / q
        for s, n, scale in zip(clicks, plays, examination, strict=True)
        if n
    )


def minimiser(clicks, plays, examination) -> float:
    """Where Φ is least on [0, 1]: the maximum-likelihood estimate, cut at 1."""
    if not sum(clicks):
        return 0.0
    counts = [
        (s, n, float(scale)) for s, n, scale in zip(clicks, plays, examination, strict=True) if n
    ]
    # q (1 - κ q) > 0 wherever q < 1 <= 1 / κ; at q = 1 a play without a click at κ = 1 forbids it
    last = math.nextafter(1.0, 0.0)
    if divergence_slope(last, *zip(*counts, strict=True)) <= 0:
        return 1.0
    return _root(lambda q: divergence_slope(q, *zip(*counts, strict=True)), 0.0, last)


def kl_index(clicks, plays, examination, delta) -> float:
    """The bound of equation (7).

    Where no q satisfies the constraint, the set in (7) is empty; the convention here is to return
    its left end, the minimiser. An item never played has the bound 1.
    """
    left = minimiser(clicks, plays, examination)
    if divergence(left, clicks, plays, examination) > delta:
        return left
    if divergence(1.0, clicks, plays, examination) <= delta:
        return 1.0
    return _root(lambda q: divergence(q, clicks, plays, examination) - delta, left, 1.0)


def kl_misses(clicks, plays, examination, attraction, delta) -> bool:
    """Whether the bound of (7) is below an attraction inside (0, 1), without solving for it.

    By convexity that is so where the attraction lies right of the minimiser and Φ exceeds δ.
    An empty set counts as missed only there, as with the convention of `kl_index`.
    """
    return (
        divergence_slope(attraction, clicks, plays, examination) > 0
        and divergence(attraction, clicks, plays, examination) > delta
    )


def worth_exploring(level, clicks, plays, examination, delta) -> bool:
    """Whether the bound of (7) reaches a level in (0, 1): PBM-PIE's membership in B(t).

    Left of the minimiser the answer is yes whatever Φ is there.
    """
    return not kl_misses(clicks, plays, examination, level, delta)


def ucb_guarantee(t, delta) -> float:
    """Proposition 8: e δ log(t) exp(-δ), for δ >= 1 and t >= 2."""
    return math.e * delta * math.log(t) * math.exp(-delta)


def kl_guarantee(t, delta, n_positions) -> float:
    """Proposition 10: e^(L+1) (⌈δ log t⌉ δ / L)^L exp(-δ), for δ >= L + 1."""
    slices = math.ceil(delta * math.log(t))
    return math.exp(n_positions + 1 - delta) * (slices * delta / n_positions) ** n_positions


def _root(increasing, low, high) -> float:
    """The sign change of an increasing function between two bounds, to the last bit."""
    while True:
        middle = 0.5 * (low + high)
        if middle in (low, high):
            return low
        low, high = (middle, high) if increasing(middle) <= 0 else (low, middle)
