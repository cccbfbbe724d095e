"""Claims on PBM-PIE's regret analysis, Appendix E: the sets of rounds and their inclusions."""

import math
from fractions import Fraction
from itertools import product

import sympy

from clickbandits.pbm.confidence import reaches
from compendium.finding import Finding, check
from compendium.pbm.histories import estimates, leaders_and_candidates, pbm_pie, situations, top

EXAMINATION = (Fraction(9, 10), Fraction(3, 10))
ATTRACTION = (Fraction(9, 10), Fraction(1, 2), Fraction(1, 10))
EPSILON = 0.01


def count_tables(top_plays):
    """All counts of three items with the given numbers of plays at the top, and one below.

    The inclusions are statements about counts, whatever policy led there.
    """
    rows = [
        ((first, second), (plays, 1))
        for plays in top_plays
        for first in range(plays + 1)
        for second in (0, 1)
    ]
    for three in product(rows, repeat=3):
        yield tuple(row[0] for row in three), tuple(row[1] for row in three)


def rounds_of(t, clicks, plays, attraction, eta):
    """To which of Appendix E's sets A, B, C, D the round belongs, as a dict of booleans."""
    best = tuple(range(len(EXAMINATION)))
    estimate = estimates(clicks, plays, EXAMINATION)
    leaders = top(estimate, len(best))
    off = [abs(value - theta) >= eta for value, theta in zip(estimate, attraction, strict=True)]
    delta = (1 + EPSILON) * math.log(t)
    a = leaders != best
    b = any(off[item] for item in leaders)
    c = any(not reaches(attraction[k], clicks[k], plays[k], EXAMINATION, delta) for k in best)
    d = a and not b and not c and any(k not in leaders and off[k] for k in best)
    return {"A": a, "B": b, "C": c, "D": d}


@check("pbm:appendix-e-eta")
def appendix_e_eta(profile):
    attraction, eta = (Fraction(9, 10), Fraction(1, 2), Fraction(12, 25)), Fraction(19, 100)
    allowed = eta < (attraction[0] - attraction[1]) / 2
    # items 1 and 3 lead; all three estimates are within η, and item 2's bound is high
    clicks, plays = ((8, 1), (4, 0), (5, 0)), ((10, 1), (10, 1), (10, 1))
    sets = rounds_of(31, clicks, plays, attraction, eta)
    fails = allowed and sets == {"A": True, "B": False, "C": False, "D": False}
    return Finding(
        "corrected" if fails else "holds",
        {
            "θ": ", ".join(map(str, attraction)),
            "η": eta,
            "η below the printed η_0": allowed,
            "round in A": sets["A"],
            "in B, C or D": sets["B"] or sets["C"] or sets["D"],
        },
    )


@check("pbm:appendix-e-leaders")
def appendix_e_leaders(profile):
    eta = Fraction(19, 100)
    rule = pbm_pie(3, EXAMINATION, EPSILON)
    in_a = interesting = outside = 0
    places = (now[:3] for now in situations(ATTRACTION, EXAMINATION, 6, rule) if now.t > 3)
    top_plays = (4, 5, 6) if profile == "paper" else (4, 5)
    tables = ((sum(map(sum, plays)), clicks, plays) for clicks, plays in count_tables(top_plays))
    for source in (places, tables):
        for t, clicks, plays in source:
            sets = rounds_of(t, clicks, plays, ATTRACTION, eta)
            in_a += sets["A"]
            interesting += sets["A"] and not sets["B"]
            outside += sets["A"] and not (sets["B"] or sets["C"] or sets["D"])
    return Finding(
        "holds" if outside == 0 and interesting > 0 else "refuted",
        {"situations in A": in_a, "of these not in B": interesting, "outside": outside},
    )


@check("pbm:appendix-e-explores")
def appendix_e_explores(profile):
    eta = Fraction(19, 100)
    impossible = ATTRACTION[1] + eta > (ATTRACTION[1] + ATTRACTION[2]) / 2
    possible = ATTRACTION[2] + eta <= (ATTRACTION[1] + ATTRACTION[2]) / 2
    in_d = left_out = optimal_last = 0
    for clicks, plays in count_tables((4, 5, 6) if profile == "paper" else (4, 5)):
        t = sum(map(sum, plays))
        if not rounds_of(t, clicks, plays, ATTRACTION, eta)["D"]:
            continue
        in_d += 1
        leaders, candidates = leaders_and_candidates(t, clicks, plays, EXAMINATION, EPSILON)
        missing = [k for k in range(len(EXAMINATION)) if k not in leaders]
        optimal_last += leaders[-1] < len(EXAMINATION)
        left_out += any(k not in candidates for k in missing)
    shown = impossible and possible and in_d > 0 and left_out == 0 and optimal_last == 0
    return Finding(
        "corrected" if shown else "refuted",
        {"tables in D": in_d, "with the item not explored": left_out},
    )


@check("pbm:appendix-e-decomposition")
def appendix_e_decomposition(profile):
    horizon = 7 if profile == "paper" else 6
    eta, best = Fraction(19, 100), (0, 1)
    rule = pbm_pie(3, EXAMINATION, EPSILON)
    value = {a: sum(s * ATTRACTION[k] for s, k in zip(EXAMINATION, a, strict=True))
             for a in product(range(3), repeat=2)}  # fmt: skip
    outside, regret, bad, explored = 0, Fraction(0), Fraction(0), Fraction(0)
    for now in situations(ATTRACTION, EXAMINATION, horizon, rule):
        if now.t <= 3:
            continue
        sets = rounds_of(*now[:3], ATTRACTION, eta)
        is_bad = sets["B"] or sets["C"] or sets["D"]
        bad += now.chance * is_bad
        for action, share in rule(*now[:3]):
            lost = value[best] - value[action]
            regret += now.chance * share * lost
            in_e = not is_bad and not sets["A"] and action == (0, 2)
            explored += now.chance * share * in_e * lost
            outside += action != best and not is_bad and not in_e
    bound = sum(EXAMINATION) * bad + explored
    return Finding(
        "holds" if outside == 0 and 0 < regret <= bound and explored > 0 else "refuted",
        {
            "actions outside the union": outside,
            "regret after the initial rounds": float(regret),
            "its bound by the sets": float(bound),
        },
    )


@check("pbm:appendix-e-size-of-b")
def appendix_e_size_of_b(profile):
    n_items, x = sympy.symbols("K x", positive=True)
    parts = [2 / c * (2 / c + x) for c in (sympy.Integer(1), sympy.Rational(1, 2))]
    same = sympy.expand(n_items * sum(parts) - 2 * n_items * (10 + 3 * x)) == 0
    return Finding("holds" if same else "refuted", {"the sum is as printed": same})


@check("pbm:appendix-e-size-of-d")
def appendix_e_size_of_d(profile):
    n_items, n_positions, x = sympy.symbols("K L x", positive=True)
    one = 2 * (2 * n_items) * (2 * (2 * n_items) + x)
    printed = 4 * n_items * (4 * n_items + x)
    factor = sympy.simplify(n_positions * one / printed)
    shown = sympy.expand(one - printed) == 0 and factor == n_positions
    return Finding("corrected" if shown else "refuted", {"the sum over the printed bound": "L"
                   if factor == n_positions else str(factor)})  # fmt: skip
