"""Regrets at the horizon and their comparison: what the claims about simulations rest on."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from clickbandits.experiments import Regret

AGREES = {1: "holds", 0: "undecided", -1: "not reproduced"}
"""The verdict on a statement that a simulation bears out, cannot tell, or contradicts."""


def significant(difference: float, standard_error: float) -> int:
    """Sign of a simulated difference where it exceeds three standard errors, else 0.

    Of a true difference of zero it says otherwise in 0.3 % of simulations.
    """
    if abs(difference) <= 3 * standard_error:
        return 0
    return 1 if difference > 0 else -1


def final(regret: Regret, policy: str) -> tuple[float, float]:
    """Mean regret at the horizon and its standard error."""
    return float(regret.mean(policy)[-1]), float(regret.standard_error(policy)[-1])


def quotient(top: tuple[float, float], bottom: tuple[float, float]) -> tuple[float, float]:
    """Quotient of two means and its standard error, each given with its own."""
    ratio = top[0] / bottom[0]
    return ratio, ratio * math.hypot(top[1] / top[0], bottom[1] / bottom[0])


def below(regret: Regret, lower: str, higher: str, factor: float = 1.0) -> int:
    """Whether one final mean is below `factor` times another: 1, 0 (cannot tell) or -1."""
    low, low_error = final(regret, lower)
    high, high_error = final(regret, higher)
    return significant(factor * high - low, math.hypot(low_error, factor * high_error))


def finals(
    regret: Regret, digits: int = 2, prefix: str = "", policies: Sequence[str] = ()
) -> dict[str, str]:
    """Final mean regrets with their standard errors, as text, of all policies or of some."""
    return {
        f"{prefix}{policy}": "{:.{d}f} ± {:.{d}f}".format(*final(regret, policy), d=digits)
        for policy in policies or regret.values
    }


def scale(regret: Regret) -> dict[str, int]:
    """The number of rounds and of runs, which every simulated finding names."""
    return {"rounds": int(regret.rounds[-1]), "runs": len(next(iter(regret.values.values())))}


def joint_scale(regrets: Iterable[Regret], policies: Sequence[str]) -> dict[str, object]:
    """The most rounds of several simulations, and the least and the most runs of some policies."""
    regrets = list(regrets)
    runs = sorted({len(regret.values[name]) for regret in regrets for name in policies})
    rounds = max(int(regret.rounds[-1]) for regret in regrets)
    return {"rounds": rounds, "runs": " to ".join(map(str, dict.fromkeys((runs[0], runs[-1]))))}
