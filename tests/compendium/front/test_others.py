"""The results of other programs have the right form, and our results agree unless a program is wrong."""

import re
import runpy
from pathlib import Path

import numpy as np
import pytest

from clicklogs import fit_dependent_click, fit_log
from compendium import others
from compendium.others import fits

PLAY = Path(__file__).resolve().parents[3] / "benchmarks" / "others" / "play.py"
MISTAKEN = {"PBM-TS", "PBM-PIE", "Rank1Elim"}
"""Policies that the other program plays differently from ours; the page explains how."""


def test_every_row_says_whose_program_it_was_and_what_it_gave():
    regrets = others.theirs()
    assert list(regrets) == [
        "policy",
        "address",
        "commit",
        "horizon",
        "runs",
        "regret",
        "error",
        "seconds",
        "our_seconds",
    ]
    assert set(regrets["policy"]) == {*others.OURS, "CascadeKL-UCB"} and regrets["policy"].is_unique
    for row in regrets.itertuples():
        assert re.fullmatch("[0-9a-f]{40}", row.commit)
        assert re.fullmatch(r"https://github\.com/[\w-]+/[\w-]+", row.address)
        assert row.runs >= 20 and row.horizon >= 1000 and 0 < 5 * row.error < row.regret
        assert 0 < row.our_seconds < row.seconds


def test_theirs_and_ours_play_the_same_problems():
    tool = runpy.run_path(str(PLAY))
    assert (tuple(tool["ATTRACTION"]), tuple(tool["EXAMINATION"])) == others.FIGURE_1B
    assert (tuple(tool["NEEDLE"]),) * 2 == others.NEEDLE
    assert set(others.theirs()["policy"]) == set(tool["POLICIES"])


def test_ours_agree_but_where_theirs_is_mistaken():
    differences = others.compared("quick").set_index("policy")["difference"].abs()
    assert (differences.drop(MISTAKEN) < 3).all()
    assert differences["PBM-TS"] > 5


def test_every_fit_says_whose_it_was_and_what_it_gave():
    fitted = fits.theirs()
    assert list(fitted) == [
        "model",
        "program",
        "address",
        "version",
        "log_likelihood",
        "perplexity",
        "by_position",
        "seconds",
        "our_seconds",
    ]
    assert not fitted.duplicated(["model", "program"]).any()
    assert set(fitted["model"]) == {*fits.MODELS}
    for row in fitted.itertuples():
        assert re.fullmatch(r"[0-9a-f]{40}|\d+(\.\d+)+", row.version)
        assert re.fullmatch(r"https://github\.com/[\w-]+/[\w-]+", row.address)
        assert row.by_position.size == fits.POSITIONS - (row.model == fits.MODELS[2])
        assert row.log_likelihood < 0 < row.seconds and 1 < row.perplexity < 2


def test_fits_agree_but_for_the_one_that_maximises_a_bound():
    comparison = fits.compared().set_index(["model", "program"])
    bound = comparison.index == (fits.MODELS[2], "PyClick")
    assert (comparison["farthest"][~bound] < 0.01).all() and (comparison["farthest"][bound] > 0.2).all()
    differ = comparison["ours"] - comparison["log_likelihood"]
    assert (differ[~bound].abs() < 0.002).all() and (differ[bound] > 0.05).all()


@pytest.mark.parametrize(
    ("model", "fitted"),
    [
        ("position-based model", lambda log: fits.relative(fit_log(log).with_prior)[1]),
        ("dependent click model", lambda log: fit_dependent_click(log).continuation[1]),
    ],
)
def test_the_pages_are_drawn_by_their_law(model, fitted):
    log = fits.counted(fits.drawn(model)[0])
    truth = fits.BY_POSITION[1] / (fits.BY_POSITION[0] if model == fits.MODELS[0] else 1)
    assert abs(fitted(log) - truth) < 0.04  # at least five standard errors with 20,000 pages


def test_pages_are_judged_by_their_probability():
    pages = fits.Pages(np.zeros(1), np.array([[0, 1]]), np.array([[True, False]]))
    chances = np.array([[0.5, 0.2]])
    likelihood, perplexity = fits.judged(chances, chances, pages)
    assert np.isclose(likelihood, np.log(0.5 * 0.8)) and np.isclose(perplexity, (2 + 1.25) / 2)
