"""The checks of the chapter on confidence bounds can fail, and its first picture is right."""

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import arb
from scipy.stats import binom

from clickbandits.bernoulli import kl
from compendium.claims import finding
from compendium.pbm.confidence import appendix_f, coverage, figures, hoeffding, proposition_10


def test_a_wrong_guarantee_is_seen(monkeypatch):
    monkeypatch.setattr(hoeffding, "ucb_guarantee", lambda t, delta: 1e-3)
    result = finding("pbm:proposition-8-coverage", "quick")
    assert result.verdict == "refuted"
    assert len(result.failed) == 2


def test_first_passages_by_hand():
    share = Fraction(3, 10)
    first_click = coverage.ever_crosses(share, 4, lambda n, s: s >= 1)
    assert first_click == [1 - Fraction(7, 10) ** n for n in range(5)]
    first_miss = coverage.ever_crosses(share, 2, lambda n, s: s < n)
    assert first_miss == [0, Fraction(7, 10), 1 - Fraction(9, 100)]
    # a fair walk W of 60 steps reaches -4, by reflection with chance P(W >= 4) + P(W > 4)
    reached = coverage.ever_crosses(0.5, 60, lambda n, s: s <= n / 2 - 2)[60]
    assert reached == pytest.approx(binom.cdf(28, 60, 0.5) + binom.cdf(27, 60, 0.5))
    missed = coverage.ever_crosses(Fraction(9, 20), 1, coverage.ucb_misses(Fraction(9, 20), Fraction(1, 100)))
    assert missed[-1] == Fraction(11, 20)  # no click


def test_the_worst_learner_of_two_plays_by_hand():
    # no click: both at the lower position, 1 - 0.3 · 0.9 each; two clicks: both at the top
    for wanted, by_hand in ((0, 0.73**2), (2, 0.81**2)):

        def met(clicks, shown, wanted=wanted):
            return sum(shown) == 2 and sum(clicks) == wanted

        table = coverage.missed_tables(2, met)
        chance = coverage.most_misses(np.array(coverage.POSITIONS) * 0.9, 2, table)
        assert chance == pytest.approx(by_hand)


def test_deviations_and_bad_rounds_by_hand():
    # two fair clicks are 1/2 off half the time; after three one of these two has come before
    later = 2 * math.exp(-2) / (1 - math.exp(-0.5))
    assert appendix_f.ever_deviates(0.5, 2, 0.5, 3) == pytest.approx(0.5 + later)
    # 1/κ is near θ = 9/10, and only an item without a click is off
    assert appendix_f.bad_rounds("once", 10, 0.9, 0.9, 0.25) == pytest.approx(5 * (1 - 0.81))

    def off(n):  # the chance that the estimate from n plays is off
        far = [k for k in range(n + 1) if n == 0 or abs(k / (n * 0.9) - 0.5) >= 0.25]
        return binom.pmf(far, n, 0.45).sum()

    summed = sum(binom.pmf(n, s, 0.2) * off(n) for s in range(30) for n in range(s + 1))
    assert appendix_f.explored_at_random(0.2, 0.5, 0.9, 0.25, 30) == pytest.approx(summed, rel=1e-9)


def test_the_chances_of_proposition_10_at_one_position_are_kl_ucbs():
    below, level, _ = proposition_10.three_chances((6, 0), *proposition_10.FIXED)
    mean = Fraction(9, 10) * Fraction(9, 20)
    apart = {s: 6 * kl(s / 6, float(mean)) for s in range(7)}
    chances = {s: math.comb(6, s) * mean**s * (1 - mean) ** (6 - s) for s in range(7)}
    assert level == sum(chances[s] for s in apart if apart[s] >= 3)
    assert below == sum(chances[s] for s in apart if apart[s] > 3 and s < 6 * mean)


def test_the_ratios_of_the_two_bounds_by_hand():
    e, log_5 = math.e, math.log(5)  # at L = 3, δ = 30, t = 5
    assert float(proposition_10.ratio_many(3, arb(30))) == pytest.approx(124 * e / 900)
    few = 31 * (24 / log_5) ** 3 / (2 * e**2 * 30**5)
    assert float(proposition_10.ratio_few(3, arb(30), 5)) == pytest.approx(few)
    printed = 3 * math.log(300 * log_5) - 26
    assert float(proposition_10.log_least_bound(3, arb(30), 5)) == pytest.approx(printed)


def test_both_bounds_come_down_to_the_attraction():
    data = figures.shrinking_bounds(0.45, (0.9, 0.3), 4.0).data
    assert (data["index of PBM-PIE"] < data["bound of PBM-UCB"]).all()
    assert (data.diff()[1:][["bound of PBM-UCB", "index of PBM-PIE"]] < 0).all(axis=None)
    assert 0.45 < data["index of PBM-PIE"].iloc[-1] < data["bound of PBM-UCB"].iloc[-1] < 0.55
