"""The regret of PBM-TS: the two bounds that meet at C_L, good rounds, and the least informative position."""

from fractions import Fraction
from itertools import product

import sympy
from flint import arb

from clickbandits.pbm.bounds import lower_bound, shared_position_bound
from clickbandits.pbm.model import problem
from compendium.balls import ball, kl_ball, precision
from compendium.case import Twin, check

from .price import PROBLEMS, STEEP
from .tails import area, exact, likelihood, tables

F = Fraction
TINY = F(1, 10**9)  # β, ε and η of the proofs


def constant(attraction, examination, which: str) -> arb:
    """C_L, the constant of the first position, or C, in balls; the least prices are those of v_{k,l}."""
    n, border = len(examination), attraction[len(examination) - 1]
    total = arb(0)
    for low in attraction[n:]:
        prices = []
        for place, scale in enumerate(examination):
            drops = (
                (examination[m] - (examination[m + 1] if m + 1 < n else 0)) * (attraction[m] - low)
                for m in range(place, n)
            )
            prices.append(ball(sum(drops, F(0))) / kl_ball(scale * low, scale * border))
        least = prices[0]
        for price in prices[1:]:
            least = price if price < least else least
        total += {"C_L": prices[-1], "first": prices[0], "C": least}[which]
    return total


def two_bounds(attraction, examination, small: Fraction) -> tuple[arb, arb]:
    """The factors of log T in the lower and in the upper bound, if β, ε and η of the proofs are `small`."""
    n, border = len(examination), attraction[len(examination) - 1]
    lower = upper = arb(0)
    for low in attraction[n:]:
        cost = ball(examination[-1] * (border - low))
        raised, lowered = border + small, border - small
        informs = [kl_ball(scale * low, scale * raised) for scale in examination]
        most = informs[0]  # the largest of these, because κ_1 is
        spill = ball(small / (1 - small))
        lower += cost * (ball(1 - small) - spill * most) / (informs[-1] + spill * most)
        drift = arb(0)
        for scale in examination:
            odds = lowered * (1 - scale * low) / (low * (1 - scale * lowered))
            drift += abs(ball(odds).log())
        known = kl_ball(examination[-1] * low, examination[-1] * lowered)
        upper += cost * ball(1 + small) / (known - drift * ball(small))
    return lower, upper


@check("pbm:thompson-pays-last", which=[Twin("C"), Twin("first")])
def thompson_pays_last(case, which="C_L"):
    with precision():
        for name, (attraction, examination) in PROBLEMS.items():
            lower, upper = two_bounds(attraction, examination, TINY)
            between = lower < constant(attraction, examination, which) < upper
            case.must(f"the constant is between the two bounds, {name}", between)
            case.must(f"the bounds differ by 10^-5 at most, {name}", upper - lower < arb("1e-5"))
            given = problem(attraction, examination)
            at_last, least = shared_position_bound(given, len(examination)), lower_bound(given)
            same = abs(constant(attraction, examination, "C_L") / at_last - 1) < 1e-12
            case.must(f"C_L, {name}", same, **{f"c_l {name}": at_last})
            same = abs(constant(attraction, examination, "C") / least - 1) < 1e-12
            case.must(f"C, {name}", same, **{f"c {name}": least})


def ranked(draws, n_positions: int) -> list[int]:
    """The items shown, by decreasing draw."""
    return sorted(range(len(draws)), key=lambda item: -draws[item])[:n_positions]


@check("pbm:ts-good-rounds", share=[Twin(F(3, 5)), Twin(F(6, 5))])
def ts_good_rounds(case, share=Fraction(6, 25)):
    """Four facts on good rounds; ε is a share of the least difference of attractions, below 1/4."""
    reached = rarely = far = order = True
    rounds = 0
    for theta, n in (
        ((7, 5, 1), 2),
        ((7, 5, 3, 1), 2),
        ((9, 7, 5, 2, 1), 3),
        ((9, 4, 2), 1),
        ((7, 7, 5, 1), 3),
    ):
        gap = min(b - a for a, b in zip(sorted({*theta}), sorted({*theta})[1:], strict=False))
        epsilon = share * gap
        y = theta[n - 2] - epsilon if n > 1 else F(10)
        z, x_0 = theta[n - 1] + epsilon, theta[n - 1] - epsilon
        near = epsilon * F(99, 100)
        spots = (
            x_0 - gap,
            x_0 - epsilon / 50,
            x_0 + epsilon / 50,
            z - epsilon / 50,
            z + epsilon / 50,
            y - 1,
            y + 1,
        )
        for leaders in product((-near, F(0), near), repeat=n):
            for others in product(spots, repeat=len(theta) - n):
                # no two draws are equal
                draws = [value + shift for value, shift in zip(theta, leaders, strict=False)] + [*others]
                draws = [value - F(item, 10**6) for item, value in enumerate(draws)]
                shown = ranked(draws, n)
                rounds += 1
                highest = max(range(n, len(theta)), key=draws.__getitem__)
                reached &= draws[highest] <= z or highest in shown
                rarely &= all(draws[k] > y - F(1, 10**4) for k in shown[:-1] if k >= n)
                far &= all(draws[k] >= x_0 for k in shown if k >= n)
                if all(item < n for item in shown[:-1]):
                    order &= [theta[item] for item in shown[:-1]] == [*theta[: n - 1]]
    case.must("the highest suboptimal draw above z is shown", reached)
    case.must("who is shown above L has a draw above y", rarely)
    case.must("who is shown at all has a draw of at least x_0", far)
    case.must("without suboptimal items above L, the positions above L are as in the best list", order)
    case.number("rounds", "good rounds", rounds)


@check("pbm:ts-last-informs-least", least=Twin("first"), sign=Twin(1))
def ts_last_informs_least(case, least="last", sign=-1):
    scale, p, q = sympy.symbols("kappa p q", positive=True)
    divergence = scale * p * sympy.log(p / q) + (1 - scale * p) * sympy.log((1 - scale * p) / (1 - scale * q))
    ratio = q * (1 - scale * p) / (p * (1 - scale * q))
    slope = sympy.expand_log(divergence.diff(scale) - p * (ratio - 1 + sign * sympy.log(ratio)), force=True)
    case.zero("the derivative of d(κp, κq)", slope)
    below = True
    for attraction, examination in PROBLEMS.values():
        border = attraction[len(examination) - 1]
        for low in attraction[len(examination) :]:
            informs = [kl_ball(k * low, k * border) for k in examination]
            smallest = informs[-1 if least == "last" else 0]
            below &= not any(one < smallest for one in informs)
    case.must("no position informs less", below)
    # the log-likelihood with the clicks at a position κθN + δ
    number, off, x = sympy.symbols("N delta x", positive=True)
    clicks = scale * p * number + off

    def log_likelihood(value):
        return clicks * sympy.log(value) + (number - clicks) * sympy.log(1 - scale * value)

    informs = number * (divergence.subs(q, x))
    drift = off * (sympy.log(p * (1 - scale * x)) - sympy.log(x * (1 - scale * p)))
    gap = sympy.expand_log(log_likelihood(p) - log_likelihood(x) - informs - drift, force=True)
    case.zero("what the likelihood falls by, position by position", sympy.expand(gap))
    within, theta, x_0 = True, F(1, 10), F(2, 5)
    for n in range(9):
        for table in tables(n, 2):
            at = likelihood(table, STEEP)
            low, high = at(exact(theta)), at(exact(x_0))
            if high < low:
                beyond = area(table, STEEP, x_0, F(1)) / area(table, STEEP, F(0), F(1))
                within &= beyond <= (n + 1) * high / low * exact((1 - x_0) / (1 - theta))
    case.must("the posterior mass of [x_0, 1], all tables with up to eight displays", within)
