"""A log whose values or rankings would be wrong is named as such, and a clean log is not."""

import numpy as np
import pandas as pd
import pytest

from clicklogs import best_ranking, evaluate, fit_log, from_frame, inspect_log, read_log, split, value
from clicklogs.command import main
from clicklogs.counts import ClickLogError

from . import designs

SEEN = {
    designs.stops: "users stop",
    designs.clicks_until_satisfied: "users stop",
    designs.by_item: "counts",
    designs.changes: "changes",
    designs.to_the_last_click: "last click",
    designs.to_the_last_click_or_whole: "last click",
    designs.some_to_the_last_click: "last click",
    designs.without_silence: "no silent pages",
    designs.one_must_choose: "no silent pages",
    designs.click_rows: "clicks beside displays",
    designs.clicks_without_displays: "clicks without displays",
    designs.two_conventions: "nothing at the top",
    designs.one_day_off: "nothing at the top",
    designs.different_users: "clicks together",
    designs.bots: "everything clicked",
    designs.neighbours: "neighbours",
    designs.short_pages: "short pages",
    designs.in_view: "short pages",
    designs.sorted_by_click: "sorted rows",
}
"""What must be found in the rows alone."""


def drawn(design, seed=1, **options):
    frame, truth = design(np.random.default_rng([seed, 7]))
    return fit_log(from_frame(frame, **options)), truth


@pytest.mark.parametrize("design", SEEN, ids=lambda design: design.__name__)
def test_what_is_wrong_is_seen_and_said_with_one_voice(design):
    fit, _ = drawn(design, user=None)
    found = inspect_log(fit, "all")
    assert found == fit.findings("all") and SEEN[design] in {each.kind for each in found}
    ranking = best_ranking(fit)
    worth = value(fit, ["i0", "i1"])
    withheld = [each for each in found if each.withholds]
    assert ranking.findings == found and ranking.worth.findings == worth.findings == tuple(withheld)
    for each in withheld:
        assert f"Warning: {each}" in repr(ranking) and str(each) in repr(fit) and str(each) in str(worth)
        assert np.isnan(ranking.worth.low) and np.isnan(worth.high) and "nan" not in repr(ranking)
    assert (SEEN[design] == "last click") == (ranking == ())


@pytest.mark.parametrize("design", designs.CLEAN, ids=lambda design: design.__name__)
def test_clean_logs_get_no_warning(design):
    fits = [drawn(design, seed, page=page)[0] for seed in range(2, 4) for page in (None, "page")]
    assert sum(any(each.withholds for each in fit.findings(fit.pairs.queries[0])) for fit in fits) <= 1


def test_a_page_counts_a_position_as_often_as_it_is_shown():
    for design in (designs.short_pages, designs.in_view):
        fit, truth = drawn(design, page="page")
        ranking = best_ranking(fit)
        assert ranking.worth.low <= designs.names_truth(truth, ranking) <= ranking.worth.high
        assert not fit.reach("all").all() or fit.reach("all").min() < 0.7


def test_users_who_differ_get_intervals_that_hold():
    """At least 15 of 20 intervals hold, which has a probability above .999 if they hold in .92."""
    held, alone = 0, 0
    for seed in range(20):
        frame, truth = designs.clickiness(np.random.default_rng([seed, 5]), spread=1.0)
        for user in ("user", None):
            ranking = best_ranking(fit_log(from_frame(frame, page="page", user=user)))
            low, high = ranking.worth.low, ranking.worth.high
            holds = low <= designs.names_truth(truth, ranking) <= high
            held += holds and user is not None
            alone += user is None and not np.isnan(low)
    assert held >= 15 and alone <= 5
    assert "independent" not in str(best_ranking(fit_log(from_frame(frame, page="page"))).worth)


def test_users_who_click_on_everything_are_named():
    fit, _ = drawn(designs.bots, page="page")
    (finding,) = fit.findings()
    assert "'b1' (" in str(finding) or "'b0' (" in str(finding)
    assert "'u1'" not in str(finding)


def test_a_column_of_the_time_replaces_the_order_of_rows(tmp_path):
    frame, _ = designs.changes(np.random.default_rng(3))
    frame["at"] = pd.Timestamp("2026-01-01") + pd.to_timedelta(frame["page"], unit="min")
    mixed = frame.sample(frac=1, random_state=1).reset_index(drop=True)
    assert [each.kind for each in fit_log(from_frame(mixed)).findings()] == []
    numbers = mixed.assign(at=frame["page"].max() + mixed["page"])
    by_click = frame.sort_values("click", kind="stable")
    mixed.to_csv(tmp_path / "log.csv", index=False)
    columns = {"time": "at", "page": "page"}
    for counts in (
        from_frame(mixed, time="at"),
        from_frame(mixed, time="at", page="page"),
        from_frame(numbers, time="at"),
        from_frame(by_click, time="at"),
        read_log(tmp_path / "log.csv", columns=columns),
    ):
        assert [each.kind for each in fit_log(counts).findings()] == ["changes"]
    first, _ = split(from_frame(mixed, time="at", page="page"), by="time", share=0.5)
    assert not fit_log(first).findings() or first.cells().plays.sum() == len(frame) / 2
    with pytest.raises(ClickLogError, match="time=None"):
        from_frame(mixed.assign(at="noon"), time="at")


def test_each_layout_has_an_examination_of_its_own(tmp_path, capsys):
    rng = np.random.default_rng(8)
    wide, _ = designs.clean(rng)
    narrow, _ = designs.short_log(rng)
    both = pd.concat([wide.assign(device="desk"), narrow.assign(device="phone")])
    counts = from_frame(both, layout="device", page=["device", "page"])
    assert counts.layouts == ("desk", "phone")
    with pytest.raises(ValueError, match="2 layouts.*layout='desk'"):
        fit_log(counts)
    alone = fit_log(from_frame(narrow, page="page"))
    np.testing.assert_allclose(fit_log(counts, layout="phone").examination, alone.examination)
    both.to_csv(tmp_path / "log.csv", index=False)
    command = ["fit", str(tmp_path / "log.csv"), "--columns", "layout=device"]
    assert main(command) == 2 and "--layout desk" in capsys.readouterr().err
    assert main([*command, "--layout", "phone"]) == 0 and "1,800 displays" in capsys.readouterr().out


def test_the_same_rows_give_the_same_findings_from_every_source(tmp_path):
    for design in (designs.bots, designs.changes, designs.click_rows, designs.one_day_off):
        frame, _ = design(np.random.default_rng(2))
        frame.to_csv(tmp_path / "log.csv", index=False)
        frame.to_parquet(tmp_path / "log.parquet")
        for page in (None, "page"):
            columns = {"page": page}
            sources = (
                from_frame(frame, page=page),
                read_log(tmp_path / "log.csv", columns=columns),
                read_log(tmp_path / "log.parquet", columns=columns),
            )
            said = [[*map(str, fit_log(counts).findings())] for counts in sources]
            assert said[0] == said[1] == said[2]


def test_evaluate_does_not_say_that_nothing_contradicts():
    frame, _ = designs.to_the_last_click(np.random.default_rng(4))
    first, second = split(from_frame(frame, page="page"))
    said = repr(evaluate(fit_log(first), second))
    assert said.count("down to its last click") == 1 and "nothing here contradicts" not in said
