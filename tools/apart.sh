#!/bin/sh
# Run a program in an environment of its own below .cache/tools, which the first call makes (from the package index).
# These are programs that the lock file cannot have, because they need other versions than it has (cffconvert an older
# jsonschema), or because they have binary files for few kinds of machine (reuse).
#     sh tools/apart.sh cffconvert "cffconvert==2.0.0 setuptools<81" --validate -i CITATION.cff
set -eu
program=$1 packages=$2
shift 2

folder=$PWD/.cache/tools/$program
if [ ! -x "$folder/bin/$program" ]; then
    echo "installing $program into $folder ..."
    .venv/bin/python -m venv --clear "$folder"
    # shellcheck disable=SC2086
    "$folder/bin/python" -m pip --disable-pip-version-check install -qq $packages
fi
exec "$folder/bin/$program" "$@"
