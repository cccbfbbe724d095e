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
# # The scaling lemma
#
# Two items are shown at a place where only one visitor in a hundred looks. How many more displays does it take
# to find out which of the two is liked more, compared with a place where everybody looks? Is it a hundred times
# as many, or ten thousand?
#
# It takes between one hundred and a few hundred times as many, provided neither item is liked by nearly
# everybody. Rare clicks are also less noisy, and the Kullback–Leibler divergence takes this into account. The
# usual bounds do not, and guarantee only ten thousand. For this reason {doc}`elimination <elimination>` by
# divergences pays for a small average $\mu$ with $1/\mu$ and not with $1/\mu^2$.
#
# In this chapter we determine exactly how much information survives if all means are scaled by the same unknown
# factor. We begin with numbers, sharpen the paper's lemma with one comparison of two integrals, and then see what
# this changes in the regret bound. Afterwards you can compute how many displays a dim place costs, and tell which
# part of a bound is due to the problem and which to its proof.

# %% tags=["remove-cell"]
from myst_nb import glue

from compendium.captions import published
from compendium.figures import publish
from compendium.rank1.kl_scaling import figures

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-input"] mystnb={"image": {"alt": "Information of one display against the factor c, both axes logarithmic, for means one half and one. The divergence is nearly a straight line that falls in proportion to c. The sharp bound runs parallel, a little below. The published bound and Pinsker's fall twice as fast, and at c = 0.001 they are less than a hundredth of the divergence."}, "figure": {"caption": "Information per display that distinguishes $p=\\frac12$ from $q=1$, if a share $c$ of the visitors looks. The lines are the divergence $d(cp,cq)$, a sharp lower bound for it (proved below), and the bound of the paper, which here is no better than Pinsker's inequality.", "name": "rank1:dimming"}}
publish(figures.dimming(0.5, 1.0), "rank1:dimming", profile=profile, p=0.5, q=1.0)

# %% tags=["remove-cell"]
assert figures.dimming_as_described(published("rank1:dimming"))

# %% [markdown]
# {download}`data <dimming.csv>` · {download}`how it was made <dimming.json>`
#
# ## Looking through dark glass
#
# One item is clicked by a share $p$ of those who look at it, and another by a share $q$. If only a share
# $c$ of the visitors looks, we see clicks with probabilities $cp$ and $cq$. How well do clicks then distinguish
# the two items? After $N$ displays, the evidence against a wrong mean $q$ is about $N\,d(p,q)$, with the
# Kullback–Leibler *divergence*
#
# $$d(p,q)=p\log\frac pq+(1-p)\log\frac{1-p}{1-q} .$$
#
# The divergence is the information per display. Let $p=0.5$ and $q=0.8$.
#
# **Predict.** If one visitor in ten looks, or one in a hundred, is the information about that fraction of its value
# at $c=1$, or about the square of this fraction?

# %%
import numpy as np
import pandas as pd

from clickbandits.bernoulli import kl
from clickbandits.rank1 import bounds

p, q = 0.5, 0.8
seen = np.array([1, 0.1, 0.01])
information = kl(seen * p, seen * q)
table = pd.DataFrame({"c": seen, "information": information, "over c": information / seen})
table.set_index("c").round(5)

# %% tags=["remove-cell"]
scaled = information / seen
glue("kept", float(scaled[2] / scaled[0]))
assert scaled[0] > scaled[1] > scaled[2] > 0.9 * scaled[1] and scaled[2] > 0.25 * scaled[0]

# %% [markdown]
# The last column, which divides the information by $c$, is the important one. For small $c$ this quotient falls to
# {glue:text}`kept:.2f` of its value at $c=1$ and then stays there, so it does not go to 0 with $c$.

# %% [markdown]
# (rank1:equation-6)=
# :::{prf:lemma} Scaling of divergences, the first part of Lemma 1 of Katariya et al. (2017)
# :nonumber:
# For $c,p,q\in[0,1]$ and $M=\max\{p,q\}$,
#
# $$c\,(1-M)\,d(p,q)\;\le\;d(cp,cq)\;\le\;c\,d(p,q) . \tag{6}$$
# :::
#
# :::{claim} rank1:equation-6
# :::
#
# By this lemma the last column lies between $(1-M)\,d(p,q)$ and $d(p,q)$. Are these bounds close for a factor
# near 1? The next cell takes $c=0.9$, $p=0.5$, $q=0.6$, and compares them with a better pair of bounds from the
# library, which we prove below.

# %%
lower, upper = bounds.scaling_sandwich(0.9, 0.5, 0.6)
print(f"the lemma:  {0.9 * (1 - 0.6) * kl(0.5, 0.6):.5f} to {0.9 * kl(0.5, 0.6):.5f}")
print(f"sharp:      {lower:.5f} to {upper:.5f}")
print(f"divergence: {kl(0.9 * 0.5, 0.9 * 0.6):.5f}")

# %% tags=["remove-cell"]
assert 0.9 * (1 - 0.6) * kl(0.5, 0.6) < 0.55 * lower
assert lower < kl(0.9 * 0.5, 0.9 * 0.6) < upper < 0.9 * kl(0.5, 0.6)

# %% [markdown]
# The lower bound of the lemma misses more than half of the information, whereas the sharp bounds leave little
# room.
#
# (scaling-explorer-section)=
# ### Move the parameters
#
# The explorer shows $d(cp,cq)$ and all its bounds at one point and, divided by $c\,d(p,q)$, along $q$.
# The two parts of Lemma 1 are the *sandwich* (6) and the *quadratic bound* (7). Solid lines are the sharp bounds
# and dashed lines the published bounds of the same colour. No choice of $c$, $p$ and $q$ refutes a published
# bound. However, the lower dashed line of the sandwich falls behind the solid one as $c$ grows, and at the second
# point of the list, with $M=1$ and $c$ small, the quadratic bound keeps almost nothing of the divergence while
# its sharp version keeps most of it.
#
# <div class="explorer" id="scaling-explorer">
# <p>The explorer needs JavaScript. Without it, the figures of this chapter show the ratio for c = 0.7 and the constant of the quadratic bound for three values of M.</p>
# </div>
# <link rel="stylesheet" href="../../_static/explorer.css">
# <script src="../../_static/explorer_formulas.js" defer></script>
# <script src="../../_static/explorer.js" defer></script>
# <script src="../../_static/explorer_scaling.js" defer></script>
#
# ## The best sandwich
#
# The lemma is true, but it gives something away. The best bounds of its form show how much. They differ from it only
# by a denominator.
#
# (rank1:sharp-scaling)=
# :::{prf:theorem} Sharp scaling
# :nonumber:
# For $c,p,q\in[0,1]$, with $M=\max\{p,q\}$, $m=\min\{p,q\}$, $0\cdot\infty=0$ and $\frac{1-x}{1-cx}$ read
# as 1 if $c=1$,
#
# $$c\,\frac{1-M}{1-cM}\,d(p,q)\;\le\;d(cp,cq)\;\le\;c\,\frac{1-m}{1-cm}\,d(p,q) .$$
# :::
#
# :::{claim} rank1:sharp-scaling
# :::
#
# **Why it is true.** Start at $q=p$, where both divergences are 0, and move $q$ away. At each point $x$ the
# quotient of their rates of growth is $c\frac{1-x}{1-cx}$. It decreases in $x$, so on the way from $p$ to $q$
# it lies between its values at the larger mean and at the smaller one, and so does the quotient of the
# divergences. (At the ends a divergence can be infinite. If $q=0<p$ and $c>0$, both divergences are infinite,
# and so is the upper bound. If $q=1>p$ and $0<c<1$, only $d(p,q)$ is infinite, so the upper bound is infinite
# and the lower one is $0\cdot\infty=0$. If $c$ is 0 or 1, all three sides are equal.)
#
# (rank1:lemma-1-derivatives)=
# **The rates.** Fix $p$ and $c$ and vary the second argument. Since $\partial_b\,d(a,b)=\frac{b-a}{b(1-b)}$,
# the chain rule gives
#
# $$\frac\partial{\partial x}d(cp,cx)=\frac{c(x-p)}{x(1-cx)},\qquad
# \frac\partial{\partial x}\bigl[c\,d(p,x)\bigr]=\frac{c(x-p)}{x(1-x)},$$
#
# and the second derivatives are $\frac{c^2(x-p)^2+cp(1-cp)}{x^2(1-cx)^2}$ and
# $\frac{c(x-p)^2+cp(1-p)}{x^2(1-x)^2}$.
#
# *Proof of the theorem.* Integrate the rates from $p$:
#
# $$d(cp,cq)=c\int_p^q\frac{x-p}{x(1-cx)}\,dx,\qquad c\,d(p,q)=c\int_p^q\frac{x-p}{x(1-x)}\,dx .$$
#
# Here $(x-p)\,dx$ is not negative along the way from $p$ to $q$, whichever of them is larger, because for $q<p$
# both $x-p$ and $dx$ are negative. An inequality between the integrands, apart from this factor, therefore
# gives one between the integrals. For every $a$,
# $\frac1{1-cx}-\frac{1-a}{(1-ca)(1-x)}=\frac{(1-c)(a-x)}{(1-cx)(1-ca)(1-x)}$. Divide by $x$ and integrate
# against $c\,(x-p)\,dx$. With $a=M$ the right side is not negative on the way, and with $a=m$ it is not
# positive. The gap in the lower bound is
#
# $$d(cp,cq)-c\,\frac{1-M}{1-cM}\,d(p,q)
# =\frac{c(1-c)}{1-cM}\int_p^q\frac{(x-p)(M-x)}{x(1-cx)(1-x)}\,dx ,$$
#
# and the gap in the upper bound is a similar integral.
#
# *The lemma* follows, because $1-x\le\frac{1-x}{1-cx}\le1$. It can also be proved directly, which shows how much
# it gives away:
#
# $$\frac1{x(1-x)}-\frac1{x(1-cx)}=\frac{1-c}{(1-x)(1-cx)}\ge0,\qquad
# \frac1{x(1-cx)}-\frac{1-M}{x(1-x)}=\frac{(M-x)+cx(1-M)}{x(1-x)(1-cx)}\ge0$$
#
# for $x\le M$. The second numerator is positive even at $x=M$, unless $M=1$.
#
# (rank1:lemma-1-convexity)=
# **The shape.** Both second derivatives above are sums of terms that are not negative, so both functions are
# convex in $x$. For $0<p<1$ and $c>0$ both first derivatives have the sign of $x-p$, so both vanish at
# their minimum $x=p$ and nowhere else. At $p=0$ both functions increase from their minimum at $x=0$.
#
# (rank1:sharp-scaling-optimal)=
# **It cannot be improved.** Both divergences vanish to second order at $q=p$, so their quotient tends
# to the quotient of the second derivatives, $c\,\frac{1-p}{1-cp}$. Take $p$ and $q$ close to each other and
# both close to $M$. Then any valid factor of the form $f(c,M)$ is at most $c\,\frac{1-M}{1-cM}$, and likewise
# from above with $m$.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Two panels for c = 0.7. In the first panel the ratio of divergences over pairs of means, against the larger mean M, fills the region above the sharp lower bound (1−M)/(1−cM) and touches it, while the paper's bound 1−M runs clearly below all points. In the second panel, against the smaller mean m, the points touch the sharp upper bound (1−m)/(1−cm) from below, while the paper's bound is the constant 1, reached at m = 0 only."}, "figure": {"caption": "The ratio $d(cp,cq)/(c\\,d(p,q))$ for $c = 0.7$ and 4,000 pairs of means, against the larger mean (first panel) and the smaller mean (second panel). The points touch the sharp bounds along their whole length. The published bounds are the first part of Lemma 1.", "name": "rank1:ratio"}}
pairs = np.random.default_rng(6).beta(0.7, 0.7, size=(4000, 2))
publish(figures.ratio(0.7, pairs), "rank1:ratio", profile=profile, c=0.7, seed=6, pairs=4000)

# %% tags=["remove-cell"]
assert figures.ratio_as_described(published("rank1:ratio"))

# %% [markdown]
# {download}`data <ratio.csv>` · {download}`how it was made <ratio.json>`
#
# (rank1:equation-6-constants)=
# **In what sense the lemma is sharp.** $\frac{1-x}{1-cx}$ increases with $c$, from $1-x$ at $c=0$ to 1 at
# $c=1$. Therefore $1-M$ and 1 are the best constants among those that do not depend on $c$. Not depending on
# $c$ costs the lower constant a factor of $\frac1{1-cM}$, which is highest for large $c$, as in the example.
# It costs the upper one $\frac{1-cm}{1-m}$, which is highest for small $c$. With $m=\frac12$ it is 1.1 at
# $c=0.9$ and 1.9 at $c=0.1$.
#
# ## The squared distance
#
# Elimination needs a bound in terms of $(p-q)^2$, because its analysis is in terms of gaps.
#
# (rank1:pinsker)=
# **Pinsker's inequality**, $d(p,q)\ge2(p-q)^2$, follows from the integral above at $c=1$ because
# $x(1-x)\le\frac14$. Apart from $x-p$, the integrands differ by $\frac1{x(1-x)}-4=\frac{(1-2x)^2}{x(1-x)}$.
#
# (rank1:equation-7)=
# :::{prf:lemma} The quadratic lower bound, the second part of Lemma 1
# :nonumber:
# With $M=\max\{p,q\}$,
#
# $$2c\max\{c,\,1-M\}\,(p-q)^2\;\le\;d(cp,cq) . \tag{7}$$
# :::
#
# :::{claim} rank1:equation-7
# :::
#
# *Proof.* Pinsker's inequality at $(cp,cq)$ gives $2c^2(p-q)^2$. At $(p,q)$, together with the first part of the
# lemma, it gives $2c(1-M)(p-q)^2$.
#
# The second half of this proof uses two inequalities that are tight in different places, Pinsker's at
# $\frac12$ and the lemma's first part at small $c$. If we start from the integral instead, nothing is lost.
#
# (rank1:sharp-quadratic)=
# :::{prf:theorem} The sharp constant κ
# :nonumber:
# For $0<c\le1$, $0<M\le1$ and all $p,q\in[0,M]$,
#
# $$d(cp,cq)\;\ge\;2c\,\kappa(c,M)\,(p-q)^2,$$
#
# $$\kappa(c,M)=\begin{cases}\dfrac1{4M(1-cM)}&cM\le\frac12,\\[2mm]c&cM>\frac12,\end{cases}$$
#
# and no larger number than $\kappa(c,M)$ does this for all of them.
# :::
#
# :::{claim} rank1:sharp-quadratic
# :::
#
# (This $\kappa$ is a number for the proofs of Part II, not the examination $\kappa_l$ of Part I.)
#
# *Proof.* On $[0,M]$ the parabola $x(1-cx)$ is largest at $M$ if its vertex $\frac1{2c}$ lies beyond $M$,
# and at the vertex otherwise:
#
# $$M(1-cM)-x(1-cx)=(M-x)\bigl(1-c(M+x)\bigr),$$
#
# $$\frac1{4c}-x(1-cx)=\frac{(1-2cx)^2}{4c} .$$
#
# So $\frac1{x(1-cx)}\ge4\kappa$ on the way from $p$ to $q$, and
# $d(cp,cq)\ge4c\,\kappa\int_p^q(x-p)\,dx=2c\,\kappa\,(p-q)^2$. If $p$ and $q$ tend to the maximiser, the
# quotient of $d(cp,cq)$ and $2c\,(p-q)^2$ tends to $\kappa$.
#
# **Predict.** If means reach up to $M=1$, which of the two constants, $\max\{c,1-M\}$ or $\kappa(c,M)$, goes to 0
# with $c$? The next cell computes them for $c=0.5$, $0.1$ and $0.01$.

# %%
constants = {c: (max(c, 1 - 1), bounds.curvature(c, 1)) for c in (0.5, 0.1, 0.01)}
table = pd.DataFrame(constants, index=["max(c, 1 - M)", "κ(c, M)"]).transpose()
table.rename_axis("c").round(4)

# %% tags=["remove-cell"]
assert table["κ(c, M)"].min() > 0.25 and table["max(c, 1 - M)"].min() == 0.01

# %% [markdown]
# The published constant goes to 0 with $c$, whereas the sharp one stays above $\frac14$. The first figure of
# this chapter shows the consequence. At $c=0.01$, $p=\frac12$, $q=1$ the divergence is
# {number}`rank1:gamma-disappears divergence:.5f`, the lower bound of the lemma is
# {number}`rank1:gamma-disappears printed:.5f`, and that of the sharp version is
# {number}`rank1:gamma-disappears sharp:.5f`.
#
# (rank1:sharp-quadratic-properties)=
# **Properties of κ.** Each of these four has a one-line proof.
# * $\kappa\ge\max\{c,1-M\}$: $\;1-4cM(1-cM)=(1-2cM)^2$ and
#   $1-4M(1-M)(1-cM)=(1-2M)^2+4cM^2(1-M)$; on the second piece $c>\frac1{2M}=
#   2(1-M)+\frac{(1-2M)^2}{2M}$.
# * $\kappa\ge\frac14$: $\;1-M(1-cM)=(1-M)+cM^2$.
# * $c\,\kappa(c,M)$ increases with $c$: on the first piece its derivative is $\frac1{4M(1-cM)^2}$, on the
#   second $c\,\kappa=c^2$; the pieces meet at $cM=\frac12$.
# * $\kappa$ does not increase with $M$: $M(1-cM)$ increases up to $M=\frac1{2c}$.

# %% tags=["remove-input"] mystnb={"image": {"alt": "The sharp constant κ(c, M) as solid lines and the published constant max(c, 1−M) as dashed lines against c, for M = 0.5, 0.75 and 1. Every solid line lies above its dashed line and above one quarter. For M = 1 the dashed line starts at zero, where the solid line starts at one quarter. Solid and dashed meet where cM exceeds one half."}, "figure": {"caption": "The constant of the lemma's second part, dashed, and its sharp version, solid, for three values of $M$. At $M = 1$ the published constant vanishes with $c$, and the sharp one stays above 1/4.", "name": "rank1:factors"}}
publish(figures.factors((0.5, 0.75, 1.0)), "rank1:factors", profile=profile)

# %% tags=["remove-cell"]
assert figures.factors_as_described(published("rank1:factors"))

# %% [markdown]
# {download}`data <factors.csv>` · {download}`how it was made <factors.json>`
#
# ## Consequences for the regret
#
# (rank1:gamma-disappears)=
# **γ disappears.** The proof of the paper's main theorem uses Lemma 1 in one way only. For a factor $c\ge\mu$,
# where $\mu$ is the smaller of the two vectors' averages, and for means $p,q\le p_{\max}$, it replaces
# $d(cp,cq)$ by $2\mu\gamma(p-q)^2$ with $\gamma=\max\{\mu,1-p_{\max}\}$. By the theorem, and because
# $c\,\kappa(c,M)$ increases with $c$,
#
# $$d(cp,cq)\;\ge\;2\,c\,\kappa(c,p_{\max})\,(p-q)^2
# \;\ge\;2\,\mu\,\kappa(\mu,p_{\max})\,(p-q)^2 ,$$
#
# so $\kappa(\mu,p_{\max})$ can replace $\gamma$ throughout the proof. Since $\kappa\ge\max\{\gamma,\frac14\}$,
# the regret bound with the same constants is never worse, and it is of order
# $\frac{K+L}{\mu\Delta}\log n$ for *every* problem. The case that the paper leaves out, $\mu\to0$ with
# $p_{\max}\to1$, in which $\gamma\to0$, is no harder than other cases of small $\mu$. The bound still grows like
# $1/\mu$ and no faster, and on needles {ref}`so does the regret <rank1:needle-elimination-pays>`.
# {ref}`The chapter on elimination <rank1:theorem-1-repaired>` gives the constants that the proof really yields, and
# the consequences for a needle in a haystack.
#
# :::{claim} rank1:gamma-disappears
# :::
#
# Elimination in detail treats {ref}`the edges of the domain <rank1:divergence-extension>`, where divergences can be
# infinite or undefined, and reports {ref}`a numerical check <rank1:lemma-1>` of all inequalities of this chapter.
#
# ## Exercises
#
# :::{admonition} Exercise 1, at the keyboard
# Try to refute the sharp constant. Draw a hundred thousand triples $(c,p,q)$ and find the smallest quotient of
# $d(cp,cq)$ and $2c\,\kappa(c,M)(p-q)^2$ with $M=\max\{p,q\}$. For which triples is it closest to 1?
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
c, p, q = np.random.default_rng(1).uniform(size=(3, 100_000))
constant = np.array([bounds.curvature(*pair) for pair in zip(c, np.maximum(p, q), strict=True)])
quotient = kl(c * p, c * q) / (2 * c * constant * (p - q) ** 2)
closest = np.argsort(quotient)[:3]
assert quotient.min() > 0.999
pd.DataFrame({"c": c, "p": p, "q": q, "quotient": quotient}).iloc[closest].set_index("c").round(4)

# %% [markdown]
# :::{admonition} Solution
# :class: dropdown
# Apart from rounding, no quotient is below 1. The closest triples have $p$ and $q$ close to each other, where
# the quotient tends to that of the second derivatives.
# :::
#
# :::{admonition} Exercise 2, with a pencil
# Divide the information per display by $c$. What is its limit as $c\to0$?
# :::
#
# :::{admonition} Solution
# :class: dropdown
# The limit is the divergence of two Poisson distributions,
# $\frac1c\,d(cp,cq)=p\log\frac pq+\frac{1-cp}c\log\frac{1-cp}{1-cq}\to p\log\frac pq-p+q$. It is positive for
# $p\ne q$. For $p=0.5$, $q=0.8$ it is $0.5\log\frac58+0.3\approx0.065$, the number that the last column of the
# first table approaches.
# :::
#
# :::{admonition} Exercise 3, with a pencil
# A learner uses intervals of half-width $\sqrt{\log n/N}$ instead of divergences. How many displays does it need
# to distinguish $cp$ from $cq$, in terms of $c$?
# :::
#
# :::{admonition} Solution
# :class: dropdown
# The means are $c\,|p-q|$ apart, so the learner needs about $N=4\log n/(c^2(p-q)^2)$ displays, which is ten
# thousand times as many for $c=0.01$ as for $c=1$. It does no better than if $d(cp,cq)$ were only Pinsker's
# $2c^2(p-q)^2$.
# :::
#
# ## What to remember
#
# Scaling two means by $c$ keeps at most a share $c$ of the information that distinguishes them, and at least a
# share $c\,\frac{1-M}{1-cM}$, which is of the order of $c$ as long as no mean is close to 1. In terms of the
# squared distance the exact constant is $2c\,\kappa(c,M)$, and $\kappa$ is never below $\frac14$. Therefore a
# small average $\mu$ costs an elimination algorithm a factor $1/\mu$ in the bound and no more, whatever the
# largest mean.
#
# ## Notes
#
# The upper half of (6) is the convexity of the divergence in both arguments together, since $(cp,cq)$ is the mixture
# of $(p,q)$ and $(0,0)$ with weights $c$ and $1-c$. Read as a statement about a channel that loses clicks, it is one
# of the strong data-processing inequalities that {cite:t}`polyanskiy2017` survey and that go back to
# {cite:t}`ahlswede1976`. {cite:t}`makur2020` compare the constants of such inequalities for different divergences.
# (We have not read their paper in full.) {cite:t}`vial2022` show for cascading bandits that the hard problems are
# those with rare clicks, and that intervals from Hoeffding's inequality then cost an order. We searched the web for
# strong data-processing inequalities of Bernoulli thinning and did not find the sharp constants of this chapter.
#
# The theorem on the sharp constant is Pinsker's inequality in its local form, $d(a,b)\ge(a-b)^2/(2\max x(1-x))$
# over $x$ between $a$ and $b$ {cite:p}`garivier2019`, with the maximum over $[0,cM]$. We add its use here, and the
# proof that it is sharp.
