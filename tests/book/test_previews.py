"""A link shows a preview of its target before a reader follows it."""

import json
import re
from types import SimpleNamespace

import pytest

from compendium.sphinx import previews

BODY = """
<section id="part"><h2>Part<a class="headerlink" href="#part">#</a></h2><p>It begins.</p>
<div class="proof theorem admonition" id="box"><span id="pbm-a"></span>
<p class="admonition-title" id="box">Theorem 6</p>
<section id="c"><p>For all \\(x\\).</p></section></div>
<details class="claim"><summary><span class="whose">we say:</span> <b>holds</b></summary>
<p>fold</p></details>
<p id="pbm-b"><strong>A law.</strong> It is</p><div class="math">\\[x\\]</div><p>and more.</p>
<p><strong>Another.</strong></p>
<div class="math" id="eq">\\[y\\]</div><p>after</p>
<figure id="fig"><img alt="a curve" src="x.png"/><figcaption>A curve.</figcaption></figure>
<dl><dt id="term-t">regret</dt><dd><p>What is lost.</p></dd></dl><span id="none"></span></section>
"""


@pytest.fixture
def found():
    return previews.targets(BODY)


@pytest.mark.parametrize(
    "name, says, not_says",
    [
        ("pbm-a", ["Theorem 6", r"\(x\)", "we say:", "holds"], ["fold", "A law"]),
        ("pbm-b", ["A law.", r"\[x\]", "and more."], ["Another"]),
        ("eq", [r"\[y\]"], ["after"]),
        ("fig", ["x.png", "A curve."], []),
        ("term-t", ["<dl><dt>regret", "What is lost."], []),
        ("part", ["Part", "It begins."], ["#", "Theorem"]),
    ],
)
def test_a_target_shows_what_it_is_and_no_more(found, name, says, not_says):
    text = found[name]
    assert all(words in text for words in says) and not any(words in text for words in not_says)
    assert not re.search(r"\sid=", text)


def test_a_result_is_shown_with_its_name_once():
    body = '<p id="{id}">It is <strong>where to Explore</strong>.</p>'
    plain, named = (previews.targets(body.format(id=id)) for id in ("pbm-equation-6", "pbm-theorem-6"))
    assert plain["pbm-equation-6"].startswith("<p>It is")
    assert named["pbm-theorem-6"].startswith("<p><strong>The lower bound</strong></p>\n<p>It is")


def test_what_shows_nothing_is_left_out(found):
    assert "none" not in found


def test_a_page_has_one_script_with_the_same_bytes_each_time(tmp_path):
    app = SimpleNamespace(builder=SimpleNamespace(name="html"), outdir=tmp_path)
    for _ in range(2):
        previews._write(app, "notebooks/pbm/a", None, {"body": BODY}, None)
        (path,) = (tmp_path / "_static" / "previews").iterdir()
        text = path.read_text("utf-8")
        assert path.name == "notebooks-pbm-a.js"
    call = re.fullmatch(r'previews\("notebooks/pbm/a", (\{.*\})\);\n', text, re.DOTALL)
    assert "pbm-a" in json.loads(call[1])
