"""What Lagrée et al. (2016) print about results, with the claims that decide it."""
