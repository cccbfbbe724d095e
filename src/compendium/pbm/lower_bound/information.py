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

from compendium.balls import ball, kl_ball, precision
from compendium.finding import Case, check
from compendium.pbm.histories import Course, courses, expected_plays, greedy, mixing

from .exact import bound_ball, gap, lists, number, total_information

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


def likelihood_ratio(course: Course, attraction, changed, examination) -> Fraction:
    """exp(ℓ(t)): the product of the clicks' probabilities under θ over those under λ."""
    total = Fraction(1)
    for past in course:
        for share, item, bit in zip(examination, past.action, past.clicks, strict=True):
            ours, theirs = share * attraction[item], share * changed[item]
            total *= ours / theirs if bit else (1 - ours) / (1 - theirs)
    return total


def regret_of(plays, attraction) -> Fraction:
    """Expected regret of the plays of lists in the small game, by (1)."""
    return sum(count * gap(action, attraction, EXAMINATION) for action, count in plays.items())


# --- step 1: the log-likelihood ratio -------------------------------------------------------------


@check("pbm:equation-4")
def equation_4(profile):
    """Divides each course's probabilities under θ and λ, and compares with the clicks alone."""
    case = Case()
    ours, theirs = small_game(ROUNDS[profile])
    wrong = sum(
        chance / theirs[course] != likelihood_ratio(course, TRUTH, CHANGED, EXAMINATION)
        for course, chance in ours.items()
    )
    case.must("probabilities under θ add up to 1", sum(ours.values()) == 1)
    case.must("probabilities under λ add up to 1", sum(theirs.values()) == 1)
    case.must("only the clicks' probabilities are left", wrong == 0)
    case.number("histories", "histories", len(ours))
    case.number("wrong", "histories where it fails", wrong)
    return case.finding()


def _out_of_balance(choice) -> list:
    """E[clicks] - κθ E[views] of two items at one position, polynomials in κ and θ.

    `choice` is a policy of two rounds: the first item, and the second after no click or one.
    """
    share, *attraction = sympy.symbols("kappa theta_1 theta_2", positive=True)
    first, *then = choice

    def rule(t, clicks, plays):
        return [((first if t == 1 else then[sum(map(sum, clicks))],), 1)]

    game = courses(attraction, (share,), 2, rule)
    return [
        sum(
            chance * (past.clicks[0] - share * attraction[item])
            for course, chance in game.items()
            for past in course
            if past.action == (item,)
        )
        for item in (0, 1)
    ]


@check("pbm:lemma-2")
def lemma_2(profile):
    """Finds E[clicks] = κθ E[views] in all policies of two rounds, in symbols, and in a tree."""
    case = Case()
    policies = itertools.product((0, 1), repeat=3)
    symbolic = case.zero(
        "E[clicks] = κθ E[views] for all policies of two rounds",
        *(sympy.expand(excess) for choice in policies for excess in _out_of_balance(choice)),
    )
    views, clicks = {}, {}
    for course, chance in small_game(ROUNDS[profile])[0].items():
        for past in course:
            for item, place, bit in zip(past.action, range(2), past.clicks, strict=True):
                cell = item, place
                views[cell] = views.get(cell, 0) + chance
                clicks[cell] = clicks.get(cell, 0) + chance * bit
    wrong = sum(clicks[k, at] != EXAMINATION[at] * TRUTH[k] * views[k, at] for k, at in views)
    case.must("E[clicks] = κθ E[views] on the tree", wrong == 0)
    case.number("symbolic", "all policies of two rounds, symbolic", symbolic)
    case.number("cells", "cells of a larger tree", len(views))
    case.number("wrong", "cells out of balance", wrong)
    return case.finding()


@check("pbm:equation-5")
def equation_5(profile):
    """Encloses both sides on the tree: course by course, and from the expected plays."""
    case = Case()
    with precision():
        ours, _ = small_game(ROUNDS[profile])
        left = sum(
            (
                ball(chance) * ball(likelihood_ratio(course, TRUTH, CHANGED, EXAMINATION)).log()
                for course, chance in ours.items()
            ),
            arb(0),
        )
        right = total_information(expected_plays(ours), TRUTH, CHANGED, EXAMINATION)
        case.must("the enclosures overlap", left.overlaps(right))
        case.must("they are tight", float((left - right).rad()) < 1e-40)
        case.number("left", "left side", left.str(20, radius=False))
        case.number("right", "right side", right.str(20, radius=False))
    return case.finding()


@check("pbm:appendix-b1-conditioning")
def appendix_b1_conditioning(profile):
    """Encloses the conditional means of ℓ, given all lists, in a tree of an adaptive policy."""
    case = Case()
    with precision():
        groups = {}
        for course, chance in small_game(ROUNDS[profile], Fraction(0))[0].items():
            log_ratio = ball(likelihood_ratio(course, TRUTH, CHANGED, EXAMINATION)).log()
            shown = tuple(past.action for past in course)
            groups.setdefault(shown, []).append((chance, log_ratio))
        rows = []
        for shown, leaves in groups.items():
            chance = sum(part for part, _ in leaves)
            mean = sum((ball(part) * value for part, value in leaves), arb(0)) / ball(chance)
            plays = {action: Fraction(shown.count(action)) for action in shown}
            rows.append((chance, mean, total_information(plays, TRUTH, CHANGED, EXAMINATION)))
        chance, mean, printed = max(rows, key=lambda row: row[0])
        average = sum((ball(row[0]) * (row[1] - row[2]) for row in rows), arb(0))
        balanced = case.must(
            "the mean difference over all lists is 0",
            average.contains(0) and float(average.rad()) < 1e-40,
        )
        case.printed("the display, given the most likely lists", mean.overlaps(printed))
        case.number("probability", "most likely lists have probability", number(ball(chance)))
        case.number("mean", "conditional mean there", number(mean))
        case.number("printed", "printed value there", number(printed))
        case.number("balanced", "mean difference over all lists is 0", balanced)
    return case.finding()


# --- step 2: changes of measure -------------------------------------------------------------------


@check("pbm:definition-1")
def definition_1(profile):
    """Follows greedy play of two items through eight rounds: one is given up for good."""
    case = Case()
    share, attraction, rounds = Fraction(9, 10), (Fraction(1, 2), Fraction(2, 5)), 8
    game = courses(attraction, (share,), rounds, greedy(2, (share,)))
    stuck = {
        course: chance
        for course, chance in game.items()
        if (course[0].clicks, course[1].clicks) == ((0,), (1,))
    }
    chance = sum(stuck.values())
    lost = share * (attraction[0] - attraction[1])
    regret = lost * expected_plays(game)[(1,)]
    expected = (1 - share * attraction[0]) * share * attraction[1]
    never_back = all(past.action == (1,) for course in stuck for past in course[2:])
    case.must("item 1 never returns after no click on it and one on item 2", never_back)
    case.must("P(stuck) = (1 - κθ₁) κθ₂", chance == expected)
    case.must("the regret is at least P(stuck) Δ (T - 2)", regret >= chance * lost * (rounds - 2))
    case.number("stuck", "probability of being stuck for ever", chance)
    case.number("regret", "regret after 8 rounds", float(regret))
    return case.finding()


STOPPED = (EXAMINATION[:1], TRUTH[1:], CHANGED[1:])
"""κ, θ and λ of K = 2, L = 1, a game to be stopped at its second click."""


def _stopped(rounds: int) -> list[tuple[Course, Fraction, Fraction]]:
    """The courses of the stopped game with their probability under θ and their e^ℓ."""
    examination, truth, changed = STOPPED

    def second_click(course):
        return sum(past.clicks[0] for past in course) == 2

    game = courses(truth, examination, rounds, mixing(examination, Fraction(0)), second_click)
    return [
        (course, chance, likelihood_ratio(course, truth, changed, examination))
        for course, chance in game.items()
    ]


@check("pbm:lemma-13")
def lemma_13(profile):
    """Compares each atom of a stopped game with the unstopped game under λ, as fractions."""
    case = Case()
    examination, _, changed = STOPPED
    atoms = _stopped(6)
    unstopped = courses(changed, examination, 6, mixing(examination, Fraction(0)))
    wrong = sum(
        chance / factor
        != sum(part for course, part in unstopped.items() if course[: len(atom)] == atom)
        for atom, chance, factor in atoms
    )
    case.must("P_λ = E_θ[1 e^-ℓ] for every atom", wrong == 0)
    case.number("atoms", "atoms", len(atoms))
    case.number("wrong", "failures", wrong)
    return case.finding()


@check("pbm:lemma-12")
def lemma_12(profile):
    """Encloses both sides for every event of a game of three rounds, stopped at two clicks."""
    case = Case()
    with precision():
        atoms = _stopped(3)
        examination, truth, changed = STOPPED
        plays = expected_plays({course: chance for course, chance, _ in atoms})
        left = total_information(plays, truth, changed, examination)
        margins = []
        for event in itertools.product((0, 1), repeat=len(atoms)):
            if 0 < sum(event) < len(atoms):
                inside = list(itertools.compress(atoms, event))
                p = sum(chance for _, chance, _ in inside)
                q = sum(chance / factor for _, chance, factor in inside)
                margins.append(left - kl_ball(p, q))
        case.must("the bound for every event", all(margin > 0 for margin in margins))
        case.number("events", "events", len(margins))
        case.number("left", "left side", number(left))
        case.number("margin", "smallest margin", number(min(margins, key=number)))
    return case.finding()


@check("pbm:proposition-3")
def proposition_3(profile):
    """Verifies the chained inequalities: the last in symbols, all of them on a tree."""
    case = Case()
    x, y = sympy.symbols("x y", positive=True)
    log = sympy.log
    divergence = x * (log(x) - log(y)) + (1 - x) * (log(1 - x) - log(1 - y))
    entropy = -x * log(x) - (1 - x) * log(1 - x)
    rest = (log(2) - entropy) - x * log(y)
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
    smallest_gap = min(gap(a, TRUTH, EXAMINATION) for a in lists(3, 2) if a != BEST)
    lost = regret_of(plays, TRUTH) / (smallest_gap * rounds)
    lost_changed = regret_of(plays_changed, CHANGED) / (gap(BEST, CHANGED, EXAMINATION) * rounds)
    with precision():
        information = total_information(plays, TRUTH, CHANGED, EXAMINATION)
        floor = ball(1 - p) * ball(1 / (1 - q)).log() - arb(2).log()
        steps = [
            case.zero("d(x, y) in its parts", divergence + (1 - x) * log(1 - y) + log(2) - rest),
            case.zero("the entropy is concave", entropy.diff(x, 2) + 1 / (x * (1 - x))),
            case.must("Markov's inequality under θ", p <= 2 * lost),
            case.must("Markov's inequality under λ", 1 - q <= 2 * lost_changed),
            case.must(
                "information and divergence are above (1-x) log 1/(1-y) - log 2",
                information > floor and kl_ball(p, q) > floor,
            ),
        ]
        case.number("verified", "steps verified", sum(steps))
        case.number("steps", "steps", len(steps))
        case.number("information", "information", number(information))
    return case.finding()


# --- step 3: the cheapest plays -------------------------------------------------------------------


@check("pbm:theorem-4")
def theorem_4(profile):
    """Encloses regret over f(θ) times information, for the plays of three rounds of a policy."""
    case = Case()
    plays = expected_plays(small_game(3)[0])
    with precision():
        constant, _ = bound_ball(TRUTH, EXAMINATION)
        border = (*TRUTH[:2], TRUTH[1])  # of B(θ), where information is smallest
        information = total_information(plays, TRUTH, border, EXAMINATION)
        ratio = ball(regret_of(plays, TRUTH)) / (constant * information)
        case.must("regret exceeds f(θ) times information", ratio > 1)
        case.number("ratio", "regret over f(θ) times information", number(ratio))
    return case.finding()
