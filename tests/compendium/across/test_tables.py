"""The averages over queries, and the tables on which a decision can be based, are right."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from clickbandits.pbm import model as pbm
from clickbandits.simulate import game
from compendium.across import experiments, studies, tables
from compendium.across.figures import CHOICE, PAIRS, POSITION_BASED


def rows_with(losses):
    """A matrix in which every policy loses 10 % everywhere unless `losses` says otherwise."""
    worlds = [f"{model}, {name}" for model in ("PBM", "MNL") for name in ("low", "high", "Yandex")]
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


WORLDS = [f"{model}, {name}" for model in ("PBM", "MNL") for name in ("low", "high", "KDD", "Yandex")]


def advised(monkeypatch, losses, noise=0.1):
    """The advice from four runs that vary alike, if every run loses 10 % unless `losses` says otherwise."""
    spread = noise * np.array([-1.0, 1.0, -1.0, 1.0])

    def lists_by_world(profile, horizons):
        return {world: [(world, horizons["paper"])] for world in WORLDS}

    def lost_shares(parts):
        world, rounds = parts
        shares = {}
        for policy in (*POSITION_BASED, *CHOICE):
            loss = losses.get((policy, world, rounds), losses.get((policy, world), 10.0))
            shares[policy] = (loss + spread, spread)
        return shares

    monkeypatch.setattr(studies, "lists_by_world", lists_by_world)
    monkeypatch.setattr(studies, "lost_shares", lost_shares)
    return tables.advice("paper")


def test_the_recommended_policy_needs_no_more_than_is_known(monkeypatch):
    rows = advised(
        monkeypatch,
        {
            ("PBM-UCB", "PBM, low"): 1.0,
            ("Epoch-UCB", "MNL, high"): 1.0,
            ("RBA-KL-UCB", "PBM, Yandex"): 4.0,
            ("TopRank", "MNL, low"): 4.0,
        },
    )
    recommendations = tables.recommended(rows)
    assert recommendations["κ; several"] == [("PBM-UCB",)] * 2
    assert recommendations["κ; at most one"] == [("Epoch-UCB",)] * 2
    assert recommendations["order; several"] == [("RBA-KL-UCB",)] * 2
    assert recommendations["order; at most one"] == [("TopRank",)] * 2
    loss = rows.set_index(["you know", "policy", "rounds"])["loss"]
    assert loss["κ; several", "PBM-UCB", 100_000] == pytest.approx(31 / 4)


def test_the_advice_may_depend_on_the_horizon(monkeypatch):
    rows = advised(
        monkeypatch, {("RBA-KL-UCB", "MNL, low", 100_000): 4.0, ("TopRank", "MNL, low", 300_000): 4.0}
    )
    assert tables.recommended(rows)["order; at most one"] == [("RBA-KL-UCB",), ("TopRank",)]
    text = tables.what_to_play(rows).data
    line = next(line for line in text.splitlines() if line.startswith("| order | at most one"))
    assert line.index("RBA-KL-UCB") < line.index("TopRank") and "..." not in text


def test_policies_that_cannot_be_told_apart_are_a_tie(monkeypatch):
    """Policies whose difference varies are a tie, whereas common variation cancels in paired differences."""
    losses = {("RBA-KL-UCB", "MNL, low"): 9.9, ("TopRank", "MNL, low"): 9.8}
    rows = advised(monkeypatch, losses, noise=5.0)
    assert tables.recommended(rows)["order; at most one"][0] == ("TopRank",)
    plain = studies.lost_shares

    def apart(parts):
        shares = plain(parts)
        loss, late = shares["RBA-KL-UCB"]
        return shares | {"RBA-KL-UCB": (loss[[0, 2, 1, 3]], late)}

    monkeypatch.setattr(studies, "lost_shares", apart)
    assert tables.recommended(tables.advice("paper"))["order; at most one"][0] == ("TopRank", "RBA-KL-UCB")


def test_a_policy_with_a_trap_is_not_recommended(monkeypatch):
    rows = advised(
        monkeypatch,
        {("BC-MP-TS", "PBM, low"): 1.0, ("PBM-TS", "PBM, low"): 4.0, ("Epoch-UCB-sharp", "MNL, low"): 1.0},
    )
    recommendations = tables.recommended(rows)
    assert recommendations["κ; several"][0] == ("PBM-TS",)
    assert recommendations["κ; at most one"][0] == ("Epoch-UCB-sharp",)
    assert recommendations["κ; unknown"][0] == ("PBM-TS",)
    traps = rows.set_index(["you know", "policy"])["trap"]
    assert traps["κ; several", "BC-MP-TS"].eq("may hide a good item").all()


def test_a_duel_counts_the_queries_that_the_second_policy_wins(monkeypatch):
    advised(monkeypatch, {("TopRank", "MNL, low"): 8.0, ("TopRank", "PBM, low", 300_000): 11.0})
    rows = studies.duel("paper")
    differences = rows.set_index(["world", "rounds"])
    assert differences["difference"]["MNL, low", 100_000] == pytest.approx(2.0)
    assert differences["difference"]["PBM, low", 300_000] == pytest.approx(-1.0)
    assert tables.won(rows, "MNL, low") == "1 of 1" and tables.won(rows, "PBM, low") == "0 of 1"
    assert len(tables.duel(rows).data.splitlines()) == 2 + len(WORLDS)


def test_the_advice_on_the_order_alone_is_given_by_the_length_of_the_lists(monkeypatch):
    better = {("TopRank", world): 4.0 for world in WORLDS if "Yandex" in world}
    worse = {("TopRank", world): 11.0 for world in WORLDS if "Yandex" not in world}
    rows = advised(monkeypatch, better | worse)
    assert tables.recommended(rows)["order; unknown"][0] == ("TopRank",), "by the average over both lengths"
    duel = studies.duel("paper")
    assert tables.on_lists(duel, long=True) == "TopRank"
    assert tables.on_lists(duel, long=False) == "RBA-KL-UCB"
    one_model = {("TopRank", world): 1.0 for world in WORLDS if world.startswith("MNL")}
    advised(monkeypatch, better | worse | one_model)
    winners = tables.ahead(studies.duel("paper"), long=False)
    assert winners["several", 100_000] == "RBA-KL-UCB" and winners["at most one", 100_000] == "TopRank"
    assert tables.on_lists(studies.duel("paper"), long=False) == "RBA-KL-UCB or TopRank"


def test_averages_over_queries_carry_the_error_of_the_runs():
    several = studies.over_queries([np.array([0.7, 1.3]), np.array([2.6, 3.4])])
    assert several.value == pytest.approx(2.0) and several.error == pytest.approx(0.25)  # 0.3 and 0.4
    single = studies.over_queries([np.array([1.0]), np.array([3.0])])
    assert single.error == pytest.approx(1.0)  # √2 / √2 between the queries


def test_the_loss_from_each_error_is_taken_from_its_game():
    rows = rows_with({("PBM-TS", "MNL, high"): 2.0})
    misinformed = pd.DataFrame(
        [
            {"base": policy, "told": name, "world": f"PBM, {level}", "loss": 3.0, "loss error": 0.1}
            for policy in ("PBM-UCB", "PBM-TS")
            for name in experiments.WRONG
            for level in experiments.LEVELS
        ]
    )
    prices = tables.price_of_errors(rows, misinformed)
    loss = prices.set_index(["wrong", "policy", "level"])["loss"]
    assert loss["click model", "PBM-TS", "high"] == 2.0 and loss["nothing", "PBM-TS", "high"] == 10.0
    assert (loss["half of κ"] == 3.0).all()
    assert len(tables.errors(prices).data.splitlines()) == 2 + len(tables.ERRORS)


def test_a_missing_number_is_an_error_and_not_a_dash():
    with pytest.raises(KeyError, match="UCB9"):
        studies.value(rows_with({}), "UCB9", "PBM, low")


def test_every_policy_has_its_needs():
    assert set(tables.NEEDS) == {*POSITION_BASED, *CHOICE, *PAIRS}
    policies = {policy.id: policy for policy in experiments.LIST_POLICIES}
    for id, policy in policies.items():
        assert policy.knows_examination == (tables.NEEDS[id][0] == tables.KNOWN)


def test_losses_of_a_game_are_shares_of_the_best_reward(tmp_path, monkeypatch):
    monkeypatch.setenv("CLICKBANDITS_CACHE", str(tmp_path))
    (part,) = experiments.sure_click("quick")
    part = replace(part, policies=part.policies[:1])
    losses = studies.losses([[part]]).set_index("policy")
    assert losses["loss"].between(0, 100).all() and (losses["runs"] == part.replications).all()
    # The loss is at least the bound of the theorem minus 4 standard errors; false-alarm rate below 1e-4.
    row = losses.loc["Epoch-UCB"]
    assert row["late loss"] >= 100 / 15 / 1.45 - 4 * row["late loss error"]


def test_the_published_models_are_played():
    exact = studies.exact_losses().set_index("problems")
    assert exact.loc["KDD", "number"] == 8 and exact.loc["Yandex", "number"] == 60
    assert exact.notna().all().all()
    assert [*experiments.public("quick")["PBM, Yandex"]] == ["Yandex 2", "Yandex 3"]


def test_the_truth_confirms_one_list_and_flatness_several():
    numbers = studies.confirming_lists().set_index("told")["lists that confirm themselves"]
    assert numbers["the truth"] == numbers["half"] == numbers["half, rescaled"] == numbers["20% off"] == 1
    assert numbers["flat"] > 1 and numbers["steep"] == 0


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
    misinformed = pd.DataFrame(
        [
            {"base": "PBM-UCB", "told": name, "late loss": loss, "late loss error": 0.5}
            for name, loss in (("20% off", 6.0), ("20% off", 7.5), ("half", 3.0))
        ]
    )
    turned = pd.DataFrame(
        [
            {"policy": "RBA-KL-UCB", "world": world, "late loss": loss, "late loss error": 0.5}
            for world, loss in (("PBM", 8.75), ("MNL", 9.5))
        ]
    )
    text = tables.decision(rows, misinformed, turned).data.replace("\u00a0", " ").replace("<br>", " ")
    cells = [line.strip("| ").split(" | ") for line in text.splitlines()[2:]]
    row = {first.split("**")[1]: numbers for first, *numbers in cells}
    assert row["PBM-UCB"] == ["1.2 ± 0.1", "2.5 ± 0.1", "6.2 ± 0.1", "7.5 ± 0.5", "3 ± 0.5", "–"]
    assert row["Epoch-UCB-sharp"][:2] == ["5 ± 0.1", "3.8 ± 0.1"]
    assert row["RBA-KL-UCB"][-1] == "8.8 ± 0.5" and row["UCB1"][0] == "–"


def test_estimates_that_are_kept_at_most_one_tie_under_likely_clicks():
    problem = pbm.problem(*experiments.HIGH)
    played = game(pbm.MODEL, (problem,), experiments.UPB, np.array([5000]), 0, 0)
    shown = played.state.plays.sum(axis=1) > 10
    assert (played.state.attraction[shown] == 1.0).sum() >= 2
