"""Which policy under which click law: the policies of the three papers on each other's models."""
