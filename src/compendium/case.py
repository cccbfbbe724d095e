"""Checks of claims and their findings. Every check consists of named conditions and named numbers.

A check is a function that fills a case. Its decorator joins it to the text of its claim by the id::

    @check("rank1:lemma-4-sum", constant=Twin(250))
    def lemma_4_sum(case, constant=256):
        case.zero("Σ 2^(k-ℓ) 4^ℓ = 4^k - 2^k", mixed(m + 1) - 2 * mixed(m) - 2 * 4**m)
        case.must("sums within their bounds", max(sums) <= constant, compared=len(sums))

The keywords of a condition are the numbers on which it depends. The assertions of the statement (a factor,
an exponent, an inequality, the two policies compared) are parameters of the check with their true values. A
keyword of the decorator is a *twin*, which falsifies the statement by giving that parameter another value,
and which names the verdict that the check must then give.

A step of a proof whose conditions share code with those of its result is a case within the case. It has a
verdict of its own, which does not change the verdict of the result::

    step = case.step("equation-31")
    step.must("every partial sum", sums == telescoped)
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from .comparisons import Comparison

VERDICTS = {
    "holds": "true",
    "corrected": "false; our corrected statement holds",
    "refuted": "false, and no nearby statement is offered",
    "not reproduced": "a reported result that our computation does not give",
    "undecided": "the standard error, or a choice that the paper leaves open, decides the outcome",
    "open": "neither proved nor refuted here",
}


TYPED_OUT = re.compile(r"[-−+\d.,;:/%±()\[\]\s]*\d(?:[-−+\d.,;:/%±()\[\]\se]|to|of|against|ratio)*")
"""A text that consists of numbers only, such as "12.3 ± 0.4", "10 to 20" or "17 of 84"."""
SEVERAL = ("reading", "choice")
"""The kinds of conditions of which a claim has several, not all of which need to be met."""
OUTCOMES = {1: "true", 0: "cannot tell", -1: "false"}


@dataclass(frozen=True)
class Finding:
    """The result of a check: its verdict and the numbers on which it depends.

    Parameters
    ----------
    verdict : str
        One of `VERDICTS`.
    numbers : mapping
        Integers, floats, booleans, `Fraction`s, short strings, or tuples of these, by key. A
        simulated finding includes its standard error and its number of replications.
    labels : mapping
        The words that readers see in place of a key; a key without a label serves as its own.
    failed : tuple of str
        The names of the conditions that were not met.
    readings, choices : mapping
        The outcome of each reading of the published words, or of each choice that the paper leaves
        open, by name: "true", "false" or "cannot tell".
    steps : mapping
        The findings of the steps that the check decides as well, by id.
    met : tuple of str
        The names of the conditions that were met.
    """

    verdict: str
    numbers: Mapping[str, object] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    failed: tuple[str, ...] = ()
    readings: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, str] = field(default_factory=dict)
    steps: Mapping[str, Finding] = field(default_factory=dict)
    met: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise ValueError(f"a verdict is one of {', '.join(VERDICTS)}; got {self.verdict!r}")

    def label(self, key: str) -> str:
        """The words that readers see for a number's key."""
        return self.labels.get(key, key)

    @property
    def conditions(self) -> dict[str, bool]:
        """Whether each condition is met, readings and choices included, by name.

        A name that occurs twice is met if both conditions are.
        """
        several = {**self.readings, **self.choices}
        return (
            dict.fromkeys(self.met, True)
            | dict.fromkeys(self.failed, False)
            | {name: outcome == OUTCOMES[1] for name, outcome in several.items()}
        )

    def compared(self, original: Finding) -> Compared:
        """The conditions of another finding that this one breaks, mends, leaves broken and keeps.

        A condition without a namesake in this finding is not met by it.
        """
        before, now = original.conditions, self.conditions
        return Compared(
            breaks=tuple(name for name, met in before.items() if met and not now.get(name)),
            mends=tuple(name for name, met in before.items() if not met and now.get(name)),
            leaves=tuple(name for name in original.failed if not now.get(name)),
            keeps=tuple(name for name, met in before.items() if met and now.get(name)),
        )


class Compared(NamedTuple):
    """The conditions of a statement that a twin breaks, mends, leaves broken and keeps, by name."""

    breaks: tuple[str, ...]
    mends: tuple[str, ...]
    leaves: tuple[str, ...]
    keeps: tuple[str, ...]


class Case:
    """Collects the conditions and numbers of one check, and draws the verdict from them.

    There are five kinds of conditions: a true fact that has to be confirmed (`must`, `zero`), a published
    statement that might fail (`printed`), the direction of a simulated comparison (`sign`), one of several
    readings of the published words (`reading`), and one choice of something that the paper leaves
    open (`choice`). The keywords of a condition are the numbers on which it depends; their label is the
    condition's name.
    """

    def __init__(self, profile: str) -> None:
        self.profile = profile
        """The scale of the simulations, "quick" or "paper"."""
        self.conditions: list[tuple[str, str, int | Comparison]] = []
        """The conditions so far, each with its kind (the method's name, or "ours"), name and outcome."""
        self.steps: dict[str, Case] = {}
        """The steps so far, by id without the paper."""
        self._numbers: dict[str, object] = {}
        self._labels: dict[str, str] = {}

    def step(self, id: str) -> Case:
        """A case of its own for a step of the result; its conditions do not change the result's verdict."""
        if id in self.steps:
            raise ValueError(f"a step is opened once; {id!r} is opened twice")
        self.steps[id] = Case(self.profile)
        return self.steps[id]

    def must(self, name: str, condition: object, /, **numbers: object) -> bool:
        """A step of the true statement: of the published one, or of ours if the published one fails."""
        return self._add("ours", name, 1 if condition else -1, numbers)

    def zero(self, name: str, /, *expressions: object, **numbers: object) -> bool:
        """A step that is an identity in symbols, so every expression must simplify to zero."""
        return self.must(name, all(vanishes(each) for each in expressions), **numbers)

    def printed(self, name: str, condition: object, /, **numbers: object) -> bool:
        """A part of the published statement, or a consequence of it."""
        return self._add("printed", name, 1 if condition else -1, numbers)

    def sign(self, name: str, outcome: int | Comparison, /, **numbers: object) -> None:
        """A simulated comparison, or its sign: 1 agrees, -1 contradicts, 0 cannot tell.

        The comparisons of a case form one family, whose error rate the verdict controls
        (`compendium.comparisons`).
        """
        self._add("sign", name, outcome, numbers)

    def reading(self, name: str, outcome: object, /, **numbers: object) -> bool:
        """One reading of the published words; the verdict follows the most favourable reading."""
        return self._add("reading", name, _sign(outcome), numbers)

    def choice(self, name: str, outcome: object, /, **numbers: object) -> bool:
        """One value of something that the paper leaves open and that we had to choose.

        The statement holds if it is true for every choice, and fails if it is false for every one;
        otherwise the choice decides, and the verdict is "undecided".
        """
        return self._add("choice", name, _sign(outcome), numbers)

    def number(self, key: str, label: str, value: object) -> None:
        """A number on which the verdict depends, with a short key for code and a label for readers."""
        if key in self._numbers:
            raise ValueError(f"a number's key is unique; {key!r} stands twice")
        if isinstance(value, str) and TYPED_OUT.fullmatch(value):
            raise ValueError(f"{key!r} is a number and must not be given as the text {value!r}")
        self._numbers[key] = value
        self._labels[key] = label

    def family(self, numbers: Mapping[str, object]) -> None:
        """Numbers of one kind, such as one per policy, size or query; their labels are their keys."""
        for label, value in numbers.items():
            self.number(label, label, value)

    def finding(self, holds: str = "holds", fails: str = "corrected", broken: str = "refuted") -> Finding:
        """The finding, whose verdict is the first of the following whose condition is met.

        `broken` if a step of ours fails; `fails` if a published part fails, or if it is false under
        every reading or for every choice; "not reproduced" if a simulated comparison contradicts the
        statement (if there are several readings or choices, under every one of them); "undecided" if a
        comparison is inconclusive or if choices disagree; otherwise `holds`.
        """
        if not self.conditions:
            raise ValueError("a check without conditions cannot fail")
        family = sum(not isinstance(outcome, int) for _, _, outcome in self.conditions)
        conditions = [
            (kind, name, outcome if isinstance(outcome, int) else outcome.sign(family))
            for kind, name, outcome in self.conditions
        ]
        simulated = {kind for kind, _, outcome in self.conditions if not isinstance(outcome, int)}

        def of(kind: str) -> list[int]:
            return [sign for each, _, sign in conditions if each == kind]

        readings, choices = of("reading"), of("choice")
        favourable = max(readings, default=1)
        agreed = 1 if all(sign == 1 for sign in choices) else -1 if all(sign == -1 for sign in choices) else 0
        printed, signs = of("printed"), of("sign")
        for kind, outcome in (("reading", favourable), ("choice", agreed)):
            (signs if kind in simulated or outcome == 0 else printed).append(outcome)
        if min(of("ours"), default=1) < 0:
            verdict = broken
        elif min(printed, default=1) < 0:
            verdict = fails
        else:
            verdict = {1: holds, 0: "undecided", -1: "not reproduced"}[min(signs, default=1)]
        if verdict == "corrected" and not of("ours"):
            raise ValueError("a corrected statement needs a condition of what holds instead")
        failed, met = (
            tuple(name for kind, name, sign in conditions if (sign == 1) == agrees and kind not in SEVERAL)
            for agrees in (False, True)
        )
        words = {
            kind: {name: OUTCOMES[sign] for k, name, sign in conditions if k == kind} for kind in SEVERAL
        }
        steps = {id: step.finding() for id, step in self.steps.items()}
        several = words["reading"], words["choice"]
        return Finding(verdict, self._numbers, self._labels, failed, *several, steps, met)

    def _add(self, kind: str, name: str, outcome: int | Comparison, numbers: Mapping[str, object]) -> bool:
        self.conditions.append((kind, name, outcome))
        for key, value in numbers.items():
            self.number(key, name, value)
        return outcome == 1


def _sign(outcome: object) -> int | Comparison:
    """A condition as a sign. A comparison stays as it is, because its sign depends on the whole family."""
    if hasattr(outcome, "agrees"):
        return outcome  # type: ignore[return-value]  # comparisons are imported for type checks only
    return 1 if outcome else -1


@cache  # a twin repeats most of its claim's questions
def vanishes(expression: object) -> bool:
    """Whether a formula simplifies to zero."""
    import sympy

    return not differs(expression) and sympy.simplify(expression) == 0


def differs(expression: object) -> bool:
    """Whether a formula differs from zero at one point that the assumptions on its symbols allow.

    This rejects most nonzero formulas at once, on which `simplify` can spend minutes.
    """
    import sympy

    formula = sympy.sympify(expression)
    if formula.has(sympy.Integral, sympy.Sum, sympy.Product, sympy.Limit):
        return False  # evaluating one can take as long
    point = {}
    for place, symbol in enumerate(sorted(formula.free_symbols, key=str), start=2):
        size = sympy.Integer(place) if symbol.is_integer else sympy.Rational(place, 2 * place + 7)
        point[symbol] = -size if symbol.is_negative else size
    value = formula.subs(point).evalf(30)
    return bool(value.is_number and value.is_finite and abs(value) > 1e-9)


@dataclass(frozen=True)
class Twin:
    """A variant of a claim's statement or of a step of its proof, which must change the verdict.

    It is false, or, if it gives "holds", it is a false statement made true. The latter must meet every
    condition that the false statement breaks.

    overrides : the false values of parameters of the check, by the parameter's name; in a keyword of
        `check`, which names the parameter, the false value alone
    gives : the verdict that the check must give
    step : the id, without the paper, of the step that it changes, if that is one that the check opens
    """

    overrides: Any
    gives: str = "refuted"
    step: str = ""

    def judged(self, finding: Finding) -> Finding:
        """Of the finding of a check, the part that this twin must change."""
        if not self.step:
            return finding
        return next(found for id, found in finding.steps.items() if id.partition(":")[2] == self.step)

    def statement(self, id: str) -> str:
        """The id of the result or step that this twin of a check changes."""
        return f"{id.partition(':')[0]}:{self.step}" if self.step else id

    def noticed(self, original: Finding, falsified: Finding) -> bool:
        """Whether the finding of the twin is as it must be, given that of the statement."""
        mended = self.gives != "holds" or not falsified.compared(original).leaves
        return falsified.verdict == self.gives and mended


@dataclass(frozen=True)
class Check:
    """Decides a result, or a step of one, at a profile, "quick" or "paper".

    id : the id of the result or step
    fill : adds conditions and numbers to a case; it returns a finding only if its verdicts depend on
        its results
    verdicts : the keywords of `Case.finding`
    twins : the false variants of the statement or of steps of its proof
    """

    id: str
    fill: Callable[..., Finding | None]
    verdicts: Mapping[str, str]
    twins: tuple[Twin, ...]

    def __call__(self, profile: str, **overrides: object) -> Finding:
        case = Case(profile)
        found = self.fill(case, **overrides) or case.finding(**self.verdicts)
        part = self.id.partition(":")[0]
        return replace(found, steps={f"{part}:{id}": step for id, step in found.steps.items()})


CHECKS: dict[str, Check] = {}
"""The checks of the modules imported so far, by id."""


def check(
    id: str,
    /,
    *together: Twin,
    holds: str = "holds",
    fails: str = "corrected",
    broken: str = "refuted",
    **each: Twin | list[Twin],
) -> Callable[[Callable[..., Finding | None]], Check]:
    """Join the decorated function to the result, or the step, of this id.

    Parameters
    ----------
    id : str
        The id of the result or step.
    *together : Twin
        Twins that change several parameters at once.
    holds, fails, broken : str
        The verdicts, as in `Case.finding`.
    **each : Twin, or list of Twin
        Twins that change the parameter of this name.
    """
    twins = [*together]
    for name, values in each.items():
        several = values if isinstance(values, list) else [values]
        twins += [replace(one, overrides={name: one.overrides}) for one in several]

    def register(function: Callable[..., Finding | None]) -> Check:
        _, *known = inspect.signature(function).parameters
        for twin in twins:
            if not twin.overrides or not twin.overrides.keys() <= set(known):
                raise ValueError(f"{id}: a twin overrides parameters of the check; got {twin}")
            if twin.gives not in VERDICTS or twin.gives == "undecided":
                raise ValueError(f"{id}: a twin gives a verdict that decides; got {twin}")
        if id in CHECKS and CHECKS[id].fill.__module__ != function.__module__:
            raise ValueError(f"the claim {id!r} has two checks")
        verdicts = {"holds": holds, "fails": fails, "broken": broken}
        CHECKS[id] = Check(id, function, verdicts, tuple(twins))
        return CHECKS[id]

    return register
