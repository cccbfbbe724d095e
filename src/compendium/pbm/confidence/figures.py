"""The figures of the chapter on confidence bounds: the index (7) and the coverage of the bounds."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt

from clickbandits.drawing import BLACK, BLUE, GREEN, GREY, ORANGE, VERMILION
from clickbandits.pbm.confidence import divergence, least_divergence, ucb_index
from clickbandits.pbm.index import upper
from compendium.figures import Drawing, style


def shrinking_bounds(attraction, examination, delta) -> Drawing:
    """Both upper bounds of an item shown equally often at every position, with the expected clicks."""
    scales = np.array(examination)
    rows = []
    for n in np.unique(np.geomspace(10, 3000, 60).round()):
        plays = np.full(scales.size, n / scales.size)
        clicks = plays * scales * attraction
        rows.append((n, ucb_index(clicks, plays, scales, delta), upper(clicks, plays, scales, delta)))
    data = pd.DataFrame(rows, columns=["displays", "bound of PBM-UCB", "index of PBM-PIE"])
    with style():
        figure, axes = plt.subplots(figsize=(7.2, 3.4))
        looks = (("bound of PBM-UCB", BLUE, "-"), ("index of PBM-PIE", ORANGE, "--"))
        for name, colour, dashes in looks:
            axes.plot(data["displays"], data[name], dashes, color=colour, label=name)
        axes.axhline(attraction, color=BLACK, linestyle=":", label="attraction")
        axes.set(xscale="log", xlabel="displays of the item", ylabel="upper bound")
        axes.legend()
    return Drawing(figure, data)


def index_7(clicks, plays, examination, delta) -> Drawing:
    """Φ for two tables of counts, one of which leaves the set in (7) empty.

    `clicks` and `plays` hold one table per panel.
    """
    q = np.linspace(0.005, 0.999, 400)
    rows = []
    with style():
        figure, panels = plt.subplots(1, 2, figsize=(10, 4.2), sharey=True)
        for panel, s, n in zip(panels, clicks, plays, strict=True):
            values = np.array([divergence(x, s, n, examination) for x in q])
            left, least = least_divergence(s, n, examination)
            panel.plot(q, values, color=BLUE, label=r"$\Phi(q)$")
            panel.axhline(delta, color=BLACK, ls=":", label=rf"$\delta = {delta:g}$")
            inside = (values <= delta) & (q >= left)
            panel.fill_between(q, 0, delta, where=inside, color=BLUE, alpha=0.2)
            panel.axvline(left, color=GREY, ls="--", label=r"arg min of $\Phi$")
            pooled = sum(s) / float(np.dot(n, examination))
            panel.axvline(pooled, color=GREEN, ls="-.", label=r"pooled estimate $\hat\theta$")
            hoeffding = ucb_index(s, n, examination, delta)
            if hoeffding <= 1:
                panel.axvline(hoeffding, color=VERMILION, label="PBM-UCB's bound")
            if least <= delta:
                index = upper(s, n, examination, delta)
                panel.plot([index], [delta], "o", color=BLUE, label="index of PBM-PIE")
            panel.set(ylim=(0, 4 * delta), xlabel="$q$")
            panel.set_title(f"clicks {s} of plays {n}", fontsize="medium")
            panel.legend(fontsize="small", loc="upper center" if least <= delta else "lower left")
            rows.append(pd.DataFrame({"clicks": str(s), "plays": str(n), "q": q, "phi": values}))
        panels[0].set_ylabel(r"divergence $\Phi(q)$")
    return Drawing(figure, pd.concat(rows))


def coverage(data: pd.DataFrame) -> Drawing:
    """Exact probabilities of a miss beside their guarantees, from `coverage.coverage_table`."""
    looks = {
        "guarantee": {"color": VERMILION, "linestyle": "--"},
        "worst learner, exact": {"color": BLUE, "linestyle": "-"},
        "plays fixed in advance, exact": {"color": GREEN, "linestyle": "-."},
    }
    with style():
        figure, panels = plt.subplots(1, 2, figsize=(10, 4.4))
        for panel, (bound, part) in zip(panels, data.groupby("bound", sort=False), strict=True):
            for kind, line in part.groupby("kind", sort=False):
                panel.plot(line["delta"], line["chance"], label=kind, **looks[kind])
            panel.axhline(1, color=GREY, lw=1)
            panel.set(yscale="log", xlabel=r"level $\delta$")
            name = bound.replace("Index (7)", "PBM-PIE")
            panel.set_title(f"{name}, t = {part['t'].iloc[0]}", fontsize="medium")
        broken = data[(data["bound"] == "PBM-UCB (Proposition 8)")].pivot(
            index="delta", columns="kind", values="chance"
        )
        fails = broken["worst learner, exact"] > broken["guarantee"]
        panels[0].set_xscale("log")
        panels[0].axvspan(
            broken.index.min(), broken.index[fails].max(), color=ORANGE, alpha=0.3, label="guarantee fails"
        )
        panels[0].set_ylabel("chance that the bound misses")
        for panel in panels:
            panel.legend(fontsize="small", loc="lower left")
    return Drawing(figure, data)


def shrinking_bounds_as_described(data: pd.DataFrame) -> bool:
    """The sharper bound is always lower; after 102 displays the two are 0.65 and 0.68."""
    loose, sharp = data.iloc[:, 1], data.iloc[:, 2]
    values = [np.interp(102, data["displays"], bound) for bound in (sharp, loose)]
    return (sharp < loose).all() and np.allclose(values, (0.65, 0.68), atol=0.006)
