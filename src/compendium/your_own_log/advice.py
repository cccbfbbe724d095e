"""Compare the ranking advised from a log with the system that wrote the log.

Ten items of a query have attractions from 0.3 down to 0.03; a page has four positions. The system
shows the items of largest log(attraction + 0.02) times its favour, plus noise. Without favour the order is
random, and with a strong favour it is close to the best one.

The first designs have users as the position-based model describes them. In the others users stop at
their first click (the cascade model), attractions move evenly from one order of the items to another
while the log is written, or users trust the upper positions and click there without regard to the item.
"""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from clicklogs import best_ranking, fit_log, from_frame, value
from clicklogs.fit import LogFit
from compendium.figures import Drawing, style

FOUR_EXAMINATIONS = np.array([1.0, 0.6, 0.35, 0.2])

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
"""Queries, pages in all and favour, for logs from the position-based model."""

OTHERS = tuple(
    (*design, users)
    for users in ("stop at a click", "change", "trust")
    for design in ((1, 2000, "none"), (1, 2000, "strong"), (40, 4000, "strong"))
)
"""The same and the kind of users, for logs from other models."""

TRUST = 0.1
"""The share of trusting clicks per unit of examination."""

LOGS = {"quick": 6, "paper": 100}
"""Logs of each design."""

ASKED = 5
"""The largest number of queries of a log whose ranking is judged."""

SEED = 31


def clicks_of(chance, users) -> np.ndarray:
    """Expected clicks of pages by the attractions they show."""
    if users == "stop at a click":
        return 1 - np.prod(1 - chance, axis=-1)
    seen = FOUR_EXAMINATIONS[: chance.shape[-1]]
    trusted = TRUST * seen * (users == "trust")
    return ((trusted + (1 - trusted) * chance) * seen).sum(axis=-1)


def drawn(queries, pages, favour, rng, users="") -> tuple[LogFit, np.ndarray, np.ndarray]:
    """The fit of one log; the attractions at its end, by query and item; true clicks per page."""
    theta = np.stack([rng.permutation(ATTRACTION) for _ in range(queries)])
    later = np.stack([rng.permutation(row) for row in theta]) if users == "change" else theta
    query = rng.integers(queries, size=pages)
    liking = FAVOURS[favour] * np.log(theta + 0.02)
    noise = rng.gumbel(size=(pages, ATTRACTION.size))
    shown = np.argsort(-(noise + liking[query]), axis=1)[:, : FOUR_EXAMINATIONS.size]
    time = np.linspace(0, 1, pages)[:, None]
    liked, then = (table[query[:, None], shown] for table in (theta, later))
    liked = (1 - time) * liked + time * then
    trusted = TRUST * FOUR_EXAMINATIONS * (users == "trust")
    chance = (trusted + (1 - trusted) * liked) * (1.0 if users == "stop at a click" else FOUR_EXAMINATIONS)
    click = rng.random(chance.shape) < chance
    if users == "stop at a click":
        click &= np.cumsum(click, axis=1) == 1
    columns = {
        "query": np.repeat(query, FOUR_EXAMINATIONS.size),
        "item_id": shown.ravel(),
        "position": np.tile(np.arange(FOUR_EXAMINATIONS.size) + 1, pages),
        "click": click.ravel(),
    }
    fit = fit_log(from_frame(pd.DataFrame(columns), query="query"))
    earned = np.bincount(query, clicks_of(then, users)) / np.bincount(query)
    return fit, later, earned


def judge(fit: LogFit, theta, earned, query, users="") -> dict[str, float]:
    """The true value and the estimate of the advised ranking and of two others."""
    pairs = fit.pairs.of_query(query)
    items = fit.pairs.items[fit.pairs.item[pairs]]
    displays = fit.items()["plays"].to_numpy()[pairs]
    size = FOUR_EXAMINATIONS.size

    def true(ranking):
        return float(clicks_of(theta[np.array(ranking, int)], users))

    def holds(estimate, ranking):
        withheld = np.isnan(estimate.low)
        return np.nan if withheld else float(estimate.low <= true(ranking) <= estimate.high)

    advised = best_ranking(fit, query)
    by_mean = items[np.argsort(-fit.attraction[pairs], kind="stable")][:size]
    rare = items[np.argsort(displays, kind="stable")][:size]
    return {
        "logged": earned,
        "advised": true(advised),
        "told": advised.worth.clicks,
        "held": holds(advised.worth, advised),
        "withheld": np.isnan(advised.worth.low),
        "falsely sure": advised.worth.low > advised.logged.high and true(advised) < earned,
        "by mean": true(by_mean),
        "told by mean": float(np.sort(fit.attraction[pairs])[::-1][:size] @ fit.examination[:size]),
        "held rare": holds(value(fit, rare, query), rare),
    }


def trial(profile="quick") -> pd.DataFrame:
    """The value of the advice in every design.

    Returns
    -------
    pandas.DataFrame
        One row per design, with columns queries, pages, favour, users ("" if they follow the
        model), logs; the means of logged (true clicks
        per page of the system), advised (of the advised ranking), told (the estimate of
        `best_ranking`), by mean and told by mean (the ranking by posterior means, and the sum over its
        positions that one reads off the fit); gain, gain error, gain by mean, gain by mean error
        (over the system, with standard errors over logs); held, held error (the share of the
        intervals that contain the truth), withheld (the share of advice without an interval), falsely
        sure (of advice whose interval is above the system's, although it is worse), and held rare
        (of the four items that were shown least).
    """
    rows = []
    designs = [*((*design, "") for design in DESIGNS), *OTHERS]
    for number, (queries, pages, favour, users) in enumerate(designs):
        logs = []
        for log in range(LOGS[profile]):
            rng = np.random.default_rng([SEED, number, log])
            fit, theta, earned = drawn(queries, pages, favour, rng, users)
            asked = range(min(queries, ASKED))
            logs.append(
                pd.DataFrame([judge(fit, theta[q], earned[q], str(q), users) for q in asked])
                .astype(float)
                .mean()
            )
        table = pd.DataFrame(logs)
        row = {"queries": queries, "pages": pages, "favour": favour, "users": users, "logs": len(table)}
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
        labels = ("by lower bounds", "by posterior means")
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
        right.set_xlabel("estimated clicks above the true ones, %")
        for axes in (left, right):
            axes.axvline(0, color="black", linewidth=1)
        figure.legend(*left.get_legend_handles_labels(), loc="outside upper center", ncols=2)
    return Drawing(figure, designs)


def others(designs: pd.DataFrame) -> pd.DataFrame:
    """The designs whose users do not follow the model, as a table for a page."""
    columns = {
        "users": "users",
        "queries": "queries",
        "favour": "favour",
        "gain": "gain",
        "gain error": "±",
        "withheld": "without an interval, %",
        "held": "of the others, intervals that hold, %",
        "falsely sure": "falsely sure, %",
    }
    shown = designs[designs["users"] != ""][list(columns)]
    shares = ["withheld", "held", "falsely sure"]
    shown = shown.assign(**(100 * shown[shares]).round(0), **shown[["gain", "gain error"]].round(3))
    shown = shown.rename(columns=columns).astype(object)
    return shown.where(shown.notna(), "–")
