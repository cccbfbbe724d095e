"""The game of the front page, played by keyboard and by touch, has the numbers of the package's own games."""

import json
import re

import numpy as np
import pytest

from clickbandits import lower_bound, pbm
from compendium.front import game

from .random_numbers import Generator
from .test_explorer import ASSETS, AXE, FINDINGS, Tab
from .test_explorer_games import package_games

PROBLEM = pbm.problem([0.8, 0.5, 0.1], [0.9, 0.4])
NAMES = ["lamp", "vase", "clock"]
ROUNDS = list(range(1, 51))
SPACE, TAB, RIGHT = (" ", 32), ("Tab", 9), ("ArrowRight", 39)
"""Keys with their codes."""
FOCUS = """const here = document.activeElement;
    return here.name ? `${here.name} ${here.nextSibling.textContent}` : here.textContent"""


@pytest.fixture(scope="module")
def board():
    """The game's place on the page, without the 10,000 games of each policy."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game, "average_loss", lambda _, policy: {"PBM-TS": 4.62, "greedy": 5.13}[policy.id])
        return game.board(PROBLEM).data


@pytest.fixture
def opened(browser, tmp_path, board):
    """A function that opens the game alone, from disk."""
    tabs = []

    def open_it(width, height=900):
        page = tmp_path / "game.html"
        content = board.replace("../_static", ASSETS.as_uri())
        page.write_text(
            '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Game</title>'
            '<meta name="viewport" content="width=device-width">'
            f'<link rel="stylesheet" href="{(ASSETS / "book.css").as_uri()}"></head>'
            f'<body><main class="bd-article"><h1>Game</h1>{content}</main></body></html>'
        )
        tabs.append(Tab(browser, page.as_uri(), width, height))
        return tabs[-1]

    yield open_it
    for tab in tabs:
        assert tab.visit.errors == []
        assert all(address.startswith("file:") for address in tab.visit.requests)
        tab.call("Page.close")


class Reader:
    """A reader at the keyboard, who chooses by the names of the items."""

    def __init__(self, tab, seed=0):
        self.tab, self.lists = tab, []
        self.items = Generator(seed, 0).permutation(3).tolist()
        self.next = self.items[:2]

    def go_to(self, start):
        for _ in range(12):
            if re.match(rf"{start}\b", focus := self.tab.run(FOCUS)):
                return focus
            self.tab.press(*TAB)
        raise AssertionError(f"no {start!r} is reached by the Tab key")

    def choose(self, place, item):
        """Move the choice of a place to an item, which exchanges two items if the other place has it."""
        name = f"place-{place + 1} {NAMES[self.items.index(item)]}"
        focus = self.go_to(f"place-{place + 1}")
        while focus != name:
            self.tab.press(*RIGHT)
            focus = self.tab.run(FOCUS)
            shown = self.items[NAMES.index(focus.split()[1])]
            if shown in self.next:
                self.next[self.next.index(shown)] = self.next[place]
            self.next[place] = shown

    def show(self, count):
        self.go_to(f"Show to {count}")
        self.tab.press(*SPACE)
        self.lists += [list(self.next)] * count


def expected(lists, seed=0):
    """The lists, regret and clicks of the reader, PBM-TS, greedy and the best list, as the package plays."""
    vectors = [values.tolist() for values in PROBLEM]
    rivals = [["PBM-TS", *vectors, ROUNDS, seed, 2, 50], ["greedy", *vectors, ROUNDS, seed, 3, 50]]
    ours = [[some, *vectors, ROUNDS, seed, 0, 50] for some in (lists, [[0, 1]] * 50)]
    return package_games([ours[0], *rivals, ours[1]])


def test_the_whole_game_by_keyboard_is_the_package_s(opened, board):
    tab = opened(1200)
    reader = Reader(tab)
    name = dict(zip(reader.items, NAMES, strict=True))
    said = []
    for place, item, count in ((1, 2, 1), (0, 1, 10), (0, 0, 1), (1, 0, 10), (1, 1, 10), (0, 1, 10)):
        reader.choose(place, reader.items[item])
        assert tab.run("return getComputedStyle(document.activeElement).outlineStyle") == "solid"
        assert tab.run("return said()") == f"Next: the {' above the '.join(name[i] for i in reader.next)}."
        reader.show(count)
        said.append(tab.run("return said()"))
    tallies = tab.run("return all('label').map(label => label.innerText.replace(/\\s+/g, ' '))")
    assert tab.run("return box.querySelectorAll('rect').length") == 2 * 42
    reader.show(8)
    # What is clicked is known once all lists are, because nobody's clicks depend on what others see.
    games = expected(reader.lists)
    clicks = np.array(games[0][2])
    first = 0
    for words, count in zip(said, (1, 10, 1, 10, 10, 10), strict=True):
        some, shown = clicks[first : first + count].sum(axis=0), reader.lists[first]
        got = {name[item]: n for item, n in zip(shown, some, strict=True)}
        last = first + count
        whom = f"Visitor {last} clicks" if count == 1 else f"Visitors {first + 1} to {last} click"
        what = [f"{n} times on the {i}" if n > 1 else f"once on the {i}" for i in NAMES if (n := got.get(i))]
        assert words == f"{whom} {' and '.join(what) or 'on nothing'}. {50 - last} to come."
        first = last
    shown, cells = np.array(reader.lists[:42]), []
    for place in (0, 1):
        for item in reader.items:
            rounds = shown[:, place] == item
            count = f" ✓ {clicks[:42][rounds, place].sum()} of {rounds.sum()}" * bool(rounds.any())
            cells.append(name[item] + count)
    assert [tally.strip() for tally in tallies] == cells
    lost = [f"{regret[-1]:.2f}" for _, regret, _ in games]
    rivals = f"those of PBM-TS {lost[1]}, and those of greedy {lost[2]}"
    found = f"Your lists lose {lost[0]} expected clicks, {rivals}."
    assert tab.run("return document.activeElement.innerText") == found
    check_results(tab, games, board, name)
    assert reader.go_to("Why is this hard") == "Why is this hard? Begin"
    assert tab.run("return document.activeElement.href").endswith("/pbm/estimation.html")
    reader.go_to("New visitors")
    tab.press(*SPACE)
    assert tab.run(FOCUS) == f"place-1 {NAMES[0]}"
    reader = Reader(tab, seed=1)
    assert reader.items != list(name)
    for _ in range(5):
        reader.show(10)
    check_results(tab, expected(reader.lists, seed=1), board, dict(zip(reader.items, NAMES, strict=True)))


def check_results(tab, games, board, name):
    """The table, the truth and the four curves are those of the package's games."""
    data = json.loads(re.search("data-problem='(.*)'", board)[1])
    constant = lower_bound(PROBLEM)
    assert data["constant"] == constant
    clicks = [int(np.sum(each)) for _, _, each in games]
    average = ["", *(f"{loss:.1f}" for loss in data["average"])]
    rows = tab.run("return all('tbody tr').map(row => [...row.cells].map(cell => cell.innerText.trim()))")
    for i, who in enumerate(("you", "PBM-TS", "greedy")):
        assert rows[i] == [who, str(clicks[i]), f"{games[i][1][-1]:.2f}", average[i]]
    assert rows[3:] == [["C log t", "", f"{constant * np.log(50):.2f}", ""]]
    liked = f"8 in 10 like the {name[0]}, 5 in 10 like the {name[1]} and 1 in 10 like the {name[2]}"
    looked = "9 in 10 look at place 1 and 4 in 10 look at place 2"
    best = f"These visitors click {clicks[3]} times on the best list, the {name[0]} above the {name[1]}."
    assert tab.run("return all('p')[1].innerText") == f"The truth: {looked}; {liked}. {best}"
    curves = tab.run("return all('polyline').map(line => [...line.points].map(point => point.y))")
    curves, bound = np.array(curves), constant * np.log(ROUNDS)
    scale = (curves[3, 0] - curves[3, -1]) / bound[-1]
    regret = np.array([*(game[1] for game in games[:3]), bound])
    np.testing.assert_allclose((curves[3, 0] - curves) / scale, regret, atol=0.02 / scale)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_first_decision_fits_a_phone_and_fingers_make_it(opened, theme):
    tab = opened(360, 740)
    tab.run(f"document.documentElement.dataset.theme = '{theme}'")
    tab.call("Emulation.setTouchEmulationEnabled", enabled=True)
    lists = []

    def tap(words):
        place = tab.run(f"""const named = all("label", "button").filter(
                each => each.innerText.trim().split("\\n")[0] === "{words}");
            const {{ x, y, width, height }} = named.at(-1).getBoundingClientRect();
            return [x + width / 2, y + height / 2, width, height]""")
        assert min(place[2:]) >= 44, "too small for a finger"
        for kind in ("touchStart", "touchEnd"):
            points = [{"x": place[0], "y": place[1]}] if kind == "touchStart" else []
            tab.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    bottom = "return box.getBoundingClientRect().bottom"
    assert tab.run(bottom) < 740 and tab.run("return document.documentElement.scrollWidth") <= 360
    tab.evaluate(AXE)
    assert tab.run(FINDINGS) == []
    items = Generator(0, 0).permutation(3).tolist()
    tap("clock")  # at the second place
    for count in (1, 10, 10, 10, 10, 9):
        tap(f"Show to {count}")
        lists += [[items[0], items[2]]] * count
    assert f"lose {expected(lists)[0][1][-1]:.2f} expected clicks" in tab.run(
        "return document.activeElement.innerText"
    )
    assert tab.run("return document.documentElement.scrollWidth") <= 360
    assert tab.run(FINDINGS) == []


@pytest.mark.parametrize("width, height", [(1400, 900), (360, 740)])
def test_the_first_decision_is_on_the_first_screen(browser, book, width, height):
    bottom = "document.querySelectorAll('#visitors button')[1].getBoundingClientRect().bottom"
    page = (book / "notebooks" / "intro.html").as_uri()
    assert 0 < browser.visit(page, width, height, script=bottom).answer < height


def test_the_order_of_the_names_tells_nothing():
    orders = [tuple(Generator(seed, 0).permutation(3)) for seed in range(600)]
    counts = np.unique(orders, axis=0, return_counts=True)[1]
    assert counts.size == 6 and counts.min() > 60 and orders[0] != (0, 1, 2)


def test_without_scripts_a_sentence_and_a_link_remain(board):
    assert "needs JavaScript" in board and 'href="pbm/estimation.html"' in board
    for name in re.findall(r'src="\.\./_static/([\w.]+)" defer', board):
        assert not re.search(r"https?:(?!//www.w3.org)|fetch\(", (ASSETS / name).read_text("utf-8")), name
