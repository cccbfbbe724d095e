"""Alternating partial sums (APS): Definition 14, (25), (31), Lemma 15 and Properties 1 and 2.

Write P(x) = Σ_{i=1}^n (−1)^{n−i} a_i x^i and s_k for its partial sums. Then
P(x) = (x − 1) Q(x) + s_n x^n, where Q has the coefficients −s_k, k < n: a sequence is APS exactly
where a ≥ 0, s_n ≥ 0 and the coefficients of Q alternate in sign with a positive leading one.
Appendices A.3 and A.4 of Grant and Leslie (2023).
"""

import math
from itertools import combinations_with_replacement, product

import sympy as sp

from clickbandits.geometric import (
    central_moment_coefficients,
    cumulant_coefficients,
    reciprocal_coefficients,
)
from compendium.finding import Case, check, twin

from .cumulants import HIGHER, LARGEST, h, partitions

SMALL = tuple(range(1, 5))
"""Lengths of the sequences that are enumerated."""
SHORT = SMALL[:3]
"""Those where pairs of all are, or a preview asks for less."""
SMALL_ENTRIES = {"definition": range(5), "sums": range(3), "products": range(4)}
"""Their entries, by what is done with the sequences."""
DEGREE = 6
"""Of the generic polynomials in the step of Lemma 15."""


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


def is_aps(sequence, parity: int = 0) -> bool:
    """Definition 14 of Grant and Leslie (2023); `parity` 1 has the opposite signs."""
    n = len(sequence) + parity
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
@twin("s_n of any sign", gives="refuted", least_sum=-math.inf)
@twin("no coefficient of Q vanishes", gives="refuted", least_coefficient=1)
def definition_14(profile, least_sum=0, least_coefficient=0):
    """Divides by x − 1 for every sequence of up to four (quick: three) entries up to 4."""
    case = Case()
    x = sp.Symbol("x")
    checked, agree = 0, True
    for n in SHORT if profile == "quick" else SMALL:
        for sequence in product(SMALL_ENTRIES["definition"], repeat=n):
            signed = sum((-1) ** (n - i) * a * x**i for i, a in enumerate(sequence, start=1))
            last = partial_sums(sequence)[-1]
            quotient, rest = sp.div(signed - last * x**n, x - 1, x)
            checked += 1
            places = [(-1) ** (n - 1 - j) * quotient.coeff(x, j) >= least_coefficient
                      for j in range(1, n)]  # fmt: skip
            agree &= rest == 0 and is_aps(sequence) == (last >= least_sum and all(places))
    case.must("APS where s_n ≥ 0 and Q alternates", agree)
    case.number("sequences", "sequences", checked)
    case.number("agree", "agree", agree)
    return case.finding()


@check("mnl:equation-25")
@twin("the sign of the first power", gives="refuted", sign=-1)
def equation_25(profile, sign=1):
    """Finds the signs of f_{n,i} for n ≤ 60, and those of the step at degree 6."""
    case = Case()
    signed = {n: reciprocal_coefficients(central_moment_coefficients(n)) for n in HIGHER}
    rows = {n: magnitudes(central_moment_coefficients(n)) for n in signed}
    case.must("f_{n,i} ≥ 0", min(sign * f for row in rows.values() for f in row) >= 0)
    case.must("no constant term", {row[0] for row in signed.values()} == {0})
    case.must("the step alternates", step_alternates())
    for n in (3, 4, 5):
        case.number(f"f_{n}", f"f for n = {n}", str(rows[n]))
    return case.finding()


def step_alternates() -> bool:
    """x(P' + cR) alternates where P and R do and deg R = deg P − 1: generic coefficients."""
    x, c = sp.Symbol("x"), sp.Symbol("c", positive=True)
    a = sp.symbols(f"a1:{DEGREE + 1}", positive=True)
    b = sp.symbols(f"b1:{DEGREE}", positive=True)
    moment = sum((-1) ** (DEGREE - i) * v * x**i for i, v in enumerate(a, start=1))
    before = sum((-1) ** (DEGREE - 1 - i) * v * x**i for i, v in enumerate(b, start=1))
    inner = sp.diff(moment, x) + c * before
    return alternates(x * inner, x) and alternates(x * (x - 1) * inner, x)


@check("mnl:equation-31")
@twin("the factor k", gives="refuted", more=1)
def equation_31(profile, more=0):
    """Verifies the telescoping step in symbols, and every partial sum for m < 60."""
    case = Case()
    k, sign, before, here = sp.symbols("k sign h_before h")

    def factor(place):
        return place + more

    # from k − 1 to k the sum grows by the k-th term, h_{m+1,k} = k h_{m,k} + (k − 1) h_{m,k−1}
    growth = sign * factor(k) * here - (-sign) * factor(k - 1) * before
    case.zero("it telescopes", growth - sign * (k * here + (k - 1) * before))
    sums = [partial_sums([h(m, i) for i in range(1, m + 1)]) for m in HIGHER[1:]]
    telescoped = [[(-1) ** (m + 1 - k) * factor(k) * h(m, k) for k in range(1, m + 2)]
                  for m in HIGHER[:-1]]  # fmt: skip
    case.must("every partial sum", sums == telescoped)
    case.number("order", "m to", LARGEST - 1)
    return case.finding()


@check("mnl:lemma-15")
@twin("the sign of the partial sums", gives="refuted", parity=1)
def lemma_15(profile, parity=0):
    """Tests h and f of the orders 3 to 60, and the signs of the step at degree 6."""
    case = Case()
    for name, coefficients in (("h", cumulant_coefficients), ("f", central_moment_coefficients)):
        found = {is_aps(magnitudes(coefficients(n)), parity) for n in HIGHER[1:]}
        case.number(name, f"{name} is APS", case.must(f"{name} is APS", found == {True}))
    case.must("the step alternates", step_alternates())
    case.number("order", "orders checked to", LARGEST)
    return case.finding()


def multiply(a, b) -> tuple[int, ...]:
    """c of Property 2: the coefficients of the product, signs stripped; c_1 = 0."""
    c = [0] * (len(a) + len(b))
    for i, j in product(range(len(a)), range(len(b))):
        c[i + j + 1] += a[i] * b[j]
    return tuple(c)


def aps_sequences(n: int, entries: range) -> list[tuple[int, ...]]:
    return [a for a in product(entries, repeat=n) if is_aps(a)]


@check("mnl:property-1")
@twin("the termwise difference", gives="refuted", second=-1)
def property_1(profile, second=1):
    """Adds all pairs of APS sequences of up to four entries up to 2."""
    case = Case()
    pairs = [pair for n in SMALL
             for pair in combinations_with_replacement(
                 aps_sequences(n, SMALL_ENTRIES["sums"]), 2)]  # fmt: skip
    closed = all(is_aps([x + second * y for x, y in zip(a, b, strict=True)]) for a, b in pairs)
    case.must("every sum is APS", closed)
    case.number("pairs", "pairs", len(pairs))
    return case.finding()


@check("mnl:property-2")
@twin("one factor is APS, the other non-negative", gives="refuted", both=False)
def property_2(profile, both=True):
    """Multiplies generic polynomials up to degree 3, and all pairs of short APS sequences."""
    case = Case()
    x = sp.Symbol("x")
    tops = sp.symbols("s1:3", positive=True)
    for n, m in product(SHORT, repeat=2):
        quotients = (sp.symbols(f"q1:{n + 1}", positive=True),
                     sp.symbols(f"r1:{m + 1}", positive=True))  # fmt: skip
        parts = [sum((-1) ** (len(v) - 1 - j) * c * x**j for j, c in enumerate(v))
                 for v in quotients]  # fmt: skip
        whole = [(x - 1) * part + top * x ** len(v)
                 for part, top, v in zip(parts, tops, quotients, strict=True)]  # fmt: skip
        bracket = parts[0] * whole[1] + tops[0] * x**n * parts[1]
        case.zero(
            f"the product, lengths {n} and {m}",
            sp.expand(whole[0] * whole[1] - (x - 1) * bracket - tops[0] * tops[1] * x ** (n + m)),
        )
        case.must(f"the bracket alternates, lengths {n} and {m}", alternates(bracket, x))
    sequences = [a for n in SHORT for a in aps_sequences(n, SMALL_ENTRIES["products"])]
    pairs = list(combinations_with_replacement(sequences, 2))
    if not both:
        pairs += [
            (a, b)
            for n in (1, 2)
            for a in product(SMALL_ENTRIES["products"], repeat=n)
            for b in sequences
        ]
    closed = all(is_aps(multiply(a, b)) for a, b in pairs)
    nonzero = sum(partial_sums(a)[-1] > 0 and partial_sums(b)[-1] > 0 for a, b in pairs)
    case.must("every product is APS", closed)
    case.number("pairs", "pairs", len(pairs))
    case.number("positive", "of these with both sums positive", nonzero)
    case.number("closed", "all APS", closed)
    return case.finding()


@check("mnl:appendix-a4-terms")
@twin("a large O", gives="holds", small=False)
@twin("the least J_i", gives="refuted", at_least=1)
def a4_terms(profile, small=True, at_least=0):
    """Multiplies out the summands of (20) in powers of 1/p, for all partitions of n ≤ 16."""
    case = Case()
    least, least_top = [], []
    for n in range(2, 17):
        for parts in partitions(n):
            # positive multiples of products of the h's; x·x·(…): `multiply` keeps the degree
            c = tuple(h(parts[0], i) for i in range(1, parts[0] + 1))
            for part in parts[1:]:
                c = multiply(c, [h(part, i) for i in range(1, part + 1)])
            least.append(min(c))
            least_top.append(c[-1])
    case.must("every J_i ≥ 0", min(least) >= at_least)
    case.must("the leading coefficient is positive", min(least_top) > 0)
    # its coefficient of p^{−n} vanishes; a large O allows any
    case.printed("a summand is o(p^{−n})", not small or max(least_top) == 0)
    case.number("least", "least J", min(least))
    case.number("top", "least leading coefficient (up to a positive factor)", min(least_top))
    return case.finding()
