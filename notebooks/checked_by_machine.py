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
# # Checked by machine
#
# How do you know that a proof is right? Most derivations in this book were read only by people, who tend to
# overlook a wrong step that resembles the others. Some derivations were also checked by a *proof assistant*,
# Coq (now called Rocq). This is a program that accepts a proof only if every step follows from the steps
# before, down to the axioms of the real numbers. Coq has checked {proved}`propositions` propositions. They
# concern {proved}`claims` results and steps of this book, and prove {proved}`whole` of them completely.
#
# Among them are
#
# - the lower bound of {cite:t}`lagree2016`, {ref}`Theorem 6 <pbm:theorem-6>`, for any numbers of items and
#   positions and every {term}`uniformly efficient` policy, even {ref}`with a weaker hypothesis
#   <pbm:theorem-6-distinct>`; that {ref}`such policies exist <pbm:efficient-policy>`; and that
#   {ref}`a policy attains the bound <pbm:attained>`;
# - a lower bound on the amount by which {ref}`a step of expectation–maximisation <pbm:em-ascent>` raises the likelihood of
#   the position-based model, and that {ref}`limits inside the cube <pbm:em-converges>` are global maxima;
# - both inequalities of {ref}`Lemma 1 <rank1:lemma-1>` of {cite:t}`katariya2017` and their sharp forms,
#   including the cases of infinite divergences;
# - three results on {cite:t}`grant2023`: the bound of {ref}`Lemma 12 <mnl:lemma-12>` for moments of all orders; a
#   corrected {ref}`Theorem 3 <mnl:theorem-3>` for parameters that depend on the past, with {ref}`sharper radii
#   <mnl:sharp-radius-adaptive>`; and that {ref}`Algorithm 1 <mnl:algorithm-1-descends>` lowers a certain function
#   in every step, and converges if this function has a unique minimiser.

# %% tags=["remove-cell"]
from compendium.figures import publish
from compendium.front.proof import left_over

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% [markdown]
# ## One theorem, from the formula to the proof
#
# **The formula.** Let $d(p,q)$ be the {term}`Kullback–Leibler divergence` of clicks with probability $p$
# from clicks with probability $q$, and let $M=\max\{p,q\}$ and $m=\min\{p,q\}$. If only a share $c$ of
# the clicks is observed, how much of the divergence remains? For $c,p,q\in[0,1]$
#
# $$c\,\frac{1-M}{1-cM}\,d(p,q)\ \le\ d(cp,cq)\ \le\ c\,\frac{1-m}{1-cm}\,d(p,q).$$
#
# **The statement in Coq.** The same statement in the language of the program is
#
# :::{proposition} rank1_sharp_scaling
# :::
#
# Here `factor c x` is $\frac{1-x}{1-cx}$, and `Rmax` and `Rmin` are the maximum and the minimum. `Prop` is the type of
# statements; `forall` is read "for all", `exists` "there is", `->` "implies" and `/\` "and". `Rbar` is the set of real
# numbers with $\pm\infty$, `Rbar_le` compares its elements ($\le$), and `Rbar_mult` multiplies them, with
# $0\cdot\infty=0$. `divergence` is $d$, which is 0 if $p=q$, and infinite if $q$ is 0 or 1 and $p\ne q$. By a convention
# of the library, division by 0 gives 0. At $c=M=1$ the first factor is therefore 0, and the lower bound is trivial.
#
# **The idea of the proof** (`Scaling.v`). Fix $c$ and $p$, and let $u$ and $v$ be numbers. As a
# function of $x$, $u\,d(cp,cx)+v\,c\,d(p,x)$ is 0 at $x=p$ and has the derivative
#
# $$c\,(x-p)\,\frac{u(1-x)+v(1-cx)}{x(1-x)(1-cx)}.$$
#
# Suppose that $u(1-x)+v(1-cx)$ is not negative between $p$ and $q$. Then the function falls towards $p$
# and rises away from it. It is therefore smallest at $p$, where it is 0, and not negative at $q$. In Coq,
# this argument is the lemma `compare`. The lower bound is the case $u=1$, $v=-\frac{1-M}{1-cM}$, for which
# $u(1-x)+v(1-cx)=\frac{(1-c)(M-x)}{1-cM}\ge0$; the upper bound is the case $u=-1$, $v=\frac{1-m}{1-cm}$.

# %% tags=["remove-input"] mystnb={"image": {"alt": "A curve over x from 0 to 0.7. It falls from the left, touches 0 at p = 0.3 with a level tangent, and rises to the right up to q = 0.7, where it is about 0.023."}, "figure": {"caption": "The lower bound for $c=\\frac12$, $p=0.3$, $q=0.7$: $d(cp,cx)-c\\frac{1-q}{1-cq}\\,d(p,x)$ falls towards $p$, where it is 0, and rises up to $q$. Its height at $q$ is the difference between the two sides of the bound.", "name": "front:left-over"}}
publish(left_over(0.5, 0.3, 0.7), "front:left-over", profile=profile, c=0.5, p=0.3, q=0.7)

# %% [markdown]
# {download}`data <front/left-over.csv>` · {download}`how it was made <front/left-over.json>`
#
# The {ref}`published inequality <rank1:lemma-1>` is the same lemma with $u=1$, $v=-(1-M)$ for one side,
# and with $u=-1$, $v=1$ for the other. The edges, at which divergences may be infinite, are
# treated in `ClosedCube.v` in three cases: $0<q<1$; $p=q$; and $q\in\{0,1\}$, $p\ne q$.
#
# **No better factor is possible.** Suppose that a number $r$ can replace the first factor for all pairs with maximum
# $x$. For a pair $(p,x)$ with $p<x$, the *upper* bound then implies that $r$ is at most $\frac{1-p}{1-cp}$. As $p$
# tends to $x$, it follows that $r$ is at most the first factor.
#
# ## What you have to trust
#
# You need not trust the proofs, nor the tactics that found them, because Coq checked every step. You do have to trust
# three things.
#
# - **The statements.** `proofs/Statements.v` contains the definitions and the propositions, each with its formula in
#   words. You must judge for yourself whether a proposition has the same meaning as the claim. This is the only file
#   that you have to read.
# - **Coq's kernel**, tens of thousands of lines of OCaml. Part of it is a bytecode machine, which carries out
#   the calculations of the tactic `interval`. A second checker, `coqchk`, checks all files again without this
#   machine, except the nine lines that set up interval arithmetic.
# - **Four axioms** of its real numbers: excluded middle, functional extensionality, and two forms of a
#   limited omniscience from which the real numbers are constructed. `make proofs` refuses any other axiom, and
#   every sentence in a file that could introduce one or turn off a check (`proofs/audit.py`).
#
# Every version of Coq so far has known bugs in its kernel. The proofs are therefore checked by two versions,
# 8.16 and 8.20. The bug of the bytecode machine in 8.16 was removed in 8.17. The bugs that both versions share, and
# `coqchk` with them, require unusual forms of recursion or of inductive types, and `proofs/audit.py` refuses all but the
# plain ones. `make proofs` names the known bugs of the version that is used.
#
# A statement could also be empty, because nothing satisfies its hypotheses. For every proposition, `proofs/Instances.v`
# shows that there are values for which its hypotheses and its conclusion hold. `make proofs` derives from the proposition
# itself what this example has to state, and prescribes sizes that are not trivial. If nothing satisfies a hypothesis,
# the example fails, and therefore `make proofs` fails. Some examples show why a hypothesis is needed. With "at least"
# in place of "more than", the first of the {ref}`sharper radii <mnl:sharp-radius-adaptive>` would give the probability 0
# to an event of eight counts, although these can all be 0. Theorem 6 is applied to a game of four items and two positions,
# and to a policy that is {ref}`proved to be uniformly efficient <pbm:efficient-policy>` for all numbers of items and
# positions.
#
# ## Checking the proofs yourself
#
# On Debian or Ubuntu, in a clone of the repository, run
#
# ```
# apt-get install coq libcoq-coquelicot libcoq-interval python3
# make proofs
# ```
#
# This checks all files from scratch, in a few minutes. Afterwards, `proofs/CHECKED` contains the versions of Coq,
# Coquelicot and Interval that checked exactly these files, the axioms that are used, and the SHA-256 sum of every file.
# Building the book does not require Coq, because the tests compare `CHECKED` with the files. On Debian 12, as root,
# `proofs/later.sh` installs Debian 13's Coq in a separate folder and checks the proofs with this version as well.
#
# You can also change a number. `proofs/Statements.v` states that the constant of the lower bound for the
# problem of Figure 1(b) is between 5.5919 and 5.5920. If you write 2 for 5.5919, the proof still succeeds,
# because the statement is weaker. If you write 5.5920, the file that proves it fails.
#
# ## What formalising changed
#
# Two statements that looked right on paper had to be made more precise. First, it need not be assumed that
# {ref}`Algorithm 1's deviance <mnl:lemma-2>` has only one minimiser. If it has a minimiser and the clicked
# cells join all positions, the algorithm converges to it from every start, so there is no other. Conversely,
# if it has one minimiser and no other, the clicked cells join all positions. Second, the equality case of
# {ref}`Lemma 16 <pbm:lemma-16>` requires distinct examinations, although Theorem 6 does not.
#
# Three points were added. The first compares {ref}`the sharper theorem <rank1:theorem-1-repaired>` of the rank-1 chapters
# with the published one. If $\mu\le1-p_{\max}$, the curvature κ that the sharper theorem uses instead of $\gamma$
# is at least $\frac{27}{16}\,p_{\max}\gamma$, and $\frac{27}{16}$ cannot be replaced by a larger constant.
# The second is that, from every start, the errors of the biases in Algorithm 1 decrease at least as fast as a geometric
# series. The third is a precise definition of the "past" in {ref}`Theorem 3 <mnl:theorem-3>`, in which each count is
# accompanied by a signal, for coins and for everything else that was observed, such as the clicks of other items.
#
# ## What is missing
#
# Coq has checked both halves of (6), and they match. In the long run, no policy that is efficient whenever attractions
# are distinct stays {ref}`below the constant of (6) <pbm:theorem-6-distinct>`, and {ref}`one such policy attains it
# <pbm:attained>`. That policy tosses coins. It was constructed for a short proof and is useless at practical horizons.
# In the problem of Figure 1(b) its first useful certificate is possible after about $2^{49}$ rounds, and its regret is
# linear until then. That {ref}`our variant of PBM-PIE <pbm:adaptive-pie-attains>` attains (6) is proved only in the text.
# The proof uses {ref}`Proposition 10 <pbm:proposition-10>` and {ref}`Lemma 22 <pbm:lemma-22>`, which have not been
# formalised.
#
# If two attractions are equal, Coq has checked only that some policy is uniformly efficient (`Efficient.v`).
# This policy explores $\log^2T$ times and loses at most a multiple of $\log^2T$. For the policy that attains
# (6) there is no such bound, so it is not proved to be in the class of Definition 1. The bounds on the rounds
# with false certificates and with inaccurate estimates do not require distinct attractions. The missing step
# concerns the position for exploring an item that is as good as item $L$. Such an item is never certified for
# long, so every exploration must cost almost nothing, as it does at the last position. If its estimate is
# close to that of item $L$, the divergence in the denominator is small, and the last position is the
# cheapest. If the two estimates are equal, the price is $x/0$, which Coq takes to be 0, and the policy
# explores at the first position, which moves a better item down. Such rounds need not be rare, because two
# averages of coin tosses with the same probability are equal in about $\sqrt T$ of $T$ rounds. The policy
# would have to explore at the last position in this case, and the proof would have to show that all other
# positions are chosen in $o(T^\alpha)$ rounds.
#
# For expectation–maximisation, Coq has checked the ascent, and that limits inside the cube are global maxima. The
# convergence of the steps from every start, and their behaviour on the border, are proved only in the text.
#
# For Thompson sampling, Coq has checked three statements of the proof. They are {ref}`the lower bound for policies that
# explore at the last position <pbm:last-position-price>`, in expectation and without ties,
# {ref}`the fall of likelihood ratios <pbm:ts-likelihood-ratio>`, and {ref}`the counting step <pbm:ts-counting>`. The
# theorem on PBM-TS itself is proved only in the text, because no statement in Coq has a posterior yet.
#
# ## All propositions
#
# Each entry unfolds at its claim, in words and in Coq.
#
# :::{proved}
# :::
