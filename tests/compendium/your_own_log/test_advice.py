"""The advice from a log is useful even if the system that wrote the log already knew the best items."""

import numpy as np
import pytest

from clicklogs import best_ranking
from compendium.your_own_log import advice


@pytest.fixture(scope="module")
def everything():
    """Means over 12 logs of every design; the tests below allow for their errors."""
    logs, advice.LOGS["test"] = advice.LOGS, 12
    yield advice.trial("test").set_index(["queries", "pages", "favour"])
    del logs["test"]


@pytest.fixture(scope="module")
def outcomes(everything):
    return everything[everything["users"] == ""]


def test_the_advised_ranking_is_better_than_the_system_in_every_design(outcomes):
    assert (outcomes["gain"] > 2 * outcomes["gain error"]).all()
    harmed = outcomes.loc[[(1, 300, "strong"), (40, 4000, "strong")]]
    assert (harmed["gain by mean"] < harmed["gain"] - 2 * harmed["gain by mean error"]).all()


def test_what_is_told_is_near_the_truth_and_its_interval_holds_it(outcomes):
    assert (outcomes["told"] / outcomes["advised"] - 1).abs().max() < 0.15
    assert outcomes["held"].mean() > 0.9 and outcomes["held rare"].mean() > 0.9
    assert (outcomes["told by mean"] / outcomes["by mean"])[40, 4000, "strong"] > 1.2


def test_the_system_earns_what_is_counted():
    fit, _, earned = advice.drawn(1, 3000, "some", np.random.default_rng(3))
    logged = best_ranking(fit).logged
    assert logged.low < earned[0] < logged.high
    assert logged.clicks == pytest.approx(fit.cells.clicks.sum() / 3000)


def test_logs_that_the_model_could_not_have_written_get_a_warning_and_no_false_promise(everything, outcomes):
    """Logs that do not follow the model get a warning and no false promise.

    With a level of 2 % for each of two tests, 3 false alarms in 36 logs have a probability below 1 %.
    """
    assert outcomes["withheld"].max() < 0.2 and outcomes["withheld"].mean() < 0.05
    assert everything["falsely sure"].max() <= 0.05
    stops, changes = (everything[everything["users"] == users] for users in ("stop at a click", "change"))
    assert (stops["withheld"] > 0.6).all() and (stops.loc[1, "withheld"] == 1).all()
    assert (changes["withheld"] > 0.5).all()
    assert "Users stop at a click" in repr(best_ranking(advice.drawn(*STOPS)[0]))
    assert len(advice.others(everything.reset_index())) == len(advice.OTHERS)


STOPS = 1, 2000, "none", np.random.default_rng(1), "stop at a click"
