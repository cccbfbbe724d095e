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
# How to run a policy on real clicks.
#
# The games of the other chapters are simulations. This chapter is for people who want to run one of the policies in a
# program of their own, for real visitors, whose clicks come late, in batches, or never, and the program is restarted
# now and then.
#
# A `Player` does this. It chooses a list whenever a visitor comes, learns when the clicks on that list are
# reported, and can be saved to a file and loaded again.

# %%
import tempfile
from pathlib import Path
from types import SimpleNamespace

import matplotlib.pyplot as plt
import numpy as np

from clickbandits import BC_MP_TS, PBM_PIE, PBM_TS, PBM_UCB, pbm
from clickbandits.drawing import look
from clicklogs import Player, late

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% [markdown]
# ## Choose, show, update
#
# There are five items and three positions. The probability that a user looks at each position is known from
# {doc}`a fit <five_minutes>` of an earlier log, as `fit.examination`.

# %%
items = ["tea", "coffee", "cocoa", "milk", "water"]
settings = {"items": items, "examination": [1.0, 0.5, 0.25], "seed": 1}
player = Player("PBM_TS", **settings)
first = player.choose()
second = player.choose()  # another visitor, before the first has clicked
print(first.number, first.items)

# %% [markdown]
# What was shown is a `Page`, a value that you keep in a session or a database. It consists of numbers, text, and a
# checksum by which the player recognises its own pages. The second visitor clicks on the upper item, the first on
# nothing. The order of the reports does not matter:

# %%
player.update(second, [second.items[0]])  # names, or one number per position
player.update(first, [])
print(player)

# %% [markdown]
# To show one list on many pages, for example on all pages of an hour, call `choose(pages=500)`. Report the
# sums of their clicks, in as many parts as you like, with `update(page, clicks, pages=200)`.
#
# **Lost reports.** If silence means that nobody clicked, report no clicks. If reports can get lost,
# `player.give_up(seconds=3600)` forgets the pages that have waited for more than an hour. This is right only
# if a report gets lost independently of whether there was a click.
#
# ## A day
#
# Now 5,000 visitors come, who behave according to the model. The reports of a hundred of them are always
# outstanding. Your program does not need the line that draws the clicks, because they come from outside.
#
# **Predict.** The items have the attractions 0.30, 0.25, 0.20, 0.12 and 0.05. Which list will be shown
# at the end?

# %%
liked = dict(zip(items, [0.30, 0.25, 0.20, 0.12, 0.05], strict=True))
visitors = np.random.default_rng(3)


def serve(player, n_pages, under_way=100):
    waiting, clicked = [], 0
    for _ in range(n_pages):
        waiting.append(player.choose())
        if len(waiting) > under_way:
            shown = waiting.pop(visitors.integers(under_way))
            chance = [liked[item] for item in shown.items] * np.array(settings["examination"])
            clicks = visitors.random(3) < chance  # the world
            player.update(shown, clicks)
            clicked += clicks.sum()
    return clicked / (n_pages - under_way)


print(f"{serve(player, 5000):.3f} clicks per page; now shown: {player.choose().items}")

# %% tags=["remove-cell"]
assert player.choose().items == ("tea", "coffee", "cocoa")

# %% [markdown]
# The best list is worth 0.30 + 0.125 + 0.05 = 0.475 clicks per page.
#
# ## A restart
#
# The file is replaced atomically, so if the program is killed while saving, the old file remains. The file holds
# numbers and text, but no code, and it includes all pages that still wait for their clicks.

# %%
path = Path(tempfile.mkdtemp()) / "shop.player"
player.save(path)
restarted = Player("PBM_TS", **settings)
restarted.load(path)
print(restarted)

# %%
visitors = np.random.default_rng(4)
went_on = serve(player, 1000), player.choose().items
visitors = np.random.default_rng(4)
print(went_on == (serve(restarted, 1000), restarted.choose().items))

# %% [markdown]
# The same clicks lead to the same lists, because the file also holds the state of the random numbers. While a
# program runs, its file is locked. A second program that opens it is refused, with the name of the first. A
# damaged file is refused as well:

# %%
path.write_bytes(path.read_bytes()[:-100])  # cut short
try:
    restarted.load(path)
except ValueError as error:
    print(str(error).partition(": ")[0].replace(str(path), path.name))

# %% [markdown]
# ## A player that lives on
#
# Suppose that one item is withdrawn, another one is added, and a new study corrects the examination. The player
# keeps the counts of each item by name. A program that starts again with other items or another examination simply
# passes them to `Player`, and `load` applies them.

# %%
player.change(items=["tea", "coffee", "cocoa", "milk", "juice"], examination=[1.0, 0.6, 0.3])
print([player.choose().items for _ in range(3)])

# %% [markdown]
# A player can also start from a log. Here it is a log of 2,000 pages with lists in random order, given as the
# clicks and plays of every item at every position. A fit by `fit_log` can be passed directly (`prior=fit`).

# %%
world = pbm.problem(list(liked.values()), settings["examination"])
plays = np.full((5, 3), 400)
clicks = visitors.binomial(plays, np.outer(*world))
log = SimpleNamespace(clicks=clicks, plays=plays, examination=world.examination, items=items)
warm = Player("PBM_TS", prior=log, seed=1)
print(f"{serve(warm, 500):.3f} clicks per page with the log")
print(f"{serve(Player('PBM_TS', **settings), 500):.3f} without")

# %% [markdown]
# Each average is over 400 pages and has a standard error of about 0.03, so by chance it can exceed 0.475, the value
# of the best list.
#
# ## The cost of delay
#
# Until clicks come, a policy shows what it would have shown without them. For bandits with single arms,
# {cite:t}`joulani2013` prove that delay does not multiply the regret. For every arm it *adds* the arm's gap
# times the largest number of its plays that wait at once, and if delays are bounded this does not grow with
# the horizon.
#
# **Predict.** In a game of 20,000 pages, all clicks come 1,000 pages late. How much does this cost PBM-TS,
# which loses little without delay, and PBM-UCB, which loses much?

# %%
replications, delays, policies = 40, [0, 300, 1000, 3000], [PBM_TS, BC_MP_TS, PBM_UCB, PBM_PIE]


def cost(policy, delay=0, batch=1):
    played = late.replicate(pbm.MODEL, world, policy, [20_000], 1, replications, delay, batch)
    return played.mean(), played.std(ddof=1) / replications**0.5


costs = {policy.id: [cost(policy, delay) for delay in delays] for policy in policies}

# %% mystnb={"image": {"alt": "Regret after 20,000 pages against the delay of clicks, 0 to 3,000 pages, for PBM-TS, BC-MP-TS, PBM-UCB and PBM-PIE. Every curve is on or below its dashed line. The curve of PBM-UCB begins highest and is flat at first, and at a delay of 3,000 pages all four curves meet."}, "figure": {"caption": "Regret after 20,000 pages with delayed clicks; bars are two standard errors. Dashed: the regret without delay plus, for every page of delay, the loss of a list drawn at random."}}
blind = pbm.MODEL.optimal_reward(world) - world.attraction.mean() * world.examination.sum()
plt.figure(figsize=(6, 3.8))
for policy, found in costs.items():
    mean, error = np.array(found).T
    drawn = plt.errorbar(delays, mean, 2 * error, label=policy, color=look(policy)["color"])
    plt.plot(delays, mean[0] + blind * np.array(delays), "--", color=look(policy)["color"], lw=0.8)
plt.xlabel("delay in pages")
plt.ylabel("regret in clicks")
plt.legend()
plt.show()

# %% [markdown]
# The dashed line is our form of the additive term for lists. It assumes that a page whose predecessors'
# clicks are not known yet loses about as much as a list drawn at random.

# %%
for policy in policies:
    (none, _), (mean, error) = costs[policy.id][0], costs[policy.id][2]
    batch, its_error = cost(policy, batch=1000)
    print(
        f"{policy.id:9} {none:4.0f} without delay; + {mean - none:4.0f} ± {error:2.0f} with 1,000 "
        f"pages of it; + {batch - none:4.0f} ± {its_error:2.0f} in batches of 1,000"
    )
print(f"a delay of 1,000 at the loss of a random list: {1000 * blind:.0f}")

# %% [markdown]
# The pages of a batch wait half as long on average and yet cost nearly as much, because nothing is known until
# the first batch is full.
#
# PBM-TS and BC-MP-TS pay nearly the whole additive term. Without delay they would have learnt at once, and now
# they know nothing while they show the first pages. PBM-UCB explores much in any case, and it need not
# explore again what it learns from the first pages, so a short delay costs it little. The longer the delay, the less
# the choice of policy matters.
#
# ## Which policies can wait
#
# A `Player` serves the policies whose state consists of counts of clicks and displays: PBM-TS, PBM-TS-JUMPS,
# BC-MP-TS, PBM-UCB, PBM-PIE and its variants, UCB1 and KL-UCB. Such a policy learns the same from a page whenever
# its clicks come, can start from a log, and can go on with other items or a corrected examination. PBM-PIE plans for
# a horizon and requires one; the others need none.
#
# The other policies of the papers keep more than counts, and a `Player` refuses them and gives the reason. The epochs
# of the multinomial policies end with the first page without a click, elimination plans a stage ahead, TopRank
# compares items that shared a stratum, and RBA-KL-UCB remembers which of its bandits chose an item. Reports that come
# late or never could stop them or bias what they learn. A policy of your own is served if it has a
# function `from_counts(state, clicks, plays, examination)`, which puts counts of shape (n_items, n_positions) into a
# new state.
#
# ## Before you run it
#
# {doc}`A small web service </service>` is a complete program that follows this list. It can be killed at any
# moment without losing a report that it acknowledged.
#
# - *Threads* may share a player, because only one of them at a time is inside its methods.
# - *Several processes* must not share one. A player is one learner and its file belongs to one process, so
#   let the others ask that process. Call `save` or `load` when the program begins; a second process that
#   does the same is then refused at once.
# - *Pages are counted once.* `player.pages` counts the pages that were shown, learnt from, given up, or still wait,
#   and the counts always add up. A page that does not wait, or that another player showed, is refused.
# - *Save often.* After a kill, pages that were shown since the last save can still be reported. Reports that came
#   since the last save are forgotten, so keep them in a journal if they matter, and report them again, as the web
#   service does.
# - *Missing values are no clicks.* A table of reports may hold NaN or `pandas.NA` for a page without a click.
# - *The examination must be right.* {doc}`Across the models </notebooks/across>` shows the cost of a wrong one, and
#   {doc}`your own log </notebooks/your_own_log>` shows how well yours is known.
