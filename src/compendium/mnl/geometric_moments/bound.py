"""The bound on the central moments: Lemma 12, (21), (28)–(30) (Appendix A.1, A.3)."""

from fractions import Fraction
from math import factorial

import sympy as sp

from clickbandits.geometric import central_moment_coefficients, derangements
from compendium.finding import Finding, check

from .cumulants import LARGEST, derangements_by_cycle_type
from .signs import is_aps, magnitudes


@check("mnl:equation-28")
def equation_28(profile):
    leading = all(
        magnitudes(central_moment_coefficients(n))[-1] == derangements(n)
        for n in range(2, LARGEST + 1)
    )
    bell = all(derangements_by_cycle_type(n) == derangements(n) for n in range(1, 21))
    mean, n, a, b = sp.symbols("mu n a b", positive=True)
    step = mean * (1 + mean) * (sp.diff(a * mean**n, mean) + n * b * mean ** (n - 1))
    recursion = sp.simplify(step / mean**n - n * (a + b) * (1 + mean)) == 0
    return Finding("holds" if leading and bell and recursion else "refuted", {"n to": LARGEST})


@check("mnl:equation-29")
def equation_29(profile):
    zero = all(
        sum((-1) ** i * f for i, f in enumerate(magnitudes(central_moment_coefficients(n)))) == 0
        for n in range(2, LARGEST + 1)
    )
    # the alternating sum is the value at p = 1 (up to the sign), where μ = 0
    factor = all(central_moment_coefficients(n)[0] == 0 for n in range(2, LARGEST + 1))
    return Finding("holds" if zero and factor else "refuted", {"n to": LARGEST})


def dominates(n: int) -> bool:
    """Whether !n μ(1 + μ)^{n−1} − μ_n has non-negative coefficients in μ."""
    bound = [0] + [derangements(n) * int(sp.binomial(n - 1, i)) for i in range(n)]
    moment = central_moment_coefficients(n)
    return all(b >= c for b, c in zip(bound, moment + (0,) * (n + 1 - len(moment)), strict=True))


def induction_identity() -> bool:
    """μ(1+μ)[(D_n μ(1+μ)^{n−1})' + nD_{n−1} μ(1+μ)^{n−2}] = μ(1+μ)^{n−1}[D_n + n(D_n+D_{n−1})μ]."""
    mean, n, d, e = sp.symbols("mu n D_n D_before", positive=True)
    step = (
        mean
        * (1 + mean)
        * (sp.diff(d * mean * (1 + mean) ** (n - 1), mean) + n * e * mean * (1 + mean) ** (n - 2))
    )
    return sp.simplify(step / (mean * (1 + mean) ** (n - 1)) - (d + n * (d + e) * mean)) == 0


@check("mnl:lemma-12")
def lemma_12(profile):
    exact = all(dominates(n) for n in range(1, LARGEST + 1))
    identity = induction_identity()
    grows = all(derangements(n) <= derangements(n + 1) for n in range(1, LARGEST + 1))
    numbers = {"coefficientwise to order": LARGEST, "induction step for every n": identity}
    return Finding("holds" if exact and identity and grows else "refuted", numbers)


def display_30(f, p) -> tuple[Fraction, Fraction]:
    """Both sides of (30): Σ_{i<n} ± f_i p^{−i} and p^{−(n−1)} Σ_{i<n} ± f_i, + for i = n − 1."""
    n = len(f)
    terms = [(-1) ** (n - 1 - i) * f[i - 1] for i in range(1, n)]
    left = sum((t / p**i for i, t in enumerate(terms, start=1)), start=Fraction(0))
    return left, sum(terms) / p ** (n - 1)


@check("mnl:equation-30")
def equation_30(profile):
    p, f = Fraction(1, 2), (1, 1, 1, 1)
    left, right = display_30(f, p)
    value = sum((-1) ** (4 - i) * a / p**i for i, a in enumerate(f, start=1))
    sides = [display_30(magnitudes(central_moment_coefficients(n)), p) for n in range(2, 31)]
    numbers = {
        "(1, 1, 1, 1) is APS": is_aps(f),
        "left side for it": left,
        "right side": right,
        "its polynomial at p = 1/2": value,
        "would-be bound": f[-1] * (1 - p) / p**4,
    }
    gap = is_aps(f) and sum((-1) ** i * a for i, a in enumerate(f)) == 0 and left < right
    true_of_moments = all(a >= b for a, b in sides) and induction_identity()
    return Finding("corrected" if gap and true_of_moments else "holds", numbers)


@check("mnl:equation-21")
def equation_21(profile):
    shares = [Fraction(derangements(k), factorial(k)) for k in range(2, LARGEST + 1)]
    numbers = {"largest !k/k!": max(shares), "largest for k ≥ 3": max(shares[1:])}
    return Finding("holds" if max(shares) <= Fraction(1, 2) else "refuted", numbers)
