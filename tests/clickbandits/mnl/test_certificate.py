"""The certificates of the fits hold on skewed, sparse and degenerate tables, and from distant starts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from clickbandits.mnl import certificate
from clickbandits.mnl.estimators import (
    deviance,
    fit_algorithm_1,
    fit_em,
    fit_exact,
    fit_newton,
    log_likelihood,
)
from clickbandits.mnl.list_likelihood import list_log_likelihood

PLAYS = (0, 0, 1, 3, 20, 1000, 10**6)
SHARES = (0, 0, 0.001, 0.5, 1, 3)
"""Plays of a cell with its clicks per play: never shown, never clicked, always clicked and more."""
FITS = (
    (fit_newton, -1, {}),
    (fit_em, -1, {"limit": 3000}),
    (fit_newton, 1, {"deviance": True}),
    (fit_algorithm_1, 1, {"limit": 3000}),
    (fit_algorithm_1, 1, {"limit": 3000, "bounds": (1e-4, 1.0)}),
)
"""A fit, the sign with which its objective is minimised, and its settings."""


@st.composite
def tables(draw):
    shape = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    cells = st.tuples(st.sampled_from(PLAYS), st.sampled_from(SHARES))
    drawn = np.array(draw(st.lists(cells, min_size=shape[0] * shape[1], max_size=shape[0] * shape[1])))
    plays = drawn[:, 0].reshape(shape)
    return np.ceil(plays * drawn[:, 1].reshape(shape)), plays


@st.composite
def starts(draw, shape):
    powers = draw(st.lists(st.integers(-12, 12), min_size=sum(shape), max_size=sum(shape)))
    values = 10.0 ** np.array(powers)
    return values[: shape[0]], values[shape[0] :]


def best_by_another_solver(clicks, plays, sign, bounds=(0.0, np.inf)):
    """The best value that L-BFGS-B finds, which cannot be better than the optimum."""
    n_items = len(clicks)
    value = deviance if sign > 0 else log_likelihood

    def at(logs):
        attraction, examination = np.exp(logs[:n_items]), np.exp(np.append(0.0, logs[n_items:]))
        gamma = np.outer(attraction, examination)
        slope = plays - clicks / gamma if sign > 0 else (gamma * plays - clicks) / (1 + gamma)
        slopes = np.append(slope.sum(axis=1), slope.sum(axis=0)[1:])
        return sign * value(clicks, plays, attraction, examination), slopes

    ends = [max(np.log(max(bounds[0], 1e-9)), -20), min(np.log(bounds[1]), 20)]
    start = np.clip(np.full(n_items + clicks.shape[1] - 1, -1.0), *ends)
    return sign * minimize(at, start, jac=True, method="L-BFGS-B", bounds=[ends] * start.size).fun


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_no_solver_does_better_than_the_certificate_allows(data):
    clicks, plays = data.draw(tables())
    start = data.draw(st.none() | starts(clicks.shape))
    for fit, sign, arguments in FITS:
        try:
            found = fit(clicks, plays, start=start, **arguments)
        except ValueError as error:
            assert "item" in str(error) or "position" in str(error)
            continue
        assert found.shortfall >= 0
        assert np.all(np.isfinite([*found.attraction, *found.examination, found.objective]))
        best = best_by_another_solver(clicks, plays, sign, arguments.get("bounds", (0.0, np.inf)))
        rounding = 1e-12 * (1 + abs(best))
        assert sign * (found.objective - best) <= found.shortfall + rounding
        if found.converged:
            assert sign * (found.objective - best) <= 1e-8 + rounding


@settings(max_examples=40, deadline=None)
@given(tables(), st.integers(0, 10**6), st.sampled_from((1e-3, 0.1, 1.0)))
def test_the_certificate_is_never_less_than_what_is_missing_and_close_to_it_near_the_end(table, seed, away):
    clicks, plays = table
    rng = np.random.default_rng(seed)
    move = np.exp(rng.normal(0, away, len(clicks))), np.exp(rng.normal(0, away, clicks.shape[1]))
    for sign, arguments in ((-1, {}), (1, {"deviance": True})):
        try:
            best = fit_newton(clicks, plays, **arguments)
        except ValueError:
            continue
        at = best.attraction * move[0], best.examination * np.append(1.0, move[1][1:])
        if sign < 0:
            bound, value = certificate.shortfall(clicks, plays, *at), log_likelihood(clicks, plays, *at)
        else:
            bound = certificate.deviance_excess(clicks, plays, *at, 0.0, np.inf)
            value = deviance(clicks, plays, *at)
        missing, rounding = sign * (value - best.objective), 1e-12 * (1 + abs(best.objective))
        assert missing <= bound + rounding
        if away == 1e-3:
            assert bound <= 1.05 * missing + rounding


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_the_exact_likelihood_has_one_too(seed):
    rng = np.random.default_rng(seed)
    lists = np.array([[0, 1], [1, 2], [2, 0], [1, 0]])
    epochs = 10.0 ** rng.integers(0, 6, 4)
    clicks = np.ceil(epochs[:, None] * 10.0 ** rng.uniform(-4, 0.5, (4, 2)))
    best = fit_exact(lists, epochs, clicks)
    assert best.converged
    attraction = best.attraction * np.exp(rng.normal(0, 0.01, 3))
    table = lists, epochs, clicks, attraction, best.examination
    missing = best.objective - list_log_likelihood(*table)
    assert missing <= certificate.exact_shortfall(*table) + 1e-12 * (1 + abs(best.objective))
    assert certificate.exact_shortfall(*table) <= 1.2 * missing + 1e-9


def test_algorithm_1_in_a_range_arrives_at_its_ends_and_starts_within_it():
    clicks, plays = [[4, 4], [0, 0], [9, 2]], [[10, 10], [10, 10], [3, 3]]
    for start in (None, ([1e6, 1e6, 1e-9], [1, 1e6])):
        fit = fit_algorithm_1(clicks, plays, bounds=(1e-4, 1), start=start)
        assert fit.converged and fit.attraction.max() == 1 and fit.attraction[1] == 1e-4
    never_shown = fit_algorithm_1([[4, 0]], [[10, 0]], bounds=(1e-4, 1), start=([1], [1, 50]))
    assert never_shown.examination.tolist() == [1, 1]


def test_em_says_when_it_has_not_arrived():
    # a chain of rarely clicked cells joins the two positions
    clicks, plays = np.array([[1e4, 1.0], [1.0, 1e4]]), np.array([[1e4, 10.0], [10.0, 1e4]])
    early, late = fit_em(clicks, plays, limit=100, start=([1, 50], [1, 0.1])), fit_newton(clicks, plays)
    assert (early.converged, early.stopped_by) == (False, "limit")
    assert 1e-6 < late.objective - early.objective <= early.shortfall
    patient = fit_em(clicks, plays, start=([1, 50], [1, 0.1]))
    assert patient.converged and patient.objective == pytest.approx(late.objective, abs=1e-9)
