#!/bin/sh
# Seeds of NumPy that are lists of numbers, such as [seed, replication] in a simulation of many games.
#
# One would guess that different lists give independent streams, and that no list that somebody writes down gives
# the stream of a child made by `spawn`. With NumPy 2.4.6 neither is true, because SeedSequence pads a seed to four words of
# 32 bits and appends the key of a child:
# - zeros at the end of a list of up to four numbers change nothing, so the replication 0 of [seed, replication] has
#   the stream of the plain seed, and [seed, policy, 0] that of [seed, policy];
# - child k of a seed is the stream of [seed, 0, 0, 0, k], and a number of 2**32 or more is taken apart, so
#   7 * 2**32 is [0, 7], and [7, 2**32] is [7, 0, 1];
# - children of seeds that differ in zeros at the end are the same, too: [7, 0] and [7] have the same children.
# Games that share a stream look independent. Use lists of one length with numbers below 2**32, or only `spawn`.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
python3 -m venv "$room/env"
"$room/env/bin/pip" install -q --disable-pip-version-check numpy==2.4.6
cat >"$room/try.py" <<'EOF'
import numpy as np


def child(seed, number):
    return np.random.SeedSequence(seed).spawn(number + 1)[number]


def clicks(seed):
    return "".join(map(str, np.random.default_rng(seed).binomial(1, 0.5, 24)))


for name, seed in (
    ("7", 7),
    ("[7, 0]", [7, 0]),
    ("[7, 0, 0, 0]", [7, 0, 0, 0]),
    ("[7, 0, 0, 0, 0]", [7, 0, 0, 0, 0]),
    ("child 0 of 7", child(7, 0)),
    ("child 0 of [7, 0]", child([7, 0], 0)),
    ("child 2 of 7", child(7, 2)),
    ("[7, 0, 0, 0, 2]", [7, 0, 0, 0, 2]),
    ("child 2 of [1, 2, 3, 4]", child([1, 2, 3, 4], 2)),
    ("[1, 2, 3, 4, 2]", [1, 2, 3, 4, 2]),
    ("7 * 2**32", 7 * 2**32),
    ("[0, 7]", [0, 7]),
    ("[7, 2**32]", [7, 2**32]),
    ("[7, 0, 1]", [7, 0, 1]),
    ("[7, 1]", [7, 1]),
    ("[1, 7]", [1, 7]),
):
    print(f"{name:24}", clicks(seed))
shared = [clicks([seed, 0]) == clicks(seed) for seed in range(1000)]
print("seeds below 1000 whose replication 0 repeats the plain seed:", sum(shared))
EOF
"$room/env/bin/python" "$room/try.py" >"$room/seen"
cat >"$room/expected" <<'EOF'
7                        111001011000001111110010
[7, 0]                   111001011000001111110010
[7, 0, 0, 0]             111001011000001111110010
[7, 0, 0, 0, 0]          101110010011011111100100
child 0 of 7             101110010011011111100100
child 0 of [7, 0]        101110010011011111100100
child 2 of 7             100110001101100001001110
[7, 0, 0, 0, 2]          100110001101100001001110
child 2 of [1, 2, 3, 4]  001111110110111000010100
[1, 2, 3, 4, 2]          001111110110111000010100
7 * 2**32                011011010110010001110101
[0, 7]                   011011010110010001110101
[7, 2**32]               101110111000010000000100
[7, 0, 1]                101110111000010000000100
[7, 1]                   100001100100111001010100
[1, 7]                   011010001011010011001001
seeds below 1000 whose replication 0 repeats the plain seed: 1000
EOF
diff "$room/expected" "$room/seen" && echo "as stated"
