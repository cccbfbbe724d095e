# What the package hands on, for type checkers and completion; a test holds it to the list.
from .model import MODEL as MODEL
from .model import problem as problem
