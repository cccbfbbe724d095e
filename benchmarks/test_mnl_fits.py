"""Fits of multinomial logit counts, compared with statsmodels and scikit-learn.

The problem is (c) of Grant and Leslie (2023), with 30 items and 6 positions. All three programs maximise
likelihood (50), a logistic regression with items and positions as factors, on the same table, and they
find the same maximum.
"""

import time
import warnings

import numpy as np
import pytest
import statsmodels.api as sm
from numba import njit
from sklearn.linear_model import LogisticRegression

from clickbandits.mnl import newton
from clickbandits.mnl.estimators import fit_em, fit_exact, fit_newton, sensitivities
from clickbandits.mnl.tables import counts_by_cell

ATTRACTION = np.repeat([1.0, 0.8, 0.1], [4, 2, 24])
EXAMINATION = np.array([1, 0.9, 0.7, 0.3, 0.5, 0.7])


def table(n_items, n_plays, seed=1):
    """Clicks and plays with about `n_plays` per cell, and clicks in every cell."""
    rng = np.random.default_rng(seed)
    gamma = np.outer(np.resize(ATTRACTION, n_items), EXAMINATION)
    plays = 1.0 + rng.poisson(n_plays, size=gamma.shape)
    return np.maximum(rng.negative_binomial(plays, 1 / (1 + gamma)), 1.0), plays


CLICKS, PLAYS = table(30, 60)
ITEMS, POSITIONS = np.indices(CLICKS.shape).reshape(2, -1)
DESIGN = np.hstack([np.eye(30)[ITEMS], np.eye(6)[POSITIONS][:, 1:]])


def by_statsmodels():
    response = np.column_stack([CLICKS.ravel(), PLAYS.ravel()])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return sm.GLM(response, DESIGN, sm.families.Binomial()).fit(tol=1e-12).params


def by_scikit_learn():
    model = LogisticRegression(
        C=np.inf, fit_intercept=False, solver="newton-cholesky", tol=1e-10, max_iter=100
    )
    labels = np.repeat([1, 0], CLICKS.size)
    weights = np.concatenate([CLICKS.ravel(), PLAYS.ravel()])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return model.fit(np.vstack([DESIGN, DESIGN]), labels, weights).coef_[0]


def by_newton():
    return fit_newton(CLICKS, PLAYS)


def logs(fit):
    return np.log(np.concatenate([fit.attraction, fit.examination[1:]]))


def seconds(function, repeats):
    """The least processor time per call over five series of `repeats` calls.

    Only the time of this thread counts, and not what the packages do in other threads.
    """
    function()
    best = np.inf
    for _ in range(5):
        begin = time.thread_time()
        for _ in range(repeats):
            function()
        best = min(best, (time.thread_time() - begin) / repeats)
    return best


@njit
def refit(clicks, plays, attraction, examination, repeats, cold):
    """Fits within compiled code, each after one more click, as in a policy."""
    for repeat in range(repeats):
        cell = repeat % clicks.shape[0], repeat % clicks.shape[1]
        clicks[cell] += 1.0
        if cold:
            newton.start(clicks, plays, attraction, examination)
        newton.maximise(clicks, plays, attraction, examination, False, 1e-9, 50)
        clicks[cell] -= 1.0


@njit
def derive(clicks, plays, attraction, examination, slopes, repeats):
    for _ in range(repeats):
        newton.differentiate(clicks, plays, attraction, examination, False, slopes)


def test_equal_to_the_packages_and_faster(show):
    ours = logs(by_newton())
    newton = seconds(by_newton, 500)
    show("Newton", 1e6 * newton, "µs")
    for name, function in (("statsmodels", by_statsmodels), ("scikit-learn", by_scikit_learn)):
        assert np.abs(function() - ours).max() < 1e-8
        show(f"{name}, times Newton", seconds(function, 5) / newton, at_least=100)


@pytest.mark.parametrize("cold, limit", [(False, 10), (True, 20)])
def test_newton_inside_a_policy(cold, limit, show):
    fit = by_newton()
    arguments = CLICKS.copy(), PLAYS, fit.attraction, fit.examination, 1000, cold
    taken = seconds(lambda: refit(*arguments), 1) / 1000
    show(f"a fit in a policy, {'cold' if cold else 'warm'}", 1e6 * taken, "µs", limit)


def test_all_derivatives_from_one_factorisation(show):
    fit, slopes = by_newton(), np.empty((30, 30, 6))
    arguments = CLICKS, PLAYS, fit.attraction, fit.examination, slopes, 1000
    taken = seconds(lambda: derive(*arguments), 1) / 1000
    show("all derivatives", 1e6 * taken, "µs", limit=20)
    assert np.array_equal(slopes, sensitivities(CLICKS, PLAYS, fit))


def test_cost_is_linear_in_items_and_independent_of_epochs(show):
    def cost(n_items, n_plays):
        clicks, plays = table(n_items, n_plays)
        fit = fit_newton(clicks, plays)
        taken = seconds(lambda: fit_newton(clicks, plays), 100)
        return taken / fit.iterations

    by_items = {n: cost(n, 60) for n in (300, 3000)}
    by_epochs = {n: cost(300, n) for n in (60, 6000)}
    show("an iteration, 10 times the items: times", by_items[3000] / by_items[300], limit=20)
    show("an iteration, 100 times the epochs: times", by_epochs[6000] / by_epochs[60], limit=2)


def test_newton(benchmark):
    benchmark(by_newton)


def test_em(benchmark):
    benchmark(fit_em, CLICKS, PLAYS)


def test_statsmodels(benchmark):
    benchmark(by_statsmodels)


def test_scikit_learn(benchmark):
    benchmark(by_scikit_learn)


def test_exact_likelihood(benchmark):
    rng = np.random.default_rng(3)
    lists = np.array([rng.permutation(30)[:6] for _ in range(1000)])
    gamma = ATTRACTION[lists] * EXAMINATION
    clicks = rng.poisson(gamma * rng.exponential(size=(1000, 1)))
    assert counts_by_cell(lists, np.ones(1000), clicks)[0].sum() == clicks.sum()
    benchmark(fit_exact, lists, np.ones(1000), clicks)
