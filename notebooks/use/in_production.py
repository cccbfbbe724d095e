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
# The game was a simulation. How does the same policy choose lists for real visitors,
# whose clicks come late, together, or never, in a program that is restarted now and then?
#
# A `Player`: it says what to show, as often as visitors come; what it said is handed back
# with the clicks, whenever they come; and it can be saved to a file and loaded again.

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
# Five items and three positions. How often users look at each position is known, from
# {doc}`a fit <five_minutes>` of an earlier log: `fit.examination`.

# %%
items = ["tea", "coffee", "cocoa", "milk", "water"]
settings = {"items": items, "examination": [1.0, 0.5, 0.25], "seed": 1}
player = Player("PBM_TS", **settings)
first = player.choose()
second = player.choose()  # another visitor, before the first has clicked
print(first.number, first.items)

# %% [markdown]
# What was shown is a `Page`, a value that you keep in a session or a database. It is made of numbers and
# texts, and a checksum by which the player recognises its own pages. The second visitor clicks on the upper
# item, the first on nothing. The order of the reports does not matter:

# %%
player.update(second, [second.items[0]])  # the names of what was clicked, or one number a position
player.update(first, [])
print(player)

# %% [markdown]
# A list for many pages, such as those of an hour, is `choose(pages=500)`, and is reported by the sums,
# `update(shown, clicks, pages=200)`, in as many parts as you like.
#
# **What never comes.** Where silence means that nobody clicked, report no clicks. Where the report is
# lost, `player.give_up(seconds=3600)` forgets the pages that wait for longer than an hour. That is right
# if reports are lost whether there was a click or not.
#
# ## A day
#
# Now 5,000 visitors, who behave according to the model; a hundred of them are always on their way. In
# your program the line in the middle is not there: the clicks come from outside.
#
# **Predict.** The items have the attractions 0.30, 0.25, 0.20, 0.12 and 0.05. Which list will stand
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


print(f"{serve(player, 5000):.3f} clicks a page; now shown: {player.choose().items}")

# %% tags=["remove-cell"]
assert player.choose().items == ("tea", "coffee", "cocoa")

# %% [markdown]
# The best list is worth 0.30 + 0.125 + 0.05 = 0.475 clicks a page.
#
# ## A restart
#
# The file is written as a whole or not at all, so a kill in the middle leaves the old one. It holds
# numbers and text, no code, and all pages that wait.

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
# The same clicks give the same lists: the file holds the state of the random numbers, too. While a program
# runs, its file is locked: a second one that opens it is refused, and told whose it is. What is no whole
# file is refused, in words:

# %%
whole = path.read_bytes()
path.write_bytes(whole[:-100])  # cut short
try:
    restarted.load(path)
except ValueError as error:
    print(str(error).partition(": ")[0].replace(str(path), path.name))
path.write_bytes(whole)
# %% [markdown]
# ## A player that lives on
#
# An item goes, one comes, and a new study corrects the examination. What was learnt stays, by the names
# of the items. A program that is started again with other settings says it by these, and `load` takes
# them over.

# %%
player.change(items=["tea", "coffee", "cocoa", "milk", "juice"], examination=[1.0, 0.6, 0.3])
print([player.choose().items for _ in range(3)])

# %% [markdown]
# And nobody need begin with nothing. A log of 2,000 pages in random order, as clicks and plays of every
# item at every position (a fit of `fit_log` is taken as it is, `prior=fit`):

# %%
world = pbm.problem(list(liked.values()), settings["examination"])
plays = np.full((5, 3), 400)
clicks = visitors.binomial(plays, np.outer(*world))
log = SimpleNamespace(clicks=clicks, plays=plays, examination=world.examination, items=items)
warm = Player("PBM_TS", prior=log, seed=1)
print(f"{serve(warm, 500):.3f} clicks a page with the log")
print(f"{serve(Player('PBM_TS', **settings), 500):.3f} without")

# %% [markdown]
# ## What delay costs
#
# Until clicks come, a policy shows what it would have shown without them. For bandits of single arms
# {cite:t}`joulani2013` prove that this costs no factor: a delay *adds* to
# the regret, for every arm, its gap times the largest number of its plays that wait at once. Where
# delays are bounded, that does not grow with the horizon.
#
# **Predict.** Clicks that come 1,000 pages late, in a game of 20,000: what do they cost PBM-TS, which
# loses little, and what PBM-UCB, which loses much?

# %%
replications, delays, policies = 40, [0, 300, 1000, 3000], [PBM_TS, BC_MP_TS, PBM_UCB, PBM_PIE]


def cost(policy, delay=0, batch=1):
    played = late.replicate(pbm.MODEL, world, policy, [20_000], 1, replications, delay, batch)
    return played.mean(), played.std(ddof=1) / replications**0.5


costs = {policy.id: [cost(policy, delay) for delay in delays] for policy in policies}

# %% mystnb={"image": {"alt": "Regret after 20,000 pages against the delay of clicks, 0 to 3,000 pages, for PBM-TS, BC-MP-TS, PBM-UCB and PBM-PIE. Every curve lies on or below its dashed line. That of PBM-UCB begins highest and is flat at first; with 3,000 pages of delay all four lie together."}, "figure": {"caption": "Regret after 20,000 pages with delayed clicks; bars are two standard errors. Dashed: the regret without delay, and for every page of the delay the loss of a list drawn at random."}}
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
# The dashed line is the additive term in a form for lists, which is ours: a page whose clicks cannot be
# known yet loses at most about as much as a page that is shown by someone who knows nothing.

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
# The pages of a batch wait half as long on average, and yet cost nearly as much: until the first batch is
# full, nothing is known.
#
# PBM-TS and BC-MP-TS pay nearly the whole line: they would have learnt at once, and now the first pages
# are shown by someone who knows nothing. PBM-UCB explores much anyway, and what the blind pages tell need
# not be explored again: a short delay costs it little. The longer the delay, the less it matters who
# waits.
#
# ## Which policies can wait
#
# A `Player` serves the policies whose knowledge is counts of clicks and displays: PBM-TS, BC-MP-TS, PBM-UCB,
# PBM-PIE and its variants, UCB1 and KL-UCB. Such a policy learns the same from a page whenever its clicks
# come, can start from a log, and can go on with other items or a corrected examination. PBM-PIE plans for a
# horizon and requires one; the others need none.
#
# The other policies of the papers know more than counts, and a `Player` refuses them with the reason. The
# epochs of the multinomial policies end with the first page without a click, elimination plans a stage ahead,
# TopRank compares items that shared a stratum, and RBA-KL-UCB remembers which of its bandits chose an item.
# A report that never comes would stop them or bias what they learn. A policy of your own is served if it has
# `from_counts`, a function that puts counts into a new state.
#
# ## Before you run it
#
# - *Threads* may share a player, because only one of them at a time is inside its methods.
# - *Several processes* must not share one. A player is one learner and its file belongs to one process, so
#   let the others ask that process. Call `save` or `load` when the program begins; a second process that
#   does the same is refused then, and not at its first save.
# - *Pages are counted once.* `player.pages` gives how many were shown, learnt from, wait, and were given up,
#   and they always add up. A page that does not wait, or that another player showed, is refused.
# - *Save as often as you can afford to forget.* After a kill, pages that were shown since the last save can
#   still be reported. Reports that came since the last save are forgotten, so keep them in a journal of your
#   own if they matter, and report them again.
# - *The examination must be right.* {doc}`Across the models </notebooks/across>` shows what a wrong one
#   costs, and {doc}`your own log </notebooks/your_own_log>` how well yours is known.
