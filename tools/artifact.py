"""Compare the figures of the last build with those that are expected, number by number.

    python tools/artifact.py           # says of every figure whether its data agree
    python tools/artifact.py --write   # makes the last build the expected one (for a release)
    python tools/artifact.py --recipes # writes ARTIFACT.md's recipes anew, results as they were

Expected are the data of the profile `paper` (`artifact/expected.json`): a digest, which is equal
where the bytes are, and the smallest, mean and largest value of each column, which agree to
1 part in a million on a machine whose last digits differ.
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

import nbformat
import pandas as pd

from project import Project, select
from recipes import BEGIN, figures, recipes

ROOT = Path(__file__).resolve().parents[1]

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


def verdict(found, wanted):
    """How two fingerprints compare: "equal", "close", or what differs."""
    if found["sha256"] == wanted["sha256"]:
        return "equal"
    if found["rows"] != wanted["rows"] or list(found["columns"]) != list(wanted["columns"]):
        return "other rows or columns"
    for name, values in wanted["columns"].items():
        scale = max(abs(float(value)) for value in values if math.isfinite(float(value)))
        for one, other in zip(found["columns"][name], values, strict=True):
            if not math.isclose(
                float(one), float(other), rel_tol=TOLERANCE, abs_tol=TOLERANCE * scale
            ):
                return f"column {name!r}: {one}, expected {other}"
    return "close"


def collect(root):
    """The fingerprints of the last build's figures, and the ids of those that are missing."""
    found, missing = {}, []
    for name in select(root, []):
        for figure in figures((root / "notebooks" / f"{name}.py").read_text("utf-8")):
            path = root / "book" / "notebooks" / figure.data
            if path.exists():
                found[figure.id] = fingerprint(path)
            else:
                missing.append(figure.id)
    return found, missing


def profiles(root):
    """The profiles that the executed notebooks were run with."""
    paths = [Project(root, root, "paper").page(name) for name in select(root, [])]
    notebooks = [nbformat.read(path, as_version=4) for path in paths if path.exists()]
    return {notebook.metadata.clickbandits.profile for notebook in notebooks}


def write(root, found, missing):
    """Make the last build the expected one; write the recipes of ARTIFACT.md anew."""
    text = json.dumps({"figures": found}, indent=1, sort_keys=True) + "\n"
    (root / "artifact" / "expected.json").write_text(text, "utf-8")
    write_recipes(root, found)
    print(f"recorded {len(found)} figures; not built: {', '.join(missing) or 'none'}")
    return 0


def write_recipes(root, results):
    """Write the recipes of ARTIFACT.md anew; what stands above them stays."""
    page = root / "ARTIFACT.md"
    prose = page.read_text("utf-8").partition(BEGIN)[0]
    page.write_text(prose + recipes(root, results), "utf-8")


def compare(expected, found, missing):
    """Print how each figure compares; returns the exit status."""
    counts = {"equal": 0, "close": 0}
    problems = [f"{id}: not built" for id in missing]
    for id, one in found.items():
        wanted = expected["figures"].get(id)
        answer = verdict(one, wanted) if wanted else "no expected result"
        if answer in counts:
            counts[answer] += 1
        else:
            problems.append(f"{id}: {answer}")
    print(f"{counts['equal']} figures are equal to the byte, {counts['close']} to {TOLERANCE:g}")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def main(arguments=None):
    """Run the tool; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")
    parser.add_argument("--write", action="store_true", help="record the last build as expected")
    parser.add_argument("--recipes", action="store_true", help="only write the recipes anew")
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    expected = json.loads((root / "artifact" / "expected.json").read_text("utf-8"))
    if options.recipes:
        write_recipes(root, expected["figures"])
        return 0
    built = profiles(root)
    if built != {"paper"}:
        names = ", ".join(sorted(built)) or "nothing"
        print(
            f"error: expected results are of the profile paper, and the last build is of {names}; "
            "run make book first.",
            file=sys.stderr,
        )
        return 1
    found, missing = collect(root)
    if options.write:
        return write(root, found, missing)
    return compare(expected, found, missing)


if __name__ == "__main__":
    sys.exit(main())
