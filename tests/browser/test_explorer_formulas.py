"""The formulas of the explorers agree with the package on random instances and at the boundary."""

import json

import numpy as np
import pytest
from scipy.optimize import minimize

from clickbandits.bernoulli import kl
from clickbandits.mnl.estimators import fit_newton, log_likelihood
from clickbandits.mnl.identifiability import has_maximiser
from clickbandits.pbm import bounds, problem
from clickbandits.pbm.fitting import log_likelihood as pbm_likelihood
from clickbandits.rank1.bounds import curvature, scaling_sandwich
from compendium.mnl.estimation.convergence import step
from compendium.pbm.em.convergence import iterates
from compendium.pbm.em.tables import skewed_log

CLOSE = 1e-9  # relative


@pytest.fixture
def computed(loaded):
    """A function that computes the values of a formula in full precision, including infinities."""
    value = loaded("explorer_formulas.js", "explorer_estimation_formulas.js", "explorer_em_formulas.js")
    return lambda formula, arguments: json.loads(
        value(f"""JSON.stringify({json.dumps(arguments)}.map(given => {formula}(...given)),
            (_, value) => typeof value === "number" ? String(value) : value)""")
    )


def close(found, wanted, name):
    found = np.array(found, dtype=float).reshape(np.shape(wanted))
    np.testing.assert_allclose(found, wanted, rtol=CLOSE, err_msg=name)


def instances():
    """Random problems of the position-based model, half of which are on some boundary."""
    rng = np.random.default_rng(2016)
    for case in range(300):
        n_items = int(rng.integers(1, 9))
        n_positions = int(rng.integers(1, n_items + 1))
        attraction = rng.random(n_items)
        examination = 1 - rng.random(n_positions)
        if case % 10 == 1:
            attraction = rng.choice([0.0, 0.3, 0.7, 1.0], n_items)
        elif case % 10 == 3:
            examination = rng.choice([0.2, 0.5, 1.0], n_positions)
        elif case % 10 == 5:  # items that are hard to tell apart
            attraction = 0.4 + 10.0 ** rng.uniform(-12, -2, n_items)
        elif case % 10 == 7:
            examination, attraction = examination * 1e-6, attraction**20
        elif case % 10 == 9:
            attraction[: n_positions + 1], examination[0] = 1.0, 1.0
        yield attraction.tolist(), examination.tolist()


def test_the_positions_are_those_of_the_package(computed):
    asked = list(instances())
    suboptimal = 0
    for given, found in zip(asked, computed("formulas.exploration", asked), strict=True):
        instance = problem(*given)
        ratios = bounds.exploration_ratios(instance)
        suboptimal += len(ratios)
        rows = {
            "gaps": bounds.exploration_gaps(instance),
            "information": bounds.exploration_information(instance),
            "ratios": ratios,
            "least": ratios.min(axis=1),
            "position": bounds.exploration_positions(instance) - 1,
        }
        for name, wanted in rows.items():
            close([row[name] for row in found["rows"]], wanted, name)
        close(found["constant"], bounds.lower_bound(instance), "constant")
        last = bounds.shared_position_bound(instance, len(given[1]))
        close(found["last"], last, "last")
    assert suboptimal > 300


def test_the_sandwich_is_that_of_the_package(computed):
    rng = np.random.default_rng(2017)
    edges = [0.0, 1e-300, 0.5, 1 - 1e-16, 1.0]
    near = rng.random((50, 1)) + rng.random((50, 3)) * 1e-9
    cube = np.stack(np.meshgrid(edges, edges, edges), axis=-1).reshape(-1, 3)
    asked = np.concatenate([rng.random((200, 3)), near.clip(0, 1), cube]).tolist()
    for (c, p, q), found in zip(asked, computed("formulas.scaling", asked), strict=True):
        larger, divergence = max(p, q), kl(p, q)
        square = 2 * c * (p - q) ** 2
        place = f" at c, p, q = {c, p, q}"
        close(found["divergence"], divergence, "divergence" + place)
        close(found["scaled"], kl(c * p, c * q), "scaled" + place)
        close(found["sharp"], scaling_sandwich(c, p, q), "sharp" + place)
        # As printed in (6) and (7), with 0 times infinity 0.
        printed = [factor * divergence if factor else 0.0 for factor in (c * (1 - larger), c)]
        close(found["printed"], printed, "printed" + place)
        close(found["quadratic"], square * max(c, 1 - larger), "quadratic" + place)
        sharp = square * curvature(c, larger) if square else 0.0
        close(found["sharpQuadratic"], sharp, "sharpQuadratic" + place)


def test_the_courses_of_em_are_those_of_the_package(computed):
    table = skewed_log()
    best = pbm_likelihood(np.array([0.8, 0.1]), np.array([0.9, 0.5]), *table)
    rng, steps = np.random.default_rng(1977), 20
    starts = [[rng.uniform(0.01, 0.99, 2).tolist(), [*rng.uniform(0.01, 0.99, 1), last]] for last in (1, 0.5)]
    for start, found in zip(starts, computed("em.course", [[s, steps] for s in starts]), strict=True):
        points = iterates(table, tuple(map(np.array, start)), steps)
        close(found["gaps"], [best - pbm_likelihood(*point, *table) for point in points], "gaps")
        close(found["point"], points[-1], "end")


def tables():
    """Clicks and plays of two items and two positions, many of them with empty cells."""
    rng = np.random.default_rng(2023)
    for case in range(200):
        plays = rng.integers(1, 30, (2, 2)) if case % 2 else np.full((2, 2), 10)
        clicks = rng.integers(0, 3 if case % 3 else 30, (2, 2))
        yield clicks.astype(float), plays.astype(float)


def test_a_table_has_a_maximiser_where_the_package_says(computed):
    asked = [[clicks.tolist(), plays.tolist()] for clicks, plays in tables()]
    found = computed("estimation.hasMaximiser", asked)
    wanted = [has_maximiser(clicks, plays) for clicks, plays in tables()]
    assert found == wanted and 20 < sum(wanted) < 180


@pytest.mark.parametrize("method", ["Algorithm 1", "EM", "Newton"])
def test_the_paths_are_those_of_the_package(computed, method):
    asked = [pair for pair in tables() if has_maximiser(*pair)]
    steps = 6
    given = [[method, n.tolist(), m.tolist(), [0.5, 0.5, 1], steps] for n, m in asked]
    for (clicks, plays), found in zip(asked, computed("estimation.path", given), strict=True):
        attraction, examination = np.full(2, 0.5), np.ones(2)
        for place in found[1:]:
            step(method, clicks, plays, attraction, examination)
            close(place, [*attraction, examination[1]], f"{method} on {clicks} of {plays}")


def test_the_hill_and_its_top_are_those_of_the_package(computed):
    asked = [pair for pair in tables() if has_maximiser(*pair)]
    given = [[n.tolist(), m.tolist()] for n, m in asked]
    tops = computed("estimation.maximiser", given)
    for (clicks, plays), top in zip(asked, tops, strict=True):
        best = fit_newton(clicks, plays, tolerance=1e-13)
        np.testing.assert_allclose(np.array(top, float), [*best.attraction, best.examination[1]], rtol=1e-8)
    biases = [0.01, 0.3, 1.0, 7.0]
    hills = computed("estimation.profile", [[*pair, b] for pair in given for b in biases])
    for case, ((clicks, plays), bias) in enumerate((pair, b) for pair in asked for b in biases):
        kappa = np.array([1.0, bias])

        def minus(logs, clicks=clicks, plays=plays, kappa=kappa):
            return -log_likelihood(clicks, plays, np.exp(logs), kappa)

        best = minimize(minus, np.zeros(2), method="BFGS", options={"gtol": 1e-9})
        assert float(hills[case]) == pytest.approx(-best.fun, rel=1e-7)
