"""Alternating partial sums (APS): Definition 14, (25), (31), Lemma 15 and Properties 1 and 2.

Write P(x) = Σ_{i=1}^n (−1)^{n−i} a_i x^i and s_k for its partial sums. Then
P(x) = (x − 1) Q(x) + s_n x^n, where Q has the coefficients −s_k, k < n. Therefore a sequence is APS if and
only if a ≥ 0, s_n ≥ 0 and the coefficient of x^k in Q, k < n, has the sign (−1)^{n−1−k} or vanishes.
Appendices A.3 and A.4 of Grant and Leslie (2023).
"""

import math
from functools import reduce
from itertools import accumulate, combinations_with_replacement, product

import sympy as sp

from clickbandits.geometric import central_moment_coefficients, cumulant_coefficients
from compendium.case import Twin, check

from .cumulants import HIGHER, LARGEST, h, partitions, reciprocal_coefficients

SMALL = tuple(range(1, 5))
"""Lengths of the sequences that are enumerated."""
SHORT = SMALL[:3]
"""The lengths for pairs of sequences, and for previews."""
SMALL_ENTRIES = {"definition": range(5), "sums": range(3), "products": range(4)}
"""The entries, by the use of the sequences."""
DEGREE = 6
"""The degree of the generic polynomials in the step of Lemma 15."""


def magnitudes(coefficients) -> tuple[int, ...]:
    """f_1, …, f_n of Σ (−1)^{n−i} f_i p^{−i}, from the coefficients in the mean."""
    signed = reciprocal_coefficients(coefficients)
    n = len(signed) - 1
    return tuple((-1) ** (n - i) * signed[i] for i in range(1, n + 1))


def partial_sums(sequence) -> list[int]:
    n = len(sequence)
    return list(accumulate((-1) ** (n - i) * value for i, value in enumerate(sequence, start=1)))


def is_aps(sequence, parity: int = 0) -> bool:
    """Definition 14 of Grant and Leslie (2023); `parity` 1 has the opposite signs."""
    n = len(sequence) + parity
    signs = all((-1) ** (n - k) * s >= 0 for k, s in enumerate(partial_sums(sequence), start=1))
    return min(sequence) >= 0 and signs


def alternates(polynomial, x) -> bool:
    """Whether the coefficients alternate in sign, the leading one positive, for all parameters.

    The parameters are positive symbols. Each coefficient is a polynomial in them, and all coefficients of
    this polynomial must have the same sign.
    """
    terms = [
        (-1) ** place * c for place, c in enumerate(sp.Poly(sp.expand(polynomial), x).all_coeffs()) if c != 0
    ]
    return all(number > 0 for term in terms for number in sp.expand(term).as_coefficients_dict().values())


@check("mnl:definition-14", least_sum=Twin(-math.inf), least_coefficient=Twin(1))
def definition_14(case, least_sum=0, least_coefficient=0):
    x = sp.Symbol("x")

    def agrees(sequence):
        n, last = len(sequence), partial_sums(sequence)[-1]
        signed = sum((-1) ** (n - i) * a * x**i for i, a in enumerate(sequence, start=1))
        quotient, rest = sp.div(signed - last * x**n, x - 1, x)
        places = [(-1) ** (n - 1 - j) * quotient.coeff(x, j) >= least_coefficient for j in range(1, n)]
        return rest == 0 and is_aps(sequence) == (last >= least_sum and all(places))

    lengths = SHORT if case.profile == "quick" else SMALL
    sequences = [a for n in lengths for a in product(SMALL_ENTRIES["definition"], repeat=n)]
    case.must("APS where s_n ≥ 0 and Q alternates", all(map(agrees, sequences)))
    case.number("sequences", "sequences", len(sequences))


@check("mnl:equation-25", sign=Twin(-1))
def equation_25(case, sign=1):
    signed = {n: reciprocal_coefficients(central_moment_coefficients(n)) for n in HIGHER}
    rows = {n: magnitudes(central_moment_coefficients(n)) for n in signed}
    case.must("f_{n,i} ≥ 0", min(sign * f for row in rows.values() for f in row) >= 0)
    case.must("no constant term", {row[0] for row in signed.values()} == {0})
    case.must("the step alternates", step_alternates())
    for n in (3, 4, 5):
        case.number(f"f_{n}", f"f for n = {n}", tuple(rows[n]))


def step_alternates() -> bool:
    """x(P' + cR) alternates if P and R do and deg R = deg P − 1, with generic coefficients."""
    x, c = sp.Symbol("x"), sp.Symbol("c", positive=True)
    a = sp.symbols(f"a1:{DEGREE + 1}", positive=True)
    b = sp.symbols(f"b1:{DEGREE}", positive=True)
    moment = sum((-1) ** (DEGREE - i) * v * x**i for i, v in enumerate(a, start=1))
    before = sum((-1) ** (DEGREE - 1 - i) * v * x**i for i, v in enumerate(b, start=1))
    inner = sp.diff(moment, x) + c * before
    return alternates(x * inner, x) and alternates(x * (x - 1) * inner, x)


@check("mnl:equation-31", more=Twin(1))
def equation_31(case, more=0):
    k, sign, before, here = sp.symbols("k sign h_before h")
    # from k − 1 to k the sum grows by the k-th term, h_{m+1,k} = k h_{m,k} + (k − 1) h_{m,k−1}
    growth = sign * (k + more) * here - (-sign) * (k - 1 + more) * before
    case.zero("it telescopes", growth - sign * (k * here + (k - 1) * before))
    sums = [partial_sums([h(m, i) for i in range(1, m + 1)]) for m in HIGHER[1:]]
    telescoped = [[(-1) ** (m + 1 - k) * (k + more) * h(m, k) for k in range(1, m + 2)] for m in HIGHER[:-1]]
    case.must("every partial sum", sums == telescoped)
    case.number("order", "m to", LARGEST - 1)


@check("mnl:lemma-15", parity=Twin(1))
def lemma_15(case, parity=0):
    for name, coefficients in (("h", cumulant_coefficients), ("f", central_moment_coefficients)):
        answers = {is_aps(magnitudes(coefficients(n)), parity) for n in HIGHER[1:]}
        case.number(name, f"{name} is APS", case.must(f"{name} is APS", answers == {True}))
    case.must("the step alternates", step_alternates())
    case.number("order", "orders checked to", LARGEST)


def multiply(a, b) -> tuple[int, ...]:
    """c of Property 2, the coefficients of the product without their signs; c_1 = 0."""
    c = [0] * (len(a) + len(b))
    for i, j in product(range(len(a)), range(len(b))):
        c[i + j + 1] += a[i] * b[j]
    return tuple(c)


def aps_sequences(n: int, entries: range) -> list[tuple[int, ...]]:
    return [a for a in product(entries, repeat=n) if is_aps(a)]


@check("mnl:property-1", second=Twin(-1))
def property_1(case, second=1):
    pairs = [
        pair
        for n in SMALL
        for pair in combinations_with_replacement(aps_sequences(n, SMALL_ENTRIES["sums"]), 2)
    ]
    closed = all(is_aps([x + second * y for x, y in zip(a, b, strict=True)]) for a, b in pairs)
    case.must("every sum is APS", closed)
    case.number("pairs", "pairs", len(pairs))


@check("mnl:property-2", both=Twin(False))
def property_2(case, both=True):
    x = sp.Symbol("x")
    tops = sp.symbols("s1:3", positive=True)
    for n, m in product(SHORT, repeat=2):
        quotients = (sp.symbols(f"q1:{n + 1}", positive=True), sp.symbols(f"r1:{m + 1}", positive=True))
        parts = [sum((-1) ** (len(v) - 1 - j) * c * x**j for j, c in enumerate(v)) for v in quotients]
        whole = [
            (x - 1) * part + top * x ** len(v) for part, top, v in zip(parts, tops, quotients, strict=True)
        ]
        bracket = parts[0] * whole[1] + tops[0] * x**n * parts[1]
        rest = whole[0] * whole[1] - (x - 1) * bracket - tops[0] * tops[1] * x ** (n + m)
        case.zero(f"the product, lengths {n} and {m}", sp.expand(rest))
        case.must(f"the bracket alternates, lengths {n} and {m}", alternates(bracket, x))
    sequences = [a for n in SHORT for a in aps_sequences(n, SMALL_ENTRIES["products"])]
    pairs = list(combinations_with_replacement(sequences, 2))
    if not both:
        any_short = [a for n in (1, 2) for a in product(SMALL_ENTRIES["products"], repeat=n)]
        pairs += product(any_short, sequences)
    nonzero = sum(partial_sums(a)[-1] > 0 and partial_sums(b)[-1] > 0 for a, b in pairs)
    case.must("every product is APS", all(is_aps(multiply(a, b)) for a, b in pairs))
    case.number("pairs", "pairs", len(pairs))
    case.number("positive", "of these with both sums positive", nonzero)


@check("mnl:appendix-a4-terms", at_least=Twin(1))
def a4_terms(case, at_least=0):
    # positive multiples of products of the h's; x·x·(…): `multiply` keeps the degree
    products = [
        reduce(multiply, ([h(part, i) for i in range(1, part + 1)] for part in parts))
        for n in range(2, 17)
        for parts in partitions(n)
    ]
    least, tops = min(map(min, products)), [c[-1] for c in products]
    case.must("least J", least >= at_least, least=least)
    # the coefficient of p^{−n}
    case.must("least leading coefficient (up to a positive factor)", min(tops) > 0, top=min(tops))
