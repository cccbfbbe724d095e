"""What learning would cost, in words and tables: Markdown for the cells of the report."""

from __future__ import annotations

import numpy as np
from IPython.display import Markdown

from clickbandits.core import Problem
from clickbandits.pbm.bounds import composition, lower_bound
from compendium.comparisons import final
from compendium.your_own_log.cost import Game
from compendium.your_own_log.labels import code, table
from compendium.your_own_log.study import Study
from compendium.your_own_log.text import MOST_ROWS, number


def candidates(study: Study, game: Game) -> Markdown:
    """What the policies choose from, and what was left out of the game."""
    left_out = "".join(f"\n- {reason}" for reason in game.left_out)
    if game.problem is None:
        return Markdown(f"**No policy was played**, for want of a choice:\n{left_out}")
    n_items, n_positions = game.items.size, game.positions.size
    said = (
        f"A policy chooses {number(n_positions, 'item')} of {n_items} in every round, on the "
        f"fitted model."
    )
    if left_out:
        said += f" Left out of the game:\n{left_out}"
    return Markdown(said)


def bound(study: Study, game: Game, found) -> Markdown:
    """The constant of (6), with the bootstrap's interval, and what the best list would gain."""
    if game.problem is None:
        return Markdown("There is no bound without a choice.")
    attraction, examination = game.problem
    worst = attraction[examination.size - 1]
    if worst == 1:
        return Markdown(
            "**The bound (6) is not defined here**: all items of the best list have the estimated "
            "attraction 1. The table below is of its limit."
        )
    low, high = np.quantile(found.bounds, [0.025, 0.975])
    said = (
        f"**The bound (6)**: no uniformly efficient policy loses less than "
        f"{lower_bound(game.problem):,.3g} · log t clicks in t rounds, for large t; in "
        "the rounds played here one may lose less. "
        f"Refitted to {found.bounds.size} tables drawn from the fit, the constant is between "
        f"{low:,.3g} and {high:,.3g} in 95 % of them: it hinges on the smallest gaps, which a log "
        "tells least about."
    )
    if (attraction >= worst).all():
        said = (
            "**The bound (6) is 0**: every item has a place in the best list, and the order of "
            "equally many items and positions is learnt at a cost that does not grow with log t."
        )
    if study.truth:
        truth = study.truth
        true = Problem(truth.attraction[game.items], truth.examination[game.positions])
        said += f" (The truth of the example: {lower_bound(true):.3g}.)"
    best = float(examination @ attraction[: examination.size])
    pages = int(study.plays.sum(axis=0).max())
    return Markdown(
        f"{said}\n\nThe best list brings {best:.3f} clicks a round by the fitted model; the log's "
        f"own pages brought {study.clicks.sum() / pages:.3f}, taking the displays at the position "
        "shown most as the number of pages. The best items by estimate are a little less good than "
        "they look, because luck is part of what made them the best."
    )


def exploration(study: Study, game: Game) -> Markdown:
    """Where every item that is not in the best list is explored at the least cost."""
    if game.problem is None or (made_of := composition(game.problem)).empty:
        return Markdown("No item is left out of the best list, so none must be explored.")
    n_suboptimal = len(made_of)
    names = game.items[-n_suboptimal:]
    rows = [
        [code(study.labels[study.items[item]]), f"{row.attraction:.3f}",
         study.positions[game.positions[row.position - 1]] + 1, f"{row.gap:.3g}",
         f"{row.information:.3g}", f"{row.term:.3g}"]
        for item, row in zip(names[:MOST_ROWS], made_of.itertuples(), strict=False)
    ]  # fmt: skip
    head = ("item", "attraction", "explore at position", "cost a display (clicks)",
            "information a display (nats)", "share of (6)")  # fmt: skip
    return Markdown(table(head, rows))


def policies(game: Game, regret) -> Markdown:
    """Regret of every policy at the horizon, with its standard error."""
    if regret is None or game.problem is None:
        return Markdown("Nothing was simulated.")
    attraction, examination = game.problem
    horizon = int(regret.rounds[-1])
    best = float(examination @ attraction[: examination.size]) * horizon
    rows = []
    for policy in regret.experiment.policies:
        lost, error = final(regret, policy.id)
        rows.append([
            policy.id, "yes" if policy.knows_examination else "no", f"{lost:,.1f} ± {error:,.1f}",
            f"{lost / best:.2%}", f"{regret.quantile(policy.id, 0.9)[-1]:,.1f}",
        ])  # fmt: skip
    head = ("policy", "is told examination", f"clicks lost in {horizon:,} rounds",
            "of the best list's", "last decile")  # fmt: skip
    runs = regret.experiment.replications
    return Markdown(f"{table(head, rows)}\n\nMean of {runs} runs ± its standard error.")
