"""The reference names every public function, class and policy of the library, and lists their fields."""

import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

import clickbandits
import clicklogs
from clickbandits.core import Policy
from clickbandits.policies import CLICK_MODELS, POLICIES
from compendium.sphinx import library_reference

BOOK = Path(__file__).resolve().parents[2] / "book"
PAGES = [path.read_text("utf-8") for path in sorted(BOOK.glob("reference*.md"))]
LISTED = [line for paper in CLICK_MODELS for line in library_reference.pages(paper)]
TEXT = "\n".join([*PAGES, *LISTED])
WHOLE = set(re.findall(r"automodule:: ([\w.]+)\n   :members:", TEXT))
ALONE = {name.rpartition(".")[2] for name in re.findall(r"auto\w+:: (click(?:bandits|logs)[\w.]*)", TEXT)}
LEFT_OUT = {name.strip() for line in re.findall(r":exclude-members: (.*)", TEXT) for name in line.split(",")}
INNER = {
    "clickbandits.mnl.assignment",
    "clickbandits.pbm.index",
    "clicklogs.likelihood",
    "clicklogs.pairs",
    "clicklogs.saved",
    "clicklogs.solver",
    "clicklogs.report.study",
}
"""Modules that other modules call; the functions in them that people call are listed by themselves."""
SECTION = re.compile(r"^(Parameters|Returns)\n-+$", re.MULTILINE)


def modules():
    for package in (clickbandits, clicklogs):
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not info.name.endswith("__main__"):
                yield importlib.import_module(info.name)


def shown(module, name):
    return name in ALONE or (module in WHOLE and name not in LEFT_OUT)


@pytest.mark.parametrize("name", clickbandits.__all__)
def test_every_short_import_is_in_the_reference(name):
    found = getattr(clickbandits, name)
    assert isinstance(found, Policy) or shown(found.__module__, name), name


def test_every_function_that_says_what_it_takes_is_in_the_reference():
    missing = [
        f"{module.__name__}.{name}"
        for module in modules()
        if module.__name__ not in INNER
        for name, found in vars(module).items()
        if (inspect.isfunction(found) or inspect.isclass(found))
        and not name.startswith("_")
        and found.__module__ == module.__name__
        and SECTION.search(inspect.getdoc(found) or "")
        and not shown(module.__name__, name)
    ]
    assert missing == []


def test_the_policies_are_listed():
    assert all(f".. policies:: {paper}\n" in TEXT for paper in CLICK_MODELS)
    assert ".. policies::\n" in TEXT
    rows = [line for line in library_reference.table() if line.startswith("   * - ``")]
    assert [row.split("``")[1] for row in rows] == list(POLICIES)


def test_fields_become_a_list_and_headings_stay():
    text = ["A pair.", "", "one, two : int, of", "    two lines", "three : str", "", "Text : no."]
    assert library_reference.listed(text) == [
        "A pair.",
        "",
        "",
        "* ``one, two``: int, of",
        "  two lines",
        "* ``three``: str",
        "",
        "Text : no.",
    ]
    headed = ["Parameters", "----------", "one : int"]
    assert library_reference.listed(headed) == headed
