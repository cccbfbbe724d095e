"""Claims on Thompson sampling: the exact posterior, its proposal, and BC-MP-TS's shortcut."""

import math
from fractions import Fraction

import sympy
from scipy.integrate import quad
from scipy.stats import beta

from compendium.balls import ball, kl_ball
from compendium.finding import Finding, check

from .posteriors import beta_moments, exact_moments, stuck_exponent, variance_factor

EXAMINATION = (0.9, 0.6, 0.3)
FIGURE_1A = (0.95, 0.85, 0.75, 0.65, 0.55)
FIGURE_1B = (0.45, 0.35, 0.25, 0.15, 0.05)


@check("pbm:posterior")
def posterior(profile):
    theta, scale, a, b = sympy.symbols("theta kappa alpha beta", positive=True)
    click = (scale * theta) ** a * (1 - scale * theta) ** b
    factor = theta**a * (1 - scale * theta) ** b
    free = sympy.diff(sympy.log(click / factor), theta)
    x = sympy.Symbol("x", positive=True)
    scaled = (x ** (a + 1 - 1) * (1 - x) ** (b + 1 - 1)).subs(x, scale * theta)  # Beta(α+1, β+1)
    beta_free = sympy.diff(sympy.expand_log(sympy.log(scaled / factor), force=True), theta)
    same = sympy.simplify(free) == 0 and sympy.simplify(beta_free) == 0
    return Finding("holds" if same else "refuted", {"densities proportional": same})


@check("pbm:pbm-ts-proposal")
def pbm_ts_proposal(profile):
    a, b, scale = 3, 5, 0.6

    def truncated(first, second):
        mass = beta.cdf(scale, first, second)
        return lambda theta: beta.pdf(scale * theta, first, second) * scale / mass

    printed, right = truncated(a, b), truncated(a + 1, b + 1)

    def target(theta):
        return theta**a * (1 - scale * theta) ** b

    whole = quad(target, 0, 1)[0]
    crossing = [0.0, (a / (a + b) + (a + 1) / (a + b + 2)) / 2 / scale, 1.0]
    distance = quad(lambda x: abs(printed(x) - target(x) / whole), 0, 1, points=crossing)[0] / 2
    ours = max(abs(right(x / 20) - target(x / 20) / whole) for x in range(1, 20))
    theta, k, s, f = sympy.symbols("theta kappa s f", positive=True)
    # with Beta(α, β) the target over the proposal keeps a factor θ (1 - κ_m θ)
    ratio = theta**s * (1 - k * theta) ** f / (theta ** (s - 1) * (1 - k * theta) ** (f - 1))
    left_over = sympy.simplify(ratio - theta * (1 - k * theta)) == 0
    mass_at_zero = sympy.integrate(1 / theta, (theta, 0, 1)) == sympy.oo  # Beta(0, 1)
    shown = distance > 0.05 and ours < 1e-9 and left_over and mass_at_zero
    return Finding(
        "corrected" if shown else "refuted",
        {
            "total variation from the posterior, one position, α = 3, β = 5, κ = 0.6": distance,
            "largest density difference with Beta(α + 1, β + 1)": ours,
            "no proposal without a click": bool(mass_at_zero),
        },
    )


@check("pbm:bc-mp-ts-variance")
def bc_mp_ts_variance(profile):
    theta, first, second = sympy.symbols("theta N1 N2", positive=True)
    scales = sympy.symbols("kappa1 kappa2", positive=True)
    views = first * scales[0] + second * scales[1]
    information = sum(
        n * k / (theta * (1 - k * theta)) for n, k in zip((first, second), scales, strict=True)
    )
    factor = variance_factor(theta, (first, second), scales)
    same = sympy.simplify(1 / information / (theta * (1 - theta) / views) - factor) == 0
    numbers, above = {}, True
    for value in (Fraction(19, 20), Fraction(9, 20)):
        for plays in ((1, 0, 0), (1, 1, 1), (0, 0, 1)):
            scale = [Fraction(x).limit_denominator(10) for x in EXAMINATION]
            ratio = variance_factor(value, plays, scale)
            above &= ratio >= 1
            numbers[f"factor at θ = {float(value)}, plays in proportion {plays}"] = float(ratio)
    plays = (2000, 2000, 2000)
    clicks = tuple(round(0.95 * k * n) for k, n in zip(EXAMINATION, plays, strict=True))
    finite = (
        exact_moments(clicks, plays, EXAMINATION)[1] / beta_moments(clicks, plays, EXAMINATION)[1]
    )
    numbers["exact ratio at 2,000 plays each, θ = 0.95"] = finite
    close = abs(finite / numbers["factor at θ = 0.95, plays in proportion (1, 1, 1)"] - 1) < 0.1
    return Finding("holds" if same and above and close else "refuted", numbers)


@check("pbm:bc-mp-ts-tail")
def bc_mp_ts_tail(profile):
    numbers = {}
    for name, theta in (("1(a)", FIGURE_1A), ("1(b)", FIGURE_1B)):
        for kind, exact in (("BC-MP-TS", False), ("exact posterior", True)):
            exponents = [stuck_exponent(theta[2], theta[3], k, exact) for k in EXAMINATION]
            numbers[f"ρ in Figure {name} by position, {kind}"] = exponents
    share = Fraction(3, 10)
    hidden = ball(share) * kl_ball(share, Fraction(13, 20))  # at m = 0.3, position 3
    rare = kl_ball(share * share, share * Fraction(3, 4))
    certain = bool(rare < hidden)
    bc, right = (numbers[f"ρ in Figure 1(a) by position, {kind}"]
                 for kind in ("BC-MP-TS", "exact posterior"))  # fmt: skip
    calm = numbers["ρ in Figure 1(b) by position, BC-MP-TS"]
    holds = certain and bc[2] < 1 < bc[0] and min(right) > 1 and min(calm) > 1
    shown = {name: ", ".join(f"{x:.4f}" for x in row) for name, row in numbers.items()}
    return Finding("holds" if holds and not math.isnan(sum(bc)) else "refuted", shown)
