"""Two steps of the Coq proof that the lower bound is attained: the change of its potentials by a click."""

import sympy

from compendium.case import Twin, check


@check("pbm:attained", power=Twin(2), factor=Twin(2))
def attained(case, power=1, factor=1):
    share, theta, q, v, s = sympy.symbols("kappa theta q v s", positive=True)

    def mean(exponent):
        """The mean of a power of the likelihood ratio of q to v for one click."""
        clicked, not_clicked = q / v, (1 - share * q) / (1 - share * v)
        chance = share * theta
        return chance * clicked**exponent + (1 - chance) * not_clicked**exponent

    def d(x):
        """The part of the divergence of clicks at θ from clicks at x that depends on x."""
        chance = share * theta
        return -chance * sympy.log(x) - (1 - chance) * sympy.log(1 - share * x)

    less = share * (theta - v) * (v - q) / (v * (1 - share * v))
    case.zero("the mean of the ratio is at most 1 for q < v <= θ", mean(power) - (1 - less))
    information = sympy.expand_log(-mean(-s).diff(s).subs(s, 0), force=True)
    case.zero("a showing tells d(κθ, κv) - d(κθ, κq)", information - factor * (d(v) - d(q)))


@check("pbm:efficient-policy", power=Twin(2))
def efficient_policy(case, power=1):
    share, theta, q = sympy.symbols("kappa theta q", positive=True)
    chance = share * theta
    clicked, not_clicked = q / theta, (1 - share * q) / (1 - chance)
    mean = chance * clicked**power + (1 - chance) * not_clicked**power
    case.zero("under the truth a likelihood ratio has the mean 1, so false certificates are rare", mean - 1)
