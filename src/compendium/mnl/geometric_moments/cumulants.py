"""Cumulants, Bell polynomials and derangements: (19), (20), (24), Lemma 13 (Appendix A.1, A.3)."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import comb, factorial, prod

import sympy as sp
from flint import fmpz_poly

from clickbandits.geometric import (
    central_moment_coefficients,
    cumulant_coefficients,
    derangements,
    reciprocal_coefficients,
)
from compendium.finding import Finding, check

LARGEST = 60
"""The largest order of the exact checks."""


def cumulant_polynomial(n: int) -> fmpz_poly:
    return fmpz_poly(list(cumulant_coefficients(n)))


@check("mnl:equation-24")
def equation_24(profile):
    p, theta, mean = sp.symbols("p theta mu", positive=True)
    generator = sp.log(p) - sp.log(1 - (1 - p) * sp.exp(theta))
    slope = sp.diff(generator, theta)
    # (p − 1)∂_p and ∂_θ agree on K'(θ), hence on all its derivatives, at every θ
    shift = sp.simplify((p - 1) * sp.diff(slope, p) - sp.diff(slope, theta)) == 0
    # in the mean: (p − 1) dμ/dp = μ(1 + μ), the recursion of `cumulant_coefficients`
    speed = sp.simplify(((p - 1) * sp.diff(1 / p - 1, p) - mean * (1 + mean)).subs(mean, 1 / p - 1))
    start = sp.simplify(slope.subs(theta, 0) - (1 - p) / p)
    holds = shift and speed == 0 and start == 0
    return Finding("holds" if holds else "refuted", {"identity in p and θ": shift})


@cache
def stirling(n: int, i: int) -> int:
    """Partitions of n things into i blocks."""
    if i == 0 or n == 0:
        return int(n == i)
    return i * stirling(n - 1, i) + stirling(n - 1, i - 1)


@cache
def h(n: int, i: int) -> int:
    """h_{n,i} of Lemma 13 by its recursion, started at h_{2,1} = h_{2,2} = 1."""
    if not 1 <= i <= n:
        return 0
    if n <= 2:
        return 1
    return i * h(n - 1, i) + (i - 1) * h(n - 1, i - 1)


@check("mnl:lemma-13")
def lemma_13(profile):
    p, i = sp.symbols("p i", positive=True)
    step = sp.simplify((p - 1) * sp.diff(p**-i, p) - (i * p ** (-i - 1) - i * p**-i)) == 0
    agrees, closed = True, True
    for n in range(2, LARGEST + 1):
        signed = [0] + [(-1) ** (n - i) * h(n, i) for i in range(1, n + 1)]
        agrees &= reciprocal_coefficients(cumulant_coefficients(n)) == tuple(signed)
        closed &= all(h(n, i) == factorial(i - 1) * stirling(n, i) for i in range(1, n + 1))
    first = reciprocal_coefficients(cumulant_coefficients(1))
    fails = first != (0, 1)
    numbers = {
        "κ₁ in powers of 1/p": str(first),
        "orders 2 to 60 agree": agrees,
        "closed form agrees": closed,
    }
    return Finding("corrected" if step and agrees and closed and fails else "refuted", numbers)


def partitions(n: int, smallest: int = 2) -> Iterator[tuple[int, ...]]:
    """The ways to write n as a sum of parts of at least `smallest`, in increasing order."""
    if n == 0:
        yield ()
    for part in range(smallest, n + 1):
        for rest in partitions(n - part, part):
            yield (part, *rest)


def bell_weight(parts: tuple[int, ...]) -> int:
    """n!/Π j_i! (i!)^{j_i}: the set partitions with blocks of these sizes, as in (20)."""
    repeats = prod(factorial(parts.count(part)) for part in set(parts))
    return factorial(sum(parts)) // (repeats * prod(factorial(part) for part in parts))


@check("mnl:equation-20")
def equation_20(profile):
    by_terms = all(
        sum(
            (
                bell_weight(parts) * prod(map(cumulant_polynomial, parts), start=fmpz_poly([1]))
                for parts in partitions(n)
            ),
            start=fmpz_poly([0]),
        )
        == fmpz_poly(list(central_moment_coefficients(n)))
        for n in range(2, 21)
    )
    moments = [fmpz_poly([1]), fmpz_poly([0])]
    for n in range(2, LARGEST + 1):
        blocks = (
            comb(n - 1, i - 1) * cumulant_polynomial(i) * moments[n - i] for i in range(2, n + 1)
        )
        moments.append(sum(blocks, start=fmpz_poly([0])))
    recursion = all(
        moments[n] == fmpz_poly(list(central_moment_coefficients(n))) for n in range(LARGEST + 1)
    )
    numbers = {"orders to 20, term by term": by_terms, "orders to 60, summed": recursion}
    return Finding("holds" if by_terms and recursion else "refuted", numbers)


@check("mnl:no-closed-form")
def no_closed_form(profile):
    agrees = True
    for n in range(LARGEST + 1):
        total = [0] * (n + 1)
        for i in range(n + 1):
            for j in range(i + 1):
                total[n - i + j] += comb(n, i) * (-1) ** (n - i) * stirling(i, j) * factorial(j)
        expected = central_moment_coefficients(n)
        agrees &= tuple(total) == expected + (0,) * (n + 1 - len(expected))
    return Finding("corrected" if agrees else "undecided", {"the sum agrees to order": LARGEST})


@check("mnl:derangements")
def derangement_recursion(profile):
    counted = all(
        derangements(m)
        == sum(all(a != b for a, b in enumerate(order)) for order in permutations(range(m)))
        for m in range(9)
    )
    by_cycles = all(derangements(m) == derangements_by_cycle_type(m) for m in range(21))
    numbers = {"counted to m = 8": counted, "by cycle type to m = 20": by_cycles}
    return Finding("holds" if counted and by_cycles else "refuted", numbers)


def derangements_by_cycle_type(m: int) -> int:
    """Σ over partitions without 1 of m!/Π j_i! i^{j_i}, the sum in (28)."""
    return sum(bell_weight(c) * prod(factorial(i - 1) for i in c) for c in partitions(m))


@check("mnl:nearest-integer")
def nearest_integer(profile):
    # !k = k !(k−1) + s with s = ±1 gives !(k+1) = k(!k + !(k−1)) = (k+1) !k − s
    k, before, s = sp.symbols("k d s")
    current = k * before + s
    induction = sp.expand(k * (current + before) - ((k + 1) * current - s)) == 0
    # so k!/e lies strictly between !k and !(k+1)/(k+1), which differ by 1/(k+1) ≤ 1/2
    start = derangements(1) == 1 * derangements(0) - 1
    gaps = all(
        abs(Fraction(derangements(k + 1), k + 1) - derangements(k)) == Fraction(1, k + 1)
        for k in range(1, LARGEST + 1)
    )
    numbers = {"!k is within 1/(k + 1) of k!/e, checked to k": LARGEST}
    return Finding("holds" if induction and start and gaps else "refuted", numbers)
