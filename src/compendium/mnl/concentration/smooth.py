"""Theorem 5 and Corollary 6: smooth functions of geometric counts (Section 3.2, Appendix B)."""

import math
from fractions import Fraction
from itertools import count

import numpy as np
import sympy as sp
from flint import arb

from clickbandits.geometric import lower_tail, upper_tail
from clickbandits.mnl.concentration import herbst_constant, theorem_5_bound
from compendium.claims import Finding, claim

HALF = Fraction(1, 2)


def branches(deviation, square_slope, slope, p):
    """A and B of Theorem 5: δ²/(4β₁²M) and −log(1 − p)δ/(2β₂) − log²(1 − p)β₁²M/(4β₂²)."""
    scale, log = square_slope * herbst_constant(p), -math.log1p(-p)
    return deviation**2 / (4 * scale), log * deviation / (2 * slope) - log**2 * scale / (
        4 * slope**2
    )


@claim(
    "mnl:theorem-5",
    location="Section 3.2, Theorem 5",
    statement=r"$P(F\ge EF+\delta)\le\exp\big(\min\{-\tfrac{\delta^2}{4\beta_1^2M},\;"
    r"\tfrac{(\log(1-p))^2\beta_1^2M}{4\beta_2^2}+\tfrac{\log(1-p)\delta}{2\beta_2}\}\big)$ for "
    r"every $\delta>0$",
    verdict="corrected",
    evidence="proof",
    corrected=r"For independent components: $\exp(-A)$ where $\delta\le\delta_c=-\log(1-\underline "
    r"p)\beta_1^2M/\beta_2$ and $\exp(-B)$ beyond (A, B the two branches); more plainly "
    r"$\exp\big(-\min\{\tfrac{\delta^2}{4\beta_1^2M},\tfrac{-\log(1-\underline p)\delta}{4\beta_2}"
    r"\}\big)$.",
    limits=r"The minus signs are damaged in our text. Either reading fails: $A\ge B$ always, "
    r"so that one claims $\exp(-A)$ for every δ, the other $\exp(-B)$, which exceeds 1 "
    "for small δ.",
)
def theorem_5(profile):
    eta, d, scale, top = sp.symbols("eta delta s eta_max", positive=True)
    exponent = eta**2 * scale - eta * d
    first = -exponent.subs(eta, d / (2 * scale))
    second = -exponent.subs(eta, top)
    square = sp.simplify(first - second - scale * (top - d / (2 * scale)) ** 2) == 0
    # one geometric variable, p = 1/2, F = X: P(X ≥ 51) = 2^{−51} exactly
    far = float(upper_tail(1, HALF, 51))
    a, _ = branches(50.0, 1.0, 1.0, 0.5)
    _, vacuous = branches(10.0, 100.0, 1.0, 0.5)
    worst = 0.0
    for n in (1, 3, 10, 100, 1000):
        deltas = np.arange(1, 60 * math.isqrt(n) + 60)
        exact = upper_tail(n, 0.5, n + deltas)
        plain = np.exp(
            -np.minimum(deltas**2 / (4 * n * herbst_constant(0.5)), math.log(2) * deltas / 4)
        )
        piecewise = theorem_5_bound(deltas, n, 1.0, 0.5)
        worst = max(worst, float(np.max(exact / piecewise)), float(np.max(piecewise / plain)))
    numbers = {
        "P(X ≥ EX + 50), p = 1/2": far,
        "exp(−A) there": math.exp(-a),
        "exp(−B) for the sum of 100 at δ = 10": math.exp(-vacuous),
        "largest ratio exact : piecewise : plain": worst,
    }
    fails = far > math.exp(-a) and vacuous < 0
    return Finding("corrected" if square and fails and worst <= 1 + 1e-9 else "refuted", numbers)


@claim(
    "mnl:theorem-5-slope",
    location="Section 3.2, Theorem 5",
    statement=r"The theorem asks for $\beta_2\in(0,\max_{i,l}(-\log(1-p_{li}))]$",
    verdict="corrected",
    evidence="proof",
    corrected=r"Any $\beta_2>0$ will do: (34) uses only "
    r"$\eta\beta_2\le-\frac12\log(1-\underline p)$, which the choice of η ensures.",
    limits=r"The number is one instance outside the printed range, $F=5X$ at $p=\frac12$.",
)
def theorem_5_slope(profile):
    deltas = 5 * np.arange(1, 200)
    exact = upper_tail(1, 0.5, 1 + deltas // 5)
    ratio = float(np.max(exact / theorem_5_bound(deltas, 25.0, 5.0, 0.5)))
    eta = sp.symbols("eta", positive=True)
    log, slope = sp.symbols("L beta2", positive=True)  # L = −log(1 − p)
    reached = sp.simplify((eta * slope).subs(eta, log / (2 * slope)) - log / 2) == 0
    numbers = {"β₂ = 5 > log 2: largest exact tail over the bound": ratio}
    return Finding("corrected" if ratio <= 1 and reached else "refuted", numbers)


def first_violation(slots: int) -> int | None:
    """The smallest integer δ at which n₁ + … + n_d of one epoch, λα = 1, breaks the bound.

    The total is geometric: P(total ≥ s) = (d/(d + 1))^s.
    """
    deltas = np.arange(1, 400)
    log_tail = (slots + deltas) * math.log(slots / (slots + 1))
    breaks = log_tail > np.log(theorem_5_bound(deltas, slots, 1.0, 0.5))
    return int(deltas[np.argmax(breaks)]) if breaks.any() else None


@claim(
    "mnl:theorem-5-slots",
    location="Section 3.2, Theorem 5: conditional multivariate geometric measures",
    statement="Theorem 5 needs geometric components only, not independent ones: it covers the "
    "slots of one epoch",
    verdict="corrected",
    evidence="proof",
    corrected=r"For independent components. The total of one epoch with $d$ slots of weight 1 has "
    r"the tail $(d/(d+1))^s$, whose rate $\log(1+1/d)$ is below the claimed $\frac12\log2$ for "
    r"every $d\ge3$.",
)
def theorem_5_slots(profile):
    squares = {d: (1 + Fraction(1, d)) ** 2 for d in (1, 2, 3, 4, 10)}
    slower = {d: square < 2 for d, square in squares.items()}  # log(1 + 1/d) < (log 2)/2
    falling = sp.simplify(sp.diff((1 + 1 / sp.Symbol("d", positive=True)) ** 2)).is_negative
    deltas = {d: first_violation(d) for d in (2, 3, 6, 10)}
    if deltas[3] is None:
        return Finding("undecided", {"first violation, d = 3": "none to δ = 399"})
    bound = theorem_5_bound(deltas[3], 3.0, 1.0, 0.5)
    exact = arb(3) / 4
    fails = bool(exact ** (3 + deltas[3]) > arb(float(bound)) * (1 + arb("1e-9")))
    numbers = {f"first violation at δ, d = {d}": delta or "none" for d, delta in deltas.items()}
    numbers["d = 3: exact tail there"] = float(exact ** (3 + deltas[3]))
    numbers["d = 3: bound"] = float(bound)
    pattern = slower == {1: False, 2: False, 3: True, 4: True, 10: True}
    holds = pattern and falling and fails and deltas[2] is None
    return Finding("corrected" if holds else "undecided", numbers)


@claim(
    "mnl:theorem-5-adaptive",
    location="Section 3.2, Theorem 5: measures conditional on the past",
    statement="Theorem 5 covers measures whose parameters depend on the past",
    verdict="corrected",
    evidence="proof",
    corrected="For independent components. Where parameters depend on the past, a martingale such "
    "as the sum minus the conditional means may be bounded; F minus its mean may not.",
    limits=r"Other instances than this: $p=\frac12$ first, and ever after $\frac12$ if the "
    "first count is positive, 1 (no clicks) if not; F is the sum.",
)
def theorem_5_adaptive(profile):
    n = 2000
    delta = n // 4
    mean = 1 + Fraction(n - 1, 2)
    # a positive first count is 1 plus a geometric one
    threshold = math.ceil(mean + delta) - 1
    exact = float(HALF * upper_tail(n, HALF, threshold))
    bound = float(theorem_5_bound(delta, n, 1.0, 0.5))
    numbers = {"n": n, "P(F ≥ EF + n/4)": exact, "bound": bound}
    return Finding("corrected" if exact > bound else "undecided", numbers)


@claim(
    "mnl:corollary-6-constants",
    location="Appendix B.2",
    statement=r"$4M\le36$ and $72\beta^2\log(\sqrt JL)=36\beta^2\log(JL^2)$ give "
    r"$2\exp(-\log(JL^2))=\frac2{JL^2}$ from the Gaussian branch",
    verdict="holds",
    evidence="proof",
)
def corollary_6_constants(profile):
    items, epochs = sp.symbols("J L", positive=True)
    logs = sp.expand_log(72 * sp.log(sp.sqrt(items) * epochs) - 36 * sp.log(items * epochs**2))
    numbers = {"4M": float(4 * herbst_constant(0.5))}
    holds = sp.simplify(logs) == 0 and numbers["4M"] <= 36
    return Finding("holds" if holds else "refuted", numbers)


def capped_failure(epochs: int, attraction: Fraction) -> Fraction:
    """P(β = 0 and the estimate is off): one item, one slot, min(1, clicks/plays).

    Where clicks ≥ plays one more click changes nothing, so that (13) gives β = 0.
    """
    return upper_tail(epochs, 1 / (1 + attraction), epochs)


def gaussian_branch_failure(items: int = 2) -> tuple[int, float, float]:  # type: ignore[return]
    """The first power of ten l at which an item with α = 1 played once breaks Corollary 6.

    There β = 1 (the uncapped estimate is the count itself) and P(n − 1 > x) = 2^{−⌊x⌋−2}.
    """
    for digits in count(1):  # without end: nothing is missing below
        epochs = 10**digits
        radius = (36 * arb(items * epochs**2).log()).sqrt()
        exact = arb(2) ** -(int(float(radius.upper())) + 2)
        bound = arb(2) / (items * epochs**2)
        if exact > bound:
            return epochs, float(exact), float(bound)


@claim(
    "mnl:corollary-6",
    location="Section 3.2, Corollary 6",
    statement=r"$P\big(|\alpha^{EM}_{l,j}-\alpha_j|>\sqrt{36\beta_{1,l,j}^2\log(Jl^2)}\big)\le\frac2"
    r"{Jl^2}$ with $\beta_{1,l,j}^2=\sum_{k,s}(\alpha^{EM}_{l-1,j}-\alpha^{EM}_{l-1,ks,j})^2\tilde "
    r"N_{ks}$, where $\sum_k\tilde N_{kj}>0$",
    verdict="refuted",
    evidence="proof",
    limits="The supremum of (35) in place of β, as the proof has it: β is what (13) and (16) "
    "define, from the data. Whether a nearby statement holds.",
)
def corollary_6(profile):
    capped = capped_failure(3, Fraction(9, 10))
    epochs, exact, bound = gaussian_branch_failure()
    numbers = {
        "capped, J = K = 1, l = 3, α = 9/10: P": capped,
        "claimed at most": Fraction(2, 9),
        "the same with β from the first l − 1 epochs: P": capped_failure(2, Fraction(9, 10)),
        "uncapped, J = 2, played once in l epochs, l": epochs,
        "P": exact,
        "claimed": bound,
    }
    fails = capped > Fraction(2, 9) and exact > bound
    return Finding("refuted" if fails else "undecided", numbers)


def capped_mean(epochs: int) -> Fraction:
    """E min(1, clicks/plays) of one item in one slot with λα = 1."""
    tails = (1 - lower_tail(epochs, HALF, s) for s in range(epochs))
    return sum(tails, start=Fraction(0)) / epochs


@claim(
    "mnl:corollary-6-unbiased",
    location="Appendix B.2",
    statement=r"It follows from the definitions that $E(\alpha^{EM}_j)=\alpha_j$",
    verdict="refuted",
    evidence="exact",
    limits=r"More than one item in one slot with $\lambda\alpha=1$, the estimate kept in "
    "$[0,1]$ as its range requires.",
)
def corollary_6_unbiased(profile):
    means = {epochs: capped_mean(epochs) for epochs in (1, 2, 5, 100)}
    numbers = {f"E of the estimate of α = 1, l = {n}": float(m) for n, m in means.items()}
    biased = all(mean < 1 for mean in means.values()) and means[1] == HALF
    return Finding("refuted" if biased else "holds", numbers)
