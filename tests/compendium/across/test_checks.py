"""The checks of our own statements can also fail in cases that their twins do not cover."""

import pandas as pd

from compendium.across import checks, experiments, lists, studies


def test_a_factor_that_depends_on_the_item_fails_the_theorem(monkeypatch):
    def skewed(model, trial, weights):
        return 1 + sum(weights) ** 3  # grows so fast that a better outsider lifts only itself

    monkeypatch.setattr(lists, "factor", lambda *a: 1 / skewed(*a) ** 4)
    assert checks.wrong_law("quick").verdict == "refuted"


def test_a_sure_click_that_loses_nothing_fails(monkeypatch):
    monkeypatch.setattr(experiments, "SURE", ((1.0, 0.9, 0.9), (1.0, 0.5)))
    # The sure item can still be stuck in second place, but only if that loses nothing.
    assert checks.sure_click("quick").verdict == "refuted"


def test_a_policy_that_escapes_the_printed_order_fails(monkeypatch):
    rows = [
        {"policy": policy, "world": world, "late loss": loss, "late loss error": 0.05, "runs": 50}
        for policy in ("TopRank", "RBA-KL-UCB")
        for world, loss in (("PBM", 17.5), ("MNL", 11.2))
    ]
    monkeypatch.setattr(studies, "turned_table", lambda profile, policies: pd.DataFrame(rows))
    assert checks.first_position_last("quick").verdict == "undecided"
    assert checks.first_position_last("paper").verdict == "holds"
    rows[0]["late loss"] = 1.0
    result = checks.first_position_last("paper")
    assert (result.verdict, result.failed) == ("not reproduced", ("TopRank under PBM",))
