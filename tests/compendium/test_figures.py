"""A figure is published for pages and for phones, with its data."""

from itertools import pairwise

import matplotlib.pyplot as plt
import pandas as pd
import PIL.Image
import pytest

from compendium.figures import Drawing, clear, covers, narrow, publish, style

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


def under(corner, draw):
    """Whether a legend in a corner covers what is drawn in a panel from 0 to 10."""
    with style():
        figure, axes = plt.subplots(figsize=(6, 4))
        draw(axes)
        axes.set(xlim=(0, 10), ylim=(0, 10))
        axes.legend(["a curve"], loc=corner)
        figure.draw_without_rendering()
        found = covers(axes.get_legend(), axes)
        clear(figure)
        figure.draw_without_rendering()
        assert not covers(axes.get_legend(), axes)
    plt.close(figure)
    return found


@pytest.mark.parametrize(
    "draw",
    [
        lambda axes: axes.plot([0, 10], [0, 10]),
        lambda axes: axes.plot([9.5], [9.5], "o"),
        lambda axes: axes.scatter([9.5], [9.5]),
        lambda axes: axes.bar([9.5], [10]),
        lambda axes: axes.fill_between([0, 10], [0, 10]),
        lambda axes: axes.errorbar([9.5], [4], yerr=[5.5]),
        lambda axes: (axes.plot([0, 1], [0, 1]), axes.text(9, 9.5, "a word")),
        lambda axes: axes.imshow([[0, 1], [1, 0]], extent=(0, 10, 0, 10)),
    ],
)
def test_a_legend_that_covers_data_is_moved_below_its_panel(draw):
    assert under("upper right", draw)


@pytest.mark.parametrize(
    "draw",
    [
        lambda axes: axes.plot([0, 10], [0, 1]),
        lambda axes: axes.plot([1, 10], [10, 1], "o"),
        lambda axes: axes.bar([1], [10]),
        lambda axes: axes.axhline(9.5),
    ],
)
def test_a_legend_beside_the_data_or_over_a_guide_stays(draw):
    assert not under("upper right", draw)


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
    pictures = ["pbm/ratio", "gallery/pbm-ratio", *(["phone/pbm-ratio"] if phone else [])]
    kinds = [f"{name}.{kind}" for name in pictures for kind in ("png", "webp")]
    assert files == {*kinds, "pbm/ratio.csv", "pbm/ratio.json"}
    for name in pictures:
        with (
            PIL.Image.open(tmp_path / f"{name}.png") as light,
            PIL.Image.open(tmp_path / f"{name}.webp") as dark,
        ):
            assert light.size == dark.size
            assert light.width == 2000 or name != "pbm/ratio"  # ten inches, as drawn
            assert light.convert("RGB").getpixel((0, 0)) == (255, 255, 255)
            assert dark.convert("RGBA").getpixel((0, 0))[3] == 0
    assert pd.read_csv(tmp_path / "pbm/ratio.csv").equals(DATA.astype({"regret": float}))
