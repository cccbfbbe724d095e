"""The sentences of Grant and Leslie (2023) about Figures 1 to 3, and our variants, tested by simulation."""

from __future__ import annotations

import numpy as np
from scipy import stats

from clickbandits.compiled import compiled
from clickbandits.experiments import Regret, run
from clickbandits.mnl.model import MODEL, optimal_reward
from clickbandits.simulate import game
from compendium.case import Twin, check
from compendium.comparisons import (
    INCONCLUSIVE,
    Comparison,
    all_of,
    below,
    final,
    finals,
    positive,
    share_above,
    within,
)
from compendium.estimates import Estimate, Span
from compendium.mnl.experiments import PROBLEMS, often, public_delta

from . import outcomes, studies

SEVEN = ("Epoch-UCB", "PBM-UCB", "Epoch-UCB-W", "TopRank", "Epoch-UCB*-UPB", "Epoch-UCB-UPB", "MNL-bandit")
"""The policies of the paper's figures, in their order; PBUCB is PBM-UCB."""
MOST, FREE = 0.95, 0.9
"""The level of an interval on a page, and a share of runs that are not stuck."""
STAR, STAR_50 = "Epoch-UCB*-UPB", "Epoch-UCB*-UPB(maximiser of (50))"


def all_finals(regrets: dict[str, Regret]) -> dict:
    """All final means and standard errors by problem, with rounds and runs, for a finding."""
    numbers: dict[str, object] = {}
    for name, regret in regrets.items():
        numbers |= finals(regret, f"({name}) ")
        runs = len(next(iter(regret.values.values())))
        numbers[f"({name}) rounds, runs"] = int(regret.rounds[-1]), runs
    return numbers


def at_the_end(comparison: Comparison, profile: str) -> Comparison:
    """The comparison; a preview is shorter and cannot decide about the end of a figure."""
    return comparison if profile == "paper" else INCONCLUSIVE


def all_below(case, regrets, lower, higher, factor=1.0, preview_tells=False):
    """Whether some policies' finals are below `factor` times some others', on each problem."""
    for name, regret in regrets.items():
        for one in lower:
            for other in (policy for policy in higher if policy not in lower):
                less = below(regret, one, other, factor)
                difference = less if preview_tells else at_the_end(less, case.profile)
                case.sign(f"({name}) {one} below {other}", difference)
    case.family(all_finals(regrets))


@check(
    "mnl:figures-best-policies",
    Twin({"lower": "(clipped at 1)", "higher": ""}, "not reproduced", "clipping-costs"),
    best=Twin(("Epoch-UCB", "Epoch-UCB-W"), "not reproduced"),
)
def figures_best_policies(case, best=("Epoch-UCB", "PBM-UCB"), lower="", higher="(clipped at 1)"):
    regrets = studies.figures(case.profile, SEVEN)
    ahead: dict[str, list] = {"known": [], "all": []}
    for name, regret in regrets.items():
        for who, policies in (("known", SEVEN[:3]), ("all", SEVEN)):
            pairs = [(one, other) for one in best for other in policies if other not in best]
            ahead[who].append(all_of(*(below(regret, *pair) for pair in pairs)))
        case.family({f"({name}) another policy is below one of them": ahead["all"][-1].sign() < 0})
    for words, outcomes_ in (
        ("of the three policies that know the biases, on every problem", ahead["known"]),
        ("of all seven policies, on every problem", ahead["all"]),
    ):
        case.reading(words, at_the_end(all_of(*outcomes_), case.profile))
    case.reading("of all seven, on two of the problems", at_the_end(two_of(*ahead["all"]), case.profile))
    case.family(all_finals(regrets))

    clipping, regrets = case.step("clipping-costs"), studies.choices(case.profile, "c")
    for name in ("Epoch-UCB", "Epoch-UCB-sharp"):
        less = below(regrets["c"], name + lower, name + higher)
        clipping.sign(f"{name}{lower} below {name}{higher}", at_the_end(less, case.profile))
    clipping.family(all_finals(regrets))


def two_of(*several: Comparison) -> Comparison:
    """Whether at least two of three statements hold, without a correction for their number."""
    return Comparison(sorted(one.agrees for one in several)[1], sorted(one.contradicts for one in several)[1])


@check("mnl:figures-improved-coefficients", factors=Twin((5, 6), "not reproduced"))
def figures_improved_coefficients(case, factors=(1.5, 2)):
    regrets = studies.figures(case.profile, ("Epoch-UCB", "Epoch-UCB-W"))
    for factor in factors:
        less = all_of(*(below(each, "Epoch-UCB", "Epoch-UCB-W", 1 / factor) for each in regrets.values()))
        difference = less if less.sign() > 0 else at_the_end(less, case.profile)
        case.choice(f"“much more” is {factor:g} times the regret", difference)
    case.family(all_finals(regrets))


@check("mnl:figures-w-worse-than-toprank", problem=Twin("b", "not reproduced"))
def figures_w_worse_than_toprank(case, problem="a"):
    regrets = studies.figures(case.profile, ("Epoch-UCB-W", "TopRank"))
    less = {name: below(each, "TopRank", "Epoch-UCB-W") for name, each in regrets.items()}
    case.reading("where TopRank's order is the best one", at_the_end(less[problem], case.profile))
    case.reading("on all three problems", at_the_end(all_of(*less.values()), case.profile))
    case.family({f"({name}) TopRank is below": each.sign() > 0 for name, each in less.items()})
    case.family(all_finals(regrets))


@check("mnl:figures-upb-conservative", last=Twin("Epoch-UCB-W", "not reproduced"))
def figures_upb_conservative(case, last="Epoch-UCB-UPB"):
    regrets = studies.figures(case.profile, SEVEN)
    all_below(case, regrets, [policy for policy in SEVEN if policy != last], (last,))


@check("mnl:figures-star-close-to-best", factor=Twin(0.9, "not reproduced"))
def figures_star_close_to_best(case, factor=1.5):
    regrets = studies.figures(case.profile, (STAR, "Epoch-UCB", "PBM-UCB"))
    all_below(case, regrets, (STAR,), ("Epoch-UCB", "PBM-UCB"), factor)


@check("mnl:figure-1-toprank-performs-well", others=Twin(("Epoch-UCB-sharp",), "not reproduced"))
def figure_1_toprank_performs_well(case, others=("MNL-bandit", "Epoch-UCB-UPB", "Epoch-UCB-W")):
    (regret,) = studies.figures(case.profile, ("Epoch-UCB", "TopRank", *others), "a").values()
    (study,) = studies.choices(case.profile, "a").values()
    larger = f"TopRank(delta={public_delta(int(regret.rounds[-1])):g})"
    for words, toprank in (("1/T", final(regret, "TopRank")), ("T^(-1/2)", final(study, larger))):
        less = all_of(*(positive(final(regret, other) - toprank) for other in others))
        case.choice(f"δ = {words}", at_the_end(less, case.profile))
        case.number("usual" if words == "1/T" else "larger", f"TopRank's regret, δ = {words}", toprank)
    case.family(all_finals({"a": regret}))


@check("mnl:figure-3-mnl-bandit-explores", explores=Twin(STAR, "not reproduced"))
def figure_3_mnl_bandit_explores(case, explores="MNL-bandit"):
    regrets = studies.figures(case.profile, (STAR, "MNL-bandit"), "c")
    rates = {
        policy: studies.growth(regret, policy, *studies.SECOND_HALF)
        for regret in regrets.values()
        for policy in regret.values
    }
    (settled,) = rates.keys() - {explores}
    for times in (2, 5):
        more = positive(rates[explores] - times * rates[settled])
        case.choice(f"it loses {times} times as much a round", at_the_end(more, case.profile))
    case.family({f"{policy}, regret a round in the second half": rate for policy, rate in rates.items()})
    case.family(all_finals(regrets))


@check("mnl:problem-c-learned-quickly", quickest=Twin("b", "not reproduced"))
def problem_c_learned_quickly(case, quickest="c"):
    shares = {name: outcomes.share_of_uniform(name, case.profile) for name in "abc"}
    for name in shares.keys() - {quickest}:
        case.sign(f"less than on ({name})", positive(shares[name] - shares[quickest]))
    runs = {"runs": round(shares["c"].freedom) + 1}
    case.family({f"({name}) share": share for name, share in shares.items()} | runs)


@check("mnl:sharp-radius-pays", factor=Twin(0.6, "not reproduced"))
def sharp_radius_pays(case, factor=1):
    regrets = studies.figures(case.profile, ("Epoch-UCB", "Epoch-UCB-sharp"))
    all_below(case, regrets, ("Epoch-UCB-sharp",), ("Epoch-UCB",), factor, preview_tells=True)


@check(
    "mnl:star-beats-printed-radius",
    factor=[Twin(0.4, "not reproduced", step) for step in ("", "estimator-pays")],
)
def star_beats_printed_radius(case, factor=1):
    regrets = studies.figures(case.profile, (STAR_50, "Epoch-UCB", "PBM-UCB"))
    all_below(case, regrets, (STAR_50,), ("Epoch-UCB", "PBM-UCB"), factor)
    regrets = studies.figures(case.profile, (STAR, STAR_50), "ac")
    all_below(case.step("estimator-pays"), regrets, (STAR_50,), (STAR,), factor)


def loss_of_last_list(experiment, replication: int) -> float:
    """The loss per round of the list with which a run of the only policy of an experiment ends."""
    (policy,), (problem,) = experiment.policies, experiment.problems
    ended = game(MODEL, (problem,), policy, np.array([experiment.horizon]), experiment.seed, replication)
    action = np.zeros(problem.examination.size, dtype=np.int64)
    rng = np.random.default_rng(0)  # from which nothing is drawn
    compiled(policy.choose)(ended.state, experiment.horizon, action, rng)
    return optimal_reward(problem) - float(MODEL.reward(*problem, ended.items[action]))


@check("mnl:star-stuck-runs", Twin({"counted": "stuck", "most": 1 - FREE}, "not reproduced"))
def star_stuck_runs(case, counted="free", most=FREE):
    regret = run(often(STAR_50, case.profile))
    first, other = sorted({r for r, _ in outcomes.exact_rewards(PROBLEMS["b"])}, reverse=True)[:2]
    values, second = regret.values[STAR_50], float(first - other)
    stuck_runs, ends = np.flatnonzero(outcomes.stuck(regret.rounds, values, second)), values[:, -1]
    stuck = stuck_runs.size
    losses = [loss_of_last_list(regret.experiment, int(run_)) for run_ in stuck_runs]
    case.must("the list at its end is not the best one", min(losses, default=1) > second / 2)
    seen = 1 if stuck else 0  # a number of games without one does not contradict that it can happen
    case.sign("a run was stuck", seen if case.profile == "paper" else 0)
    rare = share_above({"free": ends.size - stuck, "stuck": stuck}[counted], ends.size, most)
    case.sign("fewer than one in ten are", at_the_end(rare, case.profile))
    low, high = stats.binomtest(stuck, ends.size).proportion_ci(MOST, "exact")
    case.number("stuck", "stuck runs", stuck)
    case.number("share", "95 % interval of their share", Span(float(low), float(high)))
    case.number("second", "loss of the second-best list a round", second)
    case.number("largest", "largest regret", float(ends.max()))
    case.number("median", "median regret", float(np.median(ends)))
    case.number("runs", "runs", ends.size)
    if losses:
        case.number("last", "least loss a round of their last lists", min(losses))


@check("mnl:implicit-differences", margin=Twin(2, "holds"), times=Twin(1.5, "not reproduced"))
def implicit_differences(case, margin=0.1, times=1):
    table = studies.literal_differences(case.profile)
    errors = table["standard error"], table["standard error of the literal"]
    for row, error, of_literal in zip(table.itertuples(), *errors, strict=True):
        name = f"({row.problem}) {row.policy}, {row.rounds:,} rounds"
        ours = Estimate(row.ours, error, row.runs - 1)
        literal = Estimate(row.literal, of_literal, row.runs - 1)
        case.family(
            {f"{name}: implicit": ours, f"{name}: literal": literal, f"{name}: ratio": ours / literal}
        )
        most, least = (times * (1 + side * margin) * literal for side in (1, -1))
        case.sign(f"{name}: the same", within(ours, least, most))
    more = int((table["ours"] > table["literal"]).sum())
    case.number("more", "rows in which the implicit ones lose more", more)
    case.number("rows", "rows", len(table))
    case.number("runs", "runs", Span.of(table["runs"]))
