"""Appendix B.3, the program: (8) to (13), from Theorem 4's constraints to one per item.

Every "f(θ) =" of the appendix is an equality. The proofs are the notebook's; what they rest on is
checked here, exactly or symbolically.
"""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import sympy
from flint import arb
from scipy.optimize import linprog

from clickbandits import bernoulli
from clickbandits.pbm import bounds
from compendium.balls import kl_ball, precision
from compendium.finding import Finding, check

from .exact import EXAMINATION, FIGURE_1B, deficit, information_ball, lists, number
from .program import SIZES, divergence_increases, random_problems


@check("pbm:equation-8")
def equation_8(profile):
    free = {
        size: [action for action in lists(*size) if not deficit(action, size[0]).any()]
        for size in SIZES[profile]
    }
    only_best = all(found == [tuple(range(size[1]))] for size, found in free.items())
    least = min(deficit(a, size[0]).min() for size in SIZES[profile] for a in lists(*size))
    return Finding(
        "holds" if only_best and least >= 0 else "refuted",
        {"sizes": len(free), "lists without gap besides a*": 0 if only_best else 1},
    )


@check("pbm:equation-9")
def equation_9(profile):
    share, theta = sympy.symbols("kappa theta", positive=True)
    p, q = share * theta, sympy.Symbol("q", positive=True)
    divergence = p * sympy.log(p / q) + (1 - p) * sympy.log((1 - p) / (1 - q))
    still = divergence.subs(q, p) == 0
    with precision():
        changed = (*FIGURE_1B[:3], Fraction(1, 2), Fraction(3, 10))
        told = {
            action: information_ball(action, FIGURE_1B, changed, EXAMINATION)
            for action in lists(5, 3)
        }
        silent = [action for action, amount in told.items() if amount == 0]
    permutations = sorted(itertools.permutations(range(3)))
    return Finding(
        "holds" if still and silent == permutations else "refuted",
        {"lists": len(told), "lists that tell nothing": len(silent), "orders of the best": 6},
    )


def value_with(instance, changes) -> float:
    """Value of the program with the constraints of some changes of measure λ."""
    attraction, examination = instance
    shown = np.array(list(lists(attraction.size, examination.size)))
    gaps = examination @ attraction[: examination.size] - attraction[shown] @ examination
    told = [
        bernoulli.kl(examination * attraction[shown], examination * change[shown]).sum(axis=1)
        for change in changes
    ]
    return linprog(gaps, A_ub=-np.array(told), b_ub=-np.ones(len(changes))).fun


@check("pbm:equation-10")
def equation_10(profile):
    rng = np.random.default_rng(9)
    largest, count = 0.0, 15 if profile == "quick" else 100
    problems = (p for p in random_problems(20 * count) if p.attraction.size <= 5)
    for instance in itertools.islice(problems, count):
        attraction, n_positions = instance.attraction, instance.examination.size
        changes = []
        for item in range(n_positions, attraction.size):
            border = attraction.copy()
            border[item] = attraction[n_positions - 1]
            several = attraction.copy()
            several[n_positions:] = rng.uniform(0.001, 0.999, attraction.size - n_positions)
            several[item] = rng.uniform(attraction[n_positions - 1], 1.0)
            changes += [border, several]
        value = value_with(instance, changes)
        largest = max(largest, abs(value / bounds.lower_bound(instance) - 1))
    return Finding(
        "holds" if divergence_increases() and largest < 1e-6 else "refuted",
        {"instances": count, "largest relative change of the value": largest},
    )


@check("pbm:equation-11")
def equation_11(profile):
    proved = []
    for n_positions in range(1, 6):
        theta = sympy.symbols(f"theta1:{n_positions + 1}", positive=True)
        kappa = sympy.symbols(f"kappa1:{n_positions + 1}", positive=True)
        moved = sympy.Symbol("lambda_k", positive=True)
        for rank in range(n_positions):
            ranked = [*theta[:rank], moved, *theta[rank : n_positions - 1]]
            gain = sum(k * (new - old) for k, new, old in zip(kappa, ranked, theta, strict=True))
            positive = kappa[rank] * (moved - theta[rank]) + sum(
                kappa[j] * (theta[j - 1] - theta[j]) for j in range(rank + 1, n_positions)
            )
            proved.append(sympy.expand(gain - positive) == 0)
    return Finding(
        "holds" if all(proved) else "refuted", {"ranks": len(proved), "identities": sum(proved)}
    )


@check("pbm:equation-12")
def equation_12(profile):
    increases = divergence_increases()
    with precision():
        p, q, share = Fraction(3, 20), Fraction(1, 4), Fraction(3, 10)
        steps = [
            kl_ball(share * p, share * (q + Fraction(1, 10**digits))) for digits in range(1, 12)
        ]
        shrinking = all(later < earlier for earlier, later in itertools.pairwise(steps))
        excess = steps[-1] / kl_ball(share * p, share * q) - 1
        return Finding(
            "holds" if increases and shrinking and 0 < excess < arb("1e-9") else "refuted",
            {"derivative, symbolic": increases, r"excess at $\theta_L+10^{-11}$": number(excess)},
        )


@check("pbm:equation-13")
def equation_13(profile):
    def optimum(attraction):
        best = sorted(attraction, reverse=True)
        return sum(k * t for k, t in zip(EXAMINATION, best, strict=False))

    at = optimum((*FIGURE_1B[:4], FIGURE_1B[2])) - optimum(FIGURE_1B)
    beyond = optimum((*FIGURE_1B[:4], FIGURE_1B[2] + Fraction(1, 10**9))) - optimum(FIGURE_1B)
    return Finding(
        "holds" if at == 0 < beyond else "refuted",
        {"improvement at the border": at, "improvement just beyond": beyond},
    )
