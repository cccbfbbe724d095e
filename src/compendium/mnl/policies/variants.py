"""Claims on our variants of the policies, and on what the open choices change."""

from __future__ import annotations

import numpy as np

from compendium.comparisons import AGREES, below
from compendium.finding import Finding, check

from . import outcomes, studies
from .results import at_the_figures_horizon, finals

STAR, STAR_50 = "Epoch-UCB*-UPB", "Epoch-UCB*-UPB(maximiser of (50))"


@check("mnl:sharp-radius-pays")
def sharp_radius_pays(profile):
    regrets = studies.figures(profile, ("Epoch-UCB", "Epoch-UCB-sharp"))
    sign = min(below(regret, "Epoch-UCB-sharp", "Epoch-UCB") for regret in regrets.values())
    return Finding(AGREES[sign], finals(regrets))


@check("mnl:estimator-pays")
def estimator_pays(profile):
    regrets = studies.figures(profile, (STAR, STAR_50))
    sign = min(below(regret, STAR_50, STAR) for regret in regrets.values())
    return Finding(at_the_figures_horizon(sign, profile), finals(regrets))


@check("mnl:star-beats-printed-radius")
def star_beats_printed_radius(profile):
    regrets = studies.figures(profile, (STAR_50, "Epoch-UCB", "PBM-UCB"))
    sign = min(
        below(regret, STAR_50, known)
        for regret in regrets.values()
        for known in ("Epoch-UCB", "PBM-UCB")
    )
    return Finding(at_the_figures_horizon(sign, profile), finals(regrets))


@check("mnl:star-stuck-runs")
def star_stuck_runs(profile):
    stuck, error, second = outcomes.stuck_share("b", STAR_50, profile)
    regret = studies.figures(profile, (STAR_50,), "b")["b"]
    finals_b = regret.values[STAR_50][:, -1]
    numbers = {
        "share of stuck runs": stuck, "standard error": error,
        "loss of the second-best list a round": second,
        "largest regret": float(finals_b.max()), "median regret": float(np.median(finals_b)),
        "runs": finals_b.size,
    }  # fmt: skip
    return Finding(at_the_figures_horizon(1 if stuck > 0 else 0, profile), numbers)


@check("mnl:clipping-costs")
def clipping_costs(profile):
    regret = studies.choices(profile, "c")["c"]
    sign = min(
        below(regret, name, f"{name}(clipped at 1)") for name in ("Epoch-UCB", "Epoch-UCB-sharp")
    )
    return Finding(at_the_figures_horizon(sign, profile), finals({"c": regret}))


@check("mnl:implicit-differences")
def implicit_differences(profile):
    table = studies.literal_differences(profile)
    error = np.hypot(table["standard error"], table["standard error of the literal"])
    gap = (table["ours"] - table["literal"]).abs()
    far = gap > 3 * error + 0.1 * table["literal"]
    told = 3 * error < 0.5 * table["literal"]
    sign = -1 if far.any() else 1 if told.all() else 0
    numbers = {}
    for row, spread in zip(table.itertuples(), error, strict=True):
        name = f"({row.problem}) {row.policy}, {row.rounds:,} rounds"
        numbers[name] = f"{row.ours:.1f} against {row.literal:.1f}, difference ± {spread:.1f}"
    return Finding(AGREES[sign], numbers | {"runs": int(table["runs"].iloc[0])})
