"""Section 2: how far the pooled estimator is from the Cramér-Rao bound, and what it beats.

The plays are fixed in advance throughout. With weights w_l proportional to N_l κ_l and
x_l = 1 - κ_l θ, the loss υ(θ) I(θ) is (Σ w x)(Σ w / x), and everything follows from that.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from compendium.finding import Finding, check

from .setting import vanishes

THETA = sp.Symbol("theta", positive=True)
KAPPA = sp.symbols("kappa1:4", positive=True)
PLAYS = sp.symbols("N1:4", positive=True)
LOW, HIGH = sp.symbols("kappa_low kappa_high", positive=True)

SUM = "More than three positions, in symbols: the sums for any number are the notebook's."


def over_positions(term):
    """Sum over the three symbolic positions of a function of (N, κ)."""
    return sum(term(n, k) for n, k in zip(PLAYS, KAPPA, strict=True))


def pooled_variance():
    views = over_positions(lambda n, k: n * k)
    return over_positions(lambda n, k: n * k * THETA * (1 - k * THETA)) / views**2


def information():
    return over_positions(lambda n, k: n * k / (THETA * (1 - k * THETA)))


def sharp_bound(theta, low, high):
    """Kantorovich's bound on the loss, for examinations in [low, high]."""
    return (2 - theta * (low + high)) ** 2 / (4 * (1 - theta * low) * (1 - theta * high))


def number(expression, theta) -> Fraction:
    """A rational function of θ at a rational number."""
    return Fraction(str(expression.subs(THETA, theta)))


def exact_loss(theta, examination, plays):
    """υ(θ) I(θ) of numbers, by its definition."""
    pairs = list(zip(plays, examination, strict=True))
    views = sum(n * k for n, k in pairs)
    variance = sum(n * k * theta * (1 - k * theta) for n, k in pairs) / views**2
    return variance * sum(n * k / (theta * (1 - k * theta)) for n, k in pairs)


def kantorovich_steps() -> bool:
    """The two identities that prove the bound for any weights on any points of [m, M].

    1/x <= (M + m - x) / (M m), whose gap is (M - x)(x - m) / (x M m); then, averaged, with a the
    arithmetic mean, a (M + m - a) <= ((M + m) / 2)², whose gap is (a - (M + m) / 2)².
    """
    x, a, m, M = sp.symbols("x a m M", positive=True)
    chord = (M + m - x) / (M * m) - 1 / x - (M - x) * (x - m) / (x * M * m)
    square = ((M + m) / 2) ** 2 - a * (M + m - a) - (a - (M + m) / 2) ** 2
    ends = {m: 1 - THETA * HIGH, M: 1 - THETA * LOW}
    translated = ((M + m) ** 2 / (4 * M * m)).subs(ends) - sharp_bound(THETA, LOW, HIGH)
    return all(vanishes(identity) for identity in (chord, square, translated))


@check("pbm:arithmetic-over-harmonic")
def arithmetic_over_harmonic(profile):
    views = over_positions(lambda n, k: n * k)
    arithmetic = over_positions(lambda n, k: n * k / views * (1 - k * THETA))
    harmonic = 1 / over_positions(lambda n, k: n * k / views / (1 - k * THETA))
    holds = vanishes(pooled_variance() * information() - arithmetic / harmonic)
    return Finding("holds" if holds else "refuted", {"identity in symbols": holds})


@check("pbm:loss-at-least-one")
def loss_at_least_one(profile):
    w, x = sp.symbols("w1:4", positive=True), sp.symbols("x1:4", positive=True)
    loss = sum(a * b for a, b in zip(w, x, strict=True))
    loss *= sum(a / b for a, b in zip(w, x, strict=True))
    pairs = [(0, 1), (0, 2), (1, 2)]
    squares = sum(w[i] * w[j] * (x[i] - x[j]) ** 2 / (x[i] * x[j]) for i, j in pairs)
    holds = vanishes(loss - sum(w) ** 2 - squares)  # weights add up to one
    one = exact_loss(Fraction(1, 2), [Fraction(3, 5)] * 2, [2, 5])
    return Finding("holds" if holds and one == 1 else "refuted", {"with one distinct κ": one})


@check("pbm:loss-upper-bound")
def loss_upper_bound(profile):
    everywhere = sharp_bound(THETA, 0, 1)
    gap = THETA * (4 - THETA) / (4 * (1 - THETA))
    smaller = vanishes(1 / (1 - THETA) - everywhere - gap)
    # the sharp bound grows with the interval, so that [0, 1] is the worst one
    slope = THETA**2 * (HIGH - LOW) * (2 - THETA * (HIGH + LOW))
    slope /= 4 * (1 - THETA * LOW) * (1 - THETA * HIGH) ** 2
    mirrored = slope.subs({LOW: HIGH, HIGH: LOW}, simultaneous=True)
    bound = sharp_bound(THETA, LOW, HIGH)
    monotone = vanishes(sp.diff(bound, HIGH) - slope) and vanishes(sp.diff(bound, LOW) - mirrored)
    holds = kantorovich_steps() and smaller and monotone
    return Finding(
        "holds" if holds else "refuted",
        {
            "paper's bound at θ = 1/2": number(1 / (1 - THETA), sp.Rational(1, 2)),
            "sharp bound at θ = 1/2": number(everywhere, sp.Rational(1, 2)),
        },
    )


@check("pbm:sharp-loss")
def sharp_loss(profile):
    pair = {PLAYS[0]: 1 / LOW, KAPPA[0]: LOW, PLAYS[1]: 1 / HIGH, KAPPA[1]: HIGH, PLAYS[2]: 0}
    attained = (pooled_variance() * information()).subs(pair)
    equality = vanishes(attained - sharp_bound(THETA, LOW, HIGH))
    theta, examination = Fraction(1, 2), (Fraction(9, 10), Fraction(3, 10))
    loss, bound = exact_loss(theta, examination, (1, 3)), sharp_bound(theta, *examination)
    off = exact_loss(theta, examination, (1, 2))
    holds = kantorovich_steps() and equality and off < loss == bound
    return Finding(
        "holds" if holds else "refuted",
        {"bound for θ = 1/2, κ in [3/10, 9/10]": bound, "loss with N = (1, 3)": loss},
    )


@check("pbm:factor-two")
def factor_two(profile):
    worst = sharp_bound(THETA, 0, 1)
    slope = THETA * (2 - THETA) / (4 * (1 - THETA) ** 2)
    grows = vanishes(sp.diff(worst, THETA) - slope)
    at_half = number(worst, sp.Rational(1, 2))
    tiny = Fraction(1, 10**6)
    near = exact_loss(Fraction(1, 2), (Fraction(1), tiny), (1, 1 / tiny))
    holds = kantorovich_steps() and grows and near < at_half <= 2
    numbers = {"sharp factor for θ ≤ 1/2": at_half, "reached with κ = (1, 1/10⁶)": float(near)}
    return Finding("holds" if holds else "refuted", numbers)


@check("pbm:best-unbiased")
def best_unbiased(profile):
    weights = [n * k / (1 - k * THETA) for n, k in zip(PLAYS, KAPPA, strict=True)]
    # a position's own estimate S / (N κ) has mean θ and variance θ (1 - κ θ) / (N κ)
    noise = [THETA * (1 - k * THETA) / (n * k) for n, k in zip(PLAYS, KAPPA, strict=True)]
    variance = sum(w**2 * v for w, v in zip(weights, noise, strict=True)) / sum(weights) ** 2
    holds = vanishes(variance * information() - 1)
    share = sp.diff(weights[0] / weights[1], THETA)
    depends = vanishes(share.subs(KAPPA[0], KAPPA[1])) and not vanishes(share)
    return Finding(
        "holds" if holds and depends else "refuted",
        {"variance is 1 / I(θ)": holds, "weights depend on θ": depends},
    )


@check("pbm:attraction-near-one")
def attraction_near_one(profile):
    low, high = sp.Rational(3, 10), sp.Rational(9, 10)
    limit = sp.limit(sharp_bound(THETA, low, high), THETA, 1, "-")
    slope = THETA * (HIGH - LOW) ** 2 * (2 - THETA * (LOW + HIGH))
    slope /= 4 * (1 - THETA * LOW) ** 2 * (1 - THETA * HIGH) ** 2  # positive: the bound grows
    grows = vanishes(sp.diff(sharp_bound(THETA, LOW, HIGH), THETA) - slope)
    bounded = kantorovich_steps() and grows and limit.is_finite
    unbounded = sp.limit(sharp_bound(THETA, low, 1), THETA, 1, "-")
    return Finding(
        "corrected" if bounded and unbounded == sp.oo else "refuted",
        {
            "largest loss for κ in [3/10, 9/10], as θ → 1": Fraction(str(limit)),
            "with κ = 1 in place of 9/10": "infinite" if unbounded == sp.oo else str(unbounded),
        },
    )
