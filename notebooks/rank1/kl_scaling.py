# ---
# jupyter:
#   jupytext:
#     formats: py:percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # The scaling lemma: true, not sharp, and sharper it removes γ
#
# A learner that shows one item at one position sees a click with probability
# $\bar u(i)\bar v(j)$: an unknown common factor $c$ scales everything it compares. How much harder
# does scaling make it to tell two Bernoulli means apart? Lemma 1 of {cite:t}`katariya2017` answers
# with two inequalities, (6) and (7), and they carry the whole improvement of the paper over its
# predecessor. Both are true. Neither is the best possible: this chapter replaces (6) by a sandwich
# that cannot be improved and (7) by one with the exact constant $\kappa(c, M)$. With the second the
# quantity $\gamma$ leaves the order of the paper's regret bound, because $\kappa \ge 1/4$ always,
# where $\gamma$ can be arbitrarily close to 0. At $c = 0.01$, $p = 1/2$, $q = 1$ the divergence is
# {glue:text}`example_divergence:.5f`; (7) promises {glue:text}`example_printed:.5f`, the sharp
# version {glue:text}`example_sharp:.5f`.
#
# Every inequality is proved by an identity that a computer algebra system confirms, and checked
# again in ball arithmetic at {glue:text}`n_triples` random rational points and on the boundary of
# the cube.

# %% tags=["remove-cell"]
import numpy as np
from myst_nb import glue

from clickbandits.rank1.bounds import scaling_sandwich
from compendium.figures import publish
from compendium.findings import finding
from compendium.rank1.kl_scaling import figures
from compendium.report import verdicts

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-cell"]
example = finding("rank1:gamma-disappears", profile).numbers
glue("example_divergence", example["divergence"])
glue("example_sharp", example["sharp"])
glue("example_printed", example["printed"])
glue("n_triples", finding("rank1:lemma-1", profile).numbers["triples"])
narrow = scaling_sandwich(0.9, 0.5, 0.6)
glue("narrow_lower", float(narrow[0]))
glue("narrow_upper", float(narrow[1]))

# %% [markdown]
# ## The divergence and its edges
#
# For two Bernoulli distributions with means $p, q \in (0, 1)$,
#
# $$d(p, q) = p \log\frac pq + (1 - p)\log\frac{1-p}{1-q} .$$
#
# It measures how fast a wrong mean $q$ is found out when rewards have mean $p$: after $N$ rewards
# the likelihood ratio is about $e^{N d(p,q)}$.
#
# (rank1:divergence-extension)=
# **The edges.** The paper extends $d$ to $[0,1]^2$ by continuity. On the open edges this works:
# $d(0, q) = \log\frac1{1-q}$ and $d(p, 0) = \infty$ for $p > 0$. At the corners $(0,1)$ and $(1,0)$ the
# limit is $\infty$, too: with the entropy $H(p)\le\log2$, $d(p,q) = -H(p) - p\log q - (1-p)\log(1-q)$,
# where no term but the first is negative, and the last (or the middle one) has no bound. At the two
# corners $(0,0)$ and $(1,1)$ there is no limit: along $q = p$ the divergence is 0, and along $q = e^{-1/p}$, with
# $p \to 0$, it is $p\log p + 1 + o(1) \to 1$. The value used everywhere is 0, the smallest limit,
# and Lemma 1 holds with it.

# %% tags=["remove-input"]
verdicts("rank1:divergence-extension", profile=profile)

# %% [markdown]
# ## Inequality (6) by derivatives
#
# (rank1:lemma-1-derivatives)=
# **Derivatives.** Fix $p$ and $c$ and vary the second argument. Since
# $\partial_b\, d(a, b) = \frac{b-a}{b(1-b)}$, the chain rule gives
#
# $$\frac{\partial}{\partial x} d(cp, cx) = \frac{c(x-p)}{x(1-cx)}, \qquad
# \frac{\partial}{\partial x}\bigl[c\,d(p,x)\bigr] = \frac{c(x-p)}{x(1-x)},$$
#
# and differentiating once more $\frac{c^2(x-p)^2 + cp(1-cp)}{x^2(1-cx)^2}$ and
# $\frac{c(x-p)^2 + cp(1-p)}{x^2(1-x)^2}$.
#
# (rank1:lemma-1-convexity)=
# **Shape.** Both second derivatives are sums of terms that are not negative, so both functions are
# convex in $x$; both first derivatives have the sign of $x - p$, so both vanish at their minimum
# $x = p$ and nowhere else.
#
# Everything below rests on the first derivatives. Integrating them from $p$, where both functions
# are 0,
#
# $$d(cp, cq) = c\int_p^q \frac{x-p}{x(1-cx)}\,dx, \qquad
# c\,d(p, q) = c\int_p^q \frac{x-p}{x(1-x)}\,dx .$$
#
# Note that $(x-p)\,dx$ is not negative along the way from $p$ to $q$, whichever is larger: for
# $q < p$ both $x - p$ and $dx$ are negative. So an inequality between integrands, apart from this
# factor, is an inequality between the integrals.
#
# (rank1:equation-6)=
# :::{prf:lemma} Lemma 1, (6)
# :nonumber:
# For $c, p, q \in [0,1]$ and $M = \max\{p,q\}$:
# $\quad c\,(1-M)\,d(p,q) \;\le\; d(cp,cq) \;\le\; c\,d(p,q)$.
# :::
#
# *Proof.* The two differences of integrands are
#
# $$\frac{1}{x(1-x)} - \frac{1}{x(1-cx)} = \frac{1-c}{(1-x)(1-cx)} \ge 0,$$
#
# $$\frac{1}{x(1-cx)} - \frac{1-M}{x(1-x)} = \frac{(M-x) + cx(1-M)}{x(1-x)(1-cx)} \ge 0$$
#
# for $x \le M$. $\blacksquare$
#
# Integrating gives the remainders, too, so that one sees what (6) throws away. The second
# numerator does not vanish even at $x = M$: there is room.

# %% tags=["remove-input"]
verdicts(
    "rank1:lemma-1-derivatives", "rank1:lemma-1-convexity", "rank1:equation-6", profile=profile
)

# %% [markdown]
# ## The best sandwich
#
# The ratio of the two derivatives is $\frac{1-x}{1-cx}$. The paper bounds it from below by $1 - M$
# and from above by 1. But the ratio *decreases* in $x$, its derivative being
# $-(1-c)/(1-cx)^2$, so between $p$ and $q$ it lies between its values at the larger mean $M$ and
# at the smaller mean $m$.
#
# (rank1:sharp-scaling)=
# :::{prf:theorem} Sharp scaling
# :nonumber:
# With $M = \max\{p,q\}$ and $m = \min\{p,q\}$,
#
# $$c\,\frac{1-M}{1-cM}\,d(p,q) \;\le\; d(cp,cq) \;\le\; c\,\frac{1-m}{1-cm}\,d(p,q) .$$
# :::
#
# *Proof.* For every $a$,
# $\frac{1}{1-cx} - \frac{1-a}{(1-ca)(1-x)} = \frac{(1-c)(a-x)}{(1-cx)(1-ca)(1-x)}$.
# Divide by $x$ and integrate against $c\,(x-p)\,dx$: with $a = M$ the right side is not negative on
# the way, with $a = m$ not positive. Explicitly, the lower bound is missed by
#
# $$d(cp,cq) - c\,\frac{1-M}{1-cM}\,d(p,q)
# = \frac{c(1-c)}{1-cM}\int_p^q\frac{(x-p)(M-x)}{x(1-cx)(1-x)}\,dx ,$$
#
# and the upper bound by a similar integral. $\blacksquare$
#
# (rank1:sharp-scaling-optimal)=
# **It cannot be improved.** Both divergences vanish to second order at $q = p$, so that their
# quotient tends to the quotient of the second derivatives, $c\,\frac{1-p}{1-cp}$. Take $p$ and $q$
# close to each other, both close to $M$: any valid factor of the form $f(c, M)$ is at most
# $c\,\frac{1-M}{1-cM}$, and likewise from above with $m$.
#
# (rank1:equation-6-constants)=
# **In what sense (6) is sharp.** $\frac{1-x}{1-cx}$ increases with $c$, from $1-x$ at $c=0$ to 1 at
# $c = 1$. So $1 - M$ and 1 are the best constants among those that do not depend on $c$. The price
# of not depending on $c$ is highest for large $c$: for $c = 0.9$, $p = 0.5$, $q = 0.6$ the sharp
# sandwich is [{glue:text}`narrow_lower:.5f`, {glue:text}`narrow_upper:.5f`].

# %% tags=["remove-input"] mystnb={"image": {"alt": "Two panels for c = 0.7. Left: the ratio of divergences over pairs of means, against the larger mean M, fills the region above the sharp lower bound (1−M)/(1−cM) and touches it, while the paper's bound 1−M runs clearly below all points. Right: against the smaller mean m, the points touch the sharp upper bound (1−m)/(1−cm) from below, while the paper's bound is the constant 1, reached at m = 0 only."}, "figure": {"caption": "The ratio $d(cp,cq)/(c\\,d(p,q))$ for $c = 0.7$ and 4,000 pairs of means, against the larger mean (left) and the smaller mean (right). The points touch the sharp bounds along their whole length.", "name": "rank1:ratio"}}
pairs = np.random.default_rng(6).beta(0.7, 0.7, size=(4000, 2))
publish(figures.ratio(0.7, pairs), "rank1:ratio", profile=profile, c=0.7, seed=6, pairs=4000)

# %% [markdown]
# {download}`data <ratio.csv>` · {download}`how it was made <ratio.json>`

# %% tags=["remove-input"]
verdicts(
    "rank1:sharp-scaling",
    "rank1:sharp-scaling-optimal",
    "rank1:equation-6-constants",
    profile=profile,
)

# %% [markdown]
# ## Inequality (7), and its exact constant
#
# (rank1:pinsker)=
# **Pinsker's inequality**, $d(p,q) \ge 2(p-q)^2$, is the case $c = 1$ of the integral above with
# $x(1-x) \le \frac14$; the integrands differ by $\frac{1}{x(1-x)} - 4 = \frac{(1-2x)^2}{x(1-x)}$.
#
# (rank1:equation-7)=
# :::{prf:lemma} Lemma 1, (7)
# :nonumber:
# With $M = \max\{p,q\}$: $\quad 2c\max\{c,\,1-M\}\,(p-q)^2 \;\le\; d(cp,cq)$.
# :::
#
# *Proof.* Pinsker's inequality at $(cp, cq)$ gives $2c^2(p-q)^2$; at $(p,q)$, with the lower half
# of
# (6), it gives $2c(1-M)(p-q)^2$. $\blacksquare$
#
# The second half of that proof uses two inequalities that are tight in different places, Pinsker's
# at $1/2$ and (6) at small $c$. Going to the integral directly loses nothing.
#
# (rank1:sharp-quadratic)=
# :::{prf:theorem} Sharp version of (7)
# :nonumber:
# For all $p, q \le M$,
#
# $$d(cp,cq) \;\ge\; 2c\,\kappa(c,M)\,(p-q)^2,$$
#
# $$\kappa(c,M) = \begin{cases}\dfrac{1}{4M(1-cM)} & cM\le\frac12,\\[2mm] c & cM>\frac12,\end{cases}$$
#
# and no larger number than $\kappa(c,M)$ does this.
# :::
#
# *Proof.* On $[0, M]$ the parabola $x(1-cx)$ is largest at $M$ if its vertex $\frac{1}{2c}$ lies
# beyond $M$, and at the vertex otherwise:
#
# $$M(1-cM) - x(1-cx) = (M-x)\bigl(1-c(M+x)\bigr),$$
#
# $$\frac{1}{4c} - x(1-cx) = \frac{(1-2cx)^2}{4c} .$$
#
# So $\frac{1}{x(1-cx)} \ge 4\kappa$ on the way from $p$ to $q$, and
# $d(cp,cq) \ge 4c\,\kappa\int_p^q(x-p)\,dx = 2c\,\kappa\,(p-q)^2$. When $p$ and $q$ tend to the
# maximiser the quotient tends to $\kappa$. $\blacksquare$
#
# (rank1:sharp-quadratic-properties)=
# **What κ is like.** Four facts, each one line.
# * $\kappa \ge \max\{c, 1-M\}$: $\;1 - 4cM(1-cM) = (1-2cM)^2$ and
#   $1 - 4M(1-M)(1-cM) = (1-2M)^2 + 4cM^2(1-M)$; on the second piece $c > \frac1{2M} =
#   2(1-M) + \frac{(1-2M)^2}{2M}$.
# * $\kappa \ge \frac14$: $\;1 - M(1-cM) = (1-M) + cM^2$.
# * $c\,\kappa(c,M)$ increases with $c$: on the first piece its derivative is
#   $\frac{1}{4M(1-cM)^2}$, on the second $c\,\kappa = c^2$; the pieces meet at $cM=\frac12$.
# * $\kappa$ does not increase with $M$: $M(1-cM)$ increases up to $M = \frac1{2c}$.

# %% tags=["remove-input"] mystnb={"image": {"alt": "The sharp constant κ(c, M) as solid lines and the printed constant max(c, 1−M) as dashed lines against c, for M = 0.5, 0.75 and 1. Every solid line lies above its dashed line and above one quarter. For M = 1 the dashed line starts at zero, where the solid line starts at one quarter. Solid and dashed meet where cM exceeds one half."}, "figure": {"caption": "The constant of (7), dashed, and its sharp version, solid, for three values of $M$. At $M = 1$ the printed one vanishes with $c$; the sharp one stays above 1/4.", "name": "rank1:factors"}}
publish(figures.factors((0.5, 0.75, 1.0)), "rank1:factors", profile=profile)

# %% [markdown]
# {download}`data <factors.csv>` · {download}`how it was made <factors.json>`

# %% tags=["remove-input"]
verdicts(
    "rank1:pinsker",
    "rank1:equation-7",
    "rank1:sharp-quadratic",
    "rank1:sharp-quadratic-properties",
    profile=profile,
)

# %% [markdown]
# ## What this does to Theorem 1
#
# (rank1:gamma-disappears)=
# **γ disappears.** The proof of the paper's main theorem uses Lemma 1 in one way only: for a factor
# $c \ge \mu$, the smaller of the two vectors' averages, and means $p, q \le p_{\max}$, it replaces
# $d(cp, cq)$ by $2\mu\gamma(p-q)^2$ with $\gamma = \max\{\mu, 1-p_{\max}\}$. By the monotonicities
# just seen
#
# $$d(cp,cq) \;\ge\; 2\,c\,\kappa(c, p_{\max})\,(p-q)^2
# \;\ge\; 2\,\mu\,\kappa(\mu,p_{\max})\,(p-q)^2 ,$$
#
# so $\kappa(\mu, p_{\max})$ may stand wherever the proof has $\gamma$. Since
# $\kappa\ge\max\{\gamma,\frac14\}$ the regret bound is never worse, with the same constants, and it is
# of order $\frac{K+L}{\mu\Delta}\log n$ for *every* problem. The case that the paper leaves out, $\mu\to0$
# with $p_{\max}\to1$, where $\gamma\to0$, is no harder than other small $\mu$: the bound still grows
# like $1/\mu$, and no faster. What it means for the needle in a
# haystack, and which constants the proof really gives, is in {ref}`the next chapter
# <rank1:theorem-1-repaired>`.
#
# (scaling-explorer-section)=
# ### Move the parameters
#
# The explorer shows $d(cp,cq)$ and all its bounds at one point, and, over $c\,d(p,q)$, along $q$.
# Solid lines are the sharp bounds, dashed ones the printed bounds of the same colour: no choice of
# $c$, $p$ and $q$ refutes a printed one. But the lower dashed line of (6) falls behind the solid
# one as $c$ grows; and at the first point of the list, with $M=1$ and $c$ small, (7) keeps almost
# nothing of the divergence and its sharp version most of it.
#
# <div class="explorer" id="scaling-explorer">
# <p>The explorer needs JavaScript. Without it, the figures of this chapter show the ratio for c = 0.7 and the constant of (7) for three values of M.</p>
# </div>
# <link rel="stylesheet" href="../../_static/explorer.css">
# <script src="../../_static/explorer_formulas.js" defer></script>
# <script src="../../_static/explorer.js" defer></script>
# <script src="../../_static/explorer_scaling.js" defer></script>

# %% tags=["remove-input"]
verdicts("rank1:gamma-disappears", profile=profile)

# %% [markdown]
# ## Checked point by point
#
# (rank1:lemma-1)=
# **Inside the cube.** The identities above are proofs. As a check of the whole chain we evaluate
# (6), (7) and their sharp versions at random rational triples in ball arithmetic of 200 bits: every
# difference of two sides is an interval that is certain to contain the true value, and every
# interval lies above 0.
#
# (rank1:lemma-1-edges)=
# **On its boundary** the divergences may be infinite, and a factor 0 may meet one; with
# $0\cdot\infty = 0$ all inequalities hold. For $M = 1 > c$ the lower bound of (6) is 0, sharp or
# not, although $d(cp, c)$ is positive: there (7) and $\kappa$ say more.

# %% tags=["remove-input"]
verdicts("rank1:lemma-1", "rank1:lemma-1-edges", profile=profile)
