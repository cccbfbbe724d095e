"""The policies of the three papers on each other's click models, and the choice of a policy."""
