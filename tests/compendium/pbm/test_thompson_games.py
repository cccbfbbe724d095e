"""The games of the chapter on Thompson sampling count displays rightly and wait for the right time."""

import numpy as np
import pandas as pd

from clickbandits.pbm.model import MODEL
from clickbandits.pbm.ts import PBM_TS
from clickbandits.simulate import game, generator
from compendium.pbm.thompson import experiments, figures, known_leaders
from compendium.pbm.thompson.counting import COUNTED, SHIFT, exploring


def test_the_worst_item_is_counted_where_it_is_shown():
    attraction, examination = np.array([0.4, 0.1, 0.6]), np.array([0.5, 0.2, 0.9])
    counted = [exploring(attraction, examination, np.array(shown)) for shown in ([0, 1, 2], [1, 0, 2])]
    assert counted == [-1.0, -SHIFT]
    assert exploring(attraction, examination[:2], np.array([0, 2])) == 0.0


def test_counting_changes_no_game_and_accounts_for_its_regret():
    rounds = np.array([3000])
    regret, counted = (
        game(model, (experiments.PROBLEM,), PBM_TS, rounds, 3, 0) for model in (MODEL, COUNTED)
    )
    posteriors = regret.state.posterior, counted.state.posterior
    assert all(np.array_equal(*arrays) for arrays in zip(*posteriors, strict=True))
    above, last = divmod(counted.regret[0], SHIFT)
    # A list with item 3 at the top loses at least 0.48 clicks, and one with item 3 below at least 0.08.
    assert above > 0 and last > 0
    assert regret.regret[0] >= 0.48 * above + 0.08 * last - 1e-9


def test_the_first_display_with_known_leaders():
    # Draws are uniform at first, so a round shows the item with probability 1/2, of which 4/5 at the top.
    # Each comparison fails by chance about once in 150,000 times.
    runs = 2000
    firsts = [known_leaders.game(experiments.PROBLEM, 2, generator(1, run, "test")) for run in range(runs)]
    at_once = np.mean([rounds[0] == 1 for rounds, _ in firsts])
    at_top = np.mean([positions[0] == 0 for _, positions in firsts])
    assert abs(at_once - 0.5) < 4.5 * (0.25 / runs) ** 0.5
    assert abs(at_top - 0.8) < 4.5 * (0.16 / runs) ** 0.5


def test_equal_constants_are_one_line_that_begins_on_the_first_policy():
    regret = pd.DataFrame(
        {"policy": "PBM-TS", "round": [1.0, 10.0, 100.0], "mean": [1.0, 5.0, 20.0], "standard error": 0.1}
    )
    panels = {name: (given, regret, 5.0) for name, given in experiments.FIGURES.items()}
    for axes, lines in zip(
        figures.regrets(panels).figure.axes,
        (["slope $C$ = 14.060", "slope $C_L$ = 16.652"], ["slope $C_L$ = 5.592"]),
        strict=True,
    ):
        drawn = {line.get_label(): line.get_xydata() for line in axes.get_lines()}
        assert list(drawn)[1:] == lines
        for label in lines:
            ends = 5.0, 5.0 + float(label.split()[-1]) * np.log(10)
            assert np.allclose(drawn[label], np.column_stack([[10, 100], ends]), atol=0.01)
