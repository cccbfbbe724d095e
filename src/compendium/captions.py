"""Tools with which the functions `..._as_described` check a caption against the data of its figure.

A notebook publishes a figure and then asserts that the published data are as the caption and the
alternative text describe them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from .figures import results_folder


def published(id: str) -> pd.DataFrame:
    """The data of a figure, as `figures.publish` saved them."""
    return pd.read_csv(results_folder() / (id.replace(":", "/") + ".csv"))


def last(data: pd.DataFrame, by: str | list[str] = "policy", column: str = "mean") -> pd.Series:
    """The last value of each curve."""
    return data.groupby(by)[column].last()


def rising(*values: Any) -> bool:
    """Whether each value is above the one before it."""
    return bool(np.all(np.diff(values) > 0))


def close(value: Any, expected: Any, share: float = 0.06) -> bool:
    """Whether values differ from the expected ones by less than a share of them."""
    return bool(np.all(np.abs(np.divide(value, expected) - 1) < share))
