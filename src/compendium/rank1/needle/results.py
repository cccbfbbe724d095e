"""What Katariya et al. (2017) write about Figure 1, decided by our simulation of it.

The regret of a policy is said to be of one order or another by its growth when K and L double:
2^1 is linear, 2^2 quadratic, and a growth counts as what its exponent is nearer to.
"""

from __future__ import annotations

import math

import numpy as np

from clickbandits.bernoulli import kl
from clickbandits.experiments import Regret
from clickbandits.rank1.bounds import theorem_1, theorem_1_repaired
from compendium.comparisons import AGREES, below, final, quotient, significant
from compendium.finding import Finding, check
from compendium.rank1 import experiments, studies
from compendium.rank1.experiments import LOG, PRINTED

RIVALS = ("Rank1Elim", "UCB1Elim", "UCB1")
LIMITS = "K = L = 32, 64 and 128 with two million steps, a horizon that is inferred."


def scale(regrets: dict, policies) -> dict:
    """Rounds and numbers of runs, which every simulated finding names."""
    runs = sorted({len(regret.values[name]) for regret in regrets.values() for name in policies})
    rounds = max(int(regret.rounds[-1]) for regret in regrets.values())
    return {
        "rounds": rounds,
        "runs": " to ".join(str(n) for n in dict.fromkeys(runs[:1] + runs[-1:])),
    }


def finals(regrets: dict, policies) -> dict:
    """Final mean regrets, standard errors, rounds and runs, for a finding."""
    numbers: dict[str, object] = {}
    for name, regret in regrets.items():
        for policy in policies:
            mean, error = final(regret, policy)
            numbers[f"{name}, {policy}"] = f"{mean:.0f} ± {error:.0f}"
    for policy in policies:
        numbers[f"runs of {policy}"] = len(regret.values[policy])
    return numbers | {"rounds": int(regret.rounds[-1])}


def growths(regrets: dict[int, Regret], policy: str) -> list[tuple[float, float]]:
    """Ratios of the final regret as K and L double, with their standard errors."""
    ends = [final(regrets[size], policy) for size in sorted(regrets)]
    return [quotient(large, small) for small, large in zip(ends, ends[1:], strict=False)]


def grows_like(regrets: dict[int, Regret], policy: str, exponent: int) -> tuple[int, dict]:
    """Whether every growth is nearer to 2^exponent than to its neighbours, and the growths."""
    numbers, signs = {}, []
    for (ratio, error), size in zip(growths(regrets, policy), sorted(regrets), strict=False):
        numbers[f"{policy}, {size} to {2 * size}"] = f"{ratio:.2f} ± {error:.2f}"
        signs.append(significant(ratio - 2 ** (exponent - 0.5), error))
        signs.append(significant(2 ** (exponent + 0.5) - ratio, error))
    return min(signs), numbers


def late_growth(regret: Regret, policy: str) -> tuple[float, float]:
    """Share of the regret that falls in the last tenth of the steps, and its standard error."""
    start = int(np.searchsorted(regret.rounds, 0.9 * regret.rounds[-1]))
    values = regret.values[policy]
    share = float((values[:, -1] - values[:, start]).mean() / values[:, -1].mean())
    residual = values[:, -1] - values[:, start] - share * values[:, -1]
    error = residual.std(ddof=1) / math.sqrt(len(values)) / values[:, -1].mean()
    return share, float(error)


@check("rank1:figure-1-flattens")
def flattens(profile):
    regrets = studies.figure_1(profile)
    numbers, signs = {}, []
    for policy in (PRINTED, LOG, *RIVALS):
        flat = []
        for size, regret in regrets.items():
            share, error = late_growth(regret, policy)
            numbers[f"share of the last tenth, {policy}, {size}"] = f"{share:.4f} ± {error:.4f}"
            flat.append(significant(0.02 - share, error))
        signs.append(-min(flat) if policy in RIVALS else min(flat))
    return Finding(AGREES[min(signs)], numbers | scale(regrets, (PRINTED, LOG, *RIVALS)))


@check("rank1:figure-1-kl-doubles")
def kl_doubles(profile):
    regrets = studies.figure_1(profile)
    (one, first), (two, second) = (grows_like(regrets, name, 1) for name in (PRINTED, LOG))
    return Finding(AGREES[min(one, two)], first | second | scale(regrets, (PRINTED, LOG)))


@check("rank1:figure-1-ucb1-quadruples")
def ucb1_quadruples(profile):
    regrets = studies.figure_1(profile)
    sign, numbers = grows_like(regrets, "UCB1", 2)
    return Finding(AGREES[sign], numbers | scale(regrets, ("UCB1",)))


@check("rank1:figure-1-ucb1elim-quadruples")
def ucb1elim_quadruples(profile):
    regrets = studies.figure_1(profile)
    sign, numbers = grows_like(regrets, "UCB1Elim", 2)
    longer = {size: studies.together(part) for size, part in experiments.longer(profile).items()}
    _, later = grows_like(longer, "UCB1Elim", 2)
    caps = {
        f"regret of uniform play, {size}": experiments.HORIZON * (9 / 16 - (0.25 + 0.5 / size) ** 2)
        for size in experiments.SIZES
    }
    tenfold = {f"{name}, n = 20 million": value for name, value in later.items()}
    return Finding(AGREES[sign], numbers | tenfold | caps | scale(regrets, ("UCB1Elim",)))


@check("rank1:regret-of-order-kl")
def order_kl(profile):
    numbers, shares = {}, []
    for size in experiments.SIZES:
        many, some = (size - 1) ** 2, 2 * (size - 1)
        constant = many * 0.5 / kl(1 / 16, 9 / 16) + some * 0.375 / kl(3 / 16, 9 / 16)
        shares.append(constant / size**2)
        numbers[f"constant of log n over KL, K = {size}"] = shares[-1]
    least = 0.5 / kl(1 / 16, 9 / 16) / 4  # (K - 1)² >= K² / 4
    return Finding("holds" if min(shares) >= least else "refuted", numbers)


def _outperforms(profile, ours, rivals=RIVALS):
    """Whether a reading has the smallest regret in all three problems."""
    regrets = studies.figure_1(profile)
    signs = [below(regret, ours, rival) for regret in regrets.values() for rival in rivals]
    return Finding(AGREES[min(signs)], finals(regrets, (ours, *rivals)))


@check("rank1:figure-1-outperforms-all")
def outperforms_all(profile):
    return _outperforms(profile, PRINTED)


@check("rank1:figure-1-outperforms-all-log")
def outperforms_all_log(profile):
    return _outperforms(profile, LOG)


@check("rank1:figure-1-outperforms-kl-ucb")
def outperforms_kl_ucb(profile):
    return _outperforms(profile, LOG, ("KL-UCB",))


@check("rank1:figure-1-kl-ucb-like-ucb1")
def kl_ucb_like_ucb1(profile):
    regrets = studies.figure_1(profile)
    numbers, signs = {}, []
    for size, regret in regrets.items():
        ratio, error = quotient(final(regret, "UCB1"), final(regret, "KL-UCB"))
        numbers[f"regret of UCB1 over KL-UCB, {size}"] = f"{ratio:.2f} ± {error:.2f}"
        signs.append(significant(2 - ratio, error))
    return Finding(AGREES[max(signs)], numbers | scale(regrets, ("UCB1", "KL-UCB")))


def bound_ratios(profile):
    """Bounds over simulated regret by size and name, for the next module."""
    for size, regret in studies.figure_1(profile).items():
        (problem,), horizon = regret.experiment.problems, regret.experiment.horizon
        mean, error = final(regret, PRINTED)
        for name, bound in (("Theorem 1", theorem_1), ("repaired", theorem_1_repaired)):
            yield f"{name} over the regret, {size}", bound(problem, horizon) / mean, error / mean
