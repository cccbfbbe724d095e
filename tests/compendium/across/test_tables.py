"""What is computed from losses: averages over queries, and the tables to decide from."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from clickbandits.pbm import model as pbm
from clickbandits.simulate import game
from compendium.across import experiments, studies, tables
from compendium.across.figures import CHOICE, PAIRS, POSITION_BASED


def rows_with(losses):
    """A matrix in which every policy loses 10 % everywhere but where `losses` says otherwise."""
    worlds = [f"{law}, {name}" for law in ("PBM", "MNL") for name in ("low", "high", "Yandex")]
    rows = [
        {
            "policy": policy,
            "world": world,
            "loss": losses.get((policy, world), 10.0),
            "loss error": 0.1,
            "late loss": 1.0,
            "late loss error": 0.1,
            "runs": 5,
        }
        for policy in (*POSITION_BASED, *CHOICE)
        for world in worlds
    ]
    return pd.DataFrame(rows)


def test_the_recommended_policy_needs_no_more_than_is_known():
    rows = rows_with(
        {
            ("PBM-UCB", "PBM, low"): 1.0,
            ("Epoch-UCB", "MNL, high"): 1.0,
            ("RBA-KL-UCB", "PBM, Yandex"): 4.0,
            ("TopRank", "MNL, low"): 4.0,
        }
    )
    found = tables.recommended(rows).set_index("you know")
    assert found.loc["κ; several clicks are possible", "play"] == "PBM-UCB"
    assert found.loc["κ; several clicks are possible", "mean loss, %"] == 7.0
    assert found.loc["κ; at most one click", "play"] == "Epoch-UCB"
    assert found.loc["the order of positions; several clicks", "play"] == "RBA-KL-UCB"
    assert found.loc["the order of positions; at most one click", "play"] == "TopRank"
    assert found.loc["the order of positions; at most one click", "worst world, %"] == 10.0
    assert set(found["loses less, with a trap"]) == {"none"}


def test_a_policy_with_a_trap_is_named_and_not_recommended():
    rows = rows_with(
        {("BC-MP-TS", "PBM, low"): 1.0, ("PBM-TS", "PBM, low"): 4.0, ("Epoch-UCB-sharp", "MNL, low"): 1.0}
    )
    found = tables.recommended(rows).set_index("you know")
    assert found.loc["κ; several clicks are possible", "play"] == "PBM-TS"
    assert found.loc["κ; several clicks are possible", "loses less, with a trap"] == (
        "BC-MP-TS (7.00): may hide a good item"
    )
    assert found.loc["κ; at most one click", "play"] == "Epoch-UCB-sharp"
    assert found.loc["κ; not how users click", "play"] == "PBM-TS"


def test_averages_over_queries_carry_the_error_of_the_runs(monkeypatch):
    def losses(parts):
        return pd.DataFrame([{"policy": "A", "runs": 2, "rounds": 9, **parts[0]}])

    monkeypatch.setattr(studies, "losses", losses)

    def query(loss, error):
        return [{"loss": loss, "loss error": error, "late loss": loss, "late loss error": error}]

    both = studies.over_queries({"one": query(1.0, 0.3), "two": query(3.0, 0.4)}).iloc[0]
    assert (both["loss"], both["runs"]) == (2.0, 4)
    assert both["loss error"] == pytest.approx(0.25)
    single = studies.over_queries({"one": query(1.0, np.nan), "two": query(3.0, np.nan)}).iloc[0]
    assert single["loss error"] == pytest.approx(1.0)  # √2 / √2 between the queries


def test_a_missing_number_is_an_error_and_not_a_dash():
    with pytest.raises(KeyError, match="UCB9"):
        studies.value(rows_with({}), "UCB9", "PBM, low")


def test_every_policy_says_what_it_needs():
    assert set(tables.NEEDS) == {*POSITION_BASED, *CHOICE, *PAIRS}
    policies = {policy.id: policy for policy in experiments.LIST_POLICIES}
    for id, policy in policies.items():
        assert policy.knows_examination == (tables.NEEDS[id][0] == tables.KNOWN)


def test_losses_of_a_game_are_shares_of_the_best_reward(tmp_path, monkeypatch):
    monkeypatch.setenv("CLICKBANDITS_CACHE", str(tmp_path))
    (part,) = experiments.sure_click("quick")
    part = replace(part, policies=part.policies[:1])
    found = studies.losses([part]).set_index("policy")
    assert found["loss"].between(0, 100).all() and (found["runs"] == part.replications).all()
    # At least the bound of the theorem, less 4 standard errors: false alarm below 1e-4
    row = found.loc["Epoch-UCB"]
    assert row["late loss"] >= 100 / 15 / 1.45 - 4 * row["late loss error"]


def test_the_published_models_are_played():
    exact = studies.exact_losses().set_index("problems")
    assert exact.loc["KDD", "number"] == 8 and exact.loc["Yandex", "number"] == 60
    assert exact.notna().all().all()
    assert [*experiments.public("quick")["PBM, Yandex"]] == ["Yandex 2", "Yandex 3"]


def test_the_truth_confirms_one_list_and_flatness_several():
    found = studies.confirming_lists().set_index("told")["lists that confirm themselves"]
    assert found["the truth"] == found["half of it"] == found["20% off"] == 1
    assert found["flat"] > 1 and found["steep"] == 0


def test_the_decision_table_takes_each_number_from_its_world():
    rows = rows_with(
        {
            ("PBM-UCB", "PBM, low"): 1.25,
            ("PBM-UCB", "MNL, low"): 2.5,
            ("Epoch-UCB-sharp", "PBM, low"): 3.75,
            ("Epoch-UCB-sharp", "MNL, low"): 5.0,
            ("PBM-UCB", "PBM, Yandex"): 6.25,
        }
    )
    told = pd.DataFrame([{"base": "PBM-UCB", "told": "20% off", "late loss": 7.5, "late loss error": 0.5}])
    turned = pd.DataFrame(
        [
            {"policy": "RBA-KL-UCB", "world": world, "late loss": loss, "late loss error": 0.5}
            for world, loss in (("PBM", 8.75), ("MNL", 9.5))
        ]
    )
    text = tables.decision(rows, told, turned).data.replace("\u00a0", " ").replace("<br>", " ")
    cells = [line.strip("| ").split(" | ") for line in text.splitlines()[2:]]
    row = {first.split("**")[1]: numbers for first, *numbers in cells}
    assert row["PBM-UCB"] == ["1.2 ± 0.1", "2.5 ± 0.1", "6.2 ± 0.1", "7.5 ± 0.5", "–"]
    assert row["Epoch-UCB-sharp"][:2] == ["5 ± 0.1", "3.8 ± 0.1"]
    assert row["RBA-KL-UCB"][-1] == "8.8 ± 0.5" and row["UCB1"][0] == "–"


def test_estimates_that_are_kept_at_most_one_tie_under_likely_clicks():
    problem = pbm.problem(*experiments.HIGH)
    played = game(pbm.MODEL, (problem,), experiments.UPB, np.array([5000]), 0, 0)
    shown = played.state.plays.sum(axis=1) > 10
    assert (played.state.attraction[shown] == 1.0).sum() >= 2
