"""Section 3 of Katariya et al. (2017): stages, their number, and the confidence intervals."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import sympy as sp
from flint import arb, ctx

from clickbandits.bernoulli import kl_upper
from clickbandits.rank1.bounds import stage_end
from compendium.claims import Finding, claim
from compendium.rank1.kl_scaling.lemma_1 import d, identities, p, q


def completed_stages(horizon: int, steps_a_round: int) -> int:
    """Stages that end within the horizon where every round of exploration takes so many steps."""
    ended = (steps_a_round * stage_end(stage, horizon) <= horizon for stage in itertools.count())
    return sum(itertools.takewhile(bool, ended))


@claim(
    "rank1:stage-lengths",
    location="Section 3",
    statement="The lengths of the stages quadruple from one stage to the next.",
    verdict="corrected",
    evidence="proof",
    corrected=r"What quadruples is $n_\ell$, the rounds played *by the end* of stage $\ell$ "
    r"($4n_\ell - 3 \le n_{\ell+1} \le 4n_\ell$). Stage $\ell$ itself has $n_\ell-n_{\ell-1}$ "
    r"rounds: it triples once, then quadruples, up to roundings; in steps it grows by less, as a "
    r"round shrinks with every elimination.",
    limits=r"$\lceil4x\rceil$ against $4\lceil x\rceil$ depends on $x$ modulo 1 only; the check "
    r"takes every interval between multiples of $\frac14$, and its ends.",
)
def stage_lengths(profile):
    offsets = [Fraction(k, 16) for k in range(16)]
    differences = {4 * math.ceil(x) - math.ceil(4 * x) for x in offsets}
    ratios = []
    for horizon in (10**3, 2 * 10**6, 10**12):
        ends = [0, *(stage_end(stage, horizon) for stage in range(4))]
        rounds = [after - before for before, after in itertools.pairwise(ends)]
        ratios.append([after / before for before, after in itertools.pairwise(rounds)])
    triples = all(abs(first - 3) < 0.1 and abs(second - 4) < 0.1 for first, second, _ in ratios)
    return Finding(
        "corrected" if differences == {0, 1, 2, 3} and triples else "refuted",
        {
            "4n_ℓ − n_{ℓ+1} takes the values": tuple(sorted(differences)),
            "second over first stage, n = 2·10⁶": ratios[1][0],
            "third over second": ratios[1][1],
        },
    )


@claim(
    "rank1:small-horizons",
    location="Section 3, Algorithm 1",
    statement=r"No stage ends within $n$ steps for $n \le 163$, so that nothing is eliminated and "
    r"every statement about the ends of stages is empty there.",
    verdict="holds",
    evidence="proof",
    limits=r"A round takes at least two steps, so stage 0 ends only if $2\lceil16\log n\rceil\le "
    r"n$; beyond 200, $n - 32\log n$ increases.",
)
def small_horizons(profile):
    with ctx.workprec(100):
        ends = [n for n in range(2, 201) if 2 * (16 * arb(n).log()).ceil() <= n]
    increasing = sp.diff(sp.Symbol("n") - 32 * sp.log(sp.Symbol("n"))).subs("n", 200) > 0
    return Finding(
        "holds" if ends == list(range(164, 201)) and increasing else "refuted",
        {"first horizon at which a stage can end": ends[0]},
    )


@claim(
    "rank1:number-of-stages",
    location="Section 3; Appendix B, proof of Lemma 2",
    statement=r"Rank1ElimKL has at most $\log n$ stages.",
    verdict="holds",
    evidence="proof",
    limits=r"For $n\ge3$. For $n\le163$ there is one. From there on a stage starts only if "
    r"$2n_{\ell-1} < n$, so at most $2 + \log_4\frac{n}{32\log n} = \log_4 n - \frac12 - "
    r"\log_4\log n$ start; the check confirms this identity and counts for many $n$.",
)
def number_of_stages(profile):
    n = sp.Symbol("n", positive=True)
    log_4 = sp.log(4)
    started = 2 + sp.log(n / (32 * sp.log(n))) / log_4
    bound = sp.log(n) / log_4 - sp.Rational(1, 2) - sp.log(sp.log(n)) / log_4
    identity = sp.simplify(sp.expand_log(started - bound, force=True)) == 0
    horizons = [*range(3, 3000), *(10**k for k in range(4, 40))]
    most = max((1 + completed_stages(n, 2)) / math.log(n) for n in horizons)
    return Finding(
        "holds" if identity and most <= 1 else "refuted",
        {"largest ratio of stages to log n counted": most},
    )


@claim(
    "rank1:convex-problems",
    location="Section 3",
    statement=r"Rank1ElimKL solves at most $K+L$ one-dimensional convex problems per stage, hence "
    r"$(K+L)\log n$ overall.",
    verdict="corrected",
    evidence="exact",
    corrected=r"There are at most $K+L$ *intervals* per stage and $(K+L)\log_4 n$ in all; each has "
    r"two ends (lines 28 and 29, 32 and 33), so up to $2(K+L)$ problems per stage and "
    r"$2(K+L)\log_4 n < 1.45\,(K+L)\log n$ in all.",
)
def convex_problems(profile):
    horizon, arms = 10**10, 4  # K = L = 2, all tied: nothing is ever eliminated
    intervals = arms * completed_stages(horizon, arms)
    printed = arms * math.log(horizon)
    ours = 2 * arms * math.log(horizon, 4)
    wrong = 2 * intervals > printed
    return Finding(
        "corrected" if wrong and intervals <= printed and 2 * intervals <= ours else "holds",
        {
            "intervals, K = L = 2 tied, n = 10¹⁰": intervals,
            "ends of intervals": 2 * intervals,
            "(K+L) log n": printed,
        },
    )


@claim(
    "rank1:binary-search",
    location="Section 3",
    statement=r"The ends of the intervals can be found by binary search, because $d(x,q)$ is "
    r"convex in $q$ as $q$ moves away from $x$ in either direction.",
    verdict="holds",
    evidence="proof",
)
def binary_search(profile):
    slope = sp.diff(d(p, q), q)
    return identities(
        slope - (q - p) / (q * (1 - q)),
        sp.diff(slope, q) - p / q**2 - (1 - p) / (1 - q) ** 2,
    )


def budget_exceeds_two_logs(last: int) -> list[int]:
    """The n from 3 to `last` with log n + 3 log log n > 2 log n, by ball arithmetic."""
    with ctx.workprec(100):
        excess = {n: 3 * arb(n).log().log() - arb(n).log() for n in range(3, last + 1)}
        if not all(value > 0 or value < 0 for value in excess.values()):
            raise ArithmeticError("a ball contains 0: raise the precision")
        return [n for n, value in excess.items() if value > 0]


@claim(
    "rank1:tighter-intervals",
    location="Section 1",
    statement="The KL confidence intervals are strictly tighter than the UCB1 confidence "
    r"intervals of Rank1Elim, $\hat u \pm \sqrt{\log n/n_\ell}$.",
    verdict="corrected",
    evidence="proof",
    corrected=r"At equal counts this holds for $n\ge94$ (and $n = 3,\dots,6$): by Pinsker's "
    r"inequality the half-width is at most $\sqrt{(\log n + 3\log\log n)/(2n_\ell)}$. For "
    r"$7\le n\le93$ it can fail.",
    limits=r"Rank1Elim's radius and its $n_\ell$ (four times smaller) are known to us from a "
    r"public re-implementation only; to be confirmed. Beyond 94, $\log n - 3\log\log n$ increases.",
)
def tighter_intervals(profile):
    wide = budget_exceeds_two_logs(1000)
    n = sp.Symbol("n", positive=True)
    increasing = sp.simplify(sp.diff(sp.log(n) - 3 * sp.log(sp.log(n)), n) * n) - 1 + 3 / sp.log(n)
    rounds, horizon = 10**4, 20
    budget = math.log(horizon) + 3 * math.log(math.log(horizon))
    kl_width = kl_upper(0.5, budget / rounds) - 0.5
    ucb_width = math.sqrt(math.log(horizon) / rounds)
    wrong = wide == list(range(7, 94)) and kl_width > ucb_width
    return Finding(
        "corrected" if wrong and sp.simplify(increasing) == 0 else "refuted",
        {
            "δ > 2 log n from n": wide[0],
            "to n": wide[-1],
            "KL half-width at n = 20, 10⁴ rounds, mean 1/2": kl_width,
            "UCB1 half-width": ucb_width,
        },
    )
