"""Appendix D: the hard instances, what one round tells about them, Lemmas 17 and 18."""

from fractions import Fraction
from math import factorial

import numpy as np
import sympy as sp

from compendium.balls import ball
from compendium.finding import Finding, check
from compendium.mnl.experiments import PROBLEMS

TOTAL, X, D = sp.symbols("D x d", positive=True)  # 1 + S, the item's weight, what is added to it


def divergence(weights, place, added):
    """KL(P ‖ Q) and KL(Q ‖ P) in balls: P adds to one weight of the multinomial logit Q."""
    total = 1 + sum(weights)
    whole, old, new = (ball(v) for v in (total, weights[place], weights[place] + added))
    larger = ball(total + added)
    change, step = (larger / whole).log(), (new / old).log()
    return new / larger * step - change, change - old / whole * step


def instance(rng):
    """Random rational biases, ε, and the slots n' (in a) and n (in a'), at S_{K,2} > 1."""
    while True:
        size = int(rng.integers(2, 7))
        biases = [Fraction(1)] + [Fraction(int(v), 20) for v in rng.integers(1, 21, size - 1)]
        if sum(v * v for v in biases) > 1:
            epsilon = Fraction(int(rng.integers(1, 51)), 100)
            return biases, epsilon, int(rng.integers(size)), int(rng.integers(size))


@check("mnl:lower-bound-construction")
def lower_bound_construction(profile):
    biases = sp.symbols("lambda1:5", positive=True)
    epsilon = sp.Symbol("epsilon", positive=True)
    first, second = sum(biases), sum(v**2 for v in biases)
    total = sum(v * (1 / first + epsilon * v / second) for v in biases)
    identity = sp.simplify(total - 1 - epsilon) == 0
    pair = (Fraction(1), Fraction(1, 10))  # S_K = 1.1, S_{K,2} = 1.01
    squares = sum(v * v for v in pair)
    largest = 1 / sum(pair) + Fraction(1, 2) * pair[0] / squares
    fails = identity and squares > 1 and largest > 1
    numbers = {"τ of the first item, λ = (1, 1/10), ε = 1/2": largest}
    return Finding("corrected" if fails else "refuted", numbers)


@check("mnl:equation-46")
def equation_46(profile):
    epsilon, part = sp.symbols("epsilon w", positive=True)  # w ≤ 1, the share that a_t collects
    lost = (1 + epsilon) / (2 + epsilon) - (1 + epsilon * part) / (2 + epsilon * part)
    exact = epsilon * (1 - part) / ((2 + epsilon) * (2 + epsilon * part))
    identity = sp.simplify(lost - exact) == 0
    smallest = 1 / ((2 + sp.Rational(1, 2)) ** 2)
    holds = identity and smallest >= sp.Rational(1, 7)
    return Finding("holds" if holds else "refuted", {"smallest factor": Fraction(4, 25)})


@check("mnl:incomplete-orderings")
def incomplete_orderings(profile):
    J, K = sp.symbols("J K", positive=True, integer=True)
    lists = sp.factorial(J) / sp.factorial(J - K)
    incomplete = K * sp.factorial(J) / sp.factorial(J - K + 1)
    symbolic = sp.simplify(sp.gammasimp(incomplete / lists) - K / (J - K + 1)) == 0
    counted = Fraction(6 * factorial(30), factorial(25)) / Fraction(factorial(30), factorial(24))
    holds = symbolic and counted == Fraction(6, 25)
    return Finding("holds" if holds else "refuted", {"problem (c)": counted})


@check("mnl:lemma-18")
def lemma_18(profile):
    p, q = sp.symbols("p q", positive=True)
    # p log(p/q) ≤ p(p/q − 1), whose sum is that of (p−q)²/q as Σp = Σq: the rest is linear
    rest = sp.expand(p * (p / q - 1) - (p - q) ** 2 / q - (p - q))
    ratio = sp.Symbol("r", positive=True)
    gap = ratio - 1 - sp.log(ratio)
    stationary = sp.solve(sp.diff(gap, ratio), ratio)
    least = stationary == [1] and gap.subs(ratio, 1) == 0
    convex = sp.simplify(sp.diff(gap, ratio, 2) - 1 / ratio**2) == 0
    return Finding("holds" if rest == 0 and least and convex else "refuted", {"remainder": rest})


@check("mnl:lemma-17")
def lemma_17(profile):
    # weight x becomes x + d, the total D becomes D + d; P is the larger
    forward = (X + D) / (TOTAL + D) * sp.log(1 + D / X) - sp.log(1 + D / TOTAL)
    backward = sp.log(1 + D / TOTAL) - X / TOTAL * sp.log(1 + D / X)
    slope = (TOTAL - X) / (TOTAL + D) ** 2 * sp.log(1 + D / X)  # ≤ d/(xD), by log(1+y) ≤ y
    derivative = sp.simplify(sp.diff(forward, D) - slope) == 0
    curvature = X / (TOTAL * (X + D) ** 2) - 1 / (TOTAL + D) ** 2  # ≤ 1/(xD)
    derivative &= sp.simplify(sp.diff(backward, D, 2) - curvature) == 0
    starts = forward.subs(D, 0) == 0 and backward.subs(D, 0) == 0
    starts &= sp.diff(backward, D).subs(D, 0).equals(0)
    # D ≥ 2 since the base weights sum to 1: KL ≤ d²/(2xD) ≤ d²/(4x), d²/x = ε² λ_n λ_n'² S_K/S²
    sharp = sp.limit(sp.limit(forward / (D**2 / X), D, 0).subs(TOTAL, 2), X, 0)
    rng = np.random.default_rng(17)
    largest, violated = 0.0, 0
    for _ in range(2000 if profile == "paper" else 400):
        biases, epsilon, home, shown = instance(rng)
        first, second = sum(biases), sum(v * v for v in biases)
        weights = [v / first for v in biases]
        added = epsilon * biases[home] * biases[shown] / second
        unit = epsilon**2 * biases[shown] * biases[home] ** 2 * first / second**2
        for value in divergence(weights, shown, added):
            violated += not value < ball(unit / 4)
            largest = max(largest, float(value / ball(unit)))
    numbers = {
        "best constant": Fraction(str(sharp)),
        "largest ratio in random instances": largest,
        "instances above 1/4": violated,
    }
    holds = derivative and starts and sharp == sp.Rational(1, 4) and violated == 0
    return Finding("holds" if holds else "refuted", numbers)


@check("mnl:lemma-17-terms")
def lemma_17_terms(profile):
    other = sp.Symbol("y", positive=True)
    after = TOTAL + D
    clicked = ((X + D) / after - X / TOTAL) ** 2 / (X / TOTAL)
    term = sp.simplify((other / after - other / TOTAL) ** 2 / (other / TOTAL))
    exact = sp.simplify(term - other * D**2 / (TOTAL * after**2)) == 0
    rest = term.subs(other, TOTAL - X)  # the no-click and the other slots together
    exact &= sp.simplify(clicked + rest - D**2 * (TOTAL - X) / (X * after**2)) == 0
    # y ≤ λ_k(1/S_K + 1/(2 S_{K,2})) ≤ (3/2) λ_k S_K/S_{K,2}, D ≥ 2: the factors 1/8, 3/16, 1/2
    terms = max(Fraction(1, 8) / Fraction(1, 8), Fraction(3, 16) / Fraction(7, 8),
                Fraction(1, 2) / Fraction(9, 8)) <= 1  # fmt: skip
    n_small, small = 10_000, Fraction(1, 200)
    first, second = 1 + n_small * small, 1 + n_small * small**2
    summed = Fraction(1, 8) + Fraction(7, 8) * (first - 1) * first / second + Fraction(9, 8) * first
    numbers = {"printed sum over (49), λ = (1, 0.005, …), K = 10,001": float(summed / (17 * first))}
    ratios = [float(sum(g.examination) / sum(g.examination**2)) for g in PROBLEMS.values()]
    numbers["S_K/S_{K,2} on (a), (b), (c)"] = tuple(ratios)
    fails = exact and terms and summed > 17 * first
    return Finding("corrected" if fails else "refuted", numbers)
