"""Claims on likelihood (50), its score and its stationary points: Appendix E.2, first part."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import sympy as sp

from clickbandits.mnl.estimators import fit_newton
from clickbandits.mnl.identifiability import has_maximiser
from compendium.claims import Finding, claim

from .model import not_by_radicals


@claim(
    "mnl:equation-50",
    location="Appendix E.2, equation (50)",
    statement=r"The log-likelihood of $N$ given $\tilde N$ is "
    r"$\sum_{kj}N_{kj}\log(\alpha_j\lambda_k)-(N_{kj}+\tilde N_{kj})\log(1+\alpha_j\lambda_k)$",
    verdict="corrected",
    evidence="proof",
    corrected=r"That is the log-likelihood of *independent* cells, a composite likelihood: its "
    r"score has mean 0, so that it is consistent, but its variance is a sandwich. The likelihood "
    r"is $\sum_l[\sum_kn^l_k\log(\lambda_k\alpha^l_k)-(1+n^l)\log(1+S^l)]$, and $(N,\tilde N)$ is "
    r"not sufficient for it.",
)
def equation_50(profile):
    g = sp.symbols("g1:4", positive=True)
    # Lists (item 1, item 2) and (item 1, item 3), an epoch each, one click on item 1 and none on
    # the others: the same tables whichever list was clicked, but not the same likelihood.
    first, second = 1 + g[0] + g[1], 1 + g[0] + g[2]
    ratio = sp.simplify((g[0] / (first**2 * second)) / (g[0] / (first * second**2)))
    insufficient = ratio.free_symbols != set()
    exact = g[0] ** 2 * g[1] / (1 + g[0] + g[1]) ** 4
    cells = g[0] ** 2 / (1 + g[0]) ** 3 * g[1] / (1 + g[1]) ** 2
    differs = sp.simplify(sp.diff(sp.log(exact / cells), g[0])) != 0
    n = sp.Symbol("n")
    score = sp.diff(n * sp.log(g[0]) - (n + 1) * sp.log(1 + g[0]), g[0])
    unbiased = sp.simplify(score.subs(n, g[0])) == 0  # linear in n, and E n = γ
    at = {g[0]: 1, g[1]: sp.Rational(1, 2), g[2]: sp.Rational(1, 4)}
    numbers = {"likelihood ratio of two data sets with equal tables": Fraction(str(ratio.subs(at)))}
    return Finding("corrected" if insufficient and differs and unbiased else "refuted", numbers)


@claim(
    "mnl:equation-51-52",
    location="Appendix E.2, equations (51) and (52)",
    statement=r"The likelihood equations are $\sum_k(N_{kj}-\alpha_j\tilde N_{kj})\prod_{m\ne k}"
    r"(1+\alpha_j\lambda_m)=0$ and $\sum_j(N_{kj}-\lambda_k\tilde N_{kj})\prod_{i\ne j}"
    r"(1+\alpha_i\lambda_k)=0$; the summands' roots are $N_{kj}/\tilde N_{kj}$ and $1/\lambda_m$ "
    r"up to sign",
    verdict="corrected",
    evidence="proof",
    corrected=r"The brackets are $N_{kj}-\alpha_j\lambda_k\tilde N_{kj}$ in both; the roots of a "
    r"summand of (51) are $N_{kj}/(\lambda_k\tilde N_{kj})$ and $-1/\lambda_m$, $m\ne k$.",
    limits="Checked symbolically for three positions; our copy of the displays has lost the minus "
    "signs, so that only the missing factors are held against the print.",
)
def equation_51_52(profile):
    a = sp.Symbol("a", positive=True)
    bias, clicks, plays = (sp.symbols(f"{s}1:4", positive=True) for s in "lnm")
    cells = list(zip(clicks, plays, bias, strict=True))
    score = sum(sp.diff(n * sp.log(a * v) - (n + m) * sp.log(1 + a * v), a) for n, m, v in cells)
    every = sp.prod(1 + a * v for v in bias)
    right = sum((n - a * v * m) * sp.cancel(every / (1 + a * v)) for n, m, v in cells)
    printed = sum((n - a * m) * sp.cancel(every / (1 + a * v)) for n, m, v in cells)
    agrees = sp.simplify(score * a * every - right) == 0
    differs = sp.simplify(right - printed) != 0
    one = (clicks[0] - a * bias[0] * plays[0]) * (1 + a * bias[1]) * (1 + a * bias[2])
    roots = [clicks[0] / (bias[0] * plays[0]), -1 / bias[1], -1 / bias[2]]
    agrees &= all(sp.simplify(one.subs(a, root)) == 0 for root in roots)
    at = dict(
        zip(
            (*clicks, *plays, *bias),
            (2, 2, 2, 10, 10, 10, 1, *[sp.Rational(1, 2)] * 2),
            strict=True,
        )
    )
    numbers = {
        "root of (51) as printed": float(max(sp.Poly(printed.subs(at), a).nroots(), key=sp.re)),
        "root of the score": float(max(sp.Poly(right.subs(at), a).nroots(), key=sp.re)),
    }
    return Finding("corrected" if agrees and differs else "refuted", numbers)


@claim(
    "mnl:coordinatewise-root",
    location="Appendix E.2, below (52)",
    statement=r"With the other parameters fixed, (51) has at most one positive solution "
    r"$\alpha_j$, and (52) one $\lambda_k$",
    verdict="holds",
    evidence="proof",
)
def coordinatewise_root(profile):
    a, v, n, m = sp.symbols("a v n m", positive=True)
    slope = sp.diff((n - a * v * m) / (1 + a * v), a)
    falls = sp.simplify(slope + v * (n + m) / (1 + a * v) ** 2) == 0
    return Finding(
        "holds" if falls else "refuted",
        {"slope of a cell's term, n clicks, m plays": str(sp.factor(slope))},
    )


@claim(
    "mnl:leading-order-argument",
    location="Appendix E.2, below (52)",
    statement="Since each polynomial has one positive root and a negative leading term, so has "
    "their sum",
    verdict="corrected",
    evidence="exact",
    corrected="Not for polynomials at large: two cubics with one positive root and a negative "
    "leading term each can add up to one with three positive roots. For (51) the conclusion holds "
    "for another reason: divided by the common factor, every term decreases.",
)
def leading_order_argument(profile):
    x = sp.Symbol("x")
    first = sp.Poly(-(x**3) / 2 + 6 * x**2 + 1, x)
    second = sp.Poly(-(x**3) / 2 - 11 * x + 5, x)
    positive = [poly.count_roots(0, None) for poly in (first, second, first + second)]
    leading = all(poly.LC() < 0 for poly in (first, second))
    numbers = dict(
        zip(("positive roots of the first", "of the second", "of the sum"), positive, strict=True)
    )
    return Finding("corrected" if leading and positive == [1, 1, 3] else "refuted", numbers)


def _escapes(clicks, plays):
    """Whether likelihood (50) has a direction in which it never falls, by going through all.

    Such directions form a cone given by differences of coordinates; cones of this kind are
    generated by vectors with entries -1, 0, 1.
    """
    n_items, n_positions = clicks.shape
    for move in product((-1, 0, 1), repeat=n_items + n_positions - 1):
        if any(move):
            cell = np.add.outer(move[:n_items], (0, *move[n_items:]))
            if (cell[plays > 0] <= 0).all() and (cell[clicks > 0] == 0).all():
                return True
    return False


@claim(
    "mnl:unique-stationary-point",
    location="Appendix E.2",
    statement=r"The log-likelihood (50) has at most one stationary point on $(0,1]^{J+K-1}$",
    verdict="corrected",
    evidence="proof",
    corrected=r"(50) is concave in the logarithms, strictly exactly if the graph of shown cells "
    r"joins all items and positions; then there is at most one. Otherwise there may be a "
    r"continuum: $N=I$, $\tilde N=2I$ is stationary at every $\lambda_2$, "
    r"$\alpha_2=1/(2\lambda_2)$.",
    limits="Uniqueness by coordinates, which is what the paper shows, does not give joint "
    "uniqueness; that strict concavity does is prose.",
)
def unique_stationary_point(profile):
    a1, a2, v = sp.symbols("a1 a2 v", positive=True)
    value = sum(sp.log(g) - 3 * sp.log(1 + g) for g in (a1, a2 * v))
    line = {a1: sp.Rational(1, 2), a2: 1 / (2 * v)}
    flat = all(sp.simplify(sp.diff(value, x).subs(line)) == 0 for x in (a1, a2, v))
    x = sp.Symbol("x", real=True)
    n, m = sp.symbols("n m", positive=True)
    curve = sp.diff(n * x - (n + m) * sp.log(1 + sp.exp(x)), x, 2)
    concave = sp.simplify(curve + (n + m) * sp.exp(x) / (1 + sp.exp(x)) ** 2) == 0
    information = -sp.hessian(value, (a1, a2, v)).subs(line)
    missing = 3 - information.rank()
    flat &= missing == 1
    numbers = {"dimension of the set of stationary points of N = I, Ñ = 2I": missing}
    return Finding("corrected" if flat and concave else "refuted", numbers)


@claim(
    "mnl:monotonic-or-unimodal",
    location="Appendix E.2",
    statement="The log-likelihood is either monotonic or unimodal, so that there is a unique "
    "maximum likelihood estimate",
    verdict="corrected",
    evidence="proof",
    corrected=r"A maximiser in $(0,\infty)^{J+K-1}$ exists, and is unique, exactly if every item "
    r"and position reaches every other by arrows $k\to j$ where $j$ was shown at $k$ and $j\to k$ "
    r"where it was clicked there. An item without a click leaves neither alternative: in its "
    r"direction the likelihood rises for ever, in another's it has a peak.",
    limits="The condition is derived in the text; the check compares it with all directions of "
    "recession for every 2 × 2 and 3 × 2 pattern of shown and clicked cells, "
    "and Newton's method reaches a zero score wherever it holds.",
)
def monotonic_or_unimodal(profile):
    compared = mismatches = 0
    worst = 0.0
    for shape in ((2, 2), (3, 2)):
        for pattern in product((0, 1, 2), repeat=shape[0] * shape[1]):
            state = np.reshape(pattern, shape)
            clicks, plays = (state == 2).astype(float), 2.0 * (state > 0)
            exists = has_maximiser(clicks, plays)
            mismatches += exists == _escapes(clicks, plays)
            compared += 1
            if exists:
                gamma = np.outer(*(fit := fit_newton(clicks, plays))[:2])
                score = (clicks - gamma * plays) / (1 + gamma)
                worst = max(worst, abs(score.sum(axis=1)).max(), abs(score.sum(axis=0)).max())
                mismatches += not fit.converged
    # Item 2 is never clicked: the score of its attraction is negative everywhere, that of item 1
    # changes sign.
    silent, spoken = (
        Fraction(-10) / (1 + 1),
        (Fraction(1) - 10, Fraction(1) - Fraction(1, 100) * 10),
    )
    neither = silent < 0 and spoken[0] < 0 < spoken[1]
    numbers = {"patterns compared": compared, "mismatches": mismatches, "largest score": worst}
    holds = mismatches == 0 and worst < 1e-9 and neither
    return Finding("corrected" if holds else "refuted", numbers)


@claim(
    "mnl:estimates-closed-form",
    location="Section 3.2",
    statement="With unknown biases the maximum likelihood estimate of any parameter lacks a closed "
    "form",
    verdict="holds",
    evidence="proof",
    limits="For likelihood (50) and roots as closed form, by one table of three items and two "
    "positions; two items and two positions lead to a cubic or less in our example.",
)
def estimates_closed_form(profile):
    x, y, z, v, h = sp.symbols("x y z v h")
    clicks, plays = ((8, 2), (2, 2), (3, 1)), 10

    def term(n, gamma):
        return (n - gamma * plays) / (1 + gamma)

    equations = [term(n, a) + term(m, a * v) for (n, m), a in zip(clicks, (x, y, z), strict=True)]
    equations.append(sum(term(m, a * v) for (_, m), a in zip(clicks, (x, y, z), strict=True)))
    numerators = [sp.numer(sp.together(equation)) for equation in equations]
    poles = sp.prod((1 + a) * (1 + a * v) for a in (x, y, z)) * v
    numbers, shown = {}, True
    for name, last in (("λ₂", v), ("α₁", x)):
        others = [s for s in (x, y, z, v) if s != last]
        basis = sp.groebner([*numerators, 1 - h * poles], h, *others, last, order="grevlex")
        only = next(g for g in basis.fglm("lex").exprs if g.free_symbols == {last})
        found = not_by_radicals(sp.Poly(only, last))
        shown &= bool(found)
        numbers |= {f"{name}: {key}": value for key, value in found.items()}
    return Finding("holds" if shown else "undecided", numbers)
