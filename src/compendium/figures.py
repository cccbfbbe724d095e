"""The common style of all figures, and the function that publishes a figure with its data.

Colours and dashes of policies are the library's (`clickbandits.drawing`).
"""

from __future__ import annotations

import json
import os
import platform
import textwrap
from contextlib import AbstractContextManager
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import matplotlib
import numpy as np
import pandas as pd
import PIL.Image
import seaborn
from cycler import cycler
from matplotlib import pyplot
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.gridspec import GridSpec, SubplotSpec
from matplotlib.legend import Legend
from matplotlib.path import Path as Curve
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import ScaledTranslation

from clickbandits.drawing import CYCLE
from compendium.wording import named

from .ink import Picture, drawn, saved

WIDTH = 480
"""The width of a thumbnail in pixels, twice that of a card because screens can have fine pixels."""
PHONE = 4.6
"""The width in inches of a figure for phones, at which its letters are as large as those of the text."""


class Drawing(NamedTuple):
    """A drawn figure and the numbers it shows, one row per point."""

    figure: Figure
    data: pd.DataFrame


def style() -> AbstractContextManager[None]:
    """A context in which figures are drawn with the same font, grid and palette."""
    settings = seaborn.axes_style("whitegrid") | seaborn.plotting_context("notebook")
    return matplotlib.rc_context(
        settings
        | {
            "axes.prop_cycle": cycler(color=CYCLE),
            "figure.figsize": (7.2, 4.2),
            "figure.constrained_layout.use": True,
            "figure.dpi": 100,
            "savefig.dpi": 200,
            "legend.frameon": True,
            "font.family": "DejaVu Sans",
            "svg.hashsalt": "clickbandits",
        }
    )


def name_policies(axes: Axes) -> None:
    """Replace the ids of policies in the legend, if there is one, by their readable names."""
    legend = axes.get_legend()
    for text in legend.get_texts() if legend else ():
        text.set_text(named(text.get_text()))


def results_folder() -> Path:
    """The folder of published figures, which is `CLICKBANDITS_RESULTS` or else `results/`."""
    return Path(os.environ.get("CLICKBANDITS_RESULTS", "results"))


def thumbnail(id: str) -> str:
    """The path of a figure's small picture in the folder of results."""
    return f"gallery/{id.replace(':', '-')}.png"


def for_phones(id: str) -> str:
    """The path of a figure's version for narrow screens in the folder of results."""
    return f"phone/{id.replace(':', '-')}.png"


def narrow(figure: Figure) -> None:
    """Arrange the panels of a figure one below the other for a phone, with letters of the same size.

    A legend that would hide much of its panel is moved below it, and the figure grows by its height.
    """
    places = {axes: place for axes in figure.axes if (place := axes.get_subplotspec()) is not None}
    grid = GridSpec(len(places), 1, figure)
    heights = [0.75 * PHONE] * len(places)
    for number, (axes, place) in enumerate(places.items()):
        axes.set_ylabel(_wrapped(axes.get_ylabel() or _shared_label(axes, place, places), 30))
        axes.set_xlabel(_wrapped(axes.get_xlabel(), 30))
        axes.set_title(_wrapped(axes.get_title(), 34))
        axes.tick_params(labelleft=True, labelbottom=True)
        heights[number] = max(heights[number], _wrap_ticks(axes))
        if isinstance(axes.xaxis.get_major_locator(), MaxNLocator):
            axes.locator_params(axis="x", nbins=4)
        # A grid of its own gives each panel margins of its own, so one with long labels narrows no other.
        axes.set_subplotspec(grid[number].subgridspec(1, 1)[0])
    figure.set_size_inches(PHONE, sum(heights))
    foot = 0.0
    for legend in list(figure.legends):
        handles, names, _ = _entries(legend)
        moved = figure.legend(handles, names, loc="outside lower center", fontsize="small")
        legend.remove()
        foot += moved.get_window_extent().height / figure.dpi
    figure.set_size_inches(PHONE, sum(heights) + foot)
    figure.draw_without_rendering()
    for number, axes in enumerate(places):
        legend = axes.get_legend()
        if legend and (_is_outside(legend, axes) or _hides_much(legend, axes) or covers(legend, axes)):
            heights[number] += _put_below(legend, axes, figure)
    grid.set_height_ratios(heights)
    figure.set_size_inches(PHONE, sum(heights) + foot)


def _wrap_ticks(axes: Axes) -> float:
    """Wrap long names at the ticks of a panel; returns the height in inches that its rows then need."""
    height = 0.0
    rows = [tick.get_text() for tick in axes.get_yticklabels()]
    if any(len(name) > 25 for name in rows):
        rows = [_wrapped(name, 25) for name in rows]
        axes.set_yticks(axes.get_yticks(), rows)
        height = 0.8 + 0.17 * len(rows) * max(name.count("\n") + 1 for name in rows)
    columns = [tick.get_text() for tick in axes.get_xticklabels()]
    if any(" " in name for name in columns) and len(columns) * max(map(len, columns)) > 45:
        axes.set_xticks(axes.get_xticks(), [_wrapped(name, 45 // len(columns)) for name in columns])
    return height


def _shared_label(axes: Axes, place: SubplotSpec, places: dict[Axes, SubplotSpec]) -> str:
    """The label of a vertical axis that the panel shares with one beside it; empty if it shares none."""
    shared = axes.get_shared_y_axes()
    for other, beside in places.items():
        if beside.rowspan.start == place.rowspan.start and shared.joined(axes, other) and other.get_ylabel():
            return other.get_ylabel()
    return ""


def _entries(legend: Legend) -> tuple[list[Artist], list[str], str | None]:
    """The handles, names and title of a legend."""
    handles = [handle for handle in legend.legend_handles if handle is not None]
    return handles, [text.get_text() for text in legend.get_texts()], legend.get_title().get_text() or None


def _hides_much(legend: Legend, axes: Axes) -> bool:
    """Whether a legend is wider than its panel or covers a fifth of it."""
    box, panel = legend.get_window_extent(), axes.get_window_extent()
    return box.width > panel.width or box.width * box.height > 0.2 * panel.width * panel.height


def _is_outside(legend: Legend, axes: Axes) -> bool:
    return not legend.get_window_extent().overlaps(axes.get_window_extent())


def covers(legend: Legend, axes: Axes) -> bool:
    """Whether a legend is over data of its panel, or over words; guides across a whole panel are no data."""
    box = legend.get_window_extent().padded(3)
    if _is_outside(legend, axes):
        return False
    if axes.images or any(text.get_window_extent().overlaps(box) for text in axes.texts):
        return True
    points, paths = _drawn_data(axes)
    return any(box.count_contains(each) for each in points) or any(
        path.intersects_bbox(box, filled) for path, filled in paths
    )


def _drawn_data(axes: Axes) -> tuple[list[np.ndarray], list[tuple[Curve, bool]]]:
    """The points of a panel, and its paths with whether they are filled, in pixels."""
    data, points, paths = axes.transData, [], []
    for line in axes.lines:
        if line.get_transform() == data:  # guides across a whole panel have another one
            if line.get_linestyle() == "None":
                points.append(data.transform(line.get_xydata()))
            else:
                paths.append((data.transform_path(line.get_path()), False))
    for patch in axes.patches:
        if patch.get_data_transform() == data:
            paths.append((patch.get_transform().transform_path(patch.get_path()), True))
    for group in axes.collections:
        if group.get_offset_transform() == data:
            points.append(data.transform(np.ma.filled(group.get_offsets(), np.nan)))
        elif group.get_transform() == data:
            filled = not isinstance(group, LineCollection)
            paths += [(data.transform_path(path), filled) for path in group.get_paths()]
    return points, paths


def clear(figure: Figure) -> None:
    """Put every legend that covers data of its panel below it; the figure grows by the highest of them."""
    figure.draw_without_rendering()
    legends = [(legend, axes) for axes in figure.axes if (legend := axes.get_legend())]
    heights = [_put_below(legend, axes, figure, 2) for legend, axes in legends if covers(legend, axes)]
    figure.set_figheight(figure.get_figheight() + max(heights, default=0))


def _put_below(legend: Legend, axes: Axes, figure: Figure, columns: int = 1) -> float:
    """Put a legend below the labels of its panel; returns its height in inches."""
    labels = axes.xaxis.get_tightbbox()
    down = (axes.bbox.y0 - labels.y0) / figure.dpi if labels else 0
    handles, names, title = _entries(legend)
    moved = axes.legend(
        handles,
        names,
        title=title,
        fontsize="small",
        title_fontsize="small",
        ncols=columns,
        loc="upper center",
        bbox_to_anchor=(0.5, 0),
        bbox_transform=axes.transAxes + ScaledTranslation(0, -down, figure.dpi_scale_trans),
    )
    return moved.get_window_extent().height / figure.dpi


def _wrapped(text: str, width: int) -> str:
    """The text in lines of at most `width` letters; a text with a formula stays as it is."""
    return text if "$" in text else textwrap.fill(text, width)


def publish(drawing: Drawing, id: str, phone: bool = True, **record: object) -> Picture:
    """Save a drawing for pages, phones and cards, light and dark, with its data and a record, and show it.

    Parameters
    ----------
    drawing : Drawing
        The figure and its data.
    id : str
        The figure's id, for example "pbm:figure-1b"; ':' becomes '/' in the file names.
    phone : bool
        Whether to make a picture for phones, with the panels one below the other. A figure that needs
        its full width, such as a matrix, has none and scrolls on a phone.
    **record
        How the figure was made: parameters, seed, replications, wall time, ...

    Returns
    -------
    Picture
        The saved pictures on white and in the dark, as the value of a notebook's cell.
    """
    path = results_folder() / id.replace(":", "/")
    with style():
        clear(drawing.figure)
        shown = [drawn(drawing.figure, dark) for dark in (False, True)]
        if phone:
            narrow(drawing.figure)
            _save(for_phones(id), *(drawn(drawing.figure, dark) for dark in (False, True)))
    pyplot.close(drawing.figure)
    light, dark = _save(f"{id.replace(':', '/')}.png", *shown)
    for picture in shown:
        picture.thumbnail((WIDTH, WIDTH))
    _save(thumbnail(id), *shown)
    drawing.data.to_csv(path.with_suffix(".csv"), index=False, lineterminator="\n")
    versions = {name: version(name) for name in ("clickbandits", "numpy", "scipy", "matplotlib")}
    made = {"figure": id, "python": platform.python_version(), "versions": versions} | record
    text = json.dumps(made, indent=2, sort_keys=True, default=_as_json) + "\n"
    path.with_suffix(".json").write_text(text, encoding="utf-8")
    return Picture(light, dark)


def _save(name: str, *pictures: PIL.Image.Image) -> list[bytes]:
    """Save a picture on white, and beside it the one for the dark; returns the contents of the files."""
    path = results_folder() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    contents = [saved(picture) for picture in pictures]
    for suffix, content in zip((".png", ".webp"), contents, strict=True):
        path.with_suffix(suffix).write_bytes(content)
    return contents


def _as_json(value: object) -> object:
    """Encode values that JSON cannot write by itself, namely fractions and numpy's numbers and arrays."""
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else str(value)
