"""The mathematics of an event: pure functions over plain data, no framework."""
