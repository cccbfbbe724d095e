"""Falsify every result and step by running its check on twins of it; print the unnoticed twins.

For each twin of a result that is named it prints the conditions that the twin breaks, mends and keeps.

python tools/falsify.py --profile quick                 # all
python tools/falsify.py --profile quick pbm:theorem-6   # one result with its steps, or the check of one step
"""

from __future__ import annotations

import interrupts  # noqa: F401
import surroundings  # noqa: F401

# isort: split

import argparse
import sys

from compendium import claims, findings


def main(arguments=None):
    """Run the tool; returns the exit status, 1 if a twin goes unnoticed or a verdict is unexpected."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("claims", nargs="*", help="ids such as pbm:theorem-6 (default: all)")
    parser.add_argument("--profile", default="quick", choices=claims.PROFILES)
    options = parser.parse_args(arguments)
    noticed = unnoticed = inconclusive = 0
    without, unexpected = [], []
    try:
        chosen = checks(options.claims) if options.claims else claims.with_checks()
    except KeyError as error:
        print(f"error: {error.args[0]}", file=sys.stderr)
        return 2
    for id in chosen:
        unexpected += surprises(id, options.profile)
        twins = list(findings.falsified(id, options.profile))
        without += [] if twins else [id]
        for twin, text, finding in twins:
            statement = twin.statement(id)
            original = findings.finding(statement, options.profile)
            report = f"{statement}: {text}: {finding.verdict}"
            if options.claims:
                print(report, *in_words(finding.compared(original)), sep="\n  ", flush=True)
            if twin.noticed(original, finding):
                noticed += 1
            elif finding.verdict == "undecided" and cannot_tell(claims.CLAIMS.statement(id), options.profile):
                inconclusive += 1
            else:
                unnoticed += 1
                left = "; ".join(finding.compared(original).leaves)
                wrong = (
                    f"and it leaves broken: {left}" if finding.verdict == twin.gives else f"not {twin.gives}"
                )
                print(f"{report}, {wrong}", flush=True)
    print(
        f"{noticed} twins noticed, {unnoticed} not, {inconclusive} beyond this profile or data; "
        f"{len(without)} checks without a twin"
    )
    if options.claims and without:
        print("\n".join(without))
    for line in unexpected:
        print(line)
    return 1 if unnoticed or unexpected else 0


def surprises(id, profile):
    """A line for the result and each step that a check decides otherwise than `claims.toml` expects."""
    found = findings.finding(id, profile)
    for statement, one in {id: found, **found.steps}.items():
        claim = claims.CLAIMS.statement(statement)
        undecided = one.verdict == "undecided" and cannot_tell(claim, profile)
        if one.verdict != claim.verdict and not undecided:
            failed = f", because of: {'; '.join(one.failed)}" if one.failed else ""
            yield f"{statement}: without a twin {one.verdict}, not {claim.verdict}{failed}"


def in_words(compared):
    """A line per kind of conditions, of which there are some."""
    return [f"{kind}: {'; '.join(names)}" for kind, names in compared._asdict().items() if names]


def checks(ids):
    """The checks of some results with their steps, or of some steps; ids of version 3.0 are known, too."""
    wanted = {claims.CLAIMS.statement(id).id for id in ids} | {claims.decided_by(id) for id in ids}
    return [id for id in claims.with_checks() if {id, claims.CLAIMS.statement(id).of} & wanted]


def cannot_tell(claim, profile):
    """Whether a claim can remain undecided, because a preview has few games or a file is absent."""
    return bool(claim.needs) or (claim.check == "simulated" and profile == "quick")


if __name__ == "__main__":
    sys.exit(main())
