"""The game of the front page, in which the reader chooses lists for fifty visitors."""

from __future__ import annotations

import json
from functools import partial

import numpy as np
from IPython.display import Markdown

from clickbandits import PBM_TS, lower_bound, pbm, play
from clickbandits.core import Policy, Problem
from clickbandits.pbm import ucb

VISITORS, GAMES = 50, 10_000
GREEDY = Policy("greedy", partial(ucb.start, epsilon=-1.0), ucb.choose, ucb.update)
"""PBM-UCB without its bonus, which shows the items of highest estimate after every list was tried."""
SCRIPTS = ("explorer_formulas", "explorer", "explorer_games", "explorer_visitors")


def average_loss(game: Problem, policy: Policy) -> float:
    """The mean regret of a policy after the visitors of a game, in expected clicks."""
    regret = play(pbm.MODEL, game, policy, horizon=VISITORS, replications=GAMES, seed=1)
    return float(regret.mean(policy.id)[-1])


def board(game: Problem) -> Markdown:
    """The place of the game on the page, with everything that the package computes for it.

    The script shuffles the items for each set of visitors, and takes the first ones for the best.
    """
    if any((np.diff(values) >= 0).any() for values in game):
        raise ValueError(f"attraction and examination must decrease; got {game}")
    data = {
        "attraction": game.attraction.tolist(),
        "examination": game.examination.tolist(),
        "constant": lower_bound(game),
        "average": [average_loss(game, policy) for policy in (PBM_TS, GREEDY)],
    }
    scripts = "\n".join(f'<script src="../_static/{name}.js" defer></script>' for name in SCRIPTS)
    return Markdown(
        f"""<div class="explorer" id="visitors" data-problem='{json.dumps(data)}'>
<p>The game needs JavaScript. <a href="pbm/estimation.html">Why is this hard? Begin</a></p>
</div>
<link rel="stylesheet" href="../_static/explorer.css">
{scripts}"""
    )
