r"""The public fitted models (KDD Cup 2012 track 2, Yandex) and their documented surrogates.

The files `published-models/param_KDD.txt` and `published-models/param_Yandex.txt` (JSON,
`{query: {"thetas": [...], "kappas": [...]}}`, from the repository `gaudel/ranking_bandits`) are
looked for in the folder that the environment variable `CLICKBANDITS_DATA` names, by default
`data/`. They are not part of this package. Where a file is absent, a surrogate stands in, and says
so in its `source`.

*A value above 1* is no probability, but two of the published fits contain one. It is read as 1, the
nearest value the model has, and reported in `problems_found`; everything else is left as fitted.
Anything worse (a missing vector, text, NaN, a negative value) is a damaged file: an error.

*Surrogate for KDD.* Lagrée et al. (2016), Table 1, prints for each query the number of ads and the
smallest and largest attraction, and no examination: the attractions are a geometric progression
between the two, the examination of position l is 1 / l.

*Surrogate for Yandex.* Katariya et al. (2017), Section 5, print for two queries the number of items
L, the largest probability p and μ, the smaller of the means of attraction and of examination. We
take it for the mean attraction: the attraction of the j-th item is
:math:`p\,j^{-\alpha}`, with α such that the mean is μ, and the examination of the k-th of ten
positions :math:`p\,k^{-1/2}`.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq

from clickbandits.core import Problem, vectors

KDD_TABLE = (
    (5, 216_565, 0.016, 0.077),
    (5, 68_179, 0.031, 0.050),
    (6, 435_951, 0.025, 0.067),
    (6, 110_071, 0.023, 0.069),
    (6, 147_214, 0.004, 0.148),
    (8, 122_218, 0.108, 0.146),
    (11, 1_228_004, 0.022, 0.149),
    (11, 391_951, 0.022, 0.084),
)
"""Lagrée et al. (2016), Table 1: ads, records, smallest and largest attraction."""

YANDEX_QUERIES = {"Query 1": (871, 0.85, 0.13), "Query 2": (807, 0.66, 0.28)}
"""Katariya et al. (2017), Section 5: items, largest probability, μ (the smaller of two means)."""

FITTED = "published fit"
SURROGATE = "surrogate"


class PublishedModel(NamedTuple):
    """A query's model.

    problem : Problem, in the file's order
    source : "published fit" or "surrogate"
    problems_found : what was wrong with the published values and how it was read, a line each
    """

    problem: Problem
    source: str
    problems_found: tuple[str, ...] = ()


def kdd_models() -> Mapping[str, PublishedModel]:
    """The position-based models of eight KDD Cup queries, by query.

    Raises
    ------
    ValueError
        Where the file is there but damaged; the message names the file and the query.
    """
    return _read("param_KDD.txt") or _kdd_surrogates()


def yandex_models() -> Mapping[str, PublishedModel]:
    """The position-based models of the Yandex queries, by query; errors as in `kdd_models`."""
    return _read("param_Yandex.txt") or _yandex_surrogates()


def _read(name: str) -> dict[str, PublishedModel]:
    """The models of a file; none if it is absent."""
    path = Path(os.environ.get("CLICKBANDITS_DATA", "data")) / "published-models" / name
    if not path.exists():
        return {}
    try:
        fits = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:  # what JSON and UTF-8 complain with
        raise ValueError(f"{path} is damaged: {error}") from error
    if not isinstance(fits, dict) or not fits:
        raise ValueError(f"{path} is damaged: it must hold one entry per query")
    return {query: _model(path, query, fit) for query, fit in fits.items()}


def _model(path: Path, query: str, fit: object) -> PublishedModel:
    """A query's fit, checked, with the values above 1 read as 1 and reported."""
    read = []
    problems_found = []
    for key, name, place in (
        ("thetas", "attraction", "item"),
        ("kappas", "examination", "position"),
    ):
        values = fit.get(key) if isinstance(fit, dict) else None
        if not isinstance(values, list) or not all(type(value) in (int, float) for value in values):
            raise ValueError(f"{path} is damaged: query {query} has no list of numbers {key!r}")
        for number, value in enumerate(values, start=1):
            if 1 < value < math.inf:
                problems_found.append(
                    f"{name} {value:.6g} of {place} {number} exceeds 1; read as 1"
                )
        read.append([1.0 if 1 < value < math.inf else value for value in values])
    try:
        attraction, examination = read
        problem = vectors(attraction, examination, "[0, 1]", "(0, 1]")
    except ValueError as error:
        raise ValueError(f"{path} is damaged: query {query}: {error}") from error
    return PublishedModel(problem, FITTED, tuple(problems_found))


def _kdd_surrogates() -> dict[str, PublishedModel]:
    """One model a row of Table 1, named by its row."""
    examination = 1.0 / np.arange(1, 4)
    models = {}
    for ads, records, smallest, largest in KDD_TABLE:
        problem = vectors(np.geomspace(largest, smallest, ads), examination, "[0, 1]", "(0, 1]")
        models[f"{ads} ads, {records:,} records"] = PublishedModel(problem, SURROGATE)
    return models


def _yandex_surrogates() -> dict[str, PublishedModel]:
    """Zipf attractions with the printed mean, Zipf examinations of exponent one half."""
    models = {}
    for query, (n_items, largest, mean) in YANDEX_QUERIES.items():
        attraction = with_mean(1.0 / np.arange(1.0, n_items + 1), largest, mean)
        problem = vectors(attraction, largest * np.arange(1.0, 11.0) ** -0.5, "[0, 1]", "(0, 1]")
        models[query] = PublishedModel(problem, SURROGATE)
    return models


def with_mean(shape: np.ndarray, largest: float, mean: float) -> np.ndarray:
    """`largest` times the power of the shape, whose values lie in (0, 1], that has this mean."""
    share = mean / largest
    exponent = brentq(lambda power: np.mean(shape**power) - share, 0.0, 20.0, xtol=1e-15)
    return largest * shape**exponent
