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
    alpha = Fraction(1), Fraction(1, 2), Fraction(1, 3)
    cells = list(enumerate(zip((0, 2, 1), (Fraction(1), Fraction(1), Fraction(1, 4)), strict=True)))

    def added(places, first=0):
        """The double sum over items j and places k ≥ `first` of what is shown at some places."""
        return sum(
            a * v
            for j, a in enumerate(alpha)
            for k, (item, v) in cells
            if k >= first and item == j and k in places
        )

    printed, repaired = (
        [added([outcome], first) / added(range(len(cells))) for outcome, _ in cells]
        for first in (printed_from, ours_from)
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


def not_by_radicals(polynomial: sp.Poly, tries: int = 300) -> dict:
    """Evidence that no root of a rational polynomial is expressible by radicals, or {}.

    A solvable transitive group of prime degree moves all roots, or all but one (Galois). If the
    polynomial is irreducible of prime degree and splits modulo some prime into distinct factors
    of which at least two, but not all, are linear, its group holds a permutation of that cycle
    type (Dedekind) and is not solvable. Looks at the first primes, as many as `tries`.
    """
    degree = polynomial.degree()
    if not (sp.isprime(degree) and polynomial.is_irreducible):
        return {}
    for prime in sp.primerange(sp.prime(tries)):
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


def _eliminated(equations, last, others) -> sp.Poly:
    """The polynomial in `last` alone that rational equations imply where no pole vanishes."""
    helper = sp.Symbol("h")
    numerators, poles = zip(*(sp.fraction(sp.together(each)) for each in equations), strict=True)
    poles = sp.lcm_list(poles)
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
    alpha = first, *others = sp.symbols("a1:5", positive=True)
    games = "aab--", "bc--", "c--", "da--"  # a letter a round: what was clicked
    clicks = ["".join(games).count(letter) for letter in "abcd"]
    totals = [1 + sum(alpha[j] for j in shown) for shown in lists]
    score = [
        n - a * sum(len(game) / s for game, s in zip(games, totals, strict=True) if s.has(a))
        for n, a in zip(clicks, alpha, strict=True)
    ]
    whole = sum(n * sp.log(a) for n, a in zip(clicks, alpha, strict=True)) - sum(
        len(game) * sp.log(s) for game, s in zip(games, totals, strict=True)
    )
    derived = (a * sp.diff(whole, a) - part for a, part in zip(alpha, score, strict=True))
    if not case.zero("the score is that of the likelihood", *derived):
        return case.finding()  # nothing is said of another system
    polynomial = _eliminated(score, first, others[::-1])
    evidence = not_by_radicals(polynomial)
    case.must("the group is not solvable", evidence)
    # the quintics of the alternating group, of a solvable one, and one that is reducible
    x = sp.Symbol("x")
    quintics = [sp.Poly(text, x) for text in ("x**5 + 20*x + 16", "x**5 - 2", "x**5 - x")]
    told = [not_by_radicals(each).get("it splits into degrees") for each in quintics]
    case.must("of three quintics it tells A₅, by a cycle of three roots",
              told == ["[1, 1, 3]", None, None])  # fmt: skip
    formulas = [_without_evidence(sp.Poly(x**degree, x)) for degree in (4, 5)]
    case.must("there are formulas up to degree four", formulas == ["refuted", "undecided"])
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
    derived = (s * sp.diff(whole, s) - part for s, part in zip((*items, v), score, strict=True))
    if not case.zero("the score is that of (50)", *derived):
        return case.finding()
    data = np.array([[8, 2], [2, 2], [3, 1]])[:n_items]
    fit = fit_newton(data, np.full(data.shape, 10), tolerance=1e-12)
    known = {"λ₂": float(fit.examination[1]), "α₁": float(fit.attraction[0])}
    for name, last in (("λ₂", v), ("α₁", x)):
        others = [*items, v]
        others.remove(last)
        eliminated.append(_eliminated(score, last, others))
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
    # what the logarithms subtract from Σ m log γ for an epoch with m clicks on each item
    shown = g[:n_positions]
    clicked = [sp.Symbol(f"m_{x}", positive=True) for x in shown]
    exact = (1 + sum(clicked)) * sp.log(1 + sum(shown))
    cells = sum((1 + m) * sp.log(1 + x) for x, m in zip(shown, clicked, strict=True))
    same = sp.simplify(sp.diff(exact - cells, g[0])) == 0
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
    score = sum(sp.diff(n * sp.log(a) - (n + m) * sp.log(1 + a * v), a) for n, m, v in cells)
    every = sp.prod(1 + a * v for v in bias)
    right, printed = (
        sum((n - a * v**given * m) * sp.cancel(every / (1 + a * v)) for n, m, v in cells)
        for given in (power, printed_power)
    )
    case.zero("(51) corrected is the score", score * a * every - right)
    case.printed("(51) is the score", sp.cancel(score * a * every - printed) == 0)
    one = (clicks[0] - a * bias[0] * plays[0]) * (1 + a * bias[1]) * (1 + a * bias[2])
    roots = [clicks[0] / (bias[0] * plays[0]), -1 / bias[1], -1 / bias[2]]
    case.zero("the roots of a summand", *(one.subs(a, root) for root in roots))
    half = sp.Rational(1, 2)
    at = dict(zip((*clicks, *plays, *bias), (2, 2, 2, 10, 10, 10, 1, half, half), strict=True))
    # (51)/(1 + a/2) is (2 - 10a)(1 + a/2) + 2(2 - 5a)(1 + a) = 6 - 15a - 15a²; as printed it has
    # the factor 2 - 10a
    root = (sp.sqrt(sp.Rational(13, 5)) - 1) / 2
    printed_root = root if printed_power else sp.Rational(1, 5)
    case.zero("the roots by hand", right.subs(at).subs(a, root),
              printed.subs(at).subs(a, printed_root))  # fmt: skip
    case.number("printed root", "root of (51) as printed", float(printed_root))
    case.number("root", "root of the score", float(root))
    return case.finding()


def cell_term(divided: bool) -> tuple[sp.Expr, sp.Expr]:
    """A cell's term in (51), with the common factor or divided by it, and its slope."""
    a, v, n, m, w = sp.symbols("a v n m w", positive=True)
    term = (n - a * v * m) / (1 + a * v) if divided else (n - a * v * m) * (1 + a * w)
    return term, sp.factor(sp.diff(term, a))


@check("mnl:coordinatewise-root")
@twin("how many positive solutions there are at most", gives="refuted", most=0)
def coordinatewise_root(profile, most=1):
    """Differentiates a cell's term in symbols, and counts the roots of 60 sums by Sturm."""
    case = Case()
    term, slope = cell_term(divided=True)
    case.must("the slope is negative", slope.is_negative)
    case.must("the slope by hand", str(slope) == "-v*(m + n)/(a*v + 1)**2")
    a, *symbols = sp.symbols("a n m v", positive=True)
    rng, roots = np.random.default_rng(1), set()
    for _ in range(60):
        clicks, plays = rng.integers(0, 9, 3), rng.integers(1, 9, 3)
        bias = [sp.Rational(int(v), 9) for v in rng.integers(1, 9, 3)]
        cells = zip(map(int, clicks), map(int, plays), bias, strict=True)
        total = sum(term.subs(zip(symbols, cell, strict=True)) for cell in cells)
        roots.add(sp.Poly(sp.numer(sp.together(total)), a).count_roots(sp.S.Zero, None))
    case.must("no sum has more roots", max(roots) <= most)
    case.must("with 0, where no cell has a click, all have one", roots == {1})
    case.number("slope", "slope of a cell's term, n clicks, m plays", str(slope))
    return case.finding()


@check("mnl:leading-order-argument")
@twin("the second cubic", gives="holds", cubic="-x**3/2 - x + 5")
@twin("what decreases", gives="refuted", divided=False)
def leading_order_argument(profile, cubic="-x**3/2 - 11*x + 5", divided=True):
    """Counts the positive roots of two cubics and of their sum by Sturm's theorem."""
    case = Case()
    x = sp.Symbol("x")
    first, second = (sp.Poly(text, x) for text in ("-x**3/2 + 6*x**2 + 1", cubic))
    roots = [poly.count_roots(sp.S.Zero, None) for poly in (first, second, first + second)]
    case.must("negative leading terms", {first.LC(), second.LC()} == {-sp.S.Half})
    case.must("one positive root each", roots[:2] == [1, 1])
    case.printed("one positive root of the sum", roots[2] == 1)
    _, slope = cell_term(divided)
    case.must("every term of (51) decreases", slope.is_negative)
    _, slope = cell_term(divided=False)
    case.must("with the common factor by hand", str(slope) == "-2*a*m*v*w - m*v + n*w")
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
    value -= off_diagonal * (sp.log(1 + a2) + sp.log(1 + a1 * v))
    # on the line, or by symmetry α₁ = α₂ = a, λ₂ = 1, with 1 − 2a = off_diagonal·a
    same = sp.Rational(1, 2 + off_diagonal)
    point = {a1: same, a2: same, v: 1} if off_diagonal else line
    case.zero("the score at the point", *(sp.diff(value, x).subs(point) for x in (a1, a2, v)))
    flat = 3 - sp.hessian(value, (a1, a2, v)).subs(point).rank()
    case.printed("stationary points are isolated", flat == 0)
    for rows in product(product((0.0, 1.0), repeat=2), repeat=3):
        shown = np.array(rows)
        strict = not any((move[shown > 0] == 0).all() for move in directions(*shown.shape))
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
    items, positions = (product((-1, 0, 1), repeat=size) for size in (n_items, n_positions))
    for item, position in product(items, positions):
        if position[0] == 0 and any(item + position):
            yield np.add.outer(item, position)


def _escapes(clicks, plays):
    """Whether likelihood (50) has a direction in which it never falls."""
    return any(
        (move[plays > 0] <= 0).all() and (move[clicks > 0] == 0).all()
        for move in directions(*clicks.shape)
    )


def scores_of_50(clicks, plays, fit):
    """The score of (50) in every log α and log λ at a fit; 0 at the maximiser."""
    gamma = np.outer(fit.attraction, fit.examination)
    cells = (clicks - gamma * plays) / (1 + gamma)
    return [*map(sum, cells), *sum(cells)]


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
    scores = []
    for n_items in (2, 3):
        for rows in product(product(("not shown", "shown", "clicked"), repeat=2), repeat=n_items):
            clicks = (np.array(rows) == "clicked").astype(float)
            plays = clicks + (np.array(rows) == "shown")
            exists = bool(EXISTS[when](clicks, plays))
            mismatches += exists == _escapes(clicks, plays)
            compared += 1
            if has_maximiser(clicks, plays):
                fit = fit_newton(clicks, plays)
                scores += scores_of_50(clicks, plays, fit)
                stopped += not fit.converged
    case.must("the condition is that no direction escapes", mismatches == 0)
    case.must("all patterns of the two shapes", compared == 3**4 + 3**6)
    case.must("Newton's method converges under it", stopped == 0)
    worst = np.abs(scores).max()
    case.must("its score is 0", worst < 1e-9)
    # Ten plays a cell at γ = 1/100 and 1. Item 2 is never clicked: the score of its attraction is
    # negative everywhere; that of item 1, with one click, changes sign.
    first, second = ([n - 10 * g for g in (Fraction(1, 100), Fraction(1))] for n in clicked)
    by_hand = [clicked[0] - Fraction(1, 10), clicked[0] - 10], [Fraction(9, 10), -9]
    case.must("the scores by hand", (first, second) == by_hand)
    falls, turns = (max(score) < 0 for score in (first, second)), second[1] < 0 < second[0]
    neither = any(falls) and turns
    case.printed("monotonic or unimodal", not neither)
    case.number("compared", "patterns compared", compared)
    case.number("mismatches", "mismatches", mismatches + stopped)
    case.number("score", "largest score", worst)
    return case.finding()
