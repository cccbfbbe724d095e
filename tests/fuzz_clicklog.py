"""Coverage-guided fuzzing of the reader of click logs: `make fuzz` (Linux only).

Every input becomes a file of one format, plain or gzipped, which is read twice: the first reading
stops at a bad line, and the second skips bad lines. An input fails if any error other than the
documented one escapes, if counts, order, report or message depend on how the file is cut into blocks,
or if pandas counts a table differently.

The program runs for SECONDS_TO_FUZZ seconds (default 300). It keeps the inputs that reach new code in
`.cache/fuzz`, and writes an input that fails beside that folder. The lock file does not contain
atheris, so atheris gets its own environment below `.cache`, which also sees the packages of the
current one. The options are those of libFuzzer.
"""

import gzip
import io
import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import pandas as pd

ROOT = Path(__file__).resolve().parents[1]
CACHE = ROOT / ".cache"


def with_atheris():
    """Run this file again in an environment with atheris, which is created if it does not exist."""
    folder = CACHE / "tools" / "atheris"
    python = folder / "bin" / "python"
    if not python.exists():
        print(f"installing atheris into {folder} ...", flush=True)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "-qq"]
        subprocess.run([*pip, "atheris==3.0.0"], check=True)
        (packages,) = folder.glob("lib/python*/site-packages")
        (packages / "locked.pth").write_text(sysconfig.get_path("purelib"))
    os.environ["PYTHONPATH"] = str(ROOT / "src")
    os.execv(python, [python, __file__, *sys.argv[1:]])


try:
    import atheris
except ImportError:
    with_atheris()

with atheris.instrument_imports(include=["clicklogs"]):
    from clicklogs import ClickLogError, files, read_log

NAMES = (None, "kdd", "yandex", "relevance", "counts", "impressions", "yandex-counts")
HEADERS = {
    "counts": b"query,item,position,clicks,plays\n",
    "impressions": b"query,item,position,clicks\n",
    "yandex-counts": b",dict_index,pos,Impression,Click,query,url\n",
}
SEEDS = {
    "kdd": b"1\t3\t9\t20\t7\t3\t1\t8\t1\t1\t1\t1\n5\t2\t9\t20\t7\t3\t2\t8\t1\t1\t1\t0\n",
    "yandex": b"0\tM\t1\t7\n0\t0\tQ\t0\t8\t1,2\t20,1\t30,1\n0\t9\tC\t0\t30\n"
    b"0\t9\tT\t1\t8\t1\t20,1\n1\tM\t1\t7\n1\t0\tQ\t0\t8\t1,2\t20,1\t30,1\n1\t9\tC\t0\t9\n2\tM\t1\t7\n",
    "relevance": b"0\t0\tQ\t8\t0.0\t20\t30\t20\n0\t5\tC\t30\t\t\t\n"
    b"1\t0\tQ\t8\t1\t30\n1\t4\tC\t3\n2\t0\tC\t3\n",
    "counts": b"q,a,1,3,10\nq,b,2,1,5\n",
    "impressions": b"q,a,1,1\nq,b,2,0\n",
    "yandex-counts": b"0,8_20,0,5,2,8,20\n1,8_30,1,5,7,8,30\n",
}
FOLDER = Path(tempfile.mkdtemp(prefix="fuzz-"))


def outcome(path, name, mode):
    """Everything that a caller sees of a reading, or the message if the file is refused."""
    try:
        counts = read_log(path, format=name, on_bad_line=mode)
    except ClickLogError as error:
        return str(error)
    return counts.report, counts.queries, list(counts.rows())


def by_pandas(content):
    """The counts of a plain table by pandas, or None if pandas cannot read it as a table."""
    try:
        table = pd.read_csv(io.BytesIO(content), dtype=str, keep_default_na=False, quoting=3)
        number = {"true": "1", "false": "0"}
        for name in {"position", "clicks", "plays"} & set(table):
            texts = table[name].str.strip().str.lower()
            table[name] = pd.to_numeric(texts.replace(number)).astype("int64")
    except (ValueError, OverflowError):
        return None
    if "plays" not in table:
        table["plays"] = 1
    sums = table.groupby(["query", "item", "position"], sort=False)[["clicks", "plays"]].sum()
    sums["clicks"] = sums[["clicks", "plays"]].min(axis=1)
    return sorted(tuple(row) for row in sums.reset_index().itertuples(index=False))


def check(data: bytes) -> None:
    """Read an input in small blocks and at once; its first byte selects the format, the rest is the file."""
    first = data[0] if data else 0
    name, zipped = NAMES[first % 8 % 7], first >= 128
    content = HEADERS.get(name, b"") + data[1:]
    path = FOLDER / "log"
    path.write_bytes(gzip.compress(content, 1) if zipped else content)
    for mode in ("error", "skip"):
        outcomes = []
        for files.BLOCK in (64, 1 << 20):
            outcomes.append(outcome(path, name, mode))
        assert outcomes[0] == outcomes[1], (mode, content, outcomes)
        plain = name in ("counts", "impressions") and content.isascii() and b'"' not in content
        if plain and mode == "error" and not isinstance(outcomes[0], str):
            expected = by_pandas(content)
            assert expected in (None, sorted(outcomes[0][2])), (content, expected, outcomes[0])


def main():
    seeds, learnt = FOLDER / "corpus", CACHE / "fuzz"
    for folder in (seeds, learnt):
        folder.mkdir(parents=True, exist_ok=True)
    for name, seed in SEEDS.items():
        (seeds / name).write_bytes(bytes([NAMES.index(name)]) + seed)
    options = [
        "-max_len=500",
        f"-artifact_prefix={CACHE}/fuzz-",
        f"-max_total_time={os.environ.get('SECONDS_TO_FUZZ', 300)}",
    ]
    atheris.Setup([sys.argv[0], *options, *sys.argv[1:], str(learnt), str(seeds)], check)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
