"""The checks of the chapter on EM: its limit, its rate, and the certificate of a fit."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise, product

import numpy as np
import sympy as sp

from clickbandits.pbm.fitting import em_step, fit, largest_shortfall, log_likelihood
from compendium.case import Twin, check
from compendium.pbm import queries
from compendium.pbm.em.tables import KINDS, Table, convex_maximum, everywhere, skewed_log, starts, tables

T, K, T0, K0, S, M = sp.symbols("theta kappa theta0 kappa0 S M", positive=True)
STEPS = 3000
NEAR = 0.5  # nats by which EM can be below the maximum after these steps, less than random variation


def iterates(table: Table, start, steps: int = STEPS) -> list[tuple[np.ndarray, np.ndarray]]:
    """The points that EM visits, including the start."""
    points = [start]
    for _ in range(steps):
        attraction, examination = points[-1]
        points.append(em_step(attraction, examination, table.clicks, table.plays))
    return points


def distance_rises() -> bool:
    """Whether a step can lead away from a maximiser, in the divergence weighted by displays.

    The example has one cell with 25 clicks in 100 displays, the maximiser (1/2, 1/2) and the point (.9, .32).
    """
    table, point = Table(np.array([[25.0]]), np.array([[100.0]])), (np.array([0.9]), np.array([0.32]))
    half = (np.array([0.5]), np.array([0.5]))
    return promised_rise(table, em_step(*point, *table), half) > promised_rise(table, point, half)


@cache
def maxima(kind: str) -> list[float]:
    """The maximum for every table of a kind, computed independently of the library."""
    return [convex_maximum(table) for table in tables(kind)]


def divergence(s, t):
    """d(s, t) of Bernoulli distributions, entry by entry; 0 log 0 is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        first = np.where(s > 0, s * np.log(s / t), 0.0)
        return first + np.where(s < 1, (1 - s) * np.log((1 - s) / (1 - t)), 0.0)


def promised_rise(table: Table, old, new) -> float:
    """Σ N d(new, old) over items and positions, the least increase of the likelihood in a step."""
    displays = table.plays.sum(axis=1), table.plays.sum(axis=0)
    return float(sum(n @ divergence(b, a) for n, a, b in zip(displays, old, new, strict=True)))


@cache
def path(kind: str, number: int, on_a_face: bool) -> list[tuple[np.ndarray, np.ndarray]]:
    """The points that EM visits on a table of a kind, from a random start.

    The start is inside the cube, or its examinations are divided by their largest.
    """
    table = tables(kind)[number]
    theta, kappa = starts(table, number)
    return iterates(table, (theta, kappa / kappa.max() if on_a_face else kappa))


@check(
    "pbm:em-converges",
    on_a_face=Twin(True),
    unique=Twin(True, step="em-iterates"),
    power=Twin(2, step="em-summable"),
    shape=Twin("convex", step="likelihood-concave"),
    exponent=Twin(1, step="likelihood-concave"),
)
def em_converges(case, on_a_face=False, unique=False, power=1, shape="concave", exponent=2):
    for kind in KINDS:
        gaps = [
            best - log_likelihood(*path(kind, number, on_a_face)[-1], *table)
            for number, (table, best) in enumerate(zip(tables(kind), maxima(kind), strict=True))
        ]
        case.must(f"{kind}: nats below the maximum after {STEPS} steps, below {NEAR}", max(gaps) < NEAR)
        case.number(kind, f"{kind}: largest shortfall, in nats", max(gaps))
    case.number("tables", "tables", len(list(everywhere())))

    step, longest, worst = case.step("em-iterates"), 0.0, 0.0
    for kind in ("sparse", "border"):
        for number, (table, best) in enumerate(zip(tables(kind), maxima(kind), strict=True)):
            points = path(kind, number, False)
            moves = np.diff([np.concatenate(point) for point in points[:801]], axis=0)
            lengths = np.linalg.norm(moves, axis=1)
            longest = max(longest, lengths[400:].sum() / lengths.sum())
            early, late = (best - log_likelihood(*points[n], *table) for n in (100, 400))
            worst = max(worst, (400 * late + 1e-7) / (100 * early + 1e-6))
    step.must("share of the path after step 400, below 1/20", longest < 0.05, longest=longest)
    table, from_starts = skewed_log(), [(np.array([s, s]), np.array([0.4, 0.2])) for s in (0.3, 0.9)]
    ends = [fit(*table, method="em", start=start) for start in from_starts]
    first, second = (iterates(table, start)[-1][1][0] for start in from_starts)
    step.must("both ends are maxima", all(end.converged for end in ends))
    same = abs(first - second) < 1e-3
    step.must("the same point of the ridge" if unique else "two points of the ridge", same == unique)
    step.number("first", "κ₁ at the end, from θ = (.3, .3)", first)
    step.number("second", "κ₁ at the end, from θ = (.9, .9)", second)

    step = case.step("em-summable")
    n, c = sp.symbols("n c", positive=True)
    value = c / (1 + n * c)  # one cell without clicks, θ⁰ = κ⁰ = c
    after = value * (1 - value) / (1 - value**2)
    step.zero("one cell: θ / (1 + θ) is the step from c/(1 + nc)", after - c / (1 + (n + 1) * c))
    limit = sp.limit(n**power * -sp.log(1 - value**2), n, sp.oo)
    step.must(f"n^{power} times the gap goes to 0", limit == 0)
    step.must("n times the gap, step 400 over step 100, at most 1", worst <= 1, worst=worst)

    step = case.step("likelihood-concave")
    x, odds = sp.Symbol("x", negative=True), sp.Symbol("o", positive=True)
    closed = -M * sp.exp(x) / (1 - sp.exp(x)) ** exponent
    step.zero("the curvature", sp.diff(S * x + M * sp.log(1 - sp.exp(x)), x, 2) - closed)
    in_odds = sp.simplify(closed.subs(sp.exp(x), odds / (1 + odds)))  # any p in (0, 1) is o / (1 + o)
    step.must(f"it is {shape}", (-in_odds if shape == "concave" else in_odds).is_positive)
    shown = str(sp.factor(in_odds)).replace("*", " ")
    step.number("curvature", "curvature of M silent displays, in the odds o", shown)


def hidden(theta, kappa):
    """Probabilities of a display without a click: attracted only, examined only, neither."""
    return [theta * (1 - kappa), (1 - theta) * kappa, (1 - theta) * (1 - kappa)]


@check("pbm:em-ascent", factor=Twin(Fraction(21, 20)))
def em_ascent(case, factor=1):
    weights = [chance / (1 - T0 * K0) for chance in hidden(T0, K0)]
    case.zero("the three weights add up to 1", sum(weights) - 1)
    case.zero("(2): 1 - θ' is Σ F (1 - θ) / (1 - p) over N", 1 - weights[0] - (1 - T0) / (1 - T0 * K0))
    gained = sum(
        w * sp.log(one / two) for w, one, two in zip(weights, hidden(T, K), hidden(T0, K0), strict=True)
    )
    logs = weights[0] * sp.log(T / T0) + weights[1] * sp.log(K / K0)
    logs += (1 - weights[0]) * sp.log((1 - T) / (1 - T0)) + (1 - weights[1]) * sp.log((1 - K) / (1 - K0))
    case.zero("the factors of the four logarithms", sp.expand_log(gained - logs, force=True))
    least = np.inf
    for number, table in enumerate(everywhere()):
        for old, new in pairwise(iterates(table, starts(table, number), 12)):
            rise = log_likelihood(*new, *table) - log_likelihood(*old, *table)
            promised = float(factor) * promised_rise(table, old, new)
            least = min(least, (rise - promised) / max(1.0, promised))
    case.must("smallest excess of a rise over Σ N d(θ', θ)", least > -1e-9, least=least)


@check("pbm:em-monotone", stretch=Twin(Fraction(21, 20)), old=Twin(False))
def em_monotone(case, stretch=1, old=True):
    before = [chance / (1 - T0 * K0) for chance in hidden(T0, K0)]  # given no click
    expected = sum(p * sp.log(joint) for p, joint in zip(before, hidden(T, K), strict=True))
    given = [chance / (1 - T * K) for chance in hidden(T, K)] if old else before
    divergence = sum(p * sp.log(q) for p, q in zip(before, given, strict=True))
    logs = sp.expand_log(expected - divergence - sp.log(1 - T * K), force=True)
    case.zero("target and divergence", logs)
    case.zero("the chances add up to 1", sum(before) - 1)
    share, total = sp.symbols("a N", positive=True)  # the displays that count as attracted, and all displays
    aim = share * sp.log(T) + (total - share) * sp.log(1 - T)
    step = sp.Rational(stretch) * share / total
    case.zero("the target's maximum is the share", sp.diff(aim, T).subs(T, step))
    smallest = float(queries.fits()["smallest rise"].min())
    case.must(
        "smallest rise of a step on the eight queries, in nats, above -10⁻⁸", smallest > -1e-8, rise=smallest
    )


@check("pbm:em-faces", leaves=Twin(True))
def em_faces(case, leaves=False):
    table = skewed_log()
    theta, kappa = np.array([0.4, 0.05]), np.array([0.5, 1.0])
    for _ in range(STEPS):
        theta, kappa = em_step(theta, kappa, *table)
    best = fit(*table).log_likelihood
    # on the face κ₂ = 1 the model has three free parameters, θ₁, θ₂ and κ₁
    short = best - log_likelihood(theta, kappa, *table)
    slope = table.clicks[:, 1].sum() - (table.missed[:, 1] * theta / (1 - theta)).sum()
    clicks, plays = np.array([[0.0, 0.0], [2.0, 1.0]]), np.full((2, 2), 5.0)
    zero = em_step(np.array([0.0, 0.0]), np.array([0.5, 0.2]), clicks, plays)[0]
    case.must(
        "without clicks 0 stays, with clicks it goes to the share of clicks", zero.tolist() == [0.0, 0.3]
    )
    case.must("EM leaves the face κ₂ = 1" if leaves else "κ₂ is 1 forever", (kappa[1] < 1) == leaves)
    case.must("and the likelihood rises inwards, its slope in log κ₂ negative", slope < 0, slope=float(slope))
    case.must("nats below the maximum, on the face", short > 1, short=float(short))
    bound = largest_shortfall(theta, kappa, *table)
    case.must("the certificate sees it", bound >= short, bound=bound)


def rate(table: Table, theta, kappa, factor=1, information="observed") -> float:
    """The theorem's ρ at a limit point, which is the largest of three kinds of factors.

    With `information` "expected", Fisher's takes the place of the observed information in the clicks.
    """
    clicks, plays, missed = table.clicks, table.plays, table.missed
    rows, columns = clicks.sum(axis=1) > 0, clicks.sum(axis=0) > 0
    chance = np.outer(theta, kappa)
    odds = np.divide(missed * chance, 1 - chance, where=missed > 0, out=np.zeros_like(chance))
    slopes, curvature = (
        clicks - odds,
        np.divide(odds, 1 - chance, where=missed > 0, out=np.zeros_like(chance)),
    )
    values = np.concatenate([theta, kappa])
    displays = np.concatenate([plays.sum(axis=1), plays.sum(axis=0)])
    slope = np.concatenate([slopes.sum(axis=1), slopes.sum(axis=0)])
    active = np.concatenate([rows, columns])
    at_one = active & (values > 1 - 1e-9)
    inside = np.flatnonzero(active & ~at_one)
    if information == "expected":
        curvature = np.divide(plays * chance, 1 - chance, where=missed > 0, out=np.zeros_like(chance))
    seen = curvature * rows[:, None] * columns
    observed = np.block([[np.diag(seen.sum(axis=1)), seen], [seen.T, np.diag(seen.sum(axis=0))]])
    observed = observed[np.ix_(inside, inside)]  # in log θ and log κ
    complete = (displays * values / (1 - np.minimum(values, 1 - 1e-12)))[inside]
    scale = np.sqrt(complete)
    missing = 1 - np.linalg.eigvalsh(observed / np.outer(scale, scale))
    factors = [missing[missing < 1 - 1e-7], 1 - slope[at_one] / displays[at_one]]
    mean = (plays @ (1 - kappa)) / plays.sum(axis=1), ((1 - theta) @ plays) / plays.sum(axis=0)
    factors += [mean[0][~rows], mean[1][~columns]]
    return factor * float(max((each.max() for each in factors if each.size), default=0.0))


def regular(table: Table) -> bool:
    """Whether every item without clicks was shown at a position with clicks, and vice versa."""
    rows, columns = table.clicks.any(axis=1), table.clicks.any(axis=0)
    return bool(
        (table.plays[~rows][:, columns] > 0).any(axis=1).all()
        and (table.plays[rows][:, ~columns] > 0).any(axis=0).all()
    )


Observed = tuple[Table, tuple[np.ndarray, np.ndarray], float]
"""A table with the limit of EM, and the factor by which late steps shrink."""
MISFIT = Table(np.array([[80.0, 10, 10], [10, 80, 10], [10, 10, 80]]), np.full((3, 3), 100.0))
"""A table that no model fits, so observed and expected information differ."""


def observed_rate(table: Table, start) -> Observed | None:
    """The factor by which late steps from a start shrink, or None if it cannot be observed."""
    points = [np.concatenate(point) for point in iterates(table, start, STEPS)]
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
    late = np.flatnonzero((lengths < 1e-8) & (lengths > 1e-12))
    if not (regular(table) and late.size > 12 and lengths[-1] < 1e-13):
        return None
    first, last = late[0], late[-1]
    observed = (lengths[last] / lengths[first]) ** (1 / (last - first))
    attraction, examination = np.split(points[-1], [table.plays.shape[0]])
    return table, (attraction, examination), float(observed)


@cache
def observed_rates() -> list[Observed]:
    """The tables on which the factor can be observed, with their limits."""
    tried = (observed_rate(table, starts(table, number)) for number, table in enumerate(everywhere()))
    return [each for each in tried if each]


@check(
    "pbm:em-rate",
    factor=Twin(Fraction(97, 100)),
    information=Twin("expected"),
    power=Twin(1, step="em-sublinear"),
)
def em_rate(case, factor=1, information="observed", power=2):
    misfit = observed_rate(MISFIT, starts(MISFIT, 0))
    ratios = []  # of 1 - ρ to 1 - the observed factor
    for table, (theta, kappa), observed in (*observed_rates(), misfit):
        predicted = rate(table, theta, kappa, float(factor), information)
        ratios.append((1 - predicted) / (1 - observed))
    case.must("1 - ρ over 1 - the observed factor, at most 1 but for 2 %", max(ratios) < 1.02)
    case.number("largest", "largest 1 - ρ over 1 - the observed factor", float(max(ratios)))
    case.number("smallest", "smallest, 1 where ρ is attained", float(min(ratios)))
    case.number("misfit", "observed factor on a table that the model does not fit", misfit[2])
    label = "ρ there, with Fisher's information in place of the observed"
    case.number("expected", label, rate(MISFIT, *misfit[1], information="expected"))
    case.number("tables", "random tables", len(ratios) - 1)
    rates = [observed for _, _, observed in observed_rates()]
    case.number("fastest", "smallest observed factor", min(rates))
    case.number("slowest", "largest observed factor", max(rates))

    step, visited = case.step("em-sublinear"), []
    theta = kappa = Fraction(1, 2)
    for _ in range(29):
        theta, kappa = theta * (1 - kappa) / (1 - theta * kappa), kappa * (1 - theta) / (1 - theta * kappa)
        visited.append((theta, kappa))
    exact = visited == [(Fraction(1, 2 + n),) * 2 for n in range(1, 30)]
    step.must("one cell without clicks: θⁿ = θ⁰ / (1 + nθ⁰) for 29 steps, exactly", exact)
    n, c = sp.symbols("n c", positive=True)
    gap = -sp.log(1 - (c / (1 + n * c)) ** 2)
    step.must(f"n^{power} times the gap of one display goes to 1", sp.limit(n**power * gap, n, sp.oo) == 1)
    # a maximum that happens to be on the border: (1, 1) was never shown, the other rates are 1/2, 1/2, 1/4
    plays = np.array([[0.0, 100.0], [100.0, 100.0]])
    table = Table(np.array([[0.0, 50.0], [50.0, 25.0]]), plays)
    points = iterates(table, (np.array([0.7, 0.4]), np.array([0.6, 0.5])), 4000)
    left = [n * (1 - points[n][0][0]) for n in (1000, 2000, 4000)]
    step.must("n (1 - θ₁ⁿ) settles", abs(left[2] / left[1] - 1) < 0.05, settles=float(left[2]))


def bound(table: Table, expected: np.ndarray) -> float:
    """D, the upper bound on the log-likelihood given by another table of clicks."""
    total = expected + table.missed
    with np.errstate(divide="ignore", invalid="ignore"):
        seen = np.where(expected > 0, expected * np.log(expected / total), 0.0)
        return float(
            (seen + np.where(table.missed > 0, table.missed * np.log(table.missed / total), 0.0)).sum()
        )


@check("pbm:em-certificate", excess=Twin(Fraction(11, 10)))
def em_certificate(case, excess=1):
    lowest, closest, library, count = np.inf, np.inf, np.inf, 0
    for kind in KINDS:
        for number, (table, best) in enumerate(zip(tables(kind), maxima(kind), strict=True)):
            fitted = fit(*table)
            chance = np.outer(fitted.attraction, fitted.examination)
            odds = np.divide(chance, 1 - chance, where=table.missed > 0, out=np.zeros_like(chance))
            at_the_top = table.missed * odds
            rng = np.random.default_rng(number)
            for expected in (at_the_top, at_the_top * rng.uniform(0.2, 3, chance.shape)):
                for axis in (0, 1):  # scaled so that no margin exceeds that of the clicks
                    sums, limits = expected.sum(axis=axis), float(excess) * table.clicks.sum(axis=axis)
                    down = np.minimum(1, np.divide(limits, sums, where=sums > 0, out=np.ones_like(sums)))
                    expected = expected * (down if axis == 0 else down[:, None])
                lowest = min(lowest, bound(table, expected * float(excess)) - best)
                count += 1
            closest = min(closest, best - bound(table, at_the_top))
            rows, columns = table.clicks.any(axis=1), table.clicks.any(axis=0)
            live = table.clicks[np.ix_(rows, columns)], table.plays[np.ix_(rows, columns)]
            theta, kappa = starts(table, number)
            point = theta[rows], kappa[columns]
            gap = best - log_likelihood(*point, *live)
            library = min(library, largest_shortfall(*point, *live) / gap)
    case.must("D less the maximum, at least 0", lowest > -1e-4, lowest=float(lowest))
    case.must("equality at a maximum", closest > -1e-3, closest=float(closest))
    case.must(
        "the library's bound over the gap, at random points, at least 1", library > 1 - 1e-6, library=library
    )
    case.number("count", "tables of clicks that were compared", count)


def likelihood(theta, kappa, clicks, plays) -> Fraction:
    """The likelihood of a table, exactly."""
    total = Fraction(1)
    for i, j in product(range(len(theta)), range(len(kappa))):
        p, s, n = theta[i] * kappa[j], clicks[i][j], plays[i][j]
        total *= p**s * (1 - p) ** (n - s)
    return total


def silent_values(plays) -> list[tuple[Fraction, Fraction]]:
    """The most likely values of item 2 and position 2, if only item 1 has clicks, five at position 1.

    Item 1 and position 1 have the values 1/2 and 1. Three values of each of the others are compared.
    """
    half, clicks = Fraction(1, 2), ((5, 0), (0, 0))
    tried = {
        (t, k): likelihood((half, t), (Fraction(1), k), clicks, plays)
        for t, k in product((Fraction(0), half, Fraction(1)), repeat=2)
    }
    return [values for values, each in tried.items() if each == max(tried.values())]


@check("pbm:em-maximisers", joined_by=Twin("displays"), shown_with=Twin("each other"))
def em_maximisers(case, joined_by="displays without a click", shown_with="one that has clicks"):
    clicks, plays = ((5, 10), (10, 5)), ((10, 10), (10, 10))
    likelihoods = []
    for chance_12 in (Fraction(9, 16), Fraction(3, 4), Fraction(1)):
        first = max(chance_12, Fraction(3, 4))  # θ₁; p₁₁ = p₂₂ = 3/4
        theta, kappa = (first, first * 3 / 4 / chance_12), (Fraction(3, 4) / first, chance_12 / first)
        likelihoods.append(likelihood(theta, kappa, clicks, plays))
    same = len(set(likelihoods)) == 1
    joined = joined_by == "displays"  # all four cells were shown; two of them have a display without a click
    case.must(
        "a segment of equally likely models, p₁₂ = 9/16 to 1" if not joined else "unique", same != joined
    )
    fitted = fit(clicks, plays)
    best = float(sp.log(sp.Rational(likelihoods[0].numerator, likelihoods[0].denominator)))
    case.must("it is maximal", abs(fitted.log_likelihood - best) < 1e-8)
    # item 2 and position 2 have no clicks; they were shown with the first ones, or with each other only
    silent = {
        "one that has clicks": silent_values(((10, 10), (10, 0))),
        "each other": silent_values(((10, 0), (0, 10))),
    }
    name = f"an item and a position without clicks that were shown with {shown_with} have the value 0"
    case.must(name, silent[shown_with] == [(0, 0)])
    case.must("shown with each other only, one of them is free", len(silent["each other"]) == 5)
    spread = 0.0
    for number, table in enumerate(tables("sparse")):
        if fit(*table).identified:
            ends = [fit(*table, method="em", start=starts(table, each)) for each in (number, number + 50)]
            chances = [np.outer(end.attraction, end.examination) for end in ends]
            close = max(end.shortfall for end in ends)
            spread = max(spread, float(np.abs(chances[0] - chances[1]).max()) if close < 1e-6 else 0.0)
    case.must(
        "connected tables: products from two starts differ by less than 10⁻³", spread < 1e-3, spread=spread
    )
