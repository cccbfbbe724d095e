"""The figures of the chapter on the scaling lemma, and the two sides of its inequalities, are right."""

import math
from fractions import Fraction
from itertools import pairwise

import pytest

from compendium.rank1.kl_scaling import figures
from compendium.rank1.kl_scaling.sharp import inequalities


def test_the_inequalities_of_lemma_1():
    """The sides for c = q = 1/2 and p = 0 agree with those by hand.

    There κ = 2/3, d(0, 1/4) = log 4/3, d(0, 1/2) = log 2, and (p - q)² = 1/4.
    """
    scaled, plain = math.log(4 / 3), math.log(2)
    chain = [plain / 4, plain / 3, scaled, plain / 2, plain / 2]
    by_hand = [(1 / 6, scaled), (1 / 8, scaled), *pairwise(chain)]
    sides = inequalities(Fraction(1, 2), Fraction(0), Fraction(1, 2))
    found = [float(side.mid()) for pair in sides for side in pair]
    assert found == pytest.approx([side for pair in by_hand for side in pair], abs=1e-12)


def test_dimming_orders_the_bounds():
    data = figures.dimming(0.5, 0.8).data
    assert (data["divergence"] >= data["sharp"]).all()
    assert (data["sharp"] >= data["printed"] * (1 - 1e-12)).all()
    assert (data["printed"] >= data["Pinsker"]).all()
