"""Logs that the position-based model cannot produce get a warning, and logs of the model do not."""

import numpy as np
import pandas as pd
import pytest

from clicklogs import best_ranking, fit_dependent_click, fit_log, from_frame, from_pages, read_log, value
from clicklogs.report import make

KAPPA = np.array([1, 0.6, 0.35, 0.2])


def shown(seed, users="", pages=2000, queries=1):
    """A frame with one row per display, page after page."""
    rng = np.random.default_rng([seed, 44])
    first, last = (
        np.array([rng.permutation(np.linspace(0.3, 0.03, 10)) for _ in range(queries)]) for _ in "ab"
    )
    time, query = np.linspace(0, 1, pages)[:, None], rng.integers(queries, size=pages)
    items = np.argsort(rng.random((pages, 10)), axis=1)[:, :4]
    liked, later = (np.take_along_axis(table[query], items, axis=1) for table in (first, last))
    if users == "changes":
        liked = (1 - time) * liked + time * later
    elif users == "jumps":
        liked = np.where(time < 0.5, liked, later)
    click = rng.random(items.shape) < liked * (1 if users == "stops" else KAPPA)
    if users == "stops":
        click &= np.cumsum(click, axis=1) == 1
    return pd.DataFrame(
        {
            "query": np.repeat(query, 4),
            "item": items.ravel(),
            "position": np.tile([1, 2, 3, 4], pages),
            "click": click.ravel(),
            "page": np.repeat(np.arange(pages), 4),
        }
    )


@pytest.mark.parametrize("page", [None, "page"])
@pytest.mark.parametrize(
    ("users", "said"),
    [("changes", "Attractions change"), ("jumps", "Attractions change"), ("stops", "Users stop at a click")],
)
def test_fit_ranking_value_and_report_warn_with_one_voice(users, said, page, tmp_path):
    rows = shown(1, users)
    counts = from_frame(rows, page=page)
    fit = fit_log(counts)
    (warning,) = map(str, fit.findings())
    ranking, other = best_ranking(fit), value(fit, ["1", "2"])
    assert warning.startswith(said) and fit.notes[0] == warning and warning in repr(fit)
    assert repr(ranking).startswith(f"Warning: {warning}") and warning in str(other)
    assert np.isnan(ranking.worth.low) and "nan" not in repr(ranking) + str(other)
    rows.drop(columns="page").to_csv(tmp_path / "log.csv", index=False)
    assert fit_log(read_log(tmp_path / "log.csv")).findings() == fit.findings()
    if page:
        made = make(counts, quick=True)
        assert made.study.findings == fit.findings("0")


def test_logs_of_the_model_get_no_warning():
    """At most six of 40 logs of the model get a warning, which has a level of 5 %.

    Seven or more warnings have a probability below 1 in 200.
    """
    found = [fit_log(from_frame(shown(seed, pages=400))).findings() for seed in range(30)]
    found += [fit_log(from_frame(shown(seed, pages=1000, queries=20))).findings() for seed in range(10)]
    assert sum(map(bool, found)) <= 6


def test_a_change_is_seen_in_the_order_of_the_rows_alone():
    rows = shown(2, "changes")
    assert fit_log(from_frame(rows)).findings()
    mixed = rows.sample(frac=1, random_state=1)
    assert not fit_log(from_frame(mixed)).findings()


def test_pages_are_taken_from_positions_only_where_these_begin_anew():
    whole = from_frame(shown(3)).order
    assert whole.last == 2000 and (np.bincount(whole.page)[1:] == 4).all()
    rows = shown(3).iloc[1:]
    assert from_frame(rows).order.last == 2000
    gaps = shown(3)[lambda x: (x["position"] != 3) | (x["page"] % 3 > 0)]
    assert from_frame(gaps).order.last == 2000
    mixed = from_frame(rows.sample(frac=1, random_state=1)).order
    assert mixed.last == len(rows) and not mixed.whole
    sums = from_frame(shown(3).assign(plays=3))
    assert sums.order is None and not fit_log(sums).findings()


def test_nothing_told_exceeds_what_a_page_ever_had():
    """The warning does not state more clicks than any page had.

    These users click once per page, although the attractions of the items sum to 2.6.
    """
    rng = np.random.default_rng(5)
    lists = [rng.permutation(list("abcd")).tolist() for _ in range(60)]
    clicked = [page[0] if rng.random() < 0.9 else page[1] for page in lists]
    fit = fit_log(from_pages(pd.DataFrame({"items": lists, "clicked": clicked})))
    for told in (best_ranking(fit).worth, value(fit, list("dcba"))):
        assert told.clicks <= 1 and (np.isnan(told.high) or told.high <= 1)


def test_a_continuation_that_every_value_fits_is_left_open():
    lists, clicked = [["a", "b"]] * 40, ["a"] * 30 + [None] * 10
    fit = fit_dependent_click(from_pages(pd.DataFrame({"items": lists, "clicked": clicked})), "ml")
    assert np.isnan(fit.continuation[0]) and "all continuations are equally likely" in repr(fit)
    assert "NaN" not in repr(fit)
    clicked[0] = ["a", "b"]
    fit = fit_dependent_click(from_pages(pd.DataFrame({"items": lists, "clicked": clicked})), "ml")
    assert fit.continuation[0] > 0


def test_nothing_printed_is_nan_or_a_share_of_nothing():
    plays = pd.DataFrame(
        {"item": list("abcc"), "position": [1, 1, 2, 3], "clicks": [3, 5, 2, 0], "plays": 50}
    )
    fit = fit_log(from_frame(plays))
    for text in (repr(fit), repr(best_ranking(fit)), str(value(fit, ["c", "a"]))):
        assert "nan" not in text.lower() and " 0%" not in text and " 0 %" not in text
