"""Enclosures of divergences contain values with many digits, also in edge cases."""

from fractions import Fraction

import mpmath
import pytest
from flint import arb, ctx

from compendium.balls import ball, kl_ball, precision


@pytest.mark.parametrize(("p", "q"), [(0.25, Fraction(1, 3)), (Fraction(1, 7), 0.5), (0, 0.5)])
def test_the_divergence_is_enclosed(p, q):
    with precision(100), mpmath.workdps(60):
        a, b = (mpmath.mpf(Fraction(x).numerator) / Fraction(x).denominator for x in (p, q))
        parts = [x * mpmath.log(x / y) for x, y in ((a, b), (1 - a, 1 - b)) if x]
        exact = arb(mpmath.nstr(sum(parts), 50))
        assert kl_ball(p, q).overlaps(exact) and kl_ball(p, q).rad() < 1e-28


def test_the_edges():
    assert kl_ball(0, 0) == 0 == kl_ball(1, 1)
    assert kl_ball(0.5, 0) == arb("inf") == kl_ball(0, 1)
    assert ball(0.5) == arb(1) / 2


def test_a_precision_ends_with_its_block():
    before = ctx.prec
    with pytest.raises(RuntimeError), precision(321):
        assert ctx.prec == 321
        raise RuntimeError
    assert ctx.prec == before
