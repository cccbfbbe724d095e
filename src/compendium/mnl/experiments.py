"""The simulated experiments of Grant and Leslie (2023), Section 6, and the variants we add.

Every function takes the profile. "paper" has the paper's horizons, more replications of its figures
than the paper's 40, and as many of our variants as needed; "quick" is a preview with shorter horizons.
"""

from __future__ import annotations

from dataclasses import replace

from clickbandits.core import Policy
from clickbandits.experiments import Experiment, spaced_checkpoints
from clickbandits.mnl.epoch_ucb import EPOCH_UCB, EPOCH_UCB_SHARP, EPOCH_UCB_W, epoch_ucb
from clickbandits.mnl.epoch_ucb_upb import EPOCH_UCB_UPB, EPOCH_UCB_UPB_STAR, epoch_ucb_upb
from clickbandits.mnl.mnl_bandit import MNL_BANDIT
from clickbandits.mnl.model import MODEL
from clickbandits.mnl.top_rank import TOP_RANK, top_rank
from clickbandits.pbm.ucb import PBM_UCB, pbm_ucb

from .problems import PROBLEMS

FIGURES = {"a": "figure-1", "b": "figure-2", "c": "figure-3"}
HORIZON = {"quick": {"a": 5000, "b": 5000, "c": 2000}, "paper": {"a": 50_000, "b": 50_000, "c": 8000}}
RUNS = {"a": 100, "b": 100, "c": 140}
"""Replications of the figures in the paper's profile, so many that the means that claims compare differ by
five standard errors."""
SEED = 20231024

UPB_50 = epoch_ucb_upb(estimator="newton")
UPB_STAR_50 = epoch_ucb_upb("star", estimator="newton")
KNOWN = (EPOCH_UCB, PBM_UCB, EPOCH_UCB_W, EPOCH_UCB_SHARP)
"""The policies of the panels of known biases, in the paper's order, and our sharp variant."""
UNKNOWN = (TOP_RANK, EPOCH_UCB_UPB_STAR, EPOCH_UCB_UPB, MNL_BANDIT, UPB_STAR_50, UPB_50)
"""The policies of the panels of unknown biases, and the two that maximise (50)."""


def public_delta(horizon: int) -> float:
    """δ of TopRank in the public program of one of its authors (shuaili8/OnlineLearningToRank)."""
    return horizon**-0.5


def _experiment(
    id: str,
    name: str,
    policies: tuple[Policy, ...],
    horizon: int,
    profile: str,
    quick_runs: int = 20,
    runs: int = 100,
) -> Experiment:
    replications = {"quick": quick_runs, "paper": runs}[profile]
    rounds = spaced_checkpoints(horizon, 80, "linear")
    return Experiment(id, MODEL, (PROBLEMS[name],), policies, horizon, replications, SEED, rounds, chunk=20)


def figure(name: str, profile: str) -> Experiment:
    """Figure 1, 2 or 3: every policy on problem "a", "b" or "c"."""
    return _experiment(
        f"mnl:{FIGURES[name]}", name, KNOWN + UNKNOWN, HORIZON[profile][name], profile, runs=RUNS[name]
    )


def often(policy: str, profile: str) -> Experiment:
    """One policy of Figure 2 in more runs, for a claim that counts the rare ones that are stuck."""
    shown = figure("b", profile)
    (one,) = (each for each in shown.policies if each.id == policy)
    return replace(shown, policies=(one,), replications={"quick": 20, "paper": 200}[profile])


def open_choices(name: str, profile: str) -> Experiment:
    """Variants of the points that the paper leaves open, one change at a time, on problem "a", "b" or "c"."""
    policies = (
        EPOCH_UCB,
        epoch_ucb(clip=True),
        EPOCH_UCB_SHARP,
        epoch_ucb("sharp", clip=True),
        EPOCH_UCB_W,
        epoch_ucb("weak", log_of="Jl²/2"),
        PBM_UCB,
        pbm_ucb(1.0),
        TOP_RANK,
        top_rank(0.05),
        top_rank(public_delta(HORIZON[profile][name])),
        top_rank(1e-8),
    )
    return _experiment(
        f"mnl:open-choices-{name}",
        name,
        policies,
        HORIZON[profile][name],
        profile,
        runs=100 if name == "c" else 40,
    )


def long_horizon(name: str, policies: tuple[Policy, ...], profile: str) -> Experiment:
    """A game over ten times the horizon of the figure, which shows how a policy behaves in the end."""
    horizon = 10 * HORIZON[profile][name]
    return _experiment(
        f"mnl:long-horizon-{name}",
        name,
        policies,
        horizon,
        profile,
        quick_runs=4,
        runs=20 if name == "a" else 10,
    )


def short_horizon(name: str, policies: tuple[Policy, ...], profile: str) -> Experiment:
    """The horizon of problem (c) on any problem."""
    horizon = HORIZON[profile]["c"]
    return _experiment(f"mnl:short-horizon-{name}", name, policies, horizon, profile)


def literal_differences(profile: str) -> list[Experiment]:
    """Algorithm 3 with each difference (15) a run of Algorithm 1, beside our differences.

    If the literal ones are too slow for the figure's horizon, both play a shorter one.
    """
    rounds = {
        "quick": {("star", "b"): 500, ("printed", "b"): 200},
        "paper": {
            ("star", "a"): 5000,
            ("star", "b"): 10_000,
            ("star", "c"): 8000,
            ("printed", "a"): 2000,
            ("printed", "b"): 5000,
            ("printed", "c"): 1000,
        },
    }[profile]
    return [
        _experiment(
            f"mnl:literal-differences-{multiplier}-{name}",
            name,
            (epoch_ucb_upb(multiplier), epoch_ucb_upb(multiplier, differences="literal")),
            horizon,
            profile,
            quick_runs=10,
            runs=10 if name == "c" else 20,
        )
        for (multiplier, name), horizon in rounds.items()
    ]
