"""The tools of the checks on elimination agree with results by hand or by a second method."""

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb

from clickbandits import rank1
from clickbandits.bernoulli import kl
from clickbandits.rank1.bounds import hardness
from compendium.rank1.elimination import conditioning, discussion, events, figures, needle, proof, toy
from compendium.rank1.elimination.adversary import adaptive_bound, adaptive_miss, ever_missed
from compendium.rank1.elimination.stages import completed_stages
from compendium.rank1.elimination.toy import BUDGET, ENDS, enumerate_toy, split, table

HALVES = [Fraction(1), Fraction(1, 2)]
"""Both vectors of a problem with μ = γ = 3/4, so m = 2 for Δ = 1/2."""
LEAVING = [Fraction(1), Fraction(1), Fraction(1, 2)], [Fraction(1), Fraction(1), Fraction(3, 10)]
"""A problem with μ = γ = 23/30 and m = 2 for row 3; F_2 excludes column 3, as μγ 49/100 > 1/4."""


def test_adaptive_miss_is_a_binomial_tail_where_nothing_can_be_gained():
    """With one round, the lower bound can fail only at a reward of 1."""
    assert adaptive_miss(1, Fraction(1, 10), 2.0) == Fraction(1, 10)  # d(1, 0.1) = 2.3 > 2
    assert adaptive_miss(1, Fraction(2, 10), 2.0) == 0  # d(1, 0.2) = 1.6


def test_adaptive_miss_of_two_rewards():
    """With two rewards of mean 1/3, each outcome misses up to its own δ.

    Rewards 0, 1 miss while δ < 2d(1/2, 1/3) = log 9/8 (chance 2/9), 1, 0 while δ < 2d(1, 2/3) = log 9/4
    (2/9), and 1, 1 while δ < 2d(1, 1/3) = log 9 (1/9).
    """
    assert [9 * adaptive_miss(2, Fraction(1, 3), budget) for budget in (0.1, 0.7, 1.0)] == [5, 3, 1]


def test_ever_missed_of_two_rewards():
    """With mean 1/3, the reward 0 misses while δ < d(0, 1/3) = log 3/2, and 0, 0 while δ < log 9/4."""
    assert [9 * ever_missed(2, Fraction(1, 3), budget) for budget in (0.4, 0.5, 0.82)] == [6, 4, 0]


@pytest.mark.parametrize(
    ("rounds", "budget", "slices"),
    [(80, 4.0, 9), (148, 5.0, 14), (167, 2.0, 6), (790, 2.0, 9), (160, 2.0, 6)],
)
def test_adaptive_bound_where_the_slices_are_nearly_an_integer(rounds, budget, slices):
    """δ log r is 8.9996, 13.0004, 5.9999 (r by log 3N), 8.0002; and r = 6.1738 √10 for the last."""
    assert adaptive_bound(rounds, budget) == pytest.approx(math.e * (slices + 1))


def test_largest_failure():
    """At n = 10¹²: δ = 37.59, r = 39.59 √(5·10¹¹/300.7) = 1.61·10⁶, ⌈δ log r⌉ = 538."""
    log = 12 * math.log(10)
    ended = 1 + (log - math.log(32 * log)) / math.log(4)
    assert events.largest_failure() == pytest.approx(ended * 2 * math.e * 539 / log**3)


def test_completed_stages():
    """64 · 4^ℓ log 10¹⁰ = 1473.7 · 4^ℓ is at most 10¹⁰ for ℓ ≤ 11."""
    assert completed_stages(10**10, 4) == 12


def test_squared_scale_is_that_of_the_library():
    for rows, columns in proof.random_problems(np.random.default_rng(4), 10, 60):
        hard = hardness(rank1.problem(rows, columns))
        assert float(proof.squared_scale(rows, columns)) == pytest.approx(hard.average * hard.printed_factor)


def test_plays():
    # row 2 in stages 0, 1, 2, with either column: (1 + 8)/2, (1 + 4)/2, (1 + 2)/2
    assert list(proof.plays(HALVES, HALVES, 1)) == [(a / 4, b / 2) for b in (9, 5, 3) for a in (2, 3)]
    # row 3 loses 1/2 with columns 1 and 2, and 17/20 with column 3, which leaves before stage 2
    half, most = Fraction(1, 2), Fraction(17, 20)
    with_column_3 = [(a, b * half) for b in (9, 5) for a in (half, half, most)]
    assert list(proof.plays(*LEAVING, 1)) == with_column_3 + [(half, Fraction(3, 2))] * 2


def test_optimal_plays():
    """K = 1, v̄ = (1, 1/2): column 2, which costs 1/2, may be there in stages 0, 1 and 2."""
    plays = list(proof.optimal_plays([Fraction(1)], HALVES))
    assert plays[:4] == [0, Fraction(9, 64), 0, Fraction(9, 16)]


def test_row_costs():
    # 256 rounds that cost 1/2 (the best row) or 3/4, times μγΔ̄ = 9/32
    assert list(proof.row_costs(HALVES, HALVES)) == [36, 54]
    # 64 rounds that cost 7/10, for both best rows; of row 3, 64 cost 17/20 and 192 cost 1/2
    best, third = Fraction(64 * 7, 10) * Fraction(7, 10), (Fraction(64 * 17, 20) + 96) / 2
    assert list(proof.row_costs(*LEAVING)) == [Fraction(529, 900) * each for each in (best, best, third)]


@pytest.mark.parametrize(
    ("choice", "total"), [({}, 48 + 96), ({"optimal": True}, 32 + 48), ({"fresh": True}, 48 + 128)]
)
def test_amortised(choice, total):
    """√g Δ = 1, log n = 1: 16 rounds at 1 + 2, then 48, or 64 with fresh tables, at 1 + 1."""
    assert proof.amortised(1, Fraction(1), arb(1), **choice) == total


def test_early_elimination():
    """μ = 1/8 is most likely at n_ℓ = ⌊64 log n⌋ = 884, by ⌈2 √(884 log n)⌉ = 222 clicks."""
    tail = sum(math.comb(884, k) * 7 ** (884 - k) for k in range(222, 885))
    exact = float(10**12 * Fraction(tail, 8**884))
    assert needle.early_elimination(8, Fraction(1), 1, 10**6) == pytest.approx(exact, rel=1e-9)
    assert needle.early_elimination(2, Fraction(1, 2), 1, 10**6) == pytest.approx(exact, rel=1e-9)


def test_best_leading_constant():
    """Both worse pairs have the mean 1/8, the best 1/4: d is (7 log(7/6) - log 2)/8."""
    by_hand = 1 / (4 * (7 * math.log(7 / 6) - math.log(2)))
    assert discussion.best_leading_constant([0.5, 0.25], [0.5, 0.25]) == pytest.approx(by_hand)
    # two rows of nearly the same mean, and a column that is hardly examined: 1/(2κ) is near 1.98
    assert discussion.best_leading_constant([1 - 1e-4, 1.0], [0.01]) == pytest.approx(1.98, rel=1e-3)


def test_binomial_weights():
    assert discussion.binomial_weights(3, Fraction(1, 4)) == [27, 27, 9, 1]


def test_outcomes_are_those_whose_divergence_is_within_the_budget():
    """Intervals hold if the rounds times the divergence are at most δ, with 3/5 v as the columns' means."""
    rounds = ENDS[0]
    seen = np.arange(rounds + 1) / rounds
    counts = [
        np.prod([(rounds * kl(seen, 0.6 * v) <= BUDGET).sum() for v in pair]) for pair in conditioning.PAIRS
    ]
    assert len(list(conditioning.outcomes(True))) == sum(counts)


def test_both_stages_of_the_toy_end_within_its_horizon():
    assert 4 * ENDS[1] <= toy.HORIZON


def test_a_table_of_two_rounds():
    """With partners 1 and 0, both arms of mean 1/2 click in a round with probability 1/2 · 1/4."""
    law = table(2, [0.5, 0.5], [1.0, 0.0])
    round_law = np.array([[5 / 8, 1 / 8], [1 / 8, 1 / 8]])
    by_hand = np.zeros((3, 3))
    for s, t, u, v in np.ndindex(2, 2, 2, 2):
        by_hand[s + u, t + v] += round_law[s, t] * round_law[u, v]
    assert law == pytest.approx(by_hand)


def test_maps_of_the_toy_exhaust():
    laws = split(table(ENDS[0], (0.9, 0.6), (0.9, 0.3)))
    assert sum(law.sum() for law in laws.values()) == pytest.approx(1)


def test_toy_keeps_the_mean_on_average():
    """The mean in stage 0 is c ū(1) without conditioning, and the probabilities of the maps add up to 1."""
    rows, columns = (0.8, 0.2), (1.0, 0.8)
    enumeration = enumerate_toy(rows, columns)
    total = sum(enumeration.probability.values())
    mean = sum(enumeration.probability[h] * enumeration.row_mean[h] for h in enumeration.row_mean) / total
    assert mean == pytest.approx(rows[0] * 0.9, rel=1e-7)
    assert 0 < total <= 1


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
