"""The recipes of the page on click logs count the logs that they are made for."""

import json
import re
from pathlib import Path

import pytest

from clicklogs import ClickLogError, read_log

PAGE = Path(__file__).resolve().parents[2] / "book" / "click_logs.md"
TITLES = re.split(r"^### (.*)\n", PAGE.read_text("utf-8"), flags=re.MULTILINE)[1:]
RECIPES = {
    title: re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    for title, text in zip(TITLES[::2], TITLES[1::2], strict=True)
}
CELLS = [("all", "b", 2, 0, 1), ("all", "ä", 1, 1, 1)]
WIDE = [("q", "a", 1, 1, 1), ("q", "a", 2, 0, 1), ("q", "b", 1, 1, 2), ("q", "b", 2, 0, 1)]
SEVERAL = [("all", "cup", 2, 0, 1), ("all", "tea", 1, 1, 2)]
EVENTS = [
    {"event_name": name, "page_id": 7, "event_params": [{"key": "x"}], "items": items}
    for name, items in (
        ("view_item_list", [{"item_id": "ä", "index": 1}, {"item_id": "b", "index": 2}]),
        ("select_item", [{"item_id": "ä", "index": 1}]),
    )
]
ARRAY = [{"item": item, "position": 1, "click": 0} for item in ("0012", "12", "1e3", "1000")]
LOGS = [
    ("Another encoding", 0, "clicks.csv", "item,position,click\nä,1,1\nb,2,0\n".encode("cp1252"), CELLS),
    (
        "Another encoding",
        0,
        "clicks.csv",
        "sep=;\nitem;position;click\nä;1;1\nb;2;0\n".encode("cp1252"),
        CELLS,
    ),
    ("Lines that end with a carriage return", 0, "clicks.csv", "item,position,click\rä,1,1\rb,2,0\r", CELLS),
    ("Items that were not shown", 0, "clicks.csv", "item,position,click\nä,1,1\nb,2,0\nc,0,0\n", CELLS),
    ("Empty cells", 0, "clicks.csv", "item,position,click\nä,1,1\nb,2,\n", CELLS),
    (
        "Empty cells",
        1,
        "clicks.jsonl",
        '{"item":"ä","position":1,"click":1}\n{"item":"b","position":2,"click":null}\n',
        CELLS,
    ),
    ("Words instead of numbers", 0, "clicks.csv", "item,position,click\nä,1,yes\nb,2,no\n", CELLS),
    (
        "Click rates instead of clicks",
        0,
        "clicks.csv",
        'item,position,clicks,plays\nä,1,33.3 %,3\nb,2,"66,7%",999\n',
        [("all", "b", 2, 666, 999), ("all", "ä", 1, 1, 3)],
    ),
    (
        "A JSON array",
        0,
        "clicks.json",
        json.dumps(ARRAY),
        sorted(("all", row["item"], 1, 0, 1) for row in ARRAY),
    ),
    (
        "Nested JSON",
        0,
        "pages.jsonl",
        '{"tags":[{"name":"x"}],"results":[{"item":"ä","clicked":true},{"item":"b","clicked":false}]}\n',
        CELLS,
    ),
    (
        "Nested JSON",
        1,
        "displays.jsonl",
        '{"doc":{"id":"ä"},"at":{"rank":1},"click":1}\n{"doc":{"id":"b"},"at":{"rank":2},"click":0}\n',
        CELLS,
    ),
    ("Nested JSON", 2, "events.jsonl", "".join(json.dumps(event) + "\n" for event in EVENTS), CELLS),
    ("Displays and clicks in two files", 0, "displays.csv", "page,item,position\n7,ä,1\n7,b,2\n", CELLS),
    (
        "One column per position",
        0,
        "wide.csv",
        "keyword,slot1,slot2,clicked\nq,a,b,a\nq,b,a,\nq,b,,b\n",
        WIDE,
    ),
    (
        "One column per position",
        1,
        "ranks.csv",
        "item1,item2,clicked_rank\na,b,1\nb,a,0\nb,,1\n",
        [("all", *row[1:]) for row in WIDE],
    ),
    (
        "Lists that are texts",
        0,
        "lists.csv",
        "items,clicked\n\"['tea', 'cup']\",['tea']\n['tea'],[]\n",
        SEVERAL,
    ),
    ("Lists that are texts", 1, "texts.csv", "items,clicked\ntea|cup,tea\ntea,\n", SEVERAL),
]


@pytest.mark.parametrize(("title", "number", "name", "content", "cells"), LOGS)
def test_a_message_names_the_recipe_that_counts_the_log(
    title, number, name, content, cells, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
    Path("clicked.csv").write_text("page,item\n7,ä\n9,ä\n", "utf-8")
    with pytest.raises(ClickLogError) as refusal:
        counts = read_log(name)
        pytest.fail(f"the log was read: {counts}")
    if title != "Lists that are texts":  # only `from_pages` sees the lists
        assert f'recipe "{title}"' in str(refusal.value) and "on_bad_line" not in str(refusal.value)
    found: dict = {}
    exec(RECIPES[title][number], found)
    assert sorted(found["counts"].rows()) == cells


def test_every_recipe_is_run():
    assert {(title, number) for title, programs in RECIPES.items() for number in range(len(programs))} == {
        row[:2] for row in LOGS
    }
