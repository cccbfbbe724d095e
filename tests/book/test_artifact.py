"""The files by which the compendium is cited agree on its title, version, date and licence."""

import datetime
import json
import re
import tomllib
from pathlib import Path

import pandas as pd
import pytest
import yaml
from pybtex.database import parse_string

import artifact
from compendium.claims import DETAIL

ROOT = Path(__file__).resolve().parents[2]


def text(name):
    return (ROOT / name).read_text("utf-8")


CITATION = yaml.safe_load(text("CITATION.cff"))
CODEMETA = json.loads(text("codemeta.json"))
ZENODO = json.loads(text(".zenodo.json"))
PROJECT = tomllib.loads(text("pyproject.toml"))["project"]
OFFERED = parse_string(
    "\n".join(re.findall(r"```bibtex\n(.*?)```", text("book/cite.md"), re.DOTALL)), "bibtex"
).entries
CITED = parse_string(text("book/references.bib"), "bibtex").entries


def plain(latex):
    """A BibTeX text without braces and with accented letters."""
    for code, letter in ((r"{\'e}", "é"), (r"{\'a}", "á"), ("{", ""), ("}", "")):
        latex = latex.replace(code, letter)
    return " ".join(latex.split())


def test_citation_file_has_what_its_format_requires():
    assert CITATION["cff-version"] == "1.2.0" and CITATION["type"] == "software"
    for key in ("message", "title", "abstract"):
        assert isinstance(CITATION[key], str) and CITATION[key].strip() == CITATION[key]
    datetime.date.fromisoformat(CITATION["date-released"])
    assert re.fullmatch(r"\d+\.\d+\.\d+", CITATION["version"])
    for work in (CITATION, *CITATION["references"]):
        assert work["authors"] and work["title"]
        for author in work["authors"]:
            assert set(author) in ({"name"}, {"family-names", "given-names"})
    assert len(CITATION["keywords"]) == len(set(CITATION["keywords"]))


def test_version_date_title_and_authors_are_one():
    offered, released, version = OFFERED["clickbandits"], CITATION["date-released"], CITATION["version"]
    assert {CODEMETA["version"], ZENODO["version"], PROJECT["version"]} == {version}
    assert {CODEMETA["datePublished"], ZENODO["publication_date"]} == {released}
    first = re.search(r"^## (\d.*)", text("CHANGELOG.md"), re.MULTILINE)[1]
    assert first == f"{version} ({released})"
    assert {CODEMETA["name"], ZENODO["title"]} == {CITATION["title"]}
    assert {CODEMETA["description"], ZENODO["description"]} == {CITATION["abstract"]}
    assert CODEMETA["keywords"] == ZENODO["keywords"] == CITATION["keywords"]
    names = [author["name"] for author in CITATION["authors"]]
    for others in (CODEMETA["author"], ZENODO["creators"], PROJECT["authors"]):
        assert [author["name"] for author in others] == names
    assert [plain(str(person)) for person in offered.persons["author"]] == names
    assert f"author: {names[0]}\n" in text("_config.yml")
    date = datetime.date.fromisoformat(released)
    shown = {"title": CITATION["title"], "version": version, "year": str(date.year), "month": f"{date:%B}"}
    assert {name: offered.fields[name] for name in shown} == shown


def test_the_licences_are_one():
    licences = CITATION["license"]
    assert [page.rsplit("/", 1)[1] for page in CODEMETA["license"]] == licences
    assert [ZENODO["license"], PROJECT["license"]] == licences[:1] * 2
    for licence in licences:
        assert licence in ZENODO["notes"]
        assert f"LICENSES/{licence}.txt" in text("LICENSE")
        assert (ROOT / "LICENSES" / f"{licence}.txt").exists()


@pytest.mark.parametrize("key", ["lagree2016", "katariya2017", "grant2023"])
def test_the_papers_are_cited_alike(key):
    entry = CITED[key]
    assert OFFERED[key].persons == entry.persons
    for name, value in OFFERED[key].fields.items():
        assert " ".join(value.split()) == entry.fields[name]
    title = plain(entry.fields["title"])
    (paper,) = [work for work in CITATION["references"] if work["title"] == title]
    assert str(paper["year"]) == entry.fields["year"]
    assert f"{paper['start']}--{paper['end']}" == entry.fields["pages"]
    assert paper.get("doi") == entry.fields.get("doi")
    held_in = paper.get("collection-title") or paper["journal"]
    assert held_in == plain(entry.fields.get("booktitle") or entry.fields["journal"])
    assert [f"{a['family-names']}, {a['given-names']}" for a in paper["authors"]] == [
        plain(str(person)) for person in entry.persons["author"]
    ]
    (published,) = [one for one in CODEMETA["referencePublication"] if one["name"] == title]
    assert published.get("@id", "").removeprefix("https://doi.org/") == paper.get("doi", "")
    (reference,) = [line for line in ZENODO["references"] if title in line]
    assert f"({paper['year']})" in reference and f"{paper['start']}-{paper['end']}" in reference


def test_every_citation_has_an_entry():
    pages = [*(ROOT / "notebooks").rglob("*.py"), *(ROOT / "book").glob("*.md")]
    everything = "\n".join(page.read_text("utf-8") for page in pages)
    named = {
        key.strip() for keys in re.findall(r"\{cite:[pt]+\}`([^`]*)`", everything) for key in keys.split(",")
    }
    assert named <= set(CITED)


def test_codemeta_points_to_files_that_exist():
    assert CODEMETA["@context"] == "https://w3id.org/codemeta/3.0"
    assert CODEMETA["@type"] == "SoftwareSourceCode"
    assert CODEMETA["runtimePlatform"] == f"Python {PROJECT['requires-python']}"
    assert CODEMETA["identifier"] == PROJECT["name"]
    for key in ("softwareRequirements", "readme", "buildInstructions", "releaseNotes"):
        assert (ROOT / CODEMETA[key]).exists(), CODEMETA[key]


def test_every_figure_stands_in_the_row_of_its_notebook_and_has_an_expected_result():
    rows = dict(
        re.findall(
            r"^\| `([\w/]+)` \| [\d,]+ \([\d,]+\) \| \d+ \| (.*) \|$", text("ARTIFACT.md"), re.MULTILINE
        )
    )
    ids = {}
    for path in sorted((ROOT / "notebooks").rglob("*.py")):
        name = path.relative_to(ROOT / "notebooks").with_suffix("").as_posix()
        found = re.findall(r'"figure": \{.*?"name": "([^"]+)"', path.read_text("utf-8"))
        ids.setdefault(name.removesuffix(DETAIL), []).extend(found)
    published = {name: ", ".join(f"`{id}`" for id in each) for name, each in ids.items() if each}
    assert rows == published
    figures = re.findall(r"`([^`]+)`", " ".join(published.values()))
    assert set(json.loads(text("artifact/expected.json"))["figures"]) == set(figures)


def test_artifact_names_only_targets_and_files_that_exist():
    page = text("ARTIFACT.md")
    targets = re.findall(r"^(\S+): .*## ", text("Makefile"), re.MULTILINE)
    assert set(re.findall(r"(?:^    |`)make ([a-z-]+)", page, re.MULTILINE)) <= set(targets)
    for path in re.findall(r"`((?:tools|artifact|book)/[\w./]+\.\w+)`", page):
        assert (ROOT / path).exists(), path


@pytest.mark.parametrize("name", [".ci/run", "noxfile.py", "Makefile", "CONTRIBUTING.md"])
def test_commands_name_only_tests_that_exist(name):
    page = text(name).replace("$library", "tests/clickbandits")
    for path, test in re.findall(r"\b(tests/[\w/]+\.py)(?:::(\w+))?", page):
        assert (ROOT / path).exists(), path
        assert not test or f"def {test}(" in text(path), f"{path}::{test}"


@pytest.mark.parametrize(
    ("changes", "answer"),
    [
        ({}, "equal"),
        ({"regret": [1 + 1e-9, 2, 5]}, "close"),
        ({"regret": [1.001, 2, 5]}, "column 'regret': 1.001, expected 1"),
        ({"regret": [1.05, 2, 5], "standard error": [0.1, 0.2, 0.2]}, "within noise"),
        ({"regret": [1.5, 2, 5], "standard error": [0.1, 0.2, 0.2]}, "column 'regret': 1.5, expected 1"),
        ({"clicks": 1}, "other rows or columns"),
    ],
)
def test_results_are_compared_by_bytes_then_by_numbers_then_with_their_noise(tmp_path, changes, answer):
    paths = [tmp_path / "expected.csv", tmp_path / "found.csv"]
    expected = pd.DataFrame({"policy": ["a", "b", "c"], "regret": [1.0, 2, 5]})
    if "standard error" in changes:
        expected["standard error"] = changes["standard error"]
    for path, table in zip(paths, (expected, expected.assign(**changes)), strict=True):
        table.to_csv(path, index=False)
    recorded = json.loads(json.dumps(artifact.fingerprint(paths[0]), sort_keys=True))
    found = artifact.fingerprint(paths[1])
    assert artifact.verdict(found, recorded) == answer
    assert artifact.verdict(found | {"sha256": "", "rows": 4}, recorded) == "other rows or columns"


@pytest.fixture
def built(tmp_path):
    """A build with two figures, only one of which is expected, and without a further expected figure."""
    for name in ("pbm/ratio", "pbm/new"):
        path = tmp_path / "book" / "notebooks" / f"{name}.csv"
        path.parent.mkdir(parents=True, exist_ok=True)
        pd.DataFrame({"x": [1, 2]}).to_csv(path, index=False)
    (tmp_path / "artifact").mkdir()
    expected = {"pbm:ratio": artifact.collect(tmp_path)["pbm:ratio"], "pbm:gone": {}}
    (tmp_path / artifact.EXPECTED).write_text(json.dumps({"figures": expected}))
    (tmp_path / "_build" / "html").mkdir(parents=True)
    return tmp_path


def test_figures_that_are_missing_or_unknown_are_named_until_they_are_recorded(built, capsys):
    (built / "_build" / "html" / "claims.json").write_text('{"profile": "paper"}')
    root = ["--root", str(built)]
    assert artifact.main(root) == 1
    said = capsys.readouterr()
    assert said.out.startswith("1 figures are equal to the byte, 0 to 1e-06, 0 within the least ")
    assert said.err == "pbm:gone: not built\npbm:new: no expected result\n"
    assert artifact.main([*root, "--write"]) == artifact.main(root) == 0


@pytest.mark.parametrize("profile", ["quick", ""])
def test_only_a_build_of_the_profile_paper_is_compared_or_recorded(profile, built, capsys):
    if profile:
        (built / "_build" / "html" / "claims.json").write_text(json.dumps({"profile": profile}))
    before = (built / artifact.EXPECTED).read_bytes()
    assert artifact.main(["--root", str(built), "--write"]) == 1
    assert f"the last build is of {profile or 'nothing'}; run make book" in capsys.readouterr().err
    assert (built / artifact.EXPECTED).read_bytes() == before
