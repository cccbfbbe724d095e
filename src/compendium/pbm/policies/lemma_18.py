"""Claims on Lemma 18: how much an item can cost while its count is small, and smallest gaps."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import sympy

from clickbandits.pbm.regret_bounds import gap, permutation_gap, smallest_gap
from compendium.finding import Finding, check


@check("pbm:lemma-18")
def lemma_18(profile):
    def worst(constant, gaps, first):
        """The sum if at every count the largest gap that still counts is played."""
        total, n = Fraction(0), first
        while any(n * g * g <= constant for g in gaps):
            total += max(g for g in gaps if n * g * g <= constant)
            n += 1
        return total

    least = Fraction(1, 4)
    printed_fails = worst(least, (Fraction(1),), 0) > 2 * least
    n = sympy.Symbol("n", positive=True)
    step = 2 * sympy.sqrt(n) - 2 * sympy.sqrt(n - 1) - 2 / (sympy.sqrt(n) + sympy.sqrt(n - 1))
    telescopes = sympy.simplify(sympy.radsimp(step)) == 0  # and 2 / (√n + √(n-1)) >= 1 / √n
    rng = np.random.default_rng(18)
    ratio = Fraction(0)
    for _ in range(60):
        gaps = [Fraction(int(x), 40) for x in rng.integers(3, 40, 4)]
        constant = Fraction(int(rng.integers(1, 60)), 16)
        from_one = worst(constant, gaps, 1) / (2 * constant / min(gaps))
        from_zero = worst(constant, gaps, 0) / (2 * constant / min(gaps) + max(gaps))
        ratio = max(ratio, from_one, from_zero)
    return Finding(
        "corrected" if printed_fails and telescopes and ratio <= 1 else "refuted",
        {
            "sum for one gap 1 and C = 1/4": worst(least, (Fraction(1),), 0),
            "printed bound": 2 * least,
            "largest ratio to the repaired bound": float(ratio),
        },
    )


def _coefficients(action, n_items):
    """Coefficient of (κ_i - κ_{i+1})(θ_j - θ_{j+1}) in the list's gap, by (i, j)."""
    return {
        (i, j): min(i, j) - sum(item < j for item in action[:i])
        for i in range(1, len(action) + 1)
        for j in range(1, n_items)
    }


@check("pbm:lemma-18-smallest-gap")
def lemma_18_smallest_gap(profile):
    theta, scales = sympy.symbols("t1:5"), (*sympy.symbols("k1:4"), sympy.Integer(0))
    same = True
    for action in permutations(range(4), 3):
        lost = sum(scales[p] * (theta[p] - theta[item]) for p, item in enumerate(action))
        parts = _coefficients(action, 4)
        same &= all(value >= 0 for value in parts.values())
        built = sum(
            value * (scales[i - 1] - scales[i]) * (theta[j - 1] - theta[j])
            for (i, j), value in parts.items()
        )
        same &= sympy.expand(lost - built) == 0
    rng = np.random.default_rng(181)
    wrong = printed_wrong = tried = 0
    for n_items, n_positions in ((3, 2), (4, 2), (5, 3)) * (12 if profile == "paper" else 4):
        high = sorted(rng.choice(np.arange(1, 100), n_items, replace=False).tolist())[::-1]
        far = sorted(rng.choice(np.arange(1, 40), n_positions, replace=False).tolist())[::-1]
        attraction = [Fraction(x, 100) for x in high]
        examination = [Fraction(x, 40) for x in far]
        for item in range(n_items):
            gaps = [
                gap(action, attraction, examination)
                for action in permutations(range(n_items), n_positions)
                if item in action and action != tuple(range(n_positions))
            ]
            wrong += min(gaps) != smallest_gap(item, attraction, examination)
            if item < n_positions:
                printed_wrong += min(gaps) != permutation_gap(attraction, examination)
                tried += 1
    case = [Fraction(x, 100) for x in (90, 50, 30, 29, 10)], [Fraction(x, 10) for x in (9, 6, 3)]
    numbers = {
        "printed smallest gap (θ = .9, .5, .3, .29, .1; κ = .9, .6, .3)": permutation_gap(*case),
        "true smallest gap": smallest_gap(0, *case),
        "printed value wrong in random problems (items × problems)": f"{printed_wrong} of {tried}",
        "repaired value wrong": wrong,
    }
    shown = same and wrong == 0 and printed_wrong > 0
    return Finding("corrected" if shown else "refuted", numbers)
