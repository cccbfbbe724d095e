"""The price of the last position: constants, losses of lists, and the information of a small game."""

from fractions import Fraction
from itertools import permutations, product

import sympy
from flint import arb

from clickbandits.pbm.bounds import lower_bound, shared_position_bound
from clickbandits.pbm.model import problem
from compendium.balls import ball, kl_ball, precision
from compendium.case import Twin, check
from compendium.pbm.instances import EXAMINATION, FIGURE_1A, FIGURE_1B

F = Fraction
STEEP = F(1), F(1, 5)
PROBLEMS = {  # attractions and examinations
    "Figure 1(a)": (FIGURE_1A, EXAMINATION),
    "Figure 1(b)": (FIGURE_1B, EXAMINATION),
    "κ = (1, 0.2)": ((F(3, 5), F(1, 2), F(1, 10)), STEEP),
}
CLOSE = 1e-12  # relative distance of a double from a ball


def reward(attraction, examination, shown) -> Fraction:
    """Expected clicks of a list of items, numbered from 0."""
    return sum((scale * attraction[item] for scale, item in zip(examination, shown, strict=True)), F(0))


def loss(attraction, examination, shown) -> Fraction:
    """Expected clicks that a list loses; the attractions can be in any order."""
    best = sorted(attraction, reverse=True)[: len(examination)]
    return reward(best, examination, range(len(best))) - reward(attraction, examination, shown)


def least_price(attraction, examination, where: str) -> arb:
    """Per nat, the least loss of lists that show each item k > L at the positions `where`, summed over k.

    The lists are enumerated, and `where` is "last", "first" or "any".
    """
    n_positions = len(examination)
    allowed = {"last": [n_positions - 1], "first": [0], "any": range(n_positions)}[where]
    total, border = arb(0), attraction[n_positions - 1]
    for item in range(n_positions, len(attraction)):
        prices = [
            ball(least_loss(attraction, examination, item, position))
            / kl_ball(examination[position] * attraction[item], examination[position] * border)
            for position in allowed
        ]
        least = prices[0]
        for price in prices[1:]:
            least = price if price < least else least
        total += least
    return total


def least_loss(attraction, examination, item: int, position: int) -> Fraction:
    """The least loss of a list with this item at this position, by enumeration."""
    lists = permutations(range(len(attraction)), len(examination))
    return min(loss(attraction, examination, a) for a in lists if a[position] == item)


@check("pbm:last-position-price", where=[Twin("any"), Twin("first")], term=Twin(0, step="ts-share"))
def last_position_price(case, where="last", term=1):
    for name, (attraction, examination) in PROBLEMS.items():
        ours = least_price(attraction, examination, where)
        theirs = shared_position_bound(problem(attraction, examination), len(examination))
        cheapest = least_price(attraction, examination, "any")
        case.must(f"least price of displays at position L, {name}", abs(ours / theirs - 1) < CLOSE)
        case.number(f"c_l {name}", f"C_L, {name}", theirs)
        double = lower_bound(problem(attraction, examination))
        case.must(f"least price at any position, {name}", abs(cheapest / double - 1) < CLOSE)
        case.number(f"c {name}", f"C, {name}", double)
    # N_<L = β'(x + N_L) and N_L d_L + N_<L d_+ = (1 - β) x, the worst case, in units of x = log T
    at_last, above, beta, d_last, d_most = sympy.symbols("N_L N_above beta d_L d_plus", positive=True)
    spill = beta / (1 - beta)
    step = case.step("ts-share")
    equations = (
        sympy.Eq(above, beta * (1 + above + at_last)),
        sympy.Eq(at_last * d_last + term * above * d_most, 1 - beta),
    )
    least = sympy.solve(equations, (at_last, above))[at_last]
    bound = (1 - beta - spill * d_most) / (d_last + spill * d_most)
    step.zero("the least number of displays at L", least - bound)
    step.zero("it tends to 1/d_L as β → 0", sympy.limit(bound, beta, 0) - 1 / d_last)


CASES = (  # attractions, best first, in tenths, and examinations; ties, one position, and K = L + 1
    ((6, 5, 1), STEEP),
    ((6, 5, 3, 2, 1), EXAMINATION),
    ((9, 9, 5, 5, 1), EXAMINATION),
    ((6, 6, 3, 1), (F(1), F(1), F(1, 2))),
    ((6, 5, 1), (F(7, 10),)),
)


@check("pbm:ts-losses", missing=Twin("first"), shown=Twin("first"), raised=Twin("first"))
def ts_losses(case, missing="last", shown="last", raised="last"):
    holds = dict.fromkeys("abc", True)
    lists = 0
    for tenths, examination in CASES:
        theta, n = [F(value, 10) for value in tenths], len(examination)
        scale = {"last": examination[-1], "first": examination[0] + examination[-1] / 100}
        above = theta[n - 2] if n > 1 else F(1)
        for a in permutations(range(len(theta)), n):
            lists += 1
            lost = loss(theta, examination, a)
            if not {*range(n)} <= {*a}:
                holds["a"] &= lost >= scale[missing] * (theta[n - 1] - theta[n])
            if a[-1] >= n:
                holds["b"] &= lost >= scale[shown] * (theta[n - 1] - theta[a[-1]])
            for k in range(n, len(theta)):
                if theta[n - 1] < above and k not in a:
                    between = (theta[n - 1] + above) / 2
                    changed = [*theta[:k], between, *theta[k + 1 :]]
                    holds["c"] &= loss(changed, examination, a) >= scale[raised] * (between - theta[n - 1])
    for name, words in (
        ("a", "a list without some leader"),
        ("b", "a list with k at position L"),
        ("c", "a list without k, if k has the attraction λ"),
    ):
        case.must(words, holds[name])
    case.number("lists", "lists compared", lists)


def small_game(rounds: int, attraction, examination):
    """All histories of a game of three items and two positions, with their probabilities.

    The policy is adaptive and random. An item's weight is one more than its clicks, doubled after each
    click at the second position, and the list is drawn without replacement by weight.
    """
    histories = [((), F(1), [1, 1, 1])]
    for _ in range(rounds):
        longer = []
        for past, chance, weights in histories:
            for i, j in permutations(range(3), 2):
                total = sum(weights)
                drawn = F(weights[i], total) * F(weights[j], total - weights[i])
                for clicks in product((0, 1), repeat=2):
                    likely = F(1)
                    for item, click, scale in zip((i, j), clicks, examination, strict=True):
                        likely *= scale * attraction[item] if click else 1 - scale * attraction[item]
                    new = list(weights)
                    new[i] += clicks[0]
                    new[j] *= 1 + clicks[1]
                    longer.append(((*past, (i, j, clicks)), chance * drawn * likely, new))
        histories = longer
    return {past: chance for past, chance, _ in histories}


@check("pbm:ts-information", position=Twin(0), exponent=Twin(2))
def ts_information(case, position=None, exponent=1):
    theta, changed = (F(3, 5), F(1, 2), F(1, 10)), (F(3, 5), F(1, 2), F(11, 20))
    here, there = (small_game(2, attraction, STEEP) for attraction in (theta, changed))
    case.must("probabilities sum to one", sum(here.values()) == sum(there.values()) == 1)
    with precision():
        mean, expected = arb(0), [F(0), F(0)]
        weighed = F(0)
        few = {}
        for past, chance in here.items():
            ratio = chance / there[past]
            mean += ball(chance) * ball(ratio).log()
            displays = 0
            for i, j, _ in past:
                for place, item in enumerate((i, j)):
                    if item == 2:
                        expected[place] += chance
                        displays += 1
            if displays < 2:
                weighed += there[past] * ratio**exponent
                few[past] = chance
        information = sum(
            (
                ball(number) * kl_ball(STEEP[place] * theta[2], STEEP[place] * changed[2])
                for place, number in zip(
                    (0, 1) if position is None else (position,) * 2, expected, strict=True
                )
            ),
            arb(0),
        )
        case.must("E Λ is the sum of E N d_l", abs(mean - information) < arb("1e-40"))
    case.must("P(B) = E′[exp Λ; B], exactly", weighed == sum(few.values()))
    case.number("histories", "histories", len(here))
