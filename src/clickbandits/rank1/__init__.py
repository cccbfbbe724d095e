"""Katariya, Kveton, Szepesvári, Vernade and Wen (2017), Bernoulli Rank-1 Bandits for Click Feedback."""
