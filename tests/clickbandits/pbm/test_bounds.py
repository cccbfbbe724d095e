"""The lower bound agrees with independently computed definitions, also at the boundary and with ties."""

import itertools

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clickbandits.pbm import bounds, gap, problem

PAPER = problem((0.45, 0.35, 0.25, 0.15, 0.05), (0.9, 0.6, 0.3))
SHARE = 0.53  # there, 0.98 and the double below it give the same chance


def by_definition(attraction, examination, digits=40):
    """The bound (6) and its positions from the lists, in many digits; ties go to the first position."""
    with mpmath.workdps(digits):
        theta = sorted((mpmath.mpf(float(x)) for x in attraction), reverse=True)
        kappa = sorted((mpmath.mpf(float(x)) for x in examination), reverse=True)
        n_positions = len(kappa)

        def reward(shown):
            return sum(k * theta[item] for k, item in zip(kappa, shown, strict=True))

        def divergence(p, q):
            return sum(a * mpmath.log(a / b) for a, b in ((p, q), (1 - p, 1 - q)) if a > 0)

        total, positions = mpmath.mpf(0), []
        for k in range(n_positions, len(theta)):
            if theta[k] == theta[n_positions - 1]:
                continue
            ratios = []
            for place, share in enumerate(kappa):
                shown = [*range(place), k, *range(place, n_positions - 1)]
                gap = reward(range(n_positions)) - reward(shown)
                ratios.append(gap / divergence(share * theta[k], share * theta[n_positions - 1]))
            least = min(ratios)
            total += least
            positions.append(1 + next(l for l, r in enumerate(ratios) if r - least < 1e-25 * least))  # noqa: E741
        return float(total), positions


@st.composite
def problems(draw):
    """Problems with up to six items and four positions; coarse problems have many ties."""
    n_positions = draw(st.integers(1, 4))
    n_items = n_positions + draw(st.integers(0, 2))
    unit = 10 if draw(st.booleans()) else 10_000
    attraction = draw(st.lists(st.integers(0, unit - 1), min_size=n_items, max_size=n_items))
    examination = draw(st.lists(st.integers(1, unit), min_size=n_positions, max_size=n_positions))
    return problem(np.array(attraction) / unit, np.array(examination) / unit)


def test_the_instance_of_the_paper():
    assert bounds.lower_bound(PAPER) == pytest.approx(5.5919491700572, abs=1e-12)
    assert bounds.exploration_positions(PAPER).tolist() == [3, 3]
    assert bounds.lower_bound_by_linear_program(PAPER) == pytest.approx(5.5919491700572, rel=1e-11)


@given(problems())
@settings(max_examples=80)
def test_equal_to_the_definition_ties_included(instance):
    constant, positions = by_definition(*instance)
    assert bounds.lower_bound(instance) == pytest.approx(constant, rel=1e-11, abs=0)
    assert bounds.exploration_positions(instance).tolist() == positions


@given(problems())
@settings(max_examples=50)
def test_equal_to_the_linear_program(instance):
    value = bounds.lower_bound_by_linear_program(instance)
    assert value == pytest.approx(bounds.lower_bound(instance), rel=1e-10, abs=0)


@given(problems(), st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_the_order_of_items_and_positions_is_irrelevant(instance, random):
    shuffled = [list(vector) for vector in instance]
    for vector in shuffled:
        random.shuffle(vector)
    other = problem(*shuffled)
    assert bounds.lower_bound(other) == bounds.lower_bound(instance)
    positions = bounds.exploration_positions(instance)
    assert bounds.exploration_positions(other).tolist() == positions.tolist()


@given(problems())
@settings(max_examples=40)
def test_the_chain_of_crude_bounds(instance):
    n_positions = instance.examination.size
    chain = [
        bounds.uncensored_bound(instance),
        bounds.shared_position_bound(instance, 1),
        bounds.lower_bound(instance),
        bounds.shared_position_bound(instance, n_positions),
    ]
    for smaller, larger in itertools.pairwise(chain):
        assert smaller <= larger * (1 + 1e-11)


def test_positions_of_equal_examination_tie_to_the_bit_and_the_first_wins():
    instance = problem((0.7, 0.6, 0.5, 0.3), (0.3, 0.7, 0.3))
    ratios = bounds.exploration_ratios(instance)
    assert ratios[0, 1] == ratios[0, 2]
    assert bounds.exploration_positions(instance).tolist() == [2]


def test_a_tie_of_different_positions_goes_to_the_first():
    def difference(first):
        ratios = bounds.exploration_ratios(problem((first, 0.4, 0.2), (0.9, 0.5)))
        return ratios[0, 0] / ratios[0, 1] - 1

    with mpmath.workdps(30):
        tied = float(mpmath.findroot(lambda x: difference(float(x)), (0.48, 0.49), solver="anderson"))
    assert abs(difference(tied)) < bounds.TIE
    for nearby in (tied, np.nextafter(tied, 1), np.nextafter(tied, 0)):
        instance = problem((nearby, 0.4, 0.2), (0.9, 0.5))
        assert bounds.exploration_positions(instance).tolist() == [1]


def test_an_item_tied_with_the_worst_of_the_list_has_no_term():
    tied = problem((0.6, 0.4, 0.4, 0.2), (0.9, 0.5))
    alone = problem((0.6, 0.4, 0.2), (0.9, 0.5))
    assert bounds.lower_bound(tied) == bounds.lower_bound(alone)
    assert bounds.exploration_positions(tied).shape == (1,)
    assert bounds.lower_bound_by_linear_program(tied) == pytest.approx(bounds.lower_bound(alone))


@pytest.mark.parametrize("attraction", [(0.3, 0.2), (0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (0.5, 0.5, 0.5)])
def test_without_a_suboptimal_item_the_bound_is_zero(attraction):
    instance = problem(attraction, (1.0, 0.5))
    assert bounds.lower_bound(instance) == 0.0
    assert bounds.exploration_positions(instance).shape == (0,)
    assert bounds.lower_bound_by_linear_program(instance) == 0.0
    assert bounds.composition(instance).empty
    program = bounds.exploration_program(instance)
    assert program.value == 0 and not program.plays.any()


def test_the_borders_of_the_parameters():
    never = problem((0.5, 0.0), (0.8,))  # d(0, q) = -log(1 - q)
    assert bounds.lower_bound(never) == pytest.approx(-0.4 / np.log(0.6), rel=1e-14)
    sure = problem((1.0, 0.5), (1.0,))  # one display without a click distinguishes the items
    assert bounds.lower_bound(sure) == bounds.lower_bound_by_linear_program(sure) == 0.0
    limit = bounds.lower_bound(problem((1.0, 0.5), (0.5,)))
    assert limit == pytest.approx(bounds.lower_bound(problem((1 - 1e-12, 0.5), (0.5,))))


@given(problems(), st.sampled_from([0.5, 0.25]))
@settings(max_examples=25)
def test_the_scale_that_clicks_cannot_tell_is_irrelevant(instance, scale):
    attraction, examination = instance
    other = problem(attraction * scale, examination * scale)
    same = problem(attraction * scale**2, examination)
    assert bounds.lower_bound(other) == pytest.approx(bounds.lower_bound(same), rel=1e-10)


def test_the_uncensored_bound_against_its_definition():
    with mpmath.workdps(30):
        worst = mpmath.mpf("0.25")
        terms = [
            (worst - p) / (p * mpmath.log(p / worst) + (1 - p) * mpmath.log((1 - p) / (1 - worst)))
            for p in (mpmath.mpf("0.15"), mpmath.mpf("0.05"))
        ]
        expected = float(sum(terms))
    assert bounds.uncensored_bound(PAPER) == pytest.approx(expected, rel=1e-13)


def test_items_that_a_position_cannot_tell_apart_have_an_infinite_ratio_there():
    twins = problem((0.99, 0.98, np.nextafter(0.98, 0)), (1.0, SHARE))
    assert SHARE * twins.attraction[2] == SHARE * twins.attraction[1]
    ratios = bounds.exploration_ratios(twins)
    assert np.isfinite(ratios[0, 0]) and ratios[0, 1] == np.inf
    assert bounds.shared_position_bound(twins, 2) == np.inf


@pytest.mark.parametrize(
    ("attraction", "examination"),
    [
        ([0.6, 0.5, 0.45], [1, 5e-324]),
        ([0.6, 0.5, 0.45], [1, 1e-320]),
        ([0.6, 0.5, 0.45], [1, 1e-17]),
        ([0.6, 0.5, 0.5 - 2**-50], [1e-300, 2e-319]),
        ([0.9, 1e-320, 5e-324], [0.8, 0.3]),
        ([0.9, 4e-200, 1e-200, 3e-300], [1, 1e-200]),
        ([0.9, 0.5, 0.3, 0.2, 0.0], [1e-10, 1e-318, 5e-324]),
    ],
)
def test_a_price_is_right_where_the_gap_and_the_information_underflow(attraction, examination):
    expected, positions = by_definition(attraction, examination, 700)  # enough for 1 - 10^-640
    rare = problem(attraction, examination)
    assert bounds.lower_bound(rare) == pytest.approx(expected, rel=1e-10)
    assert bounds.exploration_positions(rare).tolist() == positions
    share, worst = float(min(examination)), sorted(attraction)[-len(examination)]
    with mpmath.workdps(700):
        terms = mpmath.mpf(0)
        for item in (mpmath.mpf(each) for each in attraction if each < worst):
            p, q = share * item, mpmath.mpf(share) * mpmath.mpf(worst)
            divergence = (p * mpmath.log(p / q) if p else 0) + (1 - p) * mpmath.log((1 - p) / (1 - q))
            terms += share * (mpmath.mpf(worst) - item) / divergence
    assert bounds.shared_position_bound(rare, len(examination)) == pytest.approx(float(terms), rel=1e-10)


def test_the_solution_of_the_program_explores_where_it_should():
    program = bounds.exploration_program(PAPER)
    used = {tuple(action) for action in program.actions[program.plays > 1e-6].tolist()}
    assert used == {(0, 1, 3), (0, 1, 4)}
    rewards = PAPER.attraction[program.actions] @ PAPER.examination
    spent = program.plays @ (rewards.max() - rewards)
    assert spent == pytest.approx(program.value, rel=1e-9)
    information = bounds.exploration_information(PAPER)
    for row, item in enumerate((3, 4)):
        told = sum(
            plays * information[row, list(action).index(item)]
            for action, plays in zip(program.actions.tolist(), program.plays, strict=True)
            if item in action
        )
        assert told == pytest.approx(1, rel=1e-9)


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="50000 lists; 12 items at 5 positions make 95040"):
        bounds.lower_bound_by_linear_program(problem(np.full(12, 0.5), np.full(5, 0.5)))
    for position in (0, 4):
        with pytest.raises(ValueError, match=rf"positions run from 1 to 3; got {position}"):
            bounds.shared_position_bound(PAPER, position)
    with pytest.raises(ValueError, match=r"examination must lie in \(0, 1\]"):
        bounds.lower_bound(((0.5, 0.2), (1.3,)))
    with pytest.raises(ValueError, match="3 positions and 2 items"):
        bounds.exploration_positions(((0.5, 0.2), (1.0, 0.5, 0.3)))


def test_the_tables_name_what_the_arrays_hold():
    table = bounds.exploration_table(PAPER).set_index(["item", "position"])
    assert table.index.tolist() == [(k, p) for k in (4, 5) for p in (1, 2, 3)]
    for k, p in table.index:
        shown = [*range(p - 1), k - 1, *range(p - 1, 2)]
        assert table.loc[(k, p), "gap"] == pytest.approx(gap(PAPER, shown))
    chosen = table["price"].groupby("item").min()
    assert chosen.sum() == pytest.approx(bounds.lower_bound(PAPER))
    assert table["price"].to_numpy() == pytest.approx(bounds.exploration_ratios(PAPER).ravel())
    made = bounds.composition(PAPER)
    assert made["term"].sum() == pytest.approx(bounds.lower_bound(PAPER), rel=1e-15)
    np.testing.assert_allclose(made["gap"] / made["information"], made["term"], rtol=1e-15)
    assert made[["item", "attraction", "position"]].values.tolist() == [[4, 0.15, 3], [5, 0.05, 3]]
