r"""Stretches of Thompson sampling: the rounds until a draw can change the list, by thinning.

PBM-TS shows its leaders, the items whose posteriors are highest, in most rounds. This module finds the
rounds in which it may show another list without drawing every attraction in every round. The game has
exactly the distribution of plain play.

There is a *barrier* between every two consecutive leaders, and one between the last leader and all
other items. If no draw crosses a barrier, the leaders are shown in their order. Each *side* of an item
that has a barrier b (below a leader, above every other item except the first leader) is marked in every
round with a probability p that is at least that of crossing b. Marks are independent, so the
number of rounds until the next one has a geometric distribution. In a round with marks, each of them
is decided by rejection. An item with a mark that fails has a draw that does not cross.

*The corner.* While the leaders are shown, their counts change, and p must hold for all counts that can
be reached in n plays. Let π be the posterior density without its constant, and C the counts that are
most favourable for crossing: n more failures for the side below, n more clicks for the side above, and
the present counts for an item that is not shown. For every reachable c, the ratio w = π_c / π_C is
monotone and decreases towards the far side of b.

*The bound.* Let λ > 0 be the slope with which log π_C falls at b, towards the far side. Since log π_C is
concave, its tangent at b is above it on the far side, and its secants between *knots* on the near side
are below it. With h the secants of log π_C - log π_C(b), and Z the integral of exp(h),

.. math:: p = \frac{1}{\lambda Z}.

*The decision* of a mark with the present counts c. The mark stands if

1. q, at an exponential distance from b with rate λ on the far side, lies in (0, 1),
2. an event of probability π_c(q) / π_c(b) · exp(λ |q - b|) occurs, and
3. a draw x from π_c lies between the knots, and an event of probability exp(h(x)) π_c(b) / π_c(x) occurs.

Then q is the item's draw. Both probabilities are at most 1, because w(q) ≤ w(b) ≤ w(x). The density of
a mark that stands with draw q is

.. math::
    p \cdot \lambda e^{-\lambda |q - b|} \cdot \frac{\pi_c(q)}{\pi_c(b)} e^{\lambda |q - b|}
    \cdot \int \frac{\pi_c(x)}{\int \pi_c} e^{h(x)} \frac{\pi_c(b)}{\pi_c(x)}\, dx
    = p\, \lambda\, Z\, \frac{\pi_c(q)}{\int \pi_c} = \frac{\pi_c(q)}{\int \pi_c},

which is that of the posterior. So the draws that cross, and their values, have the same distribution as
in plain play. If one crosses, the others are drawn from their posteriors until they do not cross, and
the list is ranked from all draws. A stretch may end at any time that depends on the past only, because
rounds are independent given the counts. Barriers, knots and n affect nothing but the speed.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..core import kernel, rank
from ..machine_code import inner

BELOW, ABOVE = 0, 1
"""The two sides of an item."""
N_KNOTS = 5
BARRIER, LEFT, SLOPE, CHANCE, KNOT = range(5)
HEIGHT = KNOT + N_KNOTS
"""What `Thinning.sides` contains of a side: b (0 or 1 if it has none), the number of plays for which its
bound still holds, λ, p, the knots, and log π_C - log π_C(b) there."""
PLACE, CENTRE, SPREAD, HAZARD, MARKED, WANTED = range(6)
"""What `Thinning.items` contains of an item: the position at which it is a leader, or -1; about its
posterior's mean and standard deviation; -log P(no mark); the side on which it is marked in the round of the
next mark, or -1; and 1 if a draw of it is needed before the next list, otherwise 0."""
COLUMN, GAIN, DROP = range(3)
"""A failure at a position adds GAIN to this column of the failures; a click takes away at most DROP."""
NEXT_MARK, CROSSED, NEXT_TRY, WAIT, BEGAN, SINCE, UNTIL = range(7)
"""What `Thinning.clock` contains: the round of the next mark, or -1; 1 while draws of a round in which an
item crosses are missing; the round from which stretches are tried; the number of plain rounds after a
failure; the round of the last try; the round in which the barriers were chosen, or -1; the round in which
the present stretch ends."""

STEP = 1.0
"""Distance between two knots, in standard deviations."""
UNLIMITED = 2.0**52
"""More rounds than any game has."""
LEAST_WAIT = 256
"""The first round in which stretches are tried, and the least number of plain rounds after a failure."""
MOST_MARKS = 0.25
"""Plain rounds are faster if more marks per round are expected."""
MOST_STEPS = 0.2
"""The same, for the expected number of steps per round with new barriers."""
AGE = 1.25
"""Barriers are chosen again when the number of rounds has grown by this factor."""

apart = inner()
"""Compiles a function that is used in few rounds. It is not inlined, which would take long to compile.

The time to compile grows with the number of arrays that are passed, so they are few and large here.
"""


class Thinning(NamedTuple):
    """Barriers, and a bound for every side of an item. The names of the columns are above.

    leaders : the leaders, most examined position first, shape (n_positions,)
    effect : of a play on the failures, shape (n_positions, 3)
    items : shape (6, n_items)
    sides : shape (n_items, 2, 4 + 2 N_KNOTS)
    clock : shape (7,)
    corner : work space, shape (n_columns,)
    """

    leaders: np.ndarray
    effect: np.ndarray
    items: np.ndarray
    sides: np.ndarray
    clock: np.ndarray
    corner: np.ndarray


class Counts(NamedTuple):
    """The fields of a `Posterior` that determine it, and a point near its mean."""

    examination: np.ndarray
    clicks: np.ndarray
    failures: np.ndarray
    point: np.ndarray


def no_bounds(n_items: int, n_columns: int, effect: np.ndarray) -> Thinning:
    """The state before the first stretch."""
    unplaced = np.array([-1.0, 0.0, 0.0, 0.0, -1.0, 1.0])
    return Thinning(
        leaders=np.zeros(len(effect), dtype=np.int64),
        effect=effect,
        items=np.repeat(unplaced[:, None], n_items, axis=1),
        sides=np.zeros((n_items, 2, HEIGHT + N_KNOTS)),
        clock=np.array([-1, 0, LEAST_WAIT, LEAST_WAIT, LEAST_WAIT, -1, 0], dtype=np.int64),
        corner=np.zeros(n_columns),
    )


@kernel
def spend(thin, item, position, n_rounds):
    """Count plays of an item. Its bounds hold for plays at its own position as a leader only."""
    if thin.clock[SINCE] < 0:
        return
    if thin.items[PLACE, item] == position:
        thin.sides[item, BELOW, LEFT] -= n_rounds
        thin.sides[item, ABOVE, LEFT] -= n_rounds
    else:
        thin.sides[item, BELOW, LEFT] = -1.0
        thin.sides[item, ABOVE, LEFT] = -1.0
    if min(thin.sides[item, BELOW, LEFT], thin.sides[item, ABOVE, LEFT]) < 0.0:
        thin.clock[NEXT_MARK] = -1
        thin.clock[UNTIL] = 0


@apart
def rounds_of_a_list(thin, counts, positions, index, t, rng):
    """The number of rounds that show one list, or 0 if other draws are needed first.

    `index` contains a draw of every item that was `wanted`. It receives all draws of this round, or
    numbers that rank the leaders first. If the caller has shown a part of a stretch, the rest follows,
    because marks would come too often if only a mark in the next round were remembered.
    """
    rounds = max(thin.clock[UNTIL] - t, 0)
    if rounds == 0:
        if thin.clock[NEXT_MARK] == t:
            if thin.clock[CROSSED] == 1 or one_crosses(thin, counts, index, rng):
                return complete(thin, index)
            rounds = 1  # no item crosses the present barriers, so the present leaders are shown
        thin.clock[NEXT_MARK] = -1
        is_ready = thin.clock[SINCE] >= 0 and t < AGE * thin.clock[SINCE] and renew_bounds(thin, counts, t)
        if rounds == 0 and not is_ready:
            is_ready = choose_barriers(thin, counts, positions, t) and renew_bounds(thin, counts, t)
            if not is_ready:
                give_up(thin, t)
        if is_ready:
            rounds = until_mark(thin, t, rounds, rng)
        thin.clock[UNTIL] = t + rounds
    for item in range(index.size):
        thin.items[WANTED, item] = rounds == 0 or thin.clock[NEXT_MARK] >= 0
        index[item] = 0.0
    for place in range(positions.size):
        index[thin.leaders[place]] = positions.size - place
    return rounds


@kernel
def give_up(thin, t):
    """Return to plain rounds, for longer after each try that ends soon."""
    clock = thin.clock
    brief = t - clock[BEGAN] < 4 * clock[WAIT]
    clock[WAIT] = max(min(2 * clock[WAIT], t // 8), LEAST_WAIT) if brief else LEAST_WAIT
    clock[NEXT_TRY] = clock[BEGAN] = t + clock[WAIT]
    clock[SINCE] = -1


@apart
def until_mark(thin, t, rounds, rng):
    """The number of rounds before the next mark, or before a bound ends; the first `rounds` have no mark.

    If items are visited round after round, the hazard passed between two marks is exponential, as in a
    Poisson process.
    """
    limit, total = UNLIMITED, 0.0
    for item in range(thin.items.shape[1]):
        limit = min(limit, thin.sides[item, BELOW, LEFT], thin.sides[item, ABOVE, LEFT])
        total += thin.items[HAZARD, item]
        thin.items[MARKED, item] = -1
    ahead = rng.standard_exponential()
    if ahead >= total * (limit - rounds):
        return max(rounds, int(limit))
    passed = int(ahead / total)
    ahead = max(ahead - passed * total, 0.0)
    for item in range(thin.items.shape[1]):
        if ahead >= thin.items[HAZARD, item]:
            ahead -= thin.items[HAZARD, item]
        else:
            low, high = thin.sides[item, BELOW, CHANCE], thin.sides[item, ABOVE, CHANCE]
            thin.items[MARKED, item] = BELOW if rng.random() * (low + high) < low else ABOVE
            ahead = rng.standard_exponential()
    thin.clock[NEXT_MARK] = t + rounds + passed
    return rounds + passed


@apart
def one_crosses(thin, counts, index, rng):
    """Decide the marks of this round, and put the draws that cross into `index`; return whether one does.

    Every other draw that was used for a decision, or crosses a barrier without a mark, must be made again.
    """
    crosses = False
    for item in range(index.size):
        if thin.items[MARKED, item] < 0:
            thin.items[WANTED, item] = not fits(thin, item, index[item])
        else:
            q = decision(thin, counts, item, int(thin.items[MARKED, item]), index[item], rng)
            thin.items[WANTED, item] = q == 0.0
            if q > 0.0:
                index[item] = q
                crosses = True
    return crosses


@kernel
def complete(thin, index):
    """1 if all draws of a round in which an item crosses are there, and 0 if some must be made again."""
    missing = 0.0
    for item in range(index.size):
        if thin.clock[CROSSED] == 1 and thin.items[WANTED, item] > 0.0:
            thin.items[WANTED, item] = not fits(thin, item, index[item])
        missing += thin.items[WANTED, item]
    thin.clock[CROSSED] = 1 if missing > 0.0 else 0
    if missing > 0.0:
        return 0
    thin.clock[NEXT_MARK] = -1
    return 1


@kernel
def fits(thin, item, q):
    """Whether a draw crosses no barrier."""
    return thin.sides[item, BELOW, BARRIER] < q < thin.sides[item, ABOVE, BARRIER]


@apart
def decision(thin, counts, item, side, x, rng):
    """The draw of a marked item beyond its barrier, or 0 if the mark fails; x is a draw of the item."""
    about = thin.sides[item, side]
    b, slope = about[BARRIER], about[SLOPE]
    away = rng.standard_exponential() / slope
    q = b - away if side == BELOW else b + away
    if not 0.0 < q < 1.0 or not about[KNOT] <= x <= about[KNOT + N_KNOTS - 1]:
        return 0.0
    clicks, failures = counts.clicks[item], counts.failures[item]
    rise = log_ratio(q, b, clicks, failures, counts.examination)
    if rng.standard_exponential() < -rise - slope * away:
        return 0.0
    right = 1
    while x > about[KNOT + right]:
        right += 1
    height, width = about[HEIGHT + right], about[KNOT + right] - about[KNOT + right - 1]
    if width > 0.0:
        height -= (height - about[HEIGHT + right - 1]) * (about[KNOT + right] - x) / width
    rise = log_ratio(x, b, clicks, failures, counts.examination)
    return 0.0 if rng.standard_exponential() < rise - height else q


@apart
def log_ratio(q, b, clicks, failures, examination):
    """log π(q) - log π(b) with these clicks and failures of an item."""
    total = clicks * math.log1p((q - b) / b)
    for place in range(examination.size):
        if failures[place] > 0.0:
            seen = examination[place]
            total += failures[place] * math.log1p(-seen * (q - b) / (1.0 - seen * b))
    return total


@apart
def renew_bounds(thin, counts, t):
    """Compute the bounds that have ended; return whether few marks are expected per round."""
    total = 0.0
    for item in range(thin.items.shape[1]):
        if min(thin.sides[item, BELOW, LEFT], thin.sides[item, ABOVE, LEFT]) < 1.0:
            locate(thin, counts, item)
            for side in (BELOW, ABOVE):
                if thin.sides[item, side, LEFT] < 1.0:
                    bound_side(thin, counts, item, side, t)
            either = thin.sides[item, BELOW, CHANCE] + thin.sides[item, ABOVE, CHANCE]
            thin.items[HAZARD, item] = -math.log1p(-either) if either < 1.0 else math.inf
        total += thin.items[HAZARD, item]
        if total > MOST_MARKS:
            return False
    return True


@kernel
def locate(thin, counts, item):
    """About the mean and the standard deviation of an item's posterior."""
    x, s = moments(counts.point[item], counts.clicks[item], counts.failures[item], counts.examination)
    thin.items[CENTRE, item] = x
    thin.items[SPREAD, item] = s


@apart
def moments(x, clicks, failures, examination):
    """About the mean of a posterior, by two steps of Newton's method from x, and the standard deviation."""
    shape, curvature = clicks + 1.0, 0.0
    for _ in range(2):
        rate, curvature = 0.0, 0.0
        for place in range(examination.size):
            slope = examination[place] / (1.0 - examination[place] * x)
            rate += failures[place] * slope
            curvature += failures[place] * slope * slope
        step = (x * rate - shape) / (rate + x * curvature) if rate > 0.0 else 0.0
        x = min(max(x - step, 0.1 * x), 0.5 + 0.5 * x)
    return x, 1.0 / math.sqrt(shape / (x * x) + curvature)


@apart
def bound_side(thin, counts, item, side, t):
    """Compute λ, the knots and p of a side, for as many plays as will hardly exhaust its reserve."""
    about = thin.sides[item, side]
    about[CHANCE], about[LEFT], b = 0.0, UNLIMITED, about[BARRIER]
    if not 0.0 < b < 1.0:
        return
    examination, clicks, position = counts.examination, counts.clicks[item], int(thin.items[PLACE, item])
    toward = 1.0 if side == BELOW else -1.0  # from b to the centre
    x, s = thin.items[CENTRE, item], thin.items[SPREAD, item]
    for place in range(examination.size):
        thin.corner[place] = counts.failures[item, place]
    if position >= 0:
        effect = thin.effect[position]
        column = int(effect[COLUMN])
        per_failure = examination[column] / (1.0 - examination[column] * x)
        loss = effect[GAIN] * per_failure if side == BELOW else 1.0 / x + effect[DROP] * per_failure
        n = max(math.floor(min(plays_ahead(toward * (x - b) / s, s * loss, t), 0.25 * t)), 1.0)
        about[LEFT] = n
        if side == BELOW:
            thin.corner[column] += n * effect[GAIN]
        else:
            clicks += n
            thin.corner[column] = max(thin.corner[column] - n * effect[DROP], 0.0)
    rise = clicks / b
    for place in range(examination.size):
        rise -= thin.corner[place] * examination[place] / (1.0 - examination[place] * b)
    about[SLOPE], about[CHANCE] = toward * rise, 1.0
    if about[SLOPE] <= 0.0:
        return
    x, s = moments(x, clicks, thin.corner, examination)
    highest = -math.inf
    for knot in range(N_KNOTS):
        q = min(max(x + s * STEP * (knot - N_KNOTS // 2), 0.02 * x), x + 0.98 * (1.0 - x))
        q = max(q, b) if side == BELOW else min(q, b)
        about[KNOT + knot] = q
        about[HEIGHT + knot] = log_ratio(q, b, clicks, thin.corner, examination)
        highest = max(highest, about[HEIGHT + knot])
    area = 0.0
    for knot in range(1, N_KNOTS):
        change = about[HEIGHT + knot] - about[HEIGHT + knot - 1]
        mean = math.expm1(change) / change if change != 0.0 else 1.0
        width = about[KNOT + knot] - about[KNOT + knot - 1]
        area += width * math.exp(about[HEIGHT + knot - 1] - highest) * mean
    if area > 0.0:
        about[CHANCE] = min(1.0, math.exp(-highest) / (about[SLOPE] * area))


@kernel
def plays_ahead(z, loss, t):
    """The plays for which a side is bounded, at z standard deviations, of which a play loses `loss`."""
    return max(0.3, 0.7 * (z - math.sqrt(2.0 * math.log(10.0 * t)))) / max(loss, 1e-300)


@kernel
def tail(z):
    """About the probability that a Normal number exceeds z."""
    return math.exp(-0.5 * z * z) / (2.0 + 2.2 * z) if z > 0.0 else 0.5


@apart
def choose_barriers(thin, counts, positions, t):
    """Choose leaders and barriers; return whether they promise stretches that save time.

    The posteriors count as Normal here.
    """
    for item in range(thin.items.shape[1]):
        locate(thin, counts, item)
        thin.items[PLACE, item] = -1
        thin.sides[item, BELOW, LEFT] = -1.0
        thin.sides[item, ABOVE, LEFT] = -1.0
        thin.sides[item, BELOW, BARRIER] = 0.0
    rank(thin.items[CENTRE], thin.leaders)
    thin.clock[SINCE] = t
    steps, above = 0.0, 1.0
    for place in range(positions.size):
        item = thin.leaders[place]
        thin.items[PLACE, item] = positions[place]
        thin.sides[item, ABOVE, BARRIER] = above
        if place + 1 < positions.size:
            lower = thin.leaders[place + 1]
            both = thin.items[SPREAD, item] + thin.items[SPREAD, lower]
            z = (thin.items[CENTRE, item] - thin.items[CENTRE, lower]) / both
            steps += 2.0 * tail(z - 0.3)
            above = thin.items[CENTRE, item] - z * thin.items[SPREAD, item]
            thin.sides[item, BELOW, BARRIER] = above
    if positions.size < thin.items.shape[1]:
        last = thin.leaders[positions.size - 1]
        lowest, more = lowest_barrier(thin, counts, last, t)
        steps += more
        thin.sides[last, BELOW, BARRIER] = lowest
        for item in range(thin.items.shape[1]):
            if thin.items[PLACE, item] < 0:
                thin.sides[item, ABOVE, BARRIER] = lowest
    return steps < MOST_STEPS


@apart
def lowest_barrier(thin, counts, last, t):
    """The barrier below the last leader with the fewest steps, and their number per round.

    A step is a round in which another item crosses, or a new bound for the last leader.
    """
    x, s = thin.items[CENTRE, last], thin.items[SPREAD, last]
    effect = thin.effect[int(thin.items[PLACE, last])]
    seen = counts.examination[int(effect[COLUMN])]
    loss = s * effect[GAIN] * seen / (1.0 - seen * x)
    best, fewest, z = 0.5 * x, math.inf, 2.0
    while z < 9.0 and z * s < 0.9 * x:
        b = x - z * s
        n = plays_ahead(z, loss, t)
        steps = tail(z - n * loss) + 1.0 / n
        for item in range(thin.items.shape[1]):
            if thin.items[PLACE, item] < 0:
                steps += 2.0 * tail((b - thin.items[CENTRE, item]) / thin.items[SPREAD, item])
        if steps < fewest:
            best, fewest = b, steps
        z += 0.5
    return best, fewest
