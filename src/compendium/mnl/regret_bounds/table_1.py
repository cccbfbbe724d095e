"""Table 1 and the related work: which guarantees carry over to lists under logit choice."""

from fractions import Fraction
from itertools import product
from operator import mul

import numpy as np
import sympy as sp

from clickbandits.mnl.bounds import LARGEST_SHAPE, LINEAR_TERM, ROOT_TERM, invalid_epochs, upper_bound
from clickbandits.mnl.model import problem
from compendium.case import Twin, check
from compendium.mnl.experiments import PROBLEMS


def long_horizon(items, positions, ratio):
    """A T with T ≥ Jρ² log³(JKρT), ρ the ratio of the largest and the smallest bias."""
    horizon = float(items)
    while horizon < items * ratio**2 * np.log(items * positions * ratio * horizon) ** 3:
        horizon *= 1.5
    return horizon


def long_games():
    """Problems with a T as in `long_horizon` and with 10⁶⁰."""
    for n_items, size, smallest, best in product((12, 10**4), (1, 12), (1, 0.001), (0.5, 3)):
        biases = np.append(np.full(size - 1, smallest), 1) if size > 1 else np.array([smallest])
        game = problem(np.full(n_items, min(1.0, best / biases.sum())), biases)
        long = long_horizon(n_items, size, biases.max() / biases.min())
        for rounds in (long, 1e60):
            name = f"J = {n_items}, K = {size}, λ_K = {smallest}, S* = {best}, T = {rounds:.2g}"
            yield name, game, n_items, rounds


@check("mnl:table-1", power=Twin(0.45))
def table_1(case, power=0.5):
    for name, game, n_items, rounds in long_games():
        order = (n_items * rounds) ** power * np.sqrt(np.log(n_items * rounds))
        case.must(f"one constant, {name}", upper_bound(game, rounds) <= 65 * order)
    case.number("constant", "constant of √(JT log(JT)) as T grows", float(12 * LARGEST_SHAPE * np.sqrt(2)))


@check("mnl:table-1-constant", constant=Twin(16), leading=Twin(6.5))
def table_1_constant(case, constant=65, leading=6.54):
    items, horizon = sp.symbols("J T", positive=True)
    levels = 2 * sp.log(items * horizon) - sp.log(items * horizon**2 / 2)
    case.zero(
        "2 log(JT) − log(JT²/2) = log(2J)",  # ≥ 0
        sp.expand_log(levels - sp.log(2 * items), force=True),
    )
    # over √(JTc), ℓ ≥ log(JT) ≥ log 4, T ≥ Jℓ³: leading, first shows and F, the roots, the tail
    # F falls with J, as `predictable_factor` does with the confidence
    case.must("F is below 7", max(invalid_epochs(2, rounds) for rounds in (1e5, 1e60)) < 7)
    least = np.log(4)
    parts = 12 * LARGEST_SHAPE + (2 + 7) / np.sqrt(4 * least**3 * np.log(4 * least**6))
    parts += ROOT_TERM + LINEAR_TERM * np.sqrt(2) * (1 + 1 / least)
    whole, first = float(parts * np.sqrt(2)), float(12 * LARGEST_SHAPE * np.sqrt(2))
    case.must("constant of √(JT log(JT)) as T grows", first <= leading, constant=first)
    case.must("constant for T ≥ Jρ² log³(JKρT)", whole <= constant, parts=whole)
    shares = []
    for name, game, n_items, rounds in long_games():
        share = upper_bound(game, rounds) / np.sqrt(n_items * rounds * np.log(n_items * rounds))
        case.must(f"the bound, {name}", share <= (leading if rounds == 1e60 else constant))
        shares.append(float(share))
    case.number("worst", "largest value of our bound over √(JT log(JT)) tried", max(shares))


ATTRACTIVENESS = {"α": lambda v: v, "α/(1 + α)": lambda v: v / (1 + v)}


@check("mnl:toprank-decreasing", losing=Twin(("a", "b", "c")), measure=Twin("α", step="toprank-special-case"))
def toprank_decreasing(case, losing=("b", "c"), measure="α/(1 + α)"):
    for name, game in PROBLEMS.items():
        attraction, biases = (
            sorted((Fraction(float(v)).limit_denominator(100) for v in values), reverse=True)
            for values in (game.attraction, game.examination)
        )
        shown = [Fraction(float(v)).limit_denominator(100) for v in game.examination]
        best, got = (sum(map(mul, attraction, order)) for order in (biases, shown))
        loss = float(best / (1 + best) - got / (1 + got))
        case.must(f"loss a round, ({name})", (loss > 0) == (name in losing), **{name: loss})

    special = case.step("toprank-special-case")
    high, low, slot, other, rest = sp.symbols("alpha_i alpha_j lambda_k lambda_m R", positive=True)

    def excess(place, phi):
        """Of (1 + S') α_i/φ_i over (1 + S) α_j/φ_j; `place` is the bias of j before the exchange, or 0."""
        before, after = slot * high + place * low, slot * low + place * high
        return (1 + rest + after) * high / phi(high) - (1 + rest + before) * low / phi(low)

    phi = ATTRACTIVENESS[measure]
    special.zero("j not shown", excess(0, phi) - (high - low) * (1 + rest - slot))
    exchanged = (high - low) * (1 + rest - slot + other * (1 + high + low))
    special.zero("j at position m", excess(other, phi) - exchanged)
    with_alpha = sp.factor(excess(0, ATTRACTIVENESS["α"]))
    special.must("with α, j not shown", with_alpha == -slot * (high - low), excess=str(with_alpha))
