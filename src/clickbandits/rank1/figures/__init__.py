"""The figures on Katariya et al. (2017), a module a chapter."""
