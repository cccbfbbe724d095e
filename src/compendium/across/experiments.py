"""Every policy in every world, which is a click model with a game (list or pair) and its problems.

Every function takes the profile. "paper" plays 100,000 rounds, and most policies also 300,000 rounds of the
worlds of lists, with 50 runs of every policy on the synthetic problems (40 of the policy that fits in
every epoch); "quick" is a preview. If no run is stuck, the standard error of 50 runs is mostly one to
four per cent of the loss.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from clickbandits.core import ClickModel, Policy, Problem
from clickbandits.experiments import Experiment, spaced_checkpoints
from clickbandits.misinformed import misinformed
from clickbandits.mnl import model as mnl
from clickbandits.mnl.epoch_ucb import EPOCH_UCB, EPOCH_UCB_SHARP
from clickbandits.mnl.epoch_ucb_upb import epoch_ucb_upb
from clickbandits.mnl.mnl_bandit import MNL_BANDIT
from clickbandits.mnl.top_rank import TOP_RANK
from clickbandits.pbm import model as pbm
from clickbandits.pbm import published
from clickbandits.pbm.pie import PBM_PIE
from clickbandits.pbm.rba import RBA_KL_UCB
from clickbandits.pbm.ts import BC_MP_TS, PBM_TS
from clickbandits.pbm.ucb import PBM_UCB
from clickbandits.rank1 import model as rank1
from clickbandits.rank1.buckets import UCB1
from clickbandits.rank1.elim import RANK1_ELIM_KL
from clickbandits.rank1.ucb1_elim import UCB1_ELIM
from compendium.across.adapters import MNL_PAIR, best_slot, every_pair
from compendium.pbm.instances import EXAMINATION

HORIZON = {"quick": 10_000, "paper": 100_000}
LONG = {"quick": 30_000, "paper": 300_000}
"""A second horizon for the worlds of lists, because advice can depend on the horizon.

The policy that fits in every epoch is not played for that long.
"""
SEED = 20261120

THREE_EXAMINATIONS = tuple(map(float, EXAMINATION))
LOW = ((0.45, 0.35, 0.25, 0.15, 0.05), THREE_EXAMINATIONS)
HIGH = ((0.95, 0.85, 0.75, 0.65, 0.55), THREE_EXAMINATIONS)
TURNED = (LOW[0], THREE_EXAMINATIONS[::-1])
"""The problems of Figures 1b and 1a of the position-based paper, and the first from below."""
SURE = ((1.0, 0.9, 0.1), (1.0, 0.5))
"""One item that is always clicked at the first position."""
LEVELS = {"low": LOW, "high": HIGH}
WRONG = {
    "half": (0.45, 0.3, 0.15),
    "half, rescaled": (1.0, 2 / 3, 1 / 3),
    "20% off": (1.0, 0.48, 0.36),
    "flat": (0.6, 0.6, 0.6),
    "steep": (0.9, 0.3, 0.1),
}
"""The vectors told to policies instead of `THREE_EXAMINATIONS`; "rescaled" has 1 as the largest value."""

UPB = epoch_ucb_upb("star", estimator="newton")
LIST_POLICIES = (
    PBM_UCB,
    PBM_PIE,
    PBM_TS,
    BC_MP_TS,
    RBA_KL_UCB,
    EPOCH_UCB,
    EPOCH_UCB_SHARP,
    MNL_BANDIT,
    TOP_RANK,
)
PAIR_POLICIES = (RANK1_ELIM_KL, UCB1, UCB1_ELIM)
IGNORANT = (RBA_KL_UCB, TOP_RANK, MNL_BANDIT, UPB)
"""The policies of lists that do not know the examination."""


class Group(NamedTuple):
    """Policies that play the same number of runs on a problem, as (paper, quick)."""

    policies: tuple[Policy, ...]
    runs: tuple[int, int]
    problem: Callable[[Problem], Problem] = lambda problem: problem


def games(
    id: str,
    model: ClickModel,
    problem: Problem,
    profile: str,
    groups: Sequence[Group],
    horizons: Mapping[str, int] = HORIZON,
) -> list[Experiment]:
    """The experiments of some groups of policies on one problem."""
    horizon = horizons[profile]
    rounds = spaced_checkpoints(horizon, 40, "linear")
    return [
        Experiment(
            id,
            model,
            (group.problem(problem),),
            group.policies,
            horizon,
            group.runs[profile == "quick"],
            SEED,
            rounds,
            chunk=50,
        )
        for group in groups
    ]


def synthetic(profile: str, horizons: Mapping[str, int] = HORIZON) -> dict[str, list[Experiment]]:
    """The four worlds of lists: low and high attractions, position-based and logit clicks."""
    groups = (Group(LIST_POLICIES, (50, 10)), Group((UPB,), (40, 4)))[: 1 if horizons is LONG else 2]
    return {
        f"{title}, {level}": games(
            f"across:{clicks.MODEL.id}-{level}",
            clicks.MODEL,
            clicks.problem(*vectors),
            profile,
            groups,
            horizons,
        )
        for title, clicks in (("PBM", pbm), ("MNL", mnl))
        for level, vectors in LEVELS.items()
    }


def pairs(profile: str) -> dict[str, list[Experiment]]:
    """The two worlds of pairs, on the low attractions.

    The rank-1 policies play the pair game itself; the others a list with one slot.
    """
    knowing = tuple(policy for policy in LIST_POLICIES if policy.knows_examination)
    unknowing = tuple(policy for policy in LIST_POLICIES if not policy.knows_examination)
    slots = (
        Group(knowing, (50, 10), best_slot),
        Group(unknowing, (50, 10), every_pair),
        Group((UPB,), (40, 4), every_pair),
    )
    worlds = {}
    for title, clicks, model in (("PBM", pbm, rank1.MODEL), ("MNL", mnl, MNL_PAIR)):
        id, problem = f"across:{clicks.MODEL.id}-pair", clicks.problem(*LOW)
        worlds[f"{title}, pair"] = [
            *games(id, clicks.MODEL, problem, profile, slots),
            *games(id, model, problem, profile, [Group(PAIR_POLICIES, (50, 10))]),
        ]
    return worlds


def public(profile: str, horizons: Mapping[str, int] = HORIZON) -> dict[str, dict[str, list[Experiment]]]:
    """The worlds of the public models, with one entry per query (all of KDD Cup, every fifth of Yandex)."""
    kdd, yandex = published.kdd_models(), published.yandex_models()
    chosen = {
        "paper": {"KDD": list(kdd), "Yandex": list(yandex)[::5]},
        "quick": {"KDD": list(kdd)[:2], "Yandex": list(yandex)[1:3]},
    }[profile]
    groups = {
        "KDD": (Group(LIST_POLICIES, (10, 2)), Group((UPB,), (2, 1))),
        "Yandex": (Group(LIST_POLICIES, (1, 1)), Group((UPB,), (1, 1))),
    }
    if horizons is LONG:
        groups = {source: each[:1] for source, each in groups.items()}
    return {
        f"{title}, {source}": {
            query: games(
                f"across:{clicks.MODEL.id}-{query}".replace(" ", "-"),
                clicks.MODEL,
                clicks.problem(*models[query].problem),
                profile,
                groups[source],
                horizons,
            )
            for query in chosen[source]
        }
        for source, models in (("KDD", kdd), ("Yandex", yandex))
        for title, clicks in (("PBM", pbm), ("MNL", mnl))
    }


def wrong_examination(profile: str) -> dict[str, list[Experiment]]:
    """Policies under their own click model, told a wrong examination vector."""
    homes = {"PBM": (pbm, (PBM_UCB, PBM_PIE, PBM_TS, BC_MP_TS)), "MNL": (mnl, (EPOCH_UCB_SHARP,))}
    return {
        f"{title}, {level}": games(
            f"across:told-{clicks.MODEL.id}-{level}",
            clicks.MODEL,
            clicks.problem(*vectors),
            profile,
            [
                Group(
                    tuple(
                        misinformed(policy, vector, f"told {name}")
                        for policy in policies
                        for name, vector in WRONG.items()
                    ),
                    (50, 10),
                )
            ],
        )
        for title, (clicks, policies) in homes.items()
        for level, vectors in LEVELS.items()
    }


def turned(profile: str) -> dict[str, list[Experiment]]:
    """The policies that do not know the examination, on a problem whose last position is the best."""
    groups = (Group(IGNORANT[:-1], (50, 10)), Group(IGNORANT[-1:], (20, 4)))
    return {
        title: games(
            f"across:turned-{clicks.MODEL.id}", clicks.MODEL, clicks.problem(*TURNED), profile, groups
        )
        for title, clicks in (("PBM", pbm), ("MNL", mnl))
    }


def sure_click(profile: str) -> list[Experiment]:
    """Policies on the problem with a sure click."""
    policies = (EPOCH_UCB, EPOCH_UCB_SHARP, MNL_BANDIT, PBM_UCB, PBM_TS)
    groups = [Group(policies, (200, 100))]
    return games("across:sure-click", pbm.MODEL, pbm.problem(*SURE), profile, groups)
