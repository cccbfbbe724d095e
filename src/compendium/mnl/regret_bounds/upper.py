"""Appendix C.1: the proof of Proposition 8, step by step, up to the loss of one epoch."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import sympy as sp

from clickbandits.mnl.bounds import LINEAR_TERM, ROOT_TERM
from clickbandits.mnl.concentration import lemma_4_confidence, predictable_factor
from compendium.finding import Finding, check

BEST, S, ALPHA, C, EXPOSURE = sp.symbols("S_best S alpha c Lambda", positive=True)


def reward(total):
    """S / (1 + S)."""
    return total / (1 + total)


@check("mnl:regret-by-epochs")
def regret_by_epochs(profile):
    term = (1 + S) * (reward(BEST) - reward(S))
    identity = sp.simplify(term - (BEST - S) / (1 + BEST)) == 0
    # what a round loses is what an epoch loses, times the probability that the epoch ends
    per_round = sp.simplify((reward(BEST) - reward(S)) - term / (1 + S)) == 0
    best, shown = Fraction(1), Fraction(1, 4)  # K = 1, one round, the worse of two items
    lost = reward(best) - reward(shown)
    begun = (1 + shown) * lost
    completed = 1 / (1 + shown) * begun
    numbers = {"regret of one round": lost, "epochs begun": begun, "epochs completed": completed}
    fails = identity and per_round and begun > lost == completed
    return Finding("corrected" if fails else "refuted", numbers)


@check("mnl:worst-epoch")
def worst_epoch(profile):
    slack = sp.factor(reward(BEST) - (BEST - S) / (1 + BEST))
    positive = sp.simplify(slack - S / (1 + BEST)) == 0
    worst = Fraction(0)
    for n_positions in range(1, 5):  # all items of attraction 1 against tiny ones
        best, shown = Fraction(n_positions), Fraction(n_positions, 10**6)
        worst = max(worst, (1 + shown) * (reward(best) - reward(shown)))
    holds = positive and worst < 1
    return Finding("holds" if holds else "refuted", {"largest loss seen": float(worst)})


@check("mnl:equation-41")
def equation_41(profile):
    # (9) and (10), both sides each, and (11), an item; N is the price of adaptive lists
    epochs = np.arange(2, 10**5)
    sound = True
    for items in (2, 3, 10, 1000):
        paths = predictable_factor(epochs, np.maximum(lemma_4_confidence(items, epochs), 1.001))
        ours = (8 * paths + 2) / epochs**2.0
        sound &= bool(np.all(np.minimum(1, ours) <= 9 / epochs))
    root = sp.sqrt(4 * ALPHA * C / EXPOSURE) + sp.sqrt(16 * ALPHA * C / EXPOSURE)
    linear = 4 + 4 + sp.sqrt(32)
    narrower = sp.simplify(root / sp.sqrt(ALPHA * C / EXPOSURE)) == ROOT_TERM
    narrower &= bool((1 + sp.sqrt(2)) * sp.sqrt(8) > ROOT_TERM)
    same = sp.simplify(linear - 4 * (2 + sp.sqrt(2))) == 0 and abs(LINEAR_TERM - linear) < 1e-12
    numbers = {
        "printed 3 + 4 + 2": 9,
        "factor of the root, printed": float((1 + sp.sqrt(2)) * sp.sqrt(8)),
        "factor of the root, from (9) and (11)": ROOT_TERM,
    }
    return Finding("holds" if sound and narrower and same else "refuted", numbers)


@check("mnl:equation-42")
def equation_42(profile):
    # √(8 ᾱ c/Λ) > √(16 α c/Λ) + √32 c/Λ; squaring drops a positive cross term
    right = sp.sqrt(16 * ALPHA * C / EXPOSURE) + sp.sqrt(32) * C / EXPOSURE
    squared = sp.expand(right**2) * EXPOSURE / (8 * C)
    cross = sp.simplify(squared - (2 * ALPHA + 4 * C / EXPOSURE))
    holds = cross.is_positive and sp.simplify(4 * (1 + sp.sqrt(2)) - 4 - sp.sqrt(32)) == 0
    return Finding("holds" if holds else "refuted", {"dropped term": str(cross)})


@check("mnl:equation-44")
def equation_44(profile):
    index = sp.Symbol("U", positive=True)  # of the list shown
    chain = sp.factor((index - S) / (1 + S) - (reward(index) - reward(S)))
    # positive where U ≥ S
    positive = sp.simplify(chain - (index - S) * index / ((1 + S) * (1 + index))) == 0
    rng = np.random.default_rng(8)
    wrong, cases = 0, 0
    for _ in range(200):
        biases = [Fraction(int(x), 8) for x in rng.integers(1, 9, 3)]
        truth = [Fraction(int(x), 8) for x in rng.integers(1, 9, 4)]
        upper = [a + Fraction(int(x), 8) for a, x in zip(truth, rng.integers(0, 6, 4), strict=True)]

        def total(action, values, biases=biases):
            return sum(b * values[item] for b, item in zip(biases, action, strict=True))

        lists = list(permutations(range(4), 3))
        best = max(total(action, truth) for action in lists)
        shown = max(lists, key=lambda action: total(action, upper))
        excess = total(shown, upper) - total(shown, truth)
        wrong += (best - total(shown, truth)) / (1 + best) > excess / (1 + best)
        wrong += reward(best) - reward(total(shown, truth)) > excess / (1 + total(shown, truth))
        cases += 1
    numbers = {"games": cases, "violations": wrong}
    return Finding("holds" if positive and wrong == 0 else "refuted", numbers)
