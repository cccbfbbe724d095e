"""The policies of the library. To add one, write its file, add its entry here, and export it.

The command's list, the colours of figures, the policies that `Player` knows by name and the pages of the
reference all come from this list. The package exports a policy by a line in its `__init__.pyi`.
"""

from typing import NamedTuple

CLICK_MODELS = {
    "pbm": "position-based model (any number of clicks per page)",
    "rank1": "rank-1 model (one pair per round, one bit)",
    "mnl": "multinomial logit model (at most one click per page)",
}


class Entry(NamedTuple):
    """The place of a policy in the package, and its appearance in figures and lists.

    module : below `clickbandits`, such as "pbm.ucb"
    id : the name before its parameters, such as "PBM-UCB"
    colour, dash : of its curve; the colour is one of `drawing.COLOURS`
    does : its behaviour, in a few words
    """

    module: str
    id: str
    colour: str
    dash: str
    does: str


# Plain data, so that a game depends on its policy's file, not on this list.
POLICIES = {
    "PBM_UCB": Entry("pbm.ucb", "PBM-UCB", "blue", "-", "shows the items with the largest confidence bounds"),
    "PBM_TS": Entry("pbm.ts", "PBM-TS", "vermilion", "-", "draws every attraction from its exact posterior"),
    "PBM_TS_JUMPS": Entry(
        "pbm.jumping",
        "PBM-TS-JUMPS",
        "sky",
        ":",
        "the same; in round t an item jumps to the top with probability 1/t, to explore there",
    ),
    "BC_MP_TS": Entry(
        "pbm.ts",
        "BC-MP-TS",
        "purple",
        "--",
        "draws from a Beta distribution of clicks corrected for their position",
    ),
    "PBM_PIE": Entry(
        "pbm.pie",
        "PBM-PIE",
        "green",
        "-",
        "the best list by estimate; one item is explored at the least examined position",
    ),
    "PBM_PIE_ADAPTIVE": Entry(
        "pbm.pie", "PBM-PIE-ADAPTIVE", "black", "-.", "the same; explored where the lower bound is attained"
    ),
    "PBM_PIE_ATTAINING": Entry(
        "pbm.pie",
        "PBM-PIE-ATTAINING",
        "purple",
        ":",
        "the same with level log t + (3L + 2) log log t: attains the bound",
    ),
    "RBA_KL_UCB": Entry(
        "pbm.rba",
        "RBA-KL-UCB",
        "orange",
        "--",
        "one KL-UCB bandit per position; not even the order of positions is known",
    ),
    "RANK1_ELIM": Entry(
        "rank1.elim",
        "Rank1Elim",
        "purple",
        "--",
        "eliminates items and positions; one pair of them per round",
    ),
    "RANK1_ELIM_KL": Entry(
        "rank1.elim", "Rank1ElimKL", "vermilion", "-", "the same with Kullback-Leibler bounds"
    ),
    "UCB1_ELIM": Entry(
        "rank1.ucb1_elim", "UCB1Elim", "orange", "-.", "eliminates pairs; the product structure is not used"
    ),
    "UCB1": Entry("rank1.ucb1", "UCB1", "sky", "-", "every pair is an arm of its own"),
    "KL_UCB": Entry("rank1.ucb1", "KL-UCB", "green", ":", "the same with Kullback-Leibler bounds"),
    "EPOCH_UCB": Entry(
        "mnl.epoch_ucb",
        "Epoch-UCB",
        "vermilion",
        "-",
        "upper bounds; a list is shown until a round has no click",
    ),
    "EPOCH_UCB_SHARP": Entry(
        "mnl.epoch_ucb", "Epoch-UCB-sharp", "black", "-.", "the same with sharper radii"
    ),
    "EPOCH_UCB_VARIANCE": Entry(
        "mnl.epoch_ucb_variance",
        "Epoch-UCB-variance",
        "blue",
        "--",
        "the same with radii of the exact variance, the sharpest",
    ),
    "EPOCH_UCB_W": Entry("mnl.epoch_ucb", "Epoch-UCB-W", "purple", "--", "the same with wider radii"),
    "EPOCH_UCB_UPB": Entry(
        "mnl.epoch_ucb_upb",
        "Epoch-UCB-UPB",
        "orange",
        "--",
        "estimates attraction and position bias together",
    ),
    "EPOCH_UCB_UPB_STAR": Entry(
        "mnl.epoch_ucb_upb", "Epoch-UCB*-UPB", "sky", "-", "the same with narrower radii"
    ),
    "MNL_BANDIT": Entry(
        "mnl.mnl_bandit", "MNL-bandit", "grey", ":", "an upper bound for every pair of an item and a position"
    ),
    "TOP_RANK": Entry(
        "mnl.top_rank",
        "TopRank",
        "green",
        "-",
        "sorts items by pairwise clicks; takes positions to be examined in order",
    ),
}
