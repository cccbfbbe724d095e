#!/bin/sh
# What two methods of a polars series return on Python 3.15.
#
# polars 1.44.2, the last of its major version, says of Python only that it must be 3.10 or later, and its wheel fits
# every later one. One would guess that it works on 3.15 or fails when it is imported. It is imported there, and
# many methods work, but those that polars forwards to its expressions, such as `round`, return None without an error.
# polars 2.0.0 works on 3.15, and 1.44.2 on Python 3.11. The script, itself run by an earlier Python, takes Python 3.15 from PATH,
# or from where uv finds it.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
python3 -m venv "$room/env"
"$room/env/bin/pip" install -q --disable-pip-version-check uv==0.13.9 polars==1.44.2
cat >"$room/try.py" <<'EOF'
import sys

import polars

series = polars.Series([2.6, 1.2])
later = "on Python 3.15" if sys.version_info >= (3, 15) else "on an earlier Python"
seen = {"sum": series.sum(), "sort": series.sort(), "round": series.round(), "to_physical": series.to_physical()}
for name, value in seen.items():
    print(f"polars {polars.__version__} {later}: {name}", value.to_list() if hasattr(value, "to_list") else value)
EOF
"$room/env/bin/python" "$room/try.py" >"$room/seen"
for version in 1.44.2 2.0.0; do
    "$room/env/bin/uv" venv -q --python 3.15 "$room/$version"
    "$room/env/bin/uv" pip install -q --only-binary :all: --python "$room/$version/bin/python" "polars==$version"
    "$room/$version/bin/python" "$room/try.py" >>"$room/seen"
done
cat >"$room/expected" <<'EOF'
polars 1.44.2 on an earlier Python: sum 3.8
polars 1.44.2 on an earlier Python: sort [1.2, 2.6]
polars 1.44.2 on an earlier Python: round [3.0, 1.0]
polars 1.44.2 on an earlier Python: to_physical [2.6, 1.2]
polars 1.44.2 on Python 3.15: sum 3.8
polars 1.44.2 on Python 3.15: sort [1.2, 2.6]
polars 1.44.2 on Python 3.15: round None
polars 1.44.2 on Python 3.15: to_physical None
polars 2.0.0 on Python 3.15: sum 3.8
polars 2.0.0 on Python 3.15: sort [1.2, 2.6]
polars 2.0.0 on Python 3.15: round [3.0, 1.0]
polars 2.0.0 on Python 3.15: to_physical [2.6, 1.2]
EOF
diff "$room/expected" "$room/seen" && echo "as stated"
