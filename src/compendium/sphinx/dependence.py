"""The claims of a paper as a graph of arguments, drawn in layers, and as a list.

A line leads from a claim down to a claim whose argument uses it. Every claim is drawn below all
claims that it uses, and within its layer close to them. A sign, a shape and a colour show its
verdict. The Sphinx extension replaces addresses that begin with `claim:` by links.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Iterable
from functools import cache

from .. import claims
from ..claims import CLAIMS
from ..findings import Built
from . import markup, pages

TEMPLATES = markup.load("map.jinja")

SIGNS = {"holds": "✓", "corrected": "±", "refuted": "×", "not reproduced": "×"}
"""The signs before labels, by verdict; all other verdicts have a question mark."""
WIDTH, BOX, STEP, PER_ROW = 760, (176, 56), (190, 64), 4
GAP = 26  # between layers
LINE, LETTERS, LINES = 13, 26, 4  # the height of a line of text, its letters, and lines per box
AT_FIRST = 10
"""How many results the map of a paper shows at first."""


def arrows(ids: Collection[str]) -> set[tuple[str, str]]:
    """Pairs of the given claims whose second uses the first, directly or through other claims."""

    @cache
    def below(id: str) -> frozenset[str]:
        parts = (frozenset([used]) if used in ids else below(used) for used in CLAIMS[id].uses)
        return frozenset().union(*parts)

    return {(used, id) for id in ids for used in below(id)}


def layers(ids: Collection[str]) -> list[list[str]]:
    """The given claims by the length of the longest chain of arguments above them."""
    pairs = sorted(arrows(ids))
    depth = dict.fromkeys(ids, 0)
    for _ in ids:
        for used, id in pairs:
            depth[id] = max(depth[id], depth[used] + 1)
    rows: list[list[str]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    place: dict[str, float] = {}
    for id in CLAIMS:  # in the order of reading
        if id in depth:
            rows[depth[id]].append(id)
    for layer in rows:
        order = {id: float(number) for number, id in enumerate(layer)}
        for id in layer:
            if under := [place[used] for used, other in pairs if other == id]:
                order[id] = len(layer) * sum(under) / len(under)
        layer.sort(key=order.__getitem__)
        place |= {id: number / max(len(layer) - 1, 1) for number, id in enumerate(layer)}
    return rows


def main_results(paper: str) -> set[str]:
    """The results that the map of a paper shows at first, at most `AT_FIRST`.

    Theorems come first, then propositions and corollaries, then all other boxes. Within each kind, the
    results that are joined to most others come first.
    """
    used = claims.used_by()

    def importance(id: str) -> tuple[int, int]:
        second = id.split(":")[1]
        kinds = (r"theorem-\d+", r"(proposition|corollary)-\d+")
        rank = next((n for n, kind in enumerate(kinds) if re.fullmatch(kind, second)), len(kinds))
        return rank, -len(resting_on(id)) - len(CLAIMS[id].uses)

    joined = [
        id
        for id, claim in CLAIMS.items()
        if claim.part == paper and (claim.uses or used[id]) and (claim.box or importance(id)[0] < 2)
    ]
    return set(sorted(joined, key=importance)[:AT_FIRST])


def resting_on(id: str) -> set[str]:
    """All claims whose arguments use the given one, directly or not."""
    resting: set[str] = set()
    todo = [id]
    while todo:
        new = set(claims.used_by()[todo.pop()]) - resting
        resting |= new
        todo += sorted(new)
    return resting


def picture(built: Built, ids: Collection[str], title: str, named: bool = False) -> str:
    """The graph of some claims as SVG, in which every box is a link, and a place if it is named."""
    places, top = {}, 4.0
    for layer in layers(ids):
        for start in range(0, len(layer), PER_ROW):
            row = layer[start : start + PER_ROW]
            left = (WIDTH - STEP[0] * len(row)) / 2
            for number, id in enumerate(row):
                places[id] = left + STEP[0] * number + (STEP[0] - BOX[0]) / 2, top
            top += STEP[1]
        top += GAP
    rows = sorted({place[1] for place in places.values()})
    gaps = [(y, _gaps([left for left, top in places.values() if top == y])) for y in rows]
    lines = [(used, id, _line(places[used], places[id], gaps)) for used, id in sorted(arrows(ids))]
    boxes = [_box(built, id, *place) for id, place in places.items()]
    return TEMPLATES.picture(title, WIDTH, top - GAP + 4, lines, boxes, named)


def _gaps(lefts: list[float]) -> list[float]:
    """The middles of the gaps between and beside the boxes of a row."""
    half = (STEP[0] - BOX[0]) / 2
    return [min(lefts) - half, *(left + BOX[0] + half for left in lefts)]


def _line(start: tuple[float, float], end: tuple[float, float], gaps: list[tuple[float, list[float]]]) -> str:
    """The path from one box down to another, which passes every row between them in the nearest gap."""
    x, y = start[0] + BOX[0] / 2, start[1] + BOX[1]
    u, v = end[0] + BOX[0] / 2, end[1]
    path = f"M{x:g} {y:g}"
    here = x, y
    for top, middles in gaps:
        if start[1] < top < v:
            straight = x + (u - x) * (top + BOX[1] / 2 - y) / (v - y)
            gap = min(middles, key=lambda middle: abs(middle - straight))
            path += f"{_bend(here, (gap, top))}V{top + BOX[1]:g}"
            here = gap, top + BOX[1]
    return path + _bend(here, (u, v))


def _bend(start: tuple[float, float], end: tuple[float, float]) -> str:
    """The part of a path that bends from one point down to another."""
    middle = (start[1] + end[1]) / 2
    return f"C{start[0]:g} {middle:g} {end[0]:g} {middle:g} {end[0]:g} {end[1]:g}"


def _box(built: Built, id: str, x: float, y: float) -> dict[str, object]:
    """The box of a claim as the template draws it, with its label on up to four lines."""
    verdict = pages.verdict_of(built, id)
    label = re.sub(r" (?=\d+\)$)", "\u00a0", f"{SIGNS.get(verdict, '?')} {CLAIMS[id].label}")
    lines = textwrap.wrap(label, LETTERS, break_on_hyphens=False, max_lines=LINES, placeholder="…")
    first = y + BOX[1] / 2 - LINE * (len(lines) - 1) / 2 + 4
    return {
        "id": id,
        "verdict": verdict,
        "whose": CLAIMS[id].whose,
        "lines": [(text, first + LINE * number) for number, text in enumerate(lines)],
        "x": x,
        "y": y,
        "width": BOX[0],
        "height": BOX[1],
        "corner": {"holds": 16, "corrected": 4}.get(verdict, 0),
        "middle": x + BOX[0] / 2,
    }


def _in_reading_order(ids: Iterable[str]) -> list[str]:
    return sorted(ids, key=list(CLAIMS).index)


def _listed(built: Built, ids: Iterable[str]) -> str:
    """A list of some claims in reading order, each with the claims that it uses and is used by."""
    return "\n".join(
        TEMPLATES.item(
            id, pages.verdict_of(built, id), [("uses", CLAIMS[id].uses), ("used by", claims.used_by()[id])]
        )
        for id in _in_reading_order(ids)
    )


def _drawn(built: Built, ids: Collection[str], title: str) -> str:
    """A picture of some claims, which narrow screens replace by a list."""
    return TEMPLATES.drawn(picture(built, ids, title), _listed(built, ids))


def paper_map(built: Built, paper: str) -> str:
    """The map of a paper with its main results, and a fold with all joined claims and their list."""
    joined = {id for id in CLAIMS if id.startswith(f"{paper}:") and (CLAIMS[id].uses or claims.used_by()[id])}
    title = f"The arguments in {claims.PARTS[paper]}"
    everything = f"{picture(built, joined, title, named=True)}\n\n{_listed(built, joined)}"
    return "\n\n".join(
        [
            _drawn(built, main_results(paper), f"{title}: the main results"),
            TEMPLATES.folded(f"Show all {len(joined)} results that are joined, with a list", everything),
        ]
    )


def falls(built: Built, paper: str) -> str:
    """The claims that use a failing statement of a paper, with those that hold nevertheless."""
    lines, drawn = [], set()
    for id, claim in CLAIMS.items():
        if claim.part != paper or claim.whose == "ours" or pages.verdict_of(built, id) not in pages.FAILED:
            continue
        on_it = resting_on(id)
        fallen = {each for each in on_it if pages.verdict_of(built, each) != "holds"}
        if on_it:
            drawn |= {id, *on_it}
            parts = [
                ("also fails:", _in_reading_order(fallen)),
                ("holds by the argument given here:", _in_reading_order(on_it - fallen)),
            ]
            lines.append(TEMPLATES.item(id, pages.verdict_of(built, id), parts))
    if not lines:
        return "Nothing else depends on a statement that fails."
    title = f"The results that depend on failing statements in {claims.PARTS[paper]}"
    return "\n\n".join([picture(built, drawn, title), "\n".join(lines)])


def ours(built: Built, paper: str) -> str:
    """Our own results about a paper, with the claims that they use or are used by."""
    used = claims.used_by()
    mine = [id for id, claim in CLAIMS.items() if claim.part == paper and claim.whose == "ours"]
    joined = {each for id in mine for each in (*CLAIMS[id].uses, *used[id])}
    drawn = {id for id in joined | {*mine} if CLAIMS[id].uses or used[id]}
    title = f"Our results about {claims.PARTS[paper]} and the claims joined to them"
    return _drawn(built, drawn, title)
