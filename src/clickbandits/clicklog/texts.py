"""Distinct texts among many that stand behind one another: compiled."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(nogil=True, cache=True)
def distinct(data, ends):
    """Number the distinct texts of a column in the order of their first place.

    Parameters
    ----------
    data : uint8 array, the bytes of the texts, one behind another
    ends : int64 array, shape (n_texts,), where each ends

    Returns
    -------
    number : int32 array, shape (n_texts,)
    first : int64 array, shape (n_distinct,), the first place of each
    """
    size = 16
    while size < 2 * ends.size:
        size *= 2
    table = np.full(size, -1, np.int32)  # open addressing: the number of a text, or -1
    number, first = np.empty(ends.size, np.int32), np.empty(ends.size, np.int64)
    n_distinct = 0
    for place in range(ends.size):
        start = ends[place - 1] if place else 0
        length = ends[place] - start
        code = np.uint64(14695981039346656037)  # FNV-1a, then mixed: its low bits alone are poor
        for offset in range(start, start + length):
            code = (code ^ np.uint64(data[offset])) * np.uint64(1099511628211)
        slot = np.int64((code ^ (code >> np.uint64(32))) & np.uint64(size - 1))
        while True:
            known = table[slot]
            if known < 0:
                table[slot] = known = n_distinct
                first[known] = place
                n_distinct += 1
                break
            other = ends[first[known] - 1] if first[known] else 0
            same = ends[first[known]] - other == length
            offset = 0
            while same and offset < length:
                same = data[start + offset] == data[other + offset]
                offset += 1
            if same:
                break
            slot = (slot + 1) & (size - 1)
        number[place] = known
    return number, first[:n_distinct].copy()
