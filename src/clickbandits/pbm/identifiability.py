r"""The values that counts determine, and sentences on those that they do not.

(c θ, κ / c) has the same clicks as (θ, κ). All most likely models have the same products in the cells that
have a display without a click. Join items and positions by these cells. Within such a part one value
determines all others, so its scale is all that the likelihood can leave open. The scale is not open if the
part's items have more clicks than its positions, or fewer (`Parts.surplus`), because it then has an uphill
direction, or if an attraction and an examination are held at 1.

All this depends on the counts alone, and not on the point at which a fit stopped.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from . import em, newton
from .parts import connected_parts, likelihood_parts

NARROW = 1e-6
"""The logarithm of the largest range of a scale that counts as a single value."""

STEPS, PROMISED = 200, 1e-12
"""If the cells do not decide on a scale, the most steps of Newton's method, and the predicted rise at which
it ends, in nats."""


class Loose(NamedTuple):
    """A connected part in which at least one scale is open.

    items, positions : boolean arrays, the members of the connected part
    moving : int array, the items whose scale is open
    several : bool, whether the connected part has other values, to which that scale is not tied
    """

    items: np.ndarray
    positions: np.ndarray
    moving: np.ndarray
    several: bool


def loose_parts(clicks, plays) -> list[Loose]:
    """The connected parts in which a whole range of models is most likely, beyond the one common scale."""
    items, positions, whole = connected_parts(clicks, plays)
    if not items.any():
        return []
    live = np.ix_(items, positions)
    parts = likelihood_parts(clicks[live], plays[live])
    if parts.surplus.size == 1:  # its scale is the one that a model leaves free
        return []
    is_open = np.isin(parts.items, _open_scales(clicks[live], plays[live], parts))
    rows, columns = whole[: items.size][items], whole[items.size :][positions]
    loose = []
    for label in np.unique(rows[is_open]):
        members = items & (whole[: items.size] == label), positions & (whole[items.size :] == label)
        moving = np.flatnonzero(items)[is_open & (rows == label)]
        several = np.unique([*parts.items[rows == label], *parts.positions[columns == label]]).size > 1
        loose.append(Loose(*members, moving, several))
    return loose


def _open_scales(clicks, plays, parts) -> list[int]:
    """The labels of the parts whose scale the likelihood leaves open.

    If each item of a part without a surplus has a display without a click at each of the part's positions,
    no product can reach 1, and the scale is open. Otherwise the product of two values that were not
    compared can reach it, which only the most likely model shows.
    """
    missed = plays - clicks
    even = {label: (parts.items == label, parts.positions == label) for label in parts.even}
    unclear = [label for label, part in even.items() if (missed[np.ix_(*part)] == 0).any()]
    if unclear:
        start = em.start(clicks, plays)
        u, v = newton.climb(clicks, plays, start, parts, STEPS, PROMISED, lambda u, v: True)[:2]
    for label in unclear:
        items, positions = even[label]
        if -u[items].max() - v[positions].max() <= NARROW:  # 0 if both are held at 1
            del even[label]
    return list(even)


def not_identified(clicks, plays) -> tuple[str, ...]:
    """The values that the counts do not determine, one sentence each."""
    items, positions, parts = connected_parts(clicks, plays)
    loose = loose_parts(clicks, plays)
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
    n_parts = np.unique(parts[: items.size][items]).size
    for part in loose if n_parts > 1 else ():
        size = part.items.sum()
        reasons.append(
            f"{size} {'item was' if size == 1 else 'items were'} only ever shown "
            f"at {_listed('position', np.flatnonzero(part.positions))}, and no other item was (leaving out "
            "items and positions without clicks): their attractions cannot be compared with the others'"
        )
    for part in loose:
        if part.several:
            reasons.append(
                f"{_listed('item', part.moving)}: compared with the others only by cells in which every "
                "display was clicked, so a whole range of attractions is equally likely"
            )
    return tuple(reasons)


def _listed(place, indices) -> str:
    """The first few of some items or positions, 1-based, in words."""
    shown = ", ".join(str(index + 1) for index in indices[:5])
    more = f" and {indices.size - 5} more" if indices.size > 5 else ""
    return f"{place}{'' if indices.size == 1 else 's'} {shown}{more}"
