"""The best position for exploring an item, from the trade-off of Section 3.3 and its two limits."""

from __future__ import annotations

import itertools
from fractions import Fraction

import sympy

from compendium.balls import ball, kl_ball, precision
from compendium.case import Twin, check
from compendium.pbm.instances import EXAMINATION, FIGURE_1A, FIGURE_1B

from .exact import DIVERGENCE, KAPPA, P, Q, bound_ball, certified_position, ratio_balls


@check("pbm:information-convex", power=Twin(1), shape=Twin("concave"))
def information_convex(case, power=2, shape="convex"):
    # g(κ) = d(κp, κq); `power` is that of 1 - κq in the denominator of g''
    slope = DIVERGENCE.diff(KAPPA)
    second = (Q - P) ** 2 / ((1 - KAPPA * P) * (1 - KAPPA * Q) ** power)
    x = sympy.Symbol("x", positive=True)
    excess = x - 1 - sympy.log(x)
    at_zero = sympy.expand_log(slope.subs(KAPPA, 0) - P * excess.subs(x, Q / P), force=True)
    case.zero("g'' as stated", slope.diff(KAPPA) - second)
    case.zero("g(0) = 0 and g'(0) = p (x - 1 - log x), x = q/p", DIVERGENCE.subs(KAPPA, 0), at_zero)
    at_one = excess.subs(x, 1), excess.diff(x).subs(x, 1)
    case.zero("x - 1 - log x is convex, 0 at 1 with slope 0", *at_one, excess.diff(x, 2) - 1 / x**2)
    shrinks = (DIVERGENCE - KAPPA * slope).diff(KAPPA) + KAPPA * slope.diff(KAPPA)
    case.zero("(g - κg')' = -κg''", shrinks)
    silent, missed = sympy.symbols("silent missed", positive=True)  # 1 - κp and 1 - κq
    second = DIVERGENCE.diff(KAPPA, 2).subs({P: (1 - silent) / KAPPA, Q: (1 - missed) / KAPPA})
    closed = (silent - missed) ** 2 / (KAPPA**2 * silent * missed**2)
    case.zero("g'' is a square over positive factors", second - closed)
    with precision():
        # κ = 0.9, 0.6, 0.3: the second in the middle of the others
        first, middle, last = (kl_ball(share * FIGURE_1B[3], share * FIGURE_1B[2]) for share in EXAMINATION)
        bend = first - middle - (middle - last)
        # 0.3² times g'' somewhere between, which increases
        low, high = (
            ball((share * (FIGURE_1B[2] - FIGURE_1B[3])) ** 2 / (1 - scale * FIGURE_1B[3]))
            / ball(1 - scale * FIGURE_1B[2]) ** 2
            for share, scale in zip(EXAMINATION[2:] * 2, EXAMINATION[::-2], strict=True)
        )
        case.must("the bend is between 0.3² times g'' at 0.3 and at 0.9", low < bend < high)
        bend = bend if shape == "convex" else -bend
        case.must(f"g is {shape}: its value between 0.3 and 0.9", bend > 0)


@check("pbm:position-not-last", figure=Twin("1(b)"))
def position_not_last(case, figure="1(a)"):
    attraction = {"1(a)": FIGURE_1A, "1(b)": FIGURE_1B}[figure]
    with precision():
        _, positions = bound_ball(attraction, EXAMINATION)
    case.must("positions, the first for both", positions == (1, 1), positions=positions)


def construction(n_positions, wanted) -> tuple[list[Fraction], list[Fraction]]:
    """The text's θ and κ for which item L + 1 is best explored at a given position."""
    kappa = [Fraction(n_positions - m, n_positions + 1) for m in range(n_positions)]
    high = [Fraction(9, 10) - Fraction(m, 1000) for m in range(wanted - 1)]
    level = [Fraction(1, 2) - Fraction(m, 10**12) for m in range(n_positions - wanted + 1)]
    return [*high, *level, Fraction(1, 2) - Fraction(1, 10**4)], kappa


@check("pbm:every-position", below=Twin(1))
def every_position(case, below=0):
    sizes = range(1, 7 if case.profile == "quick" else 9)
    tried = list(itertools.combinations_with_replacement(sizes, 2))
    with precision(400):
        wrong = sum(
            certified_position(ratio_balls(*construction(n, wanted), n)) != wanted + below
            for wanted, n in tried
        )
    case.must("no minimum is elsewhere than it should be", wrong == 0, wrong=wrong)
    case.number("instances", "instances", len(tried))


def _spread(spread: Fraction, closeness: Fraction) -> int:
    """The certified position with θ_1 - θ_L = spread and θ_L - θ_k = closeness."""
    steps = spread, spread / 2, 0, -closeness
    theta = [Fraction(1, 2) + step for step in steps]
    return certified_position(ratio_balls(theta, EXAMINATION, 3))


@check("pbm:limit-equal-best", position=Twin(2))
def limit_equal_best(case, position=1):
    with precision():
        positions = tuple(_spread(Fraction(f"1e-{n}"), Fraction("0.1")) for n in range(1, 9))
    case.must(f"position {position} in the end", positions[-1] == position)
    case.must("position 3 at first, and no way back", positions == (3, *[position] * 7))
    case.number("positions", "positions as the spread shrinks", positions)


@check("pbm:limit-close-items", fails="refuted", position=Twin(2))
def limit_close_items(case, position=3):
    theta = tuple(Fraction(text) for text in ("0.95", "0.9499", "0.9498", "0.9497999", "0.05"))
    with precision():
        positions = tuple(certified_position(ratio_balls(theta, EXAMINATION, item)) for item in (3, 4))
        closer = tuple(_spread(Fraction("0.1"), Fraction(f"1e-{n}")) for n in range(1, 9))
        near, nearer = Fraction("1e-3"), Fraction("1e-8")
        orders = _spread(nearer, near), _spread(near, nearer)
        # nor does the smaller of the two differences decide: two positions, the spread once the
        # fifth part of the closeness, once three times as large
        cases = ("0.1", "1e-5", "5e-5", "0.9"), ("0.95", "3e-5", "1e-5", "0.99")
        neither = []
        for level, spread, closeness, top in (map(Fraction, row) for row in cases):
            pair = (level + spread, level, level - closeness), (top, Fraction("0.3"))
            neither.append(certified_position(ratio_balls(*pair, 2)))
        case.must("the smaller difference does not decide", neither == [2, 1])
    curvature = DIVERGENCE.diff(P, 2).subs(P, Q) - KAPPA / (Q * (1 - KAPPA * Q))
    case.reading("the position of item L + 1", {*closer, positions[0]} == {position})
    case.reading("the positions of all suboptimal items", set(positions) == {position})
    case.must("the two limits do not commute", orders == (1, 3), orders=orders)
    case.zero("d(κp, κq) has the curvature κ/(q (1 - κq)) at p = q", curvature)
    case.number("difference", r"$\theta_L-\theta_{L+1}$", theta[2] - theta[3])
    case.number("positions", "positions of items 4 and 5", positions)
