"""One stretch of a real game, and the picture of the five things that a game is made of."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.patches import FancyBboxPatch

from clickbandits.compiled import compiled
from clickbandits.core import ClickModel, Policy, Problem
from clickbandits.drawing import BLUE, GREEN, GREY, ORANGE, PURPLE, VERMILION
from compendium.figures import Drawing, style

PLACES = {
    "problem": (0, 1, BLUE),
    "policy": (1, 1, VERMILION),
    "stretch": (2, 1, GREEN),
    "clicks": (2, 0, PURPLE),
    "regret": (0, 0, ORANGE),
}
"""Column, row and colour of each box."""
WIDTH, HEIGHT, STEP, RISE = 1.26, 0.78, 1.48, 1.16
ARROWS = (
    ("problem", "policy", "", (0, 0)),
    ("policy", "stretch", "", (0, 0)),
    ("stretch", "clicks", "draw", (16, 0)),
    ("clicks", "policy", "learn", (-15, -4)),
    ("clicks", "regret", "compare with the best list", (0, -9)),
)
"""From where, to where, a word, and how far off the arrow's middle it stands."""


def stretches(model: ClickModel, game: Problem, policy: Policy, horizon: int, seed: int):
    """Play one game in plain Python and write down its stretches.

    The steps are those of `core.play`. Labels are not shuffled: this game is for the eye.

    Returns
    -------
    DataFrame, one row a stretch
        first_round (1-based), rounds, action and clicks (tuples; what is shown is 1-based), and
        regret, in expected clicks of the whole stretch.
    """
    rng = np.random.default_rng(seed)
    n_items, n_positions = game.attraction.size, game.examination.size
    state = policy.start(n_items, n_positions, game.examination.copy(), horizon, rng)
    action = np.zeros(model.action_size(game), dtype=np.int64)
    clicks = np.zeros(model.clicks_size(game), dtype=np.int64)
    choose, update, draw = map(compiled, (policy.choose, policy.update, model.draw))
    best, t, rows = model.optimal_reward(game), 0, []
    while t < horizon:
        wanted = choose(state, t, action, rng)
        n_rounds = draw(*game, action, wanted, horizon - t, rng, clicks)
        regret = n_rounds * (best - model.reward(*game, action))
        shown = tuple(int(place) + 1 for place in action)
        rows.append((t + 1, n_rounds, shown, tuple(map(int, clicks)), regret))
        update(state, t, action, clicks, n_rounds, rng)
        t += n_rounds
    return pd.DataFrame(rows, columns=["first_round", "rounds", "action", "clicks", "regret"])


def diagram(game: Problem, policy: str, played: pd.DataFrame) -> Drawing:
    """The five boxes, with the longest of the stretches that did not show the best list."""
    costly = played[played.regret > 1e-12]
    row = costly.loc[costly.rounds.idxmax()]
    texts = {
        "problem": f"attraction {_listed(game.attraction)}\n"
        f"examination {_listed(game.examination)}",
        "policy": f"{policy}\nchooses a list",
        "stretch": f"items {_listed(row.action)} until\nnobody clicks",
        "clicks": f"{_listed(row.clicks)} clicks\nin {row.rounds} rounds",
        "regret": f"{row.regret:.2f} clicks less\nthan the best list",
    }
    with style():
        figure, axes = plt.subplots(figsize=(4.6, 2.5))
        axes.set(xlim=(-WIDTH / 2 - 0.02, 2 * STEP + WIDTH / 2 + 0.02), ylim=(-0.48, RISE + 0.48))
        axes.axis("off")
        for name, (column, line, colour) in PLACES.items():
            _box(axes, column * STEP, line * RISE, name, texts[name], colour)
        for start, end, text, away in ARROWS:
            _arrow(axes, start, end, text, away)
    return Drawing(figure, played.astype({"action": str, "clicks": str}))


def _listed(values) -> str:
    return ", ".join(f"{value:g}".removeprefix("0") or "0" for value in values)


def _box(axes, x, y, name, text, colour):
    """A box with its name and, below it, what it is in this game."""
    corner = (x - WIDTH / 2 + 0.05, y - HEIGHT / 2 + 0.05)
    box = FancyBboxPatch(
        corner, WIDTH - 0.1, HEIGHT - 0.1, "round,pad=0.05", fc=f"{colour}1a", ec=colour, lw=1.6
    )
    axes.add_patch(box)
    axes.text(x, y + 0.2, name, ha="center", va="center", weight="bold", fontsize=12)
    axes.text(x, y - 0.11, text, ha="center", va="center", fontsize=9, linespacing=1.25)


def _arrow(axes, start, end, text, away):
    """An arrow between two boxes, with a word at its middle, `away` points off."""
    points = [np.array(PLACES[name][:2]) * (STEP, RISE) for name in (start, end)]
    step = points[1] - points[0]
    reach = min(half / abs(d) for half, d in zip((WIDTH / 2, HEIGHT / 2), step, strict=True) if d)
    ends = points[0] + step * reach, points[1] - step * reach
    arrow = {"arrowstyle": "-|>", "color": GREY, "lw": 1.4, "shrinkA": 1, "shrinkB": 1}
    axes.annotate("", ends[1], ends[0], arrowprops=arrow)
    axes.annotate(text, sum(ends) / 2, away, textcoords="offset points", ha="center",
                  va="center", fontsize=9, style="italic")  # fmt: skip
