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
# # New results
#
# Checking three papers line by line gave results of our own. Here they are by what you can do with them; each link leads to
# the statement and its proof, and {doc}`New results in detail <new_results_detail>` has them all as theorems, with their
# hypotheses. Nobody has refereed them but us. Where we know who had a result or its idea before, the companion says so; the
# literature was not searched systematically.

# %% tags=["remove-cell"]
from compendium.figures import publish
from compendium.front.constants import constants

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-cell"]
drawing = constants()
assert drawing.data.share.max() < 0.57 and (drawing.data.share <= 0.5).sum() == 5

# %% mystnb={"image": {"alt": "Six constants of printed bounds as grey bars of the same length, and ours as green parts of them. Each is at most 0.57 of the printed one, five of the six at most half: 2 becomes 9/8, 16 becomes 4, 160 becomes 80, 6e + 82 becomes 12, 4 becomes 1/log 2, and 8 becomes 4.", "width": "640px"}, "figure": {"caption": "Six constants of printed bounds (grey) and those proved here (green). Other terms of a bound may change with them: from 160 to 80 a term of the order of log log n joins log n; from 16 to 4 the factor is one of sums that differ; the last two are for parameters fixed in advance.", "name": "front:constants"}} tags=["remove-input"]
publish(drawing, "front:constants")

# %% [markdown]
# {download}`data <front/constants.csv>` · {download}`how it was made <front/constants.json>`
#
# ## If you choose what to show
#
# **Where should a doubtful item be tried? Not always at the bottom of the list.** The cheapest position depends on the
# items: {ref}`each position is it for some problem <pbm:every-position>`. {verdict}`pbm:every-position` A policy of the
# PIE kind that explores there loses in the long run, by the leading term, what the lower bound asks, if it knows the
# examinations and these are distinct: {ref}`it attains the bound <pbm:adaptive-pie-attains>`.
# {verdict}`pbm:adaptive-pie-attains`
#
# **Positions that few people look at need not cost more.** Under multinomial choice the leading term of the regret
# {ref}`does not pay for the position biases <mnl:proposition-8>` if these are known. {verdict}`mnl:proposition-8`
# {ref}`A lower bound <mnl:lower-bound-sharper>` matches it up to logarithms where the biases add up to 1 or more and
# there are four times as many items as positions. {verdict}`mnl:lower-bound-sharper`
#
# **Use the sharper radius for logit clicks.** Epoch-UCB-sharp
# {ref}`loses less on all three problems of the paper <mnl:sharp-radius-pays>` than with the printed radius.
# {verdict}`mnl:sharp-radius-pays` It is made for logit clicks: under likely position-based ones
# {doc}`runs get stuck <across>`.
#
# **The right list survives the wrong click law, if the examinations are right.** For a policy that ranks items by
# clicks per examination the best list, {ref}`and no other <across:wrong-law>`, is confirmed by its own limits.
# {verdict}`across:wrong-law` Told wrong examinations it {ref}`can lose a share of the clicks for ever
# <across:told-wrong>`. {verdict}`across:told-wrong`
#
# **Beware of a sure click.** {ref}`It can end the learning <across:sure-click>` of a policy that shows its list until a
# round without a click. {verdict}`across:sure-click`
#
# ## If you have a log of clicks
#
# **The simple estimator is hardly worse than the best.** For displays fixed in advance its variance is at most $\frac98$ of
# the smallest that is possible unbiasedly, where at most half of the users like an item;
# {ref}`the sharp factor <pbm:sharp-loss>` is known for every attraction and range of examinations. {verdict}`pbm:sharp-loss`
#
# **Fit multinomial choice by EM or by Newton's method, not by Algorithm 1.** That algorithm looks like EM
# (expectation–maximisation) and is not: it {ref}`descends on another function <mnl:algorithm-1-descends>`
# {verdict}`mnl:algorithm-1-descends`, {ref}`may run away <mnl:lemma-2-never-ends>`
# {verdict}`mnl:lemma-2-never-ends`, and {ref}`is not efficient <mnl:algorithm-1-efficiency>`.
# {verdict}`mnl:algorithm-1-efficiency` {ref}`EM <mnl:em-ascends>` {verdict}`mnl:em-ascends` and
# {ref}`Newton's method <mnl:newton-ascends>` {verdict}`mnl:newton-ascends` find the maximiser of the cells' likelihood
# if there is exactly one, and {ref}`a walk along the table <mnl:monotonic-or-unimodal>` tells whether there is.
# {verdict}`mnl:monotonic-or-unimodal`
#
# **How sure is an estimate?** As sure as an electric network conducts: {ref}`effective resistance <mnl:resistance>` bounds
# how much it moves with the counts. {verdict}`mnl:resistance`
#
# **The fit of the position-based model is a concave problem** {ref}`in the logarithms <pbm:likelihood-concave>`
# {verdict}`pbm:likelihood-concave`, as is standard for binomial counts. {ref}`EM reaches the global maximum
# <pbm:em-converges>` from every start inside the cube, whatever the table {verdict}`pbm:em-converges`, its {ref}`rate <pbm:em-rate>` is
# known {verdict}`pbm:em-rate`, and {ref}`a certificate <pbm:em-certificate>` bounds what a fit lacks. {verdict}`pbm:em-certificate` A start with a
# value of 1 {ref}`can end far below <pbm:em-faces>`. {verdict}`pbm:em-faces` {ref}`A test of the deviance
# <pbm:deviance-test>` rejects most tables that are no products {verdict}`pbm:deviance-test`, while
# {ref}`a large first singular value proves little <pbm:mean-share>`. {verdict}`pbm:mean-share`
#
# ## If you prove bounds
#
# **Rare clicks are less noisy than one thinks.** Seen through a small factor $c$, two means that are not close to 1 keep about
# a share $c$ of what tells them apart, not $c^2$. {ref}`With the exact constant <rank1:sharp-quadratic>`
# {verdict}`rank1:sharp-quadratic` the bound for elimination {ref}`loses its factor <rank1:theorem-1-repaired>` $1/\gamma$, which
# can be as large as one likes. {verdict}`rank1:theorem-1-repaired` The factor $1/\mu$ stays:
# {ref}`on needles Rank1ElimKL pays it <rank1:needle-elimination-pays>`. {verdict}`rank1:needle-elimination-pays`
#
# **A proof may not hold fixed what depends on the clicks,** as printed proofs do in more than one paper.
# {ref}`A tail bound for means that move <rank1:adaptive-means>` saves the theorem on elimination
# {verdict}`rank1:adaptive-means`; {ref}`one for predictable parameters <mnl:theorem-3>` saves the policies for
# multinomial choice. {verdict}`mnl:theorem-3` For parameters fixed in advance the tails are sharper,
# {ref}`below <mnl:lower-tail>` {verdict}`mnl:lower-tail` and {ref}`above the mean <mnl:upper-tail>`.
# {verdict}`mnl:upper-tail`
#
# **The regret bound for PBM-UCB is true from the second round on, and its proof has gaps.**
# {ref}`Another proof <pbm:positionwise-bound>`, position by position, gives a logarithmic term at least four times smaller.
# {verdict}`pbm:positionwise-bound` {ref}`Proposition 10 <pbm:proposition-10>` follows without the theorem it cites.
# {verdict}`pbm:proposition-10`
#
# **The lower bound loses nothing on its way.** {ref}`A dual certificate <pbm:theorem-6>` makes Corollary 5 an equality;
# Theorem 6 {ref}`needs efficiency only at distinct entries <pbm:theorem-6-distinct>`. {verdict}`pbm:theorem-6-distinct`
#
# **The cascade bound has a condition.** {ref}`Weights that fall fast <pbm:weighted-cascade-bound>` make the quoted bound
# true; without them it can be false. {verdict}`pbm:weighted-cascade-bound`
#
# ## If you simulate or compare
#
# **Put the missing baseline in.** KL-UCB {ref}`loses less than Rank1ElimKL <rank1:figure-1-outperforms-kl-ucb>` at
# $K=L=32$ and $64$, and at $128$ more if $\delta=\log n$. {verdict}`rank1:figure-1-outperforms-kl-ucb` Against UCB1 at
# $K=32$ the value of $\delta$ decides {ref}`from half a million to five million steps <rank1:figure-1-any-horizon>`. {verdict}`rank1:figure-1-any-horizon`
#
# **Shuffle the labels.** {ref}`Ties broken by label <mnl:index-ties-leak>` make a policy look brilliant where the best
# items come first. {verdict}`mnl:index-ties-leak`
#
# **Play for very long.** While its list is certain, PBM-PIE's clicks can be drawn as binomials:
# {ref}`games <pbm:figure-1b-pie-matches-bound>` last up to {number}`pbm:figure-1b-pie-matches-bound horizon` rounds.
# {verdict}`pbm:figure-1b-pie-matches-bound` {ref}`Elimination <rank1:cost-of-a-run>` costs draws of the order of its stages
# and pairs, not of its rounds. {verdict}`rank1:cost-of-a-run`
#
# **An approximate posterior can hide a good item:** BC-MP-TS {ref}`does at Figure 1a's lower positions
# <pbm:bc-mp-ts-tail>`, by a heuristic exponent that is below one there. {verdict}`pbm:bc-mp-ts-tail`
#
# ## If you look for a problem
#
# {ref}`Whether Algorithm 3 has the regret of Proposition 10 <mnl:proposition-10>` for several positions is open; for
# {ref}`one position <mnl:proposition-10-one-position>` it has. {verdict}`mnl:proposition-10-one-position`
# Other policies for such effects are those of {cite:t}`luo2025`, who let the effects be unknown, and of {cite:t}`chen2026`.
# {ref}`What any policy must pay for 1/μ <rank1:mu-dependence>` is open as well. All that this build neither confirms nor
# refutes stands {ref}`at the end of the companion page <still-open>`.
