"""Appendix C.2: Proposition 10, unknown position biases."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import sympy as sp

from clickbandits.mnl.bounds import proposition_10_bounds
from compendium.claims import Finding, claim
from compendium.mnl.experiments import PROBLEMS


def visits(n_items, n_positions, epochs):
    """The last sum of Appendix C.2 for lists that go round, without the first shows.

    In turn l item (lK + k + ⌊lK/J⌋) mod J stands at position k, so that an item wanders through
    the positions.
    """
    plays = np.zeros((n_items, n_positions))
    total = 0.0
    places = np.arange(n_positions)
    for turn in range(epochs):
        shift = turn * n_positions
        shown = (shift + (places + shift // n_items) % n_positions) % n_items
        most = plays[shown].max(axis=1)
        total += (1 / np.sqrt(most[most > 0])).sum()
        plays[shown, places] += 1
    return total


@claim(
    "mnl:equation-45",
    location="Appendix C.2, (45)",
    statement=r"$P(C_l)\le4/l^2$ from Corollary 6, and $\sum_l(K+1)P(C_l)\le8(K+1)$",
    verdict="holds",
    evidence="proof",
    limits="The arithmetic, given Corollary 6; but Corollary 6 is false (see the chapter on "
    "concentration), so that the probability is not established. An epoch loses less than 1, "
    "not $K+1$.",
)
def equation_45(profile):
    items, epoch = sp.symbols("J l", positive=True)
    failures = sp.simplify(items * 2 * 2 / (items * epoch**2) - 4 / epoch**2) == 0
    total = 4 * sp.zeta(2)
    numbers = {"Σ 4/l²": float(total)}
    return Finding("holds" if failures and total < 8 else "refuted", numbers)


@claim(
    "mnl:equation-44-unknown",
    location="Appendix C.2, before the bound on an epoch",
    statement="The result (44) holds irrespective of the knowledge of the position biases",
    verdict="corrected",
    evidence="exact",
    corrected=r"Algorithm 3 sorts the positions by their *estimated* biases. While these are in "
    r"the "
    r"wrong order, $r(a^l)$ may fall short of $r(a^*)$ with all attractions known exactly: then "
    r"the right side of (44) is 0. True once the order of the biases is known.",
    limits="How long the order may stay wrong is not analysed; the position of bias 1 is fixed.",
)
def equation_44_unknown(profile):
    attraction = [Fraction(v, 20) for v in (1, 2, 3, 4)]
    biases = (Fraction(1), Fraction(1, 5), Fraction(9, 10))  # problem (b)
    believed = (Fraction(1), Fraction(9, 10), Fraction(1, 5))  # the last two confused

    def total(action, scale):
        return sum(b * attraction[item] for b, item in zip(scale, action, strict=True))

    lists = list(permutations(range(4), 3))
    shown = max(lists, key=lambda action: total(action, believed))
    best, got = max(total(action, biases) for action in lists), total(shown, biases)
    lost = best / (1 + best) - got / (1 + got)
    numbers = {"regret of a round with exact attractions": lost, "right side of (44)": 0}
    return Finding("corrected" if lost > 0 else "refuted", numbers)


@claim(
    "mnl:proposition-10-summation",
    location="Appendix C.2, last line",
    statement=r"$\mathbb E\sum_l\sum_k\sqrt{\frac{1}{\max_{k'}\tilde N_{k',a^l_k}}}\le K^{3/2}"
    r"\sqrt T$, so that the regret is at most $8(K+1)+\sqrt{144CJK^4T\log(JT^2)}$",
    verdict="corrected",
    evidence="proof",
    corrected=r"The sum is at most $2K\sqrt{JT}$ beside the first shows, and that order is "
    r"reached. "
    r"The chain then ends at $24\sqrt C\,JK^{3/2}\sqrt{T\log(JT^2)}$, a factor $2\sqrt{J/K}$ more.",
    limits="Given Corollary 6 and Lemma 7, both of which are false.",
)
def proposition_10_summation(profile):
    # K = 1, each of J items twice: the second shows count 1 each, in 2J epochs; J² > 2J for J > 2
    smallest = visits(3, 1, 6)
    numbers = {"sum, J = 3, K = 1, 6 epochs": smallest, "printed bound": 6**0.5}
    fails = round(smallest) ** 2 > 6
    within = True
    for items, positions, epochs in ((100, 1, 10_000), (30, 6, 8000), (400, 2, 4000)):
        value = visits(items, positions, epochs)
        within &= value <= 2 * positions * np.sqrt(items * epochs)
        numbers[f"sum over K^(3/2)·√T, J = {items}, K = {positions}, T = {epochs}"] = float(
            value / (positions**1.5 * np.sqrt(epochs))
        )
    i = sp.Symbol("i", positive=True)  # Σ 1/√i ≤ 2√n, then Cauchy and Schwarz over the items
    step = sp.simplify((sp.sqrt(i) - sp.sqrt(i - 1)) * (sp.sqrt(i) + sp.sqrt(i - 1)) - 1) == 0
    printed, ours = proposition_10_bounds(30, 6, 1e6)
    late = (ours - 56) / (printed - 56)
    step &= abs(late - 2 * np.sqrt(30 / 6)) < 1e-9
    return Finding("corrected" if fails and within and step else "refuted", numbers)


@claim(
    "mnl:proposition-10",
    location="Section 5, Proposition 10",
    statement=r"With unknown position biases the regret of Algorithm 3 is "
    r"$\mathrm{Reg}(T)=O(K^2\sqrt{\log(JT^2)\,JT})$",
    verdict="open",
    evidence="numeric",
    limits="The proof fails: Corollary 6 and Lemma 7 are false, (44) needs the order of the "
    "biases, "
    "the last sum is too small by $\\sqrt{J/K}$. We have neither a proof nor a counterexample.",
)
def proposition_10(profile):
    shapes = {"a": 50_000, "b": 50_000, "c": 8000}
    numbers = {}
    for name, rounds in shapes.items():
        game = PROBLEMS[name]
        printed, ours = proposition_10_bounds(game.attraction.size, game.examination.size, rounds)
        numbers[f"end of the printed chain with C = 1, ({name})"] = printed
        numbers[f"with its last sum corrected, ({name})"] = ours
    return Finding("open", numbers)


@claim(
    "mnl:proposition-10-suboptimality",
    location="Section 5, after Proposition 10",
    statement=r"Part of the suboptimality in $K$ comes from the focus on a single "
    r"$k=\arg\max\tilde N_{kj}$ in Lemma 7 (a factor $\sqrt K$, as $\max_k\tilde N_{kj}\ge"
    r"\frac1K\sum_k\tilde N_{kj}$)",
    verdict="holds",
    evidence="proof",
    limits=r"Part, not all: the other factor of the chain, $\sqrt{JK}$, is the numerator of "
    r"Lemma 7. "
    r"Corollary 19 has $\sqrt{JKT}$ without either.",
)
def proposition_10_suboptimality(profile):
    # an item spread evenly over the positions: the maximum is the K-th part of its plays
    positions, rounds = 6, 6 * 10
    plays = np.full(positions, rounds / positions)
    lost = np.sqrt(plays.sum() / plays.max())
    numbers = {"factor lost by the maximum, K = 6": float(lost)}
    return Finding("holds" if abs(lost - np.sqrt(positions)) < 1e-12 else "refuted", numbers)


@claim(
    "mnl:first-upper-bound",
    location="Abstract; Section 1.2",
    statement=r"$\tilde O(K^2\sqrt{JT})$ is the first upper bound on regret with unknown position "
    "biases",
    verdict="corrected",
    evidence="proof",
    corrected=r"The paper's own Corollary 19, from Agrawal et al. (2019), is one, for the "
    r"policy of "
    r"Appendix F, and it is smaller by $K^{3/2}$: $\tilde O(\sqrt{JKT})$. For decreasing biases "
    "TopRank's bound is another, as Table 1 says.",
    limits="Which bound was published first is not ours to check; that Corollary 19 holds is shown "
    "below.",
)
def first_upper_bound(profile):
    J, K, T = sp.symbols("J K T", positive=True)
    ratio = sp.simplify(K**2 * sp.sqrt(J * T) / sp.sqrt(J * K * T))
    holds = sp.simplify(ratio - K ** sp.Rational(3, 2)) == 0
    numbers = {"ratio of the orders, K = 6": float(ratio.subs(K, 6))}
    return Finding("corrected" if holds else "refuted", numbers)
