"""Claims on the long run of the policies of Figures 1 to 3, beyond the figures' horizons."""

from __future__ import annotations

from clickbandits.experiments import run
from clickbandits.mnl.epoch_ucb_upb import EPOCH_UCB_UPB
from clickbandits.mnl.top_rank import TOP_RANK
from compendium.case import Twin, check
from compendium.comparisons import all_of, positive, share_above, within
from compendium.estimates import Estimate
from compendium.mnl import experiments

from . import outcomes, studies
from .reported import at_the_end

FIRST_TENTH, LAST_TENTH = (0.0, 0.1), (0.9, 1.0)
"""Parts of a horizon, given by the shares at which they begin and end."""
OFTEN, LONGER = 0.95, 10
"""The share of runs that counts as nearly all, and the factor by which the longest games are longer."""
LEARNED = 0.1
"""The loss that counts as hardly any, as a share of the loss of a uniformly random list."""


@check("mnl:upb-eventually-learns", holds="open", share=Twin(0.5, "not reproduced"))
def upb_eventually_learns(case, share=1):
    less, hardly = [], []
    for name, problem in experiments.PROBLEMS.items():
        regret = run(experiments.long_horizon(name, (EPOCH_UCB_UPB,), case.profile))
        early = studies.growth(regret, EPOCH_UCB_UPB.id, *FIRST_TENTH)
        late = studies.growth(regret, EPOCH_UCB_UPB.id, *LAST_TENTH)
        random = outcomes.uniform_regret(problem)
        less.append(positive(share * early - late))
        hardly.append(positive(LEARNED * random - late))
        case.family(
            {
                f"({name}) regret a round, first tenth": early,
                f"({name}) regret a round, last tenth": late,
                f"({name}) uniformly random list": random,
                f"({name}) last tenth, as a share of it": late / random,
                f"({name}) rounds, runs": (int(regret.rounds[-1]), regret.experiment.replications),
            }
        )
    for words, each in (
        ("its regret per round falls on every problem, as a limit of 0 requires", less),
        ("at ten times the figures' horizons it loses less than a tenth of a random list's loss", hardly),
    ):
        case.reading(words, at_the_end(all_of(*each), case.profile))


@check(
    "mnl:figure-2-toprank-linear",
    near=[Twin((1.035, 1.265), "not reproduced", step) for step in ("", "figure-3-toprank-linear")],
)
def toprank_linear(case, near=(0.9, 1.1)):
    for name, each in (("b", case), ("c", case.step("figure-3-toprank-linear"))):
        gap = outcomes.order_gaps()[name]
        regret = run(experiments.long_horizon(name, (TOP_RANK,), case.profile))
        slope = studies.growth(regret, "TopRank", *studies.SECOND_HALF)
        each.sign("the slope is the gap, to 10 %", at_the_end(within(slope / gap, *near), case.profile))
        each.number("gap", "gap of the list in the order of the positions", gap)
        each.number("slope", "regret a round over the second half", slope.value)
        each.number("error", "standard error", slope.error)
        each.number("rounds", "rounds", int(regret.rounds[-1]))
        each.number("runs", "runs", regret.experiment.replications)


@check("mnl:toprank-finds-top-items", alone=Twin(True, "not reproduced"))
def toprank_finds_top_items(case, alone=False):
    runs = 200 if case.profile == "paper" else 20
    horizons = experiments.HORIZON[case.profile]

    def often(name, times=1, public=False):
        horizon = times * horizons[name]
        delta = experiments.public_delta(horizon) if public else None
        successes = outcomes.top_items_found(name, horizon, runs, delta, alone)
        setting = "longer" if times > 1 else "larger δ" if public else "δ = 1/T"
        case.number(f"({name}) runs, {setting}", f"({name}) runs, {setting}, {horizon:,} rounds", successes)
        return share_above(successes, runs, OFTEN)

    on_b = often("b")
    for words, each in (
        ("at the figures' horizons, δ = 1/T", all_of(on_b, often("c"))),
        (
            "at these horizons, δ = T^(-1/2), as in a program by one of TopRank's authors",
            all_of(often("b", public=True), often("c", public=True)),
        ),
        ("in the end: on (c) at ten times its horizon, δ = 1/T", all_of(on_b, often("c", LONGER))),
    ):
        case.reading(words, at_the_end(each, case.profile))
    case.number("runs", "runs", runs)


@check("mnl:index-ties-leak", cut=Twin(False, "not reproduced"))
def index_ties_leak(case, cut=True):
    leaked, honest = outcomes.leak(case.profile, cut)
    in_order, shuffled = map(Estimate.of, (leaked, honest))
    case.sign("less than a tenth", positive(shuffled - 10 * in_order))
    case.number("leaked", "regret, items in the paper's order", in_order.value)
    case.number("leaked_error", "standard error", in_order.error)
    case.number("honest", "regret, labels shuffled", shuffled.value)
    case.number("honest_error", "standard error, shuffled", shuffled.error)
    case.number("runs", "runs", honest.size)
