"""Claims on what the data can tell: Sections 1.4 and 2.2 (why λ_1 = 1)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import sympy as sp

from clickbandits.mnl import problem
from compendium.claims import Finding, claim

from .efficiency import asymptotic_covariance


@claim(
    "mnl:identifiability",
    location="Section 2.2",
    statement=r"With unknown biases the likelihood is not identified unless one position bias is "
    r"fixed: $(c\alpha,\lambda/c)$ has the likelihood of $(\alpha,\lambda)$; with $\lambda_1=1$ "
    r"the products $\gamma_{jk}=\alpha_j\lambda_k$ determine both vectors",
    verdict="holds",
    evidence="proof",
    limits="That the click probabilities of all lists determine the products, and that the design "
    "has to connect items and positions, is derived in the text.",
)
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


@claim(
    "mnl:first-bias-is-one",
    location="Section 2.2",
    statement=r"Fixing $\lambda_1=1$ may rescale the other parameters, but does not change the "
    r"interpretation of the model, whose parameters lie in $(0,1]$",
    verdict="corrected",
    evidence="proof",
    corrected=r"Rescaled, biases are $\lambda_k/\lambda_1$ and attractions $\alpha_j\lambda_1$: "
    r"they stay in $(0,1]$ exactly if position 1 is a most examined one. Otherwise the estimates "
    r"must be allowed above 1 (as they are here), or another position be the reference.",
)
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


@claim(
    "mnl:mnl-bandit-special-case",
    location="Section 1.4",
    statement=r"The MNL bandit, which does not consider the order of the items, coincides with the "
    r"model when all position biases are equal",
    verdict="holds",
    evidence="proof",
    limits=r"Lists have exactly $K$ items; the bandit's choice of fewer is outside the model.",
)
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


@claim(
    "mnl:over-parameterised",
    location="Section 2.2 and Appendix F",
    statement=r"Estimating the $JK$ products $\gamma_{jk}$ one by one does not make efficient use "
    r"of the data: in problem (c) 180 parameters stand for 35",
    verdict="holds",
    evidence="numeric",
    limits="Asymptotic variances under uniformly random lists, in floating point; the mean over "
    "lists is exact.",
)
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
