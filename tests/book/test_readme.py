"""The first code in README.md runs, and draws the picture below it."""

import re
from collections import Counter

import numpy as np

import readme_picture
from compendium.claims import CLAIMS
from compendium.sphinx import pages

NUMBER = re.compile(r"-?\d+\.?\d*(?:e-?\d+)?")


def test_the_picture_is_what_the_code_above_it_draws(tmp_path, capsys):
    readme_picture.draw(tmp_path / "new.svg")
    assert (tmp_path / "regret.png").stat().st_size > 10_000 and "regret.png" in capsys.readouterr().out
    new, kept = (path.read_text("utf-8") for path in (tmp_path / "new.svg", readme_picture.PICTURE))
    cure = "run `python tools/readme_picture.py`"
    drawn, shown = (np.array(NUMBER.findall(text), dtype=float) for text in (new, kept))
    assert drawn.size == shown.size, cure
    # The last digits can differ on another machine; SVG has 72 units per inch.
    np.testing.assert_allclose(drawn, shown, atol=0.02, err_msg=cure)


def test_the_picture_stands_below_the_code_with_a_text():
    text = (readme_picture.ROOT / "README.md").read_text("utf-8")
    place = readme_picture.PICTURE.relative_to(readme_picture.ROOT).as_posix()
    assert re.search(rf"{re.escape(readme_picture.code())}```\n\n!\[[^\]]{{30,}}\]\({place}\)", text)


def test_the_tally_is_that_of_the_claims_without_data(monkeypatch, tmp_path):
    monkeypatch.setenv("CLICKBANDITS_DATA", str(tmp_path))
    tally = pages.tallied((claim.whose, claim.shown(claim.verdict)) for claim in CLAIMS.values())
    plain = re.sub("<[^>]+>", "", tally)
    text = (readme_picture.ROOT / "README.md").read_text("utf-8")
    assert plain in text, f"it is\n{plain}"
    rows = (line.strip("| ").split(" | ") for line in plain.splitlines() if line.startswith("| "))
    papers = {row[0]: int(row[1]) for row in rows if row[1].strip().isdecimal()}
    rest = papers["undecided"] + papers["open"] + papers["no data"]
    steps = Counter(step.whose for step in CLAIMS.steps().values() if step.verdict == "corrected")
    refuted = f"{papers['refuted']} is refuted, " if papers["refuted"] else ""
    assert (
        f"Of the {papers['all']} results that are the papers' own, not our readings, "
        f"{papers['holds']} hold as published, "
        f"{papers['corrected']} hold after a correction, {refuted}"
        f"{papers['not reproduced']} was not reproduced, and {rest} are undecided, open or lack data. "
        f"In the proofs and remarks around the results {steps['paper']} steps of the papers needed repair, "
        f"and {steps['reading']} more as we read them."
    ) in " ".join(text.split())
