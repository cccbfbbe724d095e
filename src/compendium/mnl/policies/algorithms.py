"""Claims on the algorithms and the three problems that need no simulation."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import sympy as sp

from clickbandits.mnl.assignment import assign, workspace
from clickbandits.mnl.epoch_ucb import index_kernel
from clickbandits.mnl.model import optimal_reward
from compendium.claims import Finding, claim
from compendium.mnl import experiments

from . import outcomes


@claim(
    "mnl:problems-order",
    location="Section 6",
    statement="Problems (b) and (c) give examples where the optimal ordering of items is not in "
    "decreasing order of attractiveness: in (b) the last slot has the second-largest bias.",
    verdict="holds",
    evidence="exact",
    limits="Every list of (a) and (b) in fractions; for (c), which has 427,518,000 lists, the "
    "sum that the click probability increases with is sorted.",
)
def problems_order(profile):
    numbers, holds = {}, True
    for name, problem in experiments.PROBLEMS.items():
        best = optimal_reward(problem)
        gap = best - outcomes.best_in_order(problem)
        numbers[f"({name}) largest click probability"] = best
        numbers[f"({name}) loss of the decreasing order"] = gap
        holds &= (gap > 1e-9) == (name != "a")
        if name != "c":
            reward, _ = outcomes.exact_rewards(problem)[0]
            numbers[f"({name}) exactly"] = reward
            holds &= abs(float(reward) - best) < 1e-12
    by_bias = np.argsort(-experiments.PROBLEMS["b"].examination)
    return Finding("holds" if holds and by_bias[1] == 2 else "refuted", numbers)


@claim(
    "mnl:pbucb-underestimates",
    location="Section 6",
    statement=r"PBUCB underestimates the attractiveness, because it expects that several items "
    r"may be clicked: its estimate of an item tends to $\alpha/(1+S)$ where one list is shown",
    verdict="holds",
    evidence="proof",
    limits="One list, shown for ever. All its items shrink by one factor, which is why the order "
    "of the items survives; where lists alternate, the factors differ.",
)
def pbucb_underestimates(profile):
    alpha, bias, others = sp.symbols("alpha lambda R", positive=True)
    total = bias * alpha + others  # S of a list, of which this item is one
    clicks_a_round = bias * alpha / (1 + total)
    limit = sp.simplify(clicks_a_round / bias)  # clicks over Ñ, which grows by λ a round
    same = sp.simplify(limit - alpha / (1 + total)) == 0
    less = sp.simplify(alpha - limit - alpha * total / (1 + total)) == 0
    numbers = {}
    for name, problem in experiments.PROBLEMS.items():
        best = optimal_reward(problem)
        numbers[f"({name}) factor at the best list"] = 1 - best
    return Finding("holds" if same and less else "refuted", numbers)


@claim(
    "mnl:algorithm-2-min",
    location="Section 4, Algorithm 2",
    statement=r"The term $\min(1, 2\bar\alpha)$ makes the index use whichever of (9) and (10) is "
    r"tighter: $\sqrt{4c/\Lambda}$ or $\sqrt{8\bar\alpha c/\Lambda}$",
    verdict="holds",
    evidence="proof",
    limits=r"With $\alpha \le 1$ in (9) and the 4 of Algorithm 2, not the printed 8, in the last "
    r"term of (10). Symbolic for both branches; that they meet at $\bar\alpha = 1/2$ is checked "
    "with the compiled index.",
)
def algorithm_2_min(profile):
    c, exposure, estimate = sp.symbols("c Lambda a", positive=True)
    printed = 4 * c / exposure
    hoeffding = sp.simplify(sp.sqrt(printed * 1) - sp.sqrt(4 * c / exposure)) == 0
    empirical = sp.simplify(sp.sqrt(printed * 2 * estimate) - sp.sqrt(8 * estimate * c / exposure))
    crossing = sp.solve(sp.Eq(4, 8 * estimate), estimate)
    largest = 0.0
    for clicks in (0.0, 1.0, 4.0, 7.0, 10.0, 30.0):
        mean, unit = clicks / 10.0, 2.0 / 10.0
        direct = mean + min((4 * unit) ** 0.5, (8 * mean * unit) ** 0.5) + 4 * unit
        largest = max(largest, abs(index_kernel(clicks, 10.0, 2.0, 4.0, False) - direct))
    holds = hoeffding and empirical == 0 and crossing == [sp.Rational(1, 2)] and largest < 1e-12
    return Finding("holds" if holds else "refuted", {"largest error of the code": largest})


@claim(
    "mnl:algorithm-4-sum",
    location="Appendix F, Algorithm 4",
    statement=r"The epochs of a pair are $\sum_{s=1}^{l-1} I\{S_{jk} \in S_l\}$",
    verdict="corrected",
    evidence="exact",
    corrected=r"$\sum_{s=1}^{l-1} I\{S_{jk} \in S_s\}$, the epochs before $l$ in which the pair "
    "was shown; the printed sum asks for the set that is about to be chosen.",
    limits="On one short history: two items, one position, shown 1, 1, 2.",
)
def algorithm_4_sum(profile):
    history, epoch = [1, 1, 2], 4
    meant = {item: sum(shown == item for shown in history) for item in (1, 2)}
    # As printed, each choice of the set S_l gives its own counts, l - 1 or 0.
    printed = {chosen: {item: (epoch - 1) * (item == chosen) for item in (1, 2)}
               for chosen in (1, 2)}  # fmt: skip
    differs = all(counts != meant for counts in printed.values()) and printed[1] != printed[2]
    numbers = {
        "epochs of items 1 and 2": (meant[1], meant[2]),
        "as printed, if item 1 is chosen next": (printed[1][1], printed[1][2]),
        "as printed, if item 2 is chosen next": (printed[2][1], printed[2][2]),
    }
    return Finding("corrected" if differs else "holds", numbers)


@claim(
    "mnl:algorithm-4-assignment",
    location="Appendix F, equation (53) and Algorithm 4",
    statement="The sets of objects that satisfy (53) are the lists, one to one, so that an epoch "
    "of Algorithm 4 is an assignment problem.",
    verdict="holds",
    evidence="exact",
    limits="One to one: all 0–1 tables of up to 4 items and 3 positions. The assignment kernel "
    "against all lists, on tables of small integers; total unimodularity is a claim of the next "
    "chapter.",
)
def algorithm_4_assignment(profile):
    tables, lists = 0, 0
    for n_items, n_positions in ((2, 1), (2, 2), (3, 2), (4, 2), (4, 3)):
        cells = np.arange(2 ** (n_items * n_positions))[:, None]
        bits = (cells >> np.arange(n_items * n_positions)) & 1
        bits = bits.reshape(-1, n_items, n_positions)
        valid = (bits.sum(axis=1) == 1).all(axis=1) & (bits.sum(axis=2) <= 1).all(axis=1)
        tables += int(valid.sum())
        lists += len(list(permutations(range(n_items), n_positions)))
    rng = np.random.default_rng(4)
    worse = 0
    for _ in range(200):
        value = rng.integers(0, 6, (5, 3)).astype(float)
        action = np.zeros(3, dtype=np.int64)
        assign(value, action, workspace(5, 3))
        best = max(
            sum(Fraction(value[item, place]) for place, item in enumerate(shown))
            for shown in permutations(range(5), 3)
        )
        worse += int(sum(value[item, place] for place, item in enumerate(action)) != best)
    numbers = {"sets that satisfy (53)": tables, "lists": lists, "tables where the kernel is "
               "not optimal, of 200": worse}  # fmt: skip
    return Finding("holds" if tables == lists and worse == 0 else "refuted", numbers)
