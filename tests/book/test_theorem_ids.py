"""The titles of boxes: the kind is said once."""

import pytest

from theorem_ids import TWICE


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Theorem </span> (Theorem 6: lower bound)", "Theorem 6: lower bound"),
        ("Theorem </span> (Lemma 21, corrected)", "Lemma 21, corrected"),
        ("Lemma </span> (Lemma 1 for <span>f(x)</span>)", "Lemma 1 for <span>f(x)</span>"),
    ],
)
def test_a_kind_that_the_title_names_is_dropped(before, after):
    title = f'<p><span class="caption-number">{before}</p><p>(more)</p>'
    assert TWICE.sub(r"\1</p>", title) == f"<p>{after}</p><p>(more)</p>"


def test_a_title_without_a_kind_keeps_it():
    title = '<p><span class="caption-number">Proposition </span> (Every position)</p>'
    assert TWICE.sub(r"\1</p>", title) == title
