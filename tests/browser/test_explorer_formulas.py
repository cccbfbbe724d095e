"""The formulas of the explorers are those of the package, on random instances and at borders."""

import json

import numpy as np
import pytest

from clickbandits.bernoulli import kl
from clickbandits.pbm import bounds, problem
from clickbandits.rank1.bounds import curvature, scaling_sandwich

CLOSE = 1e-9  # relative


@pytest.fixture
def computed(loaded):
    """A function: the values of a formula, in full precision, infinities included."""
    value = loaded("explorer_formulas.js")
    return lambda formula, arguments: json.loads(
        value(f"""JSON.stringify({json.dumps(arguments)}.map(given => {formula}(...given)),
            (_, value) => typeof value === "number" ? String(value) : value)""")
    )


def close(found, wanted, name):
    found = np.array(found, dtype=float).reshape(np.shape(wanted))
    np.testing.assert_allclose(found, wanted, rtol=CLOSE, err_msg=name)


def instances():
    """Random problems of the position-based model, half of them at a border of some kind."""
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
        close(found["uncensored"], bounds.uncensored_bound(instance), "uncensored")
        close(found["first"], bounds.shared_position_bound(instance, 1), "first")
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
