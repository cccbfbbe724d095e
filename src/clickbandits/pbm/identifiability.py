r"""The values that counts determine, and sentences on those that they do not.

(c θ, κ / c) has the same clicks as (θ, κ). The products are unique in the cells that have a display
without a click. Join items and positions by these cells. Within a connected part of this graph one value
determines all others, and parts without a value that the likelihood holds at 1 cannot be compared with
the rest.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from .newton import cell_derivatives

PULLED = 1e-4
"""A value of 1 is held there by the likelihood if its slope is above this share of its clicks."""


def connected_parts(clicks, plays):
    """The items and positions that have clicks, and the connected parts of their graph.

    Returns two boolean arrays and the label of the part of every item, then of every position;
    an item is joined to the positions at which it was played, if both have clicks.
    """
    items, positions = clicks.sum(axis=1) > 0, clicks.sum(axis=0) > 0
    return items, positions, _components((plays > 0) & items[:, None] & positions)


def _components(joined):
    """The label of the connected part of every item, then of every position, of a boolean table."""
    item, position = np.nonzero(joined)
    size = sum(joined.shape)
    graph = coo_array((np.ones(item.size), (item, joined.shape[0] + position)), shape=(size, size))
    return connected_components(graph, directed=False)[1]


def loose_parts(attraction, examination, clicks, plays) -> list[tuple[np.ndarray, np.ndarray]]:
    """The connected parts in which a whole range of models is most likely, beyond the one scale.

    Within a connected part, the cells that have a display without a click join items and positions
    to smaller parts. A cell in which every display was clicked only asks for a large product, so a
    smaller part can be scaled by itself unless the likelihood holds one of its values at 1.

    Returns for each such connected part a boolean array of its items, then its positions, and the
    indices of the items whose attractions can be scaled by themselves.
    """
    missed = plays - clicks
    items, positions, whole = connected_parts(clicks, plays)
    alive = np.concatenate([items, positions])
    small = _components((missed > 0) & items[:, None] & positions)
    with np.errstate(divide="ignore"):
        logs = np.log(np.concatenate([attraction, examination]))
    cells, live = np.zeros_like(plays), np.ix_(items, positions)
    u, v = np.split(logs, [items.size])
    cells[live] = cell_derivatives(u[items], v[positions], clicks[live], missed[live])[0]
    slope, total = (np.concatenate([table.sum(axis=1), table.sum(axis=0)]) for table in (cells, clicks))
    fixed = alive & np.isin(small, small[alive & (slope > PULLED * total)])
    loose = []
    for label in np.unique(whole[alive]):
        part = alive & (whole == label)
        members = [part & (small == one) for one in np.unique(small[part & ~fixed])]
        if len(members) + (part & fixed).any() > 1:
            rows = [np.split(one, [items.size])[0] for one in members]
            columns = [np.split(one, [items.size])[1] for one in members]
            room = [u[row].max() + v[column].max() for row, column in zip(rows, columns, strict=True)]
            moving = [row for row, sum_of_logs in zip(rows, room, strict=True) if sum_of_logs < -PULLED]
            if moving:
                loose.append((part, np.flatnonzero(np.any(moving, axis=0))))
    return loose


def not_identified(clicks, plays, items, positions, parts, loose) -> tuple[str, ...]:
    """The values that the counts do not determine, one sentence each.

    The last four arguments are the results of `connected_parts` and of `loose_parts`.
    """
    reasons = []
    for axis, place, name in ((1, "item", "attraction"), (0, "position", "examination")):
        total, alive = plays.sum(axis=axis), (items, positions)[1 - axis]
        idle = np.flatnonzero(total == 0)
        if idle.size:
            reasons.append(f"no plays of {_listed(place, idle)}, so no {name} can be estimated there")
        other = (positions, items)[1 - axis]
        silent = ~((plays > 0) & (other[None, :] if axis else other[:, None])).any(axis=axis)
        mute = np.flatnonzero(silent & ~alive & (total > 0))
        if mute.size and items.any():
            reasons.append(
                f"{_listed(place, mute)}: no clicks, and no play together with anything that was "
                f"ever clicked; any {name} fits"
            )
    if not items.any():
        return (*reasons, "there are no clicks: every examination fits with attraction 0")
    labels = np.unique(parts[: items.size][items])
    for label in labels if labels.size > 1 else ():
        members = np.flatnonzero((parts[: items.size] == label) & items)
        places = np.flatnonzero((parts[items.size :] == label) & positions)
        reasons.append(
            f"{members.size} {'item was' if members.size == 1 else 'items were'} only ever shown "
            f"at {_listed('position', places)}, and no other item was (leaving out items and "
            "positions without clicks): their attractions cannot be compared with the others'"
        )
    for _, moving in loose:
        reasons.append(
            f"{_listed('item', moving)}: compared with the others only by cells in which every display was "
            "clicked, so a whole range of attractions is equally likely"
        )
    return tuple(reasons)


def _listed(place, indices) -> str:
    """The first few of some items or positions, 1-based, in words."""
    shown = ", ".join(str(index + 1) for index in indices[:5])
    more = f" and {indices.size - 5} more" if indices.size > 5 else ""
    return f"{place}{'' if indices.size == 1 else 's'} {shown}{more}"
