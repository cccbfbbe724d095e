"""The policies of the library, in one list: who adds one writes its file, and a line here.

From it come what `import` finds at the top level, the command's list, the colours of figures, and
the pages of the reference.
"""

LAWS = {
    "pbm": "position-based model (any number of clicks a page)",
    "rank1": "rank-1 model (one pair a round, one bit)",
    "mnl": "multinomial logit model (at most one click a page)",
}

# Plain data, which `__init__` reads at run time: a game depends on its policy's file, not on this.
# fmt: off
POLICIES = {
    # name: (module, the id before its parameters, colour, dash, what it does)
    "PBM_UCB": ("pbm.ucb", "PBM-UCB", "blue", "-",
        "shows the items with the largest confidence bounds"),
    "PBM_TS": ("pbm.ts", "PBM-TS", "vermilion", "-",
        "draws every attraction from its exact posterior"),
    "BC_MP_TS": ("pbm.ts", "BC-MP-TS", "purple", "--",
        "draws from a Beta law of clicks corrected for their position"),
    "PBM_PIE": ("pbm.pie", "PBM-PIE", "green", "-",
        "the best list by estimate; one item is explored at the least examined position"),
    "PBM_PIE_ADAPTIVE": ("pbm.pie", "PBM-PIE-ADAPTIVE", "black", "-.",
        "the same; explored where the lower bound is attained"),
    "PBM_PIE_ATTAINING": ("pbm.pie", "PBM-PIE-ATTAINING", "purple", ":",
        "the same with level log t + (3L + 2) log log t: attains the bound"),
    "RBA_KL_UCB": ("pbm.rba", "RBA-KL-UCB", "orange", "--",
        "one KL-UCB bandit a position; not even the order of positions is known"),
    "RANK1_ELIM": ("rank1.elim", "Rank1Elim", "purple", "--",
        "eliminates items and positions; one pair of them a round"),
    "RANK1_ELIM_KL": ("rank1.elim", "Rank1ElimKL", "vermilion", "-",
        "the same with Kullback-Leibler bounds"),
    "UCB1_ELIM": ("rank1.ucb1_elim", "UCB1Elim", "orange", "-.",
        "eliminates pairs; the product structure is not used"),
    "UCB1": ("rank1.ucb1", "UCB1", "sky", "-",
        "every pair an arm of its own"),
    "KL_UCB": ("rank1.ucb1", "KL-UCB", "green", ":",
        "the same with Kullback-Leibler bounds"),
    "EPOCH_UCB": ("mnl.epoch_ucb", "Epoch-UCB", "vermilion", "-",
        "upper bounds; a list is shown until a round has no click"),
    "EPOCH_UCB_SHARP": ("mnl.epoch_ucb", "Epoch-UCB-sharp", "black", "-.",
        "the same with sharper radii"),
    "EPOCH_UCB_W": ("mnl.epoch_ucb", "Epoch-UCB-W", "purple", "--",
        "the same with wider radii"),
    "EPOCH_UCB_UPB": ("mnl.epoch_ucb_upb", "Epoch-UCB-UPB", "orange", "--",
        "estimates attraction and position bias together"),
    "EPOCH_UCB_UPB_STAR": ("mnl.epoch_ucb_upb", "Epoch-UCB*-UPB", "sky", "-",
        "the same with narrower radii"),
    "MNL_BANDIT": ("mnl.mnl_bandit", "MNL-bandit", "grey", ":",
        "an upper bound for every pair of an item and a position"),
    "TOP_RANK": ("mnl.top_rank", "TopRank", "green", "-",
        "sorts items by pairwise clicks; takes positions to be examined in order"),
}
# fmt: on
