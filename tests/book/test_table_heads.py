"""Tables of frames as the pages show them."""

import pandas as pd

import table_heads

FRAME = pd.DataFrame({"policy": ["a", "b"], "law": ["u", "v"], "regret": [1.5, 2]})


def cells(frame):
    """The rows of a frame's table, each cell as its text and whether it is one of words."""
    soup = table_heads.BeautifulSoup(table_heads.as_read(frame.to_html(na_rep="–")), "html.parser")
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


def test_an_index_that_says_something_stays():
    assert cells(FRAME.set_axis([3, 4]))[1][0] == ("3", False)
    assert cells(FRAME.rename_axis("row"))[0][0] == ("row", False)


def test_names_and_numbers_are_for_people():
    frame = pd.DataFrame({"policy": ["TopRank(delta=1e-08)", "x<y"], "share": ["0.00 ± 0.00", "1"]})
    assert cells(frame)[1] == [("TopRank (δ = 1·10-8)", True), ("less than 0.005", False)]
    assert "x&lt;y" in table_heads.as_read(frame.to_html())
