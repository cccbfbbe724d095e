"""The tables of the chapter on search advertising are right, and its checks can fail."""

import numpy as np
import pytest

from clickbandits.pbm import em, fitting, published
from compendium.claims import finding
from compendium.pbm import queries, yandex_counts
from compendium.pbm.search_ads import fitting as fitting_claims
from compendium.pbm.search_ads import rank_one


@pytest.fixture
def fresh():
    """Compute tables again before and after a test that changes them."""
    queries.fits.cache_clear()
    yield
    queries.fits.cache_clear()


def test_every_row_of_table_1_has_a_model_of_its_own():
    table = queries.table_1()
    assert sorted(table["query"]) == sorted(published.kdd_models())
    assert list(table["ads"]) == [row[0] for row in queries.TABLE_1]


def test_simulated_counts_have_the_printed_number_of_records():
    for query, records in queries.table_1().set_index("query")["records"].items():
        clicks, plays = queries.simulated_counts(query)
        assert 0 <= records - plays.sum() < plays.size and (clicks <= plays).all()


def test_a_product_table_does_not_fool_the_singular_values(monkeypatch):
    monkeypatch.setattr(rank_one, "STEPS", np.abs(rank_one.STEPS))  # a constant table
    result = finding("pbm:svd-validates-rank-one", "quick")
    assert result.verdict == "refuted"
    assert "the deviance tells that it is no product" in result.failed


def test_a_wrong_em_step_is_noticed(fresh, monkeypatch):
    # imported before the patch, because otherwise other tests would get the wrong step
    assert fitting_claims.em_step is fitting.em_step

    def wrong(theta, kappa, theta_rest, kappa_rest, clicks, plays):
        return tuple(
            np.full_like(each, share)
            for each, share in zip((theta, kappa, theta_rest, kappa_rest), (0.9, 0.9, 0.1, 0.1), strict=True)
        )

    monkeypatch.setattr(em, "_em_step", wrong)
    assert finding("pbm:em-monotone", "quick").verdict == "refuted"
    assert finding("pbm:em-and-newton", "quick").verdict == "not reproduced"


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
