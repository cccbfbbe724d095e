# The names that the package exports, and the modules from which it loads them. A test compares the
# policies with the list in `policies.py`.
from .checked import check_policy as check_policy
from .drawing import regret_curves as regret_curves
from .experiments import Experiment as Experiment
from .experiments import play as play
from .experiments import replicate as replicate
from .experiments import run as run
from .mnl.epoch_ucb import EPOCH_UCB as EPOCH_UCB
from .mnl.epoch_ucb import EPOCH_UCB_SHARP as EPOCH_UCB_SHARP
from .mnl.epoch_ucb import EPOCH_UCB_W as EPOCH_UCB_W
from .mnl.epoch_ucb_upb import EPOCH_UCB_UPB as EPOCH_UCB_UPB
from .mnl.epoch_ucb_upb import EPOCH_UCB_UPB_STAR as EPOCH_UCB_UPB_STAR
from .mnl.epoch_ucb_variance import EPOCH_UCB_VARIANCE as EPOCH_UCB_VARIANCE
from .mnl.mnl_bandit import MNL_BANDIT as MNL_BANDIT
from .mnl.top_rank import TOP_RANK as TOP_RANK
from .pbm.bounds import lower_bound as lower_bound
from .pbm.jumping import PBM_TS_JUMPS as PBM_TS_JUMPS
from .pbm.pie import PBM_PIE as PBM_PIE
from .pbm.pie import PBM_PIE_ADAPTIVE as PBM_PIE_ADAPTIVE
from .pbm.pie import PBM_PIE_ATTAINING as PBM_PIE_ATTAINING
from .pbm.published import kdd_models as kdd_models
from .pbm.published import yandex_models as yandex_models
from .pbm.rba import RBA_KL_UCB as RBA_KL_UCB
from .pbm.ts import BC_MP_TS as BC_MP_TS
from .pbm.ts import PBM_TS as PBM_TS
from .pbm.ucb import PBM_UCB as PBM_UCB
from .rank1.elim import RANK1_ELIM as RANK1_ELIM
from .rank1.elim import RANK1_ELIM_KL as RANK1_ELIM_KL
from .rank1.ucb1 import KL_UCB as KL_UCB
from .rank1.ucb1 import UCB1 as UCB1
from .rank1.ucb1_elim import UCB1_ELIM as UCB1_ELIM

__version__: str
