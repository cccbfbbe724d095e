"""The figures of the chapter across the models: the matrix, the curves, the wrong examination."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.colors import LogNorm

from clickbandits.drawing import BLACK, GREY, look
from clickbandits.experiments import Regret, run
from compendium.captions import last
from compendium.figures import Drawing, style

from . import experiments

SHORT = {experiments.UPB.id: "Epoch-UCB*-UPB"}
"""What a figure calls the policies whose ids hold their parameters."""
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
            dark = not np.isnan(loss) and scale(loss) > 0.55
            axes.text(j, i, text, ha="center", va="center", fontsize=8, color="white" if dark else BLACK)
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
    """Regret over the rounds on the low attractions; a row a law, a column a family."""
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


def wrong_examination(rows: pd.DataFrame, settled: dict[str, np.ndarray]) -> Drawing:
    """Loss in the late rounds by what the policy was told.

    `settled` holds where counting settles without chance, a value a first list, in per cent.
    """
    names = ["the truth", *experiments.WRONG]
    policies = list(dict.fromkeys(rows["base"]))
    with style():
        figure, axes = plt.subplots(figsize=(8, 4.8))
        for place, name in enumerate(names):
            low, middle, high = np.quantile(settled[name], [0, 0.5, 1])
            axes.bar(
                place,
                max(high - low, 0.05),
                0.8,
                low,
                color=GREY,
                alpha=0.25,
                label=None if place else "without chance, PBM: range over first lists",
            )
            axes.hlines(
                middle, place - 0.4, place + 0.4, color=GREY, ls="--", label="" if place else "its median"
            )
        for number, policy in enumerate(policies):
            chosen = rows[rows["base"] == policy].set_index("told").loc[names]
            places = np.arange(len(names)) + 0.15 * (number - (len(policies) - 1) / 2)
            axes.errorbar(
                places,
                chosen["late loss"],
                yerr=2 * chosen["late loss error"],
                fmt="o",
                capsize=3,
                label=policy,
                color=look(policy)["color"],
                mfc="white" if policy in CHOICE else None,
            )
        axes.set_xticks(range(len(names)), names)
        axes.set(ylabel="late loss, %", xlabel="what the policy was told", ylim=(0, None))
        axes.legend(fontsize="small", title="mean ± 2 standard errors", title_fontsize="small")
    ends = pd.DataFrame(
        [
            {"base": "without chance", "told": name, "first list": number, "late loss": loss}
            for name, losses in settled.items()
            for number, loss in enumerate(losses)
        ]
    )
    return Drawing(figure, pd.concat([rows, ends], ignore_index=True))


def wrong_examination_as_described(data: pd.DataFrame) -> bool:
    """If told the truth or half of it, all policies lose little; otherwise much."""
    worst = data.dropna(subset="policy").groupby("told")["late loss"].agg(["min", "max"])
    return worst["max"][["the truth", "half of it"]].max() < 0.2 < worst["min"][["flat", "steep"]].min()


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
