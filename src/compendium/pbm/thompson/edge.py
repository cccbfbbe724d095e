"""Around the theorem: BC-MP-TS, Thompson sampling with jumps, and ties at the border."""

from fractions import Fraction
from itertools import permutations

import sympy
from flint import arb

from compendium.balls import ball, kl_ball, precision
from compendium.case import Twin, check

from .pays_last import constant
from .price import PROBLEMS, STEEP, least_loss, loss
from .tails import area, exact, likelihood, tables

F = Fraction


@check("pbm:bc-mp-ts-inefficient", last=Twin(F(1)))
def bc_mp_ts_inefficient(case, last=None):
    """Under (U) item k needs 1/d(κ_L θ_k, κ_L θ_L) displays per unit of log T, and has fewer."""
    with precision():
        for name, (attraction, examination) in PROBLEMS.items():
            scale, border = examination[-1] if last is None else last, attraction[len(examination) - 1]
            for item, low in enumerate(attraction[len(examination) :], start=len(examination) + 1):
                needed = 1 / kl_ball(scale * low, scale * border)
                shown = 1 / (ball(scale) * kl_ball(low, border))
                numbers = {f"needed {name} {item}": float(needed), f"shown {name} {item}": float(shown)}
                case.must(f"shown less often than needed, {name}, item {item}", shown < needed, **numbers)


@check("pbm:ts-divergence-scales", sign=Twin(1))
def ts_divergence_scales(case, sign=-1):
    scale, p, q = sympy.symbols("kappa p q", positive=True)
    divergence = scale * p * sympy.log(p / q) + (1 - scale * p) * sympy.log((1 - scale * p) / (1 - scale * q))
    ratio = (1 - scale * p) / (1 - scale * q)
    slope = (divergence / scale).diff(scale) - (ratio - 1 + sign * sympy.log(ratio)) / scale**2
    case.zero("the derivative of d(κp, κq)/κ", sympy.simplify(sympy.expand_log(slope, force=True)))


@check("pbm:ts-concave-tails", power=Twin(2))
def ts_concave_tails(case, power=1):
    """Lemma 7 for likelihoods, with y - z a whole multiple of z - u, so that both sides are rational."""
    within, compared = True, 0
    for examination in (STEEP, (F(1),)):
        for n in range(9):
            for table in tables(n, len(examination)):
                curve = likelihood(table, examination)
                for u, z, times in ((F(1, 10), F(3, 10), 1), (F(1, 2), F(3, 5), 1), (F(1, 5), F(2, 5), 2)):
                    if n and 0 < curve(exact(z)) <= curve(exact(u)):
                        y = z + times * (z - u)
                        left = area(table, examination, y, F(1)) / area(table, examination, z, F(1))
                        within &= left <= (curve(exact(z)) / curve(exact(u))) ** (times * power)
                        compared += 1
    case.must("the mass beyond y, by that beyond z", within, compared=compared)


CLOSE_LEADERS = (F(52, 100), F(1, 2), F(1, 10)), STEEP


def jump_losses(attraction, examination) -> list[Fraction]:
    """The losses of the lists that show one item first and then the best others, item by item."""
    lists = ([i, *[j for j in range(len(attraction)) if j != i]] for i in range(len(attraction)))
    return [loss(attraction, examination, a[: len(examination)]) for a in lists]


def jump_bound(attraction, examination, rate: arb, losses) -> arb:
    """The proposition's factor of log T for the rate c."""
    n, border = len(examination), attraction[len(examination) - 1]
    total = rate * ball(sum(losses, F(0)))
    for low in attraction[n:]:
        left = 1 - rate * kl_ball(examination[0] * low, examination[0] * border)
        cost = ball(examination[-1] * (border - low)) / kl_ball(
            examination[-1] * low, examination[-1] * border
        )
        total += cost * (left if left > 0 else arb(0))
    return total


@check("pbm:jumping-thompson", rate=[Twin("none"), Twin("four times as many")], first=Twin(False))
def jumping_thompson(case, rate="1/d_1", first=True):
    """If not `first`, an item that jumps would be shown at the last position."""
    attraction, examination = CLOSE_LEADERS
    with precision():
        information = kl_ball(attraction[2], attraction[1])
        chosen = {"1/d_1": 1 / information, "none": arb(0), "four times as many": 4 / information}[rate]
        losses = jump_losses(attraction, examination)
        if not first:
            losses[2] = loss(attraction, examination, (0, 2))
        bound = jump_bound(attraction, examination, chosen, losses)
        pays = constant(attraction, examination, "C_L")
        case.must("the bound is below C_L", bound < pays, bound=float(bound), c_l=float(pays))
        least = constant(attraction, examination, "C")
        case.must("and above C", bound > least, least=float(least))
        case.number("rate", "the rate of jumps", float(chosen))
        more = jump_bound(attraction, examination, arb("3.2"), losses)
        case.number("bound at 3.2", "the bound for c = 3.2", float(more))
    # the losses of K = L + 1 items as θ_1 - θ_L vanishes
    for n in (2, 3, 4):
        scales = [F(1), F(7, 10), F(1, 2), F(1, 5)][:n]
        totals = []
        for closeness in (F(1, 10**3), F(1, 10**6)):
            theta = [F(1, 2) + closeness * (n - 1 - m) for m in range(n)] + [F(1, 10)]
            totals.append(abs(sum(jump_losses(theta, scales)) - scales[0] * (theta[n - 1] - theta[n])))
        case.must(f"Σ Δ^top tends to κ_1(θ_L - θ_K), L = {n}", totals[1] * 900 < totals[0] < F(1, 50))


TIES = (  # attractions with a tie at the border, examinations, and the first tied position from 0
    ((F(1, 2), F(1, 2), F(1, 10)), STEEP, 0),
    ((F(3, 5), F(1, 2), F(1, 2), F(1, 5), F(1, 10)), (F(9, 10), F(6, 10), F(3, 10)), 1),
    ((F(1, 2), F(1, 2), F(1, 2), F(1, 10)), (F(9, 10), F(6, 10), F(3, 10)), 0),
)


@check("pbm:thompson-ties", at=Twin("last"))
def thompson_ties(case, at="top of the block"):
    for number, (attraction, examination, r) in enumerate(TIES):
        n, border = len(examination), attraction[len(examination) - 1]
        place = r if at == "top of the block" else n - 1
        equal = True
        for item in range(n, len(attraction)):
            # leaders in order, the item above the tied block of leaders
            shown = [*range(r), item, *range(r, n)][:n]
            lost = examination[place] * (border - attraction[item])
            equal &= loss(attraction, examination, shown) == lost
            equal &= least_loss(attraction, examination, item, r) == lost
        case.must(
            f"the list v_(k,r) is the cheapest with k at r and loses κ_r(θ_L - θ_k), {number + 1}", equal
        )
    attraction, examination, _ = TIES[0]
    with precision():
        border, low = attraction[1], attraction[2]
        pays = [ball(k * (border - low)) / kl_ball(k * low, k * border) for k in examination]
        case.must("C_1 is below C_L", pays[0] < pays[1], c_1=float(pays[0]), c_l=float(pays[1]))


@check("pbm:ts-tie-window", fewer=Twin(1))
def ts_tie_window(case, fewer=0):
    within, compared = True, 0
    for examination in (STEEP, (F(1),), (F(9, 10), F(6, 10), F(3, 10))):
        for n in range(1, 8):
            for table in tables(n, len(examination)):
                curve = likelihood(table, examination)
                for x, other in permutations((F(2, 5), F(1, 2), F(11, 20), F(9, 10)), 2):
                    if x < other:
                        ratio = exact((1 - x) / (1 - other)) ** (n - fewer)
                        within &= curve(exact(x)) <= ratio * curve(exact(other))
                        compared += 1
    case.must("L_n(x)/L_n(x′) ≤ ((1 - x)/(1 - x′))^n", within, compared=compared)
