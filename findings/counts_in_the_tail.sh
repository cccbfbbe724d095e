#!/bin/sh
# Numbers of clicks that are exceeded with a tiny probability, by `isf` of the discrete distributions of SciPy.
#
# One would guess that `isf` is as exact in the tail as `sf` of the same distribution, which is its purpose, and which
# is true of the negative binomial. With SciPy 1.17.1 the others compute the quantile of 1 - q. Below q = 1e-16 they
# return the end of the support, although `sf` is exact there: all 1,000 views for a binomial count that exceeds 47
# with probability below 1e-17, infinity for a geometric one, and NaN for a Poisson one. The logarithmic distribution
# returns a number that is not whole. For a beta-binomial count, the clicks to come under a beta posterior, `sf` is
# itself 1 minus a sum of `pmf`, and is wrong from about 1e-12 on, although the sum of `pmf` over the tail is right.
# None of this raises an error. Bisect on `sf`, and for beta-binomial counts sum `pmf`.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
python3 -m venv "$room/env"
"$room/env/bin/pip" install -q --disable-pip-version-check scipy==1.17.1 numpy==2.4.6
cat >"$room/try.py" <<'EOF'
import warnings

import numpy as np
from scipy import stats

warnings.simplefilter("ignore")
COUNTS = {
    "binomial": stats.binom(1000, 0.01),
    "negative binomial": stats.nbinom(5, 0.2),
    "geometric": stats.geom(0.1),
    "Poisson": stats.poisson(10),
    "hypergeometric": stats.hypergeom(1000, 50, 100),
}


def least(count, q):
    """Return the least number that the count exceeds with probability at most q, from sf alone."""
    low, high = 0, 1 << 10
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if count.sf(middle) <= q else (middle + 1, high)
    return low


for name, count in COUNTS.items():
    for q in (1e-12, 1e-17):
        print(f"{name:18} q = {q}: isf {count.isf(q)}, from sf {least(count, q)}")
count = stats.logser(0.5)
print("logarithmic        q = 1e-16: isf whole", float(count.isf(1e-16)).is_integer(), "from sf", least(count, 1e-16))
count = stats.betabinom(1000, 2, 300)
for clicks in (50, 80, 150, 200):
    tail = count.pmf(np.arange(clicks + 1, 1001)).sum()
    close = bool(abs(count.sf(clicks) / tail - 1) < 0.1)
    print(f"beta-binomial beyond {clicks}: sum of pmf {tail:.1e}, sf within a tenth of it: {close}")
EOF
"$room/env/bin/python" "$room/try.py" >"$room/seen"
cat >"$room/expected" <<'EOF'
binomial           q = 1e-12: isf 39.0, from sf 39
binomial           q = 1e-17: isf 1000.0, from sf 47
negative binomial  q = 1e-12: isf 173.0, from sf 173
negative binomial  q = 1e-17: isf 230.0, from sf 230
geometric          q = 1e-12: isf 263.0, from sf 263
geometric          q = 1e-17: isf inf, from sf 372
Poisson            q = 1e-12: isf 39.0, from sf 39
Poisson            q = 1e-17: isf nan, from sf 47
hypergeometric     q = 1e-12: isf 24.0, from sf 24
hypergeometric     q = 1e-17: isf 50.0, from sf 28
logarithmic        q = 1e-16: isf whole False from sf 49
beta-binomial beyond 50: sum of pmf 1.5e-05, sf within a tenth of it: True
beta-binomial beyond 80: sum of pmf 5.3e-09, sf within a tenth of it: True
beta-binomial beyond 150: sum of pmf 1.3e-17, sf within a tenth of it: False
beta-binomial beyond 200: sum of pmf 3.0e-24, sf within a tenth of it: False
EOF
diff "$room/expected" "$room/seen" && echo "as stated"
