"""The likelihoods (3) and (50), their scores and their stationary points: Appendix E.2."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np
import sympy as sp

from clickbandits.mnl.estimators import fit_newton
from clickbandits.mnl.identifiability import has_maximiser
from compendium.finding import Case, check, twin


@check("mnl:equation-3")
@twin("where the printed sum begins", gives="holds", printed_from=0)
@twin("where ours begins", gives="refuted", ours_from=1)
def equation_3(profile, printed_from=1, ours_from=0):
    """Adds up the factors of one round's three outcomes, with the sum from k = 1 and from k = 0."""
    case = Case()
    alpha = {0: Fraction(1), 1: Fraction(1, 2), 2: Fraction(1, 3)}
    bias = {0: Fraction(1), 1: Fraction(1), 2: Fraction(1, 4)}
    shown = {0: 0, 1: 2, 2: 1}
    total = 1 + sum(alpha[shown[k]] * bias[k] for k in (1, 2))

    def factor(outcome, first):
        terms = ((j, k) for j, k in product(alpha, range(first, 3)) if shown[k] == j)
        return sum(alpha[j] * bias[k] for j, k in terms if k == outcome) / total

    printed, repaired = (
        [factor(outcome, first) for outcome in (0, 1, 2)] for first in (printed_from, ours_from)
    )
    case.printed("the factors add up to 1", sum(printed) == 1)
    case.printed("a round without a click has a factor", printed[0] > 0)
    case.must("with the sum from k = 0 they add up to 1", sum(repaired) == 1)
    # weights 1, 1/3 and 1/8
    by_hand = [Fraction(24, 35), Fraction(8, 35), Fraction(3, 35)]
    case.must("and are the probabilities of the outcomes", repaired == by_hand)
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


def _without_evidence(*polynomials: sp.Poly) -> str:
    """What follows where `not_by_radicals` finds nothing: up to degree four there is a formula."""
    return "refuted" if max(p.degree() for p in polynomials) <= 4 else "undecided"


def _eliminated(equations, poles, last, others) -> sp.Poly:
    """The polynomial in `last` alone that rational equations imply where no pole vanishes."""
    helper = sp.Symbol("h")
    numerators = [sp.numer(sp.together(equation)) for equation in equations]
    basis = sp.groebner([*numerators, 1 - helper * poles], helper, *others, last, order="grevlex")
    return sp.Poly(next(g for g in basis.fglm("lex").exprs if g.free_symbols == {last}), last)


@check("mnl:likelihood-closed-form")
@twin("the lists", gives="refuted", lists=((0, 1), (0, 1), (2, 3), (2, 3)))
def likelihood_closed_form(profile, lists=((0, 1), (1, 2), (2, 3), (3, 0))):
    """Eliminates all but one attraction from the score of four lists: no root is by radicals."""
    # Four items, two positions with λ ≡ 1, lists (1,2), (2,3), (3,4), (4,1) in 5, 4, 3, 4 rounds
    # with 3, 2, 2, 1 clicks on the items. Every item has a click and every list a round without,
    # so that the likelihood, concave in the logarithms, has its maximiser where the score is 0.
    case = Case()
    alpha = sp.symbols("a1:5")
    rounds, clicks = (5, 4, 3, 4), (3, 2, 2, 1)
    totals = [1 + sum(alpha[j] for j in shown) for shown in lists]
    score = [
        clicks[j]
        - alpha[j] * sum(m / s for m, s, a in zip(rounds, totals, lists, strict=True) if j in a)
        for j in range(4)
    ]
    polynomial = _eliminated(score, sp.prod(totals), alpha[0], alpha[:0:-1])
    evidence = not_by_radicals(polynomial)
    case.must("the group is not solvable", evidence)
    case.family(evidence)
    return case.finding(broken=_without_evidence(polynomial))


@check("mnl:estimates-closed-form")
@twin("the number of items", gives="refuted", n_items=2)
def estimates_closed_form(profile, n_items=3):
    """Eliminates all but λ₂, and all but α₁, from the score of (50) on a 3 × 2 table."""
    case = Case()
    x, y, z, v = sp.symbols("x y z v")
    table = list(zip(((8, 2), (2, 2), (3, 1)), (x, y, z), strict=True))[:n_items]
    items, plays, eliminated = [a for _, a in table], 10, []

    def term(n, gamma):
        return (n - gamma * plays) / (1 + gamma)

    score = [term(first, a) + term(second, a * v) for (first, second), a in table]
    score.append(sum(term(second, a * v) for (_, second), a in table))
    whole = sum(
        n * sp.log(g) - (n + plays) * sp.log(1 + g)
        for pair, a in table
        for n, g in zip(pair, (a, a * v), strict=True)
    )
    case.zero(
        "the score is that of (50)",
        *(s * sp.diff(whole, s) - part for s, part in zip((*items, v), score, strict=True)),
    )
    data = np.array([[8, 2], [2, 2], [3, 1]])[:n_items]
    fit = fit_newton(data, np.full(data.shape, 10), tolerance=1e-12)
    known = {"λ₂": float(fit.examination[1]), "α₁": float(fit.attraction[0])}
    poles = sp.prod((1 + a) * (1 + a * v) for a in items) * v
    for name, last in (("λ₂", v), ("α₁", x)):
        others = [symbol for symbol in (*items, v) if symbol != last]
        eliminated.append(_eliminated(score, poles, last, others))
        roots = eliminated[-1].nroots()
        nearest = min(abs(root - known[name]) for root in roots)
        case.must(f"Newton's estimate of {name} is a root", nearest < 1e-9)
        evidence = not_by_radicals(eliminated[-1])
        case.must(f"the group for {name} is not solvable", evidence)
        case.family({f"{name}: {key}": value for key, value in evidence.items()})
    return case.finding(broken=_without_evidence(*eliminated))


@check("mnl:equation-50")
@twin("the positions of the list", gives="holds", n_positions=1)
@twin("the factor of Ñ in the score", gives="refuted", plays=2)
def equation_50(profile, n_positions=2, plays=1):
    """Compares (50) with the likelihood of two data sets that have the same tables, in symbols."""
    case = Case()
    g, n = sp.symbols("g1:4", positive=True), sp.Symbol("n")
    # Lists (item 1, item 2) and (item 1, item 3), an epoch each, one click on item 1 and none on
    # the others: the same tables whichever list was clicked, but not the same likelihood.
    first, second = 1 + g[0] + g[1], 1 + g[0] + g[2]
    ratio = sp.simplify((g[0] / (first**2 * second)) / (g[0] / (first * second**2)))
    case.must("the tables are not sufficient", ratio.free_symbols)
    case.zero("the likelihoods' ratio", ratio - second / first)
    shown = list(zip(g, (2, 1), strict=False))[:n_positions]  # an epoch with 2 clicks and 1
    clicked = sp.prod(x**m for x, m in shown)
    exact = clicked / (1 + sum(x for x, _ in shown)) ** (1 + sum(m for _, m in shown))
    cells = clicked / sp.prod((1 + x) ** (m + 1) for x, m in shown)
    same = sp.simplify(sp.diff(sp.log(exact / cells), g[0])) == 0
    case.printed("(50) is the log-likelihood up to a constant", same)
    score = sp.diff(n * sp.log(g[0]) - (n + plays) * sp.log(1 + g[0]), g[0])
    case.zero("the score of (50) has mean 0", score.subs(n, g[0]))  # linear in n, and E n = γ
    at = {g[0]: 1, g[1]: sp.Rational(1, 2), g[2]: sp.Rational(1, 4)}
    label, found = "likelihood ratio of two data sets with equal tables", Fraction(ratio.subs(at))
    case.must("(9/4) / (5/2) by hand", found == Fraction(9, 10))
    case.number("ratio", label, found)
    return case.finding()


@check("mnl:equation-51-52")
@twin("the power of λ in the printed bracket", gives="holds", printed_power=1)
@twin("the power of λ in ours", gives="refuted", power=2)
def equation_51_52(profile, printed_power=0, power=1):
    """Compares the score of (50) for three positions with (51), printed and corrected."""
    case = Case()
    a = sp.Symbol("a", positive=True)
    bias, clicks, plays = (sp.symbols(f"{s}1:4", positive=True) for s in "lnm")
    cells = list(zip(clicks, plays, bias, strict=True))
    score = sum(sp.diff(n * sp.log(a * v) - (n + m) * sp.log(1 + a * v), a) for n, m, v in cells)
    every = sp.prod(1 + a * v for v in bias)
    right, printed = (
        sum((n - a * v**given * m) * sp.cancel(every / (1 + a * v)) for n, m, v in cells)
        for given in (power, printed_power)
    )
    case.zero("(51) corrected is the score", score * a * every - right)
    case.printed("(51) is the score", sp.simplify(score * a * every - printed) == 0)
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


def term_falls(divided: bool) -> tuple[sp.Expr, bool]:
    """The slope of a cell's term in (51), with the common factor or divided by it, and its sign."""
    a, v, n, m, w = sp.symbols("a v n m w", positive=True)
    term = (n - a * v * m) / (1 + a * v) if divided else (n - a * v * m) * (1 + a * w)
    slope = sp.factor(sp.diff(term, a))
    return slope, bool(slope.is_negative)


@check("mnl:coordinatewise-root")
@twin("how many positive solutions there are at most", gives="refuted", most=0)
def coordinatewise_root(profile, most=1):
    """Differentiates a cell's term in symbols, and counts the roots of 60 sums by Sturm."""
    case = Case()
    slope, falls = term_falls(divided=True)
    case.must("the slope is negative", falls)
    case.must("the slope by hand", str(slope) == "-v*(m + n)/(a*v + 1)**2")
    a, rng = sp.Symbol("a"), np.random.default_rng(1)
    roots = set()
    for _ in range(60):
        clicks, plays, bias = rng.integers(0, 9, 3), rng.integers(1, 9, 3), rng.integers(1, 9, 3)
        cells = [tuple(map(int, cell)) for cell in zip(clicks, plays, bias, strict=True)]
        factors = [1 + a * sp.Rational(v, 9) for *_, v in cells]
        total = sum(
            (n - a * m * sp.Rational(v, 9)) * sp.prod(factors[:k] + factors[k + 1 :])
            for k, (n, m, v) in enumerate(cells)
        )
        roots.add(sp.Poly(total, a).count_roots(sp.Rational(1, 10**9), None))
    case.must("no sum has more roots", max(roots) <= most)
    case.must("some have one", 1 in roots)
    case.number("slope", "slope of a cell's term, n clicks, m plays", str(slope))
    return case.finding()


@check("mnl:leading-order-argument")
@twin("the second cubic", gives="holds", cubic="-x**3/2 - x + 5")
@twin("what decreases", gives="refuted", divided=False)
def leading_order_argument(profile, cubic="-x**3/2 - 11*x + 5", divided=True):
    """Counts the positive roots of two cubics and of their sum by Sturm's theorem."""
    case = Case()
    x = sp.Symbol("x")
    first = sp.Poly(-(x**3) / 2 + 6 * x**2 + 1, x)
    second = sp.Poly(sp.sympify(cubic), x)
    roots = [poly.count_roots(0, None) for poly in (first, second, first + second)]
    case.must("negative leading terms", first.LC() < 0 and second.LC() < 0)
    case.must("one positive root each", roots[:2] == [1, 1])
    case.printed("one positive root of the sum", roots[2] == 1)
    case.must("every term of (51) decreases", term_falls(divided)[1])
    case.number("first", "positive roots of the first", roots[0])
    case.number("second", "of the second", roots[1])
    case.number("sum", "of the sum", roots[2])
    return case.finding()


JOINED = {
    "all items and positions are joined by shown cells": lambda shown: has_maximiser(shown, shown),
    "every item and position is shown": lambda shown: shown.any(0).all() and shown.any(1).all(),
    "all cells are shown": lambda shown: shown.all(),
}
"""Conditions on the shown cells, of which the first makes (50) strictly concave."""


@check("mnl:unique-stationary-point")
@twin("the plays off the diagonal", gives="holds", off_diagonal=2)
@twin("when (50) is strictly concave", gives="refuted", when="every item and position is shown")
@twin("when (50) is strictly concave", gives="refuted", when="all cells are shown")
def unique_stationary_point(
    profile, off_diagonal=0, when="all items and positions are joined by shown cells"
):
    """Finds a line of stationary points of (50) at N = I, Ñ = 2I, and a cell's curvature."""
    case = Case()
    a1, a2, v = sp.symbols("a1 a2 v", positive=True)
    value = sum(sp.log(g) - 3 * sp.log(1 + g) for g in (a1, a2 * v))
    line = {a1: sp.Rational(1, 2), a2: 1 / (2 * v)}
    case.zero("the score on the line", *(sp.diff(value, x).subs(line) for x in (a1, a2, v)))
    missing = 3 - sp.hessian(value, (a1, a2, v)).subs(line).rank()
    case.must("for N = I, Ñ = 2I stationary points form a line", missing == 1)
    point = line
    if off_diagonal:  # by symmetry α₁ = α₂ = a, λ₂ = 1, with 1 − 2a = off_diagonal·a
        value -= off_diagonal * (sp.log(1 + a2) + sp.log(1 + a1 * v))
        point = {a1: sp.Rational(1, 2 + off_diagonal), a2: sp.Rational(1, 2 + off_diagonal), v: 1}
    flat = 3 - sp.hessian(value, (a1, a2, v)).subs(point).rank()
    case.printed("stationary points are isolated", flat == 0)
    for pattern in product((0, 1), repeat=6):  # log γ on the shown cells determines both vectors
        shown = np.reshape(pattern, (3, 2)).astype(float)
        rows = [np.eye(5)[[j, 3 + k]].sum(axis=0) for j, k in np.argwhere(shown)]
        strict = bool(rows) and np.linalg.matrix_rank(np.delete(rows, 3, axis=1)) == 4
        case.must(f"strictly concave exactly if {when}", strict == bool(JOINED[when](shown)))
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


EXISTS = {
    "every node reaches every other": has_maximiser,
    "every item and position is clicked": lambda n, m: n.any(0).all() and n.any(1).all(),
    "clicked cells join all": lambda n, m: has_maximiser(n, n),
    "shown cells join all": lambda n, m: has_maximiser(m, m),
}
"""Conditions on clicks and plays, of which the first is the theorem's."""


@check("mnl:monotonic-or-unimodal")
@twin("the clicks on both items", gives="holds", clicked=(1, 1))
@twin("when there is exactly one maximiser", gives="refuted", when="shown cells join all")
@twin("when there is exactly one maximiser", gives="refuted", when="clicked cells join all")
@twin("the same", gives="refuted", when="every item and position is clicked")
def monotonic_or_unimodal(profile, clicked=(0, 1), when="every node reaches every other"):
    """Compares the condition with all directions of recession, and fits, on every small pattern."""
    case = Case()
    compared = mismatches = stopped = 0
    worst = 0.0
    for shape in ((2, 2), (3, 2)):
        for pattern in product((0, 1, 2), repeat=shape[0] * shape[1]):
            state = np.reshape(pattern, shape)
            clicks, plays = (state == 2).astype(float), 2.0 * (state > 0)
            exists = bool(EXISTS[when](clicks, plays))
            mismatches += exists == _escapes(clicks, plays)
            compared += 1
            if has_maximiser(clicks, plays):
                fit = fit_newton(clicks, plays)
                gamma = np.outer(fit.attraction, fit.examination)
                score = (clicks - gamma * plays) / (1 + gamma)
                worst = max(worst, abs(score.sum(axis=1)).max(), abs(score.sum(axis=0)).max())
                stopped += not fit.converged
    case.must("the condition is that no direction escapes", mismatches == 0)
    case.must("all patterns of the two shapes", compared == 3**4 + 3**6)
    case.must("Newton's method converges under it", stopped == 0)
    case.must("its score is 0", worst < 1e-9)
    # Ten plays a cell at γ = 1/100 and 1. Item 2 is never clicked: the score of its attraction is
    # negative everywhere; that of item 1, with one click, changes sign.
    first, second = ([n - 10 * g for g in (Fraction(1, 100), Fraction(1))] for n in clicked)
    case.must("the scores by hand", second == [Fraction(9, 10), -9]
              and first == [clicked[0] - Fraction(1, 10), clicked[0] - 10])  # fmt: skip
    falls, turns = (max(score) < 0 for score in (first, second)), second[1] < 0 < second[0]
    neither = any(falls) and turns
    case.printed("monotonic or unimodal", not neither)
    case.number("compared", "patterns compared", compared)
    case.number("mismatches", "mismatches", mismatches + stopped)
    case.number("score", "largest score", worst)
    return case.finding()
