"""PBM-TS-JUMPS agrees with its plain version, and jumps as often as it should."""

from functools import partial
from itertools import permutations

import pytest

from clickbandits.pbm.jumping import PBM_TS_JUMPS, pbm_ts_jumps

from .test_ts import exact_order
from .trees import assert_agreement, by_value, count, empty, placed


def order_of_some(items, counts, examination):
    """P(the draws of these items come in this order)."""
    return exact_order(items, counts, examination) if len(items) > 1 else 1.0


def law_with_jumps(t, memory, *, jumps, examination):
    """The lists of a round; the first `leap` items of an order are those that jump."""
    law, counts, chance = {}, memory[1], min(1.0, jumps / (t + 1))
    for order in permutations(range(len(counts))):
        action = placed(order, by_value(examination))
        for leap in range(len(order) + 1):
            weight = chance**leap * (1.0 - chance) ** (len(order) - leap)
            weight *= order_of_some(order[:leap], counts, examination)
            weight *= order_of_some(order[leap:], counts, examination)
            law[action] = law.get(action, 0.0) + weight
    return [(chance, action, action) for action, chance in law.items()]


@pytest.mark.parametrize("jumps", [0.5, 1.0, 2.5])
@pytest.mark.parametrize(
    ("attraction", "examination", "horizon"),
    [([0.7, 0.4], (0.75,), 7), ([0.2, 0.9, 0.5], (0.375, 0.875), 3), ([0.9, 0.3], (0.5, 1.0), 4)],
)
def test_mean_regret_is_the_trees(jumps, attraction, examination, horizon):
    law = partial(law_with_jumps, jumps=jumps, examination=examination)
    start = [(1.0, ((), empty(len(attraction), len(examination))))]
    assert_agreement(pbm_ts_jumps(jumps), attraction, examination, horizon, start, law, count)


@pytest.mark.parametrize("jumps", [0.0, -1.0, float("inf"), float("nan")])
def test_the_rate_of_jumps_is_positive(jumps):
    with pytest.raises(ValueError, match="jumps must be positive and finite"):
        pbm_ts_jumps(jumps)


def test_only_another_rate_is_part_of_the_name():
    assert PBM_TS_JUMPS.id == pbm_ts_jumps(1.0).id == "PBM-TS-JUMPS"
    assert pbm_ts_jumps(2).id == "PBM-TS-JUMPS(jumps=2.0)"
