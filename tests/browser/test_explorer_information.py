"""The explorer of logs computes the same values as the package from the expected counts."""

import json
from itertools import product

import numpy as np
import pytest

from clickbandits.pbm.fitting import connected_parts, fit, standard_errors

from .likelihood_intervals import NORMAL, intervals


@pytest.fixture
def on_page(loaded):
    return loaded("explorer_information.js")


def instances():
    """Random logs with exchanges of every kind, ties, more items than positions, and cells without clicks."""
    rng = np.random.default_rng(2024)
    kinds = ["pairs", "neighbours", "top", "any", "order"]
    for case in range(120):
        size = int(rng.integers(2, 7))
        attraction, examination = 0.95 * rng.random(size), 0.05 + 0.95 * rng.random(size)
        if case % 4 == 1:
            examination[0] = 1.0
        if case % 8 == 2:
            attraction[rng.integers(size)] = 0.0
        if case % 8 == 3:
            examination[: size // 2 + 1] = examination.max()
        share = [0.0, 0.01, 0.3, 1.0][case // 5 % 4]
        lists = 10.0 ** rng.uniform(1, 6)
        yield [kinds[case % 5], share, lists, attraction.tolist(), examination.tolist()]


def test_errors_intervals_and_parts_are_those_of_the_package(on_page):
    asked = list(instances())
    found = on_page(f"""{json.dumps(asked)}.map(([kind, share, lists, theta, kappa]) => {{
        const shares = information.placement(kind, share, kappa.length);
        const {{ clicks, plays }} = information.counts(lists, shares, theta, kappa);
        return {{ clicks, plays, told: information.told(lists, shares, theta, kappa) }};
    }})""")
    n_parts = 0
    for case, answer in zip(asked, found, strict=True):
        name = str(case)
        clicks, plays = np.array(answer["clicks"]), np.array(answer["plays"])
        np.testing.assert_allclose(plays.sum(axis=0), case[2], err_msg=name)
        np.testing.assert_allclose(clicks, plays * np.outer(*case[3:]), err_msg=name)
        items, positions, labels = connected_parts(clicks, plays)
        wanted = {label: set() for label in labels[: items.size][items]}
        for position in np.flatnonzero(positions):
            wanted[labels[items.size + position]].add(int(position))
        parts = answer["told"]
        assert sorted(map(sorted, wanted.values())) == sorted(p["positions"] for p in parts), name
        for part in parts:
            n_parts += 1
            table = np.ix_(part["items"], part["positions"])
            fitted = fit(clicks[table], plays[table])
            assert fitted.converged and fitted.identified, name
            compare(part, fitted, clicks[table], plays[table], name)
    assert n_parts > 2 * len(asked)


def compare(part, fitted, clicks, plays, name):
    """Check that the fit recovers the truth, with the errors and intervals of the package, also with ties."""
    exact = fitted._replace(
        attraction=np.array(part["attraction"]), examination=np.array(part["examination"])
    )
    for vector in ("attraction", "examination"):
        ours, theirs = getattr(exact, vector), getattr(fitted, vector)
        np.testing.assert_allclose(ours, theirs, rtol=1e-4, err_msg=name)
    attraction, examination = standard_errors(exact, clicks, plays)
    found = np.array(part["logErrors"], dtype=float) * exact.examination
    np.testing.assert_allclose(found, examination, rtol=1e-6, err_msg=name)
    ends = intervals(exact, (attraction, examination), clicks, plays)[1]
    np.testing.assert_allclose(
        part["intervals"], np.column_stack([ends.low, ends.high]), rtol=1e-6, err_msg=name
    )


def test_the_interval_is_of_95_percent(on_page):
    assert on_page("information.NORMAL") == NORMAL


def test_every_list_shows_every_item_once(on_page):
    kinds = ["pairs", "neighbours", "top", "any", "order"]
    asked = list(product(kinds, (0, 0.25, 1), (2, 3, 5, 6)))
    known, found = on_page(f"""[information.exchanges, {json.dumps(asked)}.map(
        ([kind, share, size]) => information.placement(kind, share, size))]""")
    assert known == kinds
    for (_, share, _), answer in zip(asked, found, strict=True):
        shares = np.array(answer)
        np.testing.assert_allclose(shares.sum(axis=0), 1)
        np.testing.assert_allclose(shares.sum(axis=1), 1)
        assert (shares >= 0).all() and (np.diag(shares) < 1).any() == (share > 0)
