"""Cumulants, central moments and their bounds, and derangements: (19), (20), (24), Lemmas 12 and 13.

Appendices A.1 and A.3 of Grant and Leslie (2023).
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import accumulate, permutations
from math import comb, factorial, floor, prod

import sympy as sp
from flint import fmpq, fmpq_poly, fmpz_poly

from clickbandits.geometric import central_moment_coefficients, cumulant_coefficients, derangements
from compendium.case import Twin, check

LARGEST = 60
"""The largest order of the exact checks."""
ORDERS = range(LARGEST + 1)
HIGHER = range(2, LARGEST + 1)
"""The orders at which the central moments differ from 1 and 0."""
ENUMERATED = range(21)
"""The orders for which all partitions are enumerated."""
PERMUTED = range(9)
"""The orders for which all permutations are enumerated."""


def reciprocal_coefficients(coefficients: tuple[int, ...]) -> tuple[int, ...]:
    """The coefficients of the same polynomial in 1/p = 1 + μ, with the constant first."""
    shifted = [0] * len(coefficients)
    for coefficient in reversed(coefficients):  # Horner's rule in μ = x − 1
        shifted = [a - b for a, b in zip([0, *shifted[:-1]], shifted, strict=True)]
        shifted[0] += coefficient
    return tuple(shifted)


def cumulant_polynomial(n: int) -> fmpz_poly:
    return fmpz_poly(list(cumulant_coefficients(n)))


def moment_polynomial(n: int) -> fmpz_poly:
    return fmpz_poly(list(central_moment_coefficients(n)))


@check("mnl:equation-24", one=Twin(Fraction(21, 20)))
def equation_24(case, one=1):
    p, theta, mean = sp.symbols("p theta mu", positive=True)
    generator = sp.log(p) - sp.log(1 - (1 - p) * sp.exp(theta))
    slope = sp.diff(generator, theta)
    # (p − 1)∂_p and ∂_θ agree on K'(θ), and so on all its derivatives, at every θ
    along = (p - one) * sp.diff(slope, p) - sp.diff(slope, theta)
    case.zero("(p − 1)∂_p K' = ∂_θ K'", along)
    # the recursion of `cumulant_coefficients`
    speed = ((p - one) * sp.diff(1 / p - 1, p) - mean * (1 + mean)).subs(mean, 1 / p - 1)
    case.zero("(p − 1) dμ/dp = μ(1 + μ)", speed)
    case.zero("κ₁ = (1 − p)/p", slope.subs(theta, 0) - (1 - p) / p)


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


def excess(coefficients, leading, half=1) -> list[fmpq]:
    """Coefficients of leading · μ(1 + μ)(μ + half)^{n−2} less a polynomial of degree n ≥ 2 in μ."""
    n, (leading, half) = len(coefficients) - 1, (fmpq(x.numerator, x.denominator) for x in (leading, half))
    bound = leading * fmpq_poly([0, 1, 1]) * fmpq_poly([half, 1]) ** (n - 2)
    return [bound[i] - c for i, c in enumerate(coefficients)]


@check("mnl:cumulant-bound", half=Twin(Fraction(49, 100)), factor=Twin(Fraction(99, 100)))
def cumulant_bound(case, half=Fraction(1, 2), factor=1):
    mean, n, t = sp.symbols("mu n t", positive=True)
    slope = mean * sp.exp(t) / (1 - mean * (sp.exp(t) - 1))  # K'
    case.zero(
        "y = K' + ½ solves y' = y² − ¼", sp.diff(slope, t) - (slope + sp.S.Half) ** 2 + sp.Rational(1, 4)
    )
    # c_n ≼ c_1 x^{n−1} up to n gives (n + 1)c_{n+1} ≼ 2c_1 x^n + (n − 1)c_1² x^{n−2}
    first, x = mean * (1 + mean), mean + half
    step = 2 * first * x**n + (n - 1) * first**2 * x ** (n - 2) - (n + 1) * first * x**n
    case.zero("its step, below by ¼(n − 1)c_1 x^{n−2}", step / (first * x ** (n - 2)) + (n - 1) / sp.S(4))
    room = {n: excess(cumulant_coefficients(n), factor * factorial(n - 1), half) for n in HIGHER}
    case.must("coefficient by coefficient", min(map(min, room.values())) >= 0)
    case.must("exact for n = 2 and 3 only", [n for n, left in room.items() if not any(left)] == [2, 3])
    case.number("order", "coefficientwise to order", LARGEST)


@check("mnl:lemma-13", sign=Twin(1), less=Twin(0))
def lemma_13(case, sign=-1, less=1):
    p, i = sp.symbols("p i", positive=True)
    case.zero("(p − 1) d/dp p^{−i}", (p - 1) * sp.diff(p**-i, p) - (i * p ** (-i - 1) - i * p**-i))
    rows = {n: [h(n, i) for i in range(1, n + 1)] for n in HIGHER}
    signed = [
        (0, *(sign ** (n - i) * value for i, value in enumerate(row, start=1))) for n, row in rows.items()
    ]
    agrees = signed == [reciprocal_coefficients(cumulant_coefficients(n)) for n in HIGHER]
    closed = {n: [factorial(i - less) * stirling(n, i) for i in range(1, n + 1)] for n in HIGHER}
    case.must("orders 2 to 60 agree", agrees, agrees=agrees)
    case.must("h_{n,i} = (i − 1)! S(n, i)", rows == closed)
    first = reciprocal_coefficients(cumulant_coefficients(1))
    case.reading("for n ≥ 1", agrees and first == (0, h(1, 1)))
    case.reading("for n > 1", agrees)
    case.number("first", "κ₁ in powers of 1/p", tuple(first))


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


def bell_sum(n: int, smallest: int = 2) -> fmpz_poly:
    """The right side of (19), term by term; κ_1 is left out because W has mean 0."""
    terms = (
        bell_weight(parts) * prod(map(cumulant_polynomial, parts), start=fmpz_poly([1]))
        for parts in partitions(n, smallest)
    )
    return sum(terms, start=fmpz_poly([0]))


def derangements_by_cycles(smallest: int = 2) -> list[int]:
    """The sums in (28) of m!/Π j_i! i^{j_i} over partitions without 1, for the orders that are enumerated."""
    return [
        sum(bell_weight(c) * prod(factorial(i - 1) for i in c) for c in partitions(m, smallest))
        for m in ENUMERATED
    ]


@check(
    "mnl:moment-bound",
    half=Twin(Fraction(49, 100)),
    factor=Twin(Fraction(99, 100)),
    smallest=Twin(1, step="equation-20"),
    sign=Twin(1, step="no-closed-form"),
    less=Twin(1, step="no-closed-form"),
)
def moment_bound(case, half=Fraction(1, 2), factor=1, smallest=2, sign=-1, less=0):
    # a partition with r blocks adds at most Π(|B| − 1)! σ^{2r} x^{n−2r}, and σ² ≼ x²
    mean = sp.Symbol("mu")
    case.zero("x² − σ² = ¼", (mean + half) ** 2 - mean * (1 + mean) - sp.Rational(1, 4))
    case.must("Σ Π(|B| − 1)! = !n", derangements_by_cycles() == [derangements(n) for n in ENUMERATED])
    room = {n: excess(central_moment_coefficients(n), factor * derangements(n), half) for n in HIGHER}
    case.must("coefficient by coefficient", min(map(min, room.values())) >= 0)
    case.must("exact for n = 2 and 3 only", [n for n, left in room.items() if not any(left)] == [2, 3])
    case.number("order", "coefficientwise to order", LARGEST)

    known = [moment_polynomial(n) for n in ORDERS]
    blocks = case.step("equation-20")
    blocks.must("term by term, to order 20", [bell_sum(n, smallest) for n in ENUMERATED] == known[:21])
    moments = known[:2]
    for n in HIGHER:
        last = (comb(n - 1, i - 1) * cumulant_polynomial(i) * moments[n - i] for i in range(2, n + 1))
        moments.append(sum(last, start=fmpz_poly([0])))
    blocks.must("by the block of the last element, to order 60", moments == known)

    finite = case.step("no-closed-form")
    powers = [fmpz_poly([stirling(i, j) * factorial(j) for j in range(i + 1)]) for i in ORDERS]  # E Y^i
    sums = [
        sum((comb(n, i) * fmpz_poly([0, sign]) ** (n - i) * powers[i] for i in range(n + 1)), fmpz_poly([0]))
        for n in ORDERS
    ]
    finite.must("the finite sum is μ_n", sums == known)
    steps = [fmpz_poly([0, 1, 1]) * (sums[n].derivative() + (n - less) * sums[n - 1]) for n in ORDERS[1:-1]]
    finite.must("it obeys the recursion", steps == sums[2:])
    finite.number("order", "the sum agrees to order", LARGEST)


@check(
    "mnl:lemma-12",
    factor=Twin(Fraction(99, 100)),
    less=Twin(0, step="derangements"),
    shift=Twin(0, step="nearest-integer"),
    least=Twin(0, step="nearest-integer"),
)
def lemma_12(case, factor=1, less=1, shift=Fraction(1, 2), least=1):
    room = [excess(central_moment_coefficients(n), factor * derangements(n)) for n in HIGHER]
    case.must("coefficient by coefficient", min(map(min, room)) >= 0)
    case.must("the last one is attained", {last for *_, last in room} == {0})
    case.number("order", "coefficientwise to order", LARGEST)

    recursion = case.step("derangements")
    recursive = [1, 0]
    for m in HIGHER:
        recursive.append((m - less) * (recursive[m - 1] + recursive[m - 2]))
    counts = [
        sum(all(a != b for a, b in enumerate(order)) for order in permutations(range(m))) for m in PERMUTED
    ]
    recursion.must("the library's", recursive == [derangements(m) for m in ORDERS])
    recursion.must("the count of permutations to m = 8", recursive[: len(counts)] == counts)
    recursion.must("the sum over cycle types to m = 20", recursive[:21] == derangements_by_cycles())

    nearest = case.step("nearest-integer")
    # !k = k !(k−1) + s with s = ±1 gives !(k+1) = k(!k + !(k−1)) = (k+1) !k − s
    k, before, s = sp.symbols("k d s")
    current = k * before + s
    nearest.zero("the induction's step", k * (current + before) - ((k + 1) * current - s))
    nearest.must("its start", derangements(1) == derangements(0) - 1)
    # so k!/e is strictly between !k and !(k+1)/(k+1), which differ by 1/(k+1) ≤ 1/2
    sums = list(accumulate(Fraction((-1) ** i, factorial(i)) for i in range(LARGEST + 6)))
    ends = [{floor(factorial(k) * side + shift) for side in sums[k + 4 : k + 6]} for k in ORDERS[least:]]
    nearest.must(
        "!k is the nearest integer of both ends", ends == [{derangements(k)} for k in ORDERS[least:]]
    )
    nearest.number("order", "!k is within 1/(k + 1) of k!/e, checked to k", LARGEST)
