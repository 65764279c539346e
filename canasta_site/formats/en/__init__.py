"""English as it is written in Europe."""
