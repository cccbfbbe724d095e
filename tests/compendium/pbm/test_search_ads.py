"""The chapter on search advertising: its tables, and that its checks can fail."""

import numpy as np
import pandas as pd
import pytest

from clickbandits.pbm import fitting, published
from compendium.claims import finding
from compendium.pbm import queries, yandex_counts
from compendium.pbm.search_ads import fitting as search_ads_fitting
from compendium.pbm.search_ads import rank_one


@pytest.fixture
def fresh():
    """Tables that a test changes are computed anew, before and after."""
    cached = (queries.table_1, queries.simulated_counts, queries.fits)
    for function in cached:
        function.cache_clear()
    yield
    for function in cached:
        function.cache_clear()


def test_every_row_of_table_1_has_a_model_of_its_own():
    table = queries.table_1()
    assert sorted(table["query"]) == sorted(published.kdd_models())
    assert list(table["ads"]) == [row[0] for row in queries.TABLE_1]


def test_simulated_counts_have_the_printed_number_of_records():
    for query, records in queries.table_1().set_index("query")["records"].items():
        clicks, plays = queries.simulated_counts(query)
        assert 0 <= records - plays.sum() < plays.size and (clicks <= plays).all()


def test_another_largest_attraction_is_not_reproduced(fresh, monkeypatch):
    ads, records, smallest, largest = queries.TABLE_1[0]
    changed = ((ads, records, smallest, largest + 0.002), *queries.TABLE_1[1:])
    monkeypatch.setattr(queries, "TABLE_1", changed)
    assert finding("pbm:table-1-largest", "quick").verdict == "not reproduced"


def test_the_models_smallest_attraction_would_be_reproduced(fresh, monkeypatch):
    rows = list(queries.TABLE_1)
    rows[3] = (*rows[3][:2], 0.017, rows[3][3])
    monkeypatch.setattr(queries, "TABLE_1", tuple(rows))
    assert finding("pbm:table-1-smallest", "quick").verdict == "holds"


def test_too_few_records_contradict_the_selection_rule(monkeypatch):
    monkeypatch.setattr(queries, "TABLE_1", ((5, 14_999, 0.01, 0.02),))
    assert finding("pbm:selection-rule", "quick").verdict == "refuted"


def test_a_product_table_does_not_fool_the_singular_values(monkeypatch):
    monkeypatch.setattr(rank_one, "STEPS", np.abs(rank_one.STEPS))  # a constant table
    found = finding("pbm:svd-validates-rank-one", "quick")
    assert found.verdict == "refuted"
    assert "the deviance tells that it is no product" in found.failed


def test_tables_far_from_rank_one_are_not_dominated(monkeypatch):
    kinds = ["model", "rows permuted"]
    table = pd.DataFrame({"table": kinds, "share": [0.9, 0.8], "p-value": [0.001, 0.5]})
    monkeypatch.setattr(queries, "singular_values", lambda profile: table)
    assert finding("pbm:singular-values-dominate", "quick").verdict == "not reproduced"
    assert finding("pbm:deviance-test", "quick").verdict == "not reproduced"


def test_a_wrong_em_step_is_noticed(fresh, monkeypatch):
    def wrong(theta, kappa, clicks, plays):
        return clicks.sum(axis=1) / plays.sum(axis=1), clicks.sum(axis=0) / plays.sum(axis=0)

    monkeypatch.setattr(fitting, "em_step", wrong)
    assert finding("pbm:em-monotone", "quick").verdict == "refuted"
    assert finding("pbm:em-and-newton", "quick").verdict == "not reproduced"


def test_one_end_of_em_would_identify_the_scale(monkeypatch):
    def to_one_scale(*arguments):
        theta, kappa = fitting.em_step(*arguments)
        return theta * kappa[0], kappa / kappa[0]

    monkeypatch.setattr(search_ads_fitting, "em_step", to_one_scale)
    assert finding("pbm:scale-not-identified", "quick").verdict == "holds"


def test_without_the_public_counts_nothing_is_said_of_them(monkeypatch):
    monkeypatch.setenv("CLICKBANDITS_DATA", "/nowhere")
    yandex_counts.log.cache_clear()
    yandex_counts.fits.cache_clear()
    try:
        assert finding("pbm:yandex-counts-fit", "quick").verdict == "undecided"
        assert "absent" in yandex_counts.summary()["found"].iloc[0]
    finally:
        yandex_counts.log.cache_clear()
        yandex_counts.fits.cache_clear()
