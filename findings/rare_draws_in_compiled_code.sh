#!/bin/sh
# Draws of rare events by a NumPy Generator inside a function that numba compiles.
#
# One would guess that the compiled methods give the numbers of NumPy's own, as they do for usual parameters with
# the same bits. With numba 0.68.1 and NumPy 2.4.6 they do not at the edges that an exact simulation of long games
# meets:
# - `geometric(p)` with p below about 2e-19 returns the least 64-bit integer, a negative waiting time, where NumPy
#   returns the largest one;
# - `binomial(n, p)` computes log(1 - p), so that with n p = 1 its mean is .994 at p = 1e-15 and exactly 0 at 1e-17,
#   where NumPy's stays at 1;
# - `beta(a, a)` with a = .005 differs in most draws, because the two treat underflow differently: numba rounds more
#   draws to 0 or 1. With much smaller parameters it becomes so slow that it is of no use.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
python3 -m venv "$room/env"
"$room/env/bin/pip" install -q --disable-pip-version-check numba==0.68.1 numpy==2.4.6
cat >"$room/try.py" <<'EOF'
import numpy as np
from numba import njit

DRAWS = 20_000


@njit
def waits(rng, p, out):
    for i in range(out.size):
        out[i] = rng.geometric(p)


@njit
def counts(rng, n, p, out):
    for i in range(out.size):
        out[i] = rng.binomial(n, p)


@njit
def shares(rng, a, out):
    for i in range(out.size):
        out[i] = rng.beta(a, a)


whole, real = np.empty(DRAWS, np.int64), np.empty(DRAWS)
for p in (1e-17, 1e-19):
    waits(np.random.default_rng(1), p, whole)
    print(f"geometric({p})", "least:", whole.min(), "NumPy:", np.random.default_rng(1).geometric(p, DRAWS).min())
for n in (10**9, 10**15, 10**17):
    counts(np.random.default_rng(1), n, 1 / n, whole)
    other = np.random.default_rng(1).binomial(n, 1 / n, DRAWS)
    print(f"binomial({n}, {1 / n})", "mean:", whole.mean(), "NumPy:", other.mean())
for a in (0.1, 0.005):
    shares(np.random.default_rng(1), a, real)
    rng = np.random.default_rng(1)
    other = np.array([rng.beta(a, a) for _ in range(DRAWS)])
    inside, theirs = (((x > 0) & (x < 1)).mean() for x in (real, other))
    print(f"beta({a}, {a})", "equal:", (real == other).mean(), "inside (0, 1):", inside, "NumPy:", theirs)
EOF
"$room/env/bin/python" "$room/try.py" >"$room/seen"
cat >"$room/expected" <<'EOF'
geometric(1e-17) least: 454944002892 NumPy: 454944002892
geometric(1e-19) least: -9223372036854775808 NumPy: 45494400289133
binomial(1000000000, 1e-09) mean: 0.99775 NumPy: 0.99775
binomial(1000000000000000, 1e-15) mean: 0.9946 NumPy: 0.99775
binomial(100000000000000000, 1e-17) mean: 0.0 NumPy: 0.99775
beta(0.1, 0.1) equal: 1.0 inside (0, 1): 0.9884 NumPy: 0.9884
beta(0.005, 0.005) equal: 0.2648 inside (0, 1): 0.5646 NumPy: 0.57635
EOF
diff "$room/expected" "$room/seen" && echo "as stated"
