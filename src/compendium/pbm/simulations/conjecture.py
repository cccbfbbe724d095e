"""The conjecture that PBM-TS is asymptotically optimal, which our theorem on PBM-TS decides."""

from __future__ import annotations

from compendium.balls import precision
from compendium.case import Twin, check
from compendium.pbm.instances import EXAMINATION, FIGURE_1A, FIGURE_1B
from compendium.pbm.thompson.pays_last import constant


@check("pbm:conjecture-ts", fails="refuted", commented=Twin(FIGURE_1A))
def conjecture_ts(case, commented=FIGURE_1B, other=FIGURE_1A):
    """PBM-TS pays C_L on every problem with distinct attractions, so it is optimal if C_L = C."""
    optimal = []
    with precision():
        for key, attraction in (("1b", commented), ("1a", other)):
            least, pays = (constant(attraction, EXAMINATION, which) for which in ("C", "C_L"))
            case.number(f"c {key}", f"C on the problem of Figure {key}", float(least))
            case.number(f"c_l {key}", f"C_L on the problem of Figure {key}", float(pays))
            # if position L is the cheapest one for every item, the two are sums of the same balls
            optimal.append(abs(pays - least) < 1e-40)
    case.reading("on the problem of Figure 1(b)", optimal[0])
    case.reading("on every problem, also on that of Figure 1(a)", all(optimal))
