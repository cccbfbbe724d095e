"""The four figures of the chapter and of its companion page."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.colors import LogNorm

from clickbandits.drawing import BLACK, BLUE, GREY, VERMILION, look
from clickbandits.experiments import Regret, run
from compendium.captions import last
from compendium.figures import Drawing, style

from . import experiments, lists

SHORT = {experiments.UPB.id: "Epoch-UCB*-UPB"}
"""Names in figures of the policies whose ids include their parameters."""
POSITION_BASED = tuple(policy.id for policy in experiments.LIST_POLICIES[:5])
CHOICE = tuple(policy.id for policy in (*experiments.LIST_POLICIES[5:], experiments.UPB))
PAIRS = tuple(policy.id for policy in experiments.PAIR_POLICIES)


def matrix(rows: pd.DataFrame) -> Drawing:
    """Loss of every policy in every world, in per cent, with its standard error."""
    policies = [*POSITION_BASED, *CHOICE, *PAIRS]
    worlds = list(dict.fromkeys(rows["world"]))
    wide = rows.pivot(index="policy", columns="world", values="loss").loc[policies, worlds]
    errors = rows.pivot(index="policy", columns="world", values="loss error")
    errors = errors.loc[policies, worlds]
    with style():
        figure, axes = plt.subplots(figsize=(8.8, 8.8))
        scale = LogNorm(0.05, 60)
        image = axes.imshow(wide.clip(lower=0.05), cmap="cividis_r", norm=scale, aspect="auto")
        for i, j in np.ndindex(*wide.shape):
            loss, error = wide.iat[i, j], errors.iat[i, j]
            text = "–" if np.isnan(loss) else f"{loss:.2g}"
            text += f"\n± {error:.1g}" if error > 1e-9 else ""
            axes.text(j, i, text, ha="center", va="center", fontsize=8)
        axes.set_xticks(range(len(worlds)), [world.replace(", ", "\n") for world in worlds])
        axes.set_yticks(range(len(policies)), [SHORT.get(policy, policy) for policy in policies])
        axes.xaxis.tick_top()
        axes.grid(visible=False)
        for line in (4.5, 9.5):
            axes.axhline(line, color=BLACK, lw=1.5)
        figure.colorbar(
            image,
            label="clicks lost, % of the best list's",
            location="bottom",
            format="%g",
            shrink=0.6,
            aspect=40,
        )
    return Drawing(figure, rows)


def curves(profile: str) -> Drawing:
    """Regret over the rounds on the low attractions; one row per click model, one column per family."""
    worlds = {name: parts for name, parts in experiments.synthetic(profile).items() if "low" in name}
    frames = []
    with style():
        figure, panels = plt.subplots(2, 2, figsize=(8.8, 8), sharex=True, sharey=True)
        for row, (world, parts) in zip(panels, worlds.items(), strict=True):
            for axes, family in zip(row, (POSITION_BASED, CHOICE), strict=True):
                for part in parts:
                    regret = run(part)
                    frames.append(_lines(axes, regret, family, world))
                axes.set(xscale="log", yscale="log", title=f"{world.split(',')[0]} clicks")
        for axes in panels[1]:
            axes.set_xlabel("round $t$")
        for axes in panels[:, 0]:
            axes.set_ylabel("regret (expected clicks)")
        for axes in panels[0]:
            axes.legend(fontsize="x-small", title="mean ± 2 standard errors", title_fontsize="x-small")
    return Drawing(figure, pd.concat(frames, ignore_index=True))


def _lines(axes, regret: Regret, family, world: str) -> pd.DataFrame:
    """Draw the policies of a family that an experiment has."""
    shown = [policy for policy in regret.values if policy in family]
    for policy in shown:
        mean, error = regret.mean(policy), 2 * regret.standard_error(policy)
        axes.plot(regret.rounds, mean, label=SHORT.get(policy, policy), **look(policy))
        axes.fill_between(
            regret.rounds,
            np.maximum(mean - error, 1e-9),
            mean + error,
            color=look(policy)["color"],
            alpha=0.2,
            lw=0,
        )
    frame = regret.frame()
    return frame[frame["policy"].isin(shown)].assign(world=world)


TWO = (0.5, 0.4), (0.8, 0.4)
"""Attractions and examinations of the example with two items."""
CASES = {
    "told the truth": ((0.8, 0.4), "pbm"),
    "told the truth,\nother click model": ((0.8, 0.4), "mnl"),
    "told that positions\nare alike": ((0.6, 0.6), "pbm"),
}
"""The examination that a policy is told in the example, and the click model of its users."""
ORDERS = {"1 above 2": (0, 1), "2 above 1": (1, 0)}


def believed() -> pd.DataFrame:
    """The beliefs and the next order in the example with two items, by case and shown order."""
    rows = []
    for case, (belief, model) in CASES.items():
        for name, shown in ORDERS.items():
            limits = lists.estimates(*TWO, belief, shown, model, "round")
            learnt = dict(zip(shown, limits, strict=True))
            following = "1 above 2" if learnt[0] > learnt[1] else "2 above 1"
            rows.append(
                {
                    "case": case.replace("\n", " "),
                    "shown": name,
                    "believed of item 1": learnt[0],
                    "believed of item 2": learnt[1],
                    "shown next": following,
                    "confirms itself": following == name,
                }
            )
    return pd.DataFrame(rows)


def loop() -> Drawing:
    """Arrows from every order to the next one; an order that leads to itself confirms itself."""
    rows = believed()
    with style():
        figure, panels = plt.subplots(1, len(CASES), figsize=(8.8, 4.2))
        for axes, case in zip(panels, CASES, strict=True):
            heights = dict(zip(ORDERS, (1.0, 0.0), strict=True))
            chosen = rows[rows["case"] == case.replace("\n", " ")]
            for _, row in chosen.iterrows():
                y, to = heights[row["shown"]], heights[row["shown next"]]
                right = row["shown"] == "1 above 2"
                beliefs = row["believed of item 1"], row["believed of item 2"]
                text = f"{row['shown']}\nbelieved {beliefs[0]:.2f} and {beliefs[1]:.2f}"
                edge = BLUE if right else VERMILION
                frame = {"boxstyle": "round,pad=0.5", "fc": "white", "ec": edge, "lw": 2}
                axes.text(0, y, text, ha="center", va="center", fontsize=9, bbox=frame, zorder=3)
                arrow = {"arrowstyle": "-|>", "lw": 2, "color": edge, "mutation_scale": 16}
                if row["confirms itself"]:
                    out = 1 if right else -1  # the loop is above the upper box, below the lower one
                    arrow |= {"connectionstyle": f"arc3,rad={0.8 * out}"}
                    start, end = (0.3, y + 0.17 * out), (-0.3, y + 0.17 * out)
                else:
                    start, end = (0, y + 0.17), (0, to - 0.17)
                axes.annotate("", end, start, arrowprops=arrow)
            axes.set(title=case, xlim=(-1, 1), ylim=(-0.75, 1.75))
            axes.title.set_fontsize(11)
            axes.axis("off")
    return Drawing(figure, rows)


def loop_as_described(data: pd.DataFrame) -> bool:
    """The right order confirms itself in every panel, the wrong one only in the last."""
    wrong = data[data["shown"] == "2 above 1"]["confirms itself"].tolist()
    return data[data["shown"] == "1 above 2"]["confirms itself"].all() and wrong == [False, False, True]


FLOOR = 1e-3
"""The smallest loss that the figure of wrong examinations can show, in per cent."""


def wrong_examination(rows: pd.DataFrame, settled: dict[str, dict[str, np.ndarray]]) -> Drawing:
    """Late loss by the examination that the policy was told, one panel per problem.

    `settled` holds by problem the losses at which counting settles without chance, one value per
    first list, in per cent.
    """
    names = ["the truth", *experiments.WRONG]
    policies = list(dict.fromkeys(rows["base"]))
    with style():
        figure, panels = plt.subplots(2, 1, figsize=(8.8, 8), sharex=True, sharey=True)
        for axes, (level, ends) in zip(panels, settled.items(), strict=True):
            for place, name in enumerate(names):
                low, high = np.maximum(np.quantile(ends[name], [0, 1]), FLOOR)
                label = "" if place else "without chance, PBM"
                axes.bar(place, high - low, 0.84, low, color=GREY, alpha=0.25, label=label)
            for number, policy in enumerate(policies):
                own = rows[(rows["base"] == policy) & rows["world"].str.endswith(level)]
                chosen = own.set_index("told").loc[names]
                places = np.arange(len(names)) + 0.15 * (number - (len(policies) - 1) / 2)
                mean, error = chosen["late loss"], 2 * chosen["late loss error"]
                axes.errorbar(
                    places,
                    mean.clip(lower=FLOOR),
                    yerr=[(mean.clip(lower=FLOOR) - (mean - error).clip(lower=FLOOR)).abs(), error],
                    fmt="o",
                    capsize=3,
                    label=policy,
                    color=look(policy)["color"],
                    mfc="white" if policy in CHOICE else None,
                )
            axes.set_xticks(range(len(names)), [name.replace(", ", ",\n") for name in names])
            axes.set(ylabel="late loss, %", title=f"{level} attractions", yscale="log", ylim=(FLOOR, 40))
            axes.yaxis.set_major_formatter("{x:g}")
        axes.set_xlabel("examination given to the policy")
        axes.legend(fontsize="x-small", title="mean ± 2 standard errors", title_fontsize="x-small")
    ends = pd.DataFrame(
        [
            {"base": "without chance", "world": f"PBM, {level}", "told": name, "first list": number}
            | {"late loss": loss}
            for level, by_name in settled.items()
            for name, losses in by_name.items()
            for number, loss in enumerate(losses)
        ]
    )
    return Drawing(figure, pd.concat([rows, ends], ignore_index=True))


def wrong_examination_as_described(data: pd.DataFrame) -> bool:
    """With the truth and half of it rescaled all lose little, with wrong ratios much.

    With half of it the three policies with a Bernoulli likelihood lose much on the high attractions.
    """
    played = data.dropna(subset="policy")
    worst = played.groupby("told")["late loss"].agg(["min", "max"])
    half = played[played["told"] == "half"].set_index(["base", "world"])["late loss"]
    hit = half[[(policy, "PBM, high") for policy in ("PBM-TS", "BC-MP-TS", "PBM-PIE")]]
    return (
        worst["max"][["the truth", "half, rescaled"]].max() < 0.2
        and worst["min"][["20% off", "flat", "steep"]].min() > 0.3
        and hit.min() > 1
        and half.drop(hit.index).max() < 0.2
    )


def matrix_as_described(data: pd.DataFrame) -> bool:
    """Three policies are among the best in most worlds of lists; the epoch policies lose much."""
    lists = data[~data["world"].str.contains("pair")]
    best = lists.sort_values("loss").groupby("world").head(3).groupby("policy").size()
    loss = data.set_index(["policy", "world"])["loss"]
    star = "Epoch-UCB*-UPB(maximiser of (50))"
    epochs = ("Epoch-UCB", "Epoch-UCB-sharp", "MNL-bandit", star)
    return (
        (best[["PBM-TS", "BC-MP-TS", "PBM-PIE"]] >= 5).all()
        and all(loss[name, "PBM, Yandex"] > 5 * loss["PBM-UCB", "PBM, Yandex"] for name in epochs)
        and min(loss[star, "PBM, Yandex"], loss[star, "PBM, high"]) > 10
    )


def curves_as_described(data: pd.DataFrame) -> bool:
    """MNL-bandit's regret is the largest under either click model."""
    return {last(curves).idxmax() for _, curves in data.groupby("world")} == {"MNL-bandit"}
