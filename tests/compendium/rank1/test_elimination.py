"""The chapter on elimination: exact chances of an adversary by hand, and the mean of the toy."""

from fractions import Fraction

from compendium.rank1.elimination import figures
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


def test_one_game_draws_every_interval_and_a_cross_for_who_leaves():
    drawn = figures.one_game([0.8, 0.6, 0.4, 0.2], [0.9, 0.6, 0.3], 10**6, seed=20)
    rows, columns = drawn.figure.axes
    crosses = [
        sum(len(line.get_xdata()) for line in axes.lines if line.get_marker() == "x")
        for axes in (rows, columns)
    ]
    assert (
        crosses
        == [3, 2]
        == [drawn.data.query("leaves and side == @side").shape[0] for side in ("row", "column")]
    )
    assert drawn.data["stage"].max() == 3


def test_rounds_triple_once_and_then_quadruple():
    assert (figures.rounds(4)["rounds"] == [16, 48, 192, 768]).all()
    assert (figures.rounds(4)["by the end"] == [16, 64, 256, 1024]).all()
