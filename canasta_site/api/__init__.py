"""What all of the API shares: limits, conditional answers, its description. No endpoint for data."""
