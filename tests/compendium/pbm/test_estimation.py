"""The first picture of the chapter on estimation."""

import numpy as np
import pytest

from compendium.pbm.estimation import figures


def test_pooling_turns_the_order_of_the_click_rates():
    drawing = figures.first_estimates(
        [[248, 11], [173, 64], [47, 131]], [[900, 100], [500, 500], [100, 900]], (0.9, 0.3), (0.3, 0.4, 0.5)
    )
    assert drawing.data["click rate"].tolist() == [0.259, 0.237, 0.178]
    assert drawing.data["pooled estimate"].tolist() == pytest.approx([259 / 840, 0.395, 178 / 360])
    off = np.abs(drawing.data["pooled estimate"] - drawing.data["attraction"])
    assert (off < 2 * drawing.data["standard error"]).all()
