"""Alternating partial sums (APS): Definition 14, (25)–(29), (31), Lemma 15 and Properties 1 and 2.

Write P(x) = Σ_{i=1}^n (−1)^{n−i} a_i x^i and s_k for its partial sums. Then
P(x) = (x − 1) Q(x) + s_n x^n, where Q has the coefficients −s_k, k < n. Therefore a sequence is APS if and
only if a ≥ 0, s_n ≥ 0 and the coefficient of x^k in Q, k < n, has the sign (−1)^{n−1−k} or vanishes.
Appendices A.3 and A.4 of Grant and Leslie (2023).
"""

from functools import reduce
from itertools import accumulate, combinations_with_replacement, product

import sympy as sp

from clickbandits.geometric import central_moment_coefficients, cumulant_coefficients, derangements
from compendium.case import Twin, check

from .cumulants import HIGHER, LARGEST, derangements_by_cycles, h, partitions, reciprocal_coefficients

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


def polynomial_agrees(sequence, least) -> bool:
    """Whether a sequence is APS exactly if s_n and the coefficients of Q have their signs."""
    x, n, last = sp.Symbol("x"), len(sequence), partial_sums(sequence)[-1]
    signed = sum((-1) ** (n - i) * a * x**i for i, a in enumerate(sequence, start=1))
    quotient, rest = sp.div(signed - last * x**n, x - 1, x)
    places = [(-1) ** (n - 1 - j) * quotient.coeff(x, j) >= least for j in range(1, n)]
    return rest == 0 and is_aps(sequence) == (last >= least and all(places))


def step_alternates() -> bool:
    """x(P' + cR) alternates if P and R do and deg R = deg P − 1, with generic coefficients."""
    x, c = sp.Symbol("x"), sp.Symbol("c", positive=True)
    a = sp.symbols(f"a1:{DEGREE + 1}", positive=True)
    b = sp.symbols(f"b1:{DEGREE}", positive=True)
    moment = sum((-1) ** (DEGREE - i) * v * x**i for i, v in enumerate(a, start=1))
    before = sum((-1) ** (DEGREE - 1 - i) * v * x**i for i, v in enumerate(b, start=1))
    inner = sp.diff(moment, x) + c * before
    return alternates(x * inner, x) and alternates(x * (x - 1) * inner, x)


def multiply(a, b) -> tuple[int, ...]:
    """c of Property 2, the coefficients of the product without their signs; c_1 = 0."""
    c = [0] * (len(a) + len(b))
    for i, j in product(range(len(a)), range(len(b))):
        c[i + j + 1] += a[i] * b[j]
    return tuple(c)


def aps_sequences(n: int, use: str) -> list[tuple[int, ...]]:
    return [a for a in product(SMALL_ENTRIES[use], repeat=n) if is_aps(a)]


def product_alternates(n: int, m: int) -> bool:
    """Property 2 for these lengths: P₁P₂ = (x − 1)[Q₁P₂ + s₁x^n Q₂] + s₁s₂x^{n+m}, the bracket alternates.

    The coefficients are generic, that is, positive symbols.
    """
    x, tops = sp.Symbol("x"), sp.symbols("s1:3", positive=True)
    quotients = sp.symbols(f"q1:{n + 1}", positive=True), sp.symbols(f"r1:{m + 1}", positive=True)
    parts = [sum((-1) ** (len(v) - 1 - j) * c * x**j for j, c in enumerate(v)) for v in quotients]
    whole = [(x - 1) * part + top * x ** len(v) for part, top, v in zip(parts, tops, quotients, strict=True)]
    bracket = parts[0] * whole[1] + tops[0] * x**n * parts[1]
    rest = whole[0] * whole[1] - (x - 1) * bracket - tops[0] * tops[1] * x ** (n + m)
    return sp.expand(rest) == 0 and alternates(bracket, x)


@check(
    "mnl:lemma-15",
    parity=Twin(1),
    sign=[Twin(1, step="equation-25"), Twin(1, step="equation-29")],
    smallest=Twin(1, step="equation-28"),
    least=[Twin(1, step="definition-14"), Twin(1, step="appendix-a4-terms")],
    more=Twin(1, step="equation-31"),
    second=Twin(-1, step="property-1"),
    both=Twin(False, step="property-2"),
)
def lemma_15(case, parity=0, sign=-1, smallest=2, least=0, more=0, second=1, both=True):
    rows = {n: magnitudes(central_moment_coefficients(n)) for n in HIGHER}
    for name, each in (("h", [magnitudes(cumulant_coefficients(n)) for n in HIGHER]), ("f", rows.values())):
        true = all(is_aps(row, parity) for row in each if len(row) > 2)
        case.number(name, f"{name} is APS", case.must(f"{name} is APS", true))
    alternating = step_alternates()
    case.must("the step alternates", alternating)
    case.number("order", "orders checked to", LARGEST)

    coefficients = case.step("equation-25")
    signed = [[(-sign) ** (n - i) * f for i, f in enumerate(row, start=1)] for n, row in rows.items()]
    coefficients.must("f_{n,i} ≥ 0", min(map(min, signed)) >= 0)
    constant = {reciprocal_coefficients(central_moment_coefficients(n))[0] for n in HIGHER}
    coefficients.must("no constant term", constant == {0})
    coefficients.must("the step alternates", alternating)
    for n in (3, 4, 5):
        coefficients.number(f"f_{n}", f"f for n = {n}", rows[n])

    leading = case.step("equation-28")
    a, b, mean, n = sp.symbols("a b mu n", positive=True)
    leading.must("f_{n,n} = !n", all(row[-1] == derangements(n) for n, row in rows.items()))
    by_cycles = derangements_by_cycles(smallest)
    leading.must("the sum over cycle types", by_cycles == [derangements(n) for n in range(len(by_cycles))])
    step = mean * (1 + mean) * (sp.diff(a * mean**n, mean) + n * b * mean ** (n - 1))
    leading.zero("c_{n+1} = n(c_n + c_{n−1})", step / mean**n - n * (a + b) * (1 + mean))

    total = case.step("equation-29")
    sums = {sum(sign**i * f for i, f in enumerate(row)) for row in rows.values()}
    total.must("the alternating sums vanish", sums == {0})
    # the alternating sum is the value at p = 1 (up to the sign), where μ = 0
    total.must("μ divides μ_n", {central_moment_coefficients(n)[0] for n in HIGHER} == {0})

    definition = case.step("definition-14")
    lengths = SHORT if case.profile == "quick" else SMALL
    sequences = [a for n in lengths for a in product(SMALL_ENTRIES["definition"], repeat=n)]
    alike = all(polynomial_agrees(sequence, least) for sequence in sequences)
    definition.must("APS where s_n ≥ 0 and Q alternates", alike, sequences=len(sequences))

    explicit = case.step("equation-31")
    k, s, before, here = sp.symbols("k s h_before h")
    # from k − 1 to k the sum grows by the k-th term, h_{m+1,k} = k h_{m,k} + (k − 1) h_{m,k−1}
    growth = s * (k + more) * here - (-s) * (k - 1 + more) * before
    explicit.zero("it telescopes", growth - s * (k * here + (k - 1) * before))
    sums = [partial_sums([h(m, i) for i in range(1, m + 1)]) for m in HIGHER[1:]]
    telescoped = [[(-1) ** (m + 1 - k) * (k + more) * h(m, k) for k in range(1, m + 2)] for m in HIGHER[:-1]]
    explicit.must("every partial sum", sums == telescoped)

    addition = case.step("property-1")
    pairs = [pair for n in SMALL for pair in combinations_with_replacement(aps_sequences(n, "sums"), 2)]
    closed = all(is_aps([x + second * y for x, y in zip(a, b, strict=True)]) for a, b in pairs)
    addition.must("every sum is APS", closed, pairs=len(pairs))

    multiplication = case.step("property-2")
    generic = all(product_alternates(n, m) for n, m in product(SHORT, repeat=2))
    multiplication.must("the bracket alternates", generic)
    sequences = [a for n in SHORT for a in aps_sequences(n, "products")]
    pairs = [*combinations_with_replacement(sequences, 2), *([] if both else [((0, 1), (1, 0))])]
    closed = all(is_aps(multiply(a, b)) for a, b in pairs)
    multiplication.must("every product is APS", closed, pairs=len(pairs))
    positive = sum(partial_sums(a)[-1] > 0 and partial_sums(b)[-1] > 0 for a, b in pairs)
    multiplication.number("positive", "of these with both sums positive", positive)

    terms = case.step("appendix-a4-terms")
    # positive multiples of products of the h's; x·x·(…): `multiply` keeps the degree
    products = [
        reduce(multiply, ([h(part, i) for i in range(1, part + 1)] for part in parts))
        for n in range(2, 17)
        for parts in partitions(n)
    ]
    lowest, top = min(map(min, products)), min(c[-1] for c in products)  # of p^{−n}
    terms.must("least J", lowest >= least, least=lowest)
    terms.must("least leading coefficient (up to a positive factor)", top > 0, top=top)
