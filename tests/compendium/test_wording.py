"""Numbers and names as people read them."""

from fractions import Fraction

import pytest

from compendium import wording


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2_000_000, "2,000,000"),
        (10**15, "1·10<sup>15</sup>"),
        (1234, "1234"),
        (1e-8, "1·10<sup>-8</sup>"),
        (Fraction(898310181, 1953125000), "0.459935"),
        (float("nan"), "not defined"),
        ("0.0000 ± 0.0000", "less than 0.00005"),
        ("0.62 ± 0.00", "0.62 (error less than 0.005)"),
        ("0.62 ± 0.01", "0.62 ± 0.01"),
        ("4 to 4 steps", "4 steps"),
        ("[1, 1, 5]", "1, 1, 5"),
        ("2.99e+05", "2.99·10<sup>5</sup>"),
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
        ("TopRank(delta=1e-08)", "TopRank (δ = 1·10<sup>-8</sup>)"),
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
