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
# # New results in detail
#
# This page states our {doc}`new results <new_results>` as theorems, with their hypotheses, the places where they
# are **proved**, and the earlier results that they **improve**. The verdict of the check, with the strength of the
# evidence, is beside the link to a result. The verdicts of its steps are listed with its proof. If the verdict is
# *corrected*, the paper's statement, as we read it, is false, and the one given here holds. Each part begins with a
# drawing of our results (dashed), the results that they use and the results that use them, as on {doc}`the maps <map>`.
#
# ## The position-based model
#
# $\theta_1>\dots>\theta_K$ are the attractions, $\kappa_1>\dots>\kappa_L>0$ the examinations,
# $r_{k,l}=\Delta_{v_{k,l}}/d(\kappa_l\theta_k,\kappa_l\theta_L)$ is the price of a unit of information on
# item $k>L$ at position $l$, and $C=\sum_{k>L}\min_lr_{k,l}$ is the constant of
# {ref}`the lower bound <pbm:theorem-6>`. $N_{k,l}$ counts displays of item $k$ at
# position $l$. The confidence bound of an item is the largest attraction against which the evidence is at most $\delta$
# (or $\delta_t$). At time $t$, PBM-PIE shows the *leaders*, the $L$ items with the best estimates, and explores items of
# $\mathcal B(t)$, those among the other items whose bound reaches the last leader's estimate.
#
# :::{map-of-ours} pbm
# :::
#
# ### The lower bound is attained
# ```{prf:theorem} One policy attains the lower bound
# :nonumber:
# After first rounds that show every item at every position, let PBM-PIE explore item $k$ at the position that minimises the
# estimate of $r_{k,l}$. The leaders from there on move down, and the last one is left out.
# Let $L<K$, and let the examinations be known. With $\delta_t=\log t+(3L+2)\log\log t$,
# $\lim_TE[R(T)]/\log T=C$ for every problem with attractions in $(0,1)$ and distinct examinations, also
# if several positions attain a minimum or attractions tie (an item as good as item $L$ has no term in $C$). With
# $\delta_t=(1+\epsilon)\log t$ the $\limsup$ is at most $1+\epsilon$ times this.
# ```
#
# **Proved** {ref}`for one policy <pbm:adaptive-pie-attains>` {verdict}`pbm:adaptive-pie-attains`, after
# {ref}`the one with ε <pbm:adaptive-pie>` {verdict}`pbm:adaptive-pie`, and {ref}`in Coq for another policy
# <pbm:attained>` {verdict}`pbm:attained`; {ref}`ties <pbm:adaptive-pie-ties>` require the joint bound
# $\sum_lN_{k,l}\,d(\kappa_l\theta_k,\kappa_l\theta_L)\lesssim\log T$. {ref}`Played <pbm:attaining-total-regret>` for
# {number}`pbm:attaining-total-regret horizon` rounds, the first policy loses
# {number}`pbm:attaining-total-regret ratio:.2f` $C\,\delta_T$.\
# **Known before:** policies that attain such bounds in general, by {cite:t}`graves1997` and, for structured and
# combinatorial bandits, {cite:t}`combes2017` and {cite:t}`cuvelier2021`; for unknown examinations
# {cite:t}`komiyama2017`. We have not seen an explicit policy of the PIE kind, without ε and with tied
# positions, before.\
# **Improves** Theorem 11, whose guarantee tends to $C$ only if the last position is the cheapest. A third policy,
# with $\delta=(1+\epsilon)\log T$, is not covered by either theorem. {ref}`Its information comes from the right positions
# <pbm:adaptive-exploration>`, and at the longest horizon played {ref}`its regret is smaller
# <pbm:adaptive-total-regret>` than that of PBM-PIE {verdict}`pbm:adaptive-total-regret`.
#
# ### Thompson sampling pays the price of the last position
# ```{prf:theorem} The regret of PBM-TS
# :nonumber:
# Let $L<K$, let $1\ge\kappa_1\ge\dots\ge\kappa_L>0$ be known, and let $\theta_1\ge\dots\ge\theta_K$ in $(0,1)$ with
# $\theta_{L-1}>\theta_L>\theta_{L+1}$ (and $\theta_0=1$). PBM-TS with uniform priors has
# $\lim_TE[R(T)]/\log T=\sum_{k>L}\kappa_L(\theta_L-\theta_k)/d(\kappa_L\theta_k,\kappa_L\theta_L)$.
# ```
#
# **Proved** {ref}`in the chapter on Thompson sampling <pbm:thompson-pays-last>` {verdict}`pbm:thompson-pays-last` and on
# its companion page.\
# **Known before:** for one position by {cite:t}`kaufmann2012` and {cite:t}`agrawal2013`, and for positions that are
# always examined by {cite:t}`komiyama2015`. {doc}`The chapter <pbm/thompson>` says what we searched.\
# **Improves** the paper's remark that PBM-TS might be asymptotically optimal, which concerns a problem on which it is.
#
# ### The value of the lower bound
# ```{prf:theorem} Nothing is lost, and a chain of bounds
# :nonumber:
# For $L<K$ the value of the program of Theorem 4 is exactly $C$, and
#
# $$
# \begin{aligned}
# \sum_{k>L}\frac{\theta_L-\theta_k}{d(\theta_k,\theta_L)}
# &\le\kappa_1\sum_{k>L}\frac{\theta_L-\theta_k}{d(\kappa_1\theta_k,\kappa_1\theta_L)}\\
# &\le C
# \le\kappa_L\sum_{k>L}\frac{\theta_L-\theta_k}{d(\kappa_L\theta_k,\kappa_L\theta_L)} .
# \end{aligned}
# $$
#
# For every $\kappa$ with distinct entries and every $l\le L$ there is a $\theta$, with $K=L+1$, for which $l$ is
# the optimal position of the one suboptimal item.
# ```
#
# **Proved** by a dual certificate with {ref}`Theorem 6 <pbm:theorem-6>` {verdict}`pbm:theorem-6`, which also makes
# {ref}`Corollary 5 <pbm:corollary-5>` an equality, {ref}`the chain <pbm:crude-bounds>` from
# $\kappa/d(\kappa\theta_k,\kappa\theta_L)$ decreasing, and {ref}`positions <pbm:every-position>`
# by a construction {verdict}`pbm:every-position`.\
# **Improves** Corollary 5, which the paper states as an inequality, and the paper's crude bound, in which the
# {ref}`inequality is reversed <pbm:reversed-inequality>`. The bound {ref}`needs less than the paper assumes
# <pbm:theorem-6-distinct>`. {verdict}`pbm:theorem-6-distinct`
#
# ### The weighted cascade
# ```{prf:theorem} When the quoted bound holds
# :nonumber:
# In the weighted cascade model with weights $w_1>\dots>w_L>0$ such that $w_l\ge w_{l+1}+w_L$ for all
# $l<L$, $\liminf_TE[R(T)]/\log T\ge w_L\sum_{k>L}(\theta_L-\theta_k)/d(\theta_k,\theta_L)$ for every
# uniformly efficient policy. Without the condition the bound can be false.
# ```
#
# **Proved** with {ref}`its counterexample <pbm:weighted-cascade-bound>`, a policy of logarithmic
# regret that stays below the quoted bound {verdict}`pbm:weighted-cascade-bound`.\
# **Improves** the display after {ref}`equation (3) of the paper <pbm:equation-3>`, which has no condition.
#
# ### How much the pooled estimator loses
# ```{prf:theorem} The Fisher-information ratio
# :nonumber:
# For plays fixed in advance at positions with examinations in $[\kappa_-,\kappa_+]$, the variance
# of the pooled estimator is at most
# $\frac{(2-\theta(\kappa_-+\kappa_+))^2}{4(1-\theta\kappa_-)(1-\theta\kappa_+)}$ times the Cramér–Rao
# bound, with equality if $N_-\kappa_-=N_+\kappa_+$ and no other position is used.
# ```
#
# **Proved** by {ref}`Kantorovich's inequality <pbm:sharp-loss>` {verdict}`pbm:sharp-loss`.\
# **Improves** the published factor $1/(1-\theta)$; for $\theta\le\frac12$ {ref}`the factor two
# <pbm:factor-two>` becomes at most $\frac98$.
#
# ### Theorem 9 and Proposition 10, as published, by new proofs
# ```{prf:theorem} Regret of PBM-UCB
# :nonumber:
# For known examinations, $L<K$, $T\ge2$, $\delta=(1+\epsilon)\log t$ and first rounds that show every item,
#
# $$
# E[R(T)]\le K\Delta_{\max}(1+c)+\frac{4(1+\epsilon)\kappa_1}{\kappa_L^2}\log T
# \sum_{k=2}^K\frac1{\theta_{\min(k-1,L)}-\theta_k} ,
# $$
#
# where $c=2e(1+\epsilon)\sum_t(\log t)^2t^{-1-\epsilon}$; this implies Theorem 9. In the coefficient of $\log T$
# only the items $k>L$ count: $\limsup_TE[R(T)]/\log T\le4(1+\epsilon)\kappa_1\kappa_L^{-2}\sum_{k>L}1/(\theta_L-\theta_k)$.
# ```
#
# **Proved** {ref}`position by position <pbm:positionwise-bound>` {verdict}`pbm:positionwise-bound`;
# {ref}`the limit <pbm:l-over-delta>` because ordering the best items costs a bounded regret.\
# **Improves** Theorem 9, whose logarithmic term is at least four times as large and whose published proof
# does not establish it. {ref}`A constant that depends only on ε <pbm:theorem-9-c0>` is enough in addition to the published
# slope.
#
# ```{prf:theorem} The confidence bound of PBM-PIE
# :nonumber:
# For known examinations, any policy and $\delta\ge L+1$, $P(U_k(t,\delta)<\theta_k)\le P(\Phi(\theta_k)\ge\delta)\le
# e^{L+1}\big(\lceil\delta\log t\rceil\,\delta/L\big)^Le^{-\delta}$.
# ```
#
# **Proved** by {ref}`covering sides, numbers of plays and heights <pbm:proposition-10>` {verdict}`pbm:proposition-10`.\
# **Improves** the published proof, {ref}`one of whose equalities is false
# <pbm:proposition-10-equality>`. The new proof also covers rounds in which the confidence
# bound is the largest number of a set that is {ref}`empty <pbm:equation-7-empty>`.
#
# ### Further results
# - **Very long games of PBM-PIE.** While $\mathcal B(t)$ is empty, the policy shows the same list until an
#   estimate crosses another or an index. A bound on the first time at which this is possible allows the clicks of
#   all rounds before that time to be drawn as binomials. {ref}`Games <pbm:figure-1b-pie-matches-bound>` last up to
#   {number}`pbm:figure-1b-pie-matches-bound horizon` rounds. On the problem of Figure 1b the regret grows by
#   {number}`pbm:figure-1b-pie-matches-bound slope` ± {number}`pbm:figure-1b-pie-matches-bound error` per unit of
#   $\log T$, compared with $(1+\epsilon)\,C$, which is {number}`pbm:figure-1b-pie-matches-bound target`. A test compares
#   this method with games that are played round by round. {verdict}`pbm:figure-1b-pie-matches-bound`
# - **BC-MP-TS may hide good items.** The {ref}`exponent <pbm:bc-mp-ts-tail>` that a heuristic gives to
#   the probability that a better item stays hidden is below one at the lower positions of Figure 1a, and above one
#   with the exact posterior. {verdict}`pbm:bc-mp-ts-tail`
# - **Fitting the model is a concave problem.** {ref}`The log-likelihood <pbm:likelihood-concave>` is
#   concave in the logarithms, as is standard for binomial counts. Newton's method needs
#   {number}`pbm:em-and-newton newton` steps, whereas {ref}`EM needs <pbm:em-and-newton>` {number}`pbm:em-and-newton em`,
#   and {ref}`recovers the parameters <pbm:fit-recovers>`. EM {ref}`reaches the supremum <pbm:em-converges>`
#   {verdict}`pbm:em-converges` from every start inside the cube, with {ref}`a rate <pbm:em-rate>`
#   {verdict}`pbm:em-rate` and {ref}`a certificate <pbm:em-certificate>` {verdict}`pbm:em-certificate`; on
#   {ref}`a face <pbm:em-faces>` it can end far below. {verdict}`pbm:em-faces`
# - **A large first singular value is weak evidence.** Its share is
#   {ref}`at least <pbm:mean-share>` $\bar m^2/\overline{m^2}$ for every matrix, whereas {ref}`a test of the deviance
#   <pbm:deviance-test>` rejects most tables that are not products.
# - **Real queries.** On the eight KDD Cup queries {ref}`the last position <pbm:kdd-last-position>` is the cheapest
#   for every item {verdict}`pbm:kdd-last-position`. With the public counts of sixty Yandex queries, the deviance
#   {ref}`rejects the model <pbm:yandex-counts-fit>` on more than half of the queries
#   {verdict}`pbm:yandex-counts-fit`, and some queries
#   {ref}`do not determine <pbm:yandex-counts-identified>` the model {verdict}`pbm:yandex-counts-identified`.
#
# ## Bernoulli rank-1 bandits
#
# $\bar u$ and $\bar v$ are the means of rows and columns, $\mu$ is the smaller of their averages,
# $p_{\max}$ their largest entry, and $\gamma=\max\{\mu,1-p_{\max}\}$.
#
# :::{map-of-ours} rank1
# :::
#
# ### A sharp sandwich for scaled divergences
# ```{prf:theorem} Sharp scaling
# :nonumber:
# For $c\in(0,1]$, $p,q\in(0,1)$, $M=\max\{p,q\}$ and $m=\min\{p,q\}$,
#
# $$
# c\,\frac{1-M}{1-cM}\,d(p,q)\le d(cp,cq)\le c\,\frac{1-m}{1-cm}\,d(p,q),
# $$
#
# $$
# d(cp,cq)\ge2c\,\kappa(c,M)\,(p-q)^2,
# $$
#
# where $\kappa(c,M)=\frac1{4M(1-cM)}$ if $cM\le\frac12$ and $\kappa(c,M)=c$ if not. In the first display, no
# better function of $(c,M)$ on the left, or of $(c,m)$ on the right, is possible, and $\kappa(c,M)$ is the largest number
# for which the last inequality holds for all $p,q\le M$. Moreover $\kappa(c,M)\ge\max\{c,1-M,\frac14\}$, and
# $c\,\kappa(c,M)$ increases with $c$.
# ```
#
# **Proved** by integral remainders: {ref}`scaling <rank1:sharp-scaling>` {verdict}`rank1:sharp-scaling`, with its
# {ref}`optimality <rank1:sharp-scaling-optimal>`, and {ref}`the quadratic bound <rank1:sharp-quadratic>`
# {verdict}`rank1:sharp-quadratic`, with the {ref}`properties of κ <rank1:sharp-quadratic-properties>`.\
# **Improves** both inequalities of Lemma 1. The last one is Pinsker's inequality in its local form
# {cite:p}`garivier2019`, with the best constant.
#
# ### Theorem 1 holds without γ, and also as published
# ```{prf:theorem} A sharper regret bound for Rank1ElimKL
# :nonumber:
# For Rank1ElimKL as published with $K$ rows and $L$ columns, $\mu>0$ and every $n\ge3$, with gaps of 0 left out of the sums,
#
# $$
# R(n)\le\frac{80\,p_{\max}}{\mu\,\kappa(\mu,p_{\max})}\Bigl(\sum_i\frac1{\bar\Delta_i^U}+
# \sum_j\frac1{\bar\Delta_j^V}\Bigr)(\log n+3\log\log n)+12(K+L),
# $$
#
# where $\kappa(\mu,p_{\max})\ge\max\{\gamma,\frac14\}$. Theorem 1 also holds with the published
# constants, $\frac{160}{\mu\gamma}$ and $6e+82$, for every problem and every $n\ge5$. From $n=94$ on it follows from this
# bound, and for smaller $n$ the published bound exceeds $n$.
# ```
#
# **Proved** in the chapter on {ref}`the theorem <rank1:theorem-1-repaired>` {verdict}`rank1:theorem-1-repaired`, also
# {ref}`as published <rank1:theorem-1>` {verdict}`rank1:theorem-1`. The proof can use κ {ref}`wherever the paper uses γ
# <rank1:gamma-disappears>` {verdict}`rank1:gamma-disappears`; {ref}`another way to sum over the stages
# <rank1:lemma-4-sum>` gives 160, whereas the published chain gives 320; {ref}`Events 3 and 4 follow from Event 1
# <rank1:lemma-2-events-3-4>`, which halves the constant for large $n$; and a play costs at most
# $p_{\max}$ times the sum of its gaps.\
# **Improves** the order from up to $\mu^{-2}$ to $\mu^{-1}$ for every $p_{\max}$, the constant for $n\ge94$
# from 160 to $80\,p_{\max}(1+3\log\log n/\log n)$, and the additive constant from $6e+82$ to 12 for each row
# and column. On needles the regret of the policy {ref}`does grow <rank1:needle-elimination-pays>` with $1/\mu$;
# {ref}`the necessary dependence for any policy <rank1:mu-dependence>` is open.
#
# ### The gap in the conditioning, closed
# ```{prf:theorem} Tail bound for adaptive means
# :nonumber:
# Let $X_1,\dots,X_N\in\{0,1\}$ have conditional means $p_s$ given the past, with averages $\hat p$ and
# $\bar p$, let $\delta>1$, $N\ge8\delta$, and let $q_-$ be the lower end of
# $\{q:N\,d(\hat p,q)\le\delta\}$. Then $P(\bar p<q_-)\le e(\lceil\delta\log r\rceil+1)e^{-\delta}$ with
# $r=\max\{\log3N,\delta+2\}\sqrt{N/(8\delta)}$, and the same for the upper end.
# ```
#
# **Proved** with {ref}`the bound <rank1:adaptive-means>` {verdict}`rank1:adaptive-means`; exponential tilts taken from
# a grid are a standard tool {cite:p}`garivier2011,howard2021`.\
# **Improves** the published proof of Theorem 1, which conditions on the column maps as if
# {ref}`these did not depend on the rewards <rank1:conditioning-gap>` {verdict}`rank1:conditioning-gap`. In a game of two
# rows and columns, conditioning changes a mean of {number}`rank1:conditioning-gap mean` to
# {number}`rank1:conditioning-gap given_both`. The tail bound requires no conditioning, so the theorem holds for
# the algorithm itself, with cumulative tables. If every stage {ref}`forgets older rewards
# <rank1:theorem-1-fresh-tables>`, Chernoff's bound {ref}`without a factor for peeling <rank1:fixed-count>` is enough,
# and $R(n)\le\frac{(320/3)\,p_{\max}}{\mu\,\kappa(\mu,p_{\max})}(\dots)(\log n+3\log\log n)+\frac{K+L}{12}$.
#
# ### Further results
# - **Rank1Elim does fail as $\mu\to0$**: on the needle its regret is
#   {ref}`at least of the order <rank1:needle-fails>` $K^3\Delta^{-2}\log n$ for $n\ge2K\lceil
#   K^2\Delta^{-4}\log n\rceil$, where $\mu\to0$ as $K\to\infty$. An upper bound cannot show this. {verdict}`rank1:needle-fails`
# - **A run can be simulated with a number of draws of the order of its stages and pairs,** {ref}`not its rounds
#   <rank1:cost-of-a-run>`, with the exact distribution at the ends of stages.
# - **The baseline that the paper omits.** KL-UCB
#   {ref}`loses less than Rank1ElimKL <rank1:figure-1-outperforms-kl-ucb>` at $K=L=32$ and $64$, and at $128$
#   more if $\delta=\log n$. {verdict}`rank1:figure-1-outperforms-kl-ucb`
#   At $32$ Rank1ElimKL loses less than UCB1 with $\delta=\log n$ and more with the published $\delta$, {ref}`from half
#   a million to five million steps <rank1:figure-1-any-horizon>`.
#
# ## Multinomial logit choice
#
# $\alpha_j$ are the attractions, $\lambda_k\in(0,1]$ the position biases, $S_K=\sum_k\lambda_k$, and $S^*$ is
# the weight $\sum_k\lambda_k\alpha_{a^*_k}$ of the best list.
#
# :::{map-of-ours} mnl
# :::
#
# ### The leading term of the regret does not depend on the ratio of the biases
# ```{prf:theorem} A regret bound for Epoch-UCB
# :nonumber:
# For $J\ge2$, $T\ge2$ and known biases, Epoch-UCB has
#
# $$
# \mathrm{Reg}(T)\le\frac{12\sqrt{S^*}}{(1+S^*)^{3/2}}\sqrt{JT\log(JT^2/2)}+R,
# $$
#
# where $R$, written out with its proof, is of order
# $J\log(JT)\,(\log\max(e,\frac{S_KT}{J\lambda_{\min}})+\lambda_{\max}/\lambda_{\min})$ plus
# $\sqrt{\log(JT)}\,J\lambda_{\max}/\sqrt{\lambda_{\min}}$. For
# $T\ge J\rho^2\log^3(JK\rho T)$, $\rho=\lambda_{\max}/\lambda_{\min}$, the whole bound is at most
# $65\sqrt{JT\log(JT)}$.
# ```
#
# **Proved** with {ref}`the theorem <mnl:proposition-8>` {verdict}`mnl:proposition-8`, by {ref}`sums that keep the
# weight of the position <mnl:weighted-sums>`; {ref}`the constant <mnl:table-1-constant>` follows.\
# **Improves** $\max_k\lambda_k/\sqrt{\min_k\lambda_k}$ in the leading term to a constant, at most
# {number}`mnl:proposition-8 shape`. The published proof uses a false step. The published order is false for small
# biases with one constant for all problems, as we read a damaged display (another reading is true).
#
# ```{prf:theorem} A lower bound for all biases
# :nonumber:
# Let $\lambda\in(0,1]^K$ be given, $J\ge4K$, $M=\max_mm\lambda_{(m)}$ with $\lambda_{(m)}$ the $m$-th largest bias,
# and $T\ge1000\,J\max(1,S_K)/M$. For every policy, even one that knows the biases, there is a problem with these
# biases, and with attractions that depend on $T$, with $\mathrm{Reg}(T)\ge\frac1{10}\sqrt{\frac M{\max(1,S_K)}JT}$. Moreover
# $M\ge\frac12\sum_k\lambda_k^2$ and $S_K/(1+\log K)\le M\le S_K$.
# ```
#
# **Proved** in {ref}`the chapter <mnl:lower-bound-sharper>` {verdict}`mnl:lower-bound-sharper`, with {ref}`flat pieces
# of the biases <mnl:flat-weight>` and {ref}`the best constant of Lemma 17 <mnl:lemma-17>` {verdict}`mnl:lemma-17`. Items of unknown quality cost clicks at every position, so a policy of small regret shows each
# of them rarely and learns little about it (by Pinsker's inequality), on average over the sets of good items.\
# **Known before** for $\lambda\equiv1$ {cite:p}`chen2018`; the construction follows them and
# {cite:t}`audibert2014`.\
# **Improves** Proposition 9, which {ref}`follows <mnl:proposition-9>` {verdict}`mnl:proposition-9`
# and whose published proof fails. If $S_K\ge1$ and $J\ge4K$, the upper and lower bounds now also match {ref}`in the
# biases <mnl:bounds-match-biases>`, in their leading terms as $T\to\infty$, up to $46.2\sqrt{(1+\log K)\log(JT^2/2)}$.
#
# ### Concentration when the parameters depend on the past
# ```{prf:theorem} The variance radius for predictable parameters
# :nonumber:
# Let $Y_i$ be geometric given the past, with $p_i\ge\frac12$ a function of the past, $Z_i$ the sum of
# $Y_j-\mu_j$ and $V_i$ that of the variances up to $i$. For $C>1$,
#
# $$
# \begin{aligned}
# &P\big(|Z_i|>\sqrt{2V_i\log C}+4\log C\text{ for some }i\le n\big)\\
# &\quad\le\tfrac2C\,\big\lceil\tfrac34(n/\log C)^{1/4}\big\rceil .
# \end{aligned}
# $$
#
# The same holds for the sum $S_i$ of the clicks with $4S_i$ for $2V_i$. For $\eta>1$ and $\sqrt{2\eta V_i\log C}$ the factor of $\frac2C$ is
# $1+\lceil\frac12\log_\rho\frac n{16\eta\log C}\rceil_+$, $\rho=(\sqrt\eta+\sqrt{\eta-1})^2$.
# ```
#
# **Proved** by a boundary of straight lines laid end to end: {ref}`Theorem 3 <mnl:theorem-3>` {verdict}`mnl:theorem-3`,
# {ref}`its second part, with clicks for variances <mnl:equation-8>` {verdict}`mnl:equation-8`, and {ref}`a wider radius
# <mnl:theorem-3-peeling>`; {ref}`one half is the worst parameter <mnl:fair-case>`.\
# **Improves** Theorem 3, which is false for such parameters as published, and which the analysis of
# Epoch-UCB requires. Boundaries made of lines are a standard tool {cite:p}`howard2021`.
#
# ```{prf:theorem} Sharp tails for fixed parameters
# :nonumber:
# Let $S$ be a sum of independent geometric counts of mean $m$ and variance $V$, and $t>0$.
# $P(m-S\ge\sqrt{2Vt})\le e^{-t}$ for all $p_i\in(0,1]$, not all 1, and
# $P(S-m\ge\sqrt{2Vt}+t/\log2)\le e^{-t}$ if all $\mu_i\le1$. In this case, also
# $P(|S-m|>\sqrt{4St}+4t)\le2e^{-t}$.
# ```
#
# **Proved** {ref}`below <mnl:lower-tail>` {verdict}`mnl:lower-tail` and {ref}`above the mean <mnl:upper-tail>`
# {verdict}`mnl:upper-tail`, and {ref}`by clicks <mnl:equation-8-fixed>`.\
# **Improves** the two parts of Theorem 3 for fixed parameters. In the part with variances, the linear term 4 becomes 0
# below the mean and $1/\log2$ above. In the part with clicks, the 8 under the root becomes 4, without the condition. Tails
# of such sums are a known subject {cite:p}`janson2018`. For predictable parameters the bound $e^{-t}$ does not hold, but for
# $t>1$ and $n>4t$ the probability that $m_i>S_i+2t+2\sqrt{t(t+S_i)}$ for some $i\le n$ is at most
# $e\lceil\frac14\sqrt t\log\frac n{4t}\rceil e^{-t}$ (the radii with variances have other factors):
# {ref}`by lines at the level t − 1 <mnl:sharp-radius-adaptive>`, a known idea {cite:p}`howard2021`
# {verdict}`mnl:sharp-radius-adaptive`. {ref}`The best constant in Bernstein's condition
# <mnl:equation-18-constant>` is computed with error bounds for the odd orders from 3 to 15.
#
# ```{prf:theorem} Cumulants of geometric counts and the scale of their upper tail
# :nonumber:
# Let $Y$ be geometric with mean $\mu>0$, variance $\sigma^2=\mu(1+\mu)$ and cumulants $\kappa_n$. For $n\ge2$,
# $\kappa_n\le(n-1)!\,\sigma^2(\mu+\frac12)^{n-2}$, coefficient by coefficient in $\mu$, with equality for $n=2$ and
# 3. With $c>0$, $\log E\,e^{t(Y-\mu)}\le\frac{\sigma^2t^2}{2(1-ct)}$ for all $0\le t<\frac1c$ if and only if
# $c\ge c^*(\mu)=\max\{1/\log(1+1/\mu),\,(1+2\mu)/3\}$. If $\mu_i\le M$ are functions of the past, then for
# all $v,L>0$ the probability that $S_n-m_n\ge\sqrt{2vL}+c^*(M)L$ and $V_n\le v$ for some $n$ is at most $e^{-L}$, and so is
# the probability that $m_n-S_n\ge\sqrt{2vL}$ and $V_n\le v$ for some $n$.
# ```
#
# **Proved** with {ref}`the cumulants <mnl:cumulant-bound>` {verdict}`mnl:cumulant-bound`, {ref}`the scale
# <mnl:sub-gamma-constant>` {verdict}`mnl:sub-gamma-constant` and {ref}`the tails <mnl:martingale-tails>`
# {verdict}`mnl:martingale-tails`.\
# **Improves** Lemma 12, whose $(1+\mu)^{n-1}$ becomes {ref}`a smaller polynomial <mnl:moment-bound>`
# {verdict}`mnl:moment-bound`, and the linear term of Theorem 3 for a variance that is bounded in advance. The
# paper announces a bound on the cumulants but does not state one.
#
# ### The likelihood of the epochs, and algorithms that maximise one
# ```{prf:proposition} The joint distribution and the exact likelihood
# :nonumber:
# Within an epoch the clicks $n^l_1,\dots,n^l_K$ are negative multinomial. Given an exponential variable $G$
# of mean 1 they are independent Poisson variables of means $\gamma_kG$, $\gamma_k=\lambda_k\alpha_{a^l_k}$,
# and $\mathrm{Cov}(n^l_k,n^l_v)=\gamma_k\gamma_v$. The exact log-likelihood of all epochs is
# $\sum_l[\sum_kn^l_k\log(\lambda_k\alpha_{a^l_k})-(1+n^l)\log(1+S^l)]$; for $K\ge2$ the tables of clicks and
# plays by item and position need not determine it.
# ```
#
# **Proved** (the negative multinomial distribution is a known one) with {ref}`the joint distribution
# <mnl:negative-multinomial>` {verdict}`mnl:negative-multinomial` and {ref}`the cell likelihood <mnl:equation-50>`
# {verdict}`mnl:equation-50`.\
# **Improves** the paper's log-likelihood, which would be right if all *cells*, the counts by item and position, were
# independent; {ref}`as a composite likelihood <mnl:composite-efficiency>` it loses little.
#
# ```{prf:theorem} When an estimate exists, and how to find it
# :nonumber:
# The *cell likelihood*, the product of the cells' likelihoods, has exactly one maximiser in $(0,\infty)^{J+K-1}$ if and only if every item and
# position reaches every other by arrows $k\to j$ if item $j$ was shown at position $k$ and $j\to k$
# if it was clicked there. In this case, two algorithms converge to it from every positive start and never lower the
# likelihood: the EM algorithm, which alternates $\alpha_j\leftarrow\sum_kN_{kj}\big/\sum_k\frac{(N_{kj}+\tilde N_{kj})\lambda_k}
# {1+\alpha_j\lambda_k}$ and then likewise for $\lambda_k$ with the new $\alpha$; and Newton's method in the logarithms with the
# step shortened to $\log(1+r)/r$ of it if it would change a $\log\gamma_{jk}$ by $r>1$, which
# converges quadratically.
# ```
#
# **Proved**: {ref}`existence <mnl:monotonic-or-unimodal>` {verdict}`mnl:monotonic-or-unimodal`, {ref}`EM
# <mnl:em-ascends>` {verdict}`mnl:em-converges` and {ref}`Newton <mnl:newton-ascends>` {verdict}`mnl:newton-ascends`.\
# **Known before:** existence by connection, since Zermelo {cite:p}`zermelo1929,ford1957,albert1984`, and for the same logit of two
# factors, the Rasch model, by {cite:t}`haberman1977` and {cite:t}`fischer1981`; EM of this kind {cite:p}`hunter2004`, with gamma variables in the place
# of missing rounds by {cite:t}`caron2012`; and the step $\log(1+r)/r$, which is the damped step for generalised self-concordant functions
# {cite:p}`bach2010,sun2019`, here with the largest change of a logarithm as the norm.\
# **Improves** Lemma 2 and Algorithm 1. Algorithm 1 is not an EM algorithm of the cell likelihood but {ref}`descends
# <mnl:algorithm-1-descends>` {verdict}`mnl:algorithm-1-descends` on the deviance of exponential
# data, as Sinkhorn's scaling of a matrix does. Its {ref}`rate <mnl:algorithm-1-rate>` is an eigenvalue of a random
# walk. It {ref}`can run away <mnl:lemma-2-never-ends>` {verdict}`mnl:lemma-2-never-ends`, and its limit {ref}`is not
# efficient <mnl:algorithm-1-efficiency>` {verdict}`mnl:algorithm-1-efficiency`, {ref}`after 120 epochs as well
# <mnl:finite-sample-efficiency>`, though {ref}`with little bias <mnl:finite-sample-bias>`.
#
# ```{prf:theorem} The effective resistance
# :nonumber:
# Let $\lambda_1=1$ and the network of items and positions be connected. In $(\log\alpha,-\log\lambda)$ the information
# of the cell likelihood is the Laplacian of this network with conductances $(N_{kj}+\tilde N_{kj})\gamma_{jk}/(1+\gamma_{jk})^2$, grounded at position 1.
# With $R_j$ the effective resistance between item $j$ and position 1,
#
# $$
# \sum_{ks}\tilde N_{ks}\Bigl(\frac{\partial\hat\alpha_j}{\partial N_{ks}}\Bigr)^2\le\hat\alpha_j^2R_j
# \max_{ks}\frac{\tilde N_{ks}}{(N_{ks}+\tilde N_{ks})\hat\gamma_{sk}} .
# $$
# ```
#
# **Proved** with {ref}`the network <mnl:resistance>` {verdict}`mnl:resistance`; resistances in models of comparison are
# known {cite:p}`hendrickx2019`.\
# **Replaces** {ref}`Lemma 7 <mnl:lemma-7>`, which is false (the new bound is for derivatives in place of differences, and
# not in terms of $J$, $K$ and plays alone), and the expensive differences in
# Algorithm 3, which require a new fit for each cell. One factorisation of a matrix gives
# {ref}`all derivatives <mnl:equations-15-16>` {verdict}`mnl:equations-15-16`. In a simulation the regret
# {ref}`stays the same, to a tenth <mnl:implicit-differences>` {verdict}`mnl:implicit-differences`.
#
# ### Sharper policies
# - **Epoch-UCB-sharp** uses as its index the smaller of $\bar\alpha+\sqrt{4c/\Lambda}$ and
#   $\bar\alpha+\frac{2c}\Lambda+2\sqrt{\frac c\Lambda(\frac c\Lambda+\bar\alpha)}$, $c=\log(Jl^2/2)$,
#   from the sub-Gaussian lower tail. It is made for logit clicks; if clicks are position-based and likely,
#   {doc}`runs get stuck <across>`. In our runs it {ref}`loses less on all three problems of the paper
#   <mnl:sharp-radius-pays>` than Epoch-UCB. {verdict}`mnl:sharp-radius-pays`
# - **Epoch-UCB-variance** uses {ref}`the exact variance <mnl:variance-radius>` of the clicks in place of an upper bound
#   {verdict}`mnl:variance-radius`, and {ref}`loses less than both others <mnl:variance-radius-pays>` on these
#   problems.
# - **Epoch-UCB\*-UPB with the maximiser of the cell likelihood** {ref}`loses less <mnl:estimator-pays>` than with
#   Algorithm 1 on two of the problems, and {ref}`less than the paper's Epoch-UCB and PBUCB
#   <mnl:star-beats-printed-radius>`, which know the biases, on these problems {verdict}`mnl:star-beats-printed-radius`,
#   without a guarantee: {ref}`a run can be stuck <mnl:star-stuck-runs>`.
# - **Cutting indices at 1** {ref}`increases the regret <mnl:clipping-costs>`, and {ref}`ties broken by label
#   <mnl:index-ties-leak>` make a policy look brilliant if the best items come first.
#
# ### Further results
# - **Corollary 19 with constants:** for $JK\ge2$ and $T\ge2$ the policy of Appendix F has
#   $\mathrm{Reg}(T)\le\frac8{\sqrt3}\sqrt{JKT\log(JKT^2)}+34JK\log^2(JKT)$,
#   {ref}`with a proof <mnl:corollary-19>` that the paper omits. {verdict}`mnl:corollary-19`
# - **Proposition 10 for one position:** in this case {ref}`Algorithm 3 has
#   <mnl:proposition-10-one-position>` $\mathrm{Reg}(T)\le14\sqrt{JT\log(JT^2)}$ for $J,T\ge2$ and estimates
#   without a floor. For several positions the proposition remains
#   {ref}`open <mnl:proposition-10>`. {verdict}`mnl:proposition-10-one-position`
# - **TopRank's assumptions hold with the attractiveness** $\alpha/(1+\alpha)$, for decreasing biases,
#   {ref}`but not with α <mnl:toprank-special-case>` if $K<J$.
# - **Sequences with alternating partial sums** are {ref}`those <mnl:definition-14>` of polynomials
#   $(x-1)Q(x)+sx^n$ with $s\ge0$ and coefficients of $x^k$ in $Q$, $k<n$, that vanish or have the sign
#   $(-1)^{n-1-k}$.
# - **Measured growth of the largest regret over the gaps tried:** {ref}`with rounds <mnl:growth-rounds>`
#   {verdict}`mnl:growth-rounds`, {ref}`items <mnl:growth-items>` and {ref}`positions <mnl:growth-positions>`. This
#   regret is {ref}`between our bounds <mnl:regret-between-bounds>`. On the paper's problems the regret is {ref}`far
#   below the upper bounds <mnl:regret-far-below-bounds>` {verdict}`mnl:regret-far-below-bounds`, which are {ref}`not yet
#   useful <mnl:proposition-8-values>` at the horizons of the figures.
#
# ## Across the models
#
# The papers try only one policy on another paper's model, PBM-UCB under multinomial choice.
# {doc}`The chapter <across>` proves on which lists the policies can settle, but not that they settle.
#
# - **The right list survives the wrong click model.** For a policy that ranks items by clicks per
#   examination and is told the true examinations, and for positions numbered by decreasing examination,
#   the best list, {ref}`and no other <across:wrong-law>`, is confirmed by its own limits.
#   {verdict}`across:wrong-law`
# - **Wrong examinations can cost a share of the clicks forever.** Suppose that there are two items, with $D(f)$ as in
#   {ref}`the theorem <across:told-wrong>`. If PBM-UCB is told too steep a vector, it alternates if $D(1)<0$; if it is
#   told too flat a vector, it can end with the wrong order if $D(0)<0$. {verdict}`across:told-wrong`
# - **The scale of the examinations** {ref}`does not matter to PBM-UCB <across:scale>`. {verdict}`across:scale`
# - **A certain click** {ref}`can end the learning <across:sure-click>` of a policy that shows its list
#   until a round without a click. {verdict}`across:sure-click`
# - **Policies that assume that the positions are listed by decreasing examination**
#   {ref}`end with a list that is not the best <across:first-position-last>` if examinations increase.
#   {verdict}`across:first-position-last`
# - **Elimination requires an order**, {ref}`not rank one <across:pairs-under-logit>`, for example under the logit click
#   model.
#
# {doc}`Open questions and limits <../open_questions>` lists the questions that remain.
