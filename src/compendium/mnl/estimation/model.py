"""The model, and what its data can tell: Sections 1.1 to 1.4, and 2.2 (why λ_1 = 1)."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from operator import mul, sub

import numpy as np
import sympy as sp

from clickbandits.mnl import MODEL
from compendium.finding import Case, check

from .efficiency import PROBLEMS, asymptotic_covariance


@check("mnl:equation-1")
def equation_1(profile):
    """Derives the gain of a swap in symbols and tries all lists of two problems in fractions."""
    case = Case()
    weights = sp.symbols("w1:5", positive=True)
    total = sum(weights)
    clicked = sum(weight / (1 + total) for weight in weights)
    case.zero("P(click) = S/(1 + S)", clicked - total / (1 + total))
    a, b, x, y = sp.symbols("a b x y", positive=True)
    case.zero("the gain of a swap", (a * x + b * y) - (a * y + b * x) - (a - b) * (x - y))
    case.zero("S/(1 + S) increases", sp.diff(x / (1 + x), x) - 1 / (1 + x) ** 2)
    for name in ("(a)", "(b)"):
        game = PROBLEMS[name]
        alpha, bias = ([Fraction(str(value)) for value in part] for part in game)
        best = max(sum(map(mul, bias, shown)) for shown in permutations(alpha, len(bias)))
        ranked = sum(map(mul, sorted(bias)[::-1], sorted(alpha)[::-1]))
        case.must(f"the sorted list is best, {name}", best == ranked)
        reward = MODEL.optimal_reward(game)
        case.must(f"the library's optimum, {name}", abs(reward - best / (1 + best)) < 1e-15)
        case.number(f"optimum {name}", f"r(a*) of problem {name}", best / (1 + best))
    return case.finding()


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


@check("mnl:equation-2")
def equation_2(profile):
    """Compares rewards with the means of the lists over all histories of two learning policies."""
    case = Case()
    click = (Fraction(1, 3), Fraction(9, 19))  # S = 1/2 and S = 9/10
    policies = {
        "switch after a round without a click": lambda seen: (len(seen) - sum(seen)) % 2,
        "follow the leader": lambda seen: int(2 * sum(seen) < len(seen)),
    }
    for name, choose in policies.items():
        histories = _histories(8, choose, click)
        rewards = sum(chance * sum(seen) for chance, seen, _ in histories)
        means = sum(chance * sum(shown) for chance, _, shown in histories)
        case.must(
            f"probabilities add up to 1, {name}", sum(chance for chance, *_ in histories) == 1
        )
        case.must(f"mean rewards are those of the lists, {name}", rewards == means)
        label = f"regret after 8 rounds, {name}"
        case.number(name, label, 8 * max(click) - rewards)
    return case.finding()


@check("mnl:mnl-bandit-special-case")
def mnl_bandit_special_case(profile):
    """Compares click probabilities of three items in three orders, and swaps two, in symbols."""
    case = Case()
    alpha, bias = sp.symbols("a1:4", positive=True), sp.symbols("l1:3", positive=True)
    c = sp.Symbol("c", positive=True)
    bandit = [c * a / (1 + c * sum(alpha)) for a in alpha]
    for order in ((0, 1, 2), (2, 0, 1), (1, 0, 2)):
        total = sum(c * alpha[j] for j in order)
        gaps = [c * alpha[j] / (1 + total) - bandit[j] for j in order]
        case.zero(f"equal biases, order {order}", *gaps)
    swapped = (alpha[0] * bias[0] + alpha[1] * bias[1]) - (alpha[1] * bias[0] + alpha[0] * bias[1])
    change = sp.factor(swapped)
    case.must("unequal biases", change == (alpha[0] - alpha[1]) * (bias[0] - bias[1]))
    case.number("change", "change of S by a swap, unequal biases", str(change))
    return case.finding()


@check("mnl:identifiability")
def identifiability(profile):
    """Scales, recovers and counts the parameters of three items and positions in symbols."""
    case = Case()
    alpha, bias = sp.symbols("a1:4", positive=True), sp.symbols("l1:4", positive=True)
    c = sp.Symbol("c", positive=True)

    def probabilities(items, positions):
        weights = list(map(mul, items, positions))
        return [weight / (1 + sum(weights)) for weight in weights]

    plain = probabilities(alpha, bias)
    scaled = probabilities([c * a for a in alpha], [v / c for v in bias])
    case.zero("(cα, λ/c) has the law of (α, λ)", *map(sub, scaled, plain))
    odds = [p / (1 - sum(plain)) for p in plain]
    case.zero("P(Q = k)/P(Q = 0) = γ_k", *map(sub, odds, map(mul, alpha, bias)))
    gamma = {(j, k): (alpha[j] * bias[k]).subs(bias[0], 1) for j, k in product(range(3), repeat=2)}
    case.zero("γ_j1 = α_j", *(gamma[j, 0] - alpha[j] for j in range(3)))
    ratios = (gamma[j, k] / gamma[j, 0] - bias[k] for j in range(3) for k in (1, 2))
    case.zero("γ_jk/γ_j1 = λ_k", *ratios)
    # log γ = log α + log λ: how many directions of the six parameters it does not see.
    design = sp.Matrix(9, 6, lambda cell, i: int(i in (cell // 3, 3 + cell % 3)))
    lost = design.cols - design.rank()
    case.must("one direction is lost", lost == 1)
    case.number("lost", "directions lost, 3 items, 3 positions", lost)
    return case.finding()


@check("mnl:first-bias-is-one")
def first_bias_is_one(profile):
    """Rescales all triples of biases from {1/5, …, 1} by the first and looks who leaves (0, 1]."""
    case = Case()
    grid = [Fraction(i, 5) for i in range(1, 6)]
    triples = list(product(grid, repeat=3))
    outside = [biases for biases in triples if any(bias / biases[0] > 1 for bias in biases)]
    case.printed("all stay in (0, 1]", not outside)
    expected = [biases for biases in triples if biases[0] < max(biases)]
    case.must("exactly those whose first bias is not largest leave", outside == expected)
    largest = max(b / a for a, b in product(grid, repeat=2))
    case.number("largest", "largest rescaled bias seen", largest)
    case.number("problems", "rational problems with three positions", len(triples))
    case.number("outside", "of them outside (0, 1] after rescaling", len(outside))
    return case.finding()


@check("mnl:over-parameterised")
def over_parameterised(profile):
    """Divides, cell by cell of problem (c), the asymptotic variances of the two estimates."""
    case = Case()
    game = PROBLEMS["(c)"]
    n_items, n_positions = game.attraction.size, game.examination.size
    gamma = np.outer(game.attraction, game.examination)
    alone = n_items * (1 + gamma) / gamma  # √L (log N/Ñ - log γ), an item in one of J epochs
    covariance = asymptotic_covariance(game, "exact likelihood")
    joint = np.empty_like(gamma)
    for j, k in np.ndindex(gamma.shape):
        row = np.zeros(len(covariance))
        row[j] = 1
        if k:
            row[n_items + k - 1] = 1
        joint[j, k] = row @ covariance @ row
    ratio = alone / joint
    case.must("180 products", gamma.size == 180)
    case.must("every product alone is less precise", ratio.min() > 1)
    case.number("products", "products", gamma.size)
    case.number("parameters", "parameters", n_items + n_positions - 1)
    case.number("smallest", "smallest variance ratio, one by one over jointly", ratio.min())
    case.number("largest", "largest", ratio.max())
    return case.finding()
