"""Grant and Leslie (2023), *Learning to Rank under Multinomial Logit Choice*."""

from .._lazy import exports

_HOME = {"MODEL": "model", "problem": "model"}
__all__ = ["MODEL", "problem"]
__getattr__, __dir__ = exports(__name__, _HOME)
