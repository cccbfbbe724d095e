"""Claims on derivatives of the estimates with respect to the clicks: Appendix B.3, (13) to (16)."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import sympy as sp

from clickbandits.mnl.estimators import Fit, fit_newton, sensitivities
from compendium.finding import Finding, check


def hessian(clicks, plays, attraction, bias):
    """The Hessian of (50) in (α, λ_2, ...) by the printed formulas, and the parameters."""
    n_items, n_positions = clicks.shape
    size = n_items + n_positions - 1
    matrix = sp.zeros(size, size)
    for j in range(n_items):
        for k in range(n_positions):
            n, total = clicks[j, k], clicks[j, k] + plays[j, k]
            a, v = attraction[j], bias[k]
            seen = (1 + a * v) ** 2
            matrix[j, j] += v**2 * total / seen - n / a**2
            if k:
                b = n_items + k - 1
                matrix[b, b] += a**2 * total / seen - n / v**2
                matrix[j, b] = matrix[b, j] = -total / seen
    return matrix


def _symbols(n_items, n_positions):
    clicks = sp.Matrix(n_items, n_positions, lambda j, k: sp.Symbol(f"n{j}{k}", positive=True))
    plays = sp.Matrix(n_items, n_positions, lambda j, k: sp.Symbol(f"m{j}{k}", positive=True))
    attraction = sp.symbols(f"a0:{n_items}", positive=True)
    return (
        clicks,
        plays,
        attraction,
        (sp.Integer(1), *sp.symbols(f"v1:{n_positions}", positive=True)),
    )


def _likelihood(clicks, plays, attraction, bias):
    cells = [
        n * sp.log(a * v) - (n + m) * sp.log(1 + a * v)
        for j, a in enumerate(attraction)
        for v, n, m in zip(bias, clicks.row(j), plays.row(j), strict=True)
    ]
    return sum(cells)


@check("mnl:hessian")
def second_derivatives(profile):
    clicks, plays, attraction, bias = _symbols(2, 3)
    free = (*attraction, *bias[1:])
    truth = sp.hessian(_likelihood(clicks, plays, attraction, bias), free)
    difference = (truth - hessian(clicks, plays, attraction, bias)).applyfunc(sp.simplify)
    zeros = [truth[0, 1], truth[2, 3]] == [0, 0]
    holds = difference.is_zero_matrix and zeros
    return Finding("holds" if holds else "refuted", {"entries compared": truth.rows**2})


@check("mnl:equation-38")
def equation_38(profile):
    clicks, plays, attraction, bias = _symbols(2, 2)
    value, (a, other), v, n = (
        _likelihood(clicks, plays, attraction, bias),
        attraction,
        bias[1],
        clicks[0, 1],
    )
    holds = sp.simplify(sp.diff(value, a, n) - 1 / a + v / (1 + a * v)) == 0
    holds &= sp.simplify(sp.diff(value, v, n) - 1 / v + a / (1 + a * v)) == 0
    holds &= sp.diff(value, other, n) == 0 and sp.diff(value, v, clicks[0, 0]) == 0
    mixed = sp.factor(sp.diff(value, a, n))
    return Finding("holds" if holds else "refuted", {"∂²ℓ/∂α₁∂N₂₁, α₁ = a0, λ₂ = v1": str(mixed)})


@check("mnl:equation-37")
def equation_37(profile):
    attraction, bias = sp.Matrix(["4/5", "1/2", "1/5"]), sp.Matrix([1, "1/2"])
    plays = sp.Matrix([[10, 30], [20, 40], [30, 20]])
    clicks = plays.multiply_elementwise(attraction * bias.T)  # a zero score in every cell
    matrix = hessian(clicks, plays, attraction, bias)
    inverse = matrix.inv()
    symbols = _symbols(3, 2)
    at = dict(zip([*symbols[0], *symbols[1], *symbols[2], symbols[3][1]],
                  [*clicks, *plays, *attraction, bias[1]], strict=True))  # fmt: skip
    free = (*symbols[2], symbols[3][1])
    value = _likelihood(*symbols)
    slopes = np.empty((3, 3, 2))
    full = True
    for item in range(3):
        for k in range(2):
            a, v = attraction[item], bias[k]
            mixed = [0, 0, 0, 0]
            mixed[item] = 1 / a - v / (1 + a * v)
            mixed[3] = (1 / v - a / (1 + a * v)) if k else 0
            truth = sp.Matrix([sp.diff(value, t, symbols[0][item, k]).subs(at) for t in free])
            full &= truth == sp.Matrix(mixed)
            slopes[:, item, k] = [float(x) for x in -(inverse * truth)[:3, 0]]
    fit = Fit(np.array(attraction, float).ravel(), np.array(bias, float).ravel(), 0, True, "", 0)
    compiled = sensitivities(np.array(clicks, float), np.array(plays, float), fit)
    gap = float(abs(compiled / slopes - 1).max())
    numbers = {"largest relative gap to the compiled derivatives": gap}
    return Finding("holds" if full and gap < 1e-12 else "refuted", numbers)


@check("mnl:equation-36")
def equation_36(profile):
    clicks, plays = np.array([[8.0, 2], [2, 2], [3, 1]]), np.full((3, 2), 10.0)
    before = fit_newton(clicks, plays, tolerance=1e-12).attraction
    tightest = np.inf
    for cell in np.ndindex(clicks.shape):
        largest = np.zeros(3)
        for share in np.linspace(0, 1, 11):
            moved = clicks.copy()
            moved[cell] += share
            largest = np.maximum(largest, abs(sensitivities(moved, plays)[:, *cell]))
        after = fit_newton(moved, plays, tolerance=1e-12).attraction
        tightest = min(tightest, float((largest - abs(after - before)).min()))
    return Finding(
        "holds" if tightest > 0 else "refuted", {"smallest margin over 18 differences": tightest}
    )


@check("mnl:equation-13")
def equation_13(profile):
    m, n, p, q, r = sp.symbols("m n p q r", positive=True)  # N11, N12 (item 2), N21, N22
    bias = sp.sqrt(q * r / (n * p))
    first, second = (n + q / bias) / (2 * m), (p + r / bias) / (2 * m)
    fixed = sp.simplify((q / first + r / second) / (2 * m) - bias) == 0
    closed = sp.simplify(first - (n + sp.sqrt(n * p * q / r)) / (2 * m)) == 0
    move = first.subs({q: n, r: 1, p: 2}) - first.subs({q: n, r: 1, p: 1})
    unbounded = sp.limit(sp.simplify(move), n, sp.oo) == sp.oo
    numbers = {
        f"move of α₁ by one click at N₁₁ = N₂₁ = {size}, m = 10": float(move.subs({n: size, m: 10}))
        for size in (10, 1000)
    }
    return Finding("corrected" if fixed and closed and unbounded else "refuted", numbers)


@check("mnl:equation-40")
def equation_40(profile):
    a, v = sp.symbols("a v", positive=True)
    mixed = 1 / a - v / (1 + a * v)
    unbounded = sp.limit(mixed, a, 0) == sp.oo
    scaled = sp.simplify(mixed * a - 1 / (1 + a * v)) == 0
    numbers = {
        f"(38) at α = {value}, λ = 1": Fraction(str(mixed.subs({a: sp.Rational(value), v: 1})))
        for value in ("1/10", "1/1000")
    }
    return Finding("corrected" if unbounded and scaled else "refuted", numbers)
