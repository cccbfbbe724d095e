"""Events of a block as text that DuckDB reads without quoting: compiled."""

from __future__ import annotations

from numba import njit

from .kernels import CLICKS, ITEM, ITEM_END, LINE, PLAYS, POSITION, Q_END, Q

SEPARATOR = 1
"""A control character, which no text of an event contains."""

NUMBERS = 64
"""Bytes that suffice for the numbers of an event, and what separates them and the texts."""


@njit(nogil=True, cache=True)
def digits(out, place, number):
    """Write a number from its last digit; the place after it."""
    width, rest = 1, number // 10
    while rest:
        width += 1
        rest //= 10
    for offset in range(width - 1, -1, -1):
        out[place + offset] = 48 + number % 10
        number //= 10
    return place + width


@njit(nogil=True, cache=True)
def write(data, events, out):
    """Write the events as lines query, item, position, clicks, plays, line, SEPARATOR between.

    `out` is large enough: the texts and NUMBERS bytes an event. Returns the number of bytes.
    """
    place = 0
    for event in events:
        if event[POSITION] == 0:
            continue
        for start, stop in ((event[Q], event[Q_END]), (event[ITEM], event[ITEM_END])):
            for source in range(start, stop):
                out[place] = data[source]
                place += 1
            out[place] = SEPARATOR
            place += 1
        for number in (event[POSITION], event[CLICKS], event[PLAYS], event[LINE]):
            place = digits(out, place, number)
            out[place] = SEPARATOR
            place += 1
        out[place - 1] = 10
    return place
