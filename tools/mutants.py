"""Change the code of the checks in small random ways, and see which changes a check notices.

A mutant is one change in a function of the compendium that checks run: another comparison, sign,
operation or constant. It is noticed where the verdict of a claim, or of one of its twins, or the
failed conditions differ from what they were; an exception is counted apart, since a crash is no
finding. What changes nothing that is claimed is left alone: texts, seeds, the values of
`case.number`, how many instances are tried (a plain number in `range`, `linspace` and the like),
tolerances below 1e-6, and the parameters, which twins change. Compiled kernels are left alone, too;
`make mutate` changes the library, and the library's tests notice.
"""

from __future__ import annotations

import ast
import copy
import csv
import functools
import importlib
import inspect
import multiprocessing
import random
import signal
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

from compendium import claims
from compendium.finding import CHECKS, twins

LONGEST = 20.0
"""Seconds that a check may take before its mutant counts as endless."""
MOST_CLAIMS = 4
"""Claims, the quickest first, that are asked about a mutant."""
OTHER = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.Pow: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
CRASHED = ("crashed", ())
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
REPORTS = {"number", "family", "default_rng", "SeedSequence", "Random"}
SIZES = {"range", "linspace", "arange", "geomspace", "logspace", "random", "uniform", "integers",
         "normal", "dirichlet", "permutation"}  # fmt: skip
TOLERANCE = 1e-6


class Mutant(NamedTuple):
    """One change: the function, the place, what stood there and what stands there now."""

    module: str
    function: str
    line: int
    before: str
    after: str
    changed: ast.FunctionDef


class Outcome(NamedTuple):
    """What became of a mutant: noticed, crashed, endless or survived, and at which claim."""

    fate: str
    claim: str


def sites(function: ast.FunctionDef):
    """The nodes of a function that may be changed, as (path from the root, node)."""

    def walk(node, path):
        name = ""
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in REPORTS:
                return
        if isinstance(node, ast.JoinedStr | ast.Raise | ast.Assert):
            return
        yield path, node
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "decorator_list", "slice", "ctx", "args") and (
                field != "args" or isinstance(node, ast.FunctionDef | ast.Lambda)
            ):
                continue
            for index, child in enumerate(value if isinstance(value, list) else [value]):
                how_many = name in SIZES and isinstance(child, ast.Constant)
                if isinstance(child, ast.AST) and not how_many:
                    yield from walk(child, [*path, (field, index)])

    yield from walk(function, [])


def changed(node):
    """The node with one change, or None where there is nothing to change."""
    if isinstance(node, ast.BinOp) and type(node.op) in OTHER:
        return ast.BinOp(node.left, OTHER[type(node.op)](), node.right)
    if isinstance(node, ast.Compare) and type(node.ops[0]) in OTHER:
        return ast.Compare(node.left, [OTHER[type(node.ops[0])](), *node.ops[1:]], node.comparators)
    if isinstance(node, ast.BoolOp):
        return ast.BoolOp(OTHER[type(node.op)](), node.values)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Not):
        return node.operand
    if isinstance(node, ast.Name) and node.id in NAMES and isinstance(node.ctx, ast.Load):
        return ast.Name(NAMES[node.id], ast.Load())
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        return ast.Constant(not node.value)
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return ast.Constant(node.value + 1)
    if isinstance(node, ast.Constant) and type(node.value) is float and node.value > TOLERANCE:
        return ast.Constant(node.value * 1.25)
    return None


def mutants_of(module, function: ast.FunctionDef) -> list[Mutant]:
    """Every mutant of one function."""
    found = []
    for path, node in sites(function):
        new = changed(node)
        if new is None or not path:
            continue
        copied = copy.deepcopy(function)
        copied.decorator_list = []
        parent, where = copied, path[-1]
        for field, index in path[:-1]:
            value = getattr(parent, field)
            parent = value[index] if isinstance(value, list) else value
        value = getattr(parent, where[0])
        if isinstance(value, list):
            value[where[1]] = new
        else:
            setattr(parent, where[0], new)
        ast.fix_missing_locations(copied)
        found.append(
            Mutant(module, function.name, node.lineno, ast.unparse(node), ast.unparse(new), copied)
        )
    return found


def bare(function):
    """The plain function below decorators; None where it is compiled."""
    function = inspect.unwrap(function)
    return function if isinstance(function, FunctionType) else None


def clear_caches():
    """Forget what functions of the compendium remember."""
    for name, module in list(sys.modules.items()):
        if name.startswith("compendium."):
            for value in vars(module).values():
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()


def results(id: str) -> Iterator[tuple]:
    """What a check says of its claim, and then of each twin: verdict and failed conditions."""
    check = CHECKS[id]
    for overrides in ({}, *(each.overrides for each in twins(check))):
        clear_caches()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found = check("quick", **overrides)
            yield found.verdict, found.failed
        except TimeoutError:
            raise
        except Exception:
            yield CRASHED


class Reach(NamedTuple):
    """What a check said when nothing was changed, how long it took, and the code it ran."""

    results: list[tuple]
    seconds: float
    codes: frozenset[tuple[str, str]]


def reach(id: str) -> Reach:
    """Run a check twice: to see which functions it runs, and to see for how long."""
    ran: set[CodeType] = set()
    sys.setprofile(lambda frame, event, _: ran.add(frame.f_code) if event == "call" else None)
    try:
        list(results(id))  # compiles, and finishes simulations
    finally:
        sys.setprofile(None)
    begin = time.perf_counter()
    said = list(results(id))
    return Reach(
        said,
        time.perf_counter() - begin,
        frozenset((code.co_filename, code.co_name) for code in ran),
    )


def functions():
    """The functions of all modules of the compendium that are loaded, with their syntax."""
    for name, module in sorted(sys.modules.items()):
        if not name.startswith("compendium.") or name.count(".") < 2:
            continue
        for node in ast.parse(Path(module.__file__).read_text("utf-8")).body:
            known = isinstance(node, ast.FunctionDef) and bare(getattr(module, node.name, None))
            if known and known.__module__ == name:
                yield name, known, node


def _too_long(*_):
    raise TimeoutError


def try_out(mutant: Mutant, reached: dict[str, Reach]) -> Outcome:
    """Put a mutant in place, run the checks that run it, and take it out again."""
    module = sys.modules[mutant.module]
    function = bare(getattr(module, mutant.function))
    scope = dict(vars(module))
    tree = ast.Module([mutant.changed], [])
    exec(compile(tree, module.__file__, "exec"), scope)
    new = scope[mutant.function]
    place = (module.__file__, mutant.function)
    asked = sorted(
        (id for id, known in reached.items() if place in known.codes),
        key=lambda id: reached[id].seconds,
    )[:MOST_CLAIMS]
    kept = function.__code__, function.__defaults__, function.__kwdefaults__
    function.__code__, function.__defaults__ = new.__code__, new.__defaults__
    function.__kwdefaults__ = new.__kwdefaults__
    fate = Outcome("survived", "")
    try:
        for id in asked:
            signal.setitimer(signal.ITIMER_REAL, LONGEST)
            try:
                for said, before in zip(results(id), reached[id].results, strict=True):
                    if said == CRASHED:
                        fate = Outcome("crashed", id)
                    elif said != before:
                        return Outcome("noticed", id)
            except TimeoutError:
                return Outcome("endless", id)
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        return fate
    finally:
        function.__code__, function.__defaults__, function.__kwdefaults__ = kept


def run(ids: list[str], number: int, seed: int, jobs: int, out: Path) -> Counter:
    """Try out some random mutants; returns how many met which fate, and writes each to a table."""
    for id in ids:
        importlib.import_module(claims.check_module(id))
    reached = {}
    for id in ids:
        known = reach(id)
        if known.seconds < LONGEST / 4:
            reached[id] = known
    ran = frozenset().union(*(known.codes for known in reached.values()))
    everything = [
        mutant
        for module, function, node in functions()
        if (function.__code__.co_filename, node.name) in ran
        for mutant in mutants_of(module, node)
    ]
    chosen = random.Random(seed).sample(everything, min(number, len(everything)))
    signal.signal(signal.SIGALRM, _too_long)
    fates: Counter = Counter()
    try_one = functools.partial(try_out, reached=reached)
    out.parent.mkdir(parents=True, exist_ok=True)
    with (
        multiprocessing.get_context("fork").Pool(jobs) as pool,
        out.open("w", newline="", encoding="utf-8") as file,
    ):
        table = csv.writer(file)
        table.writerow(["fate", "claim", "module", "function", "line", "before", "after"])
        for mutant, outcome in zip(chosen, pool.imap(try_one, chosen, chunksize=4), strict=True):
            fates[outcome.fate] += 1
            table.writerow([*outcome, *mutant[:-1]])
            file.flush()
    slow = len(ids) - len(reached)
    print(f"{len(everything):,} mutants are possible; {slow} claims are too slow to ask")
    return fates
