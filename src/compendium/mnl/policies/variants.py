"""Claims on our variants of the policies, and on what the open choices change."""

from __future__ import annotations

import numpy as np

from compendium.claims import Finding, claim
from compendium.comparisons import AGREES, below

from . import outcomes, studies
from .results import at_the_figures_horizon, finals

STAR, STAR_50 = "Epoch-UCB*-UPB", "Epoch-UCB*-UPB(maximiser of (50))"


@claim(
    "mnl:sharp-radius-pays",
    location="Section 6 (ours)",
    statement="The sharp radius, from the exact tails of geometric sums, lowers the regret of "
    "Epoch-UCB on all three problems.",
    verdict="holds",
    evidence="simulated",
    limits="At the figures' horizons.",
)
def sharp_radius_pays(profile):
    regrets = studies.figures(profile, ("Epoch-UCB", "Epoch-UCB-sharp"))
    sign = min(below(regret, "Epoch-UCB-sharp", "Epoch-UCB") for regret in regrets.values())
    return Finding(AGREES[sign], finals(regrets))


@claim(
    "mnl:estimator-pays",
    location="Section 6 (ours)",
    statement="With the maximiser of (50) in place of the limit of Algorithm 1, Epoch-UCB* UPB "
    "loses less on all three problems.",
    verdict="holds",
    evidence="simulated",
    limits="Means at the figures' horizons; the previews do not decide it.",
)
def estimator_pays(profile):
    regrets = studies.figures(profile, (STAR, STAR_50))
    sign = min(below(regret, STAR_50, STAR) for regret in regrets.values())
    return Finding(at_the_figures_horizon(sign, profile), finals(regrets))


@claim(
    "mnl:star-beats-printed-radius",
    location="Section 6 (ours)",
    statement="Epoch-UCB* UPB with the maximiser of (50), which does not know the biases, loses "
    "less than Epoch-UCB and PBUCB, which do, on all three problems.",
    verdict="holds",
    evidence="simulated",
    limits="At the figures' horizons; the previews do not decide it. It explores less, and has "
    "no guarantee: its multiplier is not that of Corollary 6.",
)
def star_beats_printed_radius(profile):
    regrets = studies.figures(profile, (STAR_50, "Epoch-UCB", "PBM-UCB"))
    sign = min(
        below(regret, STAR_50, known)
        for regret in regrets.values()
        for known in ("Epoch-UCB", "PBM-UCB")
    )
    return Finding(at_the_figures_horizon(sign, profile), finals(regrets))


@claim(
    "mnl:star-stuck-runs",
    location="Section 6 (ours)",
    statement="Some runs of Epoch-UCB* UPB are stuck: they go on with a list that is not the best "
    "one, and lose more than five times as much as the median run.",
    verdict="holds",
    evidence="simulated",
    limits="On problem (b), with the maximiser of (50). A run is called stuck if, besides, its "
    "loss a round over the last quarter is more than half of the second-best list's. One such run "
    "shows that they exist; their share is uncertain. The previews do not decide it.",
)
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


@claim(
    "mnl:clipping-costs",
    location="Section 4 (ours)",
    statement="Cutting the indices at 1, the largest attractiveness, raises the regret of "
    "Epoch-UCB on problem (c).",
    verdict="holds",
    evidence="simulated",
    limits="The printed and the sharp radius. Items whose indices are cut tie, and ties are "
    "broken by label, not by evidence. The previews do not decide it.",
)
def clipping_costs(profile):
    regret = studies.choices(profile, "c")["c"]
    sign = min(
        below(regret, name, f"{name}(clipped at 1)") for name in ("Epoch-UCB", "Epoch-UCB-sharp")
    )
    return Finding(at_the_figures_horizon(sign, profile), finals({"c": regret}))


@claim(
    "mnl:implicit-differences",
    location="Section 4, equation (15) (ours)",
    statement="The differences (15) found by the implicit function theorem give Epoch-UCB UPB and "
    "Epoch-UCB* UPB the same regret as those found by running Algorithm 1 again for every cell.",
    verdict="holds",
    evidence="simulated",
    limits="Read as: the means differ by at most three standard errors plus a tenth, on every "
    "problem and with both multipliers; where the literal differences are slow, at a shorter "
    "horizon. The share of the difference that the runs can tell is among the numbers.",
)
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
