"""On a phone, displayed formulas open at their beginning, and fade out at the edge if they go on."""

import pytest

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
FADED = """(async () => {
    const frames = async () => {
        for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
    };
    const wide = [...document.querySelectorAll("div.math")]
        .filter(box => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1);
    const seen = () => wide.map(box => box.classList.value.match(/more-\\w+/g));
    await frames();
    const first = seen();
    for (const box of wide) box.scrollLeft = box.scrollWidth;
    await frames();
    return [first, seen(), document.querySelectorAll("div.math").length];
})()"""


def test_every_formula_opens_at_its_beginning_on_a_phone(browser, book, page):
    assert browser.visit((book / page).as_uri(), 360, script=HIDDEN).answer == []


def test_a_formula_that_opens_at_its_end_is_found(browser, tmp_path):
    page = tmp_path / "page.html"
    svg = "<svg width=500 height=9 style='flex: none'><rect width=500 height=9></rect></svg>"
    formula = f"<div class=math><mjx-container>{svg}</mjx-container></div>"
    for style, found in (("row-reverse", 1), ("row", 0)):
        rule = f"mjx-container {{ display: flex; flex-direction: {style}; overflow: auto }}"
        head = f"<meta name=viewport content=width=device-width><style>{rule}</style>"
        page.write_text(head + formula)
        assert len(browser.visit(page.as_uri(), 360, script=HIDDEN).answer) == found


@pytest.mark.parametrize("width", [1400, 360])
def test_a_wide_formula_fades_at_the_edge_behind_which_it_goes_on(browser, book, width):
    address = (book / "notebooks" / "pbm" / "lower_bound.html").as_uri()
    first, last, formulas = browser.visit(address, width, script=FADED).answer
    assert formulas > 0 and (width > 600 or first)
    assert all(seen == ["more-after"] for seen in first)
    assert all(seen == ["more-before"] for seen in last)
