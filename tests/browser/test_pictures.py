"""No picture of the book cuts off what is drawn, and every drawn one has a version for the dark."""

import numpy as np
import PIL.Image
from bs4 import BeautifulSoup

PAPER = 200
"""Everything darker than this grey is drawn; grids and the background are lighter."""


def edges(path):
    """The edges of a picture at which something is drawn, on white or in the dark on nothing."""
    with PIL.Image.open(path) as picture:
        dark = path.suffix == ".webp"
        grey = 255 - np.asarray(picture.convert("RGBA"))[..., 3] if dark else np.asarray(picture.convert("L"))
    rows = {"top": grey[0], "bottom": grey[-1], "left": grey[:, 0], "right": grey[:, -1]}
    return [name for name, row in rows.items() if row.min() < PAPER]


def size(path):
    with PIL.Image.open(path) as picture:
        return picture.size


def test_no_picture_is_cut_off(book):
    pictures = sorted((book / "_images").rglob("*.png")) + sorted((book / "_images").rglob("*.webp"))
    assert any(path.parent.name == "phone" for path in pictures)
    assert {path.relative_to(book).as_posix(): cut for path in pictures if (cut := edges(path))} == {}


def test_every_picture_of_a_page_has_one_for_the_dark_of_the_same_size(book):
    shown = 0
    for path in sorted(book.rglob("*.html")):
        soup = BeautifulSoup(path.read_text("utf-8"), "html.parser")
        light, dark = ([*soup.select(f"main img.only-{theme}")] for theme in ("light", "dark"))
        light += soup.select("main a.only-light img")
        assert len(light) == len(dark) == len(soup.select("main img[src*='_images/']")) / 2, path
        shown += len(dark)
        for each, other in zip(
            *(sorted(list, key=lambda i: i["alt"]) for list in (light, dark)), strict=True
        ):
            sizes = {size(path.parent / image["src"]) for image in (each, other)}
            assert each["alt"] == other["alt"] and len(sizes) == 1, (path, each["src"])
    assert shown


def test_a_cut_letter_is_seen(tmp_path):
    picture = PIL.Image.new("RGB", (20, 10), "white")
    picture.paste("black", (15, 4, 20, 6))
    picture.save(tmp_path / "cut.png")
    assert edges(tmp_path / "cut.png") == ["right"]
