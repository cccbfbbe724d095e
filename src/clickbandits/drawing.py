"""Regret curves: the mean of every policy with its uncertainty, each in its own colour.

The same policy has the same colour in every figure; the colours are Okabe and Ito's, which
colour-blind readers can tell apart, and lines differ in dash as well.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from .experiments import Regret
from .policies import POLICIES

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = {
    "black": "#000000",
    "orange": "#E69F00",
    "sky": "#56B4E9",
    "green": "#009E73",
    "yellow": "#F0E442",
    "blue": "#0072B2",
    "vermilion": "#D55E00",
    "purple": "#CC79A7",
    "grey": "#767676",
}
BLACK, ORANGE, SKY, GREEN, YELLOW, BLUE, VERMILION, PURPLE, GREY = COLOURS.values()
CYCLE = (BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, BLACK, GREY)

LOOKS = {id: (COLOURS[colour], dash) for _, id, colour, dash, _ in POLICIES.values()}
"""Colour and dash of every policy, by the name before the parameters in its id."""


def look(policy: str) -> dict:
    """Colour and dash of a policy, as keywords of matplotlib; the same in every figure.

    A policy that is not in `LOOKS` gets a dotted line, in a colour that depends only on its name.
    """
    name = policy.split("(")[0]
    colour, dash = LOOKS.get(name, (CYCLE[zlib.crc32(name.encode()) % len(CYCLE)], ":"))
    return {"color": colour, "linestyle": dash}


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

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from clickbandits import PBM_TS, PBM_UCB, pbm, play, regret_curves
    >>> problem = pbm.problem([0.6, 0.5, 0.2], [0.9, 0.3])
    >>> regret = play(pbm.MODEL, problem, [PBM_UCB, PBM_TS], horizon=100, replications=20)
    >>> figure = Figure()
    >>> regret_curves(figure.subplots(), regret)  # then figure.savefig("regret.svg")
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
    axes.legend(
        title=f"mean of {len(regret.values[policy]):,} runs, {shown}",
        fontsize="small",
        title_fontsize="small",
    )
