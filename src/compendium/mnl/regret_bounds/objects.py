"""Appendix F: items at positions as objects of an MNL bandit with constraints, Corollary 19."""

from itertools import combinations, permutations, product
from math import comb, perm

import numpy as np
import sympy as sp
from flint import fmpz_mat

from clickbandits.mnl.bounds import LARGEST_SHAPE, LINEAR_TERM, invalid_epochs, object_bound
from compendium.finding import Case, check
from compendium.mnl.experiments import HORIZON, PROBLEMS


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


def valid_sets(n_items, n_positions):
    """The sets of K objects (item, position) that satisfy (53), by trying all."""
    objects = [(item, place) for item in range(n_items) for place in range(n_positions)]
    matrix = constraints(n_items, n_positions)
    right = [1] * n_positions + [-1] * n_positions + [1] * n_items
    for chosen in combinations(range(len(objects)), n_positions):
        x = np.zeros(len(objects), dtype=int)
        x[list(chosen)] = 1
        if np.all(matrix @ x <= right):
            yield frozenset(objects[place] for place in chosen)


@check("mnl:equation-53-sets")
def equation_53_sets(profile):
    """Enumerates the sets that satisfy (53) and the lists, for five sizes."""
    case = Case()
    count = 0
    for items, positions in ((2, 1), (2, 2), (3, 2), (4, 3), (5, 3)):
        lists = {
            frozenset((item, place) for place, item in enumerate(action))
            for action in permutations(range(items), positions)
        }
        case.must(f"the sets are the lists, J = {items}, K = {positions}",
                  set(valid_sets(items, positions)) == lists)  # fmt: skip
        count += len(lists)
    case.number("lists", "lists matched", count)
    return case.finding()


@check("mnl:equation-53")
def equation_53(profile):
    """Computes every minor for three items and two positions, and for four with each row once."""
    case = Case()
    found = list(minors(constraints(3, 2))) + list(minors(constraints(4, 2)[2:]))
    values = sorted(set(found))
    case.must("every minor is −1, 0 or 1", values == [-1, 0, 1])
    case.number("minors", "minors", len(found))
    case.number("values", "their values", ", ".join(map(str, values)))
    return case.finding()


@check("mnl:constraint-matrix-size")
def constraint_matrix_size(profile):
    """Counts the rows and columns of A for J = 2, 5 and K = 1, 2."""
    case = Case()
    for j, k in product((2, 5), (1, 2)):
        shape = constraints(j, k).shape
        case.must(f"(J + 2K) × JK, J = {j}, K = {k}", shape == (j + 2 * k, j * k))
        case.printed(f"JK × (J + 2K), J = {j}, K = {k}", shape == (j * k, j + 2 * k))
    case.number("shape", "shape for J = 30, K = 6", constraints(30, 6).shape)
    return case.finding()


@check("mnl:cardinality-constraint")
def cardinality_constraint(profile):
    """Counts the sets of K objects and the lists of (a), (b) and (c)."""
    case = Case()
    for name, game in PROBLEMS.items():
        items, positions = game.attraction.size, game.examination.size
        sets, lists = comb(items * positions, positions), perm(items, positions)
        case.must(f"more sets than lists, ({name})", sets > lists)
        case.number(name, f"sets of K objects / lists, ({name})", f"{sets:,} / {lists:,}")
    return case.finding()


@check("mnl:corollary-19")
def corollary_19(profile):
    """Verifies the arithmetic of the constants, and the bound on (a), (b) and (c)."""
    case = Case()
    # with L = log(JKT) ≥ log 4: log(JKT²/2)(log T + 1) ≤ (2L − log 4)(L + 1 − log 2) ≤ 2L²
    L = sp.Symbol("L", positive=True)
    excess = sp.expand(2 * L**2 - (2 * L - sp.log(4)) * (L + 1 - sp.log(2)))
    least = sp.log(4)
    case.must("2L² exceeds the product at L = log 4", excess.subs(L, least) > 0)
    case.must("the excess grows there", sp.diff(excess, L).subs(L, least) > 0)
    # its logarithm's derivative
    slope = (1 / (2 * least - sp.log(4)) - 2 / least).evalf()
    case.must("√(2L − log 4)/L² decreases there", slope < 0)
    failures = invalid_epochs(2, 10**5 + 1)  # more objects or a shorter game have fewer
    parts = 2 * LINEAR_TERM + 6 * sp.sqrt(least) / least**2 + (1 + failures / 2) / least**2
    case.must("C_2 = 40", parts <= 40)
    case.number("parts", "lower-order terms over JK log²(JKT) at most", float(parts))
    for name, game in PROBLEMS.items():
        horizon, size = HORIZON["paper"][name], game.attraction.size * game.examination.size
        value = object_bound(game, horizon)
        claimed = 12 * LARGEST_SHAPE * np.sqrt(size * horizon * np.log(size * horizon**2))
        claimed += 40 * size * np.log(size * horizon) ** 2
        case.must(f"the bound on ({name})", value <= claimed)
        case.number(name, f"the bound on ({name})", value)
    return case.finding()


@check("mnl:log-term")
def log_term(profile):
    """Divides the coefficients of the logarithmic terms in symbols."""
    case = Case()
    J, K, bias = sp.symbols("J K lambda_K", positive=True)
    printed, objects = 14 * J * K / bias, 14 * J * K
    case.zero("the printed term of Epoch-UCB is 1/λ_K times it", printed / objects - 1 / bias)
    case.zero("without the superfluous K it is 1/K times it", objects / (14 * J) - K)
    case.printed("their quotient depends on JK", (printed / objects).has(J, K))
    case.number("quotient", "printed JK/λ_K against JK, (a)",
                float(1 / min(PROBLEMS["a"].examination)))  # fmt: skip
    return case.finding()


@check("mnl:exploration-cost")
def exploration_cost(profile):
    """Enumerates the pairs that lists going round show in J epochs, for three sizes."""
    case = Case()
    for items, positions in ((4, 3), (6, 4), (30, 6)):
        pairs = {((t + place) % items, place) for t in range(items) for place in range(positions)}
        case.must(f"J epochs show all JK pairs, J = {items}, K = {positions}",
                  len(pairs) == items * positions)  # fmt: skip
        case.must(f"fewer epochs do not, J = {items}, K = {positions}",
                  (items - 1) * positions < items * positions)  # fmt: skip
    items, positions = PROBLEMS["c"].attraction.size, PROBLEMS["c"].examination.size
    shows = -(-items // positions)
    case.must("more epochs for pairs than for items on (c)", items > shows)
    case.number("pairs", "epochs on (c), pairs", items)
    case.number("items", "epochs on (c), items", shows)
    return case.finding()
