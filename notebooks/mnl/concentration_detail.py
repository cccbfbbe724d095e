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
# # How far counts stray in detail
#
# This companion to {doc}`How far counts stray <concentration>` contains material that later chapters do not
# require. It goes from counts to the estimator of a policy, follows the paper's derivation for unknown biases
# by a logarithmic Sobolev inequality, refutes a confidence bound, and ends with notes on the published paper.
# $Y_i$ are geometric counts with means $\mu_i$, $S$ is their sum, $m$ the sum of the means, $V$ the sum of
# the variances, and $t=\log C$ the level. $l$ counts epochs, and $\Lambda$ is an item's exposure.

# %% tags=["remove-cell"]
import math
from fractions import Fraction

from myst_nb import glue

from clickbandits.geometric import upper_tail
from compendium.captions import published
from compendium.figures import publish
from compendium.mnl.concentration import figures
from compendium.mnl.concentration.constants import herbst_constant

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-cell"]
glue("golden", 1 / math.log((1 + math.sqrt(5)) / 2))
glue("herbst", float(herbst_constant(0.5)))
glue("capped", float(upper_tail(3, Fraction(10, 19), 3)))

# %% [markdown]
# :::{our-copy}
# :::
#
# ## The estimator of an adaptive policy
#
# The estimator is $\bar\alpha_j(l)=S/\Lambda_{j,l}$, with $S$ the number of clicks on item $j$ in $l$ epochs.
# The {term}`exposure` $\Lambda_{j,l}$ is the sum of the biases of the positions at which the item was shown.
# (This is the paper's {ref}`(4) <mnl:equation-4>`.)
#
# (mnl:equation-22)=
# **Dividing by the exposure.** In an epoch that shows it, the item has $\mu=\lambda_k\alpha_j\le1$ and therefore
# $p\ge\frac12$ and $\sigma^2=\mu+\mu^2\le2\mu$. Summing up gives $m=\alpha_j\Lambda_{j,l}$ and
# $V\le2\alpha_j\Lambda_{j,l}$, and dividing (7) by $\Lambda_{j,l}$ gives the paper's (22).
#
# :::{prf:lemma} Three bounds for adaptive lists, after the paper’s Lemma 4
# :nonumber:
# Let $0<\alpha_j\le1$, $C=Jl^2/2>1$ and $N=\lceil\frac34(l/\log C)^{1/4}\rceil\le l$. For every
# rule that chooses the lists from the past, the following holds on $\Lambda=\Lambda_{j,l}>0$ with
# $\bar\alpha=\bar\alpha_j(l)$:
# :::
#
# (mnl:equation-9)=
# (mnl:equation-10)=
# **The first two bounds**, from the exposure and from the clicks:
#
# $$P\big(|\bar\alpha-\alpha_j|>\sqrt{4\alpha_j\log C/\Lambda}+4\log C/\Lambda\big)
# \le\frac2CN\le\frac4{Jl}. \tag{9}$$
#
# $$P\big(|\bar\alpha-\alpha_j|>\sqrt{8\bar\alpha\log C/\Lambda}+c_0\log C/\Lambda\big)
# \le\frac2CN\le\frac6{Jl}. \tag{10}$$
#
# :::{claim} mnl:equation-9
# :::
#
# In terms of $S$ and $m$ the first event is $|S-m|>\sqrt{4mt}+4t$. The straight lines of the chapter bound its
# probability, with $2m$ for $V$. In (10) the lemma has $c_0=8$, whereas its proof and Algorithm 2 have $c_0=4$.
# Both are true, and so is 4 in place of the 8 under the root. The condition $A_n$, which the proof drops without
# comment, is not needed.
#
# (mnl:lemma-4-union-bound)=
# **The published union bound.** The paper fixes the lists, uses Theorem 3 with $C=Jl^2/2$, and then considers “the
# unconditioned probability” by a union bound, without saying over what. The step is valid if the theorem is taken as
# published, for parameters that depend on the past. Apply it to the first $n$ displays of the item, for each of
# $n=1,\dots,l$. (If there are fewer in all, continue with counts of parameter 1. Clicks on other items only make the
# choice of a parameter random, and the probability is then an average over rules that use the item's own clicks.)
# Each $n$ fails with probability at most $\frac2C=\frac4{Jl^2}$, and all of them together with at most $\frac4{Jl}$,
# whatever the exposure after $n$ displays. What fails is only {ref}`Theorem 3 for such parameters <mnl:theorem-3>`.
# A union over histories with the same plays and exposure, within which the lists still depend on the clicks, would not
# be enough. For two positions and 20 epochs there are {number}`mnl:lemma-4-union-bound pairs` such pairs.
#
# The repaired theorem needs no union. If $m=\alpha_j\Lambda$ measures the progress, its factor is
# $N\le l$ whenever the bounds of Lemma 4 are less than 1, because then $Jl>4$, and therefore
# $\log\frac{Jl^2}2\ge\log2l>(\frac34)^4$ and $\frac34(l/\log\frac{Jl^2}2)^{1/4}<l^{1/4}\le l$.
#
# (mnl:equation-11)=
# **Doubling.** For $\Lambda>4\log C/\alpha_j$ the paper states
#
# $$P\big(\bar\alpha>2\alpha_j+4\log C/\Lambda\big)\le\frac2{Jl}. \tag{11}$$
#
# :::{claim} mnl:equation-11
# :::
#
# (mnl:equation-11-unconditional)=
# **Without the condition.** The probability is at most $\frac1C=\frac2{Jl^2}$ for every $\Lambda>0$. One line
# is enough, that with $\theta=\frac14$, which is below $S=2m+4t$ because $\psi(\frac14)\le\frac12$. The regret
# bound requires this version, since its proof uses (11) for every exposure. The largest θ with
# $\psi(\theta)\le2\theta$ solves $x^2(2-x)=1$ in $x=e^\theta$. It is the logarithm of the golden ratio, so the
# 4 could be replaced by {glue:text}`golden:.3f`, but by nothing smaller.
#
# For small $l$ the worst adaptive rule can be found exactly, by dynamic programming over plays and
# clicks. Its probabilities are far below the bounds, which are therefore not sharp.
#
# ## Unknown biases: a logarithmic Sobolev inequality
#
# With unknown biases, the estimates are not sums but implicit functions $F$ of all counts. The paper bounds
# their deviations by the amount that one more click can change them, $d^+f(k)=f(k+1)-f(k)$. It starts from an
# inequality of {cite:t}`joulin2004`. The entropy of a positive function is $\mathrm{Ent}(g)=E(g\log g)-E
# g\,\log E g$.
#
# (mnl:theorem-16)=
# :::{prf:theorem} A logarithmic Sobolev inequality, Joulin and Privault 2004; the paper’s Theorem 16
# :nonumber:
# Let π be geometric with parameter $p$, $q=1-p$, $0<b<-\log q$ and $|d^+f|\le b$. Then
# $\mathrm{Ent}_\pi(e^f)\le\frac{q\,e^b}{p\,(1-\sqrt{q\,e^b})}\,E_\pi\big[|d^+f|^2e^f\big]$.
# :::
#
# :::{admonition} Proof
# :class: dropdown
# Subtract a constant so that $f(0)=0$, and write $d=d^+f$, $r=\sqrt{qe^b}<1$.
#
# *A sum by parts.* $E\,h(X)-h(0)=\sum_k(h(k+1)-h(k))\,q^{k+1}=\frac qp\,E\,d^+h(X)$.
#
# *A norm.* Let $\|g\|^2=E\,g^2$, $g=fe^{f/2}$ and $D^2=E[d^2e^f]$. Since $g(0)=0$ and
# $g(k+1)=e^{d/2}\big(g(k)+d\,e^{f/2}\big)$, Minkowski's inequality gives
# $\|g\|\le\sqrt q\,e^{b/2}(\|g\|+D)$, that is $\|g\|\le\frac r{1-r}D$ (all is finite as $r<1$).
#
# *The entropy.* $\mathrm{Ent}(e^f)\le E\,\varphi(f)$ with $\varphi(x)=xe^x-e^x+1$, since
# $\mathrm{Ent}(g)=\min_cE[g\log\frac gc-g+c]$. As $\varphi(f(0))=0$, the sum by parts gives
# $\frac qpE\big[\varphi(f+d)-\varphi(f)\big]=\frac qpE\big[e^f\{f(e^d-1)+de^d-e^d+1\}\big]$. With
# $A=\int_0^1e^{bv}dv$ and $B=\int_0^1ve^{bv}dv$ the braces are at most $|f||d|A+d^2B$, and by
# Cauchy and Schwarz
#
# $$
# \mathrm{Ent}(e^f)\le\tfrac qp\big(A\,\|g\|\,D+B\,D^2\big)
# \le\frac qp\cdot\frac{rA+(1-r)B}{1-r}\,D^2 .
# $$
#
# Finally $A\le e^b$ and $B\le e^b$.
# :::
#
# This proof is our own. It explains the root in the denominator and also gives a smaller constant. (In our copy
# of the paper the root sign is lost. Without it the statement would be false, because for $f=\varepsilon g$ and
# $\varepsilon\to0$ it would bound half the variance of $g$ by $\frac q{p^2}E|d^+g|^2$, which fails for slopes
# that grow geometrically.)
#
# (mnl:entropy-chain-rule)=
# **Several variables.** Entropy is *subadditive*. For a product measure,
# $\mathrm{Ent}(g)\le\sum_lE\,\mathrm{Ent}_{\mu_l}(g)$, where $\mathrm{Ent}_{\mu_l}$ is the entropy in one
# variable with the others held fixed. The inequality is usually strict. It fails for dependent variables,
# because two bits that are always equal have no entropy given each other, but positive entropy together. The
# paper calls this step the chain rule of differential entropy, which is a different quantity. The entropy used
# here also has a chain rule, which holds with equality for every measure, namely
# $\mathrm{Ent}(g)=\sum_lE\,\mathrm{Ent}(E[g\mid X_1,\dots,X_l]\mid X_1,\dots,X_{l-1})$. For independent
# variables, each of its terms is at most the corresponding term above.
#
# (mnl:equation-32)=
# **Summing over the variables.** The paper's inequality (32) is Theorem 16 summed over the variables, and it
# holds if they are independent. The paper applies it to the counts of an epoch, which are dependent. Two
# positions of one epoch already violate it. The total of two counts of weight 1 is geometric with parameter
# $\frac13$, and its moment generating function is infinite from $\log\frac32$ on. As $b$ approaches that point,
# the ratio of the left side to the expectation on the right grows without bound.
#
# (mnl:equation-33)=
# **The constant** is
#
# $$M=M_G(-\tfrac12\log q)=\frac{\sqrt q}{p(1-q^{1/4})}, \tag{33}$$
#
# for the smallest $p$; in $y=q^{1/4}$ it is
# $\frac{y^2}{(1-y^4)(1-y)}$, increasing in $y$, and
# {glue:text}`herbst:.4f` at $p=\frac12$, “$\approx9$”.
#
# (mnl:equation-34)=
# **Herbst's argument.** With $H(\eta)=E\,e^{\eta F}$, (32) for $\eta F$ gives
# $\frac d{d\eta}\big[\frac1\eta\log H\big]=\frac{\mathrm{Ent}(e^{\eta F})}{\eta^2H}\le\beta_1^2M$
# as long as $\eta\beta_2\le-\frac12\log q$, and $\frac1\eta\log H\to E\,F$ at 0. Therefore
#
# $$E\,e^{\eta F}\le\exp(\eta EF+\eta^2\beta_1^2M). \tag{34}$$
#
# ## When an estimate is smooth
#
# A function of many independent counts is close to its mean if one more click cannot change it much. In the
# next theorem, which makes this precise, $\beta_1^2$ bounds the sum of the squared changes by one more click,
# and $\beta_2$ bounds each change.
#
# (mnl:theorem-5)=
# :::{prf:theorem} Deviations of smooth functions, after the paper’s Theorem 5
# :nonumber:
# Let the $X_{li}$ be *independent* and geometric, all with parameter at least $\underline p<1$, let
# $F$ satisfy
#
# $$\sum_{l,i}|D_{li}F|^2\le\beta_1^2,\qquad|D_{li}F|\le\beta_2, \tag{12}$$
#
# and let $M=M_G(-\frac12\log(1-\underline p))$, the constant (33). Then, for $\delta>0$,
#
# $$
# P(F\ge EF+\delta)\le\exp\Big(-\min\Big\{\frac{\delta^2}{4\beta_1^2M},
# \frac{-\log(1-\underline p)\,\delta}{4\beta_2}\Big\}\Big).
# $$
#
# More sharply, the probability is at most $\exp(-A)$, $A=\frac{\delta^2}{4\beta_1^2M}$, if
# $\delta\le\delta_c=-\log(1-\underline p)\beta_1^2M/\beta_2$, and at most $\exp(-B)$,
# $B=-\frac{\log(1-\underline p)\delta}{2\beta_2}
# -\frac{(\log(1-\underline p))^2\beta_1^2M}{4\beta_2^2}$, for larger δ.
# :::
#
# :::{claim} mnl:theorem-5
# :::
#
# :::{prf:proof}
# By (34) and Chernoff's bound the exponent is $\eta^2\beta_1^2M-\eta\delta$ for any
# $\eta\le\eta_{\max}=-\log(1-\underline p)/(2\beta_2)$. If
# $\delta\le\delta_c=2\eta_{\max}\beta_1^2M$, the best $\eta=\frac\delta{2\beta_1^2M}$ is allowed
# and gives $-A$ with $A=\frac{\delta^2}{4\beta_1^2M}$. Otherwise $\eta_{\max}$ gives $-B$ with
# $B=\eta_{\max}\delta-\eta_{\max}^2\beta_1^2M\ge\frac12\eta_{\max}\delta$.
# :::
#
# (mnl:theorem-5-slope)=
# **The published form** takes one minimum over both branches for every δ. Since
# $A-B=\beta_1^2M\,(\eta_{\max}-\frac\delta{2\beta_1^2M})^2\ge0$, the same branch always attains it. The minus signs
# are lost in our copy. Read as $\exp(-B)$, the bound is true but exceeds 1 for small δ. Read as $\exp(-A)$, it is a
# Gaussian tail, which a geometric variable does not have. The paper's condition
# $\beta_2\le\max_{i,l}(-\log(1-p_{li}))$ is not needed, because the range of η already ensures what the proof
# requires.
#
# (mnl:theorem-5-slots)=
# **The theorem fails for dependent counts within an epoch.** The paper states it for vectors with geometric
# components, with the counts of an epoch as the intended example. Take one epoch with $d$ positions
# of weight 1 and $F=\sum_in_i$, for which $\beta_1^2=d$, $\beta_2=1$ and $\underline p=\frac12$. The total is
# geometric, $P(F\ge s)=(\frac d{d+1})^s$. Its rate $\log(1+\frac1d)$ is below the claimed
# $\frac12\log2$ as soon as $(1+\frac1d)^2<2$, that is, for every $d\ge3$.

# %% tags=["remove-input"] mystnb={"image": {"alt": "The exact tail divided by the bound of Theorem 5, as a power of ten, against the deviation. In one epoch with one or two positions the tail stays below the bound. With three it crosses the bound at δ = 70, with six and ten near 40, and at δ = 120 it exceeds the bound by about seven and eight powers of ten. With independent positions all five curves stay below."}, "figure": {"caption": "The total clicks of one epoch with d positions of weight 1 (first panel) and of d independent positions (second panel): exact tail over the bound of Theorem 5 (with its branches corrected). Above the line the bound is violated. Exact values.", "name": "mnl:slots"}}
publish(figures.slots(figures.slot_table((1, 2, 3, 6, 10), range(1, 121))), "mnl:slots", weight=1.0)

# %% tags=["remove-cell"]
assert figures.slots_as_described(published("mnl:slots"))

# %% [markdown]
# {download}`data <slots.csv>` · {download}`how it was made <slots.json>`
#
# (mnl:theorem-5-adaptive)=
# **It also fails for dependence between epochs,** although the paper allows parameters that depend on the past.
# Let the first count decide about all others, with $p=\frac12$ from then on if it is positive, and $p=1$ if
# not. Then $F=\sum_lX_l$ is near 0 or near $n$, each with probability $\frac12$, although by the theorem with
# $\beta_1^2=n$ the deviation would be of order $\sqrt n$. Changing one count changes $F$ little,
# but it changes the distribution of the other counts a great deal. A martingale, such as $F$ minus the sum of its
# conditional means, avoids this problem, as in Theorem 3, but an implicit function of all counts is not a martingale.
#
# ## A confidence bound that fails
#
# (mnl:corollary-6)=
# **Corollary 6 is false as printed.** The paper derives from Theorem 5 that the estimate $\alpha^{EM}_{l,j}$ is
# within $\sqrt{36\,\beta_{1,l,j}^2\log(Jl^2)}$ of $\alpha_j$ except with probability $\frac2{Jl^2}$,
# where $\beta^2$ is the sum (13) of the squared effects of one more click. A single position suffices to
# refute this. The estimate is then clicks divided by plays, and it fails in two ways.
#
# :::{claim} mnl:corollary-6
# :::
#
# - *If the estimate is kept in its range $[0,1]$*, as stated in the paper, it is 1 as soon as there are at least as
#   many clicks as plays. One more click then has no effect, so $\beta=0$ and the radius is 0, although the
#   estimate is wrong. For $J=1$, $l=3$ and $\alpha=\frac9{10}$ this has the probability
#   {glue:text}`capped:.4f`, not at most $\frac29$.
# - *If it is not kept in this range*, an item that was played once in $l$ epochs has $\beta=1$. Its count exceeds
#   $1+x$ with a probability of about $2^{-x}$, but the corollary uses the Gaussian branch without
#   checking that δ is below $\delta_c$. For $J=2$, $\alpha=1$ and $l=10^5$ it is violated. Since β
#   does not depend on the counts here, it is also the supremum (35), which the proof uses.
#
# With the supremum *and* the range, as in its proof, one position does not refute the corollary, for any
# rule. Then $\beta^2=\frac1n$ after $n$ plays, and the radius $\sqrt{36t/n}$, $t=\log(Jl^2)$, is at least 1
# unless $n>36t$. In that case, (7) at the level $3.4\,t$ requires only $\sqrt{13.6\,nt}+13.6\,t<\sqrt{36nt}$,
# and by the repaired theorem it fails with probability at most $2l\,(Jl^2)^{-3.4}\le\frac2{Jl^2}$. For
# several positions the statement of the proof is open. It says little, because the supremum is large. In a
# 2 × 2 table with five plays per cell the radius is at least {number}`mnl:equation-13 radius:.1f`, and it grows with the
# plays, while no estimate in $[0,1]$ is wrong by more than 1.
#
# (mnl:corollary-6-constants)=
# (mnl:corollary-6-unbiased)=
# **Its proof** has the right constants for the Gaussian branch, which Theorem 5 does not give for every δ. With
# $4M\le36$ this branch at $\delta^2=36\beta^2\log(Jl^2)$ is
# at most $\frac1{Jl^2}$ per side, and $72\log(\sqrt Jl)=36\log(Jl^2)$. However, the paper deduces “from the
# definitions” that the estimate is unbiased, which {ref}`fails in our reading <mnl:estimates-have-no-mean>`. If the estimate is
# truncated at 1, its mean for one item in one position with $\lambda=\alpha=1$ is $\frac12$ after one epoch, and
# never reaches 1. Dependent positions and adaptive lists, discussed above, are further problems. Moreover, the
# estimates of Algorithm 1 are not the maximum likelihood estimates to which the proof refers (see the chapter on
# {doc}`estimation <estimation>`).
#
# ## Notes on the published paper
#
# (mnl:theorem-3-proof)=
# **From Lemma 11 to (7).** The paper sets $x=2\log C/\min_ip_i+\sqrt{2y\log C}$; then
# $x^2-2(y+cx)\log C= 2c\log C\sqrt{2y\log C}\ge0$ with $c=1/\min_ip_i$, as wanted. With
# $p_i\ge\frac12$ the linear term is $4\log C$; by the sharper radius, $2\log C$ would be enough.
#
# :::{claim-steps} mnl:theorem-3-fixed
# :::
#
# (mnl:improved-coefficients)=
# **Improved coefficients.** The paper compares with the earlier inequality for the MNL bandit of
# {cite:t}`agrawal2019`, which has 48 under the root and 48 in front of the logarithm. The 8 and 4 of (8) are an
# improvement. (The logarithm in the earlier inequality is half as large; before the same logarithm, 8 and 4
# become 16 and 8.) The 4 and 4 of this book improve further.
#
# :::{claim} mnl:improved-coefficients
# :::
