"""Appendix C: Propositions 8 and 10, step by step; the repair of the first, and its values."""

import math
from fractions import Fraction
from functools import partial
from itertools import permutations

import numpy as np
import sympy as sp
from scipy.optimize import brentq

from clickbandits.mnl.bounds import (
    LARGEST_SHAPE,
    LINEAR_TERM,
    ROOT_TERM,
    printed_upper_bound,
    proposition_10_bounds,
    upper_bound,
    worst_list,
)
from clickbandits.mnl.concentration import lemma_4_confidence, predictable_factor
from compendium.finding import Case, check
from compendium.mnl.experiments import HORIZON, PROBLEMS

BEST, S, ALPHA, C, EXPOSURE, N = sp.symbols("S_best S alpha c Lambda n", positive=True)
ROOT_STEP = (sp.sqrt(N) - sp.sqrt(N - 1)) * (sp.sqrt(N) + sp.sqrt(N - 1)) - 1
"""Zero, so that 1/√n ≤ 2/(√n + √(n−1)) = 2(√n − √(n−1)), and Σ 1/√i over i ≤ n is ≤ 2√n."""


def reward(total):
    """S / (1 + S)."""
    return total / (1 + total)


@check("mnl:regret-by-epochs")
def regret_by_epochs(profile):
    """Rewrites the loss of an epoch in symbols, and sums it over a game of one round exactly."""
    case = Case()
    term = (1 + S) * (reward(BEST) - reward(S))
    case.zero("a term is (S* − S)/(1 + S*)", term - (BEST - S) / (1 + BEST))
    best, shown = Fraction(1), Fraction(1, 4)  # K = 1, one round, the worse of two items
    lost = reward(best) - reward(shown)
    begun = (1 + shown) * lost
    completed = begun / (1 + shown)  # the epoch ends in that round with probability 1/(1 + S)
    case.must("the sum over the epochs completed", completed == lost)
    case.must("the sum over the epochs begun is an upper bound", begun >= lost)
    case.printed("the sum over the epochs begun", begun == lost)
    case.number("lost", "regret of one round", lost)
    case.number("begun", "epochs begun", begun)
    case.number("completed", "epochs completed", completed)
    return case.finding()


@check("mnl:worst-epoch")
def worst_epoch(profile):
    """Computes in symbols what r(a*) leaves over an epoch's loss, and near-extreme losses."""
    case = Case()
    loss = (BEST - S) / (1 + BEST)
    case.zero("r(a*) exceeds the loss by S/(1 + S*)", reward(BEST) - loss - S / (1 + BEST))
    worst = Fraction(0)
    for n_positions in range(1, 5):  # all items of attraction 1 against tiny ones
        best, shown = Fraction(n_positions), Fraction(n_positions, 10**6)
        worst = max(worst, (1 + shown) * (reward(best) - reward(shown)))
    case.must("no loss above 1", worst < 1)
    case.number("worst", "largest loss seen", float(worst))
    return case.finding()


@check("mnl:equation-41")
def equation_41(profile):
    """Bounds P(B_l) by (9), (10), (11) for l < 10⁵, and adds up the radii in symbols."""
    case = Case()
    epochs = np.arange(2, 10**5)
    for items in (2, 3, 10, 1000):
        # (9) and (10), both sides each, and (11), an item; N is the price of adaptive lists
        paths = predictable_factor(epochs, np.maximum(lemma_4_confidence(items, epochs), 1.001))
        ours = (8 * paths + 2) / epochs**2.0
        case.must(f"P(B_l) ≤ 9/l, J = {items}", np.all(np.minimum(1, ours) <= 9 / epochs))
    root = sp.sqrt(4 * ALPHA * C / EXPOSURE) + sp.sqrt(16 * ALPHA * C / EXPOSURE)
    linear = 4 + 4 + sp.sqrt(32)
    printed_root = (1 + sp.sqrt(2)) * sp.sqrt(8)
    case.zero("the root's factor", root / sp.sqrt(ALPHA * C / EXPOSURE) - ROOT_TERM)
    case.must("the printed one is larger", printed_root > ROOT_TERM)
    case.zero("the linear factor is the printed one", linear - 4 * (2 + sp.sqrt(2)))
    case.must("it is that of our bound", abs(LINEAR_TERM - linear) < 1e-12)
    case.number("parts", "printed 3 + 4 + 2", 9)
    case.number("printed_root", "factor of the root, printed", float(printed_root))
    case.number("root", "factor of the root, from (9) and (11)", ROOT_TERM)
    return case.finding()


@check("mnl:equation-42")
def equation_42(profile):
    """Squares √(8ᾱc/Λ) > √(16αc/Λ) + √32 c/Λ in symbols, and finds the dropped term positive."""
    case = Case()
    right = sp.sqrt(16 * ALPHA * C / EXPOSURE) + sp.sqrt(32) * C / EXPOSURE
    squared = sp.expand(right**2) * EXPOSURE / (8 * C)
    cross = sp.simplify(squared - (2 * ALPHA + 4 * C / EXPOSURE))
    case.must("the dropped term is positive", cross.is_positive)
    case.zero("4(1 + √2) − 4 = √32", 4 * (1 + sp.sqrt(2)) - 4 - sp.sqrt(32))
    case.number("dropped", "dropped term", str(cross))
    return case.finding()


@check("mnl:equation-44")
def equation_44(profile):
    """Verifies the last steps in symbols, and the whole chain on 200 random rational games."""
    case = Case()
    index = sp.Symbol("U", positive=True)  # of the list shown
    slack = (index - S) / (1 + S) - (reward(index) - reward(S))
    case.zero("the slack has the sign of U − S",
              slack - (index - S) * index / ((1 + S) * (1 + index)))  # fmt: skip
    rng = np.random.default_rng(8)
    wrong, cases = 0, 0
    for _ in range(200):
        biases = [Fraction(int(x), 8) for x in rng.integers(1, 9, 3)]
        truth = [Fraction(int(x), 8) for x in rng.integers(1, 9, 4)]
        upper = [a + Fraction(int(x), 8) for a, x in zip(truth, rng.integers(0, 6, 4), strict=True)]

        def total(action, values, biases=biases):
            return sum(b * values[item] for b, item in zip(biases, action, strict=True))

        lists = list(permutations(range(4), 3))
        best = max(total(action, truth) for action in lists)
        chosen = max(lists, key=lambda action: total(action, upper))
        shown = total(chosen, truth)
        excess = total(chosen, upper) - shown
        wrong += (best - shown) / (1 + best) > excess / (1 + best)
        wrong += reward(best) - reward(shown) > excess / (1 + shown)
        cases += 1
    case.must("no game violates (44)", wrong == 0)
    case.number("games", "games", cases)
    case.number("violations", "violations", wrong)
    return case.finding()


@check("mnl:first-shows")
def first_shows(profile):
    """Counts the epochs until every item was shown, infinite indices first, for five sizes."""
    case = Case()
    for items, positions in ((6, 4), (4, 3), (30, 6), (7, 7), (8, 1)):
        exposure, epochs = [Fraction(0)] * items, 0
        while min(exposure) == 0:
            shown = sorted(range(items), key=lambda item: exposure[item] > 0)[:positions]
            for item in shown:
                exposure[item] += 1
            epochs += 1
        case.must(f"⌈J/K⌉ epochs, J = {items}, K = {positions}",
                  epochs == math.ceil(items / positions))  # fmt: skip
    early = tuple(math.ceil(game.attraction.size / game.examination.size)
                  for game in PROBLEMS.values())  # fmt: skip
    case.printed("Λ > 0 in every epoch", min(early) == 0)
    case.number("early", "epochs with a first show in (a), (b), (c)", early)
    return case.finding()


@check("mnl:proposition-8-constants")
def proposition_8_constants(profile):
    """Computes the constants of the last display, and the step of Σ 1/√i in symbols."""
    case = Case()
    root = sp.expand((1 + sp.sqrt(2)) ** 2 * 8)
    linear = sp.expand(4 * (2 + sp.sqrt(2)))
    case.must("(1 + √2)²·8 ≤ 48", root < 48)
    case.must("4(2 + √2) ≤ 14", linear < 14)
    case.must("4·48 = 192", 4 * 48 == 192)
    case.zero("(√i − √(i−1))(√i + √(i−1)) = 1", ROOT_STEP)
    case.number("root", "(1 + √2)²·8", float(root))
    case.number("linear", "4(2 + √2)", float(linear))
    return case.finding()


@check("mnl:expected-exposure")
def expected_exposure(profile):
    """Computes the sum with and without weights over T, where all four attractions are 1."""
    case = Case()
    # an epoch ends in a round with probability 1/(1+S) and counts S: r a round
    case.zero("S/(1 + S) = 1 − 1/(1 + S)", reward(S) - 1 + 1 / (1 + S))
    bias, n_positions = Fraction(1, 10), 4  # all items of attraction 1, every list alike
    weight = bias * n_positions
    printed, weighted = n_positions / (1 + weight), weight / (1 + weight)
    case.must("the sum with weights is at most T", weighted <= 1)
    case.printed("the sum is at most T", printed <= 1)
    case.number("printed", "printed sum over T (λ ≡ 1/10, α ≡ 1, K = 4)", printed)
    case.number("weighted", "with weights", weighted)
    return case.finding()


@check("mnl:weighted-sums")
def weighted_sums(profile):
    """Verifies the two steps of the proof in symbols, and both sums on 300 random sequences."""
    case = Case()
    before, x = sp.symbols("Lambda x", positive=True)
    after = before + x
    # x/√after ≤ 2(√after − √before) as the difference of roots is x over their sum
    product = (sp.sqrt(after) - sp.sqrt(before)) * (sp.sqrt(after) + sp.sqrt(before))
    case.zero("the difference of roots", product - x)
    # x/after ≤ log(after/before): equal at x = 0, and the derivative of the difference is ≥ 0
    slope = sp.diff(sp.log(after / before) - x / after, x)
    case.zero("the logarithm's derivative", slope - x / after**2)
    rng = np.random.default_rng(5)
    roots, logs = -math.inf, -math.inf
    for _ in range(300):
        low = rng.uniform(0.01, 1)
        values = rng.choice([low, 1.0], rng.integers(2, 200), p=[0.5, 0.5])
        values[0] = rng.choice([low, 1.0])
        sums = np.cumsum(values)
        excess = (values[1:] / np.sqrt(sums[:-1])).sum() - 2 * math.sqrt(sums[-1])
        roots = max(roots, excess * math.sqrt(low))
        logs = max(logs, ((values[1:] / sums[:-1]).sum() - math.log(sums[-1] / sums[0])) * low)
    case.must("the sums of roots", roots <= 1)
    case.must("the sums of logarithms", logs <= 1)
    case.number("roots", "largest excess of roots, over λ_1/√λ_K", roots)
    case.number("logs", "largest excess of logarithms, over λ_1/λ_K", logs)
    return case.finding()


@check("mnl:proposition-8")
def proposition_8(profile):
    """Maximises √S/(1+S)^{3/2}, and lets K grow where the lower bound exceeds the print."""
    case = Case()
    squared = S / (1 + S) ** 3
    peak = sp.solve(sp.diff(squared, S), S)
    largest = sp.sqrt(squared.subs(S, peak[0]))
    case.must("the peak is at S = 1/2", peak == [sp.Rational(1, 2)])
    case.zero("its height is 2/(3√3)", largest - 2 / (3 * sp.sqrt(3)))
    case.must("it is that of our bound", abs(float(largest) - LARGEST_SHAPE) < 1e-15)
    # λ ≡ 1/K, J = 4K and T = 1000 J: M = S_K = 1, so that every policy loses √(JT)/10; the square
    # of the printed order is log(JT) JT / K.
    n_positions = sp.Symbol("K", positive=True)
    items = 4 * n_positions
    quotient = sp.Rational(1, 100) * n_positions / sp.log(items * 1000 * items)
    case.printed("lower bound over printed order is bounded",
                 sp.limit(quotient, n_positions, sp.oo) != sp.oo)  # fmt: skip
    case.number("shape", "12 max √S/(1+S)^{3/2}", 12 * float(largest))
    case.number("million", "squared lower bound over squared order, K = 10^6",
                float(quotient.subs(n_positions, 10**6)))  # fmt: skip
    case.number("billion", "the same, K = 10^9", float(quotient.subs(n_positions, 10**9)))
    return case.finding()


def useful_from(bound, game):
    """The number of rounds from which a bound is below what the worst list would lose."""

    def excess(log):
        return math.log(bound(math.exp(log)) / worst_list(game, math.exp(log)))

    return math.exp(brentq(excess, math.log(100), math.log(1e14)))


@check("mnl:proposition-8-values")
def proposition_8_values(profile):
    """Evaluates both bounds and the worst list's loss on (a), (b), (c) at the paper's horizons."""
    case = Case()
    for name, game in PROBLEMS.items():
        horizon = HORIZON["paper"][name]
        print_of = partial(printed_upper_bound, game.attraction.size, game.examination)
        ours_of = partial(upper_bound, game)
        printed, ours, most = print_of(horizon), ours_of(horizon), worst_list(game, horizon)
        case.must(f"the printed bound exceeds T, ({name})", printed > horizon)
        case.must(f"ours is between worst list and print, ({name})", most < ours < printed)
        case.number(f"printed_{name}", f"printed, ({name})", printed)
        case.number(f"ours_{name}", f"ours, ({name})", ours)
        case.number(f"worst_{name}", f"worst list, ({name})", most)
        case.number(f"useful_{name}", f"rounds from which they say something, ({name})",
                    (useful_from(print_of, game), useful_from(ours_of, game)))  # fmt: skip
    return case.finding()


@check("mnl:equation-45")
def equation_45(profile):
    """Adds up the failures of J items and two sides, and 4/l² over all epochs, in symbols."""
    case = Case()
    items, epoch = sp.symbols("J l", positive=True)
    total = 4 * sp.zeta(2)
    case.zero("P(C_l) ≤ 4/l²", items * 2 * 2 / (items * epoch**2) - 4 / epoch**2)
    case.must("Σ 4/l² ≤ 8", total < 8)
    case.number("total", "Σ 4/l²", float(total))
    return case.finding()


@check("mnl:equation-44-unknown")
def equation_44_unknown(profile):
    """Finds what a round of problem (b) loses with exact attractions and two biases confused."""
    case = Case()
    attraction = [Fraction(v, 20) for v in (1, 2, 3, 4)]
    biases = (Fraction(1), Fraction(1, 5), Fraction(9, 10))  # problem (b)
    believed = (Fraction(1), Fraction(9, 10), Fraction(1, 5))  # the last two confused

    def total(action, scale):
        return sum(b * attraction[item] for b, item in zip(scale, action, strict=True))

    lists = list(permutations(range(4), 3))
    shown = max(lists, key=lambda action: total(action, believed))
    best = max(total(action, biases) for action in lists)
    lost = reward(best) - reward(total(shown, biases))
    case.printed("the loss is within (44)", lost <= 0)
    case.number("lost", "regret of a round with exact attractions", lost)
    case.number("right", "right side of (44)", 0)
    return case.finding()


def visits(n_items, n_positions, epochs):
    """The last sum of Appendix C.2 for lists that go round, without the first shows.

    In turn l item (lK + k + ⌊lK/J⌋) mod J stands at position k, so that an item wanders through
    the positions.
    """
    plays = np.zeros((n_items, n_positions))
    total = 0.0
    places = np.arange(n_positions)
    for turn in range(epochs):
        shift = turn * n_positions
        shown = (shift + (places + shift // n_items) % n_positions) % n_items
        most = plays[shown].max(axis=1)
        total += (1 / np.sqrt(most[most > 0])).sum()
        plays[shown, places] += 1
    return total


@check("mnl:proposition-10-summation")
def proposition_10_summation(profile):
    """Computes the last sum for lists that go round, at four sizes, beside both bounds."""
    case = Case()
    # K = 1, each of J items twice: the second shows count 1 each, in 2J epochs; J² > 2J for J > 2
    smallest = visits(3, 1, 6)
    case.printed("the sum ≤ K^{3/2}·√T, J = 3, K = 1", round(smallest) ** 2 <= 6)
    case.number("smallest", "sum, J = 3, K = 1, 6 epochs", smallest)
    case.number("bound", "printed bound", 6**0.5)
    for items, positions, epochs in ((100, 1, 10_000), (30, 6, 8000), (400, 2, 4000)):
        size = f"J = {items}, K = {positions}, T = {epochs}"
        value = visits(items, positions, epochs)
        case.must(f"the sum ≤ 2K√(JT), {size}", value <= 2 * positions * np.sqrt(items * epochs))
        case.number(f"sum_{items}", f"sum over K^(3/2)·√T, {size}",
                    float(value / (positions**1.5 * np.sqrt(epochs))))  # fmt: skip
    case.zero("Σ 1/√i ≤ 2√n", ROOT_STEP)  # then Cauchy and Schwarz over the items
    printed, ours = proposition_10_bounds(30, 6, 1e6)
    case.must("the chain's end grows by 2√(J/K)",
              abs((ours - 56) / (printed - 56) - 2 * np.sqrt(30 / 6)) < 1e-9)  # fmt: skip
    return case.finding()


@check("mnl:proposition-10")
def proposition_10(profile):
    """Evaluates the end of the printed chain, and of the corrected one, on (a), (b) and (c)."""
    case = Case()
    for name, rounds in {"a": 50_000, "b": 50_000, "c": 8000}.items():
        game = PROBLEMS[name]
        printed, ours = proposition_10_bounds(game.attraction.size, game.examination.size, rounds)
        case.must(f"the correction costs, ({name})", ours > printed)
        case.number(f"printed_{name}", f"end of the printed chain with C = 1, ({name})", printed)
        case.number(f"ours_{name}", f"with its last sum corrected, ({name})", ours)
    return case.finding(holds="open", broken="undecided")


@check("mnl:proposition-10-suboptimality")
def proposition_10_suboptimality(profile):
    """Computes the factor that the maximum loses for an item shown evenly at six positions."""
    case = Case()
    positions, rounds = 6, 6 * 10
    plays = np.full(positions, rounds / positions)
    lost = np.sqrt(plays.sum() / plays.max())
    case.must("the factor is √K", abs(lost - np.sqrt(positions)) < 1e-12)
    case.number("lost", "factor lost by the maximum, K = 6", float(lost))
    return case.finding()


@check("mnl:first-upper-bound")
def first_upper_bound(profile):
    """Divides the order of Proposition 10 by that of Corollary 19, in symbols."""
    case = Case()
    J, K, T = sp.symbols("J K T", positive=True)
    ratio = sp.simplify(K**2 * sp.sqrt(J * T) / sp.sqrt(J * K * T))
    case.zero("Corollary 19 is smaller by K^{3/2}", ratio - K ** sp.Rational(3, 2))
    case.printed("no bound of the paper is smaller, K = 6", ratio.subs(K, 6) <= 1)
    case.number("ratio", "ratio of the orders, K = 6", float(ratio.subs(K, 6)))
    return case.finding()
