#!/bin/sh
# How often linear Thompson sampling of mabwiser explores an arm that is almost as good as the best one.
#
# One would guess that `LinTS` draws the coefficients of every arm independently, so that of two arms with 100 plays
# each, and 51 and 50 clicks, the second one is chosen in almost half of the rounds. With mabwiser 2.7.4 it is never
# chosen. `fit` and `partial_fit` copy the model of an arm together with its random generator. Copies that were taken
# in the same state then give the same numbers, one arm after the other, and the samples of two arms with equal
# contexts differ by a constant. The policy is greedy between such arms, however large `alpha` is, and two equal arms
# tie in every round, which always goes to the first. With one feature, arms with different numbers of plays are
# perfectly correlated, too. `ThompsonSampling` without contexts draws independently.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
python3 -m venv "$room/env"
"$room/env/bin/pip" install -q --disable-pip-version-check mabwiser==2.7.4 numpy==2.3.5 pandas==2.3.3 scipy==1.16.3 scikit-learn==1.7.2
cat >"$room/try.py" <<'EOF'
import numpy as np
from mabwiser.mab import MAB, LearningPolicy

ROUNDS = 2_000


def log(plays, clicks):
    arms = np.repeat(list(plays), list(plays.values()))
    rewards = np.concatenate([np.arange(plays[arm]) < clicks[arm] for arm in plays]).astype(int)
    return arms, rewards


def samples(policy, plays, clicks):
    """Return the samples of the two arms in every round, each drawn by a call of its own."""
    mab = MAB(list(plays), policy, seed=7)
    arms, rewards = log(plays, clicks)
    contextual = isinstance(policy, LearningPolicy.LinTS)
    contexts = np.ones((arms.size, 1)) if contextual else None
    mab.fit(arms, rewards, contexts)
    asked = np.ones((1, 1)) if contextual else None
    drawn = [mab.predict_expectations(asked) for _ in range(ROUNDS)]
    return np.array([[one[arm] for arm in plays] for one in drawn])


def report(name, policy, plays, clicks):
    drawn = samples(policy, plays, clicks)
    second = (drawn.argmax(axis=1) == 1).mean()
    print(f"{name}: second arm {second:.2f}, correlation {np.corrcoef(drawn.T)[0, 1]:.1f}")


equal, close = {"a": 100, "b": 100}, {"a": 51, "b": 50}
report("LinTS, alpha 1", LearningPolicy.LinTS(alpha=1.0), equal, close)
report("LinTS, alpha 100", LearningPolicy.LinTS(alpha=100.0), equal, close)
report("LinTS, the same clicks", LearningPolicy.LinTS(alpha=1.0), equal, {"a": 50, "b": 50})
report("LinTS, 100 and 25 plays", LearningPolicy.LinTS(alpha=1.0), {"a": 100, "b": 25}, {"a": 51, "b": 12})
report("ThompsonSampling", LearningPolicy.ThompsonSampling(), equal, close)
EOF
"$room/env/bin/python" "$room/try.py" >"$room/seen"
cat >"$room/expected" <<'EOF'
LinTS, alpha 1: second arm 0.00, correlation 1.0
LinTS, alpha 100: second arm 0.00, correlation 1.0
LinTS, the same clicks: second arm 0.00, correlation 1.0
LinTS, 100 and 25 plays: second arm 0.30, correlation 1.0
ThompsonSampling: second arm 0.46, correlation 0.0
EOF
diff "$room/expected" "$room/seen" && echo "as stated"
