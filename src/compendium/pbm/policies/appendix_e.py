"""PBM-PIE's regret analysis, Appendix E: the sets of rounds, their inclusions and sizes."""

import math
from fractions import Fraction
from functools import cache
from itertools import islice, pairwise, product

import numpy as np
import sympy

from clickbandits.pbm.confidence import reaches
from compendium.balls import precision
from compendium.case import Twin, check
from compendium.pbm.histories import (
    ATTRACTION,
    TWO_EXAMINATIONS,
    estimates,
    leaders_and_candidates,
    pbm_pie,
    situations,
    top,
)

from .regret_bounds import gap, theorem_11_c3

BEST = (0, 1)
ETA = Fraction(19, 100)
EPSILON = 0.01


def count_tables(n_items, most_plays):
    """t, clicks and plays: all counts of items with 4 to so many plays at the top, one below.

    The inclusions are statements about counts, whatever policy led to them.
    """
    rows = [
        ((first, second), (plays, 1))
        for plays in range(4, most_plays + 1)
        for first, second in product(range(plays + 1), (0, 1))
    ]
    for items in product(rows, repeat=n_items):
        clicks, plays = zip(*items, strict=True)
        yield sum(map(sum, plays)), clicks, plays


def played(horizon):
    """The situations of the small game under PBM-PIE after its first rounds."""
    rule = pbm_pie(len(ATTRACTION), TWO_EXAMINATIONS, EPSILON)
    return (now for now in situations(ATTRACTION, TWO_EXAMINATIONS, horizon, rule) if now.t > 3)


def sets_of(t, clicks, plays, attraction=ATTRACTION, eta=ETA):
    """The sets A, B, C, D of Appendix E that contain the round, as a string such as "AB"."""
    estimate = estimates(clicks, plays, TWO_EXAMINATIONS)
    leaders = top(estimate, len(BEST))
    off = [abs(value - theta) >= eta for value, theta in zip(estimate, attraction, strict=True)]
    delta = (1 + EPSILON) * math.log(t)
    a = leaders != BEST
    b = any(off[item] for item in leaders)
    c = any(not reaches(attraction[k], clicks[k], plays[k], TWO_EXAMINATIONS, delta) for k in BEST)
    d = a and not b and not c and any(k not in leaders and off[k] for k in BEST)
    return "".join(name for name, holds in zip("ABCD", (a, b, c, d), strict=True) if holds)


def half_gap(attraction, last):
    """Half the least gap between neighbours k and k + 1, over k up to a last one, K - 1, L or L - 1."""
    neighbours = {"K - 1": len(attraction) - 1, "L": len(BEST), "L - 1": len(BEST) - 1}[last]
    return min(a - b for a, b in islice(pairwise(attraction), neighbours)) / 2


NEAR_ENDS = {
    "K - 1": ((Fraction(9, 10), Fraction(3, 5), Fraction(3, 10), Fraction(1, 100)), Fraction(7, 50)),
    "L": ((Fraction(9, 10), Fraction(3, 5), Fraction(3, 10), Fraction(29, 100)), Fraction(7, 50)),
    "L - 1": ((Fraction(9, 10), Fraction(1, 2), Fraction(12, 25), Fraction(1, 10)), ETA),
}
"""θ and η of three problems with K = 4 and L = 2, by the longest range of k whose half gaps are above η."""
LONE = (8, 4, 5, 0)
"""The clicks of a table of the third problem. Items 1 and 3 lead, and all four estimates are within η."""


def ten_plays(clicks):
    """t, clicks and plays of items with ten plays at the top and one below without a click."""
    n = len(clicks)
    return 11 * n, tuple((each, 0) for each in clicks), ((10, 1),) * n


@cache
def sets_near_ends(theta, eta):
    """The sets of all tables of four items with these plays, by table, in one of the three problems."""
    tables = map(ten_plays, product(range(11), repeat=len(theta)))
    return {table: sets_of(*table, theta, eta) for table in tables}


@check("pbm:appendix-e-eta", fails="refuted", short=Twin("L"), theorem=Twin("L - 1"), ours=Twin("L - 1"))
def appendix_e_eta(case, short="L - 1", theorem="K - 1", ours="L"):
    allowed = {
        last: [end for end, (theta, eta) in NEAR_ENDS.items() if eta < half_gap(theta, last)]
        for last in NEAR_ENDS
    }

    def covers(last):
        """Whether A ⊂ B ∪ C ∪ D if η is below the half gaps up to this one."""
        return all("A" not in sets_near_ends(*NEAR_ENDS[end]).values() for end in allowed[last])

    case.must(
        "each range of k allows one problem more than the next longer one",
        list(map(len, allowed.values())) == [1, 2, 3],
    )
    case.reading("η is below the half gaps up to k = K - 1, too, as in Theorem 11", covers(theorem))
    case.reading("η is below the half gaps up to k = L - 1 only", covers("L - 1"))
    case.must("the half gaps up to k = L are enough", covers(ours))
    case.must("those up to k = L - 1 are not", not covers(short))
    case.must("a counterexample", sets_of(*ten_plays(LONE), *NEAR_ENDS["L - 1"]) == "A")
    for end, (theta, eta) in NEAR_ENDS.items():
        in_a = sum("A" in each and "B" not in each for each in sets_near_ends(theta, eta).values())
        case.must(f"tables in A and not in B, θ up to k = {end}", in_a > 100, **{f"in_a {end}": in_a})
        case.number(f"theta {end}", f"θ whose half gaps up to k = {end} are above η", theta)
        case.number(f"eta {end}", f"that η, up to k = {end}", eta)


@cache
def sets_of_tables():
    """The sets of all tables of small counts, by table."""
    return {table: sets_of(*table) for table in count_tables(3, 6)}


@check("pbm:appendix-e-leaders", cover=[Twin("BC"), Twin("BD")])
def appendix_e_leaders(case, cover="BCD"):
    of_the_game = (sets_of(*now[:3]) for now in played(6))
    in_a = [sets for sets in (*of_the_game, *sets_of_tables().values()) if "A" in sets]
    only_a = sum("B" not in sets for sets in in_a)
    outside = sum(not set(cover) & set(sets) for sets in in_a)
    case.must("A ⊂ B ∪ C ∪ D: none is outside", outside == 0, outside=outside)
    case.must("some rounds of A are not in B", only_a > 0, not_in_b=only_a)
    case.number("in_a", "situations in A", len(in_a))


@check("pbm:appendix-e-explores", printed=Twin("L + 1", "holds"), ours=Twin("L"))
def appendix_e_explores(case, printed="L", ours="L + 1"):
    half_way = (ATTRACTION[1] + ATTRACTION[2]) / 2
    start = {"L": ATTRACTION[1], "L + 1": ATTRACTION[2]}
    case.printed("the printed chain: θ + η ≤ (θ_L + θ_{L+1}) / 2", start[printed] + ETA <= half_way)
    case.must("our chain: θ + η ≤ (θ_L + θ_{L+1}) / 2", start[ours] + ETA <= half_way)
    in_d = [(table, ATTRACTION, ETA) for table, sets in sets_of_tables().items() if "D" in sets]
    for theta, eta in (NEAR_ENDS["K - 1"], NEAR_ENDS["L"]):  # in which two items can be the last leader
        in_d += [(table, theta, eta) for table, sets in sets_near_ends(theta, eta).items() if "D" in sets]
    last, within, left_out = set(), [], 0
    for table, theta, eta in in_d:
        leaders, candidates = leaders_and_candidates(*table, TWO_EXAMINATIONS, EPSILON)
        last.add(leaders[-1])
        level = theta[1] if ours == "L" else theta[2]
        within.append(estimates(*table[1:], TWO_EXAMINATIONS)[leaders[-1]] <= level + eta)
        left_out += not set(BEST) <= {*leaders, *candidates}
    case.must("the last leader's estimate is within η of where ours starts", all(within))
    case.must("some tables are in D", in_d, in_d=len(in_d))
    case.must("the last leader is suboptimal, item 3 or item 4", last == {2, 3})
    case.must("no best item is neither leader nor in B(t)", left_out == 0, left_out=left_out)


EXPLORES = {1: (2, 0), 2: (0, 2)}
"""The lists with the third item, by its position, beside the best one."""


@check("pbm:appendix-e-decomposition", place=Twin(1), bad_sets=Twin("CD"))
def appendix_e_decomposition(case, place=2, bad_sets="BCD"):
    value = {
        a: sum(s * ATTRACTION[k] for s, k in zip(TWO_EXAMINATIONS, a, strict=True))
        for a in product(range(len(ATTRACTION)), repeat=2)
    }
    rule = pbm_pie(len(ATTRACTION), TWO_EXAMINATIONS, EPSILON)
    bad, shown = Fraction(0), []  # the lists: whether bad, whether in an E_k, regret
    for now in played(7):
        sets = sets_of(*now[:3])
        is_bad = bool(set(bad_sets) & set(sets))
        bad += now.chance * is_bad
        for action, share in rule(*now[:3]):
            lost = (value[BEST] - value[action]) * now.chance * share
            shown.append((is_bad, sets == "" and action == EXPLORES[place], lost))
    regret = sum(lost for *_, lost in shown)
    explored = sum(lost for *_, in_e, lost in shown if in_e)
    outside = sum(lost > 0 and not is_bad and not in_e for is_bad, in_e, lost in shown)
    bound = sum(TWO_EXAMINATIONS) * bad + explored
    case.must("no suboptimal list is shown outside B ∪ C ∪ D and the E_k", outside == 0, outside=outside)
    case.must("there is regret after the initial rounds", regret > 0, regret=float(regret))
    case.must("the regret is within its bound by the sets", regret <= bound, bound=float(bound))
    case.must("some of it is of the E_k", explored > 0)


def lemma_22_bound(share, spread):
    """The published bound of Lemma 22 on the rounds in which an item shown with this share is off."""
    return 2 / share * (2 / share + spread)


N_ITEMS, N_POSITIONS, SPREAD = sympy.symbols("K L x", positive=True)
SIZE_OF_B = N_ITEMS * sum(lemma_22_bound(c, SPREAD) for c in (sympy.Integer(1), sympy.Rational(1, 2)))
SIZE_OF_D = N_POSITIONS * lemma_22_bound(1 / (2 * N_ITEMS), SPREAD)
"""Lemma 22's bounds on E|B| and E|D|, in symbols."""


@check("pbm:appendix-e-size-of-b", constant=Twin(9), factor=Twin(2))
def appendix_e_size_of_b(case, constant=10, factor=3):
    case.zero("the sum is as printed", SIZE_OF_B - 2 * N_ITEMS * (constant + factor * SPREAD))


@check("pbm:appendix-e-size-of-d", printed=Twin("L", "holds"), ours=Twin("1"))
def appendix_e_size_of_d(case, printed="1", ours="L"):
    terms = {"1": sympy.Integer(1), "L": N_POSITIONS}
    printed_bound = 4 * N_ITEMS * (4 * N_ITEMS + SPREAD)
    case.zero("ours is the sum", SIZE_OF_D - terms[ours] * printed_bound)
    same = sympy.simplify(SIZE_OF_D - terms[printed] * printed_bound) == 0
    case.printed("the printed bound is the sum", same)
    case.number("factor", "the sum over the printed bound", str(sympy.simplify(SIZE_OF_D / printed_bound)))


@check("pbm:appendix-e-size-of-c", power=Twin(2), constant=Twin(1))
def appendix_e_size_of_c(case, power=3, constant=2):
    # Proposition 10 with δ = (1 + ε) log t and ⌈x⌉ <= x + 1; log t = 1 + u with u >= 0
    u, e = sympy.symbols("u epsilon", positive=True)
    log_t = 1 + u
    delta = (1 + e) * log_t
    slack = sympy.expand((constant + e) ** 2 * log_t**power - (delta * log_t + 1) * delta)
    case.must("⌈δ log t⌉ δ ≤ (2 + ε)² log³ t for t ≥ e", slack.is_nonnegative)
    # (2 + ε)² - ((1 + ε) + 1) (1 + ε)
    case.zero("at t = e it is less by 2 + ε", slack.subs(u, 0) - (2 + e))
    for epsilon in (1.0, 0.1, 0.01):
        with precision():
            bound = float(theorem_11_c3(3, epsilon).mid())
        case.number(f"at {epsilon:g}", f"the bound for ε = {epsilon:g}", bound)


TIED = (Fraction(9, 10), Fraction(1, 2), Fraction(1, 2), Fraction(1, 10))
"""Attractions for two positions, of which the second and the third are equal."""


@check("pbm:pie-uniformly-efficient", place=Twin(0), eta=Twin(Fraction(9, 20)))
def pie_uniformly_efficient(case, place=1, eta=ETA):
    bad = left_out = 0
    for t, clicks, plays in count_tables(4, 4):
        leaders, candidates = leaders_and_candidates(t, clicks, plays, TWO_EXAMINATIONS, EPSILON)
        pairs = zip(estimates(clicks, plays, TWO_EXAMINATIONS), TIED, strict=True)
        off = [abs(value - theta) >= eta for value, theta in pairs]
        worst = min(TIED[item] for item in leaders)
        better = [k for k in range(4) if k not in leaders and TIED[k] > worst]
        delta = (1 + EPSILON) * math.log(t)
        if better and not any(off[item] for item in leaders):  # in A, and not in B
            rows = [(TIED[k], clicks[k], plays[k], TWO_EXAMINATIONS, delta) for k in range(3)]
            if all(reaches(*row) for row in rows):  # nor in C
                bad += 1
                left_out += not any(off[k] and k in candidates for k in better)
    case.must("in every other bad round an item that is off is explored", left_out == 0, rounds=bad)
    rng, costs = np.random.default_rng(3), []
    for _ in range(200):
        high, tied, low = (Fraction(int(x), 99) for x in sorted(rng.choice(99, 3, replace=False))[::-1])
        scales = [Fraction(int(x), 50) for x in sorted(rng.choice(range(1, 50), 2, replace=False))[::-1]]
        shown = [0]
        shown.insert(place, 2)
        costs.append(gap(shown, (high, tied, tied, low), scales))
    case.must("where an item as good as the last leader is tried it costs nothing", not any(costs))
