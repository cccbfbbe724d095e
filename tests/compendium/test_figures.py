"""A figure is published for pages and for phones, with its data."""

from itertools import pairwise

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


def drawn_for_phones(figure):
    """The figure with its panels one below the other, and the boxes of its panels and of what they write."""
    narrow(figure)
    figure.draw_without_rendering()
    return [(axes.get_window_extent(), axes.get_tightbbox()) for axes in figure.axes]


def test_a_wide_legend_is_below_its_panel():
    with style():
        figure, axes = plt.subplots(figsize=(8, 4))
        for label in ("still played", "stopped outside", "variance radius"):
            axes.plot(DATA["t"], DATA["regret"], label=label)
        axes.legend(ncols=3)
        axes.set_xlabel("round")
        ((panel, whole),) = drawn_for_phones(figure)
        legend = axes.get_legend().get_window_extent()
    assert axes.get_position().width > 0.7
    assert legend.y1 < axes.xaxis.label.get_window_extent().y0 + 1 < panel.y0
    assert figure.bbox.y0 <= whole.y0
    plt.close(figure)


def test_a_small_legend_stays_in_its_panel():
    with style():
        figure, axes = plt.subplots(figsize=(8, 4))
        axes.plot(DATA["t"], DATA["regret"], label="PBM-UCB")
        axes.legend()
        ((panel, _),) = drawn_for_phones(figure)
        legend = axes.get_legend().get_window_extent()
    assert panel.y0 < legend.y0 and legend.y1 < panel.y1
    plt.close(figure)


def test_long_labels_are_wrapped_and_nothing_is_cut_off_on_a_phone():
    names = [
        "variance of the pooled estimator (Section 2 of Lagrée et al.)",
        "tail above the mean, fixed parameters",
    ]
    with style():
        figure, (bars, curve) = plt.subplots(1, 2, figsize=(12, 4))
        bars.barh([0, 1], [1, 2])
        bars.set_yticks([0, 1], names)
        bars.set_xlabel("clicks per page above those of the system, with two standard errors")
        curve.plot([0, 50_000], [0, 1])
        curve.set_ylabel("regret")
        boxes = drawn_for_phones(figure)
        ticks = [tick.get_window_extent() for tick in curve.get_xticklabels()]
        rows = [tick.get_window_extent() for tick in bars.get_yticklabels()]
    for panel, whole in boxes:
        assert figure.bbox.x0 <= whole.x0 and whole.x1 <= figure.bbox.x1
        assert figure.bbox.y0 <= whole.y0 and whole.y1 <= figure.bbox.y1
        assert panel.width > figure.bbox.width / 2
    assert all(left.x1 < right.x0 for left, right in pairwise(ticks))
    assert rows[0].y1 < rows[1].y0
    plt.close(figure)


def test_a_panel_with_an_axis_of_its_own_does_not_take_over_a_label():
    with style():
        figure, (curve, boxes) = plt.subplots(1, 2, figsize=(10, 4))
        curve.set_ylabel("regret")
        boxes.set_yticks([0, 1], ["PBM-UCB", "PBM-TS"])
        narrow(figure)
    assert [axes.get_ylabel() for axes in figure.axes] == ["regret", ""]
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
