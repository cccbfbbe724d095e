"""The field and the menus above long lists filter by words, verdict, author, evidence and paper."""

import re
from pathlib import Path

import pytest

ASSETS = Path(__file__).resolve().parents[2] / "book" / "assets"
ROW = (
    '<tr><td><span class="statement">{text}</span></td><td><span class="whose {whose}">says:</span> '
    '<span class="verdict {verdict}">words</span></td>'
    '<td><span class="kinds" data-kinds="{kinds}"></span></td></tr>'
)
PAGE = f"""<html><body><div class="filter"></div><table><tbody><tr><td>
<span class="verdict holds">holds</span></td><td>7</td></tr></tbody></table>
<section><h2>One<a href="#x">#</a></h2><table><tbody>
{ROW.format(text="alpha beta", whose="ours", verdict="holds", kinds="proved in Coq, exact")}
{ROW.format(text="Alpha", whose="reading", verdict="not-reproduced", kinds="exact")}
</tbody></table></section>
<section><h2>Two</h2><details class="entries"><table><tbody><tr><td>alpha</td><td><span class="figure-row">
figure</span></td></tr></tbody></table></details></section>
<link rel="stylesheet" href="filter.css"><script src="filter.js"></script></body></html>"""
LOOK = """
    const seen = [...document.querySelectorAll("tr:has(.statement, .figure-row)")]
        .filter(e => e.checkVisibility());
    return [
        seen.length,
        [...document.querySelectorAll("h2")].map(e => e.checkVisibility()),
        document.querySelector(".filter output").textContent,
    ];"""
CHOOSE = f"""((number, value) => {{
    const select = document.querySelectorAll(".filter select")[number];
    select.value = value;
    select.dispatchEvent(new Event("change"));
    const found = (() => {{ {LOOK} }})();
    return [[...select.options].map(option => option.text), ...found];
}})"""
TYPE = f"""(words => {{
    const field = document.querySelector(".filter input");
    field.value = words;
    field.dispatchEvent(new Event("input"));
    {LOOK}
}})"""


def said(results, figures):
    return f"{results} results and {figures} figures"


@pytest.fixture
def listed(tmp_path):
    for name in ("filter.js", "filter.css"):
        (tmp_path / name).write_bytes((ASSETS / name).read_bytes())
    (tmp_path / "page.html").write_text(PAGE)
    return (tmp_path / "page.html").as_uri()


@pytest.mark.parametrize(
    "menu, options, shown",
    [
        (0, ["all", "holds (1)", "not reproduced (1)", "figure (1)"], [False, True]),  # by verdict
        (1, ["all", "ours (1)", "our reading (1)"], [True, False]),  # by author
        (2, ["all", "proved in Coq (1)", "exact (2)"], [True, False]),  # by evidence
        (3, ["all", "One (2)", "Two (1)"], [False, True]),  # by paper
    ],
)
def test_entries_are_chosen(browser, listed, menu, options, shown):
    chosen, _, number = options[-1].rpartition(" ")
    seen = int(number.strip("()"))
    visit = browser.visit(listed, 1200, script=f'{CHOOSE}({menu}, "{chosen}")')
    figures = int(shown[1])
    assert (visit.errors, visit.answer) == ([], [options, seen, shown, said(seen - figures, figures)])


@pytest.mark.parametrize("words, results, figures", [("ALPHA", 2, 1), ("beta alpha", 1, 0), ("gamma", 0, 0)])
def test_entries_are_found_by_their_words(browser, listed, words, results, figures):
    answer = browser.visit(listed, 1200, script=f'{TYPE}("{words}")').answer
    assert answer[2] == said(results, figures)


def test_a_list_is_folded_until_something_is_chosen(browser, listed):
    fold = "document.querySelector('.entries')"
    assert browser.visit(listed, 1200, script=f"{fold}.open").answer is False
    script = f'({TYPE}("a"), {fold}.open) || ({TYPE}("alpha beta"), {fold}.open)'
    assert browser.visit(listed, 1200, script=script).answer is True


def test_an_address_begins_with_a_choice(browser, listed):
    answer = browser.visit(
        f"{listed}?verdict=holds&find=beta&paper=unknown", 1200, script=f"(() => {{{LOOK}}})()"
    ).answer
    assert answer == [1, [True, False], said(1, 0)]


def test_the_long_page_has_the_menus(browser, book):
    address = (book / "notebooks" / "claims.html").as_uri()
    visit = browser.visit(address, 360, script=f'{CHOOSE}(0, "holds")')
    options, seen, _, text = visit.answer
    assert f"holds ({seen})" in options and seen > 0
    assert text == said(seen, 0)


def test_the_filter_counts_as_many_results_as_the_table(browser, book):
    address = (book / "notebooks" / "claims.html").as_uri()
    counts = (
        "[...document.querySelectorAll('table tr')].find(row => /^all/.test(row.innerText.trim())).innerText"
    )
    number = "document.querySelector('.filter output').textContent"
    table, text = browser.visit(address, 1200, script=f"[{counts}, {number}]").answer
    assert text.startswith(f"{table.split()[-1]} results and ")


OFF = """document.querySelectorAll("details.entries").forEach(fold => fold.open = true),
[...document.querySelectorAll("section .verdict")].filter(badge => {
    const edges = badge.getBoundingClientRect();
    return edges.left < 0 || edges.right > innerWidth;
}).length"""


@pytest.mark.parametrize("width", [1400, 360])
@pytest.mark.parametrize("name", ["claims", "errata/mnl"])
def test_every_verdict_is_on_the_screen(browser, book, name, width):
    address = (book / "notebooks" / f"{name}.html").as_uri()
    assert browser.visit(address, width, script=OFF).answer == 0


CUT = """(() => {
    for (const fold of document.querySelectorAll("main details")) fold.open = true;
    return [...document.querySelectorAll("main table:has(th.text-right)")]
        .filter(table => table.parentElement.scrollWidth > table.parentElement.clientWidth)
        .map(table => table.textContent.trim().slice(0, 40));
})()"""


@pytest.mark.parametrize("name", ["claims", "errata/pbm"])
def test_tables_of_counts_fit_a_phone(browser, book, name):
    address = (book / "notebooks" / f"{name}.html").as_uri()
    assert browser.visit(address, 360, script=CUT).answer == []


@pytest.mark.parametrize("id", ["pbm-theorem-6", "pbm-equation-2"])
def test_a_deep_link_opens_the_row_it_leads_to(browser, book, id):
    address = (book / "notebooks" / "claims.html").as_uri() + f"#all-{id}"
    row = f"document.getElementById('all-{id}').closest('tr')"
    script = f"[{row}.closest('details'), ...{row}.querySelectorAll('details')].map(fold => fold.open)"
    assert browser.visit(address, 1200, script=script).answer == [True, True, False]


@pytest.mark.parametrize("old", ["claims/pbm", "claims/across", "deviations/mnl", "against"])
def test_an_old_address_leads_to_the_new_place(book, old):
    page = book / "notebooks" / f"{old}.html"
    (address,) = re.findall(r'location\.replace\("([^"]+)" \+ location\.hash\)', page.read_text())
    assert (page.parent / address).is_file()


OPENED = """(async () => {
    const fold = document.querySelector("details.statement:not([open]):has(.later)");
    fold.open = true;
    for (let tries = 0; tries < 100 && !fold.querySelector("mjx-container"); tries++)
        await new Promise(later => setTimeout(later, 50));
    return [fold.querySelectorAll("mjx-container").length > 0, fold.querySelectorAll(".later").length];
})()"""


def test_the_formulas_of_a_fold_are_drawn_when_it_opens(browser, book):
    address = (book / "notebooks" / "claims.html").as_uri()
    assert browser.visit(address, 360, script=OPENED).answer == [True, 0]
