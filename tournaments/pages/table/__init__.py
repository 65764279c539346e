"""The pages of a table's players: their sheet, by private link or account, and the way to their table."""
