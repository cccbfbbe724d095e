"""Exact tools of the chapter on the scaling lemma: a product and a ratio, edges included."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from compendium.balls import ball


def times(factor: Fraction, value: arb) -> arb:
    """The product with 0 · ∞ = 0."""
    return arb(0) if factor == 0 else ball(factor) * value


def shrinking(c: Fraction, x: Fraction) -> Fraction:
    """c (1 - x) / (1 - c x), the ratio of the two derivatives at x; 1 where c = 1."""
    return Fraction(1) if c == 1 else c * (1 - x) / (1 - c * x)
