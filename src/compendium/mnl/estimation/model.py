"""Claims on the model and its likelihood: Section 1.1 to 1.4, equations (1) to (3)."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import sympy as sp

from clickbandits.mnl import MODEL, problem
from compendium.finding import Finding, check

PROBLEMS = {
    "(a)": (("0.3", "0.28", "0.26", "0.24", "0.22", "0.2"), ("1", "0.3", "0.2", "0.1")),
    "(b)": (("0.05", "0.1", "0.15", "0.2"), ("1", "0.2", "0.9")),
}
"""Problems (a) and (b) of Section 6, small enough to go through all lists."""


@check("mnl:equation-1")
def equation_1(profile):
    weights = sp.symbols("w1:5", positive=True)
    total = sum(weights)
    clicked = sum(weight / (1 + total) for weight in weights)
    sums = sp.simplify(clicked - total / (1 + total)) == 0
    a, b, x, y = sp.symbols("a b x y", positive=True)
    swap = sp.expand((a * x + b * y) - (a * y + b * x) - (a - b) * (x - y)) == 0
    rises = sp.simplify(sp.diff(x / (1 + x), x) - 1 / (1 + x) ** 2) == 0
    numbers = {}
    sorted_is_best = True
    for name, (attraction, examination) in PROBLEMS.items():
        alpha, bias = [Fraction(v) for v in attraction], [Fraction(v) for v in examination]
        best = max(
            sum(u * v for u, v in zip(bias, shown, strict=True))
            for shown in permutations(alpha, len(bias))
        )
        paired = zip(sorted(bias)[::-1], sorted(alpha)[::-1], strict=False)
        sorted_is_best &= best == sum(u * v for u, v in paired)
        code = MODEL.optimal_reward(problem([float(v) for v in alpha], [float(v) for v in bias]))
        sorted_is_best &= abs(code - best / (1 + best)) < 1e-15
        numbers[f"r(a*) of problem {name}"] = best / (1 + best)
    return Finding("holds" if sums and swap and rises and sorted_is_best else "refuted", numbers)


def _tree(horizon, choose, click):
    """All histories of Bernoulli rounds: (probability, clicks, means of the lists shown)."""
    histories = [(Fraction(1), (), ())]
    for _ in range(horizon):
        histories = [
            (
                chance * (click[choose(seen)] if bit else 1 - click[choose(seen)]),
                (*seen, bit),
                (*means, click[choose(seen)]),
            )
            for chance, seen, means in histories
            for bit in (0, 1)
        ]
    return histories


@check("mnl:equation-2")
def equation_2(profile):
    click = (Fraction(1, 3), Fraction(9, 19))  # S = 1/2 and S = 9/10
    policies = {
        "switch after a round without a click": lambda seen: (len(seen) - sum(seen)) % 2,
        "follow the leader": lambda seen: int(2 * sum(seen) < len(seen)),
    }
    numbers, equal = {}, True
    for name, choose in policies.items():
        histories = _tree(8, choose, click)
        rewards = sum(chance * sum(seen) for chance, seen, _ in histories)
        means = sum(chance * sum(shown) for chance, _, shown in histories)
        equal &= rewards == means and sum(chance for chance, _, _ in histories) == 1
        numbers[f"regret after 8 rounds, {name}"] = 8 * max(click) - rewards
    return Finding("holds" if equal else "refuted", numbers)


@check("mnl:equation-3")
def equation_3(profile):
    alpha = {0: Fraction(1), 1: Fraction(1, 2), 2: Fraction(1, 3)}
    bias = {0: Fraction(1), 1: Fraction(1), 2: Fraction(1, 4)}
    shown = {0: 0, 1: 2, 2: 1}

    def factor(outcome, first):
        terms = ((j, k) for j, k in product(alpha, range(first, 3)) if shown[k] == j)
        numerator = sum(alpha[j] * bias[k] for j, k in terms if k == outcome)
        return numerator / (1 + sum(alpha[shown[k]] * bias[k] for k in (1, 2)))

    printed = [factor(outcome, 1) for outcome in (0, 1, 2)]
    repaired = [factor(outcome, 0) for outcome in (0, 1, 2)]
    corrected = printed[0] == 0 and sum(printed) < 1 and sum(repaired) == 1
    numbers = {
        "factor of a round without a click, as printed": printed[0],
        "the same, corrected": repaired[0],
        "sum over the outcomes, as printed": sum(printed),
        "sum over the outcomes, corrected": sum(repaired),
    }
    return Finding("corrected" if corrected else "refuted", numbers)


def not_by_radicals(polynomial: sp.Poly) -> dict:
    """Evidence that no root of a rational polynomial is expressible by radicals, or {}.

    A solvable transitive group of prime degree moves all roots, or all but one (Galois). If the
    polynomial is irreducible of prime degree and splits modulo some prime into distinct factors
    of which at least two, but not all, are linear, its group holds a permutation of that cycle
    type (Dedekind) and is not solvable.
    """
    degree = polynomial.degree()
    if not (sp.isprime(degree) and polynomial.is_irreducible):
        return {}
    for prime in sp.primerange(3, 2000):
        reduced = sp.Poly(polynomial, polynomial.gen, modulus=prime)
        if reduced.degree() < degree:
            continue
        factors = reduced.factor_list()[1]
        degrees = sorted(factor.degree() for factor, _ in factors)
        if max(power for _, power in factors) == 1 and 2 <= degrees.count(1) < degree:
            return {
                "degree of the irreducible polynomial": degree,
                "modulo the prime": prime,
                "it splits into degrees": str(degrees),
            }
    return {}


@check("mnl:likelihood-closed-form")
def likelihood_closed_form(profile):
    # Four items, two positions with λ ≡ 1, lists (1,2), (2,3), (3,4), (4,1) in 5, 4, 3, 4 rounds
    # with 3, 2, 2, 1 clicks on the items. Every item has a click and every list a round without,
    # so that the likelihood, concave in the logarithms, has its maximiser where the score is 0.
    alpha, helper = sp.symbols("a1:5"), sp.Symbol("h")
    lists, rounds, clicks = ((0, 1), (1, 2), (2, 3), (3, 0)), (5, 4, 3, 4), (3, 2, 2, 1)
    totals = [1 + sum(alpha[j] for j in shown) for shown in lists]
    score = [
        clicks[j]
        - alpha[j] * sum(m / s for m, s, a in zip(rounds, totals, lists, strict=True) if j in a)
        for j in range(4)
    ]
    equations = [sp.numer(sp.together(part)) for part in score]
    basis = sp.groebner(
        [*equations, 1 - helper * sp.prod(totals)], helper, *alpha[::-1], order="grevlex"
    ).fglm("lex")
    last = next(g for g in basis.exprs if g.free_symbols == {alpha[0]})
    numbers = not_by_radicals(sp.Poly(last, alpha[0]))
    return Finding("holds" if numbers else "undecided", numbers)
