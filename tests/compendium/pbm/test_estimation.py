"""The first picture and the checks of the chapter on estimation agree with results by hand."""

from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest

from compendium.pbm.estimation import cascade, efficiency, figures
from compendium.pbm.instances import EXAMINATION

HALF = Fraction(1, 2)


def test_pooling_turns_the_order_of_the_click_rates():
    drawing = figures.first_estimates(
        [[248, 11], [173, 64], [47, 131]], [[900, 100], [500, 500], [100, 900]], (0.9, 0.3), (0.3, 0.4, 0.5)
    )
    assert drawing.data["click rate"].tolist() == [0.259, 0.237, 0.178]
    assert drawing.data["pooled estimate"].tolist() == pytest.approx([259 / 840, 0.395, 178 / 360])
    off = np.abs(drawing.data["pooled estimate"] - drawing.data["attraction"])
    assert (off < 2 * drawing.data["standard error"]).all()


def test_the_feedback_of_a_cascade():
    # the next item is reached after no click: 1 + 0.9 + 0.9 · 0.75 and 1 + 0.55 + 0.55 · 0.75
    best_last = cascade.ATTRACTION[::-1]
    assert cascade.items_examined(best_last) == Fraction("2.575")
    assert cascade.items_examined(cascade.ATTRACTION) == Fraction("1.9625")
    a, b, c = cascade.A, cascade.B, cascade.C
    assert (cascade.items_examined((a, b, c)) - (1 + (1 - a) + (1 - a) * (1 - b))).expand() == 0


def test_the_weighted_reward_of_a_cascade():
    # 0.45 + 0.8 · 0.55 · 0.25 + 0.6 · 0.55 · 0.75 · 0.1, and from the last item on
    weights = Fraction(1), Fraction(4, 5), Fraction(3, 5)
    assert cascade.weighted_click(cascade.ATTRACTION, weights) == Fraction("0.58475")
    assert cascade.weighted_click(cascade.ATTRACTION[::-1], weights) == Fraction("0.46225")


def test_variances_and_loss_of_two_positions():
    # (1/4 + 3/16) / (3/2)²; (1/4 + 3/4) / 4; and the first times 4 + 4/3
    design = HALF, (Fraction(1), HALF), (1, 1)
    assert efficiency.exact_variance(*design) == Fraction(7, 36)
    assert efficiency.average_variance(*design) == Fraction(1, 4)
    assert efficiency.exact_loss(*design) == Fraction(28, 27)


def test_the_loss_of_equal_plays_at_an_attraction_of_one():
    # (0.09 + 0.24 + 0.21) / 1.8² · (9 + 3/2 + 3/7)
    assert efficiency.exact_loss(Fraction(1), EXAMINATION, (1, 1, 1)) == Fraction(51, 28)


def test_the_mean_of_the_pooled_estimate_of_two_plays():
    # a click has the chances 9/100 and 3/100, and weighs 5/6 or, at the top twice, 5/9
    one, two = Fraction(9, 100), Fraction(3, 100)
    learning, fixed = (efficiency.two_plays(learns)["pooled"] for learns in (True, False))
    assert learning[0] == one * (1 + two) * Fraction(5, 6) + (1 - one) * one * Fraction(5, 9)
    assert fixed[0] == (one + two) * Fraction(5, 6)


def test_pooling_and_averaging_are_the_same_for_positions_alike():
    alike = Fraction(19, 20), [Fraction(9, 10)] * 3, [16] * 3
    assert efficiency.average_variance(*alike) == efficiency.exact_variance(*alike)


def test_the_likelihood_equation_of_two_positions():
    # 2 (1 - x) (1 - x/2) - x (1 - x/2) - x (1 - x) / 2, twice
    quadratic = efficiency.score_polynomial((1, 1), (2, 2), (Fraction(1), HALF))
    assert [int(c) for c in quadratic] == [4, -9, 4]


@pytest.mark.parametrize(
    "attraction", [(HALF, Fraction(2, 5)), (Fraction(1, 10), Fraction(9, 10)), (1, 0), (0, 1)]
)
def test_the_tree_of_the_greedy_game_is_that_of_all_clicks(attraction):
    examination = Fraction(9, 10)
    means = [examination * theta for theta in attraction]
    expected = Fraction(0)
    for clicks in product((0, 1), repeat=3):
        again = 0 if clicks[0] >= clicks[1] else 1
        chance = prod(
            means[item] if click else 1 - means[item]
            for item, click in zip((0, 1, again), clicks, strict=True)
        )
        seen = clicks[0] + (clicks[2] if again == 0 else 0)
        expected += chance * seen / (examination * (2 - again))
    ends = figures.greedy_tree(attraction, examination)
    assert sum(ends.probability) == 1
    assert sum(ends.probability * ends.estimate) == expected
