"""What pages take from findings and texts: shown without a kernel, noted where it is computed."""

import json

import pytest
from IPython.core.formatters import DisplayFormatter

from compendium import pages

TEXTS = {"a": "**A.**"}


@pages.passage
def text(name, end=""):
    return TEXTS[name] + end


@pages.question
def length(name):
    return len(TEXTS[name])


@pages.question
def twice(name):
    return 2 * length(name)


@pytest.fixture(autouse=True)
def _these_functions(monkeypatch):
    """The functions of this module count as the compendium's."""
    monkeypatch.setattr(pages, "__package__", __name__.partition(".")[0])
    monkeypatch.setitem(TEXTS, "a", "**A.**")


@pytest.fixture
def notes(tmp_path, monkeypatch):
    """The file of notes of a build."""
    monkeypatch.setenv(pages.NOTES, str(tmp_path / "notes"))
    return tmp_path / "notes"


def shown(value):
    return DisplayFormatter().format(value)[0]


def test_jupyter_shows_the_text_of_a_passage():
    assert shown(text("a", end="!"))["text/markdown"] == "**A.**!"
    TEXTS["a"] = ""
    assert "text/markdown" not in shown(text("a"))


def test_a_build_keeps_the_call_and_writes_the_text_later(notes):
    bundle = shown(text("a", end="!"))
    assert set(bundle) == {pages.PASSAGE, "text/plain"} and not notes.exists()
    call = json.loads(json.dumps(bundle[pages.PASSAGE]))
    assert pages.Passage(call).data == "**A.**!"
    TEXTS["a"] = "B"
    assert pages.Passage(call).bundle() == {"text/markdown": "B!"} | pages.MARKDOWN


def test_a_question_is_noted_with_its_answer(notes):
    assert length("a") == 6
    (note,) = map(json.loads, notes.read_text().splitlines())
    assert pages.still_so(note)
    TEXTS["a"] = "**B.**"
    assert pages.still_so(note), "another text of the same length"
    TEXTS["a"] = "B"
    assert not pages.still_so(note)


def test_a_question_within_a_question_is_not_noted(notes):
    assert twice("a") == 12
    assert len(notes.read_text().splitlines()) == 1
    with pytest.raises(KeyError):
        twice("b")
    assert length("a") == 6
    assert len(notes.read_text().splitlines()) == 2


def test_nothing_is_noted_outside_of_a_build(tmp_path):
    assert twice("a") == 12


def test_only_functions_of_the_compendium_are_run():
    with pytest.raises(ValueError, match="one of the compendium's; got os:system"):
        pages.run({"function": "os:system", "arguments": ["true"], "named": {}})
