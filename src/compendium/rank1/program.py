"""Rank1ElimKL with the δ of its first author's public program (sumeetsk/rank1bandits, March 2017)."""

from __future__ import annotations

import math

from clickbandits.core import kernel
from clickbandits.rank1 import elim


@kernel
def update_by_time(state, t, action, clicks, n_rounds, rng):
    """Rank1ElimKL's, with δ = log t + log log t at the end of a stage; the program's t begins at 0."""
    log_t = math.log(max(2, t + n_rounds - 1))
    timed = elim.State(state[0], log_t + math.log(log_t), *state[2:])
    elim.update(timed, t, action, clicks, n_rounds, rng)


PROGRAM = elim.RANK1_ELIM_KL._replace(id="Rank1ElimKL(program)", update=update_by_time)
