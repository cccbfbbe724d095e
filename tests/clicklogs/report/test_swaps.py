"""Exchanges of positions gain what was predicted, and none is proposed if there is nothing to gain."""

import numpy as np
import pytest

import clicklogs as logs
from clickbandits.pbm.fitting import fit, standard_errors
from clicklogs.report.study import study
from clicklogs.report.swaps import SHARE, joining, swaps


@pytest.fixture
def counted(tmp_path):
    def found(plays, theta, kappa):
        clicks = np.round(plays * np.outer(theta, kappa)).astype(int)
        rows = [
            f"q,{item},{place + 1},{clicks[item, place]},{plays[item, place]}"
            for item, place in zip(*np.nonzero(plays), strict=True)
        ]
        (tmp_path / "log.csv").write_text("query,item,position,clicks,plays\n" + "\n".join(rows))
        return study(logs.read_log(tmp_path / "log.csv"))

    return found


THETA, KAPPA = np.array([0.5, 0.4, 0.3, 0.2]), np.array([1.0, 0.6, 0.3])


def test_a_ranking_that_hardly_changes_asks_for_the_exchange_that_helps_most(counted):
    plays = np.array([[9000, 100, 0], [100, 8900, 100], [0, 100, 8900], [100, 100, 200]]) * 10
    found = counted(plays, THETA, KAPPA)
    best = swaps(found)
    assert best and [swap.gain for swap in best] == sorted((s.gain for s in best), reverse=True)
    # The predicted gain is compared with the standard errors of the two logs themselves.
    first, second = best[0].first - 1, best[0].second - 1
    again = plays.copy()
    again[:, [first, second]] = plays[:, [second, first]]
    errors = []
    for table in ((1 + SHARE) * plays, plays + SHARE * again):
        clicks = table * np.outer(THETA, KAPPA)
        _, error = standard_errors(fit(clicks, table), clicks, table)
        errors.append((error[1:] / KAPPA[1:]).mean())
    assert 1 - errors[1] / errors[0] == pytest.approx(best[0].gain, rel=0.15)


def test_a_log_in_which_all_is_mixed_asks_for_none(counted):
    found = counted(np.full((4, 3), 1000), THETA, KAPPA)
    assert swaps(found) == joining(found) == ()


def test_parts_that_nothing_joins_ask_for_an_exchange_between_them(counted):
    plays = np.array([[900, 500, 0], [800, 700, 0], [0, 0, 300], [0, 0, 200]])
    assert joining(counted(plays, THETA, KAPPA)) == ((1, 3),)
