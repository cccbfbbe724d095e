"""The fit of a whole log: dense fits as references, what a log leaves open, and the order of rows."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.special import betaln, expit, log_expit, xlog1py, xlogy

from clickbandits.pbm import fitting
from clicklogs import best_ranking, fit_log, from_frame, likelihood
from clicklogs import fit as log_fit
from clicklogs.fit import fit_cells

from .tables import KAPPA, cells_of, frame, log, names


def fitted(clicks, plays, prior="auto"):
    return fit_cells(cells_of(clicks, plays), names(len(clicks)), prior)


def drawn(seed, n_pairs=40, most=12):
    """A table drawn from the model in which the displays of all pairs have the same distribution."""
    rng = np.random.default_rng(seed)
    plays = rng.integers(0, most, (n_pairs, KAPPA.size)) + np.array([1, 0, 0])
    return rng.binomial(plays, np.outer(rng.beta(1, 4, n_pairs), KAPPA)), plays


@st.composite
def tables(draw, sizes=(0, 1, 2, 7, 1000)):
    """Clicks and plays in which every pair is shown; many of the tables are degenerate."""
    shape = draw(st.integers(1, 6)), draw(st.integers(1, 4))
    size = shape[0] * shape[1]
    plays = draw(st.lists(st.sampled_from(sizes), min_size=size, max_size=size))
    clicks = [draw(st.sampled_from([0, count, draw(st.integers(0, count))])) for count in plays]
    clicks, plays = np.reshape(clicks, shape), np.reshape(plays, shape)
    plays[:, 0] += plays.sum(axis=1) == 0
    clicks[0, np.flatnonzero(plays[0])[0]] = 1
    return clicks, plays


@given(tables(sizes=(0, 1, 2, 7, 50, 1000)))
@settings(max_examples=100)
def test_maximum_likelihood_is_that_of_the_dense_fit(table):
    """The fit of a whole log reaches the log-likelihood of the dense fit.

    Both maximise a function that is concave in the logarithms. If it is flat at the top, there are several
    maxima, so the test compares the values of the function and not the estimates.
    """
    clicks, plays = table
    whole, dense = fitted(clicks, plays, "ml"), fitting.fit(clicks, plays)
    assert whole.converged
    n_positions = whole.examination.size
    known = plays[:, :n_positions] * ~np.isnan(np.outer(whole.attraction, whole.examination))
    products = np.outer(whole.attraction, whole.examination)[known > 0]
    theirs = np.outer(dense.attraction, dense.examination[:n_positions])[known > 0]
    shown = clicks[:, :n_positions][known > 0], plays[:, :n_positions][known > 0]
    with np.errstate(divide="ignore"):
        likely, dense_likely, between = (
            (xlogy(shown[0], rate) + xlog1py(shown[1] - shown[0], -np.minimum(rate, 1))).sum()
            for rate in (products, theirs, np.sqrt(products * theirs))
        )
    assert likely == pytest.approx(dense_likely, abs=1e-6)
    assert between <= likely + 1e-6  # the function is not larger between the two maxima
    assert np.nanmax(whole.examination) == 1 and np.nanmax(whole.attraction) <= 1
    if not np.isnan(whole.examination).any() and not np.isnan(whole.attraction).any():
        assert whole.log_likelihood == pytest.approx(dense.log_likelihood, abs=1e-6)


@pytest.mark.parametrize(
    ("clicks", "plays"),
    [
        # κ_2 can be anything from 2/3 to 1, because no display that would decide it lacks a click
        (
            [[1, 1], [0, 0], [0, 0], [1, 0], [49, 2], [2, 0]],
            [[2, 1], [1, 0], [1, 0], [1, 2], [50, 2], [2, 1]],
        ),
        # the ratio of two positions is free, and its interval ends beyond the largest double
        ([[1, 0, 0], [0, 0, 0], [0, 11, 7], [0, 7, 0]], [[1, 0, 0], [1, 0, 0], [0, 50, 7], [0, 7, 0]]),
    ],
)
def test_a_flat_log_likelihood_is_not_left_by_a_last_step(clicks, plays):
    whole, dense = fitted(clicks, plays, "ml"), fitting.fit(np.array(clicks), np.array(plays))
    assert whole.converged and np.isnan(whole.low).any()
    products = np.outer(whole.attraction, whole.examination)
    shown = (np.array(plays) > 0) & ~np.isnan(products)
    with np.errstate(divide="ignore"):
        values = [
            (xlogy(clicks, rate) + xlog1py(np.subtract(plays, clicks), -rate))[shown].sum()
            for rate in (products, np.outer(dense.attraction, dense.examination))
        ]
    assert values[0] == pytest.approx(values[1], abs=1e-9)


def by_scipy(clicks, plays, prior):
    """The maximum of the marginal likelihood by a general optimiser; position 1 sets the scale."""
    t = np.linspace(-40, 40, 8001)

    def negative(logs):
        kappa = np.exp(np.append(0, logs))
        missed = np.log(expit(-t)[:, None] + np.outer(expit(t), 1 - kappa))
        height = np.outer(prior[0] + clicks.sum(axis=1), log_expit(t)) + prior[1] * log_expit(-t)
        height += (plays - clicks) @ missed.T
        top = height.max(axis=1)
        values = np.log(np.exp(height - top[:, None]).sum(axis=1) * 0.01) + top - betaln(*prior)
        return -(values.sum() + clicks.sum(axis=0) @ np.log(kappa))

    bounds = [(-8, 0)] * (plays.shape[1] - 1)
    found = minimize(negative, np.log(KAPPA[1:]), bounds=bounds, options={"ftol": 1e-14})
    return np.exp(np.append(0, found.x)), -found.fun


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("prior", [(1.0, 3.0), (0.5, 8.0)])
def test_the_examination_with_a_prior_is_that_of_a_general_optimiser(seed, prior):
    clicks, plays = drawn(seed)
    fit = fitted(clicks, plays, prior)
    kappa, value = by_scipy(clicks, plays, prior)
    assert fit.log_likelihood == pytest.approx(value, abs=2e-3)
    np.testing.assert_allclose(fit.with_prior, kappa, rtol=2e-3)


def test_the_prior_is_one_click_at_the_highest_rate():
    clicks, plays = np.array([[300, 10], [100, 90]]), np.array([[1000, 100], [1000, 900]])
    a, b = fitted(clicks, plays).prior
    assert a == 1 and 1 / (1 + b) == pytest.approx(400 / 2000, abs=1e-4)
    once = log_fit.beta_prior("auto", np.array([400, 1]), np.array([2000, 1]))
    assert 1 / (1 + once[1]) < 0.65  # a position with a single display does not raise the rate to 1


def test_one_position_has_the_pseudo_counts_of_the_prior():
    fit = fitted([[3], [0], [4]], [[10], [7], [4]], (1, 4))
    assert fit.examination == pytest.approx([1.0]) and (fit.low[0], fit.high[0]) == (1, 1)
    assert fit.attraction == pytest.approx([4 / 15, 1 / 12, 5 / 9], rel=2e-4)


def test_the_range_over_priors_is_the_derivative_of_the_fit():
    clicks, plays = drawn(4, 200)
    prior = np.array([1.0, 4.0])
    fit = fitted(clicks, plays, prior)
    tiny = 1e-3
    up, down = (fitted(clicks, plays, prior * np.exp(sign * tiny)) for sign in (1, -1))
    slope = (np.log(up.with_prior) - np.log(down.with_prior)) / (2 * tiny)
    moved = np.abs(np.log(2) * slope)
    weight_only = [x for x in (fit.prior_high, fit.prior_low)]
    assert not np.isnan(weight_only).any() and (fit.prior_low <= fit.with_prior).all()
    mean = (fitted(clicks, plays, prior * [1, 1 + tiny]), fitted(clicks, plays, prior * [1, 1 - tiny]))
    slope = (np.log(mean[0].with_prior) - np.log(mean[1].with_prior)) / (2 * tiny)
    largest = np.maximum(moved, np.abs(np.log(1.25) * slope))
    np.testing.assert_allclose(np.log(fit.prior_high / fit.with_prior), largest, atol=1e-4)
    np.testing.assert_allclose(fit.prior_low * fit.prior_high, fit.with_prior**2, rtol=1e-9)


def test_a_range_over_priors_without_bound_has_no_warning():
    clicks = np.array([[1, 2505, 11], [7, 7, 7], [0, 7, 7]])
    fit = fitted(clicks, np.array([[1, 3000, 13], [7, 7, 7], [0, 7, 7]]), (1, 1))
    assert (fit.prior_low <= fit.with_prior).all() and (fit.prior_high >= fit.with_prior).all()


def test_good_items_at_good_positions_are_not_taken_for_examination():
    """Intervals without the prior contain the true examination; the estimate with it is far too low."""
    rng = np.random.default_rng(0)
    theta = np.sort(rng.beta(1, 4, 900))[::-1]
    chance = 0.1 + 0.7 * np.repeat(np.eye(3), 300, axis=0)
    plays = rng.multinomial(20, chance)
    fit = fitted(rng.binomial(plays, np.outer(theta, KAPPA)), plays)
    assert fit.by_comparison and (fit.with_prior[1:] < 0.75 * KAPPA[1:]).all()
    assert ((fit.low <= KAPPA) & (fit.high >= KAPPA)).all()
    assert any("Good items are at good positions" in note for note in fit.notes)
    random = fitted(*drawn(1, 900))
    assert not random.by_comparison


def test_parts_that_nothing_joins_are_nan_by_likelihood_and_the_priors_otherwise():
    plays = np.array([[50, 40, 0], [30, 60, 0], [0, 0, 20]])
    clicks = np.array([[25, 10, 0], [9, 12, 0], [0, 0, 5]])
    likely = fitted(clicks, plays, "ml")
    assert np.isnan(likely.examination[2]) and np.isnan(likely.attraction[2])
    assert likely.notes[0].startswith("Position 3 cannot be compared with position 1")
    assert likely.items()["note"][2] == "no interval, because it cannot be compared"
    prior = fitted(clicks, plays)
    assert 0 < prior.examination[2] <= 1 and np.isnan(prior.low[2])
    assert prior.notes[0].startswith("Position 3: no interval")
    assert np.isfinite(prior.low[:2]).all()


def test_a_position_that_beats_another_without_a_return_match_has_no_interval():
    """Only item 2 joins the positions: it is clicked at 1 and shown at 2, but never clicked there."""
    fit = fitted([[5, 0], [3, 0], [0, 4]], [[9, 0], [9, 9], [0, 9]])
    assert np.isnan(fit.low[1]) and np.isnan(fit.without_prior[1])


def test_positions_without_clicks_or_displays_are_told():
    plays = np.array([[90, 70, 0, 50], [80, 60, 0, 60]])
    clicks = np.array([[40, 20, 0, 0], [30, 10, 0, 0]])
    fit = fitted(clicks, plays)
    assert list(fit.positions()["note"][2:]) == ["never shown", "no clicks"]
    assert fit.low[3] == 0 < fit.examination[3] < fit.high[3]
    silence = (1 - fit.attraction * fit.high[3]) ** plays[:, 3]
    assert silence.prod() < 0.06
    assert np.isnan(fit.examination[2])
    assert "Position 3: never shown." in fit.notes
    assert fitted(clicks, plays, "ml").examination[3] == 0


def test_names_and_order_of_the_rows_do_not_matter():
    table = pd.concat([frame(*drawn(6)), frame(*drawn(7), "other")], ignore_index=True)
    whole, shuffled = (
        fit_log(from_frame(rows, plays="shown", query="query"))
        for rows in (table, table.sample(frac=1, random_state=1))
    )
    np.testing.assert_allclose(shuffled.examination, whole.examination, rtol=1e-6)
    both = whole.items().merge(shuffled.items(), on=["query", "item"])
    assert len(both) == len(whole.items()) == 80
    np.testing.assert_allclose(both["attraction_x"], both["attraction_y"], rtol=1e-6)
    assert (both["clicks_x"] == both["clicks_y"]).all()
    assert whole.positions()["plays"].sum() == table["shown"].sum()


def test_predictions_are_products_and_new_pairs_have_the_priors_mean():
    fit = fit_log(log(drawn(8)), (1, 4))
    first = fit.attraction_with_prior[0]
    got = fit.predict("all", ["0", "0", "nobody"], [1, 3, 2])
    expected = [first, first * fit.with_prior[2], 0.2 * fit.with_prior[1]]
    np.testing.assert_allclose(got, expected)
    assert fit.predict("all", "0", 1) == first
    assert fit.predict("unheard", "0", 1) == pytest.approx(0.2)
    assert np.isnan(fit.predict("all", "0", 9))
    assert np.isnan(fit_log(log(drawn(8)), "ml").predict("all", "nobody", 1))
    with pytest.raises(ValueError, match="counted from 1"):
        fit.predict("all", "0", 0)


def test_other_priors_and_a_log_without_clicks_are_refused():
    for prior in ("none", (1,), (0, 1), (1, -2), (1, np.nan), (1, 2, 3)):
        with pytest.raises(ValueError, match="a pair"):
            fitted([[1]], [[2]], prior)
    with pytest.raises(ValueError, match="no clicks in 9 displays"):
        fitted([[0, 0]], [[4, 5]])


def test_many_clicks_end_in_few_steps():
    """Logs of 10^12 displays converge, although their log-likelihood has no digits for a fixed tolerance."""
    plays = np.full((6, 3), 10**12)
    clicks = np.round(plays * np.outer(np.linspace(0.1, 0.6, 6), KAPPA)).astype(np.int64)
    for prior in ("auto", "ml"):
        fit = fitted(clicks, plays, prior)
        assert fit.converged and fit.iterations < 10
        np.testing.assert_allclose(fit.examination, KAPPA, rtol=1e-6)


@given(tables(), st.sampled_from(["auto", "ml", (0.3, 2.0)]))
@settings(max_examples=60)
def test_every_table_gives_probabilities_or_nan_with_a_word(table, prior):
    fit = fitted(*table, prior)
    assert fit.converged
    for values in (fit.examination, fit.attraction, fit.with_prior, fit.low):
        assert ((values >= 0) & (values <= 1) | np.isnan(values)).all()
    positions, items = fit.positions(), fit.items()
    assert (positions["note"] != "")[positions["low"].isna()].all()
    assert (items["note"] != "")[items["low"].isna()].all()
    with_interval = positions.dropna(subset="low")
    assert (with_interval["low"] <= with_interval["examination"] + 1e-9).all()
    assert (with_interval["high"] >= with_interval["examination"] - 1e-9).all()
    assert (items["low"].isna() | (items["low"] <= items["high"])).all()
    assert repr(fit).startswith("Position-based model of ")


def test_the_scale_is_set_where_the_fit_lives():
    """Of two parts with equally many clicks, the one outside the fit must not set the scale."""
    plays = np.zeros((3, 5), dtype=int)
    plays[0, [0, 4]], plays[1, 1], plays[2, 4] = 1, 2, 1
    clicks = plays.copy()
    clicks[0, 4] = 0
    fit = fitted(clicks, plays, "ml")
    assert fit.converged and fit.examination[fit.reference] == 1


def test_small_logs_converge_where_the_quadrature_jumps():
    """The fits end where the slope is almost 0; the first three once ended with a false report."""
    for seed in (30, 45, 71, 196, *range(12)):
        rng = np.random.default_rng(seed)
        shape = [int(rng.integers(*ends)) for ends in ((1, 4), (3, 9), (2, 5))]
        theta, kappa = rng.beta(1, 5, shape[:2]), np.sort(rng.random(shape[2]))[::-1]
        plays = rng.poisson(rng.integers(1, 200), shape)
        clicks = rng.binomial(plays, theta[:, :, None] * kappa / kappa[0])
        query, item, position = np.nonzero(plays)
        rows = {
            "query": query,
            "item": item,
            "position": position + 1,
            "clicks": clicks[query, item, position],
            "plays": plays[query, item, position],
        }
        counts = from_frame(pd.DataFrame(rows), "item", clicks="clicks", plays="plays", query="query")
        fit = fit_log(counts)
        assert fit.converged
        posterior = likelihood.blank_posterior(fit.attraction.size)
        slopes, _ = likelihood.marginal(fit.cells, fit.with_prior, fit.prior, posterior)
        free = np.arange(shape[2]) != fit.with_prior.argmax()
        free &= fit.with_prior < 1  # an examination held at 1 has a slope
        information = slopes.information[np.ix_(free, free)]
        promised = slopes.slope[free] @ np.linalg.solve(information, slopes.slope[free])
        assert promised < 1e-4


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("size", [3, 6, 7, 8, 10, 13, 15])
def test_intervals_of_a_log_of_any_size_are_those_without_a_prior(size, seed):
    """In a large log the prior hardly matters, and both fits and all their intervals agree."""
    rng = np.random.default_rng([size, seed])
    theta, plays = np.array([0.5, 0.3, 0.2, 0.1]), np.full((4, 3), 10**size)
    clicks = rng.binomial(plays, np.outer(theta, KAPPA))
    fit, likely = fitted(clicks, plays), fitted(clicks, plays, "ml")
    assert fit.converged and not any("no interval" in note for note in fit.notes)
    errors, theirs = (np.sqrt(np.diag(each.covariance))[1:] for each in (fit, likely))
    np.testing.assert_allclose(errors, theirs, rtol=0.003 if size == 3 else 1e-4)
    assert (np.abs(np.log(fit.with_prior / likely.with_prior))[1:] < 0.2 * errors).all()
    off = np.abs(np.log(fit.without_prior / KAPPA))[1:]
    assert (off < 4 * errors).all() and (fit.low[1:] < fit.high[1:]).all()
    items = fit.items()
    assert (np.abs(items["attraction"] - theta) < 2.5 * (items["high"] - items["low"])).all()
    told = best_ranking(fit)
    assert told == ("0", "1", "2") and 0.7 < told.worth.low <= told.worth.clicks <= told.worth.high < 0.8


@given(tables(sizes=(0, 1, 7, 10**6, 10**11, 10**13)), st.sampled_from(["auto", "ml"]))
@settings(max_examples=60)
def test_every_interval_holds_its_estimate_in_logs_of_any_size(table, prior):
    fit = fitted(*table, prior)
    for shown, of in ((fit.items(), "attraction"), (fit.positions(), "examination")):
        known = shown[shown["low"].notna() & shown["high"].notna()]
        assert (known["low"] <= known[of] * (1 + 1e-9)).all()
        assert (known["high"] >= known[of] * (1 - 1e-9)).all()


def test_a_position_that_never_got_a_click_lies_within_its_interval_however_often_it_was_shown():
    plays = np.full((2, 2), 10**7)
    fit = fitted([[5 * 10**6, 0], [10**6, 0]], plays)
    assert 0 < fit.examination[1] == pytest.approx(1 / 6e6, rel=1e-3) and fit.examination[1] < fit.high[1]
