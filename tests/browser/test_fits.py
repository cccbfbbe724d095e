"""On a wide screen, a laptop and a phone no formula and no table is cut off without a visible hint.

All folds are opened first and closed afterwards, and the page is in the same tab for all three widths.
"""

import PIL.Image

import chromium

WIDTHS = (1400, 1024, 360)
# Four lists: formulas that are partly cut off; paragraphs of words that scroll, and other boxes that scroll
# without a hint; lines that begin with a comma or another closing sign after a formula; and pictures out of
# proportion. A formula is cut off if a box hides the part that does not fit, or if the part is to the left of
# everything that a box scrolls to, or beyond the window.
FITS = """(async () => {
    await window.MathJax?.startup?.promise;
    await window.formulasDrawn;
    const folds = document.querySelectorAll("details:not([open])");
    for (const fold of folds) fold.open = true;
    dispatchEvent(new Event("resize"));
    for (let n = 0; n < 4; n++) await new Promise(requestAnimationFrame);
    const isCut = formula => {
        const drawn = formula.getBoundingClientRect();
        if (!drawn.width) return false;
        for (let box = formula.parentElement; box; box = box.parentElement) {
            const edge = box.getBoundingClientRect(), overflow = getComputedStyle(box).overflowX;
            const left = edge.left - box.scrollLeft;
            if (overflow === "auto" || overflow === "scroll") return drawn.left < left - 1;
            if (overflow === "visible" || getComputedStyle(box).display === "inline") continue;
            if (drawn.right > edge.right + 1 || drawn.left < edge.left - 1) return true;
        }
        return drawn.right > document.documentElement.clientWidth + 1;
    };
    const isSilent = box => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1
        && ["auto", "scroll"].includes(getComputedStyle(box).overflowX)
        && (box.matches("p:not(:has(.math, .later, mjx-container))")
            || box.querySelector(".math, td, mjx-container")
            && !["::before", "::after"].some(place => getComputedStyle(box, place).content.includes("→")));
    const isOrphan = formula => {
        const texts = document.createTreeWalker(document.querySelector("main, body"), NodeFilter.SHOW_TEXT);
        texts.currentNode = formula;
        let next = texts.nextNode();
        while (next && formula.contains(next)) next = texts.nextNode();
        if (!/^[,.;:!?)]/.test(next?.data ?? "")) return false;
        const sign = document.createRange();
        sign.setStart(next, 0);
        sign.setEnd(next, 1);
        return sign.getBoundingClientRect().left < formula.getBoundingClientRect().right - 3;
    };
    const isStretched = image => {
        const { width, height } = image.getBoundingClientRect();
        const share = (width / height) / (image.naturalWidth / image.naturalHeight);
        return getComputedStyle(image).objectFit === "fill" && Math.abs(share - 1) > 0.02;
    };
    const all = selector => [...document.querySelectorAll(selector)].filter(each => each.checkVisibility());
    const named = list => list.map(each => (each.closest(".math") ?? each).outerHTML
        .replace(/<svg.*?<\\/svg>/gs, "").slice(0, 300));
    const found = {
        cut: named(all(".math mjx-container > svg").filter(isCut)),
        silent: named([...document.querySelectorAll("main *")].filter(isSilent)),
        orphans: named(all("main span.math mjx-container").filter(isOrphan)),
        stretched: named(all("main img").filter(isStretched)),
    };
    for (const fold of folds) fold.open = false;
    return found;
})()"""
NOTHING = {"cut": [], "silent": [], "orphans": [], "stretched": []}


def resize(tab, width):
    size = {"width": width, "height": 900, "deviceScaleFactor": 1}
    tab.call("Emulation.setDeviceMetricsOverride", **size, mobile=width < 600)


def at(tab, width):
    """What does not fit at a width."""
    resize(tab, width)
    return tab.evaluate(FITS)


def test_everything_fits_or_says_that_it_goes_on(screen, page):
    _, tab = screen(page, WIDTHS[0])
    try:
        assert {width: at(tab, width) for width in WIDTHS} == dict.fromkeys(WIDTHS, NOTHING)
    finally:
        resize(tab, WIDTHS[0])


def faults(browser, path, body):
    """How many formulas, boxes, lines and pictures are at fault, at each width."""
    path.write_text(f"<meta name=viewport content=width=device-width><main>{body}</main>")
    tab = chromium.Tab(browser, path.as_uri(), WIDTHS[0])
    seen = [tuple(map(len, at(tab, width).values())) for width in WIDTHS]
    tab.close()
    return seen


DRAWN = "<mjx-container><svg width={} height=9></svg></mjx-container>"


def test_formulas_that_are_cut_off_are_found(browser, tmp_path):
    centred = "overflow: auto; display: flex; justify-content: center"
    boxes = ("overflow: hidden", "overflow-x: auto", "", centred)
    formulas = [f'<p style="width: 300px; {box}"><b class=math>{DRAWN.format(500)}</b></p>' for box in boxes]
    seen = faults(browser, tmp_path / "page.html", "".join(formulas))
    assert [cut for cut, *_ in seen] == [2, 2, 3]


def test_a_box_that_scrolls_without_a_hint_is_found(browser, tmp_path):
    table = "<div style='overflow: auto'{}><table><td style='min-width: 800px'>x</table></div>"
    said = "<style>.said::before { content: 'more →' }</style>" + table.format(" class=said")
    assert faults(browser, tmp_path / "page.html", table.format("")) == [
        (0, 0, 0, 0),
        (0, 0, 0, 0),
        (0, 1, 0, 0),
    ]
    assert faults(browser, tmp_path / "page.html", said) == [(0, 0, 0, 0)] * 3


def test_a_line_that_begins_with_a_comma_is_found(browser, tmp_path):
    formula = f"<span class=math>{DRAWN.format(300)}</span>"
    style = "<style>p { width: 303px; margin: 0 } svg, mjx-container { display: inline-block }</style>"
    whole = f"<p><span style='white-space: nowrap'>{formula},</span> a word</p>"
    assert faults(browser, tmp_path / "page.html", f"{style}<p>{formula}, a word</p>") == [(0, 0, 1, 0)] * 3
    assert faults(browser, tmp_path / "page.html", style + whole) == [(0, 0, 0, 0)] * 3


def test_a_stretched_picture_is_found(browser, tmp_path):
    PIL.Image.new("RGB", (40, 30)).save(tmp_path / "a.png")
    pictures = '<img src=a.png width=80 height=30><img src=a.png width=80 height=30 style="height: auto">'
    assert faults(browser, tmp_path / "page.html", pictures) == [(0, 0, 0, 1)] * 3
