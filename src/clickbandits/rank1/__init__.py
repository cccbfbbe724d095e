"""Katariya et al. (2017), Bernoulli Rank-1 Bandits for Click Feedback.

Sumeet Katariya, Branislav Kveton, Csaba Szepesvári, Claire Vernade, Zheng Wen, IJCAI 2017.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
