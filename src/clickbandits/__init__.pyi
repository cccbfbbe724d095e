# What the package exports, for type checkers and completion; a test compares it with the list.
from .core import Policy
from .drawing import regret_curves as regret_curves
from .experiments import Experiment as Experiment
from .experiments import play as play
from .experiments import run as run
from .pbm.bounds import lower_bound as lower_bound
from .pbm.published import kdd_models as kdd_models
from .pbm.published import yandex_models as yandex_models
from .simulate import replicate as replicate

__version__: str

def __getattr__(name: str) -> Policy: ...  # the policies, which are listed in policies.py
