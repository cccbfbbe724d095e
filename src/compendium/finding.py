"""What a check finds, and the one shape that all checks have: named conditions, named numbers.

A check is a function of the profile, joined to the text of its claim by the id::

    @check("rank1:lemma-4-sum")
    def lemma_4_sum(profile):
        \"\"\"Compares the sums of stages with their closed forms, in symbols and for m ≤ 12.\"\"\"
        case = Case()
        case.zero("Σ 2^(k-ℓ) 4^ℓ = 4^k - 2^k", mixed(m + 1) - 2 * mixed(m) - 2 * 4**m)
        case.must("every sum is within its bound", within == tried)
        case.number("tried", "sums compared", tried)
        return case.finding()

What the statement asserts (a factor, an exponent, an inequality, the two policies compared) are
keyword parameters of the check with their true values; a *twin* falsifies the statement by another
value, and names the verdict that the check must then give::

    @check("rank1:lemma-4-sum")
    @twin("the constant of the sum", gives="refuted", constant=250)
    def lemma_4_sum(profile, constant=256): ...
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .comparisons import Comparison

VERDICTS = {
    "holds": "true as printed",
    "corrected": "false as printed; our corrected statement holds",
    "refuted": "false, and no nearby statement is offered",
    "not reproduced": "a reported result that our computation does not give",
    "undecided": "the standard error at this profile cannot tell",
    "open": "neither proved nor refuted here",
}


@dataclass(frozen=True)
class Finding:
    """What a check found: its verdict and the numbers it rests on.

    Parameters
    ----------
    verdict : str
        One of `VERDICTS`.
    numbers : mapping
        By key: integers, floats, booleans, `Fraction`s, short strings, or tuples of these. A
        simulated finding names its standard error and its number of replications among them.
    labels : mapping
        What people read in place of a key; a key without a label is its own.
    failed : tuple of str
        The conditions that were not met, by name.
    """

    verdict: str
    numbers: Mapping[str, object] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    failed: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise ValueError(f"a verdict is one of {', '.join(VERDICTS)}; got {self.verdict!r}")

    def label(self, key: str) -> str:
        """What people read for a number's key."""
        return self.labels.get(key, key)


class Case:
    """Collects the conditions and numbers of one check, and draws the verdict from them.

    Three kinds of conditions: what is true and has to be seen true (`must`, `zero`), what the
    paper prints and may fail (`printed`), and which way a simulated comparison goes (`sign`).
    """

    def __init__(self) -> None:
        self.conditions: list[tuple[str, str, int | Comparison]] = []
        """What was seen so far: kind ("ours", "printed" or "sign"), name, outcome."""
        self._numbers: dict[str, object] = {}
        self._labels: dict[str, str] = {}

    def must(self, name: str, condition: object) -> bool:
        """A step of what holds: of the statement, or of ours where the printed one fails."""
        return self._add("ours", name, 1 if condition else -1)

    def zero(self, name: str, *expressions: object) -> bool:
        """A step that is an identity in symbols: every expression simplifies to zero."""
        return self.must(name, all(vanishes(each) for each in expressions))

    def printed(self, name: str, condition: object) -> bool:
        """Something that the printed statement says, or that follows from it."""
        return self._add("printed", name, 1 if condition else -1)

    def sign(self, name: str, outcome: int | Comparison) -> None:
        """A simulated comparison, or its sign: 1 agrees, -1 contradicts, 0 cannot tell.

        The comparisons of a case are one family, whose error rate the verdict keeps
        (`compendium.comparisons`).
        """
        self.conditions.append(("sign", name, outcome))

    def number(self, key: str, label: str, value: object) -> None:
        """A number that the verdict rests on: a short key for code, a label for readers."""
        if key in self._numbers:
            raise ValueError(f"a number's key is unique; {key!r} stands twice")
        self._numbers[key] = value
        self._labels[key] = label

    def family(self, numbers: Mapping[str, object]) -> None:
        """Numbers of one kind, one a policy, a size or a query: their labels are their keys."""
        for label, value in numbers.items():
            self.number(label, label, value)

    def finding(
        self, holds: str = "holds", fails: str = "corrected", broken: str = "refuted"
    ) -> Finding:
        """The finding: the first of these whose condition is met.

        `broken` where a step of ours fails; `fails` where something printed does; "not reproduced"
        where a simulated comparison contradicts, "undecided" where one cannot tell; else `holds`.
        """
        if not self.conditions:
            raise ValueError("a check without conditions cannot fail")
        family = sum(not isinstance(outcome, int) for _, _, outcome in self.conditions)
        conditions = [
            (kind, name, outcome if isinstance(outcome, int) else outcome.sign(family))
            for kind, name, outcome in self.conditions
        ]
        signs = {kind: min((s for k, _, s in conditions if k == kind), default=1)
                 for kind in ("ours", "printed", "sign")}  # fmt: skip
        if signs["ours"] < 0:
            verdict = broken
        elif signs["printed"] < 0:
            verdict = fails
        else:
            verdict = {1: holds, 0: "undecided", -1: "not reproduced"}[signs["sign"]]
        if verdict == "corrected" and not any(kind == "ours" for kind, _, _ in conditions):
            raise ValueError("a corrected statement needs a condition of what holds instead")
        failed = tuple(name for _, name, sign in conditions if sign < 1)
        return Finding(verdict, self._numbers, self._labels, failed)

    def _add(self, kind: str, name: str, sign: int) -> bool:
        self.conditions.append((kind, name, sign))
        return sign > 0


@cache  # a twin asks most of what its claim did
def vanishes(expression: object) -> bool:
    """Whether a formula simplifies to zero."""
    import sympy

    return not differs(expression) and sympy.simplify(expression) == 0


def differs(expression: object) -> bool:
    """Whether a formula is not zero at one point, which the assumptions on its symbols allow.

    A formula that is not zero is told at once; `simplify` may look for minutes how to make it so.
    """
    import sympy

    formula = sympy.sympify(expression)
    if formula.has(sympy.Integral, sympy.Sum, sympy.Product, sympy.Limit):
        return False  # a number may take as long
    point = {}
    for place, symbol in enumerate(sorted(formula.free_symbols, key=str), start=2):
        size = sympy.Integer(place) if symbol.is_integer else sympy.Rational(place, 2 * place + 7)
        point[symbol] = -size if symbol.is_negative else size
    value = formula.subs(point).evalf(30)
    return bool(value.is_number and value.is_finite and abs(value) > 1e-9)


Check = Callable[..., Finding]
"""Decides a claim at a profile, "quick" or "paper"."""

CHECKS: dict[str, Check] = {}
"""The checks of the modules imported so far, by the id of their claim."""


def check(id: str) -> Callable[[Check], Check]:
    """Join the decorated check to the claim of this id."""

    def register(function: Check) -> Check:
        for each in twins(function):
            unknown = each.overrides.keys() - inspect.signature(function).parameters.keys()
            if unknown or not each.overrides:
                raise ValueError(f"{id}: a twin overrides parameters of the check; got {unknown}")
        known = CHECKS.get(id)
        if known is not None and known.__code__.co_filename != function.__code__.co_filename:
            raise ValueError(f"the claim {id!r} has two checks")
        CHECKS[id] = function
        return function

    return register


@dataclass(frozen=True)
class Twin:
    """A false variant of a claim's statement, which its check must answer with another verdict.

    what : what is changed, in words
    gives : the verdict that the check must give
    overrides : parameters of the check and their false values
    """

    what: str
    gives: str
    overrides: Mapping[str, object]


def twin(what: str, *, gives: str, **overrides: object) -> Callable[[Check], Check]:
    """Register a twin of the check below; a check may have several."""
    if gives not in VERDICTS or gives == "undecided":
        raise ValueError(f"a twin gives a verdict that decides; got {gives!r}")

    def attach(function: Check) -> Check:
        function.twins = (Twin(what, gives, overrides), *twins(function))  # type: ignore[attr-defined]
        return function

    return attach


def twins(function: Check) -> tuple[Twin, ...]:
    """The twins of a check."""
    return getattr(function, "twins", ())
