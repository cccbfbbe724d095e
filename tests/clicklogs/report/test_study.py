"""The study behind a report, on the example and on logs that contain little or no information."""

import re
from html import unescape

import numpy as np
import pytest

import clicklogs as logs
from clickbandits.experiments import Experiment, Regret
from clickbandits.pbm.model import MODEL
from clickbandits.pbm.rank_one import rank_one_test
from clickbandits.pbm.rba import RBA_KL_UCB
from clickbandits.pbm.ucb import PBM_UCB
from clicklogs.report import cost, log_report, page
from clicklogs.report.fitness import FEWEST, LARGE, fitness
from clicklogs.report.study import ReportError, study
from compendium.your_own_log import example as example_module

HEAD = "query,item,position,clicks,plays\n"


def not_played(played, quick):
    """A fixed regret for tests that do not look at the games."""
    planned = Experiment("log", MODEL, (played.problem,), cost.POLICIES, 100, 3, 0)
    lost = {each.id: np.outer([1, 2, 4], np.log(planned.checkpoints)) for each in cost.POLICIES}
    return Regret(planned, np.array(planned.checkpoints), lost)


@pytest.fixture(autouse=True)
def without_games(monkeypatch):
    monkeypatch.setattr(log_report, "play", not_played)
    monkeypatch.setattr(log_report, "best", lambda regret, problems: cost.Best("PBM-TS", "", 3.0, 7.0))


@pytest.fixture(scope="module")
def example():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(log_report, "play", not_played)
        patch.setattr(log_report, "best", lambda regret, problems: cost.Best("PBM-TS", "", 3.0, 7.0))
        return example_module.example(quick=True)


@pytest.fixture
def read(tmp_path):
    """The counts of a file with these lines."""

    def counts(*lines):
        path = tmp_path / "log.csv"
        path.write_text(HEAD + "\n".join(lines) + "\n")
        return logs.read_log(path)

    return counts


@pytest.fixture
def counted(read):
    """The study of a file of counts with these lines."""
    return lambda *lines, **options: study(read(*lines), **options)


def test_the_example_has_blemishes_and_its_intervals_hold_the_truth(example):
    report = example.study.counts.report
    assert report.format == "relevance" and report.last_line_cut and report.blank == 12
    assert report.repeat_clicks > 100 and report.clicks_without_page > 10
    assert sum(count for count, _ in report.refused.values()) == 7
    assert f"{example.study.intervals!r}" == "12"  # the part that a page prints
    assert example.study.held >= 10  # of 12; below 10 with probability 0.002 for another seed
    assert "(The truth of the example: " in page.block("bound", example)


def test_other_models_of_a_page_are_tried_where_the_log_tells_pages_apart(example, shown, tmp_path):
    said = plain(page.block("models", example))
    assert "position-based model" in said and "user browsing model" in said
    short, models = plain(page.block("short", example)), example.held_out.models
    assert models.better is None and " ".join(models.notes) in short
    page.write(example, tmp_path / "report")
    assert (tmp_path / "report/models.csv").read_text().count("\n") == 5
    sums = shown("a,x,1,30,50", "a,x,2,20,50", "a,y,1,20,60", "a,y,2,11,60")
    assert "Sums of clicks allow a judgement of the position-based model only" in sums
    assert "Do clicks on a page" not in sums and "too short to show that users stop at a click" in sums


def test_the_query_is_the_one_with_most_displays_or_the_one_named(counted):
    lines = ("a,x,1,1,50", "a,y,1,2,50", "b,x,1,3,60", "b,y,1,1,60")
    assert counted(*lines).query == "b"
    assert counted(*lines, query="a").query == "a"
    with pytest.raises(ReportError, match="the log has no query c; it has b, a$"):
        counted(*lines, query="c")


def test_a_large_query_that_tells_nothing_is_passed_over(counted, shown):
    lines = ("a,x,1,0,190", "b,x,1,3,60", "b,y,1,1,60")
    assert counted(*lines).query == "b"
    assert "that cannot be used: query a has no clicks in 190 displays" in shown(*lines)
    with pytest.raises(ReportError, match="query a has no clicks"):
        counted(*lines, query="a")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (("a,x,1,0,50", "a,y,2,0,50"), "has no clicks in 100 displays"),
        (("a,x,1,50,50", "a,x,2,50,50"), r"every display of query a was clicked \(100\)"),
        (("a,x,1,5,50", "a,y,2,9,50"), "the log cannot identify the model of query a, because no two"),
        (
            ("a,x,3,5,50", "a,x,4,3,50", "b,y,1,9,20", "b,y,2,9,20"),
            "of query a, because no pair of query and item compares its positions with pos",
        ),
    ],
)
def test_a_hopeless_log_gets_one_sentence(counted, lines, message):
    with pytest.raises(ReportError, match=message) as caught:
        counted(*lines, query="a")
    assert "\n" not in str(caught.value)


BLOCKS = (
    "short",
    "log",
    "tell",
    "positions",
    "items",
    "trust",
    "fit",
    "models",
    "candidates",
    "bound",
    "exploration",
    "policies",
    "whole",
    "unsaid",
)


@pytest.fixture
def shown(read):
    """The complete text of the report on a log with these lines."""

    def text(*lines, **options):
        found = log_report.make(read(*lines), quick=True, **options)
        return " ".join(plain(page.block(name, found)) for name in BLOCKS)

    return text


def plain(html):
    return unescape(" ".join(re.sub(r"<[^>]*>", "", html).split()))


def test_one_position_says_what_cannot_be_learnt(counted, shown):
    lines = ("a,x,3,20,500", "a,y,3,40,500", "a,z,3,0,500")
    said = shown(*lines)
    assert "All displays are at position 3. Examination cannot be learnt" in said
    assert "Not determined:" in said and "Show the items at a second position" in said
    found = counted(*lines)
    clicks, (a, b) = np.array([20, 40, 0]), found.fit.prior
    np.testing.assert_allclose(found.attraction.value, (clicks + a) / (500 + a + b), rtol=1e-4)
    assert "The log cannot contradict the model" in said and "no clicks" in said


def test_one_item_leaves_no_choice(shown):
    said = shown("a,x,1,40,500", "a,x,2,20,500")
    assert "No policy was played" in said and "There is no choice between two items." in said


def test_only_the_part_that_can_be_compared_is_estimated(counted, shown):
    lines = ("a,x,1,20,500", "a,x,2,9,500", "a,y,2,9,500", "a,v,3,5,200", "a,w,3,9,100", "a,z,1,0,400")
    found = counted(*lines)
    assert [found.labels[item] for item in found.items] == ["x", "y", "z"]
    assert found.positions.tolist() == [0, 1] and found.apart.tolist() == [2]
    said = shown(*lines)
    assert "does not determine the model of all items" in said
    assert "about the 3 items and 2 positions" in said
    assert "Exchange positions now and then, so that all can be compared: 2 and 3." in said


def test_the_parts_are_found_without_clicks_joining_anything(counted):
    found = counted("a,x,1,5,9", "a,x,2,0,9", "a,y,3,3,9", "a,z,2,0,9")
    assert found.items.tolist() == [0] and found.positions.tolist() == [0, 1]


def test_the_estimates_are_those_of_the_fit_of_the_whole_log(read):
    """The fit of the whole log uses query b to compare positions that query a alone cannot compare."""
    lines = ("a,x,1,20,500", "a,y,2,9,500", "b,v,1,9,50", "b,v,2,4,50", "b,w,1,7,50", "b,w,2,2,50")
    counts = read(*lines)
    with pytest.raises(ReportError, match="the log cannot identify the model of query a"):
        study(read(*lines[:2]))
    found, fit = study(read(*lines)), logs.fit_log(counts)
    assert found.query == "a" and found.apart.size == 0
    np.testing.assert_array_equal(found.examination.value, fit.examination)
    items = fit.items().iloc[:2]
    for name in ("low", "high"):
        np.testing.assert_array_equal(getattr(found.examination, name), getattr(fit, name))
        np.testing.assert_array_equal(getattr(found.attraction, name), items[name])
    assert found.attraction.value.tolist() == items["attraction"].tolist()
    fits = fitness(found, cost.game(found), quick=True)
    assert not fits.possible and len(fits.problems) == FEWEST  # the table of query a alone has two parts
    low, high = np.quantile([each.examination.min() for each in fits.problems], [0.25, 0.75])
    assert fit.low[1] < low < fit.examination[1] < high < fit.high[1]


def test_the_test_of_the_fit_is_that_of_the_search_ads_chapter(example):
    found = fitness(example.study, example.game, quick=True, seed=5)
    clicks, plays = example.study.table
    other = rank_one_test(clicks, plays, FEWEST, seed=5)
    assert found.deviance == pytest.approx(other.deviance, rel=1e-8)
    assert found.p_value == other.p_value
    assert found.degrees_of_freedom == other.degrees_of_freedom
    assert found.bounds.size == FEWEST


def test_a_log_that_is_no_product_contradicts_the_model(shown):
    lines = [
        f"a,{item},{place},{200 if (item + place) % 2 else 50},1000"
        for item in range(4)
        for place in (1, 2, 3)
    ]
    said = shown(*lines)
    assert "The log contradicts the position-based model." in said
    assert "the model does not fit" in said and "It contradicts the position-based model" in said


def test_a_large_table_that_is_no_product_contradicts_the_model_too(counted):
    n_items = LARGE // 2 + 1
    lines = [
        f"a,{item},{place},{30 if (item + place) % 2 else 3},100"
        for item in range(n_items)
        for place in (1, 2)
    ]
    found = counted(*lines)
    fit = fitness(found, cost.game(found))
    assert fit.replications == FEWEST and fit.p_value == 1 / (1 + FEWEST) <= 0.05


def test_more_clicks_than_pages_and_hidden_positions_are_said(shown):
    lines = [f"a,{item},{place},{90 - 9 * item},{100 - 20 * place}" for item in range(5) for place in (1,)]
    lines = [*lines, *(f"a,{item},2,{30 - 3 * item},40" for item in range(5))]
    said = shown(*lines)
    assert "Position 2 is on 50 % of the pages of this query" in said
    assert ("contradicts every model with one click per page" in said) == (
        sum(int(line.split(",")[3]) for line in lines) > 400
    )


def test_the_game_leaves_out_what_the_log_hardly_shows(counted):
    lines = [f"a,{item},{place},{5 * item + 3},{1000 // place}" for item in range(5) for place in (1, 2)]
    game = cost.game(counted(*lines, "a,rare,1,3,20"))
    assert game.problem.attraction.size == 5 and "1 of 6 items" in game.left_out[0]
    assert (np.diff(game.problem.attraction) <= 0).all()


def test_the_policies_play_the_fitted_model_and_the_refitted_ones(counted, monkeypatch):
    monkeypatch.setattr(cost, "QUICK_HORIZON", 300)
    monkeypatch.setattr(cost, "POLICIES", (PBM_UCB, RBA_KL_UCB))
    lines = [f"a,{item},{place},{(9 - item) * 60 // place},1000" for item in range(4) for place in (1, 2)]
    found = counted(*lines)
    game = cost.game(found)
    regret = cost.play(game, quick=True)
    assert [policy.knows_examination for policy in regret.experiment.policies].count(False) == 1
    np.testing.assert_array_equal(regret.experiment.problems[0].attraction, game.problem.attraction)
    fits = fitness(found, game, quick=True)
    best = cost.best(regret, fits.problems)
    ends = {policy: regret.mean(policy)[-1] for policy in regret.values}
    assert ends[best.policy] == min(ends.values()) and 0 < best.low < best.high
