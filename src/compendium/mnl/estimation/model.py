"""The model, and what its data can tell: Sections 1.1 to 1.4, and 2.2 (why λ_1 = 1)."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from operator import mul, sub

import numpy as np
import sympy as sp

from clickbandits.mnl import MODEL, problem
from compendium.finding import Case, check, twin

from .efficiency import PROBLEMS, asymptotic_covariance


@check("mnl:equation-1")
@twin("which item goes to the most examined position", gives="refuted", first="least attractive")
@twin("what a click falls on position k with", gives="refuted", no_click=Fraction(11, 10))
def equation_1(profile, first="most attractive", no_click=1):
    """Derives the gain of a swap in symbols and tries all lists of two problems in fractions."""
    case = Case()
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


ROUNDS, CLICK = 8, (Fraction(1, 3), Fraction(9, 19))
"""The rounds of the games that are gone through, and the chances of S = 1/2 and S = 9/10."""


@check("mnl:equation-2")
@twin("by how many rounds a reward follows its list", gives="refuted", lag=1)
def equation_2(profile, lag=0):
    """Compares rewards with the means of the lists over all histories of two learning policies."""
    case = Case()
    policies = {
        "switch after a round without a click": lambda seen: (len(seen) - sum(seen)) % 2,
        "follow the leader": lambda seen: int(sum(seen) < len(seen) - sum(seen)),
    }
    for name, choose in policies.items():
        histories = _histories(ROUNDS + lag, choose, CLICK)
        rewards = sum(chance * sum(seen[:ROUNDS]) for chance, seen, _ in histories)
        means = sum(chance * sum(shown[lag:]) for chance, _, shown in histories)
        case.must(
            f"probabilities add up to 1, {name}", sum(chance for chance, *_ in histories) == 1
        )
        case.must(f"mean rewards are those of the lists, {name}", rewards == means)
        label = f"regret after 8 rounds, {name}"
        case.number(name, label, ROUNDS * max(CLICK) - rewards)
    return case.finding()


@check("mnl:mnl-bandit-special-case")
@twin("the last bias, in the first", gives="refuted", last=Fraction(9, 10))
def mnl_bandit_special_case(profile, last=1):
    """Compares click probabilities of three items in all orders, and swaps two, in symbols."""
    case = Case()
    alpha, bias = sp.symbols("a1:4", positive=True), sp.symbols("l1:3", positive=True)
    c = sp.Symbol("c", positive=True)
    bandit = [c * a / (1 + c * sum(alpha)) for a in alpha]
    for order in permutations(range(3)):
        weights = [v * alpha[j] for v, j in zip((c, c, last * c), order, strict=True)]
        clicked = [weight / (1 + sum(weights)) for weight in weights]  # by position
        case.zero(
            f"equal biases, order {order}", *(clicked[order.index(j)] - bandit[j] for j in order)
        )
    swapped = (alpha[0] * bias[0] + alpha[1] * bias[1]) - (alpha[1] * bias[0] + alpha[0] * bias[1])
    change = sp.factor(swapped)
    case.must("unequal biases", change == (alpha[0] - alpha[1]) * (bias[0] - bias[1]))
    case.number("change", "change of S by a swap, unequal biases", str(change))
    return case.finding()


@check("mnl:identifiability")
@twin("the power of c that the attractions take", gives="refuted", power=2)
@twin("the number of directions that are lost", gives="refuted", directions=2)
def identifiability(profile, power=1, directions=1):
    """Scales, recovers and counts the parameters of three items and positions in symbols."""
    case = Case()
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
    # log γ = log α + log λ: how many directions of the six parameters it does not see.
    logs = [sp.log(a) + sp.log(v) for a, v in product(alpha, bias)]
    design = sp.Matrix([[int(each.has(t)) for t in (*alpha, *bias)] for each in logs])
    lost = design.cols - design.rank()
    case.must("so many directions are lost", lost == directions)
    case.number("lost", "directions lost, 3 items, 3 positions", lost)
    return case.finding()


LEAVES = {
    "not a largest one": lambda biases: biases[0] < max(biases),
    "not the only largest one": lambda biases: biases[0] <= max(biases[1:]),
    "a smallest one": lambda biases: biases[0] == min(biases) < max(biases),
}
"""By what the first bias is: whether rescaling by it leads out of (0, 1]."""


@check("mnl:first-bias-is-one")
@twin("the first bias of the printed statement", gives="holds", first="a largest one")
@twin("who leaves the range", gives="refuted", leaves="not the only largest one")
@twin("who leaves the range", gives="refuted", leaves="a smallest one")
def first_bias_is_one(profile, first="any", leaves="not a largest one"):
    """Rescales all triples of biases from {1/5, …, 1} by the first and looks who leaves (0, 1]."""
    case = Case()
    grid = [Fraction(i, 5) for i in range(1, 6)]
    triples = list(product(grid, repeat=3))
    outside = [biases for biases in triples if any(bias / biases[0] > 1 for bias in biases)]
    meant = [biases for biases in outside if first == "any" or biases[0] == max(biases)]
    case.printed("all stay in (0, 1]", not meant)
    expected = [biases for biases in triples if LEAVES[leaves](biases)]
    case.must(f"exactly those leave whose first bias is {leaves}", outside == expected)
    # 1² + … + 5² = 55 of 125 triples begin with a largest one
    case.must("that are 70", len(outside) == 70)
    largest = max(max(biases) / biases[0] for biases in outside)
    case.must("up to 5 times 1", largest == 5)
    case.number("largest", "largest rescaled bias seen", largest)
    case.number("problems", "rational problems with three positions", len(triples))
    case.number("outside", "of them outside (0, 1] after rescaling", len(outside))
    return case.finding()


@check("mnl:over-parameterised")
@twin("the estimate beside the products one by one", gives="refuted", jointly="one by one")
@twin("the number of parameters", gives="refuted", parameters=36)
def over_parameterised(profile, jointly="exact likelihood", parameters=35):
    """Divides, cell by cell of problem (c), the asymptotic variances of the two estimates."""
    case = Case()
    game = PROBLEMS["(c)"]
    n_items, n_positions = game.attraction.size, game.examination.size
    gamma = np.outer(game.attraction, game.examination)
    alone = n_items * (1 + gamma) / gamma  # √L (log N/Ñ - log γ), an item in one of J epochs
    one_position = asymptotic_covariance(problem(game.attraction, [1.0]), "exact likelihood")
    case.must("alone at the first position", np.allclose(alone[:, 0], np.diag(one_position)))
    covariance = asymptotic_covariance(game, "exact likelihood")
    joint = np.empty_like(gamma)
    for j, k in np.ndindex(gamma.shape):
        row = np.append(np.arange(n_items) == j, np.arange(n_positions) == k).astype(float)
        row = np.delete(row, n_items)  # λ₁ = 1
        joint[j, k] = row @ covariance @ row
    spread, cross = np.split(np.diag(covariance), [n_items]), covariance[:n_items, n_items:]
    summed = np.add.outer(*spread) + cross + cross
    case.must("Var log α + Var log λ + 2 Cov", np.allclose(joint[:, 1:], summed))
    case.must("Var log α at the first position", np.allclose(joint[:, 0], spread[0]))
    ratio = alone / (alone if jointly == "one by one" else joint)
    case.must("180 products", gamma.size == 180)
    case.must("so many parameters", n_items + n_positions - 1 == parameters)
    case.must("every product alone is less precise", ratio.min() > 1)
    case.number("products", "products", gamma.size)
    case.number("parameters", "parameters", n_items + n_positions - 1)
    case.number("smallest", "smallest variance ratio, one by one over jointly", ratio.min())
    case.number("largest", "largest", ratio.max())
    return case.finding()
