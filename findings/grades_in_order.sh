#!/bin/sh
# Grades of relevance, an ordered categorical of pandas or an Enum of Polars, in a query of DuckDB.
#
# One would guess that low < medium < high holds in a whole query or not at all. With DuckDB 2.0.1 both hold in one
# query. A categorical of pandas 3.1.1 arrives as an ENUM, of which ORDER BY, max and comparisons of two columns
# use the order of the grades, so that max is `high`. A comparison with a literal, BETWEEN or
# `greatest` with a literal goes by the alphabet: `grade > 'low'` does not keep `high`, and BETWEEN 'low' AND 'high'
# keeps nothing. So does ORDER BY of `coalesce(grade, 'low')`. A cast of the literal to the type of the column helps.
# An Enum of Polars 2.1.0 arrives as VARCHAR, so that max is `medium` there. pandas and Polars themselves compare with
# the order of the grades throughout.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
python3 -m venv "$room/env"
"$room/env/bin/pip" install -q --disable-pip-version-check duckdb==2.0.1 polars==2.1.0 pandas==3.1.1 pyarrow==25.0.1
cat >"$room/try.py" <<'EOF'
import duckdb
import pandas
import polars

GRADES = ["low", "medium", "high"]
SEEN = ["low", "high", "medium"]
by_pandas = pandas.DataFrame({"grade": pandas.Categorical(SEEN, GRADES, ordered=True)})
by_polars = polars.DataFrame({"grade": polars.Series(SEEN, dtype=polars.Enum(GRADES))})
print("pandas, above low:", *by_pandas["grade"][by_pandas["grade"] > "low"].sort_values())
print("Polars, above low:", *by_polars.filter(polars.col("grade") > "low")["grade"].sort())
for name in ("by_pandas", "by_polars"):
    print(name, *duckdb.sql(f"SELECT any_value(typeof(grade)) FROM {name}").fetchall()[0])
    for query in (
        "SELECT grade FROM {} ORDER BY grade",
        "SELECT max(grade) FROM {}",
        "SELECT grade FROM {} WHERE grade > 'low' ORDER BY grade",
        "SELECT grade FROM {} WHERE grade BETWEEN 'low' AND 'high' ORDER BY grade",
        "SELECT max(greatest(grade, 'low')) FROM {}",
        "SELECT coalesce(grade, 'low') AS g FROM {} ORDER BY g",
        "SELECT count(*) FROM {} a JOIN {} b ON a.grade < b.grade WHERE a.grade = 'low'",
        "SELECT g FROM (SELECT grade::ENUM('low', 'medium', 'high') g FROM {}) "
        "WHERE g > 'low'::ENUM('low', 'medium', 'high') ORDER BY g",
    ):
        rows = duckdb.sql(query.format(*[name] * 2)).fetchall()
        print(" ", query.format(*["t"] * 2), "->", *(value for (value,) in rows))
EOF
"$room/env/bin/python" "$room/try.py" >"$room/seen"
cat >"$room/expected" <<'EOF'
pandas, above low: medium high
Polars, above low: medium high
by_pandas ENUM('low', 'medium', 'high')
  SELECT grade FROM t ORDER BY grade -> low medium high
  SELECT max(grade) FROM t -> high
  SELECT grade FROM t WHERE grade > 'low' ORDER BY grade -> medium
  SELECT grade FROM t WHERE grade BETWEEN 'low' AND 'high' ORDER BY grade ->
  SELECT max(greatest(grade, 'low')) FROM t -> medium
  SELECT coalesce(grade, 'low') AS g FROM t ORDER BY g -> high low medium
  SELECT count(*) FROM t a JOIN t b ON a.grade < b.grade WHERE a.grade = 'low' -> 2
  SELECT g FROM (SELECT grade::ENUM('low', 'medium', 'high') g FROM t) WHERE g > 'low'::ENUM('low', 'medium', 'high') ORDER BY g -> medium high
by_polars VARCHAR
  SELECT grade FROM t ORDER BY grade -> high low medium
  SELECT max(grade) FROM t -> medium
  SELECT grade FROM t WHERE grade > 'low' ORDER BY grade -> medium
  SELECT grade FROM t WHERE grade BETWEEN 'low' AND 'high' ORDER BY grade ->
  SELECT max(greatest(grade, 'low')) FROM t -> medium
  SELECT coalesce(grade, 'low') AS g FROM t ORDER BY g -> high low medium
  SELECT count(*) FROM t a JOIN t b ON a.grade < b.grade WHERE a.grade = 'low' -> 1
  SELECT g FROM (SELECT grade::ENUM('low', 'medium', 'high') g FROM t) WHERE g > 'low'::ENUM('low', 'medium', 'high') ORDER BY g -> medium high
EOF
diff "$room/expected" "$room/seen" && echo "as stated"
