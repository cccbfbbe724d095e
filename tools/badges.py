"""Where the badge of a claim stands on a page: behind the block that the claim's label is above.

A label `(pbm:theorem-6)=` names the box, the heading, the list, the table or the paragraph below
it. A paragraph that does not end a sentence goes on: the displayed formula after it belongs to
it, and so does the text that ends the sentence after the formula.
"""

from __future__ import annotations

import re

from compendium.claims import LABEL

FENCE = re.compile(r"\s*(`{3,}|:{3,}|~{3,})")
HEADING = re.compile(r"#{1,6} ")
ITEM = re.compile(r"([-*+]|\d+[.)]) ")
NEW = re.compile(r"#{1,6} |-{3,}$|\([\w:.-]+\)=$|:{3,}|`{3,}|~{3,}|</?(details|div)\b")
"""What ends a paragraph, without an empty line before it."""
DISPLAY = re.compile(r"\$\$\s*(\([^)\s]+\))?$")
LAST_SIGNS = re.compile(  # of a formula, behind its stop
    r"(\\end\{\w+\*?\}|\\tag\{[^}]*\}|\\[,;! ]|[}\s])+$"
)
CLOSING = "*_)\"'”’]"  # what may stand behind the stop of a sentence
STOPS = (".", "?", "!", "…")


def with_badges(text, badge, wanted):
    """A cell's Markdown with badges behind the blocks that labels of claims stand above.

    Parameters
    ----------
    text : str
    badge : callable
        The Markdown of one badge, for an id and whether it is one of several behind a block.
    wanted : set of str
        The ids that have a badge.

    Raises
    ------
    ValueError
        Where a label stands above nothing.
    """
    lines = text.splitlines()
    waiting = {}  # the ids by the line that their badges stand before
    for number, ids in labels(lines):
        ids = [id for id in ids if id in wanted]
        if ids and number == len(lines):
            raise ValueError(f"the label ({ids[-1]})= stands above nothing")
        if ids:
            waiting.setdefault(block_end(lines, number), []).extend(ids)
    written, last = [], 0
    for end, ids in sorted(waiting.items()):
        written += lines[last:end]
        for id in ids:
            written += ["", *badge(id, len(ids) > 1).splitlines()]
        if end < len(lines) and lines[end].strip():
            written.append("")
        last = end
    return "\n".join([*written, *lines[last:]])


def labels(lines):
    """The labels in a row above each labelled block, with the number of the block's first line."""
    found, row, code = [], [], ""
    for number, line in enumerate(lines):
        if code:  # in which a label is none
            code = "" if closes(line, code) else code
        elif label := LABEL.fullmatch(line.strip()):
            row.append(label[1])
        elif line.strip():
            if row:
                found.append((number, row))
            fence, row = FENCE.match(line), []
            code = fence[1] if fence and ":" not in fence[1] and "{" not in line else ""
    return found + ([(len(lines), row)] if row else [])


def labelled(text):
    """The ids of all labels in Markdown, in order."""
    return [id for _, ids in labels(text.splitlines()) for id in ids]


def block_end(lines, start):
    """The number of the line behind the block that begins at a line."""
    if HEADING.match(lines[start]):
        return start + 1
    end = _piece_end(lines, start)
    while not _whole(lines, start, end):
        start = _next(lines, end)
        end = _piece_end(lines, start)
    return end


def closes(line, opening):
    """Whether a line closes the fence that was opened by these characters."""
    text = line.strip()
    return len(text) >= len(opening) and set(text) == {opening[0]}


def _next(lines, start):
    """The number of the first line with a text, or that behind the last line."""
    return next((n for n in range(start, len(lines)) if lines[n].strip()), len(lines))


def _piece_end(lines, start):
    """The number of the line behind one fenced block, list, table, formula, or paragraph."""
    if fence := FENCE.match(lines[start]):
        inside = range(start + 1, len(lines))
        return next((n + 1 for n in inside if closes(lines[n], fence[1])), len(lines))
    end = _paragraph_end(lines, start)
    following = _next(lines, end)
    while ITEM.match(lines[start]) and following < len(lines):  # its items may stand apart
        if not (ITEM.match(lines[following]) or lines[following].startswith(" ")):
            break
        end = _paragraph_end(lines, following)
        following = _next(lines, end)
    return end


def _paragraph_end(lines, start):
    """The number of the line behind lines without a gap; a formula may have gaps."""
    end, formula = start, False
    while end < len(lines) and (formula or lines[end].strip()):
        if end > start and not formula and NEW.match(lines[end]):
            return end
        formula ^= lines[end].count("$$") % 2 == 1
        end += 1
    return end


def _whole(lines, start, end):
    """Whether a block ends with this piece of it."""
    following = _next(lines, end)
    if following == len(lines) or lines[start].startswith("|"):
        return True
    if FENCE.match(lines[start]) or NEW.match(lines[following]):
        return True
    text = "\n".join(lines[start:end]).rstrip()
    formula, goes_on = DISPLAY.search(text), lines[following].lstrip("*_(")[:1]
    if formula:
        text = LAST_SIGNS.sub("", text[: formula.start()])
    if text.rstrip(CLOSING).endswith(STOPS):
        return True
    if formula or ITEM.match(lines[start]):
        return not (text.endswith((",", ";", ":")) or goes_on.islower() or goes_on == "$")
    return False
