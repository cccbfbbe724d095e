"""A report on any click log, with the fitted model and the cost of learning to rank.

`make` fits and plays, but reads and draws nothing. `write` puts the report on one page, with tables as
CSV, and `block` returns a part of that page. Names of queries and items come from the log and are shown
as plain text, whatever they contain.
"""

from clickbandits._lazy import exports

_HOME = {
    "LogReport": "log_report",
    "ReportError": "study",
    "block": "page",
    "make": "log_report",
    "write": "page",
}
__all__ = list(_HOME)
__getattr__, __dir__ = exports(__name__, _HOME)
