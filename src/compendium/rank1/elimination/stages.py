"""Section 3 of Katariya et al. (2017): stages, their number, and the confidence intervals."""

from __future__ import annotations

import itertools
import math

import sympy as sp
from flint import arb, ctx

from clickbandits.rank1.bounds import stage_end
from compendium.case import Twin, check
from compendium.rank1.symbols import n


def level(horizon: int) -> float:
    """δ = log n + 3 log log n."""
    log = math.log(horizon)
    return log + 3 * math.log(log)


def completed_stages(horizon: int, steps_a_round: int) -> int:
    """The number of stages that end within the horizon if every round takes this many steps."""
    ended = (steps_a_round * stage_end(stage, horizon) <= horizon for stage in itertools.count())
    return sum(itertools.takewhile(bool, ended))


@check("rank1:number-of-stages", factor=Twin(0.6), constant=Twin(1), least=Twin(2))
def number_of_stages(case, factor=1, constant=2, least=3):
    log_4 = sp.log(4)
    started = constant + sp.log(n / (32 * sp.log(n))) / log_4
    bound = sp.log(n) / log_4 - sp.Rational(1, 2) - sp.log(sp.log(n)) / log_4
    case.zero("the bound on the stages", sp.expand_log(started - bound, force=True))
    horizons = [*range(least, 3000), *(10**k for k in range(4, 40))]
    stages = {horizon: 1 + completed_stages(horizon, 2) for horizon in horizons}
    most = max(number / math.log(horizon) for horizon, number in stages.items())
    case.must("largest ratio of stages to log n counted", most <= factor, most=most)
    within = all(
        number < constant + math.log(horizon / (32 * math.log(horizon)), 4)
        for horizon, number in stages.items()
        if horizon >= 164
    )
    case.must("our bound from 164 on", within)


def budget_exceeds_two_logs(last: int) -> list[int]:
    """The n from 3 to `last` with log n + 3 log log n > 2 log n, by ball arithmetic."""
    with ctx.workprec(100):
        excess = {n: 3 * arb(n).log().log() - arb(n).log() for n in range(3, last + 1)}
        if any(value.contains(arb()) for value in excess.values()):
            raise ArithmeticError("a ball contains 0: raise the precision")
        return [n for n, value in excess.items() if value > 0]


@check(
    "rank1:tighter-intervals",
    repeated=Twin(4),
    first=[Twin(90), *(Twin(n, step="small-horizons") for n in (163, 165))],
    least=Twin(1, step="small-horizons"),
)
def tighter_intervals(case, repeated=3, first=164, least=2):
    with ctx.workprec(100):  # log 1 = 0, so a stage has no rounds at n = 1
        ends = [n for n in range(least, 201) if 2 * (16 * arb(n).log()).ceil() <= n]
        logs = [arb(horizon).log() for horizon in range(first, 1001)]
        tighter = all(log + repeated * log.log() < 2 * log for log in logs)
    wide = budget_exceeds_two_logs(1000)
    case.must("δ > 2 log n from n", wide == list(range(7, 94)), **{"from": wide[0]})
    case.number("to", "to n", wide[-1])
    case.must("the first n at which an interval is computed", ends[0] >= first, first=ends[0])
    case.must("δ < 2 log n wherever a stage ends", tighter)
    slope = sp.diff(sp.log(n) - 3 * sp.log(sp.log(n)), n) * n
    case.zero("log n - 3 log log n increases from e³ on", slope - 1 + 3 / sp.log(n))
    step = case.step("small-horizons")
    exactly = ends == list(range(first, 201))
    step.must("first horizon at which a stage can end", exactly, first=ends[0])
    slope = sp.diff(n - 32 * sp.log(n), n)  # increases with n
    step.must("n - 32 log n increases", slope.subs(n, 200) == sp.Rational(21, 25))
