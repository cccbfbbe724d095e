"""Numbers and names are written as people read them."""

from fractions import Fraction

import pytest

from compendium import wording
from compendium.estimates import Estimate, Share, Span


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2_000_000, "2,000,000"),
        (10**15, "10<sup>15</sup>"),
        (1234, "1234"),
        (1e-8, "10<sup>-8</sup>"),
        (Fraction(898310181, 1953125000), "0.4599"),
        (float("nan"), "not defined"),
        (Estimate(0.62, 0.0), "0.62"),
        (Estimate(0.62, float("nan")), "0.62"),
        (Estimate(6.0617, 0.088495), "6.062 ± 0.088"),
        (Estimate(0.3746, 0.0363), "0.375 ± 0.036"),
        (Estimate(1234.5, 67.8, 9, "clicks"), "1,234 ± 68"),
        (Estimate(35_954.0, 570.0), "35,954 ± 570"),
        (Span(10, 20), "10 to 20"),
        (Span(4, 4), "4"),
        (Share(17, 84), "17 of 84"),
        ("5.59194917005720", "5.592"),
        ("0.12345678 at 3, 0.5 at 4", "0.1235 at 3, 0.5 at 4"),
        (0.549469, "0.5495"),
        (0.9999968, "0.999997"),
        (1.00002, "1.00002"),
        (1134.447, "1134"),
        (20412.4, "20,412"),
        (3.0, "3"),
        ("[1, 1, 5]", "1, 1, 5"),
        ("2.99e+05", "2.99·10<sup>5</sup>"),
        ("n = 1e+06", "n = 10<sup>6</sup>"),
        ("gamma", "γ"),
        ("a1", "a<sub>1</sub>"),
        ("mu*(mu - 1)/sqrt(Lambda)", "μ·(μ − 1)/√Λ"),
        ("-v*(m + n)/(a*v + 1)**2", "−v·(m + n)/(a·v + 1)<sup>2</sup>"),
        ("2c log C √(2y log C)", "2c log C √(2y log C)"),
    ],
)
def test_a_value(value, text):
    assert wording.number(value) == text


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("TopRank(delta=1e-08)", "TopRank (δ = 10⁻⁸)"),
        ("Epoch-UCB*-UPB", "Epoch-UCB*-UPB"),
        ("Epoch-UCB*-UPB(maximiser of (50))", "Epoch-UCB*-UPB (maximum likelihood)"),
        ("our bound (L = 3, delta = 30), chance of f(x)", "our bound (L = 3, δ = 30), chance of f(x)"),
        ("P(failure at n = 500), 90%", "P(failure at n = 500), 90%"),
        ("Rank1ElimKL(budget=log), 32", "Rank1ElimKL (δ = log n), 32"),
        ("S_K/S_{K,2}, n = 1000000", "S<sub>K</sub>/S<sub>K,2</sub>, n = 1,000,000"),
        ("4n_ℓ − n_{ℓ+1}, p_max", "4n<sub>ℓ</sub> − n<sub>ℓ+1</sub>, p<sub>max</sub>"),
        ("κ_L² = 10^-3", "κ<sub>L</sub>² = 10<sup>-3</sup>"),
        ("$\\theta_L+10^{-11}$ and `a_b`", "$\\theta_L+10^{-11}$ and `a_b`"),
        ("Σ_a I_a(θ, λ) E_θ N_a", "Σ<sub>a</sub> I<sub>a</sub>(θ, λ) E<sub>θ</sub> N<sub>a</sub>"),
        ("a mean of pbm_theorem_6", "a mean of pbm_theorem_6"),
    ],
)
def test_a_label(label, text):
    assert wording.readable(label) == text


@pytest.mark.parametrize(
    ("id", "name"),
    [
        ("Rank1ElimKL(budget=log)", "Rank1ElimKL (δ = log n)"),
        ("PBM-UCB(epsilon=1.0)", "PBM-UCB (ε = 1)"),
        ("PBM-UCB(kappa error=0.05)", "PBM-UCB (κ error = 0.05)"),
        ("PBM-PIE(log_of=t)", "PBM-PIE (log t)"),
        ("PBM-UCB(told flat)", "PBM-UCB (told flat)"),
        ("Epoch-UCB(log of Jl²/2, clipped at 1)", "Epoch-UCB (log(Jl²/2), clipped at 1)"),
    ],
)
def test_a_policy(id, name):
    assert wording.named(id) == name == wording.named(name)
