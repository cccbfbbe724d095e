"""Estimates and comparisons agree with results by hand and by SciPy, and are wrong as rarely as stated."""

import math

import numpy as np
import pytest
from scipy import stats

from clickbandits.experiments import Regret
from compendium.case import Case
from compendium.comparisons import (
    INCONCLUSIVE,
    LEVEL,
    Comparison,
    all_of,
    below,
    final,
    more_often,
    positive,
    share_above,
    some_of,
    within,
)
from compendium.estimates import Estimate, Span
from compendium.wording import number


def regret(**finals):
    """A Regret whose policies have these final values, and 0 in the round before."""
    values = {name: np.array([[0.0, value] for value in runs]) for name, runs in finals.items()}
    return Regret(None, np.array([1, 2]), values)


def test_the_level_is_that_of_three_standard_errors():
    assert pytest.approx(2 * stats.norm.sf(3), rel=1e-3) == LEVEL


def test_the_final_mean_its_error_and_freedom():
    end = final(regret(ours=[1.0, 2.0, 6.0]), "ours")
    assert (end.value, end.freedom) == (3, 2) and end.error == pytest.approx(math.sqrt(7 / 3))
    assert f"{end:.1f}" == "3.0 ± 1.5"


def test_a_difference_is_welchs_test():
    rng = np.random.default_rng(1)
    one, two = rng.normal(1, 1, 7), rng.normal(0, 3, 12)
    comparison = positive(Estimate.of(one) - Estimate.of(two))
    test = stats.ttest_ind(one, two, equal_var=False, alternative="greater")
    assert comparison.agrees == pytest.approx(test.pvalue)
    assert comparison.contradicts == pytest.approx(1 - test.pvalue)


def test_arithmetic_carries_errors_along():
    a, b = Estimate(6.0, 0.6, 4), Estimate(2.0, 0.1, 9)
    assert (a / b).value == 3
    assert (a / b).error == pytest.approx(3 * math.hypot(0.1, 0.05))
    assert (2 * a - b + 1).error == pytest.approx(math.hypot(1.2, 0.1))
    assert (np.float64(2) - a / np.float64(2)).value == -1 and (3 / b).value == 1.5
    assert a.log().error == pytest.approx(0.1) and (-a).value == -6
    whole = (a + b) + a
    assert whole.freedom == pytest.approx((a + (b + a)).freedom)
    assert (a - 6.0).freedom == 4


@pytest.mark.parametrize(("runs", "quantile"), [(2, 235.8), (5, 6.62), (10, 4.09), (200, 3.04)])
def test_few_runs_need_a_larger_multiple_of_the_error(runs, quantile):
    just, short = (Estimate(by * quantile, 1, runs - 1) for by in (1.01, 0.99))
    assert (positive(just).sign(), positive(-just).sign()) == (1, -1)
    assert positive(short).sign() == positive(-short).sign() == 0


def test_one_run_cannot_tell_and_no_chance_can():
    assert positive(Estimate.of(np.array([5.0]))) == INCONCLUSIVE
    assert [positive(Estimate(value)).sign() for value in (1.0, 0.0, -1.0)] == [1, 0, -1]


@pytest.mark.parametrize(("higher", "factor", "sign"), [(60, 1, 1), (6, 1, 0), (-60, 1, -1)])
def test_below_compares_final_means(higher, factor, sign):
    played = regret(ours=[0.0, 1.0, 2.0], other=[higher - 1.0, higher, higher + 1.0])
    assert below(played, "ours", "other", factor).sign() == sign


def test_the_same_needs_a_margin_that_holds_the_whole_interval():
    assert within(Estimate(1.0, 0.01, 99), 0.9, 1.1).sign() == 1
    assert within(Estimate(1.0, 0.05, 99), 0.9, 1.1).sign() == 0
    assert within(Estimate(1.2, 0.01, 99), 0.9, 1.1).sign() == -1
    rival = Estimate(10.0, 0.1, 99)
    assert within(Estimate(10.2, 0.1, 99), 0.9 * rival, 1.1 * rival).sign() == 1


def test_shares_by_exact_tests():
    assert share_above(200, 200, 0.95).sign() == 1 and share_above(100, 100, 0.95).sign() == 0
    assert share_above(170, 200, 0.95).sign() == -1
    assert more_often(20, 100, 2, 100).sign() == 1 and more_often(2, 100, 20, 100).sign() == -1
    assert more_often(3, 100, 0, 100).sign() == 0


def test_all_and_some():
    yes, no = Comparison(1e-5, 1.0), Comparison(1.0, 1e-3)
    assert all_of(yes, yes).sign() == 1 and all_of(yes, INCONCLUSIVE).sign() == 0
    assert (no.sign(), all_of(yes, no).sign()) == (-1, 0), "a p-value of 0.001 is not enough among two"
    assert some_of(no, no).sign() == -1 and some_of(yes, no).sign() == 1


def test_a_case_keeps_the_error_rate_of_its_family():
    case = Case("quick")
    case.sign("one", Comparison(1.0, 1e-3))
    assert case.finding().verdict == "not reproduced"
    case.sign("two", Comparison(1e-5, 1.0))
    result = case.finding()
    assert result.verdict == "undecided" and result.failed == ("one",)


@pytest.mark.parametrize("runs", [3, 10])
def test_false_alarms_are_as_rare_as_said(runs):
    """With ten true equalities of normal samples, either verdict has a probability of at most LEVEL / 2."""
    rng, games = np.random.default_rng(3), 20_000
    values = rng.normal(size=(games, 10, runs))
    t = values.mean(axis=2) / (values.std(axis=2, ddof=1) / math.sqrt(runs))
    against = (10 * stats.t(runs - 1).cdf(t).min(axis=1) <= LEVEL / 2).mean()
    assert against <= LEVEL / 2 + 3 * math.sqrt(LEVEL / 2 / games)
    assert (3 * np.abs(t[:, 0]) > 9).mean() > 3 * LEVEL, "three standard errors would be enough"


def test_numbers_of_runs_are_told_by_the_least_and_the_most():
    assert [number(Span.of(numbers)) for numbers in ([40, 10, 20], [20, 20])] == ["10 to 40", "20"]
