"""The checks of our own statements: they hold, and each can fail."""

import pandas as pd
import pytest

from clickbandits.core import Policy
from compendium.across import experiments, lists, proven


@pytest.mark.parametrize(
    "check",
    [proven.wrong_examination, proven.sure_click, proven.pairs_under_logit, proven.scale],
)
def test_check_holds(check):
    assert check().finding.verdict == "holds"


def test_the_theorem_on_the_wrong_law_holds():
    finding = proven.wrong_law(15).finding
    assert finding.verdict == "holds"
    assert finding.numbers["problems × laws × trials"] >= 50


def test_a_factor_that_depends_on_the_item_fails_the_theorem(monkeypatch):
    def skewed(law, trial, found):
        return 1 + sum(found) ** 3  # grows so fast that a better outsider lifts only itself

    monkeypatch.setattr(lists, "factor", lambda *a: 1 / skewed(*a) ** 4)
    assert proven.wrong_law(15).finding.verdict == "refuted"


def test_a_sure_click_that_loses_nothing_fails(monkeypatch):
    monkeypatch.setattr(experiments, "SURE", ((1.0, 0.9, 0.9), (1.0, 0.5)))
    # The sure item may still be stuck in second place only where that does not lose.
    assert proven.sure_click().finding.verdict == "refuted"


def test_a_policy_that_uses_the_scale_fails(monkeypatch):
    from clickbandits.pbm.pie import PBM_PIE

    assert isinstance(PBM_PIE, Policy)
    monkeypatch.setattr(proven, "PBM_UCB", PBM_PIE)
    assert proven.scale().finding.verdict == "refuted"


def test_a_policy_that_escapes_the_printed_order_fails():
    rows = [
        {"policy": policy, "world": world, "late loss": 50.0, "late loss error": 0.1}
        for policy in ("TopRank(one click)", "RBA-KL-UCB")
        for world in ("PBM", "MNL")
    ]
    assert proven.first_position_last(pd.DataFrame(rows)).finding.verdict == "holds"
    rows[0]["late loss"] = 1.0
    assert proven.first_position_last(pd.DataFrame(rows)).finding.verdict == "refuted"


def test_items_that_tie_have_no_order(monkeypatch):
    monkeypatch.setattr(experiments, "LOW", ((0.4, 0.4, 0.2), (0.9, 0.6, 0.3)))
    assert proven.pairs_under_logit().finding.verdict == "refuted"
