"""The finished HTML of a page has the intended tables, titles of boxes, folds and figures."""

import pandas as pd
import PIL.Image
import pytest
from bs4 import BeautifulSoup

from compendium.sphinx.finished_pages import finished

FRAME = pd.DataFrame({"policy": ["a", "b"], "law": ["u", "v"], "regret": [1.5, 2]})


def cells(frame):
    """The rows of the table of a frame, with the text of each cell and whether it consists of words."""
    soup = BeautifulSoup(finished(frame.to_html(na_rep="–"), on_paper=True), "html.parser")
    return [
        [(cell.get_text(), "words" in cell.get("class", "")) for cell in row(["th", "td"])]
        for row in soup("tr")
    ]


def test_numbered_rows_have_no_numbers():
    head, first, _ = cells(FRAME)
    assert head == [("policy", True), ("law", True), ("regret", False)]
    assert first == [("a", True), ("u", True), ("1.5", False)]


def test_names_of_an_index_stand_in_the_first_row():
    assert cells(FRAME.set_index("policy"))[0][0] == ("policy", True)
    assert [text for text, _ in cells(FRAME.set_index(["policy", "law"]))[0]] == list(FRAME)
    wide = FRAME.pivot(index="policy", columns="law", values="regret")
    assert [text for text, _ in cells(wide)[0]] == ["policy", "u", "v"]
    assert cells(wide)[1][2] == ("–", False) and len(cells(wide)) == 3
    assert cells(FRAME.set_axis([3, 4]))[1][0] == ("3", False)


def test_names_and_numbers_are_for_people():
    frame = pd.DataFrame({"policy": ["TopRank(delta=1e-08)", "x<y"], "share": ["0.62 ± 0.01", "1"]})
    assert cells(frame)[1] == [("TopRank (δ = 10⁻⁸)", True), ("0.62 ± 0.01", False)]
    assert "x&lt;y" in finished(frame.to_html(), on_paper=True)


def test_a_heading_that_says_nothing_is_a_plain_cell():
    row = '<tr><th class="a>b"><p> </p></th><th></th><th>n</th><th><img alt="n"/></th></tr>'
    plain = '<tr><td class="a&gt;b"></td><td></td><th>n</th><th><img alt="n"/></th></tr>'
    assert finished(row, on_paper=True) == plain


def test_what_is_not_meant_stays():
    kept = """<pre>  a\n\n <span> </span> b</pre><p>\\(a &lt; b\\) &amp; "c"\u00a0d</p>
<script>if (a < b && c) d("<p>")</script><svg viewbox="0 0 1 1"></svg><details open=""></details>"""
    assert finished(kept, on_paper=False) == kept


@pytest.mark.parametrize("on_paper", [True, False])
def test_a_formula_keeps_the_signs_next_to_it(on_paper):
    formula = '<span class="math notranslate nohighlight">\\(x\\)</span>'
    line = f"<p>Let {formula}, then ({formula}) or {formula}. So {formula} is {formula}</p>"
    whole = '<span class="whole">{}</span>'.format
    kept = f"<p>Let {whole(formula + ',')} then {whole('(' + formula + ')')} or {whole(formula + '.')} So"
    assert finished(line, on_paper) == f"{kept} {formula} is {formula}</p>"


def test_a_fold_has_no_name_but_its_words():
    fold = '<summary class="x" aria-label="Toggle hidden content"><p>Show the code</p></summary>'
    assert finished(fold, on_paper=True) == '<summary class="x"><p>Show the code</p></summary>'


IMAGE = '<img alt="Two curves, a &gt; b." src="../_images/a.png"/>'
FIGURE = f'<figure class="x" id="pbm-ratio">\n{IMAGE}\n<figcaption>A</figcaption></figure>'


def test_a_figure_leads_to_its_picture_and_other_images_do_not():
    linked = finished(FIGURE + IMAGE, on_paper=False)
    assert linked.count("<a ") == 1 and linked.endswith(IMAGE)
    assert f'<a class="alone wide" href="../_images/a.png">{IMAGE}</a>\n<figcaption>' in linked
    assert finished(FIGURE + IMAGE, on_paper=True) == FIGURE + IMAGE


@pytest.fixture
def pictures(tmp_path):
    """A folder of pictures for phones and for the dark, as the notebooks make them."""
    for name in ("phone/pbm-ratio.png", "phone/pbm-ratio.webp", "dark/a.webp", "gallery/card.webp"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        PIL.Image.new("RGBA", (40, 30)).save(tmp_path / name)
    return tmp_path


def test_a_phone_gets_the_figure_that_was_drawn_for_it(pictures):
    shown = BeautifulSoup(finished(FIGURE, on_paper=False, folder=pictures), "html.parser")
    assert shown.picture.source["srcset"] == "../_images/phone/pbm-ratio.png"
    assert shown.picture.img["src"] == shown.a["href"] == "../_images/a.png"
    assert shown.a["class"] == ["alone", "only-light"]


def test_a_picture_is_followed_by_the_one_for_the_dark_and_no_caption_is_hidden_with_it(pictures):
    shown = BeautifulSoup(finished(FIGURE, on_paper=False, folder=pictures), "html.parser")
    light, dark = shown("a")
    assert (
        dark["class"] == ["alone", "only-dark"]
        and dark["href"] == dark.img["src"] == "../_images/dark/a.webp"
    )
    assert dark.source["srcset"] == "../_images/phone/pbm-ratio.webp"
    assert (dark.img["class"], dark.img["width"], dark.img["alt"]) == (["only-dark"], "40", light.img["alt"])
    assert (
        shown.figcaption.find_previous_sibling().name == "span"
    )  # the theme hides captions beside a picture
    assert finished(FIGURE, on_paper=True, folder=pictures) == FIGURE


def test_a_card_and_a_picture_without_a_caption_have_one_for_the_dark_too(pictures):
    card = '<img class="card" alt="A curve." src="../_images/card.png"/>'
    light, dark = BeautifulSoup(finished(card, on_paper=False, folder=pictures), "html.parser")
    assert light["class"] == ["card", "only-light"] and dark["class"] == ["card", "only-dark"]
    assert dark["src"] == "../_images/gallery/card.webp"
    other = IMAGE.replace("a.png", "b.png")
    assert finished(other, on_paper=False, folder=pictures) == other


@pytest.mark.parametrize("on_paper", [True, False])
def test_proofs_and_nothing_else_end_with_a_sign(on_paper):
    box = '<div class="admonition{}"><p class="admonition-title">{}</p><p>x</p></div>'
    boxes = [(" dropdown", "Proof"), (" dropdown", "Proof of both"), (" dropdown", "Proofreading")]
    body = "".join(box.format(*each) for each in [*boxes, (" dropdown", "Solution"), ("", "Proof")])
    ends = [e.find_all("p")[-1].text for e in BeautifulSoup(finished(body, on_paper), "html.parser")]
    assert ends == ["∎", "∎", "x", "x", "x"]


CELL = '<div class="cell docutils container"><div class="cell_input">code</div>{output}</div>'
OUTPUT = '<div class="cell_output">0.4</div>'


@pytest.mark.parametrize(
    ("between", "folds"),
    [
        ("", 1),
        ("<p>Think of the top position.</p><ul><li>x</li></ul>", 1),
        ("<h2>Another section</h2>", 0),
        (CELL.format(output=""), 0),
    ],
)
@pytest.mark.parametrize("word", ["Predict.", "Predict"])
def test_the_answer_to_a_question_is_folded_on_screens(word, between, folds):
    page = f"<p><strong>{word}</strong> How many?</p>{between}{CELL.format(output=OUTPUT)}"
    soup = BeautifulSoup(finished(page, on_paper=False), "html.parser")
    answers = [fold.parent for fold in soup.select("div.cell > details.answer > summary + .cell_output")]
    assert len(answers) == folds
    assert all(fold.summary.string == "Show the answer" and not fold.has_attr("open") for fold in answers)
    assert "<details" not in finished(page, on_paper=True)


def test_formulas_in_the_folds_of_a_list_wait_for_a_reader_and_not_on_paper():
    formula = '<span class="math notranslate nohighlight">\\(x\\)</span>'
    row = f'<p>{formula}</p><details class="statement"><summary>what</summary>{formula}</details>'
    on_screen = BeautifulSoup(finished(row, on_paper=False), "html.parser")
    assert len(on_screen("span", "math")) == 1 and len(on_screen.details("span", "later")) == 1
    assert not BeautifulSoup(finished(row, on_paper=True), "html.parser")("span", "later")


def test_a_picture_with_a_width_of_its_own_has_its_version_for_phones_too(pictures):
    link = f'<a class="reference internal image-reference" href="../_images/a.png">{IMAGE}</a>'
    shown = BeautifulSoup(
        finished(FIGURE.replace(IMAGE, link), on_paper=False, folder=pictures), "html.parser"
    )
    assert len(shown("a", "image-reference")) == 0 and shown.source["srcset"].endswith("pbm-ratio.png")
