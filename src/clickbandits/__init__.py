"""Bandits for click feedback: three papers derived, checked and regenerated.

Folders are named after the papers: `pbm` (Lagrée, Vernade, Cappé 2016), `rank1` (Katariya,
Kveton, Szepesvári, Vernade, Wen 2017) and `mnl` (Grant, Leslie 2023). What two papers share
stands beside them: the game (`core`, `simulate`, `experiments`), Bernoulli and geometric
distributions, the registry of claims, and the figures' style.
"""

__version__ = "0.1.0"
