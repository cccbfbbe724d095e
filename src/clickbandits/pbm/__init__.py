"""Lagrée, Vernade and Cappé (2016), Multiple-Play Bandits in the Position-Based Model."""

from .._lazy import exports

_HOME = {"MODEL": "model", "problem": "model"}
__all__ = ["MODEL", "problem"]
__getattr__, __dir__ = exports(__name__, _HOME)
