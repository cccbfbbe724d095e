"""The likelihoods (3) and (50), their scores and their stationary points: Appendix E.2."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np
import sympy as sp

from clickbandits.mnl.estimators import fit_newton
from clickbandits.mnl.identifiability import has_maximiser
from compendium.finding import Case, check


@check("mnl:equation-3")
def equation_3(profile):
    """Adds up the factors of one round's three outcomes, with the sum from k = 1 and from k = 0."""
    case = Case()
    alpha = {0: Fraction(1), 1: Fraction(1, 2), 2: Fraction(1, 3)}
    bias = {0: Fraction(1), 1: Fraction(1), 2: Fraction(1, 4)}
    shown = {0: 0, 1: 2, 2: 1}
    total = 1 + sum(alpha[shown[k]] * bias[k] for k in (1, 2))

    def factor(outcome, first):
        terms = ((j, k) for j, k in product(alpha, range(first, 3)) if shown[k] == j)
        return sum(alpha[j] * bias[k] for j, k in terms if k == outcome) / total

    printed, repaired = ([factor(outcome, first) for outcome in (0, 1, 2)] for first in (1, 0))
    case.printed("the factors add up to 1", sum(printed) == 1)
    case.must("as printed a round without a click has the factor 0", printed[0] == 0)
    case.must("with the sum from k = 0 they add up to 1", sum(repaired) == 1)
    case.number("printed", "factor of a round without a click, as printed", printed[0])
    case.number("repaired", "the same, corrected", repaired[0])
    case.number("printed sum", "sum over the outcomes, as printed", sum(printed))
    case.number("repaired sum", "sum over the outcomes, corrected", sum(repaired))
    return case.finding()


def not_by_radicals(polynomial: sp.Poly) -> dict:
    """Evidence that no root of a rational polynomial is expressible by radicals, or {}.

    A solvable transitive group of prime degree moves all roots, or all but one (Galois). If the
    polynomial is irreducible of prime degree and splits modulo some prime into distinct factors
    of which at least two, but not all, are linear, its group holds a permutation of that cycle
    type (Dedekind) and is not solvable.
    """
    degree = polynomial.degree()
    if not (sp.isprime(degree) and polynomial.is_irreducible):
        return {}
    for prime in sp.primerange(3, 2000):
        reduced = sp.Poly(polynomial, polynomial.gen, modulus=prime)
        if reduced.degree() < degree:
            continue
        factors = reduced.factor_list()[1]
        degrees = sorted(factor.degree() for factor, _ in factors)
        if max(power for _, power in factors) == 1 and 2 <= degrees.count(1) < degree:
            return {
                "degree of the irreducible polynomial": degree,
                "modulo the prime": prime,
                "it splits into degrees": str(degrees),
            }
    return {}


def _eliminated(equations, poles, last, others) -> sp.Poly:
    """The polynomial in `last` alone that rational equations imply where no pole vanishes."""
    helper = sp.Symbol("h")
    numerators = [sp.numer(sp.together(equation)) for equation in equations]
    basis = sp.groebner([*numerators, 1 - helper * poles], helper, *others, last, order="grevlex")
    return sp.Poly(next(g for g in basis.fglm("lex").exprs if g.free_symbols == {last}), last)


@check("mnl:likelihood-closed-form")
def likelihood_closed_form(profile):
    """Eliminates all but one attraction from the score of four lists: no root is by radicals."""
    # Four items, two positions with λ ≡ 1, lists (1,2), (2,3), (3,4), (4,1) in 5, 4, 3, 4 rounds
    # with 3, 2, 2, 1 clicks on the items. Every item has a click and every list a round without,
    # so that the likelihood, concave in the logarithms, has its maximiser where the score is 0.
    case = Case()
    alpha = sp.symbols("a1:5")
    lists, rounds, clicks = ((0, 1), (1, 2), (2, 3), (3, 0)), (5, 4, 3, 4), (3, 2, 2, 1)
    totals = [1 + sum(alpha[j] for j in shown) for shown in lists]
    score = [
        clicks[j]
        - alpha[j] * sum(m / s for m, s, a in zip(rounds, totals, lists, strict=True) if j in a)
        for j in range(4)
    ]
    evidence = not_by_radicals(_eliminated(score, sp.prod(totals), alpha[0], alpha[:0:-1]))
    case.must("the group is not solvable", evidence)
    case.family(evidence)
    return case.finding(broken="undecided")


@check("mnl:estimates-closed-form")
def estimates_closed_form(profile):
    """Eliminates all but λ₂, and all but α₁, from the score of (50) on a 3 × 2 table."""
    case = Case()
    x, y, z, v = sp.symbols("x y z v")
    table, plays = list(zip(((8, 2), (2, 2), (3, 1)), (x, y, z), strict=True)), 10

    def term(n, gamma):
        return (n - gamma * plays) / (1 + gamma)

    score = [term(first, a) + term(second, a * v) for (first, second), a in table]
    score.append(sum(term(second, a * v) for (_, second), a in table))
    poles = sp.prod((1 + a) * (1 + a * v) for a in (x, y, z)) * v
    for name, last in (("λ₂", v), ("α₁", x)):
        others = [symbol for symbol in (x, y, z, v) if symbol != last]
        evidence = not_by_radicals(_eliminated(score, poles, last, others))
        case.must(f"the group for {name} is not solvable", evidence)
        case.family({f"{name}: {key}": value for key, value in evidence.items()})
    return case.finding(broken="undecided")


@check("mnl:equation-50")
def equation_50(profile):
    """Compares (50) with the likelihood of two data sets that have the same tables, in symbols."""
    case = Case()
    g, n = sp.symbols("g1:4", positive=True), sp.Symbol("n")
    # Lists (item 1, item 2) and (item 1, item 3), an epoch each, one click on item 1 and none on
    # the others: the same tables whichever list was clicked, but not the same likelihood.
    first, second = 1 + g[0] + g[1], 1 + g[0] + g[2]
    ratio = sp.simplify((g[0] / (first**2 * second)) / (g[0] / (first * second**2)))
    case.must("the tables are not sufficient", ratio.free_symbols)
    exact = g[0] ** 2 * g[1] / (1 + g[0] + g[1]) ** 4
    cells = g[0] ** 2 / (1 + g[0]) ** 3 * g[1] / (1 + g[1]) ** 2
    same = sp.simplify(sp.diff(sp.log(exact / cells), g[0])) == 0
    case.printed("(50) is the log-likelihood up to a constant", same)
    score = sp.diff(n * sp.log(g[0]) - (n + 1) * sp.log(1 + g[0]), g[0])
    case.zero("the score of (50) has mean 0", score.subs(n, g[0]))  # linear in n, and E n = γ
    at = {g[0]: 1, g[1]: sp.Rational(1, 2), g[2]: sp.Rational(1, 4)}
    label = "likelihood ratio of two data sets with equal tables"
    case.number("ratio", label, Fraction(ratio.subs(at)))
    return case.finding()


@check("mnl:equation-51-52")
def equation_51_52(profile):
    """Compares the score of (50) for three positions with (51), printed and corrected."""
    case = Case()
    a = sp.Symbol("a", positive=True)
    bias, clicks, plays = (sp.symbols(f"{s}1:4", positive=True) for s in "lnm")
    cells = list(zip(clicks, plays, bias, strict=True))
    score = sum(sp.diff(n * sp.log(a * v) - (n + m) * sp.log(1 + a * v), a) for n, m, v in cells)
    every = sp.prod(1 + a * v for v in bias)
    right = sum((n - a * v * m) * sp.cancel(every / (1 + a * v)) for n, m, v in cells)
    printed = sum((n - a * m) * sp.cancel(every / (1 + a * v)) for n, m, v in cells)
    case.zero("(51) corrected is the score", score * a * every - right)
    case.printed("(51) is the score", sp.simplify(right - printed) == 0)
    one = (clicks[0] - a * bias[0] * plays[0]) * (1 + a * bias[1]) * (1 + a * bias[2])
    roots = [clicks[0] / (bias[0] * plays[0]), -1 / bias[1], -1 / bias[2]]
    case.zero("the roots of a summand", *(one.subs(a, root) for root in roots))
    half = sp.Rational(1, 2)
    at = dict(zip((*clicks, *plays, *bias), (2, 2, 2, 10, 10, 10, 1, half, half), strict=True))
    for key, label, polynomial in (
        ("printed root", "root of (51) as printed", printed),
        ("root", "root of the score", right),
    ):
        roots = sp.Poly(polynomial.subs(at), a).nroots()
        case.number(key, label, float(max(roots, key=sp.re)))
    return case.finding()


@check("mnl:coordinatewise-root")
def coordinatewise_root(profile):
    """Differentiates the term of a cell in (51), divided by the common factor, in symbols."""
    case = Case()
    a, v, n, m = sp.symbols("a v n m", positive=True)
    slope = sp.diff((n - a * v * m) / (1 + a * v), a)
    case.zero("the slope is negative", slope + v * (n + m) / (1 + a * v) ** 2)
    case.number("slope", "slope of a cell's term, n clicks, m plays", str(sp.factor(slope)))
    return case.finding()


@check("mnl:leading-order-argument")
def leading_order_argument(profile):
    """Counts the positive roots of two cubics and of their sum by Sturm's theorem."""
    case = Case()
    x = sp.Symbol("x")
    first = sp.Poly(-(x**3) / 2 + 6 * x**2 + 1, x)
    second = sp.Poly(-(x**3) / 2 - 11 * x + 5, x)
    roots = [poly.count_roots(0, None) for poly in (first, second, first + second)]
    case.must("negative leading terms", first.LC() < 0 and second.LC() < 0)
    case.must("one positive root each", roots[:2] == [1, 1])
    case.printed("one positive root of the sum", roots[2] == 1)
    case.must("three of the sum", roots[2] == 3)
    case.number("first", "positive roots of the first", roots[0])
    case.number("second", "of the second", roots[1])
    case.number("sum", "of the sum", roots[2])
    return case.finding()


@check("mnl:unique-stationary-point")
def unique_stationary_point(profile):
    """Finds a line of stationary points of (50) at N = I, Ñ = 2I, and a cell's curvature."""
    case = Case()
    a1, a2, v = sp.symbols("a1 a2 v", positive=True)
    value = sum(sp.log(g) - 3 * sp.log(1 + g) for g in (a1, a2 * v))
    line = {a1: sp.Rational(1, 2), a2: 1 / (2 * v)}
    case.zero("the score on the line", *(sp.diff(value, x).subs(line) for x in (a1, a2, v)))
    missing = 3 - sp.hessian(value, (a1, a2, v)).subs(line).rank()
    case.printed("stationary points are isolated", missing == 0)
    case.must("they form a line", missing == 1)
    x = sp.Symbol("x", real=True)
    n, m = sp.symbols("n m", positive=True)
    curve = sp.diff(n * x - (n + m) * sp.log(1 + sp.exp(x)), x, 2)
    case.zero("concave in log γ", curve + (n + m) * sp.exp(x) / (1 + sp.exp(x)) ** 2)
    label = "dimension of the set of stationary points of N = I, Ñ = 2I"
    case.number("dimension", label, missing)
    return case.finding()


def directions(n_items: int, n_positions: int) -> Iterator[np.ndarray]:
    """Moves of log γ along all directions in (log α, log λ) with entries -1, 0, 1 and λ_1 fixed.

    Cones given by differences of coordinates, as the directions of recession are, are generated
    by such vectors.
    """
    for move in product((-1, 0, 1), repeat=n_items + n_positions - 1):
        if any(move):
            yield np.add.outer(move[:n_items], (0, *move[n_items:]))


def _escapes(clicks, plays):
    """Whether likelihood (50) has a direction in which it never falls."""
    return any(
        (move[plays > 0] <= 0).all() and (move[clicks > 0] == 0).all()
        for move in directions(*clicks.shape)
    )


@check("mnl:monotonic-or-unimodal")
def monotonic_or_unimodal(profile):
    """Compares the condition with all directions of recession, and fits, on every small pattern."""
    case = Case()
    compared = mismatches = stopped = 0
    worst = 0.0
    for shape in ((2, 2), (3, 2)):
        for pattern in product((0, 1, 2), repeat=shape[0] * shape[1]):
            state = np.reshape(pattern, shape)
            clicks, plays = (state == 2).astype(float), 2.0 * (state > 0)
            exists = has_maximiser(clicks, plays)
            mismatches += exists == _escapes(clicks, plays)
            compared += 1
            if exists:
                fit = fit_newton(clicks, plays)
                gamma = np.outer(fit.attraction, fit.examination)
                score = (clicks - gamma * plays) / (1 + gamma)
                worst = max(worst, abs(score.sum(axis=1)).max(), abs(score.sum(axis=0)).max())
                stopped += not fit.converged
    case.must("the condition is that no direction escapes", mismatches == 0)
    case.must("Newton's method converges under it", stopped == 0)
    case.must("its score is 0", worst < 1e-9)
    # Ten plays a cell at γ = 1/100 and 1. Item 2 is never clicked: the score of its attraction is
    # negative everywhere; that of item 1, with one click, changes sign.
    silent, clicked = ([n - 10 * g for g in (Fraction(1, 100), Fraction(1))] for n in (0, 1))
    neither = max(silent) < 0 and clicked[1] < 0 < clicked[0]
    case.printed("monotonic or unimodal", not neither)
    case.number("compared", "patterns compared", compared)
    case.number("mismatches", "mismatches", mismatches + stopped)
    case.number("score", "largest score", worst)
    return case.finding()
