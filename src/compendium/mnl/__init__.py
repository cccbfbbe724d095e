"""Grant and Leslie (2023), *Learning to Rank under Multinomial Logit Choice*."""
