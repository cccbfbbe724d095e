"""The log-likelihood ratio: (4), Lemma 2, (5) and the display of Appendix B.1.

The general proof, round by round, is the notebook's. The checks verify its decisive identity
symbolically, and every statement on the tree of a small game with an adaptive policy.
"""

from __future__ import annotations

import itertools
from fractions import Fraction

import sympy
from flint import arb

from compendium.balls import ball, precision
from compendium.finding import Finding, check

from .exact import number
from .trees import (
    CHANGED,
    EXAMINATION,
    HORIZON,
    TRUTH,
    expected_plays,
    histories,
    likelihood_ratio,
    probability,
    small_game,
    total_information,
)


@check("pbm:equation-4")
def equation_4(profile):
    tree, ours, theirs = small_game(HORIZON[profile])
    wrong = sum(
        mine / other != likelihood_ratio(history, TRUTH, CHANGED, EXAMINATION)
        for history, mine, other in zip(tree, ours, theirs, strict=True)
    )
    complete = sum(ours) == sum(theirs) == 1
    return Finding(
        "holds" if complete and wrong == 0 else "refuted",
        {"histories": len(tree), "histories where it fails": wrong},
    )


def _two_round_policies():
    """Every deterministic policy of two rounds, two items and one position."""
    for first, *then in itertools.product((0, 1), repeat=3):
        yield lambda past, first=first, then=then: [
            ((then[past[0].clicks[0]] if past else first,), 1)
        ]


def _balanced(policy) -> bool:
    """Whether E[clicks] = κθ E[views] for both items, as polynomials in κ and θ."""
    share, *attraction = sympy.symbols("kappa theta_1 theta_2", positive=True)
    tree = histories(policy, 1, 2)
    chances = [probability(history, attraction, (share,)) for history in tree]
    for item in (0, 1):
        excess = sum(
            chance * (past.clicks[0] - share * attraction[item])
            for history, chance in zip(tree, chances, strict=True)
            for past in history
            if past.action == (item,)
        )
        if sympy.expand(excess) != 0:
            return False
    return True


@check("pbm:lemma-2")
def lemma_2(profile):
    symbolic = all(_balanced(policy) for policy in _two_round_policies())
    tree, ours, _ = small_game(HORIZON[profile])
    views, clicks = {}, {}
    for history, chance in zip(tree, ours, strict=True):
        for past in history:
            for item, place, bit in zip(past.action, range(2), past.clicks, strict=True):
                cell = item, place
                views[cell] = views.get(cell, 0) + chance
                clicks[cell] = clicks.get(cell, 0) + chance * bit
    wrong = sum(clicks[k, at] != EXAMINATION[at] * TRUTH[k] * views[k, at] for k, at in views)
    return Finding(
        "holds" if symbolic and wrong == 0 else "refuted",
        {
            "all policies of two rounds, symbolic": symbolic,
            "cells of a larger tree": len(views),
            "cells out of balance": wrong,
        },
    )


@check("pbm:equation-5")
def equation_5(profile):
    with precision():
        tree, ours, _ = small_game(HORIZON[profile])
        left = sum(
            (
                ball(chance) * ball(likelihood_ratio(history, TRUTH, CHANGED, EXAMINATION)).log()
                for history, chance in zip(tree, ours, strict=True)
            ),
            arb(0),
        )
        right = total_information(expected_plays(tree, ours))
        agree = left.overlaps(right) and float((left - right).rad()) < 1e-40
        return Finding(
            "holds" if agree else "refuted",
            {"left side": left.str(20, radius=False), "right side": right.str(20, radius=False)},
        )


@check("pbm:appendix-b1-conditioning")
def appendix_b1_conditioning(profile):
    with precision():
        tree, ours, _ = small_game(HORIZON[profile], Fraction(0))
        groups = {}
        for history, chance in zip(tree, ours, strict=True):
            log_ratio = ball(likelihood_ratio(history, TRUTH, CHANGED, EXAMINATION)).log()
            lists_shown = tuple(past.action for past in history)
            groups.setdefault(lists_shown, []).append((chance, log_ratio))
        rows = []
        for lists_shown, leaves in groups.items():
            chance = sum(part for part, _ in leaves)
            mean = sum((ball(part) * value for part, value in leaves), arb(0)) / ball(chance)
            plays = {action: Fraction(lists_shown.count(action)) for action in lists_shown}
            rows.append((chance, mean, total_information(plays)))
        chance, mean, printed = max(rows, key=lambda row: row[0])
        fails = not mean.overlaps(printed)
        average = sum((ball(row[0]) * (row[1] - row[2]) for row in rows), arb(0))
        balanced = average.contains(0) and float(average.rad()) < 1e-40
        return Finding(
            "corrected" if fails and balanced else ("holds" if balanced else "refuted"),
            {
                "most likely lists have probability": number(ball(chance)),
                "conditional mean there": number(mean),
                "printed value there": number(printed),
                "mean difference over all lists is 0": balanced,
            },
        )
