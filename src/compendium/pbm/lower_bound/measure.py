"""Change of measure: Definition 1, Lemmas 12 and 13, Proposition 3.

The general proofs are the notebook's. The checks verify their decisive steps symbolically or
exactly, and every statement on the tree of a small game with an adaptive policy.
"""

from __future__ import annotations

import itertools
from fractions import Fraction

import sympy
from flint import arb

from compendium.balls import ball, kl_ball, precision
from compendium.finding import Finding, check

from .exact import information_ball, number
from .trees import (
    BEST,
    CHANGED,
    EXAMINATION,
    HORIZON,
    TRUTH,
    expected_plays,
    histories,
    likelihood_ratio,
    pooled_policy,
    probability,
    small_game,
    total_information,
)


def regret_of(plays, attraction) -> Fraction:
    """Expected regret under an attraction vector, by (1)."""
    best = sum(k * t for k, t in zip(EXAMINATION, sorted(attraction, reverse=True), strict=False))
    mean = {a: sum(k * attraction[i] for k, i in zip(EXAMINATION, a, strict=True)) for a in plays}
    return sum(count * (best - mean[action]) for action, count in plays.items())


@check("pbm:definition-1")
def definition_1(profile):
    share, attraction, horizon = Fraction(9, 10), (Fraction(1, 2), Fraction(2, 5)), 8

    def greedy(past):
        if len(past) < 2:
            return [((len(past),), 1)]
        clicks = [sum(r.clicks[0] for r in past if r.action == (item,)) for item in (0, 1)]
        plays = [sum(r.action == (item,) for r in past) for item in (0, 1)]
        best = max((0, 1), key=lambda item: (Fraction(clicks[item], plays[item]), -item))
        return [((best,), 1)]

    tree = histories(greedy, 1, horizon)
    chances = [probability(history, attraction, (share,)) for history in tree]
    stuck = [h[0].clicks == (0,) and h[1].clicks == (1,) for h in tree]
    chance = sum(itertools.compress(chances, stuck))
    never_back = all(
        all(past.action == (1,) for past in history[2:])
        for history in itertools.compress(tree, stuck)
    )
    gap = share * (attraction[0] - attraction[1])
    regret = gap * expected_plays(tree, chances)[(1,)]
    expected = (1 - share * attraction[0]) * share * attraction[1]
    linear = never_back and chance == expected and regret >= chance * gap * (horizon - 2)
    return Finding(
        "holds" if linear else "refuted",
        {"probability of being stuck for ever": chance, "regret after 8 rounds": float(regret)},
    )


def _events(horizon: int):
    """The adaptive game of K = 2, L = 1, stopped at two clicks, and all its events."""
    examination, truth, changed = (Fraction(9, 10),), TRUTH[1:], CHANGED[1:]
    policy = pooled_policy(examination, 2, Fraction(0))
    tree = histories(policy, 1, horizon, lambda h: sum(r.clicks[0] for r in h) == 2)
    ours = [probability(history, truth, examination) for history in tree]
    factors = [likelihood_ratio(history, truth, changed, examination) for history in tree]
    return tree, ours, factors, policy, (examination, truth, changed)


@check("pbm:lemma-13")
def lemma_13(profile):
    horizon = 6
    tree, ours, factors, policy, (examination, _, changed) = _events(horizon)
    unstopped = histories(policy, 1, horizon)
    wrong = 0
    for history, chance, factor in zip(tree, ours, factors, strict=True):
        inside = [h for h in unstopped if h[: len(history)] == history]
        marginal = sum(probability(h, changed, examination) for h in inside)
        wrong += marginal != chance / factor
    return Finding("holds" if wrong == 0 else "refuted", {"atoms": len(tree), "failures": wrong})


@check("pbm:lemma-12")
def lemma_12(profile):
    with precision():
        tree, ours, factors, _, (examination, truth, changed) = _events(3)
        plays = expected_plays(tree, ours)
        left = sum(
            (
                ball(n) * information_ball(action, truth, changed, examination)
                for action, n in plays.items()
            ),
            arb(0),
        )
        margins = []
        for event in itertools.product((0, 1), repeat=len(tree)):
            if 0 < sum(event) < len(tree):
                inside = list(itertools.compress(range(len(tree)), event))
                p = sum(ours[i] for i in inside)
                q = sum(ours[i] / factors[i] for i in inside)
                margins.append(left - kl_ball(p, q))
        smallest = min(margins, key=number)
        return Finding(
            "holds" if all(margin > 0 for margin in margins) else "refuted",
            {
                "events": len(margins),
                "left side": number(left),
                "smallest margin": number(smallest),
            },
        )


@check("pbm:proposition-3")
def proposition_3(profile):
    x, y = sympy.symbols("x y", positive=True)
    log = sympy.log
    divergence = x * (log(x) - log(y)) + (1 - x) * (log(1 - x) - log(1 - y))
    entropy = -x * log(x) - (1 - x) * log(1 - x)
    rest = (log(2) - entropy) - x * log(y)
    chained = sympy.expand(divergence - (-(1 - x) * log(1 - y) - log(2)) - rest) == 0
    concave = sympy.simplify(entropy.diff(x, 2) + 1 / (x * (1 - x))) == 0  # at most log 2, at 1/2
    horizon = HORIZON[profile]
    tree, ours, theirs = small_game(horizon)
    few = [2 * sum(past.action == BEST for past in history) <= horizon for history in tree]
    p, q = (sum(itertools.compress(chances, few)) for chances in (ours, theirs))
    plays, plays_changed = expected_plays(tree, ours), expected_plays(tree, theirs)
    smallest_gap = min(
        regret_of({a: 1}, TRUTH) for a in itertools.permutations(range(3), 2) if a != BEST
    )
    gap_changed = regret_of({BEST: 1}, CHANGED)
    markov = p <= 2 * regret_of(plays, TRUTH) / (smallest_gap * horizon)
    markov_changed = 1 - q <= 2 * regret_of(plays_changed, CHANGED) / (gap_changed * horizon)
    with precision():
        information = total_information(plays)
        floor = ball(1 - p) * ball(1 / (1 - q)).log() - arb(2).log()
        kept = information > floor and kl_ball(p, q) > floor
        steps = (chained, concave, markov, markov_changed, bool(kept))
        return Finding(
            "holds" if all(steps) else "refuted",
            {"steps verified": sum(steps), "steps": len(steps), "information": number(information)},
        )
