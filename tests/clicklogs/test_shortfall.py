"""The fit of a whole log is as near to the maximum as its shortfall, and says so."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.special import logsumexp, roots_jacobi
from tests.clickbandits.pbm.convex import exact_log_likelihood, maximum
from tests.clicklogs.tables import cells_of, names

from clickbandits.shortfall import allowed
from clicklogs import solver
from clicklogs.fit import fit_cells


def fitted(table, prior):
    return fit_cells(cells_of(*table), names(len(table[0])), prior)


@st.composite
def hostile(draw, largest=12):
    """Tables with a click and a display in every cell, skewed by up to `largest` powers of ten."""
    shape = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    plays = np.ceil(10.0 ** rng.uniform(0.3, draw(st.sampled_from((1, 4, largest))), shape))
    power = draw(st.sampled_from((0.01, 1.0, 8.0)))  # near 1, anything, near 0
    return np.clip(np.floor(plays * rng.random(shape) ** power), 1, plays), plays


def check_without_a_prior(table):
    clicks, plays = table
    found, best = fitted(table, "ml"), maximum(clicks, plays)
    reached = exact_log_likelihood(found.attraction_with_prior, found.with_prior, clicks, plays)
    short = float(best.upper - reached)
    assert found.converged == (found.shortfall <= allowed(solver.NEAR, clicks.sum()))
    assert not found.converged or short <= allowed(solver.NEAR, clicks.sum())
    rounding = 1e-12 * (1 + abs(found.log_likelihood))
    assert short <= 1.001 * found.shortfall + rounding


@given(hostile())
@settings(max_examples=15, deadline=None)
def test_a_fit_without_a_prior_is_as_near_to_the_maximum_as_it_says(table):
    check_without_a_prior(table)


@given(hostile())
@settings(max_examples=15, deadline=None)
def test_so_is_one_that_stopped_early(table):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "MAX_STEPS", 0)
        patch.setattr(solver, "FURTHER", 0)
        check_without_a_prior(table)


def marginal(kappa, table, prior):
    """The marginal log-likelihood by Gauss-Jacobi quadrature, for few displays."""
    clicks, plays = table
    a, b = prior
    nodes, weights = roots_jacobi(300, b - 1, a - 1)
    theta = (1 + nodes) / 2
    chance = theta[:, None, None] * kappa
    logs = (clicks * np.log(chance) + (plays - clicks) * np.log1p(-chance)).sum(axis=2)
    law = np.log(weights) - np.log(weights.sum())
    return logsumexp(logs + law[:, None], axis=0).sum()


@given(hostile(largest=2), st.sampled_from([(1.0, 1.0), (1.0, 4.0), (2.5, 2.0)]))
@settings(max_examples=15, deadline=None)
def test_a_fit_with_a_prior_is_as_near_to_the_maximum_as_it_says(table, prior):
    found = fitted(table, prior)

    def short(reference):
        """How much can be gained if one of the positions keeps its examination of 1."""
        free = np.flatnonzero(np.arange(found.with_prior.size) != reference)

        def loss(logs):
            kappa = np.ones(found.with_prior.size)
            kappa[free] = np.exp(logs)
            return -marginal(kappa, table, prior)

        here = np.log(found.with_prior[free])
        best = minimize(loss, here, method="L-BFGS-B", bounds=[(-15, 0)] * free.size) if free.size else None
        return loss(here) - best.fun if best else 0.0

    assert found.converged and found.shortfall <= solver.NEAR
    largest = np.flatnonzero(found.with_prior == 1)
    assert min(short(reference) for reference in largest) <= found.shortfall + 1e-6


def test_the_bound_by_tangents_is_near_the_distance():
    """Where rounding errors hide the slope, the corners of a simplex replace the slope at one point."""
    table = np.array([[80, 720], [180, 9]]) * 10**9, np.array([[100, 2000], [2000, 100]]) * 10**9
    found = fitted(table, (1.0, 4.0))
    assert found.converged and found.shortfall <= allowed(1e-4, 1e12)


def test_a_start_that_is_far_away_has_not_converged(monkeypatch):
    monkeypatch.setattr(solver, "MAX_STEPS", 0)
    monkeypatch.setattr(solver, "FURTHER", 0)
    table = np.array([[80, 720], [180, 9]]), np.array([[100, 2000], [2000, 100]])
    found = fitted(table, "ml")
    assert not found.converged and found.shortfall > 1e-4
    assert any("did not converge" in note for note in found.notes)
