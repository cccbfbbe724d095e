"""The arrows of imports: library <- compendium <- notebooks, and within each: core <- papers."""

import ast
from pathlib import Path

import pytest

from compendium.claims import PAPERS

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
LIBRARY, COMPENDIUM = "clickbandits", "compendium"
MODULES = sorted(p.relative_to(SOURCE).as_posix() for p in SOURCE.rglob("*.py"))
ABOVE = ("across", "your_own_log", "front")  # chapters that draw on all three papers


def imports(module):
    """What a module imports of the two packages, as tuples of names."""
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
    return [name for name in found if name[0] in (LIBRARY, COMPENDIUM)]


def is_folder(name):
    return SOURCE.joinpath(*name).is_dir()


def test_both_rooms_are_seen():
    assert {module.split("/")[0] for module in MODULES} == {LIBRARY, COMPENDIUM}


@pytest.mark.parametrize("module", MODULES)
def test_module_imports_only_what_it_may(module):
    room, folder = module.split("/")[0], module.split("/")[1].removesuffix(".py")
    paper = folder if folder in PAPERS else None
    for name in imports(module):
        shown = f"{module} imports {'.'.join(name)}"
        part = name[1] if len(name) > 1 else ""
        assert room == COMPENDIUM or name[0] == LIBRARY, shown
        assert part not in ABOVE or folder in ABOVE, shown
        if part in PAPERS and folder not in ABOVE and name[0] == room:
            assert paper is not None, f"the core: {shown}"
            if paper != part and room == COMPENDIUM:  # what two papers use, never a chapter
                assert not is_folder(name[:3]) and "experiments" not in name[:3], shown


def test_nothing_in_the_packages_imports_tools_notebooks_or_tests():
    for module in MODULES:
        tree = ast.parse((SOURCE / module).read_text("utf-8"))
        names = [a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names]
        names += [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
        assert not {name.split(".")[0] for name in names} & {"tools", "notebooks", "tests"}, module


def test_no_file_is_called_utils():
    assert not [module for module in MODULES if "util" in Path(module).stem]


def test_a_cached_kernel_calls_nothing_compiled_elsewhere():
    # numba keeps the compiled callee in the caller's cache and does not see its file change.
    for module in MODULES:
        tree = ast.parse((SOURCE / module).read_text("utf-8"))
        imported = {
            alias.asname or alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            and (node.level or (node.module or "").split(".")[0] in (LIBRARY, COMPENDIUM))
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
