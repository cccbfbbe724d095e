# What the package hands on, for type checkers and completion; a test holds it to the list.
from .model import MODEL as MODEL
from .model import expected_clicks as expected_clicks
from .model import gap as gap
from .model import problem as problem
