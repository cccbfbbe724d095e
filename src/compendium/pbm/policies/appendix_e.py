"""PBM-PIE's regret analysis, Appendix E: the sets of rounds, their inclusions and sizes."""

import math
from fractions import Fraction
from itertools import product

import sympy

from clickbandits.pbm.confidence import reaches
from clickbandits.pbm.regret_bounds import theorem_11_c3
from compendium.finding import Case, check
from compendium.pbm.histories import (
    ATTRACTION,
    EXAMINATION,
    estimates,
    leaders_and_candidates,
    pbm_pie,
    situations,
    top,
)

BEST = (0, 1)
ETA = Fraction(19, 100)
EPSILON = 0.01


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
    rule = pbm_pie(3, EXAMINATION, EPSILON)
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


@check("pbm:appendix-e-eta")
def appendix_e_eta(profile):
    """Finds the sets of one round in which items 1 and 3 lead and all estimates are within η."""
    case = Case()
    attraction = (Fraction(9, 10), Fraction(1, 2), Fraction(12, 25))
    # items 1 and 3 lead; all three estimates are within η, and item 2's bound is high
    sets = sets_of(31, ((8, 1), (4, 0), (5, 0)), ((10, 1), (10, 1), (10, 1)), attraction)
    allowed = case.must("η is below the printed η_0", (attraction[0] - attraction[1]) / 2 > ETA)
    in_a = case.must("the round is in A", "A" in sets)
    covered = case.printed("the round is in B, C or D", sets != "A")
    case.number("theta", "θ", ", ".join(map(str, attraction)))
    case.number("eta", "η", ETA)
    case.number("allowed", "η below the printed η_0", allowed)
    case.number("in_a", "round in A", in_a)
    case.number("covered", "in B, C or D", covered)
    return case.finding()


@check("pbm:appendix-e-leaders")
def appendix_e_leaders(profile):
    """Finds the sets of every situation of a small game, and of all tables of small counts."""
    case = Case()
    rounds = [sets_of(*now[:3]) for now in played(6)]
    rounds += [sets_of(*table) for table in count_tables(profile)]
    in_a = [sets for sets in rounds if "A" in sets]
    interesting = sum("B" not in sets for sets in in_a)
    case.must("A ⊂ B ∪ C ∪ D", "A" not in in_a)
    case.must("some rounds of A are not in B", interesting > 0)
    case.number("in_a", "situations in A", len(in_a))
    case.number("not_in_b", "of these not in B", interesting)
    case.number("outside", "outside", in_a.count("A"))
    return case.finding()


@check("pbm:appendix-e-explores")
def appendix_e_explores(profile):
    """Looks in all tables of small counts that lie in D for the item that must be explored."""
    case = Case()
    half_way = (ATTRACTION[1] + ATTRACTION[2]) / 2
    case.printed("θ_L + η ≤ (θ_L + θ_{L+1}) / 2", ATTRACTION[1] + ETA <= half_way)
    case.must("θ_{L+1} + η ≤ (θ_L + θ_{L+1}) / 2", ATTRACTION[2] + ETA <= half_way)
    in_d = left_out = optimal_last = 0
    for table in count_tables(profile):
        if "D" in sets_of(*table):
            in_d += 1
            leaders, candidates = leaders_and_candidates(*table, EXAMINATION, EPSILON)
            optimal_last += leaders[-1] in BEST
            left_out += not set(BEST) <= {*leaders, *candidates}
    case.must("some tables are in D", in_d > 0)
    case.must("the last leader is suboptimal", optimal_last == 0)
    case.must("a best item that does not lead is in B(t)", left_out == 0)
    case.number("in_d", "tables in D", in_d)
    case.number("left_out", "with the item not explored", left_out)
    return case.finding()


@check("pbm:appendix-e-decomposition")
def appendix_e_decomposition(profile):
    """Compares the regret with its bound by the sets, over every action of a small game."""
    case = Case()
    rule = pbm_pie(3, EXAMINATION, EPSILON)
    value = {a: sum(s * ATTRACTION[k] for s, k in zip(EXAMINATION, a, strict=True))
             for a in product(range(3), repeat=2)}  # fmt: skip
    outside, regret, bad, explored = 0, Fraction(0), Fraction(0), Fraction(0)
    for now in played(7 if profile == "paper" else 6):
        sets = sets_of(*now[:3])
        is_bad = sets not in ("", "A")
        bad += now.chance * is_bad
        for action, share in rule(*now[:3]):
            lost = now.chance * share * (value[BEST] - value[action])
            in_e = sets == "" and action == (0, 2)
            regret += lost
            explored += in_e * lost
            outside += action != BEST and not is_bad and not in_e
    bound = sum(EXAMINATION) * bad + explored
    case.must("every suboptimal list is shown in B ∪ C ∪ D or in an E_k", outside == 0)
    case.must("there is regret", regret > 0)
    case.must("the regret is within its bound", regret <= bound)
    case.must("some of it is of the E_k", explored > 0)
    case.number("outside", "actions outside the union", outside)
    case.number("regret", "regret after the initial rounds", float(regret))
    case.number("bound", "its bound by the sets", float(bound))
    return case.finding()


@check("pbm:appendix-e-size-of-b")
def appendix_e_size_of_b(profile):
    """Adds Lemma 22's bounds with c = 1 and c = 1/2, in symbols."""
    case = Case()
    n_items, x = sympy.symbols("K x", positive=True)
    parts = [2 / c * (2 / c + x) for c in (sympy.Integer(1), sympy.Rational(1, 2))]
    same = case.zero("the sum", n_items * sum(parts) - 2 * n_items * (10 + 3 * x))
    case.number("same", "the sum is as printed", same)
    return case.finding()


@check("pbm:appendix-e-size-of-d")
def appendix_e_size_of_d(profile):
    """Adds Lemma 22's bound with c = 1/(2K) over the L best items, in symbols."""
    case = Case()
    n_items, n_positions, x = sympy.symbols("K L x", positive=True)
    one = 2 * (2 * n_items) * (2 * (2 * n_items) + x)
    printed = 4 * n_items * (4 * n_items + x)
    factor = sympy.simplify(n_positions * one / printed)
    case.zero("the bound of one item", one - printed)
    case.must("the sum is L times the printed one", factor == n_positions)
    case.printed("the sum", factor == 1)
    case.number("factor", "the sum over the printed bound", str(factor))
    return case.finding()


@check("pbm:appendix-e-size-of-c")
def appendix_e_size_of_c(profile):
    """Encloses the bound for three ε; compares Proposition 10's term with the printed one."""
    case = Case()
    # Proposition 10 with δ = (1 + ε) log t: ⌈δ log t⌉ δ <= (2 + ε)² log³ t once t >= e
    dominated = (
        math.ceil((1 + e) * math.log(t) ** 2) * (1 + e) <= (2 + e) ** 2 * math.log(t) ** 2
        for e in (0.01, 0.1, 1.0)
        for t in range(3, 3000)
    )
    case.must("⌈δ log t⌉ δ ≤ (2 + ε)² log³ t", all(dominated))
    for epsilon in (1.0, 0.1, 0.01):
        bound = theorem_11_c3(3, epsilon)
        case.must(f"positive at ε = {epsilon:g}", bound > 0)
        case.must(f"finite at ε = {epsilon:g}", bound.rad() < 1e-6 * abs(bound.mid()))
        case.number(f"at {epsilon:g}", f"the bound for ε = {epsilon:g}", float(bound.mid()))
    return case.finding()
