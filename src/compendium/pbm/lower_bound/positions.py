"""The best position to explore an item: the trade-off of Section 3.3 and its two limits."""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import cache

import sympy

from compendium.balls import precision
from compendium.finding import Finding, check

from .exact import (
    EXAMINATION,
    FIGURE_1A,
    certified_position,
    deficit,
    exploring_list,
    number,
    ratio_balls,
)

KAPPA, P, Q = sympy.symbols("kappa p q", positive=True)
DIVERGENCE = KAPPA * P * sympy.log(P / Q) + (1 - KAPPA * P) * (
    sympy.log(1 - KAPPA * P) - sympy.log(1 - KAPPA * Q)
)
"""g(κ) = d(κp, κq)."""


@cache
def convexity() -> dict[str, bool]:
    """The symbolic facts that make g convex, increasing, and κ / g(κ) decreasing."""
    second = (Q - P) ** 2 / ((1 - KAPPA * P) * (1 - KAPPA * Q) ** 2)
    x = sympy.Symbol("x", positive=True)
    excess = x - 1 - sympy.log(x)
    slope = DIVERGENCE.diff(KAPPA)
    return {
        r"$g''$ as stated": sympy.simplify(slope.diff(KAPPA) - second) == 0,
        "$g(0)=0$": sympy.simplify(DIVERGENCE.subs(KAPPA, 0)) == 0,
        r"$g'(0)=p(x-1-\log x)$, $x=q/p$": sympy.simplify(
            sympy.expand_log(slope.subs(KAPPA, 0) - P * excess.subs(x, Q / P), force=True)
        )
        == 0,
        r"$x-1-\log x$ is convex, 0 at 1 with slope 0": (
            excess.subs(x, 1),
            excess.diff(x).subs(x, 1),
        )
        == (0, 0)
        and sympy.simplify(excess.diff(x, 2) - 1 / x**2) == 0,
        r"$(g-\kappa g')'=-\kappa g''$": sympy.simplify(
            (DIVERGENCE - KAPPA * slope).diff(KAPPA) + KAPPA * slope.diff(KAPPA)
        )
        == 0,
    }


@check("pbm:information-convex")
def information_convex(profile):
    facts = convexity()
    return Finding("holds" if all(facts.values()) else "refuted", dict(facts))


@check("pbm:gap-increases")
def gap_increases(profile):
    wrong = checked = 0
    for n_positions in range(1, 7):
        for item in range(n_positions, 8):
            for place in range(n_positions):
                integers = deficit(exploring_list(item, place, n_positions), 8)
                for m, j in itertools.product(range(n_positions), range(8)):
                    wrong += integers[m, j] != (place <= m <= j < item)
                checked += 1
    return Finding("holds" if wrong == 0 else "refuted", {"lists": checked, "wrong": int(wrong)})


@check("pbm:position-not-last")
def position_not_last(profile):
    with precision():
        positions = [certified_position(ratio_balls(FIGURE_1A, EXAMINATION, k)) for k in (3, 4)]
    early = all(0 < position < 3 for position in positions)
    return Finding("holds" if early else "refuted", {"positions": tuple(positions)})


@check("pbm:every-position")
def every_position(profile):
    wrong = checked = 0
    with precision(400):
        for n_positions in range(1, 7 if profile == "quick" else 9):
            kappa = [Fraction(n_positions - m, n_positions + 1) for m in range(n_positions)]
            for wanted in range(1, n_positions + 1):
                high = [Fraction(9, 10) - Fraction(m, 1000) for m in range(wanted - 1)]
                level = [
                    Fraction(1, 2) - Fraction(m, 10**12) for m in range(n_positions - wanted + 1)
                ]
                theta = [*high, *level, Fraction(1, 2) - Fraction(1, 10**4)]
                wrong += certified_position(ratio_balls(theta, kappa, n_positions)) != wanted
                checked += 1
    return Finding("holds" if wrong == 0 else "refuted", {"instances": checked, "wrong": wrong})


def _spread(spread: Fraction, closeness: Fraction) -> int:
    """The certified position with θ_1 - θ_L = spread and θ_L - θ_k = closeness."""
    half = Fraction(1, 2)
    theta = (half + spread, half + spread / 2, half, half - closeness)
    return certified_position(ratio_balls(theta, EXAMINATION, 3))


@check("pbm:limit-equal-best")
def limit_equal_best(profile):
    decreasing = all(convexity().values())
    with precision():
        positions = tuple(_spread(Fraction(1, 10**n), Fraction(1, 10)) for n in range(1, 9))
    return Finding(
        "holds" if decreasing and positions[-1] == 1 else "refuted",
        {"κ/g(κ) decreases, symbolic": decreasing, "positions as the spread shrinks": positions},
    )


@check("pbm:limit-close-items")
def limit_close_items(profile):
    theta = tuple(Fraction(text) for text in ("0.95", "0.9499", "0.9498", "0.9497999", "0.05"))
    with precision():
        rows = [ratio_balls(theta, EXAMINATION, item) for item in (3, 4)]
        positions = tuple(certified_position(row) for row in rows)
        closer = tuple(_spread(Fraction(1, 10), Fraction(1, 10**n)) for n in range(1, 9))
        orders = (
            _spread(Fraction(1, 10**8), Fraction(1, 10**3)),
            _spread(Fraction(1, 10**3), Fraction(1, 10**8)),
        )
        curvature = DIVERGENCE.diff(P, 2).subs(P, Q) - KAPPA / (Q * (1 - KAPPA * Q))
        right = closer[-1] == 3 and orders == (1, 3) and sympy.simplify(curvature) == 0
        return Finding(
            "refuted" if not right else "corrected" if positions == (3, 1) else "holds",
            {
                r"$\theta_L-\theta_{L+1}$": theta[2] - theta[3],
                "positions of items 4 and 5": positions,
                "ratios of item 5": tuple(number(ball) for ball in rows[1]),
                r"positions as $\theta_L-\theta_k$ shrinks": closer,
                "positions in the two orders of the limits": orders,
            },
        )
