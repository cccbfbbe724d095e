"""Bandits for click feedback: the games, models, estimators, bounds and policies of three papers.

Folders are named after the papers: `pbm` (Lagrée, Vernade, Cappé 2016), `rank1` (Katariya,
Kveton, Szepesvári, Vernade, Wen 2017) and `mnl` (Grant, Leslie 2023). What they share stands
beside them: the game (`core`, `simulate`, `experiments`, `store`), Bernoulli and geometric
distributions, and the drawing of regret curves. `clicklog` reads logs into counts.
"""


def __getattr__(name: str) -> str:
    if name == "__version__":
        from importlib.metadata import version

        return version("clickbandits")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
