"""From a log to a study: the example, logs on which little or nothing can be said, the game."""

import numpy as np
import pytest

from clickbandits.pbm.rank_one import rank_one_test
from compendium.your_own_log import alt, cost, costs, figures, text
from compendium.your_own_log.fitness import FEWEST, LARGE, REPLICATIONS, fitness
from compendium.your_own_log.study import ReportError, comparable, study

HEAD = "query,item,position,clicks,plays\n"


@pytest.fixture(scope="module")
def example():
    return study()


@pytest.fixture
def counted(tmp_path):
    """The study of a file of counts with these lines."""

    def make(*lines, **options):
        path = tmp_path / "log.csv"
        path.write_text(HEAD + "\n".join(lines) + "\n")
        return study(str(path), **options)

    return make


def test_the_example_has_blemishes_and_its_intervals_hold_the_truth(example):
    report = example.counts.report
    assert report.format == "relevance" and report.last_line_cut and report.blank == 12
    assert report.repeat_clicks > 100 and report.clicks_without_page > 10
    assert sum(count for count, _ in report.refused.values()) == 7
    assert alt.held(example) >= 10  # of 12; below 10 with probability 0.002 for another seed


def test_the_query_is_the_one_with_most_displays_or_the_one_named(counted):
    lines = ("a,x,1,1,50", "a,y,1,2,50", "b,x,1,3,60", "b,y,1,1,60")
    assert counted(*lines).query == "b"
    assert counted(*lines, query="a").query == "a"
    with pytest.raises(ReportError, match="the log has no query c; it has b, a$"):
        counted(*lines, query="c")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (("a,x,1,0,50", "a,y,2,0,50"), "has no clicks in 100 displays"),
        (("a,x,1,50,50", "a,x,2,50,50"), r"every display of query a was clicked \(100\)"),
        (("a,x,1,5,50", "a,y,2,9,50"), "the log cannot identify the model of query a"),
    ],
)
def test_a_hopeless_log_gets_one_sentence(counted, lines, message):
    with pytest.raises(ReportError, match=message) as caught:
        counted(*lines)
    assert "\n" not in str(caught.value)


def shown(found, profile="quick"):
    """Everything that the report shows of a log, without playing."""
    game = cost.game(found)
    fit = fitness(found, game, profile)
    figures.vectors(found), figures.rates(found), figures.regret(game, None)
    parts = [text.headline(found), text.quality(found), text.identification(found),
             text.positions(found), text.items(found), text.trust(found, fit),
             text.fit(found, fit), costs.candidates(found, game), costs.bound(found, game, fit),
             costs.exploration(found, game), costs.policies(game, None)]  # fmt: skip
    assert alt.vectors(found) and alt.rates(found, fit) and alt.regret(None)
    return "\n\n".join(part.data for part in parts)


def test_one_position_says_what_cannot_be_learnt(counted):
    found = counted("a,x,3,20,500", "a,y,3,40,500", "a,z,3,0,500")
    said = shown(found)
    assert "All displays are at position 3. **Examination cannot be learnt" in said
    np.testing.assert_allclose(found.attraction.value, [0.04, 0.08, 0])
    assert "The log cannot contradict the model" in said and "no clicks" in said


def test_one_item_leaves_no_choice(counted):
    said = shown(counted("a,x,1,40,500", "a,x,2,20,500"))
    assert "No policy was played" in said and "There is no choice between two items." in said


def test_only_the_part_that_can_be_compared_is_estimated(counted):
    found = counted("a,x,1,20,500", "a,x,2,9,500", "a,y,2,9,500", "a,v,3,5,200", "a,w,3,9,100",
                    "a,z,1,0,400")  # fmt: skip
    assert [found.labels[item] for item in found.items] == ["x", "y", "z"]
    assert found.positions.tolist() == [0, 1] and found.fitted.identified
    said = shown(found)
    assert "does not determine the model of all items" in said
    assert "about the 3 items and 2 positions" in said


def test_the_parts_are_found_without_clicks_joining_anything():
    clicks = np.array([[5, 0, 0], [0, 0, 3], [0, 0, 0]])
    plays = np.array([[9, 9, 0], [0, 0, 9], [0, 9, 0]])
    items, positions = comparable(clicks, plays)
    assert items.tolist() == [0] and positions.tolist() == [0, 1]


def test_names_are_text_everywhere(counted):
    nasty = ("<script>alert(1)</script>", "$x$", "a|b", "[a](b)", "`t`")
    lines = [f"q|$y$,{name},{place},{9 * place},200" for name in nasty for place in (1, 2)]
    said = shown(counted(*lines))
    assert "`<script>alert(1)</script>`" in said and "`` `t` ``" in said
    assert r"`a\|b`" in said and "`q|$y$`" in said


def test_the_test_of_the_fit_is_that_of_the_search_ads_chapter(example):
    found = fitness(example, cost.game(example), "quick", seed=5)
    clicks, plays = example.table
    other = rank_one_test(clicks, plays, REPLICATIONS["quick"], seed=5)
    assert (found.deviance, found.p_value) == (other.deviance, other.p_value)
    assert found.degrees_of_freedom == other.degrees_of_freedom
    assert found.bounds.size == REPLICATIONS["quick"]


def test_a_log_that_is_no_product_contradicts_the_model(counted):
    lines = [f"a,{item},{place},{200 if (item + place) % 2 else 50},1000"
             for item in range(4) for place in (1, 2, 3)]  # fmt: skip
    said = shown(counted(*lines))
    assert "**The log contradicts the position-based model.**" in said
    assert "the model does not fit" in said


def test_a_large_table_that_is_no_product_contradicts_the_model_too(counted):
    n_items = LARGE // 2 + 1
    lines = [f"a,{item},{place},{30 if (item + place) % 2 else 3},100"
             for item in range(n_items) for place in (1, 2)]  # fmt: skip
    found = counted(*lines)
    fit = fitness(found, cost.game(found), "quick")
    assert fit.replications == FEWEST and fit.p_value == 1 / (1 + FEWEST) <= 0.05


def test_the_game_leaves_out_what_the_log_hardly_shows(counted):
    lines = [f"a,{item},{place},{5 * item + 3},{1000 // place}" for item in range(5)
             for place in (1, 2)]  # fmt: skip
    game = cost.game(counted(*lines, "a,rare,1,3,20"))
    assert game.problem.attraction.size == 5 and "1 of 6 items" in game.left_out[0]
    assert (np.diff(game.problem.attraction) <= 0).all()


def test_the_policies_play_the_game(example):
    game = cost.game(example)
    planned = cost.experiment(game, "quick")
    assert [policy.knows_examination for policy in planned.policies].count(False) == 1
    np.testing.assert_array_equal(planned.problems[0].attraction, game.problem.attraction)
    assert example.labels[example.items[game.items[0]]] == "201"
