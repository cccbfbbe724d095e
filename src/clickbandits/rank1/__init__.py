"""Katariya et al. (2017), Bernoulli Rank-1 Bandits for Click Feedback.

Sumeet Katariya, Branislav Kveton, Csaba Szepesvári, Claire Vernade, Zheng Wen, IJCAI 2017.
"""

from .._lazy import exports

_HOME = {"MODEL": "model", "problem": "model", "stage_table": "trace"}
__all__ = ["MODEL", "problem", "stage_table"]
__getattr__, __dir__ = exports(__name__, _HOME)
