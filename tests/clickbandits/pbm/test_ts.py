"""PBM-TS and BC-MP-TS agree with their plain versions, and the sampler with the posterior."""

from functools import cache, partial
from itertools import permutations

import numpy as np
import pytest
from numpy.polynomial import Polynomial
from scipy import stats

from clickbandits.compiled import compiled
from clickbandits.pbm.ts import BC_MP_TS, PBM_TS

from .trees import assert_agreement, by_value, count, empty, placed, pooled


@cache
def exact_density(row, examination):
    """The posterior of an item as a polynomial."""
    density = Polynomial([1.0])
    for (s, n), seen in zip(row, examination, strict=True):
        density *= Polynomial([0, 1]) ** s * Polynomial([1, -seen]) ** (n - s)
    return density / density.integ()(1.0)


def exact_order(order, counts, examination):
    """P(draws come in this order) for two or three items, by integrals of polynomials."""
    densities = [exact_density(counts[item], examination) for item in order]
    above = densities[0].integ()
    middle = densities[1] * (1 - above)
    if len(order) == 3:
        middle = middle * densities[2].integ()
    return middle.integ()(1.0)


@cache
def beta_functions(s, views):
    """The density and distribution function of a Beta posterior at the midpoints of 2000 cells."""
    middles, law = (np.arange(2000) + 0.5) / 2000, stats.beta(s + 1, max(views - s, 0) + 1)
    return law.pdf(middles), law.cdf(middles)


def beta_order(order, counts, examination):
    """P(Beta draws come in this order) by the midpoint rule."""
    laws = []
    for item in order:
        s, _, views = pooled(counts[item], examination)
        laws.append(beta_functions(s, views))
    below = laws[2][1] if len(order) == 3 else 1.0
    return float(np.mean(laws[1][0] * (1 - laws[0][1]) * below))


def ts_law(t, memory, *, examination, chance_of_order):
    law, counts = {}, memory[1]
    for order in permutations(range(len(counts))):
        action = placed(order, by_value(examination))
        law[action] = law.get(action, 0.0) + chance_of_order(order, counts, examination)
    return [(chance, action, action) for action, chance in law.items()]


@pytest.mark.parametrize(("policy", "chance_of_order"), [(PBM_TS, exact_order), (BC_MP_TS, beta_order)])
@pytest.mark.parametrize(
    ("attraction", "examination", "horizon"),
    [([0.7, 0.4], (0.75,), 7), ([0.2, 0.9, 0.5], (0.375, 0.875), 3), ([0.9, 0.3], (0.5, 1.0), 4)],
)
def test_mean_regret_is_the_trees(policy, chance_of_order, attraction, examination, horizon):
    law = partial(ts_law, examination=examination, chance_of_order=cache(chance_of_order))
    start = [(1.0, ((), empty(len(attraction), len(examination))))]
    assert_agreement(policy, attraction, examination, horizon, start, law, count)


choose, update = compiled(BC_MP_TS.choose), compiled(BC_MP_TS.update)


def test_bc_mp_ts_draws_from_beta_laws():
    # Kolmogorov's test at 1e-6 for three items.
    rng = np.random.default_rng(0)
    examination = np.array([0.9, 0.3])
    state = BC_MP_TS.start(3, 2, examination, 10, rng)
    update(state, 0, np.array([0, 1]), np.array([40, 9]), 100, rng)
    update(state, 0, np.array([2, 0]), np.array([0, 10]), 20, rng)
    action, draws = np.zeros(2, dtype=np.int64), np.empty((5000, 3))
    for row in draws:
        choose(state, 1, action, rng)
        row[:] = state.index
    # Ñ = 96, 30 and 18; more clicks than examinations count as no failure
    for row, law in zip(draws.T, [(51, 47), (10, 22), (1, 19)], strict=True):
        assert stats.kstest(row, stats.beta(*law).cdf).pvalue > 1e-6


def test_bc_mp_ts_survives_more_clicks_than_examinations():
    rng = np.random.default_rng(0)
    state = BC_MP_TS.start(1, 1, np.array([0.1]), 10, rng)
    update(state, 0, np.array([0]), np.array([5]), 5, rng)
    action, draws = np.zeros(1, dtype=np.int64), []
    for _ in range(5000):
        choose(state, 1, action, rng)
        draws.append(state.index[0])
    assert stats.kstest(draws, stats.beta(6, 1).cdf).pvalue > 1e-6
