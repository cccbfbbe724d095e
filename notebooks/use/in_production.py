# ---
# jupyter:
#   jupytext:
#     formats: py:percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # In production
#
# A policy against real clicks.
#
# **The question.** The game was a simulation. How does the same policy choose lists for real visitors,
# whose clicks come when they come, in a program that is restarted now and then?
#
# **The answer.** A `Player`: it says what to show, it is told what was clicked, and it can be saved to a
# file and loaded again. What was loaded goes on exactly as if nothing had happened.

# %%
import tempfile
from pathlib import Path

import numpy as np

from clickbandits import PBM_TS, Player

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% [markdown]
# ## Choose, show, update
#
# Five items and three positions. How often users look at each position is known, from
# {doc}`a fit <five_minutes>` of an earlier log: `fit.examination`. The horizon is how many pages the
# policy may plan for.

# %%
settings = {"n_items": 5, "examination": [1.0, 0.5, 0.25], "horizon": 50_000, "seed": 1}
player = Player(PBM_TS, **settings)
shown, n_rounds = player.choose()
print("show the items", shown, "for", n_rounds, "page")

# %% [markdown]
# The visitor clicks on the second of them. One number a position, 1 for a click:

# %%
player.update([0, 1, 0])
player.choose()

# %% [markdown]
# ## A day
#
# Now 5,000 visitors, who behave according to the model. In your program the line in the middle is
# not there: the clicks come from outside.
#
# **Predict.** The items have the attractions 0.30, 0.25, 0.20, 0.12 and 0.05. Which list will stand
# at the end?

# %%
liked = np.array([0.30, 0.25, 0.20, 0.12, 0.05])
visitors = np.random.default_rng(3)


def serve(player, n_pages):
    clicked = 0
    for _ in range(n_pages):
        shown, _ = player.choose()
        clicks = visitors.random(3) < liked[shown] * settings["examination"]  # the world
        player.update(clicks)
        clicked += clicks.sum()
    return clicked / n_pages


print(f"{serve(player, 5000):.3f} clicks a page; now shown: {player.choose().action}")

# %% tags=["remove-cell"]
best = liked[:3] @ settings["examination"]
assert player.choose().action.tolist() == [0, 1, 2]

# %% [markdown]
# The best list is worth 0.30 + 0.125 + 0.05 = 0.475 clicks a page.
#
# ## A restart
#
# The file is written as a whole or not at all, so that a kill in the middle leaves the old one. It holds
# numbers and text, no code.

# %%
path = Path(tempfile.mkdtemp()) / "shop.player"
player.save(path)
restarted = Player(PBM_TS, **settings)
restarted.load(path)
print(restarted.t, "pages known after the restart")

# %%
visitors = np.random.default_rng(4)
went_on = serve(player, 1000), player.choose().action.tolist()
visitors = np.random.default_rng(4)
print(went_on == (serve(restarted, 1000), restarted.choose().action.tolist()))

# %% [markdown]
# The same clicks give the same lists: the file holds the state of the random numbers, too. And what is
# not a file of this game is refused, in words:

# %%
other = Player(PBM_TS, **settings | {"n_items": 6})
try:
    other.load(path)
except ValueError as error:
    print(str(error).replace(str(path), path.name))

# %%
path.write_bytes(path.read_bytes()[:-100])  # cut short
try:
    restarted.load(path)
except ValueError as error:
    print(str(error).partition(": ")[0].replace(str(path), path.name))

# %% [markdown]
# ## Before you run it
#
# - *Many programs at once* each need a player of their own, or one that they ask. A player is
#   one learner and counts every page once.
# - *Late clicks.* `choose` gives the same list until `update` has told what became of as many pages as
#   it asked for, `update(clicks, n_rounds)` with the sums. These policies ask for one page at a time:
#   visitors who come before its clicks are known see the same list, and their pages cannot be
#   reported.
# - *The examination must be right.* {doc}`Across the models </notebooks/across>` shows what a wrong one
#   costs; {doc}`your own log </notebooks/your_own_log>`, how well yours is known.
# - *Save as often as you can afford to forget*: what was not saved was never seen.
