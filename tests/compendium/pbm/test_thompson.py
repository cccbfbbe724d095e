"""The exact computations behind the theorem on PBM-TS are right, and its checks can fail."""

from fractions import Fraction
from itertools import product

import pytest
from scipy.integrate import quad

from clickbandits.pbm.bounds import exploration_gaps
from clickbandits.pbm.model import problem
from compendium.claims import finding
from compendium.pbm.instances import EXAMINATION, FIGURE_1A
from compendium.pbm.thompson import edge, indices, pays_last, price, tails

TWO = Fraction(1), Fraction(1, 5)


def by_strategies(attraction, value):
    """The largest expectation after two displays, over the eight strategies for two positions."""
    expectations = []
    for first, *then in product((0, 1), repeat=3):
        total = Fraction(0)
        for clicks in product((0, 1), repeat=2):
            positions, chance, table = (first, then[clicks[0]]), Fraction(1), [0, 0, 0]
            for position, click in zip(positions, clicks, strict=True):
                likely = TWO[position] * attraction
                chance *= likely if click else 1 - likely
                table[0 if click else 1 + position] += 1
            total += chance * value(tuple(table))
        expectations.append(total)
    return max(expectations)


def test_the_largest_expectation_is_that_of_the_best_strategy():
    for value in (
        lambda table: tails.exact(Fraction(table[0] * table[1] + table[2] ** 2)),
        lambda table: tails.exact(Fraction(1, 1 + table[0] + 3 * table[1])),
    ):
        attraction = Fraction(1, 3)
        ours = tails.largest_expectation(2, attraction, TWO, value)
        theirs = by_strategies(attraction, lambda table, v=value: Fraction(str(v(table))))
        assert Fraction(str(ours)) == theirs


def test_there_is_one_table_for_each_division_of_the_displays():
    assert sorted(tails.tables(2, 1)) == [(0, 2), (1, 1), (2, 0)]
    assert len(set(tails.tables(5, 3))) == 56 and all(sum(table) == 5 for table in tails.tables(5, 3))


def test_areas_of_likelihoods_against_quadrature():
    table, low = (3, 2, 4), Fraction(2, 5)
    expected = quad(lambda x: x**3 * (1 - x) ** 2 * (1 - 0.2 * x) ** 4, 0.4, 1)[0]
    assert float(tails.area(table, TWO, low, Fraction(1))) == pytest.approx(expected, rel=1e-12)


def test_losses_of_lists_against_the_library():
    gaps = exploration_gaps(problem(FIGURE_1A, EXAMINATION))
    for item in (3, 4):
        for position in range(3):
            shown = [0, 1, 2]
            shown.insert(position, item)
            assert float(price.loss(FIGURE_1A, EXAMINATION, shown[:3])) == pytest.approx(
                gaps[item - 3, position]
            )
            least = price.least_loss(FIGURE_1A, EXAMINATION, item, position)
            assert float(least) == pytest.approx(gaps[item - 3, position])


def test_the_two_bounds_enclose_less_as_their_parameters_shrink():
    given = price.PROBLEMS["Figure 1(b)"]
    wide, narrow = (pays_last.two_bounds(*given, Fraction(1, n)) for n in (10**4, 10**6))
    assert wide[0] < narrow[0] < narrow[1] < wide[1]


def test_the_probabilities_of_the_small_game_follow_its_adaptive_policy():
    game = price.small_game(2, (Fraction(3, 5), Fraction(1, 2), Fraction(1, 10)), TWO)
    after = {
        clicks: sum(p for past, p in game.items() if past[0] == (0, 1, clicks) and past[1][0] == 1)
        for clicks in product((0, 1), repeat=2)
    }
    first = {clicks: sum(p for past, p in game.items() if past[0] == (0, 1, clicks)) for clicks in after}
    share = {clicks: after[clicks] / first[clicks] for clicks in after}
    # a click above adds one to the weight of item 1, one below doubles that of item 2
    assert share == {
        (0, 0): Fraction(1, 3),
        (1, 0): Fraction(1, 4),
        (0, 1): Fraction(1, 2),
        (1, 1): Fraction(2, 5),
    }


def test_an_item_without_displays_is_explored_above_all_leaders():
    assert indices.displays_above(indices.slow, 1) == (2, 0)


@pytest.mark.parametrize(
    ("id", "place", "name", "changed"),
    [
        ("ts-likelihood-ratio", tails, "decay", lambda theta, a, x, k: abs(theta - a) * abs(x - a) / a),
        ("ts-tails", tails, "tail_ratio", lambda table, k, a, b: tails.exact(Fraction(2))),
        ("thompson-efficient", tails, "kinds", lambda *given: iter(())),
        ("last-position-price", price, "least_loss", lambda theta, k, item, position: Fraction(1)),
        ("ts-losses", price, "loss", lambda *given: Fraction(0)),
        ("jumping-thompson", edge, "jump_losses", lambda theta, k: [Fraction(1)] * len(theta)),
        ("thompson-ties", edge, "least_loss", lambda *given: Fraction(0)),
    ],
)
def test_a_wrong_part_is_seen(id, place, name, changed, monkeypatch):
    monkeypatch.setattr(place, name, changed)
    assert finding(f"pbm:{id}", "quick").verdict == "refuted"
