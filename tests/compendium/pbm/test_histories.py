"""The trees of small games have the right probabilities, initial rounds and policies."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from clickbandits.compiled import compiled
from clickbandits.pbm.pie import pbm_pie
from clickbandits.pbm.ucb import pbm_ucb
from compendium.pbm import histories
from compendium.pbm.histories import ATTRACTION, TWO_EXAMINATIONS


@pytest.mark.parametrize("rule", [histories.pbm_ucb, histories.pbm_pie])
def test_probabilities_of_a_round_sum_to_one(rule):
    total = Counter()
    for now in histories.situations(ATTRACTION, TWO_EXAMINATIONS, 5, rule(3, TWO_EXAMINATIONS, 0.01)):
        total[now.t] += now.chance
        assert sum(map(sum, now.plays)) == 2 * (now.t - 1)
    assert set(total.values()) == {Fraction(1)}


def test_two_rounds_by_hand():
    def rule(t, clicks, plays):
        return [((0,), Fraction(1, 4)), ((1,), Fraction(3, 4))]

    half = Fraction(1, 2)
    chances = {
        (now.clicks, now.plays): now.chance
        for now in histories.situations((half, Fraction(1)), (Fraction(1),), 2, rule)
        if now.t == 2
    }
    assert chances[((1,), (0,)), ((1,), (0,))] == Fraction(1, 8)
    assert chances[((0,), (1,)), ((0,), (1,))] == Fraction(3, 4)
    assert chances[((0,), (0,)), ((0,), (1,))] == 0


def test_courses_with_the_same_counts_are_one_situation():
    rule = histories.mixing(TWO_EXAMINATIONS, Fraction(1, 4))
    chances = Counter()
    for course, chance in histories.courses(ATTRACTION, TWO_EXAMINATIONS, 3, rule).items():
        counts = [Counter(), Counter()]
        for past in course:
            for position, (item, click) in enumerate(zip(past.action, past.clicks, strict=True)):
                counts[0][item, position] += click
                counts[1][item, position] += 1
        tables = (tuple(tuple(c[k, p] for p in range(2)) for k in range(3)) for c in counts)
        chances[tuple(tables)] += chance
    last = [now for now in histories.situations(ATTRACTION, TWO_EXAMINATIONS, 4, rule) if now.t == 4]
    assert chances == {(now.clicks, now.plays): now.chance for now in last}


def test_the_first_rounds_show_every_item_once_at_every_position():
    rows = [histories.in_turn(t, 5, 3) for t in range(1, 6)]
    shown = Counter((p, k) for row in rows for p, k in enumerate(row))
    assert shown == Counter((p, k) for p in range(3) for k in range(5))


@pytest.mark.parametrize(
    ("rule", "policy"),
    [
        (histories.pbm_ucb(3, (0.9, 0.3), 0.1), pbm_ucb(0.1)),
        (histories.pbm_pie(3, (0.9, 0.3), 0.1), pbm_pie(0.1, log_of="t", skip=False)),
    ],
)
def test_the_rules_are_the_compiled_policies(rule, policy):
    """On random histories, the compiled policy draws exactly the lists of the rule.

    A list of probability 1/4 is absent from 60 draws with a probability below 1e-7.
    """
    rng = np.random.default_rng(5)
    action, buffer = np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.int64)
    choose, update = compiled(policy.choose), compiled(policy.update)
    for _ in range(30):
        state = policy.start(3, 2, np.array([0.9, 0.3]), 1000, rng)
        clicks, plays = np.zeros((3, 2), dtype=int), np.zeros((3, 2), dtype=int)
        rounds = int(rng.integers(6, 40))
        for t in range(rounds):
            action[:] = [(t + p) % 3 for p in range(2)] if t < 3 else rng.permutation(3)[:2]
            buffer[:] = rng.random(2) < rng.random(2)
            update(state, t, action, buffer, 1, rng)
            clicks[action, [0, 1]] += buffer
            plays[action, [0, 1]] += 1
        drawn = set()
        for _ in range(60):
            choose(state, rounds, action, rng)
            drawn.add(tuple(action.tolist()))
        tables = [tuple(tuple(row) for row in table.tolist()) for table in (clicks, plays)]
        assert drawn == {shown for shown, _ in rule(rounds + 1, *tables)}
