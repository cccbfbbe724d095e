"""The information in a history and its consequences: (4), Lemmas 2, 12, 13, Proposition 3, Theorem 4.

The notebook has the general proofs. The checks verify their decisive steps in symbols or exactly,
and every statement on the tree of a small game whose policy adapts and tosses coins.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache

import sympy
from flint import arb

from clickbandits.pbm.bounds import lower_bound
from clickbandits.pbm.model import problem
from compendium.balls import ball, kl_ball, precision
from compendium.case import Twin, check
from compendium.pbm.histories import Course, Round, Rule, courses, expected_plays, greedy, mixing
from compendium.pbm.instances import EXAMINATION, FIGURE_1A, FIGURE_1B

from .exact import (
    bound_ball,
    certified_position,
    exploring_list,
    gap,
    information_ball,
    lists,
    mean_of,
    number,
    ratio_balls,
    strangers,
    total_information,
)

SMALL_GAME_EXAMINATION = (Fraction(9, 10), Fraction(1, 2))
TRUTH = (Fraction(3, 5), Fraction(2, 5), Fraction(1, 5))
CHANGED = (Fraction(3, 5), Fraction(2, 5), Fraction(7, 10))  # in B(θ): only item 3 moves
BEST = (0, 1)
ROUNDS = {"quick": 3, "paper": 4}


@cache
def small_game(rounds: int, share: Fraction = Fraction(1, 4)) -> tuple[dict, dict]:
    """The courses of K = 3, L = 2 with their probabilities under θ and under λ."""
    rule = mixing(SMALL_GAME_EXAMINATION, share)
    true, changed = (courses(theta, SMALL_GAME_EXAMINATION, rounds, rule) for theta in (TRUTH, CHANGED))
    return true, changed


def likelihood_ratio(course: Course, attraction, changed, examination, silence=1) -> Fraction:
    """exp(ℓ(t)), the clicks' probabilities under θ over those under λ; `silence` is that of non-clicks."""
    total = Fraction(1)
    for past in course:
        for share, item, bit in zip(examination, past.action, past.clicks, strict=True):
            ours, theirs = share * attraction[item], share * changed[item]
            total *= ours / theirs if bit else ((1 - ours) / (1 - theirs)) ** silence
    return total


def log_ratio(course: Course) -> arb:
    """ℓ(t) of a course of the small game, enclosed."""
    return ball(likelihood_ratio(course, TRUTH, CHANGED, SMALL_GAME_EXAMINATION)).log()


def regret_of(plays, attraction) -> Fraction:
    """Expected regret of the plays of lists in the small game, by (1)."""
    return sum(count * gap(action, attraction, SMALL_GAME_EXAMINATION) for action, count in plays.items())


# --- step 1: the log-likelihood ratio -------------------------------------------------------------


def chances_of_clicks(game: dict[Course, Fraction], given_list: bool) -> dict:
    """The probability of a round's clicks given the past and perhaps the list, by (past, list, clicks)."""
    chances: dict = defaultdict(Fraction)
    for course, chance in game.items():
        for s, now in enumerate(course):
            event = course[:s], now.action if given_list else None
            chances[event, now.clicks] += chance
            chances[event, None] += chance
    return {key: chance / chances[key[0], None] for key, chance in chances.items()}


def displayed_ratios(games, given_list: bool) -> dict[Course, Fraction]:
    """exp(ℓ(t)) of every course by (4), with one quotient of conditional probabilities per round."""
    ours, theirs = (chances_of_clicks(game, given_list) for game in games)

    def of_round(course, s):
        now = course[s]
        event = (course[:s], now.action if given_list else None), now.clicks
        return ours[event] / theirs[event]

    return {c: math.prod(of_round(c, s) for s in range(len(c))) for c in games[0]}


def two_rounds(first, *then) -> Rule:
    """A policy that shows an item, and then one of two items, depending on whether it was clicked."""
    return lambda t, clicks, plays: [((first if t == 1 else then[sum(map(sum, clicks))],), 1)]


def imbalance(game, attraction, examination, factor) -> dict:
    """E[clicks] - factor κθ E[views] by item and position."""
    excess: dict = defaultdict(int)
    for course, chance in game.items():
        for past in course:
            for place, (item, bit) in enumerate(zip(past.action, past.clicks, strict=True)):
                excess[item, place] += chance * (bit - factor * examination[place] * attraction[item])
    return excess


@check(
    "pbm:lemma-2",
    factor=Twin(Fraction(21, 20)),
    truth_first=Twin(False),
    silence=Twin(0, step="equation-4"),
    given_list=Twin(False, step="equation-4"),
)
def lemma_2(case, factor=1, truth_first=True, silence=1, given_list=True):
    share, *theta = sympy.symbols("kappa theta_1 theta_2", positive=True)
    policies = [two_rounds(*choice) for choice in itertools.product((0, 1), repeat=3)]
    excesses = [imbalance(courses(theta, (share,), 2, rule), theta, (share,), factor) for rule in policies]
    case.zero(
        "E[clicks] = κθ E[views] for all policies of two rounds",
        *(sympy.expand(value) for each in excesses for value in each.values()),
    )
    game, theirs = games = small_game(ROUNDS[case.profile])
    cells = imbalance(game, TRUTH, SMALL_GAME_EXAMINATION, factor)
    wrong = sum(excess != 0 for excess in cells.values())
    case.must("no cell of a larger tree is out of balance", wrong == 0, wrong=wrong)
    pair = (TRUTH, CHANGED) if truth_first else (CHANGED, TRUTH)
    with precision():
        left = mean_of((chance, log_ratio(course)) for course, chance in game.items())
        right = total_information(expected_plays(game), *pair, SMALL_GAME_EXAMINATION)
        case.must("both sides of (5), course by course and from the plays", is_zero(left - right))
        case.number("left", "left side of (5)", float(left))
        case.number("right", "right side of (5)", float(right))
    case.number("cells", "cells of a larger tree", len(cells))

    step, displayed = case.step("equation-4"), displayed_ratios(games, given_list)
    wrong = sum(
        not displayed[course]
        == chance / theirs[course]
        == likelihood_ratio(course, TRUTH, CHANGED, SMALL_GAME_EXAMINATION, silence)
        for course, chance in game.items()
    )
    step.must("no history where more than the clicks is left", wrong == 0, wrong=wrong)
    step.number("histories", "histories", len(game))


def conditional_means(leaves) -> dict:
    """The probability of each event, and the mean given it, from leaves (event, chance, value)."""
    groups: dict = defaultdict(list)
    for event, chance, value in leaves:
        groups[event].append((chance, value))
    totals = {event: sum(chance for chance, _ in pairs) for event, pairs in groups.items()}
    return {e: (totals[e], mean_of(pairs) / ball(totals[e])) for e, pairs in groups.items()}


def is_zero(value: arb) -> bool:
    """Whether a ball encloses 0 to forty digits."""
    return value.contains(0) and float(value.rad()) < 1e-40


@check("pbm:appendix-b1-conditioning", adaptive=Twin(False, "holds"), factor=Twin(Fraction(21, 20)))
def appendix_b1_conditioning(case, adaptive=True, factor=1):

    def fixed(t, clicks, plays):
        return [((BEST, (2, 0), (1, 2), BEST)[t - 1], Fraction(1))]

    rule = mixing(SMALL_GAME_EXAMINATION, Fraction(0)) if adaptive else fixed
    game = courses(TRUTH, SMALL_GAME_EXAMINATION, ROUNDS[case.profile], rule)
    with precision():
        rows = [
            (chance, mean, total_information(Counter(shown), TRUTH, CHANGED, SMALL_GAME_EXAMINATION))
            for shown, (chance, mean) in conditional_means(
                (tuple(past.action for past in course), chance, log_ratio(course))
                for course, chance in game.items()
            ).items()
        ]
        # by Lemma 2, since means of means are means
        means, totals = (mean_of((row[0], row[which]) for row in rows) for which in (1, 2))
        case.must("both have one mean over the lists", is_zero(means - totals))
        round_by_round = conditional_means(
            ((course[:s], past.action), chance, log_ratio((past,)))
            for course, chance in game.items()
            for s, past in enumerate(course)
        )
        excesses = [
            mean - ball(factor) * information_ball(action, TRUTH, CHANGED, SMALL_GAME_EXAMINATION)
            for (_, action), (_, mean) in round_by_round.items()
        ]
        case.must(
            "given the past and the list, the mean is the list's information, every round",
            all(map(is_zero, excesses)),
            rounds=len(excesses),
        )
        case.printed("the display, given any lists", all(row[1].overlaps(row[2]) for row in rows))
        chance, mean, printed = max(rows, key=lambda row: row[0])
        case.number("probability", "most likely lists have probability", number(ball(chance)))
        case.number("mean", "conditional mean there", number(mean))
        case.number("printed", "printed value there", number(printed))


# --- step 2: changes of measure -------------------------------------------------------------------


@check("pbm:definition-1", explores=Twin(True), factor=Twin(Fraction(21, 20)))
def definition_1(case, explores=False, factor=1):
    share, attraction = Fraction("0.9"), (Fraction("0.5"), Fraction("0.4"))
    rounds = 5 if explores else 8  # all courses are then possible, four times as many per round
    rule = mixing((share,), Fraction(1, 4)) if explores else greedy(2, (share,))
    game = courses(attraction, (share,), rounds, rule)
    start = Round((0,), (0,)), Round((1,), (1,))
    stuck = {course: chance for course, chance in game.items() if course[:2] == start}
    chance = sum(stuck.values())
    lost = share * (attraction[0] - attraction[1])
    regret = lost * expected_plays(game)[(1,)]
    expected = factor * (1 - share * attraction[0]) * share * attraction[1]
    shown_then = {past.action for course in stuck for past in course[2:]}
    case.must("item 1 never returns after no click on it and one on item 2", shown_then == {(1,)})
    case.must("P(stuck) = (1 - κθ₁) κθ₂", chance == expected, stuck=chance)
    case.must("the regret is at least P(stuck) Δ (T - 2)", regret >= chance * lost * (rounds - 2))
    # three items at two positions, every item once at both in three rounds, where the clicks are
    # on the two worst items alone, and on each of them
    longer = courses(TRUTH, SMALL_GAME_EXAMINATION, 5, greedy(3, SMALL_GAME_EXAMINATION))
    worst = [
        course
        for course in longer
        if {item for past in course[:3] for item, bit in zip(*past, strict=True) if bit} == {1, 2}
    ]
    kept = {item for course in worst for past in course[3:] for item in past.action}
    case.must(
        "K = 3, L = 2: only the two worst are shown once they alone were clicked",
        kept == {1, 2},
        courses=len(worst),
    )
    case.number("regret", "regret after 8 rounds", float(regret))


STOPPED = (SMALL_GAME_EXAMINATION[:1], TRUTH[1:], CHANGED[1:])
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


def first_above_zero(rounds: int) -> list[tuple[Fraction, Fraction]]:
    """One item that is always shown and seen, .6 under θ and .4 under λ, until ℓ > 0.

    The chance under θ and the e^ℓ of every course that stops within these rounds.
    """
    truth, changed, examination = (Fraction(3, 5),), (Fraction(2, 5),), (Fraction(1),)

    def ratio(course):
        return likelihood_ratio(course, truth, changed, examination)

    game = courses(
        truth, examination, rounds, lambda *_: [((0,), Fraction(1))], lambda course: ratio(course) > 1
    )
    return [(chance, ratio(course)) for course, chance in game.items() if ratio(course) > 1]


@check("pbm:lemma-13", fails="refuted", power=Twin(1))
def lemma_13(case, power=-1):
    examination, _, changed = STOPPED
    atoms = _stopped(6)
    unstopped = courses(changed, examination, 6, mixing(examination, Fraction(0)))
    wrong = sum(
        chance * factor**power
        != sum(part for course, part in unstopped.items() if course[: len(atom)] == atom)
        for atom, chance, factor in atoms
    )
    case.reading("σ is almost surely finite in both worlds, as in Lemma 12", wrong == 0)
    # The first σ with ℓ(σ) > 0 is finite under θ, where ℓ drifts up, and e^-ℓ(σ) is 2/3 always:
    # the right-hand side is 2/3 for the sure event, that is P_λ(σ < ∞). A bounded σ gives 1.
    stopped = first_above_zero(9)
    values = {1 / ratio for _, ratio in stopped}
    case.reading("σ is any stopping time", values == {1})
    case.must("every e^-ℓ(σ) is 2/3", values == {Fraction(2, 3)}, right=Fraction(2, 3))
    case.number("atoms", "atoms", len(atoms))


def _margins(atoms, factor) -> list[arb]:
    """The left side minus `factor` times the divergence, for every event of the stopped game."""
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


@check("pbm:lemma-12", factor=Twin(Fraction(21, 20)))
def lemma_12(case, factor=1):
    with precision():
        margins = _margins(_stopped(3), factor)
        second_item = _stopped(1, lambda t, clicks, plays: [((1,), Fraction(1))])
        case.must("the bound for every event", all(margin > 0 for margin in margins), events=len(margins))
        case.must("an equality for a click in one round", all(map(is_zero, _margins(second_item, factor))))
        case.number("margin", "smallest margin", number(min(margins, key=number)))


@check("pbm:proposition-3", factor=Twin(Fraction(21, 20)), lost_bits=Twin(Fraction(19, 20)))
def proposition_3(case, factor=1, lost_bits=1):
    rounds = ROUNDS[case.profile]
    games = ours, theirs = small_game(rounds)
    p, q = (
        sum(
            chance
            for course, chance in game.items()
            if 2 * sum(past.action == BEST for past in course) <= rounds
        )
        for game in games
    )
    others = [action for action in lists(3, 2) if action != BEST]
    for under, game, attraction, losing, chance in (
        ("θ", ours, TRUTH, others, p),
        ("λ", theirs, CHANGED, [BEST], 1 - q),
    ):
        least = min(gap(action, attraction, SMALL_GAME_EXAMINATION) for action in losing)
        plays = expected_plays(game)
        # Markov's inequality is about the share of rounds that show a list that loses
        share = sum(plays[action] for action in losing) / rounds
        lost = regret_of(plays, attraction) / (least * rounds)
        case.must(f"the share is within the loss, {under}", chance / 2 <= share <= lost)

    # The last step is d(x, y) >= factor (1 - x) log 1/(1 - y) - lost_bits log 2.
    x, y = sympy.symbols("x y", positive=True)
    log = sympy.log
    divergence = x * (log(x) - log(y)) + (1 - x) * (log(1 - x) - log(1 - y))
    entropy = -x * log(x) - (1 - x) * log(1 - x)
    rest = (log(2) - entropy) - x * log(y)
    case.zero("d(x, y) in its parts", divergence + factor * (1 - x) * log(1 - y) + lost_bits * log(2) - rest)
    case.zero("the entropy is concave", entropy.diff(x, 2) + 1 / (x * (1 - x)))
    half = {x: sympy.Rational(1, 2)}
    case.zero(
        "it is level at 1/2, where it is log 2", entropy.diff(x).subs(half), entropy.subs(half) - log(2)
    )
    # close to equality: x = 1/2 for the constant log 2, small 1 - y for that of the logarithm
    corners = [(Fraction("0.5"), Fraction("1e-9")), (Fraction("0.01"), Fraction("1e-60"))]
    with precision():
        information = total_information(expected_plays(ours), TRUTH, CHANGED, SMALL_GAME_EXAMINATION)
        case.must("information is above the divergence", information > kl_ball(p, q))
        case.number("information", "information", number(information))
        case.must(
            "the divergence is above (1-x) log 1/(1-y) - log 2",
            all(
                kl_ball(x, 1 - rest)
                > ball(factor * (1 - x)) * ball(1 / rest).log() - ball(lost_bits) * arb(2).log()
                for x, rest in [(p, 1 - q), *corners]
            ),
        )


# --- step 3: the cheapest plays -------------------------------------------------------------------


@check("pbm:theorem-4", factor=Twin(Fraction(21, 20)))
def theorem_4(case, factor=1):
    # With prices y_k at which no list costs more than its gap, Σ_k y_k I_{a,k} <= Δ_a, whatever
    # meets the constraints costs at least Σ_k y_k; plays of the v_{k,l_k} that meet them cost no
    # more. The constant with which both are compared is the library's, by sums of another form.
    slack, equal = [], []
    with precision():
        for name, theta, kappa in (
            ("the small game", TRUTH, SMALL_GAME_EXAMINATION),
            ("Figure 1(a)", FIGURE_1A, EXAMINATION),
            ("Figure 1(b)", FIGURE_1B, EXAMINATION),
        ):
            n_items, n_positions = len(theta), len(kappa)
            divergence, price, explored, cost = {}, {}, set(), arb(0)
            for item in range(n_positions, n_items):
                for place, share in enumerate(kappa):
                    divergence[item, place] = kl_ball(share * theta[item], share * theta[n_positions - 1])
                ratios = ratio_balls(theta, kappa, item)
                place = certified_position(ratios) - 1
                price[item] = ratios[place]
                explored.add(action := exploring_list(item, place, n_positions))
                cost += ball(gap(action, theta, kappa)) / divergence[item, place]
            for action in lists(n_items, n_positions):
                if parts := strangers(action):
                    needed = sum(price[k] * divergence[k, place] for k, place in parts)
                    rest = ball(gap(action, theta, kappa)) - needed
                    (equal if action in explored else slack).append(rest)
            claimed = factor * lower_bound(problem([*map(float, theta)], [*map(float, kappa)]))
            near = abs(sum(price.values()) / claimed - 1) < 1e-12
            case.must(f"nothing costs less than the constant, {name}", near)
            case.must(f"plays that cost as much, {name}", abs(cost / claimed - 1) < 1e-12)
        game, _ = small_game(3)
        plays = expected_plays(game)
        constant, _ = bound_ball(TRUTH, SMALL_GAME_EXAMINATION)
        border = (*TRUTH[:2], TRUTH[1])  # of B(θ), where information is smallest
        information = total_information(plays, TRUTH, border, SMALL_GAME_EXAMINATION)
        ratio = ball(regret_of(plays, TRUTH)) / (constant * information)
        case.must("those explored are", all(abs(rest) < 1e-12 for rest in equal))
        case.must("no other list is told for its gap", all(rest > 0 for rest in slack))
        case.must("regret over f(θ) times information is above 1", ratio > 1, ratio=number(ratio))
        case.number("lists", "lists whose gap exceeds the price of what they tell", len(slack))
