"""The chapter on elimination: exact chances of an adversary by hand, and the mean of the toy."""

from fractions import Fraction

from compendium.rank1.elimination.adversary import adaptive_miss
from compendium.rank1.elimination.toy import enumerate_toy


def test_adaptive_miss_is_a_binomial_tail_where_nothing_can_be_gained():
    """One round: the lower bound can only fail at a reward of 1."""
    assert adaptive_miss(1, Fraction(1, 10), 2.0) == Fraction(1, 10)  # d(1, 0.1) = 2.3 > 2
    assert adaptive_miss(1, Fraction(2, 10), 2.0) == 0  # d(1, 0.2) = 1.6


def test_toy_keeps_the_mean_on_average():
    """Stage 0's mean is c ū(1) before anyone conditions; the maps' probabilities add up."""
    rows, columns = (Fraction(4, 5), Fraction(1, 5)), (Fraction(1), Fraction(1, 2))
    toy = enumerate_toy(rows, columns)
    total = sum(toy.probability.values())
    mean = sum(toy.probability[h] * toy.row_mean[h] for h in toy.probability) / total
    assert mean == rows[0] * Fraction(3, 4)
    assert 0 < total < 1
