#!/bin/sh
# An array with the bytes of another machine, such as one read from a file, in a tuple for a compiled function.
#
# One would guess that numba refuses such an array in a tuple, as it refuses it as an argument, or converts it. With
# numba 0.68.1 that depends on the calls before. If the function was compiled for a tuple with an array of this
# machine's order, it accepts the other one, too, and reads its bytes in the wrong order without a message. In a
# process that has not seen such a tuple the call raises TypingError. The same is true of a NamedTuple and of whole
# numbers. Convert such arrays, or check `dtype.isnative`.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
python3 -m venv "$room/env"
"$room/env/bin/pip" install -q --disable-pip-version-check numba==0.68.1 numpy==2.4.6
cat >"$room/try.py" <<'EOF'
from typing import NamedTuple

import numpy as np
from numba import njit


class State(NamedTuple):
    plays: np.ndarray
    clicks: np.ndarray


def alone(values):
    return values.sum()


def last(values):
    return values[-1].sum()


native = np.array([1.0, 2.0, 3.0])
foreign = native.astype(native.dtype.newbyteorder())
whole = np.arange(3)
swapped = whole.astype(whole.dtype.newbyteorder())
for name, function, *calls in (
    ("an argument", alone, native, foreign),
    ("in a tuple of a kind not seen before", last, (native, whole, foreign)),
    ("in a tuple", last, (native,), (foreign,)),
    ("in a NamedTuple", last, State(native, native), State(native, foreign)),
    ("whole numbers in a tuple", last, (whole,), (swapped,)),
):
    compiled = njit(function)
    for values in calls:
        try:
            found = compiled(values)
        except Exception as why:
            found = type(why).__name__
        print(f"{name}: numba {found}, NumPy {function(values)}")
EOF
"$room/env/bin/python" "$room/try.py" >"$room/seen"
cat >"$room/expected" <<'EOF'
an argument: numba 6.0, NumPy 6.0
an argument: numba TypingError, NumPy 6.0
in a tuple of a kind not seen before: numba TypingError, NumPy 6.0
in a tuple: numba 6.0, NumPy 6.0
in a tuple: numba 3.14616e-319, NumPy 6.0
in a NamedTuple: numba 6.0, NumPy 6.0
in a NamedTuple: numba 3.14616e-319, NumPy 6.0
whole numbers in a tuple: numba 3, NumPy 3
whole numbers in a tuple: numba 216172782113783808, NumPy 3
EOF
diff "$room/expected" "$room/seen" && echo "as stated"
