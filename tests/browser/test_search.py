"""The search finds the right page for queries as readers type them, among its first two results."""

import tomllib

import pytest

import chromium
from compendium.sphinx.extension import SEARCH

QUERIES = {  # the query, and where a reader wants to be: starts of addresses, separated by spaces
    # Names of results, as the papers and the book give them.
    "Theorem 6": "pbm/lower_bound.html#pbm-theorem-6",
    "theorem 6": "pbm/lower_bound.html#pbm-theorem-6",
    "Theorem 9": "pbm/policies.html#pbm-theorem-9",
    "Theorem 11": "pbm/policies.html#pbm-theorem-11",
    "Lemma 16": "pbm/lower_bound_detail.html#pbm-lemma-16",
    "Corollary 5": "pbm/lower_bound_detail.html#pbm-corollary-5",
    "Proposition 8": "pbm/confidence.html#pbm-proposition-8",
    "Remark 7": "pbm/lower_bound.html#pbm-remark-7 pbm/lower_bound_detail.html#pbm-remark-7",
    "Fact 17": "pbm/policies_detail.html#pbm-fact-17",
    "Fisher information": "pbm/estimation.html#pbm-fisher-information",
    "sharp loss": "pbm/estimation.html#pbm-sharp-loss",
    "equation 6": "pbm/lower_bound.html#pbm-equation-6",
    "equation (6)": "pbm/lower_bound.html#pbm-equation-6",
    "Figure 1a": "pbm/simulations.html#pbm-figure-1a",
    "Figure 1b": "pbm/simulations.html#pbm-figure-1b",
    "pbm:theorem-6": "pbm/lower_bound.html#pbm-theorem-6",
    "Theorem 1": "rank1/elimination.html#rank1-theorem-1",
    "Lemma 4": "rank1/elimination_detail.html#rank1-lemma-4",
    "equation 10": "mnl/policies.html#mnl-policies-equation-10",
    "Theorem 3": "mnl/concentration.html#mnl-theorem-3",
    "Corollary 6": "mnl/concentration_detail.html#mnl-corollary-6",
    "Lemma 12": "mnl/geometric_moments.html#mnl-lemma-12",
    "Corollary 19": "mnl/regret_bounds_detail.html#mnl-corollary-19",
    "equation 50": "mnl/estimation.html#mnl-estimation-equation-50",
    # Names of policies and of functions.
    "PBM-TS": "pbm/policies.html#pbm-ts pbm/thompson",
    "PBM-UCB": "pbm/policies.html#pbm-ucb",
    "pbm-pie": "pbm/policies.html#pbm-pie",
    "PBM-PIE": "pbm/policies.html#pbm-pie",
    "KL-UCB": "rank1/needle",
    "UCB1": "rank1/needle",
    "Rank1ElimKL": "rank1/elimination",
    "TopRank": "mnl/policies",
    "Epoch-UCB": "mnl/policies",
    "RBA": "pbm/policies",
    "TS": "pbm/thompson",
    "UCB": "pbm/confidence pbm/policies glossary.html#term-confidence-bound",
    "sub_gamma_scale": "reference.html#clickbandits.geometric.sub_gamma_scale",
    # Topics.
    "Thompson sampling": "pbm/thompson",
    "when does TS fail": "pbm/thompson",
    "posterior": "pbm/thompson",
    "conjecture": "pbm/thompson pbm/simulations.html#pbm-conjecture-ts",
    "asymptotically optimal": "pbm/thompson",
    "lower bound": "pbm/lower_bound.html",
    "price of information": "pbm/lower_bound glossary.html#term-price-of-information",
    "exploration position": "pbm/lower_bound pbm/simulations",
    "which position should I explore": "pbm/lower_bound pbm/simulations",
    "how fast does regret grow": "pbm/lower_bound",
    "sublinear regret": "pbm/lower_bound",
    "explore exploit tradeoff": "pbm/policies",
    "EM": "pbm/em.html",
    "expectation maximization": "pbm/em.html",
    "slow convergence": "pbm/em.html",
    "maximum likelihood": "pbm/em.html mnl/estimation",
    "Newton's method": "mnl/estimation pbm/search_ads",
    "identifiability": "mnl/estimation",
    "position bias": "pbm/estimation glossary.html#term-examination",
    "cascade model": "use/your_own_click_law glossary.html#term-cascade",
    "wrong click model": "across.html",
    "wrong order": "across.html",
    "misspecification": "across.html use/advice",
    "cumulants": "mnl/geometric_moments.html",
    "negative binomial": "mnl/geometric_moments.html",
    "sub-gamma": "mnl/concentration.html mnl/geometric_moments.html",
    "Hoeffding": "pbm/confidence",
    "Pinsker": "rank1/kl_scaling",
    "KL divergence": "rank1/kl_scaling glossary.html#term-Kullback",
    "rank-1 bandits": "rank1/elimination.html",
    "regret of TopRank": "mnl/policies",
    "regret": "glossary.html#term-regret",
    "what is regret": "glossary.html#term-regret",
    "deviance": "pbm/search_ads",
    "advertising": "pbm/search_ads",
    "clickthrough rate": "pbm/search_ads",
    "Yandex": "pbm/search_ads rank1/web_search",
    # Work to be done.
    "install": "use/five_minutes intro",
    "how to rank products": "use/five_minutes",
    "export to json": "click_logs",
    "fit my log": "your_own_log use/five_minutes",
    "confidence interval": "your_own_log pbm/confidence",
    "csv": "click_logs",
    "how do I write my own policy": "use/your_own_policy",
    "delayed clicks": "use/in_production",
    "deploy": "use/in_production",
    "parallel": "use/on_a_cluster",
    "PyClick": "against_others",
    # The book itself.
    "BibTeX": "cite",
    "license": "cite",
    "symbols": "notation",
    "mistakes in the papers": "errata",
    "multi-armed bandit": "intro",
    "formal proof": "checked_by_machine",
    "open problems": "open_questions",
    "figures": "gallery",
    "reproduce": "rebuild",
}
FOUND = """(async () => {
    const done = () => document.querySelector("#search-results .search-summary")?.textContent;
    while (!/found|not match/.test(done())) await new Promise(later => setTimeout(later, 20));
    return [...document.querySelectorAll("#search-results li > a")].slice(0, 2)
        .map(link => link.getAttribute("href").replace("notebooks/", ""));
})()"""


@pytest.fixture(scope="module")
def typed(browser, book):
    """A function that types a query into the search page and returns the addresses of two results."""
    tab = chromium.Tab(browser, (book / "search.html").as_uri(), 1200)

    def type_it(query):
        tab.evaluate("document.querySelector('main input[name=q]').select()")
        tab.call("Input.insertText", text=query)
        loads = len(tab.visit.loaded)
        enter = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13}
        tab.call("Input.dispatchKeyEvent", type="keyDown", text="\r", **enter)
        tab.call("Input.dispatchKeyEvent", type="keyUp", **enter)
        browser._until(tab.visit, lambda _: len(tab.visit.loaded) > loads)
        return tab.evaluate(FOUND)

    yield type_it
    tab.close()


@pytest.mark.parametrize("query", QUERIES)
def test_the_right_page_is_among_the_first_two_results(typed, query):
    found = typed(query)
    assert any(address.startswith(tuple(QUERIES[query].split())) for address in found), found


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("regret", ""),
        ("regret xyzzy", "No page contains “xyzzy”, so these results are for the rest of the query."),
        (
            "Plugh, regret of xyzzy",
            "No page contains “plugh” or “xyzzy”, so these results are for the rest of the query.",
        ),
        ("xyzzy", ""),
    ],
)
def test_a_word_on_no_page_is_left_out(browser, book, query, said):
    address = f"{(book / 'search.html').as_uri()}?q={query.replace(' ', '+')}"
    note = "document.getElementById('search-results').previousElementSibling?.textContent ?? ''"
    seen = browser.visit(address, 1200, script=f"Promise.all([{note}, {FOUND}])")
    note, found = seen.answer
    assert seen.errors == []
    assert note.strip().startswith("No page") == bool(said) and said in note
    assert bool(found) == ("regret" in query)


def test_every_page_and_place_with_other_names_exists(book):
    for place in tomllib.loads(SEARCH):
        page, _, id = place.partition("#")
        assert f'id="{id}"' in (book / f"{page}.html").read_text("utf-8") or not id, place
