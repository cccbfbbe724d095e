"""Compiled readers of the ordinary lines of a block; whatever else is there they leave alone.

A kernel goes through the bytes of a block and divides it into stretches that the strict rules
would count each without regard to the others: a line of a table, a session with all its records.
Of a stretch in which every line is ordinary (a sufficient condition of validity, checked here in
full) it fills in the events; any other stretch it names, and the strict reader takes it, line by
line. So nothing here ever refuses a line, and no rule is written twice with a message.

An event is a row of integers: where the texts of query and item begin and end in the block,
position (0: not to be counted), clicks, plays, line. All formats' helpers are in this one file,
since a cached kernel may call nothing that is compiled elsewhere.
"""

from __future__ import annotations

import numpy as np
from numba import njit

Q, Q_END, ITEM, ITEM_END, POSITION, CLICKS, PLAYS, LINE = range(8)
USED, BLANK, REPEATS, WITHOUT_PAGE, TEST_PAGES = range(5)
MOST_FIELDS = 128
LONGEST_ID = 64
LONGEST_TEXT = 1000
MAX_POSITION = 1000


@njit(nogil=True, cache=True)
def ends(data, start):
    """Of the line at `start`: where its content ends, and where the next line starts."""
    stop = start
    while stop < data.size and data[stop] != 10:
        stop += 1
    after = min(stop + 1, data.size)
    while stop > start and data[stop - 1] == 13:
        stop -= 1
    return stop, after


@njit(nogil=True, cache=True)
def is_blank(data, start, stop):
    for place in range(start, stop):
        if data[place] != 32 and not 9 <= data[place] <= 13:
            return False
    return True


@njit(nogil=True, cache=True)
def split(data, start, stop, delimiter, fields):
    """Fill in where the fields begin and end; their number, or -1 if there are too many."""
    count = 0
    fields[0, 0] = start
    for place in range(start, stop):
        if data[place] == delimiter:
            fields[count, 1] = place
            count += 1
            if count == fields.shape[0]:
                return -1
            fields[count, 0] = place + 1
    fields[count, 1] = stop
    return count + 1


@njit(nogil=True, cache=True)
def is_id(data, start, stop):
    """Whether it is 1 to LONGEST_ID digits."""
    for place in range(start, stop):
        if not 48 <= data[place] <= 57:
            return False
    return start < stop <= start + LONGEST_ID


@njit(nogil=True, cache=True)
def value(data, start, stop):
    """A whole number of 1 to 12 digits, or -1."""
    if not start < stop <= start + 12:
        return -1
    total = 0
    for place in range(start, stop):
        if not 48 <= data[place] <= 57:
            return -1
        total = 10 * total + int(data[place]) - 48
    return total


@njit(nogil=True, cache=True)
def same(data, start, stop, other, other_stop):
    if stop - start != other_stop - other:
        return False
    for offset in range(stop - start):  # noqa: SIM110 (a generator is slower compiled)
        if data[start + offset] != data[other + offset]:
            return False
    return True


@njit(nogil=True, cache=True)
def leave(strange, count, start, stop, line):
    """Name a stretch for the strict reader; one that touches the last one joins it."""
    if count and strange[count - 1, 1] == start:
        strange[count - 1, 1] = stop
        return count
    strange[count] = start, stop, line
    return count + 1


@njit(nogil=True, cache=True)
def set_event(event, query, query_stop, item, item_stop, position, clicks, plays, line):
    event[0], event[1], event[2], event[3] = query, query_stop, item, item_stop
    event[4], event[5], event[6], event[7] = position, clicks, plays, line


@njit(nogil=True, cache=True)
def kdd(data, line, events, strange, totals):
    """Rows of KDD Cup 2012 track 2; the number of events and of strange stretches."""
    fields = np.empty((13, 2), np.int64)
    n_events, n_strange, start = 0, 0, 0
    while start < data.size:
        stop, after = ends(data, start)
        if is_blank(data, start, stop):
            totals[BLANK] += 1
        else:
            good = split(data, start, stop, 9, fields) == 12
            if good:
                for column in (2, 3, 4, 7, 8, 9, 10, 11):
                    good = good and is_id(data, fields[column, 0], fields[column, 1])
                clicks = value(data, fields[0, 0], fields[0, 1])
                plays = value(data, fields[1, 0], fields[1, 1])
                depth = value(data, fields[5, 0], fields[5, 1])
                position = value(data, fields[6, 0], fields[6, 1])
                good = good and clicks >= 0 and plays >= 1 and 1 <= position <= depth
                good = good and depth <= MAX_POSITION
            if good:
                totals[USED] += 1
                totals[REPEATS] += max(clicks - plays, 0)
                set_event(events[n_events], fields[7, 0], fields[7, 1], fields[3, 0],
                          fields[3, 1], position, min(clicks, plays), plays, line)  # fmt: skip
                n_events += 1
            else:
                n_strange = leave(strange, n_strange, start, after, line)
        start = after
        line += 1
    return n_events, n_strange


@njit(nogil=True, cache=True)
def table(data, line, columns, n_columns, first_position, delimiter, ascii_only, events,
          strange, totals):  # fmt: skip
    """Rows without quotes and control characters; columns[4] < 0: one row is one impression.

    `ascii_only` where the block is not UTF-8: all lines with other bytes are then strange.
    """
    fields = np.empty((MOST_FIELDS, 2), np.int64)
    n_events, n_strange, start = 0, 0, 0
    while start < data.size:
        stop, after = ends(data, start)
        if is_blank(data, start, stop):
            totals[BLANK] += 1
        else:
            good = True
            for place in range(start, stop):
                byte = data[place]
                if byte == 34 or (byte < 32 and byte != delimiter) or (ascii_only and byte > 127):
                    good = False
            good = good and split(data, start, stop, delimiter, fields) == n_columns
            if good:
                query, query_stop = fields[columns[0], 0], fields[columns[0], 1]
                item, item_stop = fields[columns[1], 0], fields[columns[1], 1]
                position = value(data, fields[columns[2], 0], fields[columns[2], 1])
                clicks = value(data, fields[columns[3], 0], fields[columns[3], 1])
                plays = 1
                if columns[4] >= 0:
                    plays = value(data, fields[columns[4], 0], fields[columns[4], 1])
                good = query < query_stop <= query + LONGEST_TEXT
                good = good and item < item_stop <= item + LONGEST_TEXT
                good = good and first_position <= position < first_position + MAX_POSITION
                good = good and clicks >= 0 and plays >= 0 and (clicks == 0 or plays > 0)
            if good:
                totals[USED] += 1
                set_event(events[n_events], query, query_stop, item, item_stop,
                          position + 1 - first_position, clicks, plays, line)  # fmt: skip
                n_events += 1
            else:
                n_strange = leave(strange, n_strange, start, after, line)
        start = after
        line += 1
    return n_events, n_strange
