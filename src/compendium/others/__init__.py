"""Public programs of others beside ours, on the same problem.

`runs.csv` holds what their programs gave: they were run outside of this project by
`tools/others.py`, at the commits that stand there, and nothing of their code is here.
"""

from __future__ import annotations

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from clickbandits import BC_MP_TS, PBM_PIE, PBM_TS, PBM_UCB, TOP_RANK, mnl, pbm, play
from clickbandits.mnl.top_rank import top_rank
from compendium.figures import Drawing, style

FIGURE_1B = (0.45, 0.35, 0.25, 0.15, 0.05), (0.9, 0.6, 0.3)
"""The problem of Lagrée et al. (2016), Figure 1(b)."""

RUNS = Path(__file__).with_name("runs.csv")

OURS = {
    "PBM-UCB": (pbm.MODEL, PBM_UCB),
    "PBM-TS": (pbm.MODEL, PBM_TS),
    "BC-MP-TS": (pbm.MODEL, BC_MP_TS),
    "PBM-PIE": (pbm.MODEL, PBM_PIE),
    "TopRank": (mnl.MODEL, TOP_RANK),
    "TopRank(delta=0.01)": (mnl.MODEL, top_rank(delta=0.01)),
}
"""By the name in `runs.csv`: the click model and our policy."""

REPLICATIONS = {"quick": 100, "paper": 2000}

SEED = 33


def theirs() -> pd.DataFrame:
    """What they gave: policy, address, commit, horizon, runs, regret, error, seconds a game."""
    return pd.read_csv(RUNS)


def compared(profile="quick") -> pd.DataFrame:
    """Their regret at the horizon beside ours.

    Returns
    -------
    pandas.DataFrame
        The columns of `theirs`, and ours, our error (the standard errors of the means), and
        difference (ours less theirs, in standard errors of the difference).
    """
    found = theirs()
    ours = []
    for row in found.itertuples():
        model, policy = OURS[row.policy]
        problem = model.problem(*FIGURE_1B)
        runs = REPLICATIONS[profile]
        regret = play(model, problem, policy, horizon=row.horizon, replications=runs, seed=SEED)
        ours.append((regret.mean(policy.id)[-1], regret.standard_error(policy.id)[-1]))
    found["ours"], found["our error"] = np.transpose(ours)
    noise = np.hypot(found["error"], found["our error"])
    return found.assign(difference=(found["ours"] - found["regret"]) / noise)


def said(policy: str) -> str:
    """A policy's name for people."""
    return policy.replace("(delta=0.01)", ", δ = 0.01")


def table(found: pd.DataFrame) -> str:
    """All rows in Markdown, each with a link to the program at its commit."""
    lines = [
        "| policy | repository | rounds | theirs | ours | difference, in standard errors "
        "| seconds a game, theirs |",
        "|---|---|--:|--:|--:|--:|--:|",
    ]
    for row in found.to_dict("records"):
        name = "/".join(row["address"].split("/")[-2:])
        lines.append(
            f"| {said(row['policy'])} | [{name}]({row['address']}/tree/{row['commit']}) "
            f"| {row['horizon']:,} | {row['regret']:.1f} ± {row['error']:.1f} "
            f"| {row['ours']:.1f} ± {row['our error']:.1f} "
            f"| {row['difference']:.1f} | {row['seconds']:.1f} |"
        )
    return "\n".join(lines)


def picture(found: pd.DataFrame) -> Drawing:
    """Both regrets of every policy, with two standard errors."""
    place = np.arange(len(found))[::-1]
    names = [f"{said(row.policy)}; {row.address.split('/')[-2]}" for row in found.itertuples()]
    with style():
        figure, axes = plt.subplots(figsize=(7.2, 3.8))
        for shift, label, marker, mean, error in (
            (0.12, "ours", "o", "ours", "our error"),
            (-0.12, "theirs", "s", "regret", "error"),
        ):
            axes.errorbar(
                found[mean], place + shift, xerr=2 * found[error], fmt=marker, capsize=3,
                label=label,
            )  # fmt: skip
        axes.set_yticks(place, names)
        axes.set_xlim(0, None)
        axes.set_xlabel("clicks lost, ± 2 standard errors")
        axes.legend()
    return Drawing(figure, found)
