"""What this build found, in few words: counts, the verdict of a claim in a line, what is open."""

from __future__ import annotations

from collections import Counter

from IPython.display import Markdown
from myst_nb import glue

from compendium import machine
from compendium.claims import CHECKED, CLAIMS, NO_DATA, SHOWN
from compendium.pages import passage
from compendium.report import badge, shown_finding
from compendium.wording import readable

WORDS = {
    "holds": "hold as printed",
    "corrected": "fail as printed, with a corrected statement that holds",
    "refuted": "refuted",
    "not reproduced": "reported results not reproduced",
    "undecided": "undecided",
    "open": "open",
    NO_DATA: "about data that are not at hand",
}
"""The verdicts as parts of a sentence, for any number of claims."""


def found(profile: str) -> dict[str, str]:
    """The verdict of every claim in this build, by id."""
    return {id: shown_finding(id, profile)[0] for id in CLAIMS}


@passage
def summary(profile: str) -> str:
    """How many claims have which verdict, as a sentence; the quick profile says what it leaves."""
    verdicts = found(profile)
    counts = Counter(verdicts.values())
    parts = [f"**{counts[verdict]}** {words}" for verdict, words in WORDS.items()]
    text = f"**{len(verdicts)} claims**: {'; '.join(parts)}."
    if profile != "paper":
        simulated = [id for id in verdicts if CLAIMS[id].check == "simulated"]
        left = sum(verdicts[id] == "undecided" for id in simulated)
        text += (
            f" This is a preview, built with the profile `{profile}`: it simulates less, and "
            f"{left} of the {len(simulated)} simulated claims are undecided in it."
        )
    return text


@passage
def by_evidence(profile: str) -> str:
    """How many claims have which verdict by which kind of check, as a table."""
    verdicts = found(profile)
    counts = Counter((CLAIMS[id].check, verdict) for id, verdict in verdicts.items())
    rows = [["verdict", *CHECKED, "all"], ["---", *["--:"] * (len(CHECKED) + 1)]]
    for verdict in SHOWN:
        row = [counts[kind, verdict] for kind in CHECKED]
        rows.append([badge(verdict), *map(str, row), str(sum(row))])
    row = [sum(counts[kind, verdict] for verdict in SHOWN) for kind in CHECKED]
    rows.append(["all", *map(str, row), f"**{sum(row)}**"])
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def glue_findings(*ids: str, profile: str, **numbers: tuple[str, str]) -> None:
    """Glue the verdicts and evidence of claims, and some of their numbers, for use in the text.

    A claim's verdict is glued under its id with '-' for ':'. A keyword names a number: the pair
    of the claim's id and of the number's key in its finding, which has to exist. A power of ten
    is glued as Markdown.
    """
    for id in ids:
        glue(id.replace(":", "-"), in_a_line(id, profile), display=False)
    for key, (id, name) in numbers.items():
        text = shown_finding(id, profile)[1][name]
        glue(key, Markdown(text) if "<su" in text else text, display=False)


@passage
def in_a_line(id: str, profile: str) -> str:
    """The verdict of a claim and its evidence, without what the check ranges over."""
    return f"{badge(shown_finding(id, profile)[0])} *{machine.evidence(CLAIMS[id], scope=False)}*"


@passage
def still_open(profile: str) -> str:
    """The claims that this build neither confirms nor refutes, each with what is in the way."""
    shown = []
    for id, verdict in found(profile).items():
        if verdict in ("open", "undecided", NO_DATA):
            claim = CLAIMS[id]
            how = f"{badge(verdict)} *{readable(claim.evidence)}*"
            title = f"**{{ref}}`{claim.place} <{id}>`** {how}"
            shown.append(f"- {title}\n\n  {claim.statement}\n\n  **Why.** {claim.limits}")
    return "\n\n".join(shown)
