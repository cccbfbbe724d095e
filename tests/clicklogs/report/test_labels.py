"""Names from a log are shown as text, whatever characters they contain."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib import cbook

from clicklogs.report.labels import in_figure, visible

NASTY = (
    *("<script>alert(1)</script>", "$x$", "a|b", r"a\|b", "[a](b)", "`", "``a`", " a ", "&lt;"),
    *("{ref}`x <y>`", "{{ x }}", r"\(z\)", "*a*", 'a--b "c" ...', "\\", "|", "x" * 300),
)


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
