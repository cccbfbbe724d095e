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

A policy on a problem of your own, 20 games, the mean regret after 100 and after 1,000 rounds:

>>> from clickbandits import pbm
>>> from clickbandits.pbm.ucb import PBM_UCB
>>> from clickbandits.simulate import replicate
>>> problem = pbm.problem([0.6, 0.5, 0.2], [0.9, 0.3])  # of the items, and of the positions
>>> regret = replicate(pbm.MODEL, problem, PBM_UCB, [100, 1000], seed=1, replications=20)
>>> regret.mean(axis=0).round(1)
array([ 8.1, 25.7])
"""


def __getattr__(name: str) -> str:
    if name == "__version__":
        from importlib.metadata import version

        return version("clickbandits")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
