"""Numbers of a finding that have several parts, which are estimates, spans and shares.

They stay numbers until a page shows them (`wording.number`) or a reader downloads them
(`claims.json`), so nothing ever parses a text to get a number back.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np


@dataclass(frozen=True)
class Estimate:
    """A simulated mean, or a value computed from several means, with its standard error.

    Sums, multiples and quotients carry the error of independent estimates along, to first order,
    and the degrees of freedom by Welch and Satterthwaite. Policies draw independently of each
    other, even on one problem. A number counts as an estimate without error.

    Parameters
    ----------
    value, error : float
        The estimate and its standard error, in the same unit; NaN for the error of one run.
    freedom : float
        Degrees of freedom of the error: the number of runs less one for a mean.
    unit : str
        The unit of both, such as "clicks" or "rounds"; empty for a ratio.

    Examples
    --------
    >>> saved = Estimate(12.0, 0.3, 9, "clicks") - Estimate(11.0, 0.4, 9, "clicks")
    >>> f"{saved:.1f}", round(saved.freedom, 1), saved.unit
    ('1.0 ± 0.5', 16.7, 'clicks')
    >>> (saved / Estimate(4.0, unit="clicks")).unit
    ''
    """

    value: float
    error: float = 0.0
    freedom: float = math.inf
    unit: str = ""
    __array_ufunc__ = None  # a NumPy number on the left leaves the operation to us

    @classmethod
    def of(cls, values: np.ndarray, unit: str = "") -> Estimate:
        """The mean of independent runs, float64, shape (runs,)."""
        runs = len(values)
        error = np.std(values, ddof=1) / math.sqrt(runs) if runs > 1 else math.nan
        return cls(float(np.mean(values)), float(error), runs - 1, unit)

    def _joined(self, value: float, errors: Iterable[float], other: Estimate, unit: str) -> Estimate:
        """An estimate whose variance is the sum of two squares, with Satterthwaite's freedom."""
        first, second = (error**2 for error in errors)
        parts = ((first, self.freedom), (second, other.freedom))
        spread = sum(part**2 / freedom for part, freedom in parts if part and freedom)
        freedom = (first + second) ** 2 / spread if spread else math.inf
        return Estimate(value, math.sqrt(first + second), freedom, unit)

    def __add__(self, other: Estimate | float) -> Estimate:
        other = _estimate(other)
        unit = self.unit or other.unit
        return self._joined(self.value + other.value, (self.error, other.error), other, unit)

    def __mul__(self, factor: float) -> Estimate:
        return Estimate(self.value * factor, self.error * abs(factor), self.freedom, self.unit)

    def __truediv__(self, other: Estimate | float) -> Estimate:
        other = _estimate(other)
        ratio = self.value / other.value
        errors = (self.error / other.value, ratio * other.error / other.value)
        unit = (
            "" if self.unit == other.unit else f"{self.unit or 1}/{other.unit}" if other.unit else self.unit
        )
        return self._joined(ratio, errors, other, unit)

    def __neg__(self) -> Estimate:
        return self * -1

    def __sub__(self, other: Estimate | float) -> Estimate:
        return self + -_estimate(other)

    def __rsub__(self, other: float) -> Estimate:
        return -self + other

    __radd__, __rmul__ = __add__, __mul__

    def __rtruediv__(self, other: float) -> Estimate:
        return _estimate(other) / self

    def log(self) -> Estimate:
        """The natural logarithm."""
        return Estimate(math.log(self.value), self.error / abs(self.value), self.freedom)

    def __format__(self, digits: str) -> str:
        return f"{self.value:{digits}} ± {self.error:{digits}}"


def _estimate(value: Estimate | float) -> Estimate:
    return value if isinstance(value, Estimate) else Estimate(float(value))


class Span(NamedTuple):
    """The range of several numbers; the unit is that of the label."""

    least: float
    most: float

    @classmethod
    def of(cls, values: Iterable[float]) -> Span:
        """The range of some numbers.

        >>> Span.of([40, 10, 20])
        Span(least=10, most=40)
        """
        several = list(values)
        return cls(min(several), max(several))


class Share(NamedTuple):
    """A count and its total, such as 17 of 84 cells."""

    part: int
    whole: int
