"""Appendix D: the hard instances, Lemmas 17 and 18 and Proposition 9, and a bound with its constant."""

from fractions import Fraction
from itertools import permutations, product

import numpy as np
import sympy as sp
from flint import arb

from clickbandits.mnl.bounds import LARGEST_SHAPE, flat_weight, lower_bound, upper_bound
from clickbandits.mnl.model import problem
from compendium.balls import ball
from compendium.case import Twin, check

ROUNDING = 1e-12
"""The relative difference that is allowed between floating-point sums."""
LEADING = 12 * LARGEST_SHAPE
"""The constant of our upper bound's leading term."""
RANDOM_INSTANCES = {"quick": 400, "paper": 2000}
FAMILIES = {
    "1": np.ones(8),
    "1/k": 1 / np.arange(1.0, 9),
    "1/10": np.full(8, 0.1),
    "0.7^k": 0.7 ** np.arange(8),
}
PRIORS = np.linspace(0.1, 0.9, 17)
FLATTENED = np.minimum(1, 50 / np.arange(1, 10**5))
"""Biases for which M is little more than S_{K,2}/2."""

TOTAL, X, D = sp.symbols("D x d", positive=True)  # 1 + S, the item's weight, what is added to it
BACKWARD = sp.log(1 + D / TOTAL) - X / TOTAL * sp.log(1 + D / X)
"""KL(Q ‖ P), where P adds d to a weight x of the multinomial logit Q: ≤ d²/(2xD)."""
CURVATURE = X / (TOTAL * (X + D) ** 2) - 1 / (TOTAL + D) ** 2
"""Its second derivative in d, at most 1/(xD)."""


def divergence(weights, place, added):
    """KL(P ‖ Q) and KL(Q ‖ P) in balls: P adds to one weight of the multinomial logit Q."""
    total = 1 + sum(weights)
    whole, old, new = (ball(v) for v in (total, weights[place], weights[place] + added))
    larger = ball(total + added)
    change, step = (larger / whole).log(), (new / old).log()
    return new / larger * step - change, change - old / whole * step


def instance(rng):
    """Random rational biases, ε, and the slots n' (in a) and n (in a'), at S_{K,2} > 1."""
    while True:
        size = int(rng.integers(2, 7))
        biases = [Fraction(1)] + [Fraction(int(v), 20) for v in rng.integers(1, 21, size - 1)]
        if sum(v * v for v in biases) > 1:
            epsilon = Fraction(int(rng.integers(1, 51)), 100)
            return biases, epsilon, int(rng.integers(size)), int(rng.integers(size))


@check(
    "mnl:lemma-17",
    constant=[Twin(Fraction(6, 25)), Twin(Fraction(13, 50))],
    factor=Twin(Fraction(19, 20), step="lemma-18"),
    positions=Twin(3900, "holds", "lemma-17-terms"),
    denominator=Twin(Fraction(21, 10), step="lemma-17-terms"),
)
def lemma_17(case, constant=Fraction(1, 4), factor=1, positions=10_001, denominator=2):
    forward = (X + D) / (TOTAL + D) * sp.log(1 + D / X) - sp.log(1 + D / TOTAL)
    slope = (TOTAL - X) / (TOTAL + D) ** 2 * sp.log(1 + D / X)  # ≤ d/(xD), by log(1+y) ≤ y
    case.zero("KL(P ‖ Q)'", sp.diff(forward, D) - slope)
    case.zero("KL(Q ‖ P)''", sp.diff(BACKWARD, D, 2) - CURVATURE)
    case.zero(
        "both vanish at d = 0, and KL(Q ‖ P)'",
        *(v.subs(D, 0) for v in (forward, BACKWARD, sp.diff(BACKWARD, D))),
    )
    # D ≥ 2 since the base weights sum to 1: KL ≤ d²/(2xD) ≤ d²/(4x), d²/x = ε² λ_n λ_n'² S_K/S²
    sharp = sp.limit(sp.limit(forward / (D**2 / X), D, 0).subs(TOTAL, 2), X, 0)
    case.zero("the best constant is 1/4", sharp - constant, best=constant)
    rng = np.random.default_rng(17)
    ratios, violated = [], 0
    for _ in range(RANDOM_INSTANCES[case.profile]):
        biases, epsilon, home, shown = instance(rng)
        first, second = sum(biases), sum(v * v for v in biases)
        weights = [v / first for v in biases]
        added = epsilon * biases[home] * biases[shown] / second
        unit = epsilon**2 * biases[shown] * biases[home] ** 2 * first / second**2
        for value in divergence(weights, shown, added):
            violated += not value < ball(unit * constant)
            ratios.append(float(value / ball(unit)))
    largest = max(ratios)
    case.must("largest ratio in random instances", largest < constant, largest=largest)
    case.must("instances above 1/4", violated == 0, violated=violated)

    squares = case.step("lemma-18")
    p, q, ratio = sp.symbols("p q r", positive=True)
    # p log(p/q) ≤ p(p/q − 1), whose sum is that of (p−q)²/q as Σp = Σq, since the rest is linear
    squares.zero("a term is (p − q)²/q + p − q", p * (p / q - 1) - factor * (p - q) ** 2 / q - (p - q))
    gap = ratio - 1 - sp.log(ratio)
    squares.must("r − 1 − log r is stationary at 1 only", sp.solve(sp.diff(gap, ratio)) == [1])
    squares.zero("it is 0 there", gap.subs(ratio, 1))
    squares.zero("its second derivative is 1/r²", sp.diff(gap, ratio, 2) - 1 / ratio**2)

    terms = case.step("lemma-17-terms")
    other, after = sp.Symbol("y", positive=True), TOTAL + D
    clicked = ((X + D) / after - X / TOTAL) ** 2 / (X / TOTAL)
    term = (other / after - other / TOTAL) ** 2 / (other / TOTAL)
    rest = term.subs(other, TOTAL - X)  # the no-click and the other slots together
    terms.zero("a term is yd²/(D(D + d)²)", term - other * D**2 / (TOTAL * after**2))
    terms.zero("their sum is d²(D − x)/(x(D + d)²)", clicked + rest - D**2 * (TOTAL - X) / (X * after**2))
    # d²(D − x)/(x(D + d)²) is largest at x = d = 0 and falls with D ≥ 2 there
    share = ((TOTAL - X) / after**2).subs({X: 0, D: 0})
    terms.must("the share falls with D", sp.diff(share, TOTAL).is_negative)
    terms.must("their sum is at most d²/(2x)", share.subs(TOTAL, 2) == sp.S(1) / denominator)
    # y ≤ λ_k(1/S_K + 1/(2 S_{K,2})) ≤ (3/2) λ_k S_K/S_{K,2}; the factors at D = 2, d = x = 0
    corner = {TOTAL: 2, D: 0, X: 0}
    at_rest = sp.cancel(term / D**2).subs(other, 1).subs(corner)
    here = sp.cancel(clicked * X / D**2).subs(corner)
    for name, ours, eighths in (
        ("no click", at_rest, 1),
        ("another slot", at_rest * 3 / 2, 7),
        ("the slot itself", here, 9),
    ):
        terms.must(f"the printed bound, {name}", ours <= sp.Rational(eighths, 8))
    n_small, small = positions - 1, Fraction(1, 200)
    first, second = 1 + n_small * small, 1 + n_small * small**2
    summed = Fraction(1, 8) + Fraction(7, 8) * (first - 1) * first / second + Fraction(9, 8) * first
    terms.printed("their sum is at most (49)", summed <= 17 * first)
    label = "printed sum over (49), λ = (1, 0.005, …), K = 10,001"
    terms.number("summed", label, float(summed / (17 * first)))


def bayes_regret(horizon, base, bonus, prior):
    """Least mean regret over two problems with K = 1: one item is known, the other base or base + 2 bonus.

    The known item, of attraction base + bonus, gives no information. An optimal policy shows the other
    one first and stops for good, at a time determined by a dynamic program over its clicks.
    """
    low, middle, high = ((base + k * bonus) / (1 + base + k * bonus) for k in range(3))
    clicks = np.arange(horizon + 1)  # more than were played are never reached
    ahead = 0.0 * clicks
    for played in reversed(range(horizon)):
        plain = prior * low**clicks * (1 - low) ** (played - clicks)
        special = (1 - prior) * high**clicks * (1 - high) ** (played - clicks)
        stop = (horizon - played) * special * (high - middle)
        ahead = np.minimum(stop, plain * (middle - low) + ahead + np.roll(ahead, -1))
    return float(ahead[0])


@check(
    "mnl:lower-bound-sharper",
    constant=Twin(32),  # more than T at equal biases
    half=Twin(0.51, step="flat-weight"),
    one=Twin(0.9, step="flat-weight"),
)
def lower_bound_sharper(case, constant=0.1, half=0.5, one=1):
    # one round: KL(Q ‖ P) has second derivative ≤ 1/(xD) in d = 2γλ, x = βλ
    case.zero("the divergence starts at 0, flat", BACKWARD.subs(D, 0), sp.diff(BACKWARD, D).subs(D, 0))
    case.zero("its second derivative", sp.diff(BACKWARD, D, 2) - CURVATURE)
    base, bonus, bias, a = sp.symbols("beta gamma lambda a", positive=True)
    case.zero(
        "a round's divergence",
        (D**2 / (2 * X * TOTAL)).subs({D: 2 * bonus * bias, X: base * bias})
        - (2 * bonus) ** 2 * bias / (2 * base * TOTAL),
    )
    # with η = (2/3)√(3a) and Y = V/(3a): aY + Vη√(Y/V) = V
    eta = sp.Rational(2, 3) * sp.sqrt(3 * a)
    case.zero("the choice of γ balances", a * (1 / (3 * a)) + eta * sp.sqrt(1 / (3 * a)) - 1)
    # the constant at a = 4/3, n = 3J/4, s = βS_K = 1/2, κ = 2S_K/3: 1/9 before S* is perturbed
    value = (eta / (3 * a)).subs(a, sp.Rational(4, 3)) * sp.Rational(3, 4)
    case.zero("the constant is 1/9", value / sp.Rational(9, 4) - sp.Rational(1, 9))
    # T as large as stated: γ² ≤ J/(S_K M T), so S* ≤ 1/2 + 2γS_K ≤ 1/2 + 2/√1000
    perturbed = 0.25 / (1.5 + 2 / np.sqrt(1000)) ** 2
    case.must("perturbed it is at least 1/10", perturbed >= constant)
    for horizon in (100, 400):
        bound = lower_bound(2, [1.0], horizon)
        best = max(bayes_regret(horizon, bound.base, bound.bonus, w) for w in PRIORS)
        case.number(f"bound_{horizon}", f"lower bound, T = {horizon}", bound.value)
        case.must(
            f"the best policy loses at least, T = {horizon}", bound.value <= best, **{f"best_{horizon}": best}
        )
    for name, biases in FAMILIES.items():
        items, scale = 32, flat_weight(biases) / max(1.0, biases.sum())
        horizon = 1000 * items / scale
        share = lower_bound(items, biases, horizon).value / np.sqrt(scale * items * horizon)
        case.must(f"the bound has its constant, λ = {name}", share >= constant)

    flat = case.step("flat-weight")
    k, q, m = sp.symbols("k q M", positive=True)
    middle = sp.Rational(1, 2)
    # 1/k² < 1/(k−1/2) − 1/(k+1/2), so the sum over k > q is below 1/(q+1/2)
    flat.zero("1/(k² − 1/4) telescopes", 1 / (k - middle) - 1 / (k + middle) - 1 / (k**2 - middle**2))
    gap = q + m**2 / (q + middle) - 2 * m
    ends = (gap.subs(m, end) + (q / 2) / (q + middle) for end in (q, q + 1))
    flat.zero("the gap at both ends of [q, q + 1]", *ends)
    flat.must("the gap is convex in M", sp.diff(gap, m, 2).is_positive)
    flat.must("π²/6 < 2", sp.pi**2 / 6 < 2)  # if M < 1: λ_k ≤ M/k for all k
    rng = np.random.default_rng(3)
    tried = [rng.random(rng.integers(1, 60)) ** rng.integers(1, 6) for _ in range(300)]
    for biases in (*tried, FLATTENED):
        weight, total = flat_weight(np.sort(biases)), biases.sum()
        flat.must("M ≥ S_{K,2}/2", weight >= half * (biases**2).sum())
        flat.must("M ≤ S_K", weight <= total * (1 + ROUNDING))
        flat.must("M ≥ S_K/(1 + log K)", weight * (one + np.log(biases.size)) >= total * (1 - ROUNDING))


# λ = (1, 1/2), S_K = 3/2, S_{K,2} = 5/4, ε = 1/5, a = (1, 2); items 3 and 4 have no bonus
PLAIN = Fraction(2, 3)
BONUS = Fraction(1, 5) * 1 / Fraction(5, 4)


def round_law(first):
    """Probabilities of no click, of a click at slot 1 and of a click at slot 2, which has no bonus."""
    weights = Fraction(1), first, Fraction(1, 2) * PLAIN
    return tuple(weight / sum(weights) for weight in weights)


def two_rounds(first, again_after):
    """The nine outcomes' probabilities of two rounds, and the expected number of rounds that show item 1.

    The list is (1, 3), then the same if the outcome of the first round is in `again_after`, else (3, 4).
    `first` is the weight of item 1 at slot 1, PLAIN or PLAIN + BONUS.
    """
    again, other = round_law(first), round_law(PLAIN)
    chances = tuple(
        p * q for place, p in enumerate(again) for q in (again if place in again_after else other)
    )
    return chances, 1 + sum(again[place] for place in again_after)


def divergence_of(first, second):
    """KL divergence of two distributions with rational probabilities, enclosed."""
    return sum((ball(p) * ball(p / q).log() for p, q in zip(first, second, strict=True)), arb(0))


@check(
    "mnl:proposition-9",
    constant=Twin(45),  # more than T at equal biases
    gain=Twin(Fraction(21, 20), step="lower-bound-construction"),
    seventh=Twin(Fraction(17, 100), step="equation-46"),
    more=Twin(0, step="incomplete-orderings"),
    printed_first=Twin("P_{a∖j}", "holds", "equation-48"),
    weighted_by=Twin("P_a", step="equation-48"),
    third=Twin(Fraction(33, 100), step="proposition-9-constant"),
)
def proposition_9(
    case,
    constant=Fraction(1, 15),
    gain=1,
    seventh=Fraction(1, 7),
    more=1,
    printed_first="P_a",
    weighted_by="P_{a∖j}",
    third=Fraction(1, 3),
):
    # √(M/S_K) ≥ √(S_{K,2}/(2 S_K))
    case.must("1/(10√2) ≥ 1/15", 1 / (10 * sp.sqrt(2)) >= sp.S(constant))
    rng, constants = np.random.default_rng(9), []
    for _ in range(100):
        size = int(rng.integers(2, 20))
        biases = np.maximum(1e-3, rng.random(size) ** rng.integers(1, 5))
        biases[0] = 1.0  # S_{K,2} > 1
        items, ratio = 4 * size, (biases**2).sum() / biases.sum()
        horizon = 2000 * items / ratio
        bound = lower_bound(items, biases, horizon).value
        constants.append(bound / np.sqrt(ratio * items * horizon))
    worst = min(constants)
    case.must("least constant in random cases", worst >= constant, worst=worst)

    construction = case.step("lower-bound-construction")
    biases, epsilon = sp.symbols("lambda1:5", positive=True), sp.Symbol("epsilon", positive=True)
    first, second = sum(biases), sum(v**2 for v in biases)
    total = sum(v * (1 / first + epsilon * v / second) for v in biases)
    construction.zero("S(a) = 1 + ε", total - 1 - gain * epsilon)
    # λ = (1, 1/10): S_K = 1.1 and S_{K,2} = 1.01
    small, largest = (
        1 / Fraction(11, 10) + e / Fraction(101, 100) for e in (Fraction(9, 100), Fraction(1, 2))
    )
    construction.number("largest", "τ of the first item, λ = (1, 1/10), ε = 1/2", largest)
    construction.reading("τ ≤ 1 for the ε that the proof fixes later, which is small", small <= 1)
    construction.reading("τ ≤ 1 for every ε ≤ 1/2", largest <= 1)

    one_round = case.step("equation-46")
    part = sp.Symbol("w", positive=True)  # w ≤ 1, the share that a_t collects
    lost = (1 + epsilon) / (2 + epsilon) - (1 + epsilon * part) / (2 + epsilon * part)
    factor = 1 / ((2 + epsilon) * (2 + epsilon * part))
    smallest = Fraction(factor.subs({epsilon: sp.S.Half, part: 1}))
    one_round.zero("the loss is ε(1 − w)/((2 + ε)(2 + εw))", lost - epsilon * (1 - part) * factor)
    one_round.must("its factor is at least 1/7", smallest >= seventh, factor=smallest)

    orderings = case.step("incomplete-orderings")
    for items, positions in ((2, 1), (3, 2), (4, 3), (5, 2), (5, 4), (6, 3)):
        lists = set(permutations(range(items), positions))
        emptied = {(*a[:k], None, *a[k + 1 :]) for a in lists for k in range(positions)}
        ratio = Fraction(positions, items - positions + more)
        orderings.must(f"|A'|/|A|, J = {items}, K = {positions}", len(emptied) == ratio * len(lists))
    J, K = sp.symbols("J K", positive=True, integer=True)
    incomplete = K * sp.factorial(J) / sp.factorial(J - K + 1) / (sp.factorial(J) / sp.factorial(J - K))
    orderings.zero("|A'|/|A| = K/(J − K + 1)", sp.gammasimp(incomplete) - K / (J - K + more))

    chain = case.step("equation-48")
    # item j = 1 weighs 62/75 under P_a and 2/3 under P_{a∖j}
    weight = {"P_a": PLAIN + BONUS, "P_{a∖j}": PLAIN}
    of_round = {law: round_law(x) for law, x in weight.items()}

    def sides(first, weights, again_after):
        games = {law: two_rounds(x, again_after) for law, x in weight.items()}
        second = next(law for law in games if law != first)
        by_round = ball(games[weights][1]) * divergence_of(of_round[first], of_round[second])
        return divergence_of(games[first][0], games[second][0]), by_round

    # j is shown again after a click on it, which P_a makes more likely, or after no click on it
    for name, again_after in (("it", {1}), ("anything else", {0, 2})):
        repaired, ours = sides("P_{a∖j}", weighted_by, again_after)
        chain.must(f"the reversed divergence, j shown again after {name}", repaired.overlaps(ours))
        chain.must(f"it is within the sum, j shown again after {name}", not repaired > ours)
    whole, claimed = sides(printed_first, "P_{a∖j}", {1})
    chain.printed("the divergence is within the weighted sum", not whole > claimed)
    chain.number("whole", "divergence of the two laws", float(whole))
    chain.number("claimed", "rounds under the common law × divergence of a round", float(claimed))

    last = case.step("proposition-9-constant")
    biases = [Fraction(1)] + [Fraction(1, 100)] * 1000
    size, first, second = len(biases), sum(biases), sum(v * v for v in biases)

    def printed(items):
        return size * first / (second * (items - size + 1))

    repaired, most = printed(4 * size) * first / size, Fraction(size, 3 * size + 1)
    last.must("the repaired term ≤ K/(J − K + 1)", repaired <= most, repaired=float(repaired))
    # attained for λ ≡ 1: S_K = S_{K,2} = K, and so K/(3K + 1) = 1/3 − 1/(9K + 3)
    last.must("the repaired term < 1/3", most < third)
    # for 20 K items K/S_{K,2} < C is enough, at these biases
    last.reading("C may depend on λ, and J is large beside C", printed(20 * size) <= 1)
    last.reading("one C for all λ with S_{K,2} > 1, and J ≥ 4K", printed(4 * size) <= 1)
    last.number("printed", "printed term, must be below 1", float(printed(4 * size)))


@check(
    "mnl:bounds-match",
    power=[Twin(0.49), Twin(0.51)],
    constant=Twin(46.1, step="bounds-match-biases"),
    one=Twin(0.9, step="bounds-match-biases"),
)
def bounds_match(case, power=0.5, constant=46.2, one=1):
    for items, horizon in product((10**3, 10**5), (1e60, 1e90)):  # at the biases 1 and 1/2
        root = (items * horizon) ** power
        game = problem(np.full(items, 1 / 3), [1.0, 0.5])  # S* = 1/2
        logarithm = np.sqrt(np.log(items * horizon**2 / 2))
        both = lower_bound(items, [1.0, 0.5], horizon).value, upper_bound(game, horizon) / logarithm
        for kind, bound in zip(("lower", "upper, over √log"), both, strict=True):
            case.must(
                f"of the order of √(JT): {kind}, J = {items:,}, T = {horizon:.0e}", 0.1 <= bound / root <= 5
            )
    biased = case.step("bounds-match-biases")
    # 12 · 2/(3√3) over √(M/S_K)/10, squared over 1 + log K: at most 80²/3, attained at K = 1
    biased.must("80/√3 ≤ 46.2", 80 / sp.sqrt(3) <= constant)
    for size in (1, 2, 8, 64):
        place = np.arange(1.0, size + 1)
        for name, biases in (("1", place**0), ("1/k", 1 / place), ("2^-k", 0.5 ** (place - 1))):
            setting, ours = (
                f"λ = {name}, K = {size}",
                10 * LEADING / np.sqrt(flat_weight(biases) / biases.sum()),
            )
            most = constant * np.sqrt(one + np.log(size))
            biased.must(f"at most 46.2√(1 + log K) apart, {setting}", ours <= most)
            if size == 64:
                printed = biases.max() / np.sqrt(biases.min()) / np.sqrt((biases**2).sum() / biases.sum())
                case.number(f"printed_{name}", f"orders as printed, {setting}", float(printed))
                biased.number(f"ours_{name}", f"ours, over √log, {setting}", float(ours))
