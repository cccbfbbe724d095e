"""Sums and products of APS sequences: Properties 1 and 2 and their use (Appendix A.4)."""

from itertools import combinations_with_replacement, product

import sympy as sp

from compendium.claims import Finding, claim

from .cumulants import h, partitions
from .signs import SMALL, alternates, is_aps, partial_sums


def multiply(a, b) -> tuple[int, ...]:
    """c of Property 2: the coefficients of the product, signs stripped; c_1 = 0."""
    c = [0] * (len(a) + len(b))
    for i, j in product(range(len(a)), range(len(b))):
        c[i + j + 1] += a[i] * b[j]
    return tuple(c)


def aps_sequences(n: int, largest: int) -> list[tuple[int, ...]]:
    return [a for a in product(range(largest + 1), repeat=n) if is_aps(a)]


@claim(
    "mnl:property-1",
    location="Appendix A.4, Property 1",
    statement="The termwise sum of two APS sequences of the same length is APS",
    verdict="holds",
    evidence="proof",
    limits="Sequences longer than four or with entries above 2; in general, linear "
    "inequalities without constants have a convex cone of solutions.",
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
    limits="Generic coefficients beyond lengths 3 and 3, where the identity of the text "
    "serves. (Neither zero sum is needed; the displayed partial sums have slips in "
    "sign and index.)",
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
    r" is $o(p^{-n})$, with coefficients $J_i$ that are possibly zero or negative",
    verdict="corrected",
    evidence="proof",
    corrected=r"Each summand is of exact order $p^{-n}$ as $p\to0$, and every $J_i$ is "
    r"non-negative (an APS sequence cannot be negative); $J_i=0$ where $i$ is below the number of "
    "factors.",
    limits="Partitions of $n>16$, where the reason is that products of non-negative "
    "sequences with positive last terms are such. The letter is a small o in our text "
    "of the paper.",
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
    numbers = {"least J": least, "least leading coefficient (up to a positive factor)": least_top}
    return Finding("corrected" if least >= 0 and least_top > 0 else "holds", numbers)
