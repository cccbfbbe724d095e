"""The chapter on policies: its first picture, its posteriors, and that its checks can fail."""

import numpy as np
import pytest

from compendium.claims import finding
from compendium.pbm.policies import (
    adaptive,
    appendix_d,
    appendix_e,
    figures,
    posteriors,
    regret_bounds,
    theorem_9,
)


def test_the_traced_round_tells_the_two_policies_apart():
    data = figures.traced_round(
        [[62, 12], [22, 21], [8, 10], [5, 3]], [[110, 40], [50, 85], [20, 45], [30, 40]], (0.9, 0.5), 210
    ).data
    assert data["bound of PBM-UCB"].nlargest(2).index.tolist() == [0, 2]
    assert data["estimate"].nlargest(2).index.tolist() == [0, 1]
    assert (data["index of PBM-PIE"] < data["bound of PBM-UCB"]).all()
    reached = data["index of PBM-PIE"] >= data["estimate"][1]
    assert reached.tolist() == [True, True, True, False]


def test_with_certain_examination_the_two_posteriors_agree():
    counts = (7,), (10,), (1.0,)
    exact, approximate = posteriors.posterior_moments(*counts), posteriors.beta_moments(*counts)
    assert exact == pytest.approx(approximate, rel=1e-9)
    assert exact[0] == pytest.approx(8 / 12)


def test_posterior_moments_against_a_sum():
    grid = (np.arange(200_000) + 0.5) / 200_000
    density = grid**4 * (1 - 0.9 * grid) ** 3 * (1 - 0.3 * grid) ** 6
    mean = (grid * density).sum() / density.sum()
    variance = (grid**2 * density).sum() / density.sum() - mean**2
    found = posteriors.posterior_moments((2, 2), (5, 8), (0.9, 0.3))
    assert found == pytest.approx((mean, variance), rel=1e-6)


def off_by_a_twentieth(function):
    """A function of the library whose value, or all of whose values, are five per cent off."""

    def wrong(*args):
        value = function(*args)
        return tuple(x * 21 / 20 for x in value) if isinstance(value, tuple) else value * 21 / 20

    return wrong


def printed_gap(item, theta, kappa):
    """The smallest gap as printed for the best items."""
    if item < len(kappa):
        return regret_bounds.permutation_gap(theta, kappa)
    return regret_bounds.smallest_gap(item, theta, kappa)


@pytest.mark.parametrize(
    ("id", "place", "name", "changed"),
    [
        ("lemma-18-smallest-gap", appendix_d, "smallest_gap", printed_gap),
        # with the printed event, and without what the intervals demand
        ("fact-17", appendix_d.Table, "missed", lambda table: set()),
        ("positionwise-bound", appendix_d.Table, "missed", lambda table: set()),
        ("appendix-e-size-of-b", appendix_e, "sizes_of_b_and_d", None),
        ("appendix-e-size-of-d", appendix_e, "sizes_of_b_and_d", None),
        ("appendix-e-size-of-c", appendix_e, "theorem_11_c3", None),
        ("theorem-9-c0", theorem_9, "theorem_9_constant", None),
    ],
)
def test_a_wrong_step_or_constant_is_seen(id, place, name, changed, monkeypatch):
    monkeypatch.setattr(place, name, changed or off_by_a_twentieth(getattr(place, name)))
    assert finding(f"pbm:{id}", "quick").verdict == "refuted"


def test_the_joint_deviation_needs_its_premise():
    premise, least = adaptive.joint_deviation(1.0, 0.9, 0.55, 0.72, (4, 4, 4))
    assert premise > 0 and least > 1
    # with as much divergence as expected, or up to twenty times, nothing need explain it
    premise, least = adaptive.joint_deviation(-0.95, 0.9, 0.55, 0.72, (4, 4, 4))
    assert least < 1
