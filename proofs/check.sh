#!/bin/sh
# Check every proof from nothing, and write proofs/CHECKED: Coq's version, the axioms, the files.
# With the argument "full", coqchk checks all of it again, Coq's library included.
set -eu
cd "$(dirname "$0")"

if ! command -v coqc >/dev/null || ! command -v python3 >/dev/null; then
    echo "make proofs needs Python, and Coq with Coquelicot and Interval: on Debian or Ubuntu," \
        "apt-get install coq libcoq-coquelicot libcoq-interval python3" >&2
    exit 1
fi

unset COQPATH COQLIB COQCORELIB COQC MAKEFLAGS
python3 audit.py
make -s clean
make -s -j 2 all

axioms=$(python3 audit.py Audit.log)

# The files that calculate with intervals are left to the full run: coqchk has no bytecode machine,
# and repeats their calculations for many minutes.
if [ "${1-}" = full ]; then
    # shellcheck disable=SC2046
    coqchk -silent $(ls ./*.v | sed 's|^./||; s/\.v$//')
else
    # shellcheck disable=SC2046
    coqchk -silent $(grep -L Interval ./*.v | sed 's|^./||; s/\.v$//; s/^/-norec /')
fi

sum="sha256sum"
command -v sha256sum >/dev/null || sum="shasum -a 256"
{
    echo "# Written by make proofs."
    coqc --version | sed -n 's/.*version \([0-9.]*\).*/coq \1/p'
    for axiom in $axioms; do echo "axiom $axiom"; done
    # shellcheck disable=SC2086
    for file in *.v; do $sum "$file" | sed 's/ [ *]*/ /'; done
} >CHECKED.new
mv CHECKED.new CHECKED
echo "all proofs hold: $(grep -c '^Theorem' Audit.v) statements, $(ls ./*.v | wc -l) files," \
    "axioms of the real numbers only; see proofs/CHECKED"
