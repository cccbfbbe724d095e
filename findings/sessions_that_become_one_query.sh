#!/bin/sh
# How LightGBM groups the rows of a click log by a `group_column`, if the ids are times or carry a suffix.
#
# One would guess that rows with different ids belong to different queries, or that LightGBM refuses ids that it
# cannot hold. With LightGBM 4.7.0 a text file whose ids are times in milliseconds, or any numbers of 2^31 and above,
# is read as one single query, without a message, so that lambdarank compares the results of different sessions. The
# same is true of ids such as 17.001, 17.002, which lose what follows the point. An id that occurs again further down
# starts a query of its own. Number the sessions from 0 before writing the file, or pass `group` as sizes.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
python3 -m venv "$room/env"
"$room/env/bin/pip" install -q --disable-pip-version-check lightgbm==4.7.0 numpy==2.3.5 scipy==1.16.3
cat >"$room/try.py" <<'EOF'
import sys

import lightgbm as lgb
import numpy as np

SESSIONS, LENGTH = 50, 4
SETTINGS = {"objective": "lambdarank", "metric": "ndcg", "eval_at": [1], "verbose": -1, "num_threads": 1}
rng = np.random.default_rng(0)
relevance = rng.random((SESSIONS, LENGTH))
clicks = (rng.random((SESSIONS, LENGTH)) < relevance).astype(int)
path = f"{sys.argv[1]}/log.csv"
for name, ids in (
    ("small", [1000 + i for i in range(SESSIONS)]),
    ("below 2^31", [2_000_000_000 + i for i in range(SESSIONS)]),
    ("above 2^31", [3_000_000_000 + i for i in range(SESSIONS)]),
    ("milliseconds", [1_796_000_000_000 + 60_000 * i for i in range(SESSIONS)]),
    ("with a suffix", [f"17.{i:03}" for i in range(SESSIONS)]),
    ("two in turn", [i % 2 for i in range(SESSIONS)]),
):
    with open(path, "w") as file:
        for session, shown, clicked in zip(ids, relevance, clicks, strict=True):
            file.writelines(f"{click},{session},{value:.6f}\n" for click, value in zip(clicked, shown, strict=True))
    data = lgb.Dataset(path, params=SETTINGS | {"group_column": 0}).construct()
    print(f"{name}: {len(set(ids))} ids, {data.get_group().size} queries, the first of {data.get_group()[0]} rows")
EOF
OMP_NUM_THREADS=1 "$room/env/bin/python" "$room/try.py" "$room" >"$room/seen"
cat >"$room/expected" <<'EOF'
small: 50 ids, 50 queries, the first of 4 rows
below 2^31: 50 ids, 50 queries, the first of 4 rows
above 2^31: 50 ids, 1 queries, the first of 200 rows
milliseconds: 50 ids, 1 queries, the first of 200 rows
with a suffix: 50 ids, 1 queries, the first of 200 rows
two in turn: 2 ids, 50 queries, the first of 4 rows
EOF
diff "$room/expected" "$room/seen" && echo "as stated"
