"""Claims on what the data can tell: Sections 1.4 and 2.2 (why λ_1 = 1)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import sympy as sp

from clickbandits.mnl import problem
from compendium.finding import Finding, check

from .efficiency import asymptotic_covariance


@check("mnl:identifiability")
def identifiability(profile):
    alpha = sp.symbols("a1:4", positive=True)
    bias = sp.symbols("l1:4", positive=True)
    c = sp.Symbol("c", positive=True)

    def probabilities(items, positions):
        weights = [a * v for a, v in zip(items, positions, strict=True)]
        return [w / (1 + sum(weights)) for w in weights]

    scaled = probabilities([c * a for a in alpha], [v / c for v in bias])
    plain = probabilities(alpha, bias)
    same = all(sp.simplify(p - q) == 0 for p, q in zip(scaled, plain, strict=True))
    none = 1 - sum(plain)
    product_back = all(
        sp.simplify(p / none - a * v) == 0 for p, a, v in zip(plain, alpha, bias, strict=True)
    )
    gamma = {(j, k): (alpha[j] * bias[k]).subs(bias[0], 1) for j, k in product(range(3), repeat=2)}
    recovered = all(gamma[j, 0] == alpha[j] for j in range(3)) and all(
        sp.simplify(gamma[j, k] / gamma[j, 0] - bias[k]) == 0 for j in range(3) for k in (1, 2)
    )
    # log γ = log α + log λ: how many directions of the six parameters it does not see.
    design = sp.Matrix(9, 6, lambda cell, i: int(i in (cell // 3, 3 + cell % 3)))
    lost = design.cols - design.rank()
    holds = same and product_back and recovered and lost == 1
    return Finding("holds" if holds else "refuted", {"directions lost, 3 items, 3 positions": lost})


@check("mnl:first-bias-is-one")
def first_bias_is_one(profile):
    grid = [Fraction(i, 5) for i in range(1, 6)]
    exact = escaped = 0
    for biases in product(grid, repeat=3):
        inside = all(bias / biases[0] <= 1 for bias in biases)
        exact += inside == (biases[0] == max(biases))
        escaped += not inside
    numbers = {
        "largest rescaled bias seen": max(b / a for a, b in product(grid, repeat=2)),
        "rational problems with three positions": len(grid) ** 3,
        "of them outside (0, 1] after rescaling": escaped,
    }
    return Finding("corrected" if escaped and exact == len(grid) ** 3 else "refuted", numbers)


@check("mnl:mnl-bandit-special-case")
def mnl_bandit_special_case(profile):
    alpha = sp.symbols("a1:4", positive=True)
    c = sp.Symbol("c", positive=True)
    order_free = True
    for places in ((0, 1, 2), (2, 0, 1), (1, 0, 2)):
        total = sum(c * alpha[j] for j in places)
        for j in places:
            bandit = (c * alpha[j]) / (1 + sum(c * a for a in alpha))
            order_free &= sp.simplify(c * alpha[j] / (1 + total) - bandit) == 0
    bias = sp.symbols("l1:3", positive=True)
    swapped = (alpha[0] * bias[0] + alpha[1] * bias[1]) - (alpha[1] * bias[0] + alpha[0] * bias[1])
    differs = sp.factor(swapped) == sp.factor((alpha[0] - alpha[1]) * (bias[0] - bias[1]))
    return Finding(
        "holds" if order_free and differs else "refuted",
        {"change of S by a swap, unequal biases": str(sp.factor(swapped))},
    )


@check("mnl:over-parameterised")
def over_parameterised(profile):
    attraction = [1.0] * 4 + [0.8] * 2 + [0.1] * 24
    game = problem(attraction, [1, 0.9, 0.7, 0.3, 0.5, 0.7])
    n_items, n_positions = game.attraction.size, game.examination.size
    gamma = np.outer(game.attraction, game.examination)
    alone = n_items * (1 + gamma) / gamma  # √L (log N/Ñ - log γ), an item in one of J epochs
    covariance = asymptotic_covariance(game, "exact likelihood")
    joint = np.empty_like(gamma)
    for j in range(n_items):
        for k in range(n_positions):
            row = np.zeros(len(covariance))
            row[j] = 1
            if k:
                row[n_items + k - 1] = 1
            joint[j, k] = row @ covariance @ row
    ratio = alone / joint
    numbers = {
        "products": gamma.size,
        "parameters": n_items + n_positions - 1,
        "smallest variance ratio, one by one over jointly": ratio.min(),
        "largest": ratio.max(),
    }
    return Finding("holds" if ratio.min() > 1 and gamma.size == 180 else "refuted", numbers)
