"""Lagrée, Vernade and Cappé (2016), Multiple-Play Bandits in the Position-Based Model."""

from .._lazy import exports

_HOME = {"MODEL": "model", "expected_clicks": "model", "gap": "model", "problem": "model"}
__all__ = list(_HOME)
__getattr__, __dir__ = exports(__name__, _HOME)
