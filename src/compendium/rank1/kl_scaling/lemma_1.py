"""Lemma 1 of Katariya et al. (2017) as printed: the divergence, (6), Pinsker's inequality, (7)."""

from __future__ import annotations

import sympy as sp

from compendium.claims import Finding, claim

c, p, q, x, M = sp.symbols("c p q x M", positive=True)


def d(a, b):
    """The divergence as an expression, for a and b inside (0, 1)."""
    return a * sp.log(a / b) + (1 - a) * sp.log((1 - a) / (1 - b))


def vanish(*expressions) -> bool:
    """Whether every expression is identically zero."""
    return all(sp.simplify(expression) == 0 for expression in expressions)


def identities(*expressions) -> Finding:
    """A claim holds if every expression is identically zero."""
    confirmed = sum(vanish(expression) for expression in expressions)
    return Finding(
        "holds" if confirmed == len(expressions) else "refuted",
        {"identities confirmed": f"{confirmed} of {len(expressions)}"},
    )


@claim(
    "rank1:divergence-extension",
    location="Section 1, definition of d",
    statement=r"$d(p,q)$ is defined through its continuous extension as $p, q$ approach the "
    r"boundaries of $[0,1]$.",
    verdict="corrected",
    evidence="proof",
    corrected=r"It extends continuously (with values in $[0,\infty]$) to every boundary point but "
    r"$(0,0)$ and $(1,1)$, where the limit depends on the path. The usual value there is $0$, the "
    r"smallest limit; Lemma 1 holds with it.",
    limits="By symmetry under $(p,q) \\to (1-p,1-q)$ the check treats the edges at 0 only.",
)
def divergence_extension(profile):
    to_edge = sp.exp(sp.limit(d(p, q), p, 0, "+")) * (1 - q) - 1  # the limit is log(1/(1-q))
    blows_up = sp.limit(d(sp.Rational(1, 3), q), q, 0, "+") == sp.oo
    diagonal = sp.limit(sp.expand_log(d(x, x)), x, 0, "+")
    # q = exp(-1/p): p log(p/q) = p log p + 1
    mass, rest = x * sp.log(x) + x / x, (1 - x) * sp.log((1 - x) / (1 - sp.exp(-1 / x)))
    curve = sp.limit(mass, x, 0, "+") + sp.limit(rest, x, 0, "+")
    extends = vanish(to_edge) and blows_up
    return Finding(
        "corrected" if extends and diagonal != curve else "refuted",
        {"limit at (0, 0) along q = p": int(diagonal), "along q = exp(−1/p)": int(curve)},
    )


@claim(
    "rank1:lemma-1-derivatives",
    location="Section 4, proof of Lemma 1",
    statement=r"The first two derivatives in $q$: $\partial_q d(cp,cq) = \frac{c(q-p)}{q(1-cq)}$, "
    r"$\partial_q^2 d(cp,cq) = \frac{c^2(q-p)^2 + cp(1-cp)}{q^2(1-cq)^2}$, "
    r"$\partial_q [c\,d(p,q)] = \frac{c(q-p)}{q(1-q)}$, "
    r"$\partial_q^2 [c\,d(p,q)] = \frac{c(q-p)^2 + cp(1-p)}{q^2(1-q)^2}$.",
    verdict="holds",
    evidence="proof",
)
def lemma_1_derivatives(profile):
    scaled, plain = d(c * p, c * q), c * d(p, q)
    zero = (
        sp.diff(scaled, q) - c * (q - p) / (q * (1 - c * q)),
        sp.diff(scaled, q, 2)
        - (c**2 * (q - p) ** 2 + c * p * (1 - c * p)) / (q * (1 - c * q)) ** 2,
        sp.diff(plain, q) - c * (q - p) / (q * (1 - q)),
        sp.diff(plain, q, 2) - (c * (q - p) ** 2 + c * p * (1 - p)) / (q * (1 - q)) ** 2,
    )
    return identities(*zero)


@claim(
    "rank1:lemma-1-convexity",
    location="Section 4, proof of Lemma 1",
    statement=r"$d(cp,cq)$ and $c\,d(p,q)$ are convex in $q$ for every $p$, with their minima at "
    r"$q = p$, and their derivatives in $q$ have the same sign.",
    verdict="holds",
    evidence="proof",
    limits="Inside the square; the edges follow by continuity. For $c = 0$ both are constant.",
)
def lemma_1_convexity(profile):
    slopes = [sp.diff(d(c * p, c * q), q), sp.diff(c * d(p, q), q)]
    # the second derivatives are a square plus a variance, over a square
    above = [(c * (q - p)) ** 2 + c * p * (1 - c * p), c * (q - p) ** 2 + c * p * (1 - p)]
    below = [(q * (1 - c * q)) ** 2, (q * (1 - q)) ** 2]
    convex = vanish(*(sp.diff(s, q) * b - a for s, a, b in zip(slopes, above, below, strict=True)))
    same_sign = vanish(slopes[1] / slopes[0] - (1 - c * q) / (1 - q))
    stationary = [sp.solve(sp.numer(sp.together(sp.simplify(s))), q) for s in slopes]
    minimum = stationary == [[p], [p]]
    return Finding(
        "holds" if convex and same_sign and minimum else "refuted",
        {"convex": convex, "same sign": same_sign, "only stationary at q = p": minimum},
    )


@claim(
    "rank1:equation-6",
    location="Lemma 1, equation (6)",
    statement=r"$c(1-\max\{p,q\})\,d(p,q) \le d(cp,cq) \le c\,d(p,q)$ for $c, p, q \in [0,1]$.",
    verdict="holds",
    evidence="proof",
    limits=r"The check proves the integrands' identities; that both remainders are integrals of "
    r"$(x-p)\,dx$ from $p$ to $q$ times something non-negative is the notebook's derivation. "
    r"Edges: {ref}`their own claim <rank1:lemma-1-edges>`.",
)
def equation_6(profile):
    scaled, plain = c / (x * (1 - c * x)), c / (x * (1 - x))  # the integrands, over (x - p)
    upper = plain - scaled - c * (1 - c) / ((1 - x) * (1 - c * x))
    excess = (M - x) + c * x * (1 - M)  # not negative for x <= M <= 1
    lower = scaled - (1 - M) * plain - c * excess / (x * (1 - x) * (1 - c * x))
    return identities(upper, lower)


@claim(
    "rank1:pinsker",
    location="Section 4, proof of Lemma 1",
    statement=r"Pinsker's inequality: $d(p,q) \ge 2(p-q)^2$.",
    verdict="holds",
    evidence="proof",
)
def pinsker(profile):
    remainder = 1 / (x * (1 - x)) - 4 - (1 - 2 * x) ** 2 / (x * (1 - x))
    slope = sp.diff(d(p, q), q) - (q - p) / (q * (1 - q))
    return identities(remainder, slope)


@claim(
    "rank1:equation-7",
    location="Lemma 1, equation (7)",
    statement=r"$2c\max(c,\,1-\max\{p,q\})\,(p-q)^2 \le d(cp,cq)$.",
    verdict="holds",
    evidence="proof",
    limits="The check proves both halves by the integrand; the paper's way, from (6) and "
    "Pinsker's inequality, is in the notebook.",
)
def equation_7(profile):
    # 1/(x(1-cx)) >= 4 c, and >= 4 (1 - M) for x <= M, each by a sum of squares and products
    first = 1 - 4 * c * x * (1 - c * x) - (1 - 2 * c * x) ** 2
    excess = (M - x) + c * x * (1 - M)
    second = 1 - 4 * (1 - M) * x * (1 - c * x) - ((1 - 2 * x) ** 2 + 4 * x * excess)
    return identities(first, second)
