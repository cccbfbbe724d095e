"""The certificates of the fits hold on skewed, sparse and degenerate tables, and from distant starts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp, mpf
from scipy.optimize import linprog, minimize

from clickbandits.mnl import certificate
from clickbandits.mnl.estimators import (
    deviance,
    fit_algorithm_1,
    fit_em,
    fit_exact,
    fit_newton,
    log_likelihood,
)
from clickbandits.mnl.identifiability import obstacle_to_algorithm_1
from clickbandits.mnl.list_likelihood import list_log_likelihood
from clickbandits.shortfall import allowed

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


def exact_value(table, logs, deviance):
    """Likelihood (50), or minus the deviance, at logarithms of 50 digits."""
    total = mpf(0)
    for (j, k), plays in np.ndenumerate(table[1]):
        clicks, plays = mpf(float(table[0][j, k])), mpf(float(plays))
        x = logs[j] + logs[len(table[0]) + k]
        loss = clicks * mp.exp(-x) + plays * x if deviance else (clicks + plays) * mp.log1p(mp.exp(x))
        total += -loss if deviance else clicks * x - loss
    return total


def exact_step(table, logs, deviance):
    """The step of Newton's method in 50 digits, without the first position, and the rise that it promises."""
    n_items, size = len(table[0]), sum(table[0].shape)
    slope, matrix = mp.matrix(size, 1), mp.matrix(size, size)
    for (j, k), plays in np.ndenumerate(table[1]):
        clicks, plays, i = mpf(float(table[0][j, k])), mpf(float(plays)), n_items + k
        gamma = mp.exp(logs[j] + logs[i])
        weight = clicks / gamma if deviance else (clicks + plays) * gamma / (1 + gamma) ** 2
        rise = clicks / gamma - plays if deviance else (clicks - gamma * plays) / (1 + gamma)
        for one in (j, i):
            slope[one] += rise
            for two in (j, i):
                matrix[one, two] += weight
    for other in range(size):
        matrix[n_items, other] = matrix[other, n_items] = mpf(other == n_items)
    slope[n_items] = 0
    step = mp.lu_solve(matrix, slope)
    return list(step), sum(step[i] * slope[i] for i in range(size))


def exact_shortfall(table, fit, deviance):
    """How far a fit is from the best value, in nats, by Newton's method in 50 digits."""
    with mp.workdps(50):
        begin = logs = [mp.log(mpf(float(x))) for x in (*fit.attraction, *fit.examination)]
        promised = mpf(1)
        while promised > mpf(10) ** -35:
            step, promised = exact_step(table, logs, deviance)
            n_items = len(table[0])
            spread = max(abs(a + b) for a in step[:n_items] for b in step[n_items:])
            length = 1 if spread <= 1 else mp.log1p(spread) / spread
            logs = [x + length * move for x, move in zip(logs, step, strict=True)]
        return float(exact_value(table, logs, deviance) - exact_value(table, begin, deviance))


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from((1, 6, 12)), st.sampled_from((0.02, 1.0, 8.0)))
def test_a_fit_that_converged_is_within_the_tolerance_of_the_best_value(seed, digits, power):
    """On skewed tables of up to 10^12 plays; a share of the objective, however small, is not a distance."""
    rng = np.random.default_rng(seed)
    shape = rng.integers(1, 4, 2)
    plays = np.ceil(10.0 ** rng.uniform(0, digits, shape))
    table = np.maximum(np.floor(plays * 3 * rng.random(shape) ** power), 1), plays
    for fit, sign, arguments in FITS[:4]:
        found = fit(*table, **(arguments | {"limit": 300}))
        short = exact_shortfall(table, found, sign > 0)
        tolerance = 1e-9 if fit is fit_newton else 1e-10
        assert found.converged == (found.shortfall <= allowed(tolerance, table[0].sum()))
        assert short <= found.shortfall * (1 + 1e-6) + 1e-18
        assert found.converged or fit is not fit_newton


def test_a_large_objective_does_not_loosen_the_tolerance():
    """Algorithm 1 once accepted 10^-15 of the objective, which with 10^12 plays is .1 nats."""
    found = fit_algorithm_1([[8, 2], [2, 2]], np.full((2, 2), 1e12))
    assert found.converged and found.shortfall <= 1e-10


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_the_obstacle_to_algorithm_1_is_that_of_a_linear_program(seed):
    """The largest t for which a table that is at least t where there were clicks has the margins of plays."""
    rng = np.random.default_rng(seed)
    plays = rng.integers(0, 4, rng.integers(1, 5, 2)).astype(float)
    clicks = np.where(plays > 0, rng.integers(0, 2, plays.shape), 0).astype(float)
    if (reason := obstacle_to_algorithm_1(clicks, plays)) and "no table" not in reason:
        return
    item, position = np.nonzero(clicks)
    cells = np.arange(item.size)
    margins = np.zeros((sum(plays.shape), item.size + 1))
    margins[item, cells] = margins[len(plays) + position, cells] = 1
    least = np.hstack([-np.eye(item.size), np.ones((item.size, 1))])
    sums, free = np.append(plays.sum(axis=1), plays.sum(axis=0)), [(None, None)] * (item.size + 1)
    program = linprog([0] * item.size + [-1], least, 0 * cells, margins, sums, bounds=free)
    assert (reason == "") == (program.status == 0 and program.x[-1] > 1e-9)


def test_the_obstacle_to_algorithm_1_is_exact_for_large_counts():
    """One play in 10^12 decides; a linear program in doubles gave up on such tables."""
    assert obstacle_to_algorithm_1([[5, 5], [5, 0]], [[1e12 + 1, 5], [7, 1e12]]) == ""
    assert "item 1 at position 1" in obstacle_to_algorithm_1([[5, 5], [5, 0]], [[1e12, 5], [7, 1e12]])
