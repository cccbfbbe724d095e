"""The arrows of imports: core <- papers <- what draws on all three <- notebooks; nothing back."""

import ast
from pathlib import Path

import pytest

from clickbandits.claims import PAPERS

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "clickbandits"
MODULES = sorted(p.relative_to(PACKAGE).as_posix() for p in PACKAGE.rglob("*.py"))
ABOVE = ("across", "your_own_log", "front")  # chapters that draw on all three papers
PRIVATE = ("claims", "experiments", "figures")  # what no other paper may import


def imports(path):
    """What a module imports, as tuples of names below `clickbandits`."""
    here = ("clickbandits", *path.relative_to(PACKAGE).parent.parts)
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [tuple(alias.name.split(".")) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = here[: len(here) - node.level + 1] if node.level else ()
            base = start + tuple((node.module or "").split(".") if node.module else ())
            found += [base + (alias.name,) for alias in node.names]
    return [name[1:] for name in found if name[0] == "clickbandits"]


@pytest.mark.parametrize("module", MODULES)
def test_module_imports_only_what_it_may(module):
    folder = module.split("/")[0].removesuffix(".py")
    paper = folder if folder in PAPERS else None
    for name in imports(PACKAGE / module):
        target = name[0] if name and name[0] in PAPERS else None
        assert not name or name[0] not in ABOVE or folder in ABOVE, f"imports {'.'.join(name)}"
        if paper is None and folder not in ABOVE:
            assert target is None, f"the core imports {'.'.join(name)}"
        elif target not in (None, paper):
            assert name[1:2] == () or name[1] not in PRIVATE, f"{module} imports {'.'.join(name)}"


def test_nothing_in_the_package_imports_tools_notebooks_or_tests():
    for module in MODULES:
        tree = ast.parse((PACKAGE / module).read_text("utf-8"))
        names = [a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names]
        names += [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
        assert not {name.split(".")[0] for name in names} & {"tools", "notebooks", "tests"}, module


def test_files_are_short_and_none_is_called_utils():
    for module in MODULES:
        assert "util" not in Path(module).stem
        lines = (PACKAGE / module).read_text("utf-8").count("\n")
        assert lines <= 250, f"{module} has {lines} lines"


def test_a_cached_kernel_calls_nothing_compiled_elsewhere():
    # numba keeps the compiled callee in the caller's cache and does not see its file change.
    for module in MODULES:
        tree = ast.parse((PACKAGE / module).read_text("utf-8"))
        imported = {
            alias.asname or alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            and (node.level or (node.module or "").startswith("clickbandits"))
            for alias in node.names
        }
        for function in tree.body:
            if isinstance(function, ast.FunctionDef) and any(
                "cache=True" in ast.unparse(decorator) for decorator in function.decorator_list
            ):
                called = {
                    ast.unparse(node.func).split(".")[0]
                    for node in ast.walk(function)
                    if isinstance(node, ast.Call)
                }
                assert not called & imported, f"{module}: {function.name}"
