"""Appendix C: Propositions 8 and 10, step by step; the repair of the first, and its values."""

import math
from fractions import Fraction
from functools import cache, partial
from itertools import permutations

import numpy as np
import sympy as sp
from scipy.optimize import brentq

from clickbandits.mnl.bounds import (
    LARGEST_SHAPE,
    ROOT_TERM,
    lower_bound,
    printed_upper_bound,
    upper_bound,
    worst_list,
)
from clickbandits.mnl.concentration import lemma_4_confidence, predictable_factor
from clickbandits.mnl.estimators import fit_algorithm_1
from compendium.case import Twin, check
from compendium.mnl.experiments import HORIZON, PROBLEMS

BEST, S, ALPHA, C, EXPOSURE, N = sp.symbols("S_best S alpha c Lambda n", positive=True)
ROOT_STEP = (sp.sqrt(N) - sp.sqrt(N - 1)) * (sp.sqrt(N) + sp.sqrt(N - 1)) - 1
"""Zero, so that 1/√n ≤ 2/(√n + √(n−1)) = 2(√n − √(n−1)), and Σ 1/√i over i ≤ n is ≤ 2√n."""


def reward(total):
    """S / (1 + S)."""
    return total / (1 + total)


def expected_sums(horizon, weights, choose):
    """Means over a game with lists of one item: (regret, completed, begun, S completed, S begun).

    The second and third are the sums of (S* − S_l)/(1 + S*) over the epochs completed and begun,
    the last two those of S_l. `choose` finds the item of an epoch from the clicks of those before.
    """
    best = max(weights)
    totals = [Fraction(0)] * 5

    def play(left, chance, before, clicks):
        item = choose(before)
        shown = weights[item]
        loss = (best - shown) / (1 + best)
        if clicks == 0:  # an epoch begins
            totals[2] += chance * loss
            totals[4] += chance * shown
        totals[0] += chance * (reward(best) - reward(shown))
        ends = chance / (1 + shown)
        totals[1] += ends * loss
        totals[3] += ends * shown
        if left > 1:
            play(left - 1, ends, (*before, clicks), 0)
            play(left - 1, chance - ends, before, clicks + 1)

    play(horizon, Fraction(1), (), 0)
    return totals


FIRST_MOVES = 11, 20, Fraction(1, 100)
"""An epoch, J and the smaller of two biases; ten epochs before have shown two new items each."""


def chance_below(epoch, items, small):
    """Bounds on the probability of not exceeding (41) with the epoch counted, and on a gap that must be > 0.

    The ten items seen at the small bias have indices of at least 4c/λ_K. Unless one of the other
    ten exceeds this, which requires more clicks in one epoch than its estimate's share of it, two of
    the ten are shown, one of them at bias 1, and the interval of (41) then ends far below its index.
    """
    level = math.log(items * epoch**2 / 2)
    index = 4 * level / float(small)
    clicks = index / 2  # ᾱ + √(4c) + 4c > index needs more, with Λ = 1
    largest = 1 + 6.83 * math.sqrt(level) + 4 * (2 + math.sqrt(2)) * level
    room = min(index - largest, index - clicks - math.sqrt(4 * level) - 4 * level)
    return Fraction(items // 2, 2 ** math.floor(clicks)), room  # attractions are at most 1


# the root's factor √8 is that of the index at ᾱ = α ≤ 1/2, which it exceeds half of the time
@check("mnl:equation-41", root_factor=Twin(2.8), twice=Twin(Fraction(21, 10), step="equation-42"))
def equation_41(case, failures=9, root_factor=6.83, twice=2):
    epoch, n_items, small = FIRST_MOVES
    below, room = chance_below(epoch, n_items, small)
    case.must("the index is above the printed interval", room > 0)
    paths = predictable_factor(epoch, lemma_4_confidence(n_items, epoch))
    most = Fraction(failures, epoch)
    case.reading(
        "the index is made from the clicks and the exposure Λ_{j,l} of the same epochs",
        Fraction(8 * int(paths) + 2, epoch**2) <= most,
    )
    case.reading("the index of epoch l, made before it, against Λ_{j,l}", 1 - below <= most)
    case.number("moved", "P(B_11), J = 20, λ = (1, 1/100), with Λ_{j,l}, at least", float(1 - below))
    epochs = np.arange(2, 100_000)
    for items in (2, 3, 10, 1000):
        # (9) and (10), both sides each, and (11), an item; N is the price of adaptive lists
        paths = predictable_factor(epochs, np.maximum(lemma_4_confidence(items, epochs), 1.001))
        ours = (8 * paths + 2) / epochs**2.0
        case.must(f"P(B_l) ≤ 9/l, J = {items}", np.all(np.minimum(1, ours) <= failures / epochs))
    root = sp.sqrt(4 * ALPHA * C / EXPOSURE) + sp.sqrt(16 * ALPHA * C / EXPOSURE)
    linear = 4 + 4 + sp.sqrt(32)
    case.zero("the root's factor", root / sp.sqrt(ALPHA * C / EXPOSURE) - ROOT_TERM)
    case.must("factor of the root, printed", root_factor > ROOT_TERM, printed_root=root_factor)
    case.zero("the linear factor is the printed one", linear - 4 * (2 + sp.sqrt(2)))
    case.number("root", "factor of the root, from (9) and (11)", ROOT_TERM)

    squares = case.step("equation-42")
    right = sp.sqrt(16 * ALPHA * C / EXPOSURE) + sp.sqrt(32) * C / EXPOSURE
    dropped = sp.simplify(sp.expand(right**2) * EXPOSURE / (8 * C) - (twice * ALPHA + 4 * C / EXPOSURE))
    squares.must("the dropped term is positive", dropped.is_positive, dropped=str(dropped))
    squares.zero("4(1 + √2) − 4 = √32", 4 * (1 + sp.sqrt(2)) - 4 - sp.sqrt(32))


@check("mnl:equation-44", chooses=Twin(min), side=Twin(-1))
def equation_44(case, chooses=max, side=1):
    index = sp.Symbol("U", positive=True)  # of the list shown
    slack = (index - S) / (1 + S) - (reward(index) - reward(S))
    case.zero("the slack has the sign of U − S", slack - (index - S) * index / ((1 + S) * (1 + index)))
    rng = np.random.default_rng(8)
    losses, violations = [], 0
    for _ in range(200):
        biases = [Fraction(int(x), 8) for x in rng.integers(1, 9, 3)]
        truth = [Fraction(int(x), 8) for x in rng.integers(1, 9, 4)]
        upper = [
            max(a + side * Fraction(int(x), 8), Fraction(0))
            for a, x in zip(truth, rng.integers(0, 6, 4), strict=True)
        ]

        def total(action, values, biases=biases):
            return sum(b * values[item] for b, item in zip(biases, action, strict=True))

        lists = list(permutations(range(4), 3))
        best = max(total(action, truth) for action in lists)
        chosen = chooses(lists, key=lambda action: total(action, upper))
        shown = total(chosen, truth)
        excess = total(chosen, upper) - shown
        # both sides are over 1 + S*, and here over 1 + S
        violations += best - shown > excess
        violations += (reward(best) - reward(shown)) * (1 + shown) > excess
        losses.append((best - shown) / excess if excess else 0)
    case.number("games", "games", len(losses))
    case.must("violations", violations == 0, violations=violations)
    case.must("some loss is more than half of its bound", max(losses) > Fraction(1, 2))


@check("mnl:first-shows", all_epochs=Twin(False, "holds"), rounding=Twin(math.floor))
def first_shows(case, all_epochs=True, rounding=math.ceil):
    problems = [(g.attraction.size, g.examination.size) for g in PROBLEMS.values()]
    for items, positions in ((6, 4), (4, 3), (30, 6), (7, 7), (8, 1), *problems):
        exposure, first = [0] * items, []
        for _ in range(2 * math.ceil(items / positions)):  # the index falls with the exposure
            shown = sorted(range(items), key=lambda item: exposure[item])[:positions]
            first.append(any(exposure[item] == 0 for item in shown))
            for item in shown:
                exposure[item] += 1
        size = f"J = {items}, K = {positions}"
        case.must(f"at most ⌈J/K⌉ epochs, {size}", sum(first) <= rounding(items / positions))
        counted = first if all_epochs else first[math.ceil(items / positions) :]
        case.printed(f"Λ > 0 in the epochs summed, {size}", not any(counted))


@check("mnl:expected-exposure", weighted=Twin(True, "holds"), factor=Twin(Fraction(19, 20)))
def expected_exposure(case, weighted=False, factor=1):
    # an epoch ends in a round with probability 1/(1+S) and counts S: r a round
    case.zero("S/(1 + S) = 1 − 1/(1 + S)", reward(S) - 1 + 1 / (1 + S))
    rounds = 6
    bias, n_positions = Fraction(1, 10), 4  # all items of attraction 1, every list alike
    weight = bias * n_positions
    counted = expected_sums(rounds, (weight,), lambda before: 0)[3]
    attractions = counted if weighted else counted / bias
    most = factor * reward(weight) * rounds
    case.must("the sum with weights is at most r(a*)T", counted <= most)
    case.must("the printed sum is at most r(a*)T/λ_K", counted / bias <= most / bias)
    # λ ≡ 1, α ≡ 1, K = 4: one round begins an epoch of weight 4 and ends it with probability 1/5
    for last in range(1, rounds + 1):
        *_, completed, begun = expected_sums(last, (Fraction(4),), lambda before: 0)
        case.must(f"λ ≡ 1, completed by T = {last}", completed <= last)
        case.must(f"λ ≡ 1, begun by T = {last}", completed < begun <= completed + n_positions)
    case.printed("the sum is at most T", attractions <= rounds)
    printed = counted / bias / rounds
    case.number("printed", "printed sum over T (λ ≡ 1/10, α ≡ 1, K = 4)", printed)
    case.number("weighted", "with weights", counted / rounds)


@check(
    "mnl:proposition-8",
    rounds=Twin(Fraction(49, 100), "corrected"),
    constant=Twin(4.6),
    ours_over=Twin("begun", step="regret-by-epochs"),
    most=Twin(Fraction(1, 5), step="worst-epoch"),
    of_root=Twin(46, step="proposition-8-constants"),
    of_linear=Twin(13.5, step="proposition-8-constants"),
    of_roots=[Twin(1.9, step="proposition-8-constants"), Twin(1.9, step="weighted-sums")],
    of_logs=[Twin(0.9, step="proposition-8-constants"), Twin(0.9, step="weighted-sums")],
)
def proposition_8(
    case,
    rounds=Fraction(1, 2),
    constant=4.62,
    ours_over="completed",
    most=1,
    of_root=48,
    of_linear=14,
    of_roots=2,
    of_logs=1,
):
    squared = S / (1 + S) ** 3
    peak = sp.solve(sp.diff(squared, S), S)
    largest = sp.sqrt(squared.subs(S, peak[0]))
    case.must("the peak is at S = 1/2", peak == [sp.Rational(1, 2)])
    case.zero("its height is 2/(3√3)", largest - 2 / (3 * sp.sqrt(3)))
    case.must("it is that of our bound", abs(float(largest) - LARGEST_SHAPE) < 1e-15)
    case.must("the leading term's constant", 12 * largest <= sp.Rational(str(constant)))
    # λ ≡ 1/K, J = 4K and T = 1000 J², a long horizon: M = S_K = 1, so every policy loses
    # √(JT)/10; the square of the printed order is log(JT) JT λ_1²/λ_K
    n_positions = sp.Symbol("K", positive=True)
    items = 4 * n_positions
    horizon = 1000 * items**2
    extra = 1 - 2 * sp.S(rounds)  # of the power of JT in the squared order
    quotient = n_positions * (items * horizon) ** extra / (100 * sp.log(items * horizon))
    short = items * sp.log(items * n_positions * horizon) ** 3 / horizon
    case.must("T ≥ J log³(JKT) for all large K", sp.limit(short, n_positions, sp.oo) == 0)
    # our bound at a fixed problem: the square of its leading term, over that of the printed order
    long = sp.Symbol("T", positive=True)
    settled = sp.log(4 * long**2 / 2) / sp.log(4 * long) * (4 * long) ** extra
    case.reading("an order for each problem by itself", sp.limit(settled, long, sp.oo) != sp.oo)
    under = sp.limit(quotient / n_positions, n_positions, sp.oo) != sp.oo
    case.reading("one constant for all problems, the largest bias under the root", under)
    before = sp.limit(quotient, n_positions, sp.oo) != sp.oo
    case.reading("one constant for all problems, the largest bias before the root", before)
    case.number("shape", "12 max √S/(1+S)^{3/2}", 12 * float(largest))
    million, billion = (float(quotient.subs(n_positions, size)) for size in (10**6, 10**9))
    case.number("million", "squared lower bound over squared order, K = 10^6", million)
    case.number("billion", "the same, K = 10^9", billion)

    by_epochs, loss = case.step("regret-by-epochs"), (BEST - S) / (1 + BEST)
    by_epochs.zero("a term is (S* − S)/(1 + S*)", (1 + S) * (reward(BEST) - reward(S)) - loss)
    # the better item after an epoch with clicks, the worse one after none
    lost, completed, begun, *_ = expected_sums(
        6, (Fraction(1), Fraction(1, 4)), lambda before: 0 if before and before[-1] else 1
    )
    sums = {"begun": begun, "completed": completed}
    by_epochs.must(f"the sum over the epochs {ours_over}", sums[ours_over] == lost)
    by_epochs.must("the sum over the epochs begun is an upper bound", begun >= lost, begun=float(begun))
    by_epochs.reading("L counts the epochs completed", completed == lost)
    by_epochs.reading("L counts the epoch that the horizon cuts, too", begun == lost)
    by_epochs.number("lost", "regret of six rounds", float(lost))

    worst = case.step("worst-epoch")
    worst.zero("r(a*) exceeds the loss by S/(1 + S*)", reward(BEST) - loss - S / (1 + BEST))
    size = sp.Symbol("K", positive=True)  # S* ≤ K
    spare = sp.expand(most * (size + 1) ** 2 - size)
    worst.must("K/(K + 1) is at most K + 1", spare.is_positive)

    constants = case.step("proposition-8-constants")
    root, linear = sp.expand((1 + sp.sqrt(2)) ** 2 * 8), sp.expand(4 * (2 + sp.sqrt(2)))
    constants.must("(1 + √2)²·8 ≤ 48", root <= of_root, root=float(root))
    constants.must("4(2 + √2) ≤ 14", linear <= of_linear, linear=float(linear))
    constants.zero("(√i − √(i−1))(√i + √(i−1)) = 1", ROOT_STEP)
    # 1/n ≤ log(n/(n − 1)): with x = 1/n the difference is 0 at 0 and its derivative x/(1 − x)
    before, x = sp.symbols("Lambda x", positive=True)
    constants.zero("the step of Σ 1/i", sp.diff(-sp.log(1 - x) - x, x) - x / (1 - x))
    n = np.arange(1, 10**4 + 1)
    constants.must("Σ 1/√i ≤ 2√n", np.all(np.cumsum(1 / np.sqrt(n)) <= of_roots * np.sqrt(n)))
    constants.must("Σ 1/i ≤ log n + 1", np.all(np.cumsum(1 / n) <= np.log(n) + of_logs))

    weighted, after = case.step("weighted-sums"), before + x
    # x/√after ≤ 2(√after − √before) as the difference of roots is x over their sum
    product = (sp.sqrt(after) - sp.sqrt(before)) * (sp.sqrt(after) + sp.sqrt(before))
    weighted.zero("the difference of roots", product - x)
    # x/after ≤ log(after/before): equal at x = 0, and the derivative of the difference is ≥ 0
    slope = sp.diff(sp.log(after / before) - x / after, x)
    weighted.zero("the logarithm's derivative", slope - x / after**2)
    rng, excesses = np.random.default_rng(5), []
    for _ in range(300):
        values = rng.choice([rng.uniform(0.01, 1), 1.0], rng.integers(2, 2000))
        values /= max(values)
        low, sums = min(values), np.cumsum(values)
        roots = (values[1:] / np.sqrt(sums[:-1])).sum() - of_roots * math.sqrt(sums[-1])
        logs = (values[1:] / sums[:-1]).sum() - of_logs * math.log(sums[-1] / sums[0])
        excesses.append((roots * math.sqrt(low), logs * low))
    roots, logs = map(float, np.max(excesses, axis=0))
    weighted.must("largest excess of roots, over λ_1/√λ_K", roots <= 1, roots=roots)
    weighted.must("largest excess of logarithms, over λ_1/λ_K", logs <= 1, logs=logs)


def useful_from(bound, game):
    """The number of rounds from which on a bound is below the loss of the worst list."""

    def excess(log):
        return math.log(bound(math.exp(log)) / worst_list(game, math.exp(log)))

    return math.exp(brentq(excess, math.log(100), math.log(1e14)))


@check("mnl:proposition-8-values", longer=Twin(13))
def proposition_8_values(case, longer=1):
    for name, game in PROBLEMS.items():
        horizon = longer * HORIZON["paper"][name]
        print_of = partial(printed_upper_bound, game.attraction.size, game.examination)
        ours_of = partial(upper_bound, game)
        printed, ours, most = print_of(horizon), ours_of(horizon), worst_list(game, horizon)
        case.must(f"printed, ({name})", printed > horizon, **{f"printed_{name}": printed})
        case.must(f"ours, ({name})", most < ours < printed, **{f"ours_{name}": ours})
        case.number(f"worst_{name}", f"worst list, ({name})", most)
        for which, bound in (("printed", print_of), ("ours", ours_of)):
            key, label = f"from_{which}_{name}", f"rounds from which the bound is useful, {which}, ({name})"
            case.number(key, label, useful_from(bound, game))


ATTRACTION = [Fraction(v, 20) for v in (1, 2, 3, 4)]
BIASES = (Fraction(1), Fraction(1, 5), Fraction(9, 10))
"""The attractions and biases of problem (b)."""
SWAPPED = (Fraction(1), Fraction(9, 10), Fraction(1, 5))
ORDERED = (Fraction(1), Fraction(1, 10), Fraction(3, 10))
"""Biases that a policy believes, first in the wrong order and then in the right one."""
BELIEFS = [Fraction(v, 10) for v in range(1, 10)]


@cache
def visits(n_items, n_positions, epochs):
    """The last sum of Appendix C.2 for rotating lists, without the first shows.

    In turn l item (lK + k + ⌊lK/J⌋) mod J is at position k, so an item moves through
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


def proposition_10_bounds(n_items, n_positions, horizon, constant=1.0):
    """The end of the chain of Proposition 10, as published and with its last sum corrected.

    8(K+1) + 12 K² √(C JT log(JT²)) and 8(K+1) + 24 J K^{3/2} √(C T log(JT²)), if Corollary 6
    and Lemma 7 (with its constant C) were true, which they are not.
    """
    root = math.sqrt(constant * horizon * math.log(n_items * horizon**2))
    early = 8 * (n_positions + 1)
    printed = early + 12 * n_positions**2 * math.sqrt(n_items) * root
    return printed, early + 24 * n_items * n_positions**1.5 * root


@check(
    "mnl:proposition-10",
    holds="open",
    broken="undecided",
    most=Twin(6.5, step="equation-45"),
    sides=Twin(3, step="equation-45"),
    believed=Twin(ORDERED, "holds", "equation-44-unknown"),
    ordered=Twin(False, step="equation-44-unknown"),
    printed_sum=Twin("2K√(JT)", "holds", "proposition-10-summation"),
    factor=Twin(1.9, step="proposition-10-summation"),
)
def proposition_10(case, most=8, sides=2, believed=SWAPPED, ordered=True, printed_sum="K^{3/2}√T", factor=2):
    for name, game in PROBLEMS.items():
        items, positions = game.attraction.size, game.examination.size
        printed, ours = proposition_10_bounds(items, positions, HORIZON["paper"][name])
        case.must(f"the correction costs, ({name})", ours > printed)
        case.number(f"printed_{name}", f"end of the printed chain with C = 1, ({name})", printed)
        case.number(f"ours_{name}", f"with its last sum corrected, ({name})", ours)

    granted = case.step("equation-45")
    items, epoch = sp.symbols("J l", positive=True)
    total = 4 * sp.zeta(2)
    spare = sp.simplify(4 / epoch**2 - items * sides * 2 / (items * epoch**2))
    granted.must("P(C_l) ≤ 4/l²", spare.is_nonnegative)
    granted.must("Σ 4/l² ≤ 8", total < most, total=float(total))

    unknown = case.step("equation-44-unknown")
    lists = list(permutations(range(4), 3))

    def weight(action, biases):
        return sum(b * ATTRACTION[item] for b, item in zip(biases, action, strict=True))

    def loss(beliefs):
        shown = max(lists, key=lambda action: weight(action, beliefs))
        return reward(max(weight(action, BIASES) for action in lists)) - reward(weight(shown, BIASES))

    beliefs = [
        (Fraction(1), low, high) for low, high in permutations(BELIEFS, 2) if low < high or not ordered
    ]
    unknown.must("nothing is lost where the order is right", all(loss(each) == 0 for each in beliefs))
    unknown.printed("the loss is within (44)", loss(believed) <= 0)
    unknown.number("lost", "regret of a round with exact attractions", loss(believed))

    last = case.step("proposition-10-summation")
    # K = 1, each of J items twice: the second shows count 1 each, in 2J epochs; J² > 2J for J > 2
    smallest = visits(3, 1, 6)
    last.must("sum, J = 3, K = 1, 6 epochs", smallest == 3, smallest=smallest)
    right = {"K^{3/2}√T": 6**0.5, "2K√(JT)": 2 * 18**0.5}[printed_sum]
    last.printed("the sum is within the printed bound, J = 3, K = 1, T = 6", smallest <= right)
    for items, positions, epochs in ((1, 1, 10_000), (100, 1, 10_000), (30, 6, 8000), (400, 2, 4000)):
        size, value = f"J = {items}, K = {positions}, T = {epochs}", visits(items, positions, epochs)
        last.must(f"the sum ≤ 2K√(JT), {size}", value <= factor * positions * np.sqrt(items * epochs))
        share = float(value / (positions**1.5 * np.sqrt(epochs)))
        last.number(f"sum_{items}", f"sum over K^(3/2)·√T, {size}", share)
    last.zero("Σ 1/√i ≤ 2√n", ROOT_STEP)  # then Cauchy and Schwarz over the items
    chain, ours = proposition_10_bounds(30, 6, 1e6)
    grows = abs((ours - 56) / (chain - 56) - factor * np.sqrt(30 / 6)) < 1e-9
    last.must("the chain's end grows by 2√(J/K)", grows)


@check(
    "mnl:proposition-10-one-position",
    constant=Twin(Fraction(1, 50)),  # below what every policy loses
    power=Twin(Fraction(11, 10)),
)
def proposition_10_one_position(case, constant=14, power=1):
    # after i shows the clicks are short of iα by √(36 c i) with probability e^{−36ci/(2V)}, V ≤ 2i
    exponent = 36 * C * N / (2 * ALPHA * (1 + ALPHA) * N)
    case.zero("the exponent is 9c at α = 1", exponent.subs(ALPHA, 1) - 9 * C)
    case.must("and falls with α", sp.diff(exponent, ALPHA).is_negative)
    # J l (Jl²)^{−9} ≤ l^{−17} over the epochs from the second on, at most 1/2 lost in each
    failures = (sp.zeta(17) - 1) / 2
    # over √(JTc), c = log(JT²) ≥ log 8: the radii, the means above, the first shows, the failures
    case.must("1 + log T ≤ c at T = 2, J = 2", 1 + sp.log(2) <= sp.log(8))
    parts = 12 + sp.sqrt(2) + (sp.Rational(1, 2) + failures) / sp.sqrt(sp.log(8))
    case.must("regret over √(JT log(JT²)) at most", parts <= sp.Rational(constant), parts=float(parts))
    least = lower_bound(4, [1.0], 4000).value / math.sqrt(16_000 * math.log(4 * 4000**2))
    case.must("no policy does with less than", least <= constant, least=least)
    clicks, plays = np.array([[1.0], [3.0], [7.0]]), np.array([[3.0], [4.0], [9.0]])
    fit = fit_algorithm_1(clicks, plays)
    moves = fit_algorithm_1(clicks + 1, plays).attraction - fit.attraction  # items by themselves
    squares = plays[:, 0] * moves**2
    case.must("the estimate is N/Ñ", np.allclose(fit.attraction, (clicks / plays)[:, 0]))
    case.must("β² is 1/Ñ", np.allclose(squares, 1 / plays[:, 0] ** float(power)))
