"""The published models are compared with the public counts, and surrogates replace Queries 1 and 2."""

import numpy as np
import pytest

from clickbandits.core import vectors
from clickbandits.pbm import published
from clickbandits.pbm.published import PublishedModel
from clickbandits.rank1.bounds import hardness
from compendium import public_counts, public_log
from compendium.rank1 import experiments, queries

COUNTS = """,dict_index,pos,Impression,Click,query,url
0,7_1,0,1000,200,7,1
1,7_1,1,1000,100,7,1
2,7_2,0,500,50,7,2
3,7_2,1,4000,200,7,2
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A separate data folder, without cached results of another one."""
    caches = (queries.expected_clicks, public_log.log)
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
    counts = public_log.log()
    if counts is None:
        pytest.skip("the public counts are absent")
    for model in published.yandex_models().values():
        query = counts.queries[model.place_in_counts - 1]
        assert len(counts.items(query)) == model.problem.attraction.size


@pytest.mark.parametrize("family", experiments.FAMILIES)
@pytest.mark.parametrize("query", experiments.QUERIES)
def test_the_surrogates_have_the_printed_numbers(query, family):
    n_items, largest, mean = experiments.QUERIES[query]
    surrogate = experiments.surrogate(query, family)
    attraction, examination = surrogate
    assert attraction.size == n_items and examination.size == 10
    hard = hardness(surrogate)
    assert hard.peak == pytest.approx(largest) and hard.average == pytest.approx(mean, rel=1e-12)
    carriers = examination if family.startswith("positions") else attraction
    assert (carriers.max(), carriers.mean()) == pytest.approx((largest, mean))


def test_the_first_surrogate_is_a_power_of_the_rank():
    attraction, _ = experiments.surrogate("Query 1")
    assert np.log(attraction[0] / attraction[1]) / np.log(2) == pytest.approx(0.33706694939304278)


def test_published_shapes_of_a_model_by_itself(monkeypatch):
    model = PublishedModel(vectors([0.2, 0.6, 0.4], [0.5, 1.0], "[0, 1]", "(0, 1]"), (), 1)
    monkeypatch.setattr(published, "yandex_models", lambda: {"Yandex 1": model})
    attraction, examination = experiments.published_shapes(2)
    # the quartiles of .2, .4, .6 are .3 and .5
    assert attraction == pytest.approx([1, 3 / 5]) and examination == pytest.approx([1, 1 / 2])
