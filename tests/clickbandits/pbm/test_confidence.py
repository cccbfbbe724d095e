"""The confidence bounds of Section 4, and the exact probabilities that they miss."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clickbandits.pbm import confidence
from clickbandits.pbm.index import upper
from compendium.pbm.confidence import coverage
from compendium.pbm.guarantees import kl_guarantee, ucb_guarantee

TWO = (0.9, 0.3)


def test_ucb_index_by_hand():
    # 3 clicks in 4 plays at κ = 1/2: 3/2 + sqrt(4 · 2 / 2) / 2
    assert confidence.ucb_index((3,), (4,), (0.5,), 2.0) == pytest.approx(1.5 + 1.0)


def test_an_item_never_played_has_no_ucb_index():
    with pytest.raises(ValueError, match="the index needs at least one play"):
        confidence.ucb_index((0, 0), (0, 0), TWO, 1.0)


@given(st.integers(0, 6), st.integers(0, 6), st.floats(0.05, 0.95), st.floats(0.1, 8))
def test_reaching_a_level_is_the_index_at_least_the_level(a, b, level, delta):
    counts = (a, b), (6, 6)
    index = upper(*counts, TWO, delta)
    if abs(index - level) > 1e-9:
        assert confidence.reaches(level, *counts, TWO, delta) == (index >= level)


def test_divergence_against_the_definition():
    def d(p, q):
        return sum(x * math.log(x / y) for x, y in ((p, q), (1 - p, 1 - q)) if x)

    for q in (0.1, 0.5, 0.9):
        expected = 4 * d(0.25, 0.9 * q) + 3 * d(0.0, 0.3 * q)
        assert confidence.divergence(q, (1, 0), (4, 3), TWO) == pytest.approx(expected, rel=1e-12)
        h = 1e-6
        slope = confidence.divergence(q + h, (1, 0), (4, 3), TWO)
        slope = (slope - confidence.divergence(q - h, (1, 0), (4, 3), TWO)) / (2 * h)
        assert confidence.divergence_slope(q, (1, 0), (4, 3), TWO) == pytest.approx(slope, rel=1e-6)


def test_least_divergence_of_contradicting_positions():
    where, value = confidence.least_divergence((0, 5), (5, 5), TWO)
    assert where == pytest.approx(5 / 9)
    assert value == pytest.approx(5 * math.log(12))


def test_ever_crosses_is_exact_against_all_sequences():
    mean, rounds = Fraction(1, 3), 7

    def crosses(plays, clicks):
        return np.array([s >= 3 or (plays == 2 and s == 0) for s in clicks.tolist()])

    ever = coverage.ever_crosses(mean, rounds, crosses)
    for n in range(1, rounds + 1):
        direct = Fraction(0)
        for path in product((0, 1), repeat=n):
            hit = any(crosses(i, np.arange(i + 1))[sum(path[:i])] for i in range(1, n + 1))
            clicks = sum(path)
            direct += hit * mean**clicks * (1 - mean) ** (n - clicks)
        assert ever[n] == direct


def test_most_misses_with_one_useful_position_is_a_first_passage():
    # the second position is never examined, so the learner should stop at the first miss
    def misses(clicks, plays):
        return plays[0] > 0 and clicks[0] == 0 and plays[0] >= 3

    table = coverage.missed_tables(6, misses)
    worst = coverage.most_misses(np.array([0.4, 0.0]), 6, table)
    assert worst == pytest.approx(0.6**3)


def test_most_misses_chooses_positions_by_the_past():
    # a miss is a click at the second position after none at the first
    def misses(clicks, plays):
        return clicks == (0, 1) and plays == (1, 1)

    table = coverage.missed_tables(2, misses)
    assert coverage.most_misses(np.array([0.3, 0.5]), 2, table) == pytest.approx(0.7 * 0.5)


def test_the_table_of_the_figure():
    data = coverage.coverage_table([0.05, 2.0], [4.0], 5, 8, 0.45)
    assert set(data["kind"]) == {"guarantee", "worst learner, exact", "plays fixed in advance, exact"}
    wide = data.pivot(index=["bound", "delta"], columns="kind", values="chance")
    worst, fixed = wide["worst learner, exact"], wide["plays fixed in advance, exact"]
    assert (fixed <= worst + 1e-15).all()
    ucb = wide.loc["PBM-UCB (Proposition 8)"]
    assert ucb.loc[0.05, "worst learner, exact"] > ucb.loc[0.05, "guarantee"]
    assert ucb.loc[2.0, "worst learner, exact"] < ucb.loc[2.0, "guarantee"]


@pytest.mark.parametrize(("t", "delta"), [(2, 0.4), (2, 1.0), (50, 3.0)])
def test_guarantees_by_hand(t, delta):
    assert ucb_guarantee(t, delta) == pytest.approx(math.exp(1 - delta) * delta * math.log(t))
    slices = math.ceil(delta * math.log(t))
    expected = math.exp(3 - delta) * (slices * delta / 2) ** 2
    assert kl_guarantee(t, delta, 2) == pytest.approx(expected)
