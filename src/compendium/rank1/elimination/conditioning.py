"""The gap in Appendix B of Katariya et al. (2017), conditioning on the maps h, and its repair."""

from __future__ import annotations

import functools
import itertools
import math
from fractions import Fraction

import numpy as np
import sympy as sp
from flint import arb, ctx
from scipy.signal import convolve2d

from clickbandits.bernoulli import kl_lower, kl_upper
from compendium.balls import ball
from compendium.case import Twin, check
from compendium.rank1.symbols import d, p, x

from .adversary import adaptive_bound, adaptive_miss, scaled_miss
from .toy import BOTH, BUDGET, ENDS, FIRST, MAPS, SECOND, enumerate_toy, maps, mean_clicks, split, table

ROWS = (Fraction(9, 10), Fraction(3, 10))
COLUMNS = (Fraction(9, 10), Fraction(3, 5))


def played_with(means, partners) -> np.ndarray:
    """Distribution of the clicks of two rows in one round, whose partner is drawn from the columns."""
    seen = np.outer(np.array(partners, dtype=float), np.array(means, dtype=float))
    first, second = np.moveaxis(np.stack([1 - seen, seen]), 2, 0)  # by outcome and partner
    return first @ second.T / len(partners)


@check("rank1:common-factor", mapped=Twin(False), over=Twin("rows"))
def common_factor(case, mapped=True, over="columns"):
    n_rounds, right = 7, []
    columns = (*COLUMNS, Fraction(1, 5))  # one more than there are rows, so that 1/L is not 1/K
    size = {"rows": len(ROWS), "columns": len(columns)}[over]
    for column_map, means in itertools.product(itertools.product(range(3), repeat=3), (ROWS, ROWS[::-1])):
        partners = [columns[j] for j in column_map]
        factor = sum(partners if mapped else columns) / size
        law = functools.reduce(convolve2d, [played_with(means, partners)] * n_rounds)
        right.append(math.isclose(mean_clicks(law), n_rounds * factor * means[0], rel_tol=1e-9))
    name = "the means c ū(i), of both rows and every map of three columns"
    case.must(name, all(right), right=sum(right))


@check(
    "rank1:conditioning-gap",
    given=Twin(1, "holds"),
    unconditioned=Twin(Fraction(68, 100)),
    repaired=Twin(Fraction(1, 20)),
)
def conditioning_gap(case, given=2, unconditioned=Fraction(675, 1000), repaired=1):
    # `given` is the stage at whose beginning the map is known: h₁ or h₂. The tables of rows and of columns
    # are filled by different steps, so h₁ is independent of the rows' first rewards.
    toy = enumerate_toy(ROWS, COLUMNS)
    total = sum(toy.probability.values())
    overall = sum(toy.probability[key] * mean for key, mean in toy.row_mean.items()) / total
    means = toy.row_mean.values() if given == 2 else [overall]
    case.must("c₀ū(1)", ROWS[0] * sum(COLUMNS) / 2 == unconditioned, mean=overall)
    case.must("the mean is c₀ū(1) over all maps", abs(overall - unconditioned) < 1e-8, overall=overall)
    case.must("smallest margin of a decision", toy.margin > 1e-9, margin=toy.margin)
    adaptive = adaptive_means(case.profile, share=repaired)
    case.must("the tail bound for adaptive means", adaptive.verdict == "holds")
    case.printed("the mean is c₀ū(1) given any map", all(abs(mean - overall) < 1e-6 for mean in means))
    both, first = toy.row_mean[BOTH], toy.row_mean[FIRST]
    case.number("given_both", "mean given that both columns survive stage 1", both)
    case.number("given_first", "given that column 2 leaves at the end of stage 1", first)


PAIRS = ((0.9, 0.6), (0.6, 0.9), (0.9, 0.1), (0.2, 0.9), (0.5, 0.5), (1.0, 0.0))
"""The columns whose outcomes in the toy's stage 0 are compared."""


def outcomes(while_holding: bool):
    """The outcomes of the toy's stage 0 for six pairs of columns, as the columns and their new map.

    With `while_holding`, only those in which the intervals of both columns hold.
    """
    n_rounds = ENDS[0]
    chosen, _ = maps(n_rounds)
    means = np.arange(n_rounds + 1) / n_rounds
    upper, lower = (end(means, BUDGET / n_rounds) for end in (kl_upper, kl_lower))
    factor = float(sum(ROWS)) / 2
    for columns in PAIRS:
        one, two = ((lower <= factor * v) & (factor * v <= upper) | (not while_holding) for v in columns)
        for s, t in itertools.product(np.flatnonzero(one), np.flatnonzero(two)):
            yield columns, MAPS[chosen[s, t]]


@check("rank1:means-nondecreasing", least=Twin(1.05, "corrected"))
def means_nondecreasing(case, least=1):
    kept = all(sum(v[j] for j in new) >= least * sum(v) for v, new in outcomes(True))
    falls = float(split(table(ENDS[0], COLUMNS, ROWS))[SECOND].sum())
    label = "probability that the row means fall from 3/4 to 3/5 of ū at the end of stage 0"
    case.must(label, falls > 0, falls=falls)
    case.reading("always", falls == 0)
    case.reading("while the confidence intervals hold, as with high probability they do", kept)


@check("rank1:event-2", while_holding=Twin(False), factor=Twin(1.05))
def event_2(case, while_holding=True, factor=1):
    tried = list(outcomes(while_holding))
    excess = [sum(v[j] for j in new) - factor * sum(v) for v, new in tried]
    right = sum(each >= 0 for each in excess)
    eliminated = sum(new != BOTH for _, new in tried)
    case.number("tried", "outcomes", len(tried))
    case.must("c ≥ μ in every outcome", right == len(tried), right=right)
    case.must("c = μ at least", min(excess) == 0)
    case.must("some outcome eliminates", eliminated, eliminated=eliminated)


@check("rank1:adaptive-means", exceeded=Twin(20), curvature=Twin(Fraction(1, 5)), share=Twin(Fraction(1, 20)))
def adaptive_means(case, exceeded=1, curvature=Fraction(1, 4), share=1):
    lam = sp.Symbol("lambda", real=True)
    base = 1 + p * (sp.exp(lam) - 1)
    psi = sp.log(base)
    case.zero("ψ is concave in p", sp.diff(psi, p, 2) + ((sp.exp(lam) - 1) / base) ** 2)
    square = ((1 - p - p * sp.exp(lam)) / (2 * base)) ** 2
    case.zero("∂²ψ/∂λ² ≤ 1/4", sp.Rational(curvature) - sp.diff(psi, lam, 2) - square)
    case.zero("1 - ∂ψ/∂λ", 1 - sp.diff(psi, lam) - (1 - p) / base)
    case.zero("-log(1-1/δ) ≥ 1/δ", sp.diff(-sp.log(1 - x) - x, x) - x / (1 - x))
    logit = sp.log(x / p) + sp.log((1 - p) / (1 - x))
    tilted = x * logit - d(x, p) - sp.log((1 - p) / (1 - x))
    case.zero("xλ* = d + log((1-p)/(1-x))", sp.expand_log(tilted, force=True))
    exact = adaptive_miss(40, Fraction(4, 5), 2.0)
    with ctx.workprec(100):
        exceeds = ball(exact) > ball(exceeded) * arb(-2).exp()
    scaled = scaled_miss(40, Fraction(4, 5), 2.0)
    case.must("e^δ P(p̄ < L) of an adversary, N = 40, δ = 2", exceeds, adversary=scaled)
    case.number("bound", "its bound", adaptive_bound(40, 2.0))
    worse = scaled_miss(160, Fraction(7, 8), 2.0)
    case.must("e^δ P(p̄ < L) of one with N = 160, mean 7/8, δ = 2", worse > 1, worse=worse)
    largest = max(
        scaled_miss(rounds, mean, budget) / adaptive_bound(rounds, budget)
        for rounds, budget in ((24, 2.0), (40, 5.0), (64, 3.0), (160, 2.0))
        for mean in (Fraction(1, 5), Fraction(1, 2), Fraction(4, 5), Fraction(7, 8))
    )
    case.must("largest ratio to the bound over adversaries", largest <= share, largest=largest)
