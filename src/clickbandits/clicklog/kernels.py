"""Compiled readers of the ordinary lines of a block; whatever else is there they leave alone.

A kernel goes through the bytes of a block and divides it into stretches that the strict rules
would count each without regard to the others: a line of a table, a session with all its records.
Of a stretch in which every line is ordinary (a sufficient condition of validity, checked here in
full) it fills in the events; any other stretch it names, and the strict reader takes it, line by
line. So nothing here ever refuses a line, and no rule is written twice with a message.

An event is a row of integers: where the texts of query and item begin and end in the block,
position (0: not to be counted), clicks, plays, line (of a click: of its page). `write` makes them
text that DuckDB reads without quoting. All is in this one file, since a kernel that is cached on
disk may call nothing that is compiled elsewhere.
"""

from __future__ import annotations

import numpy as np
from numba import njit

Q, Q_END, ITEM, ITEM_END, POSITION, CLICKS, PLAYS, LINE = range(8)
USED, BLANK, REPEATS, WITHOUT_PAGE, BEFORE_PAGE, EARLIER_PAGE, AGAIN, TEST_PAGES, BY_PAGE = range(9)
MOST_FIELDS = 128
LONGEST_ID = 64
LONGEST_TEXT = 1000
LONGEST_LINE = 1 << 16
MOST_PAGES = 64
MOST_CLICKS = 10
M, PAGE, TEST, C = (ord(kind) for kind in "MQTC")
SEPARATOR = 1
"""A control character, which no text of an event contains."""

NUMBERS = 64
"""Bytes that suffice for the numbers of an event, and what separates them and the texts."""
MAX_POSITION = 1000
ZERO = np.int64(0)
"""Where a count begins: a literal 0 would be a type of its own, for which all is compiled again."""


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
def is_plain(data, start, stop, ascii_only):
    """Whether a line is short and, where `ascii_only` (in a block that is not UTF-8), ASCII."""
    if ascii_only:
        for place in range(start, stop):
            if data[place] > 127:
                return False
    return stop - start < LONGEST_LINE


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
def trimmed(data, fields, count):
    """Leave out the spaces around the fields, and the empty fields at the end; how many remain."""
    for field in range(count):
        fields[field, 0], fields[field, 1] = without_spaces(
            data, fields[field, 0], fields[field, 1]
        )
    while count and fields[count - 1, 0] == fields[count - 1, 1]:
        count -= 1
    return count


@njit(nogil=True, cache=True)
def without_spaces(data, start, stop):
    while start < stop and data[start] == 32:
        start += 1
    while stop > start and data[stop - 1] == 32:
        stop -= 1
    return start, stop


@njit(nogil=True, cache=True)
def is_id(data, start, stop):
    """Whether it is 1 to LONGEST_ID digits."""
    for place in range(start, stop):
        if not 48 <= data[place] <= 57:
            return False
    return start < stop <= start + LONGEST_ID


@njit(nogil=True, cache=True)
def value(data, start, stop):
    """A whole number of 1 to 12 digits, as a float, too, or a truth value; -1 if it is none."""
    start, stop = without_spaces(data, start, stop)
    total, place = 0, start
    while place < min(stop, start + 12) and 48 <= data[place] <= 57:
        total = 10 * total + int(data[place]) - 48
        place += 1
    if place == stop:
        return total if start < stop else -1
    if place > start and data[place] == 46 and place + 1 < stop:
        for rest in range(place + 1, stop):
            if data[rest] != 48:
                return -1
        return total
    for truth, word in ((1, b"true"), (0, b"false")):
        if place == start and is_word(data, start, stop, word):
            return truth
    return -1


@njit(nogil=True, cache=True)
def is_word(data, start, stop, word):
    """Whether it is a word, in small or capital letters."""
    if stop - start != len(word):
        return False
    for offset in range(len(word)):  # noqa: SIM110 (a generator is slower compiled)
        if data[start + offset] | 32 != word[offset]:
            return False
    return True


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
    strange[count, 0], strange[count, 1], strange[count, 2] = start, stop, line
    return count + 1


@njit(nogil=True, cache=True)
def set_event(event, query, query_stop, item, item_stop, position, clicks, plays, line):
    event[0], event[1], event[2], event[3] = query, query_stop, item, item_stop
    event[4], event[5], event[6], event[7] = position, clicks, plays, line


@njit(nogil=True, cache=True)
def kdd(data, line, ascii_only, events, strange, totals):
    """Rows of KDD Cup 2012 track 2; the number of events and of strange stretches."""
    fields = np.empty((MOST_FIELDS, 2), np.int64)
    n_events = n_strange = start = ZERO
    while start < data.size:
        stop, after = ends(data, start)
        if is_blank(data, start, stop):
            totals[BLANK] += 1
        else:
            n_fields = split(data, start, stop, 9, fields)
            good = is_plain(data, start, stop, ascii_only)
            good = good and n_fields >= 12 and trimmed(data, fields, n_fields) <= 12
            if good:
                for column in (3, 7):
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
def table(data, size, line, columns, n_columns, first_position, delimiter, ascii_only, events,
          strange, totals):  # fmt: skip
    """Rows without quotes and control characters in the first `size` bytes.

    columns[0] < 0: the query is what stands behind these bytes; columns[4] < 0: a row is one
    impression.
    """
    fields = np.empty((MOST_FIELDS, 2), np.int64)
    n_events = n_strange = start = ZERO
    while start < size:
        stop, after = ends(data, start)
        if is_blank(data, start, stop):
            totals[BLANK] += 1
        else:
            good = is_plain(data, start, stop, ascii_only)
            for place in range(start, stop):
                if data[place] == 34 or (data[place] < 32 and data[place] != delimiter):
                    good = False
            good = good and split(data, start, stop, delimiter, fields) == n_columns
            if good:
                query, query_stop = size, data.size
                if columns[0] >= 0:
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


@njit(nogil=True, cache=True)
def yandex_kind(data, fields, count):
    """M, Q, T or C where the record is ordinary, else 0; cuts documents before their domain."""
    if count < 2 or not is_id(data, fields[0, 0], fields[0, 1]):
        return 0
    if fields[1, 1] - fields[1, 0] == 1 and data[fields[1, 0]] == M:
        return M
    if count < 5:
        return 0
    kind = data[fields[2, 0]] if fields[2, 1] - fields[2, 0] == 1 else 0
    good = is_id(data, fields[3, 0], fields[3, 1])
    good = good and is_id(data, fields[4, 0], fields[4, 1])
    if kind == C:
        return C if good and count == 5 else 0
    if kind not in (PAGE, TEST) or count < 7 or not good:
        return 0
    for field in range(6, count):
        comma = fields[field, 0]
        while comma < fields[field, 1] and data[comma] != 44:
            comma += 1
        good = good and comma < fields[field, 1] and is_id(data, fields[field, 0], comma)
        for place in range(comma + 1, fields[field, 1]):
            good = good and data[place] != 44
        fields[field, 1] = comma
    return kind if good else 0


@njit(nogil=True, cache=True)
def relevance_kind(data, fields, count):
    """Q or C where the record is ordinary, else 0."""
    if count < 4 or fields[2, 1] - fields[2, 0] != 1:
        return 0
    kind = data[fields[2, 0]]
    good = is_id(data, fields[0, 0], fields[0, 1])
    for field in range(3, count):
        good = good and (field == 4 or is_id(data, fields[field, 0], fields[field, 1]))
    return kind if good and (kind == C and count == 4 or kind == PAGE and count >= 6) else 0


@njit(nogil=True, cache=True)
def is_new(data, fields, first, field):
    """Whether no document before it on the page is the same."""
    for other in range(first, field):
        if same(data, fields[field, 0], fields[field, 1], fields[other, 0], fields[other, 1]):
            return False
    return True


@njit(nogil=True, cache=True)
def show(data, fields, count, yandex, hidden, line, pages, n_pages, events, n_events, totals):
    """Add a page's events; their new number, or -1 where the page is not ordinary."""
    if n_pages == MOST_PAGES:
        return -1
    if yandex:
        for page in range(n_pages):
            if same(data, pages[page, 0], pages[page, 1], fields[3, 0], fields[3, 1]):
                return -1
    first, query = (6, 4) if yandex else (5, 3)
    pages[n_pages, 2] = n_events
    for field in range(first, count):
        if is_new(data, fields, first, field):
            position = 0 if hidden else field - first + 1
            set_event(events[n_events], fields[query, 0], fields[query, 1],
                      fields[field, 0], fields[field, 1], position, 0, 1, line)  # fmt: skip
            n_events += 1
        elif not hidden:
            totals[AGAIN] += 1
    if hidden:
        totals[TEST_PAGES] += 1
    else:
        totals[BY_PAGE] += 1
    pages[n_pages, 0], pages[n_pages, 1], pages[n_pages, 3] = fields[3, 0], fields[3, 1], n_events
    pages[n_pages, 4], pages[n_pages, 5] = int(hidden), 0
    return n_events


@njit(nogil=True, cache=True)
def click(data, fields, yandex, pages, n_pages, events, totals):
    """Give a click to the latest page that shows the document."""
    url = 4 if yandex else 3
    for page in range(n_pages - 1, -1, -1):
        if yandex and not same(data, pages[page, 0], pages[page, 1], fields[3, 0], fields[3, 1]):
            continue
        for event in events[pages[page, 2] : pages[page, 3]]:
            if same(data, event[ITEM], event[ITEM_END], fields[url, 0], fields[url, 1]):
                if pages[page, 4]:
                    return
                totals[EARLIER_PAGE] += not yandex and page < n_pages - 1
                if event[CLICKS]:
                    totals[REPEATS] += 1
                else:
                    event[CLICKS] = 1
                    totals[BY_PAGE + min(pages[page, 5], MOST_CLICKS)] -= 1
                    pages[page, 5] += 1
                    totals[BY_PAGE + min(pages[page, 5], MOST_CLICKS)] += 1
                return
    totals[WITHOUT_PAGE if n_pages else BEFORE_PAGE] += 1


@njit(nogil=True, cache=True)
def copy(numbers, place):
    """Put numbers into a place of their size; an assignment of the whole takes long to compile."""
    for number in range(numbers.size):
        place[number] = numbers[number]


@njit(nogil=True, cache=True)
def sessions(data, line, yandex, ascii_only, events, strange, totals):
    """Sessions of either kind; the number of events and of strange stretches.

    A stretch starts at an M record; in the other format, which has none, at an ordinary record
    with another session than the ordinary record before. Where the block starts and ends, a
    session may go on outside: both ends are strange.
    """
    fields, pages = np.empty((MOST_FIELDS, 2), np.int64), np.empty((MOST_PAGES, 6), np.int64)
    session = session_stop = before = n_pages = begin = begin_events = ZERO
    n_events = n_strange = start = ZERO
    begin_line, begin_totals, good = line, totals.copy(), False
    while start < data.size:
        stop, after = ends(data, start)
        if is_blank(data, start, stop):
            totals[BLANK] += 1
            start = after
            line += 1
            continue
        count = trimmed(data, fields, split(data, start, stop, 9, fields))
        kind = yandex_kind(data, fields, count) if yandex else relevance_kind(data, fields, count)
        kind = kind if is_plain(data, start, stop, ascii_only) else 0
        another = not same(data, session, session_stop, fields[0, 0], fields[0, 1])
        if kind == M or (not yandex and kind and before and another):
            if not good:
                n_strange = leave(strange, n_strange, begin, start, begin_line)
                n_events = begin_events
                copy(begin_totals, totals)
            good, n_pages, another = True, 0, False
            begin, begin_line, begin_events = start, line, n_events
            copy(totals, begin_totals)
        if kind and (kind == M or not yandex):
            session, session_stop = fields[0, 0], fields[0, 1]
        good = good and kind > 0 and not (yandex and another)
        if good:
            totals[USED] += 1
            if kind == C:
                click(data, fields, yandex, pages, n_pages, events, totals)
            elif kind != M:
                n_shown = show(data, fields, count, yandex, kind == TEST, line, pages, n_pages,
                               events, n_events, totals)  # fmt: skip
                good = n_shown >= 0
                if good:
                    n_events = n_shown
                    n_pages += 1
        before = kind
        start = after
        line += 1
    n_strange = leave(strange, n_strange, begin, data.size, begin_line)
    copy(begin_totals, totals)
    return begin_events, n_strange


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
