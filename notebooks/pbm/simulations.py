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
# # Simulations: Figures 1a, 1b and 2, and what the paper's silence leaves open
#
# The paper compares its policies in three figures. This chapter plays them again, in the profile
# `paper` at the paper's number of runs (`quick` is a preview), and turns each sentence that the paper writes about them into a claim whose
# verdict is computed from the simulated regrets and their standard errors. In short: with
# {glue:text}`runs_1b:,` runs over {glue:text}`horizon:,` rounds, Thompson sampling from the exact
# posterior ends at {glue:text}`ts_1b:.1f` ± {glue:text}`ts_1b_error:.1f` lost clicks, below the
# curve of the lower bound ({glue:text}`bound_1b:.1f`); PBM-PIE ends at {glue:text}`pie_1b:.1f`,
# RBA-KL-UCB at {glue:text}`rba_1b:.0f` and PBM-UCB at {glue:text}`ucb_1b:.0f`.
# (± is one standard error throughout the text; figures shade two.)
#
# The order of the curves is a fact about these instances, not a theorem; what is proved about the
# policies stands in the chapter on {ref}`the policies and their regret <pbm:theorem-9>`.
#
# (race-explorer-section)=
# ## A race of two policies
#
# Choose an instance and two policies, and predict who loses fewer clicks. Each policy plays eight
# games. Thick lines are their means, thin lines the single games, and the dotted line is the curve
# of the lower bound. Below, one game can be stopped at any round, to see which items each policy
# shows. Everything is played on this page, with the policies of the library: from the same random
# numbers both show the same lists.
#
# <div class="explorer" id="race-explorer">
# <p>The explorer needs JavaScript. Without it, the figures of this chapter show the means of many such games.</p>
# </div>
# <link rel="stylesheet" href="../../_static/explorer.css">
# <script src="../../_static/explorer_formulas.js" defer></script>
# <script src="../../_static/explorer.js" defer></script>
# <script src="../../_static/explorer_games.js" defer></script>
# <script src="../../_static/explorer_race.js" defer></script>

# %% tags=["remove-cell"]
import numpy as np
from myst_nb import glue

from clickbandits.experiments import run
from clickbandits.pbm.bounds import exploration_positions, lower_bound
from compendium.figures import publish
from compendium.findings import finding
from compendium.pbm import experiments
from compendium.pbm.simulations import figures, studies
from compendium.report import verdicts

# %% tags=["parameters", "remove-cell"]
profile = "paper"

# %% tags=["remove-cell"]
regret_1b = run(experiments.figure_1b(profile))
glue("runs_1b", regret_1b.experiment.replications)
glue("horizon", regret_1b.experiment.horizon)
glue("ts_1b", float(regret_1b.mean("PBM-TS")[-1]))
glue("ts_1b_error", float(regret_1b.standard_error("PBM-TS")[-1]))
glue("pie_1b", float(regret_1b.mean("PBM-PIE")[-1]))
glue("rba_1b", float(regret_1b.mean("RBA-KL-UCB")[-1]))
glue("ucb_1b", float(regret_1b.mean("PBM-UCB")[-1]))
glue("bound_1b", float(lower_bound(experiments.FIGURE_1B) * np.log(regret_1b.experiment.horizon)))

# %% [markdown]
# ## What is simulated, and the choices that are ours
#
# All regrets are *pseudo-regrets*: the sum over the rounds of the gap $\Delta_{A(t)}$ between the
# best list and the list shown, in expected clicks. Its mean is the regret of equation (1) and its
# spread is smaller, because the noise of the clicks does not enter. One run has one horizon, and
# a curve shows its regret on the way. Labels of the items are shuffled in every run, so that no
# policy can gain from breaking ties by the lowest label.
#
# | what the paper leaves open | our choice | what another choice changes |
# |---|---|---|
# | the horizon: no axis survives in our text | 100,000 rounds | curves are shown from the first round on |
# | κ in Figure 1a: the caption gives only θ | κ of Figure 1b, $(0.9, 0.6, 0.3)$ | the large-deviations rate of BC-MP-TS depends on it |
# | ε | 0.01 for PBM-UCB and PBM-PIE | {numref}`pbm:exploration-rates` |
# | $\log t$ or $\log T$ in PBM-PIE: the algorithm says $\log T$, the theorem $\log t$ | $\log T$ | {numref}`pbm:exploration-rates` |
# | the first rounds of PBM-UCB and RBA-KL-UCB | each item once at every position, in random cyclic order, as in PBM-PIE | the same K rounds for all |
# | exploration of KL-UCB inside RBA | $\log t$ | — |
# | the prior of both Thompson samplings | uniform | — |
# | a negative count of failures in BC-MP-TS ($\tilde N_k < S_k$ does occur) | taken as 0 | — |

# %% [markdown]
# ## Figure 1b: four policies and the lower bound
#
# Five items with $\theta = (0.45, 0.35, 0.25, 0.15, 0.05)$ on three positions with
# $\kappa = (0.9, 0.6, 0.3)$. The optimal exploration position of both suboptimal items is the last
# one, so PBM-PIE, which explores there, can match the bound (6) asymptotically.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Mean regret against the logarithm of the round for four policies. Thompson sampling stays below the dotted lower bound from the first rounds to the last; PBM-PIE, which knows its horizon, explores early and then stays flat, above the bound; PBM-UCB and RBA-KL-UCB go on growing and end highest."}, "figure": {"caption": "Regret on the problem of Figure 1b of Lagrée et al. (2016), with the curve of the lower bound (6).", "name": "pbm:figure-1b"}}
publish(figures.figure_1b(regret_1b), "pbm:figure-1b", **regret_1b.experiment.record())

# %% [markdown]
# {download}`data <figure-1b.csv>` · {download}`how it was made <figure-1b.json>`
#
# (pbm:figure-1b-ts-below-bound)=
# **Thompson sampling below the bound.** The bound is asymptotic: it speaks of the limit of
# $R(T)/\log T$, and nothing forbids a finite curve below it.
#
# (pbm:figure-1b-pie-comparable-to-ts)=
# **PBM-PIE and PBM-TS comparable.** They are comparable next to the other two, but not equal: on
# this instance PBM-PIE loses {glue:text}`pie_over_ts:.2f` times as many clicks.
#
# (pbm:figure-1b-others-above)=
# **The other two.** RBA-KL-UCB and PBM-UCB are far above both.

# %% tags=["remove-cell"]
glue("pie_over_ts", float(regret_1b.mean("PBM-PIE")[-1] / regret_1b.mean("PBM-TS")[-1]))

# %% tags=["remove-input"]
verdicts(
    "pbm:figure-1b-ts-below-bound",
    "pbm:figure-1b-pie-comparable-to-ts",
    "pbm:figure-1b-others-above",
    profile=profile,
)

# %% [markdown]
# ## Figure 1a: a Beta posterior explores too little near one
#
# BC-MP-TS replaces the posterior of θ by a Beta distribution with the corrected counts. Its
# variance is too small by the factor derived in the chapter on the policies, the more so the
# nearer θ is to 1. What too little exploration costs is not a little regret in every run but
# much regret in few: a run that has lost an optimal item early stays with the wrong list.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Left: mean and deciles of the regret of PBM-TS and BC-MP-TS; the means nearly meet at the horizon, the bands overlap. Right: the 99th percentile of BC-MP-TS rises to several times that of PBM-TS."}, "figure": {"caption": "Exact Thompson sampling against BC-MP-TS on θ = (0.95, 0.85, 0.75, 0.65, 0.55) (Figure 1a). Left: mean with first and last deciles. Right: the 99th percentile over the runs.", "name": "pbm:figure-1a"}}
regret_1a = run(experiments.figure_1a(profile))
publish(figures.figure_1a(regret_1a), "pbm:figure-1a", **regret_1a.experiment.record())

# %% [markdown]
# {download}`data <figure-1a.csv>` · {download}`how it was made <figure-1a.json>`
#
# (pbm:figure-1a-mean)=
# (pbm:figure-1a-tail)=
# The paper's sentence has two readings, and they differ: the *mean* regret up to the horizon, and
# the *tail* over the runs.

# %% tags=["remove-input"]
verdicts("pbm:figure-1a-mean", "pbm:figure-1a-tail", profile=profile)

# %% [markdown]
# ## Is exact Thompson sampling asymptotically optimal?
#
# (pbm:conjecture-ts)=
# The paper conjectures it. A simulation cannot decide a limit, but it can compare slopes. Where
# exploring at the last position is optimal (Figure 1b) and where it is not (Figure 1a), the last
# decade of the curves gives:

# %% tags=["remove-input"]
studies.slopes({"Figure 1b": regret_1b, "Figure 1a": regret_1a}, policies=("PBM-TS",))

# %% [markdown]
# **What was tried.** Take a round in which the leaders' draws are near their attractions. A
# suboptimal item $k$ is then shown at position $L$ if its own draw lies between $\theta_L$ and
# $\theta_{L-1}$, and further up only if it passes $\theta_{L-1}$. With $N_{k,l}$ displays so far the
# two have chances of about $e^{-\sum_lN_{k,l}d(\kappa_l\theta_k,\kappa_l\theta_L)}$ and
# $e^{-\sum_lN_{k,l}d(\kappa_l\theta_k,\kappa_l\theta_{L-1})}$, so that the second is rarer by a factor
# that falls exponentially in the number of displays: but for a bounded number, all are at $L$,
# whatever (6) asks for. A uniformly efficient policy that gathers its information there loses at
# least the constant of {ref}`Theorem 11 <pbm:theorem-11>`, as PBM-PIE does. So we expect the
# conjecture to be true only where the last position is optimal for every item, and false in
# Figure 1a. This is no proof: it would need that the rounds in which a leader's draw is bad, and in
# which $k$ is shown further up, are $o(\log T)$ in the mean, and we have no such bound.

# %% tags=["remove-input"]
verdicts("pbm:conjecture-ts", profile=profile)

# %% [markdown]
# ## Figure 2: eight queries from search advertising
#
# The logs of KDD Cup 2012 are not public any more, but position-based models fitted to eight
# queries are, and they agree with the paper's Table 1 in all but one number (see
# {doc}`the page on data </data>`). In each of {glue:text}`runs_2:,` runs one query is drawn.

# %% tags=["remove-cell"]
regret_2 = run(experiments.figure_2(profile))
glue("runs_2", regret_2.experiment.replications)

# %% tags=["remove-input"] mystnb={"image": {"alt": "Mean regret of four policies on the KDD Cup queries: RBA-KL-UCB ends below PBM-UCB, and PBM-PIE and PBM-TS far below both."}, "figure": {"caption": "Regret on eight queries, one drawn per run (Figure 2). Dotted: the mean of (6) over the queries, times log t.", "name": "pbm:figure-2"}}
publish(
    figures.figure_2(regret_2),
    "pbm:figure-2",
    **regret_2.experiment.record(),
)

# %% [markdown]
# {download}`data <figure-2.csv>` · {download}`how it was made <figure-2.json>`
#
# (pbm:figure-2-rba-better-than-ucb)=
# (pbm:figure-2-both-outperformed)=
# The paper finds it remarkable that RBA-KL-UCB, which knows nothing of the positions, does
# slightly better than PBM-UCB. Click probabilities are small here, and Hoeffding's inequality,
# on which PBM-UCB rests, is blind to small variances; KL-UCB is not.

# %% tags=["remove-input"]
verdicts("pbm:figure-2-rba-better-than-ucb", "pbm:figure-2-both-outperformed", profile=profile)

# %% [markdown]
# ## Would more positions help PBM-UCB?
#
# (pbm:too-few-positions)=
# The paper explains Figure 2 by the number of positions: three are too few for aggregation to pay.
# The explanation can be tested by varying $L$. With ten items of small attraction (0.15 to 0.02)
# and examinations that halve from position to position, as they nearly do on the queries, more
# positions make PBM-UCB *worse* next to RBA-KL-UCB: its width $\sqrt{N_k/\tilde N_k}$ pays for every
# display that is hardly ever looked at. Where examinations fall slowly, PBM-UCB is ahead with three
# positions already. So what decides is how steeply κ falls, not how many positions there are.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Final regret of PBM-UCB and RBA-KL-UCB for 1, 3, 5 and 8 positions. Where examinations halve from position to position RBA-KL-UCB stays below PBM-UCB; where they fall slowly PBM-UCB is below from three positions on."}, "figure": {"caption": "PBM-UCB against RBA-KL-UCB as the number of positions grows, for two decays of κ.", "name": "pbm:number-of-positions"}}
by_positions = studies.number_of_positions(profile)
publish(
    figures.number_of_positions(by_positions),
    "pbm:number-of-positions",
    **studies.records(experiments.number_of_positions(profile).values()),
)

# %% [markdown]
# {download}`data <number-of-positions.csv>` · {download}`how it was made <number-of-positions.json>`

# %% tags=["remove-input"]
verdicts("pbm:too-few-positions", profile=profile)

# %% [markdown]
# ## Robust to small errors in κ?
#
# (pbm:robust-to-examination-errors)=
# The conclusion of the paper says so without a study. Here the policies are told
# $\kappa_l (1 \pm \epsilon)$, with alternating signs, for errors of 5 and 20 percent. A biased κ
# biases the estimates, but as long as the order of the items survives, the list does, too.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Regret of PBM-UCB, PBM-PIE and PBM-TS told the true examination probabilities and ones with errors of 5 and 20 percent; an error of 5 percent is hardly visible."}, "figure": {"caption": "What errors in the examination probabilities cost on the problem of Figure 1b. Solid: no error; dashed: 5 percent; dotted: 20 percent.", "name": "pbm:examination-errors"}}
with_errors = run(experiments.examination_errors(profile))
publish(
    figures.examination_errors(with_errors),
    "pbm:examination-errors",
    **with_errors.experiment.record(),
)

# %% [markdown]
# {download}`data <examination-errors.csv>` · {download}`how it was made <examination-errors.json>`

# %% tags=["remove-input"]
verdicts("pbm:robust-to-examination-errors", profile=profile)

# %% [markdown]
# ## What the exploration rate changes
#
# The theory asks for $(1+\varepsilon)\log t$ with any $\varepsilon > 0$, and the figures do not name
# theirs.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Regret of PBM-UCB and PBM-PIE for three exploration rates, and of PBM-PIE with log t: larger rates cost more, and log t costs less than log T."}, "figure": {"caption": "The exploration rate ε, and log t in place of log T, on the problem of Figure 1b.", "name": "pbm:exploration-rates"}}
rates = run(experiments.exploration_rates(profile))
publish(figures.exploration_rates(rates), "pbm:exploration-rates", **rates.experiment.record())

# %% [markdown]
# {download}`data <exploration-rates.csv>` · {download}`how it was made <exploration-rates.json>`
#
# ## Does PBM-PIE match the bound?
#
# (pbm:figure-1b-pie-matches-bound)=
# (pbm:adaptive-total-regret)=
# PBM-PIE knows its horizon: with $\delta = (1+\varepsilon)\log T$ it explores early and then
# stops, so the end of one curve has no slope to compare with (6). What can match is the regret
# as a function of the horizon. Because the policy is certain of its list for ever longer
# stretches, horizons far beyond any log file can be played exactly: up to
# {glue:text}`longest:.0e` rounds here. On the problem of Figure 1b the regret of PBM-PIE grows by
# {glue:text}`pie_slope:.2f` ± {glue:text}`pie_slope_error:.2f` for each unit of $\log T$, and the
# constant of (6) is {glue:text}`constant_1b:.2f`: nearly parallel, with an additive constant that
# stays. On the problem of Figure 1a another position than the last is optimal for exploration.
# There PBM-PIE can only reach the larger constant of Theorem 11, and our variant, which explores
# at the plug-in optimum (the chapter on the policies says why that makes (6) tight), falls below
# it at the longest horizons.
#
# (pbm:attaining-total-regret)=
# {ref}`One policy attains (6) <pbm:adaptive-pie-attains>`, with
# $\delta_t = \log t + (3L+2)\log\log t$. It needs no horizon, and it pays for that: its regret is
# {glue:text}`over_delta:.2f` ± {glue:text}`over_delta_error:.2f` times (6) $\cdot\,\delta_T$, as the proof
# says it must be in the end, and so {glue:text}`over_log:.2f` times (6) $\cdot \log T$ even after
# {glue:text}`longest_attaining:.0e` rounds. What is optimal in the limit is the worst of the three at
# every horizon that anyone will see.

# %% tags=["remove-input"] mystnb={"image": {"alt": "Regret against the logarithm of the horizon. Left: PBM-PIE runs nearly parallel to the lower bound. Right: the adaptive variant starts above PBM-PIE and ends below it; the policy that attains (6) in the limit lies far above both."}, "figure": {"caption": "Regret of PBM-PIE, started anew for each horizon, against (6)·log T and Theorem 11's constant.", "name": "pbm:long-horizons"}}
long = studies.long_horizons(profile)
publish(
    figures.long_horizons(long),
    "pbm:long-horizons",
    **studies.records(experiments.long_horizons(profile) + experiments.attaining(profile)),
)

# %% [markdown]
# {download}`data <long-horizons.csv>` · {download}`how it was made <long-horizons.json>`

# %% tags=["remove-cell"]
slope = studies.long_slope(long[long["panel"] == "1b"])
glue("longest", float(long["horizon"].max()))
glue("pie_slope", slope.value)
glue("pie_slope_error", slope.error)
glue("constant_1b", float(lower_bound(experiments.FIGURE_1B)))
attained = finding("pbm:attaining-total-regret", profile).numbers
glue("over_delta", attained["ratio"])
glue("over_delta_error", attained["error"])
glue("over_log", attained["over"])
glue("longest_attaining", attained["horizon"])

# %% tags=["remove-input"]
verdicts(
    "pbm:figure-1b-pie-matches-bound",
    "pbm:adaptive-total-regret",
    "pbm:attaining-total-regret",
    profile=profile,
)

# %% [markdown]
# ## Exploring where the bound says
#
# (pbm:adaptive-exploration)=
# On the problem of Figure 1a the optimal exploration positions of items 4 and 5 are
# {glue:text}`positions_1a:s`, not the last. PBM-PIE explores at the last position all the same;
# our variant explores at the plug-in optimum. Where each of them explores shows in the counts
# $N_{k,l}(T)/\log T$ (they are in the data). To compare positions, each count is multiplied by
# what a display there tells, $d(\kappa_l\theta_k, \kappa_l\theta_L)$: the plan of (6) asks for one
# unit of $\log T$ for each item, all of it at the optimal position. For item 4 the ratios of two
# positions nearly agree, and the plug-in often takes the other one.

# %% tags=["remove-cell"]
glue("positions_1a", str(exploration_positions(experiments.FIGURE_1A).tolist()))

# %% tags=["remove-input"] mystnb={"image": {"alt": "Information on the two suboptimal items by position, in units of log T: PBM-PIE collects it at position 3, the adaptive variant mostly at position 1, where the bound asks for it."}, "figure": {"caption": "Where PBM-PIE and its adaptive variant collect their information on the suboptimal items of Figure 1a. The initial K rounds, which show every item once everywhere, are not counted.", "name": "pbm:exploration-position"}}
exploration = studies.exploration_counts(profile)
publish(
    figures.exploration_position(exploration),
    "pbm:exploration-position",
    horizon=int(exploration["horizon"].iloc[0]),
    runs=int(exploration["replications"].iloc[0]),
)

# %% [markdown]
# {download}`data <exploration-position.csv>` · {download}`how it was made <exploration-position.json>`

# %% tags=["remove-input"]
verdicts("pbm:adaptive-exploration", profile=profile)
