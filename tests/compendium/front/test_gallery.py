"""The gallery shows every published figure, with its text, and leads to it."""

import re

import nbformat
import pytest
from matplotlib.figure import Figure
from PIL import Image

from compendium.front import gallery


def notebook(folder, name, *figures):
    """An executed notebook that published some figures, with their pictures."""
    cells = []
    for id in figures:
        described = {
            "image": {"alt": f'The curve of "{id}" rises.'},
            "figure": {"name": id, "caption": "What $x$ does: it rises. Exact values."},
        }
        cells.append(nbformat.v4.new_code_cell("publish()", metadata={"mystnb": described}))
        picture = (folder / id.replace(":", "/")).with_suffix(".png")
        picture.parent.mkdir(exist_ok=True)
        Figure(figsize=(8, 4)).savefig(picture, dpi=100)
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)


@pytest.fixture
def results(tmp_path, monkeypatch):
    monkeypatch.setenv("CLICKBANDITS_RESULTS", str(tmp_path))
    notebook(tmp_path, "pbm/simulations.ipynb", "pbm:figure-2", "pbm:ratio", "pbm:figure-1b")
    notebook(tmp_path, "across.ipynb", "across:table")
    notebook(tmp_path, "intro.ipynb", "front:game")
    return tmp_path


def links(text):
    return re.findall(r"^:link: (.*)$", text, re.MULTILINE)


def test_the_figures_of_a_paper_come_in_its_order(results):
    text = gallery.papers_figures("pbm").data
    assert links(text) == ["pbm:figure-1b", "pbm:figure-2"]
    assert "\n\nFigure 1b\n" in text
    assert ':img-alt: "The curve of \\"pbm:figure-2\\" rises."' in text


def test_a_paper_without_figures_gives_no_empty_grid(results):
    assert "grid" not in gallery.papers_figures("mnl").data


def test_all_others_are_ours_but_for_the_front_pages_own(results):
    text = gallery.our_figures().data
    assert links(text) == ["pbm:ratio", "across:table"]
    assert "\n\nWhat $x$ does: it rises\n" in text
    assert ':link-alt: "What x does: it rises"' in text
    assert "**Across the models**" in text


def test_thumbnails_are_small_and_named_as_the_cards_say(results):
    text = gallery.our_figures().data
    for name in re.findall(r"^:img-top: (.*)$", text, re.MULTILINE):
        with Image.open(results / name) as picture:
            assert max(picture.size) == gallery.WIDTH


def test_a_figure_without_its_picture_is_an_error(results):
    (results / "pbm" / "ratio.png").unlink()
    with pytest.raises(FileNotFoundError, match="pbm:ratio"):
        gallery.our_figures()


@pytest.mark.parametrize(
    "id, title",
    [
        ("rank1:figure-2cd", "Figure 2cd"),
        ("rank1:figure-2cd-rank-power", "Figure 2cd, rank power"),
        ("pbm:ratio", "The ratio, at $x=0.5$"),
    ],
)
def test_titles(id, title, tmp_path):
    shown = gallery.Shown(id, "", "The ratio, at $x=0.5$. Exact values.", tmp_path)
    assert gallery._title(shown) == title
