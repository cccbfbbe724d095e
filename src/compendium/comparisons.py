"""Compare simulated means, as the claims about simulations require.

A statement such as "the regret of A is below that of B" is tested in both directions by Student's
t, with Welch's degrees of freedom if samples differ in size or spread. The data *agree* with it if such
data would be very unlikely if it failed, and *contradict* it if they would be very unlikely if it held;
otherwise the comparison is undecided. Each of the two errors has a probability of at most `LEVEL` / 2,
about one in 740, which is that of three known standard errors.

A verdict from several comparisons has the same error probabilities. All must agree for "holds"; if
the statement fails, at least one comparison fails, so no correction is needed (an intersection-union
test). One contradiction is enough for "not reproduced", so the level is divided by their number
(Bonferroni), whatever their dependence.

That two means are *the same* is tested by two comparisons with a margin on either side (`within`), so a
wide interval never counts as agreement.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scipy import stats

from clickbandits.experiments import Regret

from .estimates import Estimate, Span

LEVEL = 0.0027
"""The two-sided level of every verdict, that of three standard errors of a normal distribution."""


class Comparison(NamedTuple):
    """The evidence of data about a statement, as two p-values.

    agrees : the largest probability of data at least as favourable to it, if it fails
    contradicts : the largest probability of data at least as unfavourable to it, if it holds
    """

    agrees: float
    contradicts: float

    def sign(self, family: int = 1) -> int:
        """1 if the data agree, -1 if they contradict, and 0 if they do not decide.

        `family` is the number of comparisons any of which would contradict the same statement. The
        probability of a false alarm among all of them is at most `LEVEL` / 2.
        """
        if self.agrees <= LEVEL / 2:
            return 1
        return -1 if family * self.contradicts <= LEVEL / 2 else 0


INCONCLUSIVE = Comparison(1.0, 1.0)
"""The result of a simulation that is too short for the statement."""


def positive(difference: Estimate) -> Comparison:
    """Whether an expectation is above 0, by Student's t; a single run does not decide."""
    if math.isnan(difference.error) or not difference.freedom > 0:
        return INCONCLUSIVE
    if difference.error == 0:  # nothing was random
        return Comparison(float(difference.value <= 0), float(difference.value >= 0))
    law, t = stats.t(difference.freedom), difference.value / difference.error
    return Comparison(float(law.sf(t)), float(law.cdf(t)))


def within(value: Estimate, low: Estimate | float, high: Estimate | float) -> Comparison:
    """Whether an expectation is between two others (equivalence), by two one-sided tests.

    For "the same", the whole interval must be inside the margins. A difference contradicts only if it is
    beyond a margin.
    """
    return all_of(positive(value - low), positive(high - value))


def opposite(one: Comparison) -> Comparison:
    """Whether a statement fails."""
    return Comparison(one.contradicts, one.agrees)


def share_above(successes: int, runs: int, share: float) -> Comparison:
    """Whether a chance is above a share, by the exact binomial test."""
    agrees, contradicts = (
        float(stats.binomtest(successes, runs, share, side).pvalue) for side in ("greater", "less")
    )
    return Comparison(agrees, contradicts)


def more_often(successes: int, runs: int, others: int, of: int) -> Comparison:
    """Whether a chance is above another, by Fisher's exact test on two independent samples."""
    counts = [[successes, runs - successes], [others, of - others]]
    agrees, contradicts = (float(stats.fisher_exact(counts, side).pvalue) for side in ("greater", "less"))
    return Comparison(agrees, contradicts)


def all_of(*several: Comparison) -> Comparison:
    """Whether all of some statements hold."""
    worst = min(one.contradicts for one in several)
    return Comparison(max(one.agrees for one in several), min(1.0, len(several) * worst))


def some_of(*several: Comparison) -> Comparison:
    """Whether at least one of some statements holds."""
    best = min(one.agrees for one in several)
    return Comparison(min(1.0, len(several) * best), max(one.contradicts for one in several))


def final(regret: Regret, policy: str) -> Estimate:
    """Mean regret at the horizon, in clicks."""
    return Estimate.of(regret.values[policy][:, -1], "clicks")


def below(regret: Regret, lower: str, higher: str, factor: float = 1.0) -> Comparison:
    """Whether one expected regret at the horizon is below `factor` times another."""
    return positive(factor * final(regret, higher) - final(regret, lower))


def finals(regret: Regret, prefix: str = "", policies: Sequence[str] = ()) -> dict[str, Estimate]:
    """Mean regrets at the horizon with their standard errors, of all policies or of some."""
    return {f"{prefix}{policy}": final(regret, policy) for policy in policies or regret.values}


def scale(regret: Regret) -> dict[str, int]:
    """The number of rounds and of runs, which every simulated finding names."""
    return {"rounds": int(regret.rounds[-1]), "runs": len(next(iter(regret.values.values())))}


def joint_scale(regrets: Iterable[Regret], policies: Sequence[str]) -> dict[str, object]:
    """The most rounds of several simulations, and the least and the most runs of some policies."""
    regrets = list(regrets)
    runs = [len(regret.values[name]) for regret in regrets for name in policies]
    rounds = max(int(regret.rounds[-1]) for regret in regrets)
    return {"rounds": rounds, "runs": Span.of(runs)}
