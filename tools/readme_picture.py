"""Draw the picture of README.md with the code above it there.

python tools/readme_picture.py          # writes artifact/readme.svg again
"""

from __future__ import annotations

import contextlib
import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "artifact" / "readme.svg"


def code():
    """The first Python code in README.md."""
    return re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)[1]


def draw(path):
    """Run the code and save its figure as SVG, with the same bytes every time.

    What the code itself saves goes to the folder of the figure.
    """
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    pyplot.close("all")  # the code draws into the present figure, which must not be somebody else's
    with pyplot.rc_context({"svg.hashsalt": "readme", "figure.figsize": (6, 3.4)}):
        with contextlib.chdir(Path(path).parent):
            exec(compile(code(), "README.md", "exec"), {})
        pyplot.savefig(path, bbox_inches="tight", metadata={"Date": None, "Creator": None})
    pyplot.close("all")


def main():
    """Run the tool; returns the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        new = Path(folder, "readme.svg")
        draw(new)
        PICTURE.write_bytes(new.read_bytes())
    print(f"wrote {PICTURE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
