"""The store of findings returns what was found, and never an outdated finding."""

import math
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import sympy

from clickbandits import source
from compendium import claims, findings
from compendium.case import Finding, Twin
from compendium.estimates import Estimate, Share, Span

VALUES = (
    True,
    False,
    0,
    -7,
    10**40,
    0.1,
    -0.0,
    5e-324,
    math.inf,
    Fraction(1, 3),
    Fraction(2),
    "text",
    (1, 0.5, (True, "a")),
    Estimate(0.1, 0.03, 9.0, "clicks"),
    Span(1, 0.5),
    Share(17, 84),
    (),
)


KEPT = [(value, value) for value in VALUES] + [
    (np.float64(0.1), 0.1),
    (np.int64(3), 3),
    (np.bool_(True), True),
    (np.array([1.0, 2.0]), (1.0, 2.0)),
    ([1], (1,)),
    (sympy.Integer(2), 2),
    (sympy.Rational(1, 3), Fraction(1, 3)),
    (math.nan, math.nan),
]


@pytest.mark.parametrize(("value", "kept"), KEPT)
def test_a_number_comes_back_with_its_type_and_every_bit_or_as_a_plain_one(value, kept):
    found = Finding("refuted", {"x": value}, {"x": "a label"}, ("a step",), met=("one", "another"))
    result = findings.decoded(findings.encoded(found))
    assert repr(result.numbers["x"]) == repr(kept) and result.label("x") == "a label"
    assert (result.verdict, result.failed) == ("refuted", ("a step",))
    assert result.met == ("one", "another")


def test_what_cannot_be_stored_is_refused():
    with pytest.raises(TypeError, match="a finding's number cannot be stored"):
        findings.encoded(Finding("holds", {"x": 1j}))


@pytest.fixture
def one_check(own_store, monkeypatch):
    """A check that records its calls, under a key that a test can set."""
    calls, settings = [], {"key": "a" * 32}
    monkeypatch.setattr(
        claims,
        "finding",
        lambda *call, **overrides: calls.append((*call, *overrides.values())) or Finding("holds"),
    )
    monkeypatch.setattr(claims, "decided_by", lambda id: id)
    monkeypatch.setattr(findings, "key", lambda id, profile: settings["key"])
    return calls, settings


def test_a_finding_is_computed_once_and_again_under_another_key(one_check):
    calls, settings = one_check
    for _ in range(2):
        assert findings.finding("pbm:a", "quick") == Finding("holds")
    assert calls == [("pbm:a", "quick")]
    assert findings.missing("quick", ["pbm:a", "pbm:b"]) == ["pbm:b"]
    settings["key"] = "b" * 32
    assert findings.missing("quick", ["pbm:a"]) == ["pbm:a"]
    findings.finding("pbm:a", "quick")
    settings["key"] = "a" * 32
    findings.finding("pbm:a", "quick")
    assert len(calls) == 2, "the finding of an earlier state of the code is gone"


def test_each_twin_has_a_finding_of_its_own(one_check, monkeypatch):
    calls, settings = one_check
    two = [(Twin({"x": value}), f"x: {value}") for value in (1, 2)]
    monkeypatch.setattr(claims, "falsifications", lambda id: iter(two))
    findings.finding("pbm:a", "quick")
    for key in ("a" * 32, "a" * 32, "b" * 32):
        settings["key"] = key
        results = list(findings.falsified("pbm:a", "quick"))
        assert results == [(*each, Finding("holds")) for each in two]
    assert calls == [("pbm:a", "quick"), *[("pbm:a", "quick", 1), ("pbm:a", "quick", 2)] * 2]


def test_a_damaged_finding_is_set_aside_by_name_and_computed_again(one_check, capsys):
    calls, _ = one_check
    findings.finding("pbm:a", "quick")
    path = findings._file("pbm:a", "quick")
    other_verdict = path.read_bytes().replace(b"holds", b"fails")
    true = b'{"verdict": "true", "numbers": [], "failed": []}'
    for text in (b"", b"{", b"{}", b"[]", b"\xff", b"7", true, other_verdict):
        path.write_bytes(text)
        assert findings.missing("quick", ["pbm:a"]) == ["pbm:a"]
        assert f"set aside {path} as {path.name}.rejected" in capsys.readouterr().out
        assert path.with_name(path.name + ".rejected").read_bytes() == text
        assert findings.finding("pbm:a", "quick") == Finding("holds")
    assert len(calls) == 9


def test_the_key_names_all_that_a_finding_depends_on(monkeypatch, tmp_path):
    module = "compendium.public_counts"
    monkeypatch.setattr(claims, "check_module", lambda id: module)
    monkeypatch.setattr(findings, "source_digest", lambda modules, *parts: str(("code", parts)))
    monkeypatch.setattr(findings, "loaded_modules", lambda modules: {*modules})
    monkeypatch.setenv("CLICKBANDITS_DATA", str(tmp_path))
    first = findings.key("pbm:a", "quick")
    assert findings.key("pbm:a", "paper") != first != findings.key("pbm:b", "quick")
    (tmp_path / "a.txt").write_text("1")
    data = findings.key("pbm:a", "quick")
    assert data != first
    module = "compendium.balls"  # a claim that reads no data
    other = findings.key("pbm:a", "quick")
    (tmp_path / "a.txt").write_text("22")
    assert findings.key("pbm:a", "quick") == other
    monkeypatch.setattr(findings, "source_digest", lambda modules, *parts: str(("other", parts)))
    assert findings.key("pbm:a", "quick") != other


def test_the_modules_that_read_the_data_are_known():
    source_folder = Path(claims.__file__).parents[1]
    named = {
        ".".join(path.relative_to(source_folder).with_suffix("").parts)
        for path in source_folder.rglob("*.py")
        if re.search(r"CLICKBANDITS_DATA|data_folder\(", path.read_text("utf-8"))
    }
    # the claims only ask whether a file exists, which changes the expected verdict and not the finding
    assert named - {"compendium.__init__", "compendium.findings", "compendium.claims"} == findings.READ_DATA
    assert source.loaded_modules(findings.READ_DATA) >= findings.READ_DATA


def test_every_check_has_a_key():
    ids = claims.with_checks()
    assert len({findings.key(id, "quick") for id in ids}) == len(ids)


def test_the_file_of_a_build_has_what_is_stored(one_check, tmp_path):
    findings.finding("pbm:a", "quick")
    path, other = tmp_path / "findings.json", Finding("refuted", {"x": 0.1}, {"x": "a label"})
    path.write_bytes(findings.gathered("quick", ["pbm:a"], {"pbm:b": other, "pbm:a": other}))
    assert findings.read(path) == findings.Built("quick", {"pbm:a": Finding("holds"), "pbm:b": other})
    for damaged in (path.read_bytes()[:-9], b"[]", path.read_bytes().replace(b"refuted", b"holds")):
        path.write_bytes(damaged)
        with pytest.raises(ValueError, match="is damaged"):
            findings.read(path)
