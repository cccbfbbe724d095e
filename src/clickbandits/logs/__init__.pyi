# What the package hands on, for type checkers and completion; a test holds it to the list.
from .counts import ClickCounts as ClickCounts
from .counts import ClickLogError as ClickLogError
from .counts import Report as Report
from .evaluation import evaluate as evaluate
from .fit import LogFit as LogFit
from .fit import fit_log as fit_log
from .formats import FORMATS as FORMATS
from .frames import from_frame as from_frame
from .frames import from_pages as from_pages
from .parts import split as split
from .ranking import best_ranking as best_ranking
from .ranking import position_weights as position_weights
from .ranking import value as value
from .reading import read_log as read_log
