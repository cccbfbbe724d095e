"""Rank1ElimKL with two rows and two columns, enumerated exactly up to the end of stage 1.

This is Algorithm 1 for log n replaced by that of n = 3 (18 and then 53 rounds), run beyond its
horizon. Counts are laws, kept as polynomials: the coefficient of z^(s₁ + stride s₂) is the
probability that the two arms of a table have s₁ and s₂ clicks.
"""

from __future__ import annotations

import math
from collections import defaultdict
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from flint import fmpq, fmpq_poly

from clickbandits.bernoulli import kl_lower, kl_upper
from clickbandits.rank1.bounds import stage_end

from .stages import level

HORIZON = 3
ENDS = (stage_end(0, HORIZON), stage_end(1, HORIZON))
BUDGET = level(HORIZON)
STRIDE = ENDS[1] + 1
BOTH, FIRST, SECOND = (0, 1), (0, 0), (1, 1)  # the maps h: who plays in the place of 1 and of 2


class Toy(NamedTuple):
    """What the enumeration gives, by map h₂ of the columns (with both columns alive in stage 1).

    probability : of the map
    row_mean : the expected average reward of row 1 in stage 0, given the map
    margin : the smallest distance of two interval ends that decide an elimination
    """

    probability: dict[tuple[int, int], Fraction]
    row_mean: dict[tuple[int, int], Fraction]
    margin: float


def table(n_rounds, means, partners) -> fmpq_poly:
    """Law of the clicks of two arms that both play `n_rounds` rounds.

    In a round the partner is one of `partners` (means), each with the same probability; given the
    partner, the two rewards are independent.
    """
    z = fmpq_poly([0, 1])
    round_law = fmpq_poly([])
    for partner in partners:
        one, two = (fmpq(*(mean * partner).as_integer_ratio()) for mean in means)
        round_law += (1 - one + one * z) * (1 - two + two * z**STRIDE) / len(partners)
    return round_law**n_rounds


@cache
def maps(n_rounds):
    """The map after a stage for every pair of counts, and the smallest margin of a decision."""
    means = [clicks / n_rounds for clicks in range(n_rounds + 1)]
    upper, lower = kl_upper(means, BUDGET / n_rounds), kl_lower(means, BUDGET / n_rounds)
    chosen, margin = {}, math.inf
    for s in range(n_rounds + 1):
        for t in range(n_rounds + 1):
            margin = min(margin, abs(upper[s] - lower[t]), abs(upper[t] - lower[s]))
            if upper[t] <= lower[s]:
                chosen[s, t] = FIRST
            else:
                chosen[s, t] = SECOND if upper[s] <= lower[t] else BOTH
    return chosen, margin


def split(law: fmpq_poly, n_rounds) -> dict[tuple[int, int], fmpq_poly]:
    """A law cut by the map that its counts lead to."""
    chosen, _ = maps(n_rounds)
    leads_to = [chosen.get((place % STRIDE, place // STRIDE)) for place in range(law.length())]

    def kept(key):
        pairs = zip(law.coeffs(), leads_to, strict=True)
        return fmpq_poly([part if to == key else 0 for part, to in pairs])

    return {key: kept(key) for key in (BOTH, FIRST, SECOND)}


def fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))


def mean_clicks(law: fmpq_poly) -> fmpq:
    """Σ s₁ P(s₁, s₂)."""
    return sum(((place % STRIDE) * part for place, part in enumerate(law.coeffs())), fmpq(0))


def enumerate_toy(attraction, examination) -> Toy:
    """Stages 0 and 1 for two rows and two columns whose means are `Fraction`s."""
    first, both = ENDS
    rows = split(table(first, attraction, examination), first)
    columns = split(table(first, examination, attraction), first)[BOTH]
    probability: dict[tuple[int, int], fmpq] = defaultdict(fmpq)
    clicks: dict[tuple[int, int], fmpq] = defaultdict(fmpq)
    for row_map, row_law in rows.items():
        partners = [attraction[i] for i in row_map]
        after = split(columns * table(both - first, examination, partners), both)
        for column_map, column_law in after.items():
            probability[column_map] += row_law(1) * column_law(1)
            clicks[column_map] += mean_clicks(row_law) * column_law(1)
    means = {key: fraction(clicks[key] / chance / first) for key, chance in probability.items()}
    chances = {key: fraction(chance) for key, chance in probability.items()}
    return Toy(chances, means, min(maps(first)[1], maps(both)[1]))


def given_first_map(attraction, examination) -> dict[tuple[int, int], Fraction]:
    """The expected average reward of row 1 in stage 0, given the columns' map h₁ after it."""
    first, _ = ENDS
    clicks = mean_clicks(table(first, attraction, examination))
    after = split(table(first, examination, attraction), first)
    # the tables of rows and of columns are filled by different steps, so they are independent
    return {column_map: fraction(clicks) / first for column_map, law in after.items() if law(1)}
