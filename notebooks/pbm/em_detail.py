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
# # Convergence of EM in detail
#
# This page gives the complete proofs of {doc}`the chapter on the convergence of EM <em>`, in its notation:
# counts $0\le S_{kl}\le N_{kl}$ (whole or not), $F=N-S$, sums $N_k,N_l,S_k,S_l,F_k,F_l$ over rows and
# columns, $N_k>0$ and $N_l>0$ for all $k$ and $l$, $p_{kl}=\theta_k\kappa_l$, the map $T$ of one step,
# $q=(\theta,\kappa)$, and $a=\log\theta$, $b=\log\kappa$. The slope of a cell in $\log p_{kl}$ is
# $g_{kl}=S_{kl}-F_{kl}\frac{p_{kl}}{1-p_{kl}}$ (and $S_{kl}$ if $F_{kl}=0$), so $\gamma_k=\sum_lg_{kl}$ and
# $\gamma_l=\sum_kg_{kl}$. An item is *active* if $S_k>0$ and *silent* otherwise, and likewise a position. The
# two forms of the step are
#
# $$\theta_k'-\theta_k=(1-\theta_k)\frac{\gamma_k}{N_k},\qquad 1-\theta_k'=\frac{1-\theta_k}{N_k}\sum_l\frac{F_{kl}}{1-p_{kl}}=(1-\theta_k)\Big(1-\frac{\gamma_k}{N_k}\Big), \tag{E}$$
#
# and the same for $\kappa$. They follow from
# $\frac{\theta(1-\kappa)}{1-\theta\kappa}=1-\frac{1-\theta}{1-\theta\kappa}$.

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% [markdown]
# ## Where the iterates are
#
# If $F_k>0$, then $\theta_k^n<1$ for all $n$, by (E) and since $1-p<1$ is positive, and $\theta_k^n>0$, because
# each term of the step is non-negative and $F_{kl}\theta_k(1-\kappa_l)/(1-p_{kl})>0$ for some $l$. If $F_k=0$, then
# $\theta_k^n=1$ for $n\ge1$. If $S_k>0$, then $\theta_k^n\ge S_k/N_k$ for $n\ge1$. A silent item has
# $F_k=N_k>0$. The same holds for positions.
#
# ## Ascent
#
# Let $F_{kl}>0$ and compare a point $q$ with any point $\tilde q$. Write $1-\tilde p$ as the sum of
# $\tilde\theta(1-\tilde\kappa)$, $(1-\tilde\theta)\tilde\kappa$ and $(1-\tilde\theta)(1-\tilde\kappa)$, and
# let $w_1,w_2,w_3$ be the shares of these three terms at $q$. By Jensen's inequality $\log\frac{1-\tilde
# p}{1-p}$ is at least the sum of $w_i$ times the logarithm of the ratio of the $i$th terms. Multiply by
# $F_{kl}$, add $S_{kl}\log(\tilde p/p)$, and sum over the cells. The factor of
# $\log(\tilde\theta_k/\theta_k)$ is $\sum_l[S_{kl}+F_{kl}w_1]=N_k\theta_k'$, and that of
# $\log\frac{1-\tilde\theta_k}{1-\theta_k}$ is $\sum_lF_{kl}(w_2+w_3)=N_k(1-\theta_k')$. So
#
# $$\ell(\tilde q)-\ell(q)\ge\sum_kN_k\big[d(\theta_k',\theta_k)-d(\theta_k',\tilde\theta_k)\big]+\sum_lN_l\big[d(\kappa_l',\kappa_l)-d(\kappa_l',\tilde\kappa_l)\big].$$
#
# With $\tilde q=T(q)$ this is the lemma. $\square$
#
# Since $\ell\le0$, the sequence $\ell_n$ converges. By Pinsker's inequality $d(s,t)\ge2(s-t)^2$, so the
# squares of the steps have a finite sum, and the steps tend to 0. The set $\Omega$ of limit points is then
# non-empty, compact and connected {cite:p}`ostrowski1966`. At points with $\ell\ge\ell_0$ the probabilities
# obey $p_{kl}\ge e^{\ell_0/S_{kl}}$ if $S_{kl}>0$ and $1-p_{kl}\ge e^{\ell_0/F_{kl}}$ if $F_{kl}>0$. On this
# set $T$, $\ell$ and all slopes are continuous. So every point of $\Omega$ is a fixed point of $T$, and
# $\ell$ has the value $\lim\ell_n$ on $\Omega$.
#
# ## Silent items and positions
#
# Let $S_k=0$. Then
# $\theta_k^n-\theta_k^{n+1}=\theta_k^n\frac1{N_k}\sum_lN_{kl}\frac{\kappa_l^n(1-\theta_k^n)}{1-p_{kl}^n}\ge(1-\theta_k^0)\frac{N_{kl}}{N_k}p_{kl}^n$
# for each $l$. So $\theta_k^n$ decreases, and summing over $n$
#
# $$\sum_np_{kl}^n\le\frac{N_k}{N_{kl}}\,\frac{\theta_k^0}{1-\theta_k^0}\qquad(S_k=0,\ N_{kl}>0). \tag{Z}$$
#
# In every cell of a silent item or position that was shown, $p$ tends to 0; on $\Omega$ these cells add 0 to
# $\ell$ and 0 to every slope. Let $\ell_A$ be the part of $\ell$ from the cells of active items and
# positions. Then $\ell=\ell_A$ on $\Omega$, and $\ell\le\ell_A$ everywhere. Setting silent values to 0 shows
# that both have the supremum $\ell^*$.
#
# ## Concavity
#
# Since $\log(1-e^x)$ has the second derivative $-e^x/(1-e^x)^2<0$ for $x<0$, $\ell_A$ is concave in $(a,b)$
# on the box $a\le0$, $b\le0$. A cell with $F_{kl}>0$ is strictly concave in $x_{kl}=a_k+b_l$, and a cell with
# $F_{kl}=0$ is linear. Two consequences for active coordinates follow.
#
# *(i)* Let $\ell_A(\bar q)>-\infty$, with slope 0 at the coordinates below 1 and at least 0 at those equal to 1. Then $\ell_A(q)-\ell_A(\bar q)\le\sum_k\gamma_k(a_k-\bar a_k)+\sum_l\gamma_l(b_l-\bar b_l)\le0$ for every $q$ in the box.
#
# *(ii)* Fix some active coordinates at 1. Two maximisers of $\ell_A$ on this face agree in $x_{kl}$ in all
# cells with $F_{kl}>0$, because otherwise their midpoint would be better. So they have the same $g_{kl}$
# everywhere, and the same slopes.
#
# ## The likelihood converges to its supremum
#
# Let $q\in\Omega$, and let $E$ be the set of its active coordinates equal to 1. The other active ones lie in $(0,1)$,
# and by (E) and $T(q)=q$ their slopes are 0. So $q$ maximises $\ell_A$ on the face of $E$, and by (ii) its slopes are
# one of at most $2^{K+L}$ vectors, one for each face. The slopes are continuous and $\Omega$ is connected, so they
# are constant on $\Omega$.
#
# Suppose that $\gamma_k<0$ for an active item. Then $F_k>0$, since otherwise $\gamma_k=S_k>0$. Every point of
# $\Omega$ has $\theta_k=1$, so $\theta_k^n\to1$. But the slope at $q^n$ tends to $\gamma_k<0$, so by (E)
# $1-\theta_k^{n+1}>1-\theta_k^n>0$ for all large $n$. This contradicts $1-\theta_k^n\to0$. The same holds for
# positions. So no slope is negative on $\Omega$, and (i) gives $\ell_A=\ell^*$ there. $\square$
#
# ## The iterates converge
#
# Write $\theta_k=\sin^2\phi_k$ and $\kappa_l=\sin^2\phi_l$ with angles in $[0,\pi/2]$, and $f(\phi)=\ell(q)$.
# Near limit points $f$ is analytic in $\phi\in\mathbb R^{K+L}$, because in angles the borders of the cube
# disappear. Let $\Delta=\phi^{n+1}-\phi^n$.
#
# *The rise.* A Bernoulli divergence is at least the squared Hellinger distance, $d(s,t)\ge(\sqrt s-\sqrt
# t)^2+(\sqrt{1-s}-\sqrt{1-t})^2=4\sin^2(\Delta_k/2)\ge\frac8{\pi^2}\Delta_k^2$. By the lemma
# $f(\phi^{n+1})-f(\phi^n)\ge c\|\Delta\|^2$ with $c=\frac8{\pi^2}\min(N_k,N_l)$.
#
# *The gradient.* By (E), $\partial f/\partial\phi_k=2N_k(\theta_k'-\theta_k)/\sqrt{\theta_k(1-\theta_k)}$. As
# $\theta_k'-\theta_k=\sin\Delta_k\,\sin(\phi_k'+\phi_k)$,
#
# $$\Big|\frac{\partial f}{\partial\phi_k}\Big|=2N_k|\sin\Delta_k|\Big(\sqrt{\frac{\theta_k'}{\theta_k}}+\sqrt{\frac{1-\theta_k'}{1-\theta_k}}\Big)\le C\|\Delta\|.$$
#
# For $n\ge1$ the first ratio is at most 2, since $\theta_k'\le S_k/N_k+\theta_k\le2\theta_k$ for an active
# item and $\theta_k'\le\theta_k$ for a silent one. The second is at most the largest $1/(1-p_{kl})$ over
# cells with $F_{kl}>0$, which is bounded above. If $F_k=0$, both sides are 0.
#
# *Łojasiewicz's inequality* {cite:p}`lojasiewicz1965` gives at a limit point $\bar\phi$ constants
# $\alpha\in[\frac12,1)$, $C'$ and a ball on which $|f(\phi)-f(\bar\phi)|^\alpha\le C'\|\nabla f(\phi)\|$.
# With $\delta_n=f(\bar\phi)-f(\phi^n)$, as long as $\phi^n$ is in the ball,
#
# $$\delta_n^{1-\alpha}-\delta_{n+1}^{1-\alpha}\ge(1-\alpha)\,\delta_n^{-\alpha}(\delta_n-\delta_{n+1})\ge(1-\alpha)\frac{c\|\Delta\|^2}{C'C\|\Delta\|}=c''\|\Delta\| .$$
#
# So once the iterates are near enough to $\bar\phi$ and $\delta_n$ is small, the rest of their path has a
# length of at most $\delta_n^{1-\alpha}/c''$, and they never leave the ball. They converge. (If some
# $\delta_n$ is 0, they are constant from there on.) This argument follows {cite:t}`absil2005`. $\square$
#
# ## The gaps have a finite sum
#
# Let $\bar q=\lim q^n$. For an active item with $F_k>0$ put $V_k(\theta)=\int_{\bar\theta_k}^\theta
# r(\tau)\,d\tau$ with $r(\tau)=\frac{\log(\tau/\bar\theta_k)}{1-\tau}$, which is at least 0. By (E),
# $\frac{\gamma_k}{N_k}(\bar a_k-a_k)=-(\theta_k'-\theta_k)\,r(\theta_k)$, so
#
# $$V_k(\theta_k')-V_k(\theta_k)=-\frac{\gamma_k}{N_k}(\bar a_k-a_k)+\int_{\theta_k}^{\theta_k'}\big(r(\tau)-r(\theta_k)\big)\,d\tau .$$
#
# The integral is at most $\frac12\max|r'|\,(\theta_k'-\theta_k)^2\le C_k\,d(\theta_k',\theta_k)$, because the
# values stay away from 0, and from 1 unless $\bar\theta_k=1$, in which case $r$ is smooth at 1. Sum with the weights
# $N_k$ and $N_l$ over the active coordinates with $F>0$, and call the sum $V$. Concavity of $\ell_A$, the
# lemma, and the fact that $\gamma$ contains the slopes of silent cells give
#
# $$V(q^{n+1})-V(q^n)\le-\big(\ell^*-\ell_A(q^n)\big)+C(\ell_{n+1}-\ell_n)+C\sum_{\text{silent cells shown}}p^n_{kl} .$$
#
# Sum over $n$. Since $V\ge0$, (Z) shows that $\sum_n(\ell^*-\ell_A(q^n))$ is finite; so is the sum of
# $\ell_A-\ell=-\sum N\log(1-p^n)$ over silent cells. The gaps decrease and have a finite sum, so $n$ times them tends
# to 0. $\square$
#
# ## The most likely models
#
# Let $\bar q$ maximise $\ell_A$, with slopes $\gamma\ge0$. The maximisers are exactly the points of the box
# with $x_{kl}=\bar x_{kl}$ in all active cells with $F_{kl}>0$, with $\theta_k=1$ where $\gamma_k>0$ and
# $\kappa_l=1$ where $\gamma_l>0$. Such a point has the same slopes and satisfies (i); the converse is (ii),
# with equality in (i). If the graph of active cells with $F_{kl}>0$ and $N_{kl}>0$ is connected, the products
# along its edges determine all values of active items and positions up to $(c\theta,\kappa/c)$.
#
# A model that maximises $\ell$ also has $p_{kl}=0$ in all cells of silent items and positions that were shown. So a
# silent item that was shown at an active position has $\theta_k=0$, since $\kappa_l>0$. If it was shown at silent
# positions only, the other value of each product can be the one that is 0.
#
# Two parts of this graph that are joined by cells without any non-click can each keep a scale of their own,
# unless a slope holds one of their values at 1. The library reports such scales.
#
# ## Rate
#
# Differentiate (E) at the limit. The rows of the derivative $DT$ for a border coordinate and for a silent one
# are multiples of unit vectors, with the factors that the theorem names. The block of the other active
# coordinates, $J$, is $I-I_c^{-1}I_o=I_c^{-1}I_m$ with
# $I_c=\operatorname{diag}(N_k/(\theta_k(1-\theta_k)),\,N_l/(\kappa_l(1-\kappa_l)))$. Both $I_o$ and $I_m$ are
# positive semidefinite. The slopes on $J$ are 0, so $I_o$ is congruent to minus the Hessian in the
# logarithms, and $I_m$ is the conditional variance of the complete score. So the eigenvalues of the block lie
# in $[0,1]$, the block is diagonalisable, and the eigenvectors of 1 are the kernel of $I_o$, the directions
# that change no $x_{kl}$ with $F_{kl}>0$. They span the tangent space of the set $M$ of maximisers at
# $\bar q$, which is a manifold of fixed points there.
#
# In a norm suited to $DT(\bar q)$, $\operatorname{dist}(T(q),M)\le(\rho+\epsilon)\operatorname{dist}(q,M)$
# near $\bar q$. To see this, write $q=m+y$ with $m\in M$ and $y$ in the complementary invariant subspace;
# then $T(m)=m$, and $T(q)-m=DT(\bar q)\,y+O((\|m-\bar q\|+\|y\|)\|y\|)$. A step is at most a constant times
# the distance to $M$, so the rest of the path is $O((\rho+\epsilon)^n)$. $\square$
#
# ## Equality in the certificate
#
# At a maximiser let $\tilde S_{kl}=F_{kl}\bar p_{kl}/(1-\bar p_{kl})$, and 0 where $F_{kl}=0$. Then $\tilde
# S_{kl}=S_{kl}-g_{kl}$ in every cell, so $\tilde S_k=S_k-\gamma_k\le S_k$, with equality where $a_k<0$. The
# inequality $\sum S_ka_k\le\sum\tilde S_ka_k$ is then an equality, and every cell is at its best $p$.
# $\square$
#
# ## Notes and open questions
#
# EM is due to {cite:t}`dempster1977`. {cite:t}`wu1983` showed that limit points are stationary under
# conditions that exclude faces, whereas the false maxima above *are* limits of EM started on faces. The
# geometry of {cite:t}`csiszar1984` needs a convex family of models, and here it is convex in the logarithms
# only. Their inequality at a maximiser is false here. For one cell with 25 clicks in 100 displays, the
# maximiser $(.5,.5)$ and the point $(.9,.32)$, the weighted divergence from the maximiser increases in the
# next step. We looked for a proof of convergence for click models in the literature on EM, on click models
# and on two-way tables, and found none; the ingredients above are standard, and somebody may have combined
# them before.
#
# Two questions are open. Is there a constant in $\ell^*-\ell_n=O(1/n)$ that does not depend on the path, and which
# starts lead to a given point of the ridge?

# %% tags=["remove-cell"]
from compendium.pbm.em.convergence import distance_rises

assert distance_rises()
