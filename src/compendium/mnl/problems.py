"""The problems of Grant and Leslie (2023), Section 6."""

from clickbandits.mnl.model import problem

PROBLEMS = {
    "a": problem((0.3, 0.28, 0.26, 0.24, 0.22, 0.2), (1, 0.3, 0.2, 0.1)),
    "b": problem((0.05, 0.1, 0.15, 0.2), (1, 0.2, 0.9)),
    "c": problem((1,) * 4 + (0.8,) * 2 + (0.1,) * 24, (1, 0.9, 0.7, 0.3, 0.5, 0.7)),
}
