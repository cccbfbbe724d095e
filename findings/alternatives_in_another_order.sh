#!/bin/sh
# Multinomial logit models of clicks in xlogit, if the alternatives of a list are not in sorted order.
#
# One would guess that the order of the rows within a choice does not matter, because `alts` names the alternative of
# every row, or that xlogit refuses an order that it cannot use. It checks only that the order is the same in all
# choices. With xlogit 0.2.7 the rows keep their order, but the names of the alternatives are sorted, and one is then
# matched to the other by its place. For the positions top, middle and bottom, which `wide_to_long` of xlogit itself
# writes in the order of its `alt_list`,
# - the intercept of the top position is reported as that of the bottom and the other way around. Rows in the order of
#   the alphabet give the right intercepts, and the log-likelihoods and the other coefficients are the same;
# - `base_alt` sets the intercept of another alternative to 0, that of the top position if the bottom one is asked for;
# - `predict` gives the wrong names, even if the intercepts are columns of the data and therefore correct.
# Position numbers in their natural order are correct as numbers. As strings they are sorted 1, 10, 11, 2, so position
# 10 receives the intercept of position 2. Sort the rows by choice and alternative as `np.unique` sorts them.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
python3 -m venv "$room/env"
"$room/env/bin/pip" install -q --disable-pip-version-check xlogit==0.2.7 numpy==2.4.6 scipy==1.17.1 pandas==3.1.1
cat >"$room/try.py" <<'EOF'
import numpy as np
import pandas as pd
from xlogit import MultinomialLogit
from xlogit.utils import wide_to_long

CHOICES = 2000
VALUES = {"top": 2.0, "middle": 0.5, "bottom": 0.0}
rng = np.random.default_rng(1)
prices = 4 * rng.random((CHOICES, 3))
clicked = (np.array(list(VALUES.values())) - prices + rng.gumbel(size=prices.shape)).argmax(axis=1)
wide = pd.DataFrame({f"price_{name}": prices[:, i] for i, name in enumerate(VALUES)})
wide["id"] = np.arange(CHOICES)
wide["clicked"] = np.array(list(VALUES))[clicked]


def shares(names):
    return ", ".join(f"{name} {(np.asarray(names) == name).mean():.2f}" for name in VALUES)


def show(model):
    return ", ".join(f"{name} {value:.1f}" for name, value in zip(model.coeff_names, model.coeff_, strict=True))


print("values that made the clicks:", VALUES, "price -1")
print("clicks:", shares(wide["clicked"]))
for order in (["bottom", "middle", "top"], ["top", "middle", "bottom"]):
    long = wide_to_long(wide, "id", order, "position", varying=["price"])
    for name in VALUES:
        long[name] = (long["position"] == name).astype(float)
    given = {"alts": long["position"], "ids": long["id"]}
    print("rows in the order", *order)
    for base in ("bottom", "middle"):
        model = MultinomialLogit()
        settings = {"fit_intercept": True, "base_alt": base, "verbose": 0}
        model.fit(long[["price"]], long["clicked"], varnames=["price"], **settings, **given)
        print(f"  base {base}: {show(model)}, log-likelihood {model.loglikelihood:.1f}")
    print("  predicted:", shares(model.predict(long[["price"]], varnames=["price"], verbose=0, **given)))
    columns = ["top", "middle", "price"]
    model = MultinomialLogit()
    model.fit(long[columns], long["clicked"], varnames=columns, verbose=0, **given)
    print("  columns for the intercepts:", show(model))
    print("  predicted:", shares(model.predict(long[columns], varnames=columns, verbose=0, **given)))

positions = np.arange(1, 12)
values = np.where(positions == 2, 2.0, 0.0)
clicked = positions[(values + rng.gumbel(size=(CHOICES, positions.size))).argmax(axis=1)]
print("of 11 positions, clicks at 2 and 10:", *((clicked == position).mean().round(2) for position in (2, 10)))
for kind in (int, str):
    alts, chosen = np.tile(positions, CHOICES).astype(kind), np.repeat(clicked, positions.size).astype(kind)
    data = rng.random((alts.size, 1))
    given = {"varnames": ["noise"], "alts": alts, "ids": np.repeat(np.arange(CHOICES), positions.size)}
    model = MultinomialLogit()
    model.fit(data, chosen, fit_intercept=True, verbose=0, **given)
    found = dict(zip(model.coeff_names, model.coeff_, strict=True))
    intercepts = [round(found[f"_intercept.{position}"]) for position in (2, 10)]
    predicted = np.unique(model.predict(data, verbose=0, **given))
    print(f"  as {kind.__name__}: intercepts of 2 and 10", *intercepts, "predicted:", *predicted)
EOF
"$room/env/bin/python" "$room/try.py" >"$room/seen"
cat >"$room/expected" <<'EOF'
values that made the clicks: {'top': 2.0, 'middle': 0.5, 'bottom': 0.0} price -1
clicks: top 0.62, middle 0.22, bottom 0.15
rows in the order bottom middle top
  base bottom: _intercept.middle 0.5, _intercept.top 2.0, price -1.1, log-likelihood -1306.1
  base middle: _intercept.bottom -0.5, _intercept.top 1.5, price -1.1, log-likelihood -1306.1
  predicted: top 0.71, middle 0.19, bottom 0.10
  columns for the intercepts: top 2.0, middle 0.5, price -1.1
  predicted: top 0.71, middle 0.19, bottom 0.10
rows in the order top middle bottom
  base bottom: _intercept.middle -1.5, _intercept.top -2.0, price -1.1, log-likelihood -1306.1
  base middle: _intercept.bottom 1.5, _intercept.top -0.5, price -1.1, log-likelihood -1306.1
  predicted: top 0.10, middle 0.19, bottom 0.71
  columns for the intercepts: top 2.0, middle 0.5, price -1.1
  predicted: top 0.10, middle 0.19, bottom 0.71
of 11 positions, clicks at 2 and 10: 0.43 0.05
  as int: intercepts of 2 and 10 2 0 predicted: 2
  as str: intercepts of 2 and 10 0 2 predicted: 10
EOF
diff "$room/expected" "$room/seen" && echo "as stated"
