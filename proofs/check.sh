#!/bin/sh
# Check every proof from nothing, and write proofs/CHECKED: Coq's version, the axioms, the files.
set -eu
cd "$(dirname "$0")"

if ! command -v coqc >/dev/null; then
    echo "make proofs needs Coq with Coquelicot and Interval: on Debian or Ubuntu," \
        "apt-get install coq libcoq-coquelicot libcoq-interval" >&2
    exit 1
fi

make -s clean
make -s -j 2 all

# lines "name : statement" or "name", the statement going on in lines that start with a space
axioms=$(sed -n '/^Axioms:/d; s/^\([A-Za-z][^ :]*\).*/\1/p' Audit.log | LC_ALL=C sort)
known="Classical_Prop.classic ClassicalDedekindReals.sig_forall_dec \
ClassicalDedekindReals.sig_not_dec FunctionalExtensionality.functional_extensionality_dep"
for axiom in $axioms; do
    case " $known " in
    *" $axiom "*) ;;
    *) echo "an axiom that the real numbers do not need: $axiom" >&2; exit 1 ;;
    esac
done

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
