"""Formulas are drawn where the reader is first, and on a phone displayed ones open at their beginning."""

import re
from pathlib import Path

import chromium

FOLDS = Path(__file__).resolve().parents[2] / "book" / "assets" / "folds.js"
# Ninety-nine formulas of 100 pixels; for MathJax a stand-in that notes what it draws.
MANY = f"""<!DOCTYPE html><title>x</title><style>body {{ margin: 0 }} div {{ height: 100px }}</style>
{"".join(f'<div class="math" id="f{n}"></div>' for n in range(99))}
<script>const drawn = [];
window.MathJax = {{ typesetPromise: async some => drawn.push(...some.map(it => +it.id.slice(1))) }}</script>
<script src="{FOLDS.as_uri()}"></script>"""
DRAW = """(async () => {
    await MathJax.startup.pageReady();
    const first = drawn.length;
    await formulasDrawn;
    return [drawn.slice(0, first), drawn.slice(first)];
})()"""


def test_formulas_in_view_are_drawn_first_and_then_the_nearest(browser, tmp_path):
    page = tmp_path / "many.html"
    page.write_text(MANY)
    for address, seen in ((page.as_uri(), range(1, 9)), (f"{page.as_uri()}#f50", range(51, 59))):
        tab = chromium.Tab(browser, address, 1200)
        first, rest = tab.evaluate(DRAW)
        tab.close()
        assert set(seen) <= set(first) <= set(range(seen[0] - 20, seen[-1] + 30))
        assert sorted(first + rest) == list(range(99))
        assert max(abs(n - seen[3]) for n in rest[:12]) < 45


PLACE = """(async () => {
    await formulasDrawn;
    return document.querySelector(":target").getBoundingClientRect().top;
})()"""


def test_a_link_still_leads_to_its_place_when_all_formulas_are_drawn(browser, book):
    page = book / "notebooks" / "pbm" / "thompson_detail.html"
    sections = re.findall(r'<section id="([\w-]+)"', page.read_text("utf-8"))
    tab = chromium.Tab(browser, f"{page.as_uri()}#{sections[len(sections) // 2]}", 1400)
    assert 0 <= tab.evaluate(PLACE) < 100
    tab.close()


def test_a_formula_a_little_too_wide_is_drawn_smaller(browser, book):
    shares = "[...document.querySelectorAll('div.math.onward')].map(box => box.clientWidth / box.scrollWidth)"
    page = book / "notebooks" / "mnl" / "policies.html"
    assert [share for share in browser.visit(page.as_uri(), 360, script=shares).answer if share > 0.75] == []


# A table, a picture and a paragraph that go on behind their edges.
WIDE = f"""<!DOCTYPE html><meta charset="utf-8"><title>x</title>
<link rel="stylesheet" href="{FOLDS.with_name("book.css").as_uri()}">
<style>table, figure, p {{ overflow-x: auto; max-width: 100% }}
td, i {{ display: block; width: 2000px }}</style>
<article class="bd-article">
<table><tr><td>x</td></tr></table><figure><i>x</i></figure><p><i>x</i></p></article>
<script src="{FOLDS.as_uri()}"></script>"""
SIGNS = """(() => {
    showMore(document);
    return [...document.querySelectorAll(".onward")].map(box => getComputedStyle(box, "::before").content);
})()"""


def test_only_a_table_has_more_columns(browser, tmp_path):
    page = tmp_path / "wide.html"
    page.write_text(WIDE)
    signs = browser.visit(page.as_uri(), 360, script=SIGNS).answer
    assert signs == ['"more columns →"', '"more →"', '"more →"']


# The displayed formulas whose beginning is not visible when a page opens. A fold is opened first and
# closed afterwards; the number of a formula, which comes last, does not count as its beginning.
HIDDEN = """(() => {
    const folds = document.querySelectorAll("details:not([open])");
    for (const fold of folds) fold.open = true;
    const hidden = [...document.querySelectorAll("div.math")].filter(formula => {
        const strokes = [...formula.querySelectorAll("mjx-container > svg :is(use, path, rect)")]
            .map(stroke => stroke.getBoundingClientRect()).filter(edge => edge.width);
        if (!strokes.length) return false;
        const begins = Math.min(...strokes.map(edge => edge.left));
        if (begins < 0 || begins > document.documentElement.clientWidth - 10) return true;
        for (let box = formula.querySelector("svg").parentElement; box; box = box.parentElement) {
            if (getComputedStyle(box).overflowX === "visible") continue;
            const edge = box.getBoundingClientRect();
            if (begins < edge.left - 2 || begins > edge.right - 10) return true;
        }
        return false;
    }).map(formula => formula.textContent.slice(0, 80));
    for (const fold of folds) fold.open = false;
    return hidden;
})()"""


def test_every_formula_opens_at_its_beginning_on_a_phone(screen, page):
    _, tab = screen(page, 360)
    assert tab.evaluate(HIDDEN) == []


def test_a_formula_that_opens_at_its_end_is_found(browser, tmp_path):
    page = tmp_path / "page.html"
    svg = "<svg width=500 height=9 style='flex: none'><rect width=500 height=9></rect></svg>"
    formula = f"<div class=math><mjx-container>{svg}</mjx-container></div>"
    for style, found in (("row-reverse", 1), ("row", 0)):
        rule = f"mjx-container {{ display: flex; flex-direction: {style}; overflow: auto }}"
        head = f"<meta name=viewport content=width=device-width><style>{rule}</style>"
        page.write_text(head + formula)
        assert len(browser.visit(page.as_uri(), 360, script=HIDDEN).answer) == found
