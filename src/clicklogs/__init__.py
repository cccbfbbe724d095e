"""Click logs: to counts, the position-based model fitted to them, its worth, a report.

`read_log` reads files: tables with a header (CSV, TSV, JSON lines, Parquet) by the names of their
columns, and three formats without one, which it knows by their lines: rows of KDD Cup 2012 track 2
("kdd"), records of the Yandex Personalized Web Search Challenge ("yandex"), relevance-prediction
sessions ("relevance"). `from_frame` takes frames of pandas, polars or Arrow, and `split` cuts a log
in two. `fit_log` fits one examination and the attractions of all pairs; `evaluate` tries the fit on
another log, `value` and `best_ranking` use it; `report.make` puts all of it on a page. Where a log
tells its pages apart, `evaluate` sets two other models beside it, `fit_dependent_click` and
`fit_user_browsing`.

A display has at most one click, as in the models: repeat clicks on a document of one page count
once, and a cell with more clicks than plays is cut to one click a play. Both are in the report.

DuckDB reads files of every size; the temporary folder holds what does not fit into its memory.
"""

from clickbandits._lazy import exports

_HOME = {
    "FORMATS": "formats",
    "ClickCounts": "counts",
    "ClickLogError": "counts",
    "Report": "counts",
    "read_log": "reading",
    "from_frame": "frames",
    "from_pages": "frames",
    "split": "parts",
    "fit_log": "fit",
    "LogFit": "fit",
    "evaluate": "evaluation",
    "value": "ranking",
    "fit_dependent_click": "dependent_click",
    "DependentClickFit": "dependent_click",
    "fit_user_browsing": "user_browsing",
    "UserBrowsingFit": "user_browsing",
    "best_ranking": "ranking",
    "Player": "player",
    "late": "late",
    "position_weights": "ranking",
}
__all__ = list(_HOME)
__getattr__, __dir__ = exports(__name__, _HOME)
