#!/bin/sh
# How five readers of click logs take a quoted field that has spaces beside its quotes.
#
# One would guess that such a field is taken literally or refused. DuckDB 2.0.1 does neither in its default strict
# mode: of ` "b" ""` it keeps `b `, and of `"" "c"` it keeps ` c`, so that different items of a log can become one
# without a word. Polars 2.1.0 does the same to the second one, but refuses `"c" `, which pandas 3.1.1, PyArrow 25.0.1
# and Python's csv read as `c `, and DuckDB as `c`. If spaces stand on both sides of a quoted comma, DuckDB raises
# an error when every column is named, and returns the whole table as a single column when it detects the format.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
python3 -m venv "$room/env"
"$room/env/bin/pip" install -q --disable-pip-version-check duckdb==2.0.1 polars==2.1.0 pandas==3.1.1 pyarrow==25.0.1
cat >"$room/try.py" <<'EOF'
import csv
import sys

import duckdb
import pandas
import polars
import pyarrow.csv

PATH = sys.argv[1]
COLUMNS = "columns={'item': 'VARCHAR', 'position': 'VARCHAR', 'click': 'VARCHAR'}"


def by_duckdb():
    return duckdb.sql(f"SELECT * FROM read_csv('{PATH}', header=true, auto_detect=false, {COLUMNS})").fetchall()


def by_polars():
    return polars.read_csv(PATH, infer_schema=False).rows()


def by_pandas():
    return pandas.read_csv(PATH, dtype=str).values.tolist()


def by_arrow():
    return [tuple(map(str, row.values())) for row in pyarrow.csv.read_csv(PATH).to_pylist()]


def by_csv():
    with open(PATH, newline="") as file:
        return list(csv.reader(file))[1:]


def answer(read, field):
    with open(PATH, "w") as file:
        file.write(f"item,position,click\na,1,1\n{field},2,0\nb,1,0\n")
    try:
        rows = read()
    except Exception as error:
        return type(error).__name__
    return rows[1][0] if len(rows) == 3 and len(rows[1]) == 3 else f"{len(rows)} rows, the second {rows[1]!r}"


for field in (' "b" ""', '"" "c"', '"c" ', '  "c, d" '):
    for read in (by_duckdb, by_polars, by_pandas, by_arrow, by_csv):
        print(f"{field!r} {read.__name__}: {answer(read, field)!r}")
print("detected:", duckdb.sql(f"SELECT * FROM read_csv('{PATH}')").fetchall())
EOF
"$room/env/bin/python" "$room/try.py" "$room/log.csv" >"$room/seen"
cat >"$room/expected" <<'EOF'
' "b" ""' by_duckdb: 'b '
' "b" ""' by_polars: ' "b" ""'
' "b" ""' by_pandas: ' "b" ""'
' "b" ""' by_arrow: ' "b" ""'
' "b" ""' by_csv: ' "b" ""'
'"" "c"' by_duckdb: ' c'
'"" "c"' by_polars: ' c'
'"" "c"' by_pandas: ' "c"'
'"" "c"' by_arrow: ' "c"'
'"" "c"' by_csv: ' "c"'
'"c" ' by_duckdb: 'c'
'"c" ' by_polars: 'ComputeError'
'"c" ' by_pandas: 'c '
'"c" ' by_arrow: 'c '
'"c" ' by_csv: 'c '
'  "c, d" ' by_duckdb: 'InvalidInputException'
'  "c, d" ' by_polars: 'ComputeError'
'  "c, d" ' by_pandas: 'ParserError'
'  "c, d" ' by_arrow: 'ArrowInvalid'
'  "c, d" ' by_csv: '3 rows, the second [\'  "c\', \' d" \', \'2\', \'0\']'
detected: [('a,1,1',), ('  "c, d" ,2,0',), ('b,1,0',)]
EOF
diff "$room/expected" "$room/seen" && echo "as stated"
