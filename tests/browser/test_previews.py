"""Links that a reader points at, focuses or taps show previews, which need no network."""

import json

import pytest

import chromium

PAGE = "notebooks/mnl/policies.html"
KINDS = {  # by kind: the target of a link, words of its preview, and an element drawn in it
    "theorem": ("#pbm-theorem-9", ["Theorem 9", "the paper says:", "holds"], ".proof .math svg"),
    "equation": ("#mnl-policies-equation-10", [], ".math svg"),
    "term": ("#term-regret", ["regret"], "dd"),
    "figure": ("#mnl-literal-differences", ["Fig. ", "Algorithm 3"], "img"),
    "citation": ("cite.html#id2", ["Lagrée"], ".citation"),
}
# Scrolls a link outside all folds to the middle of the window; returns the middle of its first line.
FIND = """(async end => {
    const link = [...document.querySelectorAll(".bd-article a.internal")]
        .find(a => a.getAttribute("href").endsWith(end) && a.checkVisibility());
    window.sought = link;
    link.scrollIntoView({ block: "center", behavior: "instant" });
    await new Promise(requestAnimationFrame);
    const line = link.getClientRects()[0];
    return [line.x + line.width / 2, line.y + line.height / 2];
})"""
SHOWN = """(async there => {
    const tip = () => document.querySelector(".tippy-box[data-state=visible]");
    for (let tries = 400; Boolean(tip()) !== there; tries--) {
        if (!tries) throw Error(`no preview ${there ? "came" : "went"}: ${sought.outerHTML}`);
        await new Promise(done => setTimeout(done, 25));
    }
    if (!there) return null;
    const edge = tip().getBoundingClientRect(), wide = document.documentElement;
    return {
        text: tip().textContent,
        drawn: WANTED.filter(kind => tip().querySelector(kind)),
        broken: [...tip().querySelectorAll("img")].filter(image => !image.naturalWidth).length,
        raw: [...tip().querySelectorAll(".math")].filter(math => !math.querySelector("svg")).length,
        inside: Math.min(edge.left, edge.top) >= 0 && edge.right <= innerWidth
            && edge.bottom <= innerHeight && wide.scrollWidth <= wide.clientWidth,
        described: sought.getAttribute("aria-describedby") === tip().parentElement.id,
    };
})""".replace("WANTED", json.dumps([drawn for _, _, drawn in KINDS.values()]))


def opened(browser, address, width):
    """A page opened without a network."""
    tab = chromium.Tab(browser, address, width)
    tab.call(
        "Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0
    )
    tab.call("Emulation.setTouchEmulationEnabled", enabled=width < 600)
    tab.evaluate(chromium.FACTS)
    return tab


def key(tab, name, code):
    """Press and release a key."""
    for kind in ("rawKeyDown", "keyUp"):
        tab.call("Input.dispatchKeyEvent", type=kind, key=name, code=name, windowsVirtualKeyCode=code)


def point(tab, x, y):
    """Move the pointer to a point of the window."""
    tab.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)


def tap(tab, x, y):
    """Tap once."""
    tab.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
    tab.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


def by_pointer(tab, x, y):
    point(tab, x, y)
    seen = tab.evaluate(f"{SHOWN}(true)")
    point(tab, 2, 2)
    return seen


def by_keyboard(tab, x, y):
    """Reach the link by the Tab key from the element before it, and close its preview by Escape."""
    tab.evaluate("""(() => {
        const before = document.createElement("button");
        sought.before(before);
        before.focus({ preventScroll: true });
    })()""")
    key(tab, "Tab", 9)
    seen = tab.evaluate(f"{SHOWN}(true)")
    assert tab.evaluate("document.activeElement === sought")
    key(tab, "Escape", 27)
    tab.evaluate(f"{SHOWN}(false)")
    tab.evaluate("sought.blur(); sought.previousSibling.remove()")
    return seen


def by_tap(tab, x, y):
    """Tap on the link, and then beside it."""
    address = tab.evaluate("location.href")
    tap(tab, x, y)
    seen = tab.evaluate(f"{SHOWN}(true)")
    assert tab.evaluate("location.href") == address, "the first tap followed the link"
    tap(tab, 2, 300)
    return seen


@pytest.mark.parametrize("width", [1400, 360])
def test_a_link_shows_what_it_leads_to(browser, book, width):
    tab = opened(browser, (book / PAGE).as_uri(), width)
    for way in (by_pointer, by_keyboard) if width > 600 else (by_tap, by_keyboard):
        for kind, (address, says, drawn) in KINDS.items():
            place = tab.evaluate(f"{FIND}({json.dumps(address)})")
            seen = way(tab, *place)
            tab.evaluate(f"{SHOWN}(false)")
            said = f"{kind}, {way.__name__}: {seen}"
            assert all(words in seen["text"] for words in says), said
            assert drawn in seen["drawn"] and seen["inside"] and seen["described"], said
            assert (seen["broken"], seen["raw"]) == (0, 0), said
    tab.close()
    assert tab.visit.errors == []
    assert {address.partition(":")[0] for address in tab.visit.requests} <= {"file", "data", "blob"}


def test_a_second_tap_follows(browser, book):
    tab = opened(browser, (book / PAGE).as_uri(), 360)
    place = tab.evaluate(f'{FIND}("#mnl-literal-differences")')
    tap(tab, *place)
    assert "Go there" in tab.evaluate(f"{SHOWN}(true)")["text"]
    tap(tab, *place)
    tab.evaluate("new Promise(done => setTimeout(done, 300))")
    assert tab.evaluate("location.hash") == "#mnl-literal-differences"
    tab.close()


MAP = """(() => {
    const map = document.querySelector("svg.map"), list = document.querySelector(".map-list");
    const rows = ":scope > a, :scope > ul > li > p > a:first-child";
    const names = box => [...box.querySelectorAll(rows)]
        .map(a => a.getAttribute("href")).sort();
    const same = String(names(map)) === String(names(list));
    return [map.checkVisibility(), list.checkVisibility(), same];
})()"""


@pytest.mark.parametrize("width", [1400, 360])
def test_a_map_is_a_picture_and_on_a_phone_a_list(browser, book, width):
    for page in ("map", "new_results_detail"):
        address = (book / "notebooks" / f"{page}.html").as_uri()
        visit = browser.visit(address, width, script=MAP)
        assert visit.answer == [width > 600, width < 600, True]


def test_a_map_is_read_and_followed_by_keyboard(browser, book):
    tab = opened(browser, (book / "notebooks" / "map.html").as_uri(), 1400)
    tab.evaluate("""(() => {
        window.sought = document.querySelector("svg.map a[href*='#pbm-theorem-6']");
        sought.scrollIntoView({ block: "center", behavior: "instant" });
        sought.previousElementSibling.focus({ preventScroll: true });
    })()""")
    key(tab, "Tab", 9)
    seen = tab.evaluate(f"{SHOWN}(true)")
    assert "Theorem 6" in seen["text"] and "holds" in seen["text"]
    assert seen["raw"] == 0 and ".math svg" in seen["drawn"]  # the page has no formula of its own
    tab.call(
        "Input.dispatchKeyEvent",
        type="keyDown",
        key="Enter",
        code="Enter",
        text="\r",
        windowsVirtualKeyCode=13,
    )
    tab.browser._until(tab.visit, lambda message: message.get("method") == "Page.loadEventFired")
    assert tab.evaluate("location.href").endswith("lower_bound.html#pbm-theorem-6")
    tab.close()
