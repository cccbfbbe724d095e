r"""The effect of a Beta posterior in place of the exact one on Thompson sampling.

The exact posterior of an attraction is :math:`\prod_l θ^{S_l} (1 - κ_l θ)^{N_l - S_l}` on (0, 1);
BC-MP-TS samples Beta(S + 1, Ñ - S + 1) (Lagrée et al. 2016, Section 4).
"""

from __future__ import annotations

import math

from scipy.integrate import quad
from scipy.optimize import minimize_scalar

from clickbandits.bernoulli import kl_kernel


def posterior_moments(clicks, plays, examination) -> tuple[float, float]:
    """Mean and variance of the exact posterior under a uniform prior, by quadrature."""

    def log_density(value):
        return sum(
            s * math.log(value) + (n - s) * math.log1p(-scale * value)
            for s, n, scale in zip(clicks, plays, examination, strict=True)
        )

    mode = minimize_scalar(lambda v: -log_density(v), bounds=(1e-12, 1 - 1e-12), method="bounded").x
    peak = log_density(mode)

    def moment(order):
        integrand = lambda v: v**order * math.exp(log_density(v) - peak)  # noqa: E731
        return quad(integrand, 0, mode)[0] + quad(integrand, mode, 1)[0]

    mass = moment(0)
    mean = moment(1) / mass
    return mean, moment(2) / mass - mean**2


def beta_moments(clicks, plays, examination) -> tuple[float, float]:
    """Mean and variance of BC-MP-TS's Beta(S + 1, max(Ñ - S, 0) + 1)."""
    total = sum(clicks)
    views = sum(n * scale for n, scale in zip(plays, examination, strict=True))
    a, b = total + 1, max(views - total, 0) + 1
    return a / (a + b), a * b / ((a + b) ** 2 * (a + b + 1))


def variance_factor(attraction, plays, examination):
    """Asymptotic variance of the exact posterior over that of the Beta posterior, at fixed plays.

    The harmonic mean of 1 - κ_l θ with weights N_l κ_l / Ñ, over 1 - θ; exact for `Fraction`s.
    """
    views = sum(n * scale for n, scale in zip(plays, examination, strict=True))
    harmonic = views / sum(
        n * scale / (1 - scale * attraction) for n, scale in zip(plays, examination, strict=True)
    )
    return harmonic / (1 - attraction)


def stuck_exponent(better, worse, scale, exact=False) -> float:
    """The exponent of T in the probability that a better item stays hidden until T.

    The better item's clicks at one position have mean m κ with probability exp(-n d(κ m, κ θ_j));
    its sample then exceeds the worse item's attraction with probability exp(-n κ d(m, θ_k)) under
    the Beta posterior and exp(-n d(κ m, κ θ_k)) under the exact one. The exponent is the least
    ratio of the two over m below the worse item; below 1 the lost rounds T^(1 - ρ) grow.
    """

    def ratio(mean):
        rare = kl_kernel(scale * mean, scale * better)
        hidden = kl_kernel(scale * mean, scale * worse)
        if not exact:
            hidden = scale * kl_kernel(mean, worse)
        return rare / hidden

    inside = minimize_scalar(ratio, bounds=(0.0, worse * (1 - 1e-9)), method="bounded").fun
    return min(inside, ratio(0.0))
