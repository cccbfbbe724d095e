"""Regret curves can be drawn for policies of the library and for others."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from clickbandits import pbm
from clickbandits.drawing import CYCLE, LOOKS, look, regret_curves
from clickbandits.experiments import Experiment, Regret
from clickbandits.pbm.ucb import PBM_UCB

PROBLEM = pbm.problem([0.45, 0.35, 0.25], [0.9, 0.6])
MINE = PBM_UCB._replace(id="My-policy(width=2)")


def regret():
    experiment = Experiment("x", pbm.MODEL, PROBLEM, (PBM_UCB, MINE), 100, 4, 0)
    rounds = np.array(experiment.checkpoints)
    runs = np.arange(1, 5)[:, None] * np.sqrt(rounds)
    return Regret(experiment, rounds, {PBM_UCB.id: runs, MINE.id: 2 * runs})


@pytest.mark.parametrize(
    ("band", "named"), [("standard error", "± 2 standard errors"), ("deciles", "first to last decile")]
)
def test_a_policy_that_is_not_known_is_drawn_like_the_others(band, named):
    axes = Figure().add_subplot()
    regret_curves(axes, regret(), band)
    known, mine = axes.get_lines()
    assert (known.get_label(), mine.get_label()) == (PBM_UCB.id, MINE.id)
    assert (known.get_color(), known.get_linestyle()) == LOOKS["PBM-UCB"]
    assert mine.get_color() in CYCLE and mine.get_linestyle() == ":"
    assert mine.get_ydata().tolist() == (2 * known.get_ydata()).tolist()
    assert len(axes.collections) == 2
    assert axes.get_legend().get_title().get_text() == f"mean of 4 runs, {named}"


def test_the_look_is_the_names_whatever_the_parameters():
    assert look("My-policy(width=2)") == look("My-policy") != look("PBM-UCB")
    assert look("PBM-UCB(epsilon=1.0)") == look("PBM-UCB")
