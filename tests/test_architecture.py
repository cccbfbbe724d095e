"""Imports have one direction: clickbandits <- clicklogs, clickbandits <- compendium, core <- papers."""

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from compendium.claims import PAPERS

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
LIBRARY, LOGS, COMPENDIUM = "clickbandits", "clicklogs", "compendium"
MODULES = sorted(  # without compiled loops
    p.relative_to(SOURCE).as_posix() for p in SOURCE.rglob("*.py") if "__pycache__" not in p.parts
)
# The folders whose modules may use all three papers.
ABOVE = {LIBRARY: (), LOGS: (), COMPENDIUM: ("across", "your_own_log", "front", "others")}
# The parts of the compendium that use the tools for click logs: pages about them, and one public file.
ABOUT_LOGS = ("compendium/your_own_log/", "compendium/others/", "compendium/public_log.py")


def imports(module, packages=(LIBRARY, LOGS, COMPENDIUM)):
    """The imports of a module from some packages, as tuples of names."""
    path = SOURCE / module
    here = path.relative_to(SOURCE).parent.parts
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [tuple(alias.name.split(".")) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = here[: len(here) - node.level + 1] if node.level else ()
            base = start + tuple((node.module or "").split(".") if node.module else ())
            found += [base + (alias.name,) for alias in node.names]
    return [name for name in found if name[0] in packages]


def is_folder(name):
    return SOURCE.joinpath(*name).is_dir()


def test_both_rooms_are_seen():
    assert {module.split("/")[0] for module in MODULES} == {LIBRARY, LOGS, COMPENDIUM}


@pytest.mark.parametrize("module", MODULES)
def test_module_imports_only_what_it_may(module):
    room, folder = module.split("/")[0], module.split("/")[1].removesuffix(".py")
    paper = folder if folder in PAPERS else None
    for name in imports(module):
        shown = f"{module} imports {'.'.join(name)}"
        part = name[1] if len(name) > 1 else ""
        assert name[0] in (room, LIBRARY) or name[0] == LOGS and module.startswith(ABOUT_LOGS), shown
        assert part not in ABOVE[name[0]] or folder in ABOVE[room] or room != name[0], shown
        if part in PAPERS and folder not in ABOVE[room] and name[0] == room:
            assert paper is not None, f"the core: {shown}"
            if paper != part and room == COMPENDIUM:  # a module that two papers use, never a chapter
                assert not is_folder(name[:3]) and "experiments" not in name[:3], shown


def test_a_log_takes_only_the_model_from_the_papers():
    """The modules on logs import only the position-based model from the papers, and no fit.

    The report and the modules for live play may also import policies.
    """
    plays = ("report/", "player.py", "late.py", "command.py")
    for module in MODULES:
        if module.startswith(f"{LOGS}/"):
            taken = {name[1:3] for name in imports(module) if name[1:2] and name[1] in PAPERS}
            assert module.startswith(tuple(f"{LOGS}/{each}" for each in plays)) or taken <= {
                ("pbm", "model")
            }, module
            fits = "fitting", "newton", "em", "certificate", "identifiability", "rank_one"
            assert not taken & {("pbm", fit) for fit in fits}, module


def test_no_module_imports_itself_in_a_circle():
    """No chain of imports leads back to its first module; imports inside functions count as well."""
    names = {
        module.removesuffix(".py").removesuffix("/__init__").replace("/", "."): module for module in MODULES
    }
    graph = {}
    for name, module in names.items():
        imported = (".".join(each[:end]) for each in imports(module) for end in (len(each), len(each) - 1))
        graph[name] = {each for each in imported if each in names and names[each].count("__init__") == 0} - {
            name
        }
    tuple(TopologicalSorter(graph).static_order())


def test_nothing_in_the_packages_imports_tools_or_tests():
    outside = {"tests", *(path.stem for path in (ROOT / "tools").glob("*.py"))}
    for module in MODULES:
        assert not imports(module, outside), module


def test_what_sphinx_loads_is_imported_by_nothing_else():
    for module in MODULES:
        if not module.startswith("compendium/sphinx/"):
            assert ("compendium", "sphinx") not in {name[:2] for name in imports(module)}, module


def cached_with_others_names(text):
    """The functions under `@kept` that use names from another of our files, directly or not.

    The file of kept code is named after the function's own file, so such a function would keep old
    code, or an old number, from the other file.
    """
    tree = ast.parse(text)
    ours = {
        alias.asname or alias.name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
        if getattr(node, "level", 0)
        or (getattr(node, "module", None) or alias.name).split(".")[0] in (LIBRARY, LOGS, COMPENDIUM)
    }
    uses, cached = {}, set()
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            continue
        if isinstance(node, ast.FunctionDef):
            names = [node.name]
            # `@kept` itself may come from another file, because it compiles and is not compiled
            parts = [*node.args.defaults, *node.args.kw_defaults, *node.body]
            if any(re.match(r"kept\b", ast.unparse(each)) for each in node.decorator_list):
                cached.add(node.name)
        else:
            parts = [node]
            names = [
                each.id
                for each in ast.walk(node)
                if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
            ]
        loaded = {
            each.id
            for part in filter(None, parts)
            for each in ast.walk(part)
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)
        }
        for name in names:
            uses.setdefault(name, set()).update(loaded)
    bad = set(ours)
    while more := {name for name, loaded in uses.items() if loaded & bad} - bad:
        bad |= more
    return cached & bad


@pytest.mark.parametrize("module", MODULES)
def test_kept_code_uses_nothing_of_another_file_and_numba_caches_nothing_by_itself(module):
    text = (SOURCE / module).read_text("utf-8")
    assert not cached_with_others_names(text)
    assert "cache=True" not in text, "use machine_code.kept"


def test_a_kept_function_with_names_of_another_file_is_seen():
    text = """
import math
import clickbandits.mnl.model as mnl
from numba import njit
from ..core import LIMIT as CAP, kernel, other
TWICE, HALF = 2 * CAP, 0.5
@kernel
def through(x):
    return other(x)
@kept
def constant(x): return x + CAP
@kept
def derived(x): return x + TWICE
@kept(error_model="numpy")
def called(x): return through(x)
@kept
def attribute(x): return mnl.weight(x)
@kept
def fine(x): return math.exp(x) + np.pi
@njit
def not_kept(x): return CAP
"""
    seen = cached_with_others_names(text)
    assert seen == {"constant", "derived", "called", "attribute"}
