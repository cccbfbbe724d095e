"""The claims: every statement of the three papers, as text, and the way to the check of each.

What is claimed is data: a chapter's `claims.toml` holds its claims by id. What is true stands in
the chapter's labelled theorem box where it has one, else in the same file; never in both. How a
claim is decided is code: the function under `@check("<id>")` in the chapter's folder. Reading the
texts imports no check.
"""

from __future__ import annotations

import importlib
import inspect
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from . import data_folder
from .case import CHECKS, VERDICTS, Finding, Twin

ARGUMENTS = {
    "machine": "proved in Coq, a proof assistant",
    "text": "derived on the page",
    "cited": "quoted from the literature, not derived here",
    "none": "no argument is needed, or none is given",
}
"""How a claim is argued."""
CHECKED = {
    "symbolic": "computer algebra, over the whole domain",
    "certified": "interval or ball arithmetic",
    "exact": "rational or integer arithmetic, on the instances stated",
    "numeric": "floating-point computation",
    "simulated": "simulation, with its standard error",
    "none": "nothing is computed",
}
"""How a claim is checked."""
PAPERS = {
    "pbm": "Lagrée, Vernade and Cappé (2016)",
    "rank1": "Katariya, Kveton, Szepesvári, Vernade and Wen (2017)",
    "mnl": "Grant and Leslie (2023)",
}
PARTS = PAPERS | {"across": "Across the models, our own statements"}
"""Who says it: the first half of a claim's id."""
WHOSE = {"paper": "the paper says", "reading": "we read", "ours": "we say"}
"""Whose sentence a claim is.

Of the paper: a statement of it, told in our words. A reading: the paper is silent or unclear, or
our copy of a display is damaged, and this is one way to read it.
"""
FAULTS = {
    "": "corrected",
    "condition": "the paper omits a condition",
    "constant": "the paper has a different constant",
    "step": "a step of the paper’s proof is corrected",
}
"""What a badge says about a corrected statement, by what is wrong with the published one."""
OURS = ("holds", "undecided", "open")
"""The verdicts that a sentence of ours may have: one that is false is rewritten."""
NO_DATA = "no data"
SHOWN = VERDICTS | {NO_DATA: "about data that are not at hand; a surrogate decides nothing"}
"""What people read of a claim: a verdict of its check, or that there are no data."""
PROFILES = ("quick", "paper")
NUMBERED = re.compile(r"(theorem|lemma|corollary|proposition|definition|remark|fact|equation|property)-(\d+)")
"""The second halves of ids of statements that the papers number."""
NAMES = {
    "delta": "Δ",
    "em": "EM",
    "gamma": "γ",
    "kappa": "κ",
    "kdd": "KDD",
    "kl": "KL",
    "mu": "μ",
    "pbm": "PBM",
    "pie": "PBM-PIE",
    "rba": "RBA-KL-UCB",
    "toprank": "TopRank",
    "ts": "PBM-TS",
    "ucb": "PBM-UCB",
    "yandex": "Yandex",
}
"""Words of ids as people write them."""
ROOM = Path(__file__).parent
NOTEBOOKS = ROOM.parents[1] / "notebooks"
DETAIL = "_detail"
"""How the name of a chapter's companion page ends: what a learner need not read to go on."""


@dataclass(frozen=True)
class Claim:
    """One statement, what we expect of it, and how it is decided. Texts are Markdown.

    id : such as "pbm:theorem-6"
    chapter : path of its folder and of its notebooks, such as "pbm/lower_bound"
    place : where the paper prints it or, of ours, what it belongs to, plain text
    whose : one of `WHOSE`
    verdict : what we expect; pages show what the check found
    argument, check, scope : one of `ARGUMENTS`, one of `CHECKED`, and what the check ranges over
    statement : what is printed
    corrected : what holds where the printed statement fails
    limits : what the check does not cover
    fault : one of `FAULTS`, if the verdict is "corrected"
    needs : the data without which nothing is decided: a public file, or, in words, what nobody can
        have; where they are absent, pages say "no data", whatever a surrogate gave
    alternatives : what else the paper may mean; every reading says so
    depends : what the paper leaves open and this book chose, if the verdict depends on it
    uses : the ids of the claims on which its argument rests
    box : what the chapter's theorem box says, where that is the statement or the corrected one
    title : the title of the box, or the bold words or the heading with which its passage begins
    """

    id: str
    chapter: str
    place: str
    whose: str
    verdict: str
    argument: str
    check: str
    scope: str = ""
    statement: str = ""
    corrected: str = ""
    limits: str = ""
    needs: str = ""
    alternatives: str = ""
    depends: str = ""
    uses: tuple[str, ...] = ()
    box: str = ""
    title: str = ""
    fault: str = ""

    def __post_init__(self) -> None:
        for value, known, what in (
            (self.part, PARTS, "the first half of an id"),
            (self.whose, WHOSE, "whose"),
            (self.verdict, OURS if self.whose == "ours" else VERDICTS, "verdict"),
            (self.argument, ARGUMENTS, "argument"),
            (self.check, CHECKED, "check"),
            (self.fault, FAULTS, "fault"),
        ):
            if value not in known:
                raise ValueError(f"{self.id}: {what} is one of {', '.join(known)}; got {value!r}")
        if self.whose == "reading" and not self.alternatives or self.whose == "ours" and self.alternatives:
            raise ValueError(
                f"{self.id}: a reading says in `alternatives` what else the paper may mean, "
                "and a sentence of ours has no other readings"
            )
        if self.verdict == "undecided" and self.check != "simulated" and not self.depends:
            raise ValueError(f"{self.id}: what is undecided names in `depends` the choice that decides it")
        if self.verdict == "open" and not self.limits:
            raise ValueError(f"{self.id}: an open claim says in `limits` why it is open")

    @property
    def part(self) -> str:
        return self.id.split(":")[0]

    @property
    def corrected_words(self) -> str:
        """The words of the badge of a corrected statement."""
        return FAULTS[self.fault]

    @property
    def label(self) -> str:
        """A name for lists and maps, such as "Theorem 6: lower bound" or "Sharp loss"."""
        second = self.id.split(":")[1]
        numbered = NUMBERED.fullmatch(second)
        name = f"{numbered[1].capitalize()} {numbered[2]}" if numbered else ""
        title = re.sub(rf"[,;] (after |from )?(the paper’s )?{name}$", "", self.title) if name else self.title
        if name.startswith("Equation"):
            name = f"Equation ({numbered[2]})" if numbered else ""
        if not title or re.search(r"[$`{}\\]", title):
            words = re.sub("[a-z0-9]+", lambda word: NAMES.get(word[0], word[0]), second.replace("-", " "))
            return name or words[0].upper() + words[1:]
        return title if not name or name in title else f"{name}: {title}"

    @property
    def at_hand(self) -> bool:
        """Whether what it needs is a file in the folder that `CLICKBANDITS_DATA` names."""
        folder = data_folder() / "published-models"
        return not self.needs or (folder / self.needs).is_file()

    def shown(self, found: str) -> str:
        """What people read where the check found this verdict."""
        return found if self.at_hand else NO_DATA

    @property
    def says(self) -> str:
        """Whose sentence it is, and of ours, whether it is proved or computed here."""
        if self.whose != "ours":
            return WHOSE[self.whose]
        how = "proved" if self.argument in ("machine", "text") else "computed"
        return f"{WHOSE[self.whose]}, {how} here"

    @property
    def evidence(self) -> str:
        """How it is known, in a few words: "derived on the page; symbolic: all κ, θ"."""
        argued = "" if self.argument == "none" else ARGUMENTS[self.argument].split(",")[0]
        checked = "" if self.check == "none" else self.check
        checked += f": {self.scope}" if checked and self.scope else ""
        return "; ".join(part for part in (argued, checked) if part)


def flowing(text: str) -> str:
    """Text as one line a paragraph: where a line is broken in a file means nothing."""
    return "\n\n".join(" ".join(part.split()) for part in re.split(r"\n\s*\n", text.strip()))


def read(path: Path) -> dict[str, Claim]:
    """The claims of one `claims.toml`, with what the boxes of its chapter and companion say.

    Raises
    ------
    ValueError
        Where an entry has a field that claims do not have, or lacks one, or says again what a
        box says.
    """
    chapter = path.parent.relative_to(ROOM).as_posix()
    pages = [NOTEBOOKS / f"{chapter}.py", NOTEBOOKS / f"{chapter}{DETAIL}.py"]
    found, named = boxes(pages[0]) | boxes(pages[1]), titles(pages[0]) | titles(pages[1])
    claims = {}
    for id, entry in tomllib.loads(path.read_text("utf-8")).items():
        try:
            claim = Claim(id, chapter, **{name: _value(value) for name, value in entry.items()})
        except TypeError as error:
            raise ValueError(f"{path.name}, {id}: {str(error).partition('() ')[2]}") from None
        claims[id] = replace(_with_box(claim, found.get(id, "")), title=named.get(id, ""))
    return claims


def _with_box(claim: Claim, box: str) -> Claim:
    """The claim with what its theorem box says: what is true, and so not in the file."""
    field = "corrected" if claim.verdict == "corrected" else "statement"
    if box and not getattr(claim, field):
        said: dict[str, Any] = {field: box, "box": box}
        claim = replace(claim, **said)
    for needed in ("statement", "corrected")[: 2 if claim.verdict == "corrected" else 1]:
        if not getattr(claim, needed):
            raise ValueError(f"{claim.id}: no `{needed}`, and no theorem box that says it")
    return claim


LABEL = re.compile(r"\(([a-z0-9]+:[^)\s]+)\)=")
"""The label of a claim in a notebook, alone on its line."""
_BOX = re.compile(r"([`:]{3,})\{prf:(?!proof)\w+\}")


def boxes(notebook: Path) -> dict[str, str]:
    """The theorem boxes of a notebook's source, by the label on the line above."""
    if not notebook.exists():
        return {}
    lines = [line.removeprefix("#").removeprefix(" ") for line in notebook.read_text("utf-8").splitlines()]
    found: dict[str, str] = {}
    labels: list[str] = []
    for number, line in enumerate(lines):
        label, box = LABEL.fullmatch(line.strip()), _BOX.match(line)
        if box and labels:
            end = lines.index(box[1], number + 1)
            inside = [text for text in lines[number + 1 : end] if not text.startswith(":")]
            found |= dict.fromkeys(labels, _inline("\n".join(inside)))
        labels = [*labels, label[1]] if label else []
    return found


_TITLE = re.compile(r"[`:]{3,}\{prf:(?!proof)\w+\} (.+)|#+ (.+)|\*\*((?s:.+?))\*\*")


def titles(notebook: Path) -> dict[str, str]:
    """The names of labelled passages, by label: a box's title, a heading, or bold first words."""
    if not notebook.exists():
        return {}
    text = re.sub("^# ?", "", notebook.read_text("utf-8"), flags=re.MULTILINE)
    found: dict[str, str] = {}
    labels: list[str] = []
    for paragraph in filter(None, map(str.strip, re.split(r"\n\s*\n|(?<=\)=)\n", text))):
        if label := LABEL.fullmatch(paragraph):
            labels.append(label[1])
            continue
        if labels and (title := _TITLE.match(paragraph)):
            words = flowing(title[1] or title[2] or title[3]).rstrip(".,:")
            found |= dict.fromkeys(labels, words)
        labels = []
    return found


_PROOF = re.compile(
    r"^# (:{3,})\{(?:prf:proof\}|admonition\} Proof).*?^# \1$|^# \*+(?:Proof|Why).*?(?=^#$)",
    re.MULTILINE | re.DOTALL,
)


def unnamed_links() -> dict[str, list[str]]:
    """By claim: the claims to which its proof leads, and its `uses` do not.

    Not every link is a step of an argument: this is to be looked at, not an error.
    """
    found: dict[str, list[str]] = {}
    for notebook in sorted(NOTEBOOKS.rglob("*.py")):
        _, *parts = re.split(
            r"^# (?:\(([a-z0-9]+:[^)\s]+)\)=|#.*)$", notebook.read_text("utf-8"), flags=re.MULTILINE
        )
        for id, passage in zip(parts[::2], parts[1::2], strict=True):
            if id in CLAIMS:
                proofs = "".join(proof[0] for proof in _PROOF.finditer(passage))
                linked = dict.fromkeys(re.findall(r"<([a-z0-9]+:[^>\s]+)>`", proofs))
                left = [one for one in linked if one in CLAIMS.keys() - {id, *CLAIMS[id].uses}]
                left = [one for one in left if id not in CLAIMS[one].uses]
                found |= {id: left} if left and CLAIMS[id].argument != "none" else {}
    return found


def _inline(text: str) -> str:
    """A box as it may stand in a cell of a table: displayed formulas become formulas in a line."""
    text = re.sub(r"\$\$(.*?)\$\$(?:\s*\([^)\s]+\)(?=\n|$))?", r"$\\displaystyle \1$", text, flags=re.S)
    return flowing(text).replace("\n\n", " ")


def _value(value: str | list[str]) -> Any:
    """A text as it flows, or a list of ids."""
    return flowing(value) if isinstance(value, str) else tuple(value)


class Claims(dict[str, Claim]):
    """The claims by id; of an unknown one it says which are known."""

    def __missing__(self, id: str) -> Claim:
        raise KeyError(f"unknown claim {id!r}; the known ones: {', '.join(self)}")


def used_by() -> Mapping[str, tuple[str, ...]]:
    """By the id of a claim: the claims whose arguments rest on it at once."""
    found: dict[str, tuple[str, ...]] = dict.fromkeys(CLAIMS, ())
    for other in CLAIMS.values():
        for id in dict.fromkeys(other.uses):
            found[id] += (other.id,)
    return found


def read_all() -> Claims:
    """The claims of all chapters.

    Raises
    ------
    ValueError
        Where an id stands in two files, or `read` refuses an entry.
    """
    found = Claims()
    for path in sorted(ROOM.rglob("claims.toml")):
        for id, claim in read(path).items():
            if id in found:
                raise ValueError(f"claim ids are unique; {id!r} stands in two files")
            found[id] = claim
    return found


CLAIMS: Mapping[str, Claim] = read_all()


@cache
def check_places() -> dict[str, tuple[Path, int]]:
    """Where each check stands, by id: its file and the line of its decorator."""
    places: dict[str, tuple[Path, int]] = {}
    for path in sorted(ROOM.rglob("*.py")):
        text = path.read_text("utf-8")
        for found in re.finditer(r'^@check\(\s*"([^"]+)"', text, re.MULTILINE):
            if found[1] in places:
                raise ValueError(f"the claim {found[1]!r} has two checks")
            places[found[1]] = path, text.count("\n", 0, found.start()) + 1
    return places


def check_module(id: str) -> str:
    """The name of the module in which a claim's check stands; nothing is imported."""
    path, _ = check_places()[CLAIMS[id].id]
    return ".".join((__package__, *path.relative_to(ROOM).with_suffix("").parts))


def finding(id: str, profile: str, **overrides: object) -> Finding:
    """Run the check of one claim; `profile` is "quick" or "paper", `overrides` are a twin's."""
    if profile not in PROFILES:
        raise ValueError(f"unknown profile {profile!r}; the known ones: {', '.join(PROFILES)}")
    importlib.import_module(check_module(id))
    return CHECKS[id](profile, **overrides)


def falsifications(id: str) -> Iterator[tuple[Twin, str]]:
    """Each twin of a claim, and what it changes, in words."""
    importlib.import_module(check_module(id))
    known = inspect.signature(CHECKS[id].fill).parameters
    for each in CHECKS[id].twins:
        changes = (
            f"{name}: {value!r} in place of {known[name].default!r}" for name, value in each.overrides.items()
        )
        yield each, "; ".join(changes)


def falsified(id: str, profile: str) -> Iterator[tuple[Twin, str, Finding]]:
    """Each twin of a claim, what it changes, and what the check then finds."""
    for each, text in falsifications(id):
        yield each, text, finding(id, profile, **each.overrides)
