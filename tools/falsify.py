"""Falsify every claim: run its check on the twins of its statement and print what goes unnoticed.

python tools/falsify.py --profile quick                 # all claims
python tools/falsify.py --profile quick pbm:theorem-6   # one
python tools/falsify.py --mutants 2000                  # and random changes of the checks' code
"""

from __future__ import annotations

import interrupts  # noqa: F401

# isort: split

import argparse
import math
import sys
from pathlib import Path

import mutants
from compendium import claims

NOTICED = 0.85
"""The share of mutants that a verdict or a failed condition must notice."""


def main(arguments=None):
    """Run the tool; returns the exit status: 1 where a twin goes unnoticed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("claims", nargs="*", help="ids such as pbm:theorem-6 (default: all)")
    parser.add_argument("--profile", default="quick", choices=claims.PROFILES)
    parser.add_argument("--mutants", type=int, default=0, metavar="N", help="random changes, too")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", metavar="MODULE", help="mutants of these modules")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop mutants after these")
    options = parser.parse_args(arguments)
    if options.mutants:
        return mutate(options)
    noticed = unnoticed = untold = 0
    without = []
    for id in options.claims or claims.CLAIMS:
        found = list(claims.falsified(id, options.profile))
        without += [] if found else [id]
        for twin, text, finding in found:
            if finding.verdict == twin.gives:
                noticed += 1
            elif finding.verdict == "undecided" and cannot_tell(claims.CLAIMS[id], options.profile):
                untold += 1
            else:
                unnoticed += 1
                print(f"{id}: {text}: {finding.verdict}, not {twin.gives}", flush=True)
    print(
        f"{noticed} twins noticed, {unnoticed} not, {untold} beyond this profile or data; "
        f"{len(without)} claims without a twin"
    )
    if options.claims and without:
        print("\n".join(without))
    return 1 if unnoticed else 0


def cannot_tell(claim, profile):
    """Whether a claim may be undecided: too few games in a preview, or a file that is absent."""
    return bool(claim.needs) or (claim.check == "simulated" and profile == "quick")


def mutate(options):
    """Try out mutants of the checks' code; returns 1 where too few are noticed."""
    out = Path("_build", "mutants.csv")
    ids = options.claims or list(claims.CLAIMS)
    rows = mutants.run(
        ids, options.mutants, options.seed, 2, out, options.minutes, "compendium." + options.only
    )
    report = out.with_suffix(".md")
    report.write_text(mutants.explain(rows, options.seed, options.mutants), encoding="utf-8")
    fates, share = mutants.summary(rows)
    print(", ".join(f"{count:,} {fate}" for fate, count in fates.most_common()))
    print(f"{share:.1%} noticed of those not set aside; see {out} and {report}")
    return int(share < NOTICED)


if __name__ == "__main__":
    sys.exit(main())
