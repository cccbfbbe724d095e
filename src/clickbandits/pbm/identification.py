"""What counts of clicks can tell of the two vectors, from the graph of items and positions.

An item is joined to the positions it was shown at. Along a path of the graph every attraction and
examination is determined once one of them is given, since the click probabilities are products;
between two connected parts nothing is. What was never clicked has probability 0 wherever it met
something that was clicked, and joins nothing.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components


def connected_parts(clicks, plays):
    """Which items and positions have clicks, and the connected parts of their graph.

    Returns two boolean arrays and the label of the part of every item, then of every position;
    an item is joined to the positions it was played at, where both have clicks.
    """
    items, positions = clicks.sum(axis=1) > 0, clicks.sum(axis=0) > 0
    joined = (plays > 0) & items[:, None] & positions
    item, position = np.nonzero(joined)
    size = sum(plays.shape)
    graph = coo_array((np.ones(item.size), (item, plays.shape[0] + position)), shape=(size, size))
    return items, positions, connected_components(graph, directed=False)[1]


def not_identified(clicks, plays, items, positions, parts) -> tuple[str, ...]:
    """What the counts cannot tell, a sentence each; the last three are of `connected_parts`."""
    reasons = []
    for axis, place, name in ((1, "item", "attraction"), (0, "position", "examination")):
        total, alive = plays.sum(axis=axis), (items, positions)[1 - axis]
        idle = np.flatnonzero(total == 0)
        if idle.size:
            reasons.append(f"no plays of {_listed(place, idle)}: no {name} is known there")
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
    if labels.size == 1:
        return tuple(reasons)
    for label in labels:
        members = np.flatnonzero((parts[: items.size] == label) & items)
        places = np.flatnonzero((parts[items.size :] == label) & positions)
        reasons.append(
            f"{members.size} {'item was' if members.size == 1 else 'items were'} only ever shown "
            f"at {_listed('position', places)}, and no other item was (leaving out items and "
            "positions without clicks): their attractions cannot be compared with the others'"
        )
    return tuple(reasons)


def _listed(place, indices) -> str:
    """The first few of some items or positions, 1-based, in words."""
    shown = ", ".join(str(index + 1) for index in indices[:5])
    more = f" and {indices.size - 5} more" if indices.size > 5 else ""
    return f"{place}{'' if indices.size == 1 else 's'} {shown}{more}"
