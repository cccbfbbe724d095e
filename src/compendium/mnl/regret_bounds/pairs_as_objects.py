"""Appendix F: items at positions as objects of an MNL bandit with constraints, Corollary 19."""

from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, log, perm, sqrt

import numpy as np
import sympy as sp
from flint import fmpz_mat

from clickbandits.mnl.bounds import (
    LARGEST_SHAPE,
    LINEAR_TERM,
    ROOT_TERM,
    invalid_epochs,
    printed_upper_bound,
    upper_bound,
)
from clickbandits.mnl.model import optimal_reward, problem
from compendium.case import Twin, check
from compendium.mnl.experiments import HORIZON, PROBLEMS


def object_bound(game, horizon):
    """Our bound on the regret of MNL-bandit, Corollary 19 with its constants.

    The proof of `upper_bound` with JK objects of bias 1 and attraction λ_k α_j.
    """
    n_objects = game.attraction.size * game.examination.size
    best = optimal_reward(game)
    level = log(n_objects * horizon**2 / 2)
    roots = 2 * sqrt(n_objects * best * horizon)
    roots += np.sqrt(np.outer(game.attraction, game.examination)).sum()
    tail = n_objects * (log(horizon) + 1)
    learning = ROOT_TERM * sqrt(level) * roots + LINEAR_TERM * level * tail
    return float(best * (n_objects + invalid_epochs(n_objects, horizon)) + (1 - best) * learning)


def constraints(n_items, n_positions):
    """(53) as A x ≤ b: each position at most once and at least once, each item at most once."""
    slot = np.kron(np.ones((1, n_items), dtype=int), np.eye(n_positions, dtype=int))
    item = np.kron(np.eye(n_items, dtype=int), np.ones((1, n_positions), dtype=int))
    return np.vstack([slot, -slot, item])


def minors(matrix):
    """Every minor of a small integer matrix."""
    n_rows, n_columns = matrix.shape
    for size in range(1, min(matrix.shape) + 1):
        for rows in combinations(range(n_rows), size):
            for columns in combinations(range(n_columns), size):
                yield int(fmpz_mat(matrix[np.ix_(rows, columns)].tolist()).det())


def valid_sets(n_items, n_positions, items_once=True):
    """The sets of K objects (item, position) that satisfy (53), by trying all.

    Without `items_once` an item can be at several positions.
    """
    objects = [(item, place) for item in range(n_items) for place in range(n_positions)]
    matrix = constraints(n_items, n_positions)
    most = 1 if items_once else n_positions
    right = [1] * n_positions + [-1] * n_positions + [most] * n_items
    for chosen in combinations(range(len(objects)), n_positions):
        x = np.zeros(len(objects), dtype=int)
        x[list(chosen)] = 1
        if np.all(matrix @ x <= right):
            yield frozenset(objects[place] for place in chosen)


SHAPES = {
    "JK × (J + 2K)": lambda j, k: (j * k, j + 2 * k),
    "(J + 2K) × JK": lambda j, k: (j + 2 * k, j * k),
    "(J + K) × JK": lambda j, k: (j + k, j * k),
}


@check(
    "mnl:equation-53",
    allowed=Twin((0, 1)),
    items_once=Twin(False, step="equation-53-sets"),
    printed=Twin("(J + 2K) × JK", "holds", "constraint-matrix-size"),
    ours=Twin("(J + K) × JK", step="constraint-matrix-size"),
)
def equation_53(case, allowed=(-1, 0, 1), items_once=True, printed="JK × (J + 2K)", ours="(J + 2K) × JK"):
    every = [*minors(constraints(3, 2)), *minors(constraints(4, 2)[2:])]
    case.number("minors", "all minors are computed", len(every))
    case.must("every minor is −1, 0 or 1", set(every) <= set(allowed))
    case.number("values", "their values", tuple(sorted(set(every))))

    sets = case.step("equation-53-sets")
    for items, positions in ((2, 1), (2, 2), (3, 2), (4, 3), (5, 3)):
        actions = permutations(range(items), positions)
        lists = {frozenset(zip(action, range(positions), strict=True)) for action in actions}
        found = set(valid_sets(items, positions, items_once))
        sets.must(f"the sets are the lists, J = {items}, K = {positions}", found == lists)

    size = case.step("constraint-matrix-size")
    for j, k in product((2, 5), (1, 2)):
        shape = constraints(j, k).shape
        size.must(f"{ours}, J = {j}, K = {k}", shape == SHAPES[ours](j, k))
        size.printed(f"the printed size, J = {j}, K = {k}", shape == SHAPES[printed](j, k))


def degree(function):
    """The power with which a function of J and K grows when both grow, J twice K."""
    return float(np.log(function(1024, 512) / function(16, 8)) / np.log(64))


def least_epochs(parts, whole):
    """The least number of parts that together make up the whole, by trying all."""
    for size in range(1, len(whole) + 1):
        if any(set().union(*chosen) >= whole for chosen in combinations(parts, size)):
            return size
    raise ValueError("the parts do not make the whole")


@check(
    "mnl:corollary-19",
    first=Twin(4.6),
    longest=Twin(1, step="cardinality-constraint"),
    same=Twin(1, step="log-term"),
    objects=Twin("items", step="exploration-cost"),
)
def corollary_19(case, first=12 * LARGEST_SHAPE, second=34, longest=None, same=2, objects="pairs"):
    # with L = log(JKT) ≥ log 4: log(JKT²/2)(log T + 1) ≤ (2L − log 4)(L + 1 − log 2) ≤ 2L²
    L = sp.Symbol("L", positive=True)
    excess = sp.expand(2 * L**2 - (2 * L - sp.log(4)) * (L + 1 - sp.log(2)))
    least = sp.log(4)
    case.must("2L² exceeds the product at L = log 4", excess.subs(L, least) > 0)
    case.must("the excess grows there", sp.diff(excess, L).subs(L, least) > 0)
    # its logarithm's derivative
    slope = 1 / (2 * least - sp.log(4)) - 2 / least
    case.zero("√(2L − log 4)/L² decreases there", slope + 1 / least)
    failures = invalid_epochs(2, 10**5 + 1)  # more objects or a shorter game have fewer
    parts = 2 * LINEAR_TERM + 6 * sp.sqrt(least) / least**2 + (1 + failures / 2) / least**2
    case.must("lower-order terms over JK log²(JKT) at most", parts <= second, parts=float(parts))

    def claimed(size, horizon):
        leading = np.sqrt(size * horizon * np.log(size * horizon**2))
        return first * leading + second * size * np.log(size * horizon) ** 2

    worst = problem([0.25, 0.25], [1.0, 1.0])  # S* = 1/2, at which the leading term is largest
    case.must("the bound at S* = 1/2, T = 10¹⁵⁰", object_bound(worst, 1e150) <= claimed(4, 1e150))
    for name, game in PROBLEMS.items():
        horizon, size = HORIZON["paper"][name], game.attraction.size * game.examination.size
        value = object_bound(game, horizon)
        case.must(f"the bound on ({name})", value <= claimed(size, horizon), **{name: value})

    limit = case.step("cardinality-constraint")
    positions = longest or 2
    every = set(map(frozenset, combinations(product(range(4), range(positions)), positions)))
    limit.must("more sets than satisfy (53), J = 4", every > set(valid_sets(4, positions)))
    for name, game in PROBLEMS.items():
        items, positions = game.attraction.size, longest or game.examination.size
        sets, lists = comb(items * positions, positions), perm(items, positions)
        limit.must(f"more sets than lists, ({name})", sets > lists)
        limit.number(name, f"sets of K objects, lists, ({name})", (sets, lists))

    order, horizon = case.step("log-term"), 100.0

    def printed(items, positions, smallest=1.0):  # over its log(JT²/2)
        biases = np.append(np.ones(positions - 1), smallest)
        term = printed_upper_bound(items, biases, horizon)
        term -= np.sqrt(192 * np.log(items * horizon**2) * items * horizon / smallest)
        term -= 9 * (positions + 1) * (np.log(horizon) + 1)
        return term / np.log(items * horizon**2 / 2)

    def degree_of(bound, per_item):  # tiny attractions: no root, no loss r*
        def term(items, positions):
            game = problem(np.full(items, 1e-200), np.ones(positions))
            return bound(game, horizon) / np.log(per_item(items, positions) * horizon**2 / 2)

        return degree(term)

    of_objects = degree_of(object_bound, lambda items, positions: items * positions)
    ours = degree_of(upper_bound, lambda items, positions: items)
    order.must("the printed term is of degree 2", abs(degree(printed) - same) < 1e-9)
    order.must("that of Algorithm 4 is, too", abs(of_objects - 2) < 1e-6)
    order.must("ours for Epoch-UCB is of degree 1", abs(ours - 1) < 1e-6)
    order.must("1/λ_K on top", abs(printed(30, 6, 0.1) / printed(30, 6) - 10) < 1e-9)
    order.reading("against Epoch-UCB's term without its superfluous K", of_objects > ours + 0.5)
    order.reading("against Epoch-UCB's term as printed", of_objects > degree(printed) + 0.5)

    cost, epochs = case.step("exploration-cost"), set()
    for items, positions in ((2, 1), (2, 2), (3, 2), (3, 3), (4, 2)):
        lists = [set(zip(a, range(positions), strict=True)) for a in permutations(range(items), positions)]
        pairs = least_epochs(lists, set().union(*lists))
        alone = least_epochs([{item for item, _ in shown} for shown in lists], set(range(items)))
        claimed = {"pairs": items * positions, "items": items}[objects]
        size = f"J = {items}, K = {positions}"
        cost.must(f"one epoch for K objects, {size}", pairs == -(-claimed // positions))
        cost.must(f"⌈J/K⌉ for the items, {size}", alone == -(-items // positions))
        cost.must(f"JK objects, {size}", len(set().union(*lists)) == claimed)
        epochs.add(Fraction(pairs, items * positions))
    cost.reading("the number of objects to explore", claimed == items * positions)
    cost.reading("the epochs that show each object once", len(epochs) == 1)
