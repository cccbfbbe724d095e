"""Small logs whose rows or users are not as the model assumes, and clean ones, with the truth.

A design returns a frame with one row per display, and the true clicks of a page by the attractions that it
shows, from top to bottom.
"""

import numpy as np
import pandas as pd

THETA = np.array([0.4, 0.32, 0.25, 0.18, 0.12, 0.08, 0.05, 0.03])
KAPPA = np.array([1.0, 0.7, 0.5, 0.35, 0.25, 0.18])


def lists(rng, pages, n_items=THETA.size, n_positions=KAPPA.size, favour=1.0):
    """Lists with good items on top more often."""
    liking = favour * np.log(THETA[:n_items] + 0.02) + rng.gumbel(size=(pages, n_items))
    return np.argsort(-liking, axis=1)[:, :n_positions]


def rows(items, click, keep=None, **more):
    """One row per display of pages, given as arrays with one row per page."""
    pages, size = items.shape
    keep = np.ones(items.shape, bool) if keep is None else keep
    frame = {
        "page": np.repeat(np.arange(pages), size),
        "item": np.char.add("i", items.ravel().astype(str)),
        "position": np.tile(np.arange(1, size + 1), pages),
        "click": click.ravel().astype(int),
    }
    frame |= {name: np.repeat(np.asarray(x), size) for name, x in more.items()}
    return pd.DataFrame(frame)[keep.ravel()].reset_index(drop=True)


def product(theta):
    return float((theta * KAPPA[: theta.size]).sum())


def clean(rng, pages=3000, favour=1.0):
    items = lists(rng, pages, favour=favour)
    return rows(items, rng.random(items.shape) < THETA[items] * KAPPA), product


def good_on_top(rng):
    return clean(rng, favour=3.0)


def short_log(rng):
    return clean(rng, pages=300)


def stops(rng, pages=3000):
    """Users read downwards and stop at their first click."""
    items = lists(rng, pages)
    click = rng.random(items.shape) < THETA[items] * KAPPA**0.5
    click &= np.cumsum(click, axis=1) == 1
    return rows(items, click), lambda theta: float(1 - np.prod(1 - theta * KAPPA[: theta.size] ** 0.5))


def clicks_until_satisfied(rng, pages=3000):
    """Users read downwards, and half of the clicks are their last."""
    items = lists(rng, pages)
    click = rng.random(items.shape) < THETA[items] * KAPPA**0.5
    last = np.cumsum(click & (rng.random(click.shape) < 0.7), axis=1)
    click &= np.hstack([np.zeros((pages, 1)), last[:, :-1]]) == 0

    def truth(theta):
        alive, total = 1.0, 0.0
        for x in theta * KAPPA[: theta.size] ** 0.5:
            total, alive = total + alive * x, alive * (1 - 0.7 * x)
        return total

    return rows(items, click), truth


def by_item(rng, pages=4000):
    """Two items that lose different shares of their clicks at the second position."""
    items = rng.permuted(np.tile([0, 1], (pages, 1)), axis=1)
    chance = np.array([[0.30, 0.27], [0.30, 0.06]])

    def truth(theta):  # of items 0 and 1 by their attraction at the top, told apart by their order
        raise NotImplementedError

    truth.of = lambda names: float(sum(chance[int(x[1:]), place] for place, x in enumerate(names)))
    return rows(items, rng.random(items.shape) < chance[items, [0, 1]]), truth


def changes(rng, pages=3000):
    items, time = lists(rng, pages), np.linspace(0, 1, pages)[:, None]
    liked = (1 - time) * THETA[items] + time * THETA[::-1][items]
    last = lambda theta: product(0.43 - theta)  # noqa: E731
    return rows(items, rng.random(items.shape) < liked * KAPPA), last


def to_the_last_click(rng, pages=3000):
    """Pages without a click are missing, and the others end at their last click."""
    items = lists(rng, pages)
    click = rng.random(items.shape) < THETA[items] * KAPPA
    keep = np.cumsum(click[:, ::-1], axis=1)[:, ::-1] > 0
    return rows(items, click, keep), product


def to_the_last_click_or_whole(rng, pages=3000):
    """Pages with a click end there; the others are whole."""
    items = lists(rng, pages)
    click = rng.random(items.shape) < THETA[items] * KAPPA
    keep = np.cumsum(click[:, ::-1], axis=1)[:, ::-1] > 0
    keep[~click.any(axis=1)] = True
    return rows(items, click, keep), product


def some_to_the_last_click(rng, pages=3000):
    """One app in two logs only down to the last click."""
    items = lists(rng, pages)
    click = rng.random(items.shape) < THETA[items] * KAPPA
    keep = np.cumsum(click[:, ::-1], axis=1)[:, ::-1] > 0
    keep |= (rng.random(pages) < 0.5)[:, None]
    return rows(items, click, keep), product


def without_silence(rng, pages=3000):
    """Pages without a click are missing."""
    items = lists(rng, pages)
    click = rng.random(items.shape) < THETA[items] * KAPPA
    some = click.any(axis=1)
    return rows(items[some], click[some]), product


def click_rows(rng, pages=3000):
    """A click is a further row behind those of its page."""
    items = lists(rng, pages)
    click = rng.random(items.shape) < THETA[items] * KAPPA
    shown = rows(items, np.zeros_like(click))
    clicked = shown[click.ravel()].assign(click=1)
    both = pd.concat([shown, clicked]).sort_values("page", kind="stable")
    return both.reset_index(drop=True), product


def clicks_without_displays(rng, pages=3000):
    items = lists(rng, pages)
    frame = rows(items, rng.random(items.shape) < THETA[items] * KAPPA)
    n = int(0.06 * pages)
    alone = rows(rng.integers(THETA.size, size=(n, 1)), np.ones((n, 1)))
    alone["page"] = pages + np.arange(n)
    place = rng.random(pages)[frame["page"]], rng.random(n)
    both = pd.concat([frame.assign(at=place[0]), alone.assign(at=place[1])])
    return both.sort_values(["at", "page", "position"]).drop(columns="at").reset_index(drop=True), product


def short_pages(rng, pages=3000):
    """Four pages in ten have four positions."""
    items, short = lists(rng, pages), rng.random(pages) < 0.4
    keep = ~(short[:, None] & (np.arange(KAPPA.size) >= 4))
    reach = np.where(np.arange(KAPPA.size) < 4, 1, 0.6)
    click = keep & (rng.random(items.shape) < THETA[items] * KAPPA)
    return rows(items, click, keep), lambda theta: float((theta * KAPPA * reach)[: theta.size].sum())


def in_view(rng, pages=4000):
    """Rows are logged only if they were scrolled into view."""
    items = lists(rng, pages)
    depth = 2 + rng.geometric(0.4, size=pages)
    keep = np.arange(KAPPA.size) < depth[:, None]
    look = np.array([1.0, 0.8, 0.7, 0.7, 0.6, 0.6])
    reach = np.array([1.0, 1, 1, 0.6, 0.36, 0.216])
    click = keep & (rng.random(items.shape) < THETA[items] * look)
    return rows(items, click, keep), lambda theta: float((theta * look * reach)[: theta.size].sum())


def two_conventions(rng, pages=3000):
    """One app counts positions from 0 and the other from 1; read with the larger numbers."""
    items = lists(rng, pages)
    frame = rows(items, rng.random(items.shape) < THETA[items] * KAPPA)
    frame["position"] += (rng.random(pages) < 0.5)[frame["page"]]
    return frame, product


def one_day_off(rng, pages=3000):
    items = lists(rng, pages)
    frame = rows(items, rng.random(items.shape) < THETA[items] * KAPPA)
    frame["position"] += (frame["page"] // (pages // 10) == 4).astype(int)
    return frame, product


def clickiness(rng, users=150, each=20, spread=0.8):
    """Users differ in how readily they click."""
    user = np.repeat(np.arange(users), each)
    order = rng.permutation(user.size)
    items = lists(rng, user.size)
    factor = rng.lognormal(0, spread, users)[user] / np.exp(spread**2 / 2)
    click = rng.random(items.shape) < np.minimum(0.4 * factor[:, None] * THETA[items] * KAPPA, 1)
    frame = rows(items[order], click[order], user=np.char.add("u", user[order].astype(str)))
    return frame, lambda theta: 0.4 * product(theta)


def different_users(rng):
    return clickiness(rng, spread=1.2)


def like_minded(rng):
    return clickiness(rng, users=400, each=15, spread=0.4)


def bots(rng, pages=3000):
    """Two programs click on everything."""
    items, bot = lists(rng, pages), rng.random(pages) < 0.0075
    click = (rng.random(items.shape) < THETA[items] * KAPPA) | bot[:, None]
    user = np.where(bot, "b" + str(rng.integers(2)), np.char.add("u", (np.arange(pages) % 500).astype(str)))
    return rows(items, click, user=user), product


def one_must_choose(rng, pages=3000):
    """Every user chooses exactly one item of the page."""
    items = lists(rng, pages)
    weight = np.log(THETA[items] * KAPPA) + rng.gumbel(size=items.shape)
    click = weight == weight.max(axis=1, keepdims=True)
    return rows(items, click), lambda theta: 1.0


def trust(rng, pages=6000):
    """Users click on upper positions whatever is shown."""
    items = lists(rng, pages)
    chance = lambda theta: (0.2 * KAPPA + (1 - 0.2 * KAPPA) * theta) * KAPPA  # noqa: E731
    return rows(items, rng.random(items.shape) < chance(THETA[items])), lambda theta: float(
        chance(theta).sum()
    )


def promoted(rng, pages=4000):
    """An editor's badge doubles the clicks of one item at the second position."""
    items = lists(rng, pages)
    lift = 1 + ((items == 3) & (np.arange(KAPPA.size) == 1))
    chance = np.minimum(THETA[items] * KAPPA * lift, 1)
    return rows(items, rng.random(items.shape) < chance), product


def neighbours(rng, pages=3000, taken=1.5):
    """An item takes clicks from the one below it, the more the better it is."""
    items = lists(rng, pages)

    def chance(theta):
        above = np.concatenate([np.zeros_like(theta[..., :1]), theta[..., :-1]], axis=-1)
        return theta * KAPPA[: theta.shape[-1]] * (1 - taken * above)

    return rows(items, rng.random(items.shape) < chance(THETA[items])), lambda theta: chance(theta).sum()


def sorted_by_click(rng):
    frame, truth = clean(rng)
    return frame.sort_values("click", kind="stable").reset_index(drop=True), truth


def many_queries(rng, pages=6000, queries=30):
    """Clean, with queries of different levels."""
    query = rng.integers(queries, size=pages)
    level = np.linspace(0.3, 1.2, queries)
    items = lists(rng, pages)
    click = rng.random(items.shape) < np.minimum(level[query][:, None] * THETA[items] * KAPPA, 1)
    frame = rows(items, click, query=np.char.add("q", query.astype(str)))
    return frame, lambda theta: float("nan")


CLEAN = (clean, good_on_top, short_log, many_queries, short_pages, in_view, sorted_by_click)
"""Logs of the model, some with pages of different lengths."""

WRONG = (
    *(stops, clicks_until_satisfied, by_item, changes, to_the_last_click, to_the_last_click_or_whole),
    *(some_to_the_last_click, without_silence, click_rows, clicks_without_displays, two_conventions),
    *(one_day_off, clickiness, different_users, like_minded, bots, one_must_choose, trust, promoted),
)
"""Logs that break the model or the meaning of rows."""


def names_truth(truth, ranking):
    """The true value of a ranking of items called i0, i1, ..."""
    if hasattr(truth, "of"):
        return truth.of(ranking)
    return truth(THETA[[int(name[1:]) for name in ranking]])
