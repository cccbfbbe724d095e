"""Claims on PBM-UCB's regret analysis, Appendix D: Fact 17 and the events of one round."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import sympy

from clickbandits.pbm.regret_bounds import gap
from compendium.finding import Finding, check
from compendium.pbm.histories import in_turn, top

from .rounds import appendix_d_tables, chosen, errors, in_f, kept_intervals, rarely_shown, widths


@check("pbm:initialisation")
def initialisation(profile):
    good = True
    for n_items in range(1, 9):
        for n_positions in range(1, n_items + 1):
            rows = [in_turn(t, n_items, n_positions) for t in range(1, n_items + 1)]
            good &= all(len(set(row)) == n_positions for row in rows)
            good &= all(len({row[p] for row in rows}) == n_items for p in range(n_positions))
    scales = (Fraction(9, 10), Fraction(6, 10), Fraction(3, 10))
    theta = tuple(Fraction(x, 100) for x in (45, 35, 25, 15, 5))
    lost = sum(gap(in_turn(t, 5, 3), theta, scales) for t in range(1, 6))
    return Finding("holds" if good else "refuted", {"regret of these rounds in Figure 1(b)": lost})


@check("pbm:ucb-sorting")
def ucb_sorting(profile):
    rng = np.random.default_rng(4)
    worst, lists = 0, 0
    for n_positions in (1, 2, 3, 4):
        for _ in range(6):
            index = [Fraction(int(x), 7) for x in rng.integers(0, 12, 5)]
            scales = sorted(Fraction(int(x), 9) for x in rng.integers(1, 10, n_positions))[::-1]

            def value(action, index=index, scales=scales):
                return sum(s * index[item] for s, item in zip(scales, action, strict=True))

            sorted_value = value(top(index, n_positions))
            for action in permutations(range(5), n_positions):
                worst = max(worst, value(action) - sorted_value)
                lists += 1
    numbers = {"largest gain over the sorted list": worst, "lists compared": lists}
    return Finding("holds" if worst <= 0 else "refuted", numbers)


def broken_path(rounds):
    """Both sides of Fact 17 on one path: K = 2, L = 1, κ = 9/10, θ = (8/10, 3/10).

    The first item is never clicked, the second at every fourth showing: its interval is kept.
    """
    attraction, examination = (0.8, 0.3), (0.9,)
    clicks, plays = [[0], [0]], [[1], [1]]
    left = right = 0.0
    for t in range(3, rounds + 1):
        action = chosen(clicks, plays, examination, t)
        off = errors(clicks, plays, attraction, examination)
        wide = widths(plays, examination, t)
        lost = gap(action, attraction, examination)
        if lost > 0 and not any(off[item] > wide[item] for item in action):
            left += lost
        if in_f(action, plays, attraction, examination, rounds):
            right += lost
        for item in action:
            plays[item][0] += 1
            clicks[item][0] += item == 1 and plays[item][0] % 4 == 0
    return left, right


@check("pbm:fact-17")
def fact_17(profile):
    rounds = 2000 if profile == "paper" else 500
    left, right = broken_path(rounds)
    kept, broken = 0, 0
    for theta, scales, t, horizon, clicks, plays in appendix_d_tables(2000):
        action = chosen(clicks, plays, scales, t)
        kept_here = kept_intervals(clicks, plays, theta, scales, t)
        if kept_here and gap(action, theta, scales) > 1e-12:
            kept += 1
            broken += not in_f(action, plays, theta, scales, horizon)
    return Finding(
        "corrected" if left > right and broken == 0 and kept > 100 else "refuted",
        {
            "left side on the path": left,
            "right side": right,
            "rounds of the path": rounds,
            "situations where the repaired event applies": kept,
            "of these outside F": broken,
        },
    )


@check("pbm:fact-17-factor")
def fact_17_factor(profile):
    short, within, beyond = 0, 0, 0
    for theta, scales, t, horizon, clicks, plays in appendix_d_tables(2000):
        action = chosen(clicks, plays, scales, t)
        kept_here = kept_intervals(clicks, plays, theta, scales, t)
        if kept_here and gap(action, theta, scales) > 1e-12:
            within += 1
            short += not in_f(action, plays, theta, scales, horizon, factor=1)
            beyond += not in_f(action, plays, theta, scales, horizon, factor=2)
    return Finding(
        "corrected" if short > 0 and beyond == 0 else "refuted",
        {"situations": within, "gap above the sum": short, "gap above twice the sum": beyond},
    )


@check("pbm:appendix-d-inclusion")
def appendix_d_inclusion(profile):
    a, last, lost, total = sympy.symbols("a kappa_L Delta s", positive=True)
    plays_at_limit = 8 * a * total**2 / (last * lost) ** 2
    share = sympy.sqrt(2 * a) / last / sympy.sqrt(plays_at_limit)
    half = sympy.simplify(share - lost / (2 * total)) == 0
    in_event, outside = 0, 0
    for theta, scales, _, horizon, _, plays in appendix_d_tables(600):
        for action in permutations(range(len(theta)), len(scales)):
            if not in_f(action, plays, theta, scales, horizon):
                continue
            rare = rarely_shown(action, plays, theta, scales, horizon, len(scales))
            for places in range(1, len(scales) + 1):
                in_event += 1
                rarer = rarely_shown(action, plays, theta, scales, horizon, places)
                outside += not (len(rare) >= places or rarer)
    return Finding(
        "holds" if half and outside == 0 and in_event > 100 else "refuted",
        {"factor verified": half, "cases in F": in_event, "of these outside G and H": outside},
    )


@check("pbm:appendix-d-counting")
def appendix_d_counting(profile):
    wrong, cases = 0, 0
    for theta, scales, _, horizon, _, plays in appendix_d_tables(600):
        for action in permutations(range(len(theta)), len(scales)):
            if gap(action, theta, scales) <= 1e-12:
                continue
            rare = {action[p] for p in rarely_shown(*_args(action, plays, theta, scales, horizon))}
            for places in range(1, len(scales) + 1):
                rarer = rarely_shown(action, plays, theta, scales, horizon, places)
                in_g, in_h = len(rare) >= places, len(rare) < places and bool(rarer)
                items_g = sum(in_g and item in rare for item in range(len(theta)))
                items_h = sum(in_h and item in {action[p] for p in rarer} for item in action)
                wrong += in_g * places > items_g or in_h > items_h
                cases += in_g or in_h
    return Finding("holds" if wrong == 0 else "refuted", {"cases": cases, "violations": wrong})


def _args(action, plays, attraction, examination, horizon):
    return action, plays, attraction, examination, horizon, len(examination)
