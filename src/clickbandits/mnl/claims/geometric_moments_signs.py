"""Alternating partial sums (APS): Definition 14, Lemma 15, Properties 1 and 2 (Appendix A.3, A.4).

Write P(x) = Σ_{i=1}^n (−1)^{n−i} a_i x^i and s_k for its partial sums. Then
P(x) = (x − 1) Q(x) + s_n x^n, where Q has the coefficients −s_k, k < n: a sequence is APS exactly
where a ≥ 0, s_n ≥ 0 and the coefficients of Q alternate in sign with a positive leading one.
"""

from itertools import combinations_with_replacement, product

import sympy as sp

from clickbandits.claims import Finding, claim
from clickbandits.geometric import (
    central_moment_coefficients,
    cumulant_coefficients,
    reciprocal_coefficients,
)
from clickbandits.mnl.claims.geometric_moments_cumulants import LARGEST, h, partitions

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


def multiply(a, b) -> tuple[int, ...]:
    """c of Property 2: the coefficients of the product, signs stripped; c_1 = 0."""
    c = [0] * (len(a) + len(b))
    for i, j in product(range(len(a)), range(len(b))):
        c[i + j + 1] += a[i] * b[j]
    return tuple(c)


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


@claim(
    "mnl:definition-14",
    location="Appendix A.3, Definition 14 and (26)",
    statement=r"APS: $h_i\ge0$ and $\sum_{i\le k}(-1)^{n-i}h_i$ is $\ge0$ for even $n-k$, $\le0$ "
    r"for odd; equivalently $\sum_i(-1)^{n-i}h_ix^i=(x-1)Q(x)+sx^n$ with $s\ge0$ and $Q$ "
    "alternating in sign",
    verdict="holds",
    evidence="exact",
    limits="The equivalence (ours) on all sequences of up to four integers in 0, …, 4; in general "
    "it is Abel summation.",
)
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


@claim(
    "mnl:equation-25",
    location="Appendix A.3, (25)",
    statement=r"$\mu_n=\sum_{i=1}^n(-1)^{n-i}f_{n,i}p^{-i}$ with non-negative integers $f_{n,i}$",
    verdict="holds",
    evidence="proof",
    limits=r"For all n by one step, $\mu_{n+1}=x(x-1)(\mu_n'+n\mu_{n-1})$ in $x=1/p$, whose two "
    "summands have the same signs; orders up to 60 exactly.",
)
def equation_25(profile):
    rows = [magnitudes(central_moment_coefficients(n)) for n in range(2, LARGEST + 1)]
    positive = all(min(row) >= 0 for row in rows)
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


@claim(
    "mnl:equation-31",
    location="Appendix A.4, (31)",
    statement=r"$\sum_{i=1}^k(-1)^{m+1-i}h_{m+1,i}=(-1)^{m+1-k}\,k\,h_{m,k}$",
    verdict="holds",
    evidence="proof",
    limits="An identity for every m ≥ 2, by telescoping; the induction around it is not needed.",
)
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


@claim(
    "mnl:lemma-15",
    location="Appendix A.3, Lemma 15",
    statement=r"For $n\ge3$ the sequences $h_{n,1},\dots,h_{n,n}$ and $f_{n,1},\dots,f_{n,n}$ are "
    "APS",
    verdict="holds",
    evidence="proof",
    limits=r"For all n: $\kappa_{n+1}/(x-1)=x\kappa_n'$ and $\mu_{n+1}/(x-1)=x(\mu_n'+n\mu_{n-1})$ "
    "alternate in sign because their predecessors do; orders up to 60 exactly.",
)
def lemma_15(profile):
    orders = range(3, LARGEST + 1)
    cumulants = all(is_aps(magnitudes(cumulant_coefficients(n))) for n in orders)
    moments = all(is_aps(magnitudes(central_moment_coefficients(n))) for n in orders)
    numbers = {"h is APS": cumulants, "f is APS": moments, "orders checked to": LARGEST}
    return Finding("holds" if cumulants and moments and step_alternates() else "refuted", numbers)


def aps_sequences(n: int, largest: int) -> list[tuple[int, ...]]:
    return [a for a in product(range(largest + 1), repeat=n) if is_aps(a)]


@claim(
    "mnl:property-1",
    location="Appendix A.4, Property 1",
    statement="The termwise sum of two APS sequences of the same length is APS",
    verdict="holds",
    evidence="proof",
    limits="APS is a set of linear inequalities without constants, so its solutions form a cone; "
    "the check goes through all pairs of small sequences.",
)
def property_1(profile):
    pairs = [pair for n in SMALL for pair in combinations_with_replacement(aps_sequences(n, 2), 2)]
    closed = all(is_aps([x + y for x, y in zip(a, b, strict=True)]) for a, b in pairs)
    return Finding("holds" if closed else "refuted", {"pairs": len(pairs)})


@claim(
    "mnl:property-2",
    location="Appendix A.4, Property 2",
    statement="Multiplying two polynomials with APS coefficients whose alternating sums are zero "
    "gives APS coefficients",
    verdict="holds",
    evidence="proof",
    limits=r"Neither zero sum is needed: $P_1P_2=(x-1)[Q_1P_2+s_1x^nQ_2]+s_1s_2x^{n+m}$ and the "
    "bracket alternates. Checked with generic coefficients up to lengths 3 and 3 and on all pairs "
    "of small sequences. The displayed partial sums have slips in sign and index.",
)
def property_2(profile):
    x = sp.Symbol("x")
    generic = True
    for n, m in product(range(1, 4), repeat=2):
        first, second = (
            sp.symbols(f"q1:{n + 1}", positive=True),
            sp.symbols(f"r1:{m + 1}", positive=True),
        )
        tops = sp.symbols("s1:3", positive=True)
        parts = [
            sum((-1) ** (len(v) - 1 - j) * c * x**j for j, c in enumerate(v))
            for v in (first, second)
        ]
        whole = [
            (x - 1) * q + s * x ** len(v)
            for q, s, v in zip(parts, tops, (first, second), strict=True)
        ]
        bracket = parts[0] * whole[1] + tops[0] * x**n * parts[1]
        identity = sp.expand(
            whole[0] * whole[1] - (x - 1) * bracket - tops[0] * tops[1] * x ** (n + m)
        )
        generic &= identity == 0 and alternates(bracket, x)
    sequences = [a for n in SMALL[:3] for a in aps_sequences(n, 3)]
    pairs = list(combinations_with_replacement(sequences, 2))
    closed = all(is_aps(multiply(a, b)) for a, b in pairs)
    nonzero = sum(partial_sums(a)[-1] > 0 and partial_sums(b)[-1] > 0 for a, b in pairs)
    numbers = {"pairs": len(pairs), "of these with both sums positive": nonzero, "all APS": closed}
    return Finding("holds" if generic and closed else "refuted", numbers)


@claim(
    "mnl:appendix-a4-terms",
    location="Appendix A.4, before the last use of Property 2",
    statement=r"Each summand "
    r"$\frac{n!}{j_2!\cdots j_n!}(\kappa_2/2!)^{j_2}\cdots(\kappa_n/n!)^{j_n}$"
    r"is $o(p^{-n})$, with coefficients $J_i$ that are possibly zero or negative",
    verdict="corrected",
    evidence="proof",
    corrected=r"Each summand is of exact order $p^{-n}$ as $p\to0$, and every $J_i$ is "
    r"non-negative (an APS sequence cannot be negative); $J_i=0$ where $i$ is below the number of "
    "factors.",
    limits="All partitions of n ≤ 16 (the letter is a small o in our text of the paper); for all n "
    "because products of non-negative sequences with "
    "positive last terms are such.",
)
def a4_terms(profile):
    least, least_top = None, None
    for n in range(2, 17):
        for parts in partitions(n):
            # positive multiples of products of the h's; x·x·(…): `multiply` keeps the degree
            c = tuple(h(parts[0], i) for i in range(1, parts[0] + 1))
            for part in parts[1:]:
                c = multiply(c, [h(part, i) for i in range(1, part + 1)])
            least = min(c) if least is None else min(least, min(c))
            least_top = c[-1] if least_top is None else min(least_top, c[-1])
    numbers = {"least J": least, "least coefficient of p^−n (up to a positive factor)": least_top}
    return Finding("corrected" if least >= 0 and least_top > 0 else "holds", numbers)
