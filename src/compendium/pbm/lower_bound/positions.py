"""The best position to explore an item: the trade-off of Section 3.3 and its two limits."""

from __future__ import annotations

import itertools
from fractions import Fraction

import sympy

from compendium.balls import ball, kl_ball, precision
from compendium.finding import Case, check, twin
from compendium.pbm.instances import EXAMINATION, FIGURE_1A, FIGURE_1B

from .exact import (
    DIVERGENCE,
    KAPPA,
    P,
    Q,
    certified_position,
    deficit,
    exploring_list,
    number,
    ratio_balls,
)


def convexity(case: Case, power: int = 2) -> dict[str, bool]:
    """The identities that make g(κ) = d(κp, κq) convex, increasing, and κ / g(κ) decreasing.

    `power` is that of 1 - κq in the denominator of g''.
    """
    slope = DIVERGENCE.diff(KAPPA)
    second = (Q - P) ** 2 / ((1 - KAPPA * P) * (1 - KAPPA * Q) ** power)
    x = sympy.Symbol("x", positive=True)
    excess = x - 1 - sympy.log(x)
    at_zero = sympy.expand_log(slope.subs(KAPPA, 0) - P * excess.subs(x, Q / P), force=True)
    facts = {
        r"$g''$ as stated": [slope.diff(KAPPA) - second],
        "$g(0)=0$": [DIVERGENCE.subs(KAPPA, 0)],
        r"$g'(0)=p(x-1-\log x)$, $x=q/p$": [at_zero],
        r"$x-1-\log x$ is convex, 0 at 1 with slope 0": [
            excess.subs(x, 1),
            excess.diff(x).subs(x, 1),
            excess.diff(x, 2) - 1 / x**2,
        ],
        r"$(g-\kappa g')'=-\kappa g''$": [
            (DIVERGENCE - KAPPA * slope).diff(KAPPA) + KAPPA * slope.diff(KAPPA)
        ],
    }
    return {name: case.zero(name, *expressions) for name, expressions in facts.items()}


@check("pbm:information-convex")
@twin("the power of 1 - κq in g''", gives="refuted", power=1)
@twin("the shape", gives="refuted", shape="concave")
def information_convex(profile, power=2, shape="convex"):
    """Differentiates g(κ) = d(κp, κq) twice, in symbols, and finds the sign."""
    case = Case()
    case.family(convexity(case, power))
    silent, missed = sympy.symbols("silent missed", positive=True)  # 1 - κp and 1 - κq
    second = DIVERGENCE.diff(KAPPA, 2).subs({P: (1 - silent) / KAPPA, Q: (1 - missed) / KAPPA})
    closed = (silent - missed) ** 2 / (KAPPA**2 * silent * missed**2)
    case.zero("g'' is a square over positive factors", second - closed)
    with precision():
        # κ = 0.9, 0.6, 0.3: the second in the middle of the others
        first, middle, last = (
            kl_ball(share * FIGURE_1B[3], share * FIGURE_1B[2]) for share in EXAMINATION
        )
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
    return case.finding()


@check("pbm:gap-increases")
@twin("the index of θ in the step", gives="refuted", shift=1)
def gap_increases(profile, shift=0):
    """Compares the integers of a step of the gaps with (κ_l - κ_{l+1})(θ_{l+shift} - θ_k)."""
    case = Case()
    wrong = checked = 0
    for n_positions in range(1, 7):
        for item in range(n_positions, 8):
            for place in range(n_positions):
                step = deficit(exploring_list(item, place, n_positions), 8)
                if place + 1 < n_positions:
                    step = step - deficit(exploring_list(item, place + 1, n_positions), 8)
                for m, j in itertools.product(range(n_positions), range(8)):
                    wrong += step[m, j] != (m == place and place + shift <= j < item)
                checked += 1
    case.must("the step is (κ_l - κ_{l+1})(θ_l - θ_k)", wrong == 0)
    case.number("lists", "lists", checked)
    case.number("wrong", "wrong", int(wrong))
    return case.finding()


@check("pbm:position-not-last")
@twin("the instance: one with less attractive items", gives="refuted", figure="1(b)")
def position_not_last(profile, figure="1(a)"):
    """Certifies the minimal ratios of both suboptimal items of Figure 1(a)."""
    case = Case()
    attraction = {"1(a)": FIGURE_1A, "1(b)": FIGURE_1B}[figure]
    with precision():
        positions = [certified_position(ratio_balls(attraction, EXAMINATION, k)) for k in (3, 4)]
    case.must("both are at the first position, none at L", positions == [1, 1])
    case.number("positions", "positions", tuple(positions))
    return case.finding()


def construction(n_positions, wanted) -> tuple[list[Fraction], list[Fraction]]:
    """The text's θ and κ, whose item L + 1 is best explored at the position wanted."""
    kappa = [Fraction(n_positions - m, n_positions + 1) for m in range(n_positions)]
    high = [Fraction(9, 10) - Fraction(m, 1000) for m in range(wanted - 1)]
    level = [Fraction(1, 2) - Fraction(m, 10**12) for m in range(n_positions - wanted + 1)]
    return [*high, *level, Fraction(1, 2) - Fraction(1, 10**4)], kappa


@check("pbm:every-position")
@twin("the position", gives="refuted", below=1)
def every_position(profile, below=0):
    """Certifies the text's construction for every position of lists of up to 8 (quick: 6)."""
    case = Case()
    wrong = checked = 0
    with precision(400):
        for n_positions in range(1, 7 if profile == "quick" else 9):
            for wanted in range(1, n_positions + 1):
                example = construction(n_positions, wanted)
                found = certified_position(ratio_balls(*example, n_positions))
                wrong += found != wanted + below
                checked += 1
    theta, kappa = construction(4, 3)
    written = "0.9 0.899 0.5 0.499999999999 0.4999", "0.8 0.6 0.4 0.2"
    by_hand = [[Fraction(text) for text in row.split()] for row in written]
    case.must("the construction for the third of four by hand", [theta, kappa] == by_hand)
    case.must("the minimum is where it should be", wrong == 0)
    case.number("instances", "instances", checked)
    case.number("wrong", "wrong", wrong)
    return case.finding()


def _spread(spread: Fraction, closeness: Fraction) -> int:
    """The certified position with θ_1 - θ_L = spread and θ_L - θ_k = closeness."""
    steps = spread, spread / 2, 0, -closeness
    theta = [Fraction(1, 2) + step for step in steps]
    return certified_position(ratio_balls(theta, EXAMINATION, 3))


@check("pbm:limit-equal-best")
@twin("the position", gives="refuted", position=2)
def limit_equal_best(profile, position=1):
    """Finds κ/g(κ) decreasing, in symbols, and certifies the position on a sequence of θ."""
    case = Case()
    decreasing = all(convexity(case).values())
    with precision():
        positions = tuple(_spread(Fraction(f"1e-{n}"), Fraction("0.1")) for n in range(1, 9))
    case.must(f"position {position} in the end", positions[-1] == position)
    case.must("position 3 at first, and no way back", positions == (3, *[position] * 7))
    case.number("decreasing", "κ/g(κ) decreases, symbolic", decreasing)
    case.number("positions", "positions as the spread shrinks", positions)
    return case.finding()


@check("pbm:limit-close-items")
@twin("the items: item L + 1 alone", gives="holds", items=(4,))
@twin("the position of the item that comes close", gives="refuted", position=2)
def limit_close_items(profile, items=(4, 5), position=3):
    """Certifies positions along sequences, and on an instance where items 4 and 5 differ."""
    case = Case()
    theta = tuple(Fraction(text) for text in ("0.95", "0.9499", "0.9498", "0.9497999", "0.05"))
    with precision():
        rows = [ratio_balls(theta, EXAMINATION, item - 1) for item in items]
        positions = tuple(certified_position(row) for row in rows)
        last = ratio_balls(theta, EXAMINATION, 4)
        closer = tuple(_spread(Fraction("0.1"), Fraction(f"1e-{n}")) for n in range(1, 9))
        near, nearer = Fraction("1e-3"), Fraction("1e-8")
        orders = _spread(nearer, near), _spread(near, nearer)
    curvature = DIVERGENCE.diff(P, 2).subs(P, Q) - KAPPA / (Q * (1 - KAPPA * Q))
    case.must("L in the end, for the item that comes close", closer[-1] == position)
    case.must("there from the start", set(closer) == {position})
    # gaps of item 5: 0.9 · 0.9 and a little, 0.6 · 0.8998, 0.3 · 0.8998
    by_hand = [
        ball(Fraction(lost)) / kl_ball(scale * theta[4], scale * theta[2])
        for lost, scale in zip(("0.80991", "0.53991", "0.26994"), EXAMINATION, strict=True)
    ]
    near = [abs(one / other - 1) < 1e-9 for one, other in zip(last, by_hand, strict=True)]
    case.must("the last item's ratios by hand", near.count(False) == 0)
    case.must("item L + 1 is at L where θ_L - θ_{L+1} is small", positions[0] == position)
    case.must("the two limits do not commute", orders == (1, 3))
    case.zero("d(κp, κq) has the curvature κ/(q (1 - κq)) at p = q", curvature)
    case.printed("a small θ_L - θ_{L+1} decides for every item", set(positions) == {3})
    case.number("difference", r"$\theta_L-\theta_{L+1}$", theta[2] - theta[3])
    case.number("positions", "positions of items 4 and 5", positions)
    case.number("ratios", "ratios of item 5", tuple(map(number, last)))
    case.number("closer", r"positions as $\theta_L-\theta_k$ shrinks", closer)
    case.number("orders", "positions in the two orders of the limits", orders)
    return case.finding()
