#!/bin/sh
# How the bandit policies of river explore if the rewards of an arm are kept as a distribution.
#
# One would guess that a policy explores at least as well if it keeps a distribution for every arm, which describes the
# arm more completely than a mean. With river 0.26.1 this is true of Thompson sampling with `proba.Beta` as its
# `reward_obj`, but not of the others:
# - `ThompsonSampling` with `proba.Gaussian`, which its documentation names for continuous rewards, draws from the
#   distribution that is fitted to the rewards, and not from a posterior distribution of their mean. Its draws
#   therefore vary as much after 10,000 plays as after ten, and the policy never settles. If the means of two arms
#   differ by half a standard deviation, it plays the worse arm in 36% of the rounds forever.
# - `UCB` adds its bonus to a mean, but not to the mode of a distribution, whatever `delta` is. With `proba.Beta` an arm
#   whose first play brings no click has mode 0, and is never played again once another arm has been clicked.
# - `BayesUCB` updates posteriors of its own, which begin as Beta(1, 1), so a prior in `reward_obj` changes nothing.
# - `LinUCBDisjoint` takes the standard deviation of the next reward as its bonus, and not that of the expected reward.
#   For one constant feature and the default parameters, the bonus after n plays is sqrt(1 + 1 / (n + 1)) instead of
#   sqrt(1 / (n + 1)). An old arm keeps 82% of the bonus of an arm that has been played once, which can therefore be
#   lost after that play.
# Use Thompson sampling with `proba.Beta` for clicks, and `UCB` with means.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
python3 -m venv "$room/env"
"$room/env/bin/pip" install -q --disable-pip-version-check river==0.26.1 numpy==2.4.6 scipy==1.17.1
cat >"$room/try.py" <<'EOF'
import random

from river import bandit, proba

ARMS = ["worse", "better"]
GAMES = 40
CONSTANT = {"constant": 1.0}


def play(policy, reward, rounds, seed, context=None):
    """Return for every round whether the better arm was played."""
    rng = random.Random(seed)
    given = () if context is None else (context,)
    better = []
    for _ in range(rounds):
        arm = policy.pull(ARMS, *given)
        policy.update(arm, *given, reward(rng, arm == "better"))
        better.append(arm == "better")
    return better


def normal(rng, better):
    return rng.gauss(0.5 * better, 1)


def click(rng, better):
    return int(rng.random() < (0.7 if better else 0.3))


def thirds(name, reward_obj, reward):
    games = [play(bandit.ThompsonSampling(reward_obj=reward_obj, seed=seed), reward, 9_000, seed) for seed in range(4)]
    shares = [sum(sum(game[start : start + 3_000]) for game in games) / 12_000 for start in (0, 3_000, 6_000)]
    print(f"ThompsonSampling, {name}: better arm in", *(f"{share:.1f}" for share in shares), "of the thirds of a game")


def lost(name, policy, context=None):
    games = [sum(play(policy(seed), click, 1_000, seed, context)) for seed in range(GAMES)]
    print(f"{name}: better arm in fewer than 10 of 1000 rounds in {sum(game < 10 for game in games)} of {GAMES} games")


thirds("Gaussian, normal rewards", proba.Gaussian(), normal)
thirds("Gaussian, clicks", proba.Gaussian(), click)
thirds("Beta, clicks", proba.Beta(), click)
lost("UCB, mean, delta 1", lambda seed: bandit.UCB(delta=1, seed=seed))
for delta in (1, 100):
    lost(f"UCB, Beta, delta {delta}", lambda seed: bandit.UCB(delta=delta, reward_obj=proba.Beta(), seed=seed))
lost("LinUCBDisjoint", lambda seed: bandit.LinUCBDisjoint(seed=seed), CONSTANT)
for prior in (proba.Beta(1, 1), proba.Beta(500, 500)):
    policy = bandit.BayesUCB(reward_obj=prior)
    for _ in range(3):
        policy.update("arm", 1)
    print(f"BayesUCB, prior Beta({prior.alpha}, {prior.beta}): index after 3 clicks {policy.compute_index('arm'):.3f}")
policy = bandit.LinUCBDisjoint()
for arm, rewards in (("new", [0]), ("old", [1] * 30 + [0] * 69)):
    for reward in rewards:
        policy.update(arm, CONSTANT, reward)
    mean, variance = sum(rewards) / (len(rewards) + 1), 1 / (len(rewards) + 1)
    print(f"{arm} arm: {mean:.3f} + {variance**0.5:.3f} with the expected reward,", end=" ")
    print(f"{mean:.3f} + {(1 + variance) ** 0.5:.3f} with the next reward")
print("LinUCBDisjoint pulls the", policy.pull(["new", "old"], CONSTANT), "arm")
EOF
"$room/env/bin/python" "$room/try.py" >"$room/seen"
cat >"$room/expected" <<'EOF'
ThompsonSampling, Gaussian, normal rewards: better arm in 0.6 0.6 0.6 of the thirds of a game
ThompsonSampling, Gaussian, clicks: better arm in 0.7 0.7 0.7 of the thirds of a game
ThompsonSampling, Beta, clicks: better arm in 1.0 1.0 1.0 of the thirds of a game
UCB, mean, delta 1: better arm in fewer than 10 of 1000 rounds in 0 of 40 games
UCB, Beta, delta 1: better arm in fewer than 10 of 1000 rounds in 6 of 40 games
UCB, Beta, delta 100: better arm in fewer than 10 of 1000 rounds in 6 of 40 games
LinUCBDisjoint: better arm in fewer than 10 of 1000 rounds in 4 of 40 games
BayesUCB, prior Beta(1, 1): index after 3 clicks 0.931
BayesUCB, prior Beta(500, 500): index after 3 clicks 0.931
new arm: 0.000 + 0.707 with the expected reward, 0.000 + 1.225 with the next reward
old arm: 0.300 + 0.100 with the expected reward, 0.300 + 1.005 with the next reward
LinUCBDisjoint pulls the old arm
EOF
diff "$room/expected" "$room/seen" && echo "as stated"
