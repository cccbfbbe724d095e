"""The picture of one proof, a function that falls towards p and rises away from it."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from clickbandits.bernoulli import kl
from clickbandits.drawing import BLUE, VERMILION
from compendium.figures import Drawing, style


def left_over(c: float, p: float, q: float) -> Drawing:
    """The difference of d(cp, cx) and its sharp lower bound at q > p, as x goes from near 0 to q.

    Examples
    --------
    >>> data = left_over(0.5, 0.3, 0.7).data
    >>> round(float(data.x[data.left.idxmin()]), 6), bool((data.left > -1e-12).all())
    (0.3, True)
    """
    x = np.linspace(0.02, q, 341)
    factor = (1 - q) / (1 - c * q)
    data = pd.DataFrame({"x": x, "left": kl(c * p, c * x) - c * factor * kl(p, x)})
    with style():
        figure, axes = plt.subplots()
        axes.plot(x, data.left, color=BLUE)
        for name, place, height in (("p", p, 0.0), ("q", q, data.left.iloc[-1])):
            axes.plot(place, height, "o", color=VERMILION)
            axes.annotate(name, (place, height), (0, 8), textcoords="offset points", ha="center")
        axes.set(xlabel="x", ylabel="d(cp, cx) less the bound")
    return Drawing(figure, data)
