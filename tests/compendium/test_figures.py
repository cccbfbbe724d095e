"""A figure is published for pages and for phones, with its data."""

import matplotlib.pyplot as plt
import pandas as pd
import PIL.Image
import pytest

from compendium.figures import Drawing, narrow, publish, style

DATA = pd.DataFrame({"t": [1, 2], "regret": [0.5, 1]})


@pytest.fixture
def figure():
    """A figure with two panels that share their axis, and a legend beside them."""
    with style():
        figure, panels = plt.subplots(1, 2, figsize=(10, 4), sharey=True)
        for panel in panels:
            panel.plot(DATA["t"], DATA["regret"], label="PBM-UCB")
        panels[0].set_ylabel("regret (thousands of expected clicks)")
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    yield figure
    plt.close(figure)


def test_panels_stand_one_below_the_other_on_a_phone(figure):
    narrow(figure)
    figure.draw_without_rendering()
    first, second = (axes.get_position() for axes in figure.axes)
    assert first.y0 > second.y1 and first.x0 == pytest.approx(second.x0)
    assert figure.get_figwidth() < 5
    labels = {axes.get_ylabel() for axes in figure.axes}
    assert labels == {"regret (thousands of expected\nclicks)"}
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["PBM-UCB"]


def test_a_wide_legend_takes_no_room_from_its_panel():
    with style():
        figure, axes = plt.subplots(figsize=(8, 4))
        for label in ("still played", "stopped outside", "variance radius"):
            axes.plot(DATA["t"], DATA["regret"], label=label)
        axes.legend(ncols=3)
        narrow(figure)
        figure.draw_without_rendering()
    assert axes.get_position().width > 0.7
    plt.close(figure)


@pytest.mark.parametrize("phone", [True, False])
def test_a_figure_is_saved_for_pages_for_phones_and_with_its_data(figure, phone, tmp_path, monkeypatch):
    monkeypatch.setenv("CLICKBANDITS_RESULTS", str(tmp_path))
    publish(Drawing(figure, DATA), "pbm:ratio", phone=phone, seed=4)
    files = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")}
    wanted = {"pbm/ratio.png", "pbm/ratio.csv", "pbm/ratio.json", "gallery/pbm-ratio.png"}
    assert files == wanted | ({"phone/pbm-ratio.png"} if phone else set())
    with PIL.Image.open(tmp_path / "pbm/ratio.png") as picture:
        assert picture.width == 2000  # ten inches, as drawn
    assert pd.read_csv(tmp_path / "pbm/ratio.csv").equals(DATA.astype({"regret": float}))
