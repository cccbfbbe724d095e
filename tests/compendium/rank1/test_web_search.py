"""Ratios at the best scale of a problem, and its three numbers, agree with results by hand."""

from fractions import Fraction

import pytest

from clickbandits.rank1 import problem
from compendium.rank1.web_search.figure_2 import exact_hardness
from compendium.rank1.web_search.figure_3 import best_ratio, largest_ratio

EVEN = problem([0.5, 0.25], [0.5, 0.25])
"""A problem that, scaled by c ≥ 1, has p_max = c/2 and μ = 3/(8c)."""


def test_largest_ratio():
    assert largest_ratio(EVEN) == pytest.approx(4 / 3)  # at c = 1


def test_best_ratio():
    """Σ 1/Δ̄ is 8 (c + 1/c), and both bounds in the ratio are least at c = 1, where μ = 3/8 and γ = 1/2."""
    assert best_ratio(EVEN) == pytest.approx(3 / 4)


def test_exact_hardness():
    items, positions = (Fraction(3, 5), Fraction(1, 5)), (Fraction(1, 2), Fraction(1, 4))
    assert exact_hardness(items, positions) == (Fraction(3, 5), Fraction(3, 8), Fraction(2, 5))
