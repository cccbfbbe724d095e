"""The front page: the game the papers share, what was found, and every figure of the book."""
