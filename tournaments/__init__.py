"""Events: entries, draws, results and standings."""
