"""The results of the three papers and of this book as text, with their steps, and how each is checked.

A claim is a result that a reader looks up. The steps of its proof, its special cases and its readings
are its *steps*, each with a place, an author and a verdict of its own, which never changes the verdict
of the result. The `claims.toml` of a chapter lists results by id, each followed by its steps. If a
chapter has a labelled theorem box for a statement, the true statement is in the box, and otherwise it is
in `claims.toml`, but never in both. The function under `@check("<id>")` decides a result, together with
the steps that it opens by `case.step`. Any other step has a function under `@check("<its id>")`. Reading
the texts does not import any check.
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
"""The kinds of arguments for a claim."""
CHECKED = {
    "symbolic": "computer algebra, over the whole domain",
    "certified": "interval or ball arithmetic",
    "exact": "rational or integer arithmetic, on the instances stated",
    "numeric": "floating-point computation",
    "simulated": "simulation, with its standard error",
    "none": "nothing is computed",
}
"""The kinds of checks by computation."""
PAPERS = {
    "pbm": "Lagrée, Vernade and Cappé (2016)",
    "rank1": "Katariya, Kveton, Szepesvári, Vernade and Wen (2017)",
    "mnl": "Grant and Leslie (2023)",
}
PARTS = PAPERS | {"across": "Across the models, our own statements"}
"""The papers and our own part, by the first half of a claim's id."""
WHOSE = {"paper": "the paper says", "reading": "we read", "ours": "we say"}
"""The author of a claim's sentence.

A claim of the paper is a statement in it, in our words. A reading is one way to understand a passage
that is unclear, missing, or damaged in our copy.
"""
FAULTS = {
    "": "corrected",
    "condition": "a condition is missing",
    "constant": "a constant is different",
    "step": "a step of the proof is corrected",
}
"""The words of a corrected statement's badge, by the fault of the published statement."""
OURS = ("holds", "undecided", "open")
"""The verdicts that a sentence of ours can have, because we rewrite a false one."""
NO_DATA = "no data"
SHOWN = VERDICTS | {NO_DATA: "about data that are not available; a surrogate decides nothing"}
"""The verdicts on pages, which are those of checks and "no data"."""
PROFILES = ("quick", "paper")
NUMBERED = re.compile(r"(theorem|lemma|corollary|proposition|definition|remark|fact|equation|property)-(\d+)")
"""The second halves of ids of statements that the papers number."""
ROOM = Path(__file__).parent
NOTEBOOKS = ROOM.parents[1] / "notebooks"
DETAIL = "_detail"
"""The end of the name of a companion page, which holds the details that a learner can skip."""


@dataclass(frozen=True)
class Claim:
    """A result, or a step of one, with its expected verdict and its evidence. All texts are Markdown.

    id : such as "pbm:theorem-6"; in `claims.toml` a step leaves out the paper
    chapter : path of its folder and of its notebooks, such as "pbm/lower_bound"
    place : its place in the paper, or the subject of a sentence of ours, in plain text
    whose : one of `WHOSE`
    verdict : the expected one; pages show the verdict of the check
    argument, check, scope : one of `ARGUMENTS`, one of `CHECKED`, and the range of the check
    statement : the published statement
    corrected : the true statement, if the published one fails
    limits : the cases that the check leaves out
    fault : one of `FAULTS`, if the verdict is "corrected"
    needs : the data without which the claim cannot be decided, either a public file or a
        description of data that nobody can obtain; if they are absent, pages show "no data"
        even if a surrogate gave a verdict
    alternatives : the other meanings that the paper may have; every reading has some
    depends : a choice that the paper leaves open, if the verdict depends on it
    settled_by : the proof, data or answer that would decide a claim that this build leaves open
    uses : the ids of the claims on which its argument rests
    formerly : the ids of sentences that were claims in version 3.0 and that this result replaces
    of : the id of the result to which a step belongs
    steps : the steps of a result, in the order of reading
    box : the text of the chapter's theorem box, if it is the statement or the corrected one
    name : a short name in words, such as "The lower bound"; where `claims.toml` has none, the title of its
        box, or else the bold words or the heading with which its passage begins, up to a comma
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
    settled_by: str = ""
    uses: tuple[str, ...] = ()
    formerly: tuple[str, ...] = ()
    of: str = ""
    steps: tuple[Claim, ...] = ()
    box: str = ""
    name: str = ""
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
        """Its name, with its number in the paper, as in "The lower bound (Theorem 6)"."""
        numbered = NUMBERED.fullmatch(self.id.split(":")[1])
        number = (
            f"{numbered[1].capitalize()} {numbered[2]}".replace("Equation", "equation") if numbered else ""
        )
        return f"{self.name} ({number})" if number else self.name

    @property
    def at_hand(self) -> bool:
        """Whether the data that it needs are in the folder that `CLICKBANDITS_DATA` names."""
        folder = data_folder() / "published-models"
        return not self.needs or (folder / self.needs).is_file()

    def shown(self, verdict: str) -> str:
        """The verdict on pages when the check found this one."""
        return verdict if self.at_hand else NO_DATA

    @property
    def says(self) -> str:
        """The author of the sentence and, for ours, whether it is proved or computed here."""
        if self.whose != "ours":
            return WHOSE[self.whose]
        how = "proved" if self.argument in ("machine", "text") else "computed"
        return f"{WHOSE[self.whose]}, {how} here"

    @property
    def evidence(self) -> str:
        """The evidence in a few words, such as "derived on the page; symbolic: all κ, θ"."""
        argued = "" if self.argument == "none" else ARGUMENTS[self.argument].split(",")[0]
        checked = "" if self.check == "none" else self.check
        checked += f": {self.scope}" if checked and self.scope else ""
        return "; ".join(part for part in (argued, checked) if part)


def flowing(text: str) -> str:
    """Text with one line per paragraph, since line breaks in a file are arbitrary."""
    return "\n\n".join(" ".join(part.split()) for part in re.split(r"\n\s*\n", text.strip()))


def read(path: Path) -> dict[str, Claim]:
    """The results of one `claims.toml`, with the boxes of its chapter and companion page.

    A step that does not name them has the chapter and the check of its result. It is the paper's, it is
    derived on the page (a proof in Coq of the result proves no step), and it is expected to hold unless it
    has a correction.

    Raises
    ------
    ValueError
        If an entry has an unknown field, lacks a field, or repeats a box.
    """
    chapter = path.parent.relative_to(ROOM).as_posix()
    claims = {}
    for id, entry in tomllib.loads(path.read_text("utf-8")).items():
        steps = entry.pop("steps", [])
        claim = _claim(path, id, {"chapter": chapter} | entry)
        inherited = {"chapter": chapter, "whose": "paper", "argument": "text", "check": claim.check}
        claims[id] = replace(
            claim,
            steps=tuple(
                _claim(
                    path,
                    f"{claim.part}:{step.pop('id')}",
                    inherited | {"verdict": "corrected" if "corrected" in step else "holds", "of": id} | step,
                )
                for step in steps
            ),
        )
    return claims


def _claim(path: Path, id: str, entry: dict[str, Any]) -> Claim:
    """A result or step from its entry, with its box and its name."""
    texts, titled = _of_chapter(NOTEBOOKS, entry["chapter"])
    entry = {"name": re.split("[,;]", titled.get(id, ""))[0]} | entry
    try:
        claim = Claim(id, **{name: _value(value) for name, value in entry.items()})
    except TypeError as error:
        raise ValueError(f"{path.name}, {id}: {str(error).partition('() ')[2]}") from None
    if not claim.name:
        raise ValueError(f"{id}: no `name`, and no box or passage that begins with one")
    return _with_box(claim, texts.get(id, ""))


@cache
def _of_chapter(notebooks: Path, chapter: str) -> tuple[dict[str, str], dict[str, str]]:
    """The boxes and the titles of a chapter and its companion page, by label."""
    pages = [notebooks / f"{chapter}.py", notebooks / f"{chapter}{DETAIL}.py"]
    return boxes(pages[0]) | boxes(pages[1]), titles(pages[0]) | titles(pages[1])


def _with_box(claim: Claim, box: str) -> Claim:
    """The claim with the text of its theorem box, which is the true statement."""
    field = "corrected" if claim.verdict == "corrected" else "statement"
    if box and not getattr(claim, field):
        fields: dict[str, Any] = {field: box, "box": box}
        claim = replace(claim, **fields)
    for needed in ("statement", "corrected")[: 2 if claim.verdict == "corrected" else 1]:
        if not getattr(claim, needed):
            raise ValueError(f"{claim.id}: no `{needed}`, and no theorem box that says it")
    return claim


LABEL = re.compile(r"\(([a-z0-9]+:[^)\s]+)\)=")
"""The label of a claim in a notebook, on a line of its own."""
_BOX = re.compile(r"([`:]{3,})\{prf:(?!proof)\w+\}")


def boxes(notebook: Path) -> dict[str, str]:
    """The theorem boxes of a notebook's source, by the label on the line above."""
    if not notebook.exists():
        return {}
    lines = [line.removeprefix("#").removeprefix(" ") for line in notebook.read_text("utf-8").splitlines()]
    texts: dict[str, str] = {}
    labels: list[str] = []
    for number, line in enumerate(lines):
        label, box = LABEL.fullmatch(line.strip()), _BOX.match(line)
        if box and labels:
            end = lines.index(box[1], number + 1)
            inside = [text for text in lines[number + 1 : end] if not text.startswith(":")]
            texts |= dict.fromkeys(labels, _inline("\n".join(inside)))
        labels = [*labels, label[1]] if label else []
    return texts


_TITLE = re.compile(r"[`:]{3,}\{prf:(?!proof)\w+\} (.+)|#+ (.+)|\*\*((?s:.+?))\*\*")


def titles(notebook: Path) -> dict[str, str]:
    """The names of labelled passages, by label: a box's title, a heading, or bold first words."""
    if not notebook.exists():
        return {}
    text = re.sub("^# ?(%%.*)?", "", notebook.read_text("utf-8"), flags=re.MULTILINE)
    names: dict[str, str] = {}
    labels: list[str] = []
    for paragraph in filter(None, map(str.strip, re.split(r"\n\s*\n|(?<=\)=)\n", text))):
        if label := LABEL.fullmatch(paragraph):
            labels.append(label[1])
            continue
        if labels and (title := _TITLE.match(paragraph)):
            words = flowing(title[1] or title[2] or title[3]).rstrip(".,:")
            names |= dict.fromkeys(labels, words)
        labels = []
    return names


_PROOF = re.compile(
    r"^# (:{3,})\{(?:prf:proof\}|admonition\} Proof).*?^# \1$|^# \*+(?:Proof|Why).*?(?=^#$)",
    re.MULTILINE | re.DOTALL,
)


def unnamed_links() -> dict[str, list[str]]:
    """By claim, the claims that its proof links to and its `uses` omit.

    Not every link is a step of an argument, so these are hints and not errors.
    """
    links: dict[str, list[str]] = {}
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
                links |= {id: left} if left and CLAIMS[id].argument != "none" else {}
    return links


def _inline(text: str) -> str:
    """The text of a box for a table cell, with displayed formulas turned into inline ones."""
    text = re.sub(r"\$\$(.*?)\$\$(?:\s*\([^)\s]+\)(?=\n|$))?", r"$\\displaystyle \1$", text, flags=re.S)
    return flowing(text).replace("\n\n", " ")


def _value(value: str | list[str]) -> Any:
    """A flowing text or a list of ids."""
    return flowing(value) if isinstance(value, str) else tuple(value)


class Claims(dict[str, Claim]):
    """The results by id; the error for an unknown id lists the known ones."""

    def __missing__(self, id: str) -> Claim:
        raise KeyError(f"unknown claim {id!r}; the known ones: {', '.join(self)}")

    def steps(self) -> dict[str, Claim]:
        """The steps of all results by id."""
        return {step.id: step for claim in self.values() for step in claim.steps}

    def statement(self, id: str) -> Claim:
        """The result or step of an id, which can be an id of version 3.0."""
        for claim in self.values():
            if id in claim.formerly:
                return claim
        return self.steps().get(id) or self[id]


def used_by() -> Mapping[str, tuple[str, ...]]:
    """By the id of a claim, the claims whose arguments use it directly."""
    users: dict[str, tuple[str, ...]] = dict.fromkeys(CLAIMS, ())
    for other in CLAIMS.values():
        for id in dict.fromkeys(other.uses):
            users[id] += (other.id,)
    return users


def read_all() -> Claims:
    """The claims of all chapters.

    Raises
    ------
    ValueError
        If two files have the same id, or `read` refuses an entry.
    """
    registry = Claims()
    for path in sorted(ROOM.rglob("claims.toml")):
        for id, claim in read(path).items():
            if id in registry:
                raise ValueError(f"claim ids are unique; {id!r} stands in two files")
            registry[id] = claim
    return registry


CLAIMS: Claims = read_all()


@cache
def check_places() -> dict[str, tuple[Path, int]]:
    """The file of each check and the line of its decorator, by id."""
    places: dict[str, tuple[Path, int]] = {}
    for path in sorted(ROOM.rglob("*.py")):
        text = path.read_text("utf-8")
        for match in re.finditer(r'^@check\(\s*"([^"]+)"', text, re.MULTILINE):
            if match[1] in places:
                raise ValueError(f"the claim {match[1]!r} has two checks")
            places[match[1]] = path, text.count("\n", 0, match.start()) + 1
    return places


def with_checks() -> list[str]:
    """The ids that have a function of their own: all results, each with those of its steps that have one."""
    places = check_places()
    return [
        id for claim in CLAIMS.values() for id in (claim.id, *(s.id for s in claim.steps if s.id in places))
    ]


def decided_by(id: str) -> str:
    """The id of the check that decides a result or step, which can be that of the step's result."""
    statement = CLAIMS.statement(id)
    return statement.of if statement.of and statement.id not in check_places() else statement.id


def check_module(id: str) -> str:
    """The name of the module that decides a result or step, which is not imported."""
    places, decided = check_places(), decided_by(id)
    if decided not in places:
        raise ValueError(
            f'{id} has no check; write a function under @check("{decided}") in {CLAIMS.statement(id).chapter}'
        )
    path, _ = places[decided]
    return ".".join((__package__, *path.relative_to(ROOM).with_suffix("").parts))


def finding(id: str, profile: str, **overrides: object) -> Finding:
    """Run the check with this id; `profile` is "quick" or "paper", `overrides` are a twin's.

    The finding of a result has those of the steps that its check opens.
    """
    if profile not in PROFILES:
        raise ValueError(f"unknown profile {profile!r}; the known ones: {', '.join(PROFILES)}")
    importlib.import_module(check_module(id))
    return CHECKS[id](profile, **overrides)


def falsifications(id: str) -> Iterator[tuple[Twin, str]]:
    """Each twin of the check with this id, and its change in words."""
    importlib.import_module(check_module(id))
    known = inspect.signature(CHECKS[id].fill).parameters
    for each in CHECKS[id].twins:
        changes = (
            f"{name}: {value!r} in place of {known[name].default!r}" for name, value in each.overrides.items()
        )
        yield each, "; ".join(changes)


def falsified(id: str, profile: str) -> Iterator[tuple[Twin, str, Finding]]:
    """Each twin of a check, its change in words, and the finding of the result or step that it falsifies."""
    for each, text in falsifications(id):
        yield each, text, each.judged(finding(id, profile, **each.overrides))
