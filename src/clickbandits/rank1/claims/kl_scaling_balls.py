"""Exact tools of the chapter on the scaling lemma: the divergence enclosed, edges included."""

from __future__ import annotations

from fractions import Fraction

from flint import arb, fmpq

INFINITY = arb("inf")


def ball(number) -> arb:
    """A rational number as a ball."""
    exact = Fraction(number)
    return arb(fmpq(exact.numerator, exact.denominator))


def kl_ball(p, q) -> arb:
    """d(p, q) of two rationals in [0, 1], enclosed; 0 log(0/x) = 0 and x log(x/0) = ∞."""
    p, q = Fraction(p), Fraction(q)
    total = arb(0)
    for mass, other in ((p, q), (1 - p, 1 - q)):
        if mass > 0:
            total += ball(mass) * ball(mass / other).log() if other > 0 else INFINITY
    return total


def times(factor: Fraction, value: arb) -> arb:
    """The product with 0 · ∞ = 0."""
    return arb(0) if factor == 0 else ball(factor) * value


def shrinking(c: Fraction, x: Fraction) -> Fraction:
    """c (1 - x) / (1 - c x), the ratio of the two derivatives at x; 1 where c = 1."""
    return Fraction(1) if c == 1 else c * (1 - x) / (1 - c * x)
