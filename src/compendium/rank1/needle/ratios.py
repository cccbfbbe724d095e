"""How many times better, at which horizon, and how far below its bound: more on Figure 1."""

from __future__ import annotations

import math

from compendium.comparisons import AGREES, below, final, quotient, significant
from compendium.finding import Finding, check
from compendium.rank1 import experiments, studies
from compendium.rank1.experiments import LOG, PRINTED

from .results import RIVALS, bound_ratios, finals, scale


def _four_times(profile, ours):
    """Whether Rank1Elim's regret is nearer to 4 times ours than to 2 or 8 times, everywhere."""
    regrets = studies.figure_1(profile)
    numbers, signs = {}, []
    for size, regret in regrets.items():
        ratio, error = quotient(final(regret, "Rank1Elim"), final(regret, ours))
        numbers[f"regret of Rank1Elim over ours, {size}"] = f"{ratio:.2f} ± {error:.2f}"
        signs.append(significant(ratio - math.sqrt(8), error))
        signs.append(significant(math.sqrt(32) - ratio, error))
    return Finding(AGREES[min(signs)], numbers | scale(regrets, ("Rank1Elim", ours)))


@check("rank1:figure-1-four-times")
def four_times(profile):
    return _four_times(profile, PRINTED)


@check("rank1:figure-1-four-times-log")
def four_times_log(profile):
    return _four_times(profile, LOG)


@check("rank1:figure-1-most-obvious")
def most_obvious(profile):
    regrets = studies.figure_1(profile)
    numbers, signs = {}, []
    for ours in (PRINTED, LOG):
        ratios = []
        for size in (32, 128):
            regret = regrets[size]
            rival = min(RIVALS, key=lambda policy, of=regret: final(of, policy)[0])
            ratio, error = quotient(final(regret, rival), final(regret, ours))
            numbers[f"{rival} over {ours}, {size}"] = f"{ratio:.2f} ± {error:.2f}"
            ratios.append((ratio, error))
        (small, small_error), (large, large_error) = ratios
        signs.append(significant(large - small, math.hypot(small_error, large_error)))
    return Finding(AGREES[min(signs)], numbers | scale(regrets, (PRINTED, LOG, *RIVALS)))


@check("rank1:synthetic-improvement")
def synthetic_improvement(profile):
    regrets = studies.figure_1(profile)
    signs = [
        below(regret, ours, "Rank1Elim") for regret in regrets.values() for ours in (PRINTED, LOG)
    ]
    return Finding(AGREES[min(signs)], finals(regrets, (PRINTED, LOG, "Rank1Elim")))


@check("rank1:figure-1-any-horizon")
def any_horizon(profile):
    numbers, signs = {}, []
    for row in studies.other_horizons(profile).itertuples(index=False):
        horizon, reading, _, _, ratio, error = row
        numbers[f"UCB1 over {reading}, n = {horizon}"] = f"{ratio:.2f} ± {error:.2f}"
        signs.append(significant((ratio - 1) * (1 if reading == LOG else -1), error))
    parts = next(iter(experiments.other_horizons(profile).values()))
    runs = {f"runs of {part.policies[0].id}": part.replications for part in parts}
    return Finding(AGREES[min(signs)], numbers | runs)


@check("rank1:figure-1-below-theorem-1")
def below_theorem_1(profile):
    numbers, signs = {}, []
    for name, ratio, relative_error in bound_ratios(profile):
        numbers[name] = f"{ratio:.1f} ± {ratio * relative_error:.1f}"
        signs.append(significant(ratio - 10, ratio * relative_error))
    return Finding(AGREES[min(signs)], numbers | scale(studies.figure_1(profile), (PRINTED,)))


@check("rank1:cost-of-a-run")
def cost_of_a_run(profile):
    table = studies.cost(profile)
    share = (table["draws"] / (table["stages"] * (2 * table["K = L"] ** 2 + 1))).max()
    longest = table[table["horizon"] == table["horizon"].max()]
    numbers = {
        f"draws of n = {row.horizon:.0e}, K = {row[1]}": row.draws for row in longest.itertuples()
    }
    holds = share <= 1 and (longest["draws"] < longest["horizon"] / 1000).all()
    return Finding("holds" if holds else "refuted", numbers | {"largest share": float(share)})
