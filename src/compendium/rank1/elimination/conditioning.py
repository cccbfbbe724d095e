"""The gap in Appendix B of Katariya et al. (2017): conditioning on the maps h; and its repair."""

from __future__ import annotations

import itertools
from fractions import Fraction

import sympy as sp
from flint import arb, ctx

from clickbandits.bernoulli import kl_lower, kl_upper
from compendium.balls import ball
from compendium.case import check, wrong
from compendium.rank1.symbols import d, p, x

from .adversary import adaptive_bound, adaptive_miss, scaled_miss
from .toy import (
    BOTH,
    BUDGET,
    ENDS,
    FIRST,
    SECOND,
    enumerate_toy,
    fraction,
    given_first_map,
    maps,
    mean_clicks,
    split,
    table,
)

ROWS = (Fraction(9, 10), Fraction(3, 10))
COLUMNS = (Fraction(9, 10), Fraction(3, 5))


@check("rank1:common-factor", mapped=wrong(False))
def common_factor(case, mapped=True):
    n_rounds, right = 7, 0
    for column_map, means in itertools.product((BOTH, FIRST, SECOND), (ROWS, ROWS[::-1])):
        partners = [COLUMNS[j] for j in column_map]
        factor = sum(partners if mapped else COLUMNS) / 2
        clicks = fraction(mean_clicks(table(n_rounds, means, partners)))
        right += clicks == n_rounds * factor * means[0]
    case.must("exact means c ū(i), of both rows and every map", right == 6, right=right)


@check(
    "rank1:conditioning-gap",
    given=wrong(1, "holds"),
    unconditioned=wrong(Fraction(68, 100)),
    repaired=wrong(Fraction(1, 20)),
)
def conditioning_gap(case, given=2, unconditioned=Fraction(675, 1000), repaired=1):
    # `given` is the stage at whose beginning the map is known: h₁ or h₂.
    toy = enumerate_toy(ROWS, COLUMNS)
    total = sum(toy.probability.values())
    overall = sum(chance * toy.row_mean[key] for key, chance in toy.probability.items()) / total
    means = toy.row_mean if given == 2 else given_first_map(ROWS, COLUMNS)
    case.must("c₀ū(1)", ROWS[0] * sum(COLUMNS) / 2 == unconditioned, mean=overall)
    case.must("the mean is c₀ū(1) over all maps", overall == unconditioned, overall=overall)
    case.must("smallest margin of a decision", 1e-6 < toy.margin < 1e-3, margin=toy.margin)
    adaptive = adaptive_means(case.profile, share=repaired)
    case.must("the tail bound for adaptive means", adaptive.verdict == "holds")
    case.printed("the mean is c₀ū(1) given any map", set(means.values()) == {overall})
    both, first = float(toy.row_mean[BOTH]), float(toy.row_mean[FIRST])
    case.number("given_both", "mean given that both columns survive stage 1", both)
    case.number("given_first", "given that column 2 leaves at the end of stage 1", first)


PAIRS = ((0.9, 0.6), (0.6, 0.9), (0.9, 0.1), (0.2, 0.9), (0.5, 0.5), (1.0, 0.0))
"""The columns whose outcomes in the toy's stage 0 are looked at."""


def outcomes(while_holding: bool):
    """The outcomes of the toy's stage 0 for six pairs of columns: the columns and their new map.

    With `while_holding` those in which the intervals of both columns hold.
    """
    n_rounds = ENDS[0]
    chosen, _ = maps(n_rounds)
    means = [clicks / n_rounds for clicks in range(n_rounds + 1)]
    upper, lower = (end(means, BUDGET / n_rounds) for end in (kl_upper, kl_lower))
    factor = float(sum(ROWS)) / 2
    for columns in PAIRS:
        covers = [(lower <= factor * v) & (factor * v <= upper) for v in columns]
        for (s, t), column_map in chosen.items():
            if not while_holding or (covers[0][s] and covers[1][t]):
                yield columns, column_map


@check("rank1:means-nondecreasing", share=wrong(Fraction(3, 4), "holds"), least=wrong(1.05))
def means_nondecreasing(case, share=1, least=1):
    chance = enumerate_toy(ROWS, COLUMNS).probability
    kept = all(sum(v[j] for j in new) >= least * sum(v) for v, new in outcomes(True))
    case.must("the means do not fall while the intervals hold", kept)
    stays = float(chance[BOTH])
    case.must("both columns stay to the end of stage 1 with some probability", stays > 0, stays=stays)
    after = [sum(COLUMNS[j] for j in column_map) for column_map, p in chance.items() if p > 0]
    case.printed("the means increase", all(each > share * sum(COLUMNS) for each in after))
    falls = float(chance[SECOND])
    label = "probability that the row means fall from 3/4 to 3/5 of ū at the end of stage 1"
    case.number("falls", label, falls)
    falls_first = float(fraction(split(table(ENDS[0], COLUMNS, ROWS), ENDS[0])[SECOND](1)))
    case.number("falls_first", "at the end of stage 0", falls_first)
    case.must("it falls more often there", falls_first > falls > 0)


@check("rank1:event-2", while_holding=wrong(False), factor=wrong(1.05))
def event_2(case, while_holding=True, factor=1):
    tried = list(outcomes(while_holding))
    excess = [sum(v[j] for j in new) - factor * sum(v) for v, new in tried]
    right = sum(each >= 0 for each in excess)
    eliminated = sum(new != BOTH for _, new in tried)
    case.number("tried", "outcomes", len(tried))
    case.must("c ≥ μ in every outcome", right == len(tried), right=right)
    case.must("c = μ at least", min(excess) == 0)
    case.must("some outcome eliminates", eliminated, eliminated=eliminated)


@check(
    "rank1:adaptive-means", exceeded=wrong(20), curvature=wrong(Fraction(1, 5)), share=wrong(Fraction(1, 20))
)
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
