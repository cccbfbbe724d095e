"""Lagrée, Vernade and Cappé (2016), *Multiple-Play Bandits in the Position-Based Model*."""
