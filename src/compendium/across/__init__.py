"""Which policy under which click model: the policies of the three papers on each other's models."""
