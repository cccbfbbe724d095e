"""A policy in production: lists to show, clicks as they come, and a file that survives a kill.

`core.play` draws the clicks itself. Here they come from outside, a page at a time or many, and
between two pages the program may end: what was saved goes on bit for bit.
"""

from __future__ import annotations

import hashlib
import json
import warnings
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from . import store
from .compiled import compiled
from .core import UNTIL_NO_CLICK, ClickModel, Policy
from .simulate import check_playable, check_seed, generator
from .source import source_digest

FORMAT = "clickbandits player 1"

FIELDS = ("header", "digest", "rng", "action", "clicks", "counted")
"""The arrays of a file beside those of the policy's state."""


class Choice(NamedTuple):
    """What to show next.

    action : int64 array; the item at each position, or (item, position) for `rank1`; from 0
    n_rounds : int, for how many rounds, or `core.UNTIL_NO_CLICK`: until one has no click
    """

    action: np.ndarray
    n_rounds: int


class Player:
    """A policy that plays against real clicks.

    Parameters
    ----------
    policy : Policy
    n_items : int
    examination : array_like, shape (n_positions,), or int
        The examination of every position; for a policy that is not told it, their number is enough.
    horizon : int
        After how many rounds the game is over.
    seed : int
        Non-negative. The policy's randomness is that of replication 0 of `simulate.replicate`.
    model : ClickModel, optional
        Whose actions the policy shows; by default that of the paper's folder in which the policy
        lives, and the position-based model for policies of your own.

    Raises
    ------
    ValueError
        Where the policy cannot play so.

    Examples
    --------
    >>> from clickbandits import PBM_UCB, Player
    >>> player = Player(PBM_UCB, n_items=3, examination=[0.9, 0.3], horizon=1000, seed=1)
    >>> action, n_rounds = player.choose()
    >>> action, n_rounds
    (array([1, 0]), 1)
    >>> player.update([1, 0])  # the upper position was clicked, the lower was not
    >>> player.t
    1
    """

    def __init__(
        self,
        policy: Policy,
        n_items: int,
        examination: ArrayLike | int,
        horizon: int,
        seed: int,
        model: ClickModel | None = None,
    ) -> None:
        check_seed(seed)
        for name, value in (("n_items", n_items), ("horizon", horizon)):
            if not isinstance(value, int | np.integer) or value < 1:
                raise ValueError(f"{name} must be a whole number of at least 1; got {value!r}")
        if isinstance(examination, int | np.integer):
            if policy.knows_examination:
                raise ValueError(
                    f"{policy.id} needs the examination of every position; got {examination!r}"
                )
            examination = np.full(max(int(examination), 0), 0.5)
        self.policy, self.horizon, self.model = policy, int(horizon), model or _model_of(policy)
        problem = self.model.problem(np.full(int(n_items), 0.5), examination)
        check_playable(self.model, (problem,), policy, self.horizon)
        given = problem.examination.copy()
        if not policy.knows_examination:
            given[:] = np.nan
        self._settings = {
            "policy": policy.id,
            "model": self.model.id,
            "items": int(n_items),
            "positions": given.size,
            "examination": given.tolist() if policy.knows_examination else "unknown",
            "horizon": self.horizon,
            "seed": int(seed),
        }
        self._choose, self._update = compiled(policy.choose), compiled(policy.update)
        self._rng = generator(int(seed), 0, policy.id)
        self._state = policy.start(int(n_items), given.size, given, self.horizon, self._rng)
        self._action = np.zeros(self.model.action_size(problem), dtype=np.int64)
        self._clicks = np.zeros(self.model.clicks_size(problem), dtype=np.int64)
        self._counted = np.zeros(3, dtype=np.int64)  # rounds learnt from, wanted now, counted now

    @property
    def t(self) -> int:
        """How many rounds were played and reported."""
        return int(self._counted[0] + self._counted[2])

    def choose(self) -> Choice:
        """The list to show next, and for how many rounds.

        The answer stays the same until `update` has reported all these rounds. Raises ValueError
        when the horizon is reached.
        """
        learnt, wanted, counted = self._counted.tolist()
        if learnt >= self.horizon:
            raise ValueError(f"the horizon of {self.horizon:,} rounds is reached")
        if wanted == 0:
            wanted = int(self._choose(self._state, learnt, self._action, self._rng))
            if wanted != UNTIL_NO_CLICK:
                wanted = min(wanted, self.horizon - learnt)
            self._counted[1] = wanted
        left = wanted if wanted == UNTIL_NO_CLICK else wanted - counted
        return Choice(self._action.copy(), left)

    def update(self, clicks: ArrayLike, n_rounds: int = 1) -> None:
        """Report what was clicked while the list of `choose` was shown.

        Parameters
        ----------
        clicks : array_like of int, shape (n_positions,); one number for `rank1`
            How often each position was clicked, at most once a round; in `mnl` and `rank1` a round
            has at most one click.
        n_rounds : int
            In how many rounds; at most as many as `choose` asked for. A list that is shown until
            a round without a click ends there. In the position-based model such rounds are
            reported one by one, since counts do not tell which of them had a click.

        Raises
        ------
        ValueError
            Where the counts cannot be; nothing is changed then.
        """
        wanted, counted = self._counted[1:].tolist()
        if wanted == 0:
            raise ValueError("nothing is shown: call choose before update")
        seen = np.atleast_1d(np.asarray(clicks))
        if seen.shape != self._clicks.shape or seen.dtype.kind not in "iub":
            raise ValueError(f"clicks must be {self._clicks.size} whole numbers; got {clicks!r}")
        left = self.horizon - self.t if wanted == UNTIL_NO_CLICK else wanted - counted
        if not isinstance(n_rounds, int | np.integer) or not 1 <= n_rounds <= left:
            raise ValueError(f"n_rounds must be from 1 to {left}; got {n_rounds!r}")
        most = seen.max() if self.model.id == "pbm" else seen.sum()
        if seen.min() < 0 or most > n_rounds:
            where = "at a position" if self.model.id == "pbm" else "in all"
            raise ValueError(
                f"a round has at most one click {where}; got {seen.tolist()} in {n_rounds} rounds"
            )
        ended = counted + n_rounds == wanted
        if wanted == UNTIL_NO_CLICK:
            if n_rounds > 1 and (self.model.id == "pbm" or seen.sum() < n_rounds - 1):
                raise ValueError(
                    "the list is shown until a round has no click: report the rounds one by one; "
                    f"got {n_rounds} rounds with {seen.sum()} clicks"
                )
            ended = seen.sum() < n_rounds or n_rounds == left
        self._clicks += seen
        self._counted[2] += n_rounds
        if ended:
            learnt, _, counted = self._counted.tolist()
            self._update(self._state, learnt, self._action, self._clicks, counted, self._rng)
            self._counted[:] = learnt + counted, 0, 0
            self._clicks[:] = 0

    def save(self, path: str | Path) -> None:
        """Write all that the game needs to go on; a kill leaves the old file, whole.

        The file holds numbers and text, no code: reading it runs nothing.
        """
        content = self._content()
        content["digest"] = _bytes(_digest(content))
        store.write_whole(Path(path), lambda file: np.savez(file, **content))  # type: ignore[arg-type]

    def load(self, path: str | Path) -> None:
        """Go on where a player with the same arguments was saved.

        Warns where the policy's code has changed since. Its digest guards the file against
        damage, not against malice.

        Raises
        ------
        ValueError
            Where the file is damaged, or of another format, policy or game; nothing is changed
            then.
        FileNotFoundError
        """
        own = self._content()
        size = sum(array.nbytes for array in own.values())
        try:
            found = store.read_arrays(Path(path), 2 * size + (1 << 20))
            header = json.loads(found["header"].tobytes())
            said, settings = header["format"], header["settings"]
        except (ValueError, KeyError, TypeError) as why:
            raise ValueError(f"{path} is damaged, or no file of a player: {why}") from None
        if said != FORMAT:
            raise ValueError(f'{path} has the format "{said}"; this version reads "{FORMAT}"')
        if found.pop("digest", np.zeros(0)).tobytes().decode("ascii", "replace") != _digest(found):
            raise ValueError(f"{path} is damaged: its content does not match its digest")
        for name, value in self._settings.items():
            if settings.get(name) != value:
                raise ValueError(
                    f"{path} is of another game: {name} {settings.get(name)}, here {value}"
                )
        kinds = [{name: (array.shape, array.dtype) for name, array in content.items()
                  if name not in FIELDS} for content in (found, own)]  # fmt: skip
        constants = [name for name in own if name.startswith("constant")]
        if kinds[0] != kinds[1] or any(found[name] != own[name] for name in constants):
            raise ValueError(f"{path} holds a state that this version of {self.policy.id} has not")
        if "" != header["source"] != self._source != "":
            warnings.warn(
                f"{path} was saved by other code of {self.policy.id} than this: the game goes on, "
                "but not as it would have", stacklevel=2,
            )  # fmt: skip
        self._rng.bit_generator.state = json.loads(found["rng"].tobytes())
        for name, array in self._arrays():
            array[...] = found[name]

    def _arrays(self) -> Iterator[tuple[str, np.ndarray]]:
        """What changes in the course of the game, by the name it has in a file."""
        yield from (("action", self._action), ("clicks", self._clicks), ("counted", self._counted))
        for name, value in _leaves(self._state, "state"):
            if isinstance(value, np.ndarray):
                yield name, value

    def _content(self) -> dict[str, np.ndarray]:
        """The arrays of a file, without their digest."""
        header = {"format": FORMAT, "settings": self._settings, "source": self._source}
        content = {
            "header": _bytes(json.dumps(header)),
            "rng": _bytes(json.dumps(self._rng.bit_generator.state)),
            **dict(self._arrays()),
        }
        for name, value in _leaves(self._state, "constant"):
            if not isinstance(value, np.ndarray):
                content[name] = np.array(value)
        return content

    @cached_property
    def _source(self) -> str:
        """Digest of the policy's code; empty where there is no file of it, or it just changed."""
        policy = self.policy
        start = getattr(policy.start, "func", policy.start)
        try:
            return source_digest(
                {each.__module__ for each in (start, policy.choose, policy.update)}
            )
        except (ModuleNotFoundError, RuntimeError):
            return ""


def _model_of(policy: Policy) -> ClickModel:
    """The click model of the folder in which a policy lives."""
    from . import mnl, pbm, rank1

    folders = policy.choose.__module__.split(".")
    for paper in (rank1, mnl):
        if paper.MODEL.id in folders:
            return paper.MODEL
    return pbm.MODEL


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
