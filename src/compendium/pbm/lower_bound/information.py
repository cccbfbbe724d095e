"""What a history tells, and what that demands: (4), Lemmas 2, 12 and 13, Proposition 3, Theorem 4.

The general proofs are the notebook's. The checks verify their decisive steps in symbols or
exactly, and every statement on the tree of a small game whose policy adapts and tosses coins.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import cache

import sympy
from flint import arb

from clickbandits.pbm.bounds import lower_bound
from clickbandits.pbm.model import problem
from compendium.balls import ball, kl_ball, precision
from compendium.finding import Case, check, twin
from compendium.pbm.histories import Course, Round, Rule, courses, expected_plays, greedy, mixing
from compendium.pbm.instances import EXAMINATION as PAPER_EXAMINATION
from compendium.pbm.instances import FIGURE_1A, FIGURE_1B

from .exact import (
    bound_ball,
    certified_position,
    exploring_list,
    gap,
    information_ball,
    lists,
    number,
    ratio_balls,
    strangers,
    total_information,
)

EXAMINATION = (Fraction(9, 10), Fraction(1, 2))
TRUTH = (Fraction(3, 5), Fraction(2, 5), Fraction(1, 5))
CHANGED = (Fraction(3, 5), Fraction(2, 5), Fraction(7, 10))  # in B(θ): only item 3 moves
BEST = (0, 1)
ROUNDS = {"quick": 3, "paper": 4}


@cache
def small_game(rounds: int, share: Fraction = Fraction(1, 4)) -> tuple[dict, dict]:
    """The courses of K = 3, L = 2 with their probabilities under θ and under λ."""
    rule = mixing(EXAMINATION, share)
    return courses(TRUTH, EXAMINATION, rounds, rule), courses(CHANGED, EXAMINATION, rounds, rule)


def likelihood_ratio(course: Course, attraction, changed, examination, silence=1) -> Fraction:
    """exp(ℓ(t)): the clicks' probabilities under θ over those under λ; `silence` of non-clicks."""
    total = Fraction(1)
    for past in course:
        for share, item, bit in zip(examination, past.action, past.clicks, strict=True):
            ours, theirs = share * attraction[item], share * changed[item]
            total *= ours / theirs if bit else ((1 - ours) / (1 - theirs)) ** silence
    return total


def regret_of(plays, attraction) -> Fraction:
    """Expected regret of the plays of lists in the small game, by (1)."""
    return sum(count * gap(action, attraction, EXAMINATION) for action, count in plays.items())


def missed(game: dict[Course, Fraction], value: Fraction) -> Fraction:
    """Expected regret of a game by its clicks: what the best list earns, less what is clicked."""
    total = Fraction(0)
    for course, chance in game.items():
        total += chance * (len(course) * value - sum(sum(past.clicks) for past in course))
    return total


# --- step 1: the log-likelihood ratio -------------------------------------------------------------


@check("pbm:equation-4")
@twin("the clicks alone, without the non-clicks", gives="refuted", silence=0)
def equation_4(profile, silence=1):
    """Divides each course's probabilities under θ and λ, and compares with the clicks alone."""
    case = Case()
    ours, theirs = small_game(ROUNDS[profile])
    wrong = sum(
        chance / theirs[course] != likelihood_ratio(course, TRUTH, CHANGED, EXAMINATION, silence)
        for course, chance in ours.items()
    )
    case.must("probabilities under θ add up to 1", sum(ours.values()) == 1)
    case.must("probabilities under λ add up to 1", sum(theirs.values()) == 1)
    case.must("only the clicks' probabilities are left", wrong == 0)
    case.number("histories", "histories", len(ours))
    case.number("wrong", "histories where it fails", wrong)
    return case.finding()


def _out_of_balance(choice, factor) -> list:
    """E[clicks] - factor κθ E[views] of two items at one position, polynomials in κ and θ.

    `choice` is a policy of two rounds: the first item, and the second after no click or one.
    """
    share, *attraction = sympy.symbols("kappa theta_1 theta_2", positive=True)
    first, *then = choice

    def rule(t, clicks, plays):
        return [((first if t == 1 else then[sum(map(sum, clicks))],), 1)]

    game = courses(attraction, (share,), 2, rule)
    return [
        sum(
            chance * (past.clicks[0] - factor * share * attraction[item])
            for course, chance in game.items()
            for past in course
            if past.action == (item,)
        )
        for item in (0, 1)
    ]


@check("pbm:lemma-2")
@twin("clicks a view", gives="refuted", factor=Fraction(21, 20))
@twin("the information, with its arguments exchanged", gives="refuted", truth_first=False)
def lemma_2(profile, factor=1, truth_first=True):
    """Finds E[clicks] = factor κθ E[views] in symbols and in a tree; encloses (5) in the tree."""
    case = Case()
    policies = itertools.product((0, 1), repeat=3)
    symbolic = case.zero(
        "E[clicks] = κθ E[views] for all policies of two rounds",
        *(
            sympy.expand(excess)
            for choice in policies
            for excess in _out_of_balance(choice, factor)
        ),
    )
    game, _ = small_game(ROUNDS[profile])
    views, clicks = {}, {}
    for course, chance in game.items():
        for past in course:
            for item, place, bit in zip(past.action, range(2), past.clicks, strict=True):
                cell = item, place
                views[cell] = views.get(cell, 0) + chance
                clicks[cell] = clicks.get(cell, 0) + chance * bit
    wrong = sum(
        clicks[k, at] != factor * EXAMINATION[at] * TRUTH[k] * views[k, at] for k, at in views
    )
    case.must("E[clicks] = κθ E[views] on the tree", wrong == 0)
    pair = (TRUTH, CHANGED) if truth_first else (CHANGED, TRUTH)
    with precision():
        left = sum(
            (
                ball(chance) * ball(likelihood_ratio(course, TRUTH, CHANGED, EXAMINATION)).log()
                for course, chance in game.items()
            ),
            arb(0),
        )
        right = total_information(expected_plays(game), *pair, EXAMINATION)
        tight = float((left - right).rad()) < 1e-40
        case.must("both sides of (5), course by course and from the plays", left.overlaps(right))
        case.must("enclosed to forty digits", tight)
        case.number("left", "left side of (5)", left.str(20, radius=False))
        case.number("right", "right side of (5)", right.str(20, radius=False))
    case.number("symbolic", "all policies of two rounds, symbolic", symbolic)
    case.number("cells", "cells of a larger tree", len(views))
    case.number("wrong", "cells out of balance", wrong)
    return case.finding()


def _round_by_round(game, factor):
    """Means of ℓ(s) - ℓ(s-1) given the past and the list, less `factor` times its information."""
    groups: dict = {}
    for course, chance in game.items():
        for s, past in enumerate(course):
            log_ratio = ball(likelihood_ratio((past,), TRUTH, CHANGED, EXAMINATION)).log()
            groups.setdefault((course[:s], past.action), []).append((chance, log_ratio))
    return [
        sum((ball(chance) * value for chance, value in leaves), arb(0))
        / ball(sum(chance for chance, _ in leaves))
        - ball(factor) * information_ball(action, TRUTH, CHANGED, EXAMINATION)
        for (_, action), leaves in groups.items()
    ]


@check("pbm:appendix-b1-conditioning")
@twin("lists that are fixed in advance", gives="holds", adaptive=False)
@twin("the information of one round", gives="refuted", factor=Fraction(21, 20))
def appendix_b1_conditioning(profile, adaptive=True, factor=1):
    """Encloses the conditional means of ℓ, given all lists, and of each round's increment."""

    def fixed(t, clicks, plays):
        return [((BEST, (2, 0), (1, 2), BEST)[t - 1], Fraction(1))]

    case = Case()
    rule = mixing(EXAMINATION, Fraction(0)) if adaptive else fixed
    game = courses(TRUTH, EXAMINATION, ROUNDS[profile], rule)
    with precision():
        groups = {}
        for course, chance in game.items():
            log_ratio = ball(likelihood_ratio(course, TRUTH, CHANGED, EXAMINATION)).log()
            shown = tuple(past.action for past in course)
            groups.setdefault(shown, []).append((chance, log_ratio))
        rows = []
        for shown, leaves in groups.items():
            chance = sum(part for part, _ in leaves)
            mean = sum((ball(part) * value for part, value in leaves), arb(0)) / ball(chance)
            plays = {action: Fraction(shown.count(action)) for action in shown}
            rows.append((chance, mean, total_information(plays, TRUTH, CHANGED, EXAMINATION)))
        # by Lemma 2, since means of means are means
        means, told = (sum(ball(row[0]) * row[which] for row in rows) for which in (1, 2))
        case.must("both have one mean over the lists", means.overlaps(told))
        case.must("enclosed to forty digits", float((means - told).rad()) < 1e-40)
        chance, mean, printed = max(rows, key=lambda row: row[0])
        excesses = _round_by_round(game, factor)
        case.must(
            "round by round, given the past and the list, the mean is the list's information",
            all(excess.contains(0) and float(excess.rad()) < 1e-40 for excess in excesses),
        )
        case.printed("the display, given any lists", all(row[1].overlaps(row[2]) for row in rows))
        case.number("probability", "most likely lists have probability", number(ball(chance)))
        case.number("mean", "conditional mean there", number(mean))
        case.number("printed", "printed value there", number(printed))
        case.number("rounds", "rounds, with their past and list, where ours holds", len(excesses))
    return case.finding()


# --- step 2: changes of measure -------------------------------------------------------------------


@check("pbm:definition-1")
@twin("the policy: one that explores in place of the greedy one", gives="refuted", explores=True)
@twin("the probability of being stuck", gives="refuted", factor=Fraction(21, 20))
def definition_1(profile, explores=False, factor=1):
    """Follows greedy play of two items through eight rounds: one is given up for good."""
    case = Case()
    share, attraction = Fraction("0.9"), (Fraction("0.5"), Fraction("0.4"))
    rounds = 5 if explores else 8  # all courses are possible then, four times as many a round
    rule = mixing((share,), Fraction(1, 4)) if explores else greedy(2, (share,))
    game = courses(attraction, (share,), rounds, rule)
    stuck = {
        course: chance
        for course, chance in game.items()
        if course[:2] == (Round((0,), (0,)), Round((1,), (1,)))
    }
    chance = sum(stuck.values())
    lost = share * (attraction[0] - attraction[1])
    regret = lost * expected_plays(game)[(1,)]
    expected = factor * (1 - share * attraction[0]) * share * attraction[1]
    shown_then = {past.action for course in stuck for past in course[2:]}
    case.must("item 1 never returns after no click on it and one on item 2", shown_then == {(1,)})
    case.must("P(stuck) = (1 - κθ₁) κθ₂", chance == expected)
    case.must("the regret is what is clicked less", regret == missed(game, Fraction("0.45")))
    case.must("the regret is at least P(stuck) Δ (T - 2)", regret >= chance * lost * (rounds - 2))
    case.number("stuck", "probability of being stuck for ever", chance)
    case.number("regret", "regret after 8 rounds", float(regret))
    return case.finding()


STOPPED = (EXAMINATION[:1], TRUTH[1:], CHANGED[1:])
"""κ, θ and λ of K = 2, L = 1, a game to be stopped at its second click."""


def _stopped(rounds: int, rule: Rule | None = None) -> list[tuple[Course, Fraction, Fraction]]:
    """The courses of the stopped game with their probability under θ and their e^ℓ."""
    examination, truth, changed = STOPPED
    rule = rule or mixing(examination, Fraction(0))

    def second_click(course):
        return sum(past.clicks[0] for past in course) == 2

    game = courses(truth, examination, rounds, rule, second_click)
    return [
        (course, chance, likelihood_ratio(course, truth, changed, examination))
        for course, chance in game.items()
    ]


@check("pbm:lemma-13")
@twin("the sign of ℓ", gives="refuted", power=1)
def lemma_13(profile, power=-1):
    """Compares each atom of a stopped game with the unstopped game under λ, as fractions."""
    case = Case()
    examination, _, changed = STOPPED
    atoms = _stopped(6)
    unstopped = courses(changed, examination, 6, mixing(examination, Fraction(0)))
    wrong = sum(
        chance * factor**power
        != sum(part for course, part in unstopped.items() if course[: len(atom)] == atom)
        for atom, chance, factor in atoms
    )
    case.must("P_λ = E_θ[1 e^-ℓ] for every atom", wrong == 0)
    case.number("atoms", "atoms", len(atoms))
    case.number("wrong", "failures", wrong)
    return case.finding()


def _margins(atoms, factor) -> list[arb]:
    """Left side less `factor` times the divergence, for every event of the stopped game."""
    plays = expected_plays({course: chance for course, chance, _ in atoms})
    examination, truth, changed = STOPPED
    left = total_information(plays, truth, changed, examination)
    margins = []
    for event in itertools.product((0, 1), repeat=len(atoms)):
        if 0 < sum(event) < len(atoms):
            inside = list(itertools.compress(atoms, event))
            p = sum(chance for _, chance, _ in inside)
            q = sum(chance / ratio for _, chance, ratio in inside)
            margins.append(left - ball(factor) * kl_ball(p, q))
    return margins


@check("pbm:lemma-12")
@twin("the divergence", gives="refuted", factor=Fraction(21, 20))
def lemma_12(profile, factor=1):
    """Encloses both sides for every event of a game stopped at two clicks, or of one round."""
    case = Case()
    with precision():
        atoms = _stopped(3)[::-1]  # the last one is then likelier under θ than under λ
        margins = _margins(atoms, factor)
        # of the last atom alone; the mean of ℓ is what the plays tell, by Lemma 2
        mean = sum((ball(chance) * ball(ratio).log() for _, chance, ratio in atoms), arb(0))
        _, chance, ratio = atoms[-1]
        last = mean - ball(factor) * kl_ball(chance, chance / ratio)
        case.must("the margin of an atom by hand", abs(last - margins[0]) < 1e-12)
        second_item = _stopped(1, lambda t, clicks, plays: [((1,), Fraction(1))])
        one_round = _margins(second_item, factor)
        case.must("the bound for every event", sum(not margin > 0 for margin in margins) == 0)
        case.must(
            "an equality for a click in one round",
            all(gap.contains(0) and float(gap.rad()) < 1e-40 for gap in one_round),
        )
        case.number("events", "events", len(margins))
        case.number("margin", "smallest margin", number(min(margins, key=number)))
    return case.finding()


@check("pbm:proposition-3")
@twin("the constant of log T", gives="refuted", factor=Fraction(21, 20))
@twin("the constant in the last inequality", gives="refuted", lost_bits=Fraction(19, 20))
def proposition_3(profile, factor=1, lost_bits=1):
    """Verifies the chained inequalities: the last in symbols, all of them on a tree.

    The last one is d(x, y) >= factor (1 - x) log 1/(1 - y) - lost_bits log 2.
    """
    case = Case()
    x, y = sympy.symbols("x y", positive=True)
    log = sympy.log
    divergence = x * (log(x) - log(y)) + (1 - x) * (log(1 - x) - log(1 - y))
    entropy = -x * log(x) - (1 - x) * log(1 - x)
    half = {x: sympy.Rational(1, 2)}
    rest = (log(2) - entropy) - x * log(y)
    parts = divergence + factor * (1 - x) * log(1 - y) + lost_bits * log(2) - rest
    rounds = ROUNDS[profile]
    ours, theirs = small_game(rounds)
    p, q = (
        sum(
            chance
            for course, chance in game.items()
            if 2 * sum(past.action == BEST for past in course) <= rounds
        )
        for game in (ours, theirs)
    )
    plays, plays_changed = expected_plays(ours), expected_plays(theirs)
    gaps = [gap(a, TRUTH, EXAMINATION) for a in lists(3, 2) if a != BEST]
    smallest_gap = min(gaps)
    gap_changed = gap(BEST, CHANGED, EXAMINATION)
    # (0.9 - 0.5) (0.6 - 0.4), and 0.9 (0.7 - 0.6) + 0.5 (0.6 - 0.4)
    case.must(
        "both gaps by hand", [smallest_gap, gap_changed] == [Fraction("0.08"), Fraction("0.19")]
    )
    regret, regret_changed = regret_of(plays, TRUTH), regret_of(plays_changed, CHANGED)
    # the best lists earn 0.9 · 0.6 + 0.5 · 0.4 and 0.9 · 0.7 + 0.5 · 0.6
    case.must("the regret is what is clicked less", [regret, regret_changed] == [
        missed(ours, Fraction("0.74")), missed(theirs, Fraction("0.93"))
    ])  # fmt: skip
    lost, lost_changed = regret / (smallest_gap * rounds), regret_changed / (gap_changed * rounds)
    largest_changed = max(gap(a, CHANGED, EXAMINATION) for a in lists(3, 2))
    # 0.9 (0.6 - 0.2) + 0.5 · 0 for list (3, 2), and 0.9 (0.7 - 0.4) for list (2, 1)
    case.must("the largest gaps by hand",
              [max(gaps), largest_changed] == [Fraction("0.36"), Fraction("0.27")])  # fmt: skip
    # Markov's inequality is about the share of rounds that show another list, or this one
    other, best_changed = 1 - plays[BEST] / rounds, plays_changed[BEST] / rounds
    case.must("the share of another list, list by list",
              other * rounds == sum(count for a, count in plays.items() if a != BEST))  # fmt: skip
    case.must("the losses are not far beyond", lost <= other * max(gaps) / smallest_gap
              and lost_changed <= largest_changed / gap_changed)  # fmt: skip
    case.must("the shares are within the losses",
              p / 2 <= other <= lost and (1 - q) / 2 <= best_changed <= lost_changed)  # fmt: skip

    def floor(x, rest):
        """The last inequality's right side at (x, 1 - rest)."""
        return ball(factor * (1 - x)) * ball(1 / rest).log() - ball(lost_bits) * arb(2).log()

    with precision():
        information = total_information(plays, TRUTH, CHANGED, EXAMINATION)
        # close to equality: x = 1/2 for the constant log 2, small 1 - y for that of the logarithm
        corners = [
            (Fraction("0.5"), Fraction("1e-9")),
            (Fraction("0.01"), Fraction("1e-60")),
        ]
        steps = [
            case.zero("d(x, y) in its parts", parts),
            case.zero("the entropy is concave", entropy.diff(x, 2) + 1 / (x * (1 - x))),
            case.zero("it is level at 1/2, where it is log 2",
                      entropy.diff(x).subs(half), entropy.subs(half) - log(2)),
            case.must("Markov's inequality under θ", p <= 2 * lost),
            case.must("Markov's inequality under λ", 1 - q <= 2 * lost_changed),
            case.must("information is above the divergence", information > kl_ball(p, q)),
            case.must("the divergence is above (1-x) log 1/(1-y) - log 2", all(
                kl_ball(x, 1 - rest) > floor(x, rest) for x, rest in [(p, 1 - q), *corners]
            )),
        ]  # fmt: skip
        case.number("verified", "steps verified", sum(steps))
        case.number("steps", "steps", len(steps))
        case.number("information", "information", number(information))
    return case.finding()


# --- step 3: the cheapest plays -------------------------------------------------------------------


@check("pbm:theorem-4")
@twin("the constant", gives="refuted", factor=Fraction(21, 20))
@twin("the constant", gives="refuted", factor=Fraction(19, 20))
def theorem_4(profile, factor=1):
    """Encloses a dual point of f(θ), list by list, and plays; both have the constant's value.

    With prices y_k and no list a told for more than its gap, Σ_k y_k I_{a,k} <= Δ_a, whatever meets
    the constraints costs at least Σ_k y_k; plays of the v_{k,l_k} that meet them cost no more. The
    constant with which both are compared is the library's, by sums of another form.
    """
    case = Case()
    slack, equal = [], []
    with precision():
        for name, attraction, examination in (
            ("the small game", TRUTH, EXAMINATION),
            ("Figure 1(a)", FIGURE_1A, PAPER_EXAMINATION),
            ("Figure 1(b)", FIGURE_1B, PAPER_EXAMINATION),
        ):
            n_items, n_positions = len(attraction), len(examination)
            worst = attraction[n_positions - 1]

            def told(item, place, theta=attraction, kappa=examination, level=worst):
                return kl_ball(kappa[place] * theta[item], kappa[place] * level)

            price, cost = {}, arb(0)
            explored = set()
            for item in range(n_positions, n_items):
                ratios = ratio_balls(attraction, examination, item)
                place = certified_position(ratios) - 1
                price[item] = ratios[place]
                explored.add(action := exploring_list(item, place, n_positions))
                cost += ball(gap(action, attraction, examination)) / told(item, place)
            for action in lists(n_items, n_positions):
                if strangers(action):
                    needed = sum((price[k] * told(k, at) for k, at in strangers(action)), arb(0))
                    rest = ball(gap(action, attraction, examination)) - needed
                    (equal if action in explored else slack).append(rest)
            claimed = float(factor) * lower_bound(
                problem([*map(float, attraction)], [*map(float, examination)])
            )
            prices = sum(price.values(), arb(0))
            case.must(f"nothing costs less than the constant, {name}",
                      abs(prices / claimed - 1) < 1e-12)  # fmt: skip
            case.must(f"plays that cost as much, {name}", abs(cost / claimed - 1) < 1e-12)
        plays = expected_plays(small_game(3)[0])
        constant, _ = bound_ball(TRUTH, EXAMINATION)
        border = (*TRUTH[:2], TRUTH[1])  # of B(θ), where information is smallest
        information = total_information(plays, TRUTH, border, EXAMINATION)
        regret = regret_of(plays, TRUTH)
        # 0.9 · 0.6 + 0.5 · 0.4 a round at best
        case.must("the regret is what is clicked less",
                  regret == missed(small_game(3)[0], Fraction("0.74")))  # fmt: skip
        ratio = ball(regret) / (constant * information)
        case.must("those explored are", sum(not abs(rest) < 1e-12 for rest in equal) == 0)
        case.must("no other list is told for its gap", sum(not rest > 0 for rest in slack) == 0)
        case.must("regret exceeds f(θ) times information", ratio > 1)
        case.number("lists", "lists whose gap exceeds the price of what they tell", len(slack))
        case.number("ratio", "regret over f(θ) times information", number(ratio))
    return case.finding()
