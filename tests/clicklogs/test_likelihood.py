"""The three log-likelihoods of the examination agree with quadrature, search and enumeration."""

import itertools

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.special import betaln, comb, expit, log_expit
from scipy.stats import beta

from clicklogs import likelihood
from clicklogs.pairs import NORMAL, TAIL

from .tables import cells_of

KAPPA = np.array([1.0, 0.7, 0.4, 0.25])


def random_table(seed, n_pairs=12, most=30):
    """Sparse counts with empty cells, cells without clicks and cells in which every display is clicked."""
    rng = np.random.default_rng(seed)
    plays = rng.integers(0, most, (n_pairs, KAPPA.size)) * rng.integers(0, 2, (n_pairs, KAPPA.size))
    plays[:, 0] += plays.sum(axis=1) == 0
    clicks = rng.binomial(plays, rng.uniform(size=plays.shape))
    clicks[0], clicks[1] = 0, plays[1]
    return clicks, plays


def log_density(theta, clicks, plays, kappa):
    p = theta * kappa
    some = clicks > 0
    return (clicks[some] * np.log(p[some])).sum() + ((plays - clicks) * np.log1p(-p)).sum()


FUNCTIONS = {
    "conditional": likelihood.conditional,
    "profile": lambda cells, kappa: likelihood.profile(cells, kappa, np.full(12, np.nan)),
    "marginal": lambda cells, kappa: likelihood.marginal(
        cells, kappa, (1.0, 4.0), likelihood.blank_posterior(12)
    )[0],
}


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("seed", [0, 1])
def test_slope_and_information_are_the_differences_of_value_and_slope(name, seed):
    cells = cells_of(*random_table(seed))
    at = FUNCTIONS[name](cells, KAPPA)
    for position in range(1, KAPPA.size):  # the first is at its bound
        step = np.exp(1e-4 * (np.arange(KAPPA.size) == position))
        up, down = (FUNCTIONS[name](cells, kappa) for kappa in (KAPPA * step, KAPPA / step))
        assert at.slope[position] == pytest.approx((up.value - down.value) / 2e-4, abs=2e-4)
        np.testing.assert_allclose(
            at.information[position], (down.slope - up.slope) / 2e-4, rtol=1e-4, atol=2e-4
        )


@pytest.mark.parametrize("prior", [(1.0, 4.0), (0.3, 0.5), (2.0, 30.0)])
@pytest.mark.parametrize("most", [3, 30, 3000])
def test_the_marginal_value_and_mean_are_those_of_a_fine_and_wide_quadrature(prior, most):
    clicks, plays = random_table(5, most=most)
    cells, posterior = cells_of(clicks, plays), likelihood.blank_posterior(12)
    found = likelihood.marginal(cells, KAPPA, prior, posterior)[0]
    t = np.linspace(-120, 120, 240_001)
    theta, rest = expit(t), expit(-t)
    missed = np.log(rest[:, None] + np.outer(theta, 1 - KAPPA))  # log(1 - θ κ) as θ -> 1
    value = 0.0
    for pair in range(12):
        height = (clicks[pair].sum() + prior[0]) * log_expit(t) + prior[1] * log_expit(-t)
        height += missed @ (plays - clicks)[pair] + clicks[pair] @ np.log(KAPPA)
        density = np.exp(height - height.max())
        value += np.log(density.sum() * 1e-3) + height.max() - betaln(*prior)
        mean = (density * theta).sum() / density.sum()
        assert posterior.mean[pair] == pytest.approx(mean, rel=3e-5)
    assert found.value == pytest.approx(value, abs=2e-5)


def test_the_profile_is_the_largest_value_over_each_attraction():
    clicks, plays = random_table(3)
    theta = np.full(12, np.nan)
    found = likelihood.profile(cells_of(clicks, plays), KAPPA, theta)
    value = 0.0
    for pair in range(12):
        best = minimize_scalar(
            lambda t, pair=pair: -log_density(t, clicks[pair], plays[pair], KAPPA),
            bounds=(1e-12, 1 - 1e-12),
            method="bounded",
            options={"xatol": 1e-12},
        )
        value -= best.fun
        assert theta[pair] == pytest.approx(best.x, abs=2e-6)
    assert found.value == pytest.approx(value, abs=1e-5)
    assert theta[0] == 0 and theta[1] == 1


def test_the_conditional_slope_has_mean_0_for_bernoulli_clicks_by_enumeration():
    """The mean over all outcomes of one pair at three positions is 0.

    The attraction is so large that the clicks are far from a Poisson distribution.
    """
    plays, theta, kappa = np.array([2, 1, 3]), 0.9, KAPPA[:3]
    mean, square = np.zeros(3), np.zeros((3, 3))
    for clicks in itertools.product(*(range(n + 1) for n in plays)):
        p = theta * kappa
        chance = np.prod(comb(plays, clicks) * p**clicks * (1 - p) ** (plays - clicks))
        slope = likelihood.conditional(cells_of([clicks], [plays]), kappa).slope
        mean += chance * slope
        square += chance * np.outer(slope, slope)
    np.testing.assert_allclose(mean, 0, atol=1e-14)
    share = plays * kappa / (plays @ kappa)  # the value that `conditional_noise` estimates
    project = np.eye(3) - np.outer(share, np.ones(3))
    noise = project @ np.diag(plays * p * (1 - p)) @ project.T
    np.testing.assert_allclose(square, noise, atol=1e-14)


def test_the_noise_is_that_of_the_formula_with_its_estimates():
    clicks, plays = np.array([3, 0, 2]), np.array([5, 4, 9])
    noise = likelihood.conditional_noise(cells_of([clicks], [plays]), KAPPA[:3], 1.0, 4.0)
    exposure = plays * KAPPA[:3]
    share, theta = exposure / exposure.sum(), 6 / (exposure.sum() + 5)
    project = np.eye(3) - np.outer(share, np.ones(3))
    expected = project @ np.diag(5 * share * (1 - theta * KAPPA[:3])) @ project.T
    np.testing.assert_allclose(noise, expected, rtol=1e-12)


def test_positions_of_examination_0_are_passed_over():
    clicks, plays = random_table(2)
    masked = KAPPA * [1, 0, 1, 1]
    without = plays * [1, 0, 1, 1]
    without[:, 0] += without.sum(axis=1) == 0
    full = plays + (without - plays * [1, 0, 1, 1])
    for name, function in FUNCTIONS.items():
        kept = function(cells_of(clicks * [1, 0, 1, 1], without), masked)
        passed = function(cells_of(clicks, full), masked)
        assert passed.value == pytest.approx(kept.value), name
        np.testing.assert_allclose(passed.slope, kept.slope, atol=1e-9)


@pytest.mark.parametrize("prior", [(1.0, 4.0), (0.5, 0.5)])
def test_at_full_examination_the_posterior_is_a_beta_law(prior):
    clicks, plays = np.array([[0], [3], [400], [7]]), np.array([[9], [10], [5000], [7]])
    cells, posterior = cells_of(clicks, plays), likelihood.blank_posterior(4)
    likelihood.marginal(cells, np.ones(1), prior, posterior)
    a, b = clicks[:, 0] + prior[0], (plays - clicks)[:, 0] + prior[1]
    np.testing.assert_allclose(posterior.mean, a / (a + b), rtol=1e-5)
    low, high = np.empty((2, 4))
    likelihood.posterior_intervals(cells, np.ones(1), np.zeros((1, 1)), *prior, TAIL, NORMAL, low, high)
    np.testing.assert_allclose(low, beta.ppf(0.025, a, b), rtol=0.02)
    np.testing.assert_allclose(high, beta.ppf(0.975, a, b), rtol=0.02)
