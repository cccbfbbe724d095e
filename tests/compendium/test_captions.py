"""The tools that check captions against data accept true captions and reject false ones."""

import pandas as pd
import pytest

from compendium.captions import close, last, published, rising


def test_values_rise_only_if_each_is_above_the_one_before():
    assert rising(1, 2, 3) and not rising(1, 1) and not rising(1, 3, 2)


@pytest.mark.parametrize(
    "value, is_close", [(1.05, True), (1.07, False), ([0.95, 1.05], True), ([1, 2], False)]
)
def test_values_are_close_within_a_share(value, is_close):
    assert close(value, 1) == is_close


def test_the_published_data_are_read_and_curves_end_where_they_end(tmp_path, monkeypatch):
    monkeypatch.setenv("CLICKBANDITS_RESULTS", str(tmp_path))
    (tmp_path / "pbm").mkdir()
    data = pd.DataFrame({"policy": ["a", "a", "b"], "mean": [1.0, 2.0, 5.0]})
    data.to_csv(tmp_path / "pbm" / "ratio.csv", index=False)
    assert last(published("pbm:ratio")).to_dict() == {"a": 2.0, "b": 5.0}
