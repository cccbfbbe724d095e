#!/bin/sh
# Validate CITATION.cff against its format. cffconvert needs an older jsonschema than the lock has,
# so it gets an environment of its own, below .cache, the first time (needs the package index once).
set -eu
cd "$(dirname "$0")/.."

tool=.cache/tools/cffconvert
if [ ! -x "$tool/bin/cffconvert" ]; then
    echo "installing cffconvert into $tool ..."
    .venv/bin/python -m venv --clear "$tool"
    "$tool/bin/python" -m pip --disable-pip-version-check install -qq "cffconvert==2.0.0" "setuptools<81"
fi
"$tool/bin/cffconvert" --validate -i CITATION.cff
