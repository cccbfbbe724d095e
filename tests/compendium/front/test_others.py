"""The numbers of others' programs: their form, and that ours agree where theirs is not mistaken."""

import re

from compendium import others

MISTAKEN = {"PBM-TS", "PBM-PIE"}
"""Policies that their program plays otherwise than the paper says; the page tells how."""


def test_every_row_says_whose_program_it_was_and_what_it_gave():
    found = others.theirs()
    assert list(found) == [
        "policy", "address", "commit", "horizon", "runs", "regret", "error", "seconds",
    ]  # fmt: skip
    assert set(found["policy"]) == set(others.OURS) and found["policy"].is_unique
    for row in found.itertuples():
        assert re.fullmatch("[0-9a-f]{40}", row.commit)
        assert re.fullmatch(r"https://github\.com/[\w-]+/[\w-]+", row.address)
        assert row.runs >= 30 and row.horizon >= 1000 and 0 < 5 * row.error < row.regret


def test_ours_agree_but_where_theirs_is_mistaken():
    found = others.compared("quick").set_index("policy")["difference"].abs()
    assert (found.drop(MISTAKEN) < 3).all()
    assert found["PBM-TS"] > 5
