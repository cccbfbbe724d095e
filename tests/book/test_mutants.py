"""Random changes of the checks' code: what is changed, and what counts as noticed."""

import ast
import importlib
import sys

import pytest

import mutants
from compendium.finding import CHECKS

MODULE = '''
from compendium.finding import Case, check, twin

def half(x):
    return x / 2

def spare(x):
    return x > 1

@check("test:half")
@twin("the share", gives="refuted", share=0.3)
def decide(profile, share=0.5):
    """Halves of a few numbers."""
    case = Case()
    case.must("half", all(half(n) == share * n for n in range(1, 5)))
    case.must("above one", spare(3))
    case.number("four", "half of four", half(4))
    return case.finding()
'''


@pytest.fixture
def module(tmp_path, monkeypatch):
    (tmp_path / "halves.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("halves")
    del sys.modules["halves"], CHECKS["test:half"]


def all_mutants():
    functions = [node for node in ast.parse(MODULE).body if isinstance(node, ast.FunctionDef)]
    return [each for node in functions for each in mutants.mutants_of("halves", node)]


def test_what_is_changed_is_what_is_claimed():
    changes = {(each.function, each.before, each.after) for each in all_mutants()}
    assert ("half", "x / 2", "x * 2") in changes and ("spare", "1", "2") in changes
    assert ("decide", "all", "any") in changes and ("decide", "3", "4") in changes
    # neither the size of the sample, nor a number that is only shown, nor what twins change
    assert not {before for _, before, _ in changes} & {"5", "4", "range(1, 5)", "half(4)", "0.5"}


def test_a_change_is_noticed_by_the_verdict_or_by_a_twin_and_is_taken_out_again(module):
    reached = {"test:half": mutants.reach("test:half")}
    before = list(mutants.results("test:half"))
    assert before == [("holds", ()), ("refuted", ("half",))]
    fates = {
        (each.function, each.after): mutants.try_out(each, reached).fate for each in all_mutants()
    }
    assert fates["half", "x * 2"] == "noticed"
    assert fates["half", "3"] == "noticed"
    assert fates["spare", "2"] == "survived"  # 3 is above 2, too: the check cannot tell
    assert fates["spare", "x <= 1"] == "noticed"
    assert list(mutants.results("test:half")) == before


def test_a_crash_is_not_noticed(module):
    reached = {"test:half": mutants.reach("test:half")}
    (function,) = (n for n in ast.parse(MODULE).body if getattr(n, "name", "") == "half")
    broken = ast.parse("def half(x):\n    return x / 0").body[0]
    mutant = mutants.mutants_of("halves", function)[0]._replace(changed=broken)
    assert mutants.try_out(mutant, reached).fate == "crashed"
