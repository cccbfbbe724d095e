"""Whether a table of clicks and plays has a maximiser, and which items or positions prevent it.

Likelihood (50), like the exact one, is a Bradley-Terry likelihood on items and positions. Draw an arrow
from position k to item j if j was shown at k, and one back if it was clicked there. A finite maximiser
exists, and is unique, if and only if every node reaches every other.

Algorithm 1 requires more. Its deviance has a minimiser if and only if the *clicked* cells connect all
items and positions and some table that is positive on exactly these cells has the row and column sums of
`plays`. (This is the matrix balancing problem of Sinkhorn.)
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse.csgraph import breadth_first_order, connected_components

from ..machine_code import kept
from .tables import counts


@kept
def _reaches_all(to_item, to_position):
    """Whether position 0 reaches every node, with an arrow wherever the two tables are positive."""
    n_items, n_positions = to_item.shape
    has_item = np.zeros(n_items, dtype=np.bool_)
    has_position = np.zeros(n_positions, dtype=np.bool_)
    queue = np.empty(n_positions, dtype=np.int64)
    has_position[0] = True
    queue[0] = 0
    head, tail, missing_items = 0, 1, n_items
    while head < tail:
        k = queue[head]
        head += 1
        for j in range(n_items):
            if not has_item[j] and to_item[j, k] > 0:
                has_item[j] = True
                missing_items -= 1
                for m in range(n_positions):
                    if not has_position[m] and to_position[j, m] > 0:
                        has_position[m] = True
                        queue[tail] = m
                        tail += 1
    return missing_items == 0 and tail == n_positions


@kept
def has_maximiser(clicks, plays):
    """Whether likelihood (50) has a maximiser (which is then the only one). Costs O(J K)."""
    return _reaches_all(plays, clicks) and _reaches_all(clicks, plays)


def identified(clicks: ArrayLike, plays: ArrayLike, deviance: bool) -> tuple[np.ndarray, np.ndarray]:
    """Validated counts; raises ValueError if the likelihood or deviance has no unique optimum."""
    clicks, plays = counts(clicks, plays)
    if deviance:
        reason = obstacle_to_algorithm_1(clicks, plays)
    else:
        reason = "" if has_maximiser(clicks, plays) else obstacle(clicks, plays)
    if reason:
        raise ValueError(reason)
    return clicks, plays


def obstacle(clicks: ArrayLike, plays: ArrayLike) -> str:
    """The reason why likelihood (50) has no unique maximiser, in words; empty if it has one.

    Raises ValueError if `clicks` and `plays` are not tables of counts.
    """
    clicks, plays = counts(clicks, plays)
    if has_maximiser(clicks, plays):
        return ""
    return _never_shown(plays) or _unjoined(plays, "shown") or _runaway(clicks, plays)


def obstacle_to_algorithm_1(clicks: ArrayLike, plays: ArrayLike) -> str:
    """The reason why the deviance of Algorithm 1 has no unique minimiser, in words; empty if it has one.

    Raises ValueError if `clicks` and `plays` are not tables of counts.
    """
    clicks, plays = counts(clicks, plays)
    empty = _never_shown(plays) or _never_clicked(clicks) or _unjoined(clicks, "clicked")
    if empty or ((clicks > 0) == (plays > 0)).all():  # then `plays` itself is such a table
        return empty
    vanishing = _vanishing(clicks, plays)
    if not vanishing:
        return ""
    cells = [f"item {j + 1} at position {k + 1}" for j, k in vanishing]
    return (
        "the deviance of Algorithm 1 has no minimiser: no table that is positive exactly where "
        "there were clicks has the row and column sums of plays (it would have to vanish for "
        f"{_join(cells)}); its estimates would run to 0 and to infinity"
    )


def _vanishing(clicks, plays):
    """The clicked cells that are 0 in every table with the margins of plays and no other positive cells.

    If no such table exists, these are the cells that have to vanish so that items with too many plays can
    fill their positions. The table is a flow from items to positions, found by augmenting paths in exact
    numbers. A cell can be positive if it is in a cycle of the flow's residual graph.
    """
    n_items, n_positions = clicks.shape
    exact = [[int(x) if x.is_integer() else Fraction(x) for x in row] for row in plays.tolist()]
    supply, demand = [sum(row) for row in exact], [sum(column) for column in zip(*exact, strict=True)]
    places = [np.flatnonzero(row).tolist() for row in clicks]
    flow = [[0] * n_positions for _ in range(n_items)]
    while True:
        before, reached, end = {}, [j for j in range(n_items) if supply[j]], None
        came_from = dict.fromkeys(reached)
        for j in reached:  # grows, which makes it a search in breadth
            for k in (k for k in places[j] if k not in before):
                before[k] = j
                if demand[k]:
                    end = k
                    break
                more = [i for i in range(n_items) if flow[i][k] and i not in came_from]
                came_from.update(dict.fromkeys(more, k))
                reached += more
            if end is not None:
                break
        if end is None:
            break
        path = [(before[end], end)]
        while (k := came_from[path[-1][0]]) is not None:
            path.append((before[k], k))
        taken = [(path[i][0], path[i + 1][1]) for i in range(len(path) - 1)]
        amount = min(supply[path[-1][0]], demand[end], *(flow[j][k] for j, k in taken))
        for j, k in path:
            flow[j][k] += amount
        for j, k in taken:
            flow[j][k] -= amount
        supply[path[-1][0]] -= amount
        demand[end] -= amount
    clicked = [(j, k) for j in range(n_items) for k in places[j]]
    if any(supply):
        return [(j, k) for j, k in clicked if j not in came_from and k in before]
    arrows = np.zeros((n_items + n_positions,) * 2, dtype=bool)
    arrows[:n_items, n_items:] = clicks > 0
    arrows[n_items:, :n_items] = np.array([[x > 0 for x in row] for row in flow]).T
    _, part = connected_components(arrows, connection="strong")
    return [(j, k) for j, k in clicked if part[j] != part[n_items + k]]


def _never_shown(plays):
    for axis, name in ((1, "item"), (0, "position")):
        empty = np.flatnonzero(plays.sum(axis=axis) == 0)
        if empty.size:
            return f"{_names(name, empty)} never shown, so nothing is known about {_it(empty)}"
    return ""


def _never_clicked(clicks):
    for axis, name in ((1, "item"), (0, "position")):
        empty = np.flatnonzero(clicks.sum(axis=axis) == 0)
        if empty.size:
            return f"{_names(name, empty)} never clicked, so the estimate would be 0"
    return ""


def _unjoined(table, verb):
    """Name the items and positions that no shown (or clicked) cell joins to position 1."""
    if _reaches_all(table, table):
        return ""
    n_items = table.shape[0]
    graph = np.zeros((sum(table.shape),) * 2)
    graph[:n_items, n_items:] = table > 0
    _, group = connected_components(graph, directed=False)
    apart = group != group[n_items]
    items, positions = np.flatnonzero(apart[:n_items]), np.flatnonzero(apart[n_items:])
    others = np.flatnonzero(~apart[:n_items])
    return (
        f"{_names('item', items)} {verb} at {_names('position', positions, '')} only, and never "
        f"{verb} together with {_names('item', others, '')} at a common position or chain of "
        "positions: the scales of the two groups cannot be compared"
    )


def _runaway(clicks, plays):
    """Name the parameters that tend to 0 or to infinity if all are joined but no maximiser exists."""
    n_items = clicks.shape[0]
    arrows = np.zeros((sum(clicks.shape),) * 2, dtype=bool)
    arrows[:n_items, n_items:] = clicks > 0
    arrows[n_items:, :n_items] = (plays > 0).T
    # An item that cannot reach position 1 falls, and such a position rises. An item that position 1 does
    # not reach rises, and such a position falls.
    lost = np.ones(len(arrows), dtype=bool)
    lost[breadth_first_order(arrows.T, n_items, return_predecessors=False)] = False
    ahead = ~lost
    ahead[breadth_first_order(arrows, n_items, return_predecessors=False)] = False
    is_item = np.arange(len(arrows)) < n_items
    falling, rising = np.where(is_item, lost, ahead), np.where(is_item, ahead, lost)
    parts = []
    for mask, limit in ((falling, "falls to 0"), (rising, "grows beyond all bounds")):
        for part, noun, name in (
            (mask[:n_items], "attraction", "item"),
            (mask[n_items:], "examination", "position"),
        ):
            if part.any():
                who = _names(name, np.flatnonzero(part), "")
                parts.append(f"the {noun} of {who} {limit}")
    return "the likelihood has no maximiser: it keeps rising as " + " and ".join(parts)


def _names(noun, places, verbs=("was", "were")):
    """'item 3 was' or 'items 3 and 7 were'; without verbs 'item 3' or 'items 3 and 7'."""
    words = noun + "s" * (places.size != 1) + " " + _join([str(place + 1) for place in places])
    return words + (f" {verbs[places.size != 1]}" if verbs else "")


def _it(places):
    return "it" if places.size == 1 else "them"


def _join(words):
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]
