"""The sampler of PBM-TS against the posterior's distribution function, by quadrature."""

import numpy as np
import pytest
from numba import njit
from scipy import stats

from clickbandits.pbm.sampler import draw, learn, shortfall, shortfall_bounds, uniform_prior

CASES = {  # (clicks, plays) by position, and examination
    "no data": ([0, 0], [0, 0], [0.9, 0.3]),
    "no click": ([0, 0], [7, 40], [0.9, 0.3]),
    "a click for every play": ([1, 5], [1, 5], [0.9, 0.3]),
    "few": ([1, 0, 1], [2, 3, 1], [0.9, 0.6, 0.3]),
    "many": ([900, 400, 41], [2500, 1500, 300], [0.9, 0.6, 0.3]),
    "examination 1": ([95, 3], [100, 20], [1.0, 0.2]),
    "near 1": ([855, 290], [1000, 1000], [0.9, 0.3]),
    "beyond 1": ([0, 340], [10, 1000], [0.9, 0.3]),
    "far beyond 1": ([90, 400], [92, 1000], [0.9, 0.3]),
    "one position": ([30], [100], [0.5]),
}


@njit
def draws(posterior, n_draws, rng):
    return np.array([draw(posterior, 0, rng) for _ in range(n_draws)])


def distribution(clicks, plays, examination):
    """The posterior's distribution function on a grid, refined where the mass is."""
    failures = np.subtract(plays, clicks)

    def log_density(q):
        logs = np.log1p(-np.multiply.outer(q, examination)) @ failures
        return logs + np.sum(clicks) * np.log(q)

    grid = (np.arange(200_000) + 0.5) / 200_000
    weight = np.exp(log_density(grid) - log_density(grid).max())
    heavy = grid[weight > 1e-14 * weight.max()]
    edges = np.linspace(max(heavy[0] - 1e-5, 0), min(heavy[-1] + 1e-5, 1), 200_001)
    middle = (edges[1:] + edges[:-1]) / 2
    weight = np.exp(log_density(middle) - log_density(middle).max())
    total = np.concatenate([[0.0], np.cumsum(weight)])
    return lambda q: np.interp(q, edges, total / total[-1])


@pytest.mark.parametrize("name", CASES)
def test_draws_follow_the_posterior(name):
    # Kolmogorov's test at 1e-6: ten cases, a false alarm in 100,000 runs of the suite.
    clicks, plays, examination = CASES[name]
    rng = np.random.default_rng(3)
    posterior = uniform_prior(1, np.array(examination))
    for position, (s, n) in enumerate(zip(clicks, plays, strict=True)):
        for clicked in rng.permutation(np.arange(n) < s):
            learn(posterior, 0, position, int(clicked), 1)
    sample = draws(posterior, 20_000, rng)
    assert ((sample > 0) & (sample < 1)).all()
    assert stats.kstest(sample, distribution(clicks, plays, examination)).pvalue > 1e-6


@pytest.mark.parametrize("name", CASES)
def test_the_bounds_of_the_shortfall_hold(name):
    clicks, plays, examination = CASES[name]
    posterior = uniform_prior(1, np.array(examination))
    for position, (s, n) in enumerate(zip(clicks, plays, strict=True)):
        learn(posterior, 0, position, s, n)
    x = posterior.point[0]
    for q in np.concatenate([np.linspace(0.001, 0.999, 101), x + np.array([-1e-3, 0.0, 1e-7])]):
        low, high = shortfall_bounds(posterior, 0, q, x)
        assert low * (1 - 1e-9) - 1e-9 <= shortfall(posterior, 0, q, x) <= high * (1 + 1e-9) + 1e-9
