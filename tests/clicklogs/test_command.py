"""The command writes its files whole, shows names as text, and explains an error in one sentence."""

import html
import re
import signal
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from tests.clicklogs.tables import without_progress

import check_html
from clickbandits.policies import POLICIES
from clickbandits.store import write_whole
from clicklogs import command

HEAD = "query,item,position,clicks,plays"
NAMES = (
    "<script>alert(1)</script>",
    "$x$",
    "a|b",
    "\"q\" & 'r'",
    "{{ 1 + 1 }}",
    "&lt;i&gt;",
    "\u05d0\u05d1\u05d2 1-2",
    "x" * 10_000,
)
QUERY = "<i>q</i> 'z'"


@pytest.fixture
def log(tmp_path):
    """The path of a file of counts with these rows."""

    def written(*rows, name="log.csv"):
        path = tmp_path / name
        pd.DataFrame(rows, columns=HEAD.split(",")).to_csv(path, index=False)
        return path

    return written


@pytest.fixture
def run(capsys):
    """Runs the command; returns its exit code and its output on both channels."""

    def command_line(*arguments):
        try:
            code = command.main([str(argument) for argument in arguments])
        except SystemExit as end:
            code = end.code
        said = capsys.readouterr()
        return code, said.out, without_progress(said.err)

    return command_line


def small(query="q"):
    """Counts with so few displays that no game is played."""
    return [(query, name, place, 14 - i // place, 30) for i, name in enumerate(NAMES) for place in (1, 2)]


@pytest.fixture
def made(log, run, tmp_path):
    path = log(*small(QUERY), ("other", "x", 1, 1, 2), name="<b>$l$.csv")
    code, out, err = run("report", path, "--out", tmp_path / "out", "--query", QUERY, "--quick")
    assert (code, err) == (0, ""), err
    assert out == f"the report: {tmp_path / 'out' / 'index.html'}\n"
    return tmp_path / "out"


def test_the_page_stands_alone(made):
    text = (made / "index.html").read_text("utf-8")
    page = check_html.Page(text)
    assert page.loads == [] and page.links == [] and not page.repeated
    assert text.count("<svg") == text.count('role="img" aria-label=') == 3
    assert "prefers-color-scheme: dark" in text and "currentColor" in text
    assert "@import" not in text and not re.search(r"url\((?!#)", text)
    assert not re.search(r"(src|href)=\"(?!#)", text)
    ids = {found.split("-")[0] for found in page.ids if "-" in found}
    assert ids == {"vectors", "rates", "regret"}
    files = ["index.html", "items.csv", "log-items.csv", "log-positions.csv", "positions.csv", "rates.csv"]
    assert sorted(file.name for file in made.iterdir()) == files


def test_a_figure_has_the_letters_that_its_own_font_lacks(log, run, tmp_path):
    names = "苹果", "a□漢", "🍎$x$"
    rows = [("q", name, place, 14 - 3 * i // place, 30) for i, name in enumerate(names) for place in (1, 2)]
    assert run("report", log(*rows), "--out", tmp_path / "out", "--quick")[0] == 0
    figure = (tmp_path / "out" / "index.html").read_text("utf-8").split("<svg")[1]
    shown = re.findall(r"<text[^>]*>([^<]*)</text>", figure)
    assert {*names} < {*shown} and "".join(shown).count("□") == 1


def test_names_are_shown_as_text(made):
    text = (made / "index.html").read_text("utf-8")
    assert "<script" not in text and "<i>q" not in text and "<b>$" not in text
    spans = {html.unescape(span) for span in re.findall(r"<bdi>(.*?)</bdi>", text)}
    assert {*NAMES[:-1], "x" * 59 + "\u2026", QUERY, "other", "<b>$l$.csv"} <= spans
    assert "<title>Click log &lt;b&gt;$l$.csv</title>" in text
    assert set(pd.read_csv(made / "items.csv")["name"]) == set(NAMES)


def test_every_table_has_headings_and_a_caption(made):
    text = (made / "index.html").read_text("utf-8")
    tables = re.findall(r"<table.*?</table>", text, re.DOTALL)
    assert len(tables) >= 3
    for table in tables:
        assert "<caption>" in table and '<th scope="col">' in table and '<th scope="row">' in table


@pytest.mark.parametrize(
    ("rows", "options", "message"),
    [
        ([("q", "x", 1, 1, 9), ("q", "y", 1, -2, 9)], (), "line 3"),
        ([("q", "x", 1, 0, 9), ("q", "y", 1, 0, 9)], (), "has no clicks in 18 displays"),
        ([("q", "x", 1, 1, 9)], ("--query", "r"), "the log has no query r; it has q"),
    ],
)
def test_what_cannot_be_reported_ends_in_one_sentence_and_leaves_nothing(
    rows, options, message, log, run, tmp_path
):
    code, out, err = run("report", log(*rows), "--out", tmp_path / "out", "--quick", *options)
    assert (code, out) == (2, "") and message in err
    assert err.startswith("error: ") and err.count("\n") == 1
    assert [file.name for file in tmp_path.iterdir()] == ["log.csv"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["report", "gone.tsv"], "error: there is no file gone.tsv"),
        (["counts", "."], "error: . is not a file"),
        (["fit", "x", "--prior", "2"], 'argument --prior: expected "auto", "ml" or two numbers A,B; got'),
        (["fit", "x", "--columns", "rank=r"], "plays, query, page, user, layout, time for WHAT"),
        (["counts", "x", "--on-bad-line", "y"], "argument --on-bad-line: invalid choice"),
        ([], "arguments are required: COMMAND"),
    ],
)
def test_what_is_wrong_before_anything_is_read(arguments, message, run):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "") and message in err.splitlines()[-1]


def test_columns_by_name():
    assert command._columns("item=item_id,page=session+time,query=q") == {
        "item": "item_id",
        "page": ["session", "time"],
        "query": "q",
    }


def test_the_fit_of_a_log(log, run, tmp_path):
    rows = [("q", "a", 1, 60, 100), ("q", "a", 2, 30, 100), ("r", "b", 1, 20, 100), ("r", "b", 2, 8, 100)]
    code, out, err = run("fit", log(*rows), "--out", tmp_path / "out")
    assert (code, err) == (0, "") and "2 pairs of query and item and 2 positions" in out
    tables = {file.stem: pd.read_csv(file) for file in (tmp_path / "out").iterdir()}
    assert set(tables) == {"items", "positions", "weights"}
    assert tables["positions"]["examination"].round(2).tolist() == [1, 0.48]
    assert tables["items"]["query"].tolist() == ["q", "r"]
    assert tables["weights"]["weight"][1] * tables["positions"]["examination"][1] == pytest.approx(1)


def test_every_policy_is_listed(run):
    code, out, _ = run("policies")
    listed = re.findall(r"^  (\S+) +(?:told|not told)", out, re.MULTILINE)
    assert code == 0 and listed == list(POLICIES)


def test_the_reference_names_every_command(capsys):
    with pytest.raises(SystemExit):
        command.main(["--help"])
    listed = re.findall(r"^    (\w+) {2,}\w", capsys.readouterr().out, re.MULTILINE)
    page = Path(__file__).resolve().parents[2] / "book" / "reference.md"
    sentence = re.search(r"On the command line: (.*?)\.", page.read_text("utf-8"), re.DOTALL)[1]
    assert len(listed) > 3
    assert sorted(re.findall(r"`(?:clickbandits )?(\w+)`", sentence)) == sorted(listed)


@pytest.mark.parametrize("killed", [signal.SIGTERM, signal.SIGKILL])
def test_a_kill_leaves_no_half_file(log, tmp_path, killed):
    path, out = log(*small()), tmp_path / "out"
    slowly = (
        "import sys, time; from clickbandits import store; from clicklogs import command\n"
        "from clicklogs.report import page\n"
        "whole = store.write_whole\ndef slow(path, write):\n"
        "  def wait(file):\n    write(file); file.flush(); print('half', flush=True)\n"
        "    time.sleep(60)\n"
        "  whole(path, wait if path.name == 'index.html' else write)\n"
        "page.write_whole = slow\nsys.exit(command.main(sys.argv[1:]))"
    )
    write_whole(out / "index.html", lambda file: file.write(b"old"))
    process = subprocess.Popen(
        [sys.executable, "-c", slowly, "report", str(path), "--out", str(out), "--quick"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "half\n"
    process.send_signal(killed)
    process.wait()
    process.stdout.close()
    assert (out / "index.html").read_text() == "old"
    left = [file.name for file in out.iterdir() if file.name.startswith(".unfinished")]
    assert killed == signal.SIGKILL or not left


def test_python_m_is_the_command():
    done = subprocess.run([sys.executable, "-m", "clicklogs", "--help"], capture_output=True)
    assert done.returncode == 0 and b"usage: clickbandits" in done.stdout
