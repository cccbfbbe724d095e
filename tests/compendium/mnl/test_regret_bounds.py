"""The tools of the checks of regret bounds agree with results by hand."""

import math
from fractions import Fraction

import numpy as np
import pytest

from clickbandits.mnl.bounds import upper_bound, worst_list
from clickbandits.mnl.model import optimal_reward
from compendium.estimates import Estimate
from compendium.mnl.experiments import PROBLEMS
from compendium.mnl.regret_bounds import growth, lower, pairs_as_objects, upper


def test_bayes_regret_of_one_round_is_the_cheaper_choice():
    low, middle, high = (v / (1 + v) for v in (0.5, 0.6, 0.7))
    for prior in (0.1, 0.5, 0.9):
        value = lower.bayes_regret(1, 0.5, 0.1, prior)
        assert value == pytest.approx(min(prior * (middle - low), (1 - prior) * (high - middle)))


def bayes_regret_by_histories(horizon, base, bonus, prior):
    """The result of `lower.bayes_regret`, computed from the joint probabilities of histories."""
    low, middle, high = ((base + k * bonus) / (1 + base + k * bonus) for k in range(3))

    def least(left, plain, special):
        if not left:
            return 0.0
        clicked = least(left - 1, plain * low, special * high)
        passed = least(left - 1, plain * (1 - low), special * (1 - high))
        return min(left * special * (high - middle), plain * (middle - low) + clicked + passed)

    return least(horizon, prior, 1 - prior)


def test_bayes_regret_of_several_rounds():
    game = 10, 0.5, 0.5, 0.5  # attractions 1/2, 1 and 3/2, so rewards 1/3, 1/2 and 3/5
    least = lower.bayes_regret(*game)
    assert least == pytest.approx(bayes_regret_by_histories(*game), rel=1e-12)
    assert least < 10 * 0.5 * (3 / 5 - 1 / 2)  # the cost of stopping at once
    # of two rounds it is best to stop at once (2 · 1/2 · 1/10), or to try twice (2 · 1/4 · 1/6)
    assert lower.bayes_regret(2, 0.5, 0.5, 0.5) == pytest.approx(1 / 10, rel=1e-12)
    assert lower.bayes_regret(2, 0.5, 0.5, 0.25) == pytest.approx(1 / 12, rel=1e-12)


def test_divergences_of_a_logit_outcome_by_outcome():
    weights, place, added = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)], 1, Fraction(1, 5)
    raised = [weight + added * (j == place) for j, weight in enumerate(weights)]
    plain, changed = ([v / (1 + sum(w)) for v in (Fraction(1), *w)] for w in (weights, raised))
    by_outcomes = lower.divergence_of(changed, plain), lower.divergence_of(plain, changed)
    for value, exact in zip(lower.divergence(weights, place, added), by_outcomes, strict=True):
        assert abs(value - exact) < 1e-9


def test_the_two_rounds_that_refute_48():
    # weights 1, 62/75 and 25/75 add up to 162/75; with 2/3 for 62/75 the chances are 1/2, 1/3, 1/6
    first = lower.PLAIN + lower.BONUS
    assert lower.round_law(first) == (Fraction(75, 162), Fraction(62, 162), Fraction(25, 162))
    chances, shown = lower.two_rounds(lower.PLAIN, {1})
    assert chances[3] == Fraction(1, 6)  # a click on item 1, then none
    assert (sum(chances), shown) == (1, Fraction(4, 3))  # item 1 is shown again after a click on it


def test_sums_over_the_epochs_of_a_game():
    # the worse item, then it again after a click and else the better one; the first round loses
    # r(1) − r(1/4) = 3/10, and a click comes with chance 1/5
    weights = Fraction(1), Fraction(1, 4)
    regret, _, begun, *_ = upper.expected_sums(2, weights, lambda before: 0 if before else 1)
    assert (regret, begun) == (Fraction(3, 10) * Fraction(6, 5), Fraction(3, 8))
    # every one of six rounds ends an epoch with chance 1/(1 + S) = 5/7, which counts S = 2/5
    assert upper.expected_sums(6, (Fraction(2, 5),), lambda _: 0)[3] == Fraction(12, 7)
    *_, completed, begun = upper.expected_sums(1, (Fraction(4),), lambda _: 0)
    assert (completed, begun) == (Fraction(4, 5), 4)


def test_sums_over_visits():
    # each of two items at both positions in turn, 1 + 1 + 1/√2 after the first show
    assert upper.visits(2, 2, 4) == pytest.approx(2 * (2 + 1 / 2**0.5))
    one = sum(1 / math.sqrt(i) for i in range(1, 100))  # every item is shown in turn, K = 1
    assert upper.visits(100, 1, 10_000) == pytest.approx(100 * one, rel=1e-12)


def test_a_bound_says_something_from_where_it_is_below_the_worst_list():
    game = PROBLEMS["a"]
    rounds = upper.useful_from(lambda horizon: upper_bound(game, horizon), game)
    before, after = rounds * (1 - 1e-6), rounds * (1 + 1e-6)
    assert upper_bound(game, before) > worst_list(game, before)
    assert upper_bound(game, after) < worst_list(game, after)


def test_all_minors_are_computed():
    # Σ C(r, s) C(c, s) over s ≥ 1 for r rows and c columns, by Vandermonde
    minors = list(pairs_as_objects.minors(pairs_as_objects.constraints(3, 2)))
    assert len(minors) == math.comb(13, 6) - 1


def test_minors_of_a_matrix_that_is_not_unimodular():
    triangle = np.array([[1, 1, 0], [0, 1, 1], [1, 0, 1]])
    assert 2 in set(pairs_as_objects.minors(triangle))


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


def test_the_chain_rule_weighs_rounds_by_the_first_distribution():
    # item 1 is shown again after a click on it, which its larger weight makes more likely, or after none
    weights = lower.PLAIN + lower.BONUS, lower.PLAIN
    for again_after, raised_is_larger in (({1}, True), ({0, 2}, False)):
        (raised, more), (plain, less) = (lower.two_rounds(weight, again_after) for weight in weights)
        assert sum(raised) == sum(plain) == 1
        assert (more > less) == raised_is_larger
        for first, rounds, second, one in (
            (raised, more, plain, weights),
            (plain, less, raised, weights[::-1]),
        ):
            of_round = lower.divergence_of(*map(lower.round_law, one))
            assert lower.divergence_of(first, second).overlaps(lower.ball(rounds) * of_round)
