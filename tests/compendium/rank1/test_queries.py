"""The published models held against the public counts, and the stand-ins for Queries 1 and 2."""

import numpy as np
import pytest

from clickbandits.core import vectors
from clickbandits.pbm import published
from clickbandits.pbm.published import PublishedModel
from compendium import public_counts
from compendium.pbm import yandex_counts
from compendium.rank1 import experiments, queries

COUNTS = """,dict_index,pos,Impression,Click,query,url
0,7_1,0,1000,200,7,1
1,7_1,1,1000,100,7,1
2,7_2,0,500,50,7,2
3,7_2,1,4000,200,7,2
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A data folder of its own, with nothing remembered of another one."""
    caches = (queries.expected_clicks, yandex_counts.log)
    for function in caches:
        function.cache_clear()
    monkeypatch.setenv("CLICKBANDITS_DATA", str(tmp_path))
    (tmp_path / "published-models").mkdir()
    yield tmp_path / "published-models"
    for function in caches:
        function.cache_clear()


def test_without_counts_nothing_is_compared(folder):
    assert queries.against_counts().iloc[0, 0] == "absent: nothing was compared"


def test_expected_clicks_are_bounded_over_all_orders(folder, monkeypatch):
    (folder / public_counts.COUNTS).write_text(COUNTS)
    model = PublishedModel(vectors([0.2, 0.6], [1.0, 0.5], "[0, 1]", "(0, 1]"), (), 1)
    monkeypatch.setattr(published, "yandex_models", lambda: {"Yandex 1": model})
    row = queries.expected_clicks().iloc[0]
    # examined displays: 1000 + 500 of the first document, 500 + 2000 of the second
    expected = 1500 * 0.6 + 2500 * 0.2, 1500 * 0.2 + 2500 * 0.6
    assert row["clicks"] == 550 and (row["least"], row["most"]) == pytest.approx(expected)


def test_counts_and_models_of_a_query_are_of_one_size():
    counts = yandex_counts.log()
    if counts is None:
        pytest.skip("the public counts are absent")
    for model in published.yandex_models().values():
        query = counts.queries[model.place_in_counts - 1]
        assert len(counts.items(query)) == model.problem.attraction.size


@pytest.mark.parametrize(
    ("query", "exponent"), [("Query 1", 0.33706694939304278), ("Query 2", 0.15263764957399086)]
)
def test_the_surrogates_have_the_printed_numbers(query, exponent):
    n_items, largest, mean = experiments.QUERIES[query]
    attraction, examination = experiments.surrogate(query)
    assert attraction.size == n_items and examination.size == 10
    assert attraction.max() == examination.max() == largest
    assert attraction.mean() == pytest.approx(mean, rel=1e-13)
    assert np.log(attraction[0] / attraction[1]) / np.log(2) == pytest.approx(exponent)
