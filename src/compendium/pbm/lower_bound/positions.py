"""The best position to explore an item: the trade-off of Section 3.3 and its two limits."""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import cache

import sympy

from compendium.balls import precision
from compendium.claims import Finding, claim

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


@claim(
    "pbm:information-convex",
    location="Section 3.3, after Theorem 6",
    statement=r"$d(\kappa\theta_k,\kappa\theta_L)$ is increasing and strictly convex in κ.",
    verdict="holds",
    evidence="proof",
)
def information_convex(profile):
    facts = convexity()
    return Finding("holds" if all(facts.values()) else "refuted", dict(facts))


@claim(
    "pbm:gap-increases",
    location="Section 3.3, after Theorem 6",
    statement=r"The gap $\Delta_{v_{k,l}}$ increases as l gets closer to the top: "
    r"$\Delta_{v_{k,l}}-\Delta_{v_{k,l+1}}=(\kappa_l-\kappa_{l+1})(\theta_l-\theta_k)$.",
    verdict="holds",
    evidence="proof",
    limits="By the integers of the gap, for up to six positions and eight items at all parameters; "
    "in general the text's $\\mathbf 1\\{l\\le m\\le j<k\\}$.",
)
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


@claim(
    "pbm:position-not-last",
    location="Section 3.3, proof of Theorem 6",
    statement="The position that reaches the minimum does not always coincide with L, the end of "
    "the list.",
    verdict="holds",
    evidence="certified",
    limits="One instance decides; here the paper's own, Figure 1(a) with κ = (0.9, 0.6, 0.3).",
)
def position_not_last(profile):
    with precision():
        positions = [certified_position(ratio_balls(FIGURE_1A, EXAMINATION, k)) for k in (3, 4)]
    early = all(0 < position < 3 for position in positions)
    return Finding("holds" if early else "refuted", {"positions": tuple(positions)})


@claim(
    "pbm:every-position",
    location="Section 3.3, after Theorem 6 (ours)",
    statement="Every position can be the best one: for every κ and every l there is a θ with "
    r"$l_k=l$ for the suboptimal item.",
    verdict="holds",
    evidence="proof",
    limits="The construction for every κ is the text's; the check certifies it for every l of "
    "lists of up to 8 (quick: 6) equally spaced examinations.",
)
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


@claim(
    "pbm:limit-equal-best",
    location="Section 3.3, after Theorem 6",
    statement=r"When $\theta_1-\theta_L$ is very small, the optimal exploratory position is $l=1$.",
    verdict="holds",
    evidence="proof",
    limits="How small is enough depends on the other parameters.",
)
def limit_equal_best(profile):
    decreasing = all(convexity().values())
    with precision():
        positions = tuple(_spread(Fraction(1, 10**n), Fraction(1, 10)) for n in range(1, 9))
    return Finding(
        "holds" if decreasing and positions[-1] == 1 else "refuted",
        {"κ/g(κ) decreases, symbolic": decreasing, "positions as the spread shrinks": positions},
    )


@claim(
    "pbm:limit-close-items",
    location="Section 3.3, after Theorem 6",
    statement=r"The optimal exploratory position is equal to L when the gap "
    r"$\theta_L-\theta_{L+1}$ becomes very small.",
    verdict="corrected",
    evidence="certified",
    corrected=r"$l_k=L$ once $\theta_L-\theta_k$ is small enough for *that* item k, the rest fixed "
    r"with $\theta_{L-1}>\theta_L$; a small $\theta_L-\theta_{L+1}$ decides for item $L+1$ alone. "
    "The two limits do not commute: which of the two differences is smaller decides.",
    limits="The corrected limit is proved in the text; the check certifies it along a sequence.",
)
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
