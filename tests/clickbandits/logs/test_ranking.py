"""What a ranking is worth: all rankings by hand, and the spread of fits of simulated logs."""

import itertools

import numpy as np
import pytest

from clickbandits import best_ranking, fit_log, position_weights, value
from clickbandits.logs.fit import fit_cells
from clickbandits.logs.likelihood import pair_posterior

from .tables import cells_of, log, names

KAPPA = np.array([0.5, 1.0, 0.3])


def fitted(*tables, prior="auto"):
    return fit_log(log(*tables), prior)


def drawn(seed, n_items=5, shown=400):
    rng = np.random.default_rng(seed)
    plays = rng.poisson(shown, (n_items, KAPPA.size))
    return rng.binomial(plays, np.outer(rng.uniform(0.1, 0.7, n_items), KAPPA)), plays


def test_the_value_is_the_sum_and_the_best_ranking_has_the_largest():
    fit = fitted(drawn(1), drawn(2, 4))
    rankings = itertools.permutations("01234", 3)
    values = {ranking: value(fit, ranking, "q0").clicks for ranking in rankings}
    assert max(values, key=values.__getitem__) == best_ranking(fit, "q0")
    expected = fit.attraction[[3, 0, 1]] @ fit.examination
    assert values["3", "0", "1"] == pytest.approx(expected)
    assert len(best_ranking(fit, "q1")) == 3
    assert value(fit, ["2"], "q0").clicks == pytest.approx(fit.attraction[2] * fit.examination[0])


def test_fewer_items_than_positions_are_ranked_from_the_first():
    fit = fitted(drawn(3, 2))
    assert sorted(best_ranking(fit)) == ["0", "1"]
    best = fit.items().sort_values("attraction")["item"].iloc[-1]
    assert best_ranking(fit)[1] == best  # the second position is seen more


@pytest.mark.parametrize("prior", ["ml", (1.0, 2.0)])
def test_the_standard_error_is_the_spread_over_simulated_logs(prior):
    """Of 150 logs the ratio of two standard deviations errs by 6 %; 25 % is four of these."""
    clicks, plays = drawn(5)
    fit = fitted((clicks, plays), prior=prior)
    ranking = ("1", "0", "4")
    claimed = value(fit, ranking)
    rng = np.random.default_rng(6)
    chance = np.outer(fit.attraction, fit.examination)
    again = (cells_of(rng.binomial(plays, chance), plays) for _ in range(150))
    values = [value(fit_cells(cells, names(5), prior), ranking).clicks for cells in again]
    assert claimed.standard_error == pytest.approx(np.std(values), rel=0.25)
    low, high = np.quantile(values, [0.025, 0.975])
    assert claimed.high - claimed.low == pytest.approx(high - low, rel=0.3)
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
        ((["0"],), ValueError, "say which"),
        ((["0"], "x"), KeyError, "no query 'x'"),
        ((["0", "1", "2", "3"], "q0"), ValueError, "1 to 3 items"),
        (([], "q0"), ValueError, "1 to 3 items"),
        ((["0", "0"], "q0"), ValueError, "must not repeat"),
    ],
)
def test_bad_rankings_are_refused(ranking, error, message):
    with pytest.raises(error, match=message):
        value(fitted(drawn(8), drawn(9)), *ranking)


def test_the_posterior_of_a_pair_is_that_of_a_fine_grid():
    clicks, plays = np.array([[0, 3, 40], [0, 0, 2]]), np.array([[5, 9, 40], [4000, 1, 7]])
    cells = cells_of(clicks, plays)
    examination = np.array([1.0, 0.5, 1.0])
    t = np.linspace(-200, 120, 400_001)
    theta, rest = 1 / (1 + np.exp(-t)), 1 / (1 + np.exp(t))
    miss = np.log(rest + np.outer(1 - examination, theta))
    for pair, (s, n) in enumerate(zip(clicks, plays, strict=True)):
        height = (s.sum() + 0.5) * np.log(theta) + 0.5 * np.log(rest) + (n - s) @ miss
        weight = np.exp(height - height.max())
        nodes, found, _ = pair_posterior(cells, pair, examination, (0.5, 0.5))
        mean = weight @ theta / weight.sum()
        assert found @ nodes == pytest.approx(mean, rel=1e-9)
        variance = weight @ (theta - mean) ** 2 / weight.sum()
        assert found @ (nodes - mean) ** 2 == pytest.approx(variance, rel=1e-6)
