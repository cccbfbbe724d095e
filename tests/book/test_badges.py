"""Where the badges of claims stand on a page."""

import pytest

import badges

BOX = ":::{prf:lemma} Lemma 1\n:nonumber:\nText.\n:::"
NESTED = "::::{prf:lemma} Lemma 1\nText.\n:::{note}\nInside.\n:::\nMore.\n::::"
FORMULA = "$$\nx=1 .\n$$"
OPEN = "$$\nx=1,\n$$"
LIST = "- one\n  two\n\n- three\n\n  four"


@pytest.mark.parametrize(
    "block",
    [
        BOX,
        BOX.replace(":::", "```"),
        NESTED,
        "## A heading",
        "**A paragraph.** It ends.",
        "A paragraph\nof two lines (so).",
        "A paragraph:\n\n" + FORMULA,
        "A paragraph: $$x\n=1 .$$",
        "The formula\n\n" + OPEN + "\n\nwhere $x$ is $(1)$\n\n" + FORMULA,
        "A paragraph,\n\n" + FORMULA.replace(" .\n", "\n"),
        "Aligned:\n\n$$\n\\begin{aligned}x=1 .\n\\end{aligned}\n$$",
        "Numbered:\n\n$$\nx=1,\n$$ (a-label)\n\nand so on.",
        "Tagged:\n\n$$x=1, \\tag{5, 6}$$\n\nEuler's formula.",
        "The cases are\n\n" + LIST,
        "We take\n\n- this, or\n- that,\n\nwith $x=1$.",
        LIST,
        "| a |\n|---|\n| b |",
    ],
)
def test_a_badge_stands_behind_its_block(block):
    for following in ("", "\n\nAnother paragraph.", "\n\n(pbm:b)=\nb", "\n\n### Next"):
        text = f"Before.\n\n(pbm:a)=\n{block}"
        found = badges.with_badges(text + following, lambda id, _: f"<{id}>", {"pbm:a"})
        assert found == f"{text}\n\n<pbm:a>{following}"


def test_every_label_above_one_block_has_its_badge():
    text = "(pbm:a)=\n\n(pbm:b)=\nText.\n\nMore."
    found = badges.with_badges(text, lambda *called: str(called), {"pbm:a", "pbm:b"})
    expected = "\n\n('pbm:a', True)\n\n('pbm:b', True)\n\nMore."
    assert found == text.replace("\n\nMore.", expected)
    found = badges.with_badges(text, lambda *called: str(called), {"pbm:b"})
    assert found == text.replace("\n\nMore.", "\n\n('pbm:b', False)\n\nMore.")


def test_a_block_without_a_gap_ends_at_the_next_one():
    text = "(pbm:a)=\nText,\n(pbm:b)=\nand more.\n:::{note}\n:::"
    found = badges.with_badges(text, lambda id, _: f"<{id}>", {"pbm:a", "pbm:b"})
    assert found == (
        "(pbm:a)=\nText,\n\n<pbm:a>\n\n(pbm:b)=\nand more.\n\n<pbm:b>\n\n:::{note}\n:::"
    )


def test_a_label_inside_a_box_has_its_badge_there():
    text = ":::{admonition} Note\n(pbm:a)=\nText.\n:::"
    found = badges.with_badges(text, lambda id, _: "<a>", {"pbm:a"})
    assert found == ":::{admonition} Note\n(pbm:a)=\nText.\n\n<a>\n\n:::"


def test_text_without_labels_of_claims_is_left_alone():
    for text in ("Text.\n\n```\n(pbm:a)=\n```\n\nMore.", "(notation)=\n# Notation", ""):
        assert badges.with_badges(text, lambda *_: "<a>", {"pbm:a"}) == text
    assert badges.labelled("```\n(pbm:a)=\n```\n(pbm:b)=\nText.") == ["pbm:b"]


def test_a_label_above_nothing_is_named():
    with pytest.raises(ValueError, match=r"\(pbm:a\)= stands above nothing"):
        badges.with_badges("Text.\n\n(pbm:a)=\n", lambda *_: "", {"pbm:a"})
