"""Check policies and click models that the library does not own, before and while they play.

Compiled code reads and writes wherever an index points, so a mistake in a policy could give a wrong
number without a message, or end the process. Two things prevent this. `check_policy` plays some rounds
in plain Python, which refuses every index outside of an array; `play`, `run` and `replicate` do the same
for a moment with a policy that they meet for the first time. All its games are then played by a loop
that checks the action, the stretch, its clicks and its reward in every round.

A kernel that never returns cannot be seen, and neither can one that reads outside of an array only
after the rounds in plain Python. If it writes there, a margin around every array shows it after the game.
"""

from __future__ import annotations

import inspect
import math
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import CellType, CodeType, FunctionType
from typing import Any

import numpy as np
from numba import njit
from numba.core.errors import NumbaError

from .compiled import compiled
from .core import UNTIL_NO_CLICK, ClickModel, Policy, Problem
from .simulate import _CACHE_LINE, _apart, as_problems, begin, check_playable, check_seed

PROJECT = "clickbandits", "compendium"
"""The packages whose policies and click models are tested with the library."""

ARGUMENTS = {
    "choose": "(state, t, action, rng)",
    "update": "(state, t, action, clicks, n_rounds, rng)",
    "draw": "(attraction, examination, action, n_rounds, limit, rng, clicks)",
    "reward": "(attraction, examination, action)",
    "start": "(n_items, n_positions, examination, horizon, rng)",
    "first_rounds": "(n_items, n_positions)",
}
"""The arguments of the functions of policies and click models."""

_LABEL, _STRETCH, _ROUNDS, _REWARD = range(1, 5)  # the rules that `play` checks

_passed: set[tuple] = set()  # policies that were checked in this process, with click model and sizes


def owned(model: ClickModel, policy: Policy) -> bool:
    """Whether the library or the compendium has this policy and this click model, made for each other."""
    parts = [policy.choose, policy.update, *_starts(policy.start), model.draw, model.reward]
    if any(getattr(part, "__module__", "").partition(".")[0] not in PROJECT for part in parts):
        return False
    pairs = "rank1" in policy.choose.__module__.split(".")
    return (
        pairs == model.permutes_positions
        and _is_constant(policy, policy.choose, policy.update, ("choose", "update", *_FIELDS[Policy]))
        and _is_constant(model, model.draw, model.reward, ("draw", "reward", *_FIELDS[ClickModel]))
    )


_FIELDS = {
    Policy: ("knows_examination", "first_rounds"),
    ClickModel: ("optimal_reward", "action_size", "clicks_size", "permutes_positions"),
}


def _starts(start: Any) -> Iterator[Any]:
    """A function, or that of a `partial` with the functions among its parameters."""
    if not isinstance(start, partial):
        yield start
        return
    for part in (start.func, *start.args, *start.keywords.values()):
        if callable(part):
            yield from _starts(part)


def _is_constant(thing: Any, *functions_and_fields: Any) -> bool:
    """Whether one of the functions' modules has a constant that agrees in these fields."""
    *functions, fields = functions_and_fields
    return any(
        all(getattr(value, field) == getattr(thing, field) for field in fields)
        for function in functions
        for value in list(vars(sys.modules[function.__module__]).values())
        if isinstance(value, type(thing))
    )


@njit(nogil=True, inline="always")  # a kernel makes the loop slower
def wrong_place(action, ends, differ):
    """The first place of an action whose label is out of range or, if labels must differ, repeated; or -1."""
    met = np.uint64(0)
    for place in range(ends.size):
        label = action[place]
        if np.uint64(label) >= np.uint64(ends[place]):  # a negative one is large
            return place
        bit = np.uint64(1) << np.uint64(label & 63)
        if met & bit and differ:  # the same label, or one that is larger or smaller by 64
            for other in range(place):
                if action[other] == label:
                    return place
        met |= bit
    return -1


@njit(nogil=True, inline="always")
def play(
    draw,
    reward,
    choose,
    update,
    state,
    problem,
    optimal,
    checkpoints,
    action,
    clicks,
    rng,
    regret,
    ends,
    differ,
    found,
):
    """`core.play`, which stops when a rule is broken.

    Label l of the action is below `ends[l]`; `differ` is whether labels must differ. `found` becomes the
    broken rule or 0, the round, a place and a number.
    """
    attraction, examination = problem
    horizon = checkpoints[-1]
    least = -1e-12 - 1e-9 * abs(optimal)  # two sums of the same rewards may differ in their last bits
    t = np.int64(0)
    total = 0.0
    reached = 0
    while t < horizon:
        found[1] = t
        n_rounds = choose(state, t, action, rng)
        place = wrong_place(action, ends, differ)
        if place >= 0:
            found[0], found[2] = _LABEL, place
            return
        if n_rounds < 1 and n_rounds != UNTIL_NO_CLICK:
            found[0], found[3] = _STRETCH, n_rounds
            return
        limit = horizon - t
        n_played = draw(attraction, examination, action, n_rounds, limit, rng, clicks)
        if not 1 <= n_played <= limit or (n_rounds > 0 and n_played > n_rounds):
            found[0], found[2], found[3] = _ROUNDS, n_rounds, n_played
            return
        gap = optimal - reward(attraction, examination, action)
        if not gap >= least:  # NaN, too
            found[0] = _REWARD
            return
        while reached < checkpoints.size and checkpoints[reached] <= t + n_played:
            regret[reached] = total + gap * (checkpoints[reached] - t)
            reached += 1
        total += gap * n_played
        update(state, t, action, clicks, n_played, rng)
        t += n_played


def started(
    model: ClickModel, problems: Sequence[Problem], policy: Policy, horizon: int, seed: int, replication: int
) -> tuple[Problem, Any, np.ndarray, np.ndarray, np.random.Generator]:
    """What `simulate.begin` prepares, or a sentence on why the policy's `start` fails."""

    def start(*given):
        try:
            return policy.start(*given)
        except Exception as why:
            text = f"`start` of {policy.id} failed: {str(why) or type(why).__name__}{_line(why)}"
            raise ValueError(text) from why

    return begin(model, problems, policy._replace(start=start), horizon, seed, replication)[:5]


def play_range(
    model: ClickModel,
    problems: Sequence[Problem],
    policy: Policy,
    checkpoints: np.ndarray,
    seed: int,
    which: range,
) -> np.ndarray:
    """`simulate.play_range` for a policy or a click model that the library does not own."""
    loop = compiled(play, model.draw, model.reward, policy.choose, policy.update)
    return np.array([_game(model, problems, policy, checkpoints, seed, each, loop) for each in which])


def _game(model, problems, policy, checkpoints, seed, replication, loop) -> np.ndarray:
    """The regret of one game, which the loop plays with its guards."""
    horizon = int(checkpoints[-1])
    shown, state, action, clicks, rng = started(model, problems, policy, horizon, seed, replication)
    _check_state(policy, state)
    ends, differ = labels(model, shown)
    (state, action, clicks), margins = fenced((state, action, clicks))
    regret, found = np.empty(checkpoints.size), np.zeros(4, dtype=np.int64)
    buffers = action, clicks, rng, regret, ends, differ, found
    optimal, text = float(model.optimal_reward(shown)), ""
    try:
        loop(state, shown, optimal, checkpoints, *buffers)
    except _Enough:
        pass
    except NumbaError as why:
        raise ValueError(
            f"numba cannot compile {policy.id} and the click model {model.id}: {_first_lines(why)}. "
            "`choose`, `update`, `draw` and `reward` use numbers, arrays and other compiled functions only"
        ) from why
    except Exception as why:
        text = f"{str(why) or type(why).__name__}{_line(why)}"
        if isinstance(why, IndexError):
            text = (
                f"an index is outside of its array{_line(why)}. Make the array larger, or the index smaller"
            )
        raise ValueError(_sentence(policy, found[1], replication, text)) from why
    if found[0]:
        text = _broken(model, shown, optimal, action, found, horizon)
    else:
        text = overwritten(margins)
    if text:
        raise ValueError(_sentence(policy, found[1], replication, text))
    return regret


def _sentence(policy: Policy, t: int, replication: int, text: str) -> str:
    return f"{policy.id} cannot play on in round {t + 1:,} of game {replication + 1:,}: {text}"


def _broken(model, shown, optimal, action, found, horizon) -> str:
    """The broken rule, the values that break it, and how to continue."""
    rule, t, place, number = found.tolist()
    if rule == _LABEL:
        return wrong_label(action, place, *labels(model, shown))
    if rule == _STRETCH:
        return (
            "`choose` must return for how many rounds it shows the action, a whole number of at least 1, or "
            f"UNTIL_NO_CLICK; got {number}. To show it once, return 1"
        )
    if rule == _ROUNDS:
        asked = "until a round without a click" if place == UNTIL_NO_CLICK else f"for {place:,} rounds"
        return (
            f"`draw` of the click model {model.id} played {number:,} rounds; asked {asked}, it must play at "
            f"least 1 and at most {horizon - t:,}. Return min(n_rounds, limit); UNTIL_NO_CLICK is negative"
        )
    value = _plain(model.reward, {})(*shown, action)
    return (
        f"the reward of {action.tolist()} is {value:.6g}, and the optimal one {optimal:.6g}, so the regret "
        f"would be below zero. In the click model {model.id}, `reward` must give the expected clicks of one "
        "round of `draw`, and `optimal_reward` the largest such number, for items in any order"
    )


def wrong_label(action: np.ndarray, place: int, ends: np.ndarray, differ: bool) -> str:
    """The error in an action at the place that `wrong_place` found."""
    label = action[place]
    if 0 <= label < ends[place]:
        return (
            f"`choose` shows item {label} twice, in {action.tolist()}, but a list shows every item at most "
            "once. `core.rank` ranks different items"
        )
    kind = "a position" if place and ends.size == 2 and not differ else "an item"
    return (
        f"`choose` left {label} at place {place} of `action`, which must be {kind} from 0 to "
        f"{ends[place] - 1}. Fill every place in every round; -1 is a place that was not filled"
    )


def labels(model: ClickModel, shown: Problem) -> tuple[np.ndarray, bool]:
    """The numbers of labels by place of the action, and whether labels must differ.

    An action with one label per position is a list of items. If the labels of positions are shuffled,
    an action of two is an item and a position. The labels of other actions are not
    checked.
    """
    n_items, n_positions = shown.attraction.size, shown.examination.size
    size = model.action_size(shown)
    if model.permutes_positions and size == 2:
        return np.array([n_items, n_positions]), False
    others = (Problem(np.ones(9), np.ones(length)) for length in (5, 6))
    if size == n_positions and [model.action_size(other) for other in others] == [5, 6]:
        return np.full(size, n_items), n_positions <= n_items
    return np.full(size, 2**63 - 1), False


def fenced(value: Any) -> tuple[Any, list[np.ndarray]]:
    """A copy of a state with a margin before and after every array in it, and the bytes of the margins.

    They are NaN in an array of floats, and -1, which is in every array, in one of integers.
    """
    copy = _apart(value)
    margins = [*_margins(copy)]
    for margin in margins:
        margin[:] = 0xFF
    return copy, margins


def _margins(value: Any) -> Iterator[np.ndarray]:
    if isinstance(value, tuple):
        for part in value:
            yield from _margins(part)
    elif isinstance(value, np.ndarray) and value.base is not None:
        room, length = value.base.view(np.uint8), _CACHE_LINE // value.itemsize * value.itemsize
        yield room[:length]
        yield room[room.size - length :]


def overwritten(margins: list[np.ndarray]) -> str:
    """The error of a function that wrote to a margin, or an empty text."""
    if all((margin == 0xFF).all() for margin in margins):
        return ""
    return "a function wrote outside of an array. Enlarge the array or correct the index"


class _Enough(Exception):
    """Enough rounds were played in plain Python, or Python cannot play them."""


def check_policy(
    model: ClickModel,
    problem: Problem | Sequence[Problem],
    policy: Policy,
    horizon: int = 1000,
    seed: int = 0,
) -> None:
    """Check a policy, and its click model, for mistakes that compiled code would not report.

    Parameters
    ----------
    model : ClickModel
        The model from which clicks are drawn, of the library or your own.
    problem : Problem or sequence of Problem
        A problem like those that the policy will meet; a small one is enough.
    policy : Policy
        The policy to check.
    horizon : int
        The number of rounds, which are played in plain Python and then compiled.
    seed : int
        Non-negative.

    Raises
    ------
    ValueError
        If a function is not compiled or has other arguments; if the state is not a NamedTuple of arrays
        and numbers; if an action shows an item twice, has a label out of range or a place that is not
        filled; if `choose` returns no number of rounds; if an index is NaN or outside of its array; if a
        click model plays too many rounds, has more clicks than rounds, or a reward that exceeds the
        optimal one or differs from the clicks drawn. The message has the rule, the policy and the round.

    Examples
    --------
    >>> from clickbandits import PBM_UCB, check_policy, pbm
    >>> check_policy(pbm.MODEL, pbm.problem([0.6, 0.5, 0.2], [0.9, 0.3]), PBM_UCB)
    """
    if not isinstance(horizon, int | np.integer) or not 1 <= horizon < 2**63:
        raise ValueError(f"horizon must be a whole number from 1 to 2^63 - 1; got {horizon!r}")
    check_seed(seed)
    check_parts(model, policy)
    problems = tuple(Problem(*model.problem(*each)) for each in as_problems(problem))
    check_playable(model, problems, policy, int(horizon))
    _check_numbers(model, problems)
    checkpoints = np.array([horizon], dtype=np.int64)
    _play_in_python(model, problems, policy, checkpoints, seed, horizon)
    play_range(model, problems, policy, checkpoints, seed, range(2))
    if getattr(model.draw, "__module__", "").partition(".")[0] not in PROJECT:
        _check_reward(model, problems, policy, int(horizon), seed)


def check_first(
    model: ClickModel, problems: Sequence[Problem], policy: Policy, checkpoints: np.ndarray, games: int
) -> None:
    """Play a policy for a moment in plain Python if this process meets it for the first time.

    From 50 to 1,000 stretches, one per 40,000 rounds that are to be played.
    """
    sizes = {(attraction.size, examination.size) for attraction, examination in problems}
    known = model, policy, frozenset(sizes)
    if known in _passed:
        return
    check_parts(model, policy)
    _check_numbers(model, problems)
    stretches = min(max(50, int(checkpoints[-1]) * games // 40_000), 1000)
    _play_in_python(model, problems, policy, checkpoints, 0, stretches)
    _passed.add(known)


def _play_in_python(model, problems, policy, checkpoints, seed, stretches) -> None:
    """Play the first stretches of a game in plain Python, and leave errors that numba may not have."""
    seen: dict = {}
    draw, reward, show, learn = (
        _plain(each, seen) for each in (model.draw, model.reward, policy.choose, policy.update)
    )
    left = stretches

    def choose(state, t, action, rng):
        nonlocal left
        left -= 1
        if left < 0:
            raise _Enough
        action[:] = -1
        wanted = show(state, t, action, rng)
        if not isinstance(wanted, int | np.integer) or abs(int(wanted)) >= 2**63:
            raise ValueError(
                "`choose` must return for how many rounds it shows the action, a whole number of at least 1, "
                f"or UNTIL_NO_CLICK; got {wanted!r}. To show it once, return 1"
            )
        return wanted

    def counted(attraction, examination, action, n_rounds, limit, rng, clicks):
        clicks[:] = -1
        n_played = draw(attraction, examination, action, n_rounds, limit, rng, clicks)
        if not isinstance(n_played, int | np.integer):
            raise ValueError(
                f"`draw` of the click model {model.id} must return the number of rounds that it played; "
                f"got {n_played!r}. Return min(n_rounds, limit)"
            )
        wrong = np.flatnonzero((clicks < 0) | (clicks > n_played))
        if wrong.size and 1 <= n_played <= limit:
            raise ValueError(
                f"`draw` of the click model {model.id} left {clicks[wrong[0]]} at place {wrong[0]} of "
                f"`clicks`, which must be from 0 to {n_played:,}, the rounds played. Fill every place in "
                "every stretch; -1 is a place that was not filled"
            )
        return n_played

    def loop(*arguments):
        for vector in arguments[1]:
            vector.flags.writeable = False  # the problem, which a game must not change
        try:
            getattr(play, "py_func", play)(counted, reward, choose, learn, *arguments)
        except (ArithmeticError, TypeError, NotImplementedError) as why:
            raise _Enough from why  # numba divides, converts and calls by rules of its own

    with np.errstate(all="ignore"):
        _game(model, problems, policy, checkpoints, seed, 0, loop)


def check_parts(model: Any, policy: Any) -> None:
    """Refuse what is no click model or policy, and functions that are not compiled or have other arguments.

    Raises ValueError with the function and how to continue.
    """
    check_kind(model, ClickModel)
    check_kind(policy, Policy)
    for owner, names in ((policy, ("choose", "update")), (model, ("draw", "reward"))):
        for name in names:
            function = getattr(owner, name)
            if not hasattr(function, "py_func") and hasattr(play, "py_func"):
                raise ValueError(
                    f"`{name}` of {owner.id} is not compiled; write @kernel (from clickbandits.core) above it"
                )
            n_arguments = len(inspect.signature(getattr(function, "py_func", function)).parameters)
            if n_arguments != ARGUMENTS[name].count(",") + 1:
                raise ValueError(
                    f"`{name}` of {owner.id} must have the arguments {ARGUMENTS[name]}; it has {n_arguments}"
                )
    functions = [(policy, name) for name in ("start", "first_rounds")]
    functions += [(model, name) for name in ("problem", "optimal_reward", "action_size", "clicks_size")]
    for owner, name in functions:
        if not callable(getattr(owner, name)):
            raise ValueError(f"`{name}` of {owner.id} must be a function; got {getattr(owner, name)!r}")
    for name in ("start", "first_rounds"):
        function = getattr(policy, name)
        try:
            inspect.signature(function).bind(*ARGUMENTS[name].split(","))
        except TypeError as why:
            text = f"`{name}` of {policy.id} must have the arguments {ARGUMENTS[name]}; {why}"
            raise ValueError(text) from why


def check_kind(value: Any, kind: type[ClickModel | Policy]) -> None:
    """Refuse a name, or another object, in place of a Policy or a ClickModel."""
    if not isinstance(value, kind):
        example = "PBM_UCB, from `from clickbandits import PBM_UCB`" if kind is Policy else "pbm.MODEL"
        raise ValueError(f"a {kind.__name__} is needed, such as {example}; got {value!r}")
    if not isinstance(value.id, str):
        raise ValueError(f"the id of a {kind.__name__} must be a text; got {value.id!r}")


def _check_numbers(model: ClickModel, problems: Sequence[Problem]) -> None:
    """Refuse sizes of a click model that are not whole numbers, and optimal rewards that are not finite."""
    size, reward = ("iu", 1, "a whole number of at least 1"), ("iuf", 0, "a finite number of at least 0")
    for name, (kinds, least, rule) in {
        "action_size": size,
        "clicks_size": size,
        "optimal_reward": reward,
    }.items():
        for problem in problems:
            value = np.asarray(getattr(model, name)(problem))
            if value.ndim or value.dtype.kind not in kinds or not least <= value < np.inf:
                text = f"`{name}` of the click model {model.id} must return {rule}; got {value[()]!r}"
                raise ValueError(text)


def _check_state(policy: Policy, state: Any, name: str = "the state") -> None:
    """Refuse a state that is not a tuple of arrays and numbers."""
    if isinstance(state, tuple):
        for field, part in zip(getattr(state, "_fields", range(len(state))), state, strict=True):
            _check_state(policy, part, f"its field {field}")
        return
    is_number = isinstance(state, np.ndarray | np.generic | int | float)
    dtype = np.asarray(state if is_number else None).dtype
    # compiled code reads the bytes of every number in the order of this machine
    if dtype.kind not in "biufc" or not dtype.isnative or dtype.char in "egG":
        kind = f"an array of {dtype}" if isinstance(state, np.ndarray) else f"a {type(state).__name__}"
        raise ValueError(
            f"`start` of {policy.id} must return a NamedTuple of arrays and numbers, but {name} is {kind}"
        )


def _check_reward(model, problems, policy, horizon, seed) -> None:
    """Compare the reward of the first action with the clicks drawn, by Hoeffding's inequality."""
    shown, state, action, clicks, rng = started(model, problems, policy, horizon, seed, 0)
    seen: dict = {}
    draw, reward, choose = (_plain(each, seen) for each in (model.draw, model.reward, policy.choose))
    with np.errstate(all="ignore"):
        choose(state, np.int64(0), action, rng)
        rounds = int(draw(*shown, action, 20_000, 20_000, rng, clicks))
        mean, expected = clicks.sum() / rounds, float(reward(*shown, action))
    if abs(mean - expected) > clicks.size * math.sqrt(math.log(2e9) / (2 * rounds)):
        raise ValueError(
            f"in the click model {model.id}, the reward of {action.tolist()} is {expected:.4g}, but `draw` "
            f"gives {mean:.4g} clicks per round. `reward` must return the expected clicks of one round"
        )


def _plain(function: Any, seen: dict) -> Any:
    """A compiled function in plain Python, with all the compiled functions that it calls."""
    if not hasattr(function, "py_func"):
        return function
    if function not in seen:
        code = function.py_func.__code__
        cells = tuple(CellType() for _ in code.co_freevars)
        around: dict[str, Any] = {"__builtins__": __builtins__}
        again = seen[function] = FunctionType(code, around, code.co_name, None, cells)
        again.__defaults__ = function.py_func.__defaults__
        for name in set(_names(code)) & function.py_func.__globals__.keys():
            around[name] = _stand_in(function.py_func.__globals__[name], seen)
        for cell, old in zip(cells, function.py_func.__closure__ or (), strict=True):
            cell.cell_contents = _stand_in(old.cell_contents, seen)
    return seen[function]


def _names(code: CodeType) -> Iterator[str]:
    """All names in a function and in those that it defines."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _stand_in(value: Any, seen: dict) -> Any:
    """The value that a name has in plain Python."""
    if inspect.ismodule(value):
        return _Module(value, seen)
    if getattr(value, "__module__", None) == "math":
        return partial(_as_numba, value)
    return _plain(value, seen)


class _Module:
    """A module whose compiled functions are plain Python."""

    def __init__(self, module: Any, seen: dict) -> None:
        self._module, self._seen = module, seen

    def __getattr__(self, name: str) -> Any:
        return _stand_in(getattr(self._module, name), self._seen)


def _as_numba(function: Callable, *arguments: Any) -> Any:
    """A function of `math`, which in compiled code returns inf or NaN and raises no error."""
    try:
        return function(*arguments)
    except (ValueError, OverflowError):
        with np.errstate(all="ignore"):
            return getattr(np, function.__name__, lambda *_: math.nan)(*arguments)


def _first_lines(why: BaseException) -> str:
    """The lines of one of numba's errors that name the problem."""
    lines = [line.strip() for line in str(why).splitlines() if line.strip()]
    told = [line for line in lines if not line.startswith("Failed in nopython mode")]
    return " ".join((told or lines)[:2]).rstrip(".")


def _line(why: BaseException) -> str:
    """The place of an error outside of the library, if it has one."""
    library = str(Path(__file__).parent)
    for frame in reversed(traceback.extract_tb(why.__traceback__)):
        if not frame.filename.startswith((library, np.__path__[0])):
            return f" (in `{frame.name}`, line {frame.lineno}: {frame.line})"
    return ""
