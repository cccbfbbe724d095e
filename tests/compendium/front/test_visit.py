"""The picture on the front page has the numbers of the model for the shown order and for the best one."""

from itertools import permutations

import numpy as np
import pytest

from clickbandits.pbm import model, problem
from compendium.front.visit import ORDERS, orders, visit

GAME = problem([0.3, 0.8, 0.5], [0.9, 0.5, 0.3])
NAMES = ["mug", "pot", "tea"]


def test_the_second_order_has_the_most_clicks_of_all():
    table = orders(GAME, NAMES)
    clicks = table.groupby("order").clicks.sum()
    every = [GAME.attraction[list(order)] @ GAME.examination for order in permutations(range(3))]
    assert clicks[ORDERS[0]] == pytest.approx(every[0])
    assert clicks[ORDERS[1]] == pytest.approx(max(every)) == pytest.approx(model.optimal_reward(GAME))
    assert table[3:].item.tolist() == ["pot", "tea", "mug"]
    assert np.allclose(table.clicks, table.examination * table.attraction)


def test_the_picture_shows_every_number():
    table = orders(GAME, NAMES)
    drawing = visit(table)
    texts = [text.get_text() for axes in drawing.figure.axes for text in axes.texts]
    for row in table.itertuples():
        assert f"{row.examination:.1f} × {row.attraction:.1f} = {row.clicks:.2f}" in texts
        assert f"{row.position}  {row.item}" in texts
    titles = [axes.get_title() for axes in drawing.figure.axes]
    assert titles == ["as shown: 0.82 clicks", "in the best order: 1.06 clicks"]
    assert drawing.data is table
