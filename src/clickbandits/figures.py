"""The style that every figure shares, and the one way to publish a figure with its data.

The same policy has the same colour and name in every figure; the colours are Okabe and Ito's,
which colour-blind readers can tell apart, and lines differ in dash as well.
"""

from __future__ import annotations

import io
import json
import os
import platform
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import matplotlib
import numpy as np
import pandas as pd
import seaborn
from cycler import cycler
from IPython.display import Image
from matplotlib import pyplot
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from clickbandits.experiments import Regret

BLACK, ORANGE, SKY, GREEN = "#000000", "#E69F00", "#56B4E9", "#009E73"
YELLOW, BLUE, VERMILION, PURPLE = "#F0E442", "#0072B2", "#D55E00", "#CC79A7"
GREY = "#767676"
CYCLE = (BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, BLACK, GREY)

LOOKS = {
    "PBM-TS": (VERMILION, "-"),
    "BC-MP-TS": (PURPLE, "--"),
    "PBM-PIE": (GREEN, "-"),
    "PBM-PIE-ADAPTIVE": (BLACK, "-."),
    "PBM-UCB": (BLUE, "-"),
    "RBA-KL-UCB": (ORANGE, "--"),
    "Rank1ElimKL": (VERMILION, "-"),
    "Rank1Elim": (PURPLE, "--"),
    "UCB1Elim": (ORANGE, "-."),
    "UCB1": (SKY, "-"),
    "KL-UCB": (GREEN, ":"),
    "Epoch-UCB": (VERMILION, "-"),
    "Epoch-UCB-sharp": (BLACK, "-."),
    "Epoch-UCB-W": (PURPLE, "--"),
    "TopRank": (GREEN, "-"),
    "Epoch-UCB-UPB": (ORANGE, "--"),
    "Epoch-UCB*-UPB": (SKY, "-"),
    "MNL-bandit": (GREY, ":"),
}
"""Colour and dash of every policy, by the name before the parameters in its id."""


def look(policy: str) -> dict:
    """Colour and dash of a policy, as keywords of matplotlib; the same in every figure."""
    name = policy.split("(")[0]
    if name not in LOOKS:
        raise KeyError(f"no look is known for the policy {name!r}; the known ones: {list(LOOKS)}")
    colour, dash = LOOKS[name]
    return {"color": colour, "linestyle": dash}


class Drawing(NamedTuple):
    """A drawn figure and the numbers it shows, one row a point."""

    figure: Figure
    data: pd.DataFrame


def style() -> AbstractContextManager[None]:
    """A context in which figures are drawn: one font, one grid, one palette."""
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


def regret_curves(
    axes: Axes,
    regret: Regret,
    band: str = "standard error",
    looks: Callable[[str], dict] = look,
    policies: Sequence[str] | None = None,
) -> None:
    """Draw the mean regret of every policy of a `Regret` over the rounds, with its uncertainty.

    Parameters
    ----------
    axes : matplotlib Axes
    regret : clickbandits.experiments.Regret
    band : str
        "standard error" shades the mean ± 2 standard errors, "deciles" the range from the first
        to the last decile of the replications. The legend names it.
    looks : function of a policy's id, optional
        Keywords of the line; by default the policy's own colour and dash.
    policies : list of str, optional
        Which policies; by default all.
    """
    for policy in policies or regret.values:
        mean, error = regret.mean(policy), regret.standard_error(policy)
        (line,) = axes.plot(regret.rounds, mean, label=policy, **looks(policy))
        low, high = mean - 2 * error, mean + 2 * error
        if band == "deciles":
            low, high = regret.quantile(policy, [0.1, 0.9])
        axes.fill_between(regret.rounds, low, high, color=line.get_color(), alpha=0.2, lw=0)
    shown = "first to last decile" if band == "deciles" else "± 2 standard errors"
    axes.set(xlabel="round $t$", ylabel="regret (expected clicks)")
    axes.legend(title=f"mean of {len(regret.values[policy]):,} runs, {shown}", fontsize="small",
                title_fontsize="small")  # fmt: skip


def results_folder() -> Path:
    """Where published figures go: `CLICKBANDITS_RESULTS`, by default `results/`."""
    return Path(os.environ.get("CLICKBANDITS_RESULTS", "results"))


def publish(drawing: Drawing, id: str, **record: object) -> Image:
    """Save a drawing as PNG with its data (CSV) and a record (JSON), and show it.

    Parameters
    ----------
    drawing : Drawing
        The figure and its data.
    id : str
        The figure's id, for example "pbm:figure-1b"; ':' becomes '/' in the file names.
    **record
        How the figure was made: parameters, seed, replications, wall time, ...

    Returns
    -------
    IPython.display.Image
        The saved picture, as the value of a notebook's cell.
    """
    path = results_folder() / id.replace(":", "/")
    path.parent.mkdir(parents=True, exist_ok=True)
    buffer = io.BytesIO()
    with style():
        drawing.figure.savefig(buffer, format="png", metadata={"Software": None})
    pyplot.close(drawing.figure)
    path.with_suffix(".png").write_bytes(buffer.getvalue())
    drawing.data.to_csv(path.with_suffix(".csv"), index=False, lineterminator="\n")
    versions = {name: version(name) for name in ("clickbandits", "numpy", "scipy", "matplotlib")}
    made = {"figure": id, "python": platform.python_version(), "versions": versions} | record
    text = json.dumps(made, indent=2, sort_keys=True, default=_plain) + "\n"
    path.with_suffix(".json").write_text(text, encoding="utf-8")
    return Image(data=buffer.getvalue(), format="png")


def _plain(value: object) -> object:
    """What JSON cannot write by itself: numpy's numbers and arrays, tuples, fractions."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    return str(value)
