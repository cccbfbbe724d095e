"""Change the code of the checks in small random ways, and see which changes a check notices.

A mutant is one change in a function of the compendium that checks run: another comparison, sign,
operation or constant. It is noticed where the verdict of a claim, or of one of its twins, or the
failed conditions differ from what they were; an exception is counted apart, since a crash is no
finding, and so is a number on the page that changed while the verdict did not. What changes nothing
that is claimed is left alone: texts, seeds, the values of `case.number`, how many instances are
tried (a plain number in `range`, `linspace` and the like), tolerances below 1e-6, and the
parameters, which twins change. Compiled kernels are left alone, too; `make mutate` changes the
library, and the library's tests notice.

Some mutants are *set aside*, each by a rule that a machine applies (`RULES`): they are no change of
what a check says. All others that live are survivors, and the report (`explain`) counts them.
"""

from __future__ import annotations

import ast
import copy
import cProfile
import csv
import functools
import importlib
import inspect
import linecache
import math
import multiprocessing
import random
import re
import signal
import sys
import time
import warnings
from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

import numpy as np

from compendium import claims
from compendium.finding import CHECKS, twins

LONGEST = 20.0
"""Seconds of processor time that a check may take at most before its mutant counts as endless;
the limit is ten times what it took unchanged, and three seconds, where that is less."""
PATIENCE = 8.0
"""Seconds in which the claims are asked about one mutant that nobody notices, quickest first."""
OTHER = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.Pow: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
CRASHED, REFUSED = "crashed", "refused"
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
REPORTS = {"number", "family", "default_rng", "SeedSequence", "Random"}
SIZES = {"range", "linspace", "arange", "geomspace", "logspace", "random", "uniform", "integers",
         "normal", "dirichlet", "permutation", "workprec", "workdps"}  # fmt: skip
COUNTS = {
    "count",
    "seen",
    "repeat",
    "seed",
    "runs",
    "problems",
    "tries",
    "prec",
    "digits",
    "replications",
}
DRAWS = {
    "random",
    "uniform",
    "integers",
    "randint",
    "choice",
    "dirichlet",
    "permutation",
    "sample",
}
CONDITIONS = {"must", "zero", "printed", "sign"}
CHANGES = {"append", "add", "pop", "update", "extend", "setdefault", "sort", "remove", "send"}
TOLERANCE = 1e-6
RULES = {
    "only reported": "the value reaches `case.number` and nothing else: no condition, no branch, "
    "no result (forward slice of the function)",
    "how many": "a number of instances, runs or digits, or a seed, by the parameter's name or "
    "because quick and paper differ in it",
    "another instance": "a number in a literal list of instances that a loop runs through, and "
    "that the loop compares with nothing: the claim is tested there instead",
    "random instance": "the law of parameters that are drawn at random for the claim to be tried "
    "on (never of simulated clicks)",
    "strict": "`strict=True` of a zip of equal lengths",
    "assumption": "what a symbol is assumed to be: an identity over another domain",
    "same value": "a formula that gave the same value wherever all claims that run it, and their "
    "twins, evaluate it (times 1, plus 0, times 0): the same run",
    "not run": "no claim that calls the function evaluates the expression in this profile",
    "ill-typed": "a TypeError or AttributeError: no program, as code that does not compile",
}
"""Why a mutant is set aside, by the name of the rule."""


class Mutant(NamedTuple):
    """One change: the function, the place, what stood there and what stands there now."""

    module: str
    function: str
    line: int
    before: str
    after: str
    rule: str  # by which it is set aside if it lives; "" for none
    path: tuple
    new: ast.expr
    tree: ast.FunctionDef


class Outcome(NamedTuple):
    """What became of a mutant, at which claim, and what was seen there or why it is set aside."""

    fate: str
    claim: str
    seen: str = ""


def called(node) -> str:
    """The name of the function that a call calls; "" for other nodes."""
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def sites(function: ast.FunctionDef):
    """The nodes of a function that may be changed, as (path from the root, node)."""

    def walk(node, path):
        name = called(node)
        if name in REPORTS or isinstance(node, ast.JoinedStr | ast.Raise | ast.Assert):
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
    return [
        Mutant(
            module,
            function.name,
            node.lineno,
            ast.unparse(node),
            ast.unparse(new),
            rule_of(module, function, path),
            tuple(path),
            new,
            function,
        )  # fmt: skip
        for path, node in sites(function)
        if path and (new := changed(node)) is not None
    ]


def chain(tree, path) -> list[ast.AST]:
    """The nodes from the root of a tree down to the one at the end of a path."""
    nodes = [tree]
    for field, index in path:
        value = getattr(nodes[-1], field)
        nodes.append(value[index] if isinstance(value, list) else value)
    return nodes


def replaced(mutant: Mutant, new: ast.expr) -> ast.FunctionDef:
    """The function with another expression at the mutant's place, and without decorators."""
    tree = copy.deepcopy(mutant.tree)
    tree.decorator_list = []
    (*_, parent), (field, index) = chain(tree, mutant.path[:-1]), mutant.path[-1]
    value = getattr(parent, field)
    if isinstance(value, list):
        value[index] = new
    else:
        setattr(parent, field, new)
    return ast.fix_missing_locations(tree)


# what is set aside


def rule_of(module: str, function: ast.FunctionDef, path) -> str:
    """The rule of `RULES` that the place of a mutant falls under, by the syntax alone; else ""."""
    nodes = chain(function, path)
    node, parents = nodes[-1], nodes[:-1]
    if isinstance(parents[-1], ast.keyword) and parents[-1].arg == "strict":
        return "strict"
    for parent, child in zip(parents[::-1], nodes[:0:-1], strict=True):
        if called(parent) in ("symbols", "Symbol", "Dummy") and isinstance(child, ast.keyword):
            return "assumption"
        if isinstance(parent, ast.IfExp):  # one of the two numbers, or the other profile's
            tested = {each.id for each in ast.walk(parent.test) if isinstance(each, ast.Name)}
            if tested == {"profile"}:
                return "how many"
    if isinstance(node, ast.Constant) and counts(module, parents[-1], node):
        return "how many"
    if isinstance(node, ast.Constant | ast.BinOp | ast.UnaryOp) and is_instance(nodes):
        return "another instance"
    statements = [each for each in nodes if isinstance(each, ast.stmt)]
    if isinstance(statements[-1], ast.Assign) and draws(statements[-1].value):
        return "random instance"
    if only_reported(function, nodes):
        return "only reported"
    return ""


def counts(module: str, call, node: ast.Constant) -> bool:
    """Whether a plain number goes to a parameter that says how many."""
    if isinstance(call, ast.keyword):
        return call.arg in COUNTS
    known = getattr(sys.modules.get(module), called(call), None) if called(call) else None
    if known is None or not isinstance(call.func, ast.Name) or node not in call.args:
        return False
    if call.func.id.lstrip("_").startswith("random_"):
        return True  # the size of random tables, problems and the like
    try:
        names = list(inspect.signature(known).parameters)
    except (TypeError, ValueError):
        return False
    place = call.args.index(node)
    return place < len(names) and names[place] in COUNTS


def is_instance(nodes) -> bool:
    """Whether a number stands in a literal list that a loop runs through and never compares.

    The list holds numbers, or tuples of numbers; the loop's variable for that place is no side of
    a comparison in the loop, so that the number is no expected value; except with a plain number,
    which chooses among the instances.
    """
    while is_literal(nodes[-2]) and not isinstance(nodes[-2], ast.Tuple | ast.List):
        nodes = nodes[:-1]  # 10**4, -1 or Fraction(1, 3) is one number
    if not is_literal(nodes[-1]):
        return False
    inside = [type(each) for each in nodes]
    depth = len(nodes) - 2
    while depth and inside[depth] in (ast.Tuple, ast.List):
        depth -= 1
    loop, rows = nodes[depth], nodes[depth + 1 : -1]
    if called(loop) == "product" and len(rows) == 1:
        place = loop.args.index(rows[0])
        loop = nodes[depth - 1]
        if not isinstance(loop, ast.For | ast.comprehension):
            return False
        target = loop.target.elts[place] if isinstance(loop.target, ast.Tuple) else None
    elif isinstance(loop, ast.For | ast.comprehension) and rows and rows[0] is loop.iter:
        if len(rows) == 1:
            target = loop.target
        elif len(rows) == 2:
            target = loop.target
            if isinstance(target, ast.Tuple):
                target = target.elts[rows[1].elts.index(nodes[-1])]
        else:
            return False
        depth += 1
    else:
        return False
    if not isinstance(target, ast.Name) or not is_literal(rows[0]):
        return False
    where = nodes[depth - 1] if isinstance(loop, ast.For) else nodes[max(depth - 2, 0)]
    for each in ast.walk(where):
        sides = [each.left, *each.comparators] if isinstance(each, ast.Compare) else []
        itself = [isinstance(side, ast.Name) and side.id == target.id for side in sides]
        others = [s for s, own in zip(sides, itself, strict=True) if not own]
        if any(itself) and not all(isinstance(side, ast.Constant) for side in others):
            return False
    return True


def draws(value: ast.expr) -> bool:
    """Whether an expression draws parameters at random, and compares nothing."""
    calls = [each for each in ast.walk(value) if isinstance(each, ast.Call)]
    methods = {
        call.func.attr
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id in ("rng", "source")
    }
    compared = any(isinstance(each, ast.Compare | ast.IfExp) for each in ast.walk(value))
    indices = any(called(call) == "int" and "random()" in ast.unparse(call) for call in calls)
    return bool(methods) and methods <= DRAWS and not compared and not indices


def is_literal(node) -> bool:
    """Whether an expression is made of numbers alone, fractions and powers of them included."""
    return isinstance(node, ast.expr) and all(
        not isinstance(each, ast.Name) or each.id in ("Fraction", "math", "sp", "arb", "float")
        for each in ast.walk(node)
    )


@functools.cache
def keys_read() -> frozenset[str]:
    """The keys of findings' numbers that code of the compendium reads."""
    pattern = re.compile(r"numbers(?:\[|\.get\()\s*f?[\"']([^\"']*)")
    texts = (path.read_text("utf-8") for path in claims.ROOM.rglob("*.py"))
    return frozenset(key for text in texts for key in pattern.findall(text))


def only_reported(function: ast.FunctionDef, nodes) -> bool:
    """Whether a value reaches `case.number` and nothing else in its function.

    Follows the names that are assigned from it, wherever they stand. Anything but an assignment to
    plain local names or the report of a number that no code reads makes it false.
    """
    statements = [each for each in nodes if isinstance(each, ast.stmt)]
    tainted = own_target(statements[-1], nodes)
    if not tainted or any(map(acts, nodes)):
        return False
    own = {each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg)}
    while True:
        more: set[str] = set()
        for each, inside in loads(function):
            if each.id not in tainted:
                continue
            if any(isinstance(i, ast.FunctionDef | ast.Lambda) or acts(i) for i in inside[1:]):
                return False
            report = next((i for i in inside if called(i) in ("number", "family")), None)
            if report is not None:
                key = report.args[0]
                if isinstance(key, ast.Constant) and key.value not in keys_read():
                    continue
                return False
            statement = [i for i in inside if isinstance(i, ast.stmt)][-1]
            found = targets(statement)
            if not found:
                return False
            more |= found
        if more <= tainted:
            return not tainted & own
        tainted = tainted | more


def acts(node) -> bool:
    """Whether evaluating an expression may do more than give a value: a condition, a change."""
    if isinstance(node, ast.NamedExpr | ast.Yield | ast.YieldFrom):
        return True
    method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    return method and called(node) in CONDITIONS | CHANGES


def targets(statement) -> set[str]:
    """The plain names that a statement assigns; empty where it does anything else."""
    if isinstance(statement, ast.Assign):
        places = statement.targets
    elif isinstance(statement, ast.AugAssign | ast.AnnAssign):
        places = [statement.target]
    else:
        return set()
    flat = [e for p in places for e in (p.elts if isinstance(p, ast.Tuple) else [p])]
    names = {each.id for each in flat if isinstance(each, ast.Name)}
    return names if len(names) == len(flat) else set()


def own_target(statement, nodes) -> set[str]:
    """The names that take the value of the last of some nodes: of `a, b = x, y` one of the two."""
    if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Tuple):
        places = nodes[nodes.index(statement) + 1 :]
        (target,) = statement.targets if len(statement.targets) == 1 else (None,)
        if isinstance(target, ast.Tuple) and len(places) > 1:
            name = target.elts[statement.value.elts.index(places[1])]
            return {name.id} if isinstance(name, ast.Name) else set()
    return targets(statement)


def loads(tree) -> Iterator[tuple[ast.Name, list[ast.AST]]]:
    """Every name that is read in a tree, with the nodes around it."""

    def walk(node, inside):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node, inside
        for child in ast.iter_child_nodes(node):
            yield from walk(child, [*inside, node])

    yield from walk(tree, [])


# running


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
    """What a check says of its claim, and then of each twin: verdict, failed conditions, numbers.

    An exception gives `CRASHED` or `REFUSED`, its kind and its text instead.
    """
    check = CHECKS[id]
    for overrides in ({}, *(each.overrides for each in twins(check))):
        clear_caches()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found = check("quick", **overrides)
            yield found.verdict, found.failed, repr(found.numbers)
        except TimeoutError:
            raise
        except Exception as error:
            yield crash(error), type(error).__name__, str(error)


def crash(error: Exception) -> str:
    """Whether a `raise` of our own refused a value, or something broke."""
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    if frame is None or type(error) not in (ValueError, ArithmeticError):
        return CRASHED
    file = frame.tb_frame.f_code.co_filename
    raised = linecache.getline(file, frame.tb_lineno).strip().startswith("raise ")
    return REFUSED if raised and str(claims.ROOM.parent) in file else CRASHED


class Reach(NamedTuple):
    """What a check said when nothing was changed, how long it took, and the code it ran."""

    results: list[tuple]
    seconds: float
    codes: frozenset[tuple[str, str]]


def reach(id: str) -> Reach:
    """Run a check to see which functions it runs, and again to see for how long."""
    profile = cProfile.Profile(builtins=False)
    begin = time.process_time()
    profile.enable()
    try:
        said = list(results(id))  # compiles, and finishes simulations
    finally:
        profile.disable()
    seconds = time.process_time() - begin
    if seconds > 1:
        begin = time.process_time()
        list(results(id))
        seconds = time.process_time() - begin
    codes = (entry.code for entry in profile.getstats())
    places = ((code.co_filename, code.co_name) for code in codes if isinstance(code, CodeType))
    return Reach(said, seconds, frozenset(places))


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


class in_place:
    """Puts another body into a function while a block runs."""

    def __init__(self, mutant: Mutant, tree: ast.FunctionDef, **names):
        module = sys.modules[mutant.module]
        self.function = bare(getattr(module, mutant.function))
        scope = dict(vars(module))
        exec(compile(ast.Module([tree], []), module.__file__, "exec"), scope)
        self.new, self.names = scope[mutant.function], names

    def __enter__(self):
        old, new = self.function, self.new
        self.kept = old.__code__, old.__defaults__, old.__kwdefaults__
        old.__code__, old.__defaults__, old.__kwdefaults__ = (
            new.__code__, new.__defaults__, new.__kwdefaults__,
        )  # fmt: skip
        old.__globals__.update(self.names)

    def __exit__(self, *_):
        old = self.function
        old.__code__, old.__defaults__, old.__kwdefaults__ = self.kept
        for name in self.names:
            del old.__globals__[name]


def asked(mutant: Mutant, reached: dict[str, Reach]) -> tuple[list[str], bool]:
    """The claims to ask about a mutant, the quickest first, and whether these are all."""
    place = (sys.modules[mutant.module].__file__, mutant.function)
    able = sorted(
        (id for id, known in reached.items() if place in known.codes),
        key=lambda id: reached[id].seconds,
    )
    total = np.cumsum([reached[id].seconds for id in able])
    few = able[: max(1, int(np.searchsorted(total, PATIENCE)))]
    return few, len(few) == len(able)


def try_out(mutant: Mutant, reached: dict[str, Reach]) -> Outcome:
    """Put a mutant in place, run the checks that run it, and take it out again."""
    ids, all_of_them = asked(mutant, reached)
    fate = Outcome("survived", ids[0])
    with in_place(mutant, replaced(mutant, mutant.new)):
        for id in ids:
            limit = min(LONGEST, 3 + 10 * reached[id].seconds)
            signal.setitimer(signal.ITIMER_PROF, limit)
            signal.setitimer(signal.ITIMER_VIRTUAL, 2 * limit)  # ends a process deep in a library
            try:
                for said, before in zip(results(id), reached[id].results, strict=True):
                    if said[0] in (CRASHED, REFUSED) and said[0] != before[0]:
                        fate = Outcome(said[0], id, ": ".join(said[1:]))
                    elif said[:2] != before[:2]:
                        return Outcome("noticed", id)
                    elif said != before and fate.fate == "survived":
                        fate = Outcome("survived", id, "a published number")
            except TimeoutError:
                return Outcome("endless", id)
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    if fate.fate == REFUSED:
        return fate
    if fate.fate == CRASHED:
        ill = fate.seen.startswith(("TypeError", "AttributeError"))
        # a relation that cannot be decided is a value gone wrong, not a type
        truth = "truth value" in fate.seen or "comparison" in fate.seen
        return Outcome("set aside", fate.claim, "ill-typed") if ill and not truth else fate
    rule = mutant.rule or (all_of_them and value_rule(mutant, ids))
    return Outcome("set aside", fate.claim, rule) if rule else fate


class Different(Exception):
    """The changed expression was evaluated, and has another value than it had."""


def value_rule(mutant: Mutant, ids: list[str]) -> str:
    """The rule by which a mutant is set aside for its values: "not run", "same value" or ""."""
    nodes, depth = chain(mutant.tree, mutant.path), len(mutant.path)
    while isinstance(nodes[depth - 1], ast.BinOp | ast.UnaryOp):
        depth -= 1  # the whole formula around it
    old, whole = nodes[depth], mutant._replace(path=mutant.path[:depth])
    new = chain(replaced(mutant, mutant.new), whole.path)[-1]
    if any(isinstance(each, ast.Yield | ast.YieldFrom | ast.NamedExpr) for each in ast.walk(old)):
        return ""
    operation = isinstance(old, ast.BinOp | ast.UnaryOp) and pure(old)
    evaluated = 0

    def probe(before, after=None):
        nonlocal evaluated
        evaluated += 1
        try:
            value = before()
            equal = after is not None and same(value, after())
        except Exception:
            equal = False
        if not equal:
            raise Different
        return value

    none = ast.arguments([], [], None, [], [], None, [])
    ways = (old, new) if operation else (old,)
    call = ast.Call(ast.Name("_probe", ast.Load()), [ast.Lambda(none, way) for way in ways], [])
    with in_place(whole, replaced(whole, call), _probe=probe):
        if any(said[:2] == (CRASHED, "Different") for id in ids for said in results(id)):
            return ""
    return "same value" if evaluated else "not run"


def pure(node: ast.expr) -> bool:
    """Whether an expression may be evaluated twice: it draws nothing, and changes nothing."""
    for each in ast.walk(node):
        if isinstance(each, ast.GeneratorExp):
            return False
        if isinstance(each, ast.Name) and each.id in ("rng", "case", "next", "generator"):
            return False
        if acts(each):
            return False
    return True


def same(one: object, other: object) -> bool:
    """Whether two values are of one type and equal in all parts; NaN equals NaN."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other, one.dtype.kind in "fc")
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return bool(one == other) or bool(one != one and other != other)


def run(
    ids: list[str],
    number: int,
    seed: int,
    jobs: int,
    out: Path,
    minutes: float = math.inf,
    only: str = "",
) -> list[list[str]]:
    """Try out some random mutants, and write to a table what became of each; returns its rows.

    After so many minutes it stops: what was tried are the first of those drawn. `only` is how the
    names of the modules begin whose functions are changed.
    """
    ends = time.monotonic() + 60 * minutes
    for id in ids:
        importlib.import_module(claims.check_module(id))
    reached = {}
    for id in ids:
        known = reach(id)
        if known.seconds < LONGEST / 4:
            reached[id] = known
    slow = len(ids) - len(reached)
    everything = [mutant for mutant in possible(reached) if mutant.module.startswith(only)]
    chosen = random.Random(seed).sample(everything, min(number, len(everything)))
    signal.signal(signal.SIGPROF, _too_long)
    out.parent.mkdir(parents=True, exist_ok=True)
    rows = []
    with out.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(COLUMNS)
        for mutant, outcome in zip(chosen, outcomes(chosen, reached, jobs), strict=False):
            rows.append([*outcome, kind(mutant), *map(str, mutant[:5])])
            table.writerow(rows[-1])
            file.flush()
            if time.monotonic() > ends:
                break
    print(f"{len(everything):,} mutants are possible; {slow} claims are too slow to ask")
    return rows


WORK: tuple[list[Mutant], dict[str, Reach]] = ([], {})
"""What the processes that try mutants out inherit."""


def _try_number(number: int) -> Outcome:
    chosen, reached = WORK
    return try_out(chosen[number], reached)


def outcomes(chosen: list[Mutant], reached: dict[str, Reach], jobs: int) -> Iterator[Outcome]:
    """What becomes of each mutant, in order; one that ends its process has crashed."""
    global WORK
    WORK, context = (chosen, reached), multiprocessing.get_context("fork")
    done, width = 0, jobs
    while done < len(chosen):
        pool = ProcessPoolExecutor(width, mp_context=context)
        begun, waiting = done, deque()
        try:
            while done < len(chosen):
                while begun < len(chosen) and len(waiting) < max(1, 2 * width - 1):
                    waiting.append(pool.submit(_try_number, begun))
                    begun += 1
                outcome = waiting.popleft().result()
                done += 1
                yield outcome
        except BrokenProcessPool:
            if width > 1:
                width = 1  # one by one, to see which it is
                continue
            done, width = done + 1, jobs
            yield Outcome("crashed", "", "the process ended")
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def possible(reached: dict[str, Reach]) -> list[Mutant]:
    """All mutants of the functions that the checks run."""
    ran = frozenset().union(*(known.codes for known in reached.values()))
    return [
        mutant
        for module, function, node in functions()
        if (function.__code__.co_filename, node.name) in ran
        for mutant in mutants_of(module, node)
    ]


# the report

COLUMNS = ["fate", "claim", "seen", "kind", "module", "function", "line", "before", "after"]
KINDS = {
    "an instance": "a number in a literal that is given a name or goes straight to a function: "
    "the check then tests its claim on another instance, where it is true as well",
    "a number": "another number: of a bound that is not tight where it is tested, of a grid, of a "
    "margin",
    "an operation": "+, -, ×, /, power or sign in a formula: the statement is tested where both "
    "give the same verdict",
    "a comparison": "a comparison turned round: it chooses among cases that end alike",
    "and, or, all, any": "a weaker or stronger joint condition: of several that are true together, "
    "and false together in the twins",
    "least, largest": "min for max: one of several comparisons decides, and either does",
    "a flag": "a keyword that is true or false",
}
"""What the survivors are, by what was changed."""


def kind(mutant: Mutant) -> str:
    """What was changed, as one of `KINDS`."""
    *parents, node = chain(mutant.tree, mutant.path)
    if isinstance(node, ast.Constant):
        if type(node.value) is bool:
            return "a flag"
        literal = len(parents) - 1
        while isinstance(parents[literal], ast.Tuple | ast.List | ast.Dict | ast.UnaryOp) or (
            called(parents[literal]) in ("Fraction", "Rational", "array", "arb", "ball")
        ):
            literal -= 1
        return "an instance" if isinstance(parents[literal], ast.Assign) else "a number"
    if isinstance(node, ast.Name):
        return "and, or, all, any" if node.id in ("any", "all") else "least, largest"
    if isinstance(node, ast.BoolOp) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    ):
        return "and, or, all, any"
    return "a comparison" if isinstance(node, ast.Compare) else "an operation"


def summary(rows: list[list[str]]) -> tuple[Counter, float]:
    """How many met which fate, and the share noticed of those that are not set aside."""
    fates = Counter("survived: number" if row[0] == "survived" and row[2] else row[0]
                    for row in rows)  # fmt: skip
    judged = fates.total() - fates["set aside"]
    return fates, fates["noticed"] / max(judged, 1)


def explain(rows: list[list[str]], seed: int, drawn: int, note: str = "") -> str:
    """The report on a run, in Markdown: the share, what was set aside, the survivors by kind."""
    fates, share = summary(rows)
    judged = fates.total() - fates["set aside"]
    whole = judged - fates["crashed"] - fates["refused"]
    aside = Counter(row[2] for row in rows if row[0] == "set aside")
    live = [row for row in rows if row[0] == "survived"]
    shown = Counter(row[3] for row in live if row[2])
    silent = Counter(row[3] for row in live if not row[2])
    names = {
        "noticed": "a verdict, of the claim or of a twin, or a failed condition changed",
        "survived: number": "only a number on the page changed; counts as not noticed",
        "survived": "nothing changed that a finding holds",
        "refused": "a ValueError that our code raises by name; counts as not noticed",
        "crashed": "any other exception, which is no finding; counts as not noticed",
        "endless": "ten times the processor time, and three seconds; counts as not noticed",
    }
    lines = [
        "# Random changes of the checks, and what became of them", "",
        f"A run of `make falsify MUTANTS={drawn}`: the first {len(rows):,} of the {drawn:,} "
        f"mutants drawn with seed {seed}, at the quick profile. {note} "
        "What a mutant is, and what is left alone, stands at the head of `tools/mutants.py`.", "",
        f"**{share:.1%} noticed**: {fates['noticed']:,} of {judged:,} mutants that are not set "
        f"aside. {fates['set aside']:,} of {len(rows):,} were set aside; with these in the "
        f"denominator it is {fates['noticed'] / max(len(rows), 1):.1%}. With the "
        f"{fates['refused']:,} that our code refuses by name it is "
        f"{(fates['noticed'] + fates['refused']) / max(judged, 1):.1%}; of those that do not "
        f"crash it is {fates['noticed'] / max(whole, 1):.1%}.",
        "",
        "| fate | mutants | |", "|---|---:|---|",
        *(f"| {name.replace(': number', ', a number changed')} | {fates[name]:,} | {text} |"
          for name, text in names.items()),
        "", "## Set aside, by rule", "", "| rule | mutants | why |", "|---|---:|---|",
        *(f"| {rule} | {aside[rule]:,} | {why} |" for rule, why in RULES.items()),
        "", "## Survivors, by kind", "",
        "| changed | nothing seen | a number on the page | why it lives |", "|---|---:|---:|---|",
        *(f"| {name} | {silent[name]:,} | {shown[name]:,} | {why} |"
          for name, why in KINDS.items()),
        "", "## Survivors, by module", "", "| module | mutants | noticed | survived | crashed |",
        "|---|---:|---:|---:|---:|",
    ]  # fmt: skip
    modules = {row[4] for row in rows}
    count = Counter((row[4], row[0]) for row in rows)
    for name in sorted(modules, key=lambda name: (-count[name, "survived"], name)):
        tried = sum(
            count[name, fate] for fate in ("noticed", "survived", "refused", "crashed", "endless")
        )
        seen = (count[name, fate] for fate in ("noticed", "survived", "crashed"))
        lines.append(f"| `{name.removeprefix('compendium.')}` | {tried} | "
                     + " | ".join(map(str, seen)) + " |")  # fmt: skip
    lines += ["", "## Every survivor", "", "| place | before | after | kind |", "|---|---|---|---|"]
    for row in sorted(live, key=lambda row: (row[4], row[5], int(row[6]))):
        before, after = (text.replace("|", "\\|") for text in row[7:9])
        place = f"{row[4].removeprefix('compendium.')}.{row[5]}"
        what = row[3] + (", a number on the page" if row[2] else "")
        texts = f"`{shortened(before, after)}` | `{shortened(after, before)}`"
        lines.append(f"| `{place}`, line {row[6]} | {texts} | {what} |")
    return "\n".join(lines) + "\n"


def shortened(text: str, other: str) -> str:
    """The first of two texts around the place where they differ."""
    same = next((i for i, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), 0)
    low, high = max(0, same - 30), same + 30
    return ("… " if low else "") + text[low:high] + (" …" if high < len(text) else "")
