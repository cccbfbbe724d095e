"""Ball arithmetic on rational numbers, which gives certain enclosures, also of the divergence."""

from __future__ import annotations

from contextlib import AbstractContextManager
from fractions import Fraction
from numbers import Rational

from flint import arb, ctx, fmpq


def precision(bits: int = 200) -> AbstractContextManager[object]:
    """A context of ball arithmetic at this precision."""
    return ctx.workprec(bits)


def ball(number: Rational | float) -> arb:
    """A rational number as a ball; a float is one, too."""
    exact = Fraction(number)
    return arb(fmpq(exact.numerator, exact.denominator))


def kl_ball(p: Rational | float, q: Rational | float) -> arb:
    """d(p, q) of two rationals in [0, 1], enclosed; 0 log(0/x) = 0 and x log(x/0) = ∞."""
    p, q = Fraction(p), Fraction(q)
    total = arb(0)
    for mass, other in ((p, q), (1 - p, 1 - q)):
        if mass > 0:
            total += ball(mass) * ball(mass / other).log() if other > 0 else arb("inf")
    return total
