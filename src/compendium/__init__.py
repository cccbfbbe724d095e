"""The compendium: what three papers say of bandits for click feedback, and what decides it.

It uses the library `clickbandits` and is not part of its wheel. A chapter is a folder, with the
path of its notebook: `compendium/pbm/lower_bound` decides what `notebooks/pbm/lower_bound` tells.
"""
