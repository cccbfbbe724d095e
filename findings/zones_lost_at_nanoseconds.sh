#!/bin/sh
# What DuckDB returns for times with a zone, in microseconds and in nanoseconds.
#
# One would guess that a frame of pandas gets the zone at either precision, because DuckDB's types, its Arrow tables
# and polars have it at both. In DuckDB 2.0.1 a column of microseconds becomes times in UTC, but one of nanoseconds
# becomes times without a zone, so that the same log, written by another program, is no longer comparable with others.
# The last version before, 1.5.6, keeps the zone, but only the microseconds, although it keeps the nanoseconds of
# times without a zone. There two of the four times below are one, and a count of distinct times is too small.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cat >"$room/try.py" <<'EOF'
import datetime
import sys
import warnings

import duckdb
import pyarrow
import pyarrow.parquet

warnings.simplefilter("ignore")  # of pandas, about a keyword that DuckDB uses
PATH = sys.argv[1]
duckdb.sql("SET TimeZone = 'UTC'")
MIDNIGHT = datetime.datetime(2026, 11, 29, tzinfo=datetime.UTC)
START = int(MIDNIGHT.timestamp()) * 10**9
for unit, length in (("us", 1000), ("ns", 1)):
    for zone in (None, "Europe/Berlin"):
        # Two clicks a microsecond apart, and two that are a nanosecond apart if the unit can say so.
        ticks = [(START + more) // length for more in (0, 1000, 5000, 5001)]
        table = pyarrow.table({"clicked": pyarrow.array(ticks, pyarrow.timestamp(unit, tz=zone))})
        pyarrow.parquet.write_table(table, PATH)
        log = duckdb.sql(f"SELECT clicked FROM '{PATH}'")
        kind, distinct = log.aggregate("any_value(typeof(clicked)), count(DISTINCT clicked)").fetchall()[0]
        arrow = log.to_arrow_table().schema.field("clicked").type
        print(f"{unit}, {zone}: {kind}, {distinct} distinct; Arrow {arrow};", end=" ")
        print(f"polars {log.pl()['clicked'].dtype}; pandas {log.df()['clicked'].dtype}")
EOF
for version in 2.0.1 1.5.6; do
    python3 -m venv "$room/$version"
    "$room/$version/bin/pip" install -q --disable-pip-version-check \
        "duckdb==$version" pandas==3.1.1 pyarrow==25.0.1 polars==2.1.0 pytz==2025.2
    echo "DuckDB $version"
    "$room/$version/bin/python" "$room/try.py" "$room/log.parquet"
done >"$room/seen"
cat >"$room/expected" <<'EOF'
DuckDB 2.0.1
us, None: TIMESTAMP, 3 distinct; Arrow timestamp[us]; polars Datetime(time_unit='us', time_zone=None); pandas datetime64[us]
us, Europe/Berlin: TIMESTAMP WITH TIME ZONE, 3 distinct; Arrow timestamp[us, tz=UTC]; polars Datetime(time_unit='us', time_zone='UTC'); pandas datetime64[us, UTC]
ns, None: TIMESTAMP_NS, 4 distinct; Arrow timestamp[ns]; polars Datetime(time_unit='ns', time_zone=None); pandas datetime64[ns]
ns, Europe/Berlin: TIMESTAMPTZ_NS, 4 distinct; Arrow timestamp[ns, tz=UTC]; polars Datetime(time_unit='ns', time_zone='UTC'); pandas datetime64[ns]
DuckDB 1.5.6
us, None: TIMESTAMP, 3 distinct; Arrow timestamp[us]; polars Datetime(time_unit='us', time_zone=None); pandas datetime64[us]
us, Europe/Berlin: TIMESTAMP WITH TIME ZONE, 3 distinct; Arrow timestamp[us, tz=UTC]; polars Datetime(time_unit='us', time_zone='UTC'); pandas datetime64[us, UTC]
ns, None: TIMESTAMP_NS, 4 distinct; Arrow timestamp[ns]; polars Datetime(time_unit='ns', time_zone=None); pandas datetime64[ns]
ns, Europe/Berlin: TIMESTAMP WITH TIME ZONE, 3 distinct; Arrow timestamp[us, tz=UTC]; polars Datetime(time_unit='us', time_zone='UTC'); pandas datetime64[us, UTC]
EOF
diff "$room/expected" "$room/seen" && echo "as stated"
