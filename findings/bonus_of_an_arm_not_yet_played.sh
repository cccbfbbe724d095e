#!/bin/sh
# The value that mabwiser's confidence bounds give to an arm that has not been played yet.
#
# One would guess that such an arm comes first (UCB1), or that its bonus falls when the regularization grows (LinUCB,
# whose first matrix is l2_lambda times the identity, so that the bonus is alpha |x| / sqrt(l2_lambda)). With
# mabwiser 2.7.4 neither is true:
# - `UCB1` leaves the arm at 0, below every arm with a click, and never plays it, even if it is the best one;
# - `LinUCB` takes the matrix for its own inverse until the first play, so that the bonus is
#   alpha |x| sqrt(l2_lambda), which grows with the regularization, and falls below every played arm for a weak one.
#   The first play of the arm puts it right: at l2_lambda = 100 its bonus falls from 10 to .0995 in one round, and at
#   l2_lambda = .01 it rises from .1 to .995.
# The two agree with the formula only at the default l2_lambda = 1. Play every arm once before the first prediction.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
python3 -m venv "$room/env"
"$room/env/bin/pip" install -q --disable-pip-version-check mabwiser==2.7.4 numpy==2.3.5 pandas==2.3.3 scipy==1.16.3 scikit-learn==1.7.2
cat >"$room/try.py" <<'EOF'
import numpy as np
from mabwiser.mab import MAB, LearningPolicy

x = np.ones((1, 1))
for strength in (0.01, 1, 100):
    mab = MAB(["played", "new"], LearningPolicy.LinUCB(alpha=1, l2_lambda=strength))
    mab.fit(["played"], [0], x)
    before = mab.predict_expectations(x)
    mab.partial_fit(["new"], [0], x)
    after = mab.predict_expectations(x)
    print(f"LinUCB, l2_lambda {strength}: formula {strength**-0.5:.4f}, new arm {before['new']:.4f},", end=" ")
    print(f"after a play {after['new']:.4f}, played arm {before['played']:.4f}")

rng = np.random.default_rng(1)
rates = {"a": 0.1, "b": 0.2, "best": 0.9}
mab = MAB(list(rates), LearningPolicy.UCB1(alpha=1))
mab.fit(["a", "b"], [1, 1])
plays = dict.fromkeys(rates, 0)
for _ in range(1000):
    arm = mab.predict()
    plays[arm] += 1
    mab.partial_fit([arm], [int(rng.random() < rates[arm])])
print("UCB1, plays of the best of three arms:", plays["best"])
EOF
"$room/env/bin/python" "$room/try.py" >"$room/seen"
cat >"$room/expected" <<'EOF'
LinUCB, l2_lambda 0.01: formula 10.0000, new arm 0.1000, after a play 0.9950, played arm 0.9950
LinUCB, l2_lambda 1: formula 1.0000, new arm 1.0000, after a play 0.7071, played arm 0.7071
LinUCB, l2_lambda 100: formula 0.1000, new arm 10.0000, after a play 0.0995, played arm 0.0995
UCB1, plays of the best of three arms: 0
EOF
diff "$room/expected" "$room/seen" && echo "as stated"
