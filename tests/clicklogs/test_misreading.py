"""Logs that look right but would be misread are refused, or a note states how they were read."""

import ast
import gzip
import json
import re
import shlex

import numpy as np
import pandas as pd
import pytest

from clicklogs import ClickLogError, best_ranking, fit_log, from_frame, from_pages, read_log, value
from clicklogs.command import main

SUMS = "item_id,position,clicks,impressions\n" + "".join(
    f"{item},{place},{30 // place // item},100\n" for item in (1, 2, 3) for place in (1, 2, 3)
)


@pytest.mark.parametrize("mode", ["error", "skip"])
def test_sums_without_their_displays_are_refused(mode, log):
    with pytest.raises(ClickLogError, match=r"line 2: .*columns={'plays': 'impressions'}"):
        read_log(log(SUMS), on_bad_line=mode)
    frame = pd.read_csv(log(SUMS))
    with pytest.raises(ClickLogError, match="plays='impressions'"):
        from_frame(frame, clicks="clicks")
    frame.to_parquet(log("", "log.parquet"))
    with pytest.raises(ClickLogError, match="columns={'plays': 'impressions'}"):
        read_log(log("", "x").with_name("log.parquet"))
    counts = read_log(log(SUMS), {"plays": "impressions"}, on_bad_line=mode)
    assert counts.for_query("all")[1].sum() == 900 and not counts.report.unused


def test_who_says_that_a_row_is_one_display_is_believed(log):
    counts = read_log(log("item,position,click\na,1,3\nb,1,0\n"), {"plays": None})
    assert counts.report.repeat_clicks == 2 and "2 repeat clicks" in repr(counts)
    assert any("2 repeat clicks, not counted" in note for note in fit_log(counts).notes)


@pytest.mark.parametrize("name", ["keyword", "qid", "page", "session_id", "Impressions"])
def test_columns_that_look_known_are_named(name, log, capsys):
    text = f"item,position,click,{name}\na,1,1,8\nb,2,0,8\na,2,0,9\n"
    for counts in (read_log(log(text)), from_frame(pd.read_csv(log(text)), "item")):
        (said,) = counts.report.unused
        assert f"column {name!r} looks like" in said and said in fit_log(counts).notes
        assert said in repr(counts)
    assert main(["counts", str(log(text))]) == 0
    assert f"--columns {said.split('=')[0].split()[-1]}={name} uses it" in capsys.readouterr().out
    role = {"keyword": "query", "qid": "query", "Impressions": "plays"}.get(name, "page")
    if role != "page":
        assert not read_log(log(text), {role: None}).report.unused


@pytest.mark.parametrize("order", [0, 1, 2, 3, 4])
def test_every_order_of_the_columns_is_read_by_its_names(order, log):
    names = np.roll(["query", "url", "pos", "Click", "Impression"], order).tolist()
    row = {"query": "q", "url": "a", "pos": "1", "Click": "2", "Impression": "5"}
    text = ",".join(names) + "\n" + ",".join(row[name] for name in names) + "\n"
    assert list(read_log(log(text)).rows()) == [("q", "a", 1, 2, 5)]


def test_a_stray_position_0_is_damage(log):
    text = "item,position,click\na,0,1\n" + "b,1,0\na,2,1\n" * 100
    report = read_log(log(text), on_bad_line="skip").report
    assert (report.used, len(report.refused)) == (200, 1)


def test_a_log_of_clicks_alone_says_so_at_the_fit(log):
    fit = fit_log(read_log(log("item,position,click\na,1,1\nb,2,1\na,2,1\nb,1,1\n")))
    assert "without displays that were not clicked" in fit.notes[0] and fit.notes[0] in repr(fit)


def test_a_ranking_is_a_list_of_items_that_the_log_shows():
    rows = {"item_id": list("aabb"), "position": [1, 2, 1, 2], "click": [60, 30, 20, 8]}
    fit = fit_log(from_frame(pd.DataFrame({**rows, "n": 100}), plays="n"))
    assert best_ranking(fit) == ("a", "b")
    with pytest.raises(ValueError, match=r"list of items; got the text 'ab'"):
        value(fit, "ab")
    with pytest.raises(ValueError, match="no item 'tea' for query 'all'"):
        value(fit, ["a", "tea"])
    with pytest.raises(TypeError, match="from read_log or from_frame; got DataFrame"):
        fit_log(pd.DataFrame(rows))


LINES = ["query,item,position,click", "é,a,1,1", "q,b,2,0"]
FOUND = [("é", "a", 1, 1, 1), ("q", "b", 2, 0, 1)]


@pytest.mark.parametrize("code", ["utf-16", "utf-8-sig"])
@pytest.mark.parametrize("zipped", [False, True])
def test_utf_16_is_read(code, zipped, log):
    data = "\r\n".join([*LINES, ""]).encode(code)
    assert list(read_log(log(gzip.compress(data) if zipped else data)).rows()) == FOUND


@pytest.mark.parametrize("zipped", [False, True])
def test_json_lines_are_read(zipped, log):
    rows = [
        {"price": [1, {"x": 2}], "query": q, "item": i, "position": p, "click": bool(c)}
        for q, i, p, c, _ in FOUND
    ]
    data = "\n".join([*map(json.dumps, rows), ""]).encode()
    path = log(gzip.compress(data) if zipped else data)
    assert list(read_log(path).rows()) == FOUND and read_log(path).report.used == 2
    broken = log(data + b'{"query": "q"\n{"query": "q", "item": "c", "position": 1}\n')
    with pytest.raises(ClickLogError, match="line 3: a line must be a JSON object"):
        read_log(broken)
    report = read_log(broken, on_bad_line="skip").report
    assert (report.used, len(report.refused)) == (2, 2)
    with pytest.raises(ClickLogError, match=r"columns={'position': 'rank'}"):
        read_log(log('{"item": "a", "rank": 1, "click": 0}\n'))


def test_pages_of_lists_are_refused_if_a_click_or_a_column_is_not_there():
    pages = pd.DataFrame({"items": [["a", "b"], ["b"]], "clicked": [["b"], []]})
    with pytest.raises(ClickLogError, match="row 1 .* does not show the clicked 'a'"):
        from_pages(pages.assign(clicked=[["b"], ["a"]]))
    with pytest.raises(ClickLogError, match="no column 'shown'"):
        from_pages(pages, items="shown")


@pytest.mark.parametrize(
    "text", ['{"items": ["a", "b"], "clicked": ["a"]}\n', "items,clicked\n\"['a', 'b']\",\"['a']\"\n"]
)
def test_a_file_with_a_row_for_every_page_names_what_takes_it(text, log):
    with pytest.raises(ClickLogError, match=r"from_pages\(frame\)"):
        read_log(log(text))


@pytest.mark.parametrize("name", ["search_term", "search_query", "term"])
def test_pages_of_several_queries_are_not_pooled_in_silence(name, log):
    path = log(f"item,position,click,{name}\na,1,1,x\nb,2,0,y\n")
    assert any(repr(name) in note for note in fit_log(read_log(path)).notes)
    lists = pd.DataFrame({"items": [["a", "b"]] * 2, "clicked": ["a", "b"], name: ["x", "y"]})
    assert any(f"query={name!r} uses it" in note for note in fit_log(from_pages(lists)).notes)
    assert not from_pages(lists, query=name).report.unused


@pytest.mark.parametrize(
    ("table", "remedy"),
    [
        ("item,position,click\na,1,3\nb,1,0\n", "--columns plays="),
        (SUMS, "--columns plays=impressions"),
        ("doc,position,click\na,1,1\nb,1,0\n", "--columns item=doc"),
        ("my item,position,click\na,1,1\nb,1,0\n", "--columns 'item=my item'"),
        ("item,position,click\na,0,1\nb,1,0\n", "--first-position 0"),
        ("item,position,click\na,x\nb,1,0\n", "--on-bad-line skip"),
    ],
)
def test_the_remedy_of_the_command_is_one_in_a_shell(table, remedy, log, capsys):
    path = log(table)
    assert main(["counts", str(path)]) == 2
    said = capsys.readouterr().err
    assert remedy in re.findall(r"--\S+ (?:'[^']*'|[^ ,;\n]+)", said), said
    assert main(["counts", str(path), *shlex.split(remedy)]) == 0


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"tags": ["x"], "items": [{"id": "a"}], "clicked": ["a"]}, "'items' contain objects"),
        ({"object": {"id": "a"}, "at": {"place": {"ordinal": 1}}}, "'object', 'at' contain objects"),
        ({"item": {"id": "a"}, "position": 1, "click": 0}, "'item' contain objects"),
        ({"item": ["a"], "position": 1, "click": 0}, "'item' are lists or objects"),
    ],
)
def test_objects_in_cells_are_refused_and_not_taken_for_names(row, said, log):
    with pytest.raises(ClickLogError, match=said) as error:
        read_log(log(json.dumps(row) + "\n"))
    assert "from_pages" not in str(error.value)  # which would refuse the frame


def test_the_remedy_for_positions_0_depends_on_their_number(log):
    log_of_two_systems = "item,position,click\n" + "a,1,0\nb,2,1\n" * 500 + "a,0,0\nb,1,0\n" * 100
    path = log(log_of_two_systems)
    for read in (read_log, lambda path: from_frame(pd.read_csv(path))):
        with pytest.raises(ClickLogError, match="100 rows have position 0 and 600 have position 1") as error:
            read(path)
        assert "first_position" not in str(error.value)


@pytest.mark.parametrize("wrong", ["7,r,a,1,0\n7,r,b,2,1\n", "7,q,c,1,0\n"])
def test_few_pages_with_the_name_of_another_are_left_out_if_bad_lines_are(wrong, log):
    good = "".join(f"{page},q,a,1,{page % 2}\n{page},q,b,2,0\n" for page in range(2000))
    path = log("page,query,item,position,click\n" + good + wrong)
    with pytest.raises(
        ClickLogError, match='Of 2,000 pages 1 are like this; on_bad_line="skip" leaves'
    ) as error:
        read_log(path, {"page": "page"})
    assert "line 4002" in str(error.value)
    counts = read_log(path, {"page": "page"}, on_bad_line="skip")
    plays = counts.for_query("q")[1]
    assert plays.sum() == 2 * 1999 and counts.queries == ("q",)
    ((rule, (number, lines)),) = counts.report.refused.items()
    assert rule.startswith("the page has two") and number == 2 + wrong.count("\n") and lines[:2] == (16, 17)
    assert counts.report.used == 2 * 1999 and counts.report.clicks_by_page[:2] == (1000, 999)
    many = log("page,query,item,position,click\n" + good + "".join(f"{n},r,a,1,0\n" for n in range(50)))
    with pytest.raises(ClickLogError, match="Of 2,000 pages 50 are like this; nothing"):
        read_log(many, {"page": "page"}, on_bad_line="skip")


EVENTS = "event,session,item,position\n" + "".join(
    f"{event},{page},{item},{place}\n"
    for page in "vw"
    for place, item in enumerate("ab", start=1)
    for event in ["shown", "click"][: 1 + (page + item in ("va", "wb"))]
)


def test_a_row_for_every_event_is_refused_with_what_counts_it_right(log):
    path = log(EVENTS)
    with pytest.raises(ClickLogError, match=r"{'clicks': '...', 'page': '...'}"):
        read_log(path)
    frame = pd.read_csv(path)
    with pytest.raises(ClickLogError, match=r"clicks='...', page='...'"):
        from_frame(frame, "item")
    counts = from_frame(frame.assign(click=frame["event"] == "click"), "item", page="session")
    assert sorted(counts.rows()) == [("all", "a", 1, 1, 2), ("all", "b", 2, 1, 2)]


@pytest.mark.parametrize("cell", ["", "no"])
def test_a_display_without_a_click_is_not_skipped(cell, log):
    with pytest.raises(ClickLogError, match=r"line 3: ") as error:
        read_log(log(f"item,position,click\na,1,1\nb,2,{cell}\n"))
    assert "skip" not in str(error.value)


def test_a_remedy_keeps_the_columns_that_are_named(log, capsys):
    path, named = log("doc,pos,{hits},times shown\na,1,3,8\nb,2,0,9\n"), {}
    found = {"clicks": "{hits}", "plays": "times shown"}
    for role in ("item", "position", "clicks", "plays"):
        with pytest.raises(ClickLogError) as refusal:
            read_log(path, named)
        remedy = re.search(r"columns=(\{.*?'\})(?=$|;|\. )", str(refusal.value))
        proposed = ast.literal_eval(remedy[1])
        assert list(proposed) == [*named, role] and named.items() <= proposed.items()
        named = {**proposed, role: found.get(role, proposed[role])}
    assert list(read_log(path, named).rows()) == [("all", "a", 1, 3, 8), ("all", "b", 2, 0, 9)]
    assert main(["counts", str(log("doc,pos,click\na,1,3\n")), "--columns", "item=doc,position=pos"]) == 2
    assert "--columns item=doc,position=pos,plays=..." in capsys.readouterr().err


def test_a_remedy_keeps_several_columns_of_pages(log, capsys):
    path = log("s,t,item,position,click,keyword\n1,1,a,1,1,q\n1,2,b,1,0,q\n")
    counts = read_log(path, {"page": ["s", "t"], "user": None})
    assert "columns={'page': ['s', 't'], 'user': None, 'query': 'keyword'} uses" in counts.report.unused[0]
    assert main(["counts", str(path), "--columns", "page=s+t,user="]) == 0
    assert "--columns page=s+t,user=,query=keyword uses it" in capsys.readouterr().out


def test_a_header_can_have_signs(log):
    with pytest.raises(
        ClickLogError, match=r"no column 'item'. The columns are 'Artikel-Nr\.', 'Rang \(ab 1\)'"
    ):
        read_log(log("Artikel-Nr.;Rang (ab 1);Geklickt?\na;1;1\n"))


@pytest.mark.parametrize("rate", ["31 %", "12.5%", "0.31", ".5"])
def test_a_click_rate_is_named(rate, log):
    path = log(f"item,position,clicks,plays\na,1,{rate},100\n")
    for read in (read_log, lambda path: from_frame(pd.read_csv(path))):
        with pytest.raises(ClickLogError, match='recipe "Click rates instead of clicks"'):
            read(path)
