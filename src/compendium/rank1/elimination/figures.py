"""The figures of the chapter on elimination."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from clickbandits.drawing import BLACK, BLUE, CYCLE, GREEN, VERMILION
from clickbandits.rank1 import problem, stage_table
from compendium.figures import Drawing, style

MARKERS = "osD^v<>p"


def one_game(attraction, examination, horizon, seed) -> Drawing:
    """The intervals in one game, of rows and columns by stage, until one of each is left."""
    game = stage_table(problem(attraction, examination), horizon, seed)
    last = game.loc[game["leaves"], "stage"].max() + 1
    shown = game[game["stage"] <= last]
    with style():
        figure, panels = plt.subplots(1, 2, figsize=(9.6, 4.4), sharey=True)
        for axes, side in zip(panels, ("row", "column"), strict=True):
            ours = shown[shown["side"] == side]
            number = ours["number"].max()
            for place, (label, each) in enumerate(ours.groupby("number")):
                x = each["stage"] + 0.14 * (place - (number - 1) / 2)
                ends = np.abs(each[["lower", "upper"]].T - each["average"]).to_numpy()
                axes.errorbar(
                    x,
                    each["average"],
                    yerr=ends,
                    fmt=MARKERS[place],
                    color=CYCLE[place],
                    capsize=3,
                    label=f"{side} {label}",
                )
                gone = each["leaves"]
                axes.plot(x[gone], each["upper"][gone] + 0.03, "x", color=CYCLE[place], ms=8, mew=2)
            for stage, bar in ours.groupby("stage")["lower"].max().items():
                axes.hlines(bar, stage - 0.4, stage + 0.4, color=BLACK, ls="--", lw=1)
            axes.set(xlabel="stage", xticks=range(last + 1), title=f"{side}s")
            axes.legend(loc="upper left", ncols=2, fontsize="small")
        panels[0].set(ylabel="average, with its interval", ylim=(0, 1))
    return Drawing(figure, shown)


def rounds(number: int) -> pd.DataFrame:
    """The rounds of the first stages over log n, in each stage and by its end, up to rounding."""
    stage = np.arange(number)
    by_end = 16 * 4.0**stage
    return pd.DataFrame({"stage": stage, "rounds": np.diff(by_end, prepend=0), "by the end": by_end})


def stages(rounds) -> Drawing:
    """Rounds of exploration in each stage and by its end, over log n.

    `rounds` is the frame of the function of this name.
    """
    with style():
        figure, axes = plt.subplots()
        for name, colour, marker in (("by the end", BLACK, "s"), ("rounds", BLUE, "o")):
            label = {"by the end": "played by its end, $n_\\ell$", "rounds": "in the stage itself"}
            axes.plot(rounds["stage"], rounds[name], color=colour, marker=marker, label=label[name])
        shares = rounds["rounds"].to_numpy()
        for stage, share in enumerate(shares[1:] / shares[:-1]):
            axes.annotate(
                f"×{share:.3g}", (stage + 1, shares[stage + 1]), (5, -16), textcoords="offset points"
            )
        axes.set(xlabel="stage ℓ", ylabel="rounds over log n", yscale="log")
        axes.set_xticks(rounds["stage"])
        axes.legend(loc="upper left")
    return Drawing(figure, rounds)


def constants(last_stage) -> Drawing:
    """The constant that each way of summing Lemma 4 gives in place of 160, by the stage m of elimination."""
    m = np.arange(1, last_stage + 1)
    unit = 4.0 ** (m - 1)
    ways = {
        "printed chain, exact": (16 * 4.0**m + 64 * 4.0**m - 32 * 2.0**m) / unit,
        "our sum": 160 - 32 / 2.0**m,
        "our sum, fresh tables": 640 / 3 - 64 / 2.0**m - 64 / 3 / 4.0**m,
    }
    looks = ((VERMILION, "s", 320), (BLUE, "o", 160), (GREEN, "^", 640 / 3))
    with style():
        figure, axes = plt.subplots()
        for (name, values), (colour, marker, limit) in zip(ways.items(), looks, strict=True):
            axes.plot(m, values, color=colour, marker=marker, label=name)
            axes.axhline(limit, color=colour, linewidth=1, linestyle=":")
        axes.axhline(160, color=BLACK, linestyle="--", label="printed constant, 160")
        axes.set(xlabel="stage m in which the row leaves", ylabel="constant of log n / (μγΔ)")
        axes.set(ylim=(0, 380), xticks=m)
        axes.legend(loc="lower right")
    return Drawing(figure, pd.DataFrame({"m": m, **ways}))


def adversary(frame) -> Drawing:
    """e^δ times the exact probability that the lower KL bound misses, against the rounds N.

    `frame` has the columns rounds, adaptive means, fixed mean, bound.
    """
    with style():
        figure, axes = plt.subplots()
        looks = (("bound", GREEN, ":"), ("adaptive means", VERMILION, "-"), ("fixed mean", BLUE, "--"))
        for name, colour, dash in looks:
            axes.plot(frame["rounds"], frame[name], color=colour, linestyle=dash, label=name)
        axes.axhline(1, color=BLACK, linewidth=1)
        axes.set(xlabel="rounds N", ylabel=r"$e^{\delta}\,P(\bar p < L)$", yscale="log")
        axes.set_ylim(0.1, 100)
        axes.legend()
    return Drawing(figure, frame)


def one_game_as_described(data: pd.DataFrame) -> bool:
    """Row 4 leaves after stage 0, row 3 after stage 1, and so on."""
    left = data[data["leaves"]].set_index(["side", "number"])["stage"].to_dict()
    return left == {("row", 4): 0, ("row", 3): 1, ("row", 2): 2, ("column", 3): 1, ("column", 2): 2}


def adversary_as_described(data: pd.DataFrame) -> bool:
    """The adaptive means cross 1 near 30 rounds; a fixed mean stays below 1."""
    crossing = data[data["adaptive means"] > 1]["rounds"].min()
    return (
        24 < crossing <= 40
        and 1.3 < data["adaptive means"].iloc[-1] < 1.5
        and data["fixed mean"].max() < 1
        and data["bound"].between(10, 22.5).all()
    )


def constants_as_described(data: pd.DataFrame) -> bool:
    """The first rises from 256 to 320, the second from 144 to 160, the third from 176 to 213."""
    start, end = data.iloc[0], data.iloc[-1]
    return (
        start.iloc[1:4].tolist() == [256, 144, 176]
        and 315 < end.iloc[1] < 320
        and end.iloc[2] < 160
        and abs(end.iloc[3] - 213) < 1.5
    )


def stages_as_described(data: pd.DataFrame) -> bool:
    """Rounds triple from stage 0 to stage 1 and quadruple afterwards; their sums quadruple."""
    rounds, total = (data[name].to_numpy() for name in ("rounds", "by the end"))
    growth = np.full(len(rounds) - 1, 4)
    growth[0] = 3
    return np.allclose(total[1:] / total[:-1], 4) and np.allclose(rounds[1:] / rounds[:-1], growth)


INFLUENCE = (
    ("row", 0, "clicks of the rows\nin stage 0"),
    ("row", 0, "which rows leave\nafter stage 0"),
    ("column", 1, "clicks of the columns\non the remaining rows"),
    ("column", 1, "which columns leave\nafter stage 1"),
)
"""The side, the stage and the quantity of each step of the path; each quantity depends on the one before."""


def influence() -> Drawing:
    """The path from the clicks of rows to the columns that leave, and the inference that leads back."""
    steps = pd.DataFrame(INFLUENCE, columns=["side", "stage", "what"])
    with style():
        figure, axes = plt.subplots(figsize=(5.2, 5.2))
        for place, step in enumerate(steps.itertuples()):
            colour = BLUE if step.side == "row" else VERMILION
            box = {"boxstyle": "round,pad=0.5", "fc": "white", "ec": colour, "lw": 2}
            axes.text(0, -place, step.what, ha="center", va="center", fontsize=10, bbox=box)
            if place:
                arrow = {"arrowstyle": "-|>", "lw": 2, "color": BLACK, "mutation_scale": 16}
                axes.annotate("", (0, -place + 0.26), (0, -place + 0.74), arrowprops=arrow)
        back = {"arrowstyle": "-|>", "lw": 2, "ls": "--", "color": BLACK, "mutation_scale": 16}
        back |= {"connectionstyle": "arc3,rad=0.55"}
        last = len(steps) - 1
        axes.annotate("", (0.6, -0.05), (0.64, -last + 0.05), arrowprops=back)
        axes.text(
            1.38,
            -last / 2,
            "knowing the end\nchanges what\nto expect of\nthe beginning",
            ha="left",
            va="center",
            fontsize=10,
        )
        axes.set(xlim=(-1, 2.4), ylim=(-last - 0.4, 0.4))
        axes.axis("off")
    return Drawing(figure, steps.assign(what=steps["what"].str.replace("\n", " ")))
