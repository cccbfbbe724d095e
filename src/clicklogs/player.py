"""Run a policy in production, with real clicks and a file that survives a kill.

`core.play` draws the clicks itself. Here they come from outside. They may arrive late, for one page or
many, in any order, in parts, or never, and the program may end between two pages. This works for
policies whose knowledge consists of counts of clicks and displays (`Policy.from_counts`); all others
are refused.

`choose` hands out a `Page` for each visitor, and `update` takes it back with its clicks. After every
call the numbers of pages satisfy shown = learnt + waiting + given up.

The policy treats pages that are given up as if they had never been shown. This is right if reports get
lost independently of the clicks. If no report means that nobody clicked, report that there were no
clicks.
"""

from __future__ import annotations

import copy
import difflib
import hashlib
import json
import sys
import threading
import time
import uuid
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from clickbandits import checked
from clickbandits.compiled import compiled
from clickbandits.core import ClickModel, Policy
from clickbandits.policies import POLICIES
from clickbandits.simulate import check_playable, check_seed, generator
from clickbandits.source import source_digest

from . import saved
from .late import check_counts, next_first_round

FORMAT = "clicklogs player 1"

NO_HORIZON = 10**15

MOST_ITEMS = 10**6
"""More items than anyone ranks for one query."""

_SAME: Any = object()

_MEMORY = ("items", "horizon", "_before", "_shown", "_learnt", "_given_up", "_waiting", "_adopted", "_secret")
"""The attributes that a file keeps as JSON, in addition to arrays and the state of the generator."""


class NotWaiting(ValueError):
    """The clicks of a page were reported before, or the page was given up."""


class Page(NamedTuple):
    """A page that was shown, in plain values that fit into JSON; hand it back to `Player.update`.

    number, pages : the number of the first page, from 0, and how many pages show these items
    items : names of the items, by position; a single item in the rank-1 model
    position : from 0, the position of the item in the rank-1 model; None for a list
    life : a name for the time between two starts of the program
    mark : a code by which the player recognises its own pages
    """

    number: int
    pages: int
    items: tuple
    position: int | None
    life: str
    mark: str

    @property
    def key(self) -> str:
        return f"{self.life}:{self.number}"


class Pages(NamedTuple):
    """The numbers of pages that were shown, were learnt from, wait for clicks, and were given up."""

    shown: int
    learnt: int
    waiting: int
    given_up: int


def _alone(method: Callable) -> Callable:
    """Lets one thread in at a time, because web frameworks answer requests in several threads."""

    @wraps(method)
    def guarded(self, *arguments, **named):
        with self._guard:
            return method(self, *arguments, **named)

    return guarded


class Player:
    """A policy that plays against real clicks. Its methods may be called from several threads.

    Parameters
    ----------
    policy : Policy or str
        A policy that learns from counts, or its name, such as "PBM_TS".
    items : int or sequence of str or int, optional
        The names of the items, or how many there are; they are then called 0, 1, ...
    examination : array_like, shape (n_positions,), or int, optional
        The examination of every position; for a policy that does not use it, their number.
    horizon : int, optional
        The number of pages after which the game is over. Policies that plan for it require it.
    seed : int or numpy.random.Generator
        With an integer, the policy draws the random numbers of replication 0 of `clickbandits.replicate`.
    model : ClickModel, optional
        The model whose actions the policy shows; by default that of the folder in which the policy
        lives, and the position-based model for policies of your own.
    prior : optional
        A log to start from. It is a fit of `fit_log`, or its `counts_of(query)` if the log has several
        queries, or another object with `clicks` and `plays` of shape (n_items, n_positions),
        `examination`, and, if they have names, `items`. The policy begins as if it had shown these
        pages. If `items` is given, it selects among the items of the log and adds new ones, and a
        given `examination` replaces that of the log.

    Raises
    ------
    ValueError
        If an argument breaks a rule, or if the policy knows more than counts.

    Examples
    --------
    >>> from clicklogs import Player
    >>> player = Player("PBM_UCB", items=["tea", "milk", "jam"], examination=[0.9, 0.3], seed=1)
    >>> first = player.choose()
    >>> second = player.choose()  # another visitor, before the first has clicked
    >>> first.items, second.items
    (('milk', 'tea'), ('tea', 'jam'))
    >>> player.update(second, [1, 0])  # the upper position was clicked, the lower was not
    >>> player.update(first, clicked=["tea"])  # or the names of the clicked items
    >>> player
    Player of PBM-UCB: 3 items, 2 positions, no horizon
    2 pages shown, 2 learnt from, 0 waiting for their clicks, 0 given up
    """

    def __init__(
        self,
        policy: Policy | str,
        items: int | Sequence | None = None,
        examination: ArrayLike | int | None = None,
        horizon: int | None = None,
        seed: int | np.random.Generator = 0,
        model: ClickModel | None = None,
        prior: Any = None,
    ) -> None:
        self._guard = threading.RLock()
        self.policy = policy = _policy_named(policy) if isinstance(policy, str) else policy
        check_counts(policy)
        self.model = model or _model_of(policy)
        if not isinstance(seed, np.random.Generator):
            check_seed(seed)
            seed = generator(int(seed), 0, policy.id)
        self._rng = seed
        self._known, examination = _read_prior(prior, examination)
        self.items = _names(items if items is not None else list(self._known))
        self._before = max((int(each[1].max()) for each in self._known.values()), default=0)
        self._shown = self._learnt = self._given_up = 0
        self._waiting: dict[str, dict] = {}
        self._lives: dict[str, int] = {}  # by earlier start, the number of pages that the file contained
        self._adopted: list[str] = []  # reported pages that no file contained
        self._life, self._secret = uuid.uuid4().hex[:12], uuid.uuid4().hex
        self._begin(examination, horizon)

    def _begin(self, examination: Any, horizon: int | None) -> None:
        """A new state of the policy, with the counts of the items."""
        policy, n_items = self.policy, len(self.items)
        if isinstance(examination, int | np.integer):
            if policy.knows_examination:
                raise ValueError(f"{policy.id} needs the examination of every position; got {examination!r}")
            examination = np.full(max(int(examination), 0), 0.5)
        if horizon is not None and (not isinstance(horizon, int | np.integer) or horizon < 1):
            raise ValueError(f"horizon must be a whole number of at least 1; got {horizon!r}")
        problem = self.model.problem(np.full(n_items, 0.5), examination)
        given, shape = problem.examination.copy(), (n_items, problem.examination.size)
        check_playable(self.model, (problem,), policy, NO_HORIZON if horizon is None else horizon)
        if not policy.knows_examination:
            given[:] = np.nan
        own = not checked.owned(self.model, policy)
        if own:
            ends_at = np.array([NO_HORIZON if horizon is None else horizon])
            checked.check_first(self.model, (problem,), policy, ends_at, 0)
        self._labels = checked.labels(self.model, problem)
        self._plans = _uses_horizon(policy, shape, given)
        if horizon is None and self._plans:
            raise ValueError(f"{policy.id} plans for a horizon; give the number of pages, horizon=...")
        counts = np.zeros((2, *shape))
        for row, name in enumerate(self.items):
            known = self._known.get(name, counts[:, row])
            if known.shape != (2, shape[1]):
                raise ValueError(
                    f"the counts have {known.shape[1]} positions, but examination has {shape[1]}"
                )
            counts[:, row] = known
        self.horizon = None if horizon is None else int(horizon)
        self.examination, self._row = given, {name: row for row, name in enumerate(self.items)}
        ends = self._before + (self.horizon or NO_HORIZON)
        self._state, margins = checked.fenced(policy.start(*shape, given.copy(), ends, self._rng))
        self._margins = margins if own else []
        self._choose, self._update = map(_patient, (policy.choose, policy.update))
        self._action = np.zeros(self.model.action_size(problem), dtype=np.int64)
        self._n_clicks = self.model.clicks_size(problem)
        self._first = np.zeros(policy.first_rounds(*shape), dtype=np.int64)
        if counts.any():
            policy.from_counts(self._state, *counts, given)  # type: ignore[misc]  # checked at the start
            plays = counts[1] if self.model.id == "rank1" else counts[1].sum(1)
            for round in range(self._first.size):
                self._show(round)
                known = plays[tuple(self._action) if plays.ndim == 2 else self._action]
                self._first[round] = -1 if np.all(known > 0) else 0
        for record in self._waiting.values():
            record["first"] = -1

    @_alone
    def change(
        self,
        items: int | Sequence | None = None,
        examination: ArrayLike | None = None,
        horizon: int | None = _SAME,
    ) -> None:
        """Continue with other items, a corrected examination, or another horizon (None for no horizon).

        Everything that was learnt is kept under the names of the items, also for items that come back
        later. Pages that wait for their clicks go on waiting.

        Raises
        ------
        ValueError
            If the change is impossible; nothing is changed then.
        """
        new = copy.copy(self)
        new.items = self.items if items is None else _names(items)
        horizon = self.horizon if horizon is _SAME else horizon
        old = self._given_examination
        wanted = old if examination is None or not self.policy.knows_examination else examination
        n_positions = examination if isinstance(examination, int) else np.size(wanted)
        if examination is not None and n_positions != self.examination.size:
            raise ValueError(
                f"the number of positions cannot change from {self.examination.size}; got {n_positions}"
            )
        if isinstance(horizon, int | np.integer) and horizon < self._shown:
            raise ValueError(f"{self._shown:,} pages have already been shown; got horizon {horizon:,}")
        same = new.items == self.items and np.array_equal(wanted, old)
        if same and (horizon == self.horizon or not self._plans):
            self.horizon = horizon
            return
        new._rng, new._waiting = copy.deepcopy(self._rng), copy.deepcopy(self._waiting)
        new._begin(wanted, horizon)
        self.__dict__.update(new.__dict__)

    @property
    def _given_examination(self) -> Any:
        """The examination as the policy knows it, or the number of positions if it does not."""
        return self.examination if self.policy.knows_examination else self.examination.size

    @property
    def pages(self) -> Pages:
        """The numbers of pages that were shown, were learnt from, wait for clicks, and were given up."""
        with self._guard:
            waiting = sum(each["left"] for each in self._waiting.values())
            return Pages(self._shown, self._learnt, waiting, self._given_up)

    @property
    def counts(self) -> dict:
        """Clicks and plays of each item, by name, as an array of shape (2, n_positions)."""
        with self._guard:
            return {name: known.copy() for name, known in self._known.items()}

    def __repr__(self) -> str:
        ends = f"horizon {self.horizon:,}" if self.horizon else "no horizon"
        pages = self.pages
        return (
            f"Player of {self.policy.id}: {len(self.items):,} items, {self.examination.size} "
            f"positions, {ends}\n{pages.shown:,} pages shown, {pages.learnt:,} learnt from, "
            f"{pages.waiting:,} waiting for their clicks, {pages.given_up:,} given up"
        )

    @_alone
    def choose(self, pages: int = 1) -> Page:
        """The page for the next visitor, or for the given number of visitors.

        Near the horizon the answer may be for fewer pages than requested; see its field `pages`.

        Raises
        ------
        ValueError
            If the horizon is reached, or `pages` is not a whole number of at least 1.
        """
        if not isinstance(pages, int | np.integer) or pages < 1:
            raise ValueError(f"pages must be a whole number of at least 1; got {pages!r}")
        pages = int(pages)
        if self.horizon is not None:
            if self._shown >= self.horizon:
                raise ValueError(
                    f"the horizon of {self.horizon:,} pages is reached; change(horizon=...) makes it longer"
                )
            pages = min(pages, self.horizon - self._shown)
        first = next_first_round(self._first)
        if first >= 0:
            self._first[first] += 1
        t = first if first >= 0 else max(self._before + self._shown, self._first.size)
        labels, position = self._show(t), None
        if self.model.id == "rank1":
            labels, position = labels[:1], labels[1]
        items = tuple(self.items[label] for label in labels)
        page = Page(self._shown, pages, items, position, self._life, "")
        page = page._replace(mark=self._mark(page))
        self._waiting[page.key] = {"page": page, "left": pages, "first": first, "when": time.time()}
        self._shown += pages
        return page

    def _show(self, t: int) -> list[int]:
        """The labels that the policy shows; ValueError if it cannot show them."""
        self._action[:] = -1
        self._choose(self._state, t, self._action, self._rng)
        ends, differ = self._labels
        wrong_place = getattr(checked.wrong_place, "py_func", checked.wrong_place)
        place, error = wrong_place(self._action, ends, differ), ""
        if place >= 0:
            error = checked.wrong_label(self._action, place, ends, differ)
        self._refuse(error or checked.overwritten(self._margins))
        return self._action.tolist()

    def _refuse(self, error: str) -> None:
        if error:
            raise ValueError(f"{self.policy.id} cannot play on: {error}")

    def _mark(self, page: Page) -> str:
        """A checksum that only this player, or one that was loaded from its file, can compute."""
        text = json.dumps([page.number, page.pages, page.items, page.position, page.life], default=str)
        return hashlib.blake2b(text.encode(), key=self._secret.encode(), digest_size=6).hexdigest()

    @_alone
    def update(
        self,
        page: Page,
        clicks: ArrayLike | Sequence[str] | None = None,
        pages: int | None = None,
        *,
        clicked: Iterable | None = None,
    ) -> None:
        """Report the clicks of a page, or of some of its pages; the others can follow later.

        Parameters
        ----------
        page : Page
            The value that `choose` returned, as it was or after conversion to JSON and back.
        clicks : array_like of int, shape (n_positions,), or names that are texts
            The number of clicks at each position, at most one per page; one number in the rank-1
            model. A list of texts is taken for the names of the clicked items.
        pages : int, optional
            The number of pages that the report covers; by default all that wait.
        clicked : iterable of names, instead of `clicks`
            The names of the clicked items, one for each click. Missing values (None, NaN, pandas.NA)
            among them do not count as clicks. NaN or pandas.NA in place of the list means that there
            were no clicks.

        Raises
        ------
        ValueError
            If the counts are impossible, or the page is not one of this player. If clicks of the page were
            reported or given up before, it is a `NotWaiting`. Nothing is changed then.
        """
        try:
            page = Page(*page)
            page = page._replace(items=tuple(page.items))
        except TypeError:
            raise ValueError(
                f"page must be a value that `choose` returned, or its copy from JSON; got {page!r}"
            ) from None
        record = self._waiting.get(page.key) or self._lost(page)
        if Page(*record["page"])._replace(items=tuple(record["page"][2])) != page:
            raise ValueError(f"page {page.key} showed {list(record['page'][2])}; got {page}")
        n_pages = record["left"] if pages is None else pages
        if not isinstance(n_pages, int | np.integer) or not 1 <= n_pages <= page.pages:
            raise ValueError(f"pages must be from 1 to {page.pages}; got {pages!r}")
        if n_pages > record["left"]:
            raise NotWaiting(f"only {record['left']:,} of the pages of {page.key} wait; got {pages!r}")
        seen = self._counts(page, clicks, clicked, int(n_pages))
        if page.key not in self._waiting:
            self._adopted.append(page.key)
            self._waiting[page.key] = record
            self._shown += page.pages
        record["left"] -= int(n_pages)
        if record["left"] == 0:
            del self._waiting[page.key]
        self._learnt += int(n_pages)
        if record["first"] >= 0:
            self._first[record["first"]] = -1
        self._learn(page, seen, int(n_pages))

    def _lost(self, page: Page) -> dict:
        """A record for a page that was shown after the file was saved, before the program ended."""
        if page.mark != self._mark(page):  # otherwise the other fields have the values that this player wrote
            raise ValueError(f"page {page.key} was changed, or another player showed it")
        if page.number < self._lives.get(page.life, page.number + 1) or page.key in self._adopted:
            raise NotWaiting(
                f"page {page.key} does not wait for clicks, because it was reported or given up before"
            )
        return {"page": page, "left": page.pages, "first": -1, "when": time.time()}

    def _counts(self, page: Page, clicks: Any, clicked: Any, n_pages: int) -> np.ndarray:
        """Clicks by position; ValueError if they are impossible."""
        if (clicks is None) == (clicked is None):
            raise ValueError(
                "give either clicks (one number per position) or clicked (the names), and not both"
            )
        named = isinstance(clicks, list | tuple | set | frozenset)
        if named and all(isinstance(each, str) or _is_missing(each) for each in clicks):  # an empty list, too
            clicked = clicks
        if clicked is not None:
            clicked = _clicked_names(clicked)
            if unknown := [name for name in clicked if name not in page.items]:
                raise ValueError(f"clicked was {unknown[0]!r}; shown were {list(page.items)}")
            seen = np.array([clicked.count(name) for name in page.items])
        else:
            seen = np.atleast_1d(np.asarray(clicks))
        if seen.shape != (self._n_clicks,) or seen.dtype.kind not in "iub":
            raise ValueError(
                f"clicks must be {self._n_clicks} whole numbers, one per position; got {clicks!r}. "
                "Names of items that are numbers go into clicked=[...]"
            )
        most = seen.max() if self.model.id == "pbm" else seen.sum()
        if seen.min() < 0 or most > n_pages:
            where = "at a position" if self.model.id == "pbm" else "in all"
            raise ValueError(f"a page has at most one click {where}; got {seen.tolist()} in {n_pages} pages")
        return seen.astype(np.int64)

    def _learn(self, page: Page, seen: np.ndarray, n_pages: int) -> None:
        """Add the counts to those of the items and to the policy's state."""
        places = range(len(page.items)) if page.position is None else [page.position]
        for name, place, count in zip(page.items, places, seen, strict=True):
            known = self._known.setdefault(name, np.zeros((2, self.examination.size)))
            known[:, place] += count, n_pages
        if any(name not in self._row for name in page.items):
            self._begin(self._given_examination, self.horizon)  # with the rest of the page
            return
        action = [self._row[name] for name in page.items]
        action += [] if page.position is None else [page.position]
        self._update(self._state, page.number, np.array(action), seen, n_pages, self._rng)
        self._refuse(checked.overwritten(self._margins))

    @_alone
    def give_up(self, seconds: float | None = None, pages: int | None = None) -> int:
        """Stop waiting for clicks of pages shown at least so many seconds, or pages, ago.

        Returns the number of pages that were given up. A report that comes later is refused.
        """
        if (seconds is None) == (pages is None):
            raise ValueError("give either seconds or pages")
        now, given_up = time.time(), 0
        for key, record in list(self._waiting.items()):
            number, shown_together = record["page"][:2]
            since = self._shown - number - shown_together
            if now - record["when"] < seconds if pages is None else since < pages:
                continue
            del self._waiting[key]
            given_up += record["left"]
            if record["first"] >= 0 and self._first[record["first"]] > 0:
                self._first[record["first"]] -= 1
        self._given_up += given_up
        return given_up

    @_alone
    def save(self, path: str | Path) -> None:
        """Write everything that is needed to continue; a kill leaves the old file intact.

        From the first `save` or `load` on, the file belongs to this process until it ends, and other
        processes are refused. Save once when the program begins, so that a conflict shows at once.
        """
        path = Path(path)
        saved.lock(path)
        memory = {name: getattr(self, name) for name in _MEMORY}
        examination = self._given_examination
        memory |= {
            "format": FORMAT,
            "policy": self.policy.id,
            "model": self.model.id,
            "source": self._source(),
            "lives": self._lives | {self._life: self._shown},
            "known": list(self._known),
            "examination": examination if isinstance(examination, int) else examination.tolist(),
            "rng": self._rng.bit_generator.state,
        }
        known = np.array(list(self._known.values())).reshape(-1, 2, self.examination.size)
        arrays = {name: np.asarray(value) for name, value in _leaves(self._state, "state")}
        saved.write(path, memory, {"known": known, "first": self._first, **arrays})

    @_alone
    def load(self, path: str | Path) -> None:
        """Continue from the file of a player with the same policy.

        Items, examination and horizon are those of this player; if they differ from those in the file,
        `change` is called with them. Pages that were shown after the file was saved and before the
        program ended can still be reported. The file is written again at once, so the same holds for
        the pages of the new start. Warns if the policy's code has changed since.

        Raises
        ------
        ValueError
            If the file is damaged, of another format or policy, or in use by another process. Nothing
            is changed then.
        FileNotFoundError
        """
        path, new = Path(path), copy.copy(self)
        if not path.exists():
            raise FileNotFoundError(f"there is no file {path}")
        saved.lock(path)
        memory, arrays = saved.read(path)
        if memory.get("format") != FORMAT:
            raise ValueError(
                f'{path} has the format "{memory.get("format")}", but this version reads "{FORMAT}". Begin '
                "a new player, from a fit of the log if there is one (prior=...)"
            )
        for name, value in (("policy", self.policy.id), ("model", self.model.id)):
            if memory[name] != value:
                raise ValueError(
                    f"{path} belongs to another game, with {name} {memory[name]} instead of {value}"
                )
        try:
            new._rng, new._waiting = copy.deepcopy(self._rng), {}
            new._restore(memory, arrays)
        except (KeyError, TypeError, IndexError, ValueError, AttributeError) as why:
            raise ValueError(
                f"{path} contains a state that this version of {self.policy.id} cannot use: {why}"
            ) from None
        new.change(self.items, self._given_examination, self.horizon)
        if "" != memory["source"] != self._source() != "":
            warnings.warn(
                f"{path} was saved by a different version of the code of {self.policy.id}, so the game "
                "continues differently from how it would have",
                stacklevel=3,
            )
        self.__dict__.update(new.__dict__)
        self.save(path)

    def _restore(self, memory: dict, arrays: dict[str, np.ndarray]) -> None:
        """Take over everything from a file, and begin a new life."""
        self.items, self._known = [_name(each) for each in memory["items"]], {}
        self._before = memory["_before"]
        self._begin(memory["examination"], memory["horizon"])
        for name, value in (("first", self._first), *_leaves(self._state, "state")):
            kept = arrays[name]
            if not isinstance(value, np.ndarray):
                if value != kept:
                    raise ValueError(f"{name} is {kept} instead of {value}")
            elif value.shape != kept.shape or value.dtype != kept.dtype:
                raise ValueError(f"{name} has the shape {kept.shape} instead of {value.shape}")
            else:
                value[...] = kept
        self._known = dict(zip(memory["known"], arrays["known"].copy(), strict=True))
        self._rng.bit_generator.state = memory["rng"]
        self.__dict__.update((name, memory[name]) for name in _MEMORY)
        self._lives, self._life = memory["lives"], uuid.uuid4().hex[:12]

    def _source(self) -> str:
        """The digest of the policy's code; empty if it has no file, or was changed just now."""
        policy = self.policy
        start = getattr(policy.start, "func", policy.start)
        try:
            return source_digest({each.__module__ for each in (start, policy.choose, policy.update)})
        except (ModuleNotFoundError, RuntimeError):
            return ""


def _read_prior(prior: Any, examination: Any) -> tuple[dict, Any]:
    """(clicks, plays) by the name of the item, and the examination."""
    if prior is None:
        if examination is None:
            raise ValueError("examination must be given, as a vector or as the number of positions")
        return {}, examination
    if hasattr(prior, "counts_of"):
        if len(prior.pairs.queries) > 1:
            raise ValueError(
                f"the log has {len(prior.pairs.queries):,} queries, and a player is for one: "
                "prior=fit.counts_of(query)"
            )
        prior = prior.counts_of()
    try:
        clicks, plays = (np.asarray(getattr(prior, n), dtype=float) for n in ("clicks", "plays"))
        given = prior.examination if examination is None else examination
    except AttributeError as why:
        raise ValueError(
            f"prior must have clicks and plays of one query, (n_items, n_positions), and examination; {why}"
        ) from None
    if clicks.ndim != 2 or clicks.shape != plays.shape or len(clicks) == 0:
        raise ValueError(
            "clicks and plays of a prior must have the same shape (n_items, n_positions); got "
            f"{clicks.shape} and {plays.shape}"
        )
    if not ((clicks >= 0) & (clicks <= plays) & (plays < np.inf)).all():
        raise ValueError("in a prior, clicks must lie between 0 and plays")
    names = getattr(prior, "items", None)
    names = _names(list(range(len(clicks)) if names is None or callable(names) else names))
    if len(names) != len(clicks):
        raise ValueError(f"a prior has {len(names)} names for {len(clicks)} items")
    return dict(zip(names, np.stack([clicks, plays], axis=1), strict=True)), given


def _policy_named(name: str) -> Policy:
    """The policy with a name, as it is imported or as figures show it."""
    import clickbandits

    for export, (_, id, *_) in POLICIES.items():
        if name in (export, id):
            return getattr(clickbandits, export)
    near = difflib.get_close_matches(name.upper().replace("-", "_"), POLICIES, 1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(POLICIES)}"
    raise ValueError(f"there is no policy {name!r}; {hint}")


def _name(name: Any) -> Any:
    """The name of an item, as a type that JSON can store."""
    if isinstance(name, np.generic):
        name = name.item()
    if not isinstance(name, str | int) or isinstance(name, bool):
        raise ValueError(f"names of items must be texts or whole numbers; got {name!r}")
    return name


def _clicked_names(clicked: Any) -> list:
    """The names of the clicked items, without missing values."""
    if _is_missing(clicked):
        return []
    if isinstance(clicked, str | bytes) or not isinstance(clicked, Iterable):
        raise ValueError(f"clicked must be the names of what was clicked, in a list; got {clicked!r}")
    return [_name(name) for name in clicked if not _is_missing(name)]


def _is_missing(value: Any) -> bool:
    return pd.api.types.is_scalar(value) and bool(pd.isna(value))


def _names(items: Any) -> list:
    """The names of some items, each once; 0, 1, ... for a number of them."""
    if isinstance(items, int | np.integer) and 1 <= items <= MOST_ITEMS:
        return list(range(items))
    if isinstance(items, str) or not isinstance(items, Iterable):
        raise ValueError(f"items must be names, or a number from 1 to {MOST_ITEMS:,}; got {items!r}")
    names = [_name(item) for item in islice(items, MOST_ITEMS + 1)]
    if len(names) > MOST_ITEMS:
        raise ValueError(f"there can be at most {MOST_ITEMS:,} items; got more")
    if not names:
        raise ValueError("items must be given, as their names or as their number")
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"items must have different names; {twice!r} occurs twice")
    return names


def _model_of(policy: Policy) -> ClickModel:
    """The click model of the folder in which a policy lives."""
    from clickbandits import pbm, rank1

    return rank1.MODEL if "rank1" in policy.choose.__module__.split(".") else pbm.MODEL


def _uses_horizon(policy: Policy, shape: tuple[int, int], given: np.ndarray) -> bool:
    """Whether the state that a policy starts with depends on the horizon."""
    least = max(100, policy.first_rounds(*shape))
    one, other = (
        [np.asarray(value).tobytes() for _, value in _leaves(state, "")]
        for state in (
            policy.start(*shape, given.copy(), least * longer, generator(0, 0, "horizon"))
            for longer in (1, 1000)
        )
    )
    return one != other


def _patient(kernel: Callable) -> Callable:
    """A compiled kernel that explains to users at a terminal why its first call takes long."""
    call, ready = compiled(kernel), False

    def first(*arguments: Any) -> Any:
        nonlocal ready
        if ready or not sys.stderr.isatty():
            return call(*arguments)
        notice = threading.Timer(0.5, print, ("compiling, once per machine ...",), {"file": sys.stderr})
        notice.start()
        try:
            return call(*arguments)
        finally:
            notice.cancel()
            ready = True

    return first


def _leaves(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    """The arrays and constants of a state, each with a name; nested tuples are unfolded."""
    if isinstance(value, tuple):
        for place, part in enumerate(value):
            yield from _leaves(part, f"{name}.{place}")
    else:
        yield name, value
