"""Claims on what the simulations of Lagrée et al. (2016) leave open, and on long horizons."""

from __future__ import annotations

import math

import numpy as np

from clickbandits.experiments import run
from compendium.comparisons import AGREES, final, significant
from compendium.finding import Finding, check
from compendium.pbm import experiments

from . import studies
from .results import scale


@check("pbm:figure-1b-pie-matches-bound")
def figure_1b_pie_matches_bound(profile):
    table = studies.long_horizons(profile)
    rows = table[table["panel"] == "1b"]
    slope, error = studies.long_slope(rows)
    target = 1.01 * float(rows["lower bound"].iloc[0])
    sign = significant(0.15 * target - abs(slope - target), error)
    # The slope nears its limit from above, and no horizon of a preview is long enough to tell.
    verdict = AGREES[sign] if rows["horizon"].max() >= 10**9 else "undecided"
    numbers = {"slope": slope, "standard error": error, "1.01 · (6)": target}
    numbers |= {"longest horizon": float(rows["horizon"].max())}
    return Finding(verdict, numbers | {"runs a horizon": int(rows["replications"].iloc[0])})


@check("pbm:adaptive-total-regret")
def adaptive_total_regret(profile):
    table = studies.long_horizons(profile)
    ours = table[table["panel"] == "1a"]
    rows = ours[ours["horizon"] == ours["horizon"].max()]
    last, adaptive = (
        rows[rows["policy"] == policy].iloc[0] for policy in ("PBM-PIE", "PBM-PIE-ADAPTIVE")
    )
    error = math.hypot(last["standard error"], adaptive["standard error"])
    difference = float(last["mean"] - adaptive["mean"])
    sign = significant(difference, error)
    # At shorter horizons the variant still pays for having started more cautiously.
    verdict = AGREES[sign] if last["horizon"] >= 10**12 else "undecided"
    numbers = {"regret saved": difference, "standard error": error}
    return Finding(verdict, numbers | {"horizon": float(last["horizon"])})


@check("pbm:too-few-positions")
def too_few_positions(profile):
    table = studies.number_of_positions(profile).set_index(["decay", "positions", "policy"])
    signs, numbers = {}, {}
    for decay, number in dict.fromkeys((decay, number) for decay, number, _ in table.index):
        ucb, rba = (table.loc[(decay, number, name)] for name in ("PBM-UCB", "RBA-KL-UCB"))
        error = math.hypot(ucb["standard error"], rba["standard error"])
        signs[decay, number] = significant(rba["mean"] - ucb["mean"], error)
        ratio = f"{ucb['mean'] / rba['mean']:.2f} ± {error / rba['mean']:.2f}"
        numbers[f"PBM-UCB over RBA-KL-UCB, decay {decay:g}, L = {number}"] = ratio
    rounds = experiments.HORIZON[profile]
    verdict = AGREES[signs[0.5, 8]] if rounds >= 10**5 else "undecided"
    numbers |= {"rounds": rounds, "runs": int(table["replications"].iloc[0])}
    return Finding(verdict, numbers)


@check("pbm:robust-to-examination-errors")
def robust_to_examination_errors(profile):
    regret = run(experiments.examination_errors(profile))
    signs, numbers = [], {}
    for policy in ("PBM-UCB", "PBM-PIE", "PBM-TS"):
        honest, honest_error = final(regret, policy)
        for error in (0.05, 0.2):
            told, told_error = final(regret, f"{policy}(kappa error={error:g})")
            ratio = told / honest
            numbers[f"{policy}, regret ratio at {error:.0%}"] = ratio
            if error == 0.05:
                spread = ratio * math.hypot(told_error / told, honest_error / honest)
                numbers[f"{policy}, standard error at {error:.0%}"] = spread
                signs.append(significant(1.25 - ratio, spread))
    return Finding(AGREES[min(signs)], numbers | scale(regret))


@check("pbm:adaptive-exploration")
def adaptive_exploration(profile):
    table = studies.exploration_counts(profile)
    share, numbers, errors = {}, {}, {}
    for policy, rows in table.groupby("policy"):
        total = rows["information"].sum()
        share[policy] = float(rows["information"][rows["asked"]].sum() / total)
        errors[policy] = float(np.linalg.norm(rows["standard error"]) / total)
        numbers[f"{policy}, share at the positions of (6)"] = share[policy]
        numbers[f"{policy}, standard error"] = errors[policy]
    numbers |= {
        "horizon": int(table["horizon"].iloc[0]),
        "runs": int(table["replications"].iloc[0]),
    }
    signs = (
        significant(0.5 - share["PBM-PIE"], errors["PBM-PIE"]),
        significant(share["PBM-PIE-ADAPTIVE"] - 0.5, errors["PBM-PIE-ADAPTIVE"]),
    )
    return Finding(AGREES[min(signs)], numbers)
