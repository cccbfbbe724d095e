"""The front page, with the game that the papers share, the findings, and every figure of the book."""
