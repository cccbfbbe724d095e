"""Counting without chance agrees with exact cases and with the lists that confirm themselves."""

import numpy as np
import pytest

from compendium.across import experiments, lists
from compendium.across.without_chance import settle

TWO = ((0.65, 0.49), (1.0, 0.5))


def test_two_items_settle_at_the_exact_balance():
    share = lists.balance(0.65 / 0.49, TWO[1], (1.0, 0.25))
    assert share == pytest.approx(0.75, abs=1e-12)
    loss = (1 - share) * (0.65 - 0.49) * 0.5 / (0.65 + 0.49 / 2)
    assert settle(*TWO, (1.0, 0.25), "pbm", "round", 20_000) == pytest.approx(loss, rel=0.01)


def test_told_too_flat_either_order_stays():
    wrong = (0.65 - 0.49) * 0.5 / (0.65 + 0.49 / 2)
    assert settle(*TWO, (1.0, 0.99), "pbm", "round") == pytest.approx([0.0, wrong])


@pytest.mark.parametrize("model, trial", [("pbm", "round"), ("mnl", "epoch")])
def test_told_the_truth_at_home_it_settles_at_the_best_list(model, trial):
    lost = settle(*experiments.LOW, experiments.THREE_EXAMINATIONS, model, trial, 400)
    assert lost.shape == (60,) and np.abs(lost).max() < 1e-12


def test_where_positions_are_told_in_another_order_they_are_filled_in_that_order():
    belief = (0.3, 0.6, 0.9)  # the truth upside down
    lost = settle((0.5, 0.4, 0.1), (0.9, 0.6, 0.3), belief, "pbm", "round", 400)
    assert lost.min() > 0


def test_a_self_confirming_list_is_left_by_none_that_starts_there():
    flat = experiments.WRONG["flat"]
    confirmed = lists.self_confirming(*experiments.LOW, flat, "pbm", "round")
    lost = settle(*experiments.LOW, flat, "pbm", "round", 400)
    for loss in confirmed.values():
        assert np.abs(lost - loss).min() < 1e-12
