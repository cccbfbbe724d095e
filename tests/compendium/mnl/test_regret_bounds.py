"""The checks of the regret bounds: their tools by hand, and checks that fail when broken."""

import math

import numpy as np
import pytest

from clickbandits.mnl.model import optimal_reward
from compendium.claims import finding
from compendium.comparisons import Estimate
from compendium.mnl.regret_bounds import growth, lower, objects, table_1, upper


def test_bayes_regret_of_one_round_is_the_cheaper_choice():
    low, middle, high = (v / (1 + v) for v in (0.5, 0.6, 0.7))
    for prior in (0.1, 0.5, 0.9):
        value = lower.bayes_regret(1, 0.5, 0.1, prior)
        assert value == pytest.approx(min(prior * (middle - low), (1 - prior) * (high - middle)))


def test_minors_of_a_matrix_that_is_not_unimodular():
    triangle = np.array([[1, 1, 0], [0, 1, 1], [1, 0, 1]])
    assert 2 in set(objects.minors(triangle))


def test_valid_sets_by_hand():
    found = set(objects.valid_sets(2, 2))
    assert found == {frozenset({(0, 0), (1, 1)}), frozenset({(0, 1), (1, 0)})}


def test_slope_of_a_power_and_its_error():
    sizes = np.array([1.0, 2, 4, 8])
    slope = growth.slope(sizes, [Estimate(3 * x**0.7, 0.03 * x**0.7, 9) for x in sizes])
    assert slope.value == pytest.approx(0.7)
    assert slope.error == pytest.approx(0.01 / math.log(2) / 5**0.5)
    weights = np.array([-3.0, -1, 1, 3]) ** 2
    assert slope.freedom == pytest.approx(9 * weights.sum() ** 2 / (weights**2).sum())


def test_gap_problem_stays_in_range():
    game = growth.gap_problem(12, 4, 10, 100.0)
    assert game.attraction.max() == 1.0 and (game.attraction == 1).sum() == 4
    assert optimal_reward(game) < 1


# A check that cannot fail shows nothing: break what it looks at.


def test_checks_fail_for_a_wrong_attractiveness(monkeypatch):
    monkeypatch.setattr(table_1, "exchange_violations", lambda *_: (1, 1))
    assert finding("mnl:toprank-special-case", "quick").verdict == "refuted"


def test_checks_fail_for_a_smaller_constant(monkeypatch):
    printed = lower.divergence
    monkeypatch.setattr(lower, "divergence", lambda *a: tuple(2 * v for v in printed(*a)))
    assert finding("mnl:lemma-17", "quick").verdict == "refuted"


def test_checks_fail_for_a_larger_lower_bound(monkeypatch):
    printed = lower.lower_bound

    def doubled(*arguments):
        found = printed(*arguments)
        return found._replace(value=found.value * 4)

    monkeypatch.setattr(lower, "lower_bound", doubled)
    assert finding("mnl:lower-bound-sharper", "quick").verdict == "refuted"


def test_checks_fail_for_a_matrix_with_an_odd_cycle(monkeypatch):
    triangle = np.array([[1, 1, 0], [0, 1, 1], [1, 0, 1]])
    monkeypatch.setattr(objects, "constraints", lambda *_: triangle)
    assert finding("mnl:equation-53", "quick").verdict == "refuted"


def test_checks_fail_for_an_informative_bound(monkeypatch):
    monkeypatch.setattr(upper, "worst_list", lambda game, horizon: 1e9 * horizon)
    monkeypatch.setattr(upper, "useful_from", lambda *_: 10.0)
    assert finding("mnl:proposition-8-values", "quick").verdict == "refuted"


def test_an_open_claim_stays_open_whatever_is_computed(monkeypatch):
    assert finding("mnl:proposition-10", "quick").verdict == "open"
    monkeypatch.setattr(upper, "proposition_10_bounds", lambda *_: (1.0, 1.0))
    assert finding("mnl:proposition-10", "quick").verdict == "undecided"
