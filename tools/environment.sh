#!/bin/sh
# Create .venv from requirements.lock with plain Python and pip, unless it is there and up to date.
# PYTHON=/path/to/python chooses the interpreter; a .venv that is a link is used as it is.
set -eu
cd "$(dirname "$0")/.."

if [ -L .venv ]; then exit 0; fi
stamp=.venv/made-from
wanted="$(pwd)
$(cat pyproject.toml requirements.lock)"
if [ -f "$stamp" ] && [ "$wanted" = "$(cat "$stamp")" ]; then exit 0; fi

fits='import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))'
python=
seen=
for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11}; do
    version=$("$candidate" -c 'import platform; print(platform.python_version())' 2>/dev/null) || continue
    seen="$seen $candidate is $version;"
    "$candidate" -c "$fits" || continue
    if "$candidate" -c 'import ensurepip, venv' 2>/dev/null; then
        python=$candidate
        break
    fi
    without_venv=$version
done

if [ -z "$python" ] && [ -n "${without_venv:-}" ]; then
    echo "error: Python $without_venv is here but cannot create environments; install its venv module (Debian, Ubuntu: apt-get install python3-venv) and run make again" >&2
    exit 1
elif [ -z "$python" ]; then
    echo "error: Python 3.11, 3.12 or 3.13 is needed (found:${seen:- none}); install one, or name it: make PYTHON=/path/to/python3.12 ..." >&2
    exit 1
fi

echo "creating .venv with $("$python" --version) from requirements.lock (a minute or two) ..."
"$python" -m venv --clear .venv
.venv/bin/python -m pip --disable-pip-version-check install --quiet --only-binary :all: \
    --require-hashes -r requirements.lock
.venv/bin/python -m pip --disable-pip-version-check install --quiet --no-deps \
    --no-build-isolation -e .
printf '%s\n' "$wanted" > "$stamp"
echo "created .venv"
