"""The multinomial logit fits agree with closed forms, other packages and brute force."""

import warnings
from fractions import Fraction
from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from clickbandits.mnl import fixed_point, problem
from clickbandits.mnl.estimators import (
    deviance,
    fit_algorithm_1,
    fit_em,
    fit_exact,
    fit_newton,
    log_likelihood,
    sensitivities,
)
from clickbandits.mnl.identifiability import obstacle, obstacle_to_algorithm_1
from clickbandits.mnl.list_likelihood import list_log_likelihood
from compendium.mnl.estimation.convergence import METHODS, contraction_rates, paths, random_tables
from compendium.mnl.estimation.efficiency import asymptotic_covariance, slope_and_variance
from compendium.mnl.estimation.resistance import finite_differences, squared_sensitivity

CLICKS, PLAYS = np.array([[8, 2], [2, 2]]), np.full((2, 2), 10)
FITS = (fit_newton, fit_em, fit_algorithm_1)


def design(shape):
    """Indicators of the items and of positions 2, 3, ..., with one row per cell."""
    items, positions = np.indices(shape).reshape(2, -1)
    return np.hstack([np.eye(shape[0])[items], np.eye(shape[1])[positions][:, 1:]])


def generalised_linear_model(clicks, plays, family):
    """The same fit by statsmodels: log α, then log λ without position 1."""
    import statsmodels.api as sm  # imported here because it takes a second and few tests need it

    if family == "binomial":
        response = np.column_stack([clicks.ravel(), plays.ravel()])
        model = sm.GLM(response, design(clicks.shape), sm.families.Binomial())
    else:
        gamma = sm.families.Gamma(sm.families.links.Log())
        response, weights = (clicks / plays).ravel(), plays.ravel()
        model = sm.GLM(response, design(clicks.shape), gamma, var_weights=weights)
    return model.fit(tol=1e-14, maxiter=200).params


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("family", ["binomial", "gamma"])
def test_newton_agrees_with_statsmodels(family, seed):
    [(clicks, plays)] = random_tables(7, 4, 1, 30, seed)
    fit = fit_newton(clicks, plays, deviance=family == "gamma")
    ours = np.log(np.concatenate([fit.attraction, fit.examination[1:]]))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a warning of statsmodels about convergence near the end
        theirs = generalised_linear_model(clicks, plays, family)
    assert fit.converged and fit.stopped_by == "tolerance"
    assert np.abs(ours - theirs).max() < 1e-8


@pytest.mark.parametrize("seed", range(3))
def test_methods_agree_where_they_should(seed):
    [(clicks, plays)] = random_tables(5, 3, 1, 20, seed)
    newton, em = fit_newton(clicks, plays), fit_em(clicks, plays)
    assert em.attraction == pytest.approx(newton.attraction, rel=1e-8)
    assert em.objective == pytest.approx(newton.objective, rel=1e-14)
    limit = fit_newton(clicks, plays, deviance=True)
    for release in (False, True):
        other = fit_algorithm_1(clicks, plays, release=release)
        assert other.attraction == pytest.approx(limit.attraction, rel=1e-8)
    assert limit.objective == deviance(clicks, plays, limit.attraction, limit.examination)
    assert limit.objective <= deviance(clicks, plays, newton.attraction, newton.examination)


def test_algorithm_1_ends_at_the_rational_fixed_point():
    fit = fit_algorithm_1(CLICKS, PLAYS)
    assert fit.attraction == pytest.approx([0.6, 0.3], abs=1e-9)
    assert fit.examination == pytest.approx([1, 0.5], abs=1e-9)
    assert fit.objective == deviance(CLICKS, PLAYS, fit.attraction, fit.examination)
    assert fit.iterations > fit_algorithm_1(CLICKS, PLAYS, release=True).iterations
    assert fit_newton(CLICKS, PLAYS).objective == pytest.approx(-29.06579954551322, rel=1e-14)


def test_log_likelihood_against_fractions():
    cells = [(8, Fraction(3, 5)), (2, Fraction(3, 10)), (2, Fraction(3, 10)), (2, Fraction(3, 20))]
    exact = Fraction(1)
    for n, gamma in cells:
        exact *= gamma**n / (1 + gamma) ** (n + 10)
    ours = log_likelihood(CLICKS, PLAYS, [0.6, 0.3], [1, 0.5])
    assert ours == pytest.approx(log(exact.numerator) - log(exact.denominator), rel=1e-14)


def test_one_position_one_item_and_one_list_have_closed_forms():
    fit = fit_newton([[3], [5], [4]], [[4], [4], [8]])
    assert fit.attraction == pytest.approx([0.75, 1.25, 0.5], rel=1e-14)
    assert fit_exact([[0]], [4], [[6]]).attraction == pytest.approx([1.5], rel=1e-12)
    fit = fit_newton([[3, 1, 2]], [[4, 4, 4]])
    assert fit.examination == pytest.approx([1, 1 / 3, 2 / 3], rel=1e-14)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 5), st.integers(1, 4))
def test_fits_end_at_a_zero_score_or_name_the_obstacle(seed, n_items, n_positions):
    rng = np.random.default_rng(seed)
    plays = rng.poisson(2, size=(n_items, n_positions)).astype(float)
    clicks = rng.poisson(0.7 * plays).astype(float)
    for fit in FITS:
        try:
            found = fit(clicks, plays)
        except ValueError as error:
            assert "item" in str(error) or "position" in str(error)
            continue
        assert found.converged
        gamma = np.outer(found.attraction, found.examination)
        if fit is fit_algorithm_1:
            residual = np.divide(clicks, gamma) - plays
        else:
            residual = (clicks - gamma * plays) / (1 + gamma)
        scale = plays.sum() + np.abs(residual).max()
        assert np.abs(residual.sum(axis=1)).max() < 1e-6 * scale
        assert np.abs(residual.sum(axis=0)).max() < 1e-6 * scale


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
def test_relabelling_items_relabels_the_fit(seed):
    [(clicks, plays)] = random_tables(5, 3, 1, 10, seed)
    order = np.random.default_rng(seed).permutation(5)
    first, second = fit_newton(clicks, plays), fit_newton(clicks[order], plays[order])
    assert second.attraction == pytest.approx(first.attraction[order], rel=1e-9)


def test_every_method_does_to_its_objective_what_it_says():
    for clicks, plays in random_tables(5, 3, 3, 15, seed=3):
        path = paths(clicks, plays, 15)
        for method in METHODS:
            part = path[path["method"] == method]
            if method in ("EM", "Newton"):
                assert np.diff(part["log-likelihood"]).min() > -1e-11
            else:
                assert np.diff(part["deviance"]).max() < 1e-11


def test_the_counterexample_contracts_by_five_ninths():
    assert contraction_rates(CLICKS, PLAYS) == pytest.approx((5 / 9, 1 / 9), rel=1e-12)


@pytest.mark.parametrize("deviance", [False, True])
def test_sensitivities_are_the_limits_of_difference_quotients(deviance):
    [(clicks, plays)] = random_tables(4, 3, 1, 25, seed=8)
    slopes = sensitivities(clicks, plays, deviance=deviance)
    assert deviance or np.array_equal(slopes, sensitivities(clicks, plays))
    for cell in np.ndindex(clicks.shape):
        step = np.zeros(clicks.shape)
        step[cell] = 1e-4
        ends = [
            fit_newton(clicks + sign * step, plays, tolerance=1e-13, deviance=deviance).attraction
            for sign in (1, -1)
        ]
        assert slopes[:, *cell] == pytest.approx((ends[0] - ends[1]) / 2e-4, rel=1e-5, abs=1e-9)


def test_derivatives_replace_differences_for_large_counts():
    gamma = np.outer([0.3, 0.2, 0.1], [1, 0.5])
    plays = np.full(gamma.shape, 1e5)
    fit = fit_newton(gamma * plays, plays)
    smooth = squared_sensitivity(gamma * plays, plays, fit)
    assert smooth == pytest.approx(finite_differences(gamma * plays, plays), rel=1e-4)


def epochs_by_list():
    rng = np.random.default_rng(11)
    lists = np.array([rng.permutation(4)[:2] for _ in range(12)])
    return lists, rng.integers(1, 6, size=12), rng.poisson(2, size=lists.shape)


def test_the_exact_fit_agrees_with_a_general_optimiser():
    lists, epochs, clicks = epochs_by_list()
    fit = fit_exact(lists, epochs, clicks)

    def loss(theta):
        values = np.exp(theta[:4]), np.exp(np.append(0.0, theta[4:]))
        return -list_log_likelihood(lists, epochs * 1.0, clicks * 1.0, *values)

    best = minimize(loss, np.zeros(5), method="BFGS", options={"gtol": 1e-8})
    assert fit.converged and fit.objective == pytest.approx(-best.fun, rel=1e-12)
    assert np.log(fit.attraction) == pytest.approx(best.x[:4], abs=1e-5)
    assert np.log(fit.examination) == pytest.approx([0.0, *best.x[4:]], abs=1e-5)
    assert isinstance(fit.iterations, int) and fit.iterations > 1


def test_repeated_lists_may_be_merged():
    lists, epochs, clicks = epochs_by_list()
    doubled = fit_exact(np.vstack([lists, lists]), np.append(epochs, epochs), np.vstack([clicks] * 2))
    merged = fit_exact(lists, 2 * epochs, 2 * clicks)
    assert doubled.attraction == pytest.approx(merged.attraction, rel=1e-10)


def test_the_exact_information_is_the_mean_outer_product_of_the_score():
    """The variance of the score equals the mean slope (the information identity), by summation."""
    gamma = np.array([0.4, 0.2])
    slope, _ = slope_and_variance("exact likelihood", gamma)
    n = np.stack(np.meshgrid(np.arange(80), np.arange(80), indexing="ij"), axis=-1).reshape(-1, 2)
    total = n.sum(axis=1)
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, 200)))])
    law = np.exp(logs[total] - logs[n].sum(axis=1) + n @ np.log(gamma) - (1 + total) * np.log1p(gamma.sum()))
    score = n - np.outer(1 + total, gamma / (1 + gamma.sum()))
    assert (law[:, None] * score).T @ score == pytest.approx(slope, rel=1e-10)


def test_the_mean_over_lists_does_not_depend_on_how_ties_are_counted():
    tied = problem([0.5, 0.5, 0.2], [1, 0.4])
    apart = problem([0.5, 0.5 * (1 - 1e-9), 0.2], [1, 0.4])
    for estimator in ("exact likelihood", "likelihood (50)", "Algorithm 1"):
        first, second = (asymptotic_covariance(game, estimator) for game in (tied, apart))
        assert first == pytest.approx(second, rel=1e-6)


@pytest.mark.parametrize(
    ("fit", "counts", "words"),
    [
        (fit_newton, ([[1, 1], [0, 0]], [[3, 3], [0, 0]]), "item 2 was never shown"),
        (fit_newton, ([[1, 0], [1, 0]], [[3, 0], [3, 0]]), "position 2 was never shown"),
        (fit_newton, ([[1, 1], [0, 0]], [[3, 3], [3, 3]]), "attraction of item 2 falls to 0"),
        (fit_newton, ([[1, 0], [1, 0]], [[3, 3], [3, 3]]), "examination of position 2 falls to 0"),
        (
            fit_newton,
            ([[1, 0], [2, 0], [0, 1], [0, 1]], [[2, 0], [2, 0], [0, 2], [0, 2]]),
            "items 3 and 4 were shown at position 2 only, and never shown together with items 1",
        ),
        (fit_newton, ([[2, 0], [0, 1]], [[3, 3], [0, 3]]), "attraction of item 2 grows beyond all"),
        (fit_algorithm_1, ([[1, 1], [0, 0]], [[3, 3], [3, 3]]), "item 2 was never clicked"),
        (fit_algorithm_1, ([[4, 4], [4, 0]], PLAYS), "item 1 at position 1"),
        (fit_algorithm_1, ([[2, 0], [0, 1]], [[3, 3], [3, 3]]), "clicked together with item 1"),
        (fit_em, ([[-1]], [[3]]), "be counts, finite and not negative; got -1.0 at item 1"),
        (fit_em, ([[1.0]], [[np.nan]]), "plays must be counts"),
        (fit_em, ([[1]], [[0]]), "clicked only where it was shown"),
        (fit_em, ([1, 2], [3, 4]), r"same shape \(n_items, n_positions\); got \(2,\)"),
        (obstacle, ([1, 2], [3, 4]), r"same shape \(n_items, n_positions\); got \(2,\)"),
        (obstacle_to_algorithm_1, ([1, 2], [3, 4]), r"same shape \(n_items, n_positions\)"),
        (fit_exact, ([[0, 0]], [1], [[1, 1]]), "at most once"),
        (fit_exact, ([[0.0, 1.0]], [1], [[1, 1]]), "item numbers"),
        (fit_exact, ([[0, 1]], [0], [[1, 1]]), "only if it was shown"),
        (fit_exact, ([[0, 1]], [1, 2], [[1, 1]]), "must have shape"),
        (fit_exact, ([[0, 2]], [1], [[1, 1]]), "item 2 was never shown"),
    ],
)
def test_what_cannot_be_fitted_is_named(fit, counts, words):
    with pytest.raises(ValueError, match=words):
        fit(*counts)


def test_an_obstacle_is_named_where_there_is_one():
    assert "the attraction of item 2 falls to 0" in obstacle([[5, 2], [0, 0]], [[9, 9], [9, 9]])
    assert obstacle_to_algorithm_1([[4, 4], [4, 4]], [[9, 9], [9, 9]]) == ""
    assert fit_newton([[1, 1], [0, 2]], [[3, 3], [0, 3]]).converged


def test_a_start_is_scaled_and_saves_steps():
    [(clicks, plays)] = random_tables(5, 3, 1, 20, seed=4)
    for fit in FITS:
        cold = fit(clicks, plays)
        warm = fit(clicks, plays, start=(cold.attraction / 4, cold.examination * 4))
        assert isinstance(warm.iterations, int) and 1 <= warm.iterations < cold.iterations
        assert warm.attraction == pytest.approx(cold.attraction, rel=1e-6)
        assert warm.examination[0] == 1
        whole = fit(clicks, plays, start=([1] * 5, [1] * 3))
        assert whole.attraction == pytest.approx(cold.attraction, rel=1e-6)


@pytest.mark.parametrize(
    "start, words",
    [
        (([1, 1], [1]), r"per position, \(2, 2\); got 2 and 1"),
        (([1], [1, 1]), r"per position, \(2, 2\); got 1 and 2"),
        (([0, 1], [1, 1]), "attraction must be a vector of positive numbers; got"),
        (([1, 1], [1, np.inf]), "examination must be a vector of positive numbers; got"),
        (([[1, 1]], [1, 1]), "attraction must be a vector of positive numbers; got"),
    ],
)
def test_a_start_that_does_not_fit_is_refused(start, words):
    with pytest.raises(ValueError, match=words):
        fit_newton(CLICKS, PLAYS, start=start)


def test_a_step_of_exactly_the_tolerance_ends_an_iteration():
    for fit in FITS:  # with one item and one position, the start is the answer
        found = fit([[3]], [[4]], tolerance=0.0)
        assert found.converged and found.attraction.tolist() == [0.75]
    assert fit_exact([[0]], [4], [[3]], tolerance=0.0).converged


def test_the_likelihood_asks_for_less_than_the_deviance():
    clicks, plays = [[4, 4], [4, 0]], [[10, 10], [10, 10]]
    assert fit_newton(clicks, plays).converged and fit_em(clicks, plays).converged
    assert fit_exact([[0, 1], [1, 0]], [10, 10], [[4, 0], [4, 4]]).converged
    for bounds in ((0, 1), (1e-4, np.inf)):
        with pytest.raises(ValueError, match="item 1 at position 1"):
            fit_algorithm_1(clicks, plays, bounds=bounds)
    for differentiated in (fit_newton, sensitivities):
        with pytest.raises(ValueError, match="item 1 at position 1"):
            differentiated(clicks, plays, deviance=True)
    with pytest.raises(ValueError, match="item 1 at position 1"):
        sensitivities(clicks, plays, fit_newton(clicks, plays), deviance=True)


def test_a_limit_is_reported_and_bounds_make_algorithm_1_end():
    fit = fit_algorithm_1(CLICKS, PLAYS, limit=3)
    assert (fit.converged, fit.stopped_by, fit.iterations) == (False, "limit", 3)
    fit = fit_algorithm_1([[4, 4], [4, 0]], PLAYS, bounds=(1e-4, 1))
    assert fit.converged and fit.attraction.max() <= 1
    assert fit_algorithm_1(CLICKS, PLAYS, bounds=(1, 1)).attraction.tolist() == [1, 1]
    with pytest.raises(ValueError, match="bounds must enclose 1"):
        fit_algorithm_1(CLICKS, PLAYS, bounds=(0, 0.5))


def test_the_released_algorithm_needs_a_click_at_the_first_position():
    clicks, plays = np.array([[0.0, 3.0], [0.0, 2.0]]), np.array([[4.0, 5.0], [5.0, 4.0]])
    with pytest.raises(ZeroDivisionError):
        fixed_point.iterate(
            clicks, plays, np.ones(2), np.ones(2), fixed_point.RELEASED, 0.0, np.inf, 1e-8, 50
        )
