"""The crude versions of (6), and the inequality that the paper prints the wrong way round."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np

from clickbandits.pbm import bounds
from compendium.balls import ball, kl_ball, precision
from compendium.finding import Finding, check

from .exact import EXAMINATION, FIGURE_1A, bound_ball, deficit, least_gap, lists, number, strangers
from .positions import convexity
from .program import SIZES, random_problems


def _shared_ball(attraction, examination, place: int):
    """κ_l Σ_k (θ_L - θ_k) / d(κ_l θ_k, κ_l θ_L), enclosed."""
    share, worst = examination[place], attraction[len(examination) - 1]
    return sum(
        ball(share * (worst - theta)) / kl_ball(share * theta, share * worst)
        for theta in attraction[len(examination) :]
    )


@check("pbm:gap-decomposition")
def gap_decomposition(profile):
    smallest, checked = 0, 0
    for n_items, n_positions in SIZES[profile]:
        for action in lists(n_items, n_positions):
            lower = sum(least_gap(*part, n_items, n_positions) for part in strangers(action))
            smallest = min(smallest, int((deficit(action, n_items) - lower).min()))
            checked += 1
    return Finding(
        "holds" if smallest >= 0 else "refuted",
        {"lists": checked, "smallest coefficient": smallest},
    )


@check("pbm:reversed-inequality")
def reversed_inequality(profile):
    with precision():
        constant, _ = bound_ball(FIGURE_1A, EXAMINATION)
        last, first = (_shared_ball(FIGURE_1A, EXAMINATION, place) for place in (2, 0))
        simple = ((Fraction(5001, 10000), Fraction(1, 2), Fraction(1, 10)), (1, Fraction(1, 2)))
        simple_constant, simple_last = bound_ball(*simple)[0], _shared_ball(*simple, 1)
        fails = constant < last and simple_constant < simple_last
        wide = (*(1 - Fraction(1, 10**12) - Fraction(m, 10**15) for m in range(3)), Fraction(1, 2))
        kappa = (1, Fraction(3, 5), Fraction(3, 10))
        share = bound_ball(wide, kappa)[0] / _shared_ball(wide, kappa, 2)
        return Finding(
            "refuted" if not first < constant else "corrected" if fails else "holds",
            {
                "constant of (6), Figure 1(a)": number(constant),
                "printed lower bound": number(last),
                "corrected lower bound": number(first),
                "θ = (0.5001, 0.5, 0.1), κ = (1, 0.5): (6)": number(simple_constant),
                "and printed": number(simple_last),
                "smallest (6) over printed seen": number(share),
            },
        )


@check("pbm:crude-bounds")
def crude_bounds(profile):
    facts = convexity()
    least, most = [np.inf] * 3, [0.0] * 3
    for instance in random_problems(200 if profile == "quick" else 2000):
        chain = (
            bounds.uncensored_bound(instance),
            bounds.shared_position_bound(instance, 1),
            bounds.lower_bound(instance),
            bounds.shared_position_bound(instance, instance.examination.size),
        )
        ratios = [later / earlier for earlier, later in itertools.pairwise(chain)]
        least = [min(pair) for pair in zip(least, ratios, strict=True)]
        most = [max(pair) for pair in zip(most, ratios, strict=True)]
    ordered = min(least) >= 1 - 1e-12 and min(most) > 1.01
    return Finding(
        "holds" if all(facts.values()) and ordered else "refuted",
        {
            "κ/g(κ) decreases, symbolic": all(facts.values()),
            "smallest ratios along the chain": tuple(least),
            "largest ratios along the chain": tuple(most),
        },
    )
