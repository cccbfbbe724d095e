"""Position-based models fitted to real logs, KDD Cup 2012 and Yandex, included in the package.

The values are those of the public repository `gaudel/ranking_bandits`, to the last digit (MIT
licence; its notice is beside the tables in `published_models`). The repository does not describe how
they were fitted. Queries are numbered by their place in the source and do not have the challenges'
names.

A value above 1 is not a probability, but two queries of the source have one (2.5 and 1.066). It is
read as 1, the nearest value that the model allows, and reported in `problems_found`.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import NamedTuple

from ..core import Problem
from .model import problem

FOLDER = Path(__file__).with_name("published_models")


class Table(NamedTuple):
    """A table of `published_models`: its name, its SHA-256 digest, its source's name and digest."""

    name: str
    digest: str
    source: str
    source_digest: str


KDD = Table(
    "kdd.json",
    "63c1cb2aecf1dfe81da977a338a0983e39e62a8fca39d6a20ff5188acd558b11",
    "param_KDD.txt",
    "ab447d40da248d6d6d1b5b76fc1ed1f9691548811395693bd433edf2de335902",
)
YANDEX = Table(
    "yandex.json",
    "58611c30c67eb464ba577cc343f5788495c48475dbe55401430de5d85d1e5e66",
    "param_Yandex.txt",
    "23477b0aad669ea37f3574f87f53e947f7b3d5b0035c00124349c91e61f27686",
)


class PublishedModel(NamedTuple):
    """The model of a query.

    problem : Problem, items and positions in the source's order
    problems_found : problems of the published values and how they were resolved, one line each
    place_in_counts : the number of the query in the public counts, from 1; 0 if there are none
    """

    problem: Problem
    problems_found: tuple[str, ...] = ()
    place_in_counts: int = 0


def kdd_models() -> dict[str, PublishedModel]:
    """The models of eight queries of KDD Cup 2012, track 2 (search advertising).

    They have 5 to 11 ads and 3 positions; the first position has examination 1. The keys are the
    queries, "KDD 1" to "KDD 8". Raises ValueError if the table does not belong to this version.

    Notes
    -----
    Source: `data/param_KDD.txt` of the public repository `gaudel/ranking_bandits`. All but one of
    the attractions in Table 1 of Lagrée et al. (2016) are among them.

    Examples
    --------
    >>> from clickbandits.pbm.published import kdd_models
    >>> models = kdd_models()
    >>> len(models)
    8
    >>> models["KDD 1"].problem.examination.round(2)
    array([1.  , 0.49, 0.33])
    """
    return _read(KDD)


def yandex_models() -> dict[str, PublishedModel]:
    """The models of 60 queries of the Yandex Personalized Web Search Challenge.

    They have 14 to 432 documents and 10 positions; the most examined position has examination 1. The
    keys are the queries, "Yandex 1" to "Yandex 60". Raises ValueError as `kdd_models` does.

    Notes
    -----
    Source: `data/param_Yandex.txt` of the public repository `gaudel/ranking_bandits`. Items have no
    names, because the source does not state which document an attraction belongs to.

    Examples
    --------
    >>> from clickbandits.pbm.published import yandex_models
    >>> for query, model in yandex_models().items():
    ...     for line in model.problems_found:
    ...         print(f"{query}: {line}")
    Yandex 47: attraction 1.06559 of item 6 exceeds 1; read as 1
    Yandex 59: attraction 2.509 of item 13 exceeds 1; read as 1
    """
    return _read(YANDEX)


def _read(table: Table) -> dict[str, PublishedModel]:
    """The models of a table, by query."""
    path = FOLDER / table.name
    text = path.read_bytes()
    if hashlib.sha256(text).hexdigest() != table.digest:
        raise ValueError(f"{path} is not the table of this version; install clickbandits again")
    return {fit["query"]: _model(fit) for fit in json.loads(text)}


def _model(fit: dict) -> PublishedModel:
    """A query's fit, with the values above 1 read as 1 and reported."""
    remarks = tuple(
        f"{name} {value:.6g} of {place} {number} exceeds 1; read as 1"
        for name, place in (("attraction", "item"), ("examination", "position"))
        for number, value in enumerate(fit[name], start=1)
        if value > 1
    )
    attraction, examination = (
        [min(value, 1.0) for value in fit[name]] for name in ("attraction", "examination")
    )
    return PublishedModel(problem(attraction, examination), remarks, fit.get("in the counts", 0))
