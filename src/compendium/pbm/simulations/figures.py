"""The figures of the chapter on simulations: Figures 1a, 1b and 2, and the effects of our choices."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt

from clickbandits.drawing import BLACK, BLUE, CYCLE, GREY, ORANGE, look, regret_curves
from clickbandits.experiments import Regret
from clickbandits.pbm.bounds import lower_bound
from compendium.captions import close, last, rising
from compendium.figures import Drawing, name_policies, style


def _draw_bound(axes, rounds, constant):
    """The curve C log t, with the constant C of equation (6)."""
    axes.plot(rounds, constant * np.log(rounds), color=BLACK, ls=":", lw=2, label=r"lower bound $C\log t$")


def moments(game: pd.DataFrame) -> Drawing:
    """A strip of moments of one game from `race.race`: one row per policy, one panel per moment."""
    policies, rounds = game["policy"].unique(), game["rounds"].unique()
    with style():
        size = (9, 2.3 * len(policies) + 0.4)
        figure, panels = plt.subplots(
            len(policies), len(rounds), figsize=size, sharex=True, sharey=True, squeeze=False
        )
        for row, policy in zip(panels, policies, strict=True):
            for panel, moment in zip(row, rounds, strict=True):
                part = game[(game["policy"] == policy) & (game["rounds"] == moment)]
                shares = part.pivot(index="position", columns="item", values="share")
                panel.imshow(shares, cmap="Blues", vmin=0, vmax=1, aspect="auto")
                for place in range(len(shares)):  # where the best list has its items
                    panel.add_patch(
                        plt.Rectangle((place - 0.5, place - 0.5), 1, 1, fill=False, ec=ORANGE, lw=2)
                    )
                panel.set_title(f"{moment:,} rounds: {part['lost'].iloc[0]:.0f} lost", fontsize=10)
                panel.grid(False)
                panel.set_xticks(range(shares.shape[1]), shares.columns)
                panel.set_yticks(range(shares.shape[0]), shares.index)
            row[0].set_ylabel(f"{policy}\nposition")
        for panel in panels[-1]:
            panel.set_xlabel("item")
    return Drawing(figure, game)


def figure_1a(regret: Regret) -> Drawing:
    """Mean regret with deciles, and the last decile alone on logarithmic axes."""
    with style():
        figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.2))
        regret_curves(left, regret, band="deciles")
        left.set_xscale("log")
        for policy in regret.values:
            tail = regret.quantile(policy, 0.99)
            right.plot(regret.rounds[20:], tail[20:], label=policy, **look(policy))
        right.set(xscale="log", yscale="log", xlabel="round $t$", ylabel="99th percentile of the regret")
        right.legend()
    return Drawing(figure, regret.frame())


def figure_1b(regret: Regret) -> Drawing:
    """Mean regret against log t, with the lower bound."""
    constant = lower_bound(regret.experiment.problems[0])
    with style():
        figure, axes = plt.subplots(figsize=(8, 5))
        _draw_bound(axes, regret.rounds, constant)
        regret_curves(axes, regret)
        axes.set_xscale("log")
        axes.set_ylim(0, 1.1 * max(regret.mean(policy)[-1] for policy in regret.values))
    return Drawing(figure, regret.frame().assign(bound=constant))


def figure_2(regret: Regret) -> Drawing:
    """Mean regret on the queries, one drawn per run."""
    constant = np.mean([lower_bound(problem) for problem in regret.experiment.problems])
    with style():
        figure, axes = plt.subplots(figsize=(8, 5))
        _draw_bound(axes, regret.rounds, constant)
        regret_curves(axes, regret)
        axes.set_xscale("log")
    return Drawing(figure, regret.frame().assign(bound=constant))


def exploration_rates(regret: Regret) -> Drawing:
    """PBM-UCB on the left, PBM-PIE on the right, one line per exploration rate."""
    constant = lower_bound(regret.experiment.problems[0])
    with style():
        figure, panels = plt.subplots(1, 2, figsize=(10, 4.2))
        for axes, name in zip(panels, ("PBM-UCB", "PBM-PIE"), strict=True):
            _draw_bound(axes, regret.rounds, constant)
            ours = [policy for policy in regret.values if policy.startswith(name)]
            looks = {name: {"color": colour} for name, colour in zip(ours, CYCLE, strict=False)}
            regret_curves(axes, regret, policies=ours, looks=looks.__getitem__)
            name_policies(axes)
            axes.set_xscale("log")
    return Drawing(figure, regret.frame())


def exploration_position(counts: pd.DataFrame) -> Drawing:
    """Information on every suboptimal item by position, one panel per policy.

    `counts` is the table of `studies.exploration_counts`.
    """
    with style():
        policies = list(dict.fromkeys(counts["policy"]))
        figure, panels = plt.subplots(1, len(policies), figsize=(10, 4.4), sharey=True)
        for axes, policy in zip(panels, policies, strict=True):
            ours = counts[counts["policy"] == policy]
            items = sorted(set(ours["item"]))
            for place, (position, rows) in enumerate(ours.groupby("position")):
                x = np.arange(len(items)) + 0.25 * (place - 1)
                axes.bar(
                    x,
                    rows["information"],
                    0.22,
                    yerr=2 * rows["standard error"],
                    capsize=2,
                    color=CYCLE[place],
                    label=f"position {position}",
                )
                axes.hlines(rows["asked"], x - 0.11, x + 0.11, color=BLACK, lw=2)
            axes.set_xticks(range(len(items)), [f"item {item}" for item in items])
            axes.set_title(policy)
        panels[0].set_ylabel(r"$N_{k,l}\, d(\kappa_l\theta_k, \kappa_l\theta_L)\,/\,\log T$")
        panels[0].legend(
            loc="center",
            title="bars: ± 2 standard errors\nblack: the plan of Theorem 6",
            fontsize="small",
            title_fontsize="small",
        )
    return Drawing(figure, counts)


def long_horizons(table: pd.DataFrame) -> Drawing:
    """Regret of PBM-PIE against its horizon, one panel per problem, with the two constants."""
    titles = {
        "1b": "problem of Figure 1b: the last position is optimal",
        "1a": "problem of Figure 1a: another position is optimal",
    }
    with style():
        figure, panels = plt.subplots(1, 2, figsize=(11, 4.6))
        for axes, (panel, title) in zip(panels, titles.items(), strict=True):
            ours = table[table["panel"] == panel]
            rounds = np.unique(ours["horizon"]).astype(float)
            _draw_bound(axes, rounds, ours["lower bound"].iloc[0])
            if panel == "1a":
                axes.plot(
                    rounds,
                    ours["last position"].iloc[0] * np.log(rounds),
                    color=GREY,
                    label="Theorem 11's constant·log T",
                )
            for policy, rows in ours.groupby("policy", sort=False):
                axes.errorbar(
                    rows["horizon"],
                    rows["mean"],
                    yerr=2 * rows["standard error"],
                    marker="o",
                    ms=4,
                    capsize=3,
                    label=policy,
                    **look(policy),
                )
            axes.set(xscale="log", xlabel="horizon $T$", ylabel="regret (expected clicks)", title=title)
            axes.legend(fontsize="small", title="± 2 standard errors", title_fontsize="small")
    return Drawing(figure, table)


def number_of_positions(table: pd.DataFrame) -> Drawing:
    """Final regret of PBM-UCB and RBA-KL-UCB against L, one panel per decay of κ."""
    with style():
        figure, panels = plt.subplots(1, 2, figsize=(10, 4.2), sharey=True)
        for axes, (decay, ours) in zip(panels, table.groupby("decay"), strict=True):
            for policy, rows in ours.groupby("policy", sort=False):
                axes.errorbar(
                    rows["positions"],
                    rows["mean"],
                    yerr=2 * rows["standard error"],
                    capsize=3,
                    marker="o",
                    label=policy,
                    **look(policy),
                )
            axes.set(
                xlabel="number of positions $L$",
                ylabel="regret at the horizon",
                title=rf"$\kappa_l = 0.9 \cdot {decay:g}^{{\,l-1}}$",
                xticks=sorted(set(table["positions"])),
                ylim=(0, None),
            )
            axes.legend(title="± 2 standard errors")
    return Drawing(figure, table)


def examination_errors(regret: Regret) -> Drawing:
    """Regret of policies that use a wrong examination vector."""
    dashes = dict(zip(regret.values, 3 * ("-", "--", ":"), strict=True))
    with style():
        figure, axes = plt.subplots(figsize=(8, 5))
        regret_curves(axes, regret, looks=lambda policy: look(policy) | {"linestyle": dashes[policy]})
        name_policies(axes)
        axes.set_xscale("log")
    return Drawing(figure, regret.frame())


def stretches(games: pd.DataFrame) -> Drawing:
    """The bounds of a posterior around a barrier, and the steps of games from `stretches.courses`.

    The posterior is that of 250 clicks in 1,000 plays at a position that is always examined.
    """
    clicks, failures, ahead, barrier = 250, 750, 100, 0.215
    q = np.linspace(0.18, 0.29, 221)

    def rise(q, failures):
        return clicks * np.log(q / barrier) + failures * np.log((1 - q) / (1 - barrier))

    slope = clicks / barrier - (failures + ahead) / (1 - barrier)
    knots = np.maximum(0.2278 + 0.0126 * np.arange(-2, 3), barrier)
    secants = np.interp(q, knots, rise(knots, failures + ahead), left=np.nan, right=np.nan)
    curves = {
        "posterior now": rise(q, failures),
        f"after {ahead} failures": rise(q, failures + ahead),
        "tangent": np.where(q <= barrier, slope * (q - barrier), np.nan),
        "secants": secants,
    }
    looks = ((BLUE, "-"), (ORANGE, "-"), (BLACK, "--"), (BLACK, ":"))
    with style():
        figure, (left, right) = plt.subplots(1, 2, figsize=(10.5, 4.2))
        for (name, curve), (colour, dash) in zip(curves.items(), looks, strict=True):
            left.plot(q, np.exp(curve), color=colour, ls=dash, label=name)
        left.axvline(barrier, color=GREY, lw=1)
        left.set(yscale="log", ylim=(1e-3, 1e4), xlabel="attraction $q$", ylabel="density over that at $b$")
        left.set_title("a leader's posterior and its barrier $b$")
        left.legend(loc="upper left", fontsize="small")
        for policy, rows in games.groupby("policy", sort=False):
            right.plot(rows["rounds"], rows["steps"], label=policy, **look(policy))
        rounds = np.unique(games["rounds"])
        right.plot(rounds, rounds, color=GREY, lw=1, label="round by round")
        right.set(xscale="log", yscale="log", xlabel="round $t$", ylabel="steps")
        right.set_title("steps of one game")
        right.legend(fontsize="small")
    bounds = pd.DataFrame({"attraction": q} | {name: np.exp(curve) for name, curve in curves.items()})
    return Drawing(figure, pd.concat([games, bounds], ignore_index=True))


def stretches_as_described(data: pd.DataFrame) -> bool:
    """Bounds enclose the density, and the two Thompson samplings end with the fewest steps."""
    games, bounds = data[data["policy"].notna()], data[data["policy"].isna()]
    steps = games.groupby("policy")["steps"].last()
    ahead = bounds["after 100 failures"]
    return (
        not (bounds["tangent"] < ahead * (1 - 1e-9)).any()
        and not (bounds["secants"] > ahead * (1 + 1e-9)).any()
        and steps[["PBM-TS", "BC-MP-TS"]].max() < steps[["PBM-UCB", "RBA-KL-UCB"]].min()
        and steps["PBM-TS"] < 1e-2 * games["rounds"].max()
    )


def figure_1b_as_described(data: pd.DataFrame) -> bool:
    """PBM-UCB and RBA-KL-UCB end highest; PBM-TS is below the bound, and PBM-PIE above it."""
    end = last(data)
    return (
        end[["PBM-UCB", "RBA-KL-UCB"]].min() > end["PBM-PIE"]
        and end["PBM-TS"] < 5.5919 * np.log(1e5) < end["PBM-PIE"]
    )


def figure_2_as_described(data: pd.DataFrame) -> bool:
    """RBA-KL-UCB ends below PBM-UCB, and PBM-PIE and PBM-TS far below both."""
    end = last(data)
    return 2 * end[["PBM-PIE", "PBM-TS"]].max() < end["RBA-KL-UCB"] < end["PBM-UCB"]


def number_of_positions_as_described(data: pd.DataFrame) -> bool:
    """RBA-KL-UCB is below with decay 0.5; with decay 0.8 PBM-UCB is below from three positions on."""
    mean = data.set_index(["policy", "decay", "positions"])["mean"]
    rival, ucb = mean["RBA-KL-UCB"], mean["PBM-UCB"]
    return (rival < ucb)[0.5].all() and (ucb < rival)[0.8].drop(1).all()


def examination_errors_as_described(data: pd.DataFrame) -> bool:
    """An error of five per cent is hardly visible."""
    end = last(data)
    names = ("PBM-UCB", "PBM-PIE", "PBM-TS")
    return all(close(end[f"{name}(kappa error=0.05)"], end[name], 0.1) for name in names)


def exploration_rates_as_described(data: pd.DataFrame) -> bool:
    """Larger rates cost more, and log t costs less than log T."""
    end = last(data)
    pie = ("PBM-PIE(log_of=t)", "PBM-PIE", "PBM-PIE(epsilon=0.1)", "PBM-PIE(epsilon=1.0)")
    return rising(*end[list(pie)]) and rising(
        *end[["PBM-UCB", "PBM-UCB(epsilon=0.1)", "PBM-UCB(epsilon=1.0)"]]
    )


def long_horizons_as_described(data: pd.DataFrame) -> bool:
    """The adaptive variant starts above PBM-PIE and ends below it; the attaining one stays above."""
    mean = data[data["panel"] == "1a"].pivot_table("mean", "horizon", "policy")
    ahead = mean["PBM-PIE-ADAPTIVE"] - mean["PBM-PIE"]
    return ahead.iloc[-1] < 0 < ahead.iloc[0] and (mean["PBM-PIE-ATTAINING"] > 1.5 * mean["PBM-PIE"]).all()


def exploration_position_as_described(data: pd.DataFrame) -> bool:
    """PBM-PIE explores items 4 and 5 at position 3, the adaptive variant mostly at position 1."""
    share = data.set_index(["policy", "item", "position"])["information"]
    pie, adaptive = share["PBM-PIE"], share["PBM-PIE-ADAPTIVE"]
    return all(
        pie[item].idxmax() == 3 and pie[item].max() > 0.9 * pie[item].sum() and adaptive[item].idxmax() == 1
        for item in (4, 5)
    )
