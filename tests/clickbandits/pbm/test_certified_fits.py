"""A fit that converged is as near to the maximum as it says, and `identified` is a property of the table."""

import numpy as np
import pytest
from mpmath import mp, mpf

from clickbandits.pbm import fitting
from clickbandits.pbm.fitting import em_step, fit

from .convex import exact_log_likelihood, hostile, largest_range, maximum

TOLERANCE = 1e-10


def allowed(clicks):
    """The rule of `Fit.converged`, in nats."""
    return TOLERANCE * max(1.0, np.sum(clicks) / 1e9)


def distance(fitted, clicks, plays, best):
    """How far a fit is below a maximum, in nats; items and positions without clicks add nothing."""
    rows, columns = clicks.any(axis=1), clicks.any(axis=0)
    live = np.ix_(rows, columns)
    at = fitted.attraction[rows], fitted.examination[columns]
    return float(best - exact_log_likelihood(*at, clicks[live], plays[live]))


def binomial_maximum(clicks, plays):
    """The largest log-likelihood of one cell, or of a list of cells with a probability each."""
    with mp.workdps(45):
        pairs = [
            (mpf(float(s)), mpf(float(n))) for s, n in zip(np.ravel(clicks), np.ravel(plays), strict=True)
        ]
        seen = sum(s * mp.log(s / n) for s, n in pairs if s > 0)
        return seen + sum((n - s) * mp.log(1 - s / n) for s, n in pairs if n > s)


@pytest.mark.parametrize("method", ["newton", "em"])
@pytest.mark.parametrize("plays", [1, 7, 10**3, 10**6, 10**9, 10**12])
@pytest.mark.parametrize("share", [0.0, 1e-6, 0.3, 1 - 1e-6, 1.0])
def test_the_maximum_of_one_cell_is_that_of_its_rate(method, plays, share):
    """From one click in 10^12 displays to one display in 10^12 without a click."""
    clicks = np.clip(np.round(share * plays), min(1, plays - 1), max(1, plays - 1))
    table = np.array([[float(clicks)]]), np.array([[float(plays)]])
    fitted = fit(*table, method=method, max_iterations=300)
    short = distance(fitted, *table, binomial_maximum(*table)) if clicks else 0.0
    assert short <= fitted.shortfall * (1 + 1e-6) + 1e-20
    assert not fitted.converged or short <= allowed(table[0])
    assert fitted.converged or method == "em"


def test_items_at_one_position_have_their_rates_whatever_their_counts():
    """Newton's method used to crawl here, because the curvatures differ by a factor of 10^14."""
    clicks = np.array([[158.0], [3248539], [9100414000], [1]])
    plays = clicks + np.array([[4.0], [411], [248], [5]])
    fitted = fit(clicks, plays)
    assert fitted.converged and fitted.iterations < 50
    assert distance(fitted, clicks, plays, binomial_maximum(clicks, plays)) <= allowed(clicks)


@pytest.mark.parametrize("method", ["newton", "em"])
def test_with_many_clicks_converged_still_means_near_the_maximum(method):
    """With 10^12 clicks EM once called .0036 nats converged, because 10^-13 nats per click are .1 nats."""
    clicks = np.array([[80.0, 720], [180, 9]]) * 1e9
    plays = np.array([[100.0, 2000], [2000, 100]]) * 1e9
    fitted, best = fit(clicks, plays, method=method), maximum(clicks, plays)
    assert fitted.converged and distance(fitted, clicks, plays, best.upper) <= 1e-7


def check_against_the_convex_solver(seed, steps=1000):
    """Both methods on one hostile table: no claim is wrong, and Newton's method reaches the maximum."""
    clicks, plays = hostile(np.random.default_rng(seed))
    rows, columns = clicks.any(axis=1), clicks.any(axis=0)
    if not rows.any():
        return
    best = maximum(clicks[np.ix_(rows, columns)], plays[np.ix_(rows, columns)])
    assert best.upper - best.lower < 1e-12
    for method, limit in (("newton", None), ("em", steps)):
        fitted = fit(clicks, plays, method=method, max_iterations=limit)
        short = distance(fitted, clicks, plays, best.upper)
        assert fitted.shortfall >= (1 - 1e-6) * short - 1e-12, method
        assert fitted.converged == (fitted.shortfall <= allowed(clicks))
        assert not fitted.converged or short <= allowed(clicks) + 1e-12, method
        assert fitted.converged or method == "em"


@pytest.mark.parametrize("seed", range(8))
def test_a_fit_is_as_near_to_the_maximum_as_it_says(seed):
    check_against_the_convex_solver(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8, 300))
def test_every_fit_is_as_near_to_the_maximum_as_it_says(seed):
    check_against_the_convex_solver(seed)


def check_identified(seed):
    """`identified` agrees with linear programs over all most likely models, if everything has clicks."""
    clicks, plays = hostile(np.random.default_rng([7, seed]), 3.0)
    clicks = np.minimum(clicks + (plays > 0), plays)
    if not (clicks.any(axis=1).all() and clicks.any(axis=0).all()):
        return
    spread = largest_range(clicks, plays)
    if not 1e-7 < spread < 1e-3:  # the linear programs are not precise enough
        assert fit(clicks, plays).identified == (spread <= 1e-7)


@pytest.mark.parametrize("seed", range(12))
def test_a_table_is_identified_if_all_most_likely_models_agree(seed):
    check_identified(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12, 300))
def test_every_table_is_identified_if_all_most_likely_models_agree(seed):
    check_identified(seed)


@pytest.mark.parametrize("method", ["newton", "em"])
@pytest.mark.parametrize(
    ("clicks", "plays", "identified"),
    [
        # 50 clicks in 10^6 make one direction of the scale uphill: a tenth costs 5 nats
        ([[600, 1000050], [1000000, 600]], [[3e6, 1000050], [1000000, 3e6]], True),
        ([[600, 1000001], [1000000, 600]], [[3e6, 1000001], [1000000, 3e6]], True),
        ([[600, 1000000], [1000000, 600]], [[3e6, 1000000], [1000000, 3e6]], False),
        ([[6e9, 1e12 + 1], [1e12, 6e9]], [[3e10, 1e12 + 1], [1e12, 3e10]], True),
        ([[0.1, 0.3], [0.1 + 0.2, 0.1]], [[1, 0.3], [0.1 + 0.2, 1]], True),  # 0.1 + 0.2 is above 0.3
        # one click among 2^53, which a plain sum of doubles would lose
        ([[6, 2**53, 1], [2**53, 6, 1], [0, 0, 6]], [[30, 2**53, 1], [2**53, 30, 1], [0, 0, 30]], True),
        # every display was clicked, and only all ones is most likely, whatever was compared
        ([[5, 0], [0, 7]], [[5, 0], [0, 7]], True),
        ([[5, 0], [0, 6]], [[5, 0], [0, 7]], False),
        # three blocks in a ring, with equally many clicks in and out of each
        ([[5, 9, 0], [0, 5, 9], [9, 0, 5]], [[10, 9, 0], [0, 10, 9], [9, 0, 10]], False),
        ([[5, 9, 0], [0, 5, 9], [8, 0, 5]], [[10, 9, 0], [0, 10, 9], [8, 0, 10]], False),  # the second
        ([[5, 9, 0], [0, 5, 8], [7, 0, 5]], [[10, 9, 0], [0, 10, 8], [7, 0, 10]], True),
    ],
)
def test_identified_is_decided_by_the_counts(method, clicks, plays, identified):
    clicks, plays = np.array(clicks, dtype=float), np.array(plays, dtype=float)
    for steps in (0, 1, 30):  # also for a fit that stopped early
        assert fit(clicks, plays, method=method, max_iterations=steps).identified == identified


@pytest.mark.parametrize("tolerance", [1e-6, 1e-4, 1e-2])
def test_an_early_stop_does_not_make_a_segment_look_like_a_point(tolerance):
    table, rng = (np.array([[5, 10], [10, 5]]), np.full((2, 2), 10)), np.random.default_rng(4)
    for _ in range(30):
        start = rng.uniform(0.02, 0.98, 2), rng.uniform(0.02, 0.98, 2)
        assert not fit(*table, method="em", tolerance=tolerance, start=start).identified


@pytest.mark.parametrize(
    ("displays", "free_product", "identified"),
    [
        *((1e6, 0.9, False), (1e6, 0.999, False), (1e6, 1.001, True), (1e6, 1.5, True)),
        *((1e12, 1 - 1e-5, False), (1e12, 1 - 1e-8, True), (1e12, 1 + 1e-10, True)),  # a range of 1e-8
    ],
)
def test_a_scale_is_open_if_the_most_likely_model_leaves_it_room(displays, free_product, identified):
    """In a block item 1 was never shown at position 1, and their product could exceed 1.

    The rates are .8 at (1, 2), .8 at (2, 1) and .64 / r at (2, 2), so the free fit has the product r. Two
    such blocks are joined by two cells with three clicks in three displays. A range of less than a millionth
    counts as one value.
    """
    clicks, plays = np.zeros((4, 4)), np.zeros((4, 4))
    for block in (slice(2), slice(2, 4)):
        plays[block, block] = displays * np.array([[0, 1], [1, 1]])
        clicks[block, block] = displays * np.array([[0, 0.8], [0.8, 0.64 / free_product]])
    clicks[0, 2] = plays[0, 2] = clicks[2, 0] = plays[2, 0] = 3
    assert fit(clicks, plays).identified == identified
    assert (largest_range(clicks, plays) < 1e-7) == identified


def test_an_item_without_plays_keeps_its_value():
    theta, kappa = np.array([0.5, 0.3]), np.array([0.6, 0.2, 0.7])
    clicks, plays = np.array([[1, 2, 0], [0, 0, 0]]), np.array([[3, 4, 0], [0, 0, 0]])
    new_theta, new_kappa = em_step(theta, kappa, clicks, plays)
    assert new_theta[1] == 0.3 and new_kappa[2] == 0.7
    alone = em_step(theta[:1], kappa[:2], clicks[:1, :2], plays[:1, :2])
    assert (new_theta[:1] == alone[0]).all() and (new_kappa[:2] == alone[1]).all()


def test_the_certificate_is_sharp_near_the_maximum():
    """Beside the maximum the certificate is the distance itself, up to a few percent."""
    clicks, plays = np.array([[80.0, 720], [180, 9]]), np.array([[100.0, 2000], [2000, 100]])
    best = fit(clicks, plays)
    theta = best.attraction * [1.001, 0.999]
    short = distance(best._replace(attraction=theta), clicks, plays, maximum(clicks, plays).upper)
    bound = fitting.largest_shortfall(theta, best.examination, clicks, plays)
    assert short > 1e-5 and short <= bound < 1.05 * short


def test_the_certificate_far_from_the_maximum_exceeds_the_distance():
    """Proportional fitting leaves rows with too many clicks, and the bound must pay for them."""
    clicks, plays = np.array([[1.0, 20], [1, 50]]), np.array([[5.0, 20], [20, 300_000]])
    theta, kappa = np.array([0.9, 0.1]), np.array([0.5, 0.001])
    best = maximum(clicks, plays).upper
    short = float(best - exact_log_likelihood(theta, kappa, clicks, plays))
    assert 140 < short <= fitting.largest_shortfall(theta, kappa, clicks, plays) < 1.0001 * short
