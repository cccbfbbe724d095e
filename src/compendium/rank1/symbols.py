"""Symbols of the proofs of the rank-1 paper, the divergence in them, and lists of identities."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from compendium.case import Case
from compendium.estimates import Share

c, p, q, x, m, M, n, K = sp.symbols("c p q x m M n K", positive=True)
mu, kappa, gap, log_n = sp.symbols("mu kappa Delta Lambda", positive=True)


def d(a: sp.Expr, b: sp.Expr) -> sp.Expr:
    """The divergence as an expression, for a and b inside (0, 1)."""
    return a * sp.log(a / b) + (1 - a) * sp.log((1 - a) / (1 - b))


def identities(case: Case, expressions: Mapping[str, sp.Expr]) -> None:
    """Conditions for expressions that are identically zero, by name, and how many of them are."""
    confirmed = sum(case.zero(name, expression) for name, expression in expressions.items())
    case.number("confirmed", "identities confirmed", Share(confirmed, len(expressions)))
