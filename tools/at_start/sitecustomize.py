"""Python runs this file when it starts, where its folder is on the path: in a build that samples.

Such a build has kernels and processes that no tool of ours starts itself.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # behind all else: it shadows nothing

import sampling

sampling.begin()
