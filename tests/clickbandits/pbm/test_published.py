"""The published models in the package are complete and unchanged, and contain no foreign names."""

import hashlib
import json
import os
from pathlib import Path

import numpy as np
import pytest

from clickbandits.pbm import published

SOURCES = Path(os.environ.get("CLICKBANDITS_DATA", "data")) / "published-models"
TABLES = pytest.mark.parametrize("table", [published.KDD, published.YANDEX], ids=lambda t: t.name)


def fits(table):
    return json.loads((published.FOLDER / table.name).read_text("utf-8"))


@TABLES
def test_a_table_has_every_figure_of_its_source(table):
    path = SOURCES / table.source
    if not path.exists():
        pytest.skip(f"{path} is absent")
    assert hashlib.sha256(path.read_bytes()).hexdigest() == table.source_digest
    theirs = [(fit["thetas"], fit["kappas"]) for fit in json.loads(path.read_text()).values()]
    assert [(fit["attraction"], fit["examination"]) for fit in fits(table)] == theirs


@TABLES
def test_queries_have_ordinal_names_and_the_notice_stands_beside_the_tables(table):
    notice = (published.FOLDER / "LICENSE").read_text("utf-8")
    assert "Copyright (c) 2021 Romaric Gaudel" in notice and "MIT License" in notice
    queries = [fit["query"] for fit in fits(table)]
    label = {"kdd.json": "KDD", "yandex.json": "Yandex"}[table.name]
    assert queries == [f"{label} {number}" for number in range(1, len(queries) + 1)]


def test_the_models_are_as_large_as_they_are_said_to_be():
    kdd, yandex = published.kdd_models(), published.yandex_models()
    assert len(kdd) == 8 and len(yandex) == 60
    for models, n_positions in ((kdd, 3), (yandex, 10)):
        shapes = {model.problem.examination.shape for model in models.values()}
        assert shapes == {(n_positions,)}
        assert {model.problem.examination.max() for model in models.values()} == {1.0}
    assert {model.place_in_counts for model in kdd.values()} == {0}
    assert {model.place_in_counts for model in yandex.values()} == set(range(1, 61))


def test_values_above_1_are_read_as_1_and_reported():
    found = {q: m.problems_found for q, m in published.yandex_models().items() if m.problems_found}
    assert found == {
        "Yandex 47": ("attraction 1.06559 of item 6 exceeds 1; read as 1",),
        "Yandex 59": ("attraction 2.509 of item 13 exceeds 1; read as 1",),
    }
    assert published.yandex_models()["Yandex 59"].problem.attraction[12] == 1.0
    model, *others = published.kdd_models().values()
    assert not any(each.problems_found for each in (model, *others))
    with pytest.raises(ValueError, match="read-only"):  # no model is changed by accident
        np.multiply(model.problem.attraction, 2, out=model.problem.attraction)


def test_another_table_is_refused(tmp_path, monkeypatch):
    text = (published.FOLDER / "kdd.json").read_bytes()
    (tmp_path / "kdd.json").write_bytes(text.replace(b"0.04998", b"0.04999"))
    monkeypatch.setattr(published, "FOLDER", tmp_path)
    with pytest.raises(ValueError, match="not the table of this version"):
        published.kdd_models()
