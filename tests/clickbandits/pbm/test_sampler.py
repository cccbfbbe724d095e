"""The sampler of PBM-TS agrees with the posterior's distribution function by quadrature."""

import math

import numpy as np
import pytest
from numba import njit
from scipy import stats

from clickbandits.compiled import compiled
from clickbandits.pbm import sampler
from clickbandits.pbm.sampler import REACH, TAIL, draw, draw_of_tail, uniform_prior

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
    "just enough, rare": ([70], [5000], [0.5]),
    "just enough, frequent": ([1900], [2000], [1.0]),
    "hardly examined": ([3, 80], [5, 30_000], [0.9, 0.01]),
    "all but unseen, no click": ([0], [5000], [1e-6]),
    "all but unseen, a click": ([1, 0], [2, 900], [1e-9, 1e-5]),
    "unseen": ([2, 0], [5, 40], [1e-12, 1e-300]),
}
HUGE = {
    "rare": ([5 * 10**4, 3], [10**7, 100], [0.9, 0.3]),
    "frequent": ([10**7, 10**6], [10**7 + 300, 10**6 + 50], [1.0, 0.99]),
    "even": ([10**8], [3 * 10**8], [0.6]),
}


learn, rise, shortfall, shortfall_bounds = map(
    compiled, (sampler.learn, sampler.rise, sampler.shortfall, sampler.shortfall_bounds)
)


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
    edges = np.linspace(max(heavy[0] - 1e-5, 0), min(heavy[-1] + 1e-5, 1), 400_001)
    middle = (edges[1:] + edges[:-1]) / 2
    weight = np.exp(log_density(middle) - log_density(middle).max())
    total = np.concatenate([[0.0], np.cumsum(weight)])
    return lambda q: np.interp(q, edges, total / total[-1])


def assert_follows(posterior, case, rng):
    """Kolmogorov's test at 1e-6; the 19 cases together give a false alarm in 50,000 runs.

    With fewer draws, a wrong exponent of the normal bound is not noticed, because the squeeze accepts first.
    """
    sample = compiled(draws)(posterior, 500_000, rng)
    assert ((sample > 0) & (sample < 1)).all()
    assert stats.kstest(sample, distribution(*case)).pvalue > 1e-6


@pytest.mark.parametrize("name", CASES)
def test_draws_follow_the_posterior(name):
    clicks, plays, examination = CASES[name]
    rng = np.random.default_rng(3)
    posterior = uniform_prior(1, np.array(examination))
    for position, (s, n) in enumerate(zip(clicks, plays, strict=True)):
        for clicked in rng.permutation(np.arange(n) < s):
            learn(posterior, 0, position, int(clicked), 1)
    assert_follows(posterior, CASES[name], rng)


@pytest.mark.parametrize("name", HUGE)
def test_draws_follow_the_posterior_of_huge_counts(name):
    clicks, plays, examination = HUGE[name]
    rng = np.random.default_rng(4)
    posterior = uniform_prior(1, np.array(examination))
    for position, (s, n) in enumerate(zip(clicks, plays, strict=True)):
        learn(posterior, 0, position, s // 100 * 97, n // 100 * 97)
    for position, (s, n) in enumerate(zip(clicks, plays, strict=True)):  # below older bounds
        learn(posterior, 0, position, s - s // 100 * 97, n - n // 100 * 97)
    assert posterior.scale[0] > 0.0
    assert_follows(posterior, HUGE[name], rng)


@njit
def tails(posterior, n_draws, rng):
    g = posterior.clicks[0] / posterior.point[0] - posterior.rate[0]
    return np.array([draw_of_tail(posterior, 0, g, rng) for _ in range(n_draws)])


@pytest.mark.parametrize("name", ["just enough, rare", "just enough, frequent", "near 1"])
def test_the_tails_are_drawn_as_often_as_the_posterior_has_them(name):
    # A Poisson test at 1e-6 for tails that a test of all draws would hardly reach.
    clicks, plays, examination = CASES[name]
    posterior = uniform_prior(1, np.array(examination))
    for position, (s, n) in enumerate(zip(clicks, plays, strict=True)):
        learn(posterior, 0, position, s, n)
    x, s, variance = posterior.point[0], posterior.scale[0], posterior.variance[0]
    g = posterior.clicks[0] / x - posterior.rate[0]
    assert s > 0.0

    n_draws = 1_000_000
    taken = compiled(tails)(posterior, n_draws, np.random.default_rng(6))
    for side in (-1, 1):
        end = min((1 - x) / s, 4 * REACH) if side > 0 else min(x / s, 4 * REACH)
        y = np.linspace(REACH, max(end, REACH), 20_001)[1:-1]
        heights = [math.exp(rise(posterior, 0, x + side * s * each, x)) for each in y]
        area = np.sum(heights) * (y[1] - y[0])
        # The units are those in which a proposal below the normal density has its own density.
        middle = math.sqrt(2 * math.pi * variance) / s * math.exp(g * g * variance / 2)
        expected = n_draws * area / (middle * TAIL / (1 - TAIL))
        found = int(np.sum((side * (taken - x) > 0) & (taken > 0)))
        low, high = stats.poisson.ppf([5e-7, 1 - 5e-7], expected)
        assert low <= found <= high


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
