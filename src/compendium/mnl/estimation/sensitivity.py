"""The change of an estimate by one click: (13) to (16), Appendix B.3 and Lemma 7."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import sympy as sp

from clickbandits.mnl.estimators import Fit, fit_newton, sensitivities
from compendium.case import Twin, check

from .convergence import random_tables
from .efficiency import PROBLEMS
from .resistance import finite_differences, sensitivity_bound, squared_sensitivity

SHAPE = 2, 3
"""Numbers of items and positions of the tables in symbols."""
TABLE = np.array([[8.0, 2.0], [2.0, 2.0], [3.0, 1.0]])
"""Clicks in 10 plays of every cell."""
BOXED, SHOWN = np.array([[2e6, 1.0], [2.0, 1e6]]), np.array([[4e6, 4.0], [4.0, 4e6]])
"""Clicks and plays inside the box of Appendix B.3, with weak cells off the diagonal."""
TENFOLD, NEAR = (9.5, 10.5), 1e-4
"""The ratios that count as tenfold, and the required distance of a number from its limit."""


def _blocks(items, mixed, positions):
    """A symmetric matrix, from the diagonals of its diagonal blocks and the block between them."""
    blocks = [[sp.diag(*items), mixed], [mixed.T, sp.diag(*positions)]]
    return sp.Matrix(sp.BlockMatrix(blocks))


def hessian(clicks, plays, attraction, bias):
    """The Hessian of (50) in (α, λ_2, ...) by the published formulas."""

    def weight(j, k):
        return (clicks[j, k] + plays[j, k]) / (1 + attraction[j] * bias[k]) ** 2

    weights = sp.Matrix(*clicks.shape, weight)

    def diagonal(own, others, counts, seen):
        squares = seen * sp.Matrix([v**2 for v in others])
        return [square - sum(counts.row(j)) / own[j] ** 2 for j, square in enumerate(squares)]

    items = diagonal(attraction, bias, clicks, weights)
    _, *positions = diagonal(bias, attraction, clicks.T, weights.T)
    return _blocks(items, -weights[:, 1:], positions)


def _symbols(n_items, n_positions):
    """Tables of clicks and plays, attractions, and biases, the first of which is 1."""
    shape = n_items, n_positions
    names = (f"{name}:{n_items}:{n_positions}" for name in "nm")
    clicks, plays = (sp.Matrix(*shape, sp.symbols(name, positive=True)) for name in names)
    attraction = sp.symbols(f"a0:{n_items}", positive=True)
    return clicks, plays, attraction, (sp.S.One, *sp.symbols(f"v1:{n_positions}", positive=True))


def _likelihood(clicks, plays, attraction, bias):
    return sum(
        n * sp.log(a * v) - (n + m) * sp.log(1 + a * v)
        for j, a in enumerate(attraction)
        for v, n, m in zip(bias, clicks.row(j), plays.row(j), strict=True)
    )


@check(
    "mnl:equation-37",
    sign=Twin(1),
    first=Twin(0),
    mixed=Twin(1, step="hessian"),
    factor=Twin(2, step="equation-38"),
    which=Twin("smallest", step="equation-36"),
)
def equation_37(case, sign=-1, first=1, mixed=-1, factor=1, which="largest"):
    attraction, bias = sp.Matrix(["4/5", "1/2", "1/5"]), sp.Matrix([1, "1/2"])
    gamma = attraction * bias.T
    plays = sp.Matrix(*gamma.shape, range(10, 16))
    clicks = plays.multiply_elementwise(gamma)  # a zero score in every cell
    inverse = hessian(clicks, plays, attraction, bias).inv()
    n, m, alpha, (_, second) = symbols = _symbols(*gamma.shape)
    at = dict(zip((*n, *m, *alpha, second), (*clicks, *plays, *attraction, bias[1]), strict=True))
    value = _likelihood(*symbols)
    slopes = np.empty((len(attraction), *gamma.shape))
    for item, k in np.ndindex(gamma.shape):
        a, v = attraction[item], bias[k]
        own, other = 1 / a - v / (1 + a * v), 1 / v - a / (1 + a * v)
        printed = [own if t == alpha[item] else 0 for t in alpha] + [other if k >= first else 0]
        truth = [sp.diff(value, t, n[item, k]).subs(at) for t in (*alpha, second)]
        case.must(f"the entries that stay, item {item + 1}, position {k + 1}", truth == printed)
        slopes[:, item, k] = [float(x) for x in sign * (inverse * sp.Matrix(truth))[:3, 0]]
    fit = Fit(np.array(attraction, float).ravel(), np.array(bias, float).ravel(), 0, True, "", 0)
    compiled = sensitivities(np.array(clicks, float), np.array(plays, float), fit)
    gap = float(abs(compiled / slopes - 1).max())
    case.must("largest relative gap to the compiled derivatives", gap < 1e-12, gap=gap)

    second_derivatives = case.step("hessian")
    n, m, (a, other), bias = symbols = _symbols(*SHAPE)
    value = _likelihood(*symbols)
    truth, printed = sp.hessian(value, (a, other, *bias[1:])), hessian(*symbols)
    printed[:2, 2:], printed[2:, :2] = -mixed * printed[:2, 2:], -mixed * printed[2:, :2]
    second_derivatives.zero("printed entries compared", *(truth - printed), compared=truth.rows**2)

    derivatives = case.step("equation-38")
    v, clicks = bias[1], n[0, 1]
    own = sp.diff(value, a, clicks)
    derivatives.zero("with respect to α", own - 1 / a + factor * v / (1 + a * v))
    derivatives.zero("with respect to λ", sp.diff(value, v, clicks) - 1 / v + a / (1 + a * v))
    derivatives.must("0 for another item", sp.diff(value, other, clicks) == 0)
    derivatives.must("0 for another position", sp.diff(value, v, n[0, 0]) == 0)

    differences = case.step("equation-36")
    plays, margins = np.full_like(TABLE, 10), []
    before = fit_newton(TABLE, plays, tolerance=1e-12).attraction
    for cell in np.ndindex(TABLE.shape):
        one = np.zeros_like(TABLE)
        one[cell] = 1
        on_the_way = [sensitivities(TABLE + s * one, plays)[:, *cell] for s in np.linspace(0, 1, 11)]
        difference = fit_newton(TABLE + one, plays, tolerance=1e-12).attraction - before
        bound = {"largest": np.max, "smallest": np.min}[which](np.abs(on_the_way), axis=0)
        margins.append(bound - np.abs(difference))
    tightest = float(np.min(margins))
    differences.must("smallest margin over 18 differences", tightest > 0, margin=tightest)


@check("mnl:equations-15-16", error=Twin(0.003), power=Twin(0.99), larger=Twin((15, 43)))
def equations_15_16(case, error=0.004, power=1, larger=(14, 43)):
    for name in PROBLEMS:
        gamma, of_50 = np.outer(*PROBLEMS[name]), []
        for epochs in (300, 3000):
            plays = np.full(gamma.shape, epochs / len(gamma))
            errors = {}
            for estimator, deviance in (("(50)", False), ("Algorithm 1", True)):
                fit = fit_newton(plays * gamma, plays, deviance=deviance)
                smooth = squared_sensitivity(plays * gamma, plays, fit, deviance=deviance)
                smooth *= plays[:, 0] ** (power - 1)
                truth = finite_differences(plays * gamma, plays, deviance=deviance)
                errors[estimator] = float(abs(smooth / truth - 1).max())
            setting = f"{name}, {epochs} epochs"
            ratio = errors["Algorithm 1"] / errors["(50)"]
            case.must(f"Algorithm 1's is so many times larger, {setting}", larger[0] < ratio < larger[1])
            case.family({f"error of β², {setting}, {e}": error for e, error in errors.items()})
            of_50.append(errors["(50)"])
        few, many = of_50
        case.must(f"the error of (50), {setting}", many < error)
        case.must(
            f"a tenth of that after a tenth of the epochs, {setting}", TENFOLD[0] < few / many < TENFOLD[1]
        )


@check("mnl:equation-13", fails="refuted", over=Twin(3), share=Twin(Fraction(9, 10)))
def equation_13(case, over=2, share=Fraction(4, 5)):
    m, n, p, q, r = sp.symbols("m n p q r", positive=True)  # N11, N12 (item 2), N21, N22
    bias = sp.sqrt(q * r / (n * p))
    first, second = (n + q / bias) / (2 * m), (p + r / bias) / (2 * m)
    case.zero("a fixed point of (5) and (6)", (q / first + r / second) / (2 * m) - bias)
    case.zero("its α₁", first - (n + sp.sqrt(n * p * q / r)) / (over * m))

    def moved(count):  # by one more click in N₁₂, from `count` there and in N₂₂
        clicked, before = (first.subs({q: n, r: count, p: k}) for k in (count + 1, count))
        return sp.simplify(clicked - before)

    move = moved(sp.S.One)
    case.zero("by n(√2 − 1)/(2m) from a click in N₁₂ = 1", move - n * (sp.sqrt(2) - 1) / (2 * m))
    # n = 4m/5: of α₁, α₂ and λ₂, before and after, all are in (0, 1] for m ≥ 2
    table = {n: sp.Rational(share) * m, q: sp.Rational(share) * m, r: 1}
    ends = [[sp.simplify(x.subs(table).subs(p, count)) for x in (first, second, bias)] for count in (1, 2)]
    after = [2 * (1 + sp.sqrt(2)) / 5, (2 + sp.sqrt(2)) / (2 * m), 1 / sp.sqrt(2)]
    by_hand = [sp.Rational(4, 5), 1 / m, sp.S.One, *after]
    case.zero(
        "inside [0, 1] by a share that does not depend on m",
        *(x - y for x, y in zip(sum(ends, []), by_hand, strict=True)),
    )
    inside = all(x.subs(m, 2) <= 1 for x in by_hand)
    case.reading("the estimates are kept in [0, 1], so that a click moves them by at most 1", inside)
    case.reading("they may be any positive numbers", sp.limit(move, n, sp.oo) != sp.oo)
    case.number("inside", "α₁ after that click, from 4/5", float(after[0]))
    # β² ≥ m (α₁' − 4/5)², J = 2 and l = 2m, so the radius √(36β² log(Jl²)) increases with m
    least = 36 * 5 * (after[0] - by_hand[0]) ** 2 * sp.log(2 * 10**2)
    case.must("with 5 plays in each cell the radius of Corollary 6 exceeds 1", least > 1)
    case.number("radius", "it is at least", float(sp.sqrt(least)))
    for size in (10, 1000):
        case.number(
            f"move {size}",
            f"move of α₁ by one click at N₁₁ = N₂₁ = {size}, m = 10",
            float(move.subs({n: size, m: 10})),
        )


@check("mnl:determinant-orders", growing=Twin("all four", "holds"), order=Twin(1), degree=Twin(2))
def determinant_orders(case, growing="one", order=2, degree=1):
    # first in (α, λ), where items and positions are rows 0, 1 and 2 for α₁, α₂ and λ₂
    clicks, plays, attraction, bias = symbols = _symbols(2, 2)
    parameters, printed = (*attraction, bias[1]), hessian(*symbols)
    at_half = printed.subs(dict.fromkeys(parameters, sp.S.Half))

    def degrees(matrix, count):
        return matrix.applyfunc(lambda entry: sp.degree(sp.expand(entry), count))

    for last in (plays[1, 1], clicks[1, 1]):
        grows = sp.degree(sp.expand(at_half.det()), last)
        case.must(f"degree of the determinant in {last}", grows == order)
        expected = sp.Matrix([[2, 1, 1], [1, 1, 1], [1, 1, 1]])
        case.must(f"degrees of the adjugate in {last}", degrees(at_half.adjugate(), last) == expected)
    # log α_1, log α_2, log λ_2; conductances of (1,1), (1,2), (2,1), (2,2)
    w, design = sp.symbols("w1:5", positive=True), sp.Matrix([(1, 0, 0), (1, 0, 1), (0, 1, 0), (0, 1, 1)])
    matrix = design.T * sp.diag(*w) * design
    cells = zip(w, [x for x in attraction for _ in bias], bias * 2, clicks, plays, strict=True)
    weights = {each: (n + m) * a * v / (1 + a * v) ** 2 for each, a, v, n, m in cells}
    scale, value = sp.diag(*parameters), _likelihood(*symbols)
    score = [t * sp.diff(value, t) for t in parameters]
    case.zero(
        "D∇²ℓD + diag(score) is minus the information in the logarithms",
        *(scale * printed * scale + sp.diag(*score) + matrix.subs(weights)),
    )
    orders = {sp.degree(sp.expand(matrix.det()), each) for each in w}
    case.must("the determinant is affine in each weight", orders == {degree})
    case.must(
        "so is the adjugate", {x for each in w for x in degrees(matrix.adjugate(), each)} <= {-sp.oo, 0, 1}
    )
    case.number("degree", "degree of the determinant in one weight", int(max(orders)))
    limit = sp.limit(matrix.inv()[1, 1].subs(dict.fromkeys(w[:3], 1)), w[3], sp.oo)
    # item 2 and position 2 grow together: a wire of 1 to the ground beside two in a row
    case.must(
        "limit of an inverse entry, other conductances 1", limit == 1 / (1 + sp.S.Half), limit=Fraction(limit)
    )
    other = w[3] if growing == "all four" else 1
    inverse = matrix.inv()[1, 1].subs(dict.fromkeys(w[:3], other))
    case.printed("the inverse tends to 0 as a count grows", sp.limit(inverse, w[3], sp.oo) == 0)


@check("mnl:resistance", power=Twin(1), factor=Twin(Fraction(1, 2)))
def resistance(case, power=2, factor=1):
    clicks, plays, attraction, bias = _symbols(*SHAPE)
    scale = sp.diag(*attraction, *[-v for v in bias[1:]])  # d(α, λ) / d(log α, -log λ)
    gamma = sp.Matrix(attraction) * sp.Matrix([bias])
    score_0 = dict(zip(clicks, gamma.multiply_elementwise(plays), strict=True))
    matrix = (-scale * hessian(clicks, plays, attraction, bias) * scale).subs(score_0)

    def wire(j, k):
        g, m = gamma[j, k], plays[j, k]
        return (g * m + m) * g / (1 + g) ** power

    wires = sp.Matrix(*gamma.shape, wire)
    at_items, (_, *at_positions) = (map(sum, each.tolist()) for each in (wires, wires.T))
    laplacian = _blocks(at_items, -wires[:, 1:], at_positions)
    case.zero("the Laplacian, grounded at position 1", *(matrix - laplacian))
    ratios = []
    for table in random_tables(5, 3, 10, 30, seed=4):
        fit = fit_newton(*table, tolerance=1e-12)
        ratios.append(squared_sensitivity(*table, fit) / sensitivity_bound(*table, fit))
    worst = float(np.max(ratios))
    case.must("largest ratio of the two sides", worst <= factor, ratio=worst)


@check(
    "mnl:lemma-7", weak=Twin(10**6, "holds"), move=Twin(Fraction(51, 100)), power=Twin(2, step="equation-40")
)
def lemma_7(case, move=Fraction(2, 5), weak=1, power=1):
    # Conductances of the two weak cells are at most (2 + 1)/4 and (1 + 1)/4 along the way, so
    # that R_2 ≥ 4/5; the derivative is α R/(1 + α) with α ≥ 1.
    gamma = sp.Symbol("g", positive=True)
    square = ((1 - gamma) / (2 * (1 + gamma))) ** 2
    case.zero("γ/(1 + γ)² ≤ 1/4", sp.Rational(1, 4) - gamma / (1 + gamma) ** 2 - square)
    slowest = 1 / (Fraction(3, 4) + Fraction(2, 4)) * Fraction(1, 2)
    case.must("the derivative is at least 2/5", slowest == Fraction(2, 5))
    moves, beta = [], {}
    for m in (1, 10, 10**2, 10**4, 10**6):
        table = np.array([[m, 1.0], [1, m]])
        fit = fit_newton(table, table, tolerance=1e-12)
        case.must(f"all estimates are 1, m = {m}", abs(fit.attraction - 1).max() < 1e-9)
        more = table.copy()
        more[1, 0] += 1
        moves.append(fit_newton(more, table, tolerance=1e-12).attraction[1] - 1)
        for name, deviance in (("(50)", False), ("Algorithm 1", True)):
            beta[name, m] = float(finite_differences(table, table, deviance=deviance)[1])
            if m > 10:
                case.number(f"β² {name}, {m}", f"β² for {name}, m = {m}", beta[name, m])
    smallest = float(np.min(moves))
    case.must("smallest move of α₂", smallest >= move, move=smallest)
    # 3/α = 5/(1 + α) in the limit: see below
    case.must("nearly 1/2 for large m", abs(smallest - 1 / 2) < NEAR)
    printed = np.array([[1e6, weak], [weak, 1e6]])
    of_printed = finite_differences(printed, printed)[1]
    case.printed("β² tends to 0 with JK/max Ñ", of_printed < slowest**2)
    # As m grows only α_2 = 1/λ_2 stays free: one more click in either weak cell leaves the
    # equations 3/α = 5/(1 + α) and 2/α = 5/(1 + α).
    limit = sum((Fraction(first, 5 - first) - 1) ** 2 for first in (3, 2))
    case.must("limit of β² for (50)", abs(beta["(50)", m] - limit) < NEAR, limit=limit)
    one_more = np.eye(BOXED.size).reshape(-1, *BOXED.shape)
    fits = [fit_newton(clicks, SHOWN, tolerance=1e-12) for clicks in (BOXED, *BOXED + one_more)]
    largest = max(np.max([*fit.attraction, *fit.examination]) for fit in fits)
    case.must("inside the box all estimates stay in it, λ₁ = 1 on its edge", largest == 1)
    settled = float(finite_differences(BOXED, SHOWN)[1])
    expected = (86**0.5 - 6) ** 2 / 100 + (2 - 2**0.5) ** 2 / 4
    case.must("limit of β² inside the box", abs(settled - expected) < NEAR, inside=expected)

    derivatives = case.step("equation-40")
    a, v = sp.symbols("a v", positive=True)
    mixed = 1 / a - v / (1 + a * v)
    derivatives.reading("a constant for given parameters", mixed.subs({a: 1, v: 1}).is_finite)
    derivatives.reading("one for all estimates in (0, 1]", sp.limit(mixed, a, 0) != sp.oo)
    derivatives.zero("1/(1 + γ) in the logarithms", mixed * sp.Pow(a, power) - 1 / (1 + a * v))
