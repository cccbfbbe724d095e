"""The book is built and checked as intended, and its hand-written pages are true."""

import importlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
import yaml
from tests.book.hostile import hostile

import build_book
import check_html
import reproducible
from compendium import claims
from compendium.sphinx import pages

ROOT = Path(__file__).resolve().parents[2]
BOOK = ROOT / "book"
PAGE = """<html><body><h1 id="top">Title</h1>
<a href="other.html#here">fine</a><a href="#top">fine</a><a href="https://example.org">fine</a>
<img src="a.png" alt="The curve rises to one half."></body></html>"""
OTHER = '<html><body><p id="here">Text</p></body></html>'


@pytest.fixture
def site(tmp_path):
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "other.html").write_text(OTHER)
    (tmp_path / "a.png").write_bytes(b"")
    return tmp_path


def test_sound_pages_pass(site):
    assert check_html.check(site) == []


@pytest.mark.parametrize(
    "broken, problem",
    [
        ('<a href="gone.html">x</a>', "link to gone.html, which does not exist"),
        ('<a href="other.html#gone">x</a>', "link to other.html#gone, which has no such anchor"),
        ('<a href="../up.html">x</a>', "link to ../up.html, which is outside the book"),
        ('<meta http-equiv="Refresh" content="0; url=gone.html">', "link to gone.html"),
        ('<script src="https://cdn.example/x.js"></script>', "from elsewhere"),
        ('<link rel="stylesheet" href="//cdn.example/x.css">', "from elsewhere"),
        ('<script src="gone.js"></script>', "loads gone.js, which does not exist"),
        ('<img src="a.png">', "is missing, too short or a file name"),
        ('<img src="a.png" alt="../_images/a0123456789.png">', "is missing, too short or a file name"),
        ('<p id="a">x</p><p id="a">y</p>', "the id a occurs twice"),
        ("<p>10&lt;sup&gt;15&lt;/sup&gt;</p>", "its markup: 10<sup>15</sup>"),
    ],
)
def test_each_kind_of_problem_is_found(site, broken, problem):
    (site / "third.html").write_text(broken)
    (found,) = check_html.check(site)
    assert found.startswith("third.html: ") and problem in found


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        (
            "x.css",
            "@font-face { src: url('https://a.example/x.woff2') }",
            "loads https://a.example/x.woff2 from",
        ),
        ("theme.js.map", "{}", "a source map"),
        ("bare.ipynb", "It is ⟨not computed⟩.", "1 numbers or references are missing"),
    ],
)
def test_a_problem_of_a_file_that_is_no_page_is_found(site, name, text, problem):
    (site / name).write_text(text)
    (site / "good.ipynb").write_text("Text.")
    (found,) = check_html.check(site)
    assert found.startswith(f"{name}: {problem}")


def test_an_address_of_version_3_that_leads_nowhere_is_found(site, tmp_path, monkeypatch):
    (tmp_path / "old.json").write_text('{"pbm:a": "one", "pbm:b": "one"}')
    monkeypatch.setattr(check_html, "OLD", tmp_path / "old.json")
    (site / "notebooks").mkdir()
    anchors = '<p id="all-pbm-a">x</p><p id="all-pbm-b">x</p>'
    (site / "notebooks" / "claims.html").write_text(anchors)
    (site / "notebooks" / "one.html").write_text('<p id="pbm-a">x</p>')
    (found,) = check_html.check(site)
    assert found == "notebooks/one.html: has no anchor pbm-b, which version 3.0 had"
    (site / "notebooks" / "one.html").write_text('<p id="pbm-a">x</p><p id="pbm-b">x</p>')
    check_html.read.cache_clear()
    assert check_html.check(site) == []


def test_no_pages_is_a_problem(tmp_path):
    assert "build the book first" in check_html.check(tmp_path)[0]


CONFIG = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
BOXES = """```{prf:theorem} First
True.
```

```{prf:lemma} Second
:nonumber:
True.
```

```{prf:proof}
Clear.
```

```{prf:proof}
Clear again.
```"""
SOUND = f"""A formula, $\\mathbb E x^2$, from {{cite:t}}`lagree2016`.

(pbm:a)=
{BOXES}

See {{ref}}`the first <pbm:a>`.

(pbm:bc-mp-ts-tail)=
| | a column |
|---|---|
| a row | 1 |"""


def small_book(folder, text):
    """A book of two pages, one of which has this text, with the real configuration."""
    (folder / "book").mkdir(parents=True)
    for name in ("_config.yml", "vendor", "book/assets", "book/references.bib"):
        source = ROOT / name
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, folder / name)
    toc = "format: jb-book\nroot: intro\nchapters:\n  - file: second\n"
    (folder / "book" / "_toc.yml").write_text(toc)
    (folder / "book" / "second.md").write_text(f"# Another page\n\n{BOXES}\n")
    (folder / "book" / "intro.md").write_text(f"# A page\n\n{text}\n\n```{{bibliography}}\n```\n")
    plain = folder / "book" / "notebooks" / "plain" / "pbm"
    plain.mkdir(parents=True)
    for path in (plain / "second.ipynb", plain.parent / "intro.ipynb"):
        nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("No page.")]), path)
    return folder


def build(root, **more):
    tool = [sys.executable, build_book.__file__, "--from-nothing", "--root", root]
    return subprocess.run(tool, capture_output=True, text=True, env=os.environ | more)


THEORIES = ("src/compendium", "notebooks", "proofs", "CITATION.cff")
CLAIMING = """# Another page

(pbm:a)=
## {title}

{sentence}

(pbm:censored-click)=
So it is.

:::{{claim}} pbm:censored-click
:::

It is {{number}}`pbm:censored-click gap:.2f`.
"""


def written(root, from_nothing=False):
    """Build the site, and return the contents of its files by name."""
    program = (
        "import sys; from pathlib import Path; import build_book; "
        f"sys.exit(build_book.build(Path({str(root)!r}), from_nothing={from_nothing}))"
    )
    path = os.pathsep.join(map(str, (root / "src", ROOT / "tools", ROOT / "src")))
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=os.environ | {"PYTHONPATH": path}
    )
    assert result.returncode == 0, result.stdout + result.stderr
    site = root / "_build" / "html"
    return {p.relative_to(site).as_posix(): p.read_bytes() for p in site.rglob("*") if p.is_file()}


def test_pages_that_are_written_again_are_those_that_changed_and_as_from_nothing(tmp_path):
    root = small_book(tmp_path, "See {ref}`pbm:a`.")
    for name in THEORIES:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        (root / name).parent.mkdir(exist_ok=True)
        copy(ROOT / name, root / name)
    (root / "book" / "_toc.yml").write_text(
        "format: jb-book\nroot: intro\nchapters:\n  - file: second\n  - file: third\n"
    )
    id = "pbm:censored-click"
    steps = [step.id for step in claims.CLAIMS[id].steps]
    labels = [pages.entry_label(id), *steps, *claims.CLAIMS[id].uses, *claims.used_by()[id]]
    sections = "".join(f"\n({label})=\n## Text {n}\n**First.** And more.\n" for n, label in enumerate(labels))
    (root / "book" / "third.md").write_text(f"# A third page\n{sections}")
    found = {"verdict": "holds", "numbers": [["gap", "a gap", {"float": "0x1p-1"}]], "failed": []}
    findings = root / "book" / "notebooks" / "findings.json"

    def say(title="A title", sentence="One.", gap="0x1p-1", wrong=()):
        (root / "book" / "second.md").write_text(CLAIMING.format(title=title, sentence=sentence))
        found["numbers"][0][2]["float"] = gap
        faults = dict.fromkeys(wrong, found | {"verdict": "refuted"})
        both = {"profile": "quick", "findings": dict.fromkeys([id, *steps], found) | faults}
        findings.write_text(json.dumps(both))

    def changed(before, after):
        return {name for name in before | after if before.get(name) != after.get(name)} - AROUND

    say()
    first = written(root)
    assert b"It is 0.50" in first["second.html"] and b"a gap: 0.5" in first["second.html"]
    say(gap="0x1p-2")
    second = written(root)
    assert b"It is 0.25" in second["second.html"]
    assert changed(first, second) == {"second.html"}
    texts = root / "src" / "compendium" / "pbm" / "estimation" / "claims.toml"
    texts.write_text(
        texts.read_text().replace(
            'scope = "in symbols for two positions', 'scope = "symbolically, for two positions', 1
        )
    )
    third = written(root)
    assert changed(second, third) == {"second.html"}
    say("Another title", "Two.", "0x1p-2")
    last = written(root)
    assert b"Another title" in last["intro.html"] and b"Two." in last["second.html"]
    new = written(root, from_nothing=True)
    assert changed(last, new) == set()
    searched = [
        re.search(rb'"indexentries": (\{.*?\}), "objects"', each["searchindex.js"])[1] for each in (last, new)
    ]
    assert searched[0] == searched[1] != b"{}"
    say("Another title", "Two.", "0x1p-2", wrong=steps[:1])
    place = f"step-{steps[0].replace(':', '-')}"
    badge = (
        f'</strong> <span class="verdict refuted"><a class="reference internal" href="second.html#{place}"'
    )
    faulty = written(root)
    assert faulty["third.html"].decode().count(badge) == 1
    assert f'id="{place}"'.encode() in faulty["second.html"]
    assert b'class="verdict' not in new["third.html"]
    contents = root / "book" / "_toc.yml"
    contents.write_text(contents.read_text() + "  - file: fourth\n")
    (root / "book" / "fourth.md").write_text("# A fourth page\n")
    assert b'href="fourth.html"' in written(root)["second.html"]


AROUND = {".buildinfo", "searchindex.js", "_static/snippets_data.js", "claims.json"}


def test_an_interruption_ends_the_builder_and_says_what_is_kept(tmp_path):
    root = small_book(tmp_path, SOUND)
    tool = [sys.executable, build_book.__file__, "--from-nothing", "--root", root]
    running = subprocess.Popen(
        tool, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    assert any("Running Jupyter-Book" in line for line in running.stdout)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does
    said = running.stdout.read()  # ends when no process can write there any more
    assert running.wait() == 130 and "stopped; finished work is kept" in said
    assert "Traceback" not in said and not (tmp_path / "_build/html/index.html").exists()
    running.stdout.close()


@pytest.mark.parametrize(
    ("text", "junk"),
    [
        (r'<span class="later">\(\theta_1\)</span>', ""),  # it is drawn when its fold opens
        (r'<span class="later">\(\eta &lt; 1\)</span>', ""),
        (r'<span class="later">\(\eta &amp;lt; 1\)</span>', "an escaped sign in a formula"),
        ("a median of nan clicks", "no number"),
        ("a nanosecond of Nan", ""),
        ("0.0000 ± 0.0000", "an error of 0"),
        ("0.62 ± 0", "an error of 0"),
        ("0.62 ± 0.02", ""),
        ("1e+15 rounds", "a number as machines write it"),
        ("commit 3e5f and 1·10", ""),
        ("0.123456789", "a number as machines write it"),
        (r"grows with $1/\mu$ here", "a formula as TeX writes it"),
        (r"it costs $5", ""),
        ("where κ_l and p_max", "a symbol by its name"),
        ("<code>p_max</code>, <span class='math'>p_max</span> <pre>a*(b)</pre>", ""),
        ("(a1 - a2)*(l1 - l2)", "an expression of a program"),
        ("Rank1ElimKL(budget=log)", "a name with parameters"),
        ("898310181/1953125000", "a fraction too long to read"),
        ("<code>x<b>y</b></code> nan", "no number"),
        ("the prior decides 0 % of the pairs", "a share of nothing"),
        ("it decides 10% of them, in 10 of 12 cases", ""),
        ("a log of 1 queries here", "a plural of one"),
        ("of 21 queries and 1 page", ""),
    ],
)
def test_what_a_program_wrote_is_found_in_text(text, junk):
    page = check_html.Page(f"<p>{text}</p>")
    assert [found.partition(":")[0] for found in page.junk] == ([junk] if junk else [])


def test_book_builds_strictly_and_loads_nothing_from_elsewhere(tmp_path):
    root = small_book(tmp_path / "one", SOUND)
    result = build(root)
    assert result.returncode == 0, result.stderr
    html = root / "_build" / "html"
    assert check_html.check(html) == []
    page = (html / "intro.html").read_text("utf-8")
    assert 'src="_static/mathjax/tex-svg-full.js' in page and "book.css" in page
    assert "a column</p></th>" in page and "<p></p></th>" not in page
    search = (html / "searchindex.js").read_text("utf-8")
    assert '"pbm:bc-mp-ts-tail": [[0, "pbm-bc-mp-ts-tail", true]]' in search
    again = small_book(tmp_path / "käse [x-z] and more", SOUND)
    result = build(again, **hostile(tmp_path))
    assert result.returncode == 0, result.stderr
    assert reproducible.differences(html, again / "_build" / "html") == []


def test_bad_reference_fails_the_build(tmp_path):
    result = build(small_book(tmp_path / "bad", "See {ref}`that <pbm:no-such-label>`."))
    assert result.returncode != 0
    assert "pbm:no-such-label" in result.stdout + result.stderr


def test_tampered_vendored_file_is_refused(tmp_path):
    vendor = shutil.copytree(ROOT / "vendor", tmp_path / "vendor")
    build_book.verify_vendored(vendor)
    with (vendor / "mathjax" / "tex-svg-full.js").open("a") as file:
        file.write(" ")
    with pytest.raises(SystemExit, match="tex-svg-full.js has sha256"):
        build_book.verify_vendored(vendor)


def test_differences_are_found(tmp_path):
    for name, text in (("a", "same"), ("b", "same")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "page").write_text(text)
    assert reproducible.differences(tmp_path / "a", tmp_path / "b") == []
    (tmp_path / "b" / "page").write_text("else")
    (tmp_path / "a" / "more").write_text("")
    assert reproducible.differences(tmp_path / "a", tmp_path / "b") == ["more", "page"]


def test_names_on_the_notation_page_exist():
    text = (BOOK / "notation.md").read_text("utf-8")
    names = re.findall(r"`((?:[a-z0-9_]+\.)+[a-z_0-9]+)`", text)
    assert len(names) >= 5
    for name in names:
        module, _, last = name.rpartition(".")
        found = importlib.import_module(f"clickbandits.{module}")
        assert hasattr(found, last) or importlib.import_module(f"clickbandits.{name}"), name


def make(*arguments):
    return subprocess.run(["make", *arguments], cwd=ROOT, capture_output=True, text=True)


def test_make_lists_its_targets_and_the_readme_names_only_these():
    listed = set(re.findall(r"^  make ([a-z-]+) ", make().stdout, re.MULTILINE))
    assert {"book", "test", "test-slow", "bench", "check", "lock", "clean"} <= listed
    for page in (ROOT / "README.md", ROOT / "notebooks" / "intro.py", ROOT / ".ci" / "run"):
        named = set(re.findall(r"^[#\s]*make ([a-z-]+)|`make ([a-z-]+)", page.read_text(), re.MULTILINE))
        assert {first or second for first, second in named} <= listed


def test_unknown_profile_lists_the_known_ones():
    result = make("book", "PROFILE=huge")
    assert result.returncode != 0
    assert "unknown profile 'huge'; the known ones: paper quick" in result.stderr


def test_unfit_python_gets_one_sentence_with_the_cure(tmp_path):
    copy = tmp_path / "project"
    (copy / "tools").mkdir(parents=True)
    for name in ("tools/environment.sh", "pyproject.toml", "requirements.lock"):
        shutil.copy(ROOT / name, copy / name)
    for answers, cure in (
        (("print-version) echo 3.9.2;;", "fits) exit 1;;"), "a Python from 3.11 to 3.15 is needed"),
        (("print-version) echo 3.12.1;;", "venv) exit 1;;"), "apt-get install python3-venv"),
    ):
        python = tmp_path / "python"
        python.write_text(FAKE_PYTHON.replace("ANSWERS", "\n    ".join(answers)))
        python.chmod(0o755)
        result = subprocess.run(
            ["sh", copy / "tools" / "environment.sh"],
            env={"PATH": "/usr/bin:/bin", "PYTHON": str(python)},
            capture_output=True,
            text=True,
        )
        assert result.returncode == 1 and not (copy / ".venv").exists()
        assert result.stderr.startswith("error: ") and result.stderr.count("\n") == 1
        assert cure in result.stderr


FAKE_PYTHON = """#!/bin/sh
case "$2" in
    *python_version*) question=print-version;;
    *version_info*) question=fits;;
    *) question=venv;;
esac
case $question in
    ANSWERS
esac
"""


def test_the_button_of_a_page_offers_the_notebook_that_reads_anywhere(tmp_path):
    plain, built = tmp_path / "plain", tmp_path / "html"
    offered = built / "_sources" / "notebooks" / "pbm"
    for folder, text in ((plain / "pbm", "plain"), (offered, "source")):
        folder.mkdir(parents=True)
        (folder / "one.ipynb").write_text(text)
    (offered / "other.ipynb").write_text("source")
    (plain / "page.ipynb").write_text("plain")  # not a page of the book
    build_book.offer_plain_notebooks(plain, built)
    assert (offered / "one.ipynb").read_text() == "plain"
    assert (offered / "other.ipynb").read_text() == "source"
    assert not (built / "_sources" / "notebooks" / "page.ipynb").exists()
