"""Convergence of expectation-maximisation for the position-based model."""
