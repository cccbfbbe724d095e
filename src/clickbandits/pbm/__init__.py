"""Lagrée, Vernade and Cappé (2016), Multiple-Play Bandits in the Position-Based Model."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
