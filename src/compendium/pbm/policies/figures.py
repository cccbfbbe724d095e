"""The figures of the chapter on policies: the guarantees, C(κ), and hidden items."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt

from clickbandits.drawing import BLACK, BLUE, GREY, ORANGE, VERMILION, look
from clickbandits.pbm import index
from clickbandits.pbm.bounds import lower_bound
from clickbandits.pbm.confidence import ucb_index
from clickbandits.pbm.estimators import pooled
from clickbandits.pbm.model import problem
from compendium.figures import Drawing, style

from .posteriors import stuck_exponent
from .regret_bounds import (
    c_terms,
    largest_gap,
    positionwise_slope,
    sizes_of_b_and_d,
    theorem_9_constant,
    theorem_9_slope,
    theorem_11_c3,
    theorem_11_slope,
)


def traced_round(clicks, plays, examination, rounds, epsilon=0.01) -> Drawing:
    """Estimates, PBM-UCB's bounds and indices (7) of some items, and the last leader's estimate."""
    delta = (1 + epsilon) * math.log(rounds)
    counts = list(zip(clicks, plays, strict=True))
    data = pd.DataFrame(
        {
            "item": [f"item {number}" for number in range(1, len(counts) + 1)],
            "estimate": pooled(clicks, plays, examination),
            "bound of PBM-UCB": [ucb_index(s, n, examination, delta) for s, n in counts],
            "index of PBM-PIE": [index.upper(s, n, examination, delta) for s, n in counts],
        }
    )
    last_leader = data["estimate"].nlargest(len(examination)).min()
    place = np.arange(len(data))
    with style():
        figure, axes = plt.subplots(figsize=(7.2, 3.6))
        axes.axhline(last_leader, color=GREY, linestyle="--", label="the last leader's estimate")
        axes.plot(place, data["estimate"], "o", color=BLACK, markersize=8, label="estimate")
        for name, colour, shift in (("bound of PBM-UCB", BLUE, -0.08), ("index of PBM-PIE", ORANGE, 0.08)):
            axes.vlines(place + shift, data["estimate"], data[name], color=colour)
            axes.plot(place + shift, data[name], "^", color=colour, markersize=9, label=name)
        axes.set_xticks(place, data["item"])
        axes.set(ylabel="attraction", ylim=(0, 1), xlim=(-0.5, len(data) - 0.5))
        axes.grid(False, axis="x")
        axes.legend(loc="lower left", fontsize="small")
    return Drawing(figure, data)


def regret_bounds(attraction, examination, epsilon, eta) -> Drawing:
    """The guarantees of Theorems 9 and 11 up to a horizon, with the lower bound and no learning."""
    horizon = np.logspace(1, 13, 200)
    growth = np.log(horizon)
    most = float(largest_gap(attraction, examination))
    constant = theorem_9_constant(len(attraction), most, epsilon)
    sizes = sum(examination) * sum(sizes_of_b_and_d(len(attraction), examination, eta))
    sizes += sum(examination) * len(attraction) * float(theorem_11_c3(len(examination), epsilon))
    last = theorem_11_slope(attraction, examination, epsilon, eta)
    lines = {
        r"nothing learnt: $\Delta_{\max} T$": (most * horizon, {"color": GREY, "linestyle": "-"}),
        "Theorem 9 (PBM-UCB)": (
            constant + float(theorem_9_slope(attraction, examination, epsilon)) * growth,
            look("PBM-UCB"),
        ),
        "our proof of it": (
            constant + float(positionwise_slope(attraction, examination, epsilon)) * growth,
            look("PBM-UCB") | {"linestyle": "--"},
        ),
        "Theorem 11 (PBM-PIE) with $C_1$ and $C_3$": (sizes + last * growth, look("PBM-PIE")),
        "Theorem 11, its log T term alone": (last * growth, look("PBM-PIE") | {"linestyle": "--"}),
        "lower bound (6)·log T": (
            lower_bound(problem(attraction, examination)) * growth,
            {"color": BLACK, "linestyle": ":"},
        ),
    }
    with style():
        figure, axes = plt.subplots(figsize=(8, 4.8))
        for name, (values, drawn) in lines.items():
            axes.plot(horizon, values, label=name.replace("(6)·log T", r"$C\log T$"), **drawn)
        for name in list(lines)[1:4]:
            values, drawn = lines[name]
            useful = improves(horizon, values, most)
            axes.plot(useful, most * useful, "o", color=drawn["color"])
            words = f"{float(f'{useful:.2g}'):,.0f}"
            axes.annotate(
                words, (useful, most * useful), (6, -12), textcoords="offset points", fontsize="small"
            )
        axes.set(xscale="log", yscale="log", xlabel="horizon $T$", ylabel="regret at most")
        axes.set_ylim(1, 1e18)
        axes.legend(fontsize="small", loc="upper left")
    data = pd.DataFrame({name: values for name, (values, _) in lines.items()})
    return Drawing(figure, data.assign(horizon=horizon))


def improves(horizon, values, most) -> float:
    """The horizon from which a guarantee is below the loss of a policy that learns nothing."""
    return float(np.exp(np.interp(0, np.log(most * horizon / values), np.log(horizon))))


def c_kappa(examinations: dict) -> Drawing:
    """The two terms of C(l; κ) by l, for named examinations; the least sum is C(κ)."""
    rows = [
        (name, place, float(first), float(second))
        for name, examination in examinations.items()
        for place, (first, second) in enumerate(c_terms(examination), start=1)
    ]
    data = pd.DataFrame(rows, columns=["examination", "l", "whole list", "first l"])
    with style():
        figure, panels = plt.subplots(1, len(examinations), figsize=(10, 3.8), squeeze=False)
        for panel, (name, part) in zip(panels[0], data.groupby("examination", sort=False), strict=True):
            total = part["whole list"] + part["first l"]
            panel.bar(part["l"], part["whole list"], color=BLUE, label=r"$(\sum_j \kappa_j)^2 / l\kappa_L^2$")
            panel.bar(
                part["l"],
                part["first l"],
                bottom=part["whole list"],
                color=ORANGE,
                hatch="//",
                label=r"$(\sum_{j \leq l} \kappa_j)^2 / \kappa_L^2$",
            )
            panel.set(xlabel="$l$", ylim=(0, 1.25 * total.max()))
            panel.set_title(rf"{name}: $C(\kappa) = {total.min():.4g}$", fontsize="medium")
            panel.set_xticks(part["l"])
        panels[0, 0].set_ylabel(r"$C(l; \kappa)$")
        panels[0, -1].legend(fontsize="small")
    return Drawing(figure, data)


def hidden_items(problems: dict, examination) -> Drawing:
    """The exponent ρ by position for item L hidden behind item L + 1, by name."""
    n_positions = len(examination)
    rows = [
        (name, kind, position + 1, stuck_exponent(best, other, examination[position], exact))
        for name, attraction in problems.items()
        for best, other in [attraction[n_positions - 1 : n_positions + 1]]
        for kind, exact in (("BC-MP-TS", False), ("PBM-TS", True))
        for position in range(n_positions)
    ]
    data = pd.DataFrame(rows, columns=["problem", "policy", "position", "exponent"])
    with style():
        figure, panels = plt.subplots(1, len(problems), figsize=(9, 3.8), sharey=True)
        for panel, (name, part) in zip(panels, data.groupby("problem", sort=False), strict=True):
            for policy, line in part.groupby("policy", sort=False):
                panel.plot(line["position"], line["exponent"], marker="o", label=policy, **look(policy))
            panel.axhline(1, color=VERMILION, lw=1)
            panel.axhspan(0, 1, color=VERMILION, alpha=0.12, label=r"$\rho < 1$: loss grows")
            panel.set(xlabel="position", title=name, ylim=(0.5, math.ceil(data["exponent"].max())))
            panel.set_xticks(range(1, n_positions + 1))
            panel.legend(fontsize="small", loc="lower left")
        panels[0].set_ylabel(r"exponent $\rho$")
    return Drawing(figure, data)
