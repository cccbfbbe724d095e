"""Random changes of the checks' code: what is changed, and what counts as noticed."""

import ast
import importlib
import signal
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
    case.must("large ones", all(half(n) < 9 * n for n in (10, 11)))
    found = half(6) * 1 + 0 * (25 - 8)
    case.must("of six", found == 3 or len(str(found)) > 9)
    shown = found + 7
    case.number("four", "half of four", half(4))
    case.number("shown", "shown and nothing else", shown)
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


def test_the_size_of_the_other_profile_is_how_many():
    source = """def tries(profile, x):
    return (6 if profile == 'quick' else 8) + (3 if x == 1 else 4)"""
    (tree,) = ast.parse(source).body
    rules = {each.before: each.rule for each in mutants.mutants_of("halves", tree)}
    assert rules["profile == 'quick'"] == rules["6"] == "how many"
    assert rules["x == 1"] == ""


def test_a_change_is_noticed_by_the_verdict_or_by_a_twin_and_is_taken_out_again(module):
    reached = {"test:half": mutants.reach("test:half")}
    before = list(mutants.results("test:half"))
    assert [said[:2] for said in before] == [("holds", ()), ("refuted", ("half",))]
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
    mutant = mutants.mutants_of("halves", function)[0]
    by_zero = mutant._replace(new=ast.parse("x / 0").body[0].value)
    assert mutants.try_out(by_zero, reached)[:2] == ("crashed", "test:half")
    refused = mutant._replace(new=ast.parse("Case().finding()").body[0].value)
    assert mutants.try_out(refused, reached).fate == "refused"  # a check without conditions
    no_number = mutant._replace(new=ast.parse("x / 'two'").body[0].value)
    assert mutants.try_out(no_number, reached) == ("set aside", "test:half", "ill-typed")


def test_a_mutant_that_ends_its_process_has_crashed_and_the_others_go_on(module):
    reached = {"test:half": mutants.reach("test:half")}
    (function,) = (n for n in ast.parse(MODULE).body if getattr(n, "name", "") == "half")
    noticed = mutants.mutants_of("halves", function)[0]
    ends = noticed._replace(new=ast.parse("__import__('os')._exit(1)").body[0].value)
    found = list(mutants.outcomes([noticed, ends, noticed], reached, 2))
    assert [each.fate for each in found] == ["noticed", "crashed", "noticed"]


def test_a_mutant_that_computes_for_ever_below_python_is_ended(module, monkeypatch):
    monkeypatch.setattr(mutants, "LONGEST", 0.2)
    before = signal.signal(signal.SIGPROF, mutants._too_long)
    try:
        reached = {"test:half": mutants.reach("test:half")}
        (function,) = (n for n in ast.parse(MODULE).body if getattr(n, "name", "") == "half")
        noticed = mutants.mutants_of("halves", function)[0]
        endless = noticed._replace(new=ast.parse("sum(range(10**12))").body[0].value)
        found = list(mutants.outcomes([endless, noticed], reached, 1))
    finally:
        signal.signal(signal.SIGPROF, before)
    assert [each.fate for each in found] == ["crashed", "noticed"]


def test_what_is_set_aside_has_its_rule(module):
    reached = {"test:half": mutants.reach("test:half")}
    fates = {each.before: mutants.try_out(each, reached) for each in all_mutants()}
    assert fates["10"][::2] == ("set aside", "another instance")
    assert fates["7"][::2] == ("set aside", "only reported")
    assert fates["8"][::2] == fates["half(6) * 1"][::2] == ("set aside", "same value")
    assert fates["len(str(found)) > 9"][::2] == ("set aside", "not run")
    assert fates["6"].fate == "noticed"
    assert fates["2"].fate == "noticed"


def test_the_report_counts_what_was_set_aside_apart():
    place = ["kind", "compendium.pbm.x", "f", "3", "1 + x", "1 - x"]
    rows = [
        ["noticed", "pbm:a", "", *place], ["noticed", "pbm:a", "", *place],
        ["survived", "pbm:a", "a published number", "an operation", *place[1:]],
        ["set aside", "pbm:a", "strict", *place],
    ]  # fmt: skip
    fates, share = mutants.summary(rows)
    assert share == 2 / 3 and fates["survived: number"] == 1
    report = mutants.explain(rows, seed=1, drawn=4)
    assert "**66.7% noticed**: 2 of 3 mutants" in report
    assert (
        "| `pbm.x.f`, line 3 | `1 + x` | `1 - x` | an operation, a number on the page |" in report
    )
