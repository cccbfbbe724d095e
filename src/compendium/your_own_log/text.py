"""What was found in a log, in words and tables: Markdown for the cells of the report."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from IPython.display import Markdown

from compendium.your_own_log.labels import code, table
from compendium.your_own_log.study import Study

MOST_ROWS = 40
"""Rows of a table; the file of the figure beside it has all of them."""

MOST_QUERIES = 10


def headline(study: Study) -> Markdown:
    """Which query of which log, how large it is, and which others there are."""
    report, plays = study.counts.report, study.plays
    shown = int((plays > 0).any(axis=1).sum()), int((plays > 0).any(axis=0).sum())
    name = "the example" if study.truth else code(Path(report.path).name)
    said = (
        f"**Query {code(study.query)}** of {name}: {number(shown[0], 'item')} at "
        f"{number(shown[1], 'position')}, {number(int(plays.sum()), 'display')}, "
        f"{number(int(study.clicks.sum()), 'click')}."
    )
    return Markdown(said + "\n\n" + _others(study))


def _others(study: Study) -> str:
    """The other queries of the log, those with most displays first."""
    total = len(study.counts)
    if total == 1:
        return "It is the only query of the log."
    rest = [(query, size) for query, size in study.largest if query != study.query][:MOST_QUERIES]
    some = ", ".join(f"{code(query)} ({size:,} displays)" for query, size in rest)
    more = f" and {total - 1 - len(rest):,} more" if total - 1 > len(rest) else ""
    largest = "the one with most displays" if study.largest[0][0] == study.query else "one"
    return f"It is {largest} of {total:,} queries; the others: {some}{more}."


def quality(study: Study) -> Markdown:
    """The reader's report: what was counted, and what was not, by which rule."""
    report = study.counts.report
    rows = [
        ("format", code(report.format)),
        ("lines", f"{report.lines:,}"),
        ("lines that were counted", f"{report.used:,}"),
        ("blank lines", f"{report.blank:,}"),
        ("repeat clicks, counted once", f"{report.repeat_clicks:,}"),
        ("cells of the counts that had more clicks than displays", f"{report.cells_cut:,}"),
        ("clicks on what their page does not show, not counted", f"{report.clicks_without_page:,}"),
        ("pages whose clicks are withheld, left out", f"{report.test_pages:,}"),
        ("the last line has no end", "yes" if report.last_line_cut else "no"),
    ]
    rows += [
        (f"refused: {rule}", f"{count:,} (line {', '.join(f'{first:,}' for first in firsts)}"
         f"{', …' if count > len(firsts) else ''})")
        for rule, (count, firsts) in report.refused.items()
    ]  # fmt: skip
    refused = sum(count for count, _ in report.refused.values())
    share = refused / max(report.lines - report.blank, 1)
    said = "No line was refused." if not refused else f"{share:.2%} of the lines were refused."
    if share > 0.01:
        said = f"**{said} What follows rests on the others alone.**"
    return Markdown(said + "\n\n" + table(("", "found"), rows))


def identification(study: Study) -> Markdown:
    """Whether the log determines the model, and which part of it was estimated."""
    if study.positions.size == 1:
        said = (
            f"All displays are at position {study.positions[0] + 1}. **Examination cannot be "
            "learnt from one position**: it is set to 1 here, and the attraction of an item is "
            "its click-through rate there."
        )
    elif study.whole.identified:
        said = (
            "**The log determines the model**, up to the one scale that no clicks determine: "
            "examination is measured in units of the most examined position's."
        )
    else:
        said = "**The log does not determine the model of all items and positions:**"
        said += "".join(f"\n- {reason}" for reason in study.whole.not_identified[:MOST_QUERIES])
        if len(study.whole.not_identified) > MOST_QUERIES:
            said += f"\n- and {len(study.whole.not_identified) - MOST_QUERIES:,} reasons more"
        said += "\n\n(Items by their numbers in the table below.)"
    left_out = len(study.labels) - study.items.size
    if left_out or study.positions.size < study.plays.shape[1]:
        said += (
            f" What follows is about the {number(study.items.size, 'item')} and "
            f"{number(study.positions.size, 'position')} that can be compared with each other, "
            f"with {study.table[1].sum() / study.plays.sum():.1%} of the displays."
        )
    return Markdown(said)


def positions(study: Study) -> Markdown:
    """Examination of every position that was estimated."""
    clicks, plays = study.table
    found = study.examination
    head = ["position", "displays", "clicks", "examination", "95 % interval", "remark"]
    rows = [
        [place + 1, f"{plays[:, row].sum():,}", f"{clicks[:, row].sum():,}", *_estimate(found, row)]
        for row, place in enumerate(study.positions)
    ]
    return Markdown(_with_truth(head, rows, study.truth and study.truth.examination))


def items(study: Study) -> Markdown:
    """Attraction of every item that was estimated, those with most displays first."""
    clicks, plays = study.table
    found = study.attraction
    head = ["no.", "item", "displays", "clicks", "attraction", "95 % interval", "remark"]
    order = np.argsort(-plays.sum(axis=1), kind="stable")[:MOST_ROWS]
    rows = [
        [study.items[row] + 1, code(study.labels[study.items[row]]), f"{plays[row].sum():,}",
         f"{clicks[row].sum():,}", *_estimate(found, row)]
        for row in order
    ]  # fmt: skip
    shown = _with_truth(head, rows, study.truth and study.truth.attraction[order])
    rest = study.items.size - len(rows)
    more = f"\n\nand {rest:,} items with fewer displays (in the figure's data)." if rest else ""
    return Markdown(shown + more)


def _estimate(found, row):
    interval = f"{found.low[row]:.3f} to {found.high[row]:.3f}"
    return [f"{found.value[row]:.3f}", interval, found.note[row]]


def _with_truth(head, rows, truth):
    if truth is not None:
        head = [*head, "truth"]
        rows = [[*row, f"{value:g}"] for row, value in zip(rows, truth, strict=True)]
    return table(head, rows)


def trust(study: Study, fit) -> Markdown:
    """What the intervals are, and whether they can be trusted here."""
    notes = [*study.attraction.note, *study.examination.note]
    doubts = []
    if few := notes.count("few clicks"):
        doubts.append(f"{few} rest on fewer than ten clicks, where the normal law is a poor guide")
    if border := sum(notes.count(note) for note in ("at the border", "no clicks")):
        doubts.append(
            f"{border} are at 0 or 1, where there is no standard error; their interval holds the "
            "other vector at its estimate and is one-sided"
        )
    if none := notes.count("no standard error"):
        doubts.append(f"{none} have no standard error, and no interval but [0, 1]")
    if fit.p_value <= 0.05:
        doubts.append(
            "the model does not fit (next section), and the intervals measure the noise of the "
            "clicks under the model, not its error"
        )
    said = "; ".join(doubts)
    said = f"Not to be trusted here: {said}." if doubts else "Nothing speaks against them here."
    return Markdown(said)


def fit(study: Study, found) -> Markdown:
    """The goodness of fit in words."""
    if found.degrees_of_freedom == 0 or 1 in study.table[0].shape:
        return Markdown(
            "**The log cannot contradict the model**: it has no more cells of counts than the "
            "model has values."
        )
    verdict = (
        "**The log contradicts the position-based model.**"
        if found.p_value <= 0.05
        else "**The log does not contradict the position-based model.**"
    )
    return Markdown(
        f"{verdict} The deviance is {found.deviance:,.1f} on {found.degrees_of_freedom:,} degrees "
        f"of freedom; of {found.replications} tables drawn from the fit, "
        f"{round(found.p_value * (1 + found.replications)) - 1} deviate as much "
        f"(p = {found.p_value:.2g}); at p ≤ 0.05 one in twenty logs that the model describes is "
        f"contradicted. A rate differs from its fitted value by "
        f"{found.error:.4f} on average over the displays; by {found.noise:.4f} if the model were "
        "true. With very many displays a contradiction may be too small to matter."
    )


def number(count: int, what: str) -> str:
    """A count with its noun."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"
