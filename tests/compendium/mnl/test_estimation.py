"""The tools of the checks on estimation and on policies agree with results by hand or of the library."""

from fractions import Fraction
from itertools import permutations
from math import log

import numpy as np
import pytest
import sympy as sp
from scipy.integrate import simpson

from clickbandits.mnl import MODEL, problem
from clickbandits.mnl.estimators import fit_newton, log_likelihood, sensitivities
from compendium.comparisons import Comparison
from compendium.mnl.estimation import algorithm, em, epochs, likelihood
from compendium.mnl.estimation.efficiency import (
    ESTIMATORS,
    PROBLEMS,
    asymptotic_covariance,
    expected_information,
    slope_and_variance,
)
from compendium.mnl.estimation.resistance import resistances
from compendium.mnl.policies import limits, outcomes, studies
from compendium.mnl.policies.reported import two_of


@pytest.mark.parametrize(("name", "weight"), [("(a)", Fraction(23, 50)), ("(b)", Fraction(71, 200))])
def test_the_best_list_of_a_problem(name, weight):
    assert MODEL.optimal_reward(PROBLEMS[name]) == pytest.approx(float(weight / (1 + weight)), rel=1e-14)


def test_of_three_quintics_the_one_without_a_formula_is_told():
    # of the alternating group, by a cycle of three roots; of a solvable one; and a reducible one
    x = sp.Symbol("x")
    quintics = [sp.Poly(text, x) for text in ("x**5 + 20*x + 16", "x**5 - 2", "x**5 - x")]
    degrees = [likelihood.not_by_radicals(each).get("it splits into degrees") for each in quintics]
    assert degrees == [(1, 1, 3), None, None]
    formulas = [likelihood._without_evidence(sp.Poly(x**degree, x)) for degree in (4, 5)]
    assert formulas == ["refuted", "undecided"]


def test_the_likelihood_in_fractions():
    attraction, bias = [Fraction(1, 2)] * 2, Fraction(1, 2)
    exactly = algorithm.likelihood_exactly(algorithm.CLICKS, algorithm.PLAYS, attraction, bias)
    # γ is 1/2 or 1/4, with 10 and 4 clicks in two cells of each
    assert exactly == Fraction(2**60, 3**30 * 5**24)
    plays = np.full((2, 2), algorithm.PLAYS)
    assert log_likelihood(algorithm.CLICKS, plays, [0.5, 0.5], [1, 0.5]) == pytest.approx(
        log(exactly), rel=1e-14
    )


def test_distances_are_factors():
    assert algorithm.factor_between([1, Fraction(1, 2)], [2, Fraction(1, 3)]) == 2


def test_cells_alone_and_jointly():
    game = PROBLEMS["(c)"]
    gamma = np.outer(*game)
    alone = asymptotic_covariance(problem(game.attraction, [1.0]), "exact likelihood")
    assert np.diag(alone) == pytest.approx(len(gamma) * (1 + gamma[:, 0]) / gamma[:, 0])


def information_by_lists(game, estimator):
    """The matrices A and B of an epoch, as means over all lists."""
    (n_items,), (n_positions,) = game.attraction.shape, game.examination.shape
    epochs = []
    for shown in permutations(range(n_items), n_positions):
        gamma = game.attraction[list(shown)] * game.examination
        # log γ = log α + log λ
        ends = np.hstack([np.eye(n_items)[list(shown)], np.eye(n_positions)])
        epochs.append(ends.T @ np.array(slope_and_variance(estimator, gamma)) @ ends)
    total = np.mean(epochs, axis=0)
    free = [i for i in range(total.shape[-1]) if i != n_items]
    return total[:, free][:, :, free]


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_the_information_by_kinds_is_the_mean_over_the_lists(estimator):
    game = problem([0.9, 0.9, 0.3, 0.2], [1, 0.5, 0.4])  # with two items of one kind
    by_lists = information_by_lists(game, estimator)
    assert expected_information(game, estimator) == pytest.approx(by_lists, rel=1e-12)


def test_resistances_of_two_items_and_two_positions():
    # wires of m/2, 1/2 and m/2 in a row beside one of 1/2
    for m in (1, 10, 10**6):
        table = np.array([[m, 1.0], [1.0, m]])
        _, resistance = resistances(table, table, fit_newton(table, table, tolerance=1e-12))
        assert resistance == pytest.approx(1 / (1 / 2 + 1 / (2 + 4 / m)), rel=1e-8)


def test_a_difference_is_the_integral_of_the_derivatives():
    clicks, plays = np.array([[8.0, 2.0], [2.0, 2.0], [3.0, 1.0]]), np.full((3, 2), 10.0)
    shares, more = np.linspace(0, 1, 11), clicks + np.eye(3, 2)[[2, 0, 1]]
    slopes = [
        np.tensordot(sensitivities(clicks + s * (more - clicks), plays), more - clicks, axes=2)
        for s in shares
    ]
    difference = np.subtract(*(fit_newton(n, plays, tolerance=1e-12).attraction for n in (more, clicks)))
    assert simpson(np.transpose(slopes), x=shares) == pytest.approx(difference, abs=1e-8)


def test_the_supremum_leaves_out_cells_that_lead_one_way():
    # item 2 was shown at position 1 and never clicked there: its γ falls to 0, and two cells are left
    clicks, plays = np.array([[2.0, 0.0], [0.0, 3.0]]), np.array([[4.0, 0.0], [5.0, 6.0]])
    alone = sum(n * log(n / m) - (n + m) * log(1 + n / m) for n, m in ((2, 4), (3, 6)))
    assert em.supremum(clicks, plays) == pytest.approx(alone)
    ends = em.em_path(clicks, plays, np.ones(2), np.ones(2), 3000)[-1]
    assert log_likelihood(clicks, plays, *ends) == pytest.approx(alone, abs=0.01)


def test_the_error_of_weights_that_the_clicks_decide():
    # the first epoch at bias 1/2; the second at 1/5 after a click, and at 1 after none
    alpha, clicks = 0.3, np.arange(400)
    chances = {bias: (alpha * bias) ** clicks / (1 + alpha * bias) ** (clicks + 1) for bias in (0.2, 0.5, 1)}
    for power in (0, 1):
        total = 0.0
        for n, chance in zip(clicks, chances[0.5], strict=True):
            bias = 0.2 if n else 1
            weights = 0.5**power, bias**power
            estimates = (weights[0] * n / 0.5 + weights[1] * clicks / bias) / sum(weights)
            total += chance * chances[bias] @ (estimates - alpha) ** 2
        assert float(epochs.squared_error(Fraction(3, 10), power)) == pytest.approx(total, rel=1e-9)


def test_the_estimate_on_the_edge_of_the_range():
    clicks, plays = np.array([[3.0, 0.0], [0.0, 2.0]]), np.array([[9.0, 0.0], [4.0, 8.0]])
    best = log_likelihood(clicks, plays, [1 / 3, 1 / 6], [1, 1])
    grid = np.linspace(1 / 60, 1, 60)
    tried = [log_likelihood(clicks, plays, [1 / 3, a], [1, v]) for a in grid for v in grid]
    assert max(tried) == pytest.approx(best, rel=1e-12)
    assert log_likelihood(clicks, plays, [1 / 3, 1 / 8], [1, 2]) > best  # outside, it is larger
    unclicked = np.array([[3.0, 0.0], [2.0, 0.0]])
    assert [likelihood._escapes_in_the_box(table) for table in (clicks, unclicked)] == [False, True]


@pytest.mark.parametrize(
    ("late", "less", "hardly", "verdict"),
    [
        ((0.5, 0.5, 0.5), "true", "false", "open"),
        ((0.01, 0.01, 0.01), "true", "true", "open"),
        ((0.01, 0.01, 0.5), "true", "false", "open"),
        ((2, 0.01, 0.01), "false", "false", "not reproduced"),
    ],
)
def test_a_loss_that_stays_contradicts_a_tenth(late, less, hardly, verdict, monkeypatch):
    # ten runs whose loss per round is 1 at first, and then `late` on (a), (b) and (c), as a random list's
    spread = np.linspace(0.99, 1.01, 10)[:, None]

    def played(experiment):
        end = late["abc".index(experiment[0])]
        values = {limits.EPOCH_UCB_UPB.id: spread * np.array([0, 10, 20, 20 + 10 * end])}
        played = type("Experiment", (), {"replications": 10})
        rounds = np.array([0, 10, 90, 100])
        return type("Played", (), {"rounds": rounds, "values": values, "experiment": played})()

    monkeypatch.setattr(limits, "run", played)
    monkeypatch.setattr(limits.experiments, "long_horizon", lambda name, policies, profile: name)
    monkeypatch.setattr(limits.outcomes, "uniform_regret", lambda problem: 1.0)
    finding = limits.upb_eventually_learns("paper")
    assert list(finding.readings.values()) == [less, hardly]
    assert finding.verdict == verdict


def test_growth_between_two_shares_of_a_horizon():
    # two runs gain 7 - 1 and 12 - 2 from round 8 to round 16
    rounds, values = np.array([4, 8, 12, 16]), {"one": np.array([[0, 1, 3, 7], [1, 2, 9, 12]])}
    regret = type("Played", (), {"rounds": rounds, "values": values})()
    assert studies.growth(regret, "one", *studies.SECOND_HALF).value == 1


def test_which_of_eight_runs_is_stuck():
    # The sixth run is stuck with a list that loses 1 per round. It loses 5.1, of which 2.1 in the last
    # quarter, whereas the median is 1. The seventh loses only 1.6 there, and the last at most 5 in all.
    values = np.array([[0, 0, 1]] * 5 + [[0, 3, 5.1], [0, 3.5, 5.1], [0, 2, 5]])
    assert np.flatnonzero(outcomes.stuck(np.array([4, 12, 16]), values, 1)).tolist() == [5]


def test_two_of_three_statements():
    yes, no, unclear = (Comparison(*values) for values in ((0.0, 1.0), (1.0, 0.0), (0.5, 0.5)))
    assert [two_of(yes, yes, no).sign(), two_of(no, yes, no).sign(), two_of(yes, no, unclear).sign()] == [
        1,
        -1,
        0,
    ]
