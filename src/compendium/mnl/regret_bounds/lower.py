"""Appendix D: Proposition 9, what its proof lacks, and a lower bound with explicit constants."""

from fractions import Fraction

import numpy as np
import sympy as sp
from flint import arb

from clickbandits.mnl.bounds import LARGEST_SHAPE, flat_weight, lower_bound
from compendium.finding import Finding, check

BASE, BONUS, BIAS, BEST = sp.symbols("beta gamma lambda S", positive=True)


def bayes_regret(horizon, base, bonus, prior):
    """Least mean regret over two problems: one item known, one base or base + 2 bonus, K = 1.

    The known item, of attraction base + bonus, teaches nothing: an optimal policy shows the other
    first and stops for good when a dynamic program over its clicks says so.
    """
    low, middle, high = ((base + k * bonus) / (1 + base + k * bonus) for k in range(3))
    ahead = np.zeros(horizon + 1)
    for played in range(horizon - 1, -1, -1):
        clicks = np.arange(played + 1)
        plain = prior * low**clicks * (1 - low) ** (played - clicks)
        special = (1 - prior) * high**clicks * (1 - high) ** (played - clicks)
        stop = (horizon - played) * special * (high - middle)
        ahead = np.minimum(stop, plain * (middle - low) + ahead[1:] + ahead[:-1])
    return float(ahead[0])


@check("mnl:equation-48")
def equation_48(profile):
    weight = arb(3) / 2  # of item j under P_a; 1 under P_{a∖j}; one slot, ε = 1/2
    p, q = weight / (1 + weight), arb(1) / 2
    step = p * (p / q).log() + (1 - p) * ((1 - p) / (1 - q)).log()
    back = q * (q / p).log() + (1 - q) * ((1 - q) / (1 - p)).log()
    # j in round 1, and in round 2 if it was clicked
    whole, claimed, repaired = (1 + p) * step, (1 + q) * step, (1 + q) * back
    numbers = {
        "divergence of the two laws": float(whole),
        "rounds under the common law × divergence of a round": float(claimed),
        "reversed divergence": float(repaired),
    }
    return Finding("corrected" if bool(whole > claimed) else "refuted", numbers)


@check("mnl:proposition-9-constant")
def proposition_9_constant(profile):
    biases = [Fraction(1)] + [Fraction(1, 100)] * 1000
    size, first, second = len(biases), sum(biases), sum(v * v for v in biases)
    items = 4 * size
    printed = size * first / (second * (items - size + 1))
    repaired = first**2 / (second * (items - size + 1))
    numbers = {
        "K/S_{K,2}": size / second,
        "printed term, must be below 1": float(printed),
        "repaired": float(repaired),
    }
    fails = second > 1 and printed > 1 and repaired <= Fraction(size, items - size + 1)
    return Finding("corrected" if fails and repaired < Fraction(1, 3) else "refuted", numbers)


@check("mnl:flat-weight")
def flat_weight_bounds(profile):
    k, q, m = sp.symbols("k q M", positive=True)
    half = sp.Rational(1, 2)
    # 1/k² < 1/(k−1/2) − 1/(k+1/2), so that the sum over k > q is below 1/(q+1/2)
    telescopes = sp.simplify(1 / (k - half) - 1 / (k + half) - 1 / (k**2 - sp.Rational(1, 4))) == 0
    gap = q + m**2 / (q + half) - 2 * m  # convex in M; not positive at both ends of [q, q+1]
    ends = [sp.simplify(gap.subs(m, end) + (q / 2) / (q + half)) == 0 for end in (q, q + 1)]
    convex = sp.diff(gap, m, 2).is_positive
    small = bool(sp.pi**2 / 6 < 2)  # where M < 1: λ_k ≤ M/k for all k
    rng, fine = np.random.default_rng(3), True
    for _ in range(300):
        biases = np.sort(rng.random(rng.integers(1, 60)) ** rng.integers(1, 6))[::-1]
        flat, total = flat_weight(biases), biases.sum()
        fine &= flat >= (biases**2).sum() / 2 and flat <= total * (1 + 1e-12)
        fine &= flat * (1 + np.log(biases.size)) >= total * (1 - 1e-12)
    holds = telescopes and all(ends) and convex and small and fine
    ratio = flat_weight(1 / np.arange(1.0, 17)) / (1 / np.arange(1.0, 17)).sum()
    return Finding("holds" if holds else "refuted", {"M/S_K for λ = 1/k, K = 16": float(ratio)})


@check("mnl:lower-bound-sharper")
def lower_bound_sharper(profile):
    d, x, total, y, a, p = sp.symbols("d x D y a p", positive=True)
    # one round: KL(Q ‖ P) has second derivative ≤ 1/(xD) in d = 2γλ, x = βλ
    kl = sp.log(1 + d / total) - x / total * sp.log(1 + d / x)
    starts = kl.subs(d, 0) == 0 and sp.diff(kl, d).subs(d, 0).equals(0)
    curve = sp.simplify(sp.diff(kl, d, 2) - x / (total * (x + d) ** 2) + 1 / (total + d) ** 2)
    unit = sp.simplify((d**2 / (2 * x * total)).subs({d: 2 * BONUS * BIAS, x: BASE * BIAS})
                       - (2 * BONUS) ** 2 * BIAS / (2 * BASE * total))  # fmt: skip
    # with η = (2/3)√(3a) and Y = V/(3a): aY + Vη√(Y/V) = V
    eta = sp.Rational(2, 3) * sp.sqrt(3 * a)
    balance = sp.simplify(a * (1 / (3 * a)) + eta * sp.sqrt(1 / (3 * a)) - 1)
    # the constant at a = 4/3, n = 3J/4, s = βS_K = 1/2, κ = 2S_K/3: 1/9 before S* is perturbed
    value = eta / (3 * a)
    value = value.subs(a, sp.Rational(4, 3)) * sp.sqrt(sp.Rational(3, 4) * sp.Rational(3, 4))
    ninth = sp.simplify(value / sp.Rational(9, 4) - sp.Rational(1, 9)) == 0
    # T as large as stated: γ² ≤ J/(S_K M T), so that S* ≤ 1/2 + 2γS_K ≤ 1/2 + 2/√1000
    perturbed = (1.5 + 2 / np.sqrt(1000)) ** 2
    ninth &= 1 / 9 * 2.25 / perturbed >= 1 / 10
    numbers, above = {}, True
    for horizon in (100, 400):
        found = lower_bound(2, [1.0], horizon)
        best = max(
            bayes_regret(horizon, found.base, found.bonus, w) for w in np.linspace(0.1, 0.9, 17)
        )
        above &= found.value <= best
        numbers |= {f"lower bound, T = {horizon}": found.value,
                    f"the best policy loses at least, T = {horizon}": best}  # fmt: skip
    for biases in ([1.0] * 8, 1 / np.arange(1.0, 9), [0.1] * 8, 0.7 ** np.arange(8)):
        biases, items = np.asarray(biases), 32
        scale = flat_weight(biases) / max(1.0, biases.sum())
        horizon = 1000 * items / scale
        above &= lower_bound(items, biases, horizon).value >= np.sqrt(scale * items * horizon) / 10
    proof = starts and curve == 0 and unit == 0 and balance == 0 and ninth
    return Finding("holds" if proof and above else "refuted", numbers)


@check("mnl:proposition-9")
def proposition_9(profile):
    smaller = 1 / (10 * sp.sqrt(2)) >= sp.Rational(1, 15)  # √(M/S_K) ≥ √(S_{K,2}/(2 S_K))
    rng, worst = np.random.default_rng(9), np.inf
    for _ in range(100):
        size = int(rng.integers(2, 20))
        biases = np.maximum(1e-3, rng.random(size) ** rng.integers(1, 5))
        biases[0] = 1.0  # S_{K,2} > 1
        items, ratio = 4 * size, (biases**2).sum() / biases.sum()
        horizon = 2000 * items / ratio
        found = lower_bound(items, biases, horizon).value
        worst = min(worst, found / np.sqrt(ratio * items * horizon))
    holds = bool(smaller) and worst >= 1 / 15
    return Finding("holds" if holds else "refuted", {"least constant in random cases": worst})


@check("mnl:bounds-match")
def bounds_match(profile):
    numbers, largest = {}, 0.0
    for size in (2, 8, 64):
        for name, biases in (("1", np.ones(size)), ("1/k", 1 / np.arange(1.0, size + 1)),
                             ("2^-k", 0.5 ** np.arange(size))):  # fmt: skip
            ours = 12 * LARGEST_SHAPE / (np.sqrt(flat_weight(biases) / biases.sum()) / 10)
            largest = max(largest, ours / np.sqrt(1 + np.log(size)))
            if size == 64:
                printed = biases.max() / np.sqrt(biases.min())
                printed /= np.sqrt((biases**2).sum() / biases.sum())
                numbers |= {f"orders as printed, λ = {name}, K = 64": float(printed),
                            f"ours, over √log, λ = {name}, K = 64": float(ours)}  # fmt: skip
    return Finding("holds" if largest <= 46.2 else "refuted", numbers)


@check("mnl:chen-wang")
def chen_wang(profile):
    values, flat = [], True
    for size in (1, 2, 8, 32):
        items, horizon = 200, 10**6
        found = lower_bound(items, np.ones(size), horizon)
        values.append(found.value / np.sqrt(items * horizon))
        flat &= flat_weight(np.ones(size)) == size
    numbers = {"lower bound over √(JT), K = 1": values[0], "K = 32": values[-1]}
    return Finding("holds" if flat and min(values) >= 0.1 else "refuted", numbers)
