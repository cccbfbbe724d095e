"""What Katariya et al. (2017) write about Figure 1, decided by our simulation of it.

The regret of a policy is said to be of one order or another by its growth when K and L double:
2^1 is linear, 2^2 quadratic, and a growth counts as what its exponent is nearer to.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import sympy as sp

from clickbandits.bernoulli import kl
from clickbandits.experiments import Regret
from clickbandits.rank1.bounds import theorem_1, theorem_1_repaired
from compendium.comparisons import (
    Estimate,
    all_of,
    below,
    final,
    finals,
    joint_scale,
    positive,
    some_of,
)
from compendium.finding import Case, Finding, check, twin
from compendium.rank1 import experiments, studies
from compendium.rank1.experiments import LOG, PRINTED

RIVALS = ("Rank1Elim", "UCB1Elim", "UCB1")
SIZES = experiments.SIZES
BANDS = {1: (2**0.5, 2**1.5), 2: (2**1.5, 2**2.5)}
"""Between which ratios a growth counts as that of an exponent, as K and L double."""
BEST, WORSE = 9 / 16, (1 / 16, 3 / 16)
"""The mean of the needle and those of the other pairs: of most, and of its row and column."""
LAST_TENTH, NEAR = 0.9, 2**0.5
"""The share of the steps after which the last tenth begins, and half the way to a factor 2."""


def all_finals(regrets: dict[int, Regret], policies) -> dict:
    """Final means by size and policy, with their runs and rounds, for a finding."""
    numbers: dict[str, object] = {}
    for size, regret in regrets.items():
        numbers |= finals(regret, 0, f"{size}, ", policies)
    runs = {f"runs of {policy}": len(regret.values[policy]) for policy in policies}
    return numbers | runs | {"rounds": int(regret.rounds[-1])}


def growths(regrets: dict[int, Regret], policy: str) -> dict[str, Estimate]:
    """Ratios of the final regret as K and L double, by the two sizes."""
    return {
        f"{policy}, {small} to {large}": final(regrets[large], policy)
        / final(regrets[small], policy)
        for small, large in pairwise(sorted(regrets))
    }


def grows_like(case: Case, regrets: dict[int, Regret], policy: str, exponent: int) -> None:
    """Whether every growth is nearer to 2^exponent than to its neighbours."""
    least, most = BANDS[exponent]
    for step, ratio in growths(regrets, policy).items():
        case.family({step: f"{ratio:.2f}"})
        case.sign(f"{step}: enough", positive(ratio - least))
        case.sign(f"{step}: not more", positive(most - ratio))


def late_growth(regret: Regret, policy: str) -> Estimate:
    """Share of the regret that falls in the last tenth of the steps."""
    start = int(np.searchsorted(regret.rounds, LAST_TENTH * regret.rounds[-1]))
    ends = regret.values[policy][:, -1]
    late = ends - regret.values[policy][:, start]
    share = float(late.mean() / ends.mean())
    return share + Estimate.of((late - share * ends) / ends.mean())


@check("rank1:figure-1-flattens")
@twin("who flattens", gives="not reproduced", flattening=("UCB1",))
@twin("the share that is flat", gives="not reproduced", flat_share=0.2)
def flattens(profile, flattening=(PRINTED, LOG), flat_share=0.02):
    """Measures how much of each regret the last tenth of the steps adds: below 2 % is flat."""
    case = Case()
    regrets = studies.figure_1(profile)
    policies = PRINTED, LOG, *RIVALS
    for policy in policies:
        flat = []
        for size, regret in regrets.items():
            share = late_growth(regret, policy)
            case.family({f"share of the last tenth, {policy}, {size}": f"{share:.4f}"})
            flat.append(flat_share - share)
        if policy not in flattening:
            steep = some_of(*(positive(-one) for one in flat))
            case.sign(f"{policy} is not flat everywhere", steep)
        else:
            case.sign(f"{policy} is flat everywhere", all_of(*map(positive, flat)))
    case.family(joint_scale(regrets.values(), policies))
    return case.finding()


@check("rank1:figure-1-kl-doubles")
@twin("the power of K", gives="not reproduced", exponent=2)
@twin("whose regret it is", gives="not reproduced", policies=("UCB1",))
def kl_doubles(profile, exponent=1, policies=(PRINTED, LOG)):
    """Compares the growth of Rank1ElimKL's regret as K and L double with √2 and 2√2."""
    case = Case()
    regrets = studies.figure_1(profile)
    for policy in policies:
        grows_like(case, regrets, policy, exponent)
    case.family(joint_scale(regrets.values(), policies))
    return case.finding()


@check("rank1:figure-1-ucb1-quadruples")
@twin("the power of K", gives="not reproduced", exponent=1)
@twin("whose regret it is", gives="not reproduced", policy=LOG)
def ucb1_quadruples(profile, exponent=2, policy="UCB1"):
    """Compares the growth of UCB1's regret as K and L double with 2√2 and 4√2."""
    case = Case()
    regrets = studies.figure_1(profile)
    grows_like(case, regrets, policy, exponent)
    case.family(joint_scale(regrets.values(), (policy,)))
    return case.finding()


@check("rank1:figure-1-ucb1elim-quadruples")
@twin("the sizes", gives="holds", sizes=(32, 64))
def ucb1elim_quadruples(profile, sizes=SIZES):
    """Compares the growth of UCB1Elim's regret as K and L double with 2√2 and 4√2."""
    case = Case()
    regrets = {size: studies.figure_1(profile)[size] for size in sizes}
    grows_like(case, regrets, "UCB1Elim", 2)
    longer = {size: studies.together(part) for size, part in experiments.longer(profile).items()}
    for step, ratio in growths(longer, "UCB1Elim").items():
        case.family({f"{step}, n = 20 million": f"{ratio:.2f}"})
    for size in experiments.SIZES:
        case.family({
            f"regret of uniform play, {size}":
                experiments.HORIZON * (BEST - (0.25 + 0.5 / size) ** 2)
        })  # fmt: skip
    case.family(joint_scale(regrets.values(), ("UCB1Elim",)))
    return case.finding()


@check("rank1:regret-of-order-kl")
@twin("the power of K", gives="refuted", power=3)
def order_kl(profile, power=2):
    """Finds the limit of the lower bound's constant over KL, and sums it on the figure's problems.

    The constant of log n is the sum of gap/d(mean, best mean) over the pairs.
    """
    case = Case()
    most = []
    for size in SIZES:
        means = np.outer(*experiments.needle(size))
        worse = means[means < means.max()]
        constant = float(((means.max() - worse) / kl(worse, means.max())).sum())
        case.family({f"constant of log n over KL, K = {size}": constant / size**2})
        most.append(constant)
    size = sp.Symbol("K", positive=True)
    far, near = ((BEST - mean) / float(kl(mean, BEST)) for mean in WORSE)
    total = (size - 1) ** 2 * far + 2 * (size - 1) * near
    case.must("the constant is of order KL", 0 < sp.limit(total / size**power, size, sp.oo) < sp.oo)
    sums = [float(total.subs(size, each)) for each in SIZES]
    case.must("the sums over all pairs", np.allclose(sums, most, rtol=1e-12))
    return case.finding()


def outperforms(profile, ours, rivals, sizes) -> Finding:
    """Whether a reading has the smallest regret in all problems of some sizes."""
    case = Case()
    regrets = {size: studies.figure_1(profile)[size] for size in sizes}
    for size, regret in regrets.items():
        for rival in rivals:
            case.sign(f"below {rival}, {size}", below(regret, ours, rival))
    case.family(all_finals(regrets, (ours, *rivals)))
    return case.finding()


@check("rank1:figure-1-outperforms-all")
@twin("the sizes", gives="holds", sizes=(64, 128))
@twin("who is outperformed", gives="holds", rivals=("Rank1Elim", "UCB1Elim"))
def outperforms_all(profile, rivals=RIVALS, sizes=SIZES):
    """Compares the final mean of Rank1ElimKL, δ as printed, with those of the paper's rivals."""
    return outperforms(profile, PRINTED, rivals, sizes)


@check("rank1:figure-1-outperforms-all-log")
@twin("δ", gives="not reproduced", ours=PRINTED)
@twin("who is outperformed", gives="not reproduced", rivals=("KL-UCB",))
def outperforms_all_log(profile, ours=LOG, rivals=RIVALS):
    """Compares the final mean of Rank1ElimKL with log n in place of δ with those of the rivals."""
    return outperforms(profile, ours, rivals, SIZES)


@check("rank1:figure-1-outperforms-kl-ucb")
@twin("the sizes", gives="holds", sizes=(128,))
@twin("who is outperformed", gives="holds", rivals=("UCB1",))
def outperforms_kl_ucb(profile, rivals=("KL-UCB",), sizes=SIZES):
    """Compares the final mean of Rank1ElimKL with log n with that of KL-UCB on the pairs."""
    return outperforms(profile, LOG, rivals, sizes)


@check("rank1:figure-1-kl-ucb-like-ucb1")
@twin("the factor between similar regrets", gives="holds", similar=5)
@twin("who is similar to UCB1", gives="holds", policy=LOG)
def kl_ucb_like_ucb1(profile, similar=2, policy="KL-UCB"):
    """Compares UCB1's regret with twice that of KL-UCB; one size below it is enough."""
    case = Case()
    regrets = studies.figure_1(profile)
    less = []
    for size, regret in regrets.items():
        ucb1, other = final(regret, "UCB1"), final(regret, policy)
        case.family({f"regret of UCB1 over {policy}, {size}": f"{ucb1 / other:.2f}"})
        less.append(positive(similar * other - ucb1))
    case.sign("less than twice, at some size", some_of(*less))
    case.family(joint_scale(regrets.values(), ("UCB1", policy)))
    return case.finding()


def times_better(profile, ours, times) -> Finding:
    """Whether Rank1Elim's regret is nearer to `times` times ours than to half or twice of that."""
    case = Case()
    regrets = studies.figure_1(profile)
    for size, regret in regrets.items():
        theirs, own = final(regret, "Rank1Elim"), final(regret, ours)
        case.family({f"regret of Rank1Elim over ours, {size}": f"{theirs / own:.2f}"})
        least, most = times / NEAR, times * NEAR
        case.sign(f"nearer to {times} than to half, {size}", positive(theirs - least * own))
        case.sign(f"nearer to {times} than to twice, {size}", positive(most * own - theirs))
    case.family(joint_scale(regrets.values(), ("Rank1Elim", ours)))
    return case.finding()


@check("rank1:figure-1-four-times")
@twin("the factor", gives="holds", times=2)
def four_times(profile, times=4):
    """Compares the ratio of Rank1Elim's regret to Rank1ElimKL's, δ as printed, with √8 and √32."""
    return times_better(profile, PRINTED, times)


@check("rank1:figure-1-four-times-log")
@twin("the factor", gives="not reproduced", times=2)
@twin("the factor", gives="not reproduced", times=8)
@twin("δ", gives="not reproduced", ours=PRINTED)
def four_times_log(profile, times=4, ours=LOG):
    """Compares the ratio of Rank1Elim's regret to Rank1ElimKL's, with log n, with √8 and √32."""
    return times_better(profile, ours, times)


@check("rank1:figure-1-most-obvious")
@twin("where it is most obvious", gives="not reproduced", sizes=(128, 32))
@twin("who outperforms", gives="not reproduced", readings=("UCB1",))
def most_obvious(profile, sizes=(32, 128), readings=(PRINTED, LOG)):
    """Compares the factor to the best rival at K = 128 with that at K = 32."""
    case = Case()
    regrets = studies.figure_1(profile)
    for ours in readings:
        ratios = []
        for size in sizes:
            regret, others = regrets[size], [policy for policy in RIVALS if policy != ours]
            rival = min(others, key=lambda policy, of=regret: final(of, policy).value)
            ratio = final(regret, rival) / final(regret, ours)
            case.family({f"{rival} over {ours}, {size}": f"{ratio:.2f}"})
            ratios.append(ratio)
        small, large = ratios
        case.sign(f"{ours}: a larger factor at {sizes[1]}", positive(large - small))
    case.family(joint_scale(regrets.values(), (*readings, *RIVALS)))
    return case.finding()


@check("rank1:synthetic-improvement")
@twin("who is improved on", gives="not reproduced", rival="UCB1")
@twin("who improves", gives="not reproduced", readings=("UCB1Elim",))
def synthetic_improvement(profile, rival="Rank1Elim", readings=(PRINTED, LOG)):
    """Compares both readings of Rank1ElimKL with Rank1Elim at the three sizes."""
    case = Case()
    regrets = studies.figure_1(profile)
    for size, regret in regrets.items():
        for ours in readings:
            case.sign(f"{ours} below {rival}, {size}", below(regret, ours, rival))
    case.family(all_finals(regrets, (*readings, rival)))
    return case.finding()


@check("rank1:figure-1-any-horizon")
@twin("δ with which UCB1 is outperformed", gives="not reproduced", winner=PRINTED)
@twin("δ with which it is not", gives="not reproduced", loser=LOG)
def any_horizon(profile, winner=LOG, loser=PRINTED):
    """Compares UCB1 with both readings at other horizons: above one of them, below the other."""
    case = Case()
    for horizon, regret in studies.by_horizon(profile).items():
        ucb1 = final(regret, "UCB1")
        for reading in (PRINTED, LOG):
            ratio = ucb1 / final(regret, reading)
            case.family({f"UCB1 over {reading}, n = {horizon}": f"{ratio:.2f}"})
        below_loser, above_winner = final(regret, loser) - ucb1, ucb1 - final(regret, winner)
        case.sign(f"UCB1 below {loser}, n = {horizon}", positive(below_loser))
        case.sign(f"UCB1 above {winner}, n = {horizon}", positive(above_winner))
    parts = next(iter(experiments.other_horizons(profile).values()))
    case.family({f"runs of {part.policies[0].id}": part.replications for part in parts})
    return case.finding()


@check("rank1:figure-1-below-theorem-1")
@twin("how many times", gives="not reproduced", times=30)
@twin("whose regret it is", gives="not reproduced", policy="UCB1Elim")
def below_theorem_1(profile, times=10, policy=PRINTED):
    """Compares Theorem 1, as printed and sharpened, with ten times the simulated regret."""
    case = Case()
    regrets = studies.figure_1(profile)
    for size, regret in regrets.items():
        (problem,), horizon = regret.experiment.problems, regret.experiment.horizon
        mean = final(regret, policy)
        for name, bound in (("Theorem 1", theorem_1), ("sharpened", theorem_1_repaired)):
            value = bound(problem, horizon)
            case.family({f"{name} over the regret, {size}": f"{value / mean:.1f}"})
            case.sign(f"{name}: {times}-fold, {size}", positive(value - times * mean))
    case.family(joint_scale(regrets.values(), (policy,)))
    return case.finding()


@check("rank1:cost-of-a-run")
@twin("draws a pair and stage", gives="refuted", draws=1)
@twin("the draws of a step", gives="refuted", share_of_steps=1e-7)
def cost_of_a_run(profile, draws=2, share_of_steps=1e-3):
    """Counts the draws of a run at every size and horizon."""
    case = Case()
    table = studies.cost(profile)
    share = (table["draws"] / (table["stages"] * (draws * table["K = L"] ** 2 + 1))).max()
    longest = table[table["horizon"] == table["horizon"].max()]
    few = longest["draws"] < share_of_steps * longest["horizon"]
    case.must("at most two draws a pair and stage, and one", share <= 1)
    case.must("fewer than n / 1000", few.all())
    for row in longest.itertuples():
        case.family({f"draws of n = {row.horizon:.0e}, K = {row[1]}": row.draws})
    case.number("share", "largest share", float(share))
    return case.finding()
