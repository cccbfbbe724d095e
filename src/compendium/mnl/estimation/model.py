"""The model and its identifiability: Sections 1.1 to 1.4, and 2.2 (why λ_1 = 1)."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from operator import mul, sub

import numpy as np
import sympy as sp

from compendium.case import Twin, check

from .efficiency import PROBLEMS, asymptotic_covariance


@check("mnl:equation-1", first=Twin("least attractive"), no_click=Twin(Fraction(11, 10)))
def equation_1(case, first="most attractive", no_click=1):
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


def _histories(horizon, choose, click):
    """All histories of Bernoulli rounds: (probability, clicks, means of the lists shown)."""
    histories = [(Fraction(1), (), ())]
    for _ in range(horizon):
        histories = [
            (chance * (mean if bit else 1 - mean), (*seen, bit), (*means, mean))
            for chance, seen, means in histories
            for mean in (click[choose(seen)],)
            for bit in (0, 1)
        ]
    return histories


ROUNDS, CLICK = 8, (Fraction(1, 3), Fraction(9, 19))
"""The rounds of the enumerated games, and the chances of S = 1/2 and S = 9/10."""


@check("mnl:mnl-bandit-special-case", last=Twin(Fraction(9, 10)))
def mnl_bandit_special_case(case, last=1):
    alpha, bias = sp.symbols("a1:4", positive=True), sp.symbols("l1:3", positive=True)
    c = sp.Symbol("c", positive=True)
    bandit = [c * a / (1 + c * sum(alpha)) for a in alpha]
    for order in permutations(range(3)):
        weights = [v * alpha[j] for v, j in zip((c, c, last * c), order, strict=True)]
        clicked = (weight / (1 + sum(weights)) - bandit[j] for weight, j in zip(weights, order, strict=True))
        case.zero(f"equal biases, order {order}", *clicked)
    swapped = (alpha[0] * bias[0] + alpha[1] * bias[1]) - (alpha[1] * bias[0] + alpha[0] * bias[1])
    change, expected = sp.factor(swapped), (alpha[0] - alpha[1]) * (bias[0] - bias[1])
    case.must("change of S by a swap, unequal biases", change == expected, change=str(change))


@check("mnl:identifiability", power=Twin(2), directions=Twin(2))
def identifiability(case, power=1, directions=1):
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


LEAVES = {
    "not a largest one": lambda biases: biases[0] < max(biases),
    "not the only largest one": lambda biases: biases[0] <= max(biases[1:]),
    "a smallest one": lambda biases: biases[0] == min(biases) < max(biases),
}
"""Whether rescaling by the first bias leads out of (0, 1], by the kind of that bias."""


@check(
    "mnl:first-bias-is-one",
    attractions=Twin("as they are", "corrected"),
    leaves=[Twin("not the only largest one"), Twin("a smallest one")],
)
def first_bias_is_one(case, attractions="rescaled", leaves="not a largest one"):
    grid = [Fraction(i, 5) for i in range(1, 6)]
    triples = list(product(grid, repeat=3))
    alpha, bias, first = sp.symbols("alpha lambda lambda_1", positive=True)
    weight = (alpha * first if attractions == "rescaled" else alpha) * bias / first
    case.reading("clicks keep their probabilities, items and positions their order", weight == alpha * bias)
    outside = [biases for biases in triples if any(bias / biases[0] > 1 for bias in biases)]
    case.reading("the parameters stay in (0, 1], too", not outside)
    expected = [biases for biases in triples if LEAVES[leaves](biases)]
    case.must(f"exactly those leave whose first bias is {leaves}", outside == expected)
    # 1² + … + 5² = 55 of 125 triples begin with a largest one
    case.number("problems", "rational problems with three positions", len(triples))
    case.must("of them outside (0, 1] after rescaling", len(outside) == 70, outside=len(outside))
    largest = max(max(biases) / biases[0] for biases in outside)
    case.must("largest rescaled bias seen", largest == 5, largest=largest)


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
