"""Checks of the chapters on confidence bounds and policies can fail: wrong inputs turn them."""

import pytest

from clickbandits.pbm import regret_bounds
from compendium.claims import finding
from compendium.pbm.confidence import figures, hoeffding
from compendium.pbm.policies import adaptive, appendix_d, appendix_e, theorem_9


def test_proposition_8_fails_by_the_miss_and_a_wrong_miss_is_seen(monkeypatch):
    monkeypatch.setattr(hoeffding, "ever_crosses", lambda *_: [0, hoeffding.Fraction(1, 1000)])
    assert finding("pbm:proposition-8", "quick").failed == ("the chance to miss by hand",)


def test_a_smaller_guarantee_breaks_the_coverage(monkeypatch):
    monkeypatch.setattr(hoeffding, "ucb_guarantee", lambda t, delta: 1e-3)
    assert finding("pbm:proposition-8-coverage", "quick").verdict == "refuted"


def test_the_printed_smallest_gap_is_seen_to_fail(monkeypatch):
    monkeypatch.setattr(
        appendix_d, "smallest_gap",
        lambda item, theta, kappa: regret_bounds.permutation_gap(theta, kappa)
        if item < len(kappa)
        else regret_bounds.smallest_gap(item, theta, kappa),
    )  # fmt: skip
    assert finding("pbm:lemma-18-smallest-gap", "quick").verdict == "refuted"


def test_fact_17_with_the_printed_event_is_refuted(monkeypatch):
    monkeypatch.setattr(appendix_d.Table, "missed", lambda table: set())
    assert finding("pbm:fact-17", "quick").verdict == "refuted"


def test_theorem_9s_decisive_inequality_needs_the_intervals(monkeypatch):
    monkeypatch.setattr(appendix_d.Table, "missed", lambda table: set())
    assert finding("pbm:theorem-9", "quick").verdict == "refuted"


@pytest.mark.parametrize(
    ("module", "name", "id"),
    [
        (appendix_e, "sizes_of_b_and_d", "pbm:appendix-e-size-of-b"),
        (appendix_e, "sizes_of_b_and_d", "pbm:appendix-e-size-of-d"),
        (appendix_e, "theorem_11_c3", "pbm:appendix-e-size-of-c"),
        (theorem_9, "theorem_9_constant", "pbm:theorem-9-c0"),
    ],
)
def test_a_library_constant_five_per_cent_off_is_seen(monkeypatch, module, name, id):
    right = getattr(module, name)

    def wrong(*args):
        value = right(*args)
        return tuple(x * 21 / 20 for x in value) if isinstance(value, tuple) else value * 21 / 20

    monkeypatch.setattr(module, name, wrong)
    assert finding(id, "quick").verdict == "refuted"


def test_the_joint_deviation_needs_its_premise():
    premise, least = adaptive.joint_deviation(1.0, 0.9, 0.55, 0.72, (4, 4, 4))
    assert premise > 0 and least > 1
    # with as much divergence as expected, or up to twenty times, nothing need explain it
    premise, least = adaptive.joint_deviation(-0.95, 0.9, 0.55, 0.72, (4, 4, 4))
    assert least < 1


def test_both_bounds_come_down_to_the_attraction():
    data = figures.shrinking_bounds(0.45, (0.9, 0.3), 4.0).data
    assert (data["index of PBM-PIE"] < data["bound of PBM-UCB"]).all()
    assert (data.diff()[1:][["bound of PBM-UCB", "index of PBM-PIE"]] < 0).all(axis=None)
    assert 0.45 < data["index of PBM-PIE"].iloc[-1] < data["bound of PBM-UCB"].iloc[-1] < 0.55
