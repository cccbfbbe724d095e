"""Sums and products of APS sequences: Properties 1 and 2 and their use (Appendix A.4)."""

from itertools import combinations_with_replacement, product

import sympy as sp

from compendium.finding import Finding, check

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


@check("mnl:property-1")
def property_1(profile):
    pairs = [pair for n in SMALL for pair in combinations_with_replacement(aps_sequences(n, 2), 2)]
    closed = all(is_aps([x + y for x, y in zip(a, b, strict=True)]) for a, b in pairs)
    return Finding("holds" if closed else "refuted", {"pairs": len(pairs)})


@check("mnl:property-2")
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


@check("mnl:appendix-a4-terms")
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
