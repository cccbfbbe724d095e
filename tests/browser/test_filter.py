"""The menus above the long lists of claims: by verdict, whose sentence, and paper."""

from pathlib import Path

import pytest

ASSETS = Path(__file__).resolve().parents[2] / "book" / "assets"
ROW = (
    '<tr><td><span class="statement">text</span></td>'
    '<td><span class="whose">{whose}:</span> <span class="verdict">{verdict}</span></td></tr>'
)
PAGE = f"""<html><body><div class="filter"></div><table><tbody><tr><td>
<span class="verdict">holds</span></td><td>7</td></tr></tbody></table>
<section><h2>One<a href="#x">#</a></h2><table><tbody>
{ROW.format(whose="we say, proved here", verdict="holds")}
{ROW.format(whose="we read", verdict="corrected")}
</tbody></table></section>
<section><h2>Two</h2><ul><li><p><span class="whose">we say, computed here:</span>
<span class="verdict">holds</span></p><ul><li>inner</li></ul>
</li></ul></section>
<link rel="stylesheet" href="filter.css"><script src="filter.js"></script></body></html>"""
CHOOSE = """((number, value) => {
    const select = document.querySelectorAll(".filter select")[number];
    select.value = value;
    select.dispatchEvent(new Event("change"));
    const entries = "tr:has(.statement, .printed), li:has(> p > .verdict)";
    const seen = [...document.querySelectorAll(entries)].filter(e => e.checkVisibility());
    return [
        [...select.options].map(option => option.text),
        seen.length,
        [...document.querySelectorAll("h2")].map(e => e.checkVisibility()),
        document.querySelector(".filter output").textContent,
    ];
})"""


@pytest.fixture
def listed(tmp_path):
    for name in ("filter.js", "filter.css"):
        (tmp_path / name).write_bytes((ASSETS / name).read_bytes())
    (tmp_path / "page.html").write_text(PAGE)
    return (tmp_path / "page.html").as_uri()


@pytest.mark.parametrize(
    "menu, options, shown",
    [
        (0, ["all (3)", "holds (2)", "corrected (1)"], [True, False]),  # by verdict
        (1, ["all (3)", "we say (2)", "we read (1)"], [True, False]),  # whose
        (2, ["all (3)", "One (2)", "Two (1)"], [False, True]),  # by paper
    ],
)
def test_entries_are_chosen(browser, listed, menu, options, shown):
    chosen = options[-1].rpartition(" ")[0]
    visit = browser.visit(listed, 1200, script=f'{CHOOSE}({menu}, "{chosen}")')
    assert (visit.errors, visit.answer) == ([], [options, 1, shown, "1 of 3 shown"])


@pytest.mark.parametrize("name", ["claims/pbm", "against"])
def test_the_long_pages_have_the_menus(browser, book, name):
    address = (book / "notebooks" / f"{name}.html").as_uri()
    visit = browser.visit(address, 360, script=f'{CHOOSE}(0, "holds")')
    options, seen, _, said = visit.answer
    assert f"holds ({seen})" in options
    assert said.startswith(f"{seen} of ") and seen > 0


OFF = """[...document.querySelectorAll("section .verdict")].filter(badge => {
    const edges = badge.getBoundingClientRect();
    return edges.left < 0 || edges.right > innerWidth;
}).length"""


@pytest.mark.parametrize("width", [1400, 360])
@pytest.mark.parametrize("name", ["claims/pbm", "claims/across", "errata/mnl", "against"])
def test_every_verdict_is_on_the_screen(browser, book, name, width):
    address = (book / "notebooks" / f"{name}.html").as_uri()
    assert browser.visit(address, width, script=OFF).answer == 0


@pytest.mark.parametrize("id", ["pbm-theorem-6", "pbm-equation-2"])
def test_a_deep_link_opens_the_row_it_leads_to(browser, book, id):
    address = (book / "notebooks" / "claims" / "pbm.html").as_uri() + f"#all-{id}"
    row = f"document.getElementById('all-{id}').closest('tr')"
    script = f"[...{row}.querySelectorAll('details')].map(fold => fold.open)"
    assert browser.visit(address, 1200, script=script).answer == [True, False]
