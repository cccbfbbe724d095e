#!/bin/sh
# The click rate of a log whose clicks are decimals without places, as warehouses write whole numbers to Parquet.
#
# One would guess that all readers of such a file agree on means and medians, whatever they call the result's type.
# They do not. Of the clicks 0, 1, 1 of one list and 0, 1 of another
# - PyArrow 25.0.1, and pandas 3.1.1 with `dtype_backend="pyarrow"`, round each mean to the places of the column, half
#   away from zero: both rates are 1, alone, by group and in a pivot table. Rolling means, medians and standard
#   deviations of the same column are not rounded;
# - Polars 2.1.0 gives the mean as a float, .667 and .5, but clicks divided by views is a decimal, 1 and 0, because
#   the quotient keeps the places and is rounded half to even;
# - DuckDB 2.0.1 gives that quotient and the mean as floats, but cuts medians and quantiles: the second median is 0.
#   A number such as 0.1 in its SQL is a decimal, so the median of 0.1 and 0.2 is 0.1, although their mean is .15;
# - pandas without that option divides decimals in Python and gets .667 and .5 everywhere.
# Cast such columns to whole numbers when they are read.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
python3 -m venv "$room/env"
"$room/env/bin/pip" install -q --disable-pip-version-check duckdb==2.0.1 polars==2.1.0 pandas==3.1.1 pyarrow==25.0.1
cat >"$room/try.py" <<'EOF'
import sys
from decimal import Decimal

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.parquet

PATH = sys.argv[1]
LISTS = ["first"] * 3 + ["second"] * 2
CLICKS = pyarrow.array(map(Decimal, (0, 1, 1, 0, 1)), pyarrow.decimal128(18, 0))
pyarrow.parquet.write_table(pyarrow.table({"list": LISTS, "click": CLICKS}), PATH)


def show(name, values):
    print(f"{name:34}", *(f"{float(value):.3f}" for value in values))


table = pyarrow.parquet.read_table(PATH)
means = table.group_by("list").aggregate([("click", "mean"), ("click", "stddev")]).sort_by("list")
show("PyArrow, mean", means["click_mean"].to_pylist())
show("PyArrow, standard deviation", means["click_stddev"].to_pylist())
for name, options in (("pandas with Arrow", {"dtype_backend": "pyarrow"}), ("pandas", {})):
    frame = pandas.read_parquet(PATH, **options)
    groups = frame.groupby("list")["click"]
    show(f"{name}, mean", groups.mean())
    show(f"{name}, pivot table", frame.pivot_table(index="list", values="click", aggfunc="mean")["click"])
    show(f"{name}, median", groups.median())
    show(f"{name}, rolling mean of two", frame["click"].rolling(2).mean()[1:])
frame = polars.read_parquet(PATH)
click = polars.col("click")
rates = frame.group_by("list").agg(mean=click.mean(), median=click.median(), rate=click.sum() / click.count())
for column in ("mean", "median", "rate"):
    show(f"Polars, {column}", rates.sort("list")[column])
for term in ("avg(click)", "median(click)", "sum(click) / count(*)"):
    rows = duckdb.sql(f"SELECT {term} FROM '{PATH}' GROUP BY list ORDER BY list").fetchall()
    show(f"DuckDB, {term}", (value for (value,) in rows))
literals = duckdb.sql("SELECT avg(p), median(p) FROM (VALUES (0.1), (0.2)) t(p)").fetchall()
show("DuckDB, avg, median of 0.1, 0.2", *literals)
EOF
"$room/env/bin/python" "$room/try.py" "$room/log.parquet" >"$room/seen"
cat >"$room/expected" <<'EOF'
PyArrow, mean                      1.000 1.000
PyArrow, standard deviation        0.471 0.500
pandas with Arrow, mean            1.000 1.000
pandas with Arrow, pivot table     1.000 1.000
pandas with Arrow, median          1.000 0.500
pandas with Arrow, rolling mean of two 0.500 1.000 0.500 0.500
pandas, mean                       0.667 0.500
pandas, pivot table                0.667 0.500
pandas, median                     1.000 0.500
pandas, rolling mean of two        0.500 1.000 0.500 0.500
Polars, mean                       0.667 0.500
Polars, median                     1.000 0.500
Polars, rate                       1.000 0.000
DuckDB, avg(click)                 0.667 0.500
DuckDB, median(click)              1.000 0.000
DuckDB, sum(click) / count(*)      0.667 0.500
DuckDB, avg, median of 0.1, 0.2    0.150 0.100
EOF
diff "$room/expected" "$room/seen" && echo "as stated"
