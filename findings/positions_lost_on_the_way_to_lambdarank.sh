#!/bin/sh
# Which ways of passing click data to LightGBM keep the positions that its unbiased lambdarank needs.
#
# One would guess that a Dataset that was made with `position=` keeps the positions wherever it goes, as it keeps
# labels and groups. With LightGBM 4.7.0 it does so only in `train`. `Dataset.save_binary` writes no positions (its
# documentation names only `init_score`), and `cv` and `Dataset.subset` copy none, without a message. A model from the
# binary file is equal to one that was trained without positions, and differs from the one that was trained on the
# Dataset itself. `cv` gives exactly the values of a run without positions, so it cannot be used to choose the
# parameters of the correction (`lambdarank_position_bias_regularization`), which change nothing in it. Build the
# Dataset of every fold yourself.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
python3 -m venv "$room/env"
"$room/env/bin/pip" install -q --disable-pip-version-check lightgbm==4.7.0 numpy==2.3.5 scipy==1.16.3
cat >"$room/try.py" <<'EOF'
import sys

import lightgbm as lgb
import numpy as np

QUERIES, LENGTH = 200, 5
SETTINGS = {"objective": "lambdarank", "metric": "ndcg", "eval_at": [3], "num_leaves": 7, "min_data_in_leaf": 5}
SETTINGS |= {"verbose": -1, "num_threads": 1, "deterministic": True, "force_row_wise": True}
rng = np.random.default_rng(0)
features = rng.random((QUERIES * LENGTH, 2))
places = np.tile(np.arange(LENGTH), QUERIES)
clicks = (rng.random(places.size) < (0.2 + 0.6 * features[:, 0]) / (1 + places)).astype(int)
halves = np.array_split(np.arange(places.size), 2)
folds = [(halves[0], halves[1]), (halves[1], halves[0])]


def data(position=None, rows=slice(None)):
    group = [LENGTH] * (clicks[rows].size // LENGTH)
    position = None if position is None else position[rows]
    return lgb.Dataset(features[rows], clicks[rows], group=group, position=position, free_raw_data=False)


def trained(dataset, strength=0.0):
    settings = SETTINGS | {"lambdarank_position_bias_regularization": strength}
    return lgb.train(settings, dataset, 10).predict(features)


def same(one, other):
    return "equal" if np.array_equal(one, other) else "different"


without = trained(data())
print("train with positions and without:", same(trained(data(places)), without))
print("train with positions, regularization 0 and 100:", same(trained(data(places)), trained(data(places), 100.0)))
paths = [f"{sys.argv[1]}/{name}.bin" for name in ("with", "without")]
data(places).save_binary(paths[0])
data().save_binary(paths[1])
print("from a binary file with positions, and train without:", same(trained(lgb.Dataset(paths[0])), without))
print("binary files:", same(*(open(path, "rb").read() for path in paths)))
parts = [trained(data(position).construct().subset(halves[0])) for position in (places, None)]
print("subset with positions and without:", same(*parts))
halved = [trained(data(position, halves[0])) for position in (places, None)]
print("the same half as a Dataset, with positions and without:", same(*halved))


def crossed(position, strength):
    settings = SETTINGS | {"lambdarank_position_bias_regularization": strength}
    return lgb.cv(settings, data(position), 5, folds=folds)["valid ndcg@3-mean"]


print("cv with positions and without:", same(crossed(places, 0.0), crossed(None, 0.0)))
print("cv with positions, regularization 0 and 100:", same(crossed(places, 0.0), crossed(places, 100.0)))
EOF
OMP_NUM_THREADS=1 "$room/env/bin/python" "$room/try.py" "$room" >"$room/seen"
cat >"$room/expected" <<'EOF'
train with positions and without: different
train with positions, regularization 0 and 100: different
from a binary file with positions, and train without: equal
binary files: equal
subset with positions and without: equal
the same half as a Dataset, with positions and without: different
cv with positions and without: equal
cv with positions, regularization 0 and 100: equal
EOF
diff "$room/expected" "$room/seen" && echo "as stated"
