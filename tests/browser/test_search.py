"""The search finds the right page for thirty queries as a reader would type them."""

from urllib.parse import quote

import pytest

PBM, RANK1, MNL = "Lagrée", "Katariya", "Grant"
QUERIES = [  # the query, the end of the address that it should find, and the paper named there
    ("Theorem 6", "#pbm-theorem-6", PBM),
    ("theorem 6", "#pbm-theorem-6", PBM),
    ("Theorem 9", "#pbm-theorem-9", PBM),
    ("Theorem 11", "#pbm-theorem-11", PBM),
    ("Lemma 16", "#pbm-lemma-16", PBM),
    ("Corollary 5", "#pbm-corollary-5", PBM),
    ("Proposition 8", "#pbm-proposition-8", PBM),
    ("Remark 7", "#pbm-remark-7", PBM),
    ("Fact 17", "#pbm-fact-17", PBM),
    ("Fisher information", "#pbm-fisher-information", PBM),
    ("sharp loss", "#pbm-sharp-loss", PBM),
    ("equation 6", "#pbm-lower_bound-equation-6", PBM),
    ("equation (6)", "#pbm-lower_bound-equation-6", PBM),
    ("Figure 1a", "#pbm-figure-1a", PBM),
    ("Figure 1b", "#pbm-figure-1b", PBM),
    ("PBM-TS", "policies.html#pbm-ts-and-bc-mp-ts-draw-a-possible-world", PBM),
    ("PBM-UCB", "policies.html#pbm-ucb-show-what-could-be-best", PBM),
    ("pbm-pie", "policies.html#pbm-pie-show-what-looks-best-explore-when-you-must", PBM),
    ("pbm:theorem-6", "#pbm-theorem-6", PBM),
    ("Theorem 1", "#rank1-theorem-1", RANK1),
    ("Lemma 4", "#rank1-lemma-4", RANK1),
    ("equation 10", "#rank1-elimination_detail-equation-10", RANK1),
    ("Rank1ElimKL", "reference_rank1.html#module-clickbandits.rank1.elim", RANK1),
    ("Theorem 3", "#mnl-theorem-3", MNL),
    ("Corollary 6", "#mnl-corollary-6", MNL),
    ("Lemma 12", "#mnl-lemma-12", MNL),
    ("Corollary 19", "#mnl-corollary-19", MNL),
    ("equation 50", "#mnl-estimation-equation-50", MNL),
    ("TopRank", "reference_mnl.html#module-clickbandits.mnl.top_rank", MNL),
    ("regret", "glossary.html#term-regret", ""),
]
FOUND = """(async () => {
    const done = () => document.querySelector("#search-results .search-summary")?.textContent;
    while (!/found|not match/.test(done())) await new Promise(later => setTimeout(later, 50));
    return [...document.querySelectorAll("#search-results li")].slice(0, 3)
        .map(result => [result.querySelector("a").getAttribute("href"), result.textContent]);
})()"""


@pytest.mark.parametrize(("query", "leads_to", "paper"), QUERIES, ids=lambda value: value[:20])
def test_a_place_is_among_the_first_three_results(browser, book, query, leads_to, paper):
    address = (book / "search.html").as_uri() + f"?q={quote(query)}"
    found = browser.visit(address, 1200, script=FOUND).answer
    named = [text for address, text in found if address.endswith(leads_to)]
    assert named and paper in named[0], found
