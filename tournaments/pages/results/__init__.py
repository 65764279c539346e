"""The pages of those who take results: a round at a glance, and the decision about one table."""
