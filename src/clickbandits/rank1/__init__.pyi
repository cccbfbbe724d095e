# The names that the package exports, and the modules from which it loads them.
from .model import MODEL as MODEL
from .model import problem as problem
from .trace import stage_table as stage_table
