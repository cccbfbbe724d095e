"""Katariya et al. (2017), *Bernoulli Rank-1 Bandits for Click Feedback*."""
