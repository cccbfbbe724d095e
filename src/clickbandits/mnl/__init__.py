"""Grant and Leslie (2023), *Learning to Rank under Multinomial Logit Choice*."""

from clickbandits.mnl.model import MODEL, problem

__all__ = ["MODEL", "problem"]
