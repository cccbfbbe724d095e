"""Figures can be read on white and in the dark, where every ink has enough contrast."""

import re
from itertools import combinations
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest

from clickbandits.drawing import COLOURS, CYCLE
from compendium.figures import style
from compendium.ink import DARK_GROUND, INKS, PLAIN, drawn, ink, luminance, turned

GROUNDS = ("#ffffff", DARK_GROUND)
ASSETS = Path(__file__).resolve().parents[2] / "book" / "assets"


def rgb(name):
    return np.array([int(name[place : place + 2], 16) / 255 for place in (1, 3, 5)])


def contrast(one, other):
    """The contrast of two colours by WCAG 2.2, between 1 and 21."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [0, 1])
def test_every_colour_of_the_library_has_an_ink_with_enough_contrast(dark):
    assert INKS.keys() == set(COLOURS.values())
    seen = {name: contrast(rgb(inks[dark]), rgb(GROUNDS[dark])) for name, inks in INKS.items()}
    assert {name: found for name, found in seen.items() if found < 3} == {}
    words = ("black", "grey", "blue", "vermilion") if dark else ("black", "grey", "blue")
    assert all(seen[COLOURS[name]] > 4.5 for name in words)


@pytest.mark.parametrize("dark", [0, 1])
def test_inks_differ(dark):
    inks = [rgb(each[dark]) for each in INKS.values()]
    assert min(np.abs(one - other).max() for one, other in combinations(inks, 2)) > 0.1


def test_lines_in_colours_of_matplotlib_can_be_seen_in_the_dark_and_told_apart():
    inks = [np.array(ink(tuple(rgb(name)), True)) for name in PLAIN]
    assert len(inks) == 10 and min(contrast(each, rgb(DARK_GROUND)) for each in inks) > 3
    assert min(np.abs(one - other).max() for one, other in combinations(inks, 2)) > 0.1


def test_the_contrasts_are_those_of_the_rules():
    assert contrast(rgb("#000000"), rgb("#ffffff")) == pytest.approx(21)
    assert contrast(rgb("#767676"), rgb("#ffffff")) == pytest.approx(4.54, abs=0.01)


def test_greys_turn_and_hues_stay():
    greys = np.linspace(0, 1, 9)[:, None] * np.ones(3)
    assert np.ptp(turned(greys), axis=1).max() < 0.01
    assert (np.diff(turned(greys)[:, 0]) < 0).all()
    assert np.abs(turned(np.ones(3)) - rgb(DARK_GROUND)).max() < 0.02
    red, green, blue = turned(np.array([0.6, 0.1, 0.1]))
    assert red > 1.5 * max(green, blue)


def test_a_picture_has_the_inks_of_its_ground_and_the_dark_one_no_ground():
    with style():
        figure, axes = plt.subplots(figsize=(2, 2))
        axes.bar([0], [1], color=CYCLE[0])
        axes.text(0, 0.5, "word", color="white")
        for dark in (0, 1):
            pixels = np.asarray(drawn(figure, dark).convert("RGBA"))
            solid = pixels[pixels[..., 3] == 255][:, :3] / 255
            assert (np.abs(solid - rgb(INKS[CYCLE[0]][dark])).max(axis=1) < 0.003).any()
            assert (pixels[..., 3] == 0).any() == bool(dark)
            white = ink((1.0, 1.0, 1.0), bool(dark))  # words on a bar differ from it
            assert contrast(np.array(white), rgb(INKS[CYCLE[0]][dark])) > 4.5
    plt.close(figure)


@pytest.mark.parametrize("dark", [False, True])
def test_words_on_a_map_of_colours_can_be_read(dark):
    with style():
        figure, axes = plt.subplots(figsize=(8, 1.2), dpi=100)
        axes.imshow(np.arange(9)[None], cmap="PuOr", aspect="auto")
        axes.grid(False)
        for place in range(9):
            axes.text(place, 0, "■\n■", ha="center", va="center", fontsize=16, linespacing=0.6)
        pixels = np.asarray(drawn(figure, dark).convert("RGB")) / 255
        at = axes.transData.transform([(place, 0) for place in range(9)]) * 2  # saved with 200 dots per inch
        for x, y in at.astype(int):
            word, cell = pixels[pixels.shape[0] - y, x], pixels[pixels.shape[0] - y, x + 60]
            assert contrast(word, cell) > 4.5
    plt.close(figure)


def test_the_lines_of_explorers_have_the_inks_of_figures():
    css = (ASSETS / "explorer.css").read_text("utf-8")
    lines = re.findall(r"--line-(\d): (#\w+);", css)
    assert lines == [(str(n), INKS[colour][dark]) for dark in (0, 1) for n, colour in enumerate(CYCLE[:7])]
