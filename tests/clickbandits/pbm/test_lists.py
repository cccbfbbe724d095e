"""What one list is worth, against the definition and the click model."""

import itertools

import pytest

from clickbandits.pbm import bounds, expected_clicks, gap, model, problem

PAPER = problem((0.45, 0.35, 0.25, 0.15, 0.05), (0.9, 0.6, 0.3))


def test_every_list_of_a_problem():
    theta, kappa = (0.2, 0.7, 0.45), (0.3, 0.9)
    instance = problem(theta, kappa)
    clicks = {
        shown: kappa[0] * theta[shown[0]] + kappa[1] * theta[shown[1]]
        for shown in itertools.permutations(range(3), 2)
    }
    best = max(clicks.values())
    for shown, expected in clicks.items():
        assert expected_clicks(instance, shown) == pytest.approx(expected, rel=1e-15)
        assert gap(instance, shown) == pytest.approx(best - expected, abs=1e-15)
    assert best == pytest.approx(model.optimal_reward(instance))
    assert gap(instance, (2, 1)) == 0


def test_the_table_names_what_the_arrays_hold():
    table = bounds.exploration_table(PAPER).set_index(["item", "position"])
    assert table.index.tolist() == [(k, p) for k in (4, 5) for p in (1, 2, 3)]
    for k, p in table.index:
        shown = [*range(p - 1), k - 1, *range(p - 1, 2)]
        assert table.loc[(k, p), "gap"] == pytest.approx(gap(PAPER, shown))
    chosen = table["price"].groupby("item").min()
    assert chosen.sum() == pytest.approx(bounds.lower_bound(PAPER))
    assert table["price"].to_numpy() == pytest.approx(bounds.exploration_ratios(PAPER).ravel())


@pytest.mark.parametrize("shown", [(0, 1), (0, 0, 1), (0, 1, 5), (-1, 0, 1), (0.0, 1.0, 2.0)])
def test_a_list_that_cannot_be_shown_is_refused(shown):
    with pytest.raises(ValueError, match="a list"):
        gap(PAPER, shown)
