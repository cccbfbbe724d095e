"""Thompson sampling: the exact posterior, its proposal, and BC-MP-TS's shortcut."""

from fractions import Fraction

import sympy
from scipy.integrate import quad
from scipy.stats import beta

from compendium.balls import ball, kl_ball
from compendium.case import Twin, check, vanishes
from compendium.pbm.instances import EXAMINATION, FIGURE_1A, FIGURE_1B

from .posteriors import beta_moments, posterior_moments, stuck_exponent, variance_factor

KAPPA, THETA_1A, THETA_1B = (tuple(map(float, values)) for values in (EXAMINATION, FIGURE_1A, FIGURE_1B))

CLOSE = 0.1  # relative distance of the ratio at 2,000 plays from its limit
RARE_MEAN = Fraction(1, 10)  # of the better item's clicks; there ρ < 1 is certified


@check("pbm:pbm-ts-proposal", fails="refuted", left_over=Twin(0), added=[Twin(0), Twin(0, step="posterior")])
def pbm_ts_proposal(case, left_over=1, added=1):
    theta, k, a, b, x = sympy.symbols("theta kappa alpha beta x", positive=True)
    factor = theta**a * (1 - k * theta) ** b  # of one position
    click = (k * theta) ** a * (1 - k * theta) ** b
    density = (x ** (a + added - 1) * (1 - x) ** (b + added - 1)).subs(x, k * theta)  # Beta(α + 1, β + 1)
    step = case.step("posterior")
    step.zero("the likelihood", sympy.diff(sympy.log(click / factor), theta))
    same = step.zero("the Beta density", sympy.diff(sympy.log(density / factor), theta))
    case.must("Beta(α + 1, β + 1) is the factor of a position", same)
    # with Beta(α, β) the factor over the proposal keeps θ (1 - κ_m θ)
    ratio = factor / (theta ** (a - 1) * (1 - k * theta) ** (b - 1))
    bounded = vanishes(ratio - (theta * (1 - k * theta)) ** left_over)
    # of Beta(α, β) after one play without a click, and with one
    of_printed, of_ours = (
        [
            sympy.integrate(theta ** (clicks + more - 1) * (1 - theta) ** (misses + more - 1), (theta, 0, 1))
            for clicks, misses in ((0, 1), (1, 0))
        ]
        for more in (0, added)
    )
    case.reading("wherever the proposal exists, with a suitable acceptance", bounded)
    case.reading("from the first rounds on", all(mass.is_finite for mass in of_printed))
    case.must("ours exists after one play", all(mass.is_finite for mass in of_ours))
    scale, whole = 0.6, quad(lambda value: value**3 * (1 - 0.6 * value) ** 5, 0, 1)[0]

    def apart(value):
        printed = beta.pdf(scale * value, 3, 5) * scale / beta.cdf(scale, 3, 5)
        return abs(printed - value**3 * (1 - scale * value) ** 5 / whole)

    label = "total variation from the posterior, one position, α = 3, β = 5, κ = 0.6"
    case.number("distance", label, quad(apart, 0, 1)[0] / 2)


@check("pbm:bc-mp-ts-variance", power=Twin(1))
def bc_mp_ts_variance(case, power=-1, number=2000):
    theta, first, second = sympy.symbols("theta N1 N2", positive=True)
    scales = sympy.symbols("kappa1 kappa2", positive=True)
    views = first * scales[0] + second * scales[1]
    information = sum(n * k / (theta * (1 - k * theta)) for n, k in zip((first, second), scales, strict=True))
    pairs = zip((first, second), scales, strict=True)
    powers = sum(n * k * (1 - k * theta) ** power for n, k in pairs) / views
    mean = powers ** sympy.Rational(1, power)  # harmonic
    library = variance_factor(theta, (first, second), scales)
    case.zero("the factor", 1 / information / (theta * (1 - theta) / views) - library)
    case.zero("it is the mean of 1 - κθ over 1 - θ", mean / (1 - theta) - library)
    factors = {
        (value, plays): variance_factor(value, plays, EXAMINATION)
        for value in (Fraction(19, 20), Fraction(9, 20))
        for plays in ((1, 0, 0), (1, 1, 1), (0, 0, 1))
    }
    case.must("no factor is below 1", min(factors.values()) >= 1)
    # half of the weight at κ = 1, so the ratio tends to 2; at κ = 1 only, it is 1
    half = library.subs({scales[0]: 1, scales[1]: sympy.Rational(1, 2), second: 2 * first})
    case.must("it tends to 1 / w as θ → 1", sympy.limit(half, theta, 1, "-") == 2)
    sure = {scales[0]: 1, scales[1]: sympy.Rational(1, 2), second: 0}
    case.zero("1 where all plays are at κ = 1", library.subs(sure) - 1)
    none = library.subs({scales[0]: sympy.Rational(9, 10), second: 0})
    case.must("without bound elsewhere", sympy.limit(none, theta, 1, "-") == sympy.oo)
    case.must("and above 1 elsewhere", all(one > 1 for one in factors.values()))
    for (value, plays), ratio in factors.items():
        name = f"factor at θ = {float(value)}, plays in proportion {plays}"
        case.number(name, name, float(ratio))
    plays = [number] * len(KAPPA)
    clicks = tuple(round(0.95 * k * n) for k, n in zip(KAPPA, plays, strict=True))
    right, beta_like = (moments(clicks, plays, KAPPA)[1] for moments in (posterior_moments, beta_moments))
    ratio, limit = right / beta_like, float(factors[Fraction(19, 20), (1, 1, 1)])
    case.must(
        "exact ratio at 2,000 plays each, θ = 0.95, is near it", abs(ratio / limit - 1) < CLOSE, finite=ratio
    )


@check("pbm:bc-mp-ts-tail", sampler=Twin("exact posterior"))
def bc_mp_ts_tail(case, sampler="BC-MP-TS"):
    rho = {}
    for name, theta in (("1(a)", THETA_1A), ("1(b)", THETA_1B)):
        for kind, exact_law in (("BC-MP-TS", False), ("exact posterior", True)):
            rho[name, kind] = [stuck_exponent(*theta[2:4], k, exact_law) for k in KAPPA]
            label = f"ρ in Figure {name} by position, {kind}"
            case.number(label, label, tuple(rho[name, kind]))
    better, worse = FIGURE_1A[2:4]
    for place, share in enumerate(EXAMINATION[1:], start=2):
        rare = kl_ball(share * RARE_MEAN, share * better)
        hidden = ball(share) * kl_ball(RARE_MEAN, worse)
        case.must(f"ρ < 1 at position {place} of 1(a), by balls at m = 0.1", rare < hidden)
    case.must("ρ < 1 there by minimising", max(rho["1(a)", sampler][1:]) < 1)
    case.must("ρ > 1 at its first position", rho["1(a)", "BC-MP-TS"][0] > 1)
    case.must("ρ > 1 in 1(b)", min(rho["1(b)", "BC-MP-TS"]) > 1)
    exact = [*rho["1(a)", "exact posterior"], *rho["1(b)", "exact posterior"]]
    case.must("ρ > 1 under the exact posterior", min(exact) > 1)
    # always, because d(κm, κq) increases in q > m and is therefore larger for θ_j than for θ_k
    k, m, q = sympy.symbols("kappa m q", positive=True)
    divergence = -k * m * sympy.log(q) - (1 - k * m) * sympy.log(1 - k * q)  # except for its entropy
    slope = k * (q - m) / (q * (1 - k * q))
    case.zero("d(κm, κq) increases in q > m", divergence.diff(q) - slope)
