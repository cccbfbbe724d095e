"""The texts that people read follow a few rules of style that a program can check; see CONTRIBUTING."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    *sorted((ROOT / "notebooks").rglob("*.py")),
    *sorted((ROOT / "book").glob("*.md")),
    *sorted((ROOT / "src").rglob("claims.toml")),
    *sorted((ROOT / "src").rglob("choices.toml")),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "ARTIFACT.md", "src/clicklogs/README.md")),
]
RULES = {
    "write must not, cannot or might not": r"\bmay not\b",
    "write forever": r"\bfor ever\b",
    "write again": r"\banew\b",
    "write therefore, so or from which": r"\bwhence\b",
    "write available": r"\bat hand\b",
    "write at random": r"\bby lot\b",
    "write in the text": r"\bin prose\b",
    "write in the published paper": r"\b(?:the print|in print)\b",
    "write about": r"\b(?:said|told|proved) of\b",
    "write worth doing": r"\bworth to\b",
}


def prose(path):
    """The text of a file with its line numbers; of a notebook, only the Markdown cells."""
    markdown = path.suffix != ".py"
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if path.suffix == ".py" and line.startswith("# %%"):
            markdown = "[markdown]" in line
        elif markdown:
            yield number, line


@pytest.mark.parametrize("rule", RULES)
def test_what_people_read_follows_a_rule_of_style(rule):
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in PAGES
        for number, line in prose(path)
        if re.search(RULES[rule], line)
    ]
    assert found == [], rule
