"""The tables behind the first pictures of the chapters agree with results by hand."""

import numpy as np
import pytest

from clickbandits.mnl.concentration import printed_radius
from compendium.comparisons import positive
from compendium.estimates import Estimate
from compendium.mnl.concentration import figures as concentration
from compendium.mnl.estimation import figures as estimation
from compendium.mnl.geometric_moments import figures as moments
from compendium.mnl.policies import figures as policies
from compendium.mnl.policies import studies
from compendium.mnl.regret_bounds import growth


def test_the_same_clicks_over_displays_and_over_exposure():
    table = estimation.pooled_table([[12, 6], [3, 9]], [[10, 20], [10, 30]], [1, 0.5])
    rates = table.pivot(index="item", columns="divided by", values="rate")
    np.testing.assert_allclose(rates["displays"], (0.6, 0.3))
    np.testing.assert_allclose(rates["exposure"], (18 / 20, 12 / 25))
    # item 1: ten displays of mean 0.9 and twenty of 0.45, over an exposure of 20
    error = table.set_index(["divided by", "item"])["standard error"]["exposure", 1]
    assert error == pytest.approx(np.sqrt(10 * 0.9 * 1.9 + 20 * 0.45 * 1.45) / 20)
    assert estimation.pooled(table).data is table


def test_a_drawn_epoch_ends_with_its_first_round_without_a_click():
    table = moments.epoch_rounds((0.6, 0.12), 4000, 7)
    for _, epoch in table.dropna(subset=["epoch"]).groupby("epoch"):
        assert epoch["clicked"].tolist().index("nothing") == len(epoch) - 1
        assert epoch["round"].tolist() == list(range(1, len(epoch) + 1))
    shares = table.dropna(subset=["share"])
    error = np.sqrt(shares["geometric"] / 4000)
    assert (np.abs(shares["share"] - shares["geometric"]) < 5 * error).all()
    drawn = moments.story(table, moments.scales((3, 4), (0.5, 1.0))).data
    assert drawn["needed"].dropna().tolist() == pytest.approx([1.5, np.sqrt(13 / 6)])  # κ_4 = 26 = 3! · 2c²
    assert drawn["c*"].dropna().tolist() == pytest.approx([1 / np.log(3), 1 / np.log(2)])


def test_a_path_stands_still_once_it_has_left_the_radius():
    table = concentration.stopped_paths(400, 3.0, 30, 1)
    assert table["stopped"].any() and not table["stopped"].all()
    for _, path in table.groupby("path"):
        stopped = path[path["stopped"]]
        played = path[~path["stopped"]]
        assert stopped["deviation"].nunique() <= 1
        assert (played["deviation"].abs() <= played["radius"]).all() or len(stopped)
    np.testing.assert_allclose(table["radius"], printed_radius(2.0 * table["count"], 3.0))
    assert concentration.stopped(table).data is table


def test_the_race_shows_the_policies_that_it_names():
    regret = studies.figures("quick", ("Epoch-UCB", "TopRank"), "b")["b"]
    assert set(policies.race(regret, ("TopRank",)).data["policy"]) == {"TopRank"}


def test_a_mean_that_is_clearly_smaller_is_not_the_worst():
    low, high, close = Estimate(1.0, 0.1, 20), Estimate(5.0, 0.1, 20), Estimate(4.95, 0.1, 20)
    assert growth.possibly_worst([low, high, close], 1e-3) == [high, close]
    assert growth.possibly_worst([low], 1e-3) == [low]


def test_a_statement_on_the_worst_slope_holds_for_every_choice(monkeypatch):
    sizes = {"rounds": [(100, 4, 2), (10_000, 4, 2)]}
    means = {100: {8: 10.0, 16: 10.2}, 10_000: {8: 100.0, 16: 60.0}}

    def played(rounds, items, positions, profile):
        return {gap: Estimate(mean, mean / 50, 30) for gap, mean in means[rounds].items()}

    monkeypatch.setattr(growth, "sizes", lambda profile: sizes)
    monkeypatch.setattr(growth, "played", played)
    above = growth.worst_slope("quick", "rounds", lambda slope: positive(slope - 0.4))
    assert above.sign() == 1  # 0.5 by gap 8, a little less if gap 16 is the worst at 100
    unclear = growth.worst_slope("quick", "rounds", lambda slope: positive(slope - 0.498))
    assert unclear.sign() == 0
    assert growth.worst_slope("quick", "rounds", lambda slope: positive(slope - 0.6)).sign() == -1


def test_the_tables_have_a_row_a_policy_and_a_column_a_problem():
    regrets = studies.figures("quick", ("Epoch-UCB", "TopRank"), "b")
    middle = regrets["b"].quantile("TopRank", 0.5)[-1]
    table = studies.spreads(regrets)
    assert table.index.tolist() == ["Epoch-UCB", "TopRank"] and table.columns.tolist() == ["(b)"]
    assert table.loc["TopRank", "(b)"].startswith(f"{middle:.1f} (")
    mean = regrets["b"].mean("TopRank")[-1]
    assert studies.side_by_side(regrets).loc["TopRank", "(b)"].startswith(f"{mean:.1f} ± ")
