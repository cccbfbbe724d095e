#!/bin/sh
# Fuzz the click-log readers for SECONDS_TO_FUZZ seconds (default 300). atheris runs on Linux only and
# is not in the lock: it gets an environment of its own, below .cache, which sees the packages of
# .venv. What it learns stays in .cache/fuzz.
set -eu
cd "$(dirname "$0")/.."

tool=.cache/tools/atheris
if ! "$tool/bin/python" -c 'import atheris' 2>/dev/null; then
    echo "installing atheris into $tool ..."
    .venv/bin/python -m venv --clear "$tool"
    "$tool/bin/python" -m pip --disable-pip-version-check install -qq "atheris==3.0.0"
    purelib="import sysconfig; print(sysconfig.get_path('purelib'))"
    .venv/bin/python -c "$purelib" > "$("$tool/bin/python" -c "$purelib")/locked.pth"
fi
mkdir -p .cache/fuzz
PYTHONPATH=src exec "$tool/bin/python" tools/fuzz_clicklog.py -max_len=500 \
    -max_total_time="${SECONDS_TO_FUZZ:-300}" -artifact_prefix=.cache/fuzz- .cache/fuzz
