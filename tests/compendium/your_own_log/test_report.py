"""`make report` from end to end: the page, names shown as text, and errors in one sentence."""

import html
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import check_html
import one_page
import report

ROOT = Path(report.__file__).resolve().parents[1]
NAMES = ("<script>alert(1)</script>", "$x$", "a|b", "[a](b)", "`t`", "{{ 1 + 1 }}")
QUERY = "<i>q</i> | $y$ 'z'"


def project(folder):
    """A project whose reports go to a folder of their own."""
    for name in ("notebooks", "profiles", "tools", "vendor", "src", "_config.yml"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "book").mkdir()
    for name in ("assets", "references.bib"):
        (folder / "book" / name).symlink_to(ROOT / "book" / name)
    return folder


def run(root, *arguments):
    command = [sys.executable, report.__file__, "--root", root, "--profile", "quick", *arguments]
    given = ("LOG", "FORMAT", "QUERY", "ON_BAD_LINE")
    clean = {name: value for name, value in os.environ.items() if name not in given}
    return subprocess.run(command, capture_output=True, text=True, env=clean)


def counts(path, rows):
    path.write_text("\n".join(["query,item,position,clicks,plays", *rows]) + "\n")
    return path


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The report on a log so small that nothing is played, with names that look like markup."""
    root = project(tmp_path_factory.mktemp("project"))
    rows = [f"{QUERY},{name},{place},{20 - 3 * i // place},50"
            for i, name in enumerate(NAMES) for place in (1, 2)]  # fmt: skip
    log = counts(root / "<b>$l$.csv", [*rows, "other,x,1,1,2"])
    result = run(root, str(log), "--query", QUERY)
    assert result.returncode == 0, result.stderr
    return Path(result.stdout.strip().removeprefix("the report: "))


def test_the_page_stands_alone(made):
    page = check_html.Page()
    page.feed(made.read_text("utf-8"))
    assert {load.split(":")[0] for load in page.loads} == {"data"} and len(page.loads) == 3
    assert all(link.startswith(("#", "data:")) for link in page.links)
    assert [problem for alt in page.alts if (problem := check_html.check_alt(*alt))] == []
    assert "tex2jax_process" in made.read_text("utf-8")
    assert "@import" not in made.read_text("utf-8")
    assert sorted(file.name for file in made.parent.iterdir()) == [
        "figures", "index.html", "notebook.ipynb"]  # fmt: skip
    assert [file.name for file in made.parents[1].iterdir()] == [made.parent.name]


def test_names_are_shown_as_text(made):
    article = made.read_text("utf-8").split('<main class="bd-article">')[1]
    assert "<script" not in article and "<i>q" not in article
    spans = re.findall(r"<code[^>]*>(.*?)</code>", article, re.DOTALL)
    shown = {html.unescape(re.sub(r"<span[^>]*>|</span>", "", span)) for span in spans}
    assert {*NAMES, QUERY, "<b>$l$.csv", "other"} <= shown
    formulas = re.findall(r'class="math[^>]*>(.*?)<', article)
    assert formulas and not any(formula.strip(r"\() ") == "x" for formula in formulas)


def test_the_title_of_the_page_is_text(made):
    assert "<title>Click log &lt;b&gt;$l$.csv</title>" in made.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name a log: make report LOG=clicks.tsv"),
        (("gone.tsv",), "there is no file gone.tsv"),
        (("/",), "/ is not a file"),
        (("gone.tsv", "--on-bad-line", "x"), "there is no file gone.tsv"),
    ],
)
def test_what_is_wrong_before_anything_runs(capsys, monkeypatch, arguments, message):
    for name in ("LOG", "FORMAT", "QUERY", "ON_BAD_LINE", "PROFILE"):
        monkeypatch.delenv(name, raising=False)
    assert report.main(list(arguments)) == 2
    assert capsys.readouterr().err == f"error: {message}\n"


def test_a_bad_line_ends_in_one_sentence_and_leaves_nothing(tmp_path):
    log = counts(tmp_path / "log.csv", ["q,x,1,2,9", "q,y,1,-2,9"])
    root = project(tmp_path)
    result = run(root, str(log))
    assert result.returncode == 2
    assert result.stderr.startswith("error: ") and result.stderr.count("\n") == 1
    assert "line 3" in result.stderr and "ON_BAD_LINE=skip" in result.stderr
    assert list((root / "_build" / "report").iterdir()) == []


def test_a_log_without_clicks_ends_in_one_sentence(tmp_path):
    log = counts(tmp_path / "log.csv", ["q,x,1,0,9", "q,y,1,0,9"])
    result = run(project(tmp_path), str(log))
    assert result.returncode == 2 and result.stderr.count("\n") == 1
    assert "has no clicks in 18 displays" in result.stderr


def test_reports_on_different_queries_have_different_folders():
    names = [report.folder_name("/x/a.csv", query) for query in ("", "b c", "b-c", "b/c", "../..")]
    assert len(set(names)) == 5 and names[0] == "a.csv"
    assert all(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name) for name in names)


def test_a_style_sheet_that_stands_alone_keeps_only_what_is_inside(tmp_path):
    sheet = tmp_path / "x.css"
    (tmp_path / "y.css").write_text("i{j:k}")
    rules = "a{b:url(data:image/x,1)} c{d:url(../e.woff2)} f{g:url('h.png')}"
    sheet.write_text(f'@import "y.css";{rules}')
    kept = one_page.sheet_alone(sheet)
    assert "i{j:k}" in kept and "@import" not in kept
    assert "url(data:image/x,1)" in kept and "woff2" not in kept and "h.png" not in kept


@pytest.mark.slow
def test_the_example_is_reported_with_its_game(tmp_path):
    from compendium.your_own_log.example import example_log

    log = example_log(tmp_path / "example.tsv")
    result = run(project(tmp_path), str(log), "--on-bad-line", "skip")
    assert result.returncode == 0, result.stderr
    page = Path(result.stdout.strip().removeprefix("the report: ")).read_text("utf-8")
    assert "PBM-TS" in page and "log does not contradict" in page
