"""Which models of the queries are at hand, by the files that are present."""

import json

import numpy as np
import pytest

from compendium import published
from compendium.pbm import queries as search_ads
from compendium.rank1 import queries

COUNTS = """,dict_index,pos,Impression,Click,query,url
0,7_1,0,1000,200,7,1
1,7_1,1,1000,100,7,1
2,7_2,0,500,50,7,2
3,7_2,1,4000,200,7,2
"""
FIT = {"7": {"thetas": [0.2, 0.6], "kappas": [1.0, 0.5]}}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A data folder of its own, with nothing remembered of another one."""
    caches = (queries.models, queries.refitted, queries.expected_clicks, search_ads.yandex_log)
    for function in caches:
        function.cache_clear()
    monkeypatch.setenv("CLICKBANDITS_DATA", str(tmp_path))
    (tmp_path / "published-models").mkdir()
    yield tmp_path / "published-models"
    for function in caches:
        function.cache_clear()


def test_without_files_there_are_surrogates(folder):
    assert {model.source for model in queries.models().values()} == {published.SURROGATE}
    assert queries.against_counts().iloc[0, 0].startswith("one of the files is absent")


def test_with_counts_alone_they_are_fitted(folder):
    (folder / search_ads.YANDEX_COUNTS).write_text(COUNTS)
    model = queries.models()["7"]
    assert model.source == queries.REFITTED
    np.testing.assert_allclose(model.problem.attraction, [0.2, 0.1], rtol=1e-9)
    np.testing.assert_allclose(model.problem.examination, [1.0, 0.5], rtol=1e-9)


def test_public_fits_come_first_as_they_are(folder):
    (folder / search_ads.YANDEX_COUNTS).write_text(COUNTS)
    (folder / "param_Yandex.txt").write_text(json.dumps(FIT))
    model = queries.models()["7"]
    assert model.source == published.FITTED
    assert model.problem.attraction.tolist() == [0.2, 0.6]


def test_expected_clicks_are_bounded_over_all_orders(folder):
    (folder / search_ads.YANDEX_COUNTS).write_text(COUNTS)
    (folder / "param_Yandex.txt").write_text(json.dumps(FIT))
    row = queries.expected_clicks().iloc[0]
    # examined displays: 1000 + 500 of the first document, 500 + 2000 of the second
    expected = 1500 * 0.6 + 2500 * 0.2, 1500 * 0.2 + 2500 * 0.6
    assert row["clicks"] == 550 and (row["least"], row["most"]) == pytest.approx(expected)
