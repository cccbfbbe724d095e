"""The index (7) agrees with root finding on its definition."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.special import rel_entr

from clickbandits.pbm.index import reaches, upper

CELL = st.integers(1, 2000).flatmap(
    lambda plays: st.tuples(
        st.integers(0, plays), st.just(plays), st.sampled_from([1.0, 0.9, 0.6, 0.3, 0.01])
    )
)
TABLE = st.lists(CELL | st.just((0, 0, 0.5)), min_size=1, max_size=4).filter(
    lambda cells: any(plays for _, plays, _ in cells)
)


def divergence(q, cells):
    """Φ(q), term by term."""
    return sum(
        plays * (rel_entr(s / plays, k * q) + rel_entr(1 - s / plays, max(1 - k * q, 0.0)))
        for s, plays, k in cells
        if plays
    )


def slope(q, cells):
    """Φ'(q)."""
    total = 0.0
    for s, plays, k in cells:
        total -= s / q
        if plays > s:
            total += (plays - s) * k / (1 - k * q) if k * q < 1 else math.inf
    return total


def definition(cells, delta):
    """The largest q to the right of the minimiser with Φ(q) <= δ, or the minimiser if there is none."""
    if slope(1.0, cells) <= 0 or divergence(1.0, cells) <= delta:
        return 1.0
    least = 0.0
    if any(s for s, _, _ in cells):
        least = brentq(lambda q: max(-1e9, min(slope(q, cells), 1e9)), 1e-9, 1.0, xtol=1e-15)
    if divergence(least, cells) > delta:
        return least
    return brentq(lambda q: min(divergence(q, cells), 1e9) - delta, least, 1.0, xtol=1e-15)


@given(TABLE, st.floats(0.01, 60))
def test_the_index_is_its_definition(cells, delta):
    clicks, plays, examination = zip(*cells, strict=True)
    assert upper(clicks, plays, examination, delta) == pytest.approx(definition(cells, delta), abs=2e-9)


@given(TABLE, st.floats(0.01, 60), st.floats(0, 1.2))
def test_one_look_tells_whether_the_index_reaches_a_value(cells, delta, q):
    clicks, plays, examination = zip(*cells, strict=True)
    index = upper(clicks, plays, examination, delta)
    counts = [np.array([values], dtype=float) for values in (clicks, plays)]
    if abs(index - q) > 1e-9:
        assert reaches(q, 0, *counts, np.array(examination), delta) == (index > q)


def test_where_the_papers_set_is_empty_the_index_is_the_minimiser():
    cells = [(0, 5, 0.9), (5, 5, 0.3)]
    assert divergence(definition(cells, 1.0), cells) == pytest.approx(math.log(12**5))
    assert upper((0, 5), (5, 5), (0.9, 0.3), 12.42) == pytest.approx(definition(cells, 1.0))
    assert upper((0, 5), (5, 5), (0.9, 0.3), 12.43) > definition(cells, 1.0) + 1e-3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((1, 2), (3,), (0.5,), 1.0), "vectors of the same size; got"),
        (((4,), (3,), (0.5,), 1.0), "between 0 and plays"),
        (((0,), (0,), (0.5,), 1.0), "with at least 1 play"),
        (((1,), (3,), (0.0,), 1.0), r"examination must lie in \(0, 1\]; got"),
        (((1,), (3,), (0.5,), -1.0), "delta must not be negative; got -1"),
    ],
)
def test_bad_arguments_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        upper(*arguments)
