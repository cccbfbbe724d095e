"""The likelihoods (3) and (50), their scores and their stationary points: Appendix E.2."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np
import sympy as sp

from clickbandits.mnl.estimators import fit_newton
from clickbandits.mnl.identifiability import has_maximiser, obstacle_to_algorithm_1
from compendium.case import Twin, check


@check("mnl:equation-3", fails="refuted", ours_from=Twin(1))
def equation_3(case, ours_from=0):
    alpha = Fraction(1), Fraction(1, 2), Fraction(1, 3)
    cells = list(enumerate(zip((0, 2, 1), (Fraction(1), Fraction(1), Fraction(1, 4)), strict=True)))

    def added(places, first=0):
        """The double sum over items j and places k ≥ `first`, for the items shown at some places."""
        return sum(
            a * v
            for j, a in enumerate(alpha)
            for k, (item, v) in cells
            if k >= first and item == j and k in places
        )

    printed, repaired = (
        [added([outcome], first) / added(range(len(cells))) for outcome, _ in cells]
        for first in (1, ours_from)
    )
    # weights 1, 1/3 and 1/8
    by_hand = [Fraction(24, 35), Fraction(8, 35), Fraction(3, 35)]
    case.reading("with the term k = 0 of a round without a click understood", repaired == by_hand)
    case.reading("with the sum in the numerator from k = 1, to the letter", printed == by_hand)
    case.number("printed", "factor of a round without a click, to the letter", printed[0])
    case.number("repaired", "the same, with the term k = 0", repaired[0])
    case.number("printed sum", "sum over the outcomes, to the letter", sum(printed))
    case.number("repaired sum", "the same, with the term k = 0", sum(repaired))


def not_by_radicals(polynomial: sp.Poly, tries: int = 300) -> dict:
    """Evidence that no root of a rational polynomial is expressible by radicals, or {}.

    A solvable transitive group of prime degree moves all roots, or all but one (Galois). If the
    polynomial is irreducible of prime degree and splits modulo some prime into distinct factors
    of which at least two, but not all, are linear, its group contains a permutation of that cycle type
    (Dedekind) and is not solvable. The first `tries` primes are tried.
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
                "it splits into degrees": tuple(degrees),
            }
    return {}


def _without_evidence(*polynomials: sp.Poly) -> str:
    """The conclusion if `not_by_radicals` finds nothing: up to degree four there is a formula."""
    return "refuted" if max(p.degree() for p in polynomials) <= 4 else "undecided"


def _eliminated(equations, last, others) -> sp.Poly:
    """The polynomial in `last` alone that rational equations imply if no pole vanishes."""
    helper = sp.Symbol("h")
    numerators, poles = zip(*(sp.fraction(sp.together(each)) for each in equations), strict=True)
    poles = sp.lcm_list(poles)
    basis = sp.groebner([*numerators, 1 - helper * poles], helper, *others, last, order="grevlex")
    return sp.Poly(next(g for g in basis.fglm("lex").exprs if g.free_symbols == {last}), last)


@check("mnl:likelihood-closed-form", lists=Twin(((0, 1), (0, 1), (2, 3), (2, 3))))
def likelihood_closed_form(case, lists=((0, 1), (1, 2), (2, 3), (3, 0))):
    # Four items, two positions with λ ≡ 1, lists (1,2), (2,3), (3,4), (4,1) in 5, 4, 3, 4 rounds
    # with 3, 2, 2, 1 clicks on the items. Every item has a click and every list a round without,
    # so the likelihood, concave in the logarithms, has its maximiser at the point where the score is 0.
    alpha = first, *others = sp.symbols("a1:5", positive=True)
    games = "aab--", "bc--", "c--", "da--"  # one letter per round, for what was clicked
    clicks = ["".join(games).count(letter) for letter in "abcd"]
    whole = sum(n * sp.log(a) for n, a in zip(clicks, alpha, strict=True))
    whole -= sum(
        len(game) * sp.log(1 + sum(alpha[j] for j in shown)) for game, shown in zip(games, lists, strict=True)
    )
    score = [sp.expand(a * sp.diff(whole, a)) for a in alpha]
    polynomial = _eliminated(score, first, others[::-1])
    evidence = not_by_radicals(polynomial)
    case.must("the group is not solvable", evidence)
    case.family(evidence)
    return case.finding(broken=_without_evidence(polynomial))


@check("mnl:estimates-closed-form", n_items=Twin(2))
def estimates_closed_form(case, n_items=3):
    x, y, z, v = sp.symbols("x y z v")
    table = list(zip(((8, 2), (2, 2), (3, 1)), (x, y, z), strict=True))[:n_items]
    items, plays, eliminated = [a for _, a in table], 10, []
    whole = sum(
        n * sp.log(g) - (n + plays) * sp.log(1 + g)
        for pair, a in table
        for n, g in zip(pair, (a, a * v), strict=True)
    )
    score = [sp.expand(s * sp.diff(whole, s)) for s in (*items, v)]
    data = np.array([pair for pair, _ in table])
    fit = fit_newton(data, np.full(data.shape, plays), tolerance=1e-12)
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


@check("mnl:equation-50", n_positions=Twin(1, "holds"), plays=Twin(2))
def equation_50(case, n_positions=2, plays=1):
    g, n = sp.symbols("g1:4", positive=True), sp.Symbol("n")
    # Lists (item 1, item 2) and (item 1, item 3), one epoch each, one click on item 1 and none on
    # the others: the same tables whichever list was clicked, but not the same likelihood.
    first, second = 1 + g[0] + g[1], 1 + g[0] + g[2]
    ratio = sp.simplify((g[0] / (first**2 * second)) / (g[0] / (first * second**2)))
    case.must("the tables are not sufficient", ratio.free_symbols)
    case.zero("the likelihoods' ratio", ratio - second / first)
    value = Fraction(ratio.subs({g[0]: 1, g[1]: sp.Rational(1, 2), g[2]: sp.Rational(1, 4)}))
    case.must(
        "likelihood ratio of two data sets with equal tables",
        value == Fraction(9, 4) / Fraction(5, 2),
        ratio=value,
    )
    # the amount that the logarithms subtract from Σ m log γ for an epoch with m clicks on each item
    shown = g[:n_positions]
    clicked = [sp.Symbol(f"m_{x}", positive=True) for x in shown]
    exact = (1 + sum(clicked)) * sp.log(1 + sum(shown))
    cells = sum((1 + m) * sp.log(1 + x) for x, m in zip(shown, clicked, strict=True))
    same = sp.simplify(sp.diff(exact - cells, g[0])) == 0
    case.printed("(50) is the log-likelihood up to a constant", same)
    score = sp.diff(n * sp.log(g[0]) - (n + plays) * sp.log(1 + g[0]), g[0])
    case.zero("the score of (50) has mean 0", score.subs(n, g[0]))  # linear in n, and E n = γ


@check(
    "mnl:equation-51-52",
    printed_power=Twin(1, "holds"),
    power=Twin(2),
    most=Twin(0, "corrected", "coordinatewise-root"),
    divided=Twin(False, "corrected", "leading-order-argument"),
)
def equation_51_52(case, printed_power=0, power=1, most=1, divided=True):
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
    n, m, v = cells[0]
    one = (n - a * v * m) * (1 + a * bias[1]) * (1 + a * bias[2])
    roots = [n / (v * m), -1 / bias[1], -1 / bias[2]]
    case.zero("the roots of a summand", *(one.subs(a, root) for root in roots))
    alone = sp.cancel(one.subs(a, n / m)) == 0 or printed_power > 0
    case.printed("N/Ñ is the root of a summand", alone)
    half = sp.Rational(1, 2)
    at = dict(zip((*clicks, *plays, *bias), (2, 2, 2, 10, 10, 10, 1, half, half), strict=True))
    # (51)/(1 + a/2) is (2 - 10a)(1 + a/2) + 2(2 - 5a)(1 + a) = 6 - 15a - 15a²; as published it has
    # the factor 2 - 10a
    root = (sp.sqrt(sp.Rational(13, 5)) - 1) / 2
    printed_root = root if printed_power else sp.Rational(1, 5)
    case.zero("the roots by hand", right.subs(at).subs(a, root), printed.subs(at).subs(a, printed_root))
    case.number("printed root", "root of (51) as printed", float(printed_root))
    case.number("root", "root of the score", float(root))

    coordinate = case.step("coordinatewise-root")
    n, m, v, w = sp.symbols("n m v w", positive=True)
    term = (n - a * v * m) / (1 + a * v)  # of (51), divided by the common factor
    slope = sp.factor(sp.diff(term, a))
    coordinate.must("slope of a cell's term, n clicks, m plays", slope.is_negative, slope=str(slope))

    def number_of_roots(clicks, plays):
        total = sum(term.subs({n: clicks, m: plays, v: each}) for each in (1, half))
        return sp.oo if total == 0 else sp.Poly(sp.numer(sp.together(total)), a).count_roots(0, None)

    shown, never = number_of_roots(2, 10), number_of_roots(0, 0)
    coordinate.reading("items and positions that were shown", slope.is_negative and shown <= most)
    coordinate.reading("those that were never shown, too", max(shown, never) <= most)

    leading = case.step("leading-order-argument")
    polynomials = [sp.Poly(text, a) for text in (-(a**3) / 2 + 6 * a**2 + 1, -(a**3) / 2 - 11 * a + 5)]
    leading.must("negative leading terms", all(each.LC() < 0 for each in polynomials))
    leading.must("one positive root each", all(each.count_roots(0, None) == 1 for each in polynomials))
    slope = sp.factor(sp.diff(term if divided else term * (1 + a * v) * (1 + a * w), a))
    leading.reading("of the polynomials of (51), divided by their common factor", slope.is_negative)
    of_sum = sum(polynomials, sp.Poly(0, a)).count_roots(0, None)
    leading.reading("of polynomials in general", of_sum == 1, sum=of_sum)


def directions(n_items: int, n_positions: int, entries=(-1, 0, 1)) -> Iterator[np.ndarray]:
    """Moves of log γ along all directions in (log α, log λ) with these entries and λ_1 fixed.

    The directions of recession form cones that are given by differences of coordinates, and such cones are
    generated by these vectors.
    """
    items, positions = (product(entries, repeat=size) for size in (n_items, n_positions))
    for item, position in product(items, positions):
        if position[0] == 0 and any(item + position):
            yield np.add.outer(item, position)


def _escapes(clicks, plays):
    """Whether likelihood (50) has a direction in which it never falls."""
    return any(
        (move[plays > 0] <= 0).all() and (move[clicks > 0] == 0).all() for move in directions(*clicks.shape)
    )


def _escapes_in_the_box(clicks):
    """Whether likelihood (50) has a direction of decreasing parameters in which it never falls."""
    return any((move[clicks > 0] == 0).all() for move in directions(*clicks.shape, (-1, 0)))


def scores_of_50(clicks, plays, attraction, examination):
    """The score of (50) in every log α and log λ; 0 at the maximiser."""
    gamma = np.outer(attraction, examination)
    cells = (clicks - gamma * plays) / (1 + gamma)
    return [*map(sum, cells), *sum(cells)]


CONDITIONS = {
    "every node reaches every other": has_maximiser,
    "the table can be scaled": lambda n, m: not obstacle_to_algorithm_1(n, m),
    "every item and position is clicked": lambda n, m: n.any(0).all() and n.any(1).all(),
    "all but the first position are clicked": lambda n, m: n[:, 1:].any(0).all() and n.any(1).all(),
    "clicked cells join all": lambda n, m: has_maximiser(n, n),
    "shown cells join all": lambda n, m: has_maximiser(m, m),
    "all cells are clicked": lambda n, m: n.all(),
}
"""Conditions on clicks and plays: of the existence of a maximiser, of Algorithm 1's limit, and others."""


@check(
    "mnl:monotonic-or-unimodal",
    clicked=Twin((1, 1), "holds"),
    when=[
        Twin("shown cells join all"),
        Twin("clicked cells join all"),
        Twin("every item and position is clicked"),
    ],
    in_the_box_when=[Twin("every item and position is clicked"), Twin("every node reaches every other")],
    off_diagonal=Twin(2, "holds", "unique-stationary-point"),
    strictly_when=[
        Twin("every item and position is clicked", step="unique-stationary-point"),
        Twin("all cells are clicked", step="unique-stationary-point"),
    ],
)
def monotonic_or_unimodal(
    case,
    clicked=(0, 1),
    when="every node reaches every other",
    in_the_box_when="all but the first position are clicked",
    off_diagonal=0,
    strictly_when="shown cells join all",
):
    cells = list(product(("not shown", "shown", "clicked"), repeat=2))
    patterns = [np.array(rows) for n_items in (2, 3) for rows in product(cells, repeat=n_items)]
    tables = [((p == "clicked").astype(float), (p != "not shown").astype(float)) for p in patterns]
    mismatches = sum(bool(CONDITIONS[when](*table)) == _escapes(*table) for table in tables)
    fits = [(table, fit_newton(*table)) for table in tables if has_maximiser(*table)]
    mismatches += sum(not fit.converged for _, fit in fits)
    scores = [scores_of_50(*table, fit.attraction, fit.examination) for table, fit in fits]
    worst = max(abs(value) for score in scores for value in score)
    # all patterns of the two shapes
    case.must("patterns compared", len(tables) == 3**4 + 3**6, compared=len(tables))
    case.must(
        "mismatches with escaping directions and with where Newton's method converges",
        mismatches == 0,
        mismatches=mismatches,
    )
    case.must("largest score", worst < 1e-9, score=worst)
    boxed = [bool(CONDITIONS[in_the_box_when](*table)) for table in tables]
    falls = [not _escapes_in_the_box(clicks) for clicks, _ in tables]
    case.must(
        "on (0, 1] it falls in every direction exactly if all but the first are clicked", falls == boxed
    )
    case.number("unbounded", "patterns with one maximiser on (0, ∞)", len(fits))
    joined = [one and has_maximiser(shown, shown) for (_, shown), one in zip(tables, boxed, strict=True)]
    case.number("boxed", "patterns with one on (0, 1], the shown cells joining all", sum(joined))
    # the score is 0 in α₁ and α₂, and positive in λ₂, which cannot be larger
    clicks, plays = np.array([[3, 0], [0, 2]]), np.array([[9, 0], [4, 8]])
    edge = scores_of_50(clicks, plays, [Fraction(1, 3), Fraction(1, 6)], [1, 1])
    on_the_edge = edge[:2] == [0, 0] and edge[3] > 0
    case.must("an estimate on the edge of (0, 1]", on_the_edge and not has_maximiser(clicks, plays))
    # Ten plays per cell at γ = 1/100 and 1. Item 2 is never clicked: the score of its attraction is
    # negative everywhere; that of item 1, with one click, changes sign.
    first, second = ([n - 10 * g for g in (Fraction(1, 100), Fraction(1))] for n in clicked)
    falls, turns = (max(score) < 0 for score in (first, second)), second[1] < 0 < second[0]
    case.printed("monotonic or unimodal", not (any(falls) and turns))

    unique = case.step("unique-stationary-point")
    parameters = a1, a2, v = sp.symbols("a1 a2 v", positive=True)
    value = sum(sp.log(g) - 3 * sp.log(1 + g) for g in (a1, a2 * v))
    value -= off_diagonal * (sp.log(1 + a2) + sp.log(1 + a1 * v))
    # For N = I, Ñ = 2I a line; by symmetry α₁ = α₂ = a, λ₂ = 1, with 1 − 2a = off_diagonal·a, if the
    # other cells are shown, too.
    same = sp.Rational(1, 2 + off_diagonal)
    point = {a1: same, a2: same, v: 1} if off_diagonal else {a1: same, a2: same / v}
    unique.zero("the score at the point or on the line", *(sp.diff(value, x).subs(point) for x in parameters))
    flat = 3 - sp.hessian(value, parameters).subs(point).rank()
    unique.printed("dimension of the set of stationary points of N = I, Ñ = 2I", flat == 0, dimension=flat)
    for _, shown in tables:
        strict = not any((move[shown > 0] == 0).all() for move in directions(*shown.shape))
        condition = CONDITIONS[strictly_when](shown, shown)
        unique.must(f"strictly concave exactly if {strictly_when}", strict == condition)
    x = sp.Symbol("x", real=True)
    n, m = sp.symbols("n m", positive=True)
    curve = sp.diff(n * x - (n + m) * sp.log(1 + sp.exp(x)), x, 2)
    unique.zero("concave in log γ", curve + (n + m) * sp.exp(x) / (1 + sp.exp(x)) ** 2)
