r"""Upper bounds on the regret of PBM-UCB and PBM-PIE, with every constant explicit.

Lagrée et al. (2016), Theorems 9 and 11 with their appendices D and E. Attraction and examination
are decreasing here, as in the paper. Rational quantities stay exact for `Fraction`s. The two sums of
series are FLINT balls.
"""

from __future__ import annotations

import math

import flint
from flint import arb

from clickbandits.bernoulli import kl_kernel


def gap(action, attraction, examination):
    """Δ_a: expected clicks lost in a round that shows the action."""
    return sum(
        scale * (attraction[position] - attraction[item])
        for position, (scale, item) in enumerate(zip(examination, action, strict=True))
    )


def permutation_gap(attraction, examination):
    """Δ of Theorem 9: the least gap among the permutations of the best list, infinite for one."""
    swaps = [
        (examination[place] - examination[place + 1]) * (attraction[place] - attraction[place + 1])
        for place in range(len(examination) - 1)
    ]
    return min(swaps, default=math.inf)


def smallest_gap(item, attraction, examination):
    """Least gap of a suboptimal list that shows the item (0-based); needs K > L.

    The repaired form of the remark in Lemma 18.
    """
    last = len(examination) - 1
    if item > last:
        return examination[last] * (attraction[last] - attraction[item])
    swap = permutation_gap(attraction, examination)
    if item == last:
        return swap
    return min(swap, examination[last] * (attraction[last] - attraction[last + 1]))


def c_terms(examination) -> list:
    """The two terms of C(l; κ) for l = 1, ..., L, each over κ_L²."""
    whole, last = sum(examination), examination[-1]
    return [
        (whole**2 / last**2 / place, sum(examination[:place]) ** 2 / last**2)
        for place in range(1, len(examination) + 1)
    ]


def c_kappa(examination):
    """C(κ) of Theorem 9: the least sum of the two terms."""
    return min(first + second for first, second in c_terms(examination))


def _outside(attraction, examination):
    """Σ 1 / (κ_L (θ_L - θ_k)) over the items outside the best list."""
    last = len(examination) - 1
    return sum(1 / (examination[last] * (attraction[last] - low)) for low in attraction[last + 1 :])


def theorem_9_slope(attraction, examination, epsilon):
    """The factor of log T in Theorem 9, as published."""
    bracket = len(examination) / permutation_gap(attraction, examination)
    bracket += _outside(attraction, examination)
    return 16 * (1 + epsilon) * c_kappa(examination) * bracket


def positionwise_slope(attraction, examination, epsilon, asymptotic=False):
    """The factor of log T of our position-by-position proof; never above Theorem 9's.

    It is 4 (1 + ε) κ_1 / κ_L² times the sum over items k > 1 of 1 / (θ_min(k-1, L) - θ_k).
    Asymptotically only the items outside the best list count.
    """
    last = len(examination) - 1
    first = last + 1 if asymptotic else 1
    terms = [1 / (attraction[min(k - 1, last)] - attraction[k]) for k in range(first, len(attraction))]
    return 4 * (1 + epsilon) * examination[0] / examination[last] ** 2 * sum(terms)


def log_power_sum(power: int, exponent: float) -> arb:
    """Σ over t >= 1 of (log t)^power / t^exponent, a derivative of ζ, as a ball."""
    flint.ctx.prec, before = 256, flint.ctx.prec
    try:
        series = flint.acb_series([flint.acb(exponent), 1], prec=power + 1).zeta()
        return (series[power] * arb.fac_ui(power) * (-1) ** power).real
    finally:
        flint.ctx.prec = before


def theorem_9_constant(n_items, largest_gap, epsilon) -> float:
    """C_0(ε), from the K initial rounds and the rounds with a violated bound, by Proposition 8."""
    misses = math.e * (1 + epsilon) * float(log_power_sum(2, 1 + epsilon))
    return n_items * float(largest_gap) * (1 + 2 * misses)


def largest_gap(attraction, examination):
    """Δ_max, the loss of showing the least attractive items, the worst first."""
    n_items = len(attraction)
    worst = [n_items - 1 - position for position in range(len(examination))]
    return gap(worst, attraction, examination)


def theorem_11_slope(attraction, examination, epsilon, eta):
    """The factor of log T in Theorem 11."""
    last = len(examination) - 1
    scale = float(examination[last])
    return (1 + epsilon) ** 2 * sum(
        scale
        * float(attraction[last] - low)
        / kl_kernel(scale * float(low), scale * (float(attraction[last]) - eta))
        for low in attraction[last + 1 :]
    )


def sizes_of_b_and_d(n_items, examination, eta):
    """Appendix E's bounds on E|B| and E|D|, the latter with the factor L that the paper omits."""
    spread = 1 / (examination[-1] * eta) ** 2
    b = 2 * n_items * (10 + 3 * spread)
    d = 4 * n_items * len(examination) * (4 * n_items + spread)
    return b, d


def theorem_11_c3(n_positions, epsilon) -> arb:
    """Appendix E's bound on E|C_k|, from ⌈e^(L+1)⌉ rounds and the tail of a series, as a ball."""
    first = math.ceil(math.exp(n_positions + 1))
    power, exponent = 3 * n_positions, arb(1) + arb(epsilon)
    head = sum((arb(t).log() ** power / arb(t) ** exponent for t in range(2, first + 1)), start=arb(0))
    tail = log_power_sum(power, 1 + epsilon) - head
    scale = arb(n_positions + 1).exp() / arb(n_positions) ** n_positions
    return first + scale * (2 + arb(epsilon)) ** (2 * n_positions) * tail


def lemma_20_constants(mean, level, gamma, epsilon) -> tuple[float, float]:
    """C_2 and β of Lemma 20 for clicks of a given mean below the level κ_L (θ_L - η).

    With r between them such that d(r, level) = d(mean, level) / (1 + γ), the tail of the sum is
    at most exp(-K_T d(r, mean)) / (1 - exp(-d(r, mean))), and K_T is a multiple of log T.
    """
    whole = kl_kernel(mean, level)
    low, high = mean, level
    for _ in range(200):
        middle = 0.5 * (low + high)
        if kl_kernel(middle, level) > whole / (1 + gamma):
            low = middle
        else:
            high = middle
    rate = kl_kernel(low, mean)
    return 1 / -math.expm1(-rate), (1 + gamma) * (1 + epsilon) * rate / whole
