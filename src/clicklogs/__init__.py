"""Tools for click logs and live traffic, built on `clickbandits`.

- `read_log` reads files and `from_frame` frames of pandas, polars or Arrow; `split` cuts a log in two.
- `fit_log` fits one examination and the attractions of all pairs of a query and an item. Two other
  click models, `fit_dependent_click` and `fit_user_browsing`, can be fitted if the pages of the log
  can be told apart, and `evaluate` compares them on another log.
- `value`, `best_ranking` and `position_weights` use a fit; `report.make` puts all of it on a page.
- `Player` plays a policy against real clicks, which may come late, and survives a restart.

As in the models, a display has at most one click. Repeated clicks on one document of a page count
once, and a cell with more clicks than displays is cut to one click per display. Both are reported.

Files of every size are read by DuckDB and frames by narwhals; both come with the extra `logs`.
"""

from importlib.util import find_spec

import lazy_loader


def _is_missing(package: str) -> bool:
    try:
        return find_spec(package) is None
    except ModuleNotFoundError:  # an import hook refuses it
        return True


for _package in ("duckdb", "narwhals"):
    if _is_missing(_package):
        raise ModuleNotFoundError(
            f"clicklogs reads click logs with {_package}, which is not installed; "
            "the extra `logs` brings it. In a clone of the repository, run pip install '.[logs]'",
            name=_package,
        )

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
