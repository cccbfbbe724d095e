"""On the built pages, light and dark, axe-core finds no problem except for those of the theme.

`axe/axe.min.js` is axe-core 4.14.1 (Deque Systems, MPL 2.0), unchanged.
"""

from pathlib import Path

AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text("utf-8")
# Problems of the theme and of the bibliography extension: the rule, and the name of the element.
THEIRS = [
    ("label-content-name-mismatch", "search-button"),
    ("label-content-name-mismatch", "theme-switch-button"),
    ("region", "sidebar-primary-item"),
    ("aria-allowed-role", "doc-biblioentry"),
    ("aria-deprecated-role", "doc-biblioentry"),
    ("aria-required-children", "citation-list"),
]
# The strokes of a drawn formula are hidden from screen readers and contain no text, but they are most
# of the elements of a page, so they are removed. Most others are the signs in the MathML of a formula,
# so its text replaces them. The theme changes only colours, so the rules about colours are applied twice.
# Colours change at once, because on a busy machine a button may fade for longer than the test waits.
RUN = """(async () => {
    for (const drawn of document.querySelectorAll("mjx-container > svg")) drawn.replaceChildren();
    for (const read of document.querySelectorAll("mjx-assistive-mml > math"))
        read.textContent = read.textContent;
    const still = document.createElement("style");
    still.textContent = "*, *::before, *::after { transition: none !important }";
    document.head.append(still);
    const found = [], runs = {light: null, dark: ["color-contrast", "link-in-text-block"]};
    for (const [theme, runOnly] of Object.entries(runs)) {
        document.documentElement.dataset.theme = theme;
        for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame);
        const options = {resultTypes: ["violations"], ...(runOnly && {runOnly})};
        const result = await axe.run(document, options);
        for (const rule of result.violations) for (const node of rule.nodes)
            found.push([theme, rule.id, String(node.target), node.html.slice(0, 200)]);
    }
    return found;
})()"""


def is_theirs(rule, target, html):
    return any(rule == known and name in target + html for known, name in THEIRS)


def test_axe_finds_nothing_of_ours(screen, page):
    _, tab = screen(page, 1400)
    found = tab.evaluate(f"{AXE};{RUN}")
    ours = [finding for finding in found if not is_theirs(*finding[1:])]
    assert ours == []


def test_axe_finds_a_picture_without_alternative_text(browser, tmp_path):
    page = tmp_path / "page.html"
    page.write_text("<html lang=en><title>x</title><main><h1>x</h1><img src=a.png></main></html>")
    found = browser.visit(page.as_uri(), 1200, script=f"{AXE};{RUN}").answer
    assert {rule for _, rule, _, _ in found} == {"image-alt"}


def test_axe_sees_the_colours_of_each_theme(browser, tmp_path):
    page = tmp_path / "page.html"
    style = "[data-theme=dark] p, [data-theme=light] h1 { color: #777; background: #666 }"
    text = f"<style>{style}</style><main><h1>A heading</h1><p>Some words</p></main>"
    page.write_text(f"<html lang=en><title>x</title>{text}</html>")
    found = browser.visit(page.as_uri(), 1200, script=f"{AXE};{RUN}").answer
    assert [finding[:3] for finding in found] == [
        ["light", "color-contrast", "h1"],
        ["dark", "color-contrast", "p"],
    ]
