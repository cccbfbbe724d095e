"""Fits of both vectors agree with closed forms and an independent optimiser, and they are optimal."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from clickbandits.pbm import em, fitting, rank_one
from clickbandits.pbm.estimators import fit
from clickbandits.pbm.fitting import em_step, log_likelihood, standard_errors

THETA = np.array([0.5, 0.2, 0.35, 0.05])
KAPPA = np.array([1.0, 0.6, 0.3])
PLAYS = np.array([[400, 300, 500], [1000, 200, 300], [600, 700, 800], [900, 900, 900]])


def skewed(seed, shape=(5, 3), displays=2000.0):
    """A log of a system that showed its good items mostly at the bottom."""
    rng = np.random.default_rng(seed)
    theta, kappa = np.sort(rng.beta(1, 1, shape[0])), np.sort(rng.uniform(0.1, 1, shape[1]))[::-1]
    distance = np.abs(np.linspace(0, shape[1] - 1, shape[0])[:, None] - np.arange(shape[1]))
    plays = np.ceil(displays * 10 ** (-1.5 * distance)).astype(int)
    return rng.binomial(plays, np.outer(theta, kappa)), plays


@st.composite
def tables(draw):
    """Clicks and plays, many of them degenerate or skewed.

    Cells are empty, without clicks, or always clicked; and counts differ by factors of a thousand, with
    the best items at the worst positions.
    """
    shape = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    if draw(st.booleans()):
        return skewed(draw(st.integers(0, 10**6)), shape, draw(st.sampled_from([3.0, 50.0, 3000.0])))
    size = shape[0] * shape[1]
    plays = draw(st.lists(st.sampled_from([0, 0, 1, 2, 7, 1000]), min_size=size, max_size=size))
    clicks = [
        draw(st.sampled_from([0, 0, count, count])) if draw(st.booleans()) else draw(st.integers(0, count))
        for count in plays
    ]
    return np.reshape(clicks, shape), np.reshape(plays, shape)


def products(fitted):
    return np.outer(fitted.attraction, fitted.examination)


def best_by_scipy(clicks, plays):
    """The largest log-likelihood that a general optimiser finds in the box."""
    missed = plays - clicks
    n_items = plays.shape[0]

    def negative(logs):
        x = np.minimum(logs[:n_items, None] + logs[n_items:], -1e-12)
        odds = missed / np.expm1(-x)
        slope = clicks - odds
        value = (clicks * x + missed * np.log(-np.expm1(x))).sum()
        return -value, -np.concatenate([slope.sum(axis=1), slope.sum(axis=0)])

    start = np.full(sum(plays.shape), -0.5)
    bounds = [(-40, 0)] * start.size
    options = {"maxiter": 5000, "maxfun": 50000, "ftol": 1e-15, "gtol": 1e-10}
    return -minimize(negative, start, jac=True, bounds=bounds, options=options).fun


@pytest.mark.parametrize("method", ["newton", "em"])
def test_counts_that_are_products_give_their_factors(method):
    fitted = fit(PLAYS * np.outer(THETA, KAPPA), PLAYS, method=method, tolerance=1e-12)
    precision = 1e-7 if method == "newton" else 1e-5  # an error of the maximiser costs only its square
    np.testing.assert_allclose(fitted.attraction, THETA, rtol=precision)
    np.testing.assert_allclose(fitted.examination, KAPPA, rtol=precision)
    assert fitted.converged and fitted.identified and fitted.not_identified == ()


@pytest.mark.parametrize(
    ("clicks", "plays", "attraction", "examination"),
    [
        ([[3, 2, 0]], [[10, 4, 5]], [0.5], [0.6, 1.0, 0.0]),
        ([[3], [0], [4]], [[10], [7], [4]], [0.3, 0.0, 1.0], [1.0]),
        ([[3, 4], [5, 6]], [[3, 4], [5, 6]], [1, 1], [1, 1]),  # all clicks
    ],
)
def test_one_item_or_position_has_the_rates_and_all_clicks_end_at_1(clicks, plays, attraction, examination):
    fitted = fit(clicks, plays)
    assert fitted.attraction == pytest.approx(attraction)
    assert fitted.examination == pytest.approx(examination)
    assert fitted.identified and (attraction != [1, 1] or fitted.log_likelihood == 0)


@pytest.mark.parametrize("seed", range(12))
def test_the_maximum_is_that_of_an_independent_optimiser(seed):
    rng = np.random.default_rng(seed)
    shape = rng.integers(2, 7), rng.integers(2, 5)
    plays = rng.integers(1, 60, shape)
    clicks = rng.binomial(plays, rng.uniform(size=shape))
    assert fit(clicks, plays).log_likelihood == pytest.approx(best_by_scipy(clicks, plays), 1e-8)


def test_the_border_is_respected_where_a_free_product_would_pass_it():
    """The fit keeps to the bound 1, at which the maximum has item 2; the free fit would give it 1.5."""
    clicks, plays = np.array([[900, 600], [0, 90]]), np.array([[1000, 1000], [0, 90]])
    fitted = fit(clicks, plays)
    assert fitted.attraction[1] == 1.0 and fitted.converged
    assert fitted.log_likelihood == pytest.approx(best_by_scipy(clicks, plays), 1e-8)


@given(tables())
@settings(max_examples=150, deadline=None)
def test_every_table_ends_finite_optimal_and_in_few_steps(table):
    """Every fit is finite and takes few steps; the slopes of the concave log-likelihood prove it optimal."""

    clicks, plays = table
    fitted = fit(clicks, plays)
    assert fitted.converged and fitted.iterations < 60
    assert np.isfinite(fitted.attraction).all() and np.isfinite(fitted.log_likelihood)
    assert ((fitted.attraction >= 0) & (fitted.attraction <= 1)).all()
    assert fitted.examination.max() in (0.0, 1.0)
    assert ((fitted.examination >= 0) & (fitted.examination <= 1)).all()
    assert (np.diff(fitted.history) >= 0).all()
    assert fitted.log_likelihood == pytest.approx(
        log_likelihood(fitted.attraction, fitted.examination, clicks, plays), abs=1e-7
    )
    em = fit(clicks, plays, method="em", max_iterations=60)
    gap = fitted.log_likelihood - em.log_likelihood
    assert -1e-7 <= gap <= em.shortfall + 1e-7
    assert gap <= 1e-7 or not em.converged
    for errors in standard_errors(fitted, clicks, plays):
        assert (errors >= 0).all()  # and no NaN


def test_em_started_inside_reaches_the_maximum_that_it_misses_on_a_face():
    """EM reaches the maximum from a start in the interior.

    With the examinations divided by the largest, position 2 would keep the examination 1 forever.
    """
    clicks, plays = np.array([[80.0, 720], [180, 9]]), np.array([[100.0, 2000], [2000, 100]])
    newton, inside = fit(clicks, plays), fit(clicks, plays, method="em")
    assert inside.converged and inside.log_likelihood == pytest.approx(newton.log_likelihood, abs=1e-8)
    theta, kappa = em.start(clicks, plays)
    kappa = kappa / kappa.max()
    for _ in range(20_000):
        theta, kappa = em_step(theta, kappa, clicks, plays)
    shortfall = newton.log_likelihood - log_likelihood(theta, kappa, clicks, plays)
    assert kappa.max() == 1 and 20 < shortfall <= fitting.largest_shortfall(theta, kappa, clicks, plays)


@pytest.mark.parametrize("seed", range(12))
def test_em_and_newton_reach_the_maximum_of_skewed_logs(seed):
    clicks, plays = skewed(seed)
    best = best_by_scipy(clicks, plays)
    for method in ("newton", "em"):
        fitted = fit(clicks, plays, method=method)
        gap = best - fitted.log_likelihood
        assert gap < 1e-5 * max(1, fitted.shortfall / 1e-6)
        assert fitted.converged == (fitted.shortfall <= 1e-10)


@given(tables(), st.integers(0, 10**6))
@settings(max_examples=100, deadline=None)
def test_the_certificate_is_above_the_shortfall_of_any_point(table, seed):
    clicks, plays = (np.array(each, dtype=float) for each in table)
    items, positions = clicks.sum(axis=1) > 0, clicks.sum(axis=0) > 0
    live = np.ix_(items, positions)
    if not items.any():
        return
    rng = np.random.default_rng(seed)
    theta, kappa = rng.uniform(0.01, 1, items.sum()), rng.uniform(0.01, 1, positions.sum())
    gap = fit(clicks, plays).log_likelihood - log_likelihood(theta, kappa, clicks[live], plays[live])
    bound = fitting.largest_shortfall(theta, kappa, clicks[live], plays[live])
    assert gap <= bound * (1 + 1e-9) + 1e-7


@pytest.mark.parametrize(
    ("clicks", "plays", "unique"),
    [
        ([[5, 10], [10, 5]], [[10, 10], [10, 10]], False),  # joined by cells that are always clicked
        ([[5, 9], [10, 5]], [[10, 10], [10, 10]], True),  # one such cell is enough
        ([[5, 10], [1, 5]], [[10, 10], [1, 10]], True),  # at (1, 1) the likelihood fixes both
        ([[9, 10, 0], [10, 9, 3]], [[10, 10, 0], [10, 10, 9]], False),
        ([[3, 4], [5, 6]], [[3, 4], [5, 6]], True),  # all values are fixed at 1
        ([[3, 4, 1], [5, 6, 2]], [[3, 4, 9], [5, 6, 8]], True),
    ],
)
def test_a_connected_table_is_identified_if_no_other_model_is_as_likely(clicks, plays, unique):
    """A table is identified exactly if EM from many starts ends at one table of products in shown cells."""
    fitted = fit(clicks, plays)
    assert fitted.identified == unique
    assert unique or "every display was clicked" in fitted.not_identified[-1]
    rng, shown = np.random.default_rng(0), np.array(plays) > 0
    ends = []
    for _ in range(6):
        start = rng.uniform(0.05, 0.95, 2), rng.uniform(0.05, 0.95, len(plays[0]))
        em = fit(clicks, plays, method="em", start=start)
        assert em.converged and em.identified == unique
        ends.append(products(em)[shown])
    assert (np.ptp(ends, axis=0).max() < 1e-3) == unique
    errors = np.concatenate(standard_errors(fitted, clicks, plays))
    assert unique or np.isinf(errors[errors > 0]).all()


def test_em_rises_at_every_step_and_newton_is_there_long_before():
    clicks = np.random.default_rng(3).binomial(PLAYS * 10, np.outer(THETA / 5, KAPPA))
    em, newton = (fit(clicks, PLAYS * 10, method=method) for method in ("em", "newton"))
    assert (np.diff(em.history) >= -1e-9).all()
    assert newton.iterations < 10 < 100 < em.iterations
    np.testing.assert_allclose(products(em), products(newton), rtol=1e-4)


def test_an_em_step_is_the_conditional_mean_of_what_is_hidden():
    """An EM step equals the conditional mean, by enumeration of the two hidden bits of every display."""
    theta, kappa = np.array([0.5, 0.25]), np.array([0.75, 0.5])
    clicks, plays = np.array([[2, 1], [1, 0]]), np.array([[5, 3], [4, 2]])
    attracted, examined = np.zeros(2), np.zeros(2)
    for item, position in itertools.product(range(2), repeat=2):
        for clicked, count in ((1, clicks), (0, plays - clicks)):
            law = {
                (a, e): (theta[item] if a else 1 - theta[item])
                * (kappa[position] if e else 1 - kappa[position])
                for a, e in itertools.product((0, 1), repeat=2)
                if a * e == clicked
            }
            weight = count[item, position] / sum(law.values())
            attracted[item] += weight * sum(p for (a, _), p in law.items() if a)
            examined[position] += weight * sum(p for (_, e), p in law.items() if e)
    new_theta, new_kappa = em_step(theta, kappa, clicks, plays)
    np.testing.assert_allclose(new_theta, attracted / plays.sum(axis=1))
    np.testing.assert_allclose(new_kappa, examined / plays.sum(axis=0))


def test_the_scale_is_free_and_documented():
    clicks = PLAYS * np.outer(THETA, KAPPA[::-1])
    assert log_likelihood(THETA * 0.8, KAPPA / 1.6, clicks, PLAYS) == pytest.approx(
        log_likelihood(THETA / 2, KAPPA, clicks, PLAYS)
    )
    assert fit(clicks, PLAYS).examination == pytest.approx(KAPPA[::-1], rel=1e-6)


def test_parts_that_share_no_item_are_reported_in_plain_words():
    plays = np.zeros((14, 2), dtype=int)
    plays[:12, 0], plays[12:, 1] = 10, 10
    fitted = fit(plays // 2, plays)
    assert not fitted.identified and fitted.converged
    assert fitted.not_identified[0].startswith("12 items were only ever shown at position 1,")
    assert fitted.not_identified[1].startswith("2 items were only ever shown at position 2,")
    plays[0, 1] = 10
    assert fit(plays // 2, plays).identified


def test_what_was_never_shown_or_never_clicked_is_reported():
    fitted = fit([[2, 0, 0], [0, 0, 0], [0, 0, 0]], [[5, 5, 0], [4, 0, 0], [0, 0, 3]])
    assert fitted.attraction == pytest.approx([0.4, 0, 0])
    assert fitted.examination == pytest.approx([1, 0, 0])
    assert [reason.split(":")[0] for reason in fitted.not_identified] == ["item 3", "position 3"]
    idle = fit([[1, 0]], [[2, 0]])
    assert idle.not_identified == ("no plays of position 2, so no examination can be estimated there",)
    none = fit([[0, 0]], [[3, 4]])
    assert (none.attraction == 0).all() and (none.examination == 1).all() and not none.identified


@pytest.mark.parametrize(
    ("clicks", "plays", "options", "message"),
    [
        ([[1]], [[2]], {"replications": 0}, "from 1 to a million"),
        ([[1]], [[2.5]], {"replications": 9}, "whole"),
        ([[1, 2]], [[1, 1]], {}, "count repeat clicks once"),
        ([[-1]], [[1]], {}, "between 0 and plays"),
        ([[0]], [[np.inf]], {}, "finite"),
        ([[np.nan]], [[1]], {}, "between 0 and plays"),
        ([1, 2], [3, 4], {}, "the same shape"),
        ([[1]], [[1, 2]], {}, "the same shape"),
        ([[1]], [[2]], {"method": "gradient"}, "newton"),
        ([[1]], [[2]], {"max_iterations": -1}, "at least 0"),
        ([[1]], [[2]], {"tolerance": np.nan}, "at least 0"),
        ([[1]], [[2]], {"start": ([1.0], [0.5])}, "never changes a value of 0 or 1; got 1.0"),
        ([[1]], [[2]], {"start": ([0.5], [0.5, 0.5])}, "must have the shapes"),
    ],
)
def test_bad_input_is_refused_with_the_rule(clicks, plays, options, message):
    with pytest.raises(ValueError, match=message):
        (rank_one.rank_one_test if "replications" in options else fit)(clicks, plays, **options)


def test_the_iterations_are_limited():
    fitted = fit([[3, 2], [1, 4]], [[10, 9], [8, 10]], method="em", max_iterations=3)
    assert (fitted.iterations, fitted.converged) == (3, False)
    assert fitted.stopped_by == "max_iterations"


def test_standard_errors_are_those_of_repeated_tables():
    """Standard errors agree with the spread over repeated tables.

    With 200 tables, each ratio of two standard deviations has an error of 5 %; 25 % is five of these.
    """
    rng = np.random.default_rng(5)
    plays = PLAYS * 20
    fits = [fit(rng.binomial(plays, np.outer(THETA, KAPPA)), plays) for _ in range(200)]
    claimed = standard_errors(
        fit(plays * np.outer(THETA, KAPPA), plays), *(plays * np.outer(THETA, KAPPA), plays)
    )
    spread = np.std([one.attraction for one in fits], axis=0)
    np.testing.assert_allclose(claimed[0], spread, rtol=0.25)
    spread = np.std([one.examination for one in fits], axis=0)
    assert claimed[1][0] == spread[0] == 0
    np.testing.assert_allclose(claimed[1][1:], spread[1:], rtol=0.25)


def by_finite_differences(fitted, clicks, plays):
    """Standard errors from a Hessian by finite differences of the log-likelihood and a dense inverse.

    The values 0 and 1 are fixed; the others move on their own scale and not on that of logarithms.
    """
    values = np.concatenate([fitted.attraction, fitted.examination])
    free = np.flatnonzero((values > 0) & (values < 1))

    def height(moves):
        moved = values.copy()
        moved[free] += moves
        return log_likelihood(*np.split(moved, [clicks.shape[0]]), clicks, plays)

    step, hessian = 1e-4 * np.diag(values[free]), np.empty((free.size, free.size))
    for (i, one), (j, other) in itertools.product(enumerate(step), repeat=2):
        corners = height(one + other) - height(one - other) - height(other - one)
        hessian[i, j] = (corners + height(-one - other)) / (4 * step[i, i] * step[j, j])
    errors = np.full(values.size, np.inf)
    errors[free] = np.sqrt(np.diag(np.linalg.inv(-hessian)))
    errors[clicks.shape[0] :][fitted.examination == 1] = 0
    return np.split(errors, [clicks.shape[0]])


def test_what_is_never_clicked_adds_no_information():
    """Displays of an item and at a position without clicks do not change the standard errors.

    They are most of the 10,000 displays of this log.
    """
    plays = np.array([[30, 40, 20, 30], [20, 50, 40, 200], [4000, 3000, 1000, 1570]])
    clicks = np.array([[9, 6, 2, 0], [4, 6, 3, 0], [0, 0, 0, 0]])
    fitted = fit(clicks, plays)
    errors = standard_errors(fitted, clicks, plays)
    for mine, dense in zip(errors, by_finite_differences(fitted, clicks, plays), strict=True):
        np.testing.assert_allclose(mine, dense, rtol=1e-4)
    alone = standard_errors(fit(clicks[:2, :3], plays[:2, :3]), clicks[:2, :3], plays[:2, :3])
    np.testing.assert_allclose(errors[0][:2], alone[0], rtol=1e-6)
    np.testing.assert_allclose(errors[1][:3], alone[1], rtol=1e-6)
    assert errors[0][2] == errors[1][3] == np.inf


def test_without_identification_the_standard_errors_are_infinite_or_given_the_scale():
    table = np.array([[5, 0], [0, 5]]), np.array([[10, 0], [0, 10]])
    theta_errors, kappa_errors = standard_errors(fit(*table), *table)
    np.testing.assert_allclose(theta_errors, np.sqrt(0.25 / 10))
    assert (kappa_errors == 0).all()  # each part has its own scale


def test_the_rank_one_test_accepts_the_model_and_rejects_its_rows_permuted():
    """The rank-one test accepts tables of the model and rejects them after their rows are permuted.

    Under the model, a p-value of 0.01 or less is expected in 2 of 200 tables.
    """
    rates = np.outer(THETA, KAPPA)
    clicks = np.random.default_rng(0).binomial(PLAYS, rates)
    assert rank_one.rank_one_test(clicks, PLAYS, 99).p_value > 0.01
    shuffled = np.array([row[::step] for row, step in zip(rates, (1, -1, 1, -1), strict=True)])
    clicks = np.random.default_rng(1).binomial(PLAYS, shuffled)
    tested = rank_one.rank_one_test(clicks, PLAYS, 99)
    assert tested.p_value == 0.01 and tested.degrees_of_freedom == 6
    assert tested.deviance > 100 > tested.simulated.max()


def test_the_deviance_is_what_a_free_table_gains():
    clicks, plays = np.array([[3, 1], [2, 6]]), np.array([[10, 10], [10, 10]])
    fitted = fit(clicks, plays)
    rates = clicks / plays
    free = (clicks * np.log(rates) + (plays - clicks) * np.log(1 - rates)).sum()
    gain = 2 * (free - fitted.log_likelihood)
    assert rank_one.deviance(fitted, clicks, plays) == pytest.approx(gain)


@given(st.lists(st.lists(st.floats(0, 1), min_size=3, max_size=3), min_size=1, max_size=5))
def test_every_table_has_at_least_the_share_of_its_mean(rates):
    assert rank_one.singular_share(rates) >= rank_one.constant_share(rates) - 1e-12


@given(tables())
def test_the_start_lies_inside_the_cube(table):
    theta, kappa = em.start(*(np.array(each, dtype=float) for each in table))
    assert (theta > 0).all() and (kappa > 0).all() and theta.max() < 1 and kappa.max() < 1
    assert theta.max() == pytest.approx(kappa.max())
