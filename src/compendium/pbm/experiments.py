"""The simulated experiments of Lagrée et al. (2016), Section 5, and the variants we add.

Every function takes the profile. "paper" has the paper's number of runs, and "quick" is a preview with
a shorter horizon. The text of the paper gives no horizon; 100,000 rounds are our choice. Our own
variants are played as often as their comparison requires, so that means that a claim or a sentence
compares differ by about five standard errors or more.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from clickbandits.core import Policy, Problem
from clickbandits.experiments import Experiment
from clickbandits.misinformed import misinformed
from clickbandits.pbm import published
from clickbandits.pbm.model import MODEL, problem
from clickbandits.pbm.pie import PBM_PIE, PBM_PIE_ADAPTIVE, PBM_PIE_ATTAINING, pbm_pie
from clickbandits.pbm.rba import RBA_KL_UCB
from clickbandits.pbm.ts import BC_MP_TS, PBM_TS
from clickbandits.pbm.ucb import PBM_UCB, pbm_ucb
from clickbandits.simulate import Game, as_problems
from compendium.pbm import instances

FIGURE_1A, FIGURE_1B = (
    problem([float(theta) for theta in attraction], [float(kappa) for kappa in instances.EXAMINATION])
    for attraction in (instances.FIGURE_1A, instances.FIGURE_1B)
)
HORIZON = {"quick": 10_000, "paper": 100_000}
SEED = 20161205


def _experiment(
    id: str,
    problems: Problem | Sequence[Problem],
    policies: tuple[Policy, ...],
    profile: str,
    runs: int,
    quick_runs: int = 100,
    chunk: int = 100,
) -> Experiment:
    replications = {"quick": quick_runs, "paper": runs}[profile]
    return Experiment(
        id, MODEL, as_problems(problems), policies, HORIZON[profile], replications, SEED, chunk=chunk
    )


def figure_1a(profile: str) -> Experiment:
    """PBM-TS compared with BC-MP-TS on attractions near 1, in 10,000 runs."""
    return _experiment("pbm:figure-1a", FIGURE_1A, (PBM_TS, BC_MP_TS), profile, 10_000)


def figure_1b(profile: str) -> Experiment:
    """PBM-UCB, PBM-PIE, PBM-TS and RBA-KL-UCB in 10,000 runs."""
    policies = (RBA_KL_UCB, PBM_UCB, PBM_PIE, PBM_TS)
    return _experiment("pbm:figure-1b", FIGURE_1B, policies, profile, 10_000)


HORIZONS_1B = (10_000, 30_000, 100_000)
"""Horizons at which the regrets of Figure 1b are compared; the paper does not give any."""


def pie_in_figure_1b(horizon: int, profile: str) -> Experiment:
    """PBM-PIE, which knows its horizon, on the problem of Figure 1b at another horizon."""
    runs = {"quick": 100, "paper": 2000}[profile]
    problems, at_the_end = as_problems(FIGURE_1B), (horizon,)
    return Experiment(
        "pbm:figure-1b-pie", MODEL, problems, (PBM_PIE,), horizon, runs, SEED, checkpoints=at_the_end
    )


def figure_2(profile: str) -> Experiment:
    """The policies on the KDD Cup queries, one drawn in each of 2,000 runs."""
    problems = tuple(model.problem for model in published.kdd_models().values())
    policies = (PBM_UCB, RBA_KL_UCB, PBM_PIE, PBM_TS)
    return _experiment("pbm:figure-2", problems, policies, profile, 2000, quick_runs=200)


def exploration_rates(profile: str) -> Experiment:
    """The effects of ε, and of log t in place of log T, on the problem of Figure 1b.

    In 1,000 runs the regrets of PBM-PIE's two smaller rates, which are nearest to each other, are five
    standard errors apart.
    """
    policies = (
        *(pbm_ucb(epsilon) for epsilon in (0.01, 0.1, 1.0)),
        *(pbm_pie(epsilon=epsilon) for epsilon in (0.01, 0.1, 1.0)),
        pbm_pie(epsilon=0.01, log_of="t"),
    )
    return _experiment("pbm:exploration-rates", FIGURE_1B, policies, profile, 1000)


DECADES: dict[str, dict[str, dict[int, int]]] = {
    "quick": {
        "b": dict.fromkeys((3, 4, 5, 6), 100),
        "a": dict.fromkeys((4, 6, 8), 100),
        "attaining": dict.fromkeys((4, 6), 100),
    },
    "paper": {
        "b": {3: 500, 5: 500, 7: 500, 9: 2000, 12: 500, 15: 2000},
        "a": {4: 500, 6: 500, 8: 500, 10: 500, 12: 500, 15: 2000},
        "attaining": dict.fromkeys((4, 6, 8, 10, 12, 15), 20),
    },
}
"""The number of runs per horizon, by its power of ten: for `long_horizons`, by panel, and for
`attaining`. The horizons that a claim compares need 2,000 runs for their verdict;
with 500 the other points of the figure have a standard error of one to two per cent."""


def long_horizons(profile: str) -> list[Experiment]:
    """PBM-PIE at ever longer horizons, with one experiment per problem and horizon.

    On the problem of Figure 1b the last position is optimal for exploration; on that of Figure 1a
    it is not, and the variant that explores at the optimal one plays, too.
    """
    fields = (("b", FIGURE_1B, (PBM_PIE,)), ("a", FIGURE_1A, (PBM_PIE, PBM_PIE_ADAPTIVE)))
    return [
        Experiment(
            f"pbm:long-horizons-1{panel}",
            MODEL,
            (problem,),
            policies,
            10**decade,
            runs,
            SEED,
            checkpoints=(10**decade,),
        )
        for panel, problem, policies in fields
        for decade, runs in DECADES[profile][panel].items()
    ]


def attaining(profile: str) -> list[Experiment]:
    """The policy that attains (6) at ever longer horizons, on the problem of Figure 1a.

    Its exploration never ends, so a game of 10^15 rounds takes seconds, and few games are played.
    """
    return [
        Experiment(
            "pbm:attaining-1a",
            MODEL,
            (FIGURE_1A,),
            (PBM_PIE_ATTAINING,),
            10**power,
            runs,
            SEED,
            checkpoints=(10**power,),
            chunk=2,
        )
        for power, runs in DECADES[profile]["attaining"].items()
    ]


ATTAINING_AT_LAST = pbm_pie(log_of="t and log t")
"""The policy with the rate of the one that attains (6), but with exploration at the last position."""


def attaining_or_last(profile: str) -> Experiment:
    """The policy that attains (6), and the same with exploration at the last position, on Figure 1a.

    After 200 runs of 10^8 rounds their means are more than five standard errors apart.
    """
    rounds, runs = {"quick": (10**6, 20), "paper": (10**8, 200)}[profile]
    return Experiment(
        "pbm:attaining-or-last-1a",
        MODEL,
        as_problems(FIGURE_1A),
        (PBM_PIE_ATTAINING, ATTAINING_AT_LAST),
        rounds,
        runs,
        SEED,
        checkpoints=(rounds,),
        chunk=10,
    )


def number_of_positions(profile: str) -> dict[tuple[float, int], Experiment]:
    """PBM-UCB compared with RBA-KL-UCB on ten items of small attraction, by decay of κ and by L.

    κ_l = 0.9 · decay^(l-1). A decay of 0.5 is near that of the KDD Cup queries, whose second
    position is examined about half as often as the first. After 40 runs the two are at least five
    standard errors apart.
    """
    attraction = np.linspace(0.15, 0.02, 10)
    return {
        (decay, n_positions): _experiment(
            f"pbm:number-of-positions-{decay:g}-{n_positions}",
            problem(attraction, 0.9 * decay ** np.arange(n_positions)),
            (PBM_UCB, RBA_KL_UCB),
            profile,
            40,
            quick_runs=24,
            chunk=8,
        )
        for decay in (0.5, 0.8)
        for n_positions in (1, 3, 5, 8)
    }


def with_errors(policy: Policy, error: float) -> Policy:
    """The policy, told the κ of Figure 1b with relative errors +error, −error, ... by position."""
    examination = FIGURE_1B.examination
    signs = (-1.0) ** np.arange(examination.size)
    belief = np.minimum(1.0, examination * (1.0 + error * signs))
    return misinformed(policy, belief, f"kappa error={error:g}")


def examination_errors(profile: str) -> Experiment:
    """The cost of relative errors of 5 and 20 percent in κ on the problem of Figure 1b.

    After 200 runs every policy is six standard errors from the factor that a claim allows.
    """
    policies = tuple(
        with_errors(policy, error) if error else policy
        for policy in (PBM_UCB, PBM_PIE, PBM_TS)
        for error in (0.0, 0.05, 0.2)
    )
    return _experiment("pbm:examination-errors", FIGURE_1B, policies, profile, 200)


def play_counts(game: Game, problem: Problem) -> np.ndarray:
    """N_{k,l} at the end of a game, rows by decreasing attraction, columns by examination.

    The policy's state must have `plays` of shape (n_items, n_positions).
    """
    counts = np.empty_like(game.state.plays)
    counts[np.ix_(game.items, game.positions)] = game.state.plays
    by_attraction = np.argsort(-problem.attraction, kind="stable")
    by_examination = np.argsort(-problem.examination, kind="stable")
    return counts[np.ix_(by_attraction, by_examination)]
