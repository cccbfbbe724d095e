"""Random logs of every format, damaged in ways that occur in practice."""

import gzip

NAMES = ("kdd", "yandex", "relevance", "counts", "impressions", "yandex-counts")
TRAPS = [
    b"",
    b"  ",
    b"\t",
    b"\r",
    b"<script>",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"a\x00b",
    b'"',
    "٣\t1_0\t+1".encode(),
    b"1" * 70,
    b"-1\t2",
    b"q,a,1,1,0",
    b'q,"a, b",1,0,3',
    b'"q",c,1,0,0',
    b"caf\xc3\xa9,a,2,1,1",
    b"q,\x1fb,1,0,1",
    b"x" * 1100 + b",a,1,0,1",
    b"7\t0\tC\t3\t20",
    b"7\tM\t1\t1",
    b"007\tM\t1\t1",
]


def row(name, rng):
    """A line of a format, nearly always valid, with few identifiers so that lines share them."""
    query, url = rng.choice(("8", "9", "007", "7" * 25)), rng.randint(20, 24)
    if name == "kdd":
        depth = rng.randint(1, 3)
        middle = f"{rng.randint(0, 3)}\t{rng.randint(1, 3)}\t9{'9' * 19}\t{url}\t7\t{depth}"
        return f"{middle}\t{rng.randint(1, 3)}\t{query}\t1\t1\t1\t0"
    if name in ("yandex", "relevance"):
        session, kind = rng.choice("0011223"), rng.choice("MQQTCCC")
        urls = rng.sample(range(20, 26), rng.randint(1, 5))
        if name == "relevance":
            shown = "\t".join(map(str, urls))
            return f"{session}\t1\tC\t{url}" if kind in "CM" else f"{session}\t0\tQ\t{query}\t1\t{shown}"
        shown = "\t".join(f"{document},1" for document in urls)
        serp = rng.randint(0, 3)
        return {"M": f"{session}\tM\t1\t77", "C": f"{session}\t5\tC\t{serp}\t{url}"}.get(
            kind, f"{session}\t0\t{kind}\t{serp}\t{query}\t11,12\t{shown}"
        )
    clicks, plays = rng.randint(0, 3), rng.randint(0, 4)
    query, item = rng.choice(("q", "two words", "ñ", query)), rng.choice(("a", "b", '"c, d"', url))
    return {
        "counts": f"{query},{item},{rng.randint(1, 4)},{clicks},{plays}",
        "impressions": f"{query},{item},{rng.randint(1, 4)},{clicks}",
        "yandex-counts": f"0,8_20,{rng.randint(0, 3)},{plays},{clicks},{query},{item}",
    }[name]


HEADERS = {
    "counts": ["query,item,position,clicks,plays"],
    "impressions": ["query,item,position,clicks"],
    "yandex-counts": [",dict_index,pos,Impression,Click,query,url"],
}


UNUSED = {"kdd": (2, 4, 8, 9, 10, 11), "yandex": (1, 5), "relevance": (1, 4)}
NUMBERS = {"kdd": (0, 1, 5, 6), "counts": (2, 3, 4), "impressions": (2, 3), "yandex-counts": (2, 3, 4)}
NOTHING = ("", "0.0", "-", "Q", "é", "1,2")


def messy(line, name, rng):
    """The line with oddities of published files: padding, floats, and rubbish in unused columns."""
    if rng.random() < 0.5 or '"' in line:
        return line
    delimiter = "\t" if name in UNUSED else ","
    fields = line.split(delimiter)
    for place, field in enumerate(fields):
        if rng.random() < 0.1 and name in UNUSED:
            fields[place] = " " * rng.randint(0, 2) + field + " "
        if rng.random() < 0.2 and place in NUMBERS.get(name, ()):
            fields[place] = rng.choice((field + ".0", field + ".00", f" {field}", "True", "1."))
    for place in UNUSED.get(name, ()):
        is_url = place > 3 and "C" in fields[:3]
        if place < len(fields) and fields[1].strip() != "M" and not is_url and rng.random() < 0.3:
            fields[place] = rng.choice(NOTHING)
    if rng.random() < 0.2 and name in UNUSED:
        fields += [" " * rng.randint(0, 1) for _ in range(rng.randint(1, 4))]
    return delimiter.join(fields)


def session(name, rng):
    """Lines of a session whose records fit together, some of them messy; one line of other formats."""
    return [messy(line, name, rng) for line in tidy_session(name, rng)]


def tidy_session(name, rng):
    """Lines of a session whose records fit together; one line of other formats."""
    if name not in ("yandex", "relevance"):
        return [row(name, rng)]
    number, lines = rng.choice((rng.randint(0, 99), rng.randint(0, 1))), []
    if name == "yandex":
        lines.append(f"{number}\tM\t1\t77")
    for serp in range(rng.randint(1, 3)):
        urls = rng.choices(range(20, 29), k=rng.randint(1, 5))
        clicked = [rng.choice((*urls, 99)) for _ in range(rng.randint(0, 3))]
        if name == "yandex":
            shown = "\t".join(f"{url},1" for url in urls)
            lines.append(f"{number}\t0\t{rng.choice('QQQT')}\t{serp}\t8\t11,12\t{shown}")
            lines += [f"{number}\t5\tC\t{rng.randint(0, serp)}\t{url}" for url in clicked]
        else:
            shown = "\t".join(map(str, urls))
            lines.append(f"{number}\t0\tQ\t{rng.choice('89')}\t1\t{shown}")
            lines += [f"{number}\t5\tC\t{url}" for url in clicked]
    return lines


def damaged_log(name, rng):
    """The bytes of a log of some format, damaged in a few of many ways."""
    lines = [
        line
        for _ in range(rng.randint(0, 30))
        for line in (session(name, rng) if rng.random() < 0.8 else [row(name, rng)])
    ]
    lines = [line.encode() for line in HEADERS.get(name, []) + lines]
    for _ in range(rng.choice((0, 0, 1, 2, 6))):
        place = rng.randint(0, len(lines))
        action = rng.random()
        if action < 0.4:
            lines.insert(place, rng.choice(TRAPS))
        elif lines and action < 0.6:
            lines.insert(place, rng.choice(lines))
        elif lines and action < 0.8:
            del lines[place % len(lines)]
        elif lines:
            line = lines[place % len(lines)]
            lines[place % len(lines)] = line[: rng.randint(0, len(line))]
    data = bytearray(rng.choice((b"\n", b"\n", b"\n", b"\r\n")).join([*lines, b""]))
    for _ in range(rng.choice((0, 0, 1, 3)) if data else 0):
        place = rng.randrange(len(data))
        data[place : place + rng.randint(0, 2)] = (
            bytes(rng.choice(b'\t\n\r ,0123456789-QCTM\xff\xc3\x00\x01"') for _ in range(rng.randint(0, 2)))
            or data[place : place + rng.randint(0, 9)]
        )
        if not data:
            break
    if rng.random() < 0.1:
        data[:0] = b"\xef\xbb\xbf"
    return bytes(data[:-1] if rng.random() < 0.1 else data)


def zipped(data, rng):
    """The content compressed by gzip in one or two members, and rarely damaged."""
    cut = rng.randint(0, len(data)) if rng.random() < 0.3 else 0
    packed = bytearray(gzip.compress(data[:cut]) + gzip.compress(data[cut:]))
    if rng.random() < 0.2:
        packed[rng.randrange(len(packed))] ^= 1 << rng.randint(0, 7)
    elif rng.random() < 0.1:
        del packed[rng.randint(2, len(packed)) :]
    return bytes(packed)
