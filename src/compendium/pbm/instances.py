"""The instances of the paper's simulations (Section 5.1), in exact numbers, best first."""

from fractions import Fraction

EXAMINATION = tuple(Fraction(n, 10) for n in (9, 6, 3))
"""κ; that it is the same in Figure 1(a), whose caption gives θ only, is our reading."""
FIGURE_1A = tuple(Fraction(n, 20) for n in (19, 17, 15, 13, 11))
"""θ of Figure 1(a)."""
FIGURE_1B = tuple(Fraction(n, 20) for n in (9, 7, 5, 3, 1))
"""θ of Figure 1(b) and Section 5.1."""
