"""The tables on which a decision can be based; every number in them is computed."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from IPython.display import Markdown

from compendium.across.figures import CHOICE, PAIRS, POSITION_BASED, SHORT

from . import experiments, studies
from .studies import Question

KNOWN, ORDER, NOTHING = "the examination κ", "the order of the positions", "nothing"
NEEDS = {
    "PBM-UCB": (KNOWN, "clicks independent given κ"),
    "PBM-PIE": (KNOWN, "clicks independent given κ; the horizon"),
    "PBM-TS": (KNOWN, "clicks independent given κ; the scale of κ"),
    "BC-MP-TS": (KNOWN, "clicks independent given κ; the scale of κ"),
    "RBA-KL-UCB": (ORDER, "no click model"),
    "Epoch-UCB": (KNOWN, "at most one click; the user chooses"),
    "Epoch-UCB-sharp": (KNOWN, "at most one click; the user chooses"),
    "MNL-bandit": (NOTHING, "at most one click; the user chooses"),
    "TopRank": (ORDER, "no click model; the horizon"),
    experiments.UPB.id: ("the best position", "at most one click; the user chooses"),
    "Rank1ElimKL": (NOTHING, "one pair per round; the horizon"),
    "UCB1": (NOTHING, "one pair per round"),
    "UCB1Elim": (NOTHING, "one pair per round; the horizon"),
}
"""The knowledge that each policy needs, and its assumptions."""


def percent(chosen: pd.DataFrame, column: str = "loss") -> str:
    """The loss of the one chosen row, ± its standard error; a dash if no row is chosen."""
    if not len(chosen):
        return "–"
    return with_error(chosen[column].item(), chosen[f"{column} error"].item())


def with_error(loss: float, error: float) -> str:
    """A loss with its standard error, in two lines."""
    if not error > 1e-9:  # one game, or all of them ended with the same list
        return f"{loss:.2g}"
    return f"{loss:.2g}<br>±\u00a0{error:.1g}"


def as_table(head: Sequence[str], rows: Sequence[Sequence[str]], texts: int = 1) -> Markdown:
    """A table in Markdown, whose cells are never cut off; all columns after `texts` are numbers."""
    lines = [head, ["---"] * texts + ["--:"] * (len(head) - texts), *rows]
    return Markdown("\n".join("| " + " | ".join(row) + " |" for row in lines))


def short(policy: str) -> str:
    """A policy's name in a cell, with its star protected from Markdown."""
    return SHORT.get(policy, policy).replace("*-UPB", r"\*-UPB")


def decision(rows: pd.DataFrame, late_losses: pd.DataFrame, turned: pd.DataFrame) -> Markdown:
    """One row per policy: its needs, and the loss from each choice whose assumption fails.

    Of the losses with a wrong examination the larger one of the two problems is shown.
    """
    head = [
        "policy: needs; assumes",
        "own model",
        "other model",
        "long lists",
        "κ 20 % off",
        "half of κ",
        "last position best",
    ]
    table = []
    for policy in (*POSITION_BASED, *CHOICE, *PAIRS):
        known, assumed = NEEDS[policy]
        game = "pair" if policy in PAIRS else "low"
        home, other = ("MNL", "PBM") if policy in CHOICE else ("PBM", "MNL")
        own = rows[rows["policy"] == policy]
        wrong = [
            late_losses[(late_losses["base"] == policy) & (late_losses["told"] == name)].nlargest(
                1, "late loss"
            )
            for name in ("20% off", "half")
        ]
        upside_down = turned[(turned["policy"] == policy) & (turned["world"] == home)]
        table.append(
            [
                f"**{short(policy)}**: {known}; {assumed}",
                percent(own[own["world"] == f"{home}, {game}"]),
                percent(own[own["world"] == f"{other}, {game}"]),
                percent(own[own["world"] == "PBM, Yandex"]),
                *(percent(each, "late loss") for each in wrong),
                percent(upside_down, "late loss"),
            ]
        )
    return as_table(head, table)


ERRORS = {
    "nothing": ("PBM", "the truth"),
    "click model": ("MNL", "the truth"),
    "half of κ": ("PBM", "half"),
    "the same, rescaled": ("PBM", "half, rescaled"),
    "κ 20 % off": ("PBM", "20% off"),
    "κ flat": ("PBM", "flat"),
    "κ steep": ("PBM", "steep"),
}
"""Errors, as the click model that users follow and the examination that the policy is told."""


def price_of_errors(rows: pd.DataFrame, late_losses: pd.DataFrame) -> pd.DataFrame:
    """The loss of PBM-UCB and PBM-TS by error, on both problems, in long form."""
    prices = []
    for wrong, (model, name) in ERRORS.items():
        for policy in ("PBM-UCB", "PBM-TS"):
            for level in experiments.LEVELS:
                world = f"{model}, {level}"
                source = rows[rows["policy"] == policy]
                if name != "the truth":
                    source = late_losses[(late_losses["base"] == policy) & (late_losses["told"] == name)]
                row = source[source["world"] == world].iloc[0]
                loss, error = row["loss"], row["loss error"]
                prices.append(
                    {"wrong": wrong, "policy": policy, "level": level, "loss": loss, "loss error": error}
                )
    return pd.DataFrame(prices)


def lost(prices: pd.DataFrame, policy: str, wrong: str, level: str, column: str = "loss") -> float:
    """One number of `price_of_errors`."""
    return float(prices.set_index(["policy", "wrong", "level"])[column][policy, wrong, level])


def added(prices: pd.DataFrame, policy: str, wrong: str, level: str) -> float:
    """The percentage points that an error adds to a policy's loss."""
    return lost(prices, policy, wrong, level) - lost(prices, policy, "nothing", level)


def worst(prices: pd.DataFrame, policy: str, wrong: str) -> float:
    """The larger loss of the two problems."""
    return max(lost(prices, policy, wrong, level) for level in experiments.LEVELS)


def late(late_losses: pd.DataFrame, policy: str, wrong: str) -> str:
    """A late loss on the low attractions with its standard error, for a cell."""
    name = f"{policy}(told {wrong})"
    loss, error = (studies.value(late_losses, name, "PBM, low", f"late loss{end}") for end in ("", " error"))
    return f"{loss:.2f} ± {error:.2f}"


def errors(prices: pd.DataFrame) -> Markdown:
    """The table of `price_of_errors`, with a row per error and a column per policy and problem."""
    columns = list(dict.fromkeys(zip(prices["policy"], prices["level"], strict=True)))
    by_place = prices.set_index(["wrong", "policy", "level"])
    table = [
        [wrong, *(with_error(*by_place.loc[(wrong, *column)]) for column in columns)] for wrong in ERRORS
    ]
    return as_table(["wrong", *(f"{policy}, {level}" for policy, level in columns)], table)


def errors_as_described(prices: pd.DataFrame, rows: pd.DataFrame) -> bool:
    """Whether the errors have the effects that the text below the table describes, on both problems."""
    loss = prices.set_index(["policy", "wrong", "level"])["loss"]
    for level in experiments.LEVELS:
        ucb, ts = loss["PBM-UCB", :, level], loss["PBM-TS", :, level]
        order = studies.value(rows, "RBA-KL-UCB", f"PBM, {level}")
        described = [
            *(each["κ 20 % off"] > each["click model"] > each["nothing"] for each in (ucb, ts)),
            *(each[["κ flat", "κ steep"]].min() > each["κ 20 % off"] for each in (ucb, ts)),
            abs(ucb["half of κ"] / ucb["nothing"] - 1) < 0.1,
            *(each["the same, rescaled"] / each["nothing"] < 1.1 for each in (ucb, ts)),
            order < 1.05 * ucb["click model"] and order > 3 * ts["nothing"],
        ]
        if not all(described):
            return False
    half, truth = (loss["PBM-TS", wrong, :] for wrong in ("half of κ", "nothing"))
    return half["low"] < 1.1 * truth["low"] and half["high"] > 20 * truth["high"]


TRAPS = {
    "BC-MP-TS": "may hide a good item",
    experiments.UPB.id: "can get stuck, and has no guarantee",
    "Epoch-UCB-sharp": "its radius is made for multinomial clicks",
}
"""Ways in which a policy can lose forever, or is suspected to, under the click models of this page."""
POSSIBLE = {"several": ("PBM",), "at most one": ("MNL",), "unknown": ("PBM", "MNL")}
"""How many clicks a round may have, and the click models that are then possible."""


def questions() -> tuple[list[Question], dict[str, dict[str, str]]]:
    """The states of knowledge, and the traps of the policies in each.

    A policy may need no more than is known. If the order of the positions is known, so is the best of
    them. Epoch-UCB-sharp has no trap if users follow the multinomial logit model.
    """
    asked, traps = [], {}
    for known, word in ((KNOWN, "κ"), (ORDER, "order")):
        allowed = tuple(
            policy for policy in (*POSITION_BASED, *CHOICE) if known == KNOWN or NEEDS[policy][0] != KNOWN
        )
        for clicks, models in POSSIBLE.items():
            name = f"{word}; {clicks}"
            asked.append(Question(name, allowed, models))
            traps[name] = {
                policy: why
                for policy, why in TRAPS.items()
                if policy != "Epoch-UCB-sharp" or models != ("MNL",)
            }
    return asked, traps


def advice(profile: str) -> pd.DataFrame:
    """The advice in long form; see `studies.advice`."""
    return studies.advice(profile, *questions())


PLAY = {
    "κ; several": [("PBM-TS",), ("PBM-TS",)],
    "κ; at most one": [("PBM-TS",), ("PBM-TS",)],
    "κ; unknown": [("PBM-TS",), ("PBM-TS",)],
    "order; several": [("TopRank", "RBA-KL-UCB"), ("TopRank",)],
    "order; at most one": [("RBA-KL-UCB", "TopRank"), ("TopRank",)],
    "order; unknown": [("TopRank", "RBA-KL-UCB"), ("TopRank",)],
}
"""The policies to play at either horizon of the paper's scale, which the text relies on."""


def recommended(rows: pd.DataFrame) -> dict[str, list[tuple[str, ...]]]:
    """The policies to play at each horizon, by question; several in case of a tie."""
    chosen = rows[rows["play"]]
    return {
        question: [tuple(map(str, each["policy"])) for _, each in group.groupby("rounds")]
        for question, group in chosen.groupby("you know", sort=False)
    }


LONG_LISTS = "Yandex"
"""The public models of ten positions; all other problems have three."""


def ahead(rows: pd.DataFrame, long: bool) -> dict[tuple[str, int], str]:
    """The policy of a duel that loses less on long lists or on short ones, by possible clicks and horizon.

    As in `advice`, the mean is over the worlds that are possible.
    """
    of_length = rows[rows["world"].str.contains(LONG_LISTS) == long]
    winners = {}
    for clicks, models in POSSIBLE.items():
        possible = of_length[of_length["world"].str[:3].isin(models)]
        for horizon, mean in possible.groupby("rounds")["difference"].mean().items():
            winners[clicks, int(horizon)] = "TopRank" if mean > 0 else "RBA-KL-UCB"
    return winners


def on_lists(rows: pd.DataFrame, long: bool) -> str:
    """The policies of a duel that lose less on long lists, or on short ones, in words."""
    return " or ".join(dict.fromkeys(map(short, ahead(rows, long).values())))


def what_to_play(rows: pd.DataFrame) -> Markdown:
    """The advice as a table of short cells, with a row per question and a column per horizon."""
    horizons = sorted(rows["rounds"].unique())
    table = []
    for question, group in rows.groupby("you know", sort=False):
        cells = []
        for horizon in horizons:
            chosen = group[(group["rounds"] == horizon) & group["play"]]
            cells.append(
                "<br>".join(
                    f"**{short(row.policy)}**<br>{row.loss:.2f}\u00a0±\u00a0{row.error:.2f}"
                    for row in chosen.rename(columns={"loss error": "error"}).itertuples()
                )
            )
        table.append([*question.split("; "), *cells])
    head = ["you know", "clicks", *(f"{horizon:,} rounds" for horizon in horizons)]
    return as_table(head, table, texts=len(head))


def duel(rows: pd.DataFrame) -> Markdown:
    """The table of `studies.duel`, with a row per world and two columns per horizon."""
    horizons, table = sorted(rows["rounds"].unique()), []
    for world, group in rows.groupby("world", sort=False):
        cells = [
            text
            for row in group.sort_values("rounds").to_dict("records")
            for text in (
                f"{row['difference']:.2f}<br>±\u00a0{row['difference error']:.2f}",
                f"{row['won']} of {row['queries']}",
            )
        ]
        table.append([world, *cells])
    head = [text for horizon in horizons for text in (f"{horizon:,} rounds", "TopRank wins")]
    return as_table(["world", *head], table)


def advice_as_described(rows: pd.DataFrame, duel: pd.DataFrame) -> bool:
    """Whether the advice is `PLAY`, and policies with a trap and the duel are as the text describes."""
    loss = rows.set_index(["you know", "policy", "rounds"])["loss"]
    rounds = int(rows["rounds"].min())
    close = [
        abs(loss[question, "BC-MP-TS", rounds] / loss[question, "PBM-TS", rounds] - 1) < 0.15
        for question in dict.fromkeys(rows["you know"])
        if question.startswith("κ")
    ]
    order = loss["order; at most one", :, rounds]
    on_long = duel["difference"][duel["world"].str.contains(LONG_LISTS)] > 0
    behind = duel["difference"][duel["world"].str.contains("KDD")] < 0
    return (
        recommended(rows) == PLAY
        and all(close)
        and bool(order[experiments.UPB.id] < order["RBA-KL-UCB"])
        and bool(on_long.all() and behind.all())
        and {*ahead(duel, long=True).values()} == {"TopRank"}
        and {*ahead(duel, long=False).values()} == {"RBA-KL-UCB"}
    )


def won(rows: pd.DataFrame, world: str) -> str:
    """On how many queries the second policy of a duel wins at the shorter horizon: "3 of 8"."""
    row = rows[(rows["world"] == world) & (rows["rounds"] == rows["rounds"].min())].iloc[0]
    return f"{row['won']} of {row['queries']}"


def all_losses(rows: pd.DataFrame) -> Markdown:
    """The mean loss of every policy by question, at each horizon; a dagger marks a trap."""
    table = []
    columns = list(dict.fromkeys(rows["you know"]))
    by_place = rows.set_index(["policy", "rounds", "you know"])
    for policy in (*POSITION_BASED, *CHOICE):
        for horizon in sorted(rows[rows["policy"] == policy]["rounds"].unique()):
            cells = []
            for question in columns:
                if (policy, horizon, question) not in by_place.index:
                    cells.append("–")
                    continue
                row = by_place.loc[policy, horizon, question]
                dagger, bold = ("†" if row["trap"] else ""), ("**" if row["play"] else "")
                cells.append(f"{bold}{row['loss']:.2f}{bold}{dagger}<br>±\u00a0{row['loss error']:.2f}")
            table.append([f"{short(policy)}, {horizon:,}", *cells])
    return as_table(["policy, rounds", *columns], table)
