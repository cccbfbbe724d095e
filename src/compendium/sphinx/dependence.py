"""What rests on what: the claims of a paper as a graph, drawn in layers, and as a list.

A line leads from a claim down to one whose argument uses it. A claim stands below all that it rests
on, within its layer near to it; its verdict is a sign, a shape and a colour. `claim:` in an address
is the place of a claim, which the Sphinx extension fills in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache

from .. import claims
from ..claims import CLAIMS
from ..findings import Built
from . import markup, pages

TEMPLATES = markup.load("map.jinja")

FALSE = ("corrected", "refuted", "not reproduced")
SIGNS = {"holds": "✓", "corrected": "±", "refuted": "×", "not reproduced": "×"}
"""Before the name of a claim in the picture, by verdict; a question mark before all others."""
WIDTH, BOX, STEP, PER_ROW = 760, (118, 26), (126, 34), 6
GAP = 22  # between layers


def arrows(ids: Collection[str]) -> set[tuple[str, str]]:
    """Pairs of some claims, the second resting on the first, if only through claims left out."""

    @cache
    def below(id: str) -> frozenset[str]:
        parts = (frozenset([used]) if used in ids else below(used) for used in CLAIMS[id].uses)
        return frozenset().union(*parts)

    return {(used, id) for id in ids for used in below(id)}


def layers(ids: Collection[str]) -> list[list[str]]:
    """Some claims by how long a chain of arguments they rest on, each layer in a readable order."""
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
    """The claims of a paper that its map shows at first: those in a box, or used twice or more."""
    used = claims.used_by()
    return {
        id
        for id, claim in CLAIMS.items()
        if claim.part == paper
        and (claim.uses or used[id])
        and ((claim.box and claim.argument != "none") or len(used[id]) > 1)
    }


def resting_on(id: str) -> set[str]:
    """All claims whose arguments rest on one, directly or not."""
    resting: set[str] = set()
    todo = [id]
    while todo:
        new = set(claims.used_by()[todo.pop()]) - resting
        resting |= new
        todo += sorted(new)
    return resting


def picture(built: Built, ids: Collection[str], title: str) -> str:
    """The graph of some claims as SVG, each a link to its place."""
    places, top = {}, 4.0
    for layer in layers(ids):
        for start in range(0, len(layer), PER_ROW):
            row = layer[start : start + PER_ROW]
            left = (WIDTH - STEP[0] * len(row)) / 2
            for number, id in enumerate(row):
                places[id] = left + STEP[0] * number + (STEP[0] - BOX[0]) / 2, top
            top += STEP[1]
        top += GAP
    lines = [_curve(places[used], places[id]) for used, id in sorted(arrows(ids))]
    boxes = [_box(built, id, *place) for id, place in places.items()]
    return TEMPLATES.picture(title, WIDTH, top - GAP + 4, lines, boxes)


def _curve(start: tuple[float, float], end: tuple[float, float]) -> tuple[float, ...]:
    """The numbers of a line from one box down to another: a cubic Bézier curve's."""
    (x, y), (u, v) = (start[0] + BOX[0] / 2, start[1] + BOX[1]), (end[0] + BOX[0] / 2, end[1])
    bend = (v - y) / 2
    return x, y, x, y + bend, u, v - bend, u, v


def _box(built: Built, id: str, x: float, y: float) -> dict[str, object]:
    """What the template needs of a claim's box."""
    verdict, words = pages.verdict_of(built, id), markup.in_words(id)
    return {
        "id": id,
        "verdict": verdict,
        "whose": CLAIMS[id].whose,
        "words": words if len(words) < 19 else words[:17].rstrip() + "…",
        "sign": SIGNS.get(verdict, "?"),
        "x": x,
        "y": y,
        "width": BOX[0],
        "height": BOX[1],
        "corner": {"holds": BOX[1] / 2, "corrected": 4}.get(verdict, 0),
        "middle": x + BOX[0] / 2,
        "baseline": y + 17,
    }


def _in_reading_order(ids: Iterable[str]) -> list[str]:
    return sorted(ids, key=list(CLAIMS).index)


def _listed(built: Built, ids: Iterable[str]) -> str:
    """Some claims in the order of reading, each with what it rests on and what rests on it."""
    return "\n".join(
        TEMPLATES.item(
            id,
            pages.verdict_of(built, id),
            [("rests on", CLAIMS[id].uses), ("used by", claims.used_by()[id])],
        )
        for id in _in_reading_order(ids)
    )


def _drawn(built: Built, ids: Collection[str], title: str) -> str:
    """A picture of some claims; on narrow screens a list of them in its place."""
    return TEMPLATES.drawn(picture(built, ids, title), _listed(built, ids))


def paper_map(built: Built, paper: str) -> str:
    """The map of a paper: its main results; folded, all that are joined, and these as a list."""
    joined = {id for id in CLAIMS if id.startswith(f"{paper}:") and (CLAIMS[id].uses or claims.used_by()[id])}
    title = f"What rests on what in {claims.PARTS[paper]}"
    everything = f"{picture(built, joined, title)}\n\n{_listed(built, joined)}"
    return "\n\n".join(
        [
            _drawn(built, main_results(paper), f"{title}: the main results"),
            TEMPLATES.folded(f"all {len(joined)} claims that are joined, with a list", everything),
        ]
    )


def falls(built: Built, paper: str) -> str:
    """What rests on each statement of a paper that fails, and what of it stands all the same."""
    lines, drawn = [], set()
    for id, claim in CLAIMS.items():
        if claim.part != paper or claim.whose == "ours" or pages.verdict_of(built, id) not in FALSE:
            continue
        on_it = resting_on(id)
        fallen = {each for each in on_it if pages.verdict_of(built, each) != "holds"}
        if on_it:
            drawn |= {id, *on_it}
            parts = [
                ("does not stand either:", _in_reading_order(fallen)),
                ("stands as told here:", _in_reading_order(on_it - fallen)),
            ]
            lines.append(TEMPLATES.item(id, pages.verdict_of(built, id), parts))
    if not lines:
        return "Nothing else rests on a statement that fails."
    title = f"What rests on statements that fail in {claims.PARTS[paper]}"
    return "\n\n".join([picture(built, drawn, title), "\n".join(lines)])


def ours(built: Built, paper: str) -> str:
    """Our own results about a paper, with all claims that they rest on or that rest on them."""
    used = claims.used_by()
    mine = [id for id, claim in CLAIMS.items() if claim.part == paper and claim.whose == "ours"]
    joined = {each for id in mine for each in (*CLAIMS[id].uses, *used[id])}
    drawn = {id for id in joined | {*mine} if CLAIMS[id].uses or used[id]}
    title = f"Our results about {claims.PARTS[paper]} and what they are joined to"
    return _drawn(built, drawn, title)
