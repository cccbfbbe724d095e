"""Public programs by other authors, compared with the policies of this library on the same problems.

`runs.csv` contains the results of these programs, which `benchmarks/others/play.py` ran outside this
project at the commits named there. Their code is not included. The column `our_seconds` was
measured on the same machine by `seconds`. CascadeKL-UCB is not a policy of this library; the page on a
click model of one's own defines it, and plays it beside its row.
"""

from __future__ import annotations

import time
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from clickbandits import (
    BC_MP_TS,
    PBM_PIE,
    PBM_TS,
    PBM_UCB,
    RANK1_ELIM,
    RANK1_ELIM_KL,
    RBA_KL_UCB,
    TOP_RANK,
    mnl,
    pbm,
    play,
    rank1,
)
from clickbandits.mnl.top_rank import top_rank
from clickbandits.rank1 import elim
from clickbandits.rank1.buckets import KL_UCB, UCB1
from compendium.figures import Drawing, style
from compendium.rank1.program import PROGRAM

FIGURE_1B = (0.45, 0.35, 0.25, 0.15, 0.05), (0.9, 0.6, 0.3)
"""The problem of Lagrée et al. (2016), Figure 1(b)."""

NEEDLE = (0.75, *7 * (0.25,)), (0.75, *7 * (0.25,))
"""A needle in a haystack, as in Katariya et al. (2017): rows and columns."""

RUNS = Path(__file__).with_name("runs.csv")


OURS = {
    "PBM-UCB": (pbm.MODEL, PBM_UCB),
    "PBM-TS": (pbm.MODEL, PBM_TS),
    "BC-MP-TS": (pbm.MODEL, BC_MP_TS),
    "PBM-PIE": (pbm.MODEL, PBM_PIE),
    "RBA-KL-UCB": (pbm.MODEL, RBA_KL_UCB),
    "TopRank": (mnl.MODEL, TOP_RANK),
    "TopRank(delta=0.01)": (mnl.MODEL, top_rank(delta=0.01)),
    "Rank1Elim": (rank1.MODEL, RANK1_ELIM),
    "Rank1ElimKL(theirs)": (rank1.MODEL, PROGRAM._replace(id="Rank1ElimKL(theirs)")),
    "UCB1": (rank1.MODEL, UCB1),
    "KL-UCB": (rank1.MODEL, KL_UCB),
}
"""By the name in `runs.csv`: the click model and our policy."""

REPLICATIONS = {"quick": 100, "paper": 2000}

SEED = 33


def theirs() -> pd.DataFrame:
    """The results of the other programs, one row per policy.

    The columns are policy, address, commit, horizon, runs, regret, error, seconds (per game) and
    our_seconds.
    """
    return pd.read_csv(RUNS)


def shared() -> pd.DataFrame:
    """The rows of `theirs` whose policy is one of `OURS`."""
    rows = theirs()
    return rows[rows["policy"].isin(OURS)].reset_index(drop=True)


def our_regret(row, runs: int):
    """The regret of this library's policy in the game of a row of `runs.csv`."""
    model, policy = OURS[row.policy]
    problem = model.problem(*(NEEDLE if model is rank1.MODEL else FIGURE_1B))
    return play(model, problem, policy, horizon=row.horizon, replications=runs, seed=SEED)


def seconds(runs=100) -> dict[str, float]:
    """Processor time of one game of this library, by policy, in seconds."""
    took = {}
    for row in shared().itertuples():
        our_regret(row, 1)  # compiles
        begin = time.process_time()
        our_regret(row, runs)
        took[row.policy] = (time.process_time() - begin) / runs
    return took


def compared(profile="quick") -> pd.DataFrame:
    """The regret of the other programs at the horizon beside that of this library.

    Returns
    -------
    pandas.DataFrame
        The columns of `theirs`, this library's mean and standard error ("ours", "our error"), and
        the difference of the two means in its standard errors.
    """
    rows = shared()
    ours = []
    for row in rows.itertuples():
        regret = our_regret(row, REPLICATIONS[profile])
        policy = OURS[row.policy][1].id
        ours.append((regret.mean(policy)[-1], regret.standard_error(policy)[-1]))
    rows["ours"], rows["our error"] = np.transpose(ours)
    noise = np.hypot(rows["error"], rows["our error"])
    return rows.assign(difference=(rows["ours"] - rows["regret"]) / noise)


def elimination(profile="quick") -> dict[str, tuple[float, float]]:
    """The regret of Rank1ElimKL with δ = log n and with the printed δ, on the problem of its row."""
    horizon = theirs().set_index("policy")["horizon"]["Rank1ElimKL(theirs)"]
    policies = elim.rank1_elim_kl(budget="log"), RANK1_ELIM_KL
    regret = play(
        rank1.MODEL,
        rank1.MODEL.problem(*NEEDLE),
        policies,
        horizon=horizon,
        replications=REPLICATIONS[profile],
        seed=SEED,
    )
    return {
        policy.id: (regret.mean(policy.id)[-1], regret.standard_error(policy.id)[-1]) for policy in policies
    }


def display_name(policy: str) -> str:
    """A policy's name as pages show it."""
    return policy.replace("(delta=0.01)", ", δ = 0.01").replace("(theirs)", ", their δ")


def table(comparison: pd.DataFrame) -> str:
    """All rows in Markdown, each with a link to the program at its commit."""
    lines = [
        "| policy; program | rounds | theirs | ours | difference, in standard errors "
        "| seconds a game: theirs; ours |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    for row in comparison.to_dict("records"):
        program = f"{row['address']}/tree/{row['commit']}"
        regrets = (
            f"{row[mean]:,.{digits}f}\u00a0±\u00a0{row[error]:.{digits}f}"
            for mean, error in (("regret", "error"), ("ours", "our error"))
            for digits in [0 if row["regret"] >= 1000 else 1]
        )
        lines.append(
            f"| {display_name(row['policy'])}; [{row['address'].split('/')[-2]}]({program}) "
            f"| {row['horizon']:,} | {' | '.join(regrets)} "
            f"| {row['difference']:.1f} | {row['seconds']:.2f}; {row['our_seconds']:.4f} |"
        )
    return "\n".join(lines)


def picture(comparison: pd.DataFrame) -> Drawing:
    """Both regrets of every policy, with two standard errors."""
    place = np.arange(len(comparison))[::-1]
    names = [f"{display_name(row.policy)}; {row.address.split('/')[-2]}" for row in comparison.itertuples()]
    with style():
        figure, axes = plt.subplots(figsize=(7.2, 5.6))
        for shift, label, marker, mean, error in (
            (0.12, "ours", "o", "ours", "our error"),
            (-0.12, "theirs", "s", "regret", "error"),
        ):
            axes.errorbar(
                comparison[mean],
                place + shift,
                xerr=2 * comparison[error],
                fmt=marker,
                capsize=3,
                label=label,
            )
        axes.set_yticks(place, names)
        axes.set_xscale("log")
        axes.set_xlabel("clicks lost, logarithmic")
        axes.legend()
    return Drawing(figure, comparison)
