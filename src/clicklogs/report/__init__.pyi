# The names that the package exports, and the modules from which it loads them.
from .log_report import LogReport as LogReport
from .log_report import make as make
from .page import block as block
from .page import write as write
from .study import ReportError as ReportError
