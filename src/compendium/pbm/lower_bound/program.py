"""From Theorem 4's program to (6): Theorem 4, Corollary 5, Theorem 6 and (6), (8)-(13).

Every step in the paper's Appendix B.3 that reads "f(θ) =" is an equality, not only a bound. The
proofs are the notebook's; what they rest on is checked here, exactly or symbolically.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import sympy
from flint import arb

from clickbandits import bernoulli
from clickbandits.pbm import bounds
from clickbandits.pbm.model import problem
from compendium.balls import ball, precision
from compendium.finding import Finding, check

from .exact import (
    EXAMINATION,
    FIGURE_1A,
    FIGURE_1B,
    bound_ball,
    deficit,
    exploring_list,
    information_ball,
    lists,
    number,
    strangers,
)
from .trees import expected_plays, histories, pooled_policy, probability

SIZES = {
    "quick": ((3, 2), (4, 2), (4, 3), (5, 3), (6, 4), (7, 3)),
    "paper": ((3, 2), (4, 2), (4, 3), (5, 3), (6, 4), (7, 3), (6, 2), (7, 4), (8, 5)),
}

SIZES_TEXT = "Proved by enumeration for the sizes checked; for all sizes by the text's argument."


def random_problems(count: int, seed: int = 20160607):
    """Problems with distinct values, decreasing, of two to six items and up to four positions."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        n_positions = int(rng.integers(1, 5))
        n_items = n_positions + int(rng.integers(1, 3))
        attraction = np.sort(rng.uniform(0.02, 0.98, n_items))[::-1]
        yield problem(attraction, np.sort(rng.uniform(0.05, 1.0, n_positions))[::-1])


def smallest_coefficient(n_items: int, n_positions: int) -> int:
    """Of the gaps less those of Lemma 16, over all lists: at least 0 proves it for this size."""
    return min(
        int(
            (
                deficit(action, n_items)
                - sum(
                    deficit(exploring_list(item, place, n_positions), n_items)
                    for item, place in strangers(action)
                )
            ).min()
        )
        for action in lists(n_items, n_positions)
    )


def divergence_increases() -> bool:
    """Whether q → d(κp, κq) has derivative κ(q - p) / (q (1 - κq)), positive beyond p."""
    share, p, q = sympy.symbols("kappa p q", positive=True)
    divergence = share * p * sympy.log(p / q) + (1 - share * p) * (
        sympy.log(1 - share * p) - sympy.log(1 - share * q)
    )
    return sympy.simplify(divergence.diff(q) - share * (q - p) / (q * (1 - share * q))) == 0


def smallest_constraint(count: int) -> float:
    """The least of Σ c_a I_a(θ, λ) over random λ in B(θ), at the optimal c of (6)."""
    rng = np.random.default_rng(5)
    smallest = np.inf
    for instance in random_problems(count):
        attraction, examination = instance
        worst, rest = attraction[examination.size - 1], attraction[examination.size :]
        share = examination[bounds.exploration_positions(instance) - 1]
        for _ in range(20):
            moved = rng.uniform(0.001, 0.999, rest.size)
            moved[rng.integers(rest.size)] = rng.uniform(worst, 1.0)  # µ* must increase
            gained = bernoulli.kl(share * rest, share * moved)
            needed = bernoulli.kl(share * rest, share * worst)
            smallest = min(smallest, float(np.sum(gained / needed)))
    return smallest


def linear_program_gap(count: int) -> float:
    """The largest relative difference between (6) and the linear program over all lists."""
    return max(
        abs(bounds.lower_bound_by_linear_program(instance) / bounds.lower_bound(instance) - 1)
        for instance in random_problems(count)
    )


@check("pbm:theorem-4")
def theorem_4(profile):
    attraction = (Fraction(3, 5), Fraction(2, 5), Fraction(1, 5))
    examination = (Fraction(9, 10), Fraction(1, 2))
    tree = histories(pooled_policy(examination, 3, Fraction(1, 4)), 2, 3)
    plays = expected_plays(tree, [probability(h, attraction, examination) for h in tree])
    best = sum(k * t for k, t in zip(examination, attraction, strict=False))
    regret = sum(
        n * (best - sum(k * attraction[i] for k, i in zip(examination, action, strict=True)))
        for action, n in plays.items()
    )
    with precision():
        constant, _ = bound_ball(attraction, examination)
        changed = (*attraction[:2], attraction[1])  # the border of B(θ), its smallest information
        information = sum(
            (
                ball(n) * information_ball(action, attraction, changed, examination)
                for action, n in plays.items()
            ),
            arb(0),
        )
        ratio = ball(regret) / (constant * information)
        return Finding(
            "holds" if ratio > 1 else "refuted",
            {"regret over f(θ) times information": number(ratio)},
        )


@check("pbm:corollary-5")
def corollary_5(profile):
    increases = divergence_increases()
    smallest = smallest_constraint(40 if profile == "quick" else 400)
    return Finding(
        "holds" if increases and smallest >= 1 - 1e-12 else "refuted",
        {"divergence increases, symbolic": increases, "smallest constraint, at c of (6)": smallest},
    )


@check("pbm:theorem-6")
def theorem_6(profile):
    smallest = min(smallest_coefficient(*size) for size in SIZES[profile])
    relative = linear_program_gap(60 if profile == "quick" else 400)
    return Finding(
        "holds" if smallest >= 0 and relative < 1e-9 else "refuted",
        {
            "smallest coefficient of the certificate": smallest,
            "sizes": len(SIZES[profile]),
            "largest relative gap to the linear program": relative,
        },
    )


@check("pbm:equation-6")
def equation_6(profile):
    with precision():
        low, low_positions = bound_ball(FIGURE_1B, EXAMINATION)
        high, high_positions = bound_ball(FIGURE_1A, EXAMINATION)
        right = (
            arb("5.5919") < low < arb("5.5920")
            and arb("14.0604") < high < arb("14.0605")
            and (low_positions, high_positions) == ([3, 3], [1, 1])
        )
        return Finding(
            "holds" if right else "refuted",
            {
                "constant": low.str(15, radius=False),
                "positions": tuple(low_positions),
                "constant of Figure 1(a)": high.str(15, radius=False),
                "positions of Figure 1(a)": tuple(high_positions),
            },
        )
