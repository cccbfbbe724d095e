"""The geometric distribution on 0, 1, 2, …: cumulants, central moments, their bounds, and tails of sums.

A geometric variable with parameter p has P(Y = y) = p (1 − p)^y and mean μ = (1 − p)/p. Its
cumulants and central moments are polynomials in μ with non-negative integer coefficients:

    κ_{n+1} = μ(1 + μ) κ_n'(μ),    μ_{n+1} = μ(1 + μ) (μ_n'(μ) + n μ_{n−1}),

because the geometric distributions are an exponential family whose variance is μ(1 + μ). They are
therefore exact for a `Fraction` (or an integer) p, and correctly rounded for a float. Only
`sub_gamma_scale`, which involves a logarithm, always returns a float.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from numbers import Rational
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betainc, betaincc

Number = Fraction | float
"""A parameter or a value: exact for a fraction (or an integer), rounded for a float."""


MOST_ORDERS, MOST_TERMS = 1000, 10_000
"""The highest order, and the most terms of an exact sum; far beyond them a call would not end."""


def _order(n: int, lowest: int) -> int:
    if not isinstance(n, int | np.integer) or not lowest <= n <= MOST_ORDERS:
        raise ValueError(f"the order must be a whole number from {lowest} to {MOST_ORDERS:,}; got {n!r}")
    return int(n)


def _terms(number: int, what: str) -> int:
    if number > MOST_TERMS:
        raise ValueError(f"{what} must be at most {MOST_TERMS:,}, the terms of an exact sum; got {number}")
    return number


def _probability(p: Number) -> Fraction:
    """The parameter p in (0, 1] as a fraction; every float is one."""
    if not 0 < p <= 1:  # false for NaN, too
        raise ValueError(f"p must lie in (0, 1]; got {p}")
    return Fraction(p) if isinstance(p, Rational) else Fraction(float(p))


def _like(value: Fraction, p: Number) -> Number:
    """The value as a fraction if p is rational, otherwise as the nearest float (infinite on overflow)."""
    if isinstance(p, Rational):
        return value
    try:
        return float(value)
    except OverflowError:
        return math.inf


def _differentiate(polynomial: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(i * c for i, c in enumerate(polynomial))[1:]


def _times_variance(polynomial: tuple[int, ...]) -> tuple[int, ...]:
    """The polynomial times μ(1 + μ)."""
    pairs = zip((0, *polynomial), (*polynomial, 0), strict=True)
    return (0, *(a + b for a, b in pairs))


@cache
def cumulant_coefficients(n: int) -> tuple[int, ...]:
    """Coefficients of the n-th cumulant in the mean μ, the constant first; n ≥ 1."""
    coefficients = (0, 1)
    for _ in range(_order(n, 1) - 1):
        coefficients = _times_variance(_differentiate(coefficients))
    return coefficients


@cache
def central_moment_coefficients(n: int) -> tuple[int, ...]:
    """Coefficients of the n-th central moment in the mean μ, the constant first; n ≥ 0."""
    before: tuple[int, ...] = ()
    moment: tuple[int, ...] = (1,)
    for order in range(_order(n, 0)):
        both = zip(_differentiate(moment), (order * c for c in before), strict=True)
        before, moment = moment, _times_variance(tuple(a + b for a, b in both))
    return moment if any(moment) else (0,)


@cache
def derangements(n: int) -> int:
    """The number !n of permutations of n objects that leave none of them in its place; n ≥ 0."""
    before, number = 0, 1
    for order in range(_order(n, 0)):
        before, number = number, order * (number + before)
    return number


def _at(coefficients: tuple[int, ...], p: Number) -> Number:
    """The polynomial at μ = (1 − p)/p, summed exactly over one common denominator."""
    mean = 1 / _probability(p) - 1
    total, power = 0, 1
    for coefficient in reversed(coefficients):
        total = total * mean.numerator + coefficient * power
        power *= mean.denominator
    return _like(Fraction(total * mean.denominator, power), p)


def cumulant(n: int, p: Number) -> Number:
    """The n-th cumulant κ_n of the geometric distribution, n ≥ 1.

    Parameters, return value and errors are those of `central_moment`. Grant and Leslie (2023), Lemma 13.
    """
    return _at(cumulant_coefficients(n), p)


def cumulant_bound(n: int, p: Number) -> Number:
    """The bound (n − 1)! σ² (μ + ½)^{n−2} on the n-th cumulant, n ≥ 2, with the variance σ².

    It is exact for n = 2 and 3. Parameters, return value and errors are those of `central_moment`.
    """
    mean = 1 / _probability(p) - 1
    variance, scale = mean * (1 + mean), mean + Fraction(1, 2)
    return _like(math.factorial(_order(n, 2) - 1) * variance * scale ** (n - 2), p)


def sub_gamma_scale(p: Number) -> float:
    """The least c such that the geometric distribution is sub-gamma above its mean, with its own variance.

    That is, log E exp(t(Y − μ)) ≤ σ² t² / (2(1 − ct)) holds for 0 ≤ t < 1/c if and only if c is at
    least the larger of 1/log(1 + 1/μ) and (1 + 2μ)/3. The scale increases with the mean μ, from 1/3 as
    p tends to 1, and is 1/log 2 for p = 1/2.

    Parameters
    ----------
    p : Fraction, int or float
        The parameter, in (0, 1).

    Returns
    -------
    float
        Infinite if it is too large for a float.

    Raises
    ------
    ValueError
        If p is outside (0, 1).

    Examples
    --------
    >>> round(sub_gamma_scale(0.5), 4)
    1.4427
    """
    if _probability(p) == 1:
        raise ValueError("p must be below 1; with p = 1 the variable is 0")
    value = float(p)  # a fraction may round to 0 or to 1
    if value == 0:
        return math.inf
    return max(-1 / math.log1p(-value) if value < 1 else 0.0, (2 / value - 1) / 3)


def central_moment(n: int, p: Number) -> Number:
    """The n-th central moment E(Y − μ)^n of the geometric distribution.

    Parameters
    ----------
    n : int
        The order, at least 0.
    p : Fraction, int or float
        The parameter, in (0, 1].

    Returns
    -------
    Fraction or float
        Exact for a Fraction or an int, correctly rounded for a float.

    Raises
    ------
    ValueError
        If n or p is out of its range.

    Notes
    -----
    Grant and Leslie (2023), (25).
    """
    return _at(central_moment_coefficients(n), p)


def central_moment_bound(n: int, p: Number) -> Number:
    """The bound !n (1 − p)/p^n on the n-th central moment, n ≥ 1.

    Parameters, return value and errors are those of `central_moment`. Grant and Leslie (2023), Lemma 12.
    """
    exact = _probability(p)
    return _like(derangements(_order(n, 1)) * (1 - exact) / exact**n, p)


def absolute_central_moment(n: int, p: Number) -> Number:
    """The n-th absolute central moment E|Y − μ|^n of the geometric distribution, n ≥ 0.

    For odd n it is the central moment plus twice the sum over values below the mean, about 1/p terms.
    Parameters, return value and errors are those of `central_moment`.
    """
    exact = _probability(p)
    value = Fraction(central_moment(n, exact))
    if n % 2:
        mean = 1 / exact - 1
        terms = _terms(math.ceil(mean), "for an odd order, the mean")
        below = sum((mean - y) ** n * (1 - exact) ** y for y in range(terms))
        value += 2 * exact * below
    return _like(value, p)


def upper_tail(n: Any, p: Number, s: Any) -> Any:
    """P(Y_1 + … + Y_n ≥ s) for n independent geometric variables: a negative binomial tail.

    Parameters
    ----------
    n, s : int, or arrays of int if p is a float
        The number of variables (at least 1) and the threshold.
    p : Fraction, int or float
        The common parameter, in (0, 1].

    Returns
    -------
    Fraction, or float64 with the shape to which `n` and `s` broadcast
        Exact for a Fraction or an int p; computed by the incomplete beta function for a float.

    Raises
    ------
    ValueError
        If p is outside (0, 1] or n is not positive.
    """
    if isinstance(p, Rational):
        return 1 - lower_tail(n, p, s - 1)
    _probability(p)
    _positive(n)
    s = np.asarray(s)
    return np.where(s > 0, betaincc(n, np.maximum(s, 1), p), 1.0)[()]


def lower_tail(n: Any, p: Number, s: Any) -> Any:
    """P(Y_1 + … + Y_n ≤ s); parameters, return value and errors are those of `upper_tail`."""
    exact = _probability(p)
    _positive(n)
    if not isinstance(p, Rational):
        s = np.asarray(s)
        return np.where(s >= 0, betainc(n, np.maximum(s, 0) + 1, p), 0.0)[()]
    failure = 1 - exact
    scaled = sum(
        math.comb(n + y - 1, y) * failure.numerator**y * failure.denominator ** (s - y)
        for y in range(_terms(s, "for a rational p, the threshold") + 1)
    )
    return exact**n * Fraction(scaled, failure.denominator ** max(s, 0))


def _positive(n: ArrayLike) -> None:
    if np.min(n) < 1:
        raise ValueError(f"the number of variables must be at least 1; got {np.min(n)}")
