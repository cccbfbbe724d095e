"""All that a report on a log says, computed."""

from __future__ import annotations

from typing import NamedTuple

from clickbandits.experiments import Regret

from ..counts import ClickCounts
from ..evaluation import Evaluation, evaluate
from ..fit import fit_log
from ..parts import split
from .cost import Best, Game, best, game, play
from .fitness import Fitness, fitness
from .study import Study, study
from .swaps import Swap, joining, swaps


class LogReport(NamedTuple):
    """What was found in a log.

    study : Study, the log, its fit, and what that says of the largest query
    game : Game, what a policy would choose from
    fitness : Fitness, whether the model fits
    regret : Regret or None, of the policies; None where there is nothing to choose
    best : Best or None, the policy to run
    swaps : tuple of Swap, what would make the log tell more, best first
    joining : tuple of pairs of int, positions (from 1) whose exchange joins parts of the log
    held_out : Evaluation or None, of a fit of four fifths of the log on the rest, cut by pages
        (where the log does not tell them apart, by displays); None where it is too short
    """

    study: Study
    game: Game
    fitness: Fitness
    regret: Regret | None
    best: Best | None
    swaps: tuple[Swap, ...]
    joining: tuple[tuple[int, int], ...]
    held_out: Evaluation | None


def make(counts: ClickCounts, query: str = "", quick: bool = False, truth: dict | None = None) -> LogReport:
    """Fit, test the fit, and play the policies on what was fitted.

    Parameters
    ----------
    counts : ClickCounts
    query : str
        "" takes the query with the most displays.
    quick : bool
        A tenth of the rounds, fewer runs and tables.
    truth : dict, optional
        As in `study.study`.

    Raises
    ------
    ReportError
        A ValueError: the log does not have the query, or there is nothing to report on.
    """
    studied = study(counts, query, truth)
    played = game(studied)
    fits = fitness(studied, played, quick)
    regret = advice = None
    if played.problem is not None:
        regret = play(played, quick)
        advice = best(regret, fits.problems)
    return LogReport(
        studied, played, fits, regret, advice, swaps(studied), joining(studied), held_out(counts)
    )


def held_out(counts: ClickCounts) -> Evaluation | None:
    """How well a fit of a part of the log predicts the rest."""
    try:
        first, second = split(counts, "impression" if counts.pages is None else "page")
        return evaluate(fit_log(first), second)
    except ValueError:  # a part is empty, or they have nothing in common
        return None
