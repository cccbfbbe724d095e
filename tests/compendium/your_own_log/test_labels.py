"""Names from a log are shown as text, whatever they hold."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from matplotlib import cbook

from compendium.your_own_log.labels import code, in_figure, table, visible

NASTY = (
    *("<script>alert(1)</script>", "$x$", "a|b", r"a\|b", "[a](b)", "`", "``a`", " a ", "&lt;"),
    *("{ref}`x <y>`", "{{ x }}", r"\(z\)", "*a*", 'a--b "c" ...', "\\", "|", "x" * 300),
)


def shown(markdown):
    """The text of the first code span that a renderer makes of Markdown."""
    page = MarkdownIt("commonmark").enable("table").render(markdown)
    spans = re.findall(r"<code>(.*?)</code>", page, re.DOTALL)
    assert len(spans) == 1 and "<script" not in page, page
    return html.unescape(spans[0])


@given(st.sampled_from(NASTY) | st.text(min_size=1).filter(lambda name: visible(name).strip()))
def test_a_name_is_a_code_span_alone_and_in_a_table(name):
    assert shown(f"See {code(name)}, all of it.") == visible(name)
    assert shown(table(("a", "b"), [(code(name), 1)])) == visible(name)


def test_a_row_keeps_its_cells():
    page = MarkdownIt("commonmark").enable("table").render(table("ab", [(code("x|y"), "1|2")]))
    assert page.count("<td>") == 2 and "1|2" in page


@pytest.mark.parametrize("name", ["a\nb", "a\x00b", "a\u202eb", "a\u2028b"])
def test_what_cannot_be_seen_is_marked(name):
    assert visible(name) == "a\ufffdb"


def test_a_long_name_is_cut():
    assert visible("x" * 61) == "x" * 59 + "…" and visible("x" * 60) == "x" * 60


@given(st.sampled_from(NASTY) | st.text())
def test_no_name_is_a_formula_of_matplotlib(name):
    drawn = in_figure(name)
    assert not cbook.is_math_text(drawn)
    assert drawn.replace(r"\$", "$").count("$") == visible(name, 24).count("$")


def test_letters_that_the_font_lacks_are_boxes():
    assert in_figure("漢x") == "□x"
