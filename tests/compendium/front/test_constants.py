"""The constants in the picture are those of the claims that it names, and our constants are proved."""

import math
import re

import pytest

from compendium.claims import CLAIMS
from compendium.front.constants import CONSTANTS, constants

AS_WRITTEN = {"6e + 82": "6e+82", "1/log 2": r"\log2", "9/8": r"\kappa_+))^2}{4 (1", "2": "factor of two"}
"""The form of a constant in the text of its claim, if that is not the number."""


@pytest.mark.parametrize("constant", CONSTANTS, ids=lambda constant: constant.about[:20])
def test_the_claims_say_so(constant):
    for text, id in ((constant.printed, constant.printed_in), (constant.ours, constant.proved_in)):
        written = AS_WRITTEN.get(text, text)
        assert re.search(rf"(?<!\d){re.escape(written)}(?!\d)", CLAIMS.statement(id).statement), id
    ours = CLAIMS.statement(constant.proved_in)
    assert (ours.whose, ours.verdict, ours.argument != "none") == ("ours", "holds", True)
    assert CLAIMS.statement(constant.printed_in).whose != "ours"


def test_the_variance_is_at_most_nine_eighths_where_half_of_the_users_like_the_item():
    shares = [
        (2 - t * (low + high)) ** 2 / (4 * (1 - t * low) * (1 - t * high))
        for t in (0.1, 0.3, 0.5)
        for low in (0, 0.2, 0.9)
        for high in (0.3, 0.9, 1)
    ]
    assert max(shares) == pytest.approx(9 / 8)


def test_the_picture_shows_every_constant():
    drawing = constants()
    texts = {text.get_text() for text in drawing.figure.axes[0].texts}
    assert texts == {text for each in CONSTANTS for text in (each.printed, each.ours)}
    assert drawing.data.share.max() < 1 and drawing.data.now[4] == 1 / math.log(2)
