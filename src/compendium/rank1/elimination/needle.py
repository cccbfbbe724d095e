"""The needle in a haystack of Katariya et al. (2017), Sections 1 and 5, and orders of regret."""

from __future__ import annotations

import math
from fractions import Fraction

import sympy as sp
from flint import ctx

from clickbandits.bernoulli import kl
from clickbandits.rank1.bounds import curvature, hardness, theorem_1, theorem_1_repaired
from compendium.balls import ball, kl_ball
from compendium.finding import Case, check
from compendium.rank1.symbols import K, gap, identities, log_n, n

from .proof import repaired
from .setting import needle


@check("rank1:equation-8")
def equation_8(profile):
    """Expands by how much the other three kinds of arms are worse than arm (1, 1)."""
    p_u, p_v, d_u, d_v = sp.symbols("p_u p_v Delta_u Delta_v", positive=True)
    best = (p_u + d_u) * (p_v + d_v)
    both = d_u * (p_v + d_v) + p_u * d_v
    # the differences are positive, term by term
    return identities(
        {
            "row 1, another column": sp.expand(best - (p_u + d_u) * p_v - (p_u + d_u) * d_v),
            "column 1, another row": sp.expand(best - p_u * (p_v + d_v) - d_u * (p_v + d_v)),
            "another row and column": sp.expand(best - p_u * p_v - both),
        }
    ).finding()


@check("rank1:needle-parameters")
def needle_parameters(profile):
    """Averages the entries for every K, and compares with the library's values at K = 32."""
    case = Case()
    quarter = sp.Rational(1, 4)
    average = (1 - 1 / K) * quarter + 3 * quarter / K
    entries = (3 * quarter + (K - 1) * quarter) / K
    case.zero("μ = 1/4 + 1/(2K)", average - quarter - 1 / (2 * K), entries - average)
    hard = hardness(needle(32, 0.75, 0.25))
    case.must("μ at K = 32", hard.average == 0.265625)
    case.must("p_max at K = 32", hard.peak == 0.75)
    case.must("γ = μ at K = 32", hard.printed_factor == 0.265625)
    case.number("factor", "μ = γ at K = 32", hard.printed_factor)
    case.number("rest", "1 − p_max", 1 - hard.peak)
    return case.finding()


@check("rank1:needle-mean")
def needle_mean(profile):
    """Averages the entries for every K, and compares with the library's μ on twelve needles."""
    case = identities({"μ = Δ/K": ((K - 1) * 0 + gap) / K - gap / K})
    averages = [
        (hardness(needle(size, d)).average, d / size)
        for size in (1, 2, 7, 128)
        for d in (0.1, 0.5, 1.0)
    ]
    case.must("the library's μ", all(math.isclose(ours, exact) for ours, exact in averages))
    return case.finding()


@check("rank1:needle-orders")
def needle_orders(profile):
    """Puts the needle's μ, and the gap of its pairs, into the two general orders."""
    mean, pair_gap = gap / K, gap * gap
    return identities(
        {
            "Rank1Elim": mean**-2 / gap * K - K**3 / gap**3,
            "naive": (K**2 - 1) / pair_gap - (K**2 / gap**2 - gap**-2),
        }
    ).finding()


@check("rank1:needle-kl")
def needle_kl(profile):
    """Puts the needle into the repaired theorem, in symbols and at nine needles for n = 10⁶."""
    case = Case()
    leading = 256 / (gap / K) * (4 * gap * (1 - gap**2 / K)) * 2 * K / gap  # 1/κ is the bracket
    case.zero("the leading term", leading - 2048 * K**2 / gap + 2048 * K * gap)
    case.must("Theorem 1, repaired", repaired(profile).verdict == "holds")
    horizon = 10**6
    within = [
        theorem_1_repaired(needle(size, d), horizon)
        <= 2048 * size**2 / d * math.log(horizon) + 24 * size
        for size in (2, 5, 64)
        for d in (0.05, 0.5, 1.0)
    ]
    case.must("the library's bound", all(within))
    printed, ours = (
        bound(needle(128, 1.0), horizon) / bound(needle(64, 1.0), horizon)
        for bound in (theorem_1, theorem_1_repaired)
    )
    case.number("printed", "Theorem 1 as printed, K = 64 → 128 at Δ = 1: factor", printed)
    case.number("repaired", "repaired: factor", ours)
    return case.finding()


@check("rank1:needle-worst-case")
def needle_worst_case(profile):
    """Solves for the gap at which each bound meets nΔ², and simplifies the regret there."""
    crossing_elim = (K**3 * log_n / n) ** sp.Rational(1, 5)
    crossing_naive = (K**2 * log_n / n) ** sp.Rational(1, 4)
    elim, naive = n * crossing_elim**2, n * crossing_naive**2
    powers = sp.powdenest(elim / (K * n ** sp.Rational(2, 3)), force=True)
    below = (K**3 / n) ** sp.Rational(1, 15) * log_n ** sp.Rational(2, 5)
    return identities(
        {
            "Rank1Elim's bounds meet": K**3 * log_n / crossing_elim**3 - elim,
            "the naive bounds meet": K**2 * log_n / crossing_naive**2 - naive,
            "naive: K √(n log n)": naive - K * sp.sqrt(n * log_n),
            "Rank1Elim, over K n^(2/3)": powers - below,
        }
    ).finding()


def smallest_pair_gap(rows, columns) -> Fraction:
    """The smallest positive gap between pairs, by enumeration."""
    best = max(rows) * max(columns)
    return min(best - u * v for u in rows for v in columns if u * v < best)


@check("rank1:naive-order")
def naive_order(profile):
    """Enumerates the gaps of pairs, exactly, on three needles and one other problem."""
    case = Case()
    gaps = (Fraction(1, 10), Fraction(1, 2), Fraction(1))
    smallest = [smallest_pair_gap(*[[d, Fraction(0), Fraction(0)]] * 2) for d in gaps]
    case.must("Δ² on a needle", smallest == [d * d for d in gaps])
    rows, columns = [Fraction(4, 5), Fraction(1, 5)], [Fraction(1, 2), Fraction(2, 5)]
    formula = min(Fraction(3, 5) * columns[0], Fraction(1, 10) * rows[0])
    case.must("g elsewhere", smallest_pair_gap(rows, columns) == formula)
    ratios = [found / d for found, d in zip(smallest, gaps, strict=True)]
    case.printed("no pair has a gap below Δ", min(ratios) >= 1)
    case.number("ratio", "smallest gap of a pair over Δ, needle with Δ = 1/10", ratios[0])
    return case.finding()


@check("rank1:bound-is-loose")
def bound_is_loose(profile):
    """Compares the leading constants of both theorems, exactly, at K = 32."""
    case = Case()
    average = Fraction(1, 4) + Fraction(1, 64)
    kappa = curvature(average, Fraction(3, 4))
    gain = Fraction(320, 256) * kappa / average
    case.must("the repaired bound is smaller", gain > 1)
    case.number("ratio", "κ/γ at K = 32", kappa / average)
    case.number("gain", "printed chain over the repaired bound", float(gain))
    return case.finding()


@check("rank1:kl-ucb-close-to-ucb1")
def kl_ucb_close_to_ucb1(profile):
    """Encloses the pulls that KL-UCB's theory promises, and compares with a quarter of UCB1's."""
    case = Case()
    best = Fraction(9, 16)  # 0.75²: the arms of a learner that ignores the structure are products
    with ctx.workprec(100):
        for arm in (Fraction(1, 16), Fraction(3, 16)):
            pulls, ucb1 = 1 / kl_ball(arm, best), 2 / (best - arm) ** 2
            case.printed(f"arm {arm}: a quarter of UCB1's pulls", not pulls * 4 < ball(ucb1))
            name = f"pulls of arm {arm} over log n"
            case.number(f"ucb1 {arm}", f"{name}: UCB1", ucb1)
            case.number(f"kl_ucb {arm}", f"{name}: KL-UCB", float(pulls.mid()))
    at_half = 2 / (0.5 - 0.45) ** 2 * kl(0.45, 0.5)
    case.number("near_half", "ratio between arms 0.45 and 0.5", at_half)
    return case.finding(fails="refuted")
