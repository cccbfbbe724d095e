"""A report on anyone's click log: what it says of the model, and what learning would cost.

`make` reads nothing and draws nothing: it fits and plays. `write` puts it on one page, with tables
as CSV; `block` is a part of that page. Names of queries and items come from the log and are shown
as text, whatever they hold.
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
