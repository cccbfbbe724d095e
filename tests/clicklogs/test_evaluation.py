"""Evaluations agree with held-out log-likelihoods and baselines by hand, and false alarms are rare."""

import numpy as np
import pandas as pd
import pytest

from clicklogs import evaluate, fit_log, from_frame
from clicklogs.evaluation import MODEL, items_test, positions_test

from .tables import KAPPA, log


def drawn(rng, n_items=200, mean=6.0, theta=None, kappa=KAPPA):
    theta = rng.beta(1, 4, n_items) if theta is None else theta
    plays = rng.poisson(mean, (theta.size, kappa.size)) + np.array([1, 0, 0])
    return rng.binomial(plays, np.outer(theta, kappa)), plays


FIRST = [[60, 30], [20, 8]], [[100, 100], [100, 100]]
SECOND = [[5, 3], [1, 0]], [[9, 8], [7, 6]]


def test_log_likelihood_and_perplexity_are_those_of_the_predictions():
    fit = fit_log(log(FIRST))
    found = evaluate(fit, log(SECOND))
    by_position = np.zeros(2)
    for item in range(2):
        for position in range(2):
            p = fit.predict("all", item, position + 1)
            s, n = SECOND[0][item][position], SECOND[1][item][position]
            by_position[position] += s * np.log(p) + (n - s) * np.log(1 - p)
    total = by_position.sum()
    assert found.table.loc[MODEL, "log_likelihood"] == pytest.approx(total)
    assert found.table.loc[MODEL, "perplexity"] == pytest.approx(np.exp(-total / 30))
    expected = np.exp(-by_position / [16, 14])
    np.testing.assert_allclose(found.by_position[MODEL], expected)
    assert found.table.loc[MODEL, "mean_perplexity"] == pytest.approx(expected.mean())
    assert (found.displays, found.new_pairs, found.left_out) == (30, 0, 0)


def test_the_baselines_are_those_of_the_formulas():
    table = evaluate(fit_log(log(FIRST)), log(([[1, 0]], [[1, 1]]))).table
    whole = 118.5 / 401
    rates = (np.array([80, 38]) + whole) / 201
    ratio = 91 / (100 * rates.sum() + 1)
    expected = {
        "one rate": [whole, whole],
        "rate by position": rates,
        "rate by item": [(90 + whole) / 201] * 2,
        "clicks over expected": rates * ratio,
    }
    for name, (first, second) in expected.items():
        assert table.loc[name, "log_likelihood"] == pytest.approx(np.log(first) + np.log1p(-second))


def test_a_new_pair_and_a_new_position_are_counted():
    found = evaluate(fit_log(log(FIRST)), log(([[1, 0, 0], [0, 1, 1], [1, 0, 0]], np.ones((3, 3), int))))
    assert (found.displays, found.new_pairs, found.left_out) == (9, 3, 3)
    assert any("the model cannot predict them" in note for note in found.notes)


def test_it_says_which_prediction_is_better():
    rng = np.random.default_rng(1)
    theta = rng.beta(1, 4, 400)
    fit = fit_log(log(drawn(rng, theta=theta, mean=60)))
    found = evaluate(fit, log(drawn(rng, theta=theta, mean=60)))
    assert "predict equally well, up to chance" in found.notes[0] or "better than every" in found.notes[0]
    assert (found.table["gain"].drop([MODEL, "clicks over expected"]) > 0).all()
    clicks, plays = drawn(rng, theta=theta, mean=60)  # in the new pages, the positions are in reverse order
    turned = evaluate(fit, log((clicks[:, ::-1], np.maximum(plays, plays[:, ::-1]))))
    best = turned.table["gain"].idxmin()
    assert best != MODEL and f"'{best}' predicts this log better" in turned.notes[0]


def test_without_a_prior_what_was_not_clicked_cannot_be():
    fit = fit_log(log(([[3, 2], [0, 0]], [[5, 5], [5, 5]])), "ml")
    found = evaluate(fit, log(([[0, 0], [1, 0]], [[1, 1], [1, 1]])))
    assert found.table.loc[MODEL, "log_likelihood"] == -np.inf
    assert found.notes[0] == "The model gives probability 0 to an observed click or non-click. Use a prior."


@pytest.mark.parametrize("which", ["positions", "items"])
def test_no_difference_is_found_as_rarely_as_said(which):
    """At most 9 of 60 logs without a difference have p <= 0.05.

    More than 9 have a probability below 0.2 %.
    """
    rng, rejected = np.random.default_rng(2), 0
    for _ in range(60):
        if which == "positions":
            fit = fit_log(log(drawn(rng, 60, kappa=np.ones(3) * 0.5)))
            rejected += positions_test(fit) <= 0.05
        else:
            fit = fit_log(log(drawn(rng, theta=np.full(60, 0.2))))
            rejected += items_test(fit) <= 0.05
    assert rejected <= 9


def test_a_difference_is_found():
    fit = fit_log(log(drawn(np.random.default_rng(3))))
    assert positions_test(fit) < 1e-3 and items_test(fit) == 0.01


def test_it_says_of_what_the_log_tells_nothing():
    rng = np.random.default_rng(4)
    fit = fit_log(log(drawn(rng, theta=np.full(60, 0.3), kappa=np.full(3, 0.9))))
    notes = evaluate(fit, log(drawn(rng, 60))).notes
    assert [note.split(",")[0] for note in notes[1:3]] == [
        "The log shows no difference between positions",
        "The log shows no difference between items",
    ]
    diagonal = log((np.diag([3, 4]), np.diag([9, 9])))
    apart = fit_log(diagonal)
    assert np.isnan(positions_test(apart))
    note = evaluate(apart, diagonal).notes[1]
    assert note == (
        "The log contains no information about positions, because no pair was clicked at one and shown at "
        "another."
    )


def test_a_log_that_cannot_be_predicted_is_refused():
    fit = fit_log(log(FIRST), "ml")
    other = from_frame(pd.DataFrame({"item_id": ["x"], "position": [1], "click": [1]}))
    with pytest.raises(ValueError, match="no pair of query and item in common"):
        evaluate(fit, other)
