"""Our variant of PBM-PIE, which explores at the plug-in best position."""

import math
from itertools import product

import numpy as np

from clickbandits.bernoulli import kl_kernel
from clickbandits.pbm.bounds import exploration_positions, exploration_ratios, lower_bound
from clickbandits.pbm.model import problem
from compendium.finding import Case, check
from compendium.pbm.instances import EXAMINATION, FIGURE_1A

TIE = problem((0.484608421154150, 0.4, 0.2, 0.05), (0.9, 0.5))  # a tie for the third item


def joint_deviation(gamma, share, theta, level, plays):
    """Try the inequality that replaces a bound for each position by one for all of them.

    If the divergences observed sum to less than 1 / (1 + γ) of the expected ones, some position
    has both a rate past r_l, where d(r_l, q_l) = share d(p_l, q_l), and its part of the total.

    Returns
    -------
    tuple of int
        How many tables satisfy the premise, and for how many of these the conclusion fails.
    """
    p, q = [k * theta for k in EXAMINATION], [k * level for k in EXAMINATION]
    full = [kl_kernel(a, b) for a, b in zip(p, q, strict=True)]
    part = (1 - 1 / (share * (1 + gamma))) / len(EXAMINATION)
    premise = failed = 0
    for clicks in product(*(range(n + 1) for n in plays)):
        rates = [s / n for s, n in zip(clicks, plays, strict=True)]
        seen = [kl_kernel(a, b) if a < b else 0.0 for a, b in zip(rates, q, strict=True)]
        observed = sum(n * x for n, x in zip(plays, seen, strict=True))
        expected = sum(n * x for n, x in zip(plays, full, strict=True))
        if observed > expected / (1 + gamma):
            continue
        premise += 1
        failed += not any(
            n * whole >= part * expected and x < share * whole
            for n, x, whole in zip(plays, seen, full, strict=True)
        )
    return premise, failed


def plug_in_excess(true, eta, rng, trials=200):
    """Largest r_{k,l̂} / min_l r_{k,l} - 1 when l̂ comes from attractions off by at most eta."""
    ratios = exploration_ratios(true)
    items = np.arange(len(ratios))
    worst = 0.0
    for _ in range(trials):
        off = rng.choice([-eta, eta], true.attraction.size)
        guess = problem(np.clip(true.attraction + off, 1e-9, 1 - 1e-9), true.examination)
        if not np.array_equal(np.argsort(-guess.attraction), np.argsort(-true.attraction)):
            raise ValueError(f"eta must keep the items' order; got {eta}")
        chosen = ratios[items, exploration_positions(guess) - 1]
        worst = max(worst, float((chosen / ratios.min(axis=1)).max()) - 1)
    return worst


@check("pbm:adaptive-pie")
def adaptive_pie(profile):
    """Tries the joint inequality on all tables of small designs; perturbs the plug-in position."""
    case = Case()
    premise = failed = 0
    designs = ((4, 4, 4), (8, 2, 1), (1, 3, 9), (6, 6, 2))
    if profile == "paper":
        designs += ((12, 8, 4), (3, 9, 12))
    for plays in designs:
        for gamma, share in ((0.2, 0.95), (0.5, 0.8), (1.0, 0.9)):
            met, broken = joint_deviation(gamma, share, 0.55, 0.72, plays)
            premise, failed = premise + met, failed + broken
    case.must("more than 100 tables with too little divergence", premise > 100)
    case.must("some position explains each of them", failed == 0)
    rng = np.random.default_rng(6)
    figure, tie = (
        [plug_in_excess(true, eta, rng) for eta in (0.04, 0.01, 1e-3)]
        for true in (problem(FIGURE_1A, EXAMINATION), TIE)
    )
    case.must("the loss by the plug-in is small near Figure 1(a)", figure[-1] < 1e-2)
    case.must("and near a tie", tie[-1] < 1e-2)
    case.must("where it shrinks with the error", tie[0] >= tie[-1])
    case.number("premise", "tables with too little divergence", premise)
    case.number("failed", "without the position that explains it", failed)
    label = "largest loss by the plug-in in Figure 1(a), estimates within 0.04"
    case.number("figure", label, figure[0])
    case.number("figure_near", "within 0.001", figure[-1])
    case.number("tie", "at a tie, within 0.04", tie[0])
    case.number("tie_near", "and within 0.001", tie[-1])
    return case.finding()


@check("pbm:adaptive-pie-ties")
def adaptive_pie_ties(profile):
    """Compares the two bounds on the cost in a problem with a tie between two positions."""
    case = Case()
    tied, other = exploration_ratios(TIE)
    jointly = lower_bound(TIE) - min(other)
    case.must("r is tied", abs(tied[0] / tied[1] - 1) < 1e-12)
    case.must("the joint bound is the least r", math.isclose(jointly, min(tied)))
    case.number("first", "r at the first position", float(tied[0]))
    case.number("second", "r at the second", float(tied[1]))
    case.number("apart", "position by position", float(sum(tied)))
    case.number("jointly", "jointly, the item's term in (6)", jointly)
    return case.finding()
