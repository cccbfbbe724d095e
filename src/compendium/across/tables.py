"""The tables to decide from. All of it is computed."""

from __future__ import annotations

import pandas as pd
from IPython.display import Markdown

from compendium.across.figures import CHOICE, PAIRS, POSITION_BASED, SHORT

from . import experiments

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
    experiments.UPB.id: ("which position is the best", "at most one click; the user chooses"),
    "Rank1ElimKL": (NOTHING, "one pair a round; the horizon"),
    "UCB1": (NOTHING, "one pair a round"),
    "UCB1Elim": (NOTHING, "one pair a round; the horizon"),
}
"""What each policy must know, and what it takes for granted."""


def percent(chosen: pd.DataFrame, column: str = "loss") -> str:
    """The loss of the one chosen row, ± its standard error; a dash where there is none."""
    if not len(chosen):
        return "–"
    loss, error = chosen[column].item(), chosen[f"{column} error"].item()
    if not error > 1e-9:  # one game, or all of them ended with the same list
        return f"{loss:.2g}"
    return f"{loss:.2g}<br>±\u00a0{error:.1g}"


def decision(rows: pd.DataFrame, told: pd.DataFrame, turned: pd.DataFrame) -> Markdown:
    """One row a policy: what it needs, and what each choice costs when its assumption fails."""
    head = [
        "policy: must know; takes for granted",
        "at home",
        "other law",
        "long lists",
        "told κ, 20 % off",
        "last position best",
    ]
    table = [head, ["---"] + ["--:"] * 5]
    for policy in (*POSITION_BASED, *CHOICE, *PAIRS):
        known, assumed = NEEDS[policy]
        game = "pair" if policy in PAIRS else "low"
        home, other = ("MNL", "PBM") if policy in CHOICE else ("PBM", "MNL")
        own = rows[rows["policy"] == policy]
        wrong = told[(told["base"] == policy) & (told["told"] == "20% off")]
        upside_down = turned[(turned["policy"] == policy) & (turned["world"] == home)]
        table.append(
            [
                f"**{SHORT.get(policy, policy)}**: {known}; {assumed}".replace("*-UPB", r"\*-UPB"),
                percent(own[own["world"] == f"{home}, {game}"]),
                percent(own[own["world"] == f"{other}, {game}"]),
                percent(own[own["world"] == "PBM, Yandex"]),
                percent(wrong, "late loss"),
                percent(upside_down, "late loss"),
            ]
        )
    return Markdown("\n".join("| " + " | ".join(row) + " |" for row in table))


QUESTIONS = {
    "κ; several clicks are possible": (KNOWN, ("PBM",)),
    "κ; at most one click": (KNOWN, ("MNL",)),
    "κ; not how users click": (KNOWN, ("PBM", "MNL")),
    "the order of positions; several clicks": (ORDER, ("PBM",)),
    "the order of positions; at most one click": (ORDER, ("MNL",)),
    "the order of positions; not how users click": (ORDER, ("PBM", "MNL")),
}
"""What may be known, the most a policy may need, and the click laws that are possible."""


TRAPS = {
    "BC-MP-TS": "may hide a good item",
    experiments.UPB.id: "can get stuck, and has no guarantee",
    "Epoch-UCB-sharp": "its radius is for logit clicks alone",
}
"""Ways to lose without end that a policy has, or is feared to have, under the laws of this page."""


def recommended(rows: pd.DataFrame) -> pd.DataFrame:
    """By what is known: the policy without a trap of smallest mean loss over the worlds of lists.

    Epoch-UCB-sharp has none where clicks are the logit law's. Without κ a policy may know the order
    of the positions, hence the best of them. Those with a trap that lose less are named.
    """
    advice = []
    for question, (known, laws) in QUESTIONS.items():
        worlds = [
            world for world in rows["world"].unique() if world.split(",")[0] in laws and "pair" not in world
        ]
        allowed = [
            policy for policy in (*POSITION_BASED, *CHOICE) if known == KNOWN or NEEDS[policy][0] != KNOWN
        ]
        traps = {
            policy: why for policy, why in TRAPS.items() if policy != "Epoch-UCB-sharp" or laws != ("MNL",)
        }
        chosen = rows[rows["world"].isin(worlds) & rows["policy"].isin(allowed)]
        ranked = chosen.groupby("policy")["loss"].agg(["mean", "max"]).sort_values("mean")
        safe = [policy for policy in ranked.index if policy not in traps]
        less = ranked.index[: ranked.index.get_loc(safe[0])]
        advice.append(
            {
                "you know": question,
                "play": SHORT.get(safe[0], safe[0]),
                "mean loss, %": round(ranked.loc[safe[0], "mean"], 2),
                "worst world, %": round(ranked.loc[safe[0], "max"], 2),
                "loses less, with a trap": "; ".join(
                    f"{SHORT.get(policy, policy)} ({ranked.loc[policy, 'mean']:.2f}): {traps[policy]}"
                    for policy in less
                )
                or "none",
            }
        )
    return pd.DataFrame(advice)
