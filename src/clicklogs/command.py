"""The command ``clickbandits``, for working with a click log without writing a program.

The exit code is 0, or 2 with a message on standard error. Every file is written completely or not at all.
"""

from __future__ import annotations

import argparse
import re
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from clickbandits.policies import CLICK_MODELS, POLICIES
from clickbandits.store import write_whole

if TYPE_CHECKING:
    from . import ClickCounts

COLUMNS = ("item", "position", "clicks", "plays", "query", "page", "user", "layout", "time")

SAMPLE = {
    "tea": {"green": 0.3, "black": 0.25, "white": 0.2, "mint": 0.12, "oolong": 0.05},
    "coffee": {"mocha": 0.2, "filter": 0.16, "latte": 0.1, "espresso": 0.04},
}
"""The queries of the simulated log, and the attractions of their items."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return the exit code."""
    options = _parser().parse_args(arguments)
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # remove unfinished files
    try:
        options.run(options)
    except (KeyboardInterrupt, BrokenPipeError):  # the reader of the output has closed it
        return 130
    except (ValueError, OSError, ModuleNotFoundError) as error:
        print(f"error: {as_options(' '.join(str(error).split()))}", file=sys.stderr)
        return 2
    finally:
        signal.signal(signal.SIGTERM, before)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="clickbandits", description="Choose which results to show when clicks are the only feedback."
    )
    version = import_module("clickbandits").__version__
    parser.add_argument("--version", action="version", version=f"%(prog)s {version}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable, help: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=help, description=help)
        made.set_defaults(run=run)
        return made

    def reading(made: argparse.ArgumentParser) -> None:
        made.add_argument(
            "log", metavar="LOG", type=Path, help="the log, as text (plain or gzipped) or as Parquet"
        )
        made.add_argument(
            "--columns",
            type=_columns,
            metavar="WHAT=NAME,...",
            help=f"the names of the columns of a table, with one of {', '.join(COLUMNS)} for WHAT; "
            "with plays= every row is one display",
        )
        made.add_argument(
            "--first-position",
            type=int,
            metavar="0",
            help="the number of the uppermost position in the log, by default 1",
        )
        made.add_argument("--format", help="the format of a file without a header; detected by default")
        made.add_argument(
            "--separator",
            metavar="SIGN",
            help="the separator of the columns; comma, semicolon and tab are detected",
        )
        made.add_argument(
            "--on-bad-line",
            choices=("error", "skip"),
            default="error",
            help="stop at a bad line (the default), or leave such lines out and count them",
        )

    def with_layout(made: argparse.ArgumentParser) -> None:
        made.add_argument("--layout", metavar="NAME", help="the layout to fit, if the log names several")

    made = command("report", _report, "write a one-page report on a log, with advice")
    reading(made)
    made.add_argument(
        "--out", type=Path, metavar="FOLDER", help="the folder for the report, by default <LOG>-report"
    )
    made.add_argument("--query", default="", help="the query, by default the one with the most displays")
    made.add_argument("--quick", action="store_true", help="run fewer and shorter simulations")
    with_layout(made)
    made = command("counts", _counts, "count clicks and displays by query, item and position")
    reading(made)
    made.add_argument("--out", type=Path, metavar="FILE", help="the file to write the counts to, as CSV")
    made = command("fit", _fit, "fit the position-based model to a whole log")
    reading(made)
    made.add_argument("--out", type=Path, metavar="FOLDER", help="the folder to write the tables to, as CSV")
    with_layout(made)
    made.add_argument(
        "--prior", type=_prior, default="auto", help='the prior of attractions, "auto" (default), "ml" or A,B'
    )
    made = command("sample", _sample, "write a simulated log, on which the other commands can be tried")
    made.add_argument("out", metavar="FILE", type=Path, help="the file to write, as CSV; it must not exist")
    command("policies", _policies, "list the policies with their knowledge and assumptions")
    return parser


def _columns(text: str) -> dict[str, str | list[str] | None]:
    """``item=item_id,page=session+time,plays=`` as a dictionary; the last leaves plays out."""
    columns: dict[str, str | list[str] | None] = {}
    for part in text.split(","):
        what, is_there, name = part.partition("=")
        if what not in COLUMNS or not is_there:
            raise argparse.ArgumentTypeError(
                f"expected WHAT=NAME, with one of {', '.join(COLUMNS)} for WHAT; got {part!r}"
            )
        columns[what] = name.split("+") if what == "page" and "+" in name else name or None
    return columns


def _prior(text: str) -> str | tuple[float, float]:
    if text in ("auto", "ml"):
        return text
    try:
        a, b = map(float, text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f'expected "auto", "ml" or two numbers A,B; got {text!r}') from None
    return a, b


def _say(text: str) -> None:
    """Report progress to a user who waits."""
    print(text, file=sys.stderr, flush=True)


def as_options(text: str) -> str:
    """Replace the Python arguments in the remedies of a message by options of the command."""
    for pattern, option in (
        (r'on_bad_line="(\w+)"', r"--on-bad-line \1"),
        (r"columns=\{('[^}]*)\}", _named),
        (r"\bseparator=('.*?')", r"--separator \1"),
        (r"\blayout='(.*?)'", r"--layout \1"),
        (r"first_position=(\d+)", r"--first-position \1"),
        (r"\bformat=['\"]?(\w+)['\"]?", r"--format \1"),
    ):
        text = re.sub(pattern, option, text)
    return text


def _named(columns: re.Match) -> str:
    """``columns={'item': 'my item', 'plays': None}`` as an option, for a shell."""
    pairs = re.findall(r"'(\w+)': (?:'([^']*)'|[\[(]([^\])]*)[\])]|None|(\.\.\.))", columns[1])
    parts = [
        f"{what}={name}{dots}" + "+".join(re.findall("'(.*?)'", some)) for what, name, some, dots in pairs
    ]
    return "--columns " + quote(",".join(parts))


def _read(options: argparse.Namespace) -> ClickCounts:
    from . import read_log

    if not options.log.is_file():
        raise ValueError(
            f"{options.log} is not a file" if options.log.exists() else f"there is no file {options.log}"
        )
    _say(f"reading {options.log} ...")
    names = ("columns", "format", "on_bad_line", "first_position", "separator")
    counts = read_log(options.log, **{name: getattr(options, name) for name in names})
    layout = getattr(options, "layout", None)
    return counts if layout is None else counts.layout(layout)


def _report(options: argparse.Namespace) -> None:
    from ._extras import needed
    from .report import make, write

    for module in ("jinja2", "matplotlib"):  # before the long computation
        needed(module, "the report needs jinja2 and matplotlib", "report")
    counts = _read(options)
    _say("fitting, and playing the policies on the fit ...")
    made = make(counts, options.query, options.quick)
    out = options.out or Path(f"{options.log.name}-report")
    print(f"the report: {write(made, out)}")


def _counts(options: argparse.Namespace) -> None:
    from .export import write_table

    counts = _read(options)
    if options.out:
        # With other line ends than CRLF, a lone CR would not be quoted.
        write_whole(options.out, partial(write_table, counts.frame(), end="\r\n"))
    report = counts.report
    head = (
        f"{report.path}: format {report.format}, {report.lines:,} lines, {report.used:,} counted, "
        f"{len(counts):,} queries"
    )
    print(as_options("\n".join([head, *report.sentences()])))


def _fit(options: argparse.Namespace) -> None:
    from .export import write_table
    from .fit import fit_log
    from .ranking import position_weights

    counts = _read(options)
    _say("fitting ...")
    fit = fit_log(counts, options.prior)
    if options.out:
        tables = {"items": fit.items(), "weights": position_weights(fit), "positions": fit.positions()}
        for name, table in tables.items():
            write_whole(options.out / f"{name}.csv", partial(write_table, table))
    print(as_options(str(fit)))


def _sample(options: argparse.Namespace) -> None:
    import numpy as np
    import pandas as pd

    if options.out.exists():
        raise ValueError(f"{options.out} exists already; name another file")
    looked, rng, logs = np.array([1.0, 0.5, 0.25]), np.random.default_rng(7), []
    for query, liked in SAMPLE.items():
        items, chance = np.array(list(liked)), np.array(list(liked.values()))
        shown = np.argsort(rng.gumbel(np.arange(items.size) / 2, size=(4000, items.size)))[:, -3:]
        log = {"query": query, "item": items[shown].ravel(), "position": np.tile([1, 2, 3], len(shown))}
        log["click"] = (rng.random(shown.shape) < chance[shown] * looked).ravel().astype(int)
        logs.append(pd.DataFrame(log))
    write_whole(options.out, partial(pd.concat(logs).to_csv, index=False))
    print(f"{options.out}: 8,000 pages of a shop. Examination is {looked.tolist()}, and the attractions are")
    print("\n".join(f"  {query}: {liked}" for query, liked in SAMPLE.items()))
    print(f"Now try: clickbandits fit {quote(str(options.out))}")


def _policies(options: argparse.Namespace) -> None:
    package = import_module("clickbandits")
    paper = ""
    for name, (module, *_, does) in POLICIES.items():
        policy = getattr(package, name)
        before, paper = paper, module.split(".")[0]
        if paper != before:
            print(f"{paper}: {CLICK_MODELS[paper]}")
        knows = "told examination" if policy.knows_examination else "not told"
        print(f"  {name:18}  {knows:16}  {does}")
    print(f"\nImport a policy by its name: from clickbandits import {next(iter(POLICIES))}")
