"""What rests on what: the claims of a paper as a graph, drawn in layers, and as a list.

A line leads from a claim down to one whose argument uses it. A claim stands below all that it rests
on, within its layer near to it; its verdict is a sign, a shape and a colour. `claim:` in an address
is the place of a claim, which the Sphinx extension fills in.
"""

from __future__ import annotations

import html
from collections.abc import Collection, Iterable
from functools import cache

from . import claims, pages
from .claims import CLAIMS
from .findings import Built

FALSE = ("corrected", "refuted", "not reproduced")
SIGNS = {"holds": "✓", "corrected": "±", "refuted": "×", "not reproduced": "×"}
"""Before the name of a claim in the picture, by verdict; a question mark before all others."""
WIDTH, BOX, STEP, PER_ROW = 760, (118, 26), (126, 34), 6
GAP = 22  # between layers


def arrows(ids: Collection[str]) -> set[tuple[str, str]]:
    """Pairs of some claims, the second resting on the first, if only through claims left out."""

    @cache
    def below(id: str) -> frozenset[str]:
        found = (frozenset([u]) if u in ids else below(u) for u in CLAIMS[id].uses)
        return frozenset().union(*found)

    return {(used, id) for id in ids for used in below(id)}


def layers(ids: Collection[str]) -> list[list[str]]:
    """Some claims by how long a chain of arguments they rest on, each layer in a readable order."""
    pairs = sorted(arrows(ids))
    depth = dict.fromkeys(ids, 0)
    for _ in ids:
        for used, id in pairs:
            depth[id] = max(depth[id], depth[used] + 1)
    found: list[list[str]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    place: dict[str, float] = {}
    for id in CLAIMS:  # in the order of reading
        if id in depth:
            found[depth[id]].append(id)
    for layer in found:
        order = {id: float(number) for number, id in enumerate(layer)}
        for id in layer:
            if under := [place[used] for used, other in pairs if other == id]:
                order[id] = len(layer) * sum(under) / len(under)
        layer.sort(key=order.__getitem__)
        place |= {id: number / max(len(layer) - 1, 1) for number, id in enumerate(layer)}
    return found


def main(paper: str) -> set[str]:
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
    found: set[str] = set()
    todo = [id]
    while todo:
        new = set(claims.used_by()[todo.pop()]) - found
        found |= new
        todo += sorted(new)
    return found


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
    lines = [_arrow(places[used], places[id]) for used, id in sorted(arrows(ids))]
    boxes = [_box(built, id, *place) for id, place in places.items()]
    return (
        f'<svg class="map" viewBox="0 0 {WIDTH} {top - GAP + 4:g}" role="group" '
        f'aria-label="{html.escape(title)}">{"".join(lines)}{"".join(boxes)}</svg>'
    )


def name(id: str) -> str:
    """A claim's id in words: "theorem 6", "sharp loss"."""
    return id.split(":")[1].replace("-", " ")


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    (x, y), (u, v) = (start[0] + BOX[0] / 2, start[1] + BOX[1]), (end[0] + BOX[0] / 2, end[1])
    bend = (v - y) / 2
    return f'<path d="M{x:g} {y:g}C{x:g} {y + bend:g} {u:g} {v - bend:g} {u:g} {v:g}"/>'


def _box(built: Built, id: str, x: float, y: float) -> str:
    verdict = pages.verdict_of(built, id)
    words = name(id) if len(name(id)) < 19 else name(id)[:17].rstrip() + "…"
    corner = {"holds": BOX[1] / 2, "corrected": 4}.get(verdict, 0)
    return (
        f'<a class="internal {verdict.replace(" ", "-")} {CLAIMS[id].whose}" href="claim:{id}">'
        f'<rect x="{x:g}" y="{y:g}" width="{BOX[0]}" height="{BOX[1]}" '
        f'rx="{corner:g}"/><text x="{x + BOX[0] / 2:g}" y="{y + 17:g}">'
        f"{SIGNS.get(verdict, '?')} {html.escape(words)}</text></a>"
    )


def _link(id: str) -> str:
    return f"{{ref}}`{name(id)} <{id}>`"


def _listed(built: Built, ids: Iterable[str]) -> str:
    """Some claims in the order of reading, each with what it rests on and what rests on it."""
    lines = []
    for id in sorted(ids, key=list(CLAIMS).index):
        rests = ", ".join(map(_link, CLAIMS[id].uses))
        used = ", ".join(map(_link, claims.used_by()[id]))
        says = [f"rests on {rests}" if rests else "", f"used by {used}" if used else ""]
        badge = pages.badge(pages.verdict_of(built, id))
        lines.append(f"- {_link(id)} {badge} {'; '.join(filter(None, says))}")
    return "\n".join(lines)


def _fold(summary: str, inside: str) -> str:
    return f'<details class="more"><summary>{summary}</summary>\n\n{inside}\n\n</details>'


def _drawn(built: Built, ids: Collection[str], title: str) -> str:
    """A picture of some claims; on narrow screens a list of them in its place."""
    listed = f'<div class="map-list">\n\n{_listed(built, ids)}\n\n</div>'
    return f"{picture(built, ids, title)}\n\n{listed}"


def paper_map(built: Built, paper: str) -> str:
    """The map of a paper: its main results; folded, all that are joined, and these as a list."""
    joined = {id for id in CLAIMS if id.startswith(f"{paper}:") and (CLAIMS[id].uses or claims.used_by()[id])}
    title = f"What rests on what in {claims.PARTS[paper]}"
    everything = f"{picture(built, joined, title)}\n\n{_listed(built, joined)}"
    return "\n\n".join(
        [
            _drawn(built, main(paper), f"{title}: the main results"),
            _fold(f"all {len(joined)} claims that are joined, with a list", everything),
        ]
    )


def falls(built: Built, paper: str) -> str:
    """What rests on each statement of a paper that fails, and what of it stands all the same."""
    lines, drawn = [], set()
    for id, claim in CLAIMS.items():
        if claim.part != paper or claim.whose == "ours" or pages.verdict_of(built, id) not in FALSE:
            continue
        on_it = resting_on(id)
        fallen = [each for each in on_it if pages.verdict_of(built, each) != "holds"]
        saved = on_it - {*fallen}
        if on_it:
            drawn |= {id, *on_it}
            told = [
                f"{what}: {', '.join(map(_link, sorted(each, key=list(CLAIMS).index)))}"
                for what, each in (("does not stand either", fallen), ("stands as told here", saved))
                if each
            ]
            lines.append(f"- {_link(id)} {pages.badge(pages.verdict_of(built, id))} {'; '.join(told)}")
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
