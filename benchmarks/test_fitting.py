"""Fitting the position-based model: counts against sessions, and counting sessions in arrays.

The reference is the expectation-maximisation of click-model software, written plainly: it goes
over the displays of all sessions and keeps a running share for every item and every position.
PyClick does the same, through one object a parameter.
"""

import time

import numpy as np

from clickbandits.clicklog.sessions import count_sessions
from clickbandits.pbm.fitting import em_step, fit

ATTRACTION = np.linspace(0.6, 0.1, 10)
EXAMINATION = np.array([1.0, 0.7, 0.5, 0.35, 0.25])


def sessions(n_pages, seed=1):
    """Pages of five of ten items in random order, and their clicks."""
    rng = np.random.default_rng(seed)
    shown = np.argsort(rng.random((n_pages, 10)), axis=1)[:, :5].astype(np.int32)
    return shown, rng.random(shown.shape) < ATTRACTION[shown] * EXAMINATION


def em_over_sessions(shown, clicked, theta, kappa):
    """One step, display by display."""
    attracted, examined = np.zeros((2, theta.size)), np.zeros((2, kappa.size))
    for page, bits in zip(shown.tolist(), clicked.tolist(), strict=True):
        for position, (item, bit) in enumerate(zip(page, bits, strict=True)):
            t, k = theta[item], kappa[position]
            attracted[0, item] += 1 if bit else t * (1 - k) / (1 - t * k)
            examined[0, position] += 1 if bit else k * (1 - t) / (1 - t * k)
            attracted[1, item] += 1
            examined[1, position] += 1
    return attracted[0] / attracted[1], examined[0] / examined[1]


def test_em_on_counts_is_em_on_sessions_a_thousand_times_faster(benchmark):
    shown, clicked = sessions(100_000)
    clicks, plays = count_sessions(shown, clicked, 10)
    theta, kappa = np.full(10, 0.5), np.full(5, 0.5)
    for _ in range(3):
        start = time.perf_counter()
        slow = em_over_sessions(shown, clicked, theta, kappa)
        seconds = time.perf_counter() - start
        theta, kappa = em_step(theta, kappa, clicks, plays)
        np.testing.assert_allclose(theta, slow[0], rtol=1e-10)
        np.testing.assert_allclose(kappa, slow[1], rtol=1e-10)
    benchmark(em_step, theta, kappa, clicks, plays)
    if benchmark.stats:
        speedup = seconds / benchmark.stats["median"]
        benchmark.extra_info["speed-up a step"] = speedup
        assert speedup > 1000


def test_newton(benchmark):
    counts = count_sessions(*sessions(100_000), 10)
    fitted = benchmark(fit, *counts)
    em = fit(*counts, method="em")
    np.testing.assert_allclose(fitted.attraction, em.attraction, rtol=1e-4)
    np.testing.assert_allclose(fitted.examination, em.examination, rtol=1e-4)


def test_counting(benchmark):
    shown, clicked = sessions(1_000_000)
    counts = benchmark(count_sessions, shown, clicked, 10)
    assert counts[1].sum() == shown.size
    if benchmark.stats:
        benchmark.extra_info["sessions a second"] = len(shown) / benchmark.stats["median"]
