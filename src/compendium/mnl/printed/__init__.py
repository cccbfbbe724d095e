"""What Grant and Leslie (2023) print about results, with the claims that decide it."""
