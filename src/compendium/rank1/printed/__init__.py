"""What Katariya et al. (2017) print about results, with the claims that decide it."""
