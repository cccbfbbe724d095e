"""A digest of code covers exactly the code that Python loads."""

import os
import subprocess
import sys

import pytest

from clickbandits import source
from clickbandits.source import loaded_modules, source_digest

LAZY = "import lazy_loader\n__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)\n"


class Stub(str):
    """The stub of a package whose exports are lazy."""


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write the files of a package `room`, with times before the start of this process."""
    monkeypatch.syspath_prepend(tmp_path)

    def write(**modules):
        for name, text in ({"": ""} | modules).items():
            path = tmp_path.joinpath("room", *name.split("__"))
            file = path / "__init__.py" if name.endswith("__") or not name else f"{path}.py"
            os.makedirs(os.path.dirname(file), exist_ok=True)
            files = {file: LAZY, f"{file}i": text} if isinstance(text, Stub) else {file: text}
            for each, content in files.items():
                with open(each, "w") as opened:
                    opened.write(content)
                os.utime(each, (0, 0))
        source.find.cache_clear()
        source._parsed.cache_clear()  # the files' times and sizes may be what they were

    yield write
    source.find.cache_clear()


def really_loaded(module, folder=""):
    """The modules of the two packages and of `room` that are loaded when one of them is imported."""
    show = f"import sys, {module}; print(*sys.modules)"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), *sys.path])}
    ran = subprocess.run(
        [sys.executable, "-c", show], capture_output=True, text=True, check=True, env=environment
    )
    return {n for n in ran.stdout.split() if n.partition(".")[0] in ("clickbandits", "compendium", "room")}


@pytest.mark.parametrize(
    "module",
    [
        "clickbandits.pbm.ucb",
        "clickbandits.mnl.epoch_ucb",
        "clickbandits.rank1.elim",
        "compendium.comparisons",
        "compendium.mnl.experiments",
    ],
)
def test_it_is_what_python_loads(module):
    assert loaded_modules([module]) == really_loaded(module)


def test_what_a_function_may_import_later_counts():
    found, loaded = (loaded_modules(["clicklogs.reading"]), really_loaded("clicklogs.reading"))
    assert loaded < found and "clicklogs.frames" in found - loaded


TOP = "from room.below import f\n\ndef g(x):\n    return f(x)\n"
BELOW = "def f(x):\n    return x + 1\n"


def test_only_code_counts(write):
    write(top=TOP, below=BELOW)
    before = source_digest(["room.top"])
    text = BELOW.replace("    return", '    """Text."""\n\n    # why\n    return')
    write(below=f'"""Text."""\n{text}')
    assert source_digest(["room.top"]) == before
    write(below=BELOW.replace("+ 1", "+ 2"))
    assert source_digest(["room.top"]) != before


CODE = '''"""Text."""
from .below import a as b, c
class A(B, key=1):
    """Text."""
    x: int = -1
    async def f(self, /, y=None, *z, k, w=(), **rest) -> "A":
        return [f"{y!r:>{k}}é{{}}" f"{x=:.{k}f}" f"{x:}" "", *z], {1: 2.5e-9, **rest}, y or "", u"", b"", ...
@c(1j)
def g(x):
    match x:
        case None | {"a": [_, *more]}: del x
    try: yield lambda *, k=None: (k := 10**30)
    except* ValueError: pass
    else: """Text."""
    for i, in x[1:, ...]: global h
'''


def test_every_python_gives_the_same_digest(write):
    write(top=CODE, below="")
    assert source_digest(["room.top"])[:16] == "6f0646d81cf791b5"


def test_a_text_below_a_constant_does_not_count(write):
    write(top="A = 1\n")
    before = source_digest(["room.top"])
    write(top='A = 1\n"""What it is."""\n')
    assert source_digest(["room.top"]) == before


@pytest.mark.parametrize(
    "text",
    [
        "import room.below",
        "import room.below as b",
        "from room import below",
        "from room.below import f",
        "from . import below",
        "from .below import f",
        "def f():\n    from .below import f",
        "try:\n    from .below import f\nexcept ImportError:\n    pass",
    ],
)
def test_every_import_statement_is_followed(write, text):
    write(top=text, below="A = 1\n")
    assert loaded_modules(["room.top"]) == {"room", "room.top", "room.below"}


def test_relative_imports_in_an_init_are_followed(write, tmp_path):
    write(
        paper__="from .model import f\nfrom ..below import g\n",
        paper__model="f = 1\n",
        below="g = 1\n",
        paper__ucb="",
    )
    expected = {"room", "room.paper", "room.paper.model", "room.below", "room.paper.ucb"}
    assert loaded_modules(["room.paper.ucb"]) == expected
    assert really_loaded("room.paper.ucb", tmp_path) == expected


def test_the_init_of_a_package_on_the_way_counts(write):
    write(paper__="A = 1\n", paper__ucb="")
    before = source_digest(["room.paper.ucb"])
    write(paper__="A = 2\n")
    assert source_digest(["room.paper.ucb"]) != before


def test_this_package_is_followed_from_another(write):
    write(top="from clickbandits.bernoulli import kl\n")
    assert "clickbandits.bernoulli" in loaded_modules(["room.top"])


def test_a_file_beside_ones_own_is_followed(write, tmp_path):
    (tmp_path / "beside.py").write_text("A = 1\n")
    write(top="import beside\n")
    assert loaded_modules(["room.top"]) == {"room", "room.top", "beside"}


def test_further_texts_count(write):
    write(top="")
    digests = {source_digest(["room.top"], *parts) for parts in ([], ["a", "b"], ["ab"], ["a"])}
    assert len(digests) == 4


def test_other_packages_are_not_followed(write):
    write(top="import numpy\nimport json.decoder\n")
    assert loaded_modules(["room.top"]) == {"room", "room.top"}


def test_what_is_imported_for_types_alone_does_not_count(write):
    write(top="from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import room.below\n", below="")
    assert loaded_modules(["room.top"]) == {"room", "room.top"}


@pytest.mark.parametrize(
    ("text", "loaded"),
    [
        ("from room.paper import f", {"below"}),
        ("from room.paper import f, g", {"below", "beside"}),
        ("from room.paper import *", {"below", "beside", "inner"}),
        ("from room import paper\npaper.f(1)", {"below"}),
        ("import room.paper\nroom.paper.g", {"beside"}),
        ("import room.paper as p\np.inner.h", {"inner", "inner.deep"}),
        ("from room.paper import inner\ninner.h", {"inner", "inner.deep"}),
        ("from room.paper import inner", {"inner"}),
        ("from room import paper", set()),
    ],
)
def test_lazy_exports_that_are_used_are_followed(write, tmp_path, text, loaded):
    write(
        top=text,
        paper__=Stub("from . import inner\nfrom .below import f\nfrom .beside import g\n"),
        paper__below="f = abs\n",
        paper__beside="g = 1\n",
        paper__inner__=Stub("from .deep import h\n"),
        paper__inner__deep="h = 1\n",
    )
    expected = {"room", "room.top", "room.paper"} | {f"room.paper.{name}" for name in loaded}
    assert loaded_modules(["room.top"]) == expected
    assert really_loaded("room.top", tmp_path) == expected


def test_an_export_more_changes_nothing_and_an_export_moved_does(write):
    exports = Stub("from .below import f\nfrom .beside import g\n")
    write(
        top="from room.paper import f, g",
        paper__=exports,
        paper__below="f = g = 1",
        paper__beside="f = g = 2",
    )
    before = source_digest(["room.top"])
    write(paper__=Stub(f"{exports}from .below import h\n"))
    assert source_digest(["room.top"]) == before
    write(paper__=Stub(exports.replace("below", "beside")))
    assert source_digest(["room.top"]) != before


def test_a_stub_of_a_package_that_is_not_lazy_loads_nothing(write, tmp_path):
    write(top="from room.paper import f", paper__=Stub("from .below import f\n"), paper__below="f = 1\n")
    write(paper__="f = 2\n")
    assert loaded_modules(["room.top"]) == {"room", "room.top", "room.paper"}
    assert really_loaded("room.top", tmp_path) == {"room", "room.top", "room.paper"}


def test_a_module_without_a_file_is_named():
    for name in ("clickbandits.nothing", "nothing.at.all"):
        with pytest.raises(ModuleNotFoundError, match=f"no source file was found for the module {name}"):
            source_digest([name])


@pytest.mark.parametrize("file", ["below.py", "paper/__init__.pyi"])
def test_code_that_changed_after_the_start_is_refused(write, tmp_path, file):
    write(top="import room.below\nfrom room.paper import f", below="", paper__=Stub("from ..below import f"))
    source_digest(["room.top"])
    os.utime(tmp_path / "room" / file, (2**32, 2**32))
    changed = file.partition(".")[0].removesuffix("/__init__")
    with pytest.raises(RuntimeError, match=f"room.{changed} changed after this process began"):
        source_digest(["room.top"])
