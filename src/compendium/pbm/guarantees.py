"""The paper's guarantees on how often the confidence bounds of Section 4 miss."""

import math


def ucb_guarantee(t, delta) -> float:
    """Proposition 8: e δ log(t) exp(-δ), for δ >= 1 and t >= 2."""
    return math.e * delta * math.log(t) * math.exp(-delta)


def kl_guarantee(t, delta, n_positions) -> float:
    """Proposition 10: e^(L+1) (⌈δ log t⌉ δ / L)^L exp(-δ), for δ >= L + 1."""
    slices = math.ceil(delta * math.log(t))
    return math.exp(n_positions + 1 - delta) * (slices * delta / n_positions) ** n_positions
