"""The page on the front page is a round of the book's game, and the picture shows its numbers."""

import pytest

from clickbandits.pbm import problem
from compendium.front.visit import shown, visit

GAME = problem([0.3, 0.5, 0.8], [0.9, 0.5, 0.3])
NAMES = ["mug", "tea", "pot"]


def test_clicks_are_the_models():
    page = shown(GAME, NAMES, seed=0)
    assert page.clicks.tolist() == pytest.approx([0.27, 0.25, 0.24])
    visitors = [shown(GAME, NAMES, seed).clicked.to_numpy() for seed in range(4000)]
    rates = sum(visitors) / len(visitors)  # ± 0.007; beyond 0.035 once in a million
    assert rates == pytest.approx(page.clicks.to_numpy(), abs=0.035)


def test_the_picture_shows_every_number_and_the_click():
    page = shown(GAME, NAMES, seed=0).assign(clicked=[False, True, False])
    drawing = visit(page)
    texts = [text.get_text() for axes in drawing.figure.axes for text in axes.texts]
    assert [text for text in texts if "✓" in text] == ["tea  ✓"]
    for value in (*page.examination, *page.attraction, *page.clicks):
        assert f"{value:.2f}" in texts
    assert drawing.data is page
