"""In a browser, the book works offline and without errors, draws its formulas, and fits a phone."""

import json
import re

import pytest

import chromium
from compendium.claims import CLAIMS

# Returns the pages that the code of the search page finds for each query.
SEARCH = """async queries => {
    while (!Search._index) await new Promise(done => setTimeout(done, 50));
    const find = query => Search._performSearch(...Search._parseQuery(query)).map(hit => hit[0]);
    return Object.fromEntries(queries.map(query => [query, find(query)]));
}"""


@pytest.mark.parametrize("width", [1400, 360])
def test_page_reads_offline(screen, page, width):
    visit, _ = screen(page, width)
    assert [u for u in visit.requests if not u.startswith(("file:", "data:", "blob:"))] == []
    assert visit.errors == []
    facts = visit.facts
    assert facts["drawn"] >= facts["formulas"]
    assert facts["mathErrors"] == []
    assert facts["brokenImages"] == []
    assert facts["width"] <= width, "the page is wider than its window"
    assert sum(facts["light"][:3]) > 600 and sum(facts["dark"][:3]) < 150 < sum(facts["text"][:3])


# Lists the boxes that are cut off on paper when every fold is open, and the colour theme on paper.
ON_PAPER = """(async () => {
    document.documentElement.dataset.theme = "dark";
    dispatchEvent(new Event("beforeprint"));
    await new Promise(done => setTimeout(done, 400));
    const boxes = [...document.querySelectorAll("main :is(pre, .cell_output > .output, svg.map)")];
    return {
        cut: boxes.filter(box => box.scrollWidth > box.clientWidth + 1).map(box => box.outerHTML),
        torn: [...document.querySelectorAll("main :is(.cell_input, figure, .sd-card, svg.map)")]
            .filter(box => getComputedStyle(box).breakInside !== "avoid").map(box => box.className),
        folded: document.querySelectorAll(".bd-article details:not([open], .cite)").length,
        theme: document.documentElement.dataset.theme,
        undrawn: document.querySelectorAll("main :is(.math:not(:has(mjx-container)), .later)").length,
    };
})()"""


@pytest.mark.parametrize("name", ["pbm/thompson_detail", "mnl/policies_detail", "errata/pbm", "map"])
def test_on_paper_nothing_is_cut_torn_or_dark(browser, book, name):
    address = (book / "notebooks" / f"{name}.html").as_uri()
    tab = chromium.Tab(browser, address, 658, media="print")
    tab.evaluate("window.MathJax?.startup?.promise.then(() => 0)")
    seen = tab.evaluate(ON_PAPER)
    tab.close()
    assert seen == {"cut": [], "torn": [], "folded": 0, "theme": "light", "undrawn": 0}


WATCH = """new MutationObserver((_, watcher) => {
    if (document.body) {
        window.begins = document.documentElement.dataset.theme;
        watcher.disconnect();
    }
}).observe(document, { childList: true, subtree: true })"""


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_page_begins_in_the_colours_of_the_system(browser, book, theme):
    tab = chromium.Tab(browser, "about:blank", 1400)
    features = [{"name": "prefers-color-scheme", "value": theme}]
    tab.call("Emulation.setEmulatedMedia", features=features)
    tab.call("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
    tab.call("Page.navigate", url=(book / "cite.html").as_uri())
    begins = "new Promise(done => addEventListener('load', () => done(window.begins)))"
    begins = f"document.readyState === 'complete' ? window.begins : {begins}"
    assert tab.evaluate(begins) == theme
    tab.close()


PDF = """(() => {
    const links = [...document.querySelectorAll(".dropdown-download-buttons a")];
    return [window.bookPdf, links.filter(a => a.href.endsWith("/book.pdf")).length];
})()"""


@pytest.mark.parametrize("name", ["intro", "pbm/estimation"])
def test_a_page_leads_to_the_pdf_where_there_is_one(browser, book, name):
    address = (book / "notebooks" / f"{name}.html").as_uri()
    printed = (book / "book.pdf").exists()
    seen, links = browser.visit(address, 1400, script=PDF).answer
    assert seen <= printed and links == seen


SNIPPETS = """(async () => {
    const done = () => document.querySelector("#search-results .search-summary")?.textContent;
    while (!/found/.test(done())) await new Promise(later => setTimeout(later, 50));
    await MathJax.startup.promise;
    return [...document.querySelectorAll("#search-results li")].map(result => {
        const shown = result.querySelector("p.context");
        return shown && {
            text: shown.textContent,
            marked: [...shown.querySelectorAll("mark")].map(word => word.textContent),
            formulas: shown.querySelectorAll("mjx-container").length,
        };
    });
})()"""


def test_search_shows_where_a_word_stands(browser, book):
    visit = browser.visit((book / "search.html").as_uri() + "?q=regret", 1200, script=SNIPPETS)
    assert visit.errors == []
    assert all(address.startswith(("file:", "data:")) for address in visit.requests)
    shown = [snippet for snippet in visit.answer if snippet]
    assert len(shown) > len(visit.answer) / 2 and any(snippet["formulas"] for snippet in shown)
    for snippet in shown:
        assert snippet["marked"] and all(re.match("regret", w, re.I) for w in snippet["marked"])
        assert len(snippet["text"]) < 500 and r"\(" not in snippet["text"]


def test_search_finds_every_claim(browser, book):
    script = f"({SEARCH})({json.dumps(list(CLAIMS))})"
    found = browser.visit((book / "search.html").as_uri(), 1200, script=script).answer
    lost = [id for id in found if "notebooks/claims" not in found[id]]
    assert lost == []
