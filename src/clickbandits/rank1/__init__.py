"""Katariya et al. (2017), Bernoulli Rank-1 Bandits for Click Feedback.

Sumeet Katariya, Branislav Kveton, Csaba Szepesvári, Claire Vernade, Zheng Wen, IJCAI 2017.
"""

from clickbandits.rank1.model import MODEL, problem

__all__ = ["MODEL", "problem"]
