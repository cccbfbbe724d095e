"""No picture of the book, neither for pages nor for phones, cuts off what is drawn."""

import numpy as np
import PIL.Image

PAPER = 200
"""Everything darker than this grey is drawn; grids and the background are lighter."""


def edges(path):
    """The edges of a picture at which something is drawn."""
    with PIL.Image.open(path) as picture:
        grey = np.asarray(picture.convert("L"))
    rows = {"top": grey[0], "bottom": grey[-1], "left": grey[:, 0], "right": grey[:, -1]}
    return [name for name, row in rows.items() if row.min() < PAPER]


def test_no_picture_is_cut_off(book):
    pictures = sorted((book / "_images").rglob("*.png"))
    assert any(path.parent.name == "phone" for path in pictures)
    assert {path.relative_to(book).as_posix(): cut for path in pictures if (cut := edges(path))} == {}


def test_a_cut_letter_is_seen(tmp_path):
    picture = PIL.Image.new("RGB", (20, 10), "white")
    picture.paste("black", (15, 4, 20, 6))
    picture.save(tmp_path / "cut.png")
    assert edges(tmp_path / "cut.png") == ["right"]
