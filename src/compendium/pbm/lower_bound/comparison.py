"""(6) against other models' bounds: multiple plays (3), the weighted cascade, Remark 7."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import numpy as np
import sympy
from scipy.optimize import linprog

from clickbandits import bernoulli
from clickbandits.pbm import bounds
from clickbandits.pbm.model import problem
from compendium.balls import precision
from compendium.finding import Finding, check

from .exact import (
    EXAMINATION,
    FIGURE_1A,
    deficit,
    exploring_list,
    information_ball,
    least_gap,
    lists,
    number,
    strangers,
)
from .program import SIZES, random_problems
from .relaxation import value_with


@check("pbm:equation-3")
def equation_3(profile):
    wrong = 0
    for n_items, n_positions in SIZES[profile]:
        for item, place in itertools.product(range(n_positions, n_items), range(n_positions)):
            last = deficit(exploring_list(item, place, n_positions), n_items)[-1]  # only ε_L = 1
            wrong += (last != least_gap(item, 0, n_items, n_positions)[-1]).any()
    largest = 0.0
    for instance in random_problems(50):
        flat = problem(instance.attraction, np.ones(instance.examination.size))
        ratio = bounds.lower_bound(flat) / bounds.uncensored_bound(instance)
        largest = max(largest, abs(ratio - 1))
    return Finding(
        "holds" if wrong == 0 and largest < 1e-12 else "refuted",
        {"gaps that differ": int(wrong), "largest relative difference": largest},
    )


@check("pbm:no-ranking-term")
def no_ranking_term(profile):
    best = tuple(range(3))
    with precision():
        told = []
        for j in (0, 1):
            swapped = list(FIGURE_1A)
            swapped[j], swapped[j + 1] = swapped[j + 1], swapped[j]
            told.append(information_ball(best, FIGURE_1A, swapped, EXAMINATION))
    free = all(amount > 0 for amount in told)
    largest, count = 0.0, 15 if profile == "quick" else 80
    problems = (p for p in random_problems(20 * count) if p.attraction.size <= 5)
    for instance in itertools.islice(problems, count):
        attraction, n_positions = instance.attraction, instance.examination.size
        changes = []
        for item in range(attraction.size - 1):
            changed = attraction.copy()
            if item < n_positions - 1:
                changed[[item, item + 1]] = changed[[item + 1, item]]
            else:
                changed[item + 1] = attraction[n_positions - 1]
            changes.append(changed)
        value = value_with(instance, changes)
        largest = max(largest, abs(value / bounds.lower_bound(instance) - 1))
    return Finding(
        "holds" if free and largest < 1e-6 else "refuted",
        {
            "what a* tells against a swap": number(min(told, key=number)),
            "instances": count,
            "largest relative change by constraints on swaps": largest,
        },
    )


@check("pbm:remark-7")
def remark_7(profile):
    share, p, q = sympy.symbols("kappa p q", positive=True)
    log = sympy.log
    outcomes = ((share * p, share * q), (share * (1 - p), share * (1 - q)), (1 - share, 1 - share))
    told = sum(ours * (log(ours) - log(theirs)) for ours, theirs in outcomes)
    linear = share * (p * (log(p) - log(q)) + (1 - p) * (log(1 - p) - log(1 - q)))
    symbolic = sympy.simplify(sympy.expand_log(told - linear, force=True)) == 0
    wrong = 0
    for n_items, n_positions in SIZES[profile]:
        for item, place in itertools.product(range(n_positions, n_items), range(n_positions)):
            excess = deficit(exploring_list(item, place, n_positions), n_items) - least_gap(
                item, place, n_items, n_positions
            )
            wrong += excess.min() < 0 or (place == n_positions - 1) == bool(excess.any())
    largest = 0.0
    problems = (p for p in random_problems(300) if p.attraction.size <= 5)
    for instance in itertools.islice(problems, 15):
        value = _uncensored_program(instance)
        largest = max(largest, abs(value / bounds.uncensored_bound(instance) - 1))
    return Finding(
        "holds" if symbolic and wrong == 0 and largest < 1e-9 else "refuted",
        {
            "information, symbolic": symbolic,
            "ratios below the last position's": int(wrong),
            "largest relative gap to the linear program": largest,
        },
    )


def _uncensored_program(instance) -> float:
    """The linear program of Corollary 5 with the information of Remark 7."""
    attraction, examination = instance
    n_positions = examination.size
    shown = np.array(list(lists(attraction.size, n_positions)))
    gaps = examination @ attraction[:n_positions] - attraction[shown] @ examination
    suboptimal = range(n_positions, attraction.size)
    told = [
        (shown == k) @ examination * bernoulli.kl(attraction[k], attraction[n_positions - 1])
        for k in suboptimal
    ]
    return linprog(gaps, A_ub=-np.array(told), b_ub=-np.ones(len(suboptimal))).fun


@check("pbm:remark-7-order")
def remark_7_order(profile):
    share, theta, seen, clicked = sympy.symbols("kappa theta y z", positive=True)
    log = sympy.log
    uncensored = (
        seen * log(share)
        + (1 - seen) * log(1 - share)
        + clicked * log(theta)
        + (seen - clicked) * log(1 - theta)
    )
    censored = clicked * log(share * theta) + (1 - clicked) * log(1 - share * theta)
    separates = uncensored.diff(share, theta) == 0
    mixed = sympy.simplify(censored.diff(share, theta)) != 0
    return Finding(
        "holds" if separates and mixed else "refuted",
        {"uncensored likelihood separates": separates, "censored one does not": mixed},
    )


def _cascade(action, attraction, weights) -> tuple[Fraction, dict[int, Fraction]]:
    """A list's expected reward in the weighted cascade, and how likely each item is seen."""
    seen, reward, reached = Fraction(1), Fraction(0), {}
    for item, weight in zip(action, weights, strict=True):
        reached[item] = seen
        reward += seen * weight * attraction[item]
        seen *= 1 - attraction[item]
    return reward, reached


@check("pbm:weighted-cascade-bound")
def weighted_cascade_bound(profile):
    theta, weights = (Fraction(1, 2), Fraction(2, 5), Fraction(1, 5)), (1, Fraction(9, 10))
    best = _cascade((0, 1), theta, weights)[0]
    spent = best - _cascade((2, 0), theta, weights)[0]  # item 3 is seen in every round
    printed = weights[1] * (theta[1] - theta[2])  # both times log T / d(θ_3, θ_2)
    rng = random.Random(7)
    slack, tight, checked = Fraction(1), True, 0
    for _ in range(20 if profile == "quick" else 200):
        n_positions = rng.randint(1, 3)
        n_items = n_positions + rng.randint(1, 2)
        theta_r = sorted((Fraction(rng.randint(1, 99), 100) for _ in range(n_items)), reverse=True)
        weights_r = [Fraction(rng.randint(1, 9), 10)]
        while len(weights_r) < n_positions:
            growth = weights_r[-1] + Fraction(rng.randint(0, 3), 10)
            weights_r.insert(0, weights_r[0] + growth)
        worst = theta_r[n_positions - 1]
        optimum = _cascade(range(n_positions), theta_r, weights_r)[0]
        for action in lists(n_items, n_positions):
            reward, reached = _cascade(action, theta_r, weights_r)
            needed = weights_r[-1] * sum(
                reached[k] * (worst - theta_r[k]) for k, _ in strangers(action)
            )
            slack = min(slack, optimum - reward - needed)
            last = any(action == exploring_list(k, n_positions - 1, n_positions) for k in action)
            tight = tight and (not last or not strangers(action) or optimum - reward == needed)
            checked += 1
    corrected = slack == 0 and tight
    return Finding(
        "refuted" if not corrected else "corrected" if spent < printed else "holds",
        {
            "regret for a unit of information, θ = (1/2, 2/5, 1/5), w = (1, 9/10)": spent,
            "printed": printed,
            "lists checked under the condition": checked,
            "smallest slack": slack,
        },
    )
