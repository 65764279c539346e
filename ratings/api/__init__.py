"""The ratings for programs: everything public as JSON, and as CSV by the suffix .csv. Reading only."""
