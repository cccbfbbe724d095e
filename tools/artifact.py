"""Compare the figures of the last build with the expected ones, number by number.

    python tools/artifact.py           # reports the figures whose data do not agree
    python tools/artifact.py --write   # makes the last build the expected one (for a release)

The expected data are those of the profile `paper` (`artifact/expected.json`). They consist of a digest,
which is equal if the bytes are, and of the smallest, mean and largest value of each column, which agree
to 1 part in a million on a machine whose last digits differ. On such a machine a game can also go another
way; the difference is then compared with the figure's standard errors.
"""

from __future__ import annotations

import interrupts  # noqa: F401

# isort: split

import argparse
import hashlib
import json
import math
import sys
from pathlib import Path

import pandas as pd

ROOT = Path(__file__).resolve().parents[1]
EXPECTED = Path("artifact", "expected.json")
TOLERANCE = 1e-6  # relative


def fingerprint(path):
    """The digest of a figure's data, and a summary that survives a change of the last digits."""
    table = pd.read_csv(path)
    numbers = table.select_dtypes("number")
    columns = {
        name: [f"{value:.10g}" for value in (column.min(), column.mean(), column.max())]
        for name, column in numbers.items()
        if column.notna().any()
    }
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return {"sha256": digest, "rows": len(table), "columns": columns}


def verdict(built, wanted):
    """How two fingerprints compare: "equal", "close", "within noise", or the difference in words.

    On another machine a last digit can change a decision of a policy, and so a game. If a figure has
    standard errors, a difference that is below the smallest of them is noise.
    """
    if built["sha256"] == wanted["sha256"]:
        return "equal"
    if built["rows"] != wanted["rows"] or built["columns"].keys() != wanted["columns"].keys():
        return "other rows or columns"
    noise, answer = float(wanted["columns"].get("standard error", ["0"])[0]), "close"
    for name, values in wanted["columns"].items():
        scale = max(abs(float(value)) for value in values if math.isfinite(float(value)))
        for one, other in zip(built["columns"][name], values, strict=True):
            if not math.isclose(float(one), float(other), rel_tol=TOLERANCE, abs_tol=TOLERANCE * scale):
                if not abs(float(one) - float(other)) < noise:
                    return f"column {name!r}: {one}, expected {other}"
                answer = "within noise"
    return answer


def collect(root):
    """The fingerprints of the last build's figures by id; the data of each figure are one file."""
    paths = sorted((root / "book" / "notebooks").glob("*/*.csv"))
    return {f"{path.parent.name}:{path.stem}": fingerprint(path) for path in paths}


def compare(root):
    """Print the result of each comparison; returns the exit status."""
    expected = json.loads((root / EXPECTED).read_text("utf-8"))["figures"]
    built = collect(root)
    counts = {"equal": 0, "close": 0, "within noise": 0}
    problems = [f"{id}: not built" for id in expected.keys() - built.keys()]
    for id, one in built.items():
        answer = verdict(one, expected[id]) if id in expected else "no expected result"
        if answer in counts:
            counts[answer] += 1
        else:
            problems.append(f"{id}: {answer}")
    print(
        f"{counts['equal']} figures are equal to the byte, {counts['close']} to {TOLERANCE:g}, "
        f"{counts['within noise']} within the least standard error of their games"
    )
    for problem in sorted(problems):
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def write(root):
    """Make the figures of the last build the expected ones; returns the exit status."""
    figures = collect(root)
    text = json.dumps({"figures": figures}, indent=1, sort_keys=True) + "\n"
    (root / EXPECTED).write_text(text, "utf-8")
    print(f"recorded {len(figures)} figures")
    return 0


def main(arguments=None):
    """Run the tool; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")
    parser.add_argument("--write", action="store_true", help="record the last build as expected")
    options = parser.parse_args(arguments)
    built = options.root / "_build" / "html" / "claims.json"
    profile = json.loads(built.read_text("utf-8"))["profile"] if built.exists() else "nothing"
    if profile != "paper":
        print(
            "error: expected results are of the profile paper, and the last build is of "
            f"{profile}; run make book first.",
            file=sys.stderr,
        )
        return 1
    return write(options.root) if options.write else compare(options.root)


if __name__ == "__main__":
    sys.exit(main())
