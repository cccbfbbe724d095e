"""Every format is read as by hand, with every known trap and with random damage."""

import gzip
import io

import pandas as pd
import pytest

import clicklogs as logs
from clicklogs import ClickLogError, files, read_log, split

KDD = [
    "1\t3\t12057878999086460853\t20\t7\t3\t1\t8\t1\t1\t1\t1",
    "0\t2\t9\t20\t7\t3\t2\t8\t1\t1\t1\t0",
    "2\t2\t9\t99999999999999999999999\t7\t2\t2\t8\t1\t1\t1\t0",
    "0\t1\t9\t20\t7\t1\t1\t5\t1\t1\t1\t0",
]
YANDEX = [
    "0\tM\t12\t77",
    "0\t0\tQ\t0\t8\t11,12\t20,1\t30,1\t40,2",
    "0\t9\tC\t0\t30",
    "0\t15\tC\t0\t30",
    "0\t20\tQ\t1\t8\t11\t30,1\t20,1\t40,2",
    "0\t21\tC\t1\t20",
    "1\tM\t13\t78",
    "1\t0\tT\t0\t8\t11\t20,1\t30,1",
    "1\t5\tC\t0\t20",
]
RELEVANCE = [
    "0\t0\tQ\t8\t1\t20\t30\t40",
    "0\t5\tC\t30",
    "0\t7\tQ\t9\t1\t40\t50",
    "0\t8\tC\t40",
    "0\t9\tC\t20",
    "1\t0\tQ\t8\t1\t30\t20",
    "1\t3\tC\t30",
    "1\t4\tC\t30",
]
COUNTS = ["query,item,position,clicks,plays", "q,a,1,3,10", "q,b,2,1,5", 'q,"a, b",2,0,4']
IMPRESSIONS = ["query,item,position,clicks", "q,a,1,1", "q,a,1,0", "q,b,2,0"]
PUBLIC = [",dict_index,pos,Impression,Click,query,url", "0,8_20,0,5,2,8,20", "1,8_30,1,5,7,8,30"]
LOGS = {
    "kdd": KDD,
    "yandex": YANDEX,
    "relevance": RELEVANCE,
    "counts": COUNTS,
    "impressions": IMPRESSIONS,
    "yandex-counts": PUBLIC,
}


def table(counts, query):
    clicks, plays = counts.for_query(query)
    assert ((clicks >= 0) & (clicks <= plays)).all()
    return dict(zip(counts.items(query), zip(clicks.tolist(), plays.tolist(), strict=True), strict=True))


@pytest.mark.parametrize("name", LOGS)
@pytest.mark.parametrize("form", ["plain", "gzip", "crlf", "bom", "two gzips", "no last end"])
def test_every_format_is_detected_and_its_form_does_not_matter(name, form, log):
    plain = "\n".join([*LOGS[name], ""]).encode()
    half = len("\n".join([*LOGS[name][:2], ""]))
    data = {
        "plain": plain,
        "gzip": gzip.compress(plain),
        "crlf": plain.replace(b"\n", b"\r\n"),
        "bom": b"\xef\xbb\xbf" + plain,
        "two gzips": gzip.compress(plain[:half]) + gzip.compress(plain[half:]),
        "no last end": plain[:-1],
    }[form]
    expected, found = read_log(log(plain, "a"), format=name), read_log(log(data, "b"))
    assert found.report.format == name
    assert found.report.last_line_cut == (form == "no last end")
    assert found.queries == expected.queries
    for query in found.queries:
        assert table(found, query) == table(expected, query)


def test_kdd_rows_are_merged_and_identifiers_of_any_size_kept(log):
    counts = read_log(log(KDD))
    assert counts.queries == ("8", "5")
    assert table(counts, "8") == {"20": ([1, 0], [3, 2]), "99999999999999999999999": ([0, 2], [0, 2])}
    assert table(counts, 5) == {"20": ([0], [1])}
    assert counts.report.lines == counts.report.used == 4


def test_yandex_pages_count_a_click_once_and_hidden_pages_not_at_all(log):
    counts = read_log(log(YANDEX))
    assert table(counts, "8") == {
        "20": ([0, 1, 0], [1, 1, 0]),
        "30": ([0, 1, 0], [1, 1, 0]),
        "40": ([0, 0, 0], [0, 0, 2]),
    }
    assert (counts.report.repeat_clicks, counts.report.test_pages) == (1, 1)
    assert counts.report.clicks_without_page == 0


def test_a_serp_is_known_in_its_session_only(log):
    counts = read_log(log([*YANDEX, "2\tM\t1\t5", "2\t0\tC\t0\t20"]))
    assert (counts.report.clicks_before_page, counts.report.clicks_without_page) == (1, 0)


def test_relevance_clicks_belong_to_the_latest_page_that_shows_the_document(log):
    counts = read_log(log(RELEVANCE))
    assert table(counts, "9") == {"40": ([1, 0], [1, 0]), "50": ([0, 0], [0, 1])}
    assert table(counts, "8")["20"] == ([1, 0, 0], [1, 1, 0])
    assert table(counts, "8")["30"] == ([1, 1, 0], [1, 1, 0])
    assert counts.report.repeat_clicks == 1


def test_tables_may_have_quotes_tabs_and_columns_in_any_order(log):
    assert table(read_log(log(COUNTS)), "q")["a, b"] == ([0, 0], [0, 4])
    assert table(read_log(log(IMPRESSIONS)), "q")["a"] == ([1, 0], [2, 0])
    tabs = ["plays\tclicks\titem\tquery\tposition", "9\t2\tx, y\tq\t3"]
    assert table(read_log(log(tabs)), "q") == {"x, y": ([0, 0, 2], [0, 0, 9])}


def test_more_clicks_than_plays_are_repeats_and_reported(log):
    counts = read_log(log(PUBLIC))
    assert table(counts, "8") == {"20": ([2, 0], [5, 0]), "30": ([0, 5], [0, 5])}
    assert (counts.report.repeat_clicks, counts.report.cells_cut) == (2, 1)
    kdd = read_log(log(["5\t3\t9\t20\t7\t3\t1\t8\t1\t1\t1\t1"]))
    assert table(kdd, "8") == {"20": ([3], [3])} and kdd.report.repeat_clicks == 2


def test_a_click_on_what_the_page_does_not_show_is_reported(log):
    counts = read_log(log([*RELEVANCE, "1\t9\tC\t12345"]))
    assert counts.report.clicks_without_page == 1


CLARA = [
    "0\t0\tQ\t31\t0.0\t70\t71\t72",
    "0\t710\tC\t70\t\t\t",
    "0\t712\tC\t70\t\t\t",
    "1\t9\tC\t70\t\t\t",
    " 1 \t10\tQ\t31\t0.0\t 70\t72\t70 \t73",
    "1\t11\tQ\t32\t\t80\t70",
    "1\t\tC\t72\t\t\t",
    "1\tyesterday\tC\t70\t\t\t",
    "1\t14\tC\t99\t\t\t",
]
"""The messy form in which some relevance-prediction sessions are published."""


def test_sessions_are_counted_as_they_are_published(log):
    counts = read_log(log([*CLARA * 3, CLARA[0]]))
    assert counts.report.format == "relevance"
    assert table(counts, "31") == {
        "70": ([3, 0, 0, 0], [7, 0, 0, 0]),
        "71": ([0, 0, 0, 0], [0, 4, 0, 0]),
        "72": ([0, 3, 0, 0], [0, 3, 4, 0]),
        "73": ([0, 0, 0, 0], [0, 0, 0, 3]),
    }
    assert table(counts, "32") == {"80": ([0, 0], [3, 0]), "70": ([0, 3], [0, 3])}
    report = counts.report
    assert (report.used, report.repeat_clicks, report.repeated_items) == (28, 3, 3)
    assert (report.clicks_before_page, report.clicks_without_page) == (3, 3)
    assert report.clicks_on_earlier_page == 3
    assert report.clicks_by_page == (1, 9, *[0] * 9)


def test_a_column_that_is_not_used_refuses_no_line(log):
    kdd = "1\t3\t\t 20\tx\t3.0\t1\t8\t?\t\t-\t"
    assert table(read_log(log([*KDD, kdd]), format="kdd"), "8")["20"] == ([2, 0], [6, 2])
    yandex = ["3\tM\t\t", "3\t-\tQ\t0\t8\t\t20,\t20,x\t 30,1\t", "3\t\tC\t0\t30\t\t"]
    counts = read_log(log([*YANDEX, *yandex]), format="yandex")
    assert table(counts, "8")["30"] == ([0, 1, 1], [1, 1, 1])
    assert counts.report.repeated_items == 1


@pytest.mark.parametrize("end", ["\n", ""])
def test_a_table_may_have_any_names(end, log):
    lines = [
        "seen;item_id;price;rank;click",
        "x;a;1,5;0;True",
        ";a;;1;0",
        "y; b;;0.0;false",
        "z;a;; 0 ;1.0;;",
    ]
    counts = read_log(log(("\n".join(lines) + end).encode()), columns={"position": "rank"}, first_position=0)
    assert table(counts, "all") == {"a": ([2, 0], [2, 1]), " b": ([0, 0], [1, 0])}
    assert (counts.report.format, counts.report.clicks_by_page) == ("impressions", None)
    named = {"position": "rank", "query": "seen", "item": "item_id"}
    with pytest.raises(ClickLogError, match="line 3: query and item must not be empty"):
        read_log(log(lines), columns=named, first_position=0)


def test_a_column_may_be_left_out(log):
    counts = read_log(log(COUNTS), columns={"plays": None, "query": None})
    assert table(counts, "all") == {"a": ([1, 0], [1, 0]), "b": ([0, 1], [0, 1]), "a, b": ([0, 0], [0, 1])}
    assert (counts.report.format, counts.report.repeat_clicks) == ("impressions", 2)


PAGES = ["visit,item_id,rank,click", "7,a,1,1", "7,b,2,0", "8,a,1,0", "7,a,3,1", "8,c,2,1"]


@pytest.mark.parametrize("kind", ["plain", "gzip", "parquet"])
def test_a_table_with_pages_counts_every_page_by_itself(kind, log, tmp_path):
    columns = {"position": "rank", "page": "visit"}
    content = "\n".join(PAGES).encode()
    if kind == "parquet":
        path = tmp_path / "log.parquet"
        pd.read_csv(io.BytesIO(content)).to_parquet(path)
    else:
        path = log(gzip.compress(content) if kind == "gzip" else content)
    counts = read_log(path, columns=columns)
    assert table(counts, "all") == {"a": ([1, 0], [2, 0]), "b": ([0, 0], [0, 1]), "c": ([0, 1], [0, 1])}
    report = counts.report
    assert (report.path, report.used, report.repeated_items) == (str(path), 5, 1)
    assert (report.repeat_clicks, report.clicks_by_page[:3]) == (1, (0, 2, 0))
    with pytest.raises(ClickLogError, match="log.*: no column 'vist'; perhaps 'visit' is meant"):
        read_log(path, columns={**columns, "page": "vist"})
    with pytest.raises(ClickLogError, match="(line 3|row .from 0. 1) has two items at one posit"):
        read_log(path, columns={"position": "visit", "page": "visit"})
    first, second = split(counts, by="time", share=0.5)
    assert table(first, "all") == {"a": ([1, 0], [1, 0]), "b": ([0, 0], [0, 1])}
    assert table(second, "all") == {"a": ([0, 0], [1, 0]), "c": ([0, 1], [0, 1])}


def test_a_damaged_table_with_pages_ends_in_a_sentence_or_is_skipped(log):
    columns = {"position": "rank", "page": "visit"}
    packed = gzip.compress("\n".join([*PAGES, *PAGES[1:] * 500]).encode())
    for content, said in (
        (packed[:-20], "compressed data are damaged"),
        ("\n".join([*PAGES, "8,d,x,1"]).encode(), "line 7: position must be a"),
        ("\n".join([*PAGES, "8,d,1,1,1"]).encode(), "line 7: a row must have"),
        ("\n".join(PAGES[:1]).encode(), "no line shows an item"),
        (b"PAR1 and nothing else", "arquet"),
    ):
        with pytest.raises(ClickLogError, match=said):
            read_log(log(content), columns=columns)
    counts = read_log(log([*PAGES, "8,d,1,1,1"]), columns=columns, on_bad_line="skip")
    assert len(counts.report.refused) == 1 and counts.report.used == 5


def kdd_with(column, value):
    fields = KDD[0].split("\t")
    fields[column] = value
    return "\t".join(fields)


@pytest.mark.parametrize(
    ("name", "bad", "rule"),
    [
        ("kdd", kdd_with(6, "4"), "Position must be at most Depth"),
        ("kdd", kdd_with(6, "0"), "Position must be from 1"),
        ("kdd", kdd_with(0, "-1"), "Click must be a whole number"),
        ("kdd", kdd_with(0, "+1"), "Click must be a whole number"),
        ("kdd", kdd_with(0, "1_0"), "Click must be a whole number"),
        ("kdd", kdd_with(1, "٣"), "Impression must be a whole number"),
        ("kdd", kdd_with(1, "0"), "Impression must be at least 1"),
        ("kdd", kdd_with(1, "9" * 30), "at most 12 digits"),
        ("kdd", kdd_with(3, ""), "AdID and QueryID must be digits"),
        ("kdd", kdd_with(7, "8.5"), "AdID and QueryID must be digits"),
        ("kdd", kdd_with(0, "1.5"), "Click must be a whole number"),
        ("kdd", "\t".join(KDD[0].split("\t")[:11]), "must have 12 columns"),
        ("kdd", "<script>", "must have 12 columns"),
        ("yandex", "9\t0\tQ\t0\t8\t11\t20,1", "must follow the M record"),
        ("yandex", "1\t0\tX\t0\t8", "must be M, Q, T or C"),
        ("yandex", "1\t0\tQ\t5\t8\t11", "the documents"),
        ("yandex", "1\t0\tQ\t5\t8\t11\t20,1\t30", "URLID,DomainID"),
        ("yandex", "1\t0\tQ\t0\t8\t11\t20,1", "must be new in its session"),
        ("yandex", "1\t0\tC\t0", "must have 5 columns"),
        ("yandex", "1\t5\tC\t0\t20\t7", "must have 5 columns"),
        ("relevance", "1\t0\tQ\t8\t1", "the documents"),
        ("relevance", "1\t0\tC", "must have 4 columns"),
        ("relevance", "1\t0\tC\t2 0", "URLID must be digits"),
        ("relevance", "1\t0\tQ\t8\t1\t20\t\t30", "URLID must be digits"),
        ("relevance", "\t0\tC\t20", "SessionID must be digits"),
        ("counts", "q,a,100000,1,2", "position must be from 1 to 1000"),
        ("counts", "q,a,1,1", "the 5 columns"),
        ("counts", 'q,"a,1,1,2', "the 5 columns"),
        ("counts", ",a,1,1,2", "must not be empty"),
        ("counts", "q,a,1,1.5,2", "clicks must be a whole number"),
        ("counts", "q,a,1,1,0", "must have plays"),
        ("counts", b"q,\xff,1,1,2", "must be UTF-8"),
        ("counts", b"q," + b"a" * files.MAX_LINE + b",1,1,2", "shorter than"),
    ],
)
def test_a_bad_line_stops_with_its_place_or_is_skipped_and_counted(name, bad, rule, log):
    bad = bad if isinstance(bad, bytes) else bad.encode()
    good = "\n".join([*LOGS[name], ""]).encode()
    more = LOGS[name][-1].encode()  # the reader goes on after a bad line
    path = log(good + bad + b"\n\n" + more + b"\n")
    number = len(LOGS[name]) + 1
    with pytest.raises(ClickLogError, match=rule) as refusal:
        read_log(path)
    assert f"line {number}:" in str(refusal.value)
    assert ('on_bad_line="skip"' in str(refusal.value)) == ("UTF-8" not in rule)
    counts = read_log(path, on_bad_line="skip")
    clean = read_log(log(good + more + b"\n", "clean"))
    ((broken, (count, numbers)),) = counts.report.refused.items()
    assert rule in broken and (count, numbers) == (1, (number,))
    assert counts.report.blank == 1 and counts.report.lines == number + 2
    for query in clean.queries:
        assert table(counts, query) == table(clean, query)


def test_the_report_keeps_the_first_line_numbers_of_a_rule(log):
    counts = read_log(log(KDD + ["x"] * 3 + KDD * 4 + ["x"] * 9), on_bad_line="skip")
    ((count, numbers),) = counts.report.refused.values()
    assert (count, numbers) == (12, (5, 6, 7, 24, 25))


@pytest.mark.parametrize("damage", ["cut", "checksum", "tail"])
def test_damaged_compression_is_refused_also_where_lines_are_skipped(damage, log):
    data = gzip.compress("\n".join(KDD * 500).encode())
    data = {"cut": data[:-20], "checksum": data[:-8] + b"\0\0\0\0" + data[-4:], "tail": data + b"abc"}[damage]
    with pytest.raises(ClickLogError, match="compressed data are damaged or cut"):
        read_log(log(data), on_bad_line="skip")


@pytest.mark.parametrize(
    ("lines", "options", "error", "message"),
    [
        (["a,b,c", "1,2,3"], {}, ClickLogError, "no column 'item'. The columns are 'a', 'b', 'c'"),
        (["day,event_name,item_index", "7,view,0"], {}, ClickLogError, "name the one that contains the item"),
        (["1\tU8\t11/15/2019 1:22:32 AM\tN3\tN5-0 N6-1"] * 9, {}, ClickLogError, "the format is not clear"),
        (
            ["2024 INFO path=/select hits=9"] * 9,
            {},
            ClickLogError,
            "a first line such as query,item,position",
        ),
        (KDD + RELEVANCE, {}, ClickLogError, "kdd accepts 4, yandex accepts 0, relevance accepts"),
        (["query,item,clicks", "a,b,1"], {}, ClickLogError, "line 1: no column 'position'"),
        (
            ["", "item_id,rank,click", "a,1,1"],
            {},
            ClickLogError,
            "line 2: no column 'position'; perhaps 'rank' is meant",
        ),
        (["item,item,position,click", "a,b,1,1"], {}, ClickLogError, "'item' occurs 2 times"),
        (["0\tM\t1\t1"], {}, ClickLogError, "no line shows an item"),
        (KDD, {"format": "counts"}, ClickLogError, "no column 'item'. The columns are"),
        (KDD, {"format": "relevance", "on_bad_line": "skip"}, ClickLogError, "shows an item"),
        (COUNTS, {"columns": {"rank": "position"}}, ClickLogError, "page, user, layout, time; got 'rank'"),
        (
            COUNTS,
            {"columns": {"position": "positoin"}},
            ClickLogError,
            "no column 'positoin'; perhaps 'position' is meant",
        ),
        (
            COUNTS,
            {"format": "impressions"},
            ClickLogError,
            "are those of the format counts, not of impressions",
        ),
        (
            COUNTS,
            {"columns": {"page": "query", "plays": "plays"}},
            ClickLogError,
            "plays must be left out; leave out plays or page",
        ),
        (COUNTS, {"first_position": -1}, ValueError, "first_position must be at least 0; got -1"),
        (KDD, {"format": "kdd", "columns": {"item": "x"}}, ValueError, "format kdd has no names of columns"),
        (b"PAR1", {"on_bad_line": "skip"}, ValueError, '"skip" needs lines; a Parquet file has'),
        (KDD, {"on_bad_line": "warn"}, ValueError, '"error" or "skip"'),
        (KDD, {"format": "csv"}, ValueError, "one of kdd, yandex"),
    ],
)
def test_what_is_not_clear_or_cannot_be_is_refused(lines, options, error, message, log):
    with pytest.raises(error, match=message):
        read_log(log(lines), **options)


def test_a_query_or_a_file_that_is_not_there(log):
    with pytest.raises(KeyError, match="no query 'x'; it has 2 queries"):
        read_log(log(KDD)).for_query("x")
    with pytest.raises(FileNotFoundError):
        read_log(log(KDD).with_name("absent"))


def test_the_formats_are_named():
    assert set(logs.FORMATS) == set(LOGS)


def test_a_log_is_read_in_a_notebook(log):
    # in a kernel without ipywidgets, the database refuses to change its progress bar
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    source = f"from clicklogs import read_log\nprint(read_log({str(log(COUNTS, 'log.csv'))!r}))"
    cell = nbformat.v4.new_code_cell(source)
    nbclient.NotebookClient(nbformat.v4.new_notebook(cells=[cell])).execute()
    assert cell.outputs[0]["text"] == f"{read_log(log(COUNTS, 'log.csv'))}\n"
