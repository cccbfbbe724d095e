"""The gallery shows every published figure with its text and a link to it."""

import json
import re

import pandas as pd
import pytest
from matplotlib.figure import Figure
from PIL import Image

from compendium import claims, figures
from compendium.sphinx import gallery


def notebook(folder, name, *figures):
    """The source of a notebook that publishes these figures."""
    cells = ["# %% [markdown]", "# # A page"]
    for id in figures:
        described = {
            "image": {"alt": f'The curve of "{id}" rises.'},
            "figure": {"name": id, "caption": "What $x$ does: it rises. Exact values."},
        }
        cells += [f'# %% tags=["remove-input"] mystnb={json.dumps(described)}', "publish()"]
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(cells))


@pytest.fixture(autouse=True)
def notebooks(tmp_path, monkeypatch):
    monkeypatch.setattr(claims, "NOTEBOOKS", tmp_path)
    notebook(tmp_path, "pbm/simulations.py", "pbm:figure-2", "pbm:ratio", "pbm:figure-1b")
    notebook(tmp_path, "across.py", "across:table")
    notebook(tmp_path, "intro.py", "front:game")


def links(text):
    return re.findall(r"^:link: (.*)$", text, re.MULTILINE)


def test_the_figures_of_a_paper_come_in_its_order():
    text = gallery.papers_figures("pbm")
    assert links(text) == ["pbm:figure-1b", "pbm:figure-2"]
    assert "\n\n**Figure 1b.** What $x$ does: it rises.\n" in text
    assert ':img-alt: "The curve of \\"pbm:figure-2\\" rises."' in text


def test_a_paper_without_figures_gives_no_empty_grid():
    assert "grid" not in gallery.papers_figures("mnl")


def test_the_gallery_has_the_papers_figures_alone():
    assert "ratio" not in gallery.papers_figures("pbm")
    assert [id for id, _ in gallery.titles("pbm")] == ["pbm:figure-1b", "pbm:figure-2", "pbm:ratio"]


def test_thumbnails_are_small_and_named_as_the_cards_say(tmp_path, monkeypatch):
    monkeypatch.setenv("CLICKBANDITS_RESULTS", str(tmp_path))
    figure = Figure(figsize=(8, 4))
    figure.subplots()
    drawing = figures.Drawing(figure, pd.DataFrame({"x": [1]}))
    figures.publish(drawing, "pbm:figure-2")
    (_, name) = re.findall(r"^:img-top: (.*)$", gallery.papers_figures("pbm"), re.MULTILINE)
    with Image.open(tmp_path / name) as picture:
        assert max(picture.size) == figures.WIDTH


@pytest.mark.parametrize(
    "id, title",
    [
        ("rank1:figure-2cd", "Figure 2cd"),
        ("rank1:figure-2cd-rank-power", "Figure 2cd, rank power"),
        ("pbm:ratio", "The ratio, at $x=0.5$"),
    ],
)
def test_titles(id, title):
    shown = gallery.PublishedFigure(id, "", "The ratio, at $x=0.5$. Exact values.")
    assert gallery._title(shown) == title


@pytest.mark.parametrize(
    ("caption", "words"),
    [
        (r"Rates at $p=\frac12$", "Rates at p= 1/2"),
        (r"The lengths $n_\ell$", "The lengths n ℓ"),
        (r"Growth in $\theta_1\le\frac{n}{2}$", "Growth in θ1≤n/2"),
    ],
)
def test_no_tex_is_read_aloud(caption, words):
    assert gallery.spoken(caption) == words
