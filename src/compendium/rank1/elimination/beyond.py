"""Sections 6 and 7 of Katariya et al. (2017): beyond rank 1, tightness, and related work."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import sympy as sp

from clickbandits import pbm, rank1
from clickbandits.bernoulli import kl_lower, kl_upper
from clickbandits.rank1.bounds import hardness, stage_end
from compendium.finding import Finding, check
from compendium.rank1.kl_scaling.lemma_1 import d, x

RANK_2 = ((1, 0, 0, 0, 0, 0, 0, 0), (Fraction(3, 5),) * 8)


def binomial_weights(n: int, mean: Fraction) -> list[int]:
    """The exact binomial probabilities, times the denominator of the mean to the power n."""
    hit, miss = mean.numerator, mean.denominator - mean.numerator
    return [math.comb(n, k) * hit**k * miss ** (n - k) for k in range(n + 1)]


@check("rank1:rank-2")
def rank_2(profile):
    horizon = 10**6
    count = stage_end(0, horizon)
    minor = RANK_2[0][0] * RANK_2[1][1] - RANK_2[0][1] * RANK_2[1][0]
    # the first row pays exactly when column 1 is drawn, and the second whatever the column is
    averages = [Fraction(sum(row), 8) for row in RANK_2]
    first, second = (binomial_weights(count, average) for average in averages)
    budget = (math.log(horizon) + 3 * math.log(math.log(horizon))) / count
    means = np.arange(count + 1) / count
    upper, lower = kl_upper(means, budget), kl_lower(means, budget)
    at_least = [*itertools.accumulate(reversed(second))][::-1] + [0]  # P(the second has ≥ t)
    reached = np.searchsorted(lower, upper)  # the first t with U(s) <= L(t)
    favourable = sum(first[s] * at_least[t] for s, t in enumerate(reached))
    whole = math.prod(average.denominator**count for average in averages)
    eliminated = Fraction(favourable, whole)
    steps = horizon - count * (2 + 8)
    regret = Fraction(2, 5) * steps * eliminated
    return Finding(
        "holds" if minor != 0 and regret > horizon / 3 else "refuted",
        {
            "probability that stage 0 eliminates the best row, n = 10⁶": float(eliminated),
            "so the regret is at least": float(regret),
        },
    )


@check("rank1:mu-dependence")
def mu_dependence(profile):
    hard = [hardness(rank1.problem([1.0], [1.0] + [0.0] * 10**k)) for k in (2, 3, 4)]
    factors = [h.sharp_factor for h in hard]
    printed = [h.printed_factor for h in hard]
    order_one = max(factors) / min(factors) < 1.1 and printed[0] / printed[-1] > 50
    return Finding(
        "open" if order_one else "refuted",
        {"γ = μ at p_max = 1": tuple(printed), "κ there": tuple(factors)},
    )


@check("rank1:gap-dependence")
def gap_dependence(profile):
    gap = sp.Symbol("Delta", positive=True)
    series = sp.series(d(x, x + gap), gap, 0, 3).removeO()
    constant = sp.simplify(gap**2 / series)
    right = sp.simplify(constant - 2 * x * (1 - x)) == 0
    return Finding(
        "holds" if right else "refuted",
        {"Δ times the lower bound at p = 1/2": float(constant.subs(x, sp.Rational(1, 2)))},
    )


@check("rank1:order-in-gap")
def order_in_gap(profile):
    size, gap = 100, 0.5
    hard = hardness(rank1.problem(*[[gap] + [0.0] * (size - 1)] * 2))
    ours = 2 * size / (hard.average * hard.printed_factor * gap)
    small = [1 / gap**2 / (1 / gap) for gap in (1e-1, 1e-3)]
    return Finding(
        "corrected" if ours > gap**-2 and small[1] > small[0] > 1 else "holds",
        {"(K+L)/(μγΔ), needle, K = 100, Δ = 1/2": float(ours), "Δ⁻²": gap**-2},
    )


@check("rank1:solves-pbm")
def solves_pbm(profile):
    examination = [0.9, 0.6]
    best_pairs, best_lists = [], []
    lists = [np.array(pair) for pair in ((0, 1), (0, 2))]
    for attraction in ([0.9, 0.5, 0.4], [0.9, 0.4, 0.5]):
        entries = np.outer(*rank1.problem(attraction, examination))
        best_pairs.append(int(entries.argmax()))
        problem = pbm.problem(attraction, examination)
        best_lists.append(int(np.argmax([pbm.MODEL.reward(*problem, a) for a in lists])))
    same_pair, same_list = (best[0] == best[1] for best in (best_pairs, best_lists))
    return Finding(
        "corrected" if same_pair and not same_list else "holds",
        {"same best pair": same_pair, "same best list": same_list},
    )
