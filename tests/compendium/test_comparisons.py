"""Finals and their comparison, on regrets whose means and standard errors are known."""

import math

import numpy as np
import pytest

from clickbandits.experiments import Regret
from compendium.comparisons import AGREES, below, final, quotient


def regret(**finals):
    """A Regret whose policies have these final values; the round before is 0."""
    values = {name: np.array([[0.0, value] for value in runs]) for name, runs in finals.items()}
    return Regret(None, np.array([1, 2]), values)


def test_the_final_mean_and_its_standard_error():
    mean, error = final(regret(ours=[1.0, 2.0, 6.0]), "ours")
    assert mean == 3 and error == pytest.approx(math.sqrt(7 / 3))


@pytest.mark.parametrize(
    ("higher", "factor", "sign"), [(10, 1, 1), (1.2, 1, 0), (-10, 1, -1), (10, 0.1, 0), (3, 5, 1)]
)
def test_below_needs_three_standard_errors(higher, factor, sign):
    played = regret(ours=[0.0, 1.0, 2.0], other=[higher - 1.0, higher, higher + 1.0])
    assert below(played, "ours", "other", factor) == sign
    assert AGREES[sign] == {1: "holds", 0: "undecided", -1: "not reproduced"}[sign]


def test_a_quotient_adds_relative_errors_in_squares():
    value, error = quotient((6.0, 0.6), (2.0, 0.1))
    assert value == 3 and error == pytest.approx(3 * math.hypot(0.1, 0.05))
