"""Epoch-UCB UPB has the right estimates in the box, differences (15) and indices."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from clickbandits.compiled import compiled
from clickbandits.mnl import box, fixed_point, newton, sensitivity
from clickbandits.mnl.epoch_ucb_upb import CAP, EPOCH_UCB_UPB, EPOCH_UCB_UPB_STAR, FLOOR, epoch_ucb_upb
from clickbandits.mnl.estimators import fit_newton, sensitivities

from .epochs import assert_agreement


def counts(seed, n_items, n_positions, epochs):
    """Clicks and plays of epochs with uniformly drawn lists, on a random problem."""
    rng = np.random.default_rng(seed)
    examination = np.append(1.0, rng.uniform(0.1, 0.9, n_positions - 1))
    gamma = np.outer(rng.uniform(0.05, 0.8, n_items), examination)
    clicks, plays = np.zeros((2, n_items, n_positions))
    for _ in range(epochs):
        shown = rng.permutation(n_items)[:n_positions]
        plays[shown, range(n_positions)] += 1
        weight = rng.exponential()  # given this, the clicks of an epoch are Poisson
        clicks[shown, range(n_positions)] += rng.poisson(weight * gamma[shown, range(n_positions)])
    return clicks, plays


def fitted(clicks, plays, deviance):
    attraction, examination = np.full(len(clicks), 0.5), np.ones(clicks.shape[1])
    steps, moved = compiled(box.maximise)(
        clicks, plays, attraction, examination, deviance, FLOOR, CAP, 1e-9, 200
    )
    assert steps < 200
    return attraction, examination


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 6), st.integers(1, 4), st.integers(5, 300), st.booleans())
def test_the_fit_is_the_best_point_of_the_box(seed, n_items, n_positions, epochs, deviance):
    clicks, plays = counts(seed, n_items, min(n_items, n_positions), epochs)
    attraction, examination = fitted(clicks, plays, deviance)
    sign = 1 if deviance else -1

    def loss(logs):
        values = np.exp(logs)
        seen = np.append(1.0, values[n_items:])
        return sign * newton.value(clicks, plays, values[:n_items], seen, deviance)

    ours = loss(np.log(np.append(attraction, examination[1:])))
    size = n_items + clicks.shape[1] - 1
    theirs = minimize(loss, np.full(size, -1.0), method="L-BFGS-B", bounds=[(math.log(FLOOR), 0.0)] * size)
    assert ours <= theirs.fun + 1e-6 * (1 + abs(theirs.fun))


def test_inside_the_box_the_fit_is_that_of_the_estimators():
    clicks, plays = counts(3, 5, 3, 3000)
    for deviance in (False, True):
        attraction, examination = fitted(clicks, plays, deviance)
        fit = fit_newton(clicks, plays, deviance=deviance)
        assert fit.attraction.max() < 1 and fit.examination[1:].max() < 1
        np.testing.assert_allclose(attraction, fit.attraction, rtol=1e-7)
        np.testing.assert_allclose(examination, fit.examination, rtol=1e-7)


def test_newtons_method_ends_where_algorithm_1_does():
    clicks, plays = counts(5, 6, 4, 150)
    attraction, examination = np.full(6, 0.5), np.ones(4)
    fixed_point.iterate(clicks, plays, attraction, examination, fixed_point.PAPER, FLOOR, CAP, 1e-13, 100_000)
    np.testing.assert_allclose(fitted(clicks, plays, True)[0], attraction, rtol=1e-7)


@pytest.mark.parametrize("deviance", [False, True])
@pytest.mark.parametrize(("epochs", "relative"), [(1000, 0.03), (30_000, 0.003)])
def test_differences_are_those_of_new_fits(deviance, epochs, relative):
    clicks, plays = counts(8, 5, 3, epochs)
    attraction, examination = fitted(clicks, plays, deviance)
    squares, exact = np.zeros((2, 5))
    compiled(sensitivity.squared_sensitivity)(
        clicks, plays, attraction, examination, deviance, FLOOR, CAP, squares
    )
    for cell in np.ndindex(clicks.shape):
        more = clicks.copy()
        more[cell] += 1
        exact += plays[cell] * (fitted(more, plays, deviance)[0] - attraction) ** 2
    np.testing.assert_allclose(np.sqrt(squares), np.sqrt(exact), rtol=relative)
    if deviance:
        compiled(sensitivity.finite_differences)(
            clicks, plays, attraction, examination, FLOOR, CAP, 1e-12, 10_000, squares
        )
        np.testing.assert_allclose(squares, exact, rtol=1e-4)
    slopes = sensitivities(clicks, plays, deviance=deviance)
    linear = np.sqrt((plays * slopes**2).sum(axis=(1, 2)))
    np.testing.assert_allclose(np.sqrt(exact), linear, rtol=30 / epochs**0.5)


def test_an_item_without_clicks_has_the_jump_of_its_first_click():
    clicks, plays = counts(1, 4, 2, 400)
    clicks[2] = 0.0
    attraction, examination = fitted(clicks, plays, False)
    squares = np.zeros(4)
    compiled(sensitivity.squared_sensitivity)(
        clicks, plays, attraction, examination, False, FLOOR, CAP, squares
    )
    assert attraction[2] == FLOOR
    # α = 1 / (λ Ñ) or so after one click, so that β² is about 1 / Ñ.
    assert 0.5 < squares[2] * plays[2].sum() * examination.mean() < 2.5


@pytest.mark.parametrize(("multiplier", "policy"), [("printed", EPOCH_UCB_UPB), ("star", EPOCH_UCB_UPB_STAR)])
def test_mean_regret_is_exact_on_one_position(multiplier, policy):
    """With K = 1, the simulated mean regret is the exact one.

    Both estimates are then N/Ñ in the box, and a difference is the effect of one more click.
    """

    def law(epoch, clicks, plays):
        factor = 36 * math.log(3 * epoch**2)
        if multiplier == "star":
            factor = 0.25 * math.log(math.sqrt(3) * epoch)
        values = []
        for seen, shown in zip(clicks[:, 0], plays[:, 0], strict=True):
            if shown == 0:
                values.append(math.inf)
                continue
            now, then = (min(max(n / shown, FLOOR), CAP) for n in (seen, seen + 1))
            values.append(now + math.sqrt(factor * shown * (then - now) ** 2))
        return [values.index(max(values))]

    for played in (
        policy,
        epoch_ucb_upb(multiplier, "newton"),
        epoch_ucb_upb(multiplier, differences="literal"),
    ):
        assert_agreement(played, law, [0.9, 0.2, 0.5], np.array([1.0]), 8, runs=1000)


def test_index_is_infinite_until_an_item_is_shown():
    rng = np.random.default_rng(0)
    state = EPOCH_UCB_UPB.start(7, 3, None, 100, rng)
    action, clicks = np.zeros((2, 3), dtype=np.int64)
    seen = set()
    choose, update = compiled(EPOCH_UCB_UPB.choose), compiled(EPOCH_UCB_UPB.update)
    for _ in range(3):
        choose(state, 0, action, rng)
        seen |= set(action.tolist())
        update(state, 0, action, clicks, 1, rng)
    assert seen == set(range(7))


def test_parameters_are_checked_and_named():
    assert EPOCH_UCB_UPB_STAR.id == "Epoch-UCB*-UPB"
    assert epoch_ucb_upb("star", "newton").id == "Epoch-UCB*-UPB(maximiser of (50))"
    for change in ({"multiplier": "x"}, {"estimator": "em"}, {"differences": "none"}):
        with pytest.raises(ValueError, match=f"{next(iter(change))} must be one of"):
            epoch_ucb_upb(**change)
    with pytest.raises(ValueError, match="available for Algorithm 1 only"):
        epoch_ucb_upb(estimator="newton", differences="literal")
