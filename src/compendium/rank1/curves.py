"""Regret curves of the rank-1 policies, in millions of steps, for Figures 1 to 3."""

from __future__ import annotations

import pandas as pd

from clickbandits.drawing import look
from clickbandits.experiments import Regret
from compendium.rank1.experiments import LOG, PRINTED
from compendium.rank1.program import PROGRAM
from compendium.wording import named

NAMES = {
    PRINTED: f"{PRINTED} (δ as printed)",
    LOG: named(LOG),
    PROGRAM.id: f"{PRINTED} (δ of the first author's program)",
}
"""The readings of δ."""


def line(policy: str) -> dict:
    """The style of a policy's line, which is dotted for the reading δ = log n."""
    return look(policy) | ({"linestyle": ":"} if policy == LOG else {})


def curves(axes, regret: Regret, scale: float = 1.0) -> None:
    """Mean regret ± 2 standard errors against millions of steps; the labels give the numbers of runs."""
    steps = regret.rounds / 1e6
    for policy, values in regret.values.items():
        mean, error = regret.mean(policy) * scale, regret.standard_error(policy) * scale
        (drawn,) = axes.plot(
            steps, mean, lw=2, label=f"{NAMES.get(policy, policy)}, {len(values):,} runs", **line(policy)
        )
        axes.fill_between(steps, mean - 2 * error, mean + 2 * error, color=drawn.get_color(), alpha=0.2, lw=0)
    axes.set(xlabel="step $n$ (millions)", xlim=(0, steps[-1]))


def legend(figure, axes) -> None:
    """The legend of one panel, below all panels of a figure."""
    figure.legend(
        *axes.get_legend_handles_labels(),
        loc="outside lower center",
        ncol=3,
        fontsize="small",
        title="mean ± 2 standard errors",
        title_fontsize="small",
    )


def frame(regrets: dict, column: str) -> pd.DataFrame:
    """The curves as a table, without quantiles, because those inside a stage are not the algorithm's."""
    parts = [
        regret.frame()[["policy", "round", "mean", "standard error", "replications"]].assign(**{column: name})
        for name, regret in regrets.items()
    ]
    return pd.concat(parts, ignore_index=True)
