"""Section 2: the pooled estimator against the maximum-likelihood and the debiased one."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
from flint import fmpz_poly, nmod_poly

from compendium.finding import Finding, check

from .efficiency import KAPPA, PLAYS, THETA, over_positions, pooled_variance, sharp_bound
from .setting import vanishes


def score_polynomial(clicks, plays, examination) -> fmpz_poly:
    """The likelihood equation times its denominators, with coprime integer coefficients."""
    x = sp.Symbol("x")
    whole = sp.prod([1 - k * x for k in examination])
    equation = sum(clicks) * whole
    for s, n, k in zip(clicks, plays, examination, strict=True):
        equation -= (n - s) * k * x * sp.cancel(whole / (1 - k * x))
    poly = sp.Poly(sp.expand(equation), x).clear_denoms(convert=True)[1].primitive()[1]
    return fmpz_poly([int(c) for c in reversed(poly.all_coeffs())])


def degrees_modulo(poly: fmpz_poly, prime: int) -> tuple[int, ...]:
    """Degrees of the factors of a polynomial modulo a prime; () where one is repeated."""
    if poly[poly.degree()] % prime == 0:
        return ()
    factors = nmod_poly([int(c) for c in poly.coeffs()], prime).factor()[1]
    if any(multiplicity > 1 for _, multiplicity in factors):
        return ()
    return tuple(sorted(factor.degree() for factor, _ in factors))


@check("pbm:no-closed-form")
def no_closed_form(profile):
    examination = [sp.Rational(n, 10) for n in (9, 7, 5, 3, 1)]
    clicks, plays = (3, 2, 2, 1, 1), (10, 11, 12, 13, 14)
    degrees = [
        score_polynomial(clicks[:used], plays[:used], examination[:used]).degree()
        for used in range(1, 6)
    ]
    quintic = score_polynomial(clicks, plays, examination)
    seen = {degrees_modulo(quintic, prime) for prime in (7, 11, 13, 17, 19, 23, 29, 31, 37, 41)}
    unsolvable = (5,) in seen and (2, 3) in seen
    s, missed = sp.symbols("s missed", positive=True)
    likelihood = s * sp.log(THETA) + missed * sp.log(1 - KAPPA[0] * THETA)
    curvature = sp.diff(likelihood, THETA, 2)
    concave = -s / THETA**2 - missed * KAPPA[0] ** 2 / (1 - KAPPA[0] * THETA) ** 2
    found = degrees == [1, 2, 3, 4, 5] and unsolvable and vanishes(curvature - concave)
    return Finding(
        "corrected" if found else "undecided",
        {
            "degree by positions used": degrees,
            "factor degrees of the quintic modulo 11 and 37": [
                degrees_modulo(quintic, 11),
                degrees_modulo(quintic, 37),
            ],
        },
    )


@check("pbm:pooled-beats-debiased")
def pooled_beats_debiased(profile):
    total = sum(PLAYS)
    debiased = over_positions(lambda n, k: n * THETA * (1 / k - THETA)) / total**2
    mean, inverse = (over_positions(lambda n, k, e=e: n * k**e) / total for e in (1, -1))
    spread = over_positions(lambda n, k: n * (k - mean) ** 2) / total
    gain = THETA / total * (inverse - 1 / mean + THETA * spread / mean**2)
    pairs = [(0, 1), (0, 2), (1, 2)]
    # E κ E (1/κ) - 1, a sum of squares: both parts of the gain are at least 0
    squares = sum(
        PLAYS[i] * PLAYS[j] * (KAPPA[i] - KAPPA[j]) ** 2 / (KAPPA[i] * KAPPA[j]) for i, j in pairs
    )
    holds = vanishes(debiased - pooled_variance() - gain)
    holds = holds and vanishes(mean * inverse - 1 - squares / total**2)
    example = {THETA: sp.Rational(9, 20), **dict.fromkeys(PLAYS, 1)}
    example |= dict(zip(KAPPA, (sp.Rational(n, 10) for n in (9, 6, 3)), strict=True))
    ratio = Fraction(str((debiased / pooled_variance()).subs(example)))
    return Finding(
        "holds" if holds and ratio > 1 else "refuted",
        {"variance ratio for θ = 9/20, κ = (9, 6, 3)/10, equal plays": ratio},
    )


@check("pbm:pooled-against-average")
def pooled_against_average(profile):
    theta, examination, plays = Fraction(19, 20), (Fraction(9, 10), Fraction(3, 10)), (16, 238)
    pairs = list(zip(plays, examination, strict=True))
    views = sum(n * k for n, k in pairs)
    pooled = sum(n * k * theta * (1 - k * theta) for n, k in pairs) / views**2
    average = sum(theta * (1 / k - theta) / n for n, k in pairs) / len(pairs) ** 2
    ratio, bound = pooled / average, sharp_bound(theta, *examination)
    verdict = "corrected" if 1 < ratio <= bound else "holds" if ratio <= 1 else "refuted"
    return Finding(
        verdict,
        {
            "pooled over average variance, θ = 19/20, κ = (9, 3)/10, N = (16, 238)": float(ratio),
            "bound": float(bound),
        },
    )


@check("pbm:debiased-diverges")
def debiased_diverges(profile):
    debiased = over_positions(lambda n, k: n * THETA * (1 / k - THETA)) / sum(PLAYS) ** 2
    last = KAPPA[-1]
    rate = sp.limit(debiased * last, last, 0, "+") - PLAYS[-1] * THETA / sum(PLAYS) ** 2
    without = pooled_variance().subs(PLAYS[-1], 0)
    holds = vanishes(rate) and vanishes(pooled_variance().subs(last, 0) - without)
    return Finding(
        "holds" if holds else "refuted", {"variance times κ_l has a positive limit": holds}
    )
