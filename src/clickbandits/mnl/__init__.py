"""Grant and Leslie (2023), *Learning to Rank under Multinomial Logit Choice*."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
