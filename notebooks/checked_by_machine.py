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
# How do you know that a proof is right? Most derivations of this book were read by people, and people
# nod at the step that looks like the others. Some were also checked by a *proof assistant*, Coq (now
# called Rocq): a small program that accepts a proof only if every step follows from the steps before,
# down to the axioms of the real numbers. This was done for {proved}`propositions` propositions. They
# concern {proved}`claims` claims of this book, and prove {proved}`whole` of them whole.
#
# Among them are
#
# - {ref}`Theorem 6 <pbm:theorem-6>` of {cite:t}`lagree2016`, the lower bound, for any numbers of items and
#   positions and every {term}`uniformly efficient` policy, even {ref}`with a weaker hypothesis
#   <pbm:theorem-6-distinct>`; {ref}`that such policies exist <pbm:efficient-policy>`; and that {ref}`a policy attains it <pbm:attained>`;
# - how much {ref}`a step of expectation–maximisation <pbm:em-ascent>` raises the likelihood of the position-based model at
#   least, and that {ref}`limits inside the cube <pbm:em-converges>` are global maxima;
# - both inequalities of {ref}`Lemma 1 <rank1:lemma-1>` of {cite:t}`katariya2017` and their sharp forms,
#   also where divergences are infinite;
# - of {cite:t}`grant2023`, the bound of {ref}`Lemma 12 <mnl:lemma-12>` for moments of all orders; what
#   {ref}`Theorem 3 <mnl:theorem-3>` becomes where parameters depend on the past, with {ref}`sharper radii
#   <mnl:sharp-radius-adaptive>`; and that {ref}`Algorithm 1 <mnl:algorithm-1-descends>` lowers a certain function
#   in every step, and converges where that has one minimiser.

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
# the clicks is seen, how much of the divergence is left? For $c,p,q\in[0,1]$
#
# $$c\,\frac{1-M}{1-cM}\,d(p,q)\ \le\ d(cp,cq)\ \le\ c\,\frac{1-m}{1-cm}\,d(p,q).$$
#
# **The statement in Coq.** This is how the program reads it:
#
# :::{proposition} rank1_sharp_scaling
# :::
#
# `factor c x` is $\frac{1-x}{1-cx}$; `Rmax` and `Rmin` are the maximum and the minimum. `Prop` is the type of
# statements, `forall` reads "for all", `exists` "there is", `->` "implies", `/\` "and". `Rbar` are the real numbers with $\pm\infty$;
# `Rbar_le` compares them ($\le$), and `Rbar_mult` multiplies them, with $0\cdot\infty=0$. `divergence` is $d$:
# it is 0 where $p=q$, and infinite where $q$ is 0 or 1 and $p\ne q$. One habit of
# the library shows here: division by 0 gives 0. So at $c=M=1$ the first factor reads 0, and the lower
# bound says nothing there.
#
# **The idea of the proof** (`Scaling.v`). Fix $c$ and $p$, and let $u$, $v$ be numbers. As a
# function of $x$, $u\,d(cp,cx)+v\,c\,d(p,x)$ is 0 at $x=p$ and has the derivative
#
# $$c\,(x-p)\,\frac{u(1-x)+v(1-cx)}{x(1-x)(1-cx)}.$$
#
# Suppose that $u(1-x)+v(1-cx)$ is not negative between $p$ and $q$. Then the function falls towards $p$
# and rises away from it. So it is least at $p$, where it is 0, and it is not negative at $q$. In Coq
# this is the lemma `compare`. The lower bound is the case $u=1$, $v=-\frac{1-M}{1-cM}$, for which
# $u(1-x)+v(1-cx)=\frac{(1-c)(M-x)}{1-cM}\ge0$; the upper bound is the case $u=-1$, $v=\frac{1-m}{1-cm}$.

# %% tags=["remove-input"] mystnb={"image": {"alt": "A curve over x from 0 to 0.7. It falls from the left, touches 0 at p = 0.3 with a level tangent, and rises to the right up to q = 0.7, where it is about 0.023."}, "figure": {"caption": "The lower bound for $c=\\frac12$, $p=0.3$, $q=0.7$: $d(cp,cx)-c\\frac{1-q}{1-cq}\\,d(p,x)$ falls towards $p$, where it is 0, and rises up to $q$. Its height at $q$ is what the bound leaves.", "name": "front:left-over"}}
publish(left_over(0.5, 0.3, 0.7), "front:left-over", profile=profile, c=0.5, p=0.3, q=0.7)

# %% [markdown]
# {download}`data <front/left-over.csv>` · {download}`how it was made <front/left-over.json>`
#
# The {ref}`printed inequality <rank1:lemma-1>` is the same lemma with $u=1$, $v=-(1-M)$ for one side,
# and with $u=-1$, $v=1$ for the other. The edges, where divergences may be infinite, are
# left to `ClosedCube.v`, in three cases: $0<q<1$; $p=q$; and $q\in\{0,1\}$, $p\ne q$.
#
# **Why no better factor will do.** Suppose that a number $r$ can stand in place of the first factor for
# all pairs with maximum $x$. For a pair $(p,x)$ with $p<x$ the *upper* bound then says that $r$ is at
# most $\frac{1-p}{1-cp}$. Let $p$ tend to $x$: so $r$ is at most the first factor.
#
# ## What is trusted, and what is not
#
# You need not trust the proofs, nor the tactics that found them: the program looked at every step. You
# do trust three things.
#
# - **The statements.** `proofs/Statements.v` has the definitions, and one proposition a claim, beside
#   its formula in words. Whether it says what the claim says is for you to judge; it is the one file
#   to read.
# - **Coq's kernel**, tens of thousands of lines of OCaml. Part of it is a bytecode machine, which carries out
#   the calculations of the tactic `interval`. A second checker, `coqchk`, checks all files again without this
#   machine, except the nine lines that set up interval arithmetic.
# - **Four axioms** of its real numbers: excluded middle, functional extensionality, and two forms of a
#   limited omniscience from which the reals are made. `make proofs` refuses any other, and
#   every sentence in a file that could bring one in or turn off a check (`proofs/audit.py`).
#
# Every version of Coq so far has known bugs in its kernel. The proofs are therefore checked by two versions,
# 8.16 and 8.20. The bug of the bytecode machine in 8.16 was removed in 8.17. The bugs that both versions share, and
# `coqchk` with them, need unusual forms of recursion or of inductive types, and `proofs/audit.py` refuses all but the
# plain ones. `make proofs` names the known bugs of the version that runs.
#
# Could a statement be empty, because nothing satisfies its hypotheses? For every proposition `proofs/Instances.v` shows
# that there are values for which its hypotheses and its conclusion hold. `make proofs` computes what this example has
# to state from the proposition itself, and prescribes sizes that are not trivial. A hypothesis that nothing meets
# makes the example, and therefore `make proofs`, fail. Some examples show what a hypothesis is for: with "at least" for
# "more than", the first of the {ref}`sharper radii <mnl:sharp-radius-adaptive>` would promise probability 0 to eight
# counts that may all be 0.
# Theorem 6 is applied to a game of four items and two positions, and to a
# policy that is {ref}`proved to be uniformly efficient <pbm:efficient-policy>`, for all numbers of items and positions.
#
# ## Check it, and play with it
#
# On Debian or Ubuntu, in a clone of the repository:
#
# ```
# apt-get install coq libcoq-coquelicot libcoq-interval python3
# make proofs
# ```
#
# All files are checked from nothing, in a few minutes. Then `proofs/CHECKED` contains the versions of Coq, Coquelicot and
# Interval that checked these very files, the axioms that everything rests on, and the SHA-256 sum of every file. The
# book itself does not need Coq, because its tests compare `CHECKED` with the files. On Debian 12, as root,
# `proofs/later.sh` installs Debian 13's Coq into a folder of its own and checks the proofs with it, too.
#
# Then change a number. In `proofs/Statements.v`, the constant of the lower bound for the problem of
# Figure 1(b) is said to be between 5.5919 and 5.5920. Write 2 for 5.5919, and the proof still goes
# through: the statement is weaker. Write 5.5920, and the file that proves it fails.
#
# ## What formalising changed
#
# Two things that looked right on paper had to be said more exactly. That
# {ref}`Algorithm 1's deviance <mnl:lemma-2>` has only one minimiser need not be assumed: where it has one and
# the clicked cells join all positions, the algorithm converges to it from every start, so that there is no
# other. And where it has one and no other, the cells join all positions. The equality case of
# {ref}`Lemma 16 <pbm:lemma-16>` needs examinations that differ; Theorem 6 does not. Three things
# were added. How far {ref}`the sharper theorem <rank1:theorem-1-repaired>` of the rank-1 paper lies below the
# printed one could be said exactly: where $\mu\le1-p_{\max}$, the curvature κ that it uses for $\gamma$
# is at least $\frac{27}{16}\,p_{\max}\gamma$, and no larger constant than $\frac{27}{16}$ will do.
# From every start, the errors of the biases in Algorithm 1 fall at least as fast as a geometric series. And what the
# "past" of {ref}`Theorem 3 <mnl:theorem-3>` may hold had to be settled: beside each count stands a signal, for coins
# and all else that was seen, such as the clicks of other items.
#
# ## What is missing
#
# Coq has both halves of (6), and they match: no policy that is efficient where attractions are distinct stays below its
# constant in the long run ({ref}`here <pbm:theorem-6-distinct>`), and {ref}`one such policy attains it <pbm:attained>`.
# That policy tosses coins. It was made for a short proof, and is useless at horizons that one can play: in the problem
# of Figure 1(b) its first useful certificate is possible after about $2^{49}$ rounds, and its regret is linear until then.
# That {ref}`our variant of PBM-PIE <pbm:adaptive-pie-attains>` attains (6) is still an argument in the text. It rests on
# {ref}`Proposition 10 <pbm:proposition-10>` and {ref}`Lemma 22 <pbm:lemma-22>`, which Coq does not have.
#
# Where two attractions are equal, Coq has only that a policy is uniformly efficient, in `Efficient.v`: it explores
# $\log^2T$ times and loses at most a multiple of $\log^2T$. For the policy that attains (6), Coq has no bound there, and
# so it is not proved to be in the class of Definition 1. The bounds on the rounds with false certificates and with
# estimates that are off do not use distinct attractions. The missing step concerns the position at which an item is explored
# that is as good as item $L$. It is never certified for long, so every exploration must cost almost nothing, as it does
# at the last position. If its estimate is close to that of item $L$, the divergence in the denominator is small, and the
# last position is the cheapest. If the two estimates are equal, the price is $x/0$, which Coq takes to be 0, and the
# policy explores at the first position, where a better item moves down. Such rounds need not be rare: two averages of coin
# tosses with the same probability are equal in about $\sqrt T$ of $T$ rounds. The policy would have to explore at the last
# position there, and the proof would have to show that all other positions are chosen in $o(T^\alpha)$ rounds.
#
# Of expectation–maximisation, Coq has the ascent, and that limits inside the cube are global maxima. That the steps
# converge from every start, and what happens on the border, are arguments in the text.
#
# ## All propositions
#
# Each unfolds at its claim, in words and in Coq.
#
# :::{proved}
# :::
