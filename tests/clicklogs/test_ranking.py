"""The value of a ranking agrees with all rankings by hand, and its interval with simulated logs."""

import itertools

import numpy as np
import pytest
from scipy.stats import beta

from clicklogs import best_ranking, fit_log, position_weights, value
from clicklogs.fit import fit_cells
from clicklogs.ranking import supported

from .tables import cells_of, log, names

KAPPA = np.array([0.5, 1.0, 0.3])


def fitted(*tables, prior="auto"):
    return fit_log(log(*tables), prior)


def drawn(seed, n_items=5, shown=400):
    rng = np.random.default_rng(seed)
    plays = rng.poisson(shown, (n_items, KAPPA.size))
    return rng.binomial(plays, np.outer(rng.uniform(0.1, 0.7, n_items), KAPPA)), plays


def test_the_value_is_the_sum_and_the_best_ranking_is_the_best_where_much_was_shown():
    fit = fitted(drawn(1, shown=40_000), drawn(2, 4))
    rankings = itertools.permutations("01234", 3)
    values = {ranking: value(fit, ranking, "q0").clicks for ranking in rankings}
    assert max(values, key=values.__getitem__) == best_ranking(fit, "q0")
    expected = fit.attraction[[3, 0, 1]] @ fit.examination
    assert values["3", "0", "1"] == pytest.approx(expected)
    assert len(best_ranking(fit, "q1")) == 3
    assert value(fit, ["2"], "q0").clicks == pytest.approx(fit.attraction[2] * fit.examination[0])


def test_the_bound_is_that_of_jeffreys_law_over_the_mean_examination():
    clicks = np.array([[1, 0], [30, 0], [5, 20], [0, 0]])
    plays = np.array([[1, 0], [100, 0], [10, 100], [0, 50]])
    kappa = np.array([1.0, 0.5])
    s, n = clicks.sum(1), plays.sum(1)
    bounds = beta.ppf(0.05, s + 0.5, n - s + 0.5) * n / (plays @ kappa)
    assert np.argsort(-bounds).tolist() == [2, 1, 0, 3]
    assert supported(clicks, plays, kappa).tolist() == [2, 1]
    assert supported(clicks, plays, kappa[::-1]).tolist() == [0, 1]  # the best item is where most users look
    unknown = np.array([1.0, np.nan])  # displays at position 2 do not count
    assert supported(clicks, plays, unknown).tolist() == [2, 1]
    assert supported(clicks[:1], plays[:1], kappa).tolist() == [0]


def test_one_lucky_click_is_no_reason_and_the_item_is_named():
    clicks, plays = np.array([[40, 18], [30, 14], [1, 0]]), np.array([[100] * 2, [100] * 2, [1, 0]])
    fit = fitted((clicks, plays))
    assert fit.attraction[2] > fit.attraction[1]
    ranking = best_ranking(fit)
    assert ranking == ("0", "1") and ranking.by_prior == ("2",)
    assert ranking.logged.clicks == pytest.approx(clicks.sum() / 201)
    assert "1. 0\n2. 1\n" in repr(ranking) and "too rarely to judge, 1" in repr(ranking)


def test_a_chosen_ranking_is_valued_where_it_was_not_chosen():
    """The value of a chosen ranking does not include the luck of the choice.

    If 40 items are equal, only luck decides which have the best estimates in one half of the log. The
    other half does not share it.
    """
    rng = np.random.default_rng(4)
    plays = np.full((40, 3), 50)
    fit = fitted((rng.binomial(plays, 0.2 * KAPPA / KAPPA.max()), plays))
    ranking, truth = best_ranking(fit), 0.2 * 1.8
    top = np.sort(fit.attraction)[::-1][:3] @ np.sort(fit.examination)[::-1]
    assert top > 1.15 * truth
    assert ranking.worth == value(fit, ranking) == value(fit, list(ranking))
    assert abs(ranking.worth.clicks - truth) < 0.06 and ranking.worth.low < truth < ranking.worth.high


def nearly_fixed(seed):
    """A log with 3,000 pages of one list, of which 5 % are shuffled, and the true clicks of a ranking."""
    rng = np.random.default_rng([seed, 31])
    kappa, theta = np.array([1, 0.7, 0.45, 0.3, 0.2]), rng.permutation(np.linspace(0.25, 0.01, 12))
    own = np.argsort(rng.normal(-theta, 0.05))[:5]
    plays = np.zeros((12, 5), dtype=np.int64)
    plays[own, range(5)] = 2850
    np.add.at(plays, (rng.permuted(np.tile(range(12), (150, 1)), axis=1)[:, :5], range(5)), 1)
    fit = fitted((rng.binomial(plays, np.outer(theta, kappa)), plays))
    return fit, lambda ranking: theta[np.array(ranking, int)] @ kappa


def test_the_interval_holds_where_rare_displays_choose():
    """At least 48 of 60 intervals contain the true value.

    With a coverage of 92 %, fewer than 48 have a probability of 1 in 1,000.
    """
    held = 0
    for seed in range(60):
        fit, true = nearly_fixed(seed)
        ranking = best_ranking(fit)
        held += ranking.worth.low <= true(ranking) <= ranking.worth.high
    assert held >= 48, held


def test_a_choice_that_all_halves_make_is_valued_on_all_its_displays():
    told = best_ranking(fitted((np.array([[600], [100]]), np.array([[1000], [1000]])))).worth
    assert told.clicks == pytest.approx(0.6)
    ends = beta.ppf(0.025, 600, 401), beta.ppf(0.975, 601, 400)
    assert (told.low, told.high) == pytest.approx(ends, abs=0.005)  # of 2,000 draws


def test_a_choice_that_halves_dispute_is_no_surer_than_the_displays_of_its_items():
    """The interval is as wide as the displays of the two disputed items require.

    The items have similar bounds but 5,000 and 50 displays, so the two halves choose different items.
    """
    told = best_ranking(fitted((np.array([[1500], [21]]), np.array([[5000], [50]])))).worth
    sure = beta.ppf(0.975, 1501, 3500) - beta.ppf(0.025, 1500, 3501)
    assert told.high - told.low > 3 * sure


def test_a_system_that_never_moved_its_items_is_valued_where_they_stood():
    fit = fitted((np.diag([30, 10]), np.diag([100, 100])))
    assert np.isnan(fit.covariance).any()
    told = value(fit, ["0", "1"])
    assert 0.25 < told.low < 0.4 < told.high < 0.55
    assert np.isnan(value(fit, ["1", "0"]).low)


def test_a_system_that_never_moved_its_items_keeps_its_order():
    """Without a comparison of positions, the prior takes all items to be alike and explains the clicks by
    the examination. Estimated like this, the item at the top need not be the best, but its bound is.
    """
    fit = fitted((np.diag([808, 364, 118]), np.diag([2000] * 3)))
    assert fit.apart.tolist() == [False, True, True] and fit.attraction.argmax() != 0
    ranking = best_ranking(fit)
    assert ranking == ("0", "1", "2") and ranking.worth.low < 1290 / 2000 < ranking.worth.high


def test_an_item_has_no_interval_if_most_of_its_displays_are_at_a_position_that_is_not_compared():
    """Only item 3 was clicked at the last position, and it was shown nowhere else."""
    clicks = np.array([[200, 80, 0], [150, 60, 0], [100, 0, 0], [0, 0, 30]])
    plays = np.array([[500, 400, 0], [500, 400, 0], [500, 0, 10], [0, 0, 500]])
    fit = fitted((clicks, plays))
    assert fit.apart.tolist() == [False, False, True]
    items = fit.items()
    assert items["low"].notna().tolist() == items["high"].notna().tolist() == [True, True, True, False]
    assert items["note"].str.contains("does not compare its positions").tolist() == [False] * 3 + [True]
    assert "Position 3: no interval, because the clicks within pairs do not compare it " in fit.notes[0]


def test_fewer_items_than_positions_are_ranked_from_the_first():
    fit = fitted(drawn(3, 2))
    assert sorted(best_ranking(fit)) == ["0", "1"]
    best = fit.items().sort_values("attraction")["item"].iloc[-1]
    assert best_ranking(fit)[1] == best  # the second position is seen more


@pytest.mark.parametrize("prior", ["ml", (1.0, 2.0)])
def test_the_interval_is_the_spread_over_simulated_logs(prior):
    """The interval agrees with the spread over 150 simulated logs.

    The ratio of two spreads has an error of 8 %, and the ends are cautious by design.
    """
    clicks, plays = drawn(5)
    fit = fitted((clicks, plays), prior=prior)
    ranking = ("1", "0", "4")
    claimed = value(fit, ranking)
    rng = np.random.default_rng(6)
    chance = np.outer(fit.attraction, fit.examination)
    again = (cells_of(rng.binomial(plays, chance), plays) for _ in range(150))
    values = [value(fit_cells(cells, names(5), prior), ranking).clicks for cells in again]
    low, high = np.quantile(values, [0.025, 0.975])
    assert 0.8 < (claimed.high - claimed.low) / (high - low) < 1.5
    assert claimed.low < claimed.clicks < claimed.high


def test_the_weights_are_one_over_examination_with_its_interval():
    fit = fitted(drawn(7))
    weights = position_weights(fit)
    np.testing.assert_allclose(weights["weight"], 1 / fit.examination)
    np.testing.assert_allclose(weights["low"], 1 / fit.high)
    assert ((weights["low"] <= 1 / KAPPA) & (weights["high"] >= 1 / KAPPA)).all()


@pytest.mark.parametrize(
    ("ranking", "error", "message"),
    [
        ((["0"],), ValueError, "name one of them"),
        ((["0"], "x"), KeyError, "no query 'x'"),
        ((["0", "1", "2", "3"], "q0"), ValueError, "1 to 3 items"),
        (([], "q0"), ValueError, "1 to 3 items"),
        ((["0", "0"], "q0"), ValueError, "must not repeat"),
    ],
)
def test_bad_rankings_are_refused(ranking, error, message):
    with pytest.raises(error, match=message):
        value(fitted(drawn(8), drawn(9)), *ranking)
