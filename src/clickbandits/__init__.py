"""Bandits for click feedback: the games, models, estimators, bounds and policies of three papers.

Folders are named after the papers: `pbm` (Lagrée, Vernade, Cappé 2016), `rank1` (Katariya,
Kveton, Szepesvári, Vernade, Wen 2017) and `mnl` (Grant, Leslie 2023). In each, `model` is the
click law, `bounds` what can be promised of the regret, and every policy has a file. What the papers
share stands beside them:

- `core`: the game, one loop for all three papers; `simulate`: its independent replications;
- `experiments`: a simulation as data, run once; `store` keeps its chunks, `source` digests the code
  they depend on;
- `bernoulli`, `geometric`: the two distributions; `misinformed`: policies that are told wrong;
- `policies`: the list of them; `logs`: click logs, their fit, a report; `drawing`: regret curves.

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

from importlib import import_module
from typing import Any

from . import _lazy

_HOME = {
    "Experiment": "experiments",
    "kdd_models": "pbm.published",
    "lower_bound": "pbm.bounds",
    "play": "experiments",
    "regret_curves": "drawing",
    "replicate": "simulate",
    "run": "experiments",
    "yandex_models": "pbm.published",
}
# At run time, since `source` follows what is imported: no game depends on the list.
_HOME |= {name: row[0] for name, row in import_module(".policies", __name__).POLICIES.items()}
__all__ = list(_HOME)
_find, __dir__ = _lazy.exports(__name__, _HOME)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version(__name__)
    return _find(name)
