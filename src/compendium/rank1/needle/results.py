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
from compendium.comparisons import below, final, finals, joint_scale, quotient, significant
from compendium.finding import Case, Finding, check
from compendium.rank1 import experiments, studies
from compendium.rank1.experiments import LOG, PRINTED

RIVALS = ("Rank1Elim", "UCB1Elim", "UCB1")


def all_finals(regrets: dict[int, Regret], policies) -> dict:
    """Final means by size and policy, with their runs and rounds, for a finding."""
    numbers: dict[str, object] = {}
    for size, regret in regrets.items():
        numbers |= finals(regret, 0, f"{size}, ", policies)
    runs = {f"runs of {policy}": len(regret.values[policy]) for policy in policies}
    return numbers | runs | {"rounds": int(regret.rounds[-1])}


def growths(regrets: dict[int, Regret], policy: str) -> list[tuple[float, float]]:
    """Ratios of the final regret as K and L double, with their standard errors."""
    ends = [final(regrets[size], policy) for size in sorted(regrets)]
    return [quotient(large, small) for small, large in zip(ends, ends[1:], strict=False)]


def grows_like(case: Case, regrets: dict[int, Regret], policy: str, exponent: int) -> None:
    """Whether every growth is nearer to 2^exponent than to its neighbours."""
    for (ratio, error), size in zip(growths(regrets, policy), sorted(regrets), strict=False):
        step = f"{policy}, {size} to {2 * size}"
        case.family({step: f"{ratio:.2f} ± {error:.2f}"})
        case.sign(f"{step}: enough", significant(ratio - 2 ** (exponent - 0.5), error))
        case.sign(f"{step}: not more", significant(2 ** (exponent + 0.5) - ratio, error))


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
    """Measures how much of each regret the last tenth of the steps adds: below 2 % is flat."""
    case = Case()
    regrets = studies.figure_1(profile)
    for policy in (PRINTED, LOG, *RIVALS):
        flat = []
        for size, regret in regrets.items():
            share, error = late_growth(regret, policy)
            shown = f"{share:.4f} ± {error:.4f}"
            case.family({f"share of the last tenth, {policy}, {size}": shown})
            flat.append(significant(0.02 - share, error))
        if policy in RIVALS:
            case.sign(f"{policy} is not flat everywhere", -min(flat))
        else:
            case.sign(f"{policy} is flat everywhere", min(flat))
    case.family(joint_scale(regrets.values(), (PRINTED, LOG, *RIVALS)))
    return case.finding()


@check("rank1:figure-1-kl-doubles")
def kl_doubles(profile):
    """Compares the growth of Rank1ElimKL's regret as K and L double with √2 and 2√2."""
    case = Case()
    regrets = studies.figure_1(profile)
    grows_like(case, regrets, PRINTED, 1)
    grows_like(case, regrets, LOG, 1)
    case.family(joint_scale(regrets.values(), (PRINTED, LOG)))
    return case.finding()


@check("rank1:figure-1-ucb1-quadruples")
def ucb1_quadruples(profile):
    """Compares the growth of UCB1's regret as K and L double with 2√2 and 4√2."""
    case = Case()
    regrets = studies.figure_1(profile)
    grows_like(case, regrets, "UCB1", 2)
    case.family(joint_scale(regrets.values(), ("UCB1",)))
    return case.finding()


@check("rank1:figure-1-ucb1elim-quadruples")
def ucb1elim_quadruples(profile):
    """Compares the growth of UCB1Elim's regret as K and L double with 2√2 and 4√2."""
    case = Case()
    regrets = studies.figure_1(profile)
    grows_like(case, regrets, "UCB1Elim", 2)
    longer = {size: studies.together(part) for size, part in experiments.longer(profile).items()}
    for (ratio, error), size in zip(growths(longer, "UCB1Elim"), sorted(longer), strict=False):
        step = f"UCB1Elim, {size} to {2 * size}, n = 20 million"
        case.family({step: f"{ratio:.2f} ± {error:.2f}"})
    for size in experiments.SIZES:
        uniform = experiments.HORIZON * (9 / 16 - (0.25 + 0.5 / size) ** 2)
        case.family({f"regret of uniform play, {size}": uniform})
    case.family(joint_scale(regrets.values(), ("UCB1Elim",)))
    return case.finding()


@check("rank1:regret-of-order-kl")
def order_kl(profile):
    """Evaluates the constant of log n of the regret's lower bound over KL at the figure's sizes."""
    case = Case()
    least = 0.5 / kl(1 / 16, 9 / 16) / 4  # (K - 1)² >= K² / 4
    for size in experiments.SIZES:
        many, some = (size - 1) ** 2, 2 * (size - 1)
        constant = many * 0.5 / kl(1 / 16, 9 / 16) + some * 0.375 / kl(3 / 16, 9 / 16)
        case.family({f"constant of log n over KL, K = {size}": constant / size**2})
        case.must(f"at least a fixed share of KL, K = {size}", constant / size**2 >= least)
    return case.finding()


def outperforms(profile, ours, rivals=RIVALS) -> Finding:
    """Whether a reading has the smallest regret in all three problems."""
    case = Case()
    regrets = studies.figure_1(profile)
    for size, regret in regrets.items():
        for rival in rivals:
            case.sign(f"below {rival}, {size}", below(regret, ours, rival))
    case.family(all_finals(regrets, (ours, *rivals)))
    return case.finding()


@check("rank1:figure-1-outperforms-all")
def outperforms_all(profile):
    """Compares the final mean of Rank1ElimKL, δ as printed, with those of the paper's rivals."""
    return outperforms(profile, PRINTED)


@check("rank1:figure-1-outperforms-all-log")
def outperforms_all_log(profile):
    """Compares the final mean of Rank1ElimKL with log n in place of δ with those of the rivals."""
    return outperforms(profile, LOG)


@check("rank1:figure-1-outperforms-kl-ucb")
def outperforms_kl_ucb(profile):
    """Compares the final mean of Rank1ElimKL with log n with that of KL-UCB on the pairs."""
    return outperforms(profile, LOG, ("KL-UCB",))


@check("rank1:figure-1-kl-ucb-like-ucb1")
def kl_ucb_like_ucb1(profile):
    """Compares UCB1's regret with twice that of KL-UCB; one size below it is enough."""
    case = Case()
    regrets = studies.figure_1(profile)
    signs = []
    for size, regret in regrets.items():
        ratio, error = quotient(final(regret, "UCB1"), final(regret, "KL-UCB"))
        case.family({f"regret of UCB1 over KL-UCB, {size}": f"{ratio:.2f} ± {error:.2f}"})
        signs.append(significant(2 - ratio, error))
    case.sign("less than twice, at some size", max(signs))
    case.family(joint_scale(regrets.values(), ("UCB1", "KL-UCB")))
    return case.finding()


def four_times_better(profile, ours) -> Finding:
    """Whether Rank1Elim's regret is nearer to 4 times ours than to 2 or 8 times, everywhere."""
    case = Case()
    regrets = studies.figure_1(profile)
    for size, regret in regrets.items():
        ratio, error = quotient(final(regret, "Rank1Elim"), final(regret, ours))
        case.family({f"regret of Rank1Elim over ours, {size}": f"{ratio:.2f} ± {error:.2f}"})
        case.sign(f"nearer to 4 than to 2, {size}", significant(ratio - math.sqrt(8), error))
        case.sign(f"nearer to 4 than to 8, {size}", significant(math.sqrt(32) - ratio, error))
    case.family(joint_scale(regrets.values(), ("Rank1Elim", ours)))
    return case.finding()


@check("rank1:figure-1-four-times")
def four_times(profile):
    """Compares the ratio of Rank1Elim's regret to Rank1ElimKL's, δ as printed, with √8 and √32."""
    return four_times_better(profile, PRINTED)


@check("rank1:figure-1-four-times-log")
def four_times_log(profile):
    """Compares the ratio of Rank1Elim's regret to Rank1ElimKL's, with log n, with √8 and √32."""
    return four_times_better(profile, LOG)


@check("rank1:figure-1-most-obvious")
def most_obvious(profile):
    """Compares the factor to the best rival at K = 128 with that at K = 32."""
    case = Case()
    regrets = studies.figure_1(profile)
    for ours in (PRINTED, LOG):
        ratios = []
        for size in (32, 128):
            regret = regrets[size]
            rival = min(RIVALS, key=lambda policy, of=regret: final(of, policy)[0])
            ratio, error = quotient(final(regret, rival), final(regret, ours))
            case.family({f"{rival} over {ours}, {size}": f"{ratio:.2f} ± {error:.2f}"})
            ratios.append((ratio, error))
        (small, small_error), (large, large_error) = ratios
        larger = significant(large - small, math.hypot(small_error, large_error))
        case.sign(f"{ours}: a larger factor at 128", larger)
    case.family(joint_scale(regrets.values(), (PRINTED, LOG, *RIVALS)))
    return case.finding()


@check("rank1:synthetic-improvement")
def synthetic_improvement(profile):
    """Compares both readings of Rank1ElimKL with Rank1Elim at the three sizes."""
    case = Case()
    regrets = studies.figure_1(profile)
    for size, regret in regrets.items():
        for ours in (PRINTED, LOG):
            case.sign(f"{ours} below Rank1Elim, {size}", below(regret, ours, "Rank1Elim"))
    case.family(all_finals(regrets, (PRINTED, LOG, "Rank1Elim")))
    return case.finding()


@check("rank1:figure-1-any-horizon")
def any_horizon(profile):
    """Compares UCB1 with both readings at other horizons: above one of them, below the other."""
    case = Case()
    for row in studies.other_horizons(profile).itertuples(index=False):
        horizon, reading, _, _, ratio, error = row
        case.family({f"UCB1 over {reading}, n = {horizon}": f"{ratio:.2f} ± {error:.2f}"})
        way, way_as_text = (1, "above") if reading == LOG else (-1, "below")
        sign = significant((ratio - 1) * way, error)
        case.sign(f"UCB1 {way_as_text} {reading}, n = {horizon}", sign)
    parts = next(iter(experiments.other_horizons(profile).values()))
    case.family({f"runs of {part.policies[0].id}": part.replications for part in parts})
    return case.finding()


@check("rank1:figure-1-below-theorem-1")
def below_theorem_1(profile):
    """Compares Theorem 1, as printed and repaired, with ten times the simulated regret."""
    case = Case()
    regrets = studies.figure_1(profile)
    for size, regret in regrets.items():
        (problem,), horizon = regret.experiment.problems, regret.experiment.horizon
        mean, error = final(regret, PRINTED)
        for name, bound in (("Theorem 1", theorem_1), ("repaired", theorem_1_repaired)):
            ratio = bound(problem, horizon) / mean
            spread = ratio * error / mean
            case.family({f"{name} over the regret, {size}": f"{ratio:.1f} ± {spread:.1f}"})
            case.sign(f"{name}: tenfold, {size}", significant(ratio - 10, spread))
    case.family(joint_scale(regrets.values(), (PRINTED,)))
    return case.finding()


@check("rank1:cost-of-a-run")
def cost_of_a_run(profile):
    """Counts the draws of a run at every size and horizon."""
    case = Case()
    table = studies.cost(profile)
    share = (table["draws"] / (table["stages"] * (2 * table["K = L"] ** 2 + 1))).max()
    longest = table[table["horizon"] == table["horizon"].max()]
    case.must("at most two draws a pair and stage, and one", share <= 1)
    case.must("fewer than n / 1000", (longest["draws"] < longest["horizon"] / 1000).all())
    for row in longest.itertuples():
        case.family({f"draws of n = {row.horizon:.0e}, K = {row[1]}": row.draws})
    case.number("share", "largest share", float(share))
    return case.finding()
