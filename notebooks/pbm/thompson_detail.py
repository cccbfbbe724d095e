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
# # Thompson sampling in detail
#
# This page proves the theorem of {doc}`the chapter on Thompson sampling <thompson>`: the regret of PBM-TS,
# divided by $\log T$, tends to the price of exploring at the last position. The first two sections give a
# lower bound for every policy that rarely shows suboptimal items above the last position, and show that
# policies with independent indices are of this kind. The next two prove that PBM-TS is uniformly efficient
# and add the upper bound. The last ones concern other policies, and the limits of the theorem.
#
# ## Setting
#
# There are $K$ items and $L<K$ positions. The attractions $\theta_1\ge\dots\ge\theta_K$ are in $(0,1)$, and
# the examinations $1\ge\kappa_1\ge\dots\ge\kappa_L>0$ are known to the policy. The items $1,\dots,L$ are the
# *leaders*, the others are *suboptimal*. Most results assume that the border is strict,
#
# $$\theta_{L-1}>\theta_L>\theta_{L+1}\qquad(\theta_0:=1). \tag{D}$$
#
# This is the case if all attractions are distinct, but other attractions can be tied, and so can examinations.
# In round $t$ the policy shows a list $A(t)$ of $L$ different items. Let $F_t$ be the history of the rounds
# $1,\dots,t$, with the policy's random numbers. Given $F_{t-1}$ and $A(t)$, the clicks are independent of each
# other and of the random numbers of round $t$, and position $l$ is clicked with probability
# $\kappa_l\theta_{A_l(t)}$. Displays and clicks of item $k$ at position $l$ *before* round $t$ are $N_{k,l}(t)$ and
# $S_{k,l}(t)$. We write $N_k=\sum_lN_{k,l}$ and $N_{k,<L}=\sum_{l<L}N_{k,l}$, and say that an item shown at a
# position $l<L$ is shown *above $L$*. The divergence of clicks at position $l$ is
# $d_l(x,y)=d(\kappa_lx,\kappa_ly)$, the loss of a list $a$ is $\Delta_a=\sum_l\kappa_l(\theta_l-\theta_{a_l})\ge0$,
# and $R(T)=\sum_{t\le T}\Delta_{A(t)}$. The two constants to be compared are
#
# $$C_L=\sum_{k>L}\frac{\kappa_L(\theta_L-\theta_k)}{d_L(\theta_k,\theta_L)},\qquad
# C=\sum_{k>L}\min_l\frac{\Delta_{v_{k,l}}}{d_l(\theta_k,\theta_L)}\le C_L .$$
#
# $C$ is the constant of {ref}`Theorem 6 <pbm:theorem-6>`, and $C_L$ that of {ref}`Theorem 11 <pbm:theorem-11>`, on
# PBM-PIE. For $k>L$ and $\lambda\in(\theta_L,\theta_{L-1})$ the *changed problem* $\theta^{k\to\lambda}$ has
# $\lambda$ in place of $\theta_k$. A policy satisfies (U) if, in the problem $\theta$ and in every changed problem,
#
# $$E[R(T)]=o(T^\alpha)\quad\text{for every }\alpha>0. \tag{U}$$
#
# Uniformly efficient policies satisfy (U). If the attractions in $\theta$ are distinct, they are distinct in
# every changed problem, too, because none of them is between $\theta_L$ and $\theta_{L-1}$.
#
# (pbm:ts-losses)=
# **Three losses.** Let (D) hold.
#
# - (a) A list without some leader loses at least $\kappa_L(\theta_L-\theta_{L+1})$. It shows a suboptimal item,
#   and putting the missing leader in its place gains at least that much.
# - (b) A list with $k>L$ at position $L$ loses at least $\kappa_L(\theta_L-\theta_k)$, because the positions
#   above earn at most $\sum_{l<L}\kappa_l\theta_l$.
# - (c) In the problem $\theta^{k\to\lambda}$ a list without $k$ loses at least $\kappa_L(\lambda-\theta_L)$. It
#   earns at most $\sum_l\kappa_l\theta_l$, and the best list has $k$ at position $L$ in place of item $L$.
#
# ## A lower bound for every policy that explores at the last position
#
# (pbm:last-position-price)=
# :::{prf:theorem} The price of the last position
# :nonumber:
# Let $\theta_{L-1}>\theta_L>\theta_{L+1}$. Let a policy satisfy (U), as every uniformly efficient policy does, and
# suppose that for every $k>L$
#
# $$\frac{N_{k,<L}(T)}{\log T+N_k(T)}\to0\quad\text{in probability.}$$
#
# Then $P(N_{k,L}(T)\ge\zeta\log T)\to1$ for every $k>L$ and $\zeta<1/d_L(\theta_k,\theta_L)$, and
# $\liminf_TE[R(T)]/\log T\ge C_L$.
# :::
#
# :::{claim} pbm:last-position-price
# :::
#
# The theorem assumes nothing about how the policy works. Everything specific is in the condition on
# $N_{k,<L}$, which is empty if $L=1$; then $C_L=C$, and the theorem is that of {cite:t}`lai1985`.
#
# (pbm:ts-information)=
# **Lemma 1 (information).** Assume (D) and (U). For $k>L$, $\lambda\in(\theta_L,\theta_{L-1})$ and
# $\beta\in(0,1)$,
#
# $$P\Big(\sum_lN_{k,l}(T)\,d_l(\theta_k,\lambda)<(1-\beta)\log T\Big)\to0 .$$
#
# :::{admonition} Proof of Lemma 1
# :class: dropdown
# Let $B$ be the event, $P'$ the probability in $\theta^{k\to\lambda}$, and
# $d_-=\min_ld_l(\theta_k,\lambda)>0$. On $B$, $N_k(T)\le m:=\lfloor\log T/d_-\rfloor$. By (c), Markov's
# inequality and (U) in the changed problem,
#
# $$P'(B)\le P'\big(T-1-N_k(T)\ge T-1-m\big)\le\frac{E'[R(T)]}{\kappa_L(\lambda-\theta_L)(T-1-m)}
# =o(T^{\beta/2-1}) .$$
#
# Let $\Lambda$ be the log-likelihood ratio of $\theta$ to $\theta^{k\to\lambda}$ before round $T$. The policy
# is the same in both problems. So $\Lambda$ is a sum over the displays of $k$, with the term
# $\log(\theta_k/\lambda)$ for a click and $\log\frac{1-\kappa_l\theta_k}{1-\kappa_l\lambda}$ for no click, and
# the terms are bounded. If $\Lambda$ is small,
#
# $$P\big(B,\Lambda\le(1-\tfrac\beta2)\log T\big)=E'\big[e^\Lambda;\,B,\Lambda\le(1-\tfrac\beta2)\log T\big]
# \le T^{1-\beta/2}P'(B)\to0 .$$
#
# If it is large, let $M_j$ be the sum of the terms of the first $j$ displays of $k$ minus their conditional
# means, which are $d_l(\theta_k,\lambda)$; if there is no $j$-th display, let $M_j=M_{j-1}$. This is a
# martingale whose increments are bounded by some $G$. On $B$ with $\Lambda>(1-\beta/2)\log T$ it exceeds
# $(\beta/2)\log T$ at $j=N_k(T)\le m$. This number of displays is random, so we need the maximum over
# $j\le m$, which exceeds this level with probability at most $mG^2/((\beta/2)\log T)^2\to0$ by Doob's
# inequality.
# :::
#
# (pbm:ts-share)=
# **From information to displays.** Fix $\lambda$ and $\beta$, and let $d_+=\max_ld_l(\theta_k,\lambda)$ and
# $\beta'=\beta/(1-\beta)$. With probability tending to one the sum in Lemma 1 is at least $(1-\beta)\log T$
# and $N_{k,<L}\le\beta(\log T+N_{k,<L}+N_{k,L})$, or equivalently $N_{k,<L}\le\beta'(\log T+N_{k,L})$. Together,
#
# $$N_{k,L}(T)\,\big(d_L(\theta_k,\lambda)+\beta'd_+\big)\ge(1-\beta-\beta'd_+)\log T .$$
#
# :::{admonition} Proof of the theorem
# :class: dropdown
# As $\beta\to0$ and $\lambda\to\theta_L$, the constant in the last display tends to
# $1/d_L(\theta_k,\theta_L)$. This is the first assertion. A round has only one item at position $L$, so by (b)
# $R(T)\ge\sum_{k>L}\kappa_L(\theta_L-\theta_k)N_{k,L}(T)$. Therefore
# $\liminf_TE[R(T)]/\log T\ge\sum_{k>L}\kappa_L(\theta_L-\theta_k)\zeta_k$ for all
# $\zeta_k<1/d_L(\theta_k,\theta_L)$.
# :::
#
# ## Policies with independent indices
#
# In this section the policy forms numbers $I_1(t),\dots,I_K(t)$ in round $t$ that are independent given
# $F_{t-1}$, and it shows the $L$ largest in decreasing order, ties broken in any way. Fix $z<y$. Round $t$ is
# *settled* if $I_m(t)\ge y$ for all $m<L$ and $I_L(t)<z$.
#
# (pbm:independent-indices)=
# :::{prf:theorem} Independent indices lead to the last position
# :nonumber:
# Let a policy show the $L$ largest of indices $I_1(t),\dots,I_K(t)$ in decreasing order that are independent given
# $F_{t-1}$, and let $z<y$. Assume with probability one, for every $k>L$, the conditions (S), (N) and (R).
# (S) $P(\text{round }t\text{ is not settled}\mid F_{t-1})\to0$, and the sum of these probabilities over
# $t\le T$ is $o(\log T)$. (N) $\liminf_tP(I_k(t)<z\mid F_{t-1})>0$. (R)
# $P(I_k(t)\ge y\mid F_{t-1})\le\rho_k(t)\,P(I_k(t)\ge z\mid F_{t-1})+r_k(t)$ with $F_{t-1}$-measurable
# $\rho_k(t),r_k(t)\ge0$, where $\rho_k(t)\to0$ if $N_k(t)\to\infty$, and $\sum_{t\le T}r_k(t)=o(\log T)$.
#
# Then $N_{k,<L}(T)=o(\log T+N_k(T))$ almost surely for every $k>L$. If moreover
# $\theta_{L-1}>\theta_L>\theta_{L+1}$ and (U) holds, the policy pays at least $C_L$. If the sums in (S) and of $r_k$ converge, and
# $\sum_t\rho_k(t)1\{k\text{ is shown in round }t\}<\infty$, then $k$ is almost surely shown above $L$ in
# finitely many rounds only.
# :::
#
# :::{claim} pbm:independent-indices
# :::
#
# (pbm:ts-settled)=
# **Lemma 2 (settled rounds).** Let round $t$ be settled and $k>L$. If $k$ is shown above $L$, then $I_k(t)\ge y$.
# If $I_k(t)\ge z$ and all other suboptimal items have an index below $z$, then $k$ is shown. *Proof.* In the
# first case at most $L-2$ items are ranked above $k$, so at least two leaders are ranked below it. One of these
# is some $m<L$, and $I_k(t)\ge I_m(t)\ge y$. In the second case only the leaders $m<L$ can be ranked above $k$.
#
# (pbm:ts-compensator)=
# **Lemma 3 (counts and their compensators).** Let $X_t\in\{0,1\}$ be $F_t$-measurable, $x_t=P(X_t=1\mid
# F_{t-1})$, and let $b_t\in[0,1]$ be $F_{t-1}$-measurable. Almost surely
# $\sum_{t\le T}b_tx_t\le2\sum_{t\le T}b_tX_t+O(1)$ and $\sum_{t\le T}b_tX_t\le2\sum_{t\le T}b_tx_t+O(1)$, with
# random variables $O(1)$ that do not depend on $T$. *Proof.* The conditional variance of the martingale
# $M_T=\sum_{t\le T}b_t(X_t-x_t)$ is at most $V_T=\sum_{t\le T}b_tx_t$. If $V_\infty<\infty$, then $M_T$
# converges; if $V_\infty=\infty$, then $M_T/V_T\to0$ ({cite:t}`williams1991`, 12.13 and 12.14).
#
# :::{admonition} Proof of the theorem
# :class: dropdown
# Because the indices are independent given the past, Lemma 2, (S) and (N) give random $t_0$ and $c>0$ with
# $P(k\text{ is shown}\mid F_{t-1})\ge c\,P(I_k(t)\ge z\mid F_{t-1})$ for $t\ge t_0$. We can take $\rho_k\le1$.
# With Lemmas 2 and 3,
#
# $$\begin{aligned}
# \sum_{t\le T}P(k\text{ above }L,\ t\text{ settled}\mid F_{t-1})&\le\sum_{t\le T}P(I_k(t)\ge y\mid F_{t-1})\\
# &\le t_0+\frac1c\sum_{t\le T}\rho_k(t)P(k\text{ is shown}\mid F_{t-1})+\sum_{t\le T}r_k(t)\\
# &\le O(1)+\frac2c\sum_{t\le T}\rho_k(t)1\{k\text{ is shown in round }t\}+\sum_{t\le T}r_k(t) .
# \end{aligned}$$
#
# If $N_k(t)\to\infty$, the weights $\rho_k(t)$ tend to zero, and otherwise the middle sum is finite. So the last
# line is $O(1)+o(N_k(T))+o(\log T)$, and it is bounded under the additional assumptions. By Lemma 3,
# $N_{k,<L}(T)$ is at most twice the first sum, plus twice the sum in (S), plus $O(1)$. The condition of the
# {ref}`lower bound <pbm:last-position-price>` holds, because almost sure convergence implies convergence in
# probability.
# :::
#
# ## The posterior of one item
#
# In round $t$ PBM-TS draws $\tilde\theta_1(t),\dots,\tilde\theta_K(t)$ independently from the
# {ref}`posteriors <pbm:posterior>` under uniform priors, and uses the draws as indices. The following lemmas
# concern a single item with attraction $\theta$. After $n$ of its displays, let
# $L_n(x)=\prod_lx^{S_{k,l}}(1-\kappa_lx)^{N_{k,l}-S_{k,l}}$ be the likelihood and $\pi_n$ the posterior, and let
# $\sigma_n\le\infty$ be the round of the $n$-th display ($\sigma_0=0$). We write $E[X;A]$ for the expectation
# of $X$ on the event $A$. The positions of the displays can depend on all that happened before, in any way.
#
# (pbm:ts-likelihood-ratio)=
# **Lemma 4 (likelihood ratios).** Let $0<a<1$. If $x\ge a>\theta$ or $x\le a<\theta$, then
#
# $$E\Big[\frac{L_n(x)}{L_n(a)};\,\sigma_n<\infty\Big]\le(1-c)^n,\qquad
# c=\frac{\kappa_L|\theta-a||x-a|}{a(1-\kappa_La)} .$$
#
# *Proof.* Let the $(n+1)$-th display be at position $l$, which is fixed before the click. Given the past, the
# factor by which $L(x)/L(a)$ changes has the mean
#
# $$\kappa_l\theta\,\frac xa+(1-\kappa_l\theta)\,\frac{1-\kappa_lx}{1-\kappa_la}
# =1-\frac{\kappa_l(a-\theta)(x-a)}{a(1-\kappa_la)}\le1-c ,$$
#
# because $\kappa/(1-\kappa a)$ increases with $\kappa$. Multiply by the ratio after $n$ displays, sum over the
# rounds in which the $(n+1)$-th display can occur, and use $\{\sigma_{n+1}<\infty\}\subset\{\sigma_n<\infty\}$. If every
# display is at position $L$ and the $n$-th display is certain to happen, there is equality.
#
# (pbm:ts-area)=
# **Lemma 5 (the mass near a point).** For $0<a<1$ and every outcome,
# $\int_a^1L_n(x)\,dx\ge(1-a)L_n(a)/(n+1)$. *Proof.* Let $x\ge a$. A click contributes the factor $x/a\ge1$ to
# $L_n(x)/L_n(a)$, and a display without a click contributes $\frac{1-\kappa_lx}{1-\kappa_la}\ge\frac{1-x}{1-a}$. So the
# ratio is at least $\big(\frac{1-x}{1-a}\big)^n$, whose integral over $(a,1)$ is $(1-a)/(n+1)$.
#
# (pbm:ts-tails)=
# **Lemma 6 (two tails).** For every $n$, however the positions are chosen,
#
# $$\begin{aligned}
# \theta<a<b<1:\quad&E\Big[\frac{\pi_n(b,1]}{\pi_n(a,1]};\,\sigma_n<\infty\Big]\le(n+1)(1-c)^n,\\
# 0<b<a<\theta:\quad&E\Big[\frac{\pi_n[0,b]}{\pi_n(b,1]};\,\sigma_n<\infty\Big]\le\frac b{1-a}(n+1)(1-c)^n,
# \end{aligned}\qquad c=\frac{\kappa_L|\theta-a||b-a|}{a(1-\kappa_La)} .$$
#
# *Proof.* By Lemma 5 the ratios are at most $\frac{n+1}{1-a}\int_b^1\frac{L_n(x)}{L_n(a)}dx$ and
# $\frac{n+1}{1-a}\int_0^b\frac{L_n(x)}{L_n(a)}dx$, because $(b,1]$ contains $(a,1]$ in the second line. Take
# expectations and use Lemma 4 for every $x$; the smallest $c$ is that of $x=b$.
#
# The second line was the missing argument. It bounds the time in which a leader's posterior is too low after
# a few displays at positions that the policy chose. The denominator is compared with the likelihood at a point
# $a$ strictly between $b$ and the truth, and the ratio of $x\le b$ to $a$ falls in expectation in every
# display, whatever the position. The masses $\pi_n(b,1]$ and $\pi_n[0,b]$ are at most these ratios. By Markov's
# inequality and the lemma of Borel and Cantelli, the ratios are almost surely at most $(1-c)^{n/2}$ for all
# but finitely many $n$ with $\sigma_n<\infty$. For a prior whose density is between two positive constants,
# only a constant factor changes.
#
# ## PBM-TS is uniformly efficient
#
# (pbm:thompson-efficient)=
# :::{prf:theorem} PBM-TS is uniformly efficient
# :nonumber:
# For every $\theta\in(0,1)^K$, with any ties, and all $1\ge\kappa_1\ge\dots\ge\kappa_L>0$, the regret of PBM-TS
# satisfies $E[R(T)]=O(\log T)$.
# :::
#
# :::{claim} pbm:thompson-efficient
# :::
#
# Write $\pi_{k,n}$ and $\sigma_{k,n}$ for $\pi_n$ and $\sigma_n$ of item $k$, and $\pi_{k,t}$ for its posterior
# in round $t$. Constants $C,c>0$ depend on the problem and on the fixed numbers $\varepsilon,\eta,\beta$
# chosen in a proof, and can differ from line to line; they do not depend on $t$, $n$, $T$. The number of rounds
# $t\ge1$ with a property is written $\#\{\dots\}$.
#
# (pbm:ts-counting)=
# **Lemma 7 (counting).** Let $b_n\ge0$ be determined by what happened up to round $\sigma_{k,n}$. Let
# $\mathcal T$ be a random set of rounds with $\{t\in\mathcal T\}\in F_{t-1}$, and $B_t$ events with
# $P(B_t\mid F_{t-1})\le b_{N_k(t)}P(k\text{ is shown in round }t\mid F_{t-1})$ for $t\in\mathcal T$. Then
# $E\,\#\{t\in\mathcal T:B_t\}\le\sum_nE[b_n;\sigma_{k,n}<\infty]$. *Proof.* The left side is
# $E\sum_{t\in\mathcal T}P(B_t\mid F_{t-1})\le E\sum_tb_{N_k(t)}1\{k\text{ is shown in round }t\}$, and for each
# $n$ at most one round with $N_k(t)=n$ shows $k$.
#
# For items $i,j$ with $\theta_j<y<\theta_i$ let $M^i_t$ be the $L$-th largest draw in round $t$ among the items
# other than $i$, and let
#
# $$W^i(y)=\#\{t:i\text{ is not shown},\,M^i_t\le y\},\qquad
# V_j(t,y)=\#\{s<t:j\text{ is shown},\,\tilde\theta_j(s)>y\} .$$
#
# (pbm:ts-not-shown)=
# **Lemma 8 (items above the border are shown almost always).**
#
# - (i) $E\,W^i(y)<\infty$.
# - (ii) There is a $C$ with $P(V_j(t,y)>C\log t)\le Ct^{-2}$ and $E\,V_j(t,y)\le C\log t$ for $t\ge2$.
# - (iii) If $\theta_i>\theta_{L+1}$, then $E[t-N_i(t)]\le C\log t$ for $t\ge2$, and
#   $\sum_tP(N_i(t)<t/2)<\infty$.
#
# :::{admonition} Proof of Lemma 8
# :class: dropdown
# (i) $M^i_t$ depends on the draws of the other items only. If $M^i_t\le y<\tilde\theta_i$, then $i$ is shown. So
# $P(i\text{ not shown},M^i_t\le y\mid F_{t-1})\le P(M^i_t\le y\mid F_{t-1})\,\pi_{i,t}[0,y]$ and
# $P(i\text{ shown}\mid F_{t-1})\ge P(M^i_t\le y\mid F_{t-1})\,\pi_{i,t}(y,1]$. By Lemma 7 with
# $b_n=\pi_{i,n}[0,y]/\pi_{i,n}(y,1]$ and by Lemma 6, $E\,W^i(y)\le\sum_nC(n+1)(1-c)^n<\infty$.
#
# (ii) At most $n$ of the counted rounds have $N_j(s)<n$. The expected number of rounds $s<t$ with
# $N_j(s)\ge n$ and $\tilde\theta_j(s)>y$ is at most
# $t\sum_{n'\ge n}E[\pi_{j,n'}(y,1];\sigma_{j,n'}<\infty]\le Ctn(1-c)^n$ by Lemma 6. This is at most $Ct^{-2}$ for
# $n=\lceil C_0\log t\rceil$ with a large $C_0$.
#
# (iii) At most $L-1$ items other than $i$ have $\theta_j\ge\theta_i$. Choose $y<\theta_i$ above all smaller
# attractions. If $i$ is not shown, the list consists of the $L$ other items with the largest draws. One of them
# has $\theta_j<\theta_i$, and its draw is at least $M^i_t$. Either it exceeds $y$, or $M^i_t\le y$. So
# $t-1-N_i(t)\le W^i(y)+\sum_jV_j(t,y)$, with the sum over $\theta_j<\theta_i$, which gives the first assertion.
# If $N_i(t)<t/2$ and $t$ is large, then some $V_j(t,y)>C\log t$ or $W^i(y)\ge t/4$. The probabilities of the
# former have a finite sum by (ii), and $\sum_tP(W^i(y)\ge t/4)\le4E\,W^i(y)$.
# :::
#
# $W^i(y)$ counts rounds of the infinite game and does not depend on $t$, which is why its first moment is enough.
#
# :::{admonition} Proof of the theorem
# :class: dropdown
# Let the list of round $t$ lose something. Then there are items with $\theta_i>\theta_j$ such that $j$ is shown
# and $i$ is not shown or shown below $j$, since otherwise the list would be a best one. So
# $\tilde\theta_i\le\tilde\theta_j$.
#
# *Some shown $j$ has $\theta_j<\theta_L$.* Fix $y<\theta_L$ above all such attractions. At least $L$ items have
# $\theta_i\ge\theta_L$, so one of these is not shown. Either $\tilde\theta_j>y$, and the round is counted in
# $V_j(T+1,y)$, or $M^i_t\le\tilde\theta_j\le y$, and it is counted in $W^i(y)$. By Lemma 8 there are
# $O(\log T)$ such rounds in expectation.
#
# *All shown items have $\theta_j\ge\theta_L$.* Then $\theta_i>\theta_j\ge\theta_L\ge\theta_{L+1}$ for the pair
# above. Let $y$ be the midpoint of $\theta_j$ and $\theta_i$. Either $\tilde\theta_j>y$, and the round is
# counted in $V_j(T+1,y)$, or $\tilde\theta_i\le y$. The probabilities of the latter have a finite sum, because
#
# $$P(\tilde\theta_i(t)\le y)\le P(N_i(t)<t/2)+\sum_{n\ge t/2}E\big[\pi_{i,n}[0,y];\sigma_{i,n}<\infty\big] ,$$
#
# and Lemmas 8 (iii) and 6 apply.
# :::
#
# ## PBM-TS pays for the last position
#
# {ref}`The theorem <pbm:thompson-pays-last>` is in the chapter. Under (D), $E[R(T)]/\log T\to C_L$.
#
# :::{admonition} Proof of the lower bound
# :class: dropdown
# (U) holds, because {ref}`PBM-TS is uniformly efficient <pbm:thompson-efficient>`. Choose $\varepsilon>0$ with
# $y:=\theta_{L-1}-\varepsilon>z:=\theta_L+\varepsilon$ and $z<1$; if $L=1$, only $z$ matters, and $y$ is any number
# in $(z,1)$. We verify the conditions of {ref}`the theorem on independent indices <pbm:independent-indices>`.
#
# (S) Let $\tau(t)$ be the number of rounds before $t$ whose list lacks some leader. By (a) and (U),
# $E\,\tau(t)=o(t^{1/2})$. So $\sum_jE\,\tau(2^j)/2^j<\infty$, and $\tau(t)/t\to0$ almost surely. Every leader
# has $N_m(t)\ge t/2$ from some time on, and the probabilities that a leader $m<L$ draws less than $y$ or leader $L$
# draws $z$ or more are exponentially small in $t$ by Lemma 6. The sum in (S) converges.
#
# (N) If $N_k(t)\to\infty$, then $\pi_{k,t}(z,1]\to0$ by Lemma 6. Otherwise the posterior of $k$ is constant from
# some time on, and $[0,z)$ has positive mass.
#
# (R) Let $r_k=0$ and $\rho_k(t)=\pi_{k,t}(y,1]/\pi_{k,t}(z,1]$. By Lemma 6 with $a=z$ and $b=y$, the values of
# $\rho_k$ along the displays of $k$ have a finite expected sum.
#
# So every suboptimal item is almost surely shown above $L$ in finitely many rounds, and
# $\liminf_TE[R(T)]/\log T\ge C_L$.
# :::
#
# For the upper bound, let $\varepsilon$ be so small that $4\varepsilon$ is less than every difference of two
# different attractions and than $1-\theta_L$. Let $y=\theta_{L-1}-\varepsilon$, $z=\theta_L+\varepsilon$ and
# $x_0=\theta_L-\varepsilon$. A round is *good*, in symbols $G_t$ occurs, if all leaders' draws are within
# $\varepsilon$ of their attractions; let $g_t=P(G_t\mid F_{t-1})$.
#
# (pbm:ts-good-rounds)=
# **Lemma 9 (good rounds).** Let (D) hold.
#
# - (i) $\sum_tP(G_t^c)<\infty$ and $E\,\#\{t:g_t<1/2\}<\infty$.
# - (ii) Let $J_t$ be the set of suboptimal items with $\pi_{j,t}(z,1]>1/2$. Then
#   $E\,\#\{t:J_t\ne\emptyset\}<\infty$.
# - (iii) For $k>L$, $E\,\#\{t:G_t,\ k\text{ is shown above }L\}<\infty$.
#
# In a good round a suboptimal item is shown only if its draw is at least $x_0$, and shown above $L$ only if it
# is above $y$; and if no suboptimal item is shown above $L$, the positions above $L$ show the leaders
# $1,\dots,L-1$ in decreasing order of attraction.
#
# :::{admonition} Proof of Lemma 9
# :class: dropdown
# *The last sentence.* An item that is shown is ranked above some leader, whose draw is at least $x_0$. If $k>L$
# is above $L$, at least two leaders draw less, and one of them is some $m<L$. The leaders $m<L$ draw more than
# leader $L$, and those with different attractions are in the right order.
#
# (i) Leaders satisfy $\theta_m>\theta_{L+1}$, so Lemma 8 (iii) applies. By Lemma 6,
# $P(|\tilde\theta_m(t)-\theta_m|\ge\varepsilon,\,N_m(t)\ge t/2)$ is exponentially small in $t$. (If
# $\theta_m+\varepsilon\ge1$, no draw is too high.) The second assertion follows from
# $1\{g_t<1/2\}\le2(1-g_t)$.
#
# (ii) Let $g_t\ge1/2$ and $J_t\ne\emptyset$. With conditional probability at least $2^{-(K-L+2)}$, $G_t$ occurs,
# some item of $J_t$ draws above $z$, and all suboptimal items outside $J_t$ draw at most $z$. Then only leaders
# $m<L$ can draw more than the highest item of $J_t$, and so this item is shown. Therefore
#
# $$\begin{aligned}
# E\,\#\{t:g_t\ge1/2,J_t\ne\emptyset\}&\le2^{K-L+2}\,E\,\#\{t:\text{some }j\in J_t\text{ is shown}\}\\
# &\le2^{K-L+2}\sum_{j>L}\sum_nP(\pi_{j,n}(z,1]>1/2,\,\sigma_{j,n}<\infty),
# \end{aligned}$$
#
# which is finite by Markov's inequality and Lemma 6.
#
# (iii) Let $\mathcal T=\{t:g_t\ge1/2,J_t=\emptyset\}$; the other rounds are finite in expectation. If $G_t$
# occurs, $\tilde\theta_k>z$, and all other suboptimal items draw at most $z$, then $k$ is shown. So
# $P(k\text{ shown}\mid F_{t-1})\ge2^{-(K-L)}\pi_{k,t}(z,1]$ on $\mathcal T$. If $G_t$ occurs and $k$ is above
# $L$, then $\tilde\theta_k>y$. Lemma 7 applies with $b_n=2^{K-L}\pi_{k,n}(y,1]/\pi_{k,n}(z,1]$, and Lemma 6 with
# $a=z$, $b=y$ makes the sum finite.
# :::
#
# (pbm:ts-last-informs-least)=
# **Lemma 10 (position $L$ informs least).** For $p<q$, $d(\kappa p,\kappa q)$ increases with $\kappa$, with the
# derivative $p(\varrho-1-\log\varrho)$ for $\varrho=\frac{q(1-\kappa p)}{p(1-\kappa q)}$. For $k>L$ let $H_n$ be
# the event that $|S_{k,l}-\kappa_l\theta_kN_{k,l}|\le\eta n$ for all $l$ after $n$ displays of $k$, let
# $D=d_L(\theta_k,x_0)$ and
# $C_1=\sum_l\Big|\log\frac{x_0(1-\kappa_l\theta_k)}{\theta_k(1-\kappa_lx_0)}\Big|$. If $C_1\eta<D$, then on $H_n$
#
# $$\log\frac{L_n(\theta_k)}{L_n(x_0)}\ge\sum_lN_{k,l}\,d_l(\theta_k,x_0)-C_1\eta n\ge n(D-C_1\eta),\qquad
# \pi_{k,n}[x_0,1]\le C(n+1)e^{-n(D-C_1\eta)} .$$
#
# *Proof.* If the clicks were $\kappa_l\theta_kN_{k,l}$, the logarithm would be the sum of divergences, and a
# click more or less changes it by the logarithm in $C_1$. The function $\log L_n$ is concave and smaller at
# $x_0$ than at $\theta_k$, so it is at most $\log L_n(x_0)$ on $[x_0,1]$, and Lemma 5 with $a=\theta_k$ bounds
# the posterior's denominator. By Azuma's inequality, $P(H_n^c,\sigma_{k,n}<\infty)\le2Le^{-2\eta^2n}$.
#
# :::{admonition} Proof of the upper bound
# :class: dropdown
# Fix $k>L$ and let $n_T=\lceil(1+\beta)\log T/(D-C_1\eta)\rceil$. If $T$ is large, the last bound of Lemma 10
# decreases for $n\ge n_T$, where it is at most $C(n_T+1)T^{-1-\beta}$. In a good round $k$ is shown only if
# $\tilde\theta_k\ge x_0$. So the expected number of rounds $t\le T$ that show $k$, in which $G_t$ and
# $H_{N_k(t)}$ occur and $N_k(t)\ge n_T$, is at most $C(n_T+1)T^{-\beta}\to0$. Rounds that show $k$ without
# $H_{N_k(t)}$ number at most $\sum_n2Le^{-2\eta^2n}$ in expectation, and rounds without $G_t$ are finite in
# expectation. Therefore
#
# $$E\,N_k(T+1)\le\frac{(1+\beta)\log T}{d_L(\theta_k,\theta_L-\varepsilon)-C_1\eta}+O(1) .$$
#
# If $G_t$ occurs and no suboptimal item is above $L$, position $L$ shows some $i\ge L$, and the list loses
# $\kappa_L(\theta_L-\theta_i)$. All other rounds are finite in expectation by Lemma 9. So
# $E[R(T)]\le\sum_{k>L}\kappa_L(\theta_L-\theta_k)E\,N_k(T+1)+O(1)$. Divide by $\log T$, let $T\to\infty$, and
# then let $\beta,\eta,\varepsilon\to0$ (for each $\varepsilon$, $\eta$ is chosen with $C_1\eta<D$).
# :::
#
# (pbm:ts-short-games)=
# **In short games** the asymptotics are visible already. With $\kappa=(1,0.2)$ and $\theta=(0.6,0.5,0.1)$, item
# 3 is shown {number}`pbm:ts-short-games above` times above $L$ and {number}`pbm:ts-short-games last` times at $L$
# in the last nine tenths of {number}`pbm:ts-short-games rounds` rounds. A display of $k$ at position $L$ reduces
# the ratio of the two tails by a factor of about
#
# $$\exp\Big(-\frac{(\theta_{L-1}-\theta_L)\,\kappa_L(\theta_L-\theta_k)}{\theta_L(1-\kappa_L\theta_L)}\Big) ,$$
#
# so near-ties at the border look like ties for a long time.
#
# :::{claim-steps} pbm:thompson-pays-last
# :::
#
# **The paper's conjecture.** $C_L=C$ if and only if the last position is a cheapest one for every suboptimal
# item. On a problem with distinct attractions PBM-TS therefore attains the bound of
# {ref}`Theorem 6 <pbm:theorem-6>` if this is so, as in Figure 1(b), and on no other problem. The paper's
# {ref}`sentence <pbm:conjecture-ts>` is cautious and comments on Figure 1(b).
#
# ## KL-UCB in order of the index
#
# The paper's conclusion asks for guarantees for PBM-TS “or a ‘PBM-KLUCB’ using the confidence regions of PBM-PIE”.
# Let *PBM-KLUCB* be the policy that shows the $L$ items with the largest indices {ref}`(7) <pbm:equation-7>` of
# PBM-PIE in decreasing order, with $\delta=f(t)=(1+\epsilon)\log t$, $\epsilon\ge0$. If the set in the index is empty, the
# index is the minimiser of $\Phi$, as everywhere in this book. These indices are known before the round, so (R)
# is useless, and the slow growth of the indices takes its place.
#
# (pbm:klucb-pays-last)=
# :::{prf:theorem} PBM-KLUCB pays for the last position
# :nonumber:
# Let $\theta_{L-1}>\theta_L>\theta_{L+1}$. If PBM-KLUCB satisfies (U), for example because it is uniformly efficient,
# it almost surely shows every suboptimal item above $L$ in finitely many rounds only, and $\liminf_TE[R(T)]/\log T\ge C_L$.
# :::
#
# :::{claim} pbm:klucb-pays-last
# :::
#
# (pbm:ts-potential)=
# **Lemma 11 (slow indices).** Let each $I_k(t)$ be $F_{t-1}$-measurable, $f(t)\uparrow\infty$ with
# $f(t+1)-f(t)\to0$, $z<w<y$ and $0<\eta'<\eta<1/2$. For $j>L$ let $D_j(t)$ be constant between displays of $j$ and
# grow in each display by an amount in $[d_-,d_+]$, $d_->0$. Suppose that almost surely, for all large $t$, round
# $t$ is settled and, for all $j>L$,
#
# - (i) $D_j(t)\le(1-\eta)f(t)$ implies $I_j(t)\ge w$;
# - (ii) $I_j(t)\ge w$ implies $D_j(t)\le(1-\eta')f(t)$;
# - (iii) $I_j(t)\ge y$ implies $D_j(t)\le(1-2\eta)f(t)$.
#
# Then almost surely every $k>L$ is shown above $L$ in finitely many rounds only.
#
# :::{admonition} Proof of Lemma 11
# :class: dropdown
# Let all this hold for $t\ge t_0$, and let $t_0$ be so large that $\eta'f/2\ge d_+$ and
# $(K-L)(f(r+1)-f(r))\le d_-/2$ from then on. Let $k$ be shown above $L$ in round $t>t_0$. Then $I_k(t)\ge y$
# by Lemma 2, so $D_k(t)\le(1-2\eta)f(t)$. Let $s\ge t_0$ be the first round such that $D_k(r)\le(1-\eta)f(r)$
# for all $r\in[s,t]$. In these rounds $I_k(r)\ge w>z>I_L(r)$. If $k$ is not shown, $L$ items are ranked above
# it, leader $L$ is not one of them, and so a suboptimal item with an index of at least $w$ is shown. In any
# case a suboptimal item $i$ with $D_i(r)\le(1-\eta')f(r)$ is shown. The potential
# $\Psi(r)=\sum_{i>L}\big((1-\eta'/2)f(r)-D_i(r)\big)^+$ thus falls by at least $d_-/2$ in each of these
# rounds, because the term of $i$ is at least $\eta'f(r)/2\ge d_+$ and falls by at least $d_-$, no other
# display raises the potential, and the growth of $f$ raises it by at most $d_-/2$. So $t-s\le2(K-L)f(s)/d_-$,
# and therefore $f(t)=(1+o(1))f(s-1)$ as $s\to\infty$. If $s>t_0$, then $D_k(t)\ge D_k(s-1)>(1-\eta)f(s-1)$,
# which is greater than $(1-2\eta)f(t)$ if $s$ is large. This is a contradiction. If $s$ is bounded, so is
# $t$.
# :::
#
# :::{admonition} Proof of the theorem
# :class: dropdown
# Let $D_j(t;q)=\sum_lN_{j,l}(t)\,d_l(\theta_j,q)$ and $D_j(t)=D_j(t;z)$. The clicks of $j$ at one position are
# independent, so if $N_j(t)\to\infty$, then $\Phi_j(q)=(1+o(1))D_j(t;q)$ for fixed $q\in(\theta_j,1)$ by the law of
# large numbers, and $\Phi_j(\theta_j)=O(\log\log N_j(t))$ by the law of the iterated logarithm. So the set in
# the index is not empty from some time on, and as $\Phi_j$ is convex and its minimiser tends to $\theta_j$,
# $I_j(t)\ge q$ implies $\Phi_j(q)\le f(t)$ and so $D_j(t;q)\le(1+o(1))f(t)$; conversely, for every $\eta_0>0$
# and large $t$, $D_j(t;q)\le(1-\eta_0)f(t)$ implies $I_j(t)\ge q$. If $N_j(t)$ remains bounded, $D_j$ is
# bounded and $I_j(t)\to1$.
#
# Choose $\eta$ with $\max_{j,l}d_l(\theta_j,z)/d_l(\theta_j,y)<1-2\eta$, then $w>z$ with
# $\max_{j,l}d_l(\theta_j,w)/d_l(\theta_j,z)<1/(1-\eta)$, and then $\eta'<\eta$ with
# $\max_{j,l}d_l(\theta_j,z)/d_l(\theta_j,w)<1-\eta'$. This gives (i) to (iii). Under (U) leaders have
# $N_m(t)\ge t/2$ from some time on, as in the last section, and then their indices are within $\varepsilon$ of
# $\theta_m$, because $f(t)=o(t)$. So rounds are settled, and Lemma 11 and
# {ref}`the lower bound <pbm:last-position-price>` apply.
# :::
#
# The proof does not show that PBM-KLUCB satisfies (U), and it does not cover PBM-UCB. There the quantity
# $\tilde N_k^2/N_k$, which takes the place of $D_k$, falls if an item with $\tilde N_k/N_k>2\kappa_L$ and many
# displays is shown at position $L$. The condition $f(t+1)-f(t)\to0$ matters. {ref}`In a simplified game
# <pbm:klucb-pays-last>` in which the level is constant for longer and longer periods and then doubles, items are explored at
# the top again and again, but we have not worked out the regret of such a policy.
#
# ## BC-MP-TS is not uniformly efficient
#
# BC-MP-TS draws $I_k(t)$ from $\mathrm{Beta}\big(S_k+1,\,\max(\tilde N_k-S_k,0)+1\big)$ with
# $\tilde N_k=\sum_l\kappa_lN_{k,l}$, as {cite:t}`komiyama2015` define it in their Section 5.
#
# (pbm:bc-mp-ts-inefficient)=
# :::{prf:theorem} BC-MP-TS is not uniformly efficient
# :nonumber:
# If $\kappa_L<1$, BC-MP-TS does not satisfy (U) on any problem with $\theta_{L-1}>\theta_L>\theta_{L+1}$. Its expected
# regret is not $o(T^\alpha)$ for all $\alpha>0$, in the problem itself or in one that has another attraction between
# $\theta_L$ and $\theta_{L-1}$ in place of some $\theta_k$, $k>L$.
# :::
#
# :::{claim} pbm:bc-mp-ts-inefficient
# :::
#
# (pbm:ts-concave-tails)=
# **Lemma 12 (tails of concave functions).** Let $h$ be concave on $(0,1)$, $u<z<y<1$ and $h(u)-h(z)\ge s\ge0$.
# Then $\int_y^1e^h\le e^{-s(y-z)/(z-u)}\int_z^1e^h$. *Proof.* The slope of $h$ to the right of $z$ is at most
# $-s/(z-u)$, so $h(x+y-z)\le h(x)-s(y-z)/(z-u)$ for $x\ge z$. Integrate over $(z,1-(y-z))$.
#
# (pbm:ts-divergence-scales)=
# **Lemma 13 (divergence per look).** For $p\ne q$, $d(\kappa p,\kappa q)/\kappa$ increases strictly with $\kappa$, with the
# derivative $(w-1-\log w)/\kappa^2$ for $w=\frac{1-\kappa p}{1-\kappa q}$. So $d(\kappa p,\kappa q)<\kappa\,d(p,q)$ for
# $0<\kappa<1$.
#
# :::{admonition} Proof of the theorem
# :class: dropdown
# Assume (D) and (U). If $N_k(t)\to\infty$, then $\tilde N_k\ge\kappa_LN_k$, $S_k/\tilde N_k\to\theta_k<1$, and
# for all large $t$ the density is proportional to $e^h$ with the concave function
# $h(x)=S_k\log x+(\tilde N_k-S_k)\log(1-x)$. For fixed $u,v$,
# $(h(u)-h(v))/\tilde N_k\to d(\theta_k,v)-d(\theta_k,u)$. The proof of Lemma 5 gives
# $\int_a^1e^h\ge(1-a)e^{h(a)}/(\tilde N_k+1)$. So the mass outside an interval around $\theta_k$ is exponentially
# small in $N_k$, which gives (S) and (N) as for PBM-TS, and Lemma 12 with $u=\theta_k$ gives (R) with
# $\rho_k\le e^{-cN_k}$ from some $N_k$ on. By the theorems on {ref}`indices <pbm:independent-indices>` and
# {ref}`the last position <pbm:last-position-price>`, $N_{k,L}(T)\ge\zeta\log T$ with probability tending to one
# for every $\zeta<1/d_L(\theta_k,\theta_L)$.
#
# Let $x=\theta_L-\varepsilon$ and $\beta<1/3$. In all but finitely many rounds the leaders' indices exceed $x$,
# and then $k$ is shown only if $I_k(t)\ge x$. Once $N_k(t)$ is large, this has conditional probability at most
# $e^{-(1-\beta)\kappa_LN_k(t)d(\theta_k,x)}$. If $N_k(t)\ge(1+3\beta)\log t/(\kappa_Ld(\theta_k,x))$, it is at
# most $t^{-(1-\beta)(1+3\beta)}$, whose sum converges because $(1-\beta)(1+3\beta)>1$. So $k$ is shown in only
# finitely many such rounds, and $\limsup_TN_k(T)/\log T\le(1+3\beta)/(\kappa_Ld(\theta_k,x))$ almost surely. As
# $\varepsilon,\beta\to0$, this contradicts $N_{k,L}(T)\ge\zeta\log T$, by Lemma 13.
# :::
#
# The exponent at the end is the cause: BC-MP-TS counts $\kappa_Ld(\theta_k,\theta_L)$ nats per display at the last
# position, although a display brings only $d_L(\theta_k,\theta_L)$. In Figure 1(a)'s problem item 4 would be shown
# {number}`pbm:bc-mp-ts-inefficient shown Figure 1(a) 4:.0f` $\log T$ times, although
# {number}`pbm:bc-mp-ts-inefficient needed Figure 1(a) 4:.0f` $\log T$ displays at $L$ are needed. This agrees with
# the paper's remark that BC-MP-TS does not explore enough, and it is not limited to attractions near one. The theorem
# does not say on which of the problems the regret is large, nor how large it is.
#
# ## The theorem is sharp: Thompson sampling with jumps
#
# PBM-TS-JUMPS($c$) adds $B_k(t)\in\{0,1\}$ to each draw $\tilde\theta_k(t)$, independently, with
# $P(B_k(t)=1)=\min(1,c/t)$. If $B_k(t)=1$, item $k$ *jumps*, and it is ranked above all items that do not jump.
# Let $\Delta^{\mathrm{top}}_i$ be the loss of the list that shows $i$ first and then the best $L-1$ other
# items in order.
#
# (pbm:jumping-thompson)=
# :::{prf:theorem} Thompson sampling with jumps pays less
# :nonumber:
# PBM-TS-JUMPS($c$) has $E[R(T)]=O(\log T)$ for every $\theta\in(0,1)^K$. If
# $\theta_{L-1}>\theta_L>\theta_{L+1}$,
#
# $$\limsup_T\frac{E[R(T)]}{\log T}\le c\sum_{i\le K}\Delta^{\mathrm{top}}_i
# +\sum_{k>L}\frac{\kappa_L(\theta_L-\theta_k)\,(1-c\,d_1(\theta_k,\theta_L))^+}{d_L(\theta_k,\theta_L)} ,$$
#
# which is less than $C_L$ for $\kappa=(1,0.2)$, $\theta=(0.52,0.5,0.1)$ and $c=1/d_1(\theta_3,\theta_2)$.
# :::
#
# :::{claim} pbm:jumping-thompson
# :::
#
# In this example the bound is {number}`pbm:jumping-thompson bound:.3f`, compared with $C_L=$
# {number}`pbm:jumping-thompson c_l:.3f` and $C=$ {number}`pbm:jumping-thompson least:.3f`. The indices are
# independent and the items are shown in order. (S) and (R) fail, because the jumps have a total probability
# of $c\log T$, whereas $o(\log T)$ would be harmless. More generally, if $K=L+1$ and $\kappa_1>\kappa_L$, the
# bound with $c=1/d_1(\theta_K,\theta_L)$ is less than $C_L$ if $\theta_1-\theta_L$ is small, because then
# $\Delta^{\mathrm{top}}_i\to0$ for the leaders, $\Delta^{\mathrm{top}}_K\to\kappa_1(\theta_L-\theta_K)$, and
# Lemma 13 applies.
#
# :::{admonition} Proof
# :class: dropdown
# *Efficiency.* The number of jumps before $t$ is a sum of independent indicators with mean at most
# $Kc(2+\log t)$. So the probabilities of more than $t/8$ jumps before $t$ have a finite sum, and there are
# $O(\log T)$ rounds with a jump before $T$ in expectation. Lemmas 8 and 9 and the proof of efficiency apply to
# rounds without a jump, with the following changes. In $W^i$ only rounds count in which no item other than $i$
# jumps; then $i$ is still shown with probability at least $\pi_{i,t}(y,1]$ if $M^i_t\le y$. In $V_j$ only rounds
# without a jump count. In Lemma 8 (iii) the number of rounds with a jump is added. In Lemma 9, $G_t$ refers to the
# draws $\tilde\theta$, only rounds without a jump count in (iii), and in (ii) and (iii) there is another factor
# $P(\text{no jump})\ge1/2$ for $t\ge2Kc$. A round with a jump loses at most a constant.
#
# *Rounds with a jump.* Let (D) hold. Rounds with two or more jumps are finite in expectation. There are at most
# $c(1+\log T)$ rounds in expectation in which $i$ alone jumps. Of these, the ones that do not show $i$ first and
# then the best other items in order have $G_t^c$ or a suboptimal item with a draw of at least $x_0$. Jumps are
# independent of draws, so the expected number of these is at most
# $\sum_{t\le T}(Kc/t)P(G_t^c\text{ or some }\tilde\theta_k(t)\ge x_0)=o(\log T)$. These probabilities tend to 0,
# because $k$ alone jumps infinitely often, so $N_k(t)\to\infty$ almost surely, and Lemma 6 applies.
#
# *Rounds without a jump.* Let $N'$ be the number of rounds $t\le T$ without a jump that show $k>L$, and $N'_k(t)$
# the number of those before $t$. As in the proof of the upper bound, all but $O(1)$ of them in expectation are
# good rounds with $k$ at position $L$, and $N'\le n_T+X$ with $E\,X=O(1)$. Let $\nu(t)$ be the number of rounds
# before $t$ in which $k$ alone jumps, and so is shown at position 1. Then $\nu(t)/\log t\to c$ almost surely. Fix
# $\gamma\in(0,1)$, and let $Q_t=\{\nu(t)\ge(1-\gamma)c\log t\}\in F_{t-1}$ and
# $Q=\bigcap_{T^\beta\le t\le T}Q_t$. Then $P(Q)\to1$, and
# $E[N';Q^c]\le n_TP(Q^c)+O(1)=o(\log T)$. Rounds before $T^\beta$ contribute at most $C\beta\log T+C$ with a $C$ from the
# first part, which does not depend on $\beta$, and rounds without $G_t$ or $H_{N_k(t)}$ contribute $O(1)$. On $Q$, the remaining rounds are among those with $T^\beta\le t\le
# T$ in which $Q_t$, $G_t$ and $H_n$ with $n=N_k(t)$ occur. The right side of Lemma 10's first inequality is at least
# $(1-\eta')I$ with $I=\sum_lN_{k,l}d_l(\theta_k,x_0)\ge D\,n$ and $\eta'=C_1\eta/D$. So
# $\pi_{k,t}[x_0,1]\le C(n+1)e^{-(1-\eta')I}\le Ce^{-(1-2\eta')I}$. Let
#
# $$\alpha=(1-2\eta')(1-\gamma)\,c\,d_1(\theta_k,x_0),\qquad
# n^*=\frac{((1-\alpha)^++\beta)\log T}{(1-2\eta')D} .$$
#
# If $N'_k(t)\ge n^*$, then $I\ge(1-\gamma)c\,d_1(\theta_k,x_0)\log t+n^*D$ on $Q_t$, and
# $\pi_{k,t}[x_0,1]\le Ct^{-\alpha}T^{-(1-\alpha)^+-\beta}$. The sum of this over $t\le T$ is at most
# $CT^{-\beta}(1+\log T)\to0$. So $E\,N'\le n^*+C\beta\log T+o(\log T)$. Each of these rounds loses
# $\kappa_L(\theta_L-\theta_k)$. Let $T\to\infty$, and then $\eta,\gamma,\beta,\varepsilon\to0$.
# :::
#
# (thompson-variant)=
# **A variant that attains $C$** is not known to us. If only the items $k>L$ jumped, each to a position $l_k$ with
# probability $\min(1,c_k/t)$, the proof would give at most the constant
#
# $$\sum_{k>L}\Big(c_k\Delta_{v_{k,l_k}}
# +\frac{\kappa_L(\theta_L-\theta_k)\,(1-c_k\,d_{l_k}(\theta_k,\theta_L))^+}{d_L(\theta_k,\theta_L)}\Big) ,$$
#
# which is $C$ if $l_k$ is a cheapest position and $c_k=1/d_{l_k}(\theta_k,\theta_L)$. A policy would have to estimate
# which items are suboptimal, $l_k$ and $c_k$. The estimates converge if every item is shown often enough. The missing
# step is a bound on the losses in the rounds in which they are wrong, in particular if $\theta_k$ is near $\theta_L$,
# because then $c_k$ is large. We have not carried this out.
#
# ## Ties at the border
#
# (pbm:thompson-ties)=
# :::{prf:theorem} A tie moves exploration up, to the top of the tied block
# :nonumber:
# Let $\theta_L>\theta_{L+1}$, and let $r\le L$ be the first index with $\theta_r=\theta_L$. Then PBM-TS has
#
# $$\frac{E[R(T)]}{\log T}\to\sum_{k>L}\frac{\kappa_r(\theta_L-\theta_k)}{d_r(\theta_k,\theta_L)} .$$
# :::
#
# :::{claim} pbm:thompson-ties
# :::
#
# Without a tie at the border $r=L$, and this is the chapter's theorem. With $\kappa=(1,0.2)$ and
# $\theta=(0.5,0.5,0.1)$ the constant is {number}`pbm:thompson-ties c_1:.3f`, whereas $C_L=$
# {number}`pbm:thompson-ties c_l:.3f`. The case $\theta_L=\theta_{L+1}$, in which several sets of items are best,
# is open, except that the regret is $O(\log T)$.
#
# (pbm:ts-tie-window)=
# **Lemma 14 (a narrow window).** For $x\le x'<1$, $L_n(x)/L_n(x')\le\big(\frac{1-x}{1-x'}\big)^n$, because a click has
# the factor $x/x'\le1$ and a display without a click has the factor
# $\frac{1-\kappa_lx}{1-\kappa_lx'}\le\frac{1-x}{1-x'}$.
#
# :::{admonition} Proof
# :class: dropdown
# Let $r<L$, $\varepsilon_t=t^{-1/4}$, $x_t=\theta_L-\varepsilon_t$ and $z_t=\theta_L+\varepsilon_t$, and let $G_t$ be
# the event that all leaders' draws are within $\varepsilon_t$ of the truth. Consider only $t$ with
# $\varepsilon_t<\varepsilon$. The parts of the earlier proofs that are used here require $\theta_L>\theta_{L+1}$
# and not $\theta_{L-1}>\theta_L$.
#
# *Good rounds.* In Lemma 6 with $|a-\theta|=\varepsilon_t/2$ and $|b-\theta|=\varepsilon_t$, $c\ge
# c_0\varepsilon_t^2$. So $P(G_t^c)\le\sum_{m\le L}P(N_m(t)<t/2)+Ct^3e^{-c_0\sqrt t/2}$, and Lemma 9 (i) remains
# true. So does (ii) with $z_t$ in place of $z$, because $\pi_{j,n}(z_t,1]\le\pi_{j,n}(\theta_L,1]$, and because
# only leaders $m<r$ can draw more than $z_t$. On $\mathcal T=\{t:g_t\ge1/2,J_t=\emptyset\}$,
# $P(k\text{ shown}\mid F_{t-1})\ge2^{-(K-L)}\pi_{k,t}(z_t,1]$.
#
# *Where $k$ is shown.* Let $t\in\mathcal T$, let $G_t$ occur and let $k>L$ be shown. Then $\tilde\theta_k\ge x_t$.
# If $z_t<\tilde\theta_k<y:=\theta_{r-1}-\varepsilon$ and every other suboptimal item draws less than $x_t$, the
# list is $v_{k,r}$, up to the order of tied leaders, and loses $\kappa_r(\theta_L-\theta_k)$. There are three
# exceptions.
#
# - $\tilde\theta_k\ge y$, only if $r>1$. These rounds are finite in expectation, as in Lemma 9 (iii).
# - $x_t\le\tilde\theta_k\le z_t$. Let $n=N_k(t)\ge1$, since only one round shows $k$ with $N_k(t)=0$. By Lemma
#   14, $L_n(x)\le e^{Cn(x'-x)}L_n(x')$ for $x_t\le x\le z_t\le x'\le z_t+c_1/n$ with $c_1=(1-\theta_L)/4$. So
#   $\pi_{k,t}[x_t,z_t]\le Cn\varepsilon_t\,\pi_{k,t}(z_t,1]$ if $n\varepsilon_t\le1$. Rounds that show $k$ with
#   $G_t$ and $N_k(t)>t^{1/8}$ are finite in expectation by Lemma 10. In the others the conditional probability of
#   the exception is at most $Ct^{-1/8}P(k\text{ shown}\mid F_{t-1})$. By efficiency and (a),
#   $\sum_{t\le T}P(k\text{ is shown in round }t)=O(\log T)$, so $\sum_tt^{-1/8}P(k\text{ is shown in round }t)$
#   converges.
# - $\tilde\theta_k>z_t$, and another suboptimal item $j$ draws at least $x_t$. Given $F_{t-1}$, this has
#   probability at most $2^{K-L}P(k\text{ shown}\mid F_{t-1})\,\pi_{j,t}[x_0,1]$ with $x_0=\theta_L-\varepsilon$. So
#   the expected number of these rounds up to $T$ is at most $C\,E\sum_{t\le T}1\{k\text{ shown}\}\pi_{j,t}[x_0,1]$.
#   Now $N_k(T+1)\le n_T+X$ with $E\,X<\infty$, as in the proof of the upper bound, and $N_j(t)\to\infty$ almost
#   surely (see below). Let $n_0$ be fixed and $\tau$ the round of the $n_0$-th display of $j$. Rounds with
#   $N_j(t)<n_0$ contribute at most $E\,N_k(T^\beta)+E[N_k(T+1);\tau>T^\beta]\le C\beta\log
#   T+n_TP(\tau>T^\beta)+O(1)$, the others at most $n_T\,E\sup_{n\ge n_0}\pi_{j,n}[x_0,1]+O(1)$. This $C$ does not
#   depend on $\beta$. Let $T\to\infty$, then $\beta\to0$ and $n_0\to\infty$. The sum is $o(\log T)$.
#
# *Upper bound.* As in the last proof, $\pi_{k,t}[x_0,1]\le Ce^{-(1-2\eta')I}$ on $H_n$ with
# $I\ge N_{k,r}(t)d_r(\theta_k,x_0)$. So
# $E\,N_{k,r}(T)\le(1+\beta)\log T/\big((1-2\eta')d_r(\theta_k,x_0)\big)+O(1)$. A good round without suboptimal items
# shows a best list, so all other losses are $o(\log T)$.
#
# *Lower bound.* Let $\lambda\in(\theta_L,\theta_{r-1})$. In the problem $\theta^{k\to\lambda}$ item $k$ is above the
# $(L+1)$-th largest attraction, so Lemma 8 (iii) gives $E'[t-N_k(t)]=O(\log t)$. This is all that the proof of
# Lemma 1 needs, so its conclusion holds, and $N_k(t)\to\infty$ almost surely. As $k$ is shown at positions
# other than $r$ only $o(\log T)$ times in expectation, $P(N_{k,r}(T)\ge\zeta\log T)\to1$ for
# $\zeta<1/d_r(\theta_k,\theta_L)$. A list with $k$ at position $r$ loses at least $\kappa_r(\theta_L-\theta_k)$,
# and only one item is at position $r$.
# :::
