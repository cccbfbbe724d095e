"""A policy in production: lists to show, clicks as they come, and a file that survives a kill.

`core.play` draws the clicks itself. Here they come from outside: late, for one page or many, in any
order, some never; between two pages the program may end.

What was shown is a value that the caller keeps. `choose` hands it out, as often as visitors come;
`update` takes it back with the clicks. What the policy's law makes of clicks that come late is
said in `late.LAWS`:

- Most policies add up counts. They take every page when its clicks come, and since counts are all
  they know, they can start from a log, and items, examination and horizon can change.
- The epochs of the multinomial policies are pages of one list in the order in which they were
  shown, whenever that was, up to one without a click. Not in the order of their reports: a page
  with a click is known sooner, and would be counted too often.
- Elimination plans a stage ahead. Its blocks are shown one after the other and learnt in that
  order. When a whole stage is shown and clicks are missing, its last pair is shown on, and nothing
  is learnt from these pages: who goes is decided by the plays that were planned, not by more.
- Of a policy that is not of this package nothing is known: its list stays until its clicks are in
  (`law="any order"` says that its `update` only adds up).

Pages that are given up were never shown, as far as the policy knows. That is right where what was
lost does not depend on what was clicked. Where silence means that nobody clicked, report no clicks.
"""

from __future__ import annotations

import copy
import difflib
import glob
import hashlib
import json
import os
import socket
import sys
import threading
import time
import uuid
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from clickbandits import store
from clickbandits.compiled import compiled
from clickbandits.core import UNTIL_NO_CLICK, ClickModel, Policy
from clickbandits.policies import POLICIES
from clickbandits.simulate import check_playable, check_seed, generator
from clickbandits.source import source_digest

from .late import first_waiting, law_of

FORMAT = "clickbandits player 3"

NO_HORIZON = 10**15

_SAME: Any = object()

_MEMORY = (
    "items",
    "horizon",
    "_before",
    "_shown",
    "_learnt",
    "_turned",
    "_block",
    "_plan",
    "_plan_from",
    "_waiting",
    "_blocks",
    "_runs",
    "_lives",
    "_lost",
    "_life",
)
"""What a file keeps of a player beside arrays and randomness, as JSON."""


class Shown(NamedTuple):
    """What was shown: plain values, which JSON can carry; hand it back to `Player.update`.

    page, pages : the number of the first page, from 0, and how many pages show this
    items : names of the items, by position; of one item for `rank1`
    position : from 0, where `rank1` shows its item; None for a list
    life : a name for the time between two starts of the program
    """

    page: int
    pages: int
    items: tuple
    position: int | None
    life: str


class Player:
    """A policy that plays against real clicks.

    Parameters
    ----------
    policy : Policy or str
        Or its name, such as "PBM_TS".
    items : int or sequence of str or int, optional
        The names of the items, or how many: they are then 0, 1, ...
    examination : array_like, shape (n_positions,), or int, optional
        The examination of every position; for a policy that is not told it, their number is enough.
    horizon : int, optional
        After how many pages the game is over. Some policies plan for it and cannot do without.
    seed : int or numpy.random.Generator
        The policy's randomness is that of replication 0 of `simulate.replicate`.
    model : ClickModel, optional
        Whose actions the policy shows; by default that of the paper's folder in which the policy
        lives, and the position-based model for policies of your own.
    prior : optional
        What a log tells: a fit of `fit_log`, or its `counts_of(query)` where the log has several
        queries; or another object with `clicks` and `plays` of shape (n_items, n_positions),
        `examination`, and, if they have names, `items`. The policy begins as if it had shown these
        pages. Items, if given, choose among them, and new ones are added; so does `examination`.
    law : str, optional
        For a policy of your own: "any order", "epochs" or "in turn" (the default).

    Raises
    ------
    ValueError
        Where the policy cannot play so.

    Examples
    --------
    >>> from clicklogs import Player
    >>> player = Player("PBM_UCB", items=["tea", "milk", "jam"], examination=[0.9, 0.3], seed=1)
    >>> first = player.choose()
    >>> second = player.choose()  # another visitor, before the first has clicked
    >>> first.items, second.items
    (('milk', 'tea'), ('tea', 'jam'))
    >>> player.update(second, [1, 0])  # the upper position was clicked, the lower was not
    >>> player.update(first, ["tea"])  # or the names of what was clicked
    >>> player
    Player of PBM-UCB: 3 items, 2 positions, no horizon
    2 pages shown, 2 learnt from, 0 waiting for their clicks
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
        law: str | None = None,
    ) -> None:
        self.policy = policy = _named(policy) if isinstance(policy, str) else policy
        self.model, self._law = model or _model_of(policy), law_of(policy)
        if law is not None:
            if law not in ("any order", "epochs", "in turn"):
                raise ValueError(f'law must be "any order", "epochs" or "in turn"; got {law!r}')
            self._law = self._law._replace(kind=law)
        if not isinstance(seed, np.random.Generator):
            check_seed(seed)
            seed = generator(int(seed), 0, policy.id)
        self._rng = seed
        counts, examination = self._read_prior(prior, examination)
        self.items = _names(items if items is not None else list(counts))
        self._known: dict = counts
        self._before = max((int(each[1].max()) for each in counts.values()), default=0)
        self._shown = self._learnt = self._turned = self._block = 0
        self._waiting: dict[str, dict] = {}
        self._lives: dict[str, int] = {}
        self._lost: list[str] = []
        self._life = uuid.uuid4().hex[:12]
        self._blocks: list[dict] = []
        self._runs: dict[str, dict] = {}
        self._begin(examination, horizon)

    def _read_prior(self, prior: Any, examination: Any) -> tuple[dict, Any]:
        """(clicks, plays) by the name of the item, and the examination."""
        if prior is None:
            if examination is None:
                raise ValueError("examination must be given: a vector, or the number of positions")
            return {}, examination
        if self._law.absorb is None:
            raise ValueError(
                f"{self.policy.id} cannot start from a log: counts of pages are not all that it "
                "knows; PBM-TS, PBM-UCB, PBM-PIE, BC-MP-TS, UCB1 and KL-UCB can"
            )
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
                f"prior must have clicks and plays of one query, (n_items, n_positions), and "
                f"examination; {why}"
            ) from None
        if clicks.ndim != 2 or clicks.shape != plays.shape or len(clicks) == 0:
            raise ValueError(
                "clicks and plays of a prior must have one shape (n_items, n_positions); got "
                f"{clicks.shape} and {plays.shape}"
            )
        if not ((clicks >= 0) & (clicks <= plays) & (plays < np.inf)).all():
            raise ValueError("of a prior, clicks must lie between 0 and plays")
        names = getattr(prior, "items", None)
        names = range(len(clicks)) if names is None or callable(names) else names
        named = _names(list(names))
        if len(named) != len(clicks):
            raise ValueError(f"a prior has {len(named)} names for {len(clicks)} items")
        return dict(zip(named, np.stack([clicks, plays], axis=1), strict=True)), given

    def _begin(self, examination: Any, horizon: int | None) -> None:
        """A new state of the policy, with what is known of the items."""
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
        self._plans = _uses_horizon(policy, shape, given)
        if horizon is None and self._plans:
            raise ValueError(f"{policy.id} plans for a horizon: say after how many pages it ends")
        counts = np.zeros((2, *shape))
        for row, name in enumerate(self.items):
            told = self._known.get(name, counts[:, row])
            if told.shape != (2, shape[1]):
                raise ValueError(f"the counts have {told.shape[1]} positions, examination has {shape[1]}")
            counts[:, row] = told
        self.horizon = None if horizon is None else int(horizon)
        self.examination, self._row = given, {name: row for row, name in enumerate(self.items)}
        ends = self._before + (self.horizon or NO_HORIZON)
        self._state = policy.start(*shape, given.copy(), ends, self._rng)
        self._choose, self._update = map(_patient, (policy.choose, policy.update))
        self._action = np.zeros(self.model.action_size(problem), dtype=np.int64)
        self._n_clicks = self.model.clicks_size(problem)
        any_time = self._law.kind in ("any order", "epochs")
        self._first = np.zeros(policy.first_rounds(*shape) if any_time else 0, dtype=np.int64)
        self._plan, self._plan_from = 0, 0
        self._scout: Any = None
        if self._law.absorb is not None and counts.any():
            self._law.absorb(self._state, *counts, given)
            shown = counts[1] if self.model.id == "rank1" else counts[1].sum(1)
            for round in range(self._first.size):
                self._choose(self._state, round, self._action, self._rng)
                known = shown[tuple(self._action) if shown.ndim == 2 else self._action]
                self._first[round] = -1 if np.all(known > 0) else 0
        for record in self._waiting.values():
            record["first"] = -1

    def change(
        self,
        items: int | Sequence | None = None,
        examination: ArrayLike | None = None,
        horizon: int | None = _SAME,
    ) -> None:
        """Go on with other items, a corrected examination, or another horizon (None: without end).

        What was learnt stays: of items by their names, of those that come back, too. Pages that
        wait for their clicks go on waiting.

        Raises
        ------
        ValueError
            Where it cannot be, or where the policy's law does not take it; nothing is changed then.
        """
        new = copy.copy(self)
        new.items = self.items if items is None else _names(items)
        horizon = self.horizon if horizon is _SAME else horizon
        told = self._told
        wanted = told if examination is None or not self.policy.knows_examination else examination
        n_positions = examination if isinstance(examination, int) else np.size(wanted)
        if examination is not None and n_positions != self.examination.size:
            raise ValueError(f"the positions stay {self.examination.size}; got {n_positions}")
        if isinstance(horizon, int | np.integer) and horizon < self._shown:
            raise ValueError(f"{self._shown:,} pages were shown already; got horizon {horizon:,}")
        same = new.items == self.items and np.array_equal(wanted, told)
        if same and (horizon == self.horizon or not self._plans):
            self.horizon = horizon
            return
        if self._law.absorb is None:
            raise ValueError(
                f"{self.policy.id} cannot change "
                + ("its horizon" if same else "items or examination")
                + " on its way: what it has decided rests on them; begin a new player"
            )
        new._rng, new._waiting = copy.deepcopy(self._rng), copy.deepcopy(self._waiting)
        new._begin(wanted, horizon)
        self.__dict__.update(new.__dict__)

    @property
    def _told(self) -> Any:
        """The examination as the policy knows it; the number of positions where it does not."""
        return self.examination if self.policy.knows_examination else self.examination.size

    @property
    def pages(self) -> tuple[int, int, int]:
        """How many pages were shown, learnt from, and wait for their clicks."""
        return self._shown, self._learnt, sum(each["left"] for each in self._waiting.values())

    def __repr__(self) -> str:
        ends = f"horizon {self.horizon:,}" if self.horizon else "no horizon"
        shown, learnt, waiting = self.pages
        return (
            f"Player of {self.policy.id}: {len(self.items):,} items, {self.examination.size} "
            f"positions, {ends}\n"
            f"{shown:,} pages shown, {learnt:,} learnt from, {waiting:,} waiting for their clicks"
        )

    def choose(self, pages: int = 1) -> Shown:
        """What to show to the next visitor, or to so many.

        A policy that plans stretches may answer for fewer pages than asked: see `pages` of the
        answer. Raises ValueError when the horizon is reached.
        """
        if not isinstance(pages, int | np.integer) or pages < 1:
            raise ValueError(f"pages must be a whole number of at least 1; got {pages!r}")
        if self.horizon is not None:
            if self._shown >= self.horizon:
                raise ValueError(
                    f"the horizon of {self.horizon:,} pages is reached; change(horizon=...) "
                    "makes it longer where the policy's law allows it"
                )
            pages = min(int(pages), self.horizon - self._shown)
        record: dict[str, Any] = {"left": int(pages), "first": -1, "block": -1, "when": time.time()}
        if self._law.kind in ("stages", "in turn"):
            self._choose_block(record)
        else:
            self._choose_now(record)
        labels, position = self._action.tolist(), None
        if self.model.id == "rank1":
            labels, position = labels[:1], labels[1]
        items = tuple(self.items[label] for label in labels)
        shown = Shown(self._shown, record["left"], items, position, self._life)
        record |= {"items": items, "position": position, "page": self._shown}
        if self._law.void is not None:
            record["void"] = self._law.void(self._state)
        record["kept"] = [getattr(self._state, name).tolist() for name in self._law.of_page]
        self._waiting[_key(shown)] = record
        self._shown += shown.pages
        if self._law.kind == "epochs":
            run = self._runs.setdefault(
                json.dumps(items), {"queue": [], "clicks": [0] * self._n_clicks, "pages": 0}
            )
            run["queue"].append({"key": _key(shown), "rows": [], "size": shown.pages})
        return shown

    def _choose_now(self, record: dict) -> None:
        """The list of the next page, of what is known now."""
        waiting = first_waiting(self._first)
        if waiting >= 0:
            self._first[waiting] += 1
            record["first"] = waiting
            self._choose(self._state, waiting, self._action, self._rng)
            self._plan = 0
            return
        if self._plan == 0:
            t = max(self._before + self._shown, self._first.size)
            self._plan = int(self._choose(self._state, t, self._action, self._rng))
            self._plan_from = self._shown
        if self._plan > 0:
            self._plan = max(0, self._plan - record["left"])

    def _choose_block(self, record: dict) -> None:
        """The next block with pages to show; the last one again where none can be planned."""
        free = next((n for n, block in enumerate(self._blocks) if block["to_show"]), None)
        if free is None:
            free = self._plan_block()
        if free is None:
            self._action[:] = self._blocks[-1]["action"]
            return
        block = self._blocks[free]
        record["left"] = min(record["left"], block["to_show"])
        record["block"] = self._block + free
        block["to_show"] -= record["left"]
        self._action[:] = block["action"]

    def _plan_block(self) -> int | None:
        """Add a block, and return its place; None where the next one waits for clicks."""
        if not self._blocks:
            self._scout = None
            n_pages = self._choose(self._state, self._planned(), self._action, self._rng)
            if n_pages == UNTIL_NO_CLICK:
                raise ValueError(
                    f'{self.policy.id} shows a list until it is not clicked: say law="epochs" if '
                    "its update takes such epochs of any list"
                )
        else:
            if self._law.kind == "in turn":
                return None
            ahead = self._blocks if self._scout is None else self._blocks[-1:]
            if self._scout is None:  # a copy of the policy that runs ahead, without clicks
                self._scout = copy.deepcopy(self._state), copy.deepcopy(self._rng)
            state, rng = self._scout
            for block in ahead:
                if state.pulls[0] <= block["n"]:
                    return None
                action, none = np.array(block["action"]), np.zeros(self._n_clicks, dtype=np.int64)
                self._update(state, 0, action, none, block["n"], rng)
                n_pages = self._choose(state, 0, self._action, rng)
        n_pages = int(min(n_pages, (self.horizon or NO_HORIZON) - self._planned()))
        if n_pages == 0:
            return None
        self._blocks.append(
            {
                "action": self._action.tolist(),
                "n": n_pages,
                "to_show": n_pages,
                "missing": n_pages,
                "clicks": [0] * self._n_clicks,
            }
        )
        return len(self._blocks) - 1

    def _planned(self) -> int:
        """How many rounds the policy has learnt or planned, where it takes them in turn."""
        return self._turned + sum(block["n"] for block in self._blocks)

    def update(self, shown: Shown, clicks: ArrayLike | Sequence[str], pages: int | None = None) -> None:
        """Report what was clicked on a page, or on so many of its pages; the others may follow.

        Parameters
        ----------
        shown : Shown
            What `choose` gave.
        clicks : array_like of int, shape (n_positions,), or the names of what was clicked
            How often each position was clicked, at most once a page; in `mnl` and `rank1` a page
            has at most one click. One number for `rank1`.
        pages : int, optional
            On how many pages; by default all that wait. Of an epoch whose pages come as a sum the
            order is drawn: given their sum, all orders are equally likely.

        Raises
        ------
        ValueError
            Where the counts cannot be, or the page does not wait; nothing is changed then.
        """
        shown = Shown(*shown)
        key, lost = _key(shown), False
        record: dict[str, Any] = self._waiting.get(key, {})
        if not record:
            lost = self._lives.get(shown.life, shown.page + 1) <= shown.page
            if not lost or key in self._lost:
                raise ValueError(
                    f"page {shown.page + 1:,} does not wait: it was reported or given "
                    "up, or is of another game"
                )
            record = {
                "left": shown.pages,
                "first": -1,
                "block": -1,
                "items": tuple(shown.items),
                "position": shown.position,
                "page": -1,
                "void": -1,
            }
        elif list(record["items"]) != list(shown.items):
            raise ValueError(f"page {shown.page + 1:,} showed {record['items']}; got {shown.items}")
        n_pages = record["left"] if pages is None else pages
        if not isinstance(n_pages, int | np.integer) or not 1 <= n_pages <= record["left"]:
            raise ValueError(f"pages must be from 1 to {record['left']}; got {pages!r}")
        seen = self._counts(shown, clicks, int(n_pages))
        in_step = len(self._waiting) == 1 and n_pages == 1
        record["left"] -= int(n_pages)
        if lost:
            self._lost.append(key)
            self._shown += shown.pages
        elif record["left"] == 0:
            del self._waiting[key]
        if self._law.kind == "any order":
            self._learn(record, seen, int(n_pages), in_step)
        elif not lost and self._law.kind == "epochs":
            rows = np.repeat(np.arange(seen.size), seen).tolist()
            rows += [-1] * (int(n_pages) - len(rows))
            if n_pages > 1:
                rows = self._rng.permutation(rows).tolist()
            run = self._runs[json.dumps(record["items"])]
            next(each for each in run["queue"] if each["key"] == key)["rows"] += rows
            self._learn_epochs(record["items"], run)
        elif record["block"] >= 0:
            block = self._blocks[record["block"] - self._block]
            block["clicks"] = (np.array(block["clicks"]) + seen).tolist()
            block["missing"] -= int(n_pages)
            self._learnt += int(n_pages)
            self._learn_blocks()

    def _counts(self, shown: Shown, clicks: Any, n_pages: int) -> np.ndarray:
        """Clicks by position; ValueError where they cannot be."""
        names = list(clicks) if isinstance(clicks, list | tuple | set | frozenset) else [0]
        if self._n_clicks > 0 and all(isinstance(name, str) for name in names):
            if unknown := [name for name in names if name not in shown.items]:
                raise ValueError(f"clicked was {unknown[0]!r}; shown were {list(shown.items)}")
            seen = np.array([names.count(name) for name in shown.items])
        else:
            seen = np.atleast_1d(np.asarray(clicks))
        if seen.shape != (self._n_clicks,) or seen.dtype.kind not in "iub":
            raise ValueError(f"clicks must be {self._n_clicks} whole numbers; got {clicks!r}")
        most = seen.max() if self.model.id == "pbm" else seen.sum()
        if seen.min() < 0 or most > n_pages:
            where = "at a position" if self.model.id == "pbm" else "in all"
            raise ValueError(f"a page has at most one click {where}; got {seen.tolist()} in {n_pages} pages")
        return seen.astype(np.int64)

    def _learn(self, record: dict, seen: np.ndarray, n_pages: int, in_step: bool) -> None:
        """Clicks in any order."""
        law, state = self._law, self._state
        if law.absorb is not None:
            items, position = record["items"], record["position"]
            places = range(len(items)) if position is None else [position]
            for name, place, count in zip(items, places, seen, strict=True):
                known = self._known.setdefault(name, np.zeros((2, self.examination.size)))
                known[:, place] += count, n_pages
        if record["first"] >= 0:
            self._first[record["first"]] = -1
        if record["page"] < self._plan_from:
            self._plan = 0
        gone = any(name not in self._row for name in record["items"])
        if gone and law.absorb is not None:  # what stays of the page is learnt
            self._begin(self._told, self.horizon)
        elif not gone and (record["page"] >= 0 or not (law.void or law.of_page)):
            action = [self._row[name] for name in record["items"]]
            if record["position"] is not None:
                action.append(record["position"])
            rounds = [(seen, n_pages)]
            if self.model.id == "mnl" and n_pages > 1:  # a page is a click at one place, or none
                rows = np.repeat(np.eye(seen.size, dtype=np.int64), seen, axis=0)
                rounds = [(row, 1) for row in rows]
            now = [getattr(state, name).copy() for name in law.of_page]
            for clicks, n_rounds in rounds:
                if law.void is not None and law.void(state) != record["void"]:
                    return
                for name, kept in zip(law.of_page, record.get("kept", ()), strict=True):
                    getattr(state, name)[:] = kept
                self._update(state, max(record["page"], 0), np.array(action), clicks, n_rounds, self._rng)
            for name, value in zip(law.of_page, now, strict=True):
                getattr(state, name)[:] = value
            if law.late is not None and not in_step:
                law.late(state)
        else:
            return
        self._learnt += n_pages

    def _learn_epochs(self, items: Sequence, run: dict) -> None:
        """Pages of one list, in the order in which they were shown, up to one without a click."""
        while run["queue"]:
            head = run["queue"][0]
            while head["rows"]:
                place = head["rows"].pop(0)
                head["size"] -= 1
                run["pages"] += 1
                self._learnt += 1
                if place >= 0:
                    run["clicks"][place] += 1
                    continue
                action = np.array([self._row[name] for name in items])
                clicks, n_rounds = np.array(run["clicks"]), run["pages"]
                self._update(self._state, self._learnt, action, clicks, n_rounds, self._rng)
                run["clicks"], run["pages"], self._plan = [0] * self._n_clicks, 0, 0
            if head["size"] > 0:
                return
            run["queue"].pop(0)
        if run["pages"] == 0:
            del self._runs[json.dumps(items)]

    def _learn_blocks(self) -> None:
        """Blocks in their order, as far as all of their pages are known."""
        while self._blocks and self._blocks[0]["missing"] == 0:
            block = self._blocks.pop(0)
            action, clicks = np.array(block["action"]), np.array(block["clicks"])
            self._update(self._state, self._turned, action, clicks, block["n"], self._rng)
            self._block += 1
            self._turned += block["n"]
            if self._blocks:
                self._choose(self._state, self._turned, self._action, self._rng)

    def give_up(self, seconds: float | None = None, pages: int | None = None) -> int:
        """Wait no longer for clicks of pages shown so many seconds, or so many pages, ago.

        Returns how many pages were given up. A report that comes later is refused.
        """
        if (seconds is None) == (pages is None):
            raise ValueError("say seconds or pages")
        now, given_up = time.time(), 0
        for key, record in list(self._waiting.items()):
            if (
                now - record["when"] < seconds
                if pages is None
                else self._shown - record["page"] - record["left"] < pages
            ):
                continue
            del self._waiting[key]
            given_up += record["left"]
            if record["first"] >= 0 and self._first[record["first"]] > 0:
                self._first[record["first"]] -= 1
            if record["block"] >= 0:
                block = self._blocks[record["block"] - self._block]
                block["to_show"] += record["left"]
            if self._law.kind == "epochs":
                run = self._runs[json.dumps(record["items"])]
                next(e for e in run["queue"] if e["key"] == key)["size"] -= record["left"]
                self._learn_epochs(record["items"], run)
        return given_up

    def save(self, path: str | Path) -> None:
        """Write all that the game needs to go on; a kill leaves the old file, whole.

        The file holds numbers and text, no code: reading it runs nothing. From the first `save` or
        `load` on the file is this process's until it ends: another one is refused.
        """
        path = Path(path)
        _lock(path)
        content = self._content()
        content["digest"] = _bytes(_digest(content))
        store.write_whole(path, lambda file: np.savez(file, **content))  # type: ignore[arg-type]

    def load(self, path: str | Path) -> None:
        """Go on where a player of the same policy was saved.

        Items, examination and horizon are those of this player: where they differ from the
        file's, `change` is called with them. A page that was shown after the file was saved, and
        before the program ended, is learnt where the policy's law takes clicks in any order. Warns
        where the policy's code has changed since. The digest guards the file against damage, not
        against malice.

        Raises
        ------
        ValueError
            Where the file is damaged, of another format or policy, or another process has it;
            nothing is changed then.
        FileNotFoundError
        """
        path, new = Path(path), copy.copy(self)
        if not path.exists():
            raise FileNotFoundError(f"there is no file {path}")
        _lock(path)
        try:
            found = store.read_arrays(path, 2 * path.stat().st_size + (1 << 20))
            header = json.loads(found["header"].tobytes())
            said = header["format"]
        except (ValueError, KeyError, TypeError) as why:
            reason = "it is no archive of numbers" if "pickle" in str(why) else why
            raise ValueError(f"{path} is damaged, or no file of a player: {reason}") from None
        if said != FORMAT:
            raise ValueError(
                f'{path} has the format "{said}"; this version reads "{FORMAT}". Begin a new '
                "player, from a fit of the log if there is one (prior=...)"
            )
        if found.pop("digest", np.zeros(0)).tobytes().decode("ascii", "replace") != _digest(found):
            raise ValueError(f"{path} is damaged: its content does not match its digest")
        for name, value in (("policy", self.policy.id), ("model", self.model.id)):
            if header.get(name) != value:
                raise ValueError(f"{path} is of another game: {name} {header.get(name)}, here {value}")
        try:
            new._rng, new._waiting = copy.deepcopy(self._rng), {}
            new._restore(json.loads(found["memory"].tobytes()), found)
        except (KeyError, TypeError, IndexError, ValueError, AttributeError) as why:
            raise ValueError(
                f"{path} holds a state that this version of {self.policy.id} has not: {why}"
            ) from None
        new.change(self.items, self._told, self.horizon)
        if "" != header["source"] != self._source != "":
            warnings.warn(
                f"{path} was saved by other code of {self.policy.id} than this: the game goes on, "
                "but not as it would have",
                stacklevel=2,
            )
        self.__dict__.update(new.__dict__)

    def _restore(self, memory: dict, found: dict[str, np.ndarray]) -> None:
        """Everything as a file says it."""
        self.items, self._known = [_name(each) for each in memory["items"]], {}
        self._before = memory["_before"]
        self._begin(memory["examination"], memory["horizon"])
        changing = ("action", self._action), ("first", self._first)
        for name, value in (*changing, *_leaves(self._state, "state")):
            kept = found[name]
            if not isinstance(value, np.ndarray):
                if value != kept:
                    raise ValueError(f"{name} is {kept}, here {value}")
            elif value.shape != kept.shape or value.dtype != kept.dtype:
                raise ValueError(f"{name} has the shape {kept.shape}, here {value.shape}")
            else:
                value[...] = kept
        self._known = dict(zip(memory["known"], found["known"].copy(), strict=True))
        self._rng.bit_generator.state = memory["rng"]
        self.__dict__.update((name, memory[name]) for name in _MEMORY)
        self._lives[self._life] = self._shown
        self._life, self._scout = uuid.uuid4().hex[:12], None

    def _content(self) -> dict[str, np.ndarray]:
        """The arrays of a file, without their digest."""
        header = {"format": FORMAT, "policy": self.policy.id, "model": self.model.id, "source": self._source}
        told = self._told if isinstance(self._told, int) else self._told.tolist()
        memory = {name: getattr(self, name) for name in _MEMORY}
        memory |= {"known": list(self._known), "examination": told, "rng": self._rng.bit_generator.state}
        known = np.array(list(self._known.values())).reshape(-1, 2, self.examination.size)
        return {
            "header": _bytes(json.dumps(header)),
            "memory": _bytes(json.dumps(memory)),
            "known": known,
            "action": self._action,
            "first": self._first,
            **{name: np.asarray(value) for name, value in _leaves(self._state, "state")},
        }

    @cached_property
    def _source(self) -> str:
        """Digest of the policy's code; empty where there is no file of it, or it just changed."""
        policy = self.policy
        start = getattr(policy.start, "func", policy.start)
        try:
            return source_digest({each.__module__ for each in (start, policy.choose, policy.update)})
        except (ModuleNotFoundError, RuntimeError):
            return ""


def _named(name: str) -> Policy:
    """The policy of a name, as it is imported or as figures have it."""
    import clickbandits

    for export, (_, id, *_) in POLICIES.items():
        if name in (export, id):
            return getattr(clickbandits, export)
    near = difflib.get_close_matches(name.upper().replace("-", "_"), POLICIES, 1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(POLICIES)}"
    raise ValueError(f"there is no policy {name!r}; {hint}")


def _name(name: Any) -> Any:
    """The name of an item, as JSON has it."""
    if isinstance(name, np.generic):
        name = name.item()
    if not isinstance(name, str | int) or isinstance(name, bool):
        raise ValueError(f"names of items must be texts or whole numbers; got {name!r}")
    return name


def _names(items: Any) -> list:
    """The names of some items, each once; of a number 0, 1, ..."""
    if isinstance(items, int | np.integer) and items >= 1:
        return list(range(items))
    if isinstance(items, str) or not isinstance(items, Iterable):
        raise ValueError(f"items must be names, or a number of at least 1; got {items!r}")
    names = [_name(item) for item in items]
    if not names:
        raise ValueError("items must be given: their names, or how many they are")
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"items must have different names; {twice!r} comes twice")
    return names


def _model_of(policy: Policy) -> ClickModel:
    """The click model of the folder in which a policy lives."""
    from clickbandits import mnl, pbm, rank1

    folders = policy.choose.__module__.split(".")
    return next((paper.MODEL for paper in (rank1, mnl) if paper.MODEL.id in folders), pbm.MODEL)


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
    """A compiled kernel, of which somebody at a terminal is told why the first call takes long."""
    call, ready = compiled(kernel), False

    def first(*arguments: Any) -> Any:
        nonlocal ready
        if ready or not sys.stderr.isatty():
            return call(*arguments)
        told = threading.Timer(0.5, print, ("compiling, once a machine ...",), {"file": sys.stderr})
        told.start()
        try:
            return call(*arguments)
        finally:
            told.cancel()
            ready = True

    return first


_LOCKS: dict[Path, int] = {}
"""The files that this process has locked, until it ends, killed or not."""


def _drop_locks() -> None:
    for lock in _LOCKS.values():
        os.close(lock)  # the parent's lock stays
    _LOCKS.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_drop_locks)


def _lock(path: Path) -> None:
    """Make a file this process's, and remove what a killed one left unfinished of it."""
    path = path.resolve()
    if path in _LOCKS:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o644)
    try:
        _hold(lock)
    except OSError:
        owner = os.read(lock, 200).decode(errors="replace") or "another process"
        os.close(lock)
        raise ValueError(
            f"{path} is in use by {owner}: a player is one learner. Ask that process, or end it"
        ) from None
    os.ftruncate(lock, 0)
    os.write(lock, f"process {os.getpid()} on {socket.gethostname()}".encode())
    _LOCKS[path] = lock
    for orphan in path.parent.glob(f".unfinished-{glob.escape(path.name)}-*"):
        orphan.unlink(missing_ok=True)


def _hold(lock: int) -> None:
    """Take an open file for this process; OSError where another one has it."""
    if sys.platform == "win32":  # never run there, only on a stand-in
        import msvcrt

        os.lseek(lock, 1 << 20, os.SEEK_SET)  # what is locked nobody reads: not the owner's name
        try:
            msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(lock, 0, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _key(shown: Shown) -> str:
    return f"{shown.life}:{shown.page}"


def _leaves(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    """The arrays and constants of a state, tuples in tuples unfolded, each with a name."""
    if isinstance(value, tuple):
        for place, part in enumerate(value):
            yield from _leaves(part, f"{name}.{place}")
    else:
        yield name, value


def _bytes(text: str) -> np.ndarray:
    """A text as an array, which needs no pickle."""
    return np.frombuffer(text.encode(), dtype=np.uint8)


def _digest(content: dict[str, np.ndarray]) -> str:
    """Digest of names, shapes, types and values."""
    digest = hashlib.sha256()
    for name, array in sorted(content.items()):
        digest.update(f"{name} {array.shape} {array.dtype.str} ".encode() + array.tobytes())
    return digest.hexdigest()
