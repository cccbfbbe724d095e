"""The table of the choices that a paper leaves open shows each entry of its `choices.toml`."""

import re

import pytest

from compendium import claims
from compendium.findings import Built
from compendium.sphinx import choices, directives


@pytest.fixture
def written(tmp_path, monkeypatch):
    """A function that writes the only choice of a paper."""
    choices.choices.cache_clear()
    monkeypatch.setattr(claims, "ROOM", tmp_path)
    (tmp_path / "pbm").mkdir()

    def write(*lines):
        (tmp_path / "pbm" / "choices.toml").write_text("\n".join(["[[choices]]", *lines]), "utf-8")

    yield write
    choices.choices.cache_clear()


def test_a_row_has_the_open_point_its_places_our_choice_and_the_effect_of_another(written):
    written(
        "about = 'scale'", "places = 'Section 2'", "silent = 'the scale of $|x|$'", "ours = '''\n1 or\n2'''"
    )
    rows = directives.DIRECTIVES["choices"](Built("quick", {}), "pbm").splitlines()
    assert rows[0] == "| left open by the paper | our choice | with another choice |"
    cells = [cell.strip() for cell in rows[2].strip("|").split(" | ")]
    assert cells[1:] == ["1 or 2", "not studied"] and len(rows) == 3
    assert cells[0] == r'<span class="choice">**scale:** the scale of $\|x\|$</span><br>*Section 2*'


@pytest.mark.parametrize(
    ("line", "words"), [("their = 'x'", "unexpected keyword argument 'their'"), ("ours = 'x'", "'places'")]
)
def test_an_entry_with_an_unknown_or_a_missing_field_is_named(written, line, words):
    written("about = 'scale'", "silent = 'x'", line)
    with pytest.raises(ValueError, match=rf"pbm/choices.toml, scale: .*{words}"):
        choices.choices("pbm")


def test_an_unknown_paper_lists_the_known_ones():
    with pytest.raises(KeyError, match="unknown paper 'across'; the known ones: pbm, rank1, mnl"):
        choices.table("across")


@pytest.mark.parametrize("paper", claims.PAPERS)
def test_every_paper_has_choices_with_names_of_their_own_whose_links_lead_to_claims(paper):
    known = choices.choices(paper)
    assert len({choice.about for choice in known}) == len(known) > 10
    targets = re.findall(r"\{ref\}`[^`<]+ <([^>`]+)>`", choices.table(paper))
    assert targets and set(targets) <= set(claims.CLAIMS | claims.CLAIMS.steps())
