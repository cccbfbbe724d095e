#!/bin/sh
# Rankings that ranx evaluates when the judgements or the run are plain dictionaries.
#
# One would guess that `evaluate` compares each query with the query of the same id, because it takes dictionaries
# as well as its own Qrels and Run, and raises an error if their ids differ. With ranx 0.3.21 it compares the ids as
# sets, and then pairs the queries by their place. A Qrels or a Run sorts its queries as text, and a dictionary does
# not. Nothing is reported.
# - A dictionary and a Qrels or Run, both written in the order 1, 2, ..., 12, are paired as 1 with 1, 2 with 10,
#   3 with 11, and so on. The mean reciprocal rank of a perfect run falls from 1 to .38 or .37.
# - Two dictionaries whose queries are in different orders are mixed up in the same way, and so are the scores of the
#   single queries. If all the ids have the same length and are sorted, all pairs are right.
# - Equal scores are ranked as they come in a Run, and from the last to the first in a dictionary.
# Pass both as Qrels and Run, which are always paired correctly.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
python3 -m venv "$room/env"
"$room/env/bin/pip" install -q --disable-pip-version-check ranx==0.3.21 numba==0.68.1 numpy==2.4.6 scipy==1.17.1
cat >"$room/try.py" <<'EOF'
import warnings

from ranx import Qrels, Run, evaluate

warnings.simplefilter("ignore")
ITEMS = "abcde"
METRICS = ["mrr", "ndcg", "precision@1"]


def perfect(ids):
    """Return judgements with one clicked item in each query, and a run that ranks it first."""
    clicked = {query: ITEMS[number % 5] for number, query in enumerate(ids)}
    judged = {query: {item: int(item == clicked[query]) for item in ITEMS} for query in ids}
    others = {item: 1 / (2 + number) for number, item in enumerate(ITEMS)}
    run = {query: others | {clicked[query]: 2.0} for query in ids}
    return judged, run


def show(name, judged, run):
    values = evaluate(judged, run, METRICS)
    print(f"  {name:21}", *(f"{metric} {values[metric]:.3f}" for metric in METRICS))


def kinds(judged, run):
    show("Qrels and Run", Qrels(judged), Run(run))
    show("Qrels and dictionary", Qrels(judged), run)
    show("dictionary and Run", judged, Run(run))
    show("two dictionaries", judged, run)


numbers = range(1, 13)
print("queries 1 to 12 in both")
kinds(*perfect([str(number) for number in numbers]))
print("queries 01 to 12 in both")
kinds(*perfect([f"{number:02}" for number in numbers]))
print("queries 01 to 12 in the judgements, 12 to 01 in the run")
judged, run = perfect([f"{number:02}" for number in numbers])
backwards = dict(reversed(run.items()))
kinds(judged, backwards)
print("  queries with the right first item:", *(evaluate(judged, backwards, "mrr", return_mean=False) == 1).astype(int))
print("equal scores of a clicked item and another after it")
kinds({"q": {"clicked": 1, "other": 0}}, {"q": {"clicked": 1.0, "other": 1.0}})
EOF
HOME="$room" "$room/env/bin/python" "$room/try.py" >"$room/seen"
cat >"$room/expected" <<'EOF'
queries 1 to 12 in both
  Qrels and Run         mrr 1.000 ndcg 1.000 precision@1 1.000
  Qrels and dictionary  mrr 0.381 ndcg 0.533 precision@1 0.083
  dictionary and Run    mrr 0.374 ndcg 0.527 precision@1 0.083
  two dictionaries      mrr 1.000 ndcg 1.000 precision@1 1.000
queries 01 to 12 in both
  Qrels and Run         mrr 1.000 ndcg 1.000 precision@1 1.000
  Qrels and dictionary  mrr 1.000 ndcg 1.000 precision@1 1.000
  dictionary and Run    mrr 1.000 ndcg 1.000 precision@1 1.000
  two dictionaries      mrr 1.000 ndcg 1.000 precision@1 1.000
queries 01 to 12 in the judgements, 12 to 01 in the run
  Qrels and Run         mrr 1.000 ndcg 1.000 precision@1 1.000
  Qrels and dictionary  mrr 0.492 ndcg 0.618 precision@1 0.167
  dictionary and Run    mrr 1.000 ndcg 1.000 precision@1 1.000
  two dictionaries      mrr 0.492 ndcg 0.618 precision@1 0.167
  queries with the right first item: 0 0 0 1 0 0 0 0 1 0 0 0
equal scores of a clicked item and another after it
  Qrels and Run         mrr 1.000 ndcg 1.000 precision@1 1.000
  Qrels and dictionary  mrr 0.500 ndcg 0.631 precision@1 0.000
  dictionary and Run    mrr 1.000 ndcg 1.000 precision@1 1.000
  two dictionaries      mrr 0.500 ndcg 0.631 precision@1 0.000
EOF
diff "$room/expected" "$room/seen" && echo "as stated"
