"""Reading the published models: values above 1, damage, and the surrogates."""

import json

import numpy as np
import pytest

from compendium import published

GOOD = {"7": {"thetas": [0.5, 0.2, 0.9], "kappas": [1.0, 0.4]}}


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write a KDD file into a folder of its own; returns the function that does."""
    monkeypatch.setenv("CLICKBANDITS_DATA", str(tmp_path))
    (tmp_path / "published-models").mkdir()

    def put(content, name="param_KDD.txt"):
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        (tmp_path / "published-models" / name).write_bytes(data)

    return put


def test_a_fit_is_read_as_it_is(write):
    write(GOOD)
    model = published.kdd_models()["7"]
    assert model.problem.attraction.tolist() == [0.5, 0.2, 0.9]
    assert model.problem.examination.tolist() == [1.0, 0.4]
    assert model.source == "published fit"
    assert model.problems_found == ()


def test_a_value_above_1_is_read_as_1_and_reported(write):
    write({"7": {"thetas": [2.509, 0.2], "kappas": [1.0, 1.25]}}, "param_Yandex.txt")
    model = published.yandex_models()["7"]
    assert model.problem.attraction.tolist() == [1.0, 0.2]
    assert model.problem.examination.tolist() == [1.0, 1.0]
    assert model.problems_found == (
        "attraction 2.509 of item 1 exceeds 1; read as 1",
        "examination 1.25 of position 2 exceeds 1; read as 1",
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"7": {"thetas": [0.5', "is damaged"),
        (b"\xff\xfe\x00", "is damaged"),
        (b"", "is damaged"),
        ({}, "one entry per query"),
        ([1, 2], "one entry per query"),
        ({"7": [0.5]}, "query 7 has no list of numbers 'thetas'"),
        ({"7": {"thetas": [0.5, 0.2]}}, "query 7 has no list of numbers 'kappas'"),
        ({"7": {"thetas": ["0.5"], "kappas": [1.0]}}, "query 7 has no list of numbers 'thetas'"),
        ({"7": {"thetas": [True], "kappas": [1.0]}}, "query 7 has no list of numbers 'thetas'"),
        ({"7": {"thetas": [], "kappas": [1.0]}}, "query 7: attraction must be a vector"),
        ({"7": {"thetas": [-0.1], "kappas": [1.0]}}, "query 7: attraction must lie in"),
        ({"7": {"thetas": [float("nan")], "kappas": [1.0]}}, "query 7: attraction must lie in"),
        ({"7": {"thetas": [float("inf")], "kappas": [1.0]}}, "query 7: attraction must lie in"),
        ({"7": {"thetas": [0.5], "kappas": [0.0]}}, "query 7: examination must lie in"),
    ],
)
def test_a_damaged_file_is_an_error_that_names_it(write, content, message):
    write(content)
    with pytest.raises(ValueError, match=message) as caught:
        published.kdd_models()
    assert "param_KDD.txt" in str(caught.value)


def test_without_files_the_surrogates_say_so(tmp_path, monkeypatch):
    monkeypatch.setenv("CLICKBANDITS_DATA", str(tmp_path / "nowhere"))
    models = [*published.kdd_models().values(), *published.yandex_models().values()]
    assert len(models) == 10
    assert {model.source for model in models} == {"surrogate"}


def test_the_kdd_surrogates_have_the_numbers_of_table_1(tmp_path, monkeypatch):
    monkeypatch.setenv("CLICKBANDITS_DATA", str(tmp_path))
    for (ads, _, smallest, largest), model in zip(
        published.KDD_TABLE, published.kdd_models().values(), strict=True
    ):
        attraction, examination = model.problem
        assert (attraction.size, attraction.min(), attraction.max()) == (ads, smallest, largest)
        assert examination.tolist() == [1, 1 / 2, 1 / 3]


def test_the_yandex_surrogates_have_the_printed_numbers(tmp_path, monkeypatch):
    monkeypatch.setenv("CLICKBANDITS_DATA", str(tmp_path))
    models = published.yandex_models()
    for query, exponent in (("Query 1", 0.33706694939304278), ("Query 2", 0.15263764957399086)):
        n_items, largest, mean = published.YANDEX_QUERIES[query]
        attraction, examination = models[query].problem
        assert attraction.size == n_items and examination.size == 10
        assert attraction.max() == examination.max() == largest
        assert attraction.mean() == pytest.approx(mean, rel=1e-13)
        assert np.log(attraction[0] / attraction[1]) / np.log(2) == pytest.approx(exponent)
