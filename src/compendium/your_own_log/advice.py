"""Whether the ranking that a log advises is better than the system that wrote the log.

Ten items of a query have attractions from 0.3 down to 0.03; a page has four positions. The system
shows the items of largest log(attraction + 0.02) times its favour, plus noise: without favour it
shows anything, with a strong one it knows the best items nearly.
"""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from clicklogs import best_ranking, fit_log, from_frame, value
from clicklogs.fit import LogFit
from compendium.figures import Drawing, style

EXAMINATION = np.array([1.0, 0.6, 0.35, 0.2])

ATTRACTION = np.linspace(0.3, 0.03, 10)

FAVOURS = {"none": 0.0, "some": 1.5, "strong": 3.75}

DESIGNS = (
    (1, 2000, "none"),
    (1, 300, "none"),
    (1, 300, "some"),
    (1, 300, "strong"),
    (1, 2000, "strong"),
    (40, 4000, "none"),
    (40, 4000, "some"),
    (40, 4000, "strong"),
)
"""Queries, pages in all, favour."""

LOGS = {"quick": 6, "paper": 100}
"""Logs of each design."""

ASKED = 5
"""Queries of a log whose ranking is judged, at most."""

SEED = 31


def drawn(queries, pages, favour, rng) -> tuple[LogFit, np.ndarray, np.ndarray]:
    """The fit of one log; the attractions, by query and item; true clicks per page, by query."""
    theta = np.stack([rng.permutation(ATTRACTION) for _ in range(queries)])
    query = rng.integers(queries, size=pages)
    liking = FAVOURS[favour] * np.log(theta + 0.02)
    noise = rng.gumbel(size=(pages, ATTRACTION.size))
    shown = np.argsort(-(noise + liking[query]), axis=1)[:, : EXAMINATION.size]
    chance = theta[query[:, None], shown] * EXAMINATION
    columns = {
        "query": np.repeat(query, EXAMINATION.size),
        "item_id": shown.ravel(),
        "position": np.tile(np.arange(EXAMINATION.size) + 1, pages),
        "click": (rng.random(chance.shape) < chance).ravel(),
    }
    fit = fit_log(from_frame(pd.DataFrame(columns), query="query"))
    earned = np.bincount(query, chance.sum(axis=1)) / np.bincount(query)
    return fit, theta, earned


def judge(fit: LogFit, theta, earned, query) -> dict[str, float]:
    """The true value and the estimate of the advised ranking and of two others."""
    pairs = fit.pairs.of_query(query)
    items = fit.pairs.items[fit.pairs.item[pairs]]
    displays = fit.items()["plays"].to_numpy()[pairs]
    size = EXAMINATION.size

    def true(ranking):
        return float(theta[np.array(ranking, int)] @ EXAMINATION[: len(ranking)])

    def holds(estimate, ranking):
        return estimate.low <= true(ranking) <= estimate.high

    advised = best_ranking(fit, query)
    by_mean = items[np.argsort(-fit.attraction[pairs], kind="stable")][:size]
    rare = items[np.argsort(displays, kind="stable")][:size]
    return {
        "logged": earned,
        "advised": true(advised),
        "told": advised.worth.clicks,
        "held": holds(advised.worth, advised),
        "by mean": true(by_mean),
        "told by mean": float(np.sort(fit.attraction[pairs])[::-1][:size] @ fit.examination[:size]),
        "held rare": holds(value(fit, rare, query), rare),
    }


def trial(profile="quick") -> pd.DataFrame:
    """The value of the advice in every design.

    Returns
    -------
    pandas.DataFrame
        A row a design, with columns queries, pages, favour, logs; the means of logged (true clicks
        per page of the system), advised (of the advised ranking), told (what `best_ranking` says of
        it), by mean and told by mean (the ranking by posterior means, and the sum over its
        positions that one reads off the fit); gain, gain error, gain by mean, gain by mean error
        (over the system, with standard errors over logs); held, held error (the share of the
        intervals that hold the truth), and held rare (of the four items that were shown least).
    """
    rows = []
    for number, (queries, pages, favour) in enumerate(DESIGNS):
        logs = []
        for log in range(LOGS[profile]):
            fit, theta, earned = drawn(queries, pages, favour, np.random.default_rng([SEED, number, log]))
            asked = range(min(queries, ASKED))
            logs.append(
                pd.DataFrame([judge(fit, theta[q], earned[q], str(q)) for q in asked]).astype(float).mean()
            )
        table = pd.DataFrame(logs)
        row = {"queries": queries, "pages": pages, "favour": favour, "logs": len(table)}
        row |= table.mean().to_dict()
        for ranking, gain in (("advised", "gain"), ("by mean", "gain by mean")):
            gains = table[ranking] - table["logged"]
            row |= {gain: gains.mean(), f"{gain} error": gains.sem()}
        rows.append(row | {"held error": table["held"].sem()})
    return pd.DataFrame(rows)


def picture(designs: pd.DataFrame) -> Drawing:
    """Gains over the system that wrote the log, and their estimates."""
    names = [
        f"{row.queries} × {row.pages // row.queries:,} pages, {row.favour}" for row in designs.itertuples()
    ]
    place = np.arange(len(designs))[::-1]
    with style():
        figure, (left, right) = plt.subplots(1, 2, figsize=(10.5, 4.6), sharey=True)
        kinds = (("advised", "gain", "told", "o"), ("by mean", "gain by mean", "told by mean", "s"))
        labels = ("by what the log supports", "by posterior mean")
        for shift, label, (true, gain, estimate, marker) in zip((0.14, -0.14), labels, kinds, strict=True):
            left.errorbar(
                designs[gain],
                place + shift,
                xerr=2 * designs[f"{gain} error"],
                fmt=marker,
                capsize=3,
                label=label,
            )
            right.plot(100 * (designs[estimate] / designs[true] - 1), place + shift, marker, label=label)
        left.set_yticks(place, names)
        left.set_xlabel("clicks per page above the system's, ± 2 standard errors")
        right.set_xlabel("told clicks above the true ones, %")
        for axes in (left, right):
            axes.axvline(0, color="black", linewidth=1)
        figure.legend(*left.get_legend_handles_labels(), loc="outside upper center", ncols=2)
    return Drawing(figure, designs)
