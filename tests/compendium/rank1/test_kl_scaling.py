"""The figures of the chapter on the scaling lemma, and the margins of its inequalities, are right."""

import math
from fractions import Fraction

import pytest

from compendium.rank1.kl_scaling import figures
from compendium.rank1.kl_scaling.sharp import lemma_1_margins


def test_the_margins_of_lemma_1():
    """The margins for c = q = 1/2 and p = 0 agree with those by hand.

    There κ = 2/3, d(0, 1/4) = log 4/3, d(0, 1/2) = log 2, and (p - q)² = 1/4.
    """
    margins = lemma_1_margins(Fraction(1, 2), Fraction(0), Fraction(1, 2))
    scaled, plain = math.log(4 / 3), math.log(2)
    by_hand = [scaled - plain / 3, plain / 2 - scaled, plain / 12, 0, scaled - 1 / 6, scaled - 1 / 8]
    assert [float(margin.mid()) for margin in margins] == pytest.approx(by_hand, abs=1e-12)


def test_dimming_orders_the_bounds():
    data = figures.dimming(0.5, 0.8).data
    assert (data["divergence"] >= data["sharp"]).all()
    assert (data["sharp"] >= data["printed"] * (1 - 1e-12)).all()
    assert (data["printed"] >= data["Pinsker"]).all()
