"""Alternating partial sums (APS): Definition 14, (25), (31) and Lemma 15 (Appendix A.3, A.4).

Write P(x) = Σ_{i=1}^n (−1)^{n−i} a_i x^i and s_k for its partial sums. Then
P(x) = (x − 1) Q(x) + s_n x^n, where Q has the coefficients −s_k, k < n: a sequence is APS exactly
where a ≥ 0, s_n ≥ 0 and the coefficients of Q alternate in sign with a positive leading one.
"""

from itertools import product

import sympy as sp

from clickbandits.geometric import (
    central_moment_coefficients,
    cumulant_coefficients,
    reciprocal_coefficients,
)
from compendium.finding import Finding, check

from .cumulants import LARGEST, h

SMALL = tuple(range(1, 5))
"""Lengths of the sequences that are enumerated."""


def magnitudes(coefficients) -> tuple[int, ...]:
    """f_1, …, f_n of Σ (−1)^{n−i} f_i p^{−i}, from the coefficients in the mean."""
    signed = reciprocal_coefficients(coefficients)
    n = len(signed) - 1
    return tuple((-1) ** (n - i) * signed[i] for i in range(1, n + 1))


def partial_sums(sequence) -> list[int]:
    n = len(sequence)
    total, sums = 0, []
    for i, value in enumerate(sequence, start=1):
        total += (-1) ** (n - i) * value
        sums.append(total)
    return sums


def is_aps(sequence) -> bool:
    """Definition 14 of Grant and Leslie (2023)."""
    n = len(sequence)
    signs = all((-1) ** (n - k) * s >= 0 for k, s in enumerate(partial_sums(sequence), start=1))
    return min(sequence) >= 0 and signs


def alternates(polynomial, x) -> bool:
    """Whether the coefficients alternate in sign, the leading one positive, for all parameters.

    Parameters that are positive symbols: each coefficient is a polynomial in them, and its own
    coefficients must share the sign.
    """
    coefficients = sp.Poly(sp.expand(polynomial), x).all_coeffs()
    terms = (((-1) ** place, sp.expand(c)) for place, c in enumerate(coefficients) if c != 0)
    return all(
        all(sign * number > 0 for number in c.as_coefficients_dict().values()) for sign, c in terms
    )


@check("mnl:definition-14")
def definition_14(profile):
    x = sp.Symbol("x")
    checked, agree = 0, True
    for n in SMALL[:3] if profile == "quick" else SMALL:
        for sequence in product(range(5), repeat=n):
            signed = sum((-1) ** (n - i) * a * x**i for i, a in enumerate(sequence, start=1))
            last = partial_sums(sequence)[-1]
            quotient, rest = sp.div(signed - last * x**n, x - 1, x)
            checked += 1
            places = [(-1) ** (n - 1 - j) * quotient.coeff(x, j) >= 0 for j in range(n)]
            agree &= rest == 0 and is_aps(sequence) == (last >= 0 and all(places))
    return Finding("holds" if agree else "refuted", {"sequences": checked, "agree": agree})


@check("mnl:equation-25")
def equation_25(profile):
    rows = [magnitudes(central_moment_coefficients(n)) for n in range(2, LARGEST + 1)]
    positive = all(min(row) >= 0 for row in rows)
    positive &= all(
        reciprocal_coefficients(central_moment_coefficients(n))[0] == 0
        for n in range(2, LARGEST + 1)
    )
    numbers = {f"f for n = {n}": str(rows[n - 2]) for n in (3, 4, 5)}
    return Finding("holds" if positive and step_alternates() else "refuted", numbers)


def step_alternates() -> bool:
    """x(P' + cR) alternates where P and R do and deg R = deg P − 1: generic coefficients, n = 6."""
    x, c = sp.Symbol("x"), sp.Symbol("c", positive=True)
    a = sp.symbols("a1:7", positive=True)
    b = sp.symbols("b1:6", positive=True)
    moment = sum((-1) ** (6 - i) * v * x**i for i, v in enumerate(a, start=1))
    before = sum((-1) ** (5 - i) * v * x**i for i, v in enumerate(b, start=1))
    inner = sp.diff(moment, x) + c * before
    return alternates(x * inner, x) and alternates(x * (x - 1) * inner, x)


@check("mnl:equation-31")
def equation_31(profile):
    k, sign, before, here = sp.symbols("k sign h_before h")
    # from k − 1 to k the sum grows by the k-th term, h_{m+1,k} = k h_{m,k} + (k − 1) h_{m,k−1}
    growth = sign * k * here - (-sign) * (k - 1) * before
    telescopes = sp.expand(growth - sign * (k * here + (k - 1) * before))
    exact = all(
        partial_sums([h(m + 1, i) for i in range(1, m + 2)])[:m]
        == [(-1) ** (m + 1 - k) * k * h(m, k) for k in range(1, m + 1)]
        for m in range(2, LARGEST)
    )
    return Finding("holds" if telescopes == 0 and exact else "refuted", {"m to": LARGEST - 1})


@check("mnl:lemma-15")
def lemma_15(profile):
    orders = range(3, LARGEST + 1)
    cumulants = all(is_aps(magnitudes(cumulant_coefficients(n))) for n in orders)
    moments = all(is_aps(magnitudes(central_moment_coefficients(n))) for n in orders)
    numbers = {"h is APS": cumulants, "f is APS": moments, "orders checked to": LARGEST}
    return Finding("holds" if cumulants and moments and step_alternates() else "refuted", numbers)
