"""Bandits for click feedback: the games, models, estimators, bounds and policies of three papers.

Folders are named after the papers: `pbm` (Lagrée, Vernade, Cappé 2016), `rank1` (Katariya,
Kveton, Szepesvári, Vernade, Wen 2017) and `mnl` (Grant, Leslie 2023). In each, `model` is the
click model, `bounds` has the bounds on the regret, and every policy has a file. The modules that the
papers share are beside the folders:

- `core`: the game, one loop for all three papers; `simulate`: its independent replications;
- `experiments`: a simulation as data, run once; `store` keeps its chunks, and `source` computes the
  digest of the code they depend on;
- `bernoulli`, `geometric`: the two distributions; `misinformed`: policies with a wrong examination;
- `policies`: the list of policies; `drawing`: regret curves.

The names that most programs need are imported from the package itself: the policies (`PBM_UCB`, ...),
`play`, `replicate`, `regret_curves` and `lower_bound`, and `Experiment` and `run` for simulations that
are stored. Each is loaded when it is first used, and `help` on it has an example. Tools for click logs
and live traffic are in the package `clicklogs`.

To play 20 games of a policy on a problem of your own, and print the mean regret after 1,000 rounds:

>>> from clickbandits import PBM_UCB, pbm, play
>>> problem = pbm.problem([0.6, 0.5, 0.2], [0.9, 0.3])  # of the items, and of the positions
>>> regret = play(pbm.MODEL, problem, PBM_UCB, horizon=1000, replications=20, seed=1)
>>> print(regret.mean("PBM-UCB")[-1].round(1))
26.4
"""

from typing import Any

import lazy_loader

_find, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version(__name__)
    return _find(name)
