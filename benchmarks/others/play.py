"""Play another public program on our problem: `python benchmarks/others/play.py CLONE NAME`.

The code of these programs is not part of this project. CLONE is a folder with a clone of one of the
repositories in `src/compendium/others/runs.csv`, which lists their commits; NAME is a policy of
`POLICIES` below. The script needs numpy, scipy and matplotlib, and prints a row of that file. The
confidence bounds of sumeetsk/rank1bandits must first be compiled with Cython, as in its `setup.py`.
`rankbs` and `samplers` of changlicn/PyClickLambdas, which were written for Python 2, must be compiled,
too, with Cython 0.29, numpy 1.24 and `-DCYTHON_CCOMPLEX=0`, after `2to3` on the files of `scripts`; CLONE
is then that folder.
"""

from __future__ import annotations

import argparse
import importlib
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

ATTRACTION = np.array([0.45, 0.35, 0.25, 0.15, 0.05])
EXAMINATION = np.array([0.9, 0.6, 0.3])
LIKED = np.array(2 * [0.2] + 14 * [0.05])  # in the cascade model, two positions
NEEDLE = np.array([0.75] + 7 * [0.25])  # of rows and of columns


def position_based(shown, rng):
    """Clicks on a list, independent by position."""
    return (rng.random(3) < EXAMINATION * ATTRACTION[shown]).astype(int)


def logit(shown, rng):
    """At most one click, by multinomial logit choice."""
    weights = EXAMINATION * ATTRACTION[shown]
    place = rng.choice(4, p=np.append(weights, 1) / (1 + weights.sum()))
    return (np.arange(4) == place)[:3].astype(int)


def product(pair, rng):
    """A click on a pair of a row and a column."""
    return int(rng.random() < NEEDLE[pair].prod())


def cascade(shown, rng):
    """A click on the first attractive item of a list."""
    liked = rng.random(2) < LIKED[shown]
    return liked & (liked.cumsum() == 1)


def loss(law, shown):
    """The expected clicks that a list, or a pair, loses compared with the best."""
    if law is cascade:
        return (1 - LIKED[shown]).prod() - (1 - LIKED[:2]).prod()
    if law is product:
        return NEEDLE[0] ** 2 - NEEDLE[shown].prod()
    sums = [EXAMINATION @ ATTRACTION[items] for items in (np.arange(3), np.asarray(shown))]
    if law is position_based:
        return sums[0] - sums[1]
    return sums[0] / (1 + sums[0]) - sums[1] / (1 + sums[1])


def opponent(module, build):
    """A policy of gaudel/ranking_bandits."""

    def made(horizon):
        policy = importlib.import_module(f"bandits_to_rank.opponents.{module}")
        return build(policy, horizon)

    return made


def top_rank_of_recurrank(horizon):
    """TopRank of shuaili8/OnlineLearningToRank, called as the policies above."""
    items = type("Items", (), {"items": np.eye(5)})()
    player = importlib.import_module("TopRank").TopRank(3, items, horizon)
    rounds = iter(range(horizon))
    player.choose_next_arm = lambda: (np.array(player.select()), 0)
    learn = player.update
    player.update = lambda shown, clicks: learn(next(rounds), shown, clicks, 0)
    return player


def elimination(module, name):
    """A policy of sumeetsk/rank1bandits, called as the policies above."""

    def made(horizon):
        sys.path.append(str(Path(importlib.import_module("algs").__path__[0])))  # of `policies`
        player = getattr(importlib.import_module(f"algs.{module}"), name)(NEEDLE.size, NEEDLE.size, horizon)
        rounds = iter(range(horizon))
        player.choose_next_arm = lambda: (player.get_action(0), 0)
        learn = player.update
        player.update = lambda pair, click: learn(next(rounds), pair, click)
        return player

    return made


def index_policy(module):
    """A policy of SMPyBandits, in which a pair is an arm; called as the policies above."""

    def made(horizon):
        sys.path.append(str(Path(sys.path[0], "SMPyBandits", "Policies")))
        player = getattr(importlib.import_module(module), module)(NEEDLE.size**2)
        player.startGame()
        player.choose_next_arm = lambda: (np.array(divmod(player.choice(), NEEDLE.size)), 0)
        player.update = lambda pair, click: player.getReward(pair @ (NEEDLE.size, 1), click)
        return player

    return made


def ranked_bandits(horizon):
    """RankedBanditsKL-UCB of changlicn/PyClickLambdas, called as the policies above."""
    sys.path.append(str(Path(sys.path[0], "samplers")))  # for an import that only Python 2 understands
    module = importlib.import_module("RankingBanditAlgorithm")
    player = module.RankedBanditsKLUCBAlgorithm(
        n_documents=5,
        cutoff=3,
        n_impressions=horizon,
        feedback="ff",
        random_state=np.random.RandomState(np.random.randint(2**31)),  # noqa: NPY002
    )
    shown = np.zeros(3, dtype="int32")

    def choose():
        player.get_ranking(shown)
        return shown.copy(), 0

    player.choose_next_arm = choose
    player.update = player.set_feedback
    return player


def cascade_of_tutorial(horizon):
    """CascadeKL-UCB of iosband/ts_tutorial, with hardly any prior, called as the policies above."""
    sys.path.append(str(Path(sys.path[0], "src")))
    module = importlib.import_module("cascading.agent_cascading")
    player = module.CascadingBanditKLUCB(LIKED.size, 2, a0=0.01, b0=0.01)
    player.choose_next_arm = lambda: (player.pick_action(None), 0)

    def update(shown, clicks):
        looked = 1 + int(clicks.argmax()) if clicks.any() else 2
        seen = {"round_success": shown[clicks], "round_failure": shown[:looked][~clicks[:looked]]}
        player.update_observation(seen, shown, None)

    player.update = update
    return player


SIZES = {product: NEEDLE.size, cascade: LIKED.size}
POLICIES = {
    "PBM-UCB": (
        position_based,
        opponent("pbm_ucb", lambda m, _: m.PBM_UCB_semi_oracle(5, 0.01, 3, EXAMINATION)),
    ),
    "PBM-PIE": (
        position_based,
        opponent("pbm_pie", lambda m, horizon: m.PBM_PIE_semi_oracle(5, 0.01, horizon, 3, EXAMINATION)),
    ),
    "PBM-TS": (
        position_based,
        opponent("pbm_ts", lambda m, _: m.PBM_TS_semi_oracle(5, 3, EXAMINATION, prior_s=1, prior_f=1)),
    ),
    "BC-MP-TS": (
        position_based,
        opponent("bc_mpts", lambda m, _: m.BC_MPTS_semi_oracle(5, 3, EXAMINATION, prior_s=0.0, prior_f=0.0)),
    ),
    "TopRank": (
        logit,
        opponent("top_rank", lambda m, horizon: m.TOP_RANK(5, horizon, discount_factor=EXAMINATION)),
    ),
    "TopRank(delta=0.01)": (logit, top_rank_of_recurrank),
    "Rank1Elim": (product, elimination("rank1elim", "Rank1Elim")),
    "Rank1ElimKL(theirs)": (product, elimination("rank1elimKL", "Rank1ElimKL")),
    "UCB1": (product, index_policy("UCB")),
    "KL-UCB": (product, index_policy("klUCB")),
    "RBA-KL-UCB": (position_based, ranked_bandits),
    "CascadeKL-UCB": (cascade, cascade_of_tutorial),
}
"""By our name for the policy, the click model and a function of the horizon that makes the player. The
second program of TopRank has δ = 1/√T, which is 0.01 at 10,000 rounds. That of Rank1ElimKL has
log t + log log t for δ, and our policy is played with the same δ."""


def play(name, horizon, seed):
    """The regret of one game."""
    law, made = POLICIES[name]
    rng = np.random.default_rng(seed)
    np.random.seed(seed)  # noqa: NPY002  # the source of their draws
    # If the best came first, a tie would give the answer away.
    labels = rng.permutation(SIZES.get(law, ATTRACTION.size))
    player = made(horizon)
    lost = 0.0
    for t in range(horizon):
        if name == "PBM-UCB" and t < 5:  # its index needs one display of every item
            shown = (np.arange(3) + t) % 5
        else:
            shown = np.asarray(player.choose_next_arm()[0])
        lost += loss(law, labels[shown])
        player.update(shown, law(labels[shown], rng))
    return lost


def main(arguments=None):
    """Run the tool; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("clone", type=Path)
    parser.add_argument("name", choices=POLICIES)
    parser.add_argument("--horizon", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=40)
    options = parser.parse_args(arguments)
    sys.path.insert(0, str(options.clone))
    vars(np).update(int=int, float=float)  # names that numpy had when these programs were written
    git = ["git", "-C", str(options.clone)]
    commit, address = (
        subprocess.run([*git, *asked], capture_output=True, text=True, check=True).stdout.strip()
        for asked in (["rev-parse", "HEAD"], ["remote", "get-url", "origin"])
    )
    begin = time.process_time()
    lost = [play(options.name, options.horizon, seed) for seed in range(options.runs)]
    took = (time.process_time() - begin) / options.runs
    error = np.std(lost, ddof=1) / options.runs**0.5
    print(
        options.name,
        address,
        commit,
        options.horizon,
        options.runs,
        f"{np.mean(lost):.2f}",
        f"{error:.2f}",
        f"{took:.2f}",
        sep=",",
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
