"""Rank1ElimKL agrees with Algorithm 1 played step by step, and with exact distributions."""

import math
import pickle
from collections import Counter

import numpy as np
import pytest
from scipy import stats

from clickbandits.experiments import replicate
from clickbandits.rank1 import MODEL, problem
from clickbandits.rank1.elim import RANK1_ELIM, RANK1_ELIM_KL, rank1_elim_kl
from clickbandits.simulate import game

from .driver import advance, algorithm_1, assert_play_is_uniform, kl_interval, told

ITEMS, POSITIONS = [0.9, 0.3, 0.7], [0.8, 0.35]
HORIZON = 6000
BUDGET = math.log(HORIZON)


def end_of_stage(number):
    return lambda state: state.stage[0] == number and state.pulls[0] == 0


def first_stage(policy, runs, items=ITEMS, positions=POSITIONS, horizon=HORIZON):
    """(h^U, h^V, sums of both tables) at the end of stage 0, whose number of steps is fixed."""
    steps = math.ceil(16 * math.log(horizon)) * (len(items) + len(positions))
    for seed in range(runs):
        played = game(MODEL, [problem(items, positions)], told(policy, horizon), np.array([steps]), 5, seed)
        assert played.state.stage[0] == 0 and played.state.pulls[0] == 0
        yield played


def ends(policy, number, runs, items=ITEMS, positions=POSITIONS, horizon=HORIZON):
    """(h^U, h^V, sums of both tables) at the end of a stage, with one row per run."""
    found = []
    for seed in range(runs):
        rng = np.random.default_rng([seed, 5])
        state, _ = advance(policy, problem(items, positions), horizon, rng, end_of_stage(number))
        vectors = state.item_map, state.position_map, state.item_clicks, state.position_clicks
        found.append(tuple(tuple(vector.tolist()) for vector in vectors))
    return found


def test_the_tables_of_stage_0_have_the_exact_moments():
    """Means, variances and the covariance of rows that share columns are exact.

    The false-alarm rate is 1 in 10^5.
    """
    runs, rounds, positions = 1000, math.ceil(16 * BUDGET), [1.0, 0.1]
    sums = []
    for played in first_stage(RANK1_ELIM_KL, runs, positions=positions):
        rows, columns = np.zeros(3), np.zeros(2)
        rows[played.items] = played.state.item_clicks
        columns[played.positions] = played.state.position_clicks
        sums.append([*rows, *columns])
    sums = np.array(sums)
    u, v = np.array(ITEMS), np.array(positions)
    chances = np.concatenate([u * v.mean(), v * u.mean()])
    covariance = np.zeros((5, 5))
    covariance[:3, :3] = rounds * np.outer(u, u) * v.var()
    covariance[3:, 3:] = rounds * np.outer(v, v) * u.var()
    np.fill_diagonal(covariance, rounds * chances * (1 - chances))
    deviations = sums - rounds * chances
    bound = stats.norm.isf(0.5e-5 / 20)
    assert np.all(np.abs(deviations.mean(0)) < bound * np.sqrt(np.diag(covariance) / runs))
    products = deviations[:, :, None] * deviations[:, None, :]
    error = products.std(axis=0) / math.sqrt(runs)
    assert np.all(np.abs(products.mean(axis=0) - covariance) < bound * error)


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize(("budget", "means"), [("printed", (0.8, 0.35)), ("log", (0.75, 0.45))])
def test_elimination_at_stage_0_has_the_exact_probability(budget, means, transposed):
    """With one item, a position is eliminated with the probability given by independent binomials.

    The false-alarm rate of each comparison is 1 in 10^5.
    """
    horizon, runs = 1000, 3000
    delta = math.log(horizon) + 3 * math.log(math.log(horizon)) * (budget == "printed")
    plays = math.ceil(16 * math.log(horizon))
    ladder = [kl_interval(s / plays, plays, delta) for s in range(plays + 1)]
    lower, upper = np.array(ladder).T
    law = [stats.binom.pmf(np.arange(plays + 1), plays, mean) for mean in means]
    exact = law[0] @ (upper[None, :] <= lower[:, None]) @ law[1]
    sides = ([1.0], means) if not transposed else (means, [1.0])
    gone = 0
    for played in first_stage(rank1_elim_kl(budget), runs, *sides, horizon):
        labels = played.items if transposed else played.positions
        mapped = played.state.item_map if transposed else played.state.position_map
        gone += set(labels[mapped]) == {0}
    assert 0.1 < exact < 0.9
    assert stats.binomtest(gone, runs, exact).pvalue > 1e-5


@pytest.mark.parametrize("tables", ["cumulative", "fresh"])
def test_stage_ends_have_the_law_of_the_step_by_step_version(tables):
    """The rows and columns that remain after stages 0 and 1, and the sums of the tables, agree.

    The tests are chi-squared and Kolmogorov-Smirnov, with a joint false-alarm rate of 1 in 10^4.
    """
    policy, runs = rank1_elim_kl("log", tables), 200
    plain = [
        algorithm_1(ITEMS, POSITIONS, HORIZON, np.random.default_rng(seed), BUDGET, tables == "fresh")[1]
        for seed in range(runs)
    ]
    reached = [stages for stages in plain if len(stages) > 1]
    assert len(reached) == runs
    for number in (0, 1):
        ours = ends(policy, number, runs)
        seen = [
            Counter(row[:2] for row in sample) for sample in (ours, [stages[number] for stages in reached])
        ]
        common = [maps for maps in seen[0] | seen[1] if seen[0][maps] + seen[1][maps] >= 10]
        table = np.array([[count[maps] for maps in common] for count in seen])
        rest = runs - table.sum(axis=1)
        table = np.column_stack([table, rest]) if rest.sum() else table
        if table.shape[1] > 1:
            assert stats.chi2_contingency(table).pvalue > 1e-5
        if tables == "fresh":
            continue  # the policy has discarded its tables by then
        for side in (2, 3):
            for place in range(len(ours[0][side])):
                samples = [
                    [row[side][place] for row in ours],
                    [stages[number][side][place] for stages in reached],
                ]
                assert stats.ks_2samp(*samples).pvalue > 0.5e-5


def test_regret_has_the_law_of_the_step_by_step_version_once_all_are_gone():
    """The regrets have the same distribution at the end of stage 1, when only one pair is left.

    The false-alarm rate of each comparison is 1 in 10^5.
    """
    items, positions, horizon, runs = [1.0, 0.3], [0.9, 0.2], 3000, 400
    policy, budget = rank1_elim_kl("log"), math.log(horizon)
    plain = np.array(
        [
            algorithm_1(items, positions, horizon, np.random.default_rng(seed + 10**6), budget)[0]
            for seed in range(runs)
        ]
    )
    rounds = np.array([250, 900, horizon])  # within stage 0, within stage 1, at the end
    assert np.all(plain[:, -1] == plain[:, -100])
    ours = replicate(MODEL, problem(items, positions), policy, rounds, 11, 4 * runs)
    assert stats.ks_2samp(ours[:, -1], plain[:, -1]).pvalue > 1e-5
    difference = ours.mean(axis=0) - plain[:, rounds - 1].mean(axis=0)
    error = np.sqrt(ours.var(axis=0) / len(ours) + plain[:, rounds - 1].var(axis=0) / runs)
    one_round = 4 * 0.9 * (rounds < horizon)  # within a stage the mean is exact up to one round
    assert np.all(np.abs(difference) < stats.norm.isf(0.5e-5 / 3) * error + one_round)


def test_the_mean_is_linear_within_the_first_stage():
    """Within the first stage, every step adds exactly the mean gap; the false-alarm rate is 1 in 10^5."""
    instance, rounds = problem(ITEMS, POSITIONS), np.array([1, 7, 100, 500])
    gap = 0.72 - np.mean(ITEMS) * np.mean(POSITIONS)
    regret = replicate(MODEL, instance, RANK1_ELIM_KL, [*rounds, HORIZON], 3, 4000)[:, :-1]
    error = regret.std(axis=0) / math.sqrt(4000)
    assert np.all(np.abs(regret.mean(axis=0) - gap * rounds) < stats.norm.isf(0.5e-5 / 4) * error)


@pytest.mark.parametrize("policy", [RANK1_ELIM_KL, RANK1_ELIM, rank1_elim_kl("log", "fresh")])
@pytest.mark.parametrize(
    ("items", "positions"),
    [([0.5], [0.2, 0.9]), ([0.5, 0.1], [0.9]), ([0.5], [0.5]), ([0.4, 0.4], [0.7, 0.7, 0.7])],
)
def test_one_row_one_column_and_ties(policy, items, positions):
    played = game(MODEL, [problem(items, positions)], policy, np.array([20_000]), 0, 0)
    largest = 20_000 * (max(items) * max(positions) - min(items) * min(positions))
    assert 0 <= played.regret[-1] <= 0.5 * largest
    if largest == 0:
        assert len(items) == played.state.n_items[0] and len(positions) == played.state.n_positions[0]


@pytest.mark.parametrize("policy", [RANK1_ELIM_KL, RANK1_ELIM])
def test_zeros_and_ones(policy):
    ones = game(MODEL, [problem([1, 0], [1, 0, 1])], policy, np.array([5000]), 0, 0)
    assert ones.state.n_items[0] == 1 and ones.state.n_positions[0] == 2
    zeros = game(MODEL, [problem([0, 0], [1, 0])], policy, np.array([5000]), 0, 0)
    assert zeros.regret[-1] == 0 and zeros.state.n_items[0] == 2


@pytest.mark.parametrize("policy", [RANK1_ELIM_KL, RANK1_ELIM, rank1_elim_kl("log", "fresh")])
def test_below_the_first_stage_play_is_uniform(policy):
    for horizon in (1, 2, 3, 10):
        assert_play_is_uniform(policy, horizon)


def test_a_run_costs_stages_and_pairs_but_no_rounds():
    blocks = [
        game(MODEL, [problem(ITEMS, POSITIONS)], RANK1_ELIM_KL, np.array([n]), 2, 0).state.blocks[0]
        for n in (10**4, 10**6, 10**9, 10**15)
    ]
    assert blocks[-1] < 24 * (math.log(10**15, 4) + 2)
    assert blocks == sorted(blocks)


def test_names_and_refusals():
    assert rank1_elim_kl().id == RANK1_ELIM_KL.id == "Rank1ElimKL"
    assert rank1_elim_kl("log").id == "Rank1ElimKL(budget=log)"
    assert rank1_elim_kl("log", "fresh").id == "Rank1ElimKL(budget=log, tables=fresh)"
    assert pickle.loads(pickle.dumps(rank1_elim_kl("log"))).id == "Rank1ElimKL(budget=log)"
    with pytest.raises(ValueError, match='budget must be "printed" or "log"; got'):
        rank1_elim_kl("half")
    with pytest.raises(ValueError, match='tables must be "cumulative" or "fresh"; got'):
        rank1_elim_kl(tables="none")
