"""Numbers of equations become links to the equations."""

import pytest
from docutils import nodes
from sphinx.addnodes import pending_xref

from compendium.sphinx.equations import PAPER, TAG, marked


def linked(text):
    """The numbers of equations in a text that become links."""
    parts = list(marked(nodes.Text(text), "pbm", "notebooks/pbm/policies"))
    assert "".join(part.astext() for part in parts) == text
    return [part["reftarget"] for part in parts if isinstance(part, pending_xref)]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("The constant of (6), and (7).", ["6", "7"]),
        ("the program (12)–(13)", ["12", "13"]),
        ("the marks d(1) and f(x)(2), in Lagrée et al. (2016)", []),
        ("none", []),
    ],
)
def test_a_number_of_an_equation_waits_for_its_place_and_others_do_not(text, numbers):
    assert linked(text) == numbers


def test_a_tag_may_hold_several_numbers():
    assert TAG.findall(r"x \tag{5, 6} y \tag{7} \tag{*}") == ["5, 6", "7"]


def test_the_folder_tells_the_paper():
    pages = ["notebooks/pbm/policies", "notebooks/errata/mnl", "notebooks/pbm_2", "glossary"]
    assert [bool(PAPER.match(page)) for page in pages] == [True, True, False, False]
