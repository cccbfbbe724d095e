"""The registry of claims: every statement of the three papers, with the check that decides it.

A claim is registered where its check stands, so that its id is written once::

    @claim(
        "pbm:theorem-6",
        location="Section 3.2, Theorem 6",
        statement=r"$\\liminf_T E R(T)/\\log T \\ge \\sum_{k>L} \\min_l r_{k,l}$",
        verdict="holds",
        evidence="proof",
    )
    def theorem_6(profile):
        ...
        return Finding("holds", {"largest relative gap to the linear program": gap})

The verdict in the decorator is what we expect; the check computes the finding, and only the
finding is shown in the book.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

VERDICTS = {
    "holds": "true as printed",
    "corrected": "false as printed; our corrected statement holds",
    "refuted": "false, and no nearby statement is offered",
    "not reproduced": "a reported result that our computation does not give",
    "undecided": "the standard error at this profile cannot tell",
    "open": "neither proved nor refuted here",
}
EVIDENCE = {
    "proof": "symbolic or exact arithmetic over the whole domain, or a derivation in the text "
    "whose decisive step is checked so",
    "certified": "interval or ball arithmetic",
    "exact": "exact computation on the instances stated",
    "numeric": "floating-point computation",
    "simulated": "simulation, with its standard error",
    "cited": "quoted from the literature, not checked here",
}
PAPERS = {
    "pbm": "Lagrée, Vernade and Cappé (2016)",
    "rank1": "Katariya, Kveton, Szepesvári, Vernade and Wen (2017)",
    "mnl": "Grant and Leslie (2023)",
}
PROFILES = ("quick", "paper")


@dataclass(frozen=True)
class Finding:
    """What a check found: its verdict and the numbers it rests on, by name.

    Numbers are integers, floats, booleans, `Fraction`s or short strings. A simulated finding
    names its standard error and its number of replications among them.
    """

    verdict: str
    numbers: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise ValueError(f"a verdict is one of {', '.join(VERDICTS)}; got {self.verdict!r}")


Check = Callable[[str], Finding]
"""Decides a claim at a profile, "quick" or "paper"."""


@dataclass(frozen=True)
class Claim:
    """One statement of a paper, what we expect of it, and the check that decides it.

    `corrected` is the statement that holds where the printed one fails; `limits` says what the
    check does not cover; both are Markdown with $-formulas, like `statement`.
    """

    id: str
    location: str
    statement: str
    verdict: str
    evidence: str
    check: Check
    corrected: str = ""
    limits: str = ""

    @property
    def paper(self) -> str:
        return self.id.split(":")[0]


class _Registry(Mapping):
    """The claims by id; filled by importing every module of each paper's `claims` folder."""

    def __init__(self) -> None:
        self._claims: dict[str, Claim] = {}
        self._loaded = False

    def _load(self) -> None:
        if not self._loaded:
            self._loaded = True
            for paper in PAPERS:
                folder = importlib.import_module(f"{__package__}.{paper}")
                for chapter in pkgutil.iter_modules(folder.__path__, f"{folder.__name__}."):
                    if chapter.ispkg and not chapter.name.endswith(".printed"):
                        package = importlib.import_module(chapter.name)
                        for module in pkgutil.iter_modules(package.__path__):
                            importlib.import_module(f"{package.__name__}.{module.name}")

    def add(self, claim: Claim) -> None:
        if claim.id in self._claims:
            raise ValueError(f"claim ids are unique; {claim.id!r} is registered twice")
        self._claims[claim.id] = claim

    def __getitem__(self, id: str) -> Claim:
        self._load()
        if id not in self._claims:
            raise KeyError(f"unknown claim {id!r}; the known ones: {', '.join(self._claims)}")
        return self._claims[id]

    def __iter__(self) -> Iterator[str]:
        self._load()
        return iter(self._claims)

    def __len__(self) -> int:
        self._load()
        return len(self._claims)


_REGISTRY = _Registry()
CLAIMS: Mapping[str, Claim] = MappingProxyType(_REGISTRY)


def claim(
    id: str,
    *,
    location: str,
    statement: str,
    verdict: str,
    evidence: str,
    corrected: str = "",
    limits: str = "",
) -> Callable[[Check], Check]:
    """Register the decorated check, a function of the profile that returns a `Finding`."""
    if id.split(":")[0] not in PAPERS:
        raise ValueError(f"a claim's id begins with {', '.join(PAPERS)}; got {id!r}")
    if verdict not in VERDICTS:
        raise ValueError(f"{id}: a verdict is one of {', '.join(VERDICTS)}; got {verdict!r}")
    if evidence not in EVIDENCE:
        raise ValueError(f"{id}: evidence is one of {', '.join(EVIDENCE)}; got {evidence!r}")
    if verdict == "corrected" and not corrected:
        raise ValueError(f"{id}: a corrected claim states what holds instead")
    if verdict == "open" and not limits:
        raise ValueError(f"{id}: an open claim says in `limits` why it is open")

    def register(check: Check) -> Check:
        _REGISTRY.add(Claim(id, location, statement, verdict, evidence, check, corrected, limits))
        return check

    return register


def finding(id: str, profile: str) -> Finding:
    """Run the check of one claim; `profile` is "quick" or "paper"."""
    if profile not in PROFILES:
        raise ValueError(f"unknown profile {profile!r}; the known ones: {', '.join(PROFILES)}")
    return CLAIMS[id].check(profile)


def significant(difference: float, standard_error: float) -> int:
    """Sign of a simulated difference where it exceeds three standard errors, else 0.

    Of a true difference of zero it says otherwise in 0.3 % of simulations.
    """
    if abs(difference) <= 3 * standard_error:
        return 0
    return 1 if difference > 0 else -1
