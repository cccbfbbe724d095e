"""The explorers work by keyboard, agree with their texts, never show NaN, and have a fallback text."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

import chromium
from clickbandits.bernoulli import kl
from clickbandits.mnl import identifiability
from clickbandits.mnl.estimators import fit_newton
from clickbandits.pbm import bounds, problem
from clickbandits.pbm.fitting import fit, standard_errors
from clickbandits.rank1.bounds import curvature, scaling_sandwich
from compendium.pbm import experiments

from .likelihood_intervals import NORMAL, intervals
from .test_explorer_games import package_games

LAST = problem([0.6, 0.5, 0.1], [1.0, 0.2])
LAPLACE = np.diag([1, 2, 2, 2, 1]) - np.eye(5, k=1) - np.eye(5, k=-1)
ROOT = Path(__file__).resolve().parents[2]
ASSETS = ROOT / "book" / "assets"
AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text("utf-8")
CHAPTERS = {
    "position-explorer": "pbm/lower_bound",
    "scaling-explorer": "rank1/kl_scaling",
    "race-explorer": "pbm/simulations",
    "log-explorer": "your_own_log",
    "estimation-explorer": "mnl/estimation",
    "em-explorer": "pbm/em",
    "loop-explorer": "across",
    "exploring-explorer": "pbm/thompson",
}
HELPERS = """
const box = document.querySelector(".explorer");
const at = id => document.getElementById(id);
const all = (...selectors) => [...box.querySelectorAll(selectors)];
const set = (input, value) => {
    input.value = value;
    input.dispatchEvent(new Event(input.type === "range" ? "input" : "change"));
};
const choose = (value) => set(box.querySelector("select"), value);
const put = (key, ...values) =>
    values.forEach((value, i) => set(
        at(`explorer-${key}-${i + 1}`) || at(`estimation-item-${key}-${i + 1}`), value));
const idle = async () => {
    while (box.querySelector("[aria-busy=true]")) await new Promise(done => setTimeout(done, 20));
};
const said = async () => {
    await idle();
    await new Promise(done => setTimeout(done, 300));
    return box.querySelector("[role=status]").innerText;
};
"""


def block(chapter):
    """The parts of an explorer in the notebook of its chapter: its place, its sentence and its scripts."""
    source = (ROOT / "notebooks" / f"{chapter}.py").read_text("utf-8")
    lines = re.search(r'(?m)^# <div class="explorer"(.*\n# <.*)*', source)[0]
    return re.sub("(?m)^# ", "", lines)


class Tab(chromium.Tab):
    """A page with an explorer, on which tests run functions and press keys."""

    def run(self, body):
        """The value that a function with this body returns on the page."""
        return self.evaluate(f"(async () => {{{HELPERS}{body}}})()")

    def press(self, key, code):
        for kind in ("rawKeyDown", "keyUp"):
            event = {"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code}
            self.call("Input.dispatchKeyEvent", **event)


@pytest.fixture
def opened(browser, tmp_path):
    """A function that opens a single explorer from disk."""
    tabs = []

    def open_it(explorer, width=1200):
        content = re.sub(r"(\.\./)+_static", ASSETS.as_uri(), block(CHAPTERS[explorer]))
        page = tmp_path / f"{explorer}.html"
        page.write_text(
            '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Explorer</title>'
            '<meta name="viewport" content="width=device-width">'
            f'<link rel="stylesheet" href="{(ASSETS / "book.css").as_uri()}"></head>'
            f'<body><main class="bd-article"><h1>Explorer</h1>{content}</main></body></html>'
        )
        tabs.append(Tab(browser, page.as_uri(), width))
        return tabs[-1]

    yield open_it
    for tab in tabs:
        assert tab.visit.errors == []
        tab.call("Page.close")


@pytest.mark.parametrize(
    "explorer, slider, key",
    [
        ("position-explorer", "explorer-attraction-3", ("ArrowLeft", 37)),
        ("scaling-explorer", "scaling-c", ("ArrowRight", 39)),
        ("race-explorer", "race-attraction-1", ("ArrowLeft", 37)),
        ("log-explorer", "log-examination-2", ("ArrowLeft", 37)),
        ("estimation-explorer", "estimation-item-2-2", ("ArrowRight", 39)),
        ("em-explorer", "em-position-2", ("ArrowLeft", 37)),
        ("loop-explorer", "loop-ratio", ("ArrowRight", 39)),
        ("exploring-explorer", "exploring-attraction-1", ("ArrowLeft", 37)),
    ],
)
def test_keys_reach_every_control_and_move_everything(opened, explorer, slider, key):
    tab = opened(explorer)
    tab.run("all('details').forEach(fold => fold.open = true); await idle()")
    name = "(e => e.id || e.getAttribute('aria-label') || e.localName)"
    seen = "'select', 'input', 'button', 'summary', '.explorer-scroll'"
    controls = tab.run(f"return all({seen}).map({name})")
    reached = []
    for _ in controls:
        tab.press("Tab", 9)
        reached.append(tab.run(f"return {name}(document.activeElement)"))
    assert reached == controls and slider in controls
    outline = "return getComputedStyle(document.activeElement).outlineStyle"
    assert tab.run(outline) == "solid", "the focus is not visible"
    state = """return [await said(), box.querySelector("desc").textContent,
        box.querySelector("tbody").innerText, box.querySelector("[role=img]").innerHTML,
        box.querySelector("select").value]"""
    position = f"return at('{slider}').valueAsNumber"
    tab.run(f"at('{slider}').focus()")
    before, start = tab.run(state), tab.run(position)
    for _ in range(3):
        tab.press(*key)
    after = tab.run(state)
    step = tab.run(f"return Number(at('{slider}').step)")
    assert abs(tab.run(position) - start) == pytest.approx(3 * step) and step in (0.01, 1)
    assert [a == b for a, b in zip(before, after, strict=True)] == [False] * 5
    assert after[0] == after[1] and after[-1] == "own"
    assert tab.run("return document.activeElement.id") == slider, "the focus has moved"


SWEEP = """
const found = new Set();
const look = () => {
    const odd = box.innerHTML.match(/.{0,40}(NaN|undefined|Infinity|null).{0,40}/);
    if (odd) found.add(odd[0]);
    if (document.documentElement.scrollWidth > innerWidth) found.add("wider than the window");
};
const extremes = () => {
    for (const level of ["0", "0.5", "1"]) {
        for (const input of all("input")) set(input, level);
        for (const input of all("input")) {
            for (const value of ["0", "1", level]) { set(input, value); look(); }
        }
    }
};
for (const option of box.querySelector("select").options) { choose(option.value); look(); }
"""
SWEEPS = {
    "position-explorer": """for (const [k, l] of [[2, 1], [2, 2], [8, 5], [5, 5], [3, 4]]) {
        set(all("select")[1], k);
        set(all("select")[2], l);
        extremes();
    }""",
    "scaling-explorer": "extremes();",
    "em-explorer": "extremes();",
    "loop-explorer": "extremes();",
    "log-explorer": """for (const size of [2, 5, 6]) {
        set(at("log-positions"), size);
        for (const { value } of at("log-exchange").options) {
            set(at("log-exchange"), value);
            extremes();
        }
    }""",
    "estimation-explorer": """const counts = [0, 1, 30];
        for (const a of counts) for (const b of counts) for (const c of counts) {
            for (const d of counts) {
                put("1", a, b);
                put("2", c, d);
                look();
            }
        }""",
}
WATCHED = """for (const [k, l] of [[2, 1], [2, 2], [8, 5]]) {
        set(all("[id$=-items]")[0], k);
        set(all("[id$=-positions]")[0], l);
        for (const level of ["0", "0.5", "1"]) {
            for (const input of all("details input")) input.value = level;
            for (const policy of ["PBM-UCB", "PBM-PIE", "greedy"]) {
                for (const input of all("details input")) input.value = level;
                all("details input").forEach(input => set(input, level));
                set(all("[id*=-policy-]")[0], policy);
                for (const place of [0, 1, 40]) { set(all("[id$=-round]")[0], place); look(); }
            }
        }
    }"""
SWEEPS |= {"race-explorer": WATCHED, "exploring-explorer": WATCHED}


@pytest.mark.parametrize("explorer", CHAPTERS)
def test_extremes_fit_a_phone_and_never_say_nan(opened, explorer):
    body = f"""all("details").forEach(fold => fold.open = true);
    {SWEEP} {SWEEPS[explorer]}
    await said(); look(); return [...found]"""
    assert opened(explorer, 360).run(body) == []


FINDINGS = """const { violations } = await axe.run(document, { preload: false });
    return violations.flatMap(rule => rule.nodes.map(node => [rule.id, node.html.slice(0, 200)]))"""


@pytest.mark.parametrize("explorer", CHAPTERS)
def test_axe_finds_nothing(opened, explorer):
    tab = opened(explorer)
    tab.run("all('details').forEach(fold => fold.open = true); await said()")
    tab.evaluate(AXE)
    assert tab.run(FINDINGS) == []


WATCH = """set(box.querySelector("[id$=-round]"), explorer.logarithmic(10000).rounds.indexOf(1000));
    const cells = row => [...row.cells].map(cell => cell.innerText.trim());
    return [await said(), all("tbody tr").map(cells)]"""
"""What an explorer says and shows after 1,000 rounds."""


def test_a_race_is_that_of_the_package(opened):
    tab = opened("race-explorer")
    vectors = [values.tolist() for values in experiments.FIGURE_1B]
    pair = ("PBM-UCB", "PBM-TS")
    for seed in (6, 7):
        asked = [[policy, *vectors, [100, 1000], seed, 0] for policy in pair]
        (one, first, _), (two, second, _) = package_games(asked)
        said, shown = tab.run(WATCH)
        lists = [" ".join(str(item + 1) for item in lists[999]) for lists in (one, two)]
        ends = [f"{regret[1]:.1f}" for regret in (first, second)]
        assert shown == [[*row] for row in zip(pair, lists, ends, strict=True)]
        words = f"PBM-UCB has lost {ends[0]} expected clicks and PBM-TS {ends[1]} in this game."
        assert words in said and said.startswith("After 1,000 rounds ")
        assert f"line is at {bounds.lower_bound(experiments.FIGURE_1B) * np.log(1000):.1f}." in said
        tab.run("all('button')[1].click()")


def test_the_races_end_as_is_said_of_them(opened):
    """The races end as the text states, on the mean of twenty games so that the seed does not matter."""
    tab = opened("race-explorer")
    presets = tab.run("return explorer.race.presets")
    paper = experiments.FIGURE_1B, experiments.FIGURE_1A
    for (_, *ours, _, _), theirs in zip(presets, paper, strict=False):
        np.testing.assert_array_equal(np.concatenate(ours), np.concatenate(theirs))

    def ends(preset, policy):
        _, *vectors, pair, _ = presets[preset]
        return np.array(
            tab.run(f"""return Array.from({{ length: 20 }}, (_, game) => games.play(
            "{pair[policy]}", ...{json.dumps(vectors)}, [1000, 10000], 1, game).regret)""")
        ).T

    for preset, winner in ((0, 1), (1, 0)):
        assert ends(preset, winner)[1].mean() < ends(preset, 1 - winner)[1].mean()
    greedy = ends(2, 0)[1]
    assert (greedy > 990).sum() >= 5 and (greedy < 10).sum() >= 5


def test_the_loop_is_that_of_the_package(opened):
    """Displays, clicks, beliefs and lost clicks are those of the library's policies and click models."""
    tab = opened("loop-explorer")
    vectors = [0.6, 0.6], [0.8, 0.4], [0.8, 0.4], [0.96, 0.24]
    for preset, (told, law) in enumerate(zip(vectors, ("PBM", "PBM", "MNL", "PBM"), strict=True)):
        said, rows = tab.run(f"choose({preset}); {WATCH}")
        asked = ["PBM-UCB", [0.5, 0.4], [0.8, 0.4], [1000], 6, 0, 0, told, law]
        lists, regret, clicks = package_games([asked])[0]
        shown, clicked = np.array(lists), np.array(clicks)
        assert f"has lost {regret[0]:.1f} expected clicks" in said
        for item in (0, 1):
            plays = (shown == item).sum(axis=0)
            got = clicked[shown == item].sum()
            believed = f"{got / (plays @ told):.3f}"
            assert rows[item][1:5] == [*(f"{n:,}" for n in (*plays, got)), believed]
            assert believed in said
        wrong = 100 * (shown[500:, 0] == 1).mean()
        assert f"{np.floor(wrong + 0.5):.0f}\u00a0% had the wrong order" in said


def test_both_orders_confirm_themselves_only_if_the_ratio_is_told_too_small(opened):
    tab = opened("loop-explorer")
    ends = """return Array.from({ length: 20 }, () => {
        all("button")[1].click();
        return all("tbody td")[1].innerText.replace(",", "");
    })"""
    kept = {preset: np.array(tab.run(f"choose({preset}); {ends}"), float) for preset in range(4)}
    assert (kept[0] > 9500).sum() >= 3 and (kept[0] < 500).sum() >= 3, "either order lasts in some games"
    assert (kept[1] < 3000).all() and (kept[2] < 5000).all(), "the right order wins"
    assert ((kept[3] > 1000) & (kept[3] < 9000)).all(), "the orders alternate"


def test_where_a_policy_explores_is_where_that_of_the_package_does(opened):
    tab = opened("exploring-explorer")
    for preset, instance in enumerate((LAST, experiments.FIGURE_1A, experiments.FIGURE_1B)):
        said, rows = tab.run(f"choose({preset}); {WATCH}")
        theta, kappa = (values.tolist() for values in instance)
        shown = np.array(package_games([["PBM-TS", theta, kappa, [1000], 6, 0]])[0][0])
        cheapest = bounds.exploration_positions(instance)
        for item, where, (name, *cells) in zip(range(len(kappa), len(theta)), cheapest, rows, strict=True):
            counts = (shown == item).sum(axis=0)
            marked = [
                f"{n}{' (cheapest)' if place == where else ''}" for place, n in enumerate(counts, start=1)
            ]
            assert [name, *cells] == [f"item {item + 1}", *marked]
            assert f"item {item + 1} at position {where}" in said
        totals = (shown >= len(kappa)).sum(axis=0)
        for place, count in enumerate(totals, start=1):
            assert f"{'once' if count == 1 else f'{count} times'} at position {place}" in said


def test_the_clock_moves_and_can_be_stopped(opened):
    tab = opened("loop-explorer")
    at = "box.querySelector('[id$=-round]').valueAsNumber"
    wait = "await new Promise(done => setTimeout(done, 200));"
    tab.run(f"all('button')[0].click(); while ({at} < 3) {wait}")
    said, drawn = tab.run("return all('[role=status]', 'caption').map(each => each.innerText)")
    assert said.startswith(f"In round {drawn.split()[1]} "), "the sentence and the drawing are of one round"
    assert tab.run("return all('button')[0].innerText") == "Pause"
    stopped = tab.run(f"all('button')[0].click(); return {at}")
    assert tab.run(f"{wait} return {at}") == stopped
    tab.run(f"all('button')[0].click(); while (all('button')[0].innerText === 'Pause') {wait}")
    assert tab.run(f"return {at}") == tab.run("return explorer.logarithmic(10000).rounds.length - 1")


def test_a_log_tells_what_its_counts_tell(opened):
    """The table shows the intervals that the package computes from the expected counts."""
    tab = opened("log-explorer")
    rows = tab.run("await said(); return all('tbody')[0].innerText").splitlines()
    _, attraction, examination, _ = tab.run("return explorer.log.presets[0]")
    shares = np.eye(5) - 0.1 * LAPLACE / 4
    plays = 10000 * shares
    clicks = plays * np.outer(attraction, examination)
    fitted = fit(clicks, plays)
    ends = intervals(fitted, standard_errors(fitted, clicks, plays), clicks, plays)[1]
    assert "1, by definition" in rows[0]
    for place in range(1, 5):
        assert f"{examination[place]:.2f} ({ends.low[place]:.2f} to {ends.high[place]:.2f})" in rows[place]
    said = tab.run("return said()")
    assert f"from {ends.low[4]:.2f} to {ends.high[4]:.2f}" in said
    needed = int(re.search("would take ([\\d,]+) lists", said)[1].replace(",", ""))
    clicks, plays = clicks * needed / 10000, plays * needed / 10000
    error = standard_errors(fitted, clicks, plays)[1][4] / examination[4]
    assert np.exp(NORMAL * error) == pytest.approx(1.1, abs=0.005)


def test_who_arrives_is_what_the_library_says(opened):
    """The words beside a table state that Algorithm 1 diverges exactly if its deviance has no minimiser."""
    tab, plays = opened("estimation-explorer"), np.full((2, 2), 10)
    tables = [preset[1] for preset in tab.run("return explorer.estimation.presets")]
    for counts in [*tables, [3, 0, 5, 2], [1, 30, 30, 1], [0, 9, 9, 1], [30, 1, 1, 30]]:
        clicks = np.reshape(counts, (2, 2))
        set_it = f"put('1', {counts[0]}, {counts[1]}); put('2', {counts[2]}, {counts[3]});"
        said = tab.run(f"{set_it} return said()")
        if identifiability.obstacle(clicks, plays):
            assert "The likelihood has no maximum" in said
            continue
        best = fit_newton(clicks, plays, tolerance=1e-12)
        assert f"maximum is at λ₂ = {best.examination[1]:#.4g}" in said
        assert "EM reaches it" in said and "Newton reaches it" in said
        if identifiability.obstacle_to_algorithm_1(clicks, plays):
            assert "Algorithm 1 does not converge" in said
            continue
        limit = fit_newton(clicks, plays, deviance=True, tolerance=1e-12)
        if np.isclose(limit.examination[1], best.examination[1], rtol=1e-4):
            assert "Algorithm 1 reaches it" in said
        else:
            assert f"Algorithm 1 converges to {limit.examination[1]:#.4g}" in said
    assert tables[0] == [8, 2, 2, 2] and "does not converge" in tab.run("choose(2); return said()")


def test_the_parts_of_a_log_are_said_in_words(opened):
    tab = opened("log-explorer")
    assert "All positions can be compared." in tab.run("return said()")
    exchange = "set(at('log-exchange'), {!r}); return said()"
    pairs = tab.run(exchange.format("pairs"))
    assert "3 separate parts: positions 1 and 2; positions 3 and 4; position 5." in pairs
    top = tab.run(exchange.format("top"))
    assert "3 separate parts: positions 1, 2 and 3; position 4; position 5." in top
    still = tab.run("set(at('log-overlap'), 0); return said()")
    assert "No item ever changes its place. Every position is a separate part" in still
    assert "%" in tab.run("return at('log-overlap').ariaValueText")
    nobody = tab.run("all('[id^=log-attraction]').forEach(e => set(e, 0)); return said()")
    assert nobody == "Nobody clicks, so every examination fits this log."
    presets = tab.run("return explorer.log.presets")
    best, equal, rare = (np.array(preset[1]) for preset in presets)
    assert (np.diff(best) < 0).all() and np.ptp(equal) == 0
    assert 0.08 < rare @ presets[2][2] < 0.12


def test_borders_are_said_in_words(opened):
    tab = opened("position-explorer")
    equal = tab.run("choose(1); put('attraction', .5, .5, .5, .5, .5); return said()")
    assert "nothing has to be learnt" in equal
    certain = "put('attraction', 1, 1, 1, .5, 0); put('examination', 1); return said()"
    assert "the information is infinite and the ratio 0" in tab.run(certain)
    equal = "choose(2); put('examination', .6, .6, .6); return said()"
    assert "item 4 at positions 1, 2 and 3 alike" in tab.run(equal)
    unordered = tab.run("choose(1); put('attraction', 0, .45, .35, .25, .3); return said()")
    assert "item 4 at" in unordered and "item 1 at" in unordered and "item 5" not in unordered


def test_numbers_have_four_digits_or_words(opened):
    asked = [0, 1, 14.0604857, 0.00012344, 999.96, 12345.6, 1.23456e8, 1.23456e-5]
    shown = ["0", "1.000", "14.06", "0.0001234", "1,000", "12,350", "1.235 × 10⁸", "1.235 × 10⁻⁵"]
    tab = opened("position-explorer")
    assert tab.run(f"return {json.dumps(asked)}.map(explorer.number)") == shown
    assert tab.run("return explorer.number(Infinity)") == "infinite"
    levels = tab.run("return [0.3, 1, 137, 99999.5].map(explorer.level)")
    assert levels[:2] == [[0, 0.1, 0.2, 0.3], [0, 0.2, 0.4, 0.6, 0.8, 1]]
    assert levels[2:] == [[0, 50, 100, 150], [0, 20000, 40000, 60000, 80000, 100000]]


def test_the_instances_show_what_is_said_of_them(opened):
    presets = opened("position-explorer").run("return explorer.positions.presets")
    problems = [problem(theta, kappa) for _, theta, kappa, _ in presets]
    places = [bounds.exploration_positions(p).tolist() for p in problems]
    assert places == [[3, 2, 1], [1, 1], [3, 3], [1], [1]]
    paper = experiments.FIGURE_1A, experiments.FIGURE_1B
    for ours, theirs in zip(problems[1:3], paper, strict=True):
        np.testing.assert_array_equal(np.concatenate(ours), np.concatenate(theirs))
    jumped = problem([0.49, 0.4, 0.2], [0.9, 0.5])
    assert bounds.exploration_positions(jumped) == [2]
    assert bounds.exploration_positions(problem([0.48, 0.4, 0.2], [0.9, 0.5])) == [1]
    assert bounds.shared_position_bound(problems[4], 3) > 10 * bounds.lower_bound(problems[4])


def test_the_points_show_what_is_said_of_them(opened):
    _, vanishing, close = opened("scaling-explorer").run(
        "return explorer.scaling.presets.map(([, point]) => point)"
    )
    c, p, q = vanishing
    square, scaled = 2 * c * (p - q) ** 2, kl(c * p, c * q)
    assert max(c, 1 - q) * square < 0.05 * scaled and curvature(c, q) * square > 0.8 * scaled
    assert curvature(c, q) > 1 / 4
    below, above = scaling_sandwich(*close)
    assert above / below < 1.05 and 1 / (1 - max(close[1:])) > 2


@pytest.mark.parametrize("explorer", CHAPTERS)
def test_without_scripts_a_sentence_remains_and_all_is_on_disk(explorer):
    place = block(CHAPTERS[explorer])
    assert "needs JavaScript" in place and f'id="{explorer}"' in place
    loaded = re.findall(r'="(?:\.\./)+_static/([\w.]+)"', place)
    assert loaded[0] == "explorer.css" and place.count(" defer></script>") == len(loaded) - 1 > 1
    for name in loaded:
        text = (ASSETS / name).read_text("utf-8").replace("http://www.w3.org/", "")  # without an address
        assert not re.search(r"https?:|fetch\(|^import |url\(", text), name
