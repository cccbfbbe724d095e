#!/bin/sh
# The reciprocal rank of one run with and without a cutoff, if its scores are times.
#
# One would guess that `RR@10` is at most `RR`, and that documents with different scores have no ties. With
# ir-measures 0.4.3 and its default providers RR@10 is 1 and RR is 1/2 for the same two documents. pytrec_eval, which
# computes RR, P@1, AP and nDCG, compares scores in single precision: two Unix times less than a minute apart are
# usually equal there, as are .99999999 and .99999998. It orders equal scores by descending document id. RR with a
# cutoff is computed by another provider in double precision, with ties in ascending order of the ids. Even RR@2,
# which sees all the documents of the run, differs from RR, and RR@1 from P@1. Replace scores by ranks beforehand.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
python3 -m venv "$room/env"
"$room/env/bin/pip" install -q --disable-pip-version-check ir-measures==0.4.3 pytrec-eval-terrier==0.5.11 numpy==2.3.5
cat >"$room/try.py" <<'EOF'
import ir_measures
from ir_measures import AP, RR, P, Qrel, ScoredDoc, nDCG

measures = [RR, RR @ 10, RR @ 2, RR @ 1, P @ 1, AP, nDCG @ 1]
judged = [Qrel("q", "a", 1), Qrel("q", "b", 0)]
clicked = 1_796_000_000
for name, first, second in (
    ("scores 2 and 1", 2.0, 1.0),
    ("equal scores", 1.0, 1.0),
    ("a minute apart", clicked + 60.0, float(clicked)),
    ("nearly equal", 0.99999999, 0.99999998),
):
    run = [ScoredDoc("q", "a", first), ScoredDoc("q", "b", second)]
    values = ir_measures.calc_aggregate(measures, judged, run)
    print(f"{name}:", ", ".join(f"{measure} {values[measure]}" for measure in measures))
EOF
"$room/env/bin/python" "$room/try.py" >"$room/seen"
cat >"$room/expected" <<'EOF'
scores 2 and 1: RR 1.0, RR@10 1.0, RR@2 1.0, RR@1 1.0, P@1 1.0, AP 1.0, nDCG@1 1.0
equal scores: RR 0.5, RR@10 1.0, RR@2 1.0, RR@1 1.0, P@1 0.0, AP 0.5, nDCG@1 0.0
a minute apart: RR 0.5, RR@10 1.0, RR@2 1.0, RR@1 1.0, P@1 0.0, AP 0.5, nDCG@1 0.0
nearly equal: RR 0.5, RR@10 1.0, RR@2 1.0, RR@1 1.0, P@1 0.0, AP 0.5, nDCG@1 0.0
EOF
diff "$room/expected" "$room/seen" && echo "as stated"
