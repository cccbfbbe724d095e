"""A report on any click log, with the fitted model and the cost of learning to rank.

`make` fits and plays, but reads and draws nothing. `write` puts the report on one page, with tables as
CSV, and `block` returns a part of that page. Names of queries and items come from the log and are shown
as plain text, whatever they contain.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
