"""The model and its identifiability: Sections 1.1 to 1.4, and 2.2 (why λ_1 = 1)."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from operator import mul, sub

import numpy as np
import sympy as sp

from compendium.case import Twin, check

from .efficiency import PROBLEMS, asymptotic_covariance


@check(
    "mnl:equation-1",
    first=Twin("least attractive"),
    no_click=Twin(Fraction(11, 10)),
    last=Twin(Fraction(9, 10), step="mnl-bandit-special-case"),
)
def equation_1(case, first="most attractive", no_click=1, last=1):
    weights = sp.symbols("w1:5", positive=True)
    total = sum(weights)
    clicked = sum(weight / (sp.Rational(no_click) + total) for weight in weights)
    case.zero("P(click) = S/(1 + S)", clicked - total / (1 + total))
    case.zero("with P(no click) it adds up to 1", clicked + 1 / (1 + total) - 1)
    a, b, x, y = sp.symbols("a b x y", positive=True)
    case.zero("the gain of a swap", (a * x + b * y) - (a * y + b * x) - (a - b) * (x - y))
    case.zero("S/(1 + S) increases", sp.diff(x / (1 + x), x) - 1 / (1 + x) ** 2)
    for name in ("(a)", "(b)"):
        game = PROBLEMS[name]
        alpha, bias = ([Fraction(str(value)) for value in part] for part in game)
        best = max(sum(map(mul, bias, shown)) for shown in permutations(alpha, len(bias)))
        order = sorted(alpha, reverse=first == "most attractive")
        ranked = sum(map(mul, sorted(bias, reverse=True), order))
        case.must(f"the sorted list is best, {name}", best == ranked)
        case.number(f"optimum {name}", f"r(a*) of problem {name}", best / (1 + best))
    bandit = case.step("mnl-bandit-special-case")
    for order in permutations(weights[:3]):  # the attractions; with equal biases c = x the order is lost
        shown = list(map(mul, (x, x, last * x), order))
        chances = (
            each / (1 + sum(shown)) - x * w / (1 + x * sum(order))
            for each, w in zip(shown, order, strict=True)
        )
        bandit.zero(f"equal biases, order {order}", *chances)


@check(
    "mnl:identifiability",
    Twin({"attractions": "as they are"}, "corrected", "first-bias-is-one"),
    power=Twin(2),
    directions=Twin(2),
    below=Twin(Fraction(6, 5), step="first-bias-is-one"),
)
def identifiability(case, power=1, directions=1, attractions="rescaled", below=1):
    alpha, bias = sp.symbols("a1:4", positive=True), sp.symbols("l1:4", positive=True)
    c = sp.Symbol("c", positive=True)

    def probabilities(items, positions):
        weights = list(map(mul, items, positions))
        return [weight / (1 + sum(weights)) for weight in weights]

    plain = probabilities(alpha, bias)
    scaled = probabilities([sp.Pow(c, power) * a for a in alpha], [v / c for v in bias])
    case.zero("(cα, λ/c) has the law of (α, λ)", *map(sub, scaled, plain))
    odds = [p / (1 - sum(plain)) for p in plain]
    case.zero("P(Q = k)/P(Q = 0) = γ_k", *map(sub, odds, map(mul, alpha, bias)))
    gamma = {(j, k): (alpha[j] * bias[k]).subs(bias[0], 1) for j, k in product(range(3), repeat=2)}
    case.zero("γ_j1 = α_j", *(gamma[j, 0] - alpha[j] for j in range(3)))
    one = {bias[0]: 1}
    ratios = (value / gamma[j, 0] - bias[k].subs(one) for (j, k), value in gamma.items())
    case.zero("γ_jk/γ_j1 = λ_k", *ratios)
    # log γ = log α + log λ: the number of directions of the six parameters on which it does not depend.
    logs = [sp.log(a) + sp.log(v) for a, v in product(alpha, bias)]
    design = sp.Matrix([[int(each.has(t)) for t in (*alpha, *bias)] for each in logs])
    lost = design.cols - design.rank()
    case.must("directions lost, 3 items, 3 positions", lost == directions, lost=lost)

    fixed = case.step("first-bias-is-one")
    weight = alpha[0] * (bias[0] if attractions == "rescaled" else 1) * bias[1] / bias[0]
    fixed.reading(
        "clicks keep their probabilities, items and positions their order", weight == alpha[0] * bias[1]
    )
    triples = list(product([Fraction(i, 5) for i in range(1, 6)], repeat=3))
    outside = [biases for biases in triples if any(v / biases[0] > 1 for v in biases)]
    fixed.reading("the parameters stay in (0, 1], too", not outside)
    # 1² + … + 5² = 55 of 125 triples begin with a largest one
    fixed.must("of 125 problems outside (0, 1] after rescaling", len(outside) == 70, outside=len(outside))
    smaller = [biases for biases in triples if biases[0] < below * max(biases)]
    fixed.must("they are those whose first bias is smaller than the largest one", outside == smaller)


@check("mnl:over-parameterised", jointly=Twin("one by one"), parameters=Twin(36))
def over_parameterised(case, jointly="exact likelihood", parameters=35):
    game = PROBLEMS["(c)"]
    n_items, n_positions = game.attraction.size, game.examination.size
    gamma = np.outer(game.attraction, game.examination)
    alone = n_items * (1 + gamma) / gamma  # √L (log N/Ñ - log γ), an item in one of J epochs
    covariance = asymptotic_covariance(game, "exact likelihood")
    joint = np.empty_like(gamma)
    for j, k in np.ndindex(gamma.shape):
        row = np.append(np.arange(n_items) == j, np.arange(1, n_positions) == k)  # λ₁ = 1
        joint[j, k] = row @ covariance @ row
    ratio = alone / (alone if jointly == "one by one" else joint)
    free = n_items + n_positions - 1
    case.must("products", gamma.size == 180, products=gamma.size)
    case.must("parameters", free == parameters, parameters=free)
    case.must("smallest variance ratio, one by one over jointly", ratio.min() > 1, smallest=ratio.min())
    case.number("largest", "largest", ratio.max())
