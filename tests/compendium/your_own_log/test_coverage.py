"""Intervals cover the truth as often as stated, whereas intervals from the prior alone would not."""

import numpy as np
import pytest

from clicklogs import fit as log_fit
from compendium.your_own_log import coverage as study


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(study, "PAIRS", (300,))
    monkeypatch.setattr(study, "DISPLAYS", (30,))
    monkeypatch.setattr(study, "REPLICATIONS", {"quick": 10})


def test_intervals_hold_the_truth_as_often_as_promised(small):
    """At least 32 of the 40 intervals of a kind contain the truth.

    If they were independent, fewer than 32 would have a probability of 1 in 10,000.
    """
    shares = study.coverage("quick")
    assert len(shares) == 8 and (shares["given"] == 1).all()
    assert (shares["examination"] >= 0.8).all() and shares["examination"].mean() > 0.9
    assert (shares["attraction"] >= 0.88).all()
    confounded = shares.query("prior == 'auto' and placement == 'by attraction'")
    assert (confounded["by comparison"] == 1).all()


def test_the_prior_alone_would_not_hold_them(small, monkeypatch):
    hull = log_fit.hull
    monkeypatch.setattr(log_fit, "disagree", lambda *_: False)
    monkeypatch.setattr(log_fit, "hull", lambda first, *_: hull(first))
    shares = study.coverage("quick").query("prior == 'auto' and placement == 'by attraction'")
    assert (shares["examination"] < 0.3).all()


def test_a_log_without_clicks_is_passed_over():
    rng = np.random.default_rng(0)
    kinds = [study.one_log(1, 1, "random", "two kinds", "auto", rng) for _ in range(40)]
    assert None in kinds
