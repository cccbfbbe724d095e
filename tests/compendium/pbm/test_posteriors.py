"""Moments of the posteriors, and the exponents of hidden items."""

from fractions import Fraction

import numpy as np
import pytest

from clickbandits.bernoulli import kl
from compendium.pbm.policies import posteriors


def test_with_certain_examination_the_two_posteriors_agree():
    counts = (7,), (10,), (1.0,)
    exact, approximate = posteriors.exact_moments(*counts), posteriors.beta_moments(*counts)
    assert exact == pytest.approx(approximate, rel=1e-9)
    assert exact[0] == pytest.approx(8 / 12)


def test_exact_moments_against_a_sum():
    grid = (np.arange(200_000) + 0.5) / 200_000
    density = grid**4 * (1 - 0.9 * grid) ** 3 * (1 - 0.3 * grid) ** 6
    mean = (grid * density).sum() / density.sum()
    variance = (grid**2 * density).sum() / density.sum() - mean**2
    found = posteriors.exact_moments((2, 2), (5, 8), (0.9, 0.3))
    assert found == pytest.approx((mean, variance), rel=1e-6)


def test_variance_factor_of_one_position():
    kappa, theta = Fraction(3, 10), Fraction(19, 20)
    expected = (1 - kappa * theta) / (1 - theta)
    assert posteriors.variance_factor(theta, (7,), (kappa,)) == expected
    assert posteriors.variance_factor(theta, (7,), (Fraction(1),)) == 1


def test_variance_factor_is_the_limit_of_the_exact_ratio():
    examination, plays = (0.9, 0.6, 0.3), (4000, 4000, 4000)
    clicks = tuple(round(0.8 * k * n) for k, n in zip(examination, plays, strict=True))
    ratio = posteriors.exact_moments(clicks, plays, examination)[1]
    ratio /= posteriors.beta_moments(clicks, plays, examination)[1]
    assert ratio == pytest.approx(posteriors.variance_factor(0.8, plays, examination), rel=0.01)


@pytest.mark.parametrize("exact", [False, True])
def test_stuck_exponent_is_the_least_ratio(exact):
    means = np.linspace(0, 0.65, 4001)[:-1]
    rare = kl(0.3 * means, 0.3 * 0.75)
    hidden = kl(0.3 * means, 0.3 * 0.65) if exact else 0.3 * kl(means, 0.65)
    found = posteriors.stuck_exponent(0.75, 0.65, 0.3, exact)
    assert found == pytest.approx((rare / hidden).min(), rel=1e-5)
    assert (found > 1) == exact
