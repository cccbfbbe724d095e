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
# # Convergence of EM
#
# **The question.** If the examinations are unknown too, both vectors of the position-based model have to be
# estimated from clicks. {cite:t}`lagree2016` use expectation–maximisation (EM). Does it find the maximum of
# the likelihood, and how fast?
#
# **The answer.** Yes, from every start strictly between 0 and 1, whatever the table of clicks. If the start
# contains a value of exactly 1, EM can stop far below the maximum, because it never changes a 1. The common
# habit of setting the largest examination to 1 *before* the first step creates such a start.
#
# After this chapter you can run EM safely, predict how many steps it needs, and certify that a fit is within
# a given number of nats of the best one.

# %% tags=["remove-cell"]
from myst_nb import glue

from compendium.captions import published
from compendium.figures import publish
from compendium.pbm.em import figures
from compendium.pbm.em.tables import skewed_log

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-input"] mystnb={"image": {"alt": "Shortfall of the log-likelihood against the step on logarithmic axes. The curve of EM from the face falls to 21 nats and stays there for 3,000 steps. EM from beside the face follows it for about 200 steps and then falls to zero. EM from inside falls to zero within 250 steps, and Newton's method within six."}, "figure": {"caption": "Distance to the maximum of the log-likelihood after every step, on the skewed log of the text. The three starts of EM have θ = (0.4, 0.2) and κ₁ = 0.5, and differ only in κ₂, which is 1, 0.999 and 0.5.", "name": "pbm:em-courses"}}
courses = figures.courses(skewed_log())
publish(
    figures.convergence(courses), "pbm:em-courses", attraction=(0.8, 0.1), examination=(0.9, 0.5)
)

# %% tags=["remove-cell"]
assert figures.convergence_as_described(published("pbm:em-courses"))
glue("stuck", float(courses.loc[courses["method"] == figures.FACE, "shortfall"].iloc[-1]))

# %% [markdown]
# {download}`data <em-courses.csv>` · {download}`how it was made <em-courses.json>`
#
# ## A log that misleads
#
# A shop has two items and two positions. Item 1 pleases 80 % of those who look at it, item 2 only 10 %. Users
# look at the top with probability 0.9 and at the bottom with probability 0.5. Unfortunately, the shop has
# shown its good item mostly at the bottom.
#
# **Predict.** At which position are there more clicks per display?

# %%
import numpy as np

from clickbandits.pbm import fitting

plays = np.array([[100, 2000], [2000, 100]])  # one row per item, one column per position
clicks = plays * np.outer([0.8, 0.1], [0.9, 0.5])
print("clicks per display, top and bottom:", (clicks.sum(axis=0) / plays.sum(axis=0)).round(3))

# %% [markdown]
# There are more at the bottom, because the good item is there. If we set the larger of these two rates to 1
# and begin, EM starts with $\kappa_2=1$.

# %%
theta, kappa = np.array([0.4, 0.05]), np.array([0.3, 1.0])
for _ in range(10_000):
    theta, kappa = fitting.em_step(theta, kappa, clicks, plays)
print("attraction ", theta.round(3), " examination", kappa.round(3))
print("log-likelihood", round(fitting.log_likelihood(theta, kappa, clicks, plays), 2))

# %% [markdown]
# After 10,000 steps nothing moves any more. The true model is nevertheless more likely, and the same
# algorithm finds it if it starts inside the cube.

# %%
fitted = fitting.fit(clicks, plays, method="em")
print("attraction ", fitted.attraction.round(3), " examination", fitted.examination.round(3))
print("log-likelihood", round(fitted.log_likelihood, 2), "after", fitted.iterations, "steps")
print("at most", f"{fitted.shortfall:.0e}", "nats below the maximum")

# %% tags=["remove-cell"]
below = fitted.log_likelihood - fitting.log_likelihood(theta, kappa, clicks, plays)
assert 20 < below < 22 and kappa[1] == 1 and fitted.converged
assert (clicks.sum(axis=0) / plays.sum(axis=0)).argmax() == 1
assert np.allclose(fitted.attraction * fitted.examination[0], [0.72, 0.09], rtol=1e-3)

# %% [markdown]
# The fit sets the largest examination to 1, which fixes the free scale, because clicks reveal only the
# products $\theta_k\kappa_l$ ({ref}`why <pbm:scale-not-identified>`). The false maximum is
# {glue:text}`stuck:.1f` nats below the true one, so the true model is about a billion times as likely.
#
# (em-explorer-section)=
# ### Move the start
#
# Choose where EM begins. EM keeps a value of exactly 1 forever, but not a value of 0.99.
#
# <div class="explorer" id="em-explorer">
# <p>The explorer needs JavaScript. Without it, the figure above shows three starts that differ in one examination.</p>
# </div>
# <link rel="stylesheet" href="../../_static/explorer.css">
# <script src="../../_static/explorer_em_formulas.js" defer></script>
# <script src="../../_static/explorer.js" defer></script>
# <script src="../../_static/explorer_em.js" defer></script>
#
# ## One step
#
# Item $k$ was shown $N_{kl}$ times at position $l$ and clicked $S_{kl}$ times there. Let $F=N-S$ count the
# displays without a click, and let a single index denote a sum, $N_k=\sum_lN_{kl}$ and $N_l=\sum_kN_{kl}$.
# With $p_{kl}=\theta_k\kappa_l$ the log-likelihood is
#
# $$\ell(\theta,\kappa)=\sum_{k,l}\big[S_{kl}\log p_{kl}+F_{kl}\log(1-p_{kl})\big],$$
#
# where $0\log0=0$. Our only assumption is that every item and every position has displays. EM replaces the
# unobserved part of each display without a click by its expectation, and then takes shares:
#
# $$\theta_k'=\frac1{N_k}\sum_l\Big[S_{kl}+F_{kl}\frac{\theta_k(1-\kappa_l)}{1-p_{kl}}\Big],\qquad
# \kappa_l'=\frac1{N_l}\sum_k\Big[S_{kl}+F_{kl}\frac{\kappa_l(1-\theta_k)}{1-p_{kl}}\Big].$$
#
# Write $\gamma_k=\partial\ell/\partial\log\theta_k$ and $\gamma_l=\partial\ell/\partial\log\kappa_l$ for the
# slopes. Subtracting $\theta_k$ from the new value, or the new value from 1, gives two forms of the step that
# explain everything that follows:
#
# $$\theta_k'-\theta_k=(1-\theta_k)\,\frac{\gamma_k}{N_k},\qquad 1-\theta_k'=(1-\theta_k)\Big(1-\frac{\gamma_k}{N_k}\Big).$$
#
# The first form shows that EM moves uphill in every coordinate, and comes to rest where the slope vanishes
# *or* the value is 1. The second form describes the behaviour near 1. If the likelihood rises towards the
# inside ($\gamma_k<0$), the distance $1-\theta_k$ grows by a factor of $1-\gamma_k/N_k>1$ in each step. A
# false maximum on a face therefore repels every iterate that is not exactly on the face. The dashed line
# that begins beside the face shows this escape.
#
# (pbm:em-ascent)=
# :::{prf:lemma} EM rises, and by how much
# :nonumber:
# Let $d(s,t)=s\log\frac st+(1-s)\log\frac{1-s}{1-t}$. For a step from a point inside the cube
#
# $$\ell(\theta',\kappa')-\ell(\theta,\kappa)\;\ge\;\sum_kN_k\,d(\theta_k',\theta_k)+\sum_lN_l\,d(\kappa_l',\kappa_l)\;\ge\;0 .$$
# :::
#
# **Why.** A display without a click has one of three explanations. The logarithm of a sum of three terms is
# at least the average of their logarithms (Jensen's inequality), with equality at the present point if the
# average uses the present probabilities of the explanations. The remaining function has the form
# $a\log\theta+(N-a)\log(1-\theta)$ in every coordinate, is largest at $a/N=\theta'$, and exceeds its value at
# $\theta$ by exactly $N\,d(\theta',\theta)$.
#
# ## The theorem
#
# An increasing likelihood does not suffice for a proof, because it also increased from the start on the face,
# and EM stopped at a false maximum. Concavity does not suffice either. The likelihood is concave in the
# logarithms ({ref}`shown earlier <pbm:likelihood-concave>`), but EM can come to rest at a border point that
# is not a maximum.
#
# (pbm:em-converges)=
# (pbm:em-iterates)=
# (pbm:em-summable)=
# :::{prf:theorem} EM converges to the global maximum
# :nonumber:
# Let every item and every position have displays. Let EM start at any point of $(0,1)^{K+L}$, let $\ell_n$ be its
# log-likelihood after $n$ steps, and $\ell^*$ the supremum over all $\theta$ and $\kappa$ in $[0,1]$. Then
#
# 1. $\ell_n$ increases to $\ell^*$;
# 2. the iterates $(\theta^n,\kappa^n)$ converge to a maximiser, and the start decides which one;
# 3. $\sum_n(\ell^*-\ell_n)$ is finite, so $n(\ell^*-\ell_n)\to0$.
# :::
#
# :::{claim} pbm:em-converges
# :::
#
# **The idea of the proof** (the complete proof is {doc}`on the companion page <em_detail>`). The rise bounds the
# length of the steps, which therefore tend to 0. A sequence with vanishing steps has a *connected* set of limit
# points, because its steps become too short to cross a gap between two parts of the set. At each of them the slope is
# 0 in every coordinate below 1, so the limit point is the best model on its face. The decisive step comes next. On a
# given face, strict concavity makes the probabilities of all best models equal in every cell with a display without a
# click, and so their slopes are equal. There are finitely many faces, and therefore finitely many vectors of slopes.
# Since the slopes vary continuously along a connected set, they are the same at all limit points. If one of them were
# negative, its coordinate would be 1 at every limit point, and would converge to 1. But near such a point the slope
# is already negative, and by the second form of the step the distance from 1 *grows*. So no slope is negative, and a
# point of a concave function from which no allowed direction leads up is a global maximum.
#
# **Why the limit points are connected.** Take a sequence of numbers that comes close to −1 and to 1 again and again.
# If its steps vanish, it passes everything in between each time, so every number from −1 to 1 is a limit point (first
# panel). Only a sequence that goes on jumping can have −1 and 1 as its only limit points (second panel).

# %% tags=["remove-input"] mystnb={"image": {"alt": "Two panels, each with a sequence against n on a logarithmic axis. In the first panel it swings between −1 and 1 along a wave whose points get closer and closer. In the second panel it jumps from one of the two values to the other and takes no value in between.", "width": "620px"}}
import matplotlib.pyplot as plt

n = np.arange(1, 10_001)
wave = np.sin(2 * np.log(n))  # its steps are at most 2/n
_, (vanish, remain) = plt.subplots(1, 2, figsize=(7, 2.2), sharey=True)
vanish.semilogx(n, wave, ".", markersize=2)
vanish.set(title="steps that vanish", xlabel="n")
remain.semilogx(n, np.where(wave < 0, -1, 1), ".", markersize=2)
remain.set(title="steps that do not", xlabel="n")
plt.show()

# %% [markdown]
# The proof assumes nothing about which cells were shown, and it includes items without clicks, cells in which
# every display was clicked, and maxima on the border.
#
# (pbm:em-faces)=
# **On a face** the same proof applies to the coordinates that are free, so EM climbs to the supremum over the
# face. For the skewed log and $\kappa_2=1$ this is {number}`pbm:em-faces short:.1f` nats too low. The slope
# in $\log\kappa_2$ is {number}`pbm:em-faces slope:.0f`, so the likelihood rises inwards.
#
# :::{claim} pbm:em-faces
# :::
#
# ## How fast
#
# (pbm:em-rate)=
# :::{prf:theorem} Rate of EM
# :nonumber:
# Let $(\bar\theta,\bar\kappa)$ be the limit. Suppose that $\gamma>0$ at every coordinate that has clicks and
# equals 1, and that every item and position without clicks was shown together with one that has clicks. Let
# $I_c$ be the information about the coordinates strictly between 0 and 1 in a log that also records who
# looked and who liked the item, $I_o$ the *observed* information in the clicks, which is minus the second
# derivative of $\ell$ at the limit, and $I_m=I_c-I_o$ the missing information. Then $\limsup_n\|(\theta^n,\kappa^n)-(\bar\theta,\bar\kappa)\|^{1/n}\le\rho<1$, where $\rho$ is
# the largest of
#
# - the eigenvalues below 1 of $I_c^{-1}I_m$, the *missing share of information*,
# - $1-\gamma_k/N_k$ for items with $\bar\theta_k=1$, and likewise for positions,
# - $\frac1{N_k}\sum_lN_{kl}(1-\bar\kappa_l)$ for items without clicks, and likewise for positions.
# :::
#
# :::{claim} pbm:em-rate
# :::
#
# The observed information must not be replaced by Fisher's, its expectation, unless the model fits. On the badly
# fitting table with the clicks $\begin{pmatrix}80&10&10\\10&80&10\\10&10&80\end{pmatrix}$ and 100 displays per cell,
# EM has the factor {number}`pbm:em-rate misfit:.3f`, and $\rho$ would be {number}`pbm:em-rate expected:.3f` with
# Fisher's information.
#
# The eigenvalue 1 is left out because it belongs to the free scale, and along the *ridge* of equally likely
# models nothing has to converge. A maximum on the border does not by itself make EM slow. On
# {number}`pbm:em-rate tables` random tables the observed factors range from {number}`pbm:em-rate fastest:.2f`
# to {number}`pbm:em-rate slowest:.3f`. Although $\rho$ is only an upper bound, they attain it.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Observed against predicted factors of late EM steps. All points are on the diagonal, between 0.6 and 0.99."}, "figure": {"caption": "The factor by which late steps of EM shrink, plotted against ρ of the theorem, for skewed, sparse and border tables from random starts.", "name": "pbm:em-rates"}}
publish(figures.rates(), "pbm:em-rates")

# %% tags=["remove-cell"]
assert figures.rates_as_described(published("pbm:em-rates"))

# %% [markdown]
# {download}`data <em-rates.csv>` · {download}`how it was made <em-rates.json>`
#
# **Predict.** Multiply $\theta$ by 10 and divide $\kappa$ by 10. The distribution of the clicks does not
# change. Does the speed of EM change?

# %%
product = np.full((4, 3), 1000) * np.outer([0.08, 0.06, 0.04, 0.02], [0.9, 0.6, 0.3])
shown = np.full((4, 3), 1000)
for scale in (1.0, 0.3, 0.1):
    start = np.full(4, 0.05 / scale), np.full(3, 0.9 * scale)
    run = fitting.fit(product, shown, method="em", start=start, tolerance=1e-6)
    print(f"examinations start at {0.9 * scale:.2f}: {run.iterations} steps")
    if scale == 1.0:
        slow = run.iterations

# %% tags=["remove-cell"]
assert run.iterations < slow / 2 and run.converged

# %% [markdown]
# It does. If all examinations are large and all attractions small, a display without a click carries almost
# no information about the examination, so nearly all the information on $\kappa$ is missing. EM is faster at
# points of the ridge where both vectors are of similar size, and `fit` starts there.
#
# (pbm:em-sublinear)=
# **Slower than linear.** If a condition of the theorem fails, the steps can shrink like powers of $n$. The
# smallest example is one item at one position without a single click. From $\theta^0=\kappa^0$ EM visits
# exactly $\theta^n=\theta^0/(1+n\theta^0)$, and the gap is about $N/n^2$.
#
# ## How to verify that a fit is good
#
# Small steps prove nothing, because they also vanish on the face. An upper bound on the maximum does prove
# that a fit is good.
#
# (pbm:em-certificate)=
# :::{prf:theorem} A certificate for a fit
# :nonumber:
# For every table $\tilde S_{kl}\ge0$ whose row sums and column sums are at most those of $S$,
#
# $$\ell^*\;\le\;D(\tilde S)=\sum_{k,l}\Big[\tilde S_{kl}\log\frac{\tilde S_{kl}}{\tilde S_{kl}+F_{kl}}+F_{kl}\log\frac{F_{kl}}{\tilde S_{kl}+F_{kl}}\Big],$$
#
# with equality for the expected clicks $\tilde S=F\bar p/(1-\bar p)$ at a maximiser.
# :::
#
# :::{claim} pbm:em-certificate
# :::
#
# **Proof of the bound.** The clicks enter the likelihood only through row and column sums, since
# $\sum S_{kl}\log p_{kl}=\sum_kS_k\log\theta_k+\sum_lS_l\log\kappa_l$. Both logarithms are at most 0, so
# smaller sums make this larger, and $\sum S_{kl}\log p_{kl}\le\sum\tilde S_{kl}\log p_{kl}$. Add
# $\sum F_{kl}\log(1-p_{kl})$ and choose the best $p$ in every cell, $\tilde S/(\tilde S+F)$. (The case of
# equality is on the companion page.)
#
# The library takes the expected clicks at the present point, fits them to the row and column sums, and
# computes $D$. Every `Fit` records the resulting bound on its distance from the maximum as `shortfall`, and
# `converged` means that `shortfall` is at most the tolerance, in nats; for more than $10^9$ clicks, the tolerance
# per $10^9$ clicks. Near the maximum the expected clicks are moved along the step of Newton's method, which makes
# the bound hardly larger than the distance; far from it they are fitted proportionally. At the false maximum the
# bound is:

# %%
bound = fitting.largest_shortfall(theta, kappa, clicks, plays)
print(f"at most {bound:.1f} nats below the maximum")

# %% tags=["remove-cell"]
assert below < bound < 2 * below

# %% [markdown]
# ## When the maximum is not unique
#
# The certificate is about the likelihood of a fit, so we have to ask whether several models can be most likely.
#
# (pbm:em-maximisers)=
# :::{prf:proposition} The most likely models
# :nonumber:
# All most likely models have the same products $p_{kl}$ in the cells with a display without a click. If the
# graph that joins items and positions by these cells is connected (leaving out items and positions without
# clicks), the values of the items and positions with clicks are unique up to one scale. An item or position
# without clicks has the value 0 if it was shown together with one that has clicks.
# :::
#
# :::{claim} pbm:em-maximisers
# :::
#
# If an item without clicks was shown only at positions without clicks, only the product of the two values is 0,
# and one of them is free. A cell in which every display was clicked asks only for a large product, so it need not
# determine a value. With ten displays in each cell, $S=\begin{pmatrix}5&10\\10&5\end{pmatrix}$ fits $p_{12}=1$,
# $p_{12}=9/16$ and every value between them equally well. `fit` reports this:

# %%
segment = fitting.fit([[5, 10], [10, 5]], np.full((2, 2), 10))
print(segment.identified, segment.not_identified)

# %% tags=["remove-cell"]
assert not segment.identified and segment.converged

# %% [markdown]
# `fit` decides this by the table, whatever point it has reached. The likelihood is a sum over the parts that the
# cells with a display without a click join. Multiplying the attractions of a part by $c$ and dividing its
# examinations by $c$ adds to it $\log c$ times the clicks of the part's items less those of its positions. So the
# scale of a part can be open only if these clicks are equally many.
#
# ## Exercises
#
# :::{admonition} Exercise 1, with a pencil
# One item was shown at one position $N$ times and received $S$ clicks, $0<S<N$. Which points
# $(\theta,\kappa)$ are fixed by EM, and which of them are maxima?
# :::
#
# :::{admonition} Solution
# :class: dropdown
# In $(0,1)^2$ the step is 0 only if the slope $S-Fp/(1-p)$ is 0, so $\theta\kappa=S/N$. These points form the
# ridge, and all of them are maxima. On the face $\kappa=1$ EM moves $\theta$ to $S/N$ in one step, which is a
# maximum as well. With one cell no face has a false maximum; with two cells a face can have one.
# :::
#
# :::{admonition} Exercise 2, at the keyboard
# Start EM on the skewed log with $\kappa_2=1-10^{-6}$. How many more steps does it need than with $1-10^{-3}$, and why?
# :::
#
# :::{admonition} Solution
# :class: dropdown
# Near the face the distance grows by the factor $1-\gamma_2/N_2\approx1.027$ per step. A start that is a
# thousand times nearer therefore costs about $\log1000/\log1.027\approx260$ more steps.
# :::

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the solution's code", "code_prompt_hide": "Hide the solution's code"}
needed = []
for distance in (1e-3, 1e-6):
    start = [0.4, 0.2], [0.5, 1 - distance]
    needed.append(fitting.fit(clicks, plays, method="em", start=start, tolerance=1e-4).iterations)
print(needed)
assert 200 < needed[1] - needed[0] < 320

# %% [markdown]
# ## What to remember
#
# If EM starts strictly inside the cube, it reaches the global maximum of the likelihood for every table of
# clicks; if the start contains a 1, it can stop far below. Near a limit inside the cube, each
# step multiplies the error by a factor of at most the largest missing share of information, in the long run.
# Small steps do not show that the maximum is near, but a certificate does.
