"""Lists that confirm themselves agree with hand-computed exact cases and with edge cases of the proofs."""

from fractions import Fraction as F

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clickbandits.compiled import compiled
from clickbandits.core import UNTIL_NO_CLICK
from clickbandits.mnl import model as mnl
from clickbandits.pbm import model as pbm
from compendium.across import experiments, lists

TWO = (F(65, 100), F(49, 100))
SEEN = (F(1), F(1, 2))
CLICK_MODELS = {"pbm": pbm, "mnl": mnl}


@pytest.mark.parametrize("model", CLICK_MODELS)
@pytest.mark.parametrize("trial", ["round", "epoch"])
def test_the_factor_is_what_the_click_models_draw(model, trial):
    attraction, examination = np.array([0.5, 0.3, 0.6]), np.array([0.8, 0.4])
    shown, clicks = np.array([2, 0]), np.zeros(2, dtype=np.int64)
    rng, total, n = np.random.default_rng(1), np.zeros(2), 20_000
    draw = compiled(CLICK_MODELS[model].draw)
    for _ in range(n):
        wanted = 1 if trial == "round" else UNTIL_NO_CLICK
        draw(attraction, examination, shown, wanted, 10**6, rng, clicks)
        total += clicks
    exact = lists.estimates(attraction, examination, examination, shown, model, trial)
    # Clicks of a trial have a standard deviation below 1.5, so 5 deviations are 0.07 of one click
    # after division by 0.4 or more; the joint false-alarm rate is below 1e-5.
    assert np.allclose(total / n / examination, exact, atol=5 * 1.5 / np.sqrt(n) / 0.4)


def test_the_clicks_of_a_trial_over_the_weights_by_hand():
    # of two places with the weights 1/2 and 1/4: an epoch has 1 / (1/2 · 3/4) rounds under PBM
    weights = [F(1, 2), F(1, 4)]
    by_hand = {("pbm", "round"): 1, ("pbm", "epoch"): F(8, 3), ("mnl", "round"): F(4, 7), ("mnl", "epoch"): 1}
    assert {each: lists.factor(*each, weights) for each in by_hand} == by_hand


def test_rewards_are_those_of_the_click_models():
    attraction, examination = np.array([0.5, 0.3, 0.6]), np.array([0.8, 0.4])
    shown = np.array([2, 0])
    for name, model in CLICK_MODELS.items():
        weights = lists.weights(attraction, examination, shown)
        assert lists.reward(name, weights) == pytest.approx(
            model.reward(attraction, examination, shown), rel=1e-15
        )


def test_a_mild_error_keeps_the_order_and_has_no_balance():
    belief = (F(1), F(45, 100))
    assert lists.balance(TWO[0] / TWO[1], SEEN, belief) is None
    assert list(lists.self_confirming(TWO, SEEN, belief, "pbm", "round")) == [(0, 1)]


def test_the_order_of_positions_is_the_believed_one():
    attraction, examination = (F(1, 2), F(1, 3), F(1, 4)), (F(1, 3), F(9, 10))
    confirmed = lists.self_confirming(attraction, examination, examination, "mnl", "round")
    assert list(confirmed) == [(1, 0)] == [tuple(lists.best_list(attraction, examination))]


rational = st.integers(1, 29).map(lambda n: F(n, 30))


@settings(max_examples=40, deadline=None)
@given(
    st.lists(rational, min_size=3, max_size=4, unique=True),
    st.lists(rational, min_size=2, max_size=2, unique=True),
    st.sampled_from(["pbm", "mnl"]),
    st.sampled_from(["round", "epoch"]),
    st.integers(2, 5),
)
def test_the_truth_up_to_scale_leaves_the_best_list(attraction, examination, model, trial, scale):
    belief = [k / scale for k in examination]
    confirmed = lists.self_confirming(attraction, examination, belief, model, trial)
    assert list(confirmed) == [tuple(lists.best_list(attraction, examination))]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from([-1, 1]), min_size=3, max_size=3), st.floats(0.05, 0.95))
def test_errors_within_the_tolerance_keep_the_best_list(signs, share):
    attraction, examination = experiments.LOW
    error = 1 + share * lists.tolerance(attraction, examination)
    belief = [k * error**sign for k, sign in zip(examination, signs, strict=True)]
    confirmed = lists.self_confirming(attraction, examination, belief, "pbm", "round")
    assert (0, 1, 2) in confirmed


def test_errors_beyond_the_tolerance_can_lose_it():
    attraction, examination = experiments.LOW
    error = 1.001 * (1 + lists.tolerance(attraction, examination))
    belief = [examination[0] * error, examination[1] / error, examination[2] / error]
    confirmed = lists.self_confirming(attraction, examination, belief, "pbm", "round")
    assert (0, 1, 2) not in confirmed


def test_pairs_that_tie_have_no_tolerance_to_lose():
    assert lists.tolerance([0.5, 0.5, 0.1], [1.0, 0.5]) == float("inf")
    assert lists.tolerance([0.8, 0.2, 0.2], [1.0, 1.0, 0.25]) == pytest.approx(1.0)


def test_losses_by_hand():
    turned = ((F(1, 2), F(1, 4)), (F(1, 4), F(1, 2)))
    assert lists.loss_in_printed_order(*turned, "pbm") == F(1, 5)
    assert lists.loss_of_one_slot(*turned, "pbm") == F(1, 5)
    assert lists.loss_in_printed_order(*turned, "mnl") == 1 - F(1, 5) / F(5, 21)


def test_an_epoch_with_a_sure_click_has_no_limit():
    with pytest.raises(ValueError, match="no end"):
        lists.factor("pbm", "epoch", [F(1), F(1, 2)])
