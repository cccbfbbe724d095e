"""On a phone, displayed formulas open at their beginning."""

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
