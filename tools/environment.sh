#!/bin/sh
# Create .venv from requirements.lock with plain Python and pip, unless it is there and up to date.
# PYTHON=/path/to/python chooses the interpreter; a .venv that is a link is used as it is.
set -eu
cd "$(dirname "$0")/.."

# What somebody set for other programs: a locale that cannot write the name of this folder, and
# settings with which Python or pip would look, or install, elsewhere.
LC_ALL=C.UTF-8
export LC_ALL
unset PYTHONHOME PYTHONPATH PYTHONSAFEPATH PYTHONWARNINGS PYTHONUTF8 \
    PIP_CONSTRAINT PIP_DRY_RUN PIP_PREFIX PIP_REQUIREMENT PIP_ROOT PIP_TARGET PIP_USER
[ -n "${HOME:-}" ] || { HOME=$(pwd)/.cache/home; mkdir -p "$HOME"; export HOME; }

if [ -L .venv ]; then exit 0; fi
stamp=.venv/made-from
wanted="$(pwd), by a relative path
$(cat pyproject.toml requirements.lock)"
if [ -f "$stamp" ] && [ "$wanted" = "$(cat "$stamp")" ]; then exit 0; fi

# requirements.lock is solved for these; a later Python needs a new one (make lock).
fits='import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 15))'

# The first interpreter of a fitting version that can create environments.
choose() {
    found=
    for candidate in ${PYTHON:-python3 python3.15 python3.14 python3.13 python3.12 python3.11}; do
        version=$("$candidate" -c 'import platform; print(platform.python_version())' 2>/dev/null) \
            || continue
        found="$found $candidate $version"
        "$candidate" -c "$fits" || continue
        if "$candidate" -c 'import ensurepip, venv' 2>/dev/null; then
            python=$candidate
            return
        fi
        incomplete=$version
    done
    if [ -n "${incomplete:-}" ]; then
        echo "error: Python $incomplete cannot create environments; install its venv module" \
            "(on Debian and Ubuntu: apt-get install python3-venv) and run make again." >&2
    else
        echo "error: a Python from 3.11 to 3.15 is needed (found:${found:- none}); install one," \
            "or name one: make book PYTHON=/path/to/python3.14" >&2
    fi
    exit 1
}

if ! .venv/bin/python -c "$fits" 2>/dev/null; then
    choose
    echo "creating .venv with $("$python" --version)"
    "$python" -m venv --clear .venv
fi
echo "installing what requirements.lock names into .venv (a minute or two) ..."
.venv/bin/python -m pip --disable-pip-version-check install -qq --only-binary :all: \
    --require-hashes -r requirements.lock
.venv/bin/python -m pip --disable-pip-version-check install -qq --no-deps \
    --no-build-isolation -e .
# From .venv, and not by a name of this folder that Python may not be able to read under LC_ALL=C.
for file in .venv/lib/python3.*/site-packages/__editable__.*.pth; do echo ../../../../src > "$file"; done
printf '%s\n' "$wanted" > "$stamp"
echo ".venv is ready"
