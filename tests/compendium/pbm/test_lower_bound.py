"""The exact tools behind the claims on the lower bound are right, and the claims can fail."""

import random
from fractions import Fraction

import numpy as np
import pytest
from flint import arb

from clickbandits import bernoulli
from clickbandits.pbm import bounds, problem
from clickbandits.pbm.published import kdd_models
from compendium.balls import kl_ball, precision
from compendium.claims import finding
from compendium.pbm import histories
from compendium.pbm.lower_bound import exact, figures, information, program


def random_vectors(n_items, n_positions, seed):
    rng = random.Random(seed)
    attraction = sorted((Fraction(rng.randint(1, 999), 1000) for _ in range(n_items)), reverse=True)
    examination = sorted(Fraction(rng.randint(1, 99), 100) for _ in range(n_positions))[::-1]
    return attraction, examination


@pytest.mark.parametrize("seed", range(5))
def test_counts_are_gaps(seed):
    n_items, n_positions = 5, 3
    theta, kappa = random_vectors(n_items, n_positions, seed)
    steps = [a - b for a, b in zip(theta, [*theta[1:], 0], strict=True)]
    drops = [a - b for a, b in zip(kappa, [*kappa[1:], 0], strict=True)]
    best = sum(k * t for k, t in zip(kappa, theta, strict=False))
    for action in exact.lists(n_items, n_positions):
        gap = best - sum(k * theta[i] for k, i in zip(kappa, action, strict=True))
        assert gap == exact.gap(action, theta, kappa)
        integers = exact.deficit(action, n_items)
        assert gap == sum(
            drops[m] * steps[j] * int(integers[m, j]) for m in range(n_positions) for j in range(n_items)
        )


def test_gaps_and_information_agree_with_the_package():
    theta, kappa = random_vectors(6, 3, 1)
    instance = problem([float(t) for t in theta], [float(k) for k in kappa])
    gaps = [
        [float(exact.gap(exact.exploring_list(k, p, 3), theta, kappa)) for p in range(3)] for k in (3, 4, 5)
    ]
    np.testing.assert_allclose(bounds.exploration_gaps(instance), gaps, rtol=1e-13)
    with precision():
        divergence = kl_ball(kappa[1] * theta[4], kappa[1] * theta[2])
        assert float(divergence) == pytest.approx(bounds.exploration_information(instance)[1, 1])


def test_an_undecided_minimum_is_not_certified():
    assert exact.certified_position([arb(1, 0.5), arb(1.2, 0.5)]) == 0
    assert exact.certified_position([arb(3), arb(1), arb(2)]) == 2


def test_the_tree_is_a_probability_and_stops():
    ours, theirs = information.small_game(2)
    assert sum(ours.values()) == sum(theirs.values()) == 1
    assert list(ours) == list(theirs)
    assert len(ours) == 64
    half = (Fraction(1, 2),)
    rule = histories.mixing(half, Fraction(0))
    stopped = histories.courses(half * 2, half, 3, rule, lambda course: course[-1].clicks == (1,))
    assert sorted(map(len, stopped)) == [1, 2, 3, 3]


def decreasing(p, q, kl=bernoulli.kl):
    return np.exp(-kl(p, q))


def by_the_last_position(instance):
    return bounds.shared_position_bound(instance, instance.examination.size)


@pytest.mark.parametrize(
    ("id", "place", "name", "changed", "failed"),
    [
        ("corollary-5", program.bernoulli, "kl", decreasing, "no constraint of Theorem 4 is violated"),
        ("theorem-6", program.bounds, "lower_bound", by_the_last_position, "the program has the value (6)"),
        ("equation-10", program.bounds, "lower_bound", by_the_last_position, "the value stays"),
        (
            "equation-8",
            program,
            "deficit",
            lambda a, n_items: exact.deficit(a, n_items) - 1,
            "no list besides a* is without a gap; no gap is negative, that of a* is 0",
        ),
    ],
)
def test_a_wrong_function_of_the_library_is_noticed(id, place, name, changed, failed, monkeypatch):
    monkeypatch.setattr(place, name, changed)
    result = finding(f"pbm:{id}", "quick")
    assert (result.verdict, "; ".join(result.failed)) == ("refuted", failed)


def test_the_map_shows_every_position():
    table = figures.positions(np.geomspace(1e-3, 0.3, 8), (0.1, 0.02))
    assert set(table["position"]) == {1, 2, 3}
    assert figures.position_map(table).data is table


def test_the_first_picture_crosses_where_the_prices_do():
    table = figures.price_crossing(np.array([0.45, 0.48, 0.49, 0.6])).data
    dearer = table["at the top"] > table["at the bottom"]
    assert dearer.tolist() == [False, False, True, True]
    assert table["at the bottom"].nunique() == 1
    assert table["at the top"].round(2).tolist()[::3] == [2.55, 3.31]


def test_the_tables_of_the_figures_add_up():
    instance = problem((0.95, 0.85, 0.75, 0.65, 0.55), (0.9, 0.6, 0.3))
    ratios = figures.ratios({"one": instance})
    assert ratios.groupby("item")["optimal"].sum().tolist() == [1, 1]
    relatives = figures.relatives({"one": instance}).groupby("bound")["term"].sum()
    assert relatives["(6)"] == pytest.approx(bounds.lower_bound(instance))
    assert relatives["last"] == pytest.approx(bounds.shared_position_bound(instance, 3))
    models = kdd_models()
    summary = figures.queries(figures.published(models)).set_index("query")
    for query, model in models.items():
        constant = summary.loc[query, "constant C"]
        assert constant == pytest.approx(bounds.lower_bound(model.problem))
