"""Bandits for click feedback: the games, models, estimators, bounds and policies of three papers.

Folders are named after the papers: `pbm` (Lagrée, Vernade, Cappé 2016), `rank1` (Katariya,
Kveton, Szepesvári, Vernade, Wen 2017) and `mnl` (Grant, Leslie 2023). In each, `model` is the
click law, `bounds` what can be promised of the regret, and every policy has a file. What the papers
share stands beside them:

- `core`: the game, one loop for all three papers; `simulate`: its independent replications;
- `experiments`: a simulation as data, run once; `store` keeps its chunks, `source` digests the code
  they depend on;
- `bernoulli`, `geometric`: the two distributions; `misinformed`: policies that are told wrong;
- `clicklog`: click logs to counts; `drawing`: regret curves.

What people import stands here, too: `read_log`, `from_frame` and `split` for click logs; `fit_log`,
`evaluate`, `value`, `best_ranking` and `position_weights` for the model of a log; the policies
(`PBM_UCB`, ...), `play`, `replicate`, `regret_curves` and `lower_bound` for games; `Experiment` and
`run` for those that are stored; `Player` for a policy against real clicks. Each is loaded when it
is asked for, and `help` on it has an example.

A policy on a problem of your own, 20 games, the mean regret after 1,000 rounds:

>>> from clickbandits import PBM_UCB, pbm, play
>>> problem = pbm.problem([0.6, 0.5, 0.2], [0.9, 0.3])  # of the items, and of the positions
>>> regret = play(pbm.MODEL, problem, PBM_UCB, horizon=1000, replications=20, seed=1)
>>> print(regret.mean("PBM-UCB")[-1].round(1))
25.7
"""

from typing import Any

from . import _lazy

_HOME = {
    "BC_MP_TS": "pbm.ts",
    "best_ranking": "pbm.ranking",
    "EPOCH_UCB": "mnl.epoch_ucb",
    "EPOCH_UCB_SHARP": "mnl.epoch_ucb",
    "EPOCH_UCB_UPB": "mnl.epoch_ucb_upb",
    "EPOCH_UCB_UPB_STAR": "mnl.epoch_ucb_upb",
    "EPOCH_UCB_W": "mnl.epoch_ucb",
    "evaluate": "pbm.evaluation",
    "Experiment": "experiments",
    "fit_log": "pbm.log_fit",
    "from_frame": "clicklog.frames",
    "kdd_models": "pbm.published",
    "KL_UCB": "rank1.ucb1",
    "lower_bound": "pbm.bounds",
    "MNL_BANDIT": "mnl.mnl_bandit",
    "PBM_PIE": "pbm.pie",
    "PBM_PIE_ADAPTIVE": "pbm.pie",
    "PBM_PIE_ATTAINING": "pbm.pie",
    "PBM_TS": "pbm.ts",
    "PBM_UCB": "pbm.ucb",
    "play": "contest",
    "Player": "player",
    "position_weights": "pbm.ranking",
    "RANK1_ELIM": "rank1.elim",
    "RANK1_ELIM_KL": "rank1.elim",
    "RBA_KL_UCB": "pbm.rba",
    "read_log": "clicklog",
    "regret_curves": "drawing",
    "replicate": "simulate",
    "run": "experiments",
    "split": "clicklog.splitting",
    "TOP_RANK": "mnl.top_rank",
    "UCB1": "rank1.ucb1",
    "UCB1_ELIM": "rank1.ucb1_elim",
    "value": "pbm.ranking",
    "yandex_models": "pbm.published",
}
__all__ = list(_HOME)
_find, __dir__ = _lazy.exports(__name__, _HOME)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version(__name__)
    return _find(name)
