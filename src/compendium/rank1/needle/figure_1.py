"""The statements of Katariya et al. (2017) about Figure 1, decided by our simulation of it.

The order of a policy's regret is determined by its growth when K and L double. A factor of 2^1 is linear
growth and 2^2 is quadratic, and other factors are assigned to the nearest exponent.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import sympy as sp

from clickbandits.bernoulli import kl
from clickbandits.experiments import Regret
from clickbandits.rank1.bounds import theorem_1, theorem_1_repaired
from compendium.case import Twin, check
from compendium.comparisons import (
    Comparison,
    all_of,
    below,
    final,
    finals,
    joint_scale,
    opposite,
    positive,
    some_of,
    within,
)
from compendium.estimates import Estimate
from compendium.rank1 import experiments, studies
from compendium.rank1.experiments import LOG, PRINTED
from compendium.rank1.program import PROGRAM

READINGS = {
    "δ = log n + 3 log log n, as printed": PRINTED,
    "δ = log n": LOG,
    "δ = log t + log log t, as in the first author's program": PROGRAM.id,
}
"""The levels δ that the figure might use, and Rank1ElimKL with each."""
RIVALS = ("Rank1Elim", "UCB1Elim", "UCB1")
SIZES = experiments.SIZES
BANDS = {1: (2**0.5, 2**1.5), 2: (2**1.5, 2**2.5)}
"""The ratios between which growth counts as that of an exponent when K and L double."""
BEST, WORSE = 9 / 16, (1 / 16, 3 / 16)
"""The means of the needle, of most other pairs, and of the pairs in its row and column."""
LAST_TENTH, NEAR = 0.9, 2**0.5
"""The share of the steps after which the last tenth begins, and half the way to a factor 2."""


def all_finals(regrets: dict[int, Regret], policies) -> dict:
    """Final means by size and policy, with the numbers of runs and rounds, for a finding."""
    numbers: dict[str, object] = {}
    for size, regret in regrets.items():
        numbers |= finals(regret, f"{size}, ", policies)
    runs = {f"runs of {policy}": len(regret.values[policy]) for policy in policies}
    return numbers | runs | {"rounds": int(regret.rounds[-1])}


def growths(regrets: dict[int, Regret], policy: str) -> dict[str, Estimate]:
    """Ratios of the final regrets when K and L double, by the two sizes."""
    ends = {size: final(regrets[size], policy) for size in sorted(regrets)}
    return {f"{policy}, {small} to {large}": ends[large] / ends[small] for small, large in pairwise(ends)}


def grows_like(regrets: dict[int, Regret], policy: str, exponent: int) -> Comparison:
    """Whether every growth is nearer to 2^exponent than to its neighbours."""
    return all_of(*(within(ratio, *BANDS[exponent]) for ratio in growths(regrets, policy).values()))


def late_growth(regret: Regret, policy: str) -> Estimate:
    """Share of the regret that falls in the last tenth of the steps."""
    start = int(np.searchsorted(regret.rounds, LAST_TENTH * regret.rounds[-1]))
    ends = regret.values[policy][:, -1]
    late = ends - regret.values[policy][:, start]
    share = float(late.mean() / ends.mean())
    return share + Estimate.of((late - share * ends) / ends.mean())


def flat(regrets: dict[int, Regret], policy: str, share: float) -> Comparison:
    """Whether the last tenth of the steps adds less than a share to the regret, for every K = L."""
    return all_of(*(positive(share - late_growth(regret, policy)) for regret in regrets.values()))


@check(
    "rank1:figure-1-flattens",
    readings=Twin({"UCB1": "UCB1"}, "not reproduced"),
    share=Twin(0.2, "not reproduced"),
    horizon=Twin(experiments.LONG, "not reproduced"),
)
def flattens(case, readings=READINGS, share=0.02, horizon=experiments.HORIZON):
    regrets, size = studies.readings(case.profile), SIZES[-1]
    played = {n: studies.longer(case.profile, n) for n in (experiments.LONG, experiments.LONGER)}
    played[experiments.HORIZON] = regrets
    for steps, these in played.items():
        when = "" if these is regrets else f", n = {steps // 10**6} million"
        for policy in these[size].values:
            name = f"share of the last tenth, {policy}, {size}{when}"
            case.number(name, name, late_growth(these[size], policy))
    rivals = [policy for policy in RIVALS if policy in played[horizon][size].values]
    too = some_of(*(flat(played[horizon], policy, share) for policy in rivals))
    for name, ours in readings.items():
        case.reading(name, all_of(flat(regrets, ours, share), opposite(too)))
    case.family(joint_scale(regrets.values(), (*READINGS.values(), *RIVALS)))


@check(
    "rank1:figure-1-kl-doubles",
    exponent=Twin(2, "not reproduced"),
    readings=Twin({"UCB1": "UCB1"}, "not reproduced"),
)
def kl_doubles(case, exponent=1, readings=READINGS):
    regrets = studies.readings(case.profile)
    for name, policy in readings.items():
        case.family(growths(regrets, policy))
        case.reading(name, grows_like(regrets, policy, exponent))
    short = studies.longer(case.profile, experiments.HALF)
    steps = growths(short, PRINTED)
    case.family({f"{step}, n = 500,000": ratio for step, ratio in steps.items()})
    case.family(joint_scale(regrets.values(), tuple(readings.values())))


@check(
    "rank1:figure-1-ucb1-quadruples", exponent=Twin(1, "not reproduced"), policy=Twin(LOG, "not reproduced")
)
def ucb1_quadruples(case, exponent=2, policy="UCB1"):
    regrets = studies.figure_1(case.profile)
    case.family(growths(regrets, policy))
    case.sign("quadruples", grows_like(regrets, policy, exponent))
    size = SIZES[-1]
    share = final(regrets[size], policy) / uniform(size)
    case.number("uniform", f"share of the regret of uniform play, {size}", share)
    case.family(joint_scale(regrets.values(), (policy,)))


def uniform(size: int) -> float:
    """The loss of uniformly drawn pairs by the horizon of Figure 1."""
    return experiments.HORIZON * (BEST - (0.25 + 0.5 / size) ** 2)


@check(
    "rank1:figure-1-ucb1elim-quadruples",
    exponent=Twin(1, "not reproduced"),
    policy=Twin(LOG, "not reproduced"),
)
def ucb1elim_quadruples(case, exponent=2, policy="UCB1Elim"):
    played = {
        "two million steps, as in the first author's program": (studies.figure_1(case.profile), ""),
        "twenty million steps": (studies.longer(case.profile), ", n = 20 million"),
    }
    for name, (regrets, when) in played.items():
        case.family({f"{step}{when}": ratio for step, ratio in growths(regrets, policy).items()})
        case.choice(name, grows_like(regrets, policy, exponent))
    case.family({f"regret of uniform play, {size}": uniform(size) for size in SIZES})
    case.family(joint_scale(regrets.values(), (policy,)))


@check("rank1:regret-of-order-kl", power=Twin(3), share=Twin(Fraction(1, 3)))
def order_kl(case, power=2, share=Fraction(5, 16)):
    # Every pair once costs the sum of the gaps, here with K = L = 2 + more.
    more = sp.Symbol("more", nonnegative=True)
    once = (more + 1) ** 2 * sp.Rational(1, 2) + 2 * (more + 1) * sp.Rational(3, 8)
    spare = sp.Poly(once - sp.Rational(share) * (more + 2) ** 2, more)
    case.must("every pair once costs 5/16 of KL and more", min(spare.all_coeffs()) >= 0)
    size = SIZES[0]
    means = np.outer(*experiments.needle(size))
    by_pair = float((means.max() - means).sum())
    case.must("the sum of the gaps by pair", by_pair == float(once.subs(more, size - 2)), once_32=by_pair)
    # The constant of log n is the sum of gap/d(mean, best mean) over the pairs.
    most = {}
    for size in SIZES:
        means = np.outer(*experiments.needle(size))
        worse = means[means < means.max()]
        most[size] = float(((means.max() - worse) / kl(worse, means.max())).sum())
        case.family({f"constant of log n over KL, K = {size}": most[size] / size**2})
    size = sp.Symbol("K", positive=True)
    far, near = ((BEST - mean) / float(kl(mean, BEST)) for mean in WORSE)
    total = (size - 1) ** 2 * far + 2 * (size - 1) * near
    case.must("the constant is of order KL", 0 < sp.limit(total / size**power, size, sp.oo) < sp.oo)
    sums = [float(total.subs(size, each)) for each in SIZES]
    case.must("the sums over all pairs", np.allclose(sums, [*most.values()], rtol=1e-12))


@check(
    "rank1:figure-1-outperforms-all",
    readings=[
        Twin({PRINTED: PRINTED}, "not reproduced"),
        Twin({"UCB1": "UCB1"}, "not reproduced", "figure-1-most-obvious"),
        Twin({"UCB1Elim": "UCB1Elim"}, "not reproduced", "synthetic-improvement"),
    ],
    rivals=Twin(("KL-UCB",), "not reproduced"),
    sizes=Twin((128, 32), "not reproduced", "figure-1-most-obvious"),
    rival=Twin("KL-UCB", "not reproduced", "synthetic-improvement"),
)
def outperforms_all(case, readings=READINGS, rivals=RIVALS, sizes=(32, 128), rival="Rank1Elim"):
    regrets = studies.readings(case.profile)
    obvious, synthetic = case.step("figure-1-most-obvious"), case.step("synthetic-improvement")
    for name, ours in readings.items():
        less = {each: [below(regret, ours, each) for regret in regrets.values()] for each in (*rivals, rival)}
        case.reading(name, all_of(*(one for each in rivals for one in less[each])))
        synthetic.reading(name, all_of(*less[rival]))
        small, large = (
            {each: final(regrets[size], each) / final(regrets[size], ours) for each in RIVALS if each != ours}
            for size in sizes
        )
        for size, leads in zip(sizes, (small, large), strict=True):
            obvious.family({f"{each} over {ours}, {size}": lead for each, lead in leads.items()})
        # The lead over the best rival grows if every lead at the end is above some lead at first.
        grown = (all_of(*(positive(each - least) for each in large.values())) for least in small.values())
        obvious.reading(name, some_of(*grown))
    case.family(all_finals(regrets, (*readings.values(), *rivals)))
    for step in (obvious, synthetic):
        step.family(joint_scale(regrets.values(), (*readings.values(), *RIVALS)))


@check(
    "rank1:figure-1-outperforms-kl-ucb",
    turned=[Twin(64, "not reproduced"), Twin(256, "not reproduced")],
    ahead=Twin((PRINTED, LOG), "not reproduced"),
)
def outperforms_kl_ucb(case, turned=128, ahead=(LOG,)):
    # From the size `turned` on the readings `ahead` lose less than KL-UCB; all others lose more.
    regrets = studies.figure_1(case.profile)
    for size, regret in regrets.items():
        for ours in (PRINTED, LOG):
            less = size >= turned and ours in ahead
            lower, higher = (ours, "KL-UCB") if less else ("KL-UCB", ours)
            case.sign(f"{lower} below {higher}, {size}", below(regret, lower, higher))
    case.family(all_finals(regrets, (PRINTED, LOG, "KL-UCB")))


@check(
    "rank1:figure-1-kl-ucb-below-ucb1",
    times=Twin(5, "not reproduced"),
    policy=Twin("UCB1Elim", "not reproduced"),
)
def kl_ucb_below_ucb1(case, times=2, policy="KL-UCB"):
    regrets = studies.figure_1(case.profile)
    for size, regret in regrets.items():
        ucb1, other = final(regret, "UCB1"), final(regret, policy)
        case.family({f"regret of UCB1 over {policy}, {size}": ucb1 / other})
        case.sign(f"more than {times} times as much, {size}", positive(ucb1 - times * other))
    case.family(joint_scale(regrets.values(), ("UCB1", policy)))


@check(
    "rank1:figure-1-four-times",
    readings=Twin({PRINTED: PRINTED}, "not reproduced"),
    times=[Twin(1, "not reproduced"), Twin(8, "not reproduced")],
)
def four_times(case, readings=READINGS, times=4):
    # Four times is a factor that is nearer to 4 than to 2 or 8, on a logarithmic scale.
    regrets = studies.readings(case.profile)
    for name, ours in readings.items():
        factors = {size: final(regret, "Rank1Elim") / final(regret, ours) for size, regret in regrets.items()}
        case.family({f"regret of Rank1Elim over {ours}, {size}": factor for size, factor in factors.items()})
        case.reading(name, all_of(*(within(each, times / NEAR, times * NEAR) for each in factors.values())))
    case.family(joint_scale(regrets.values(), ("Rank1Elim", *readings.values())))


@check(
    "rank1:figure-1-any-horizon",
    winner=Twin(PRINTED, "not reproduced"),
    loser=Twin(LOG, "not reproduced"),
    early=Twin(-1, "not reproduced"),
)
def any_horizon(case, winner=LOG, loser=PRINTED, early=1):
    short = studies.together(experiments.short(case.profile))
    for reading in (PRINTED, LOG):
        more = final(short, reading) - final(short, "UCB1")
        name = f"{reading} less UCB1, n = {experiments.SHORT}"
        case.sign(name, positive(early * more))
        case.family({name: more})
    for horizon, regret in studies.by_horizon(case.profile).items():
        ucb1 = final(regret, "UCB1")
        for reading in (PRINTED, LOG):
            case.family({f"UCB1 over {reading}, n = {horizon}": ucb1 / final(regret, reading)})
        case.sign(f"UCB1 below {loser}, n = {horizon}", positive(final(regret, loser) - ucb1))
        case.sign(f"UCB1 above {winner}, n = {horizon}", positive(ucb1 - final(regret, winner)))
    parts = next(iter(experiments.other_horizons(case.profile).values()))
    case.family({f"runs of {part.policies[0].id}": part.replications for part in parts})


@check(
    "rank1:figure-1-below-theorem-1",
    times=Twin(30, "not reproduced"),
    policy=Twin("UCB1Elim", "not reproduced"),
)
def below_theorem_1(case, times=10, policy=PRINTED):
    regrets = studies.longest(case.profile)
    for size, regret in regrets.items():
        (problem,), horizon = regret.experiment.problems, regret.experiment.horizon
        mean = final(regret, policy)
        for name, bound in (("Theorem 1", theorem_1), ("sharpened", theorem_1_repaired)):
            value = bound(problem, horizon)
            case.must(f"{name} is below what can be lost, {size}", value < BEST * horizon)
            case.family({f"{name} over the regret, {size}": Estimate(value, unit=mean.unit) / mean})
            case.sign(f"{name}: {times}-fold, {size}", positive(value - times * mean))
    case.family(joint_scale(regrets.values(), (policy,)))


@check("rank1:cost-of-a-run", draws=Twin(1), share_of_steps=Twin(1e-9))
def cost_of_a_run(case, draws=2, share_of_steps=1e-3):
    table = studies.cost(case.profile)
    share = float((table["draws"] / (table["stages"] * (draws * table["K = L"] ** 2 + 1))).max())
    case.must("largest share of two draws a pair and stage, and one", share <= 1, share=share)
    longest = table[table["horizon"] == table["horizon"].max()]
    case.must("fewer than n / 1000", (longest["draws"] < share_of_steps * longest["horizon"]).all())
    for row in longest.itertuples():
        case.family({f"draws of n = {row.horizon:.0e}, K = {row[1]}": row.draws})
