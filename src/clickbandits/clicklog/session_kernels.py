"""Compiled readers of sessions: see `kernels` for what a kernel does with a block.

Not cached on disk, since they call the helpers of `kernels`: a process compiles them once.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from .kernels import (
    BLANK,
    CLICKS,
    ITEM,
    ITEM_END,
    MOST_FIELDS,
    REPEATS,
    TEST_PAGES,
    USED,
    WITHOUT_PAGE,
    ends,
    is_blank,
    is_id,
    leave,
    same,
    set_event,
    split,
    value,
)  # fmt: skip

MOST_PAGES = 64
M, PAGE, TEST, C = (ord(kind) for kind in "MQTC")


@njit(nogil=True)
def yandex_kind(data, fields, count):
    """M, Q, T or C where the record is ordinary, else 0; cuts documents before their domain."""
    if count < 4 or not is_id(data, fields[0, 0], fields[0, 1]):
        return 0
    if count == 4:
        ordinary = fields[1, 1] - fields[1, 0] == 1 and data[fields[1, 0]] == M
        ordinary = ordinary and value(data, fields[2, 0], fields[2, 1]) >= 0
        return M if ordinary and is_id(data, fields[3, 0], fields[3, 1]) else 0
    kind = data[fields[2, 0]] if fields[2, 1] - fields[2, 0] == 1 else 0
    good = value(data, fields[1, 0], fields[1, 1]) >= 0
    good = good and is_id(data, fields[3, 0], fields[3, 1])
    good = good and is_id(data, fields[4, 0], fields[4, 1])
    if kind == C:
        return C if good and count == 5 else 0
    if kind not in (PAGE, TEST) or count < 7 or not good:
        return 0
    term = fields[5, 0]
    for place in range(fields[5, 0], fields[5, 1] + 1):
        if place == fields[5, 1] or data[place] == 44:
            good = good and is_id(data, term, place)
            term = place + 1
    for field in range(6, count):
        comma = fields[field, 0]
        while comma < fields[field, 1] and data[comma] != 44:
            comma += 1
        good = good and is_id(data, fields[field, 0], comma)
        good = good and is_id(data, comma + 1, fields[field, 1])
        fields[field, 1] = comma
    return kind if good else 0


@njit(nogil=True)
def relevance_kind(data, fields, count):
    """Q or C where the record is ordinary, else 0."""
    if count < 4 or fields[2, 1] - fields[2, 0] != 1:
        return 0
    kind = data[fields[2, 0]]
    good = is_id(data, fields[0, 0], fields[0, 1])
    good = good and value(data, fields[1, 0], fields[1, 1]) >= 0
    for field in range(3, count):
        good = good and is_id(data, fields[field, 0], fields[field, 1])
    return kind if good and (kind == C and count == 4 or kind == PAGE and count >= 6) else 0


@njit(nogil=True)
def show(data, fields, first, count, yandex, hidden, line, pages, n_pages, events, n_events):
    """Add a page's events; their new number, or -1 where the page is not ordinary."""
    if n_pages == MOST_PAGES:
        return -1
    if yandex:
        for page in range(n_pages):
            if same(data, pages[page, 0], pages[page, 1], fields[3, 0], fields[3, 1]):
                return -1
    query = 4 if yandex else 3
    for field in range(first, count):
        for other in range(first, field):
            if same(data, fields[field, 0], fields[field, 1], fields[other, 0], fields[other, 1]):
                return -1
        position = 0 if hidden else field - first + 1
        set_event(events[n_events + field - first], fields[query, 0], fields[query, 1],
                  fields[field, 0], fields[field, 1], position, 0, 1, line)  # fmt: skip
    after = n_events + count - first
    pages[n_pages] = fields[3, 0], fields[3, 1], n_events, after, int(hidden)
    return after


@njit(nogil=True)
def click(data, fields, yandex, pages, n_pages, events, totals):
    """Give a click to the latest page that shows the document."""
    url = 4 if yandex else 3
    for page in range(n_pages - 1, -1, -1):
        if yandex and not same(data, pages[page, 0], pages[page, 1], fields[3, 0], fields[3, 1]):
            continue
        for event in events[pages[page, 2] : pages[page, 3]]:
            if same(data, event[ITEM], event[ITEM_END], fields[url, 0], fields[url, 1]):
                if not pages[page, 4]:
                    totals[REPEATS] += event[CLICKS]
                    event[CLICKS] = 1
                return
    totals[WITHOUT_PAGE] += 1


@njit(nogil=True)
def sessions(data, line, yandex, events, strange, totals):
    """Sessions of either kind; the number of events and of strange stretches.

    A stretch starts at an M record; in the other format, which has none, at an ordinary record
    with another session than the ordinary record before. Where the block starts and ends, a
    session may go on outside: both ends are strange.
    """
    fields, pages = np.empty((MOST_FIELDS, 2), np.int64), np.empty((MOST_PAGES, 5), np.int64)
    session, session_stop, before, n_pages, good = 0, 0, 0, 0, False
    begin, begin_line, begin_events, begin_totals = 0, line, 0, totals.copy()
    n_events, n_strange, start = 0, 0, 0
    while start < data.size:
        stop, after = ends(data, start)
        if is_blank(data, start, stop):
            totals[BLANK] += 1
            start = after
            line += 1
            continue
        count = split(data, start, stop, 9, fields)
        kind = yandex_kind(data, fields, count) if yandex else relevance_kind(data, fields, count)
        another = not same(data, session, session_stop, fields[0, 0], fields[0, 1])
        if kind == M or (not yandex and kind and before and another):
            if not good:
                n_strange = leave(strange, n_strange, begin, start, begin_line)
                n_events = begin_events
                totals[:] = begin_totals
            good, n_pages, another = True, 0, False
            begin, begin_line, begin_events = start, line, n_events
            begin_totals[:] = totals
        if kind and (kind == M or not yandex):
            session, session_stop = fields[0, 0], fields[0, 1]
        good = good and kind > 0 and not (yandex and another)
        if good:
            totals[USED] += 1
            if kind == C:
                click(data, fields, yandex, pages, n_pages, events, totals)
            elif kind != M:
                n_shown = show(data, fields, 6 if yandex else 5, count, yandex, kind == TEST,
                               line, pages, n_pages, events, n_events)  # fmt: skip
                good = n_shown >= 0
                if good:
                    n_events = n_shown
                    n_pages += 1
                    totals[TEST_PAGES] += kind == TEST
        before = kind
        start = after
        line += 1
    n_strange = leave(strange, n_strange, begin, data.size, begin_line)
    totals[:] = begin_totals
    return begin_events, n_strange
