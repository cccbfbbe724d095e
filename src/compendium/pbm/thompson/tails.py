"""PBM-TS is uniformly efficient: posterior tails under adaptive positions, and the count of lossy rounds.

Exact values are rational. The largest expectation over all adaptive choices of positions is computed
backwards from the last display, over the tables of clicks and failures that one item can have.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product

import sympy
from flint import fmpq, fmpq_poly

from compendium.case import Twin, check

Table = tuple[int, ...]
"""Clicks on one item, and then the displays without a click by position."""


def exact(number: Fraction) -> fmpq:
    """A rational number for flint."""
    number = Fraction(number)
    return fmpq(number.numerator, number.denominator)


def likelihood(table: Table, examination: tuple[Fraction, ...]) -> fmpq_poly:
    """The likelihood of an attraction as a polynomial."""
    clicks, *failures = table
    whole = fmpq_poly([0, 1]) ** clicks
    for scale, number in zip(examination, failures, strict=True):
        whole *= fmpq_poly([1, -exact(scale)]) ** number
    return whole


@cache
def area(table: Table, examination: tuple[Fraction, ...], low: Fraction, high: Fraction) -> fmpq:
    """The integral of the likelihood from `low` to `high`."""
    primitive = likelihood(table, examination).integral()
    return primitive(exact(high)) - primitive(exact(low))


def tables(displays: int, n_positions: int) -> Iterator[Table]:
    """All tables of a number of displays; whether a click was at one position or another is not in them."""
    for bars in combinations(range(displays + n_positions), n_positions):
        cuts = (-1, *bars, displays + n_positions)
        yield tuple(after - before - 1 for before, after in zip(cuts, cuts[1:], strict=False))


def largest_expectation(
    displays: int, attraction: Fraction, examination: tuple[Fraction, ...], value: Callable[[Table], fmpq]
) -> fmpq:
    """The largest expectation of a function of the table over all adaptive choices of positions."""
    best = {table: value(table) for table in tables(displays, len(examination))}
    for before in range(displays - 1, -1, -1):
        now = {}
        for table in tables(before, len(examination)):
            clicked = best[table[0] + 1, *table[1:]]
            worth = []
            for position, scale in enumerate(examination, start=1):
                missed = best[*table[:position], table[position] + 1, *table[position + 1 :]]
                chance = exact(scale * attraction)
                worth.append(chance * clicked + (1 - chance) * missed)
            now[table] = max(worth)
        best = now
    (whole,) = best.values()
    return whole


def decay(attraction: Fraction, at: Fraction, other: Fraction, scale: Fraction) -> Fraction:
    """The number c of Lemma 1, by which the likelihood ratio of `other` to `at` falls in expectation."""
    return scale * abs(attraction - at) * abs(other - at) / (at * (1 - scale * at))


F = Fraction
STEEP, FIGURE = (F(1), F(1, 5)), (F(9, 10), F(6, 10), F(3, 10))
RATIOS = (  # κ, θ, a, x, with x and θ on different sides of a, and the number of displays
    (STEEP, F(1, 10), F(1, 2), F(3, 5), 12),
    (STEEP, F(3, 5), F(1, 2), F(1, 5), 12),
    (FIGURE, F(11, 20), F(3, 4), F(17, 20), 7),
    (FIGURE, F(1, 4), F(1, 5), F(1, 20), 7),
    ((F(1, 2),), F(1, 3), F(2, 3), F(1), 12),
)


@check("pbm:ts-likelihood-ratio", sign=Twin(1), slowest=Twin(0), sides=Twin("x and θ on the same side of a"))
def ts_likelihood_ratio(case, sign=-1, slowest=-1, sides="x and θ on different sides of a"):
    scale, theta, x, a = sympy.symbols("kappa theta x a", positive=True)
    clicked, missed = x / a, (1 - scale * x) / (1 - scale * a)
    mean = scale * theta * clicked + (1 - scale * theta) * missed
    fall = scale * (a - theta) * (x - a) / (a * (1 - scale * a))
    case.zero("the conditional mean of the factor", mean - (1 + sign * fall))
    case.zero("κ/(1 - κa) increases with κ", (scale / (1 - scale * a)).diff(scale) - (1 - scale * a) ** -2)
    compared = 0
    for examination, attraction, at, other, displays in RATIOS:
        if "same" in sides:
            attraction = (at + other) / 2
        rate = decay(attraction, at, other, examination[slowest])
        for n in (1, displays // 2, displays):
            largest = largest_expectation(
                n,
                attraction,
                examination,
                lambda table, k=examination, up=other, down=at: (
                    likelihood(table, k)(exact(up)) / likelihood(table, k)(exact(down))
                ),
            )
            compared += case.must(
                f"largest over all choices is (1 - c)^{n}, θ = {attraction}, x = {other}",
                largest == exact(1 - rate) ** n,
            )
    case.number("compared", "expectations that are exactly (1 - c)^n", compared)


@check("pbm:ts-area", factor=Twin(F(11, 10)), beyond=Twin(False))
def ts_area(case, factor=1, beyond=True):
    # with beyond=False the integral would end at (1 + a)/2
    least = []
    for examination in (STEEP, FIGURE, (F(1),)):
        for displays in range(8 if len(examination) < 3 else 6):
            for table in tables(displays, len(examination)):
                for a in (F(1, 20), F(1, 2), F(9, 10)):
                    whole = area(table, examination, a, F(1) if beyond else (1 + a) / 2)
                    at = likelihood(table, examination)(exact(a))
                    least.append(whole * (displays + 1) / (exact(1 - a) * at))
    case.must("the area is at least (1 - a) L_n(a) / (n + 1)", min(least) >= exact(factor))
    case.must("an equality without clicks, if κ = 1", min(least) == 1)
    case.number("tables", "tables and points", len(least))


TAILS = (  # κ, θ, a, b, and the number of displays
    (STEEP, F(1, 10), F(1, 2), F(3, 5), 18),
    (STEEP, F(1, 2), F(3, 5), F(4, 5), 18),
    (FIGURE, F(11, 20), F(3, 4), F(17, 20), 9),
    (STEEP, F(3, 5), F(1, 2), F(1, 5), 18),
    (FIGURE, F(3, 4), F(1, 2), F(1, 4), 9),
    ((F(1), F(9, 10)), F(1, 10), F(1, 2), F(7, 10), 18),
    ((F(1), F(9, 10)), F(9, 10), F(1, 2), F(1, 5), 18),
)


def tail_ratio(table: Table, examination: tuple[Fraction, ...], a: Fraction, b: Fraction) -> fmpq:
    """The ratio of masses in (3), if b > a, or in (4)."""
    if b > a:
        return area(table, examination, b, F(1)) / area(table, examination, a, F(1))
    return area(table, examination, F(0), b) / area(table, examination, b, F(1))


@check("pbm:ts-tails", truth=Twin("beyond a, on the side of b"))
def ts_tails(case, truth="before a"):
    shares = []
    for examination, attraction, a, b, displays in TAILS:
        if truth != "before a":
            attraction = min(max(2 * a - attraction, F(1, 20)), F(19, 20))
        rate = decay(attraction, a, b, examination[-1])
        for n in sorted({0, 1, displays // 3, displays}):
            largest = largest_expectation(
                n, attraction, examination, lambda table, k=examination, a=a, b=b: tail_ratio(table, k, a, b)
            )
            bound = (n + 1) * (1 - rate) ** n * (1 if b > a else b / (1 - a))
            shares.append(largest / exact(bound))
    largest = float(max(shares))
    case.must(
        "the largest expectation over all choices, over its bound, is at most 1", largest <= 1, share=largest
    )
    case.number("compared", "expectations, each the largest over all choices of positions", len(shares))


def shown_and_counted(rounds: int, chances: tuple[Fraction, ...], rare: Callable[[int, int], Fraction]):
    """Exact expectations in a small game in which an item is shown by chance, and clicked half the time.

    In a round it is shown with the probability `chances[its clicks]`, and an event has the conditional
    probability `rare(displays, clicks)` times that. Returns the expected number of these events, the same
    number if the factor is left out, and the sum of Lemma 4 (the sum of E[b_n; the n-th display happens]).
    """
    counted = alone = bound = F(0)
    states = {(0, 0): F(1)}  # displays and clicks
    happened: dict[tuple[int, int], Fraction] = {(0, 0): F(1)}  # the first time with these displays
    for _ in range(rounds):
        after: dict[tuple[int, int], Fraction] = {}
        for (displays, clicks), mass in states.items():
            shown = chances[min(clicks, len(chances) - 1)]
            counted += mass * shown * rare(displays, clicks)
            alone += mass * rare(displays, clicks)
            for (n, s), share in (
                ((displays, clicks), 1 - shown),
                ((displays + 1, clicks), shown / 2),
                ((displays + 1, clicks + 1), shown / 2),
            ):
                after[n, s] = after.get((n, s), F(0)) + mass * share
                if n > displays:
                    happened[n, s] = happened.get((n, s), F(0)) + mass * share
        states = after
    bound = sum((mass * rare(n, s) for (n, s), mass in happened.items()), F(0))
    return counted, alone, bound


@check("pbm:ts-counting", times=Twin("with any probability up to b"))
def ts_counting(case, times="times the probability of a display"):
    chances = (F(1, 20), F(1, 2), F(1))
    within = []
    for rare in (
        lambda n, s: F(1, 2**n),
        lambda n, s: F(1, 1 + s),
        lambda n, s: F(n - s + 1, n + 1) ** 2 / (n + 1),
    ):
        for rounds in (1, 5, 12):
            counted, alone, bound = shown_and_counted(rounds, chances, rare)
            within.append((counted if "display" in times else alone) <= bound)
    case.must("expected numbers of events within the sum", all(within), compared=len(within))


PROBLEMS = (  # attractions, best first, in tenths, and the number of positions; ties included
    ((6, 5, 1), 2),
    ((6, 5, 1), 1),
    ((5, 5, 1), 2),
    ((6, 5, 5), 2),
    ((7, 5, 3, 1), 2),
    ((7, 5, 3, 1), 3),
    ((5, 5, 3, 3), 2),
    ((7, 5, 5, 3), 3),
    ((7, 5, 5, 5), 2),
)


def ranked(values: tuple[int, ...], ties: tuple[int, ...]) -> list[int]:
    """The items by decreasing value, those of equal value in the order of `ties`."""
    return sorted(ties, key=lambda item: -values[item])


@check("pbm:ts-not-shown", inside=Twin("the draws of the items not shown"), others=Twin(2))
def ts_not_shown(case, inside="the draws of the items shown", others=1):
    """`others` is subtracted from L for the largest number of other items that are as good."""
    covered, rounds = True, 0
    for attraction, n_positions in PROBLEMS:
        items = range(len(attraction))
        for i in items:
            if attraction[i] <= attraction[n_positions]:
                continue
            as_good = sum(attraction[j] >= attraction[i] for j in items if j != i)
            covered &= as_good <= n_positions - others
            for draws in permutations(range(len(attraction))):
                shown = ranked(draws, tuple(items))[:n_positions]
                if i in shown:
                    continue
                rounds += 1
                level = sorted((draws[j] for j in items if j != i), reverse=True)[n_positions - 1]
                looked = shown if inside.endswith("shown") and "not" not in inside else [*{*items} - {*shown}]
                worse = [j for j in looked if attraction[j] < attraction[i]]
                covered &= bool(worse) and all(draws[j] >= level for j in worse)
    case.must("a worse item is shown, with a draw of at least the L-th largest of the others", covered)
    case.number("rounds", "orders of draws with a good item not shown", rounds)


LEVELS = (0, 2, 4, 6, 8)  # draws in tenths


@check(
    "pbm:thompson-efficient",
    counted=[
        Twin(("a worse item draws too much",)),
        Twin(("a good item is hidden while the others draw little", "a better item draws too little")),
    ],
)
def thompson_efficient(
    case,
    counted=(
        "a worse item draws too much",
        "a good item is hidden while the others draw little",
        "a better item draws too little",
    ),
):
    """Every way in which draws can make a round lose something, on a grid, is of one of the three kinds."""
    rounds = missed = 0
    for attraction, n_positions in PROBLEMS:
        items = range(len(attraction))
        for draws in product(LEVELS, repeat=len(attraction)):
            for ties in (tuple(items), tuple(reversed(items))):
                shown = ranked(draws, ties)[:n_positions]
                if [attraction[j] for j in shown] == [*attraction[:n_positions]]:
                    continue  # a best list
                rounds += 1
                missed += not {*kinds(attraction, n_positions, draws, shown)} & {*counted}
    case.must("each lossy round is counted", missed == 0, missed=missed)
    case.number("rounds", "lossy rounds", rounds)


def kinds(
    attraction: tuple[int, ...], n_positions: int, draws: tuple[int, ...], shown: list[int]
) -> Iterator[str]:
    """The reasons of the proof for which a lossy round is counted."""
    last = attraction[n_positions - 1]
    items = range(len(attraction))
    worse = [j for j in shown if attraction[j] < last]
    if worse:
        level = (max(value for value in attraction if value < last) + last) / 2
        hidden = [i for i in items if attraction[i] >= last and i not in shown]
        for j in worse:
            if draws[j] > level:
                yield "a worse item draws too much"
            for i in hidden:
                others = sorted((draws[m] for m in items if m != i), reverse=True)
                if others[n_positions - 1] <= draws[j] <= level:
                    yield "a good item is hidden while the others draw little"
        return
    for place, j in enumerate(shown):
        for i in items:
            if attraction[i] > attraction[j] and i not in shown[:place]:
                level = (attraction[i] + attraction[j]) / 2
                if draws[j] > level:
                    yield "a worse item draws too much"
                elif draws[i] <= level:
                    yield "a better item draws too little"
