"""Short games of PBM-TS: where it shows a suboptimal item."""

from fractions import Fraction

import numpy as np

from clickbandits.pbm.model import MODEL, problem
from clickbandits.pbm.ts import PBM_TS
from clickbandits.simulate import game
from compendium.case import Twin, check
from compendium.comparisons import positive
from compendium.estimates import Estimate

GAMES = {"quick": (2_000, 20_000, 24), "paper": (10_000, 100_000, 64)}  # rounds, early and late, and runs


def late_displays(profile: str) -> np.ndarray:
    """Displays of item 3 at each position between two rounds, by run.

    They are estimated by the failures, of which there are (1 - κθ) per display in expectation.
    """
    early, late, runs = GAMES[profile]
    given = problem((0.6, 0.5, 0.1), (1.0, 0.2))
    per_display = 1 - given.attraction[2] * given.examination
    grown = []
    for run in range(runs):
        counts = []
        for rounds in (early, late):
            played = game(MODEL, (given,), PBM_TS, np.array([rounds]), 11, run)
            failures = np.empty((3, 2))
            failures[np.ix_(played.items, played.positions)] = played.state.posterior.failures
            counts.append(failures[2] / per_display)
        grown.append(counts[1] - counts[0])
    return np.array(grown)


@check(
    "pbm:ts-short-games", share=Twin(Fraction(1, 100), "not reproduced"), swapped=Twin(True, "not reproduced")
)
def ts_short_games(case, share=Fraction(1, 4), swapped=False):
    above, at_last = late_displays(case.profile).T[:: -1 if swapped else 1]
    case.sign(
        "fewer above L than a quarter of those at L", positive(Estimate.of(float(share) * at_last - above))
    )
    case.number("above", "displays above L in the last decade of rounds", Estimate.of(above))
    case.number("last", "displays at L in the last decade of rounds", Estimate.of(at_last))
    _, late, runs = GAMES[case.profile]
    case.number("rounds", "rounds", late)
    case.number("replications", "replications", runs)
