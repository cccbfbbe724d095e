"""Appendix F: items at positions as objects of an MNL bandit with constraints, Corollary 19."""

from itertools import combinations, permutations
from math import comb, perm

import numpy as np
import sympy as sp
from flint import fmpz_mat

from clickbandits.mnl.bounds import LARGEST_SHAPE, LINEAR_TERM, invalid_epochs, object_bound
from compendium.finding import Finding, check
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
    same, count = True, 0
    for items, positions in ((2, 1), (2, 2), (3, 2), (4, 3), (5, 3)):
        sets = set(valid_sets(items, positions))
        lists = {
            frozenset((item, place) for place, item in enumerate(action))
            for action in permutations(range(items), positions)
        }
        same &= sets == lists
        count += len(lists)
    return Finding("holds" if same else "refuted", {"lists matched": count})


@check("mnl:equation-53")
def equation_53(profile):
    found = list(minors(constraints(3, 2)))
    bipartite = constraints(4, 2)[2:]  # each row once
    found += list(minors(bipartite))
    values = sorted(set(found))
    numbers = {"minors": len(found), "their values": ", ".join(map(str, values))}
    return Finding("holds" if values == [-1, 0, 1] else "refuted", numbers)


@check("mnl:constraint-matrix-size")
def constraint_matrix_size(profile):
    shapes = {(j, k): constraints(j, k).shape == (j + 2 * k, j * k) for j in (2, 5) for k in (1, 2)}
    numbers = {"shape for J = 30, K = 6": constraints(30, 6).shape}
    return Finding("corrected" if all(shapes.values()) else "refuted", numbers)


@check("mnl:cardinality-constraint")
def cardinality_constraint(profile):
    sets = {name: comb(game.attraction.size * game.examination.size, game.examination.size)
            for name, game in PROBLEMS.items()}  # fmt: skip
    lists = {name: perm(game.attraction.size, game.examination.size)
             for name, game in PROBLEMS.items()}  # fmt: skip
    numbers = {f"sets of K objects / lists, ({name})": f"{sets[name]:,} / {lists[name]:,}"
               for name in PROBLEMS}  # fmt: skip
    return Finding("holds" if all(sets[n] > lists[n] for n in sets) else "refuted", numbers)


@check("mnl:corollary-19")
def corollary_19(profile):
    # with L = log(JKT) ≥ log 4: log(JKT²/2)(log T + 1) ≤ (2L − log 4)(L + 1 − log 2) ≤ 2L²
    L = sp.Symbol("L", positive=True)
    excess = sp.expand(2 * L**2 - (2 * L - sp.log(4)) * (L + 1 - sp.log(2)))
    least = sp.log(4)
    fine = excess.subs(L, least) > 0 and sp.diff(excess, L).subs(L, least) > 0
    # √(2L − log 4)/L² decreases there: its logarithm's derivative is 1/(2L − log 4) − 2/L
    fine &= (1 / (2 * least - sp.log(4)) - 2 / least).evalf() < 0
    failures = invalid_epochs(2, 10**5 + 1)  # more objects or a shorter game have fewer
    parts = 2 * LINEAR_TERM + 6 * sp.sqrt(least) / least**2 + (1 + failures / 2) / least**2
    numbers, below = {"lower-order terms over JK log²(JKT) at most": float(parts)}, True
    for name, game in PROBLEMS.items():
        horizon, size = HORIZON["paper"][name], game.attraction.size * game.examination.size
        value = object_bound(game, horizon)
        claimed = 12 * LARGEST_SHAPE * np.sqrt(size * horizon * np.log(size * horizon**2))
        claimed += 40 * size * np.log(size * horizon) ** 2
        below &= value <= claimed
        numbers[f"the bound on ({name})"] = value
    return Finding("holds" if below and fine and parts <= 40 else "refuted", numbers)


@check("mnl:log-term")
def log_term(profile):
    J, K, bias = sp.symbols("J K lambda_K", positive=True)
    printed, objects = 14 * J * K / bias, 14 * J * K
    same = sp.simplify(printed / objects - 1 / bias) == 0 and not (printed / objects).has(J, K)
    reduced = sp.simplify(objects / (14 * J)) == K
    numbers = {"printed JK/λ_K against JK, (a)": float(1 / min(PROBLEMS["a"].examination))}
    return Finding("corrected" if same and reduced else "refuted", numbers)


@check("mnl:exploration-cost")
def exploration_cost(profile):
    exact = True
    for items, positions in ((4, 3), (6, 4), (30, 6)):
        pairs = {((t + place) % items, place) for t in range(items) for place in range(positions)}
        fewer = (items - 1) * positions
        exact &= len(pairs) == items * positions > fewer
    game = PROBLEMS["c"]
    items, positions = game.attraction.size, game.examination.size
    numbers = {"epochs on (c), pairs": items, "epochs on (c), items": -(-items // positions)}
    return Finding(
        "holds" if exact and items > numbers["epochs on (c), items"] else "refuted", numbers
    )
