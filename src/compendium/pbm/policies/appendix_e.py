"""PBM-PIE's regret analysis, Appendix E: the sets of rounds, their inclusions and sizes."""

import math
from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

import sympy
from flint import arb

from clickbandits.pbm.confidence import reaches
from clickbandits.pbm.regret_bounds import sizes_of_b_and_d, theorem_11_c3
from compendium.balls import precision
from compendium.finding import Case, check, twin
from compendium.pbm.histories import (
    ATTRACTION,
    EXAMINATION,
    estimates,
    leaders_and_candidates,
    pbm_pie,
    situations,
    top,
)
from compendium.pbm.instances import EXAMINATION as EXAMINATIONS

BEST = (0, 1)
ETA = Fraction(19, 100)
EPSILON = 0.01
HORIZON = 6
"""The rounds of the small game in which sets are looked for."""
SIZES = (1.0, 3), (0.1, 3), (0.01, 3), (1.0, 1), (0.1, 2)
"""ε and L of the bound on E|C|."""


def count_tables(profile):
    """t, clicks and plays: all counts of three items with 4 or 5 plays at the top, one below.

    The inclusions are statements about counts, whatever policy led there. In the profile "paper"
    also with 6.
    """
    rows = [
        ((first, second), (plays, 1))
        for plays in ((4, 5, 6) if profile == "paper" else (4, 5))
        for first in range(plays + 1)
        for second in (0, 1)
    ]
    for three in product(rows, repeat=3):
        clicks, plays = zip(*three, strict=True)
        yield sum(map(sum, plays)), clicks, plays


def played(horizon):
    """The situations of the small game under PBM-PIE after its first rounds."""
    rule = pbm_pie(len(ATTRACTION), EXAMINATION, EPSILON)
    return (now for now in situations(ATTRACTION, EXAMINATION, horizon, rule) if now.t > 3)


def sets_of(t, clicks, plays, attraction=ATTRACTION):
    """Which of Appendix E's sets A, B, C, D hold the round, as a string such as "AB"."""
    estimate = estimates(clicks, plays, EXAMINATION)
    leaders = top(estimate, len(BEST))
    off = [abs(value - theta) >= ETA for value, theta in zip(estimate, attraction, strict=True)]
    delta = (1 + EPSILON) * math.log(t)
    a = leaders != BEST
    b = any(off[item] for item in leaders)
    c = any(not reaches(attraction[k], clicks[k], plays[k], EXAMINATION, delta) for k in BEST)
    d = a and not b and not c and any(k not in leaders and off[k] for k in BEST)
    return "".join(name for name, holds in zip("ABCD", (a, b, c, d), strict=True) if holds)


def half_gap(attraction, best_only):
    """η_0: half the least gap between neighbours, of the L best or of all items."""
    kept = attraction[: len(BEST)] if best_only else attraction
    return min(a - b for a, b in pairwise(kept)) / 2


@check("pbm:appendix-e-eta")
@twin("whether the printed minimum runs over the best items only", gives="holds", printed=False)
@twin("whether ours does", gives="refuted", ours=True)
def appendix_e_eta(profile, printed=True, ours=False):
    """Finds the sets of a round in which items 1 and 3 lead, and of tables of small counts."""
    case = Case()
    attraction = (Fraction(9, 10), Fraction(1, 2), Fraction(12, 25))
    # items 1 and 3 lead; all three estimates are within η, and item 2's bound is high
    clicks, plays = ((8, 1), (4, 0), (5, 0)), ((10, 1), (10, 1), (10, 1))
    sets = sets_of(31, clicks, plays, attraction)
    case.must("the round is in A and in no other set", sets == "A")
    # each item was seen 10 · 0.9 + 0.3 times
    near = [Fraction(total) / Fraction(93, 10) for total in (9, 4, 5)]
    case.must("its estimates by hand", estimates(clicks, plays, EXAMINATION) == near)
    halves = half_gap(attraction, best_only=True), half_gap(attraction, best_only=False)
    case.must("the two minima by hand", halves == (Fraction(1, 5), Fraction(1, 100)))
    allowed = half_gap(attraction, printed) > ETA
    covered = case.printed("where η is allowed the round is in B, C or D",
                           not allowed or sets != "A")  # fmt: skip
    # ours, in the problem above and in that of the small game
    fine = half_gap(attraction, ours) <= ETA or sets != "A"
    case.must("the round above, with the minimum over all items", fine)
    case.must("η is below that minimum in the small game", half_gap(ATTRACTION, ours) > ETA)
    inside = sets_of_tables("quick").values()
    case.must("there A ⊂ B ∪ C ∪ D", "A" not in inside and any("A" in each for each in inside))
    case.number("theta", "θ", ", ".join(map(str, attraction)))
    case.number("eta", "η", ETA)
    case.number("allowed", "η below the printed η_0", allowed)
    case.number("covered", "in B, C or D", covered)
    return case.finding()


@cache
def sets_of_tables(profile):
    """The sets of all tables of small counts, by table."""
    return {table: sets_of(*table) for table in count_tables(profile)}


@cache
def sets_of_rounds(profile):
    """The sets of every situation of a small game, and of all tables of small counts."""
    of_the_game = [sets_of(*now[:3]) for now in played(HORIZON)]
    return [*of_the_game, *sets_of_tables(profile).values()]


@check("pbm:appendix-e-leaders")
@twin("the sets that cover A", gives="refuted", cover="BC")
@twin("the sets that cover A", gives="refuted", cover="BD")
def appendix_e_leaders(profile, cover="BCD"):
    """Looks for A in the sets of every situation of a small game, and of all small tables."""
    case = Case()
    in_a = [sets for sets in sets_of_rounds(profile) if "A" in sets]
    interesting = sum("B" not in sets for sets in in_a)
    outside = sum(not set(cover) & set(sets) for sets in in_a)
    # items 1 and 2 lead if no estimate is above the one before: with N values of a row, those
    # triples are counted by how many are at least the middle one, and at most
    tables = list(count_tables(profile))
    rows = {row for _, *table in tables for row in zip(*table, strict=True)}
    values = [estimates((row,), (n,), EXAMINATION)[0] for row, n in rows]
    ordered = sum(
        sum(above >= middle for above in values) * sum(below <= middle for below in values)
        for middle in values
    )
    leaders_differ = sum("A" in sets for sets in sets_of_rounds(profile)[-len(tables) :])
    case.must("all triples of rows", len(tables) == len(rows) ** 3)
    case.must("2 (5 + 6) rows with 4 or 5 plays at the top, 14 more with 6",
              len(rows) == 22 + 14 * (profile == "paper"))  # fmt: skip
    case.must("the tables in A by triples", leaders_differ == len(tables) - ordered)
    case.must("A ⊂ B ∪ C ∪ D", outside == 0)
    case.must("some rounds of A are not in B", interesting > 0)
    case.number("in_a", "situations in A", len(in_a))
    case.number("not_in_b", "of these not in B", interesting)
    case.number("outside", "outside", outside)
    return case.finding()


def tables_in_d(profile):
    """The tables of small counts in D."""
    return [table for table, sets in sets_of_tables(profile).items() if "D" in sets]


@check("pbm:appendix-e-explores")
@twin("the item from which the printed chain starts", gives="holds", printed="L + 1")
@twin("the item from which ours starts", gives="refuted", ours="L")
def appendix_e_explores(profile, printed="L", ours="L + 1"):
    """Looks in all tables of small counts that lie in D for the item that must be explored."""
    case = Case()
    half_way = (ATTRACTION[1] + ATTRACTION[2]) / 2
    start = {"L": ATTRACTION[1], "L + 1": ATTRACTION[2]}
    case.printed("the printed chain: θ + η ≤ (θ_L + θ_{L+1}) / 2", start[printed] + ETA <= half_way)
    case.must("our chain: θ + η ≤ (θ_L + θ_{L+1}) / 2", start[ours] + ETA <= half_way)
    in_d = left_out = optimal_last = beyond = 0
    for table in tables_in_d(profile):
        in_d += 1
        leaders, candidates = leaders_and_candidates(*table, EXAMINATION, EPSILON)
        optimal_last += leaders[-1] in BEST
        left_out += not set(BEST) <= {*leaders, *candidates}
        last = estimates(*table[1:], EXAMINATION)[leaders[-1]]
        beyond += last > start[ours] + ETA
    case.must("the last leader's estimate is within η of where ours starts", beyond == 0)
    case.must("some tables are in D", in_d > 0)
    case.must("the last leader is suboptimal", optimal_last == 0)
    case.must("a best item that does not lead is in B(t)", left_out == 0)
    case.number("in_d", "tables in D", in_d)
    case.number("left_out", "with the item not explored", left_out)
    return case.finding()


@cache
def met(horizon):
    """The situations of the small game: with the sets, and the lists with their shares."""
    rule = pbm_pie(len(ATTRACTION), EXAMINATION, EPSILON)
    return [(now, sets_of(*now[:3]), rule(*now[:3])) for now in played(horizon)]


EXPLORES = {1: (2, 0), 2: (0, 2)}
"""The lists with the third item, by its position, beside the best one."""


@check("pbm:appendix-e-decomposition")
@twin("the lists of the E_k have item k at position", gives="refuted", place=1)
@twin("the bad sets", gives="refuted", bad_sets="CD")
def appendix_e_decomposition(profile, place=2, bad_sets="BCD"):
    """Compares the regret with its bound by the sets, over every action of a small game."""
    case = Case()
    value = {a: sum(s * ATTRACTION[k] for s, k in zip(EXAMINATION, a, strict=True))
             for a in product(range(len(ATTRACTION)), repeat=2)}  # fmt: skip
    outside = regret = bad = explored = inside = 0
    last = Fraction(0)  # of the regret: the last round's
    horizon = 7 if profile == "paper" else 6
    before = defaultdict(Fraction)  # of clicks, before each round
    for now, sets, shown in met(horizon):
        is_bad = bool(set(bad_sets) & set(sets))
        if is_bad:
            bad += now.chance
        before[now.t] += sum(map(sum, now.clicks)) * now.chance
        for action, share in shown:
            lost = (value[BEST] - value[action]) * now.chance * share
            in_e = sets == "" and action == EXPLORES[place]
            regret += lost
            if now.t == horizon:
                last += lost
            if is_bad:
                inside += lost
            if in_e:
                explored += lost
            outside += action != BEST and not is_bad and not in_e
    bound = sum(EXAMINATION) * bad + explored
    case.must("every suboptimal list is shown in B ∪ C ∪ D or in an E_k", outside == 0)
    case.must("there is regret", regret > 0)
    # every item once at every position: 1.2 times the sum of all attractions
    case.must("clicks of the first rounds by hand", before[4] == Fraction("1.2") * Fraction("1.5"))
    gained = before[horizon] - before[4]
    case.must("the regret is the clicks that are missed",
              regret - last == (horizon - 4) * value[BEST] - gained)  # fmt: skip
    # they exclude each other
    case.must("all regret is bad rounds' or the E_k's", regret == inside + explored)
    case.must("the regret is within its bound", regret <= bound)
    case.must("some of it is of the E_k", explored > 0)
    case.number("outside", "actions outside the union", outside)
    case.number("regret", "regret after the initial rounds", float(regret))
    case.number("bound", "its bound by the sets", float(bound))
    return case.finding()


def lemma_22_bound(share, spread):
    """Lemma 22 as printed: how many rounds an item is off in, if it is shown with this share."""
    return 2 / share * (2 / share + spread)


def sums_of_lemma_22():
    """K, L, x and Lemma 22's bounds on E|B| and E|D|, in symbols."""
    n_items, n_positions, spread = sympy.symbols("K L x", positive=True)
    one, half = sympy.Integer(1), sympy.Rational(1, 2)
    b = n_items * (lemma_22_bound(one, spread) + lemma_22_bound(half, spread))
    d = n_positions * lemma_22_bound(1 / (2 * n_items), spread)
    return n_items, n_positions, spread, b, d


def library_sizes(n_items, scales, eta):
    """x, and the library's bounds on E|B| and E|D|, exactly."""
    return 1 / (scales[-1] * eta) ** 2, *sizes_of_b_and_d(n_items, scales, eta)


GAMES = tuple(
    (n_items, EXAMINATIONS[:n_positions], Fraction(1, 25))
    for n_items in (4, 7)
    for n_positions in (1, 2, 3)
)


@check("pbm:appendix-e-size-of-b")
@twin("the constant beside 3x", gives="refuted", constant=9)
@twin("the factor of x", gives="refuted", factor=2)
def appendix_e_size_of_b(profile, constant=10, factor=3):
    """Adds Lemma 22's bounds with c = 1 and c = 1/2, in symbols; compares the library's."""
    case = Case()
    n_items, n_positions, spread, b, _ = sums_of_lemma_22()
    said = 2 * n_items * (constant + factor * spread)
    same = case.zero("the sum", b - said)
    for items, scales, eta in GAMES:
        x, size, _ = library_sizes(items, scales, eta)
        here = {n_items: items, n_positions: len(scales), spread: x}
        case.must(f"the library's, K = {items}, L = {len(scales)}", b.subs(here) == size)
    case.number("same", "the sum is as printed", same)
    return case.finding()


@check("pbm:appendix-e-size-of-d")
@twin("the printed number of terms", gives="holds", printed="L")
@twin("our number of terms", gives="refuted", ours="1")
def appendix_e_size_of_d(profile, printed="1", ours="L"):
    """Adds Lemma 22's bound with c = 1/(2K) over the L best items; compares the library's."""
    case = Case()
    n_items, n_positions, spread, _, d = sums_of_lemma_22()
    terms = {"1": sympy.Integer(1), "L": n_positions}
    said = 4 * n_items * (4 * n_items + spread)
    case.zero("ours is the sum", d - terms[ours] * said)
    case.printed("the printed bound is the sum", sympy.simplify(d - terms[printed] * said) == 0)
    for items, scales, eta in GAMES:
        x, _, size = library_sizes(items, scales, eta)
        here = {n_items: items, n_positions: len(scales), spread: x}
        case.must(f"the library's, K = {items}, L = {len(scales)}", d.subs(here) == size)
    case.number("factor", "the sum over the printed bound", str(sympy.simplify(d / said)))
    return case.finding()


def tail_from(first, power, epsilon):
    """∫ log^p t / t^(1+ε) from `first` on, and the same from `first` + 1 on.

    Their integrand's antiderivative is -Γ(p + 1, ε log t) / ε^(p+1).
    """
    return [
        (epsilon * arb(t).log()).gamma_upper(arb(1 + power)) / epsilon ** (power + 1)
        for t in (first, first + 1)
    ]


@check("pbm:appendix-e-size-of-c")
@twin("the power of log t", gives="refuted", power=2)
@twin("the constant beside ε", gives="refuted", constant=1)
def appendix_e_size_of_c(profile, power=3, constant=2):
    """Compares the bound with integrals for three ε; Proposition 10's term with it, in symbols."""
    case = Case()
    # Proposition 10 with δ = (1 + ε) log t and ⌈x⌉ <= x + 1; log t = 1 + u with u >= 0
    u, e = sympy.symbols("u epsilon", positive=True)
    log_t = 1 + u
    delta = (1 + e) * log_t
    slack = sympy.expand((constant + e) ** 2 * log_t**power - (delta * log_t + 1) * delta)
    case.must("⌈δ log t⌉ δ ≤ (2 + ε)² log³ t for t ≥ e", slack.is_nonnegative)
    # (2 + ε)² - ((1 + ε) + 1) (1 + ε)
    case.zero("at t = e it is less by 2 + ε", slack.subs(u, 0) - (2 + e))
    for epsilon, n_positions in SIZES:
        with precision():
            bound = theorem_11_c3(n_positions, epsilon)
            first = math.ceil(math.exp(n_positions + 1))
            scale = arb(n_positions + 1).exp() / n_positions**n_positions
            scale *= (2 + arb(epsilon)) ** (2 * n_positions)
            # Σ over t > first is the mean of the integrals from `first` and from `first` + 1 on,
            # but for a part of their difference; the library rounds 1 + ε
            above, below = tail_from(first, 3 * n_positions, arb(1 + epsilon) - 1)
            rest = bound - first - scale * (above + below) / 2
            at = f"L = {n_positions}, ε = {epsilon:g}"
            case.must(f"the sum is an integral by trapezoids, {at}",
                      80 * abs(rest) < scale * (above - below))  # fmt: skip
    for epsilon in (1.0, 0.1, 0.01):
        label = f"the bound for ε = {epsilon:g}"
        with precision():
            case.number(f"at {epsilon:g}", label, float(theorem_11_c3(3, epsilon).mid()))
    return case.finding()
