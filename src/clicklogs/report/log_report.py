"""The contents of a report on a log."""

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
    """The results for a log.

    study : Study, the log, its fit, and the estimates for the largest query
    game : Game, the items from which a policy would choose
    fitness : Fitness, whether the model fits
    regret : Regret or None, of the policies; None if there is nothing to choose
    best : Best or None, the policy to run
    swaps : tuple of Swap, the most informative exchanges of positions, best first
    joining : tuple of pairs of int, positions (from 1) whose exchange joins parts of the log
    held_out : Evaluation or None, of a fit of four fifths of the log on the rest. The log is split by
        pages, or by displays if pages cannot be told apart. None if it is too short
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
    """Fit, test the fit, and play the policies on the fitted model.

    Parameters
    ----------
    counts : ClickCounts
    query : str
        "" takes the query with the most displays.
    quick : bool
        Whether to use a tenth of the rounds and fewer runs and tables.
    truth : dict, optional
        As in `study.study`.

    Raises
    ------
    ReportError
        A ValueError, raised if the log does not have the query or there is nothing to report on.
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
