"""The chapter on confidence bounds: its checks can fail, and its first picture."""

import pytest

from compendium.claims import finding
from compendium.pbm.confidence import figures, hoeffding


@pytest.mark.parametrize(
    ("id", "name", "changed", "failed"),
    [
        (
            "proposition-8",
            "ever_crosses",
            lambda *_: [0, hoeffding.Fraction(1, 1000)],
            "the chance to miss by hand",
        ),
        (
            "proposition-8-coverage",
            "ucb_guarantee",
            lambda t, delta: 1e-3,
            "largest miss probability over the guarantee where that is below one, at most 1; "
            "less than half the guarantee; the largest by hand",
        ),
    ],
)
def test_a_wrong_chance_or_guarantee_is_seen(id, name, changed, failed, monkeypatch):
    monkeypatch.setattr(hoeffding, name, changed)
    found = finding(f"pbm:{id}", "quick")
    assert (found.verdict, "; ".join(found.failed)) == ("refuted", failed)


def test_both_bounds_come_down_to_the_attraction():
    data = figures.shrinking_bounds(0.45, (0.9, 0.3), 4.0).data
    assert (data["index of PBM-PIE"] < data["bound of PBM-UCB"]).all()
    assert (data.diff()[1:][["bound of PBM-UCB", "index of PBM-PIE"]] < 0).all(axis=None)
    assert 0.45 < data["index of PBM-PIE"].iloc[-1] < data["bound of PBM-UCB"].iloc[-1] < 0.55
