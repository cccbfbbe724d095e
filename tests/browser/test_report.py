"""The report on a click log can be read in a browser, light or dark, and on a phone."""

from pathlib import Path

import pytest

from chromium import Tab
from clicklogs.command import main

AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text("utf-8")
RUN = """(async () => {
    const found = await axe.run(document, {resultTypes: ["violations"]});
    return found.violations.map(rule => [rule.id, rule.nodes[0].html.slice(0, 200)]);
})()"""
NAMES = ("tea", "x" * 300, "\u05d0\u05d1")


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    rows = [
        f"q,{name},{place},{20 - 4 * item // place},30" for item, name in enumerate(NAMES) for place in (1, 2)
    ]
    (folder / "log.csv").write_text("\n".join(["query,item,position,clicks,plays", *rows]), "utf-8")
    assert main(["report", str(folder / "log.csv"), "--out", str(folder), "--quick"]) == 0
    return (folder / "index.html").as_uri()


@pytest.mark.parametrize("width", [360, 1400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_report_is_readable(browser, report, width, scheme):
    tab = Tab(browser, report, width)
    feature = {"name": "prefers-color-scheme", "value": scheme}
    tab.call("Emulation.setEmulatedMedia", features=[feature])
    assert tab.evaluate(f"{AXE};{RUN}") == []
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    paper = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 24, 30)"}[scheme]
    colours = [
        tab.evaluate(f"getComputedStyle(document.querySelector('{one}')).{name}")
        for one, name in (("svg text", "fill"), ("body", "color"))
    ]
    assert colours[0] == colours[1]  # the text of figures has the colour of the page's text
    assert (tab.visit.requests, tab.visit.errors) == ([report], [])
    tab.close()
