"""Public functions with wrong lengths, types and ranges: every call returns, or explains what is wrong.

A valid argument, known by its name or from a docstring's example, is replaced by hostile values, one at a
time. The calls are made in a process of their own, so a call that ended it or did not return would be a
failing test that names it. Without compilation Python refuses an index outside of an array in kernels, too.
The same numbers in another form, such as a read-only array or a Series, must not change a result.
"""

import ast
import doctest
import faulthandler
import inspect
import os
import resource
import subprocess
import sys
import tempfile
import warnings
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from numba import config

from clickbandits import PBM_UCB, UCB1, mnl, pbm, rank1
from clickbandits.core import Problem
from clickbandits.pbm.fitting import fit

PROBLEM = pbm.problem([0.6, 0.5, 0.2, 0.1], [0.9, 0.3])
CLICKS = np.array([[40, 9], [30, 8], [10, 3], [5, 1]])
PLAYS = np.array([[100, 90], [90, 100], [100, 100], [80, 70]])
GAPS = np.array([0.0, 0.1, 0.3])

VALID = {  # arguments, by their names
    **{"attraction": PROBLEM.attraction, "examination": PROBLEM.examination, "rates": CLICKS},
    **{"theta": PROBLEM.attraction, "kappa": PROBLEM.examination, "clicks": CLICKS, "plays": PLAYS},
    **{"u": np.log(PROBLEM.attraction), "v": np.log(PROBLEM.examination), "missed": PLAYS},
    **{"model": pbm.MODEL, "problem": PROBLEM, "problems": (PROBLEM,), "game": mnl.problem(*PROBLEM)},
    **{"policy": PBM_UCB, "policies": [PBM_UCB], "executor": None, "action": [0, 1], "order": np.arange(4)},
    **{"positions": np.arange(2), "checkpoints": [10, 100], "horizon": 100, "replications": 3, "seed": 1},
    **{"n_items": 4, "n_positions": 2, "n_indices": 4, "n_epochs": 10, "stage": 1, "position": 1},
    **{"id": "game", "chunk": 10, "number": 5, "spacing": "log", "word": "labels", "how": "told flat"},
    **{
        "shape": (4, 2),
        "replication": 0,
        "attraction_range": "[0, 1]",
        "examination_range": "(0, 1]",
        "name": "p",
    },
    **{"values": GAPS, "row_gaps": GAPS, "column_gaps": GAPS, "fresh_tables": False, "n": 3, "s": 2},
    **{"p": 0.3, "q": 0.5, "c": 0.5, "largest": 0.9, "budget": 0.1, "level": 0.5, "delta": 0.1},
    **{"examination_min": 0.2, "examination_max": 0.8, "jumps": 1.0, "epsilon": 0.01, "skip": True},
    **{"clip": False, "variance": 2.0, "confidence": 20.0, "largest_mean": 1.0, "exposure": 3.0},
    **{"estimate": 0.4, "squares": 2.0, "radius": "printed", "multiplier": "printed"},
    **{"estimator": "algorithm_1", "differences": "implicit", "tables": "cumulative", "method": "newton"},
    **{"fitted": fit(CLICKS, PLAYS), "fit": None, "tolerance": 1e-9, "limit": 50, "max_iterations": 20},
    **{"value": 1, "start": None, "deviance": False, "bounds": (0.0, 1.0), "release": False},
}
LISTS = {"lists": [[0, 1], [1, 0]], "epochs": [10, 12], "clicks": [[4, 2], [5, 1]]}
ONE_ITEM = {"clicks": [3.0, 1.0], "plays": [10.0, 9.0]}
OTHERS = {  # arguments of single functions, or of all functions of a module
    "clickbandits.mnl.concentration": {"attraction": 0.4, "clicks": 30.0},
    "clickbandits.pbm.confidence": ONE_ITEM,
    **dict.fromkeys(("fit_exact", "list_counts", "counts_by_cell"), LISTS),
    **{"epoch_ucb": {"log_of": ""}, "pbm_pie": {"log_of": "horizon", "position": "last"}},
    **{"rank1_elim_kl": {"budget": "printed"}, "stage_table": {"problem": rank1.problem(*PROBLEM)}},
}
INNER = {  # parts of fits, games and policies, which are called with checked arguments
    *("climb", "exact_margins", "solve", "direction", "game", "play_range", "spread", "simulated"),
    *("from_counts", "exact_from_counts", "corrected_from_counts", "uniform_prior"),
    *("generator", "begin", "checked_fit"),
}
TRUSTING = (
    *("clickbandits.core", "clickbandits.simulate", ".model", ".epoch_ucb"),
    *("expected_clicks", "largest_shortfall", "em_step", "loose_parts", "not_identified", "checked_design"),
    *("regret_curves", "disarmed"),
)
"""Functions of checked arrays, which may answer a wrong type with any error of Python."""

FAIR = ValueError, TypeError, KeyError, OSError, MemoryError


def calls():
    """Function and valid arguments, by name, of every public function and of what examples call."""
    from tests.book.test_reference import modules, shown

    found, examples, missing = {}, {}, set()

    def record(function, *arguments, **keywords):
        package = getattr(inspect.getmodule(function), "__name__", "").partition(".")[0]
        if package in ("clickbandits", "clicklogs") and "<locals>" not in function.__qualname__:
            bound = inspect.signature(function).bind(*arguments, **keywords).arguments
            examples.setdefault(f"{function.__module__}.{function.__qualname__}", (function, bound))
        return function(*arguments, **keywords)

    class Recorded(ast.NodeTransformer):
        def visit_Call(self, node):
            self.generic_visit(node)
            return ast.Call(ast.Name("record", ast.Load()), [node.func, *node.args], node.keywords)

    for module in list(modules()):
        for name, function in vars(module).items() if module.__name__.startswith("clickbandits") else ():
            if not inspect.isfunction(function) or function.__module__ != module.__name__ or name in INNER:
                continue
            is_kernel = inspect.getsource(function).startswith("@")  # which trusts its arguments
            if shown(module.__name__, name) and not (name.startswith("_") or is_kernel):
                known = VALID | OTHERS.get(module.__name__, {}) | OTHERS.get(name, {})
                takes = inspect.signature(function).parameters.values()
                if any(each.name not in known and each.default is each.empty for each in takes):
                    missing.add(f"{module.__name__}.{name}")
                else:
                    arguments = {each.name: known[each.name] for each in takes if each.name in known}
                    found[f"{module.__name__}.{name}"] = function, arguments
        for test in () if config.DISABLE_JIT else doctest.DocTestFinder().find(module):
            around = test.globs | {"record": record}
            for example in test.examples:
                tree = ast.fix_missing_locations(Recorded().visit(ast.parse(example.source)))
                exec(compile(tree, test.name, "exec"), around)
    assert config.DISABLE_JIT or missing <= examples.keys(), missing - examples.keys()
    return examples | found


class Answers:
    """An object that is no array, but gives one, and each time another one, when it is asked for it."""

    def __init__(self, *arrays):
        self.arrays = [*arrays]

    def __array__(self, dtype=None, copy=None):
        given = self.arrays.pop(0) if len(self.arrays) > 1 else self.arrays[0]
        return np.array(given, dtype=dtype)


class Endless(list):
    """A list that says that it is longer than it is."""

    def __len__(self):
        return 2**62


def other_forms(value):
    """The same numbers in other forms."""
    numbers = np.asarray(value)
    frozen, backwards = numbers.copy(), np.ascontiguousarray(numbers[::-1])[::-1]
    frozen.flags.writeable = False
    yield from (frozen, backwards, np.asfortranarray(numbers), np.repeat(numbers, 2, axis=-1)[..., ::2])
    yield from (numbers.astype(numbers.dtype.newbyteorder()), numbers.astype(object), np.ma.array(numbers))
    yield from (numbers.tolist(), numbers.astype(np.longdouble), Answers(numbers))
    yield (pd.Series if numbers.ndim == 1 else pd.DataFrame)(numbers, index=range(len(numbers))[::-1])


def alike(one, other):
    """Whether two results have the same numbers, up to the order of additions."""
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, np.ndarray | np.number | float):
        return np.allclose(one, np.asarray(other, dtype=float), 1e-9, 1e-12, equal_nan=True)
    return type(one) is type(other)


def hostile(value):
    """Values of other types, lengths and ranges, also made from the valid one."""
    yield from (None, "", "x", b"x", {}, object(), int, len, [], [[]], [None], ["a", "b"], [[1, 2], [3]])
    yield from (True, -1, 0, 1, 2, 1.5, -0.5, 1j, np.nan, np.inf, -np.inf, 1e300, 1e-300, 5e-324)
    yield from (10**30, 2**63, -(2**63) - 1, [10**30, 1], [2**62, 0], [0.5], [0.5] * 5, [-1, -1], [5, 5])
    yield from (np.zeros((0, 2)), np.zeros((2, 2, 2)), np.array(3.0), np.array([1j, 2]))
    yield from (np.full((4, 2), 1e12), np.array(["a"]), np.array([None, 1]), np.array([1, 2], np.uint8))
    yield from (pbm.MODEL, mnl.MODEL, rank1.MODEL, UCB1, "PBM_UCB", [PBM_UCB] * 2, PBM_UCB._replace(id=3))
    yield from ((1e9, 0.0), ([0.5], [0.5]), ([1.0] * 4, [1.0] * 2), ([0.0] * 4, [0.0] * 2), [7, 1])
    yield from (range(0), range(3), range(10**18), Problem(np.full(3, np.nan), np.full(2, 7.0)))
    yield from (Problem([0.5, 0.4], [0.5]), Problem(np.array([]), np.array([])), Problem(None, "a"))
    yield from (
        Answers([0.5]),
        Answers("x"),
        Endless([0.5, 0.4]),
        Decimal("0.5"),
        Fraction(1, 3),
        np.str_("x"),
    )
    yield from (np.ma.masked, pd.NA, pd.Series([0.5, None]), np.bytes_(b"1"), np.zeros(2, "i4,f8"))
    yield from (pbm.problem([1, 1], [1, 1]), pbm.problem([0, 0], [1]), pbm.problem([0.5, 1e-320], [5e-324]))
    if isinstance(value, list | np.ndarray) and np.asarray(value).dtype.kind in "iuf":
        numbers = np.array(value, dtype=float)
        yield from (numbers[:-1], numbers[:1], np.repeat(numbers, 2, axis=0), numbers[None])
        yield from (numbers[..., None], np.repeat(numbers, 2, axis=0)[::2], numbers[::-1], numbers.T)
        yield from (-numbers, 0 * numbers, numbers * 1e12, numbers * 1e308, numbers * 1e-310, numbers + 4)
        yield from (numbers.astype(kind) for kind in ("f4", "f2", "i1", "?", ">f8", object, complex, str))
        yield from (
            Answers(numbers, numbers[:-1]),
            Answers(numbers, numbers * np.nan),
            Answers(numbers, -numbers),
        )
        for place, wrong in ((0, np.nan), (-1, np.inf), (0, -1.0), (-1, 2.0)):
            changed = numbers.copy()
            changed.flat[place] = wrong
            yield changed


def main():
    """Make all calls; print each before it is made, and its error if it is not a fair one."""
    resource.setrlimit(resource.RLIMIT_AS, (2**34, 2**34))
    os.chdir(tempfile.mkdtemp())
    np.seterr(all="ignore")
    warnings.simplefilter("ignore")
    talk, sys.stdout = sys.stdout, sys.stderr
    for name, (function, valid) in calls().items():
        trusting = any(part in name for part in TRUSTING)
        changes = [{}] + [{each: wrong} for each in valid for wrong in hostile(valid[each])]
        forms = [
            {each: form}
            for each, value in valid.items()
            if isinstance(value, list | np.ndarray) and np.asarray(value).dtype.kind in "iuf"
            for form in (() if trusting else other_forms(value))
        ]
        expected = None
        for change in changes + forms:
            print(name, *change, repr(change)[:80].replace("\n", " "), end=" ", file=talk, flush=True)
            faulthandler.dump_traceback_later(300, exit=True)
            try:
                result = function(**(valid | change))
                expected = expected if change else result
                if any(change is form for form in forms) and not alike(expected, result):
                    print("--> another result:", repr(result)[:200].replace("\n", " "), end="", file=talk)
            except Exception as error:
                fair = isinstance(error, FAIR) and (change or "clicklogs" in name)
                if not (fair or change and trusting):
                    print("-->", type(error).__name__, str(error)[:200].replace("\n", " "), end="", file=talk)
            print(file=talk)
    print("all calls were made", file=talk)


@pytest.mark.parametrize("plain", ["1", pytest.param("0", marks=pytest.mark.slow)], ids=["plain", "compiled"])
def test_every_call_returns_or_explains(plain):
    command = [sys.executable, "-c", f"from {__name__} import main; main()"]
    variables = os.environ | {"NUMBA_DISABLE_JIT": plain, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, env=variables, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    assert done.returncode == 0 and lines[-1] == "all calls were made", (lines[-1:], done.stderr[-2000:])
    assert [line for line in lines if "-->" in line] == []
    assert len(lines) > 10_000
