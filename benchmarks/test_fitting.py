"""Fitting the position-based model to counts, compared with fitting it to sessions.

The reference is a plain version of the method in PyClick's repository. It is expectation-maximisation
that goes over the displays of all sessions and keeps a running share for every item and every
position, each with one success in two trials added (so that no probability is 0 or 1). The package
`pyclick` of the Python Package Index is another program (it moves a mouse). The repository's code is for
Python 2 and has one object per parameter, which costs more than the plain loops here. A session is a
page, that is, five displays of one query with their clicks.
"""

import time

import numpy as np

from clickbandits.pbm.fitting import em_step, fit

ATTRACTION = np.linspace(0.6, 0.1, 10)
EXAMINATION = np.array([1.0, 0.7, 0.5, 0.35, 0.25])


def sessions(n_pages, seed=1):
    """Pages with five of ten items in random order, and their clicks."""
    rng = np.random.default_rng(seed)
    shown = np.argsort(rng.random((n_pages, 10)), axis=1)[:, :5].astype(np.int32)
    return shown, rng.random(shown.shape) < ATTRACTION[shown] * EXAMINATION


def counted(shown, clicked):
    """The clicks and plays of the pages, by item and position."""
    clicks, plays = np.zeros((2, ATTRACTION.size, EXAMINATION.size))
    cells = shown, np.broadcast_to(np.arange(EXAMINATION.size), shown.shape)
    np.add.at(clicks, cells, clicked)
    np.add.at(plays, cells, 1)
    return clicks, plays


def em_over_sessions(shown, clicked, theta, kappa, added=(0, 0)):
    """One step, display by display, with this many successes and trials added."""
    attracted = [[added[0]] * theta.size, [added[1]] * theta.size]
    examined = [[added[0]] * kappa.size, [added[1]] * kappa.size]
    theta, kappa = theta.tolist(), kappa.tolist()
    for page, bits in zip(shown.tolist(), clicked.tolist(), strict=True):
        for position, (item, bit) in enumerate(zip(page, bits, strict=True)):
            t, k = theta[item], kappa[position]
            attracted[0][item] += 1 if bit else t * (1 - k) / (1 - t * k)
            examined[0][position] += 1 if bit else k * (1 - t) / (1 - t * k)
            attracted[1][item] += 1
            examined[1][position] += 1
    return np.divide(*attracted), np.divide(*examined)


def test_em_on_counts_is_em_on_sessions_and_faster(benchmark, show):
    shown, clicked = sessions(100_000)
    clicks, plays = counted(shown, clicked)
    theta, kappa = np.full(10, 0.5), np.full(5, 0.5)
    pyclick, seconds = (theta, kappa), []
    for iteration in range(8):
        if iteration < 2:  # the steps agree to the last digits
            slow = em_over_sessions(shown, clicked, theta, kappa)
        start = time.process_time()
        pyclick = em_over_sessions(shown, clicked, *pyclick, added=(1, 2))
        seconds.append(time.process_time() - start)
        theta, kappa = em_step(theta, kappa, clicks, plays)
        if iteration < 2:
            np.testing.assert_allclose(theta, slow[0], rtol=1e-10)
            np.testing.assert_allclose(kappa, slow[1], rtol=1e-10)
    apart = max(abs(theta - pyclick[0]).max(), abs(kappa - pyclick[1]).max())
    assert apart < 1e-4
    benchmark(em_step, theta, kappa, clicks, plays)
    if benchmark.stats:
        ours = benchmark.stats["median"]
        show("parameters apart after 8 iterations", apart)
        show("an iteration over 100,000 sessions", min(seconds), "s")
        show("an iteration on counts", ours, "s")
        show("times faster", min(seconds) / ours, at_least=1000)


def test_newton(benchmark):
    counts = counted(*sessions(100_000))
    fitted = benchmark(fit, *counts)
    em = fit(*counts, method="em")
    np.testing.assert_allclose(fitted.attraction, em.attraction, rtol=1e-4)
    np.testing.assert_allclose(fitted.examination, em.examination, rtol=1e-4)
